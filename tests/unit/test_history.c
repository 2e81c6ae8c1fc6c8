// SPDX-License-Identifier: Apache-2.0
// The rings of items begin short and are enlarged. Stored items are still available then.

#include "case.h"
#include "history.h"

enum { ROOM = 1 << 12, STEPS = 7 };  // items; steps of a waypoint

// Each item and each step contains its number.
static void add(struct history *h, bool waypoints) {
  const uint32_t number = (uint32_t)h->count;
  for (unsigned i = 0; i < (waypoints ? STEPS : 1); i++) {
    history_add_step(h, &(struct step){.address = (uint32_t)h->steps_count});
  }
  if (waypoints) history_add_waypoint(h, &(struct waypoint){.pc = number}, h->steps_count);
  history_moment(h, number)->clock = number;
  assert_int_equal(history_moment(h, number + 1)->clock, 0);
}

static void look_at_all(const struct history *h) {
  for (size_t i = h->first; i < h->count; i++) {
    assert_int_equal(history_moment(h, i)->clock, i);
    if (h->waypoints) assert_int_equal(history_waypoint(h, i)->pc, i);
  }
  for (size_t i = history_steps(h, h->first); i < h->steps_count; i++) {
    assert_int_equal(history_step(h, i)->address, i);
  }
}

// Fills the rings up to the limit. The rings then hold as many items, or steps, as required.
static void fill(bool waypoints) {
  const size_t released[] = {0, 1, 3 * HISTORY_BEGINS / 2, 5000};
  for (size_t n = 0; n < sizeof released / sizeof *released; n++) {
    struct history h;
    history_start(&h, waypoints, true, ROOM);
    assert_int_equal(h.mask, HISTORY_BEGINS - 1);
    size_t mask = h.mask;
    while (history_has_room(&h, STEPS)) {
      if (h.mask != mask) look_at_all(&h);
      mask = h.mask;
      if (h.count < released[n]) history_release(&h, h.count);
      add(&h, waypoints);
    }
    look_at_all(&h);
    assert_int_equal(h.mask, ROOM - 1);
    const size_t kept = h.count - h.first, steps = h.steps_count - history_steps(&h, h.first);
    assert_true(kept + HISTORY_MARGIN > h.mask || steps + STEPS > h.steps_mask);
    history_stop(&h);
  }
}

CASE(history_of_steps) { fill(false); }

CASE(history_of_waypoints) { fill(true); }
