// SPDX-License-Identifier: Apache-2.0
// PTM: the filter decides at each waypoint on the block of instructions that it ends (IHI 0035B 3.3.2 to 3.3.4, 3.4.1).
#include "packet.h"
#include "selection.h"

enum { RESET = 8 };  // exception number; the end of the block that it interrupts is not known

static bool is_instruction(const struct waypoint *w) {
  return w->type <= WAYPOINT_INDIRECT || w->type == WAYPOINT_BARRIER;
}

static struct comparator_state state_of(const struct waypoint *w) {
  return (struct comparator_state){w->context_id, w->vmid, w->ns, w->hyp, w->user};
}

static bool has_other_ids(const struct comparator_state *a, const struct comparator_state *b) {
  return a->context_id != b->context_id || a->vmid != b->vmid;
}

// The DUT may still compare the Context ID and the VMID from before Debug state.
static bool may_compare_old_ids(const struct selection *f) { return has_other_ids(&f->state[0], &f->state[1]); }

// The comparators might not observe a change of the Context ID or the VMID in Debug state until an event after the exit
// (IHI 0035B 4.18). Its list of events was not available. A new Context ID takes effect at one of these (4.5.7).
static bool shows_new_ids(const struct waypoint *w) {
  const bool is_isb = w->type == WAYPOINT_BARRIER && w->barrier == WAYPOINT_ISB;
  return is_isb || w->type == WAYPOINT_EXCEPTION || w->eret;
}

// Whether the block starts at `start`. It need not after Debug state or a prohibited region.
static bool knows_start(const struct selection *f) { return f->knows_previous && !f->was_hidden; }

// A block ends with its waypoint instruction, or with the last instruction before an exception or an update. A DUT may
// take an address near that instruction for the end (IHI 0035B 3.4.1). An instruction that an exception prevented from
// executing does not match (5.2.2). If it would have been the first of the block, the block is empty.
static struct comparator_block block_of(const struct selection *f, const struct waypoint *w) {
  const bool is_start_known = knows_start(f), ends_here = is_instruction(w);
  const bool is_empty = is_start_known && !ends_here && w->pc == f->start;
  const bool is_reset = w->type == WAYPOINT_EXCEPTION && w->exception == RESET;
  const uint8_t size = is_start_known && f->isa != ISA_ARM && !w->t32 ? 2 : 4;
  uint32_t low = ends_here ? w->pc : w->pc - size, high = low;
  if (!is_start_known && !ends_here) high = w->pc - 2;
  const bool ends_before_start = is_start_known && high < f->start;
  if (!f->options.is_reference_rtl && !is_empty) {
    low = is_start_known && low - f->start < 4 ? f->start : low - 4;
    if (ends_here) high += size;
  }
  const struct comparator_state next = state_of(w);
  const bool compares_old_ids = may_compare_old_ids(f) && !has_other_ids(&f->state[0], &next);
  struct comparator_block b = {.state = {f->state[0], compares_old_ids ? f->state[1] : next},
                               .start = COMPARATOR_ANYWHERE,
                               .end = COMPARATOR_ANYWHERE,
                               .last = low,
                               .size = size,
                               .is_state_known = is_start_known};
  b.kind = is_empty ? BLOCK_EMPTY : is_reset ? BLOCK_OPEN_END : ends_before_start ? BLOCK_UNKNOWN : BLOCK_WHOLE;
  if (is_start_known) b.start = (struct comparator_span){f->start, f->start};
  if (!is_reset) b.end = (struct comparator_span){is_empty ? -1 : (int64_t)low, high};
  return b;
}

// Nothing matches in Jazelle state (4.17). In Debug state and in an empty block there are no instructions. A DUT may
// hold what matched before.
static bool keeps(const struct selection *f, const struct waypoint *w, const struct comparator_block *b) {
  return f->jazelle || w->type == WAYPOINT_DEBUG_EXIT || b->kind == BLOCK_EMPTY;
}

static void set(struct selection *f, unsigned n, unsigned is) {
  selection_set(f, n, is);
  if (is == TRUTH_YES) f->match[SELECTION_NOW].resources |= 1u << n;
}

// An empty block ends before it starts, so by the formula of IHI 0035A 3.4.3 a range matches that contains both ends.
static unsigned by_formula(const struct comparators *c, unsigned n, const struct comparator_block *b) {
  return b->kind == BLOCK_EMPTY && n >= SELECTION_RANGE ? comparator_range_block(c, n - SELECTION_RANGE, b, false) : 0;
}

// The Context ID or VMID. At its first waypoint a DUT may compare what it had before it was stopped, or what it has
// missed since.
static unsigned by_state(const struct selection *f, unsigned n, const struct comparator_block *b) {
  if (f->may_have_missed) return TRUTH_UNKNOWN;
  const unsigned is = selection_compare_id(f, n, &b->state[0]) | selection_compare_id(f, n, &b->state[1]);
  return may_compare_old_ids(f) ? is | selection_compare_id(f, n, &f->state[1]) : is;
}

