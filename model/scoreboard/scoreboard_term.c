// SPDX-License-Identifier: Apache-2.0
#include "scoreboard_term.h"

#include <inttypes.h>
#include <stdio.h>

#include "append.h"
#include "pft_walk.h"
#include "untraced.h"

// --- an item and its addresses --------------------------------------------------------------------------------------

// The last byte of the block that waypoint `w` ends. An exception, a debug entry or an update follows the block.
static uint32_t block_end(const struct waypoint *w, uint8_t isa) {
  const bool is_instruction = w->type <= WAYPOINT_INDIRECT || w->type == WAYPOINT_BARRIER;
  return is_instruction ? w->pc + (isa != ISA_ARM && !w->t32 ? 2 : 4) - 1 : w->pc - 1;
}

static void set_block(const struct history *h, size_t i, struct scoreboard_missing *m) {
  uint8_t isa;
  m->item = i + 1;
  m->from = pft_next_address(h, i, &isa);
  m->has_from = !pft_is_hidden(history_waypoint(h, i));
  if (m->item == h->count) return;
  m->to = block_end(history_waypoint(h, m->item), isa);
  m->has_to = m->has_from && m->to > m->from;
}

static struct scoreboard_missing item_after(const struct history *h, size_t i) {
  struct scoreboard_missing m = {.item = i + (h->waypoints != NULL)};
  if (i < h->first || i >= h->count) return m;
  if (h->waypoints) {
    set_block(h, i, &m);
  } else {
    m.from = history_step(h, i)->address;
    m.has_from = history_step(h, i)->kind == STEP_INSTRUCTION;
  }
  return m;
}

const char *scoreboard_item_words(const struct scoreboard *s, const struct scoreboard_missing *m,
                                  char text[SCOREBOARD_ITEM]) {
  const char *item = s->protocol->item;
  if (m->has_to) {
    snprintf(text, SCOREBOARD_ITEM, "%s #%zu (0x%08" PRIX32 " to 0x%08" PRIX32 ")", item, m->item, m->from, m->to);
  } else if (m->has_from) {
    snprintf(text, SCOREBOARD_ITEM, "%s #%zu at 0x%08" PRIX32, item, m->item, m->from);
  } else {
    snprintf(text, SCOREBOARD_ITEM, "%s #%zu", item, m->item);
  }
  return text;
}

// --- the term -------------------------------------------------------------------------------------------------------

static void set_clock(const struct history *h, struct scoreboard_missing *m) {
  if (m->item >= h->count) return;
  m->clock = history_presented(h, m->item);
  if (h->commits) m->committed = history_committed(h, m->item);
}

struct scoreboard_missing scoreboard_missing_of(const struct scoreboard *s, size_t i) {
  const struct history *h = s->history;
  struct scoreboard_missing m = item_after(h, i);
  const bool is_switched = s->config->etmteevr != EVENT_ALWAYS && !(s->config->unknown & CONFIG_ETMTEEVR);
  if (i >= h->count || i < h->first) return m;
  set_clock(h, &m);
  const struct selection_reason *reason = history_reason(h, i);
  if (reason && selection_leaves_out(reason)) return m;
  if (reason) m.reason = *reason;
  if (!is_switched) return m;
  if (m.reason.why == SELECTION_NO_WHY) m.reason.why = SELECTION_ENABLED;
  m.reason.has_event = true;
  m.reason.event = s->config->etmteevr;
  return m;
}

static const char *put_term(const struct selection_reason *r, char text[SCOREBOARD_WORDS]) {
  char term[SELECTION_WORDS];
  text[0] = '\0';
  if (r->why != SELECTION_NO_WHY) snprintf(text, SCOREBOARD_WORDS, ": %s", selection_term(r, term));
  return text;
}

static bool is_of_event(const struct selection_reason *r) {
  return r->why == SELECTION_ENABLED || r->why == SELECTION_EVENT;
}

