// SPDX-License-Identifier: Apache-2.0
// The processor: presents the stimulus on the unit's port, and falls asleep when it waits for an interrupt.
#ifndef PROCESSOR_H
#define PROCESSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "drive_options.h"
#include "ports.h"
#include "rng.h"
#include "stim.h"

struct error;

struct processor {
  struct stim stim;
  bool etm;         // the instruction port is driven, not the waypoint port
  bool exhausted;   // nothing is left to be presented
  uint32_t asleep;  // clocks since PTMIDLEREQ rose
  uint32_t no_halting_permille;
  struct rng no_halting;
};

// False and *err set: the stimulus cannot be read; then there is nothing to close.
bool processor_open(struct processor *p, const struct drive_options *options, struct error *err);
void processor_close(struct processor *p);

// A reset of the unit begins: the processor wakes up.
void processor_reset(struct processor *p, struct ports_in *in);

// It sleeps until PTMIDLEACK, and presents nothing.
bool processor_sleeps(const struct processor *p);

// At an edge: its pins of the next clock. `runs`: it may present something, if it is awake. True if a clock of the
// stimulus went by: *clock, which says what else it asks for. It is empty otherwise.
bool processor_step(struct processor *p, const struct ports_out *out, bool runs, struct ports_in *in,
                    struct stim_clock *clock);

#endif
