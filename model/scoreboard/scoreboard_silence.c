// SPDX-License-Identifier: Apache-2.0
// How long an overflow may last. It ends when the accepted trace has left (IHI 0035B 4.8, IHI 0014Q 4.8). A DUT that
// reports nothing for a longer time has not lost its trace: it does not trace.
#include "scoreboard_silence.h"

#include <inttypes.h>
#include <stdio.h>

#include "scoreboard_protocol.h"
#include "scoreboard_term.h"
#include "scoreboard_wrong.h"

enum {
  ATOMS = 15,    // largest number of atoms in a byte of the beat that a DUT may hold back
  NEAR = 8,      // clocks after an item in which tracing certainly stays on, even if the next item comes later
  GOES_ON = 64,  // clocks without a byte that an overflow explains: no clause has a bound
};

static bool reports(const struct packet *p) {
  if (p->kind == PACKET_ISYNC) return p->reason != ISYNC_PERIODIC;
  if (p->kind == PACKET_P_HEADER) return p->cycles + 1u != 1u << p->atom_count;
  return packet_is(p->kind, PACKET_REPORTS) && p->kind != PACKET_BAD;
}

void scoreboard_silence_begin(struct scoreboard *s, uint64_t clock, uint64_t atb_clocks) {
  struct scoreboard_silence *silence = &s->silence;
  silence->clock = clock;
  silence->atb_clocks = atb_clocks;
  silence->next_item = 0;
  silence->required_items = silence->required_clocks = 0;
  silence->was_required = false;
}

void scoreboard_silence_packet(struct scoreboard *s, const struct packet *p, uint64_t clock, uint64_t atb_clocks) {
  if (reports(p)) scoreboard_silence_begin(s, clock, atb_clocks);
}

void scoreboard_silence_recovered(struct scoreboard *s) {
  s->silence.earlier_clocks = 0;
  s->silence.earlier_streams = 0;
}

// --- the items ------------------------------------------------------------------------------------------------------

// Counts item `i`. The DUT need not have started tracing with the first `free` items, or may hold them back.
static void count_item(struct scoreboard *s, struct scoreboard_silence *silence, size_t i, uint64_t free) {
  const uint64_t atb_clocks = history_moment(s->history, i)->atb_clocks;
  const bool on = atb_clocks >= silence->atb_clocks && s->protocol->must_start(s, i);
  if (on && silence->required_items++ >= free && silence->was_required)
    silence->required_clocks +=
        atb_clocks - silence->last_atb_clocks < NEAR ? atb_clocks - silence->last_atb_clocks : NEAR;
  // A DUT may be late after each activation.
  if (!on && s->has_activations) silence->required_items = 0;
  silence->was_required = on;
  silence->last_atb_clocks = atb_clocks;
}

static void count_items(struct scoreboard *s, size_t taken) {
  struct scoreboard_silence *silence = &s->silence;
  const uint64_t start = s->at.started ? 0 : s->bounds.start, held = s->config->atb_bits / 8 * ATOMS;
  size_t i = silence->next_item > s->at.item ? silence->next_item : s->at.item;
  for (; i < taken; i++) count_item(s, silence, i, start > held ? start : held);
  silence->next_item = i;
}

// --- messages -------------------------------------------------------------------------------------------------------

// "; the first is waypoint #4156 (0x800106B4 to 0x800106D3): in range 1 (...)". The text is empty if no register
// decides on the item.
enum { FIRST = 16 + SCOREBOARD_ITEM + SCOREBOARD_WORDS };
static const char *put_first(const struct scoreboard *s, size_t first, char text[FIRST]) {
  const struct scoreboard_missing missing = scoreboard_missing_of(s, first);
  char item[SCOREBOARD_ITEM], words[SCOREBOARD_WORDS];
  text[0] = '\0';
  if (scoreboard_missing_words(&missing, words)[0])
    snprintf(text, FIRST, "; the first is %s%s", scoreboard_item_words(s, &missing, item), words);
  return text;
}

