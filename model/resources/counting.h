// SPDX-License-Identifier: Apache-2.0
// What the counters and the sequencer of a trace unit may stand at, by the clauses, from how they are programmed and
// the pins alone (IHI 0035B 3.9, 3.16.14 to 3.16.21; IHI 0035A 3.9; IHI 0014Q 2.2.3, 3.4.4, 3.5.26 to 3.5.33).
//
// A unit sees its pins, its start and its stop up to `latency` clocks late, each by a number of clocks that does not
// change. A machine counts by the pins of each clock. What a unit that sees them `k` clocks late stands at now is what
// the machine stood at `k` clocks ago, so what is uncertain in time does not add up in number. Where events name pins
// there is a machine for each number of clocks by which a unit may see its start later than its pins, or sooner.
//
// Where that does not do there is one machine alone, `loose`: what may have been seen or not is taken as both, and
// intervals widen. That is where the counters' events name the processor's state, or non-invasive debug comes and goes.
#ifndef COUNTING_H
#define COUNTING_H

#include <stdbool.h>
#include <stdint.h>

#include "resource.h"
#include "truth.h"

enum {
  COUNTING_COUNTERS = RESOURCE_COUNTERS,
  COUNTING_STEPS = 6,  // events of the sequencer
  COUNTING_OUTPUTS = 4,
  COUNTING_WATCHED = 3 + COUNTING_OUTPUTS,  // events that are looked at: three, and those of the outputs
  COUNTING_LATENCY = 31,                    // more clocks are taken for less: `loose`
  COUNTING_FRAMES = 64,                     // more than twice as many
  COUNTING_MACHINES = 2 * COUNTING_LATENCY + 1,
};

#define COUNTING_UNKNOWN 0x7F  // an event

// What they may stand at: each counter from low to high; the sequencer bits of the values of ETMSQR, [3]: its behaviour
// is UNPREDICTABLE.
struct counting_stand {
  uint16_t low[COUNTING_COUNTERS], high[COUNTING_COUNTERS];
  uint8_t sequencer;
};
enum { COUNTING_ANY_STATE = 15 };
extern const struct counting_stand counting_unknown;

// Resources 0x60 to 0x6F that may be LOW, and that may be HIGH, and behind them 0x20 to 0x27. Likewise comparators and
// the start/stop block, by the bits of selection.h; `pulse`: those that surely are HIGH in one clock, up to `pulse_age`
// clocks ago. Neither: they are not known.
struct counting_inputs {
  struct truth_set pins, compared;
  uint32_t pulse;
  uint64_t pulse_age;
};

struct counting_program {
  uint8_t counters;  // that are there
  bool sequencer;
  uint16_t reload_low[COUNTING_COUNTERS], reload_high[COUNTING_COUNTERS];
  uint32_t enable[COUNTING_COUNTERS], reload[COUNTING_COUNTERS];
  uint32_t step[COUNTING_STEPS];  // 1 to 2, 2 to 1, 2 to 3, 3 to 1, 3 to 2, 1 to 3
  uint32_t watched[COUNTING_WATCHED];
  bool moves;  // something of it
};

struct counting_machine {
  uint8_t earliest, latest;  // so many clocks late is a unit that it stands for
  uint8_t waits;             // clocks until it is started
  struct counting_stand start, now;
  struct counting_stand frame[COUNTING_FRAMES];            // by clock
  uint64_t low[COUNTING_WATCHED], high[COUNTING_WATCHED];  // of the events: the last clock in bit 0
};

// What a counter surely counts, although the clock in which it does is not known. Bit n of each: n clocks ago.
struct counting_once {
  uint64_t pins;     // its event was true by pins, and
  uint64_t matches;  // a match was confirmed that makes it true: a count up to the latency later, not yet taken
  uint64_t counts;   // it has counted by then, and no match explains that
  uint8_t steady;    // clocks, this one included, in which the DUT surely ran and nothing may have reloaded the counter
};

struct counting {
  uint8_t latency;
  bool known;   // since it was started last, all that has become of it
  bool runs;    // it was not stopped since
  bool active;  // counting_clock is wanted
  bool loose;
  bool late;                // it may have run before it was started for all that is known
  uint8_t machines, alike;  // alike: so many clocks in which all of them stood at the same
  uint64_t clock;           // the last frame's
  uint64_t started;         // counting_start; the clock behind the last one of which anything may move
  uint64_t stopped;
  struct counting_program program;
  struct counting_once once[COUNTING_COUNTERS];  // loose
  struct counting_stand before;                  // counting_start: what they stood at then
  // Since it was stopped: what was written, or may have moved.
  struct counting_stand held;
  uint8_t replaced, written;  // bits: of counters, and [4] of the sequencer
  struct counting_machine machine[COUNTING_MACHINES];
};

// The truth (enum truth) of the event, if counters and sequencer are at `s`.
unsigned counting_event(const struct counting_program *p, const struct counting_stand *s,
                        const struct counting_inputs *in, uint32_t event);
// A counter at 0 or a state of the sequencer, that is there.
bool counting_built(const struct counting_program *p, uint32_t resource);

// The inputs that its events name (resource.h).
uint16_t counting_asks(const struct counting_program *p);

// The unit is started at the end of this clock, and stands at `start`. `inputs`: of the last clocks, this one first, as
// many as `latency`. Of *r latency, program and late are given.
void counting_start(struct counting *r, uint64_t clock, const struct counting_stand *start, bool loose,
                    const struct counting_inputs *inputs);
// A clock, while `active`. While `loose`, `in` is what a unit may see, `now` what the pins are in this clock, and
// `runs` whether anything may move.
void counting_clock(struct counting *r, uint64_t clock, const struct counting_inputs *in,
                    const struct counting_inputs *now, unsigned runs);
void counting_loosen(struct counting *r);
// The DUT may not have started by the end of this clock.
void counting_postpone(struct counting *r, uint64_t clock);
void counting_stop(struct counting *r, uint64_t clock);
void counting_forget(struct counting *r);  // nobody knows
// Of a unit that is stopped: a counter, or the sequencer (4), is written, below 0 with what is not known; or, if
// `adds`, it may have become that without being written.
void counting_write(struct counting *r, unsigned item, int32_t value, bool adds);

// What they may stand at by now.
struct counting_stand counting_now(const struct counting *r);
// What they may stand at in a clock, one of the last, in a DUT that runs and sees its pins and its start at once. After
// a stop: by now, however late the DUT saw the stop.
struct counting_stand counting_at(const struct counting *r, uint64_t clock);
// A counter, or the sequencer (4), may be read as that, for an access that began so many clocks ago.
bool counting_may_read(const struct counting *r, uint64_t clock, unsigned item, unsigned value, uint64_t age);

// A watched event in this clock; the unit has surely seen it true, in the window of latency; it may have.
unsigned counting_watched(const struct counting *r, unsigned event);
bool counting_surely(const struct counting *r, unsigned event);
bool counting_maybe(const struct counting *r, unsigned event);
// It was so in that clock and in so many before, however late the unit is.
bool counting_lasts(const struct counting *r, unsigned event, unsigned clocks);
// Is the event surely true in a clock in which those comparators surely are HIGH, whatever else is?
bool counting_pulses(uint32_t event, uint32_t pulse);

#endif
