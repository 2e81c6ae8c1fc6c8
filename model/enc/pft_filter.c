// SPDX-License-Identifier: Apache-2.0
// Compares blocks of instructions with the comparators (IHI 0035B 3.3.3, 3.3.4, 3.4).
#include "pft_filter.h"

#include "register.h"

enum { RESET_EXCEPTION = 8 };

static uint32_t address(const struct apb *a, unsigned n) { return a->words[(ETMACVR1 >> 2) + n]; }

// --- blocks ----------------------------------------------------------------------------------------------------------

// An exception before the first instruction of a block ends no block, and neither does a reset.
static bool ends_block(const struct pft_front *front, const struct waypoint *waypoint) {
  if (waypoint->type == WAYPOINT_EXCEPTION && waypoint->exception == RESET_EXCEPTION) return false;
  const bool exception = waypoint->type == WAYPOINT_EXCEPTION || waypoint->type == WAYPOINT_DEBUG_ENTRY;
  return !exception || waypoint->pc != front->target.address;
}

static struct filter_state state_of(const struct pft_front *front) {
  return (struct filter_state){front->context, front->vmid, front->target.ns, front->target.hyp, front->user, 0};
}

static struct pft_block block_of(const struct pft_front *front, const struct waypoint *waypoint) {
  const bool pc_is_after = waypoint->type == WAYPOINT_EXCEPTION || waypoint->type == WAYPOINT_DEBUG_ENTRY ||
                           waypoint->type == WAYPOINT_UPDATE;
  const unsigned size = !front->target.t || waypoint->t32 ? 4 : 2;
  return (struct pft_block){front->target.address, pc_is_after ? waypoint->pc - size : waypoint->pc, state_of(front)};
}

// --- comparators -----------------------------------------------------------------------------------------------------

static uint16_t singles(const struct apb *a, const struct pft_block *b, unsigned among) {
  unsigned hit = 0;
  for (; among; among &= among - 1) {
    const unsigned n = (unsigned)__builtin_ctz(among);
    const uint32_t at = address(a, n);
    if (b->first <= at && at <= b->last && filter_state_matches(a, n, &b->state)) hit |= 1u << n;
  }
  return (uint16_t)hit;
}

static void compare_ranges(struct pft_filter *f, const struct apb *a, unsigned among) {
  const struct pft_block *b = &f->block;
  f->range = f->covers = 0;
  for (; among; among &= among - 1) {
    const unsigned n = (unsigned)__builtin_ctz(among);
    const uint32_t low = address(a, 2 * n), high = address(a, 2 * n + 1);
    if (!filter_state_matches(a, 2 * n, &b->state)) continue;
    if (low <= b->last && high > b->first) f->range |= (uint8_t)(1u << n);
    if (low <= b->first && high > b->last) f->covers |= (uint8_t)(1u << n);
  }
}

// --- one clock -------------------------------------------------------------------------------------------------------

static uint64_t resources_of(const struct pft_filter *f, bool on) {
  return resources_compared(f->single, f->range, f->matches & CONTEXTS_MATCH, f->matches & VMID_MATCHES, on);
}

uint64_t pft_filter_true(const struct pft_filter *f, struct filter *c, const struct apb *a) {
  struct startstop *s = &c->startstop;
  if (c->has_startstop) {
    const bool stops = f->ice_stop && f->ended;
    s->next = startstop_pass(a, s->started || f->ice_start, f->single, &s->on[0]) && !stops;
  }
  return resources_of(f, s->on[0]);
}

static bool selects(const struct pft_filter *f, const struct filter *c, const struct apb *a, bool on) {
  const uint32_t tecr1 = apb_word(a, ETMTECR1);
  const bool includes = !(tecr1 & ETMTECR1_EXCLUDE);
  if (includes != (bool)((includes ? f->range : f->covers) & tecr1)) return false;
  return on || !filter_uses_startstop(c, a);
}

// The registers after this clock. `watched`: EmbeddedICE inputs.
static void watch(struct pft_filter *f, const struct filter *c, uint8_t watched) {
  f->ice_start = watched & c->ice_starts;
  f->ice_stop = watched & c->ice_stops || (f->ice_stop && !f->ended);
}

static void compare(struct pft_filter *f, const struct filter *c, const struct apb *a, const struct pft_front *front,
                    const struct waypoint *waypoint) {
  f->ended = waypoint && ends_block(front, waypoint);
  f->single = 0;
  f->block_is_new = f->ended && c->all_ranges;
  if (f->block_is_new) {
    f->block = block_of(front, waypoint);
    f->due = true;
    if (c->ranges | c->singles) {
      filter_identify(&f->block.state, c, a);
      f->single = singles(a, &f->block, c->singles);
      compare_ranges(f, a, c->ranges);
    }
  }
  if (c->identity) {
    struct filter_state state = state_of(front);
    filter_identify(&state, c, a);
    f->matches = state.matches;
  }
}

static void look(struct pft_filter *f, struct filter *c, const struct apb *a, const struct events *e,
                 const struct pft_front *after, const struct waypoint *arriving) {
  struct startstop *s = &c->startstop;
  struct front_selection *is = &f->selection;
  const struct waypoint *w = pft_front_block_end(after, arriving, &a->settings);
  *is = (struct front_selection){.selects_all = c->selects_all, .selected = selects(f, c, a, s->on[0])};
  watch(f, c, e->watched);
  compare(f, c, a, after, w);
  if (c->has_startstop) startstop_pass(a, s->next || f->ice_start, f->single, &s->on[1]);
  if (!w || !selects(f, c, a, s->on[1])) return;
  const uint64_t same = events_enabling(e, e->resources) & ~(RESOURCES_COMPARED | RESOURCES_OF_STATE);
  const uint64_t next = same | resources_of_state(after->target.ns, after->prohibited) | resources_of(f, s->on[1]);
  is->begins = c->enables ? event_true(a->etmteevr, next) : e->trace_enable;
}

void pft_filter_step(struct pft_filter *f, struct filter *c, const struct apb *a, const struct events *e,
                     const struct pft_front *front, const struct waypoint *arriving) {
  if (!front->run) {
    *f = (struct pft_filter){0};
    return;
  }
  struct pft_front after = *front;
  const struct waypoint *w = pft_front_waypoint(front->in_valid ? &front->in : NULL, &a->settings);
  if (front->in_losses) pft_front_lose(&after);
  if (w) pft_front_follow(&after, w, &a->settings);
  look(f, c, a, e, &after, arriving);
}

void pft_filter_settle(struct pft_filter *f, const struct filter *c, const struct apb *a, const struct pft_front *front,
                       bool run) {
  if (!run) {
    *f = (struct pft_filter){0};
    return;
  }
  struct filter_state state = state_of(front);
  filter_identify(&state, c, a);
  f->matches = state.matches;
  if (!f->due) return;
  f->due = false;
  filter_identify(&f->block.state, c, a);
  f->single = f->block_is_new ? singles(a, &f->block, c->all_singles) : 0;
  compare_ranges(f, a, c->all_ranges);
}
