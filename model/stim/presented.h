// SPDX-License-Identifier: Apache-2.0
// Converts the steps of a program or a walk to the events that a processor presents, one at a time, with the pace of
// the knobs. Call order: presented_start, then presented_next. Steps may be added between the calls.
#ifndef PRESENTED_H
#define PRESENTED_H

#include <stdbool.h>
#include <stddef.h>

#include "etm3_derive.h"
#include "pft_derive.h"
#include "rng.h"

struct image;
struct step_list;
struct stim_event;
struct stim_knobs;

struct presented {
  bool instructions;  // instruction port, not waypoint port
  uint32_t other_target_percent;
  struct derive waypoints;
  struct etm3_derive slots;
  // For waypoints only:
  struct pace pace;
  struct random_register context, vmid;
  struct rng targets;
};

// List and image must stay at their address.
void presented_start(struct presented *p, const struct stim_knobs *knobs, const struct step_list *steps,
                     const struct image *image);
// The next event. False if the steps of the list do not determine it. `over`: there will be no more steps.
bool presented_next(struct presented *p, bool over, struct stim_event *event);
// The first step that will be read again. The step before it must be held, too.
size_t presented_at(const struct presented *p);
// `steps` steps were inserted into the list before this step.
void presented_shift(struct presented *p, size_t steps);

#endif
