// SPDX-License-Identifier: Apache-2.0
// What the DUT samples in each clock, and whether it must or may trace it by the TraceEnable event.
//
// - sample_now() is the sample of this clock before sampling_clock(). The caller sets `port`.
// - sampling_filter() must be called in each clock, after the items are in the history.
// - sampling_clock() must be called after that, and after the registers and the rules have followed the clock.
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
  SAMPLES_MAX = 64,            // more than twice the widest window of --latency
  SAMPLES_LEFT = 4,            // clocks from an item to the last in which only earlier items can leave
  SAMPLES_MIN = SAMPLES_LEFT,  // if the DUT samples in the item's own clock: few, which stay in a processor's cache
};

// Bit n is a state of the processor: bit 0 of n is Non-secure, bit 1 a prohibited region. A PTM knows the state from
// the last waypoint. No clause says which state a PTM assumes before the first waypoint after a start.
enum state_mask { STATES_ALL = 15 };
static inline uint8_t sample_state(bool ns, bool prohibited) { return (uint8_t)(1 << (ns + 2 * prohibited)); }

// A clock as the DUT sees it.
struct sample {
  uint64_t clock, atb_clocks;  // atb_clocks: clocks so far in which the ATB could take bytes
  uint64_t left;               // bytes that had left before
  bool taken;                  // WPTENABLE was HIGH in the next clock, too.
  size_t from, end;            // items presented in it
  uint64_t clocks, enabling;   // as in struct moment
  uint64_t timestamp;
  struct input_pins inputs;
  uint8_t enables;  // enum truth: the TraceEnable event, if it names resources that are not pins
  uint8_t states;   // enum state_mask: the states of the processor for its items
  bool doubted;     // A write while the DUT runs may change what is traced.
  bool filtered;    // TraceEnable depends on comparators or the start/stop block.
  // What the filter decides on its items; for a waypoint, on the block that it ends.
  struct selection_answer answers[ETM3_PORT_STEPS];
  struct etm3_port_clock port;  // of an ETM
};

// The DUT evaluates a sample one clock later. It takes an item if WPTENABLE is HIGH then, too.
struct sampling {
  // Set by the caller before sampling_start().
  bool is_etm;
  int latency_low, latency_high;  // clocks from an item's clock to the first and last sample of EXTIN and TSVALUEB
  const struct config *programmed;
  struct history *history;
  struct selection *filter;
  const struct event_inputs *inputs;
  const size_t *stream_first;  // the first item of the stream that is compared

  unsigned late;  // clocks from an item to the last one in which the DUT may sample the pins for it
  struct sample samples[SAMPLES_MAX];  // a ring: the counted samples, and after them that of the last clock
  uint64_t mask;                       // of the samples that are used, a power of two, less one
  uint64_t count, judged;              // so many were looked at; of them, those whose window has closed
  uint8_t states;                      // PTM: of the last waypoint taken since the start
  bool is_enabled;                     // WPTENABLE was high in the last clock.
  size_t first;                        // item presented since tracing was enabled
  size_t reported;                     // items up to the last one taken
  size_t not_taken;                    // presented, not taken
  uint64_t enabled_at, programmed_at;  // clocks: WPTENABLE rose; the Programming bit was cleared
};

void sampling_start(struct sampling *s);
// Sample `i`. The sample of this clock gets its number by sampling_clock().
static inline struct sample *sample_at(struct sampling *s, uint64_t i) { return &s->samples[i & s->mask]; }
static inline struct sample *sample_now(struct sampling *s) { return sample_at(s, s->count + 1); }
// The filter decides on the items of this clock.
void sampling_filter(struct sampling *s, const struct cycle *c);
// Whether the TraceEnable event names a resource that is not a pin.
bool sampling_is_hidden(const struct sampling *s);
// Evaluates the sample of the last clock. The moments of its items are set when EXTIN and TSVALUEB are known in all
// clocks in which the DUT may sample them. `enables`: the TraceEnable event in this clock, if sampling_is_hidden(),
// otherwise 0.
void sampling_clock(struct sampling *s, const struct cycle *c, unsigned enables);
// Before the items of this clock: the start/stop block has changed, and a DUT that is late may have decided by the
// change on earlier items. `all`: the DUT was programmed while it runs (IHI 0035B 3.15.4), so each decision is in
// doubt.
void sampling_doubt(struct sampling *s, uint64_t clock, bool all);
// RESETn is LOW.
void sampling_reset(struct sampling *s);
// The run ends: the windows that are still open are cut.
void sampling_end(struct sampling *s);

#endif
