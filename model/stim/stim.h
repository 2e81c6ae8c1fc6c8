// SPDX-License-Identifier: Apache-2.0
// Stimulus for a test bench, from any source, clock by clock. All work is done on opening; a clock allocates nothing,
// reads nothing and cannot fail.
#ifndef STIM_H
#define STIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image.h"
#include "pace.h"
#include "random.h"
#include "rng.h"
#include "slot.h"
#include "step.h"
#include "waypoint.h"

struct error;

struct stim_knobs {
  enum spacing spacing;
  bool instructions;               // the instruction port of an ETM is driven, not the waypoint port of a PTM
  uint32_t late_percent;           // instructions: of the indirect branches and exceptions: their target comes later
  bool pairs_apart;                // instructions: none follows a branch or exception return in the same clock
  uint32_t sync_permille;          // of the clocks: random one-clock SYNCREQ
  uint32_t flush_permille;         // of the clocks: random flush requests
  uint32_t extin_permille;         // of the clocks: EXTIN is a random number, not 0
  uint32_t context_percent;        // of the barriers and exceptions: they bring a new Context ID
  uint32_t vmid_percent;           // of them: they bring a new VMID
  bool barrier_waypoints;          // DMB and DSB are waypoints
  uint32_t other_target_percent;   // of the waypoints that do not branch: their target is not the place behind them
  bool updates;                    // long code without a waypoint presents WAYPOINT_UPDATE
  uint32_t idle_permille;          // of the clocks: WFI begins
  uint32_t clock_change_permille;  // of the clocks: TSCLKCHANGE, and a jump of the time
  uint64_t seed;
};

struct stim_clock {
  bool valid;  // WPTVALID: `wp` is presented in this clock; it is all zero otherwise
  struct waypoint wp;
  bool busy;  // something is on the ETM's instruction port: `slots`, all zero otherwise
  struct slots slots;
  bool sync;           // SYNCREQ in this clock
  bool flush;          // raise AFVALID in this clock and hold it until AFREADY
  bool idle;           // raise PTMIDLEREQ in this clock and hold it until PTMIDLEACK
  bool clock_change;   // TSCLKCHANGE in this clock
  uint8_t extin;       // EXTIN[3:0] in this clock
  uint64_t timestamp;  // TSVALUEB[63:0] in this clock
  bool done;           // nothing is left; stays so
};

// A program has millions: 88 bytes.
struct stim_event {
  union {
    struct waypoint wp;  // valid
    struct slots slots;  // busy
  };
  uint32_t clocks;     // since the previous event, 1 or more
  uint32_t steps_end;  // the event covers steps up to here, this one not included: an index in stim.steps
  bool valid : 1, busy : 1, sync : 1, flush : 1, idle : 1, clock_change : 1;
  uint8_t extin;
  uint8_t extin_held;  // from this clock on, until another event says otherwise
  uint64_t timestamp;  // likewise
};

struct stim {
  struct image image;
  struct step_list steps;  // empty for a text source, which does not say what was executed
  struct stim_event *at;   // in order; `valid` ones are the waypoints, `busy` ones clocks of the instruction port
  size_t count;
  // The clocked part.
  size_t next;
  uint32_t wait;  // clocks until at[next]
  struct rng rng;
  struct rng times;
  uint64_t timestamp;
  uint8_t extin_held;
  bool ticks;  // the timestamp does, by itself
  uint32_t sync_below, flush_below, extin_below, idle_below,
      clock_change_below;  // thresholds of a 32-bit random number
};

// Each opens a source into a stim that may hold anything before. False and *err set if it cannot; then there is nothing
// to close.
bool stim_open_random(struct stim *stim, const struct stim_knobs *knobs, const struct random_knobs *random,
                      uint64_t seed, struct error *err);
bool stim_open_program(struct stim *stim, const struct stim_knobs *knobs, const char *path, struct error *err);
// A text says itself what happens in which clock, so it takes no knobs.
bool stim_open_text(struct stim *stim, const char *path, struct error *err);
void stim_close(struct stim *stim);

void stim_next(struct stim *stim, struct stim_clock *clock);  // once a clock

#endif