// If a DUT compares nothing (`none`), it may hold what matched last. Returns the single addresses that it may hold. No
// available clause states whether a DUT compares in a prohibited region.
static uint32_t compare(struct selection *f, const struct comparator_block *b, bool none) {
  const struct comparators *c = &f->program.c;
  const bool holds = none || b->kind == BLOCK_OPEN_END || f->was_hidden;
  uint32_t held = 0;
  for (uint32_t left = f->program.looks & ~(1u << SELECTION_STARTED); left; left &= left - 1) {
    const unsigned n = (unsigned)__builtin_ctz(left), was = holds ? TRUTH_NO | (truth_at(f->now, n) & TRUTH_YES) : 0;
    unsigned is;
    if (n >= SELECTION_CONTEXT)
      is = by_state(f, n, b);
    else if (n >= SELECTION_RANGE)
      is = was | (none ? by_formula(c, n, b) : comparator_range_block(c, n - SELECTION_RANGE, b, false));
    else
      is = none ? TRUTH_NO : comparator_address_block(c, n, b);
    if (n < SELECTION_RANGE) held |= was >> 1 << n;
    set(f, n, is);
  }
  return held;
}

static struct truth_set select_ranges(const struct selection *f, const struct comparator_block *b, bool none) {
  const struct selection_program *p = &f->program;
  const bool is_open = b->kind == BLOCK_EMPTY || b->kind == BLOCK_OPEN_END;
  // The DUT may hold what matched before (IHI 0035A 3.4.3).
  if (p->excludes && is_open) return (struct truth_set){p->selects, p->selects};
  if (!p->excludes || none) return truth_among(f->now, p->selects);
  struct truth_set s = {0, 0};
  for (uint32_t left = p->selects; left; left &= left - 1) {
    const unsigned n = (unsigned)__builtin_ctz(left);
    const unsigned is = comparator_range_block(&p->c, n - SELECTION_RANGE, b, true);
    s = truth_union(s, truth_only(n, is));
  }
  return s;
}

// An address comparator is HIGH in the clock in which it matches, or until the next waypoint: no clause states which.
static void hold_singles(struct selection *f, uint32_t held) {
  f->now.yes |= held;
  f->now.no |= f->now.yes & SELECTION_SINGLES;
}

static void go_on(struct selection *f, const struct waypoint *w) {
  const bool through = !w->taken || w->type == WAYPOINT_BARRIER || w->type == WAYPOINT_UPDATE;
  const bool hidden = w->type == WAYPOINT_DEBUG_ENTRY || w->prohibited;
  const bool keeps_old_ids = w->type == WAYPOINT_DEBUG_EXIT || (may_compare_old_ids(f) && !shows_new_ids(w));
  if (!through || !knows_start(f)) f->isa = (uint8_t)isa_of(w->target_t, w->target_j);
  const uint32_t size = f->isa != ISA_ARM && !w->t32 ? 2 : 4;
  f->start = !through ? w->target : w->type == WAYPOINT_UPDATE ? w->pc : w->pc + size;
  f->jazelle = w->taken && f->isa == ISA_JAZELLE && !hidden;
  f->was_hidden = hidden;
  f->knows_previous = true;
  f->may_have_missed = false;
  f->state[0] = state_of(w);
  if (!keeps_old_ids) f->state[1] = f->state[0];
}

// The TraceEnable event with these resources, of which `started` is the start/stop block.
static unsigned event_with(const struct selection *f, struct truth_set resources, unsigned started) {
  const struct truth_set others = truth_among(resources, ~(1u << SELECTION_STARTED));
  return selection_event(f->program.event, truth_union(others, truth_only(SELECTION_STARTED, started)));
}

// An event that becomes true between two waypoints counts at the second. An event that becomes false at a waypoint does
// so after the block that the waypoint ends (IHI 0035B 3.3.2). Between two waypoints, the match of a single address
// comparator may end, and the start/stop block changes after a stop point and by EmbeddedICE.
static unsigned take_event(struct selection *f, unsigned started) {
  if (!f->program.event) return 0;
  const unsigned between = event_with(f, f->before, f->started_between), earlier = (f->event | between) & TRUTH_YES;
  f->event = (uint8_t)event_with(f, f->now, started);
  return f->event | earlier;
}

void selection_waypoint(struct selection *f, const struct waypoint *w, uint64_t clock, struct selection_answer *a) {
  const struct comparator_block b = block_of(f, w);
  const bool none = keeps(f, w, &b);
  f->before = f->now;
  f->started_before = f->decides.started;
  f->clock = clock;
  f->match[SELECTION_NOW] = (struct selection_match){.first = clock, .last = clock};
  f->executed = (struct selection_executed){.low = knows_start(f) ? f->start : b.last,
                                            .high = b.last,
                                            .state = f->knows_previous ? f->state[0] : state_of(w)};
  const uint32_t held = compare(f, &b, none);
  const struct truth_set selected = select_ranges(f, &b, none);
  const unsigned started = selection_start_stop(f, clock);
  const unsigned event = take_event(f, started);
  selection_answer(f, selected, started, event, a);
  // A request to start or to stop counts for the next block. No clause states whether a prohibited block counts.
  if (!none && b.kind != BLOCK_OPEN_END && !f->was_hidden) selection_taken(f, clock);
  hold_singles(f, held);
  go_on(f, w);
}
