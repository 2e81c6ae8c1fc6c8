// SPDX-License-Identifier: Apache-2.0
// What the processor presents of the steps of a program or a walk, and when: one event at a time, as the knobs ask. The
// steps may come as it goes.
#ifndef PRESENTED_H
#define PRESENTED_H

#include <stdbool.h>
#include <stddef.h>

#include "drawn.h"
#include "etm3_derive.h"
#include "pft_derive.h"
#include "rng.h"

struct image;
struct step_list;
struct stim_event;
struct stim_knobs;

struct presented {
  bool instructions;  // clocks of the instruction port, not waypoints
  uint32_t other_target_percent;
  struct derive waypoints;
  struct etm3_derive slots;
  // Of waypoints.
  struct pace pace;
  struct drawn context, vmid;
  struct rng targets;
};

// List and image must stay where they are.
void presented_start(struct presented *p, const struct stim_knobs *knobs, const struct step_list *steps,
                     const struct image *image);
// The next event. False if the steps that the list has do not say it. `over`: there will be no more.
bool presented_next(struct presented *p, bool over, struct stim_event *event);
// The first step that is read again; the one in front of it must be held, too.
size_t presented_at(const struct presented *p);

#endif
