// SPDX-License-Identifier: Apache-2.0
// Stimulus for a test bench, from any source, clock by clock. Files are read on opening; a clock reads nothing and
// cannot fail. Random code is made as it goes: its memory does not depend on how many clocks there are.
#ifndef STIM_H
#define STIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image.h"
#include "pace.h"
#include "presented.h"
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
  uint32_t entry_percent;          // instructions: of the entries to Debug state: an exception presents them, too
  uint32_t long_halt;              // instructions: clocks that one Debug state lasts; 0: as drawn
  bool pairs_apart;                // instructions: none follows a branch or exception return in the same clock
  uint32_t sync_permille;          // of the clocks: random one-clock SYNCREQ
  uint32_t flush_permille;         // of the clocks: random flush requests
  uint32_t extin_permille;         // of the clocks: EXTIN is a random number, not 0; and the inputs below
  uint32_t extended_inputs;        // bits of EXTINBUS that are drawn, 0 to 32: likewise, each by itself
  uint32_t embeddedice_inputs;     // and of EMBEDDEDICE, 0 to 8: held until the next draw
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
  bool sync;            // SYNCREQ in this clock
  bool flush;           // raise AFVALID in this clock and hold it until AFREADY
  bool idle;            // raise PTMIDLEREQ in this clock and hold it until PTMIDLEACK
  bool clock_change;    // TSCLKCHANGE in this clock
  uint8_t extin;        // EXTIN[3:0] in this clock
  uint8_t embeddedice;  // EMBEDDEDICE[7:0]
  uint32_t extinbus;    // EXTINBUS[31:0]
  uint64_t timestamp;   // TSVALUEB[63:0] in this clock
  bool done;            // nothing is left; stays so
};

// A text, or a program made whole, may have millions: 104 bytes.
struct stim_event {
  union {
    struct waypoint wp;  // valid
    struct slots slots;  // busy
  };
  uint32_t clocks;                   // since the previous event, 1 or more
  uint32_t extinbus, extinbus_held;  // `held`: from this clock on, until another event says otherwise
  size_t steps_end;                  // the event covers steps up to here, this one not included: a number in stim.steps
  uint64_t timestamp;                // from this clock on, until another event says otherwise
  uint8_t extin, extin_held;
  uint8_t embeddedice, embeddedice_held;
  bool valid : 1, busy : 1, sync : 1, flush : 1, idle : 1, clock_change : 1;
};

struct stim {
  struct image image;      // of random code: what was entered so far (random.h)
  struct step_list steps;  // none of a text source, which does not say what was executed
  struct stim_event *at;   // in order; `valid` ones are the waypoints, `busy` ones clocks of the instruction port
  size_t count, room;
  bool whole;               // at[] has all events that are left; else more are made when these have passed
  struct walk *walk;        // makes the steps of random code; else NULL
  struct presented events;  // of steps
  // The clocked part.
  size_t next;
  size_t steps_end;  // the events up to here cover the steps in front of this one; the last of these are held
  uint32_t wait;     // clocks until at[next]
  struct rng rng;
  struct rng times;
  struct rng inputs;
  uint32_t extinbus_drawn, embeddedice_drawn;  // the bits that are
  uint64_t timestamp;
  uint32_t extinbus_held;
  uint8_t extin_held, embeddedice_held;
  bool holds;  // one of these may be
  bool ticks;  // the timestamp does, by itself
  uint32_t sync_below, flush_below, extin_below, idle_below,
      clock_change_below;  // thresholds of a 32-bit random number
};

// Each opens a source into a stim that may hold anything before, and stays where it is until it is closed. False and
// *err set if it cannot; then there is nothing to close.
bool stim_open_random(struct stim *stim, const struct stim_knobs *knobs, const struct random_knobs *random,
                      uint64_t seed, struct error *err);
bool stim_open_program(struct stim *stim, const struct stim_knobs *knobs, const char *path, struct error *err);
// A text says itself what happens in which clock, so it takes no knobs.
bool stim_open_text(struct stim *stim, const char *path, struct error *err);
void stim_close(struct stim *stim);

// Before the first clock: all events into stim->at, all steps into stim->steps, all code into the image.
void stim_make_whole(struct stim *stim);
// All code into the image; the clocks are lost.
void stim_make_code(struct stim *stim);
// The next event, for who does not want clocks. False at the end.
bool stim_next_event(struct stim *stim, struct stim_event *event);

void stim_next(struct stim *stim, struct stim_clock *clock);  // once a clock

#endif
