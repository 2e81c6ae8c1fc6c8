// SPDX-License-Identifier: Apache-2.0
// The values that the counters and the sequencer of a trace unit may have. They follow from the clauses, the registers
// and the pins (IHI 0035B 3.9, 3.16.14 to 3.16.21; IHI 0035A 3.9; IHI 0014Q 2.2.3, 3.4.4, 3.5.26 to 3.5.33).
//
// A DUT sees its pins, its start and its stop up to `latency` clocks late. Each of the three delays is constant. A
// machine counts by the pins of each clock. A DUT that sees the pins `k` clocks late has the values that the machine
// had `k` clocks ago. So the unknown delay does not widen the intervals of the values with each count. If events name
// pins, there is a machine for each number of clocks by which a DUT may see its start later or earlier than its pins.
//
// The machines are not exact if events of counters name comparators or the state of the processor, or if non-invasive
// debug is disabled or enabled. Then there is one `loose` machine. If a DUT may or may not have seen an event, the
// machine considers both, so its intervals become wider.
#ifndef COUNTING_H
#define COUNTING_H

#include <stdbool.h>
#include <stdint.h>

#include "resource.h"
#include "truth.h"

enum {
  COUNTING_COUNTERS = RESOURCE_COUNT_COUNTER,
  COUNTING_STEPS = 6,  // events of the sequencer
  COUNTING_OUTPUTS = 4,
  // The events whose truth is recorded: those of ETMTRIGGER, ETMTSEVR and ETMTEEVR, and one for each output.
  COUNTING_FIRST_OUTPUT = 3,
  COUNTING_WATCHED = COUNTING_FIRST_OUTPUT + COUNTING_OUTPUTS,
  COUNTING_LATENCY = 31,  // If the latency is higher, the machine is loose.
  COUNTING_FRAMES = 64,   // clocks that are stored: more than twice COUNTING_LATENCY
  COUNTING_MACHINES = 2 * COUNTING_LATENCY + 1,
};

struct selection_match;

#define COUNTING_UNKNOWN 0x7F  // an event that is not known

// Possible values: of each counter, from `low` to `high`; of ETMSQR, as bits. If all bits are set, the behaviour of the
// sequencer is UNPREDICTABLE.
struct counting_values {
  uint16_t low[COUNTING_COUNTERS], high[COUNTING_COUNTERS];
  uint8_t sequencer;
};
enum { COUNTING_ANY_STATE = 15 };
extern const struct counting_values counting_unknown;

// The resources of a clock.
struct counting_inputs {
  struct truth_set shown;  // the resources that pins show (resource.h)
  // The resources of the filter, as bits of selection.h. A bit that is in neither set: the filter does not follow it.
  struct truth_set compared;
  const struct selection_match *matches;  // those of the filter that became certain in this clock; NULL: none
};

struct counting_program {
  uint8_t counters;  // number of counters that the DUT has
  bool sequencer;    // The DUT has one, and all of its events are known.
  uint16_t reload_low[COUNTING_COUNTERS], reload_high[COUNTING_COUNTERS];
  uint32_t enable[COUNTING_COUNTERS], reload[COUNTING_COUNTERS];
  uint32_t step[COUNTING_STEPS];  // 1 to 2, 2 to 1, 2 to 3, 3 to 1, 3 to 2, 1 to 3
  uint32_t watched[COUNTING_WATCHED];
  bool moves;  // A counter, the sequencer or a watched event may change.
};

struct counting_machine {
  uint8_t earliest, latest;  // The machine represents DUTs that see their pins from `earliest` to `latest` clocks late.
  uint8_t waits;             // clocks until it is started
  struct counting_values start, now;
  struct counting_values frame[COUNTING_FRAMES];  // by clock
  uint64_t low[COUNTING_WATCHED];   // clocks in which a watched event may be false; bit 0 is the last clock
  uint64_t high[COUNTING_WATCHED];  // clocks in which it may be true
};

// Counts of a counter that are certain, although their clock is not known. Bit n of a mask is n clocks ago. Bit 63 of
// `unmatched_counts` is 63 or more clocks ago.
struct counting_once {
  uint64_t uncounted_pins;     // By pins its event was surely true, and no count is taken for it.
  uint64_t uncounted_matches;  // A match that makes its event true was confirmed, and no count is taken for it.
  uint64_t unmatched_counts;   // It has counted by then, and no match explains the count.
  // The DUT may have seen the match that was added last, and each match that shares its count, in any of these clocks.
  uint64_t match_first, match_last;
  uint64_t steady_clocks;  // number of clocks, with this one, in which the DUT surely ran without a reload
};

