// SPDX-License-Identifier: Apache-2.0
// Which waypoints a unit may trace and must trace, depending on a TraceEnable event (predict/sampling.h), for each kind
// of resource in the event.

#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "observer.h"
#include "register.h"
#include "scoreboard_attributes.h"

enum { NEVER, MAYBE, MUST };

static struct observer o;
static struct pins pins;

static void clocks(unsigned count) {
  for (; count > 0; count--) observer_edge(&o, &pins, true);
}

static void writes(uint16_t address, uint32_t value) {
  pins.in.psel = pins.in.penable = pins.in.pwrite = true;
  pins.in.paddr = address;
  pins.in.pwdata = value;
  clocks(1);
  pins.in.psel = pins.in.penable = pins.in.pwrite = false;
  clocks(1);
}

// Returns how a waypoint must be traced if it is presented now.
static unsigned present(void) {
  const size_t item = o.history.count;
  pins.in.wpt_valid = true;
  clocks(1);
  pins.in.wpt_valid = false;
  clocks(8);
  const struct moment *m = history_moment(&o.history, item);
  assert_int_equal(o.history.count, item + 1);
  return m->enabled ? MUST : m->unsure ? MAYBE : NEVER;
}

// Counter 1 counts down from 50. EXTIN[0] is LOW.
static void begin(uint32_t event) {
  struct observer_options options = {.config = config_default_pft, .latency_high = 2, .windows = {.latency = 2}};
  options.config.etmteevr = event;
  options.config.etmccr = 0x8D294004;
  observer_start(&o, &options, NULL, false);
  pins = (struct pins){.in = {.niden = true, .atclken = true, .pclken = true, .atready = true, .paddrdbg31 = true},
                       .out.pready = true};
  clocks(3);
  pins.in.resetn = true;
  writes(ETMOSLAR, 0);
  writes(ETMCR, ETMCR_PROGRAMMING);
  writes(ETMTEEVR, event);
  writes(ETMTECR1, ETMTECR1_EXCLUDE);
  writes(ETMCNTRLDVR1, 50);
  writes(ETMCNTENR1, EVENT_ALWAYS);
  writes(ETMCNTRLDEVR1, EVENT_NEVER);
  writes(ETMCR, 0);
  pins.out.wpt_enable = true;
  clocks(10);
}

CASE(sampling_latency_of_resources) {
  static const struct {
    uint32_t event;
    unsigned first, later;  // with the counter above 0, and at 0
  } rows[] = {
      {EVENT_ALWAYS, MUST, MUST},
      {0x60, NEVER, NEVER},
      {1u << 14 | 0x60, MUST, MUST},
      {0x00, MAYBE, MAYBE},             // an address comparator
      {1u << 14 | 0x00, MAYBE, MAYBE},  // NOT an address comparator
      {0x20, MAYBE, MAYBE},             // an input of EmbeddedICE
      {2u << 14 | 0x60 << 7 | 0x10, MAYBE, MAYBE},
      {0x40, NEVER, MUST},
      {1u << 14 | 0x40, MUST, NEVER},
      {0x43, MAYBE, MAYBE},  // no such counter
      {0x50, MAYBE, MAYBE},  // the sequencer is not programmed
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    begin(rows[i].event);
    assert_int_equal(present(), rows[i].first);
    clocks(20);
    pins.in.wpt_valid = false;
    clocks(40);
    assert_int_equal(present(), rows[i].later);
    observer_stop(&o);
  }
}

// A DUT with timestamps of 48 bits traces TSVALUEB[47:0], so the upper bits must not widen the range of a timestamp.
CASE(time_of_an_item_without_moment_has_48_bits) {
  static const uint64_t stamp = 0x8877123456789ABC;
  struct scoreboard s = {.history = &o.history};
  uint64_t low = UINT64_MAX, high = 0;
  begin(EVENT_ALWAYS);
  pins.in.timestamp = stamp;
  pins.in.wpt_valid = true;
  clocks(2);
  assert_true(o.history.sampled < o.history.count);
  scoreboard_time_range(&s, o.history.sampled, SIZE_MAX, &low, &high);
  assert_int_equal(high, stamp & 0xFFFFFFFFFFFF);
  observer_stop(&o);
}

// Debug state without HDBGEN is no waypoint (IHI 0035B 5.3.8), so its WPTnSECURE does not change the rows of the waves.
CASE(debug_state_without_hdbgen_changes_no_row) {
  char *rows;
  size_t size;
  FILE *beats = open_memstream(&rows, &size);
  begin(RESOURCE_NON_SECURE);
  observer_beats(&o, beats);
  for (unsigned i = 0; i < 3; i++) {
    pins.in.wpt_valid = i < 2;
    pins.in.wpt.type = i == 0 ? WAYPOINT_DIRECT : WAYPOINT_DEBUG_ENTRY;
    pins.in.wpt.ns = i == 1;
    clocks(1);
  }
  fflush(beats);
  assert_non_null(strstr(rows, " enable_expected 0\n"));
  assert_null(strstr(rows, " enable_expected 1\n"));
  observer_stop(&o);
  fclose(beats);
  free(rows);
}
