// SPDX-License-Identifier: Apache-2.0
// The processor: presents the stimulus on the unit's port, speculatively if the options say so (speculate.h), and stops
// when it waits for an interrupt. Call order:
// processor_open, then processor_step in each clock, then processor_close. Times are in clocks.
#ifndef PROCESSOR_H
#define PROCESSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "drive_options.h"
#include "ports.h"
#include "rng.h"
#include "speculate.h"
#include "stim.h"

struct error;

enum commits {
  COMMITS_AT_ONCE,  // each waypoint in its own clock
  COMMITS_AS_TEXT,  // at the `commit` lines of a text stimulus
  COMMITS_LATER     // in the clock that `speculate` decides
};

struct processor {
  struct stim stim;
  bool etm;         // instruction port, not waypoint port
  bool exhausted;   // the stimulus has ended
  uint32_t asleep;  // clocks after PTMIDLEREQ rose
  uint32_t no_halting_permille;
  struct rng no_halting;
  enum commits commits;
  struct debug_response response;
  struct rng responses;
  uint32_t response_left;  // clocks of the debug request until the processor responds
  bool has_idle_due;       // PTMIDLEREQ rises when the right path is committed
  uint64_t stalls;         // clocks in which the processor did not go on with the stimulus although it was awake
  unsigned outstanding;    // COMMITS_AS_TEXT: uncommitted waypoints
  struct speculate speculate;
};

// `config` is that of the unit. False and *err set if the stimulus cannot be read, or the unit has no buffer for
// speculative waypoints; then there is nothing to close.
bool processor_open(struct processor *p, const struct drive_options *options, const struct config *config,
                    struct error *err);
void processor_close(struct processor *p);

// A reset of the unit begins. The processor wakes up.
void processor_reset(struct processor *p, struct ports_in *in);

// True if the processor waits for PTMIDLEACK, and presents nothing.
bool processor_sleeps(const struct processor *p);

// True if no waypoint of the stimulus is uncommitted.
bool processor_is_settled(const struct processor *p);

// The number of waypoints that these pins commit, 0 to 3, without those that the trace unit must ignore. For
// each of them, (*steps_end)[i] is the first step that it does not cover. A text has no steps, so these numbers are 0.
unsigned processor_committed(const struct processor *p, const struct ports_in *in, const size_t **steps_end);
// The first step that is not covered by what was committed.
size_t processor_steps_end(const struct processor *p);

// At an edge: sets the pins of the next clock. `runs`: the processor may present something if it is awake. True if a
// clock of the stimulus has passed; *clock then has its other requests. Otherwise *clock is empty.
bool processor_step(struct processor *p, const struct ports_out *out, bool runs, struct ports_in *in,
                    struct stim_clock *clock);

#endif