// An event of a reload or of the sequencer was surely true in a clock from `since` on. A DUT has acted on it by the end
// of clock `until`.
struct counting_due {
  bool is_open;
  uint64_t since, until;
};

struct counting {
  uint8_t latency;
  bool known;   // The values since the last start are known.
  bool runs;    // The DUT was not stopped since then.
  bool active;  // counting_clock() must be called.
  bool loose;
  bool late;                // The DUT may have run before its start was known.
  uint8_t machines, alike;  // alike: clocks in which all machines have had the same values
  uint64_t clock;           // of the last frame
  uint64_t started;         // the clock after counting_start() or counting_postpone()
  uint64_t stopped;         // the clock after counting_stop()
  struct counting_program program;
  // Of a loose machine.
  struct counting_once once[COUNTING_COUNTERS];
  struct counting_due due[COUNTING_COUNTERS + COUNTING_STEPS];  // of the reloads, and after them of the sequencer
  uint64_t entered_at[3];                // the last clock in which the sequencer may have entered each state
  uint64_t possible_at[COUNTING_STEPS];  // the last clock in which each event may have been true in its state
  uint64_t cleared_at;                   // Nothing that happened by this clock is certain.
  struct counting_values before;         // at counting_start()
  // After a stop. Bits 0 to 3 of `replaced` and `written` are the counters, and bit 4 is the sequencer. `held` has the
  // values of those that are in `replaced`. Those in `written` cannot have the values any more that they had before.
  struct counting_values held;
  uint8_t replaced, written;
  struct counting_machine machine[COUNTING_MACHINES];
};

// The truth of an event, with these values of the counters and the sequencer.
unsigned counting_event(const struct counting_program *p, const struct counting_values *s,
                        const struct counting_inputs *in, uint32_t event);
// Whether a resource is a counter or a state of the sequencer, and the DUT has it.
bool counting_built(const struct counting_program *p, uint32_t resource);
// The inputs that the events name (resource.h).
uint32_t counting_named_inputs(const struct counting_program *p);

// The DUT is started at the end of this clock with the values `start`. `inputs` has the inputs of the last `latency`
// clocks, of this one first. The caller has set `latency`, `program` and `late`.
void counting_start(struct counting *r, uint64_t clock, const struct counting_values *start, bool loose,
                    const struct counting_inputs *inputs);
// In each clock while `active` is set. If the machine is loose, `in` is what a DUT may see, `now` the pins of this
// clock, and `runs` the truth of whether anything may change.
void counting_clock(struct counting *r, uint64_t clock, const struct counting_inputs *in,
                    const struct counting_inputs *now, unsigned runs);
// Replaces the machines by one loose machine, because a DUT may now see events at different delays.
void counting_loosen(struct counting *r);
// The DUT may not have started by the end of this clock.
void counting_postpone(struct counting *r, uint64_t clock);
void counting_stop(struct counting *r, uint64_t clock);
// The values are no longer known.
void counting_forget(struct counting *r);
// In a DUT that is stopped, counter `n`, from 0 on, or the sequencer (4) takes a value. A negative value is not known.
// `adds`: it takes this value or keeps the value that it had.
void counting_write(struct counting *r, unsigned n, int32_t value, bool adds);

// The values that the DUT may have by now.
struct counting_values counting_now(const struct counting *r);
// The values in one of the last clocks, in a DUT that runs and is not late. After a stop: counting_now().
struct counting_values counting_at(const struct counting *r, uint64_t clock);
// Whether counter `n`, from 0 on, or the sequencer (4) may be read as `value` by an access that began `age` clocks ago.
bool counting_may_read(const struct counting *r, uint64_t clock, unsigned n, unsigned value, uint64_t age);

// The truth of a watched event in this clock; whether the DUT has surely seen it, or may have seen it, in the window of
// the latency.
unsigned counting_watched(const struct counting *r, unsigned event);
bool counting_surely(const struct counting *r, unsigned event);
bool counting_maybe(const struct counting *r, unsigned event);
// Whether a watched event was true in this clock and in the `clocks` before it, however late the DUT is.
bool counting_lasts(const struct counting *r, unsigned event, unsigned clocks);
// Whether the event is surely true in a clock in which one of the resources of the match is HIGH, whatever the other
// resources are.
bool counting_is_true_by(uint32_t event, const struct selection_match *match);
// The last of these matches that makes the event true. NULL: none does.
const struct selection_match *counting_last_match(uint32_t event, const struct selection_match *matches);

#endif
