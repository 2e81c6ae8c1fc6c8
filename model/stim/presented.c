// SPDX-License-Identifier: Apache-2.0
// The random numbers of the knobs, and the events of each protocol.
#include "presented.h"

#include "step.h"
#include "stim.h"

// Streams of random numbers from one seed. Random code has stream 1. stim.c has those of requests.
enum { STREAM_SPACING = 2, STREAM_CONTEXT = 4, STREAM_VMID = 6, STREAM_SLOTS, STREAM_TARGETS };

void presented_start(struct presented *p, const struct stim_knobs *knobs, const struct step_list *steps,
                     const struct image *image) {
  const struct pace pace = {.spacing = knobs->spacing, .rng = rng_seed(knobs->seed, STREAM_SPACING)};
  const struct random_register context = {
      .rng = rng_seed(knobs->seed, STREAM_CONTEXT), .percent = knobs->context_percent, .bits = 32};
  const struct random_register vmid = {
      .rng = rng_seed(knobs->seed, STREAM_VMID), .percent = knobs->vmid_percent, .bits = 8};
  *p =
      (struct presented){.instructions = knobs->instructions,
                         .other_target_percent = knobs->other_target_percent,
                         .waypoints = {.steps = steps, .barriers = knobs->barrier_waypoints, .updates = knobs->updates},
                         .slots = {.steps = steps,
                                   .image = image,
                                   .pace = pace,
                                   .rng = rng_seed(knobs->seed, STREAM_SLOTS),
                                   .context = context,
                                   .vmid = vmid,
                                   .late_percent = knobs->late_percent,
                                   .pairs_apart = knobs->pairs_apart,
                                   .entry_percent = knobs->entry_percent,
                                   .long_halt = knobs->long_halt},
                         .pace = pace,
                         .context = context,
                         .vmid = vmid,
                         .targets = rng_seed(knobs->seed, STREAM_TARGETS)};
}

static bool next_waypoint(struct presented *p, struct stim_event *event) {
  uint32_t instructions;
  *event = (struct stim_event){.valid = true, .commit = 1};
  if (!derive_next(&p->waypoints, &event->wp, &instructions)) return false;
  if (event->wp.type == WAYPOINT_BARRIER || event->wp.type == WAYPOINT_EXCEPTION) {
    random_register_next(&p->context);
    random_register_next(&p->vmid);
  }
  event->wp.context_id = p->context.now;
  event->wp.vmid = (uint8_t)p->vmid.now;
  event->steps_end = p->waypoints.at;
  random_target(&p->targets, p->other_target_percent, &event->wp,
                step_list_at(p->waypoints.steps, event->steps_end - 1));
  event->clocks = pace_clocks(&p->pace, instructions);
  return true;
}

// A clock uses all steps that there are, so there must be enough.
static bool next_slots(struct presented *p, bool over, struct stim_event *event) {
  struct etm3_clock clock;
  const size_t left = step_list_end(p->slots.steps) - p->slots.at;
  if ((!over && left < ETM3_DERIVE_STEPS) || !etm3_derive_next(&p->slots, &clock)) return false;
  *event =
      (struct stim_event){.busy = true, .slots = clock.slots, .clocks = clock.clocks, .steps_end = clock.steps_end};
  return true;
}

bool presented_next(struct presented *p, bool over, struct stim_event *event) {
  return p->instructions ? next_slots(p, over, event) : next_waypoint(p, event);
}

size_t presented_at(const struct presented *p) { return p->instructions ? p->slots.at : p->waypoints.at; }

void presented_shift(struct presented *p, size_t steps) {
  p->waypoints.at += steps;
  p->slots.at += steps;
  for (unsigned i = 0; i < p->slots.held; i++) p->slots.items[i].steps_end += steps;
}
