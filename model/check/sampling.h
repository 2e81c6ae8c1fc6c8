// SPDX-License-Identifier: Apache-2.0
// What the unit saw, clock by clock, and what it may or must do with it by the TraceEnable event.
#ifndef SAMPLING_H
#define SAMPLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "etm3_port.h"
#include "rule_input.h"
#include "selection.h"

struct observer;
struct cycle;

enum {
  SAMPLES_MAX = 64,  // more than twice the widest window of --latency
  SAMPLES_MIN = 4,   // where the unit samples in the item's own clock: few, which stay in a processor's cache
};

// Bit n is a state of the processor: bit 0 of n is Non-secure, bit 1 a prohibited region. A PTM knows the state from
// the last waypoint. No clause says which state a PTM assumes before the first waypoint after a start.
enum state_mask { STATES_ALL = 15 };
static inline uint8_t sample_state(bool ns, bool prohibited) { return (uint8_t)(1 << (ns + 2 * prohibited)); }

// A clock as the unit saw it.
struct sample {
  uint64_t clock, atb_clocks;  // atb_clocks: clocks so far in which the ATB could take
  bool taken;                  // WPTENABLE was still high in the next
  size_t from, end;            // items presented in it
  uint64_t clocks, enabling;   // as in struct moment
  uint64_t timestamp;
  struct input_pins inputs;
  uint8_t enables;  // the TraceEnable event, by what no pin shows: enum truth
  uint8_t states;   // of the processor, by which its items are judged: enum state_mask
  bool doubted;     // a write while the unit runs may change what is traced
  bool filtered;    // TraceEnable needs comparators or the start/stop block:
  struct selection_answer
      answers[ETM3_PORT_STEPS];  // what they say of its items; of a waypoint, of the block before it
  struct etm3_port_clock port;   // of an ETM
};

// What the unit sees it looks at one clock later, and takes an item if WPTENABLE is still high then.
struct sampling {
  struct sample
      samples[SAMPLES_MAX];  // a ring; behind those that were looked at, the one that was sampled in the last clock
  uint64_t mask;             // of the samples that are used, a power of two, less one
  uint64_t count, judged;    // so many were looked at; of them, those whose window has closed
  uint8_t states;            // PTM: of the last waypoint taken since the start
  bool must_trace;           // by the TraceEnable event, in the last clock with WPTENABLE
  size_t first;              // item presented since tracing was enabled
  size_t reported;           // items up to the last one taken
  size_t not_taken;          // presented, not taken
};

// Sample `i`; that of this clock is not there before sampling_edge.
static inline struct sample *sample_at(struct sampling *s, uint64_t i) { return &s->samples[i & s->mask]; }
static inline struct sample *sample_now(struct sampling *s) { return sample_at(s, s->count + 1); }
// What the unit looks at in this clock it sampled in the last: notes it for the scoreboard, as soon as it is known
// what EXTIN and TSVALUEB were in all clocks of the window in which it may have sampled them.
void sampling_edge(struct observer *o, const struct cycle *c);
// In front of what is executed in this clock: the start/stop block has changed its mind, and a unit that is late may
// have decided by that on what was. `all`: it was programmed while it runs (IHI 0035B 3.15.4), so that goes for all
// that decides.
void sampling_doubt(struct observer *o, bool all);
// The windows that are still open have closed.
void sampling_end(struct observer *o);

#endif