// A reader needs the clock to see the inputs of the event in the waves. On the Cortex-A9's port they count from the
// commit on.
static const char *put_term_of_clock(const struct selection_reason *r, const struct scoreboard_missing *m,
                                     char text[SCOREBOARD_WORDS]) {
  const uint64_t clock = m->committed ? m->committed : m->clock;
  put_term(r, text);
  if (is_of_event(r) && clock > 0) text_append(text, SCOREBOARD_WORDS, " in clock %" PRIu64, clock);
  return text;
}

const char *scoreboard_missing_words(const struct scoreboard_missing *m, char text[SCOREBOARD_WORDS]) {
  return put_term_of_clock(&m->reason, m, text);
}

// The term of an event has the clock already. On the Cortex-A9's port the clock of the commit follows.
static void put_presented(const struct selection_reason *r, const struct scoreboard_missing *m,
                          char text[SCOREBOARD_WORDS]) {
  if (is_of_event(r)) return;
  if (m->clock > 0) text_append(text, SCOREBOARD_WORDS, "; presented in clock %" PRIu64, m->clock);
  if (m->committed > 0) text_append(text, SCOREBOARD_WORDS, ", committed in clock %" PRIu64, m->committed);
}

const char *scoreboard_absent_words(const struct scoreboard_missing *m, char text[SCOREBOARD_WORDS]) {
  scoreboard_missing_words(m, text);
  put_presented(&m->reason, m, text);
  return text;
}

const char *scoreboard_untraced_words(const struct scoreboard *s, size_t i, char text[SCOREBOARD_WORDS]) {
  const struct history *h = s->history;
  const size_t item = i + (h->waypoints != NULL);
  const bool is_always = s->config->etmteevr == EVENT_ALWAYS || s->config->unknown & CONFIG_ETMTEEVR;
  struct selection_reason reason;
  text[0] = '\0';
  if (i >= h->count || i < h->first) return text;
  const struct selection_reason *by = history_reason(h, i);
  struct scoreboard_missing m = {.item = item};
  set_clock(h, &m);
  if (by && !history_moment(h, i)->enabled && selection_leaves_out(by)) {
    put_term_of_clock(by, &m, text);
    put_presented(by, &m, text);
    return text;
  }
  if (is_always || item >= h->count || untraced_is(h, item, s->config, &reason) != TRUTH_NO) return text;
  return reason.why == SELECTION_EVENT ? put_term_of_clock(&reason, &m, text) : text;
}

const char *scoreboard_off_words(const struct scoreboard *s, size_t i) {
  const struct history *h = s->history;
  const struct waypoint *w = h->waypoints ? history_waypoint(h, i) : NULL;
  if (w ? w->type == WAYPOINT_DEBUG_ENTRY : history_step(h, i)->kind == STEP_DEBUG_ENTRY)
    return ": it enters Debug state";
  if (w ? w->prohibited : history_step(h, i)->prohibited) return ": tracing is prohibited";
  if (w && pft_ends_tracing(w)) return ": it enters Jazelle state";
  return ": the TraceEnable event is false";
}

// --- how many -------------------------------------------------------------------------------------------------------

// ETM: an exception belongs to the step before it.
static bool is_due(const struct scoreboard *s, size_t i, bool was_due) {
  const struct history *h = s->history;
  if (h->waypoints) return i > h->first ? s->protocol->must_start(s, i - 1) : was_due;
  return history_step(h, i)->kind == STEP_EXCEPTION ? was_due : s->protocol->must_start(s, i);
}

uint64_t scoreboard_count_due(const struct scoreboard *s, size_t first, size_t end, bool is_on) {
  uint64_t count = 0;
  bool was_due = is_on;
  for (size_t i = first; i < end; i++) {
    const bool by_start = s->history->waypoints && i == first;
    was_due = by_start ? is_on : is_due(s, i, was_due);
    count += was_due;
  }
  return count;
}
