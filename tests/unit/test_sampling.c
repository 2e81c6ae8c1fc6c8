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

static void reads(uint16_t address) {
  pins.in.psel = pins.in.penable = true;
  pins.in.paddr = address;
  clocks(1);
  pins.in.psel = pins.in.penable = false;
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

static void begin_with(const struct observer_options *options, uint32_t event) {
  observer_start(&o, options, NULL, false);
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

// Counter 1 counts down from 50. EXTIN[0] is LOW.
static void begin(uint32_t event) {
  struct observer_options options = {.config = config_default_pft, .latency_high = 2, .windows = {.latency = 2}};
  options.config.etmteevr = event;
  options.config.etmccr = 0x8D294004;
  begin_with(&options, event);
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

// A timestamp of PFTv1.0 has the time at which it is generated (IHI 0035B 4.14). NIDEN and DBGEN stop trace at an
// imprecise time (4.7.2), the Programming bit stops it immediately (4.15.2). TSVALUEB is 10 until the DUT accepts no
// waypoint.
CASE(time_of_a_timestamp_when_trace_stops) {
  static const struct {
    uint32_t etmidr;
    bool by_pins;
    unsigned clocks;  // since the DUT accepts no waypoint
    uint64_t latest;  // permitted time of a timestamp
  } rows[] = {
      {0x411CF300, true, 0, 20},  {0x411CF300, true, 2, 20}, {0x411CF300, true, 3, 10},
      {0x411CF300, false, 0, 10}, {0x411CF310, true, 0, 10},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct observer_options options = {.config = config_default_pft, .windows = {.latency = 2}};
    options.config.etmidr = rows[i].etmidr;
    begin_with(&options, EVENT_ALWAYS);
    pins.in.timestamp = 10;
    present();
    const struct moment *last = history_moment(&o.history, o.history.count - 1);
    if (!rows[i].by_pins) writes(ETMCR, ETMCR_PROGRAMMING);
    pins.in.niden = !rows[i].by_pins;
    for (unsigned clock = 0; clock < 20; clock++) {
      pins.in.timestamp = clock == rows[i].clocks ? 20 : 10;
      clocks(1);
      pins.out.wpt_enable = false;
    }
    assert_int_equal(last->high, rows[i].latest);
    observer_stop(&o);
  }
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

// --- NIDEN and DBGEN ------------------------------------------------------------------------------------------------

static unsigned how(size_t item) {
  const struct moment *m = history_moment(&o.history, item);
  return m->enabled ? MUST : m->unsure ? MAYBE : NEVER;
}

// While NIDEN is LOW, the DUT must not trace (IHI 0035B 4.7.2), but the enable pin may stay HIGH. It falls `falls`
// clocks after NIDEN, if NIDEN is still LOW. Items 0 and 1 come before, 2 while NIDEN is LOW, 3 soon after it, and 4
// later.
static void present_around_a_pause(const struct observer_options *options, unsigned falls) {
  begin_with(options, EVENT_ALWAYS);
  for (unsigned i = 0; i < 5; i++) {
    if (i == 2) pins.in.niden = false;
    for (unsigned n = 0; n < 4; n++) {
      pins.out.wpt_enable = i != 2 || n < falls;
      clocks(1);
    }
    pins.in.wpt_valid = true;
    clocks(1);
    pins.in.wpt_valid = false;
    pins.in.niden = true;
    clocks(i == 2 ? 1 : i == 3 ? 20 : 0);
    pins.out.wpt_enable = true;
  }
  clocks(4);
}

CASE(niden_is_low_while_the_enable_pin_stays_high) {
  static const struct {
    bool is_strict;
    unsigned latency, falls, how[5];
  } rows[] = {{false, 2, 9, {MUST, MAYBE, MAYBE, MUST, MUST}},
              {false, 8, 9, {MAYBE, MAYBE, MAYBE, MAYBE, MUST}},
              {false, 2, 1, {MUST, MUST, NEVER, MUST, MUST}},
              {true, 2, 9, {MUST, MUST, MUST, MUST, MUST}}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const struct observer_options options = {
        .config = config_default_pft, .strict = rows[i].is_strict, .windows = {.latency = rows[i].latency}};
    present_around_a_pause(&options, rows[i].falls);
    for (size_t n = 0; n < 5; n++) assert_int_equal(how(n), rows[i].how[n]);
    observer_stop(&o);
  }
}

// --- ETM ------------------------------------------------------------------------------------------------------------

// TSVALUEB changes in these clocks only.
static void clock_slot(struct slot slot) {
  pins.in.slots.at[0] = slot;
  pins.in.timestamp = o.clock;
  clocks(1);
  pins.in.slots.at[0] = (struct slot){0};
}

// The ETM takes three instructions, and ETMEN falls. If an exception then cancels the third, a timestamp after the
// second may have TSVALUEB of the third. Otherwise it must not.
CASE(an_item_that_is_withdrawn_while_the_etm_is_off_leaves_its_time) {
  for (unsigned cancel = 0; cancel < 2; cancel++) {
    const struct observer_options options = {.config = config_default_etm3};
    begin_with(&options, EVENT_ALWAYS);
    for (unsigned i = 0; i < 3; i++) clock_slot((struct slot){.executed = true, .at = {.address = 4 * i}});
    clocks(2);
    pins.out.wpt_enable = false;
    clocks(3);
    const uint64_t second = history_moment(&o.history, 1)->low;
    clock_slot((struct slot){.branched = true, .cancel = cancel, .exception = 4});
    clocks(2);
    assert_int_equal(history_moment(&o.history, 1)->low, second);
    assert_int_equal(history_moment(&o.history, 1)->high, second + cancel);
    observer_stop(&o);
  }
}

// A start point is executed. If NIDEN and DBGEN are LOW, the resources of a DUT hold their state, although ETMEN stays
// HIGH (IHI 0035B 4.7.2). A DUT may register NIDEN some clocks late.
CASE(a_start_point_while_niden_is_low) {
  static const struct {
    bool is_low;
    unsigned clocks_after, started;  // clocks after NIDEN was LOW; enum truth
  } rows[] = {{false, 0, TRUTH_YES}, {true, 0, TRUTH_UNKNOWN}, {true, 1, TRUTH_UNKNOWN}, {true, 60, TRUTH_YES}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct observer_options options = {.config = config_default_etm3, .windows = {.latency = 16}};
    options.config.etmccr = 0x8D294004;
    begin_with(&options, EVENT_ALWAYS);
    pins.out.wpt_enable = false;
    writes(ETMCR, ETMCR_PROGRAMMING);
    writes(ETMACVR1, 0x8000);
    writes(ETMACTR1, 0x19);
    writes(ETMTSSCR, 1);
    writes(ETMTECR1, ETMTECR1_EXCLUDE | ETMTECR1_START_STOP);
    writes(ETMCR, 0);
    pins.out.wpt_enable = true;
    clocks(40);
    pins.in.niden = !rows[i].is_low;
    clocks(40);
    pins.in.niden = !rows[i].is_low || rows[i].clocks_after > 0;
    clocks(rows[i].clocks_after);
    clock_slot((struct slot){.executed = true, .at = {.address = 0x8000}});
    clocks(2);
    assert_int_equal(selection_started(&o.filter), rows[i].started);
    observer_stop(&o);
  }
}

// --- the Cortex-A9's port -------------------------------------------------------------------------------------------

static void begin_port(uint32_t event) {
  struct observer_options options = {.config = config_default_pft, .speculates = true, .windows = {.latency = 2}};
  options.config.etmteevr = event;
  begin_with(&options, event);
}

static void clock_port(bool presents, unsigned commit, bool input) {
  pins.in.wpt_valid = presents;
  pins.in.wpt_commit = (uint8_t)commit;
  pins.in.extin = input;
  pins.in.timestamp = o.clock;
  clocks(1);
  pins.in.wpt_valid = false;
  pins.in.wpt_commit = pins.in.extin = 0;
}

static unsigned decision(size_t item) {
  const struct moment *m = history_moment(&o.history, item);
  return m->enabled ? MUST : m->unsure ? MAYBE : NEVER;
}

// Three waypoints are committed in a clock. A DUT takes them at once, or one in a clock. EXTIN[0], which is the
// TraceEnable event, is HIGH in the clocks from the commit on that `input` names: bit n is clock n.
static void burst(unsigned input) {
  begin_port(0x60);
  clock_port(true, 0, input & 1);
  clock_port(true, 0, input & 1);
  for (unsigned n = 0; n < 8; n++) clock_port(n == 0, n == 0 ? 3 : 0, input >> 1 >> n & 1);
  assert_int_equal(o.history.count, 3);
}

CASE(a_burst_counts_from_its_commit_until_it_is_delivered) {
  static const struct {
    unsigned input, decisions[3];
  } rows[] = {
      {0, {NEVER, NEVER, NEVER}},
      {1 << 0, {NEVER, NEVER, NEVER}},  // only before the commit
      {1 << 1, {MUST, MAYBE, MAYBE}},
      {1 << 2, {NEVER, MAYBE, MAYBE}},
      {1 << 3, {NEVER, NEVER, MAYBE}},
      {1 << 1 | 1 << 2, {MUST, MUST, MAYBE}},
      {1 << 1 | 1 << 2 | 1 << 3, {MUST, MUST, MUST}},
      {1 << 5, {NEVER, NEVER, NEVER}},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    burst(rows[i].input);
    for (size_t item = 0; item < 3; item++) assert_int_equal(decision(item), rows[i].decisions[item]);
    observer_stop(&o);
  }
}

CASE(a_burst_has_the_clocks_of_its_commit) {
  burst(0);
  const struct moment *m = o.history.moments;
  assert_int_equal(m[1].clocks, m[0].clocks);
  assert_int_equal(m[2].clocks, m[0].clocks);
  assert_int_equal(m[2].clock, m[0].clock + 2);
  assert_int_equal(history_committed(&o.history, 2), m[0].clock);
  assert_int_equal(history_presented(&o.history, 0), m[0].clock - 2);
  observer_stop(&o);
}

CASE(a_timestamp_counts_from_the_presentation_until_the_delivery) {
  burst(0);
  for (size_t item = 0; item < 3; item++) {
    const struct moment *m = history_moment(&o.history, item);
    assert_int_equal(m->stamp_low, history_presented(&o.history, item));
    assert_int_equal(m->stamp_high, m->clock);
  }
  observer_stop(&o);
}

// Between the commits of two items of which the port delivers one in a clock there may be clocks without an item, in
// which tracing can start.
CASE(tracing_can_start_between_two_commits) {
  for (unsigned input = 0; input < 2; input++) {
    begin_port(0x60);
    clock_port(true, 0, false);
    clock_port(true, 0, false);
    clock_port(false, 2, false);
    clock_port(true, 0, input);
    clock_port(false, 1, false);
    for (unsigned i = 0; i < 8; i++) clock_port(false, 0, false);
    const struct moment *m = history_moment(&o.history, 1);
    assert_int_equal(m->clock + 1, history_moment(&o.history, 2)->clock);
    assert_int_equal(decision(1) == MAYBE, input);
    assert_int_equal(m->enabled_later, input);
    observer_stop(&o);
  }
}

// The waypoint at `pc` ends a block, and the next block begins at `target`. `commit` waypoints are committed.
static void clock_block(uint32_t target, uint32_t pc, unsigned commit) {
  pins.in.wpt = (struct waypoint){.type = WAYPOINT_INDIRECT, .taken = true, .pc = pc, .target = target};
  clock_port(true, commit, false);
}

// Counter 1 counts the matches of address comparator 1 or of range 2 in the blocks of a burst. A DUT takes the
// waypoints of a burst at once or one in a clock, and counts a clock once (IHI 0035B 3.9).
CASE(a_burst_may_match_in_one_clock) {
  enum { SINGLE_1 = 0x00, RANGE_2 = 0x11, ADDRESS = 0x8000, RANGE = 0x9000, OTHER = 0x100 };
  static const struct {
    uint32_t event, blocks[2];
    unsigned commit;  // The number of waypoints that are committed in the clock of the last one.
    unsigned least;   // The smallest number of counts.
  } rows[] = {
      {SINGLE_1, {ADDRESS, OTHER}, 2, 1},   {SINGLE_1, {OTHER, ADDRESS}, 2, 1}, {SINGLE_1, {ADDRESS, ADDRESS}, 2, 1},
      {SINGLE_1, {ADDRESS, ADDRESS}, 1, 2}, {RANGE_2, {RANGE, OTHER}, 2, 0},    {RANGE_2, {RANGE, OTHER}, 1, 1},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (unsigned counts = 0; counts < 4; counts++) {
      struct observer_options options = {.config = config_default_pft, .speculates = true, .windows = {.latency = 2}};
      options.config.etmccr = 0x8D294004;
      begin_with(&options, EVENT_ALWAYS);
      pins.out.wpt_enable = false;
      writes(ETMCR, ETMCR_PROGRAMMING);
      writes(ETMACVR1, ADDRESS);
      writes(ETMACTR1, 1);
      writes(ETMACVR3, RANGE);
      writes(ETMACTR3, 1);
      writes(ETMACVR4, RANGE + 0x100);
      writes(ETMACTR4, 1);
      writes(ETMCNTENR1, rows[i].event);
      writes(ETMCR, 0);
      pins.out.wpt_enable = true;
      clocks(10);
      clock_block(rows[i].blocks[0], OTHER, 1);
      clocks(10);
      clock_block(rows[i].blocks[1], rows[i].blocks[0], rows[i].commit == 1);
      clock_block(OTHER, rows[i].blocks[1], rows[i].commit);
      clocks(10);
      writes(ETMCR, ETMCR_PROGRAMMING);
      pins.out.wpt_enable = false;
      clocks(10);
      pins.out.prdata = 50 - counts;
      reads(ETMCNTVR1);
      // The DUT may hold the match, so it may count more often.
      if ((o.rules.breaches[RULE_TRC_CNT_1].times == 0) != (counts >= rows[i].least))
        fail_msg("row %zu, %u counts: %s", i, counts, o.rules.breaches[RULE_TRC_CNT_1].text);
      observer_stop(&o);
    }
  }
}

// WPTENABLE falls in the clock after the second commit: the committed waypoints of the first commit are taken.
CASE(a_fall_of_wptenable_leaves_committed_waypoints) {
  begin_port(EVENT_ALWAYS);
  for (unsigned i = 0; i < 3; i++) clock_port(true, 0, false);
  clock_port(true, 3, false);
  clock_port(false, 1, false);
  pins.out.wpt_enable = false;
  for (unsigned i = 0; i < 8; i++) clock_port(false, 0, false);
  assert_int_equal(o.history.count, 4);
  for (size_t item = 0; item < 3; item++) assert_true(history_moment(&o.history, item)->taken);
  assert_false(history_moment(&o.history, 3)->taken);
  observer_stop(&o);
}
