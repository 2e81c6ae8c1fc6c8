// SPDX-License-Identifier: Apache-2.0
// The insides of a session, shared by session.c (which runs it) and report.c (which tells of it).
#ifndef RUN_H
#define RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "arch.h"
#include "driver.h"
#include "follow.h"
#include "options.h"
#include "session.h"
#include "stim.h"
#include "unit.h"

enum {
  BLOCK = 1024,         // clocks between two looks at the bytes
  AFTERMATH = 50,       // clocks that a run goes on after the first difference
  FORCED_PERIOD = 512,  // ETMSYNCFR from which on one synchronization is over when the next is due
  GLANCES = 64,         // more than twice the widest window of --latency
  LATENCY = 4,          // edges from a waypoint's to the last at which only what was in front of it can leave
};

struct bytes {
  uint8_t *at;
  size_t count, room;
};

// The first clock in which unit and model were not the same.
struct difference {
  bool found;
  uint64_t clock;
  size_t sent;       // bytes before it, the same on both sides
  size_t waypoints;  // presented before it
  struct ports_out unit, model;
};

// A clock as the unit saw it.
struct glance {
  bool taken;                 // WPTENABLE was still high in the next
  size_t from, end;           // items presented in it
  uint64_t clocks, enabling;  // as in struct moment
  uint64_t timestamp;
  uint8_t extin;
  bool idle_request;
  struct slots slots;
  uint32_t step[2];
};

struct session {
  struct options options;
  struct config config;
  bool etm;  // the unit is an ETM
  struct driver *driver;
  const struct ports_in *in;            // applied in this clock
  const struct stim *stim;              // all that is presented
  struct happened_waypoint *waypoints;  // those of `stim`
  struct happened happened;

  uint64_t clock;
  bool programming;    // ETMCR[10], as written last
  uint64_t finish_at;  // clock

  // What the unit sees it looks at one clock later, and takes a waypoint if WPTENABLE is still high then.
  struct {
    size_t items;
    struct slots slots;
    uint32_t step[2];  // of the slots' instructions
    bool idle_request;
    uint8_t extin;
    uint64_t timestamp;
  } sampled;
  struct glance glances[GLANCES];
  uint64_t glanced, judged;  // so many; of them, those whose window has closed
  uint64_t cleared_at;       // clock of the write that cleared the Programming bit
  bool overflow;             // ETMSR[0], as last read, or not read since then
  uint64_t enabled_at;       // clock
  bool ns, prohibited;       // of the last waypoint taken
  bool must_trace;           // by the TraceEnable event, in the last clock with WPTENABLE
  bool traceable;            // it was with an item taken
  size_t first;              // waypoint presented since tracing was enabled
  size_t presents;           // items presented in this clock
  size_t told;               // items up to the last one taken
  size_t refused;            // presented, not taken
  // As seen at the last edge: WPTENABLE; AFVALID is high and AFREADY was not; likewise PTMIDLEREQ and PTMIDLEACK.
  bool enabled, flushing, idling;

  struct unit unit;                      // the model
  struct bytes unit_bytes, model_bytes;  // the model's only from the first difference on
  uint64_t beats, triggers, reset_count;
  // The model forgets at a reset: waypoints that it had lost before, overflows that the trace had told by then.
  uint64_t lost_before, gaps_before;
  size_t sent_at[BLOCK];       // bytes sent before each clock of this block
  size_t sampled_at[LATENCY];  // waypoints sampled before each of the last clocks
  struct moment *moments;      // struct happened's
  struct rules rules;
  struct arch arch;
  struct follow follow;
  size_t followed;  // bytes that `follow` has seen
  bool wrong_found;
  uint64_t wrong_clock;  // in which the bytes left that `follow` found wrong

  struct difference difference;
  char rule[128];  // the first assertion that failed
  uint64_t rule_clock, rules_failed;
  FILE *beats_file;
};

// What the unit looks at in this clock it sampled in the last: notes it for check 2, as soon as it is known what EXTIN
// and TSVALUEB were in all clocks of the window in which it may have sampled them.
void session_look(struct session *s, const struct ports_out *out);
// The windows that are still open have closed.
void session_look_at_all(struct session *s);

// Prints the report; true if everything was the same. `rerun` as in session_close.
bool report(struct session *s, const struct rerun *rerun);

#endif