bool scoreboard_unreadable(struct scoreboard *s, uint64_t items, size_t first) {
  const char *item = s->protocol->item, *plural = items == 1 ? "" : "s";
  const uint64_t bytes = s->decoder.offset;
  char text[FIRST];
  if (bytes > s->decoder.unsynced) return false;
  put_first(s, first, text);
  if (bytes == 0) {
    scoreboard_wrong(s, bytes, "no byte left the DUT, but %" PRIu64 " %s%s had to be traced%s", items, item, plural,
                     text);
  } else {
    scoreboard_wrong(s, bytes,
                     "%" PRIu64 " bytes without an A-sync cannot be decoded, but %" PRIu64 " %s%s had to be traced%s",
                     bytes, items, item, plural, text);
  }
  return true;
}

static void say(struct scoreboard *s, size_t taken) {
  const struct scoreboard_silence *silence = &s->silence;
  const size_t by_next = s->history->waypoints && s->at.item > s->history->first;
  const bool is_on = scoreboard_is_tracing(s);
  size_t first = s->at.item - (is_on ? by_next : 0);
  char text[FIRST];
  while (!is_on && first + 1 < taken && !s->protocol->must_start(s, first)) first++;
  if (scoreboard_unreadable(s, scoreboard_count_due(s, s->at.item, taken, is_on), first)) return;
  put_first(s, first, text);
  if (silence->earlier_streams == 0) {
    scoreboard_wrong(s, s->decoder.offset,
                     "no %s and no I-sync that restarts tracing since clock %" PRIu64 ", in more than %" PRIu64
                     " clocks of tracing with ATREADY high%s",
                     s->protocol->item, silence->clock, silence->window, text);
  } else {
    scoreboard_wrong(s, s->decoder.offset,
                     "no I-sync ended the overflow since clock %" PRIu64 ", in more than %" PRIu64
                     " clocks of tracing with ATREADY high, over %" PRIu32 " starts%s",
                     silence->since_clock, silence->window, silence->earlier_streams + 1, text);
  }
}

void scoreboard_silence(struct scoreboard *s, uint64_t atb_clocks, size_t taken) {
  const struct scoreboard_silence *silence = &s->silence;
  if (s->wrong || silence->earlier_clocks + (atb_clocks - silence->atb_clocks) <= silence->window) return;
  count_items(s, taken);
  if (silence->earlier_clocks + silence->required_clocks > silence->window) say(s, taken);
}

// No page states how many waypoints a Cortex-A9 can have uncommitted (docs/observer.md, W7). So a DUT may lose waypoint
// `i` if it was presented while the waypoint before it was uncommitted, or in the clock of that commit. An empty FIFO
// does not prevent this loss.
static bool may_find_no_space(const struct history *h, size_t i) {
  return i > h->first && history_committed(h, i - 1) >= history_presented(h, i);
}

size_t scoreboard_silence_first_missing(const struct scoreboard *s, size_t taken, uint64_t *since) {
  const struct moment *first = NULL;
  uint64_t late = 0;
  for (size_t i = s->at.item; i < taken && s->silence.window != CHECK_NO_BOUND; i++) {
    const struct moment *m = history_moment(s->history, i);
    if (!first || m->left != first->left) first = m;
    const bool on = s->protocol->must_start(s, i);
    if (!on && s->has_activations) late = 0;  // A DUT may be late after each activation.
    if (s->may_lose_waypoints && may_find_no_space(s->history, i)) continue;
    if (!on || m->atb_clocks - first->atb_clocks <= GOES_ON || late++ < s->bounds.start) continue;
    *since = first->clock;
    return i;
  }
  return taken;
}

// The silence before a stop counts for the next stream, too.
bool scoreboard_silence_stop(struct scoreboard *s, size_t taken) {
  struct scoreboard_silence *silence = &s->silence;
  if (silence->window == CHECK_NO_BOUND) return true;
  count_items(s, taken);
  if (silence->earlier_clocks + silence->required_clocks > silence->window) {
    say(s, taken);
    return false;
  }
  if (silence->required_clocks > 0 && silence->earlier_streams++ == 0) silence->since_clock = silence->clock;
  silence->earlier_clocks += silence->required_clocks;
  return true;
}
