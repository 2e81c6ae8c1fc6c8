// SPDX-License-Identifier: Apache-2.0
#include "counting_certain.h"

#include <string.h>

#include "selection.h"

void certain_clear(struct counting *r) {
  memset(r->once, 0, sizeof r->once);
  memset(r->due, 0, sizeof r->due);
  memset(r->entered_at, 0, sizeof r->entered_at);
  r->cleared_at = r->clock;
}

// Whether the pins of this clock make the event true.
static bool is_true_by_pins(const struct counting *r, uint32_t event, const struct certain_inputs *in) {
  return counting_event(&r->program, &counting_unknown, in->now, event) == TRUTH_YES;
}

// --- counts ---------------------------------------------------------------------------------------------------------

static uint64_t oldest(uint64_t clocks) { return clocks ? (uint64_t)1 << (63 - __builtin_clzll(clocks)) : 0; }

// Whether a DUT may see the match in the clock of the last one that is counted separately. A counter counts a clock
// once (IHI 0014Q 2.2.3).
static bool may_share_clock(struct counting_once *o, const struct selection_match *m) {
  const uint64_t first = m->first > o->match_first ? m->first : o->match_first,
                 last = m->last < o->match_last ? m->last : o->match_last;
  const bool is_shared = first <= last;
  o->match_first = is_shared ? first : m->first;
  o->match_last = is_shared ? last : m->last;
  return is_shared;
}

// The DUT may have counted the match since its first clock. So a count in that time may be the count of this match if
// no other match explains it. If two matches of different clocks become certain in one clock, a DUT must count one of
// them by the end of an earlier clock. So the second one takes the lowest bit that is clear.
static void add_match(struct counting_once *o, const struct selection_match *m, uint64_t clock) {
  const uint64_t age = clock - m->first;
  if (age >= o->steady_clocks || may_share_clock(o, m)) return;
  const uint64_t clocks = age < 63 ? UINT64_MAX >> (63 - age) : UINT64_MAX,
                 explained_count = oldest(o->unmatched_counts & clocks);
  o->unmatched_counts &= ~explained_count;
  if (!explained_count) o->uncounted_matches |= o->uncounted_matches + 1;
}

static void add_matches(struct counting_once *o, uint32_t event, const struct certain_inputs *in) {
  const struct selection_match *matches = in->seen->matches;
  for (unsigned n = 0; matches && n < SELECTION_MATCHES; n++) {
    if (counting_is_true_by(event, &matches[n])) add_match(o, &matches[n], in->clock);
  }
}

// A new clock, with the pins of this clock.
static void age_once(struct counting_once *o, bool is_true_by_pins) {
  o->steady_clocks++;
  o->uncounted_pins = o->uncounted_pins << 1 | is_true_by_pins;
  o->uncounted_matches <<= 1;
  o->unmatched_counts = o->unmatched_counts << 1 | (o->unmatched_counts & (uint64_t)1 << 63);
}

// The DUT may see a match and a pin in the same clock, so one count may be for one of each. A count is taken for the
// oldest match and the oldest pin, which leaves the fewest certain counts.
static void take_count(struct counting_once *o) {
  o->unmatched_counts |= !o->uncounted_matches;
  o->uncounted_pins &= ~oldest(o->uncounted_pins);
  o->uncounted_matches &= ~oldest(o->uncounted_matches);
}

void certain_count(struct counting *r, unsigned i, bool is_counted, const struct certain_inputs *in,
                   struct counting_values *next) {
  const uint32_t enable = r->program.enable[i];
  struct counting_once *o = &r->once[i];
  age_once(o, is_true_by_pins(r, enable, in));
  add_matches(o, enable, in);
  if (is_counted) take_count(o);
  while ((o->uncounted_pins | o->uncounted_matches) >> r->latency) {
    if (next->high[i] > 0) next->high[i]--;
    take_count(o);
  }
}

// --- reloads and transitions ----------------------------------------------------------------------------------------

// Opens the due action of an event that was surely true by this clock. Until it is over, later events are not recorded.
static void note_event(const struct counting *r, struct counting_due *d, uint32_t event,
                       const struct certain_inputs *in) {
  if (d->is_open) return;
  const struct selection_match *match = counting_last_match(event, in->seen->matches);
  const bool is_now = is_true_by_pins(r, event, in);
  const uint64_t since = is_now ? in->clock : match ? match->first : 0;
  if (since <= r->cleared_at) return;
  *d = (struct counting_due){.is_open = true, .since = since, .until = in->clock + r->latency};
}

// Closes a due action whose latency is over: the DUT has certainly acted by the end of this clock. Returns whether
// there is one.
static bool close_due(struct counting_due *d, uint64_t clock) {
  const bool is_over = d->is_open && clock >= d->until;
  if (is_over) d->is_open = false;
  return is_over;
}

// The reload may have been in each clock since the event. After it, the counter may have counted in each later clock.
void certain_reload(struct counting *r, unsigned i, const struct certain_inputs *in, struct counting_values *next) {
  struct counting_due *d = &r->due[i];
  note_event(r, d, r->program.reload[i], in);
  if (!close_due(d, in->clock)) return;
  const uint64_t counts = in->clock - d->since;
  const uint16_t low = r->program.reload_low[i] > counts ? (uint16_t)(r->program.reload_low[i] - counts) : 0;
  if (next->low[i] < low) next->low[i] = low;
  if (next->high[i] > r->program.reload_high[i]) next->high[i] = r->program.reload_high[i];
}

// The events, by their numbers in `step`: the state that each leaves, and the other event that leaves it.
static const struct { uint8_t state, other; } leaves[COUNTING_STEPS] = {{0, 5}, {1, 2}, {1, 1}, {2, 4}, {2, 3}, {0, 0}};

// A sequencer that was in the state since the event has left it, unless both events of the state were true.
void certain_transition(struct counting *r, const struct counting_moves *moves, const struct certain_inputs *in,
                        struct counting_values *next) {
  for (unsigned state = 0; state < 3; state++) {
    if (moves->entered >> state & 1) r->entered_at[state] = in->clock;
  }
  for (unsigned n = 0; n < COUNTING_STEPS && r->program.sequencer; n++) {
    if (moves->possible >> n & 1) r->possible_at[n] = in->clock;
  }
  for (unsigned n = 0; n < COUNTING_STEPS && r->program.sequencer; n++) {
    const uint8_t state = leaves[n].state, others = (uint8_t)(next->sequencer & ~(1u << state));
    struct counting_due *d = &r->due[COUNTING_COUNTERS + n];
    note_event(r, d, r->program.step[n], in);
    if (!close_due(d, in->clock)) continue;
    const bool was_there = r->entered_at[state] < d->since, may_stay = r->possible_at[leaves[n].other] >= d->since;
    if (was_there && !may_stay && others && next->sequencer != COUNTING_ANY_STATE) next->sequencer = others;
  }
}
