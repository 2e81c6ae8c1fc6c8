// SPDX-License-Identifier: Apache-2.0
// Compares instructions with the comparators (IHI 0014Q 2.6, 2.7, 3.5.22).
#include "etm3_filter.h"

#include "etm3_front.h"
#include "events.h"
#include "register.h"

static uint32_t address(const struct apb *a, unsigned n) { return apb_word(a, ETMACVR1 + 4 * n); }

// An executed instruction was also fetched.
static bool is_kind(uint32_t type, bool passed) {
  enum { FETCHED, EXECUTED, PASSED, FAILED };
  switch (type & ETMACTR_TYPE) {
    case FETCHED:
    case EXECUTED:
      return true;
    case PASSED:
      return passed;
    case FAILED:
      return !passed;
    default:
      return false;  // data
  }
}

// The bits of an address that are compared.
static uint32_t compared(uint32_t type) {
  enum { HALFWORD = 1, WORD = 3 };
  const unsigned size = field_get(type, ETMACTR_SIZE);
  return size == WORD ? ~3u : size == HALFWORD ? ~1u : ~0u;
}

// ETMACTR of comparator n. Only ETMv3.0 uses the size for the address of an instruction (IHI 0014Q 2.7.1, 2.7.3).
static uint32_t type_of(const struct apb *a, unsigned n) {
  const uint32_t type = apb_word(a, ETMACTR1 + 4 * n);
  return is_etm3_0(&a->settings) ? type : type & ~ETMACTR_SIZE;
}

static struct etm3_hits hits_of(const struct apb *a, const struct slot *slot, const struct filter_state *state,
                                unsigned singles, unsigned ranges) {
  struct etm3_hits h = {0};
  if (!slot->executed) return h;
  for (; singles; singles &= singles - 1) {
    const unsigned n = (unsigned)__builtin_ctz(singles);
    const uint32_t type = type_of(a, n);
    const bool same = !((slot->at.address ^ address(a, n)) & compared(type));
    if (same && is_kind(type, slot->passed) && filter_state_matches(a, n, state)) h.same |= (uint16_t)(1u << n);
  }
  for (; ranges; ranges &= ranges - 1) {
    const unsigned n = (unsigned)__builtin_ctz(ranges);
    const uint32_t type = type_of(a, 2 * n), bits = compared(type), at = slot->at.address & bits;
    const bool within = at >= (address(a, 2 * n) & bits) && at < (address(a, 2 * n + 1) & bits);
    if (within && is_kind(type, slot->passed) && filter_state_matches(a, 2 * n, state)) h.within |= (uint8_t)(1u << n);
  }
  return h;
}

static bool executes(const struct slots *in) { return !in->debug && (in->at[0].executed || in->at[1].executed); }

static struct filter_state state_of(const struct slots *in) {
  return (struct filter_state){in->context_id, in->vmid, in->ns, in->hyp, in->user, 0};
}

// --- one clock -------------------------------------------------------------------------------------------------------

static bool is_chosen(const struct apb *a, const struct etm3_hits *h) {
  return h->within & apb_word(a, ETMTECR1) || h->same & apb_word(a, ETMTECR2);
}

static bool selects(const struct filter *c, const struct apb *a, const struct slot *slot, const struct etm3_hits *h,
                    bool on) {
  const bool excludes = apb_word(a, ETMTECR1) & ETMTECR1_EXCLUDE;
  return slot->executed && is_chosen(a, h) != excludes && (on || !filter_uses_startstop(c, a));
}

// An EmbeddedICE start point takes effect before the instructions of a clock, a stop point after them.
static void start_and_stop(struct filter *c, const struct apb *a, const struct etm3_hits hits[2], uint8_t watched) {
  struct startstop *s = &c->startstop;
  const bool before = s->started || watched & c->ice_starts;
  s->next = startstop_pass(a, startstop_pass(a, before, hits[0].same, &s->on[0]), hits[1].same, &s->on[1]);
  if (watched & c->ice_stops) s->next = false;
}

// An instruction matches when the next one is executed, unless an exception has cancelled it (IHI 0014Q 2.7.4). The
// comparator must have exact match in both clocks.
static void match_exactly(struct etm3_filter *f, const struct filter *c, const struct slots *in, bool run,
                          struct etm3_hits hits[2]) {
  struct etm3_hits *waits = &f->waits;
  for (unsigned i = 0; i < 2; i++) {
    const struct slot *slot = &in->at[i];
    const bool executed = slot->executed && !in->debug, cancels = slot->branched && slot->cancel && !in->debug;
    const struct etm3_hits now = hits[i];
    hits[i].same = (uint16_t)((now.same & ~c->exact_singles) | (executed ? waits->same & c->exact_singles : 0));
    hits[i].within = (uint8_t)((now.within & ~c->exact_ranges) | (executed ? waits->within & c->exact_ranges : 0));
    if (executed) *waits = (struct etm3_hits){now.same & c->exact_singles, now.within & c->exact_ranges};
    if (cancels) *waits = (struct etm3_hits){0};
  }
  if (!run) *waits = (struct etm3_hits){0};
}

uint64_t etm3_filter_look(struct etm3_filter *f, struct filter *c, const struct apb *a, const struct etm3_front *front,
                          uint8_t watched) {
  const struct slots *in = &front->in;
  const struct startstop *s = &c->startstop;
  struct etm3_hits hits[2] = {{0}};
  struct filter_state state = state_of(in);
  const bool any = executes(in);
  if (!any) {
    state.context = front->context;
    state.vmid = front->vmid;
  }
  if (c->identity || c->singles | c->ranges | c->exact_singles) filter_identify(&state, c, a);
  if (any) {
    const unsigned singles = c->singles | c->exact_singles, ranges = c->ranges | c->exact_ranges;
    for (unsigned i = 0; i < 2; i++) hits[i] = hits_of(a, &in->at[i], &state, singles, ranges);
  }
  if (c->exact_singles || f->waits.same || f->waits.within) match_exactly(f, c, in, front->run, hits);
  if (c->has_startstop) start_and_stop(c, a, hits, watched);
  f->selected = selects(c, a, &in->at[0], &hits[0], s->on[0]) || selects(c, a, &in->at[1], &hits[1], s->on[1]);
  if (!front->run) {
    f->range = 0;
    f->due = false;
  } else if (any) {
    f->range = hits[0].within | hits[1].within;
    f->due = c->all_ranges;
    if (f->due) f->last = *in;
  }
  const uint16_t single = front->run ? hits[0].same | hits[1].same : 0;
  return resources_compared(single, f->range, state.matches & CONTEXTS_MATCH, state.matches & VMID_MATCHES,
                            s->on[0] || s->on[1]);
}

void etm3_filter_settle(struct etm3_filter *f, const struct filter *c, const struct apb *a, bool run) {
  if (!run || !f->due) return;
  struct filter_state state = state_of(&f->last);
  f->due = false;
  f->range &= c->exact_ranges;
  filter_identify(&state, c, a);
  const unsigned others = c->all_ranges & ~(unsigned)c->exact_ranges;
  for (unsigned i = 0; i < 2; i++) f->range |= hits_of(a, &f->last.at[i], &state, 0, others).within;
}
