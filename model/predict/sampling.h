// SPDX-License-Identifier: Apache-2.0
// The pins that the DUT samples in each clock, and whether it must or may trace the items of that clock, as the
// TraceEnable event selects them.
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
#include "wpt_port.h"

enum {
  SAMPLES_MAX = 256,           // of the Cortex-A9's port, which also holds WPT_PORT_MOST committed waypoints back
  SAMPLES_LATE = 64,           // more than twice the widest window of --latency
  SAMPLES_LEFT = 4,            // clocks after an item in which no byte that reports it can leave
  SAMPLES_MIN = SAMPLES_LEFT,  // if --latency is 0: few samples, which stay in the cache of the machine
};

// Bit n is a state of the processor: bit 0 of n is Non-secure, bit 1 a prohibited region. A PTM knows the state from
// the last waypoint. No clause says which state a PTM assumes before the first waypoint after a start.
enum state_mask { STATES_ALL = 15 };
static inline uint8_t sample_state(bool ns, bool prohibited) { return (uint8_t)(1 << (ns + 2 * prohibited)); }

// The pins of a clock.
struct sample {
  uint64_t clock, atb_clocks;  // atb_clocks: clocks so far in which the ATB could take bytes
  uint64_t left;               // bytes that had left before it
  bool taken;                  // WPTENABLE was 1 in the next clock, so the DUT took the items.
  size_t from, end;            // the items that were presented in it
  uint64_t clocks, enabling;   // as in struct moment
  uint64_t timestamp;
  struct input_pins inputs;
  // The Cortex-A9's port: clocks since the commit of its item, and TSVALUEB since the item was presented.
  uint8_t since_commit;
  uint64_t stamp_low, stamp_high;
  uint8_t enables;  // enum truth: the TraceEnable event, if it names resources that are not pins
  uint8_t states;   // enum state_mask: the states of the processor for its items
  bool doubted;     // A write while the DUT runs may change what is traced.
  bool may_pause;   // NIDEN and DBGEN may pause a DUT whose WPTENABLE or ETMEN stays HIGH.
  uint8_t pauses;   // as in struct sampling
  bool filtered;    // TraceEnable depends on comparators or the start/stop block.
  // What the filter decides on its items; for a waypoint, on the block that it ends.
  struct selection_answer answers[ETM3_PORT_STEPS];
  struct etm3_port_clock port;  // of an ETM
};

// The pins in the window of --latency after a clock.
struct window {
  unsigned is;         // enum truth: the TraceEnable event; unknown if it changes in the window
  uint64_t low, high;  // TSVALUEB
};

// The DUT evaluates a sample one clock later. It takes the items if WPTENABLE is 1 in that clock.
struct sampling {
  // Set by the caller before sampling_start().
  bool is_etm;
  int latency_low, latency_high;  // clocks from an item's clock to the first and last sample of the inputs and TSVALUEB
  const struct config *programmed;
  struct history *history;
  struct selection *filter;
  const struct event_inputs *inputs;
  const size_t *stream_first;  // the first item of the stream that is compared
  struct wpt_port *port;       // NULL: each item is committed when it is presented

  bool is_exact;        // The DUT samples the pins in the clock of the item only.
  uint64_t stamp_bits;  // the bits of TSVALUEB that are traced
  unsigned late;        // clocks from an item to the last one in which the DUT may sample the pins for it
  struct sample samples[SAMPLES_MAX];  // a ring: the counted samples, and after them that of the last clock
  uint64_t mask;                       // the number of samples that are used, a power of two, minus 1
  uint64_t count, judged;              // samples that were evaluated; those of them whose window is over
  uint8_t states;                      // PTM: enum state_mask of the last waypoint that was taken since the start
  bool is_enabled;                     // WPTENABLE was 1 in the last clock.
  size_t first;                        // the first item that was presented since tracing was enabled
  size_t last_run_first;       // While tracing is disabled: `first` of the last time in which the DUT took an item.
  bool has_delay;              // the Cortex-A9's port: `delay` is known
  struct window delay;         // from the clock after the commit of the last item taken to its delivery
  size_t taken_end;            // number of items up to the last one that was taken
  size_t not_taken;            // number of items that were presented and not taken
  uint64_t inputs_changed_at;  // clock of the last change of the inputs of the start/stop block
  uint64_t may_hold_until;     // up to this clock, the resources of a DUT that is enabled may hold their state
  uint64_t stamps_until;       // before this clock, a DUT that the pins have stopped may still generate a timestamp
  uint64_t may_pause_until;    // up to this clock, NIDEN and DBGEN may pause a DUT that is enabled
  uint8_t pauses;              // number of these pauses since WPTENABLE or ETMEN rose
  uint64_t enabled_at;         // clock in which WPTENABLE rose
  // Clock in which the Programming bit was cleared. ETM: or the last access while it or the Power Down bit was set.
  uint64_t programmed_at;
};

void sampling_start(struct sampling *s);
// `programmed` has changed.
void sampling_programmed(struct sampling *s);
// Sample `i`. The sample of this clock gets its number by sampling_clock().
static inline struct sample *sample_at(struct sampling *s, uint64_t i) { return &s->samples[i & s->mask]; }
static inline struct sample *sample_now(struct sampling *s) { return sample_at(s, s->count + 1); }
// The filter decides on the items of this clock.
void sampling_filter(struct sampling *s, const struct cycle *c);
// Whether the TraceEnable event names a resource that is not a pin.
bool sampling_is_hidden(const struct sampling *s);
// Completes the sample of the last clock. The moments of its items are set later, when EXTIN and TSVALUEB are known in
// all clocks in which the DUT may sample them. `enables`: the TraceEnable event in this clock, if sampling_is_hidden(),
// otherwise 0.
void sampling_clock(struct sampling *s, const struct cycle *c, unsigned enables);
// Call it before the items of this clock. The start/stop block has changed, and a DUT that samples late may apply the
// change to earlier items. `all`: the DUT was programmed while it runs (IHI 0035B 3.15.4), so no decision is certain.
void sampling_doubt(struct sampling *s, uint64_t clock, bool all);
// RESETn is LOW.
void sampling_reset(struct sampling *s);
// The run ends. Windows that are not over end here.
void sampling_end(struct sampling *s);

#endif
