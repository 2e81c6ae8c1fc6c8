// SPDX-License-Identifier: Apache-2.0
// What the unit saw, clock by clock, and what it may or must do with it by the TraceEnable event.
//
//   sample_now()       the sample of this clock, before sampling_clock(): the caller sets `port`
//   sampling_filter()  in each clock, after the items are in the history
//   sampling_clock()   after that, and after the registers and the rules have followed the clock
#ifndef SAMPLING_H
#define SAMPLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cycle.h"
#include "etm3_port.h"
#include "history.h"
#include "inputs.h"
#include "selection.h"

enum {
  SAMPLES_MAX = 64,  // more than twice the widest window of --latency
  SAMPLES_MIN = 4,   // where the unit samples in the item's own clock: few, which stay in a processor's cache
  SAMPLES_LEFT = 4,  // clocks from an item's to the last in which only what was in front of it can leave
};

// Bit n is a state of the processor: bit 0 of n is Non-secure, bit 1 a prohibited region. A PTM knows the state from
// the last waypoint. No clause says which state a PTM assumes before the first waypoint after a start.
enum state_mask { STATES_ALL = 15 };
static inline uint8_t sample_state(bool ns, bool prohibited) { return (uint8_t)(1 << (ns + 2 * prohibited)); }

// A clock as the unit saw it.
struct sample {
  uint64_t clock, atb_clocks;  // atb_clocks: clocks so far in which the ATB could take
  uint64_t left;               // bytes that had left before
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

// What the DUT sees it looks at one clock later, and takes an item if WPTENABLE is still high then.
struct sampling {
  // Set by the caller before sampling_start().
  bool is_etm;
  int latency_low, latency_high;  // clocks after an item's: when the unit samples EXTIN and TSVALUEB
  const struct config *programmed;
  struct history *history;
  struct selection *filter;
  const struct event_inputs *inputs;
  const size_t *stream_first;  // the first item of the stream that is compared

  unsigned late;  // clocks from an item to the last one in which the DUT may sample the pins for it
  struct sample
      samples[SAMPLES_MAX];  // a ring; behind those that were looked at, the one that was sampled in the last clock
  uint64_t mask;             // of the samples that are used, a power of two, less one
  uint64_t count, judged;    // so many were looked at; of them, those whose window has closed
  uint8_t states;            // PTM: of the last waypoint taken since the start
  bool is_enabled;           // WPTENABLE was high in the last clock.
  size_t first;              // item presented since tracing was enabled
  size_t reported;           // items up to the last one taken
  size_t not_taken;          // presented, not taken
  uint64_t enabled_at, programmed_at;   // clocks: WPTENABLE rose; the Programming bit was cleared
  size_t sampled_before[SAMPLES_LEFT];  // items sampled before each of the last clocks
};

void sampling_start(struct sampling *s);
// Sample `i`; that of this clock is not there before sampling_clock.
static inline struct sample *sample_at(struct sampling *s, uint64_t i) { return &s->samples[i & s->mask]; }
static inline struct sample *sample_now(struct sampling *s) { return sample_at(s, s->count + 1); }
// What comparators and the start/stop block select of the items.
void sampling_filter(struct sampling *s, const struct cycle *c);
// The TraceEnable event needs more than pins.
bool sampling_is_hidden(const struct sampling *s);
// What the unit looks at in this clock it sampled in the last: notes it for the scoreboard, as soon as it is known
// what EXTIN and TSVALUEB were in all clocks of the window in which it may have sampled them. `enables`: the
// TraceEnable event in this clock, if sampling_is_hidden(), otherwise 0.
void sampling_clock(struct sampling *s, const struct cycle *c, unsigned enables);
// In front of what is executed in this clock: the start/stop block has changed its mind, and a unit that is late may
// have decided by that on what was. `all`: it was programmed while it runs (IHI 0035B 3.15.4), so that goes for all
// that decides.
void sampling_doubt(struct sampling *s, uint64_t clock, bool all);
// RESETn is 0.
void sampling_reset(struct sampling *s);
// The windows that are still open have closed.
void sampling_end(struct sampling *s);

#endif
