// SPDX-License-Identifier: Apache-2.0
// The stimulus of a test bench, from any source, clock by clock. Files are read when they are opened; a clock reads
// nothing and cannot fail. Random code is made step by step, so its memory does not depend on the number of clocks.
//
// Call order: one of the three stim_open functions, then stim_next in each clock until `done`, then stim_close. A
// caller without clocks uses stim_next_event instead. Times are in clocks.
#ifndef STIM_H
#define STIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "draws.h"
#include "image.h"
#include "presented.h"
#include "random.h"
#include "rng.h"
#include "slot.h"
#include "step.h"
#include "waypoint.h"

struct error;

struct stim_knobs {
  enum spacing spacing;
  bool instructions;               // the instruction port of an ETM, not the waypoint port of a PTM
  uint32_t late_percent;           // instructions: of the indirect branches and exceptions whose target comes later
  uint32_t entry_percent;          // instructions: of the entries to Debug state that are also presented as an
                                   // exception
  uint32_t long_halt;              // instructions: clocks of one Debug state; 0: random
  bool pairs_apart;                // instructions: none follows a branch or exception return in the same clock
  uint32_t sync_permille;          // of the clocks with a SYNCREQ of one clock
  uint32_t flush_permille;         // of the clocks with a flush request
  uint32_t extin_permille;         // of the clocks in which EXTIN is a random number, not 0, and in which the inputs
                                   // below are drawn
  uint32_t extended_inputs;        // number of bits of EXTINBUS that are drawn, 0 to 32
  uint32_t embeddedice_inputs;     // number of bits of EMBEDDEDICE that are drawn, 0 to 8; each stays until the next
                                   // draw
  uint32_t context_percent;        // of the barriers and exceptions that change the Context ID
  uint32_t vmid_percent;           // of the barriers and exceptions that change the VMID
  bool barrier_waypoints;          // DMB and DSB are waypoints
  uint32_t other_target_percent;   // of the waypoints that do not branch whose target is not the address after them
  bool updates;                    // long code without a waypoint presents WAYPOINT_UPDATE
  uint32_t idle_permille;          // of the clocks in which WFI starts
  uint32_t clock_change_permille;  // of the clocks with TSCLKCHANGE and a jump of the time
  uint64_t seed;
};

// Values of the inputs that are resources: EXTINBUS[31:0], EXTIN[3:0] and EMBEDDEDICE[7:0].
struct stim_inputs {
  uint32_t extinbus;
  uint8_t extin, embeddedice;
};

struct stim_clock {
  bool valid;  // WPTVALID: `wp` is presented in this clock; it is all zero otherwise
  struct waypoint wp;
  uint8_t commit;  // WPTCOMMIT in this clock, 0 to 3
  bool wpt_flush;  // WPTFLUSH in this clock
  bool busy;       // the ETM's instruction port has `slots`; otherwise they are all zero
  struct slots slots;
  bool sync;            // SYNCREQ in this clock
  bool flush;           // AFVALID rises in this clock and stays until AFREADY
  bool idle;            // PTMIDLEREQ rises in this clock and stays until PTMIDLEACK
  bool clock_change;    // TSCLKCHANGE in this clock
  uint8_t extin;        // EXTIN[3:0] in this clock
  uint8_t embeddedice;  // EMBEDDEDICE[7:0]
  uint32_t extinbus;    // EXTINBUS[31:0]
  uint64_t timestamp;   // TSVALUEB[63:0] in this clock
  bool done;            // the end of the stimulus; stays true
};

// A text or a whole program may have millions of these, so the struct is small: 104 bytes.
struct stim_event {
  union {
    struct waypoint wp;  // valid
    struct slots slots;  // busy
  };
  uint32_t clocks;          // since the previous event, 1 or more
  struct stim_inputs held;  // from this clock on, until another event has other values
  uint32_t extinbus;
  uint8_t extin, embeddedice;
  bool valid : 1, busy : 1, sync : 1, flush : 1, idle : 1, clock_change : 1;
  bool wpt_flush : 1, is_discarded : 1;  // is_discarded: the waypoint is never committed
  uint8_t commit;                        // number of waypoints that are committed in this clock, 0 to 3
  size_t steps_end;                      // number of the first step in stim.steps that the event does not cover
  uint64_t timestamp;                    // from this clock on, until another event has a time
};

struct stim {
  struct image image;      // random code: the functions that were entered so far (random.h)
  struct step_list steps;  // empty for a text, which does not say what was executed
  struct stim_event *at;   // in order; `valid`: a waypoint, `busy`: a clock of the instruction port
  size_t count, room;
  bool whole;               // at[] has all remaining events; otherwise more are made when these have passed
  struct walk *walk;        // makes the steps of random code; otherwise NULL
  struct presented events;  // the events of the steps
  // The state of the clocks.
  size_t next;
  size_t steps_end;  // first step that the events up to `next` do not cover; the steps before it are held
  uint32_t wait;     // clocks until at[next]
  struct rng rng;
  struct rng times;
  struct rng inputs;
  uint32_t extinbus_drawn, embeddedice_drawn;  // mask of the bits that are drawn
  uint64_t timestamp;
  struct stim_inputs held;
  size_t steps_uncommitted;  // number of steps before `steps_end` that the caller still needs
  bool commits;  // a text has lines that commit or flush waypoints; otherwise each is committed in its own clock
  bool holds;    // one of the held inputs may be other than 0
  bool ticks;    // the timestamp counts clocks
  uint32_t sync_below, flush_below, extin_below, idle_below,
      clock_change_below;  // thresholds for a random number of 32 bits
};

// Each opens a source in a stim with any contents, which must stay at its address until it is closed. If it cannot,
// returns false and sets *err; then there is nothing to close.
bool stim_open_random(struct stim *stim, const struct stim_knobs *knobs, const struct random_knobs *random,
                      uint64_t seed, struct error *err);
bool stim_open_program(struct stim *stim, const struct stim_knobs *knobs, const char *path, struct error *err);
// A text defines what happens in each clock, so it takes no knobs.
bool stim_open_text(struct stim *stim, const char *path, struct error *err);
void stim_close(struct stim *stim);

// Before the first clock: makes all events in stim->at, all steps in stim->steps and all code in the image.
void stim_make_whole(struct stim *stim);
// Makes all code in the image. The clocks cannot be used after this.
void stim_make_code(struct stim *stim);
// The next event, for a caller that does not need clocks. False at the end.
bool stim_next_event(struct stim *stim, struct stim_event *event);

void stim_next(struct stim *stim, struct stim_clock *clock);  // to be called once in each clock

// The processor enters Debug state in the next clock, before its next instruction, and stays for `clocks`, 1 or more.
// False: it cannot, because it is in Debug state, tracing is prohibited, an exception or the target of a branch is
// next, or the next event is not known yet. For a text it never can, because a text has no steps.
bool stim_halt(struct stim *stim, uint32_t clocks);

#endif
