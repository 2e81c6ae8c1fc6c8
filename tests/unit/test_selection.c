// SPDX-License-Identifier: Apache-2.0
// Comparators, include, exclude and the start/stop block (resources/selection.h). The expected values follow from the
// clauses: what must, may and must not be traced.

#include <stdio.h>
#include <string.h>

#include "case.h"
#include "register.h"
#include "resource.h"
#include "rng.h"
#include "selection.h"

enum { NO = TRUTH_NO, MUST = TRUTH_YES, MAY = TRUTH_UNKNOWN };
enum { A9 = 0x411CF301, A15 = 0x411CF312, A7 = 0x410CF250, R4 = 0x410CF230 };
enum { EXCLUDE = ETMTECR1_EXCLUDE, START_STOP = ETMTECR1_START_STOP };

static struct selection f;
static struct registers r;
static struct config config;
static uint64_t clock;

static void set(unsigned offset, uint32_t value) { registers_set(&r, (uint16_t)offset, value); }

static void unit(uint32_t id, bool own) {
  config = (struct config){.etmidr = id, .etmccr = 0x8D294004, .etmccer = 0x34C01AC2};
  r = (struct registers){0};
  registers_reset(&r, &config);
  selection_start(&f, &(struct selection_options){.is_reference_rtl = own});
  set(ETMTEEVR, EVENT_ALWAYS);
  set(ETMTSSCR, 0);
  set(ETMCIDCMR, 0);
  clock = 100;
}

static void comparator(unsigned n, uint32_t address, uint32_t type) {
  set(ETMACVR1 + 4 * (n - 1), address);
  set(ETMACTR1 + 4 * (n - 1), type);
}

static void range(unsigned n, uint32_t low, uint32_t high, uint32_t type) {
  comparator(2 * n - 1, low, type);
  comparator(2 * n, high, type);
}

static void start(void) { selection_follow(&f, &r, REGISTERS_PROGRAMMED | REGISTERS_STARTED, 0); }

// --- a PTM ----------------------------------------------------------------------------------------------------------

static struct waypoint at = {.taken = true};  // the values that all waypoints share

static unsigned waypoint(enum waypoint_type type, uint32_t pc, uint32_t target) {
  struct selection_answer a;
  struct waypoint w = at;
  w.type = (uint8_t)type;
  w.pc = pc;
  w.target = target;
  selection_waypoint(&f, &w, ++clock, &a);
  selection_clock(&f, clock);
  return a.is;
}

// Executes a block from `from`, the target of the previous waypoint, to a branch at `pc` with the target `to`.
static unsigned block(uint32_t from, uint32_t pc, uint32_t to) {
  if (f.start != from) waypoint(WAYPOINT_INDIRECT, 0, from);
  f.since = UINT8_MAX;  // no block precedes
  return waypoint(WAYPOINT_INDIRECT, pc, to);
}

// IHI 0035A 3.4.3: low <= END and high > START. END of another unit may differ by an instruction.
CASE(include) {
  static const struct {
    uint32_t from, pc;
    unsigned own, any;
  } rows[] = {
      {0x8000, 0x8010, MUST, MUST},  // inside the range
      {0x7000, 0xA000, MUST, MUST},  // around the range
      {0x7000, 0x8004, MUST, MUST},  // into the range
      {0x7000, 0x8000, MUST, MAY},   // the branch is the first instruction of the range
      {0x7000, 0x7FFC, NO, MAY},     // the branch is the last instruction before the range
      {0x7000, 0x7FF8, NO, NO},     {0x8FFC, 0x9010, MUST, MUST},  // out of the range
      {0x9000, 0x9010, NO, NO},                                    // after the range, which excludes its high address
      {0x8FFC, 0x8FFC, MUST, MUST},
  };
  for (int own = 0; own < 2; own++) {
    unit(A15, own);
    range(1, 0x8000, 0x9000, 1);
    set(ETMTECR1, 1);
    start();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      assert_int_equal(block(rows[i].from, rows[i].pc, 0xF000), own ? rows[i].own : rows[i].any);
    }
  }
}

// IHI 0035B 3.3.4: only a block that is completely inside an excluded range is not traced. 3.3.2: the reference RTL
// does not trace the block after an included one.
CASE(exclude) {
  static const struct {
    uint32_t from, pc;
    unsigned own, any;
  } rows[] = {
      {0x8000, 0x8010, NO, NO},     {0x7FFC, 0x8010, MUST, MUST}, {0x8000, 0x8FFC, NO, MAY},
      {0x8000, 0x9000, MUST, MAY},  {0x8000, 0x9004, MUST, MUST}, {0x7000, 0x7010, MUST, MUST},
      {0x9000, 0x9010, MUST, MUST}, {0x8100, 0x8FF0, NO, NO},
  };
  for (int own = 0; own < 2; own++) {
    unit(A9, own);
    range(2, 0x8000, 0x9000, 1);
    set(ETMTECR1, EXCLUDE | 2);
    start();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      assert_int_equal(block(rows[i].from, rows[i].pc, 0xF000), own ? rows[i].own : rows[i].any);
    }
  }
}

// TraceEnable becomes inactive at a waypoint, and the block up to it is traced (IHI 0035A 3.3.2). The clause can be
// read with and without one block more. By 3.3.4, an excluded block is not traced.
CASE(one_block_after_the_range) {
  for (unsigned late = 0; late < 3; late++) {
    for (int own = 0; own < 2; own++) {
      unit(A15, own);
      f.options.extra_items = (uint8_t)late;
      range(1, 0x8000, 0x9000, 1);
      set(ETMTECR1, 1);
      start();
      const unsigned more = late ? late : !own;
      waypoint(WAYPOINT_INDIRECT, 0x100, 0x8000);
      assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x8010, 0x100), MUST);
      for (unsigned i = 0; i < 4; i++) assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x110, 0x100), i < more ? MAY : NO);
      set(ETMTECR1, EXCLUDE | 1);
      start();
      waypoint(WAYPOINT_INDIRECT, 0x100, 0x8000);
      for (unsigned i = 0; i < 4; i++) {
        // The first block of a stream has no start and no answer, so it counts as the previous block.
        assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x8010, 0x8000), i < late ? MAY : NO);
      }
    }
  }
}

CASE(nothing_selected) {
  unit(A15, false);
  set(ETMTECR1, EXCLUDE);
  start();
  assert_false(f.program.any);
  set(ETMTECR1, 0);
  start();
  assert_int_equal(block(0x8000, 0x8010, 0xF000), NO);
  config.etmccr = 0;  // the number of comparators is not known
  start();
  assert_int_equal(block(0x8000, 0x8010, 0xF000), MAY);
  unit(A15, false);  // the host has not written ETMTECR1
  start();
  assert_false(f.program.any);
  unit(A15, false);
  set(ETMTECR1, 1);  // the host has not written the comparators
  start();
  assert_int_equal(block(0x8000, 0x8010, 0xF000), MAY);
  unit(A15, false);
  range(5, 0x8000, 0x9000, 1);  // this comparator does not exist
  set(ETMTECR1, 0x10);
  start();
  assert_int_equal(block(0x8000, 0x8010, 0xF000), MAY);
}

// At an exception, the block ends with the last instruction that was executed (5.2.2).
CASE(exceptions) {
  unit(A15, false);
  range(1, 0x8010, 0x9000, 1);
  set(ETMTECR1, 1);
  start();
  at.exception = 6;
  waypoint(WAYPOINT_INDIRECT, 0x100, 0x8000);
  assert_int_equal(waypoint(WAYPOINT_EXCEPTION, 0x8010, 0x18), NO);  // the instruction at 0x8010 was not executed
  f.since = UINT8_MAX;
  waypoint(WAYPOINT_INDIRECT, 0x100, 0x8000);
  assert_int_equal(waypoint(WAYPOINT_EXCEPTION, 0x8014, 0x18), MAY);
  waypoint(WAYPOINT_INDIRECT, 0x100, 0x8000);
  assert_int_equal(waypoint(WAYPOINT_EXCEPTION, 0x8018, 0x18), MUST);
  waypoint(WAYPOINT_INDIRECT, 0x100, 0x8020);
  f.since = UINT8_MAX;
  assert_int_equal(waypoint(WAYPOINT_EXCEPTION, 0x8020, 0x18), MAY);  // no instruction was executed
  at.exception = 8;
  waypoint(WAYPOINT_INDIRECT, 0x100, 0x8000);
  assert_int_equal(waypoint(WAYPOINT_EXCEPTION, 0, 0), MAY);  // a reset: the last address is not known
  at.exception = 0;
}

// --- the start/stop block -------------------------------------------------------------------------------------------

static bool is_on(void) { return selection_shown(&f, clock, 0) & TRUTH_YES; }

CASE(start_stop) {
  unit(A15, false);
  comparator(1, 0x8010, 1);
  comparator(2, 0x9010, 1);
  set(ETMTSSCR, 2u << 16 | 1);
  set(ETMTECR1, EXCLUDE | START_STOP);
  start();
  assert_int_equal(selection_shown(&f, clock, 0), NO);
  assert_int_equal(block(0x100, 0x110, 0x8000), NO);
  assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x8020, 0x100), MUST);  // together with the start point
  assert_int_equal(selection_shown(&f, clock, 0), TRUTH_YES);
  assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x110, 0x9000), MUST);
  assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x9020, 0x100), MUST);  // together with the stop point
  assert_int_equal(selection_shown(&f, clock, 0), TRUTH_UNKNOWN);      // off with this waypoint or with the next one
  assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x110, 0x8000), NO);
  assert_false(is_on());
  assert_int_equal(selection_shown(&f, clock, 3), TRUTH_UNKNOWN);  // a read shortly after
  // If both points are in one block, it is traced, and the start/stop block is off after it (IHI 0035A 3.3.3).
  assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x9020, 0x8000), MUST);
  assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x8008, 0x8000), NO);
  // The point is the branch itself, and a unit may use another address as the end of the block.
  assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x8010, 0x100), MAY);
  assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x110, 0x100), MAY);
  assert_int_equal(f.decides.started, TRUTH_UNKNOWN);
}

// No clause specifies the reset value of ETMTECR1. If the host does not write it, TraceEnable is undecided. The check
// of a recording assumes that it excludes nothing.
CASE(filter_is_unknown) {
  static const struct {
    uint32_t ccr;
    bool is_programmed;
    unsigned is;
  } rows[] = {{0x8D294004, false, MUST}, {0x8D294004, true, MAY}, {0x8D294000, true, MAY}, {0x89294000, true, MUST}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    unit(A15, false);
    config.etmccr = rows[i].ccr;
    r.is_programmed = rows[i].is_programmed;
    start();
    waypoint(WAYPOINT_INDIRECT, 0, 0x9000);
    assert_int_equal(f.program.used ? block(0x9000, 0x9010, 0xA000) : MUST, rows[i].is);
  }
}

static void write(uint16_t offset, uint32_t value) {
  struct access written = {.state = ACCESS_DONE, .is_write = true, .offset = offset, .value = value};
  access_decide(&written, &r);
  selection_written(&f, &r, &written, 0);
  if (offset != ETMSR) set(offset, value);
}

static void program_bit(bool is_set) {
  const unsigned event = registers_given(&r, ETMCR, is_set ? ETMCR_PROGRAMMING : 0);
  selection_follow(&f, &r, event, 0);
}

// The state is reset when the Programming bit is cleared, unless it was written since the bit was set. Before ETMv3.1,
// it is reset when the bit is set.
CASE(started_is_held) {
  static const uint32_t ids[] = {A15, A7, 0x410CF200};
  for (size_t i = 0; i < 3; i++) {
    const bool old = i == 2;
    unit(ids[i], false);
    r.os_known = true;
    r.os_lock = false;
    comparator(1, 0x8010, 1);
    set(ETMTSSCR, 1);
    set(ETMTECR1, EXCLUDE | START_STOP);
    set(ETMTESSEICR, 0);
    program_bit(true);
    program_bit(false);
    assert_int_equal(f.decides.started, TRUTH_NO);
    f.decides.started = f.shows.started = f.shown = TRUTH_YES;
    program_bit(true);
    assert_int_equal(f.decides.started, old ? TRUTH_NO : TRUTH_YES);
    program_bit(false);
    assert_int_equal(f.decides.started, TRUTH_NO);
    program_bit(true);
    write(ETMSR, ETMSR_STARTED);
    program_bit(false);
    assert_int_equal(f.decides.started, old ? TRUTH_NO : TRUTH_YES);
    program_bit(true);
    write(ETMCNTVR1, 7);  // for an ETM, the clause can be read as if this write kept the state
    program_bit(false);
    assert_int_equal(f.decides.started, i == 1 ? TRUTH_UNKNOWN : TRUTH_NO);
  }
}

// It is not known whether the unit accepted a write: the host has not read the state of the OS lock, or has used
// ETMOSSRR.
CASE(unknown_start_stop_state) {
  for (int i = 0; i < 2; i++) {
    unit(A15, true);
    comparator(1, 0x8010, 1);
    set(ETMTSSCR, 1);
    set(ETMTECR1, EXCLUDE | START_STOP);
    set(ETMTESSEICR, 0);
    r.os_known = i == 1;
    program_bit(true);
    write(i == 1 ? ETMOSSRR : ETMSR, ETMSR_STARTED);
    program_bit(false);
    assert_int_equal(f.decides.started, TRUTH_UNKNOWN);
  }
}

// A reset of the processor does not change the ranges (IHI 0035A 3.4.3). An exception before the first instruction of a
// block has nothing to compare (IHI 0035B 5.2.2). Either may count as the block before it or as its own address.
CASE(ranges_at_exceptions) {
  unit(A15, true);
  range(1, 0x8000, 0x9000, 1);
  set(ETMTECR1, EXCLUDE | 1);
  start();
  assert_int_equal(block(0x7000, 0x7010, 0x8000), MUST);
  assert_int_equal(waypoint(WAYPOINT_EXCEPTION, 0x8000, 0x7000), MAY);
  at.exception = 8;
  assert_int_equal(waypoint(WAYPOINT_EXCEPTION, 0, 0x7000), MAY);
  at.exception = 0;
}

// The last match is held until the next waypoint. No clause specifies whether a unit that is off holds it.
CASE(held_while_off) {
  unit(A15, true);
  range(1, 0x8000, 0x9000, 1);
  set(ETMTECR1, EXCLUDE);
  set(ETMTRIGGER, 0x10);
  start();
  block(0x8000, 0x8010, 0x8000);
  selection_clock(&f, ++clock);
  assert_int_equal(truth_at(selection_lately(&f, clock, 0), SELECTION_RANGE), TRUTH_YES);
  selection_missed(&f, true);
  selection_clock(&f, ++clock);
  assert_int_equal(truth_at(selection_lately(&f, clock, 0), SELECTION_RANGE), TRUTH_UNKNOWN);
}

// A write while the unit runs is UNPREDICTABLE.
CASE(registers_written_while_running) {
  unit(A15, false);
  r.os_known = true;
  r.os_lock = false;
  range(1, 0x8000, 0x9000, 1);
  set(ETMTECR1, 1);
  program_bit(true);
  program_bit(false);
  assert_int_equal(block(0x100, 0x110, 0x100), NO);
  write(ETMACVR1, 0x8000);
  assert_int_equal(block(0x100, 0x110, 0x100), NO);
  write(ETMACVR1, 0x100);
  assert_int_equal(block(0x100, 0x110, 0x100), MAY);
}

// --- conditions other than the address -------------------------------------------------------------------------------

CASE(qualifiers) {
  static const struct {
    uint32_t id, type;
    bool ns, hyp;
    unsigned is;
  } rows[] = {
      {A9, 0x001, false, false, MUST},   {A9, 0x401, true, false, MUST},  {A9, 0x401, false, false, NO},
      {A9, 0x801, true, false, NO},      {A9, 0x801, false, false, MUST}, {A9, 0xC01, false, false, MAY},
      {A15, 0x001, true, true, MAY},  // the clause does not specify whether this includes Hyp mode
      {A15, 0x4001, true, true, MUST},   {A15, 0x0801, true, false, NO},  // [11]: no match in Non-secure state
      {A15, 0x0801, false, false, MUST}, {A15, 0x0401, false, false, NO}, {A15, 0x2001, true, false, MUST},
      {A15, 0x2401, false, false, NO},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    unit(rows[i].id, true);
    range(1, 0x8000, 0x9000, rows[i].type);
    set(ETMTECR1, 1);
    start();
    at.ns = rows[i].ns;
    at.hyp = rows[i].hyp;
    assert_int_equal(block(0x8000, 0x8010, 0x8000), rows[i].is);
  }
  at = (struct waypoint){.taken = true};
}

// User mode, {[13], [11]} in Non-secure and {[12], [10]} in Secure state: 2 matches all modes except User, 3 only User.
// The mode of a block is the pin of the waypoint before it.
static const struct {
  uint32_t type;
  bool ns, user, is;
} user_rows[] = {
    {0x2001, true, false, true},   {0x2001, true, true, false},  {0x2801, true, false, false},
    {0x2801, true, true, true},    {0x1001, false, false, true}, {0x1001, false, true, false},
    {0x1401, false, false, false}, {0x1401, false, true, true},  {0x2001, false, true, true},
    {0x1401, true, false, true},   {0x2C01, false, true, false}, {0x2C01, true, true, true},
};

static bool asks_mode(size_t i) { return (user_rows[i].ns ? 0x2000 : 0x1000) & user_rows[i].type; }

CASE(user_mode) {
  for (size_t i = 0; i < sizeof user_rows / sizeof *user_rows; i++) {
    const unsigned is = user_rows[i].is ? MUST : NO, other = (user_rows[i].is != asks_mode(i)) ? MUST : NO;
    unit(A15, true);
    range(1, 0x8000, 0x9000, user_rows[i].type);
    set(ETMTECR1, 1);
    start();
    assert_true(f.program.by_user);
    at = (struct waypoint){.taken = true, .ns = user_rows[i].ns, .user = !user_rows[i].user};
    waypoint(WAYPOINT_INDIRECT, 0x100, 0x8000);
    assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x8010, 0x8000), other);
    at.user = user_rows[i].user;
    assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x8010, 0x8000), other);  // the mode changes after this block
    assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x8010, 0x8000), is);
    unit(A15, true);  // before the first waypoint, the mode is not known
    range(1, 0x8000, 0x9000, user_rows[i].type);
    set(ETMTECR1, EXCLUDE | 1);
    start();
    if (asks_mode(i)) assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x8010, 0x8000), MAY);
  }
  at = (struct waypoint){.taken = true};
  unit(A9, true);  // a unit that does not implement these bits
  range(1, 0x8000, 0x9000, 0x2001);
  set(ETMTECR1, 1);
  start();
  assert_false(f.program.by_user);
}

// A waypoint at `address` that goes there again, or an instruction there.
static void executes(uint32_t address, const struct comparator_state *s) {
  struct selection_answer a[ETM3_PORT_STEPS];
  if (config_is_etm3(&config)) {
    struct etm3_port_clock c = {.count = 1, .user = s->user};
    c.steps[0] =
        (struct step){.kind = STEP_INSTRUCTION, .address = address, .ns = s->ns, .hyp = s->hyp, .passed = true};
    selection_steps(&f, &c, ++clock, a);
  } else {
    const struct waypoint w = {.type = WAYPOINT_INDIRECT,
                               .pc = address,
                               .target = address,
                               .taken = true,
                               .ns = s->ns,
                               .hyp = s->hyp,
                               .user = s->user};
    selection_waypoint(&f, &w, ++clock, a);
  }
  selection_clock(&f, clock);
}

// A change of state takes effect after the block that the waypoint ends (IHI 0035B 3.4.1), and an instruction of an ETM
// has its own state. The second block or instruction of each row is in range, and the third one is, too.
CASE(state_of_the_block) {
  static const struct {
    uint32_t id, type;
    struct comparator_state before, after;
    unsigned is_before, is_after;
  } rows[] = {
      {A15, 0x0401, {.ns = false}, {.ns = true}, NO, MUST},
      {A15, 0x0801, {.ns = false}, {.ns = true}, MUST, NO},
      {A9, 0x0401, {.ns = true}, {.ns = false}, MUST, NO},
      {A9, 0x0801, {.ns = true}, {.ns = false}, NO, MUST},
      {A15, 0x0C01, {.ns = true}, {.ns = true, .hyp = true}, NO, NO},
      {A15, 0x4C01, {.ns = true}, {.ns = true, .hyp = true}, NO, MUST},
      {A15, 0x4C01, {.ns = true, .hyp = true}, {.ns = true}, MUST, NO},
      {A15, 0x2801, {.ns = true}, {.ns = true, .user = true}, NO, MUST},
      {A15, 0x1001, {.user = false}, {.user = true}, MUST, NO},
      {A7, 0x0419, {.ns = false}, {.ns = true}, NO, MUST},
      {R4, 0x0419, {.ns = true}, {.ns = false}, MUST, NO},
      {A7, 0x4C19, {.ns = true, .hyp = true}, {.ns = true}, MUST, NO},
      {A7, 0x2819, {.ns = true}, {.ns = true, .user = true}, NO, MUST},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (unsigned is_single = 0; is_single < 2; is_single++) {
      unit(rows[i].id, true);
      range(1, 0x8000, 0x9000, rows[i].type);
      comparator(3, 0x8000, rows[i].type);
      set(ETMTECR1, is_single ? EXCLUDE : 1);
      set(ETMTECR2, 0);
      set(ETMTRIGGER, 2);
      start();
      const unsigned n = is_single ? 2 : SELECTION_RANGE;
      executes(0x8000, &rows[i].before);
      executes(0x8000, &rows[i].before);
      assert_int_equal(truth_at(f.now, n) & TRUTH_YES, rows[i].is_before & TRUTH_YES);
      // The waypoint of a PTM changes the state, and an instruction of an ETM is executed in the new state.
      executes(0x8000, &rows[i].after);
      const bool is_ptm = !config_is_etm3(&config);
      assert_int_equal(truth_at(f.now, n) & TRUTH_YES, (is_ptm ? rows[i].is_before : rows[i].is_after) & TRUTH_YES);
      executes(0x8000, &rows[i].after);
      assert_int_equal(truth_at(f.now, n) & TRUTH_YES, rows[i].is_after & TRUTH_YES);
    }
  }
}

// Before the first waypoint, no pin has shown the state, so a start point may match. The DUT may have an address that
// the checker does not know.
CASE(state_before_the_first_waypoint) {
  static const uint32_t types[] = {0x0401, 0x0801, 0x4C01, 0x2801, 0x1401};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    unit(A15, false);
    comparator(1, 0x8000, types[i]);
    set(ETMTSSCR, 1);
    set(ETMTECR1, EXCLUDE | START_STOP);
    start();
    waypoint(WAYPOINT_INDIRECT, 0x8010, 0x100);
    assert_int_equal(selection_started(&f), TRUTH_UNKNOWN);
  }
}

// --- EmbeddedICE ----------------------------------------------------------------------------------------------------

// Four EmbeddedICE inputs that reach the start/stop block: input 1 starts, and input 2 stops. The unit has no
// comparators.
static void watched(uint32_t id, unsigned lag, unsigned latency) {
  unit(id, false);
  config.etmccr = 0x8C842000;
  config.etmccer = 0x18541800;
  r.known[ETMTSSCR >> 2] = false;
  set(ETMCCER, config.etmccer);
  f.options.enable_latency = (uint8_t)lag;
  f.options.latency = (uint8_t)latency;
  set(ETMTESSEICR, 2u << 16 | 1);
  set(ETMTECR1, EXCLUDE | START_STOP);
  set(ETMTECR2, 0);
  r.running = true;
  start();
  for (unsigned i = 0; i <= latency + 1; i++) selection_inputs(&f, 0, true, ++clock);
}

static void sees(uint8_t inputs) {
  selection_inputs(&f, inputs, true, clock + 1);
  if (inputs) selection_clock(&f, ++clock);
}

static unsigned next(void) {
  sees(0);
  return waypoint(WAYPOINT_INDIRECT, 0x110, 0x100);
}

static void quiet(unsigned clocks) {
  while (clocks-- > 0) selection_inputs(&f, 0, true, ++clock);
}

// A start counts for the block in which it occurs or for the next. A stop leaves that block on.
CASE(watched_points) {
  watched(A15, 0, 4);
  assert_false(f.program.starts_unknown);
  assert_int_equal(next(), NO);
  assert_int_equal(next(), NO);
  for (unsigned i = 0; i < 3; i++) {
    sees(1);
    assert_int_equal(next(), MAY);
    assert_int_equal(next(), MUST);
    assert_int_equal(next(), MUST);
    sees(2);
    assert_int_equal(next(), MAY);
    assert_int_equal(next(), MAY);
    assert_int_equal(next(), NO);
    sees(2);  // a second stop: the block is already off
    assert_int_equal(next(), NO);
    sees(4);  // an input without a function
    assert_int_equal(next(), NO);
  }
  // A start and a stop in one block have no known order, until one of them occurs without the other.
  sees(1);
  sees(2);
  for (unsigned i = 0; i < 5; i++) assert_int_equal(next(), MAY);
  sees(1);
  next();
  assert_int_equal(next(), MUST);
  sees(3);
  for (unsigned i = 0; i < 5; i++) assert_int_equal(next(), MAY);
  sees(2);
  next();
  next();
  assert_int_equal(next(), NO);
}

// While the level stays HIGH it may start the block again. A stop during the level may leave the block on, and a stop
// after it does not.
CASE(watched_level) {
  watched(A15, 0, 4);
  for (unsigned i = 0; i < 5; i++) {
    sees(1);
    assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x110, 0x100), i == 0 ? MAY : MUST);
  }
  sees(3);
  sees(1);
  for (unsigned i = 0; i < 5; i++) assert_int_equal(next(), MAY);
  sees(2);
  next();
  next();
  assert_int_equal(next(), NO);
}

// A unit with a latency: the state is certain only after it.
CASE(watched_late) {
  watched(A15, 6, 6);
  sees(1);
  for (unsigned i = 0; i < 6; i++) assert_int_equal(next(), MAY);
  assert_int_equal(next(), MUST);
  sees(2);
  for (unsigned i = 0; i < 7; i++) assert_int_equal(next(), MAY);
  assert_int_equal(next(), NO);
  sees(1);  // close to the stop
  assert_int_equal(next(), MAY);
  sees(2);
  for (unsigned i = 0; i < 20; i++) assert_int_equal(next(), MAY);
}

// NIDEN falls after a start, and the unit need not have sampled the start.
CASE(watched_before_a_stop) {
  watched(A15, 0, 4);
  selection_inputs(&f, 1, true, ++clock);
  selection_inputs(&f, 1, false, ++clock);
  for (unsigned i = 0; i < 8; i++) selection_inputs(&f, 0, false, ++clock);
  quiet(20);
  for (unsigned i = 0; i < 5; i++) assert_int_equal(next(), MAY);
}

// ETMSR[2] within the window.
CASE(watched_shown) {
  watched(A15, 0, 4);
  next();
  assert_int_equal(selection_shown(&f, clock, 4), NO);
  sees(1);
  assert_int_equal(selection_shown(&f, clock, 4), MAY);
  quiet(10);
  next();
  next();
  quiet(5);
  assert_int_equal(selection_shown(&f, clock, 4), MUST);
  assert_int_equal(selection_shown(&f, clock, 40), MAY);
  sees(2);
  quiet(10);
  next();
  assert_int_equal(selection_shown(&f, clock, 4), MAY);
  next();
  next();
  quiet(5);
  assert_int_equal(selection_shown(&f, clock, 4), NO);
}

// Near a start, or while debug is disabled, a unit need not sample the inputs. While the unit is off, it does not
// sample them.
CASE(watched_while_off) {
  for (unsigned by_pins = 0; by_pins < 2; by_pins++) {
    watched(A15, 0, 4);
    r.running = by_pins;
    selection_follow(&f, &r, 0, 0);
    quiet(10);
    selection_inputs(&f, 1, !by_pins, ++clock);
    quiet(10);
    r.running = true;
    selection_follow(&f, &r, 0, 0);
    quiet(10);
    next();
    assert_int_equal(next(), by_pins ? MAY : NO);
    r.running = false;  // shortly after the stop, and before the start
    selection_follow(&f, &r, 0, 0);
    quiet(1);
    selection_inputs(&f, 1, true, ++clock);
    quiet(10);
    r.running = true;
    selection_follow(&f, &r, 0, 0);
    quiet(10);
    next();
    assert_int_equal(next(), MAY);
  }
  watched(A15, 0, 4);
  r.running = false;
  selection_follow(&f, &r, 0, 0);
  quiet(10);
  selection_inputs(&f, 1, true, ++clock);
  quiet(1);
  r.running = true;
  selection_follow(&f, &r, 0, 0);
  quiet(10);
  next();
  assert_int_equal(next(), MAY);
  watched(A15, 0, 4);
  sees(1);
  sees(0);
  start();  // shortly before a start of a unit that may not have stopped
  quiet(10);
  next();
  assert_int_equal(next(), MAY);
}

// If the inputs of the unit or the value of ETMTESSEICR is not known, the block may be on or off.
CASE(watched_unknown) {
  for (unsigned i = 0; i < 5; i++) {
    watched(A15, 0, 4);
    if (i == 0) r.known[ETMTESSEICR >> 2] = false;
    if (i == 1) r.known[ETMCCER >> 2] = false;
    if (i == 2) set(ETMTESSEICR, 0x10);                     // the unit does not implement this input
    if (i == 3) set(ETMCCER, config.etmccer & 0xFFEFFFFF);  // the inputs do not reach the block
    if (i == 4) set(ETMCCER, config.etmccer & 0xFFE0FFFF);  // the unit has no inputs
    start();
    assert_int_equal(f.program.starts_unknown, i < 3);
    assert_int_equal(next(), i < 3 ? MAY : NO);
    sees(1);
    next();
    assert_int_equal(next(), i < 3 ? MAY : NO);
  }
}

// Any compliant unit. It has a latency of some clocks, and uses one match of a level or one in each clock. It counts an
// input for the block in which it occurs or for the next. A stop ends tracing at once or after the block.
struct watching {
  unsigned late, next, at_once, again, stop_wins;
  uint8_t seen[32], pending, now;  // inputs of the last clocks; inputs of the previous block and of this one
  bool on;
};

static void watching_clock(struct watching *u, uint8_t inputs) {
  memmove(u->seen + 1, u->seen, sizeof u->seen - 1);
  u->seen[0] = inputs;
  u->now |= u->seen[u->late] & (uint8_t) ~(u->again ? 0 : u->seen[u->late + 1]);
}

static bool watching_traces(struct watching *u) {
  const uint8_t inputs = u->next ? u->pending : u->now;
  const bool start = inputs & 1, stop = inputs & 2, with = u->on || start;
  u->on = with && !(stop && (!start || u->stop_wins));
  u->pending = u->now;
  u->now = 0;
  return u->at_once ? u->on : with;
}

CASE(embeddedice_inputs_of_compliant_units) {
  unsigned sure[2] = {0, 0};
  for (uint64_t seed = 0; seed < 400; seed++) {
    struct rng rng = rng_seed(seed, 0);
    const unsigned lag = rng_below(&rng, 8), calm = 2 + rng_below(&rng, 40), busy = 1 + rng_below(&rng, 6);
    struct watching u = {rng_below(&rng, lag + 1),
                         rng_below(&rng, 2),
                         rng_below(&rng, 2),
                         rng_below(&rng, 2),
                         rng_below(&rng, 2),
                         {0},
                         0,
                         0,
                         false};
    uint8_t inputs = 0;
    watched(A15, lag, lag);
    for (unsigned n = 0; n < 500; n++) {
      if (rng_below(&rng, calm) == 0) inputs ^= (uint8_t)(1 + rng_below(&rng, 3));
      if (inputs && rng_below(&rng, 3)) inputs = 0;
      selection_inputs(&f, inputs, true, clock + 1);
      watching_clock(&u, inputs);
      if (rng_below(&rng, busy)) {
        clock++;
      } else {
        const bool traces = watching_traces(&u);
        f.since = UINT8_MAX;
        const unsigned is = waypoint(WAYPOINT_INDIRECT, 0x110, 0x100);
        if (!(is & truth_of(traces))) fail_msg("seed %d, clock %u: %u, but the unit says %d", (int)seed, n, is, traces);
        if (is != MAY) sure[traces]++;
      }
      const unsigned shown = selection_shown(&f, clock, lag);
      if (!(shown & truth_of(u.on))) fail_msg("seed %d, clock %u: ETMSR[2] %u", (int)seed, n, shown);
    }
  }
  assert_true(sure[false] > 2000 && sure[true] > 2000);
}

// EmbeddedICE inputs together with points: a start point in the window of a stop, and a stop point in the window of a
// start.
CASE(watched_and_points) {
  watched(A15, 0, 4);
  set(ETMCCR, config.etmccr = 0x8D294004);
  comparator(1, 0x8000, 1);
  comparator(2, 0x9000, 1);
  set(ETMTSSCR, 2u << 16 | 1);
  start();
  quiet(10);
  assert_int_equal(next(), NO);
  assert_int_equal(block(0x7F00, 0x8100, 0x100), MUST);
  sees(2);
  assert_int_equal(next(), MAY);
  assert_int_equal(next(), MAY);
  assert_int_equal(next(), NO);
  sees(2);
  assert_int_equal(block(0x7F00, 0x8100, 0x100), MUST);
  for (unsigned i = 0; i < 5; i++) assert_int_equal(next(), MAY);
  sees(1);
  next();
  assert_int_equal(next(), MUST);
  block(0x8F00, 0x9100, 0x100);
  assert_int_equal(next(), NO);
}

// A DUT that samples EmbeddedICE up to `early` clocks after an item may see a request before the points of that item.
CASE(watched_after_points) {
  static const struct {
    unsigned early, clocks, point, request;  // clocks: from the point to the request; input 1 starts, input 2 stops
    unsigned doubted, after;                 // what was executed before is doubted; the items after the request
  } rows[] = {{0, 1, 0x9000, 1, true, MUST},  {1, 1, 0x9000, 1, true, MAY},   {4, 4, 0x9000, 1, true, MAY},
              {4, 5, 0x9000, 1, true, MUST},  {0, 1, 0x8000, 1, false, MUST}, {4, 4, 0x8000, 1, true, MUST},
              {4, 5, 0x8000, 1, false, MUST}, {1, 1, 0x8000, 2, true, MAY},   {1, 2, 0x8000, 2, true, NO},
              {1, 1, 0x9000, 2, true, NO},    {1, 2, 0x9000, 2, false, NO}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    watched(A15, 0, 4);
    f.options.sampled_after = (uint8_t)rows[i].early;
    set(ETMCCR, config.etmccr = 0x8D294004);
    comparator(1, 0x8000, 1);
    comparator(2, 0x9000, 1);
    set(ETMTSSCR, 2u << 16 | 1);
    start();
    quiet(20);
    block(rows[i].point - 0x100, rows[i].point + 0x100, 0x100);
    quiet(rows[i].clocks - 1);
    assert_int_equal(selection_inputs(&f, (uint8_t)rows[i].request, true, ++clock), rows[i].doubted);
    quiet(1);
    for (unsigned n = 0; n < 3; n++) next();
    assert_int_equal(next(), rows[i].after);
  }
}

// Such a DUT may also see a stop and a later start for the same item. Then either may win. If they are farther apart,
// the start wins.
CASE(watched_opposite_requests) {
  for (unsigned row = 0; row < 4; row++) {
    const bool is_sampled_after = row & 1, is_apart = row & 2;
    watched(A15, 0, 4);
    f.options.sampled_after = is_sampled_after ? 4 : 0;
    quiet(20);
    selection_inputs(&f, 2, true, ++clock);
    for (unsigned n = 0; n < 3; n++) next();
    if (is_apart) quiet(4);
    selection_inputs(&f, 1, true, ++clock);
    quiet(1);
    for (unsigned n = 0; n < 3; n++) next();
    assert_int_equal(next(), is_sampled_after && !is_apart ? MAY : MUST);
  }
}

CASE(context) {
  unit(A15, true);
  range(1, 0x8000, 0x9000, 0x101);
  set(ETMCIDCVR1, 0x1200);
  set(ETMCIDCMR, 0xFF);
  set(ETMTECR1, 1);
  set(ETMTRIGGER, 0x58);
  start();
  at.context_id = 0x1234;
  assert_int_equal(block(0x8000, 0x8010, 0x8000), MUST);
  assert_true(f.now.yes >> SELECTION_CONTEXT & 1 && !(f.now.no >> SELECTION_CONTEXT & 1));
  at.context_id = 0x5634;  // changes with this waypoint: old or new
  assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x8010, 0x8000), MAY);
  assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x8010, 0x8000), NO);
  assert_true(!(f.now.yes >> SELECTION_CONTEXT & 1) && f.now.no >> SELECTION_CONTEXT & 1);
  at.context_id = 0;
}

// A unit that stops just after a waypoint need not have sampled it. It then still holds the previous Context ID.
CASE(context_of_the_last_waypoint) {
  unit(A15, false);
  set(ETMCIDCVR1, 0x1200);
  set(ETMTRIGGER, 0x58);
  start();
  at.context_id = 0x1200;
  waypoint(WAYPOINT_INDIRECT, 0x100, 0x200);
  at.context_id = 0x5600;
  waypoint(WAYPOINT_BARRIER, 0x200, 0x204);
  selection_missed(&f, false);
  selection_undo(&f, ++clock);
  start();
  waypoint(WAYPOINT_INDIRECT, 0x210, 0x100);
  assert_int_equal(truth_at(f.now, SELECTION_CONTEXT), TRUTH_UNKNOWN);
  waypoint(WAYPOINT_INDIRECT, 0x110, 0x100);
  assert_int_equal(truth_at(f.now, SELECTION_CONTEXT), TRUTH_NO);
  at.context_id = 0;
}

// A comparator might not observe a Context ID or a VMID that changes in Debug state until an event after the exit (IHI
// 0035B 4.18). If the ID does not change there, each waypoint is compared (3.5), also the exit.
CASE(ids_that_change_in_debug_state) {
  static const struct {
    uint32_t before, after;  // the Context ID at the entry, and at the exit; the VMID is one less
    struct waypoint event;   // after the exit
    unsigned until, later;   // the match until this event, and at the second waypoint after it
  } rows[] = {
      {0x12, 0x34, {.type = WAYPOINT_INDIRECT}, MAY, MAY},
      {0x12, 0x34, {.type = WAYPOINT_INDIRECT, .eret = true}, MAY, NO},
      {0x12, 0x34, {.type = WAYPOINT_EXCEPTION}, MAY, NO},
      {0x12, 0x34, {.type = WAYPOINT_BARRIER, .barrier = WAYPOINT_ISB}, MAY, NO},
      {0x12, 0x34, {.type = WAYPOINT_BARRIER, .barrier = WAYPOINT_DMB}, MAY, MAY},
      {0x34, 0x12, {.type = WAYPOINT_EXCEPTION}, MAY, MUST},
      {0x34, 0x34, {.type = WAYPOINT_INDIRECT}, NO, NO},
      {0x12, 0x12, {.type = WAYPOINT_INDIRECT}, MUST, MUST},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    unit(A15, false);
    range(1, 0, 0xF000, 0x101);
    set(ETMCIDCVR1, 0x12);
    set(ETMVMIDCVR, 0x11);
    set(ETMTECR1, 1);
    set(ETMTRIGGER, 2u << 14 | RESOURCE_VMID << 7 | RESOURCE_CONTEXT);
    start();
    at = (struct waypoint){.taken = true, .context_id = rows[i].before, .vmid = (uint8_t)(rows[i].before - 1)};
    for (unsigned n = 0; n < 2; n++) waypoint(WAYPOINT_INDIRECT, 0x110, 0x100);
    waypoint(WAYPOINT_DEBUG_ENTRY, 0x100, 0);
    at.context_id = rows[i].after;
    at.vmid = (uint8_t)(rows[i].after - 1);
    waypoint(WAYPOINT_DEBUG_EXIT, 0, 0x100);
    for (unsigned n = 0; n < 2; n++) {
      const unsigned block = waypoint(WAYPOINT_INDIRECT, 0x110, 0x100);
      if (n > 0) assert_int_equal(block, rows[i].until);
      assert_int_equal(truth_at(f.now, SELECTION_CONTEXT), rows[i].until);
      assert_int_equal(truth_at(f.now, SELECTION_VMID), rows[i].until);
    }
    at.eret = rows[i].event.eret;
    at.barrier = rows[i].event.barrier;
    waypoint(rows[i].event.type, 0x110, 0x100);
    at.eret = false;
    at.barrier = 0;
    for (unsigned n = 0; n < 2; n++) waypoint(WAYPOINT_INDIRECT, 0x110, 0x100);
    assert_int_equal(truth_at(f.now, SELECTION_CONTEXT), rows[i].later);
    assert_int_equal(truth_at(f.now, SELECTION_VMID), rows[i].later);
    assert_int_equal(waypoint(WAYPOINT_INDIRECT, 0x110, 0x100), rows[i].later);
  }
  at = (struct waypoint){.taken = true};
}

// The comparator is programmed while the unit is stopped. Until the first waypoint, the unit may compare what it has
// taken last. Stopped just after a waypoint, it need not have taken that one. In a run without a comparator, no
// waypoint is followed.
CASE(id_of_the_last_waypoint_before_the_start) {
  enum { LAST, NEITHER, BEFORE, UNFOLLOWED, ROWS };
  for (unsigned row = 0; row < ROWS; row++) {
    unit(A15, false);
    set(ETMVMIDCVR, 0xFF);
    set(ETMTRIGGER, row == UNFOLLOWED ? EVENT_ALWAYS : RESOURCE_VMID);
    set(ETMTECR1, EXCLUDE);
    start();
    at.vmid = 0x64;
    if (row != UNFOLLOWED) waypoint(WAYPOINT_INDIRECT, 0x100, 0x200);
    at.vmid = 0x6C;
    if (row != UNFOLLOWED) waypoint(WAYPOINT_BARRIER, 0x200, 0x204);
    if (row == BEFORE) selection_undo(&f, ++clock);
    set(ETMVMIDCVR, row == LAST ? 0x6C : 0x64);
    set(ETMTRIGGER, RESOURCE_VMID);
    start();
    assert_int_equal(truth_at(f.now, SELECTION_VMID), row == NEITHER ? TRUTH_NO : TRUTH_UNKNOWN);
    waypoint(WAYPOINT_INDIRECT, 0x210, 0x100);
    waypoint(WAYPOINT_INDIRECT, 0x110, 0x100);
    assert_int_equal(truth_at(f.now, SELECTION_VMID), row == LAST ? TRUTH_YES : TRUTH_NO);
  }
  at.vmid = 0;
}

// --- as resources ---------------------------------------------------------------------------------------------------

static unsigned resource(unsigned n) { return truth_at(f.now, n); }

// The resources that surely were HIGH, as is certain in this clock.
static uint32_t matched(void) {
  uint32_t resources = 0;
  for (unsigned i = 0; i < SELECTION_MATCHES; i++) resources |= f.match[i].resources;
  return resources;
}

CASE(resources) {
  unit(A15, true);
  range(1, 0x8000, 0x9000, 1);
  set(ETMTRIGGER, 5u << 14 | 0x10 << 7 | 0x00);  // the range OR its low address
  set(ETMTSEVR, 0x5F);
  start();
  assert_true(f.program.any && !f.program.used);
  assert_int_equal(resource(SELECTION_RANGE), TRUTH_NO);
  waypoint(WAYPOINT_INDIRECT, 0x100, 0x8000);
  assert_int_equal(resource(SELECTION_RANGE), TRUTH_NO);  // the block ends below the range
  waypoint(WAYPOINT_INDIRECT, 0x8010, 0x8020);
  assert_int_equal(resource(SELECTION_RANGE), TRUTH_YES);  // until the next waypoint
  assert_int_equal(resource(0), TRUTH_UNKNOWN);            // for one clock, or until the next waypoint
  assert_int_equal(matched() & 1, 1);
  clock++;
  selection_clock(&f, clock);
  assert_int_equal(matched(), 0);
  waypoint(WAYPOINT_INDIRECT, 0x8030, 0x100);
  assert_int_equal(resource(0), TRUTH_NO);
  assert_int_equal(resource(SELECTION_RANGE), TRUTH_YES);
  waypoint(WAYPOINT_INDIRECT, 0x110, 0x100);
  assert_int_equal(resource(SELECTION_RANGE), TRUTH_NO);
  assert_int_equal(truth_at(selection_lately(&f, clock, 1), SELECTION_RANGE), TRUTH_UNKNOWN);
  assert_int_equal(selection_event(2u << 14 | 0x10 << 7 | RESOURCE_ALWAYS, f.now), TRUTH_NO);
  assert_int_equal(selection_event(1u << 14 | 0x10, f.now), TRUTH_YES);
  // Started anew it may still hold what matched.
  waypoint(WAYPOINT_INDIRECT, 0x110, 0x8000);
  waypoint(WAYPOINT_INDIRECT, 0x8030, 0x8000);
  start();
  assert_int_equal(resource(SELECTION_RANGE), TRUTH_UNKNOWN);
  selection_reset(&f);
  start();
  assert_int_equal(resource(SELECTION_RANGE), TRUTH_NO);
}

// A TraceEnable event that uses a comparator changes together with the waypoint (IHI 0035A 3.3.2).
CASE(by_event) {
  struct selection_answer a;
  unit(A15, true);
  range(1, 0x8000, 0x9000, 1);
  set(ETMTEEVR, 0x10);
  start();
  assert_true(f.program.used);
  selection_waypoint(&f, &(struct waypoint){.type = WAYPOINT_INDIRECT, .pc = 0x100, .target = 0x8000, .taken = true},
                     ++clock, &a);
  selection_waypoint(&f, &(struct waypoint){.type = WAYPOINT_INDIRECT, .pc = 0x8010, .target = 0x100, .taken = true},
                     ++clock, &a);
  assert_int_equal(a.event, TRUTH_YES);
  selection_waypoint(&f, &(struct waypoint){.type = WAYPOINT_INDIRECT, .pc = 0x110, .target = 0x100, .taken = true},
                     ++clock, &a);
  assert_int_equal(a.event, TRUTH_UNKNOWN);  // false with this waypoint, but its block may be traced
  selection_waypoint(&f, &(struct waypoint){.type = WAYPOINT_INDIRECT, .pc = 0x110, .target = 0x100, .taken = true},
                     ++clock, &a);
  assert_int_equal(a.event, TRUTH_NO);
  assert_int_equal(a.reason.why, SELECTION_EVENT);
}

// Returns the event at a waypoint that ends the block from the target of the previous waypoint.
static unsigned event_at(uint32_t pc, uint32_t target) {
  struct selection_answer a;
  const struct waypoint w = {.type = WAYPOINT_INDIRECT, .pc = pc, .target = target, .taken = true};
  selection_waypoint(&f, &w, ++clock, &a);
  selection_clock(&f, clock);
  return a.event;
}

// An event that is true only between two waypoints may count at the second (IHI 0035B 3.3.2).
CASE(by_event_between) {
  static const struct {
    uint32_t points, event;
    unsigned again;
  } rows[] = {
      {0x10001, 0x405F, MAY},  // NOT start/stop block, which is off after each block that has both points
      {0x00001, 0x405F, NO},   // NOT start/stop block, which stays on after a start point
      {0x10001, 0x4000, MAY},  // NOT address comparator 1, which may match for one clock
      {0x10001, 0x4010, NO},   // NOT range 1, which matches until the next waypoint
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    unit(A15, true);
    range(1, 0x8010, 0x8014, 1);
    set(ETMTSSCR, rows[i].points);
    set(ETMTEEVR, rows[i].event);
    start();
    event_at(0x110, 0x100);
    assert_int_equal(event_at(0x110, 0x8000), MUST);
    assert_int_equal(event_at(0x8020, 0x8000), MAY);
    assert_int_equal(event_at(0x8020, 0x8000), rows[i].again);
    assert_int_equal(event_at(0x8020, 0x100), rows[i].again);
    assert_int_equal(event_at(0x110, 0x100), rows[i].points == 1 ? NO : MUST);
  }
}

// An EmbeddedICE input may stop the block between two blocks that both have a start point.
CASE(by_event_watched) {
  watched(A15, 0, 4);
  set(ETMCCR, config.etmccr = 0x8D294004);
  comparator(1, 0x8010, 1);
  set(ETMTSSCR, 1);
  set(ETMTECR1, EXCLUDE);
  set(ETMTEEVR, 0x405F);
  start();
  quiet(10);
  event_at(0x110, 0x8000);
  event_at(0x8020, 0x8000);
  event_at(0x8020, 0x8000);
  f.since = UINT8_MAX;  // no block precedes that may be traced
  assert_int_equal(event_at(0x8020, 0x8000), NO);
  sees(2);
  sees(0);
  // The stop counts for the block in which it occurs or for the next. After that block, the start/stop block is off.
  for (unsigned i = 0; i < 3; i++) assert_int_equal(event_at(0x8020, 0x8000), MAY);
  f.since = UINT8_MAX;
  assert_int_equal(event_at(0x8020, 0x8000), NO);
}

// --- an ETM ---------------------------------------------------------------------------------------------------------

static struct selection_answer answers[ETM3_PORT_STEPS];

static unsigned steps(unsigned count, uint32_t first, uint32_t second, bool passed) {
  struct etm3_port_clock c = {.count = count};
  c.steps[0] = (struct step){.kind = STEP_INSTRUCTION, .address = first, .passed = passed};
  c.steps[1] = (struct step){.kind = STEP_INSTRUCTION, .address = second, .passed = passed};
  selection_steps(&f, &c, ++clock, answers);
  selection_clock(&f, clock);
  return answers[0].is;
}

static void etm(uint32_t id) {
  unit(id, false);
  set(ETMTECR2, 0);
  set(ETMTESSEICR, 0);
}

CASE(instructions) {
  etm(A7);
  range(1, 0x8000, 0x9000, 0x19);
  comparator(3, 0xA000, 0x1A);  // matches if the instruction passes its condition
  comparator(4, 0xB000, 0x18);  // matches if the instruction is fetched; ETMSCR is not known
  set(ETMTECR1, 1);
  set(ETMTECR2, 4);
  start();
  assert_int_equal(steps(1, 0x7FFC, 0, true), NO);
  assert_int_equal(steps(1, 0x8000, 0, true), MUST);
  assert_int_equal(steps(1, 0x8FFC, 0, true), MUST);
  assert_int_equal(steps(1, 0x9000, 0, true), NO);
  assert_int_equal(steps(1, 0xA000, 0, true), MUST);
  assert_int_equal(steps(1, 0xA000, 0, false), NO);
  assert_int_equal(steps(1, 0xA002, 0, true), MAY);  // the size excludes two bits from the comparison
  // A unit may select both instructions of a clock, neither of them, or each separately.
  assert_int_equal(steps(2, 0x7FFC, 0x8000, true), MAY);
  assert_int_equal(answers[1].is, MUST);
  set(ETMTECR2, 8);
  start();
  assert_int_equal(steps(1, 0x7FFC, 0, true), MAY);
  set(ETMTECR2, 0);
  set(ETMTECR1, EXCLUDE | 1);
  start();
  assert_int_equal(steps(1, 0x7FFC, 0, true), MUST);
  assert_int_equal(steps(1, 0x8000, 0, true), NO);
}

static void idle(unsigned clocks) {
  const struct etm3_port_clock c = {.count = 0};
  while (clocks-- > 0) {
    selection_steps(&f, &c, ++clock, answers);
    selection_clock(&f, clock);
  }
}

static void etm_resources(uint32_t id) {
  etm(id);
  range(1, 0x8000, 0x9000, 0x19);
  range(2, 0xA000, 0xB000, 0x1A);  // instructions that pass
  comparator(5, 0x8004, 0x19);
  set(ETMTECR1, EXCLUDE);
  set(ETMTRIGGER, 5u << 14 | 0x11 << 7 | 0x10);
  set(ETMTSEVR, 4);
  start();
}

// A range holds its result while nothing is executed, also over an exception. An address is not held (IHI 0014Q 2.7.10,
// table 2.8).
CASE(etm_range_is_held) {
  static const uint32_t ids[] = {A7, R4, 0x410CF200, 0x4114F253};
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
    etm_resources(ids[i]);
    steps(1, 0x8004, 0, true);
    assert_int_equal(truth_at(f.now, SELECTION_RANGE), TRUTH_YES);
    assert_int_equal(truth_at(f.now, 4), TRUTH_YES);
    idle(100);
    assert_int_equal(truth_at(selection_lately(&f, clock, 50), SELECTION_RANGE), TRUTH_YES);
    assert_int_equal(truth_at(selection_lately(&f, clock, 50), 4), TRUTH_NO);
    struct etm3_port_clock c = {.count = 1};
    c.steps[0] = (struct step){.kind = STEP_EXCEPTION, .exception = 10, .address = 0x10, .resume = 0x8008};
    selection_steps(&f, &c, ++clock, answers);
    idle(2);
    assert_int_equal(truth_at(f.now, SELECTION_RANGE), TRUTH_YES);
    steps(1, 0x9000, 0, true);
    assert_int_equal(truth_at(f.now, SELECTION_RANGE), TRUTH_NO);
    idle(100);
    assert_int_equal(truth_at(f.now, SELECTION_RANGE), TRUTH_NO);
    steps(1, 0xA000, 0, false);
    idle(1);
    assert_int_equal(truth_at(f.now, SELECTION_RANGE + 1), TRUTH_NO);
    steps(1, 0xA000, 0, true);
    idle(1);
    assert_int_equal(truth_at(f.now, SELECTION_RANGE + 1), TRUTH_YES);
    // In Debug state the DUT need not hold it.
    c.steps[0] = (struct step){.kind = STEP_DEBUG_ENTRY};
    selection_steps(&f, &c, ++clock, answers);
    idle(1);
    assert_int_equal(truth_at(f.now, SELECTION_RANGE + 1), TRUTH_UNKNOWN);
  }
}

// A unit need not compare what is presented in the clock in which it stops. If it does, it holds the result until the
// first instruction after its next start.
CASE(etm_range_of_an_instruction_in_the_clock_of_a_stop) {
  for (int presents = 0; presents < 2; presents++) {
    etm_resources(A7);
    steps(1, 0x9000, 0, true);
    selection_missed(&f, presents);
    selection_undo(&f, ++clock);
    start();
    assert_int_equal(truth_at(f.now, SELECTION_RANGE), presents ? TRUTH_UNKNOWN : TRUTH_NO);
    steps(1, 0x9000, 0, true);
    assert_int_equal(truth_at(f.now, SELECTION_RANGE), TRUTH_NO);
  }
}

// Between the write that starts a unit and ETMEN, a unit may compare what is presented. This alone does not change the
// start/stop block.
CASE(etm_instructions_before_the_enable) {
  etm_resources(A7);
  selection_missed(&f, false);
  assert_int_equal(truth_at(f.now, SELECTION_RANGE), TRUTH_NO);
  const unsigned started = truth_at(f.now, SELECTION_STARTED);
  selection_missed(&f, true);
  assert_int_equal(truth_at(f.now, SELECTION_RANGE), TRUTH_UNKNOWN);
  assert_int_equal(truth_at(f.now, SELECTION_STARTED) & TRUTH_YES, started & TRUTH_YES);
  steps(1, 0x8000, 0, true);
  assert_int_equal(truth_at(f.now, SELECTION_RANGE), TRUTH_YES);
}

// In this time a unit may follow start and stop points.
CASE(etm_points_before_the_enable) {
  static const struct {
    uint32_t address;
    unsigned started;
  } rows[] = {{0x8000, TRUTH_UNKNOWN}, {0x9000, TRUTH_NO}, {0xA000, TRUTH_NO}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    etm(A7);
    comparator(1, 0x8000, 0x19);
    comparator(2, 0x9000, 0x19);
    set(ETMTSSCR, 0x20001);
    set(ETMTECR1, EXCLUDE | 1u << 25);
    start();
    const struct etm3_port_clock c = {
        .count = 1, .steps[0] = {.kind = STEP_INSTRUCTION, .address = rows[i].address, .passed = true}};
    selection_missed_steps(&f, &c);
    assert_int_equal(selection_started(&f), rows[i].started);
    assert_int_equal(truth_at(f.now, SELECTION_STARTED), rows[i].started);
  }
}

// A range sees the younger instruction of a clock (2.11.1). It may also match because of the older one.
CASE(etm_range_of_two_instructions) {
  static const struct {
    uint32_t older, younger;
    unsigned is;
  } rows[] = {{0x7000, 0x8000, TRUTH_YES},
              {0x8000, 0x8004, TRUTH_YES},
              {0x8000, 0x7000, TRUTH_UNKNOWN},
              {0x9000, 0x7000, TRUTH_NO}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    etm_resources(A7);
    steps(2, rows[i].older, rows[i].younger, true);
    assert_int_equal(truth_at(f.now, SELECTION_RANGE), rows[i].is);
    idle(50);
    assert_int_equal(truth_at(selection_lately(&f, clock, 49), SELECTION_RANGE), rows[i].is);
  }
}

// Access type 0 compares fetches, and what is executed was fetched. Types 4 to 7 compare data accesses, so they match
// no instruction (IHI 0014Q 2.7.10, table 2.8).
CASE(etm_access_types) {
  enum { SCR_UNKNOWN = 1 };
  static const struct {
    uint32_t scr, type;
    unsigned inside, outside;
  } rows[] = {
      {0, 0x18, MUST, MAY},
      {0, 0x98, MUST, MAY},  // exact match is ignored
      {0x0002000C, 0x18, MAY, MAY},
      {SCR_UNKNOWN, 0x18, MAY, MAY},
      {0, 0x1C, NO, NO},
      {0x0002000C, 0x1D, NO, NO},
      {0, 0x3E, NO, NO},
      {SCR_UNKNOWN, 0x9F, NO, NO},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (unsigned is_single = 0; is_single < 2; is_single++) {
      etm(A7);
      if (rows[i].scr != SCR_UNKNOWN) set(ETMSCR, rows[i].scr);
      range(1, 0x8000, 0x9000, rows[i].type);
      comparator(3, 0x8000, rows[i].type);
      set(ETMTECR1, !is_single);
      set(ETMTECR2, is_single ? 4 : 0);
      start();
      assert_int_equal(steps(1, 0x8000, 0, true), rows[i].inside);
      idle(1);
      assert_int_equal(truth_at(f.now, is_single ? 2 : SELECTION_RANGE), rows[i].inside == NO ? NO : MAY);
      assert_int_equal(steps(1, 0x9000, 0, true), rows[i].outside);
      set(ETMTECR1, EXCLUDE | !is_single);
      start();
      assert_int_equal(steps(1, 0x8000, 0, true), truth_not(rows[i].inside));
      assert_int_equal(steps(1, 0x9000, 0, true), truth_not(rows[i].outside));
    }
  }
}

static void abort_instruction(bool cancels, bool in_its_clock) {
  struct etm3_port_clock c = {.count = 1, .withdraws = cancels && !in_its_clock, .cancels[0] = cancels};
  c.cancels_this_clock[0] = in_its_clock;
  c.steps[0] = (struct step){.kind = STEP_EXCEPTION, .exception = 12, .address = 0x10, .resume = 0x8000};
  selection_steps(&f, &c, ++clock, answers);
  selection_clock(&f, clock);
}

// Each single address of a clock matches, also that of the younger instruction (2.11.1). The match of the last
// instruction is certain when the next one follows, however late that is. An exception may withdraw it until then
// (table 7.7).
CASE(etm_matches_before_idle_clocks) {
  static const unsigned idles[] = {0, 1, 15, 16, 17, 63, 64, 200, 5000};
  for (size_t i = 0; i < 2 * sizeof idles / sizeof *idles; i++) {
    const bool is_withdrawn = i % 2;
    etm_resources(A7);
    comparator(6, 0x8800, 0x19);
    set(ETMTRIGGER, 5u << 14 | 4 << 7 | 5);
    start();
    steps(2, 0x8800, 0x8004, true);
    const uint64_t from = clock;
    assert_int_equal(matched() & 0x30, 0x20);  // The younger instruction shows that the older one counts.
    idle(idles[i / 2]);
    if (is_withdrawn) abort_instruction(true, false);
    steps(1, 0x100, 0, true);
    assert_int_equal(matched() & 0x30, is_withdrawn ? 0 : 0x10);
    if (!is_withdrawn) assert_int_equal(f.match[SELECTION_EARLIER].first, from);
  }
  // A DUT that was off in between need not have used the match.
  etm_resources(A7);
  steps(1, 0x8004, 0, true);
  idle(1);
  selection_missed(&f, false);
  idle(1);
  steps(1, 0x100, 0, true);
  assert_int_equal(matched() & 0x10, 0);
}

// Address 1 and range 2 match exactly: 0x8000, and 0x9000 to 0x9FFF.
static void exact(uint32_t id, uint32_t type) {
  etm(id);
  comparator(1, 0x8000, type);
  range(2, 0x9000, 0xA000, type);
  set(ETMTECR1, EXCLUDE);
  set(ETMTRIGGER, 5u << 14 | 0x11 << 7 | 0x00);
  start();
  steps(1, 0x100, 0, true);
  steps(1, 0x100, 0, true);
  idle(20);
}

// With ETMACTR[7], an instruction matches when the next one shows that it was not cancelled (IHI 0014Q 2.7.4).
CASE(etm_exact_match) {
  enum { RANGE = SELECTION_RANGE + 1 };
  static const uint32_t ids[] = {A7, R4, 0x410CF220, 0x410CF200}, types[] = {0x99, 0x9A};
  for (size_t i = 0; i < 8; i++) {
    exact(ids[i / 2], types[i % 2]);
    steps(1, 0x8000, 0, true);
    assert_int_equal(matched() & 1, 0);
    assert_int_equal(truth_at(f.now, 0), TRUTH_NO);
    idle(50);
    assert_int_equal(truth_at(f.now, 0), TRUTH_NO);
    steps(1, 0x100, 0, true);
    assert_int_equal(matched() & 1, 1);
    assert_true(truth_at(f.now, 0) & TRUTH_YES);
    idle(1);
    assert_int_equal(truth_at(f.now, 0), TRUTH_NO);
    steps(1, 0x9000, 0, true);
    assert_int_equal(truth_at(f.now, RANGE), TRUTH_NO);
    steps(1, 0x9004, 0, true);
    assert_int_equal(matched() >> RANGE & 1, 1);
    idle(20);
    assert_int_equal(truth_at(f.now, RANGE), TRUTH_UNKNOWN);
    steps(2, 0x100, 0x104, true);
    idle(1);
    assert_true(truth_at(f.now, RANGE) & TRUTH_NO);
    // Both are in one clock, so the younger one shows that the older one counts.
    steps(2, 0x8000, 0x100, true);
    assert_int_equal(matched() & 1, 1);
  }
}

// An instruction that is cancelled does not match, in its own clock or later. Without the bit it may match.
CASE(etm_exact_match_of_cancelled_instructions) {
  for (unsigned in_its_clock = 0; in_its_clock < 2; in_its_clock++) {
    for (unsigned is_exact = 0; is_exact < 2; is_exact++) {
      exact(A7, is_exact ? 0x99 : 0x19);
      if (!in_its_clock) steps(1, 0x8000, 0, true);
      idle(3);
      abort_instruction(true, in_its_clock);
      const unsigned after = truth_at(f.now, 0);
      steps(1, 0x10, 0, true);
      if (is_exact) assert_int_equal(after, TRUTH_NO);
      if (is_exact) assert_int_equal(truth_at(selection_lately(&f, clock, 8), 0), TRUTH_NO);
      if (!is_exact) assert_true(truth_at(selection_lately(&f, clock, 8), 0) & TRUTH_YES);
      assert_int_equal(matched() & 1, 0);
    }
  }
  // An exception that does not cancel shows it, too: a DUT may match then, or at the next instruction.
  exact(A7, 0x99);
  steps(1, 0x8000, 0, true);
  idle(3);
  abort_instruction(false, false);
  assert_int_equal(truth_at(f.now, 0), TRUTH_UNKNOWN);
  const uint64_t from = clock;
  idle(3);
  steps(1, 0x10, 0, true);
  assert_int_equal(matched() & 1, 1);
  assert_int_equal(f.match[SELECTION_FINAL].first, from);
}

// TraceEnable by an exact match is imprecise.
CASE(etm_exact_match_selects) {
  exact(A7, 0x99);
  set(ETMTECR1, EXCLUDE | 2);
  start();
  assert_int_equal(steps(1, 0x9000, 0, true), MAY);
  assert_int_equal(steps(1, 0x100, 0, true), MAY);
}

CASE(etm_start_stop) {
  etm(A7);
  comparator(1, 0x8000, 0x19);
  comparator(2, 0x8010, 0x19);
  set(ETMTSSCR, 2u << 16 | 1);
  set(ETMTECR1, EXCLUDE | START_STOP);
  start();
  assert_int_equal(steps(1, 0x7FFC, 0, true), NO);
  assert_int_equal(steps(1, 0x8000, 0, true), MAY);
  assert_int_equal(steps(1, 0x8004, 0, true), MUST);
  assert_int_equal(steps(1, 0x8010, 0, true), MUST);  // DDI 0344 14.5.1
  assert_int_equal(steps(1, 0x8014, 0, true), NO);
  // The start point is cancelled, but the unit may have used it.
  steps(1, 0x8000, 0, true);
  struct etm3_port_clock c = {.count = 1, .withdraws = true};
  c.steps[0] = (struct step){.kind = STEP_EXCEPTION, .exception = 4, .address = 0x10, .resume = 0x8000};
  c.cancels[0] = true;
  selection_steps(&f, &c, ++clock, answers);
  assert_int_equal(steps(1, 0x10, 0, true), MAY);
}

// A Cortex-M3 has only EmbeddedICE inputs at its start/stop block. An instruction is treated as a block, and the window
// has clocks.
CASE(etm_watched) {
  enum { M3 = 0x4114F253 };
  watched(M3, 0, 4);
  assert_false(f.program.starts_unknown || f.program.selects_unknown || f.program.control_unknown);
  assert_int_equal(steps(1, 0x100, 0, true), NO);
  sees(1);
  assert_int_equal(steps(2, 0x104, 0x108, true), MAY);
  assert_int_equal(answers[1].is, MAY);
  sees(0);
  assert_int_equal(steps(1, 0x10C, 0, true), MUST);
  sees(2);
  sees(0);
  assert_int_equal(steps(1, 0x110, 0, true), MAY);
  assert_int_equal(steps(1, 0x114, 0, true), MAY);
  assert_int_equal(steps(1, 0x118, 0, true), NO);
  sees(1);
  sees(0);
  steps(1, 0x11C, 0, true);
  struct etm3_port_clock c = {.count = 1, .withdraws = true};  // the instruction was not executed
  c.steps[0] = (struct step){.kind = STEP_EXCEPTION, .exception = 4, .address = 0x10, .resume = 0x11C};
  c.cancels[0] = true;
  selection_steps(&f, &c, ++clock, answers);
  assert_int_equal(steps(1, 0x120, 0, true), MUST);
}

CASE(etm_user_mode) {
  for (size_t i = 0; i < sizeof user_rows / sizeof *user_rows; i++) {
    for (unsigned other = 0; other < 2; other++) {
      etm(A7);
      range(1, 0x8000, 0x9000, user_rows[i].type | 0x18);
      set(ETMTECR1, 1);
      start();
      struct etm3_port_clock c = {.count = 1, .user = user_rows[i].user != (other == 1)};
      c.steps[0] = (struct step){.kind = STEP_INSTRUCTION, .address = 0x8000, .passed = true, .ns = user_rows[i].ns};
      selection_steps(&f, &c, ++clock, answers);
      c.user = user_rows[i].user;
      selection_steps(&f, &c, ++clock, answers);
      assert_int_equal(answers[0].is, user_rows[i].is ? MUST : NO);
    }
  }
}

// An exception belongs to the instruction before it. If the next instruction is not traced, another unit need not
// report the exception.
CASE(etm_exceptions) {
  etm(R4);
  range(1, 0x8000, 0x9000, 0x19);
  set(ETMTECR1, 1);
  start();
  struct etm3_port_clock c = {.count = 1};
  c.steps[0] = (struct step){.kind = STEP_EXCEPTION, .exception = 4, .address = 0x8100, .resume = 0x8004};
  steps(1, 0x8000, 0, true);
  selection_steps(&f, &c, ++clock, answers);
  assert_int_equal(answers[0].is, MUST);
  c.steps[0].address = 0x10;
  steps(1, 0x8000, 0, true);
  selection_steps(&f, &c, ++clock, answers);
  assert_int_equal(answers[0].is, MAY);
  steps(1, 0x10, 0, true);
  selection_steps(&f, &c, ++clock, answers);
  assert_int_equal(answers[0].is, NO);
}

// An instruction that is cancelled in its own clock may have been traced. The other instruction of the clock was then
// traced, too.
CASE(etm_cancelled_instructions) {
  etm(A7);
  comparator(1, 0x8004, 0x1A);
  set(ETMTECR1, 0);
  set(ETMTECR2, 1);
  start();
  struct etm3_port_clock c = {.count = 2, .cancels_this_clock = {false, true}, .cancels = {false, true}};
  c.steps[0] = (struct step){.kind = STEP_INSTRUCTION, .address = 0x8000};
  c.steps[1] = (struct step){.kind = STEP_EXCEPTION, .exception = 4, .address = 0x10, .resume = 0x8004};
  selection_steps(&f, &c, ++clock, answers);
  assert_int_equal(answers[0].is, MAY);
  assert_int_equal(answers[1].is, MAY);
  c.steps[1].resume = 0x8008;
  selection_steps(&f, &c, ++clock, answers);
  assert_int_equal(answers[0].is, NO);
  assert_int_equal(answers[1].is, NO);
  // The comparator matches in Non-secure state only. The instruction has the state from before the exception.
  comparator(1, 0x8004, 0x41A);
  start();
  c.steps[1].resume = 0x8004;
  for (unsigned is_ns = 0; is_ns < 2; is_ns++) {
    c.steps[1].resume_ns = is_ns;
    c.steps[1].ns = !is_ns;
    selection_steps(&f, &c, ++clock, answers);
    assert_int_equal(answers[1].is, is_ns ? MAY : NO);
  }
}

// A DUT may take the Context ID and the VMID of an instruction that an exception cancels in the same clock, and hold
// them until the next instruction. The pins have no such value while nothing is executed.
CASE(etm_context_of_a_cancelled_instruction) {
  enum { CONTEXT = 1 << SELECTION_CONTEXT, VMID = 1 << SELECTION_VMID };
  etm(A7);
  set(ETMCIDCVR1, 0x12);
  set(ETMVMIDCVR, 0x34);
  set(ETMEXTOUTEVR1, 2u << 14 | RESOURCE_VMID << 7 | RESOURCE_CONTEXT);
  start();
  struct etm3_port_clock matching = {.count = 1, .context_id = 0x12, .vmid = 0x34};
  matching.steps[0] = (struct step){.kind = STEP_INSTRUCTION, .address = 0x8000};
  selection_steps(&f, &matching, ++clock, answers);
  matching.count = 0;
  selection_steps(&f, &matching, ++clock, answers);
  assert_int_equal(f.now.no & (CONTEXT | VMID), 0);
  struct etm3_port_clock other = {
      .count = 1, .cancels_this_clock[0] = true, .cancels[0] = true, .context_id = 0x56, .vmid = 0x78};
  other.steps[0] = (struct step){.kind = STEP_EXCEPTION, .exception = 4, .address = 0x10, .resume = 0x8004};
  selection_steps(&f, &other, ++clock, answers);
  selection_steps(&f, &matching, ++clock, answers);
  assert_int_equal(truth_at(f.now, SELECTION_CONTEXT), MAY);
  assert_int_equal(truth_at(f.now, SELECTION_VMID), MAY);
  matching.count = 1;
  selection_steps(&f, &matching, ++clock, answers);
  matching.count = 0;
  selection_steps(&f, &matching, ++clock, answers);
  assert_int_equal(f.now.no & (CONTEXT | VMID), 0);
  // A DUT that is stopped and programmed anew may compare the Context ID that it holds.
  selection_steps(&f, &other, ++clock, answers);
  set(ETMCIDCVR1, 0x56);
  start();
  assert_int_equal(truth_at(f.now, SELECTION_CONTEXT), MAY);
}

CASE(words) {
  char text[SELECTION_WORDS];
  unit(A15, true);
  range(1, 0x8000, 0x9000, 1);
  set(ETMTECR1, 1);
  start();
  block(0x100, 0x110, 0x8000);
  struct selection_answer a;
  selection_waypoint(&f, &(struct waypoint){.pc = 0x8010, .target = 0x100, .taken = true}, ++clock, &a);
  assert_string_equal(selection_words(&a.reason, text), "in range 1 (0x8000 to 0x8FFF)");
  selection_waypoint(&f, &(struct waypoint){.pc = 0x110, .target = 0x100, .taken = true}, ++clock, &a);
  assert_string_equal(selection_words(&a.reason, text), "outside range 1 (0x8000 to 0x8FFF)");
  selection_disable(&a.reason, 0x406F);
  assert_string_equal(
      selection_words(&a.reason, text),
      "outside range 1 (0x8000 to 0x8FFF), and the TraceEnable event is false (ETMTEEVR=0x0406F: never (NOT "
      "always))");
}

// A false term does not hide a range that selects the instruction.
CASE(words_of_events) {
  char text[SELECTION_WORDS];
  struct selection_reason reason = {.why = SELECTION_IN_RANGE, .number = 1, .low = 0x8000, .high = 0x9000};
  selection_disable(&reason, 0x60);
  assert_string_equal(selection_words(&reason, text), "the TraceEnable event is false (ETMTEEVR=0x00060: EXTIN[0])");
  reason.why = SELECTION_NEVER;
  assert_string_equal(selection_words(&reason, text), "TraceEnable was never true (ETMTEEVR=0x00060: EXTIN[0])");
  reason = (struct selection_reason){.why = SELECTION_PROHIBITED};
  assert_string_equal(selection_words(&reason, text), "prohibited");
}

// The text contains the registers that decide, and all terms that must be true.
CASE(terms) {
  char text[SELECTION_WORDS];
  struct selection_answer a;
  unit(A15, true);
  range(1, 0x8000, 0x9000, 1);
  set(ETMTECR1, ETMTECR1_EXCLUDE | 1);
  start();
  block(0x100, 0x110, 0x8000);
  selection_waypoint(&f, &(struct waypoint){.pc = 0x8010, .target = 0x100, .taken = true}, ++clock, &a);
  assert_string_equal(selection_term(&a.reason, text),
                      "excluded by range 1 (0x00008000 to 0x00008FFF, ETMTECR1=0x01000001 excludes)");
  selection_waypoint(&f, &(struct waypoint){.pc = 0x110, .target = 0x100, .taken = true}, ++clock, &a);
  assert_string_equal(selection_term(&a.reason, text),
                      "range 1 (0x00008000 to 0x00008FFF, ETMTECR1=0x01000001 excludes) does not cover it");
  a.reason.control |= ETMTECR1_START_STOP;
  a.reason.points = 0x10002;
  a.reason.has_event = true;
  a.reason.event = 0x1B161;
  assert_string_equal(selection_term(&a.reason, text),
                      "range 1 (0x00008000 to 0x00008FFF, ETMTECR1=0x03000001 excludes) does not cover it, the "
                      "start/stop block is on (ETMTSSCR=0x00010002), and the TraceEnable event is true "
                      "(ETMTEEVR=0x1B161: NOT EXTIN[1] OR EXTIN[2])");
}

// Each kind of term names its registers.
CASE(terms_of_each_kind) {
  static const struct {
    struct selection_reason reason;
    const char *text;
  } rows[] = {
      {{.why = SELECTION_OUTSIDE, .number = 2, .low = 0x9014, .high = 0x9000, .control = 2, .more = 1},
       "outside range 2 (low address 0x00009014 above high address 0x00009000; "
       "ETMTECR1=0x00000002 includes) and outside 1 more"},
      {{.why = SELECTION_AT, .low = 0x8000, .singles = 4},
       "at address 0x00008000 (ETMTECR2=0x00000004, ETMTECR1=0x00000000 includes)"},
      {{.why = SELECTION_NOTHING}, "nothing is included (ETMTECR1=0x00000000)"},
      {{.why = SELECTION_STOPPED, .control = ETMTECR1_START_STOP, .points = 0x20001},
       "start/stop block off (ETMTECR1=0x02000000, ETMTSSCR=0x00020001)"},
      {{.why = SELECTION_STARTS, .control = ETMTECR1_START_STOP, .points = 0x20001},
       "start/stop block on (ETMTECR1=0x02000000, ETMTSSCR=0x00020001)"},
      {{.why = SELECTION_STARTS, .control = ETMTECR1_START_STOP, .set_by = SELECTION_SET_BY_STATUS, .point_clock = 7},
       "start/stop block on (ETMTECR1=0x02000000, ETMTSSCR=0x00000000) since 1 was written to ETMSR[2] in clock 7 "
       "(clearing the "
       "Programming bit keeps a written state)"},
      {{.why = SELECTION_STOPPED,
        .control = ETMTECR1_START_STOP,
        .set_by = SELECTION_SET_BY_PROGRAMMING,
        .point_clock = 7},
       "start/stop block off (ETMTECR1=0x02000000, ETMTSSCR=0x00000000) since the Programming bit reset it in clock 7; "
       "no "
       "start point or write to ETMSR followed"},
      {{.why = SELECTION_IN_RANGE,
        .number = 1,
        .low = 0x8010,
        .high = 0x8014,
        .executed = {.low = 0x8000, .high = 0x801C}},
       "its block overlaps range 1 (0x00008010 to 0x00008013, ETMTECR1=0x00000000 includes)"},
      {{.why = SELECTION_IN_RANGE,
        .number = 1,
        .low = 0x8000,
        .high = 0x9000,
        .executed = {.low = 0x8000, .high = 0x801C}},
       "in range 1 (0x00008000 to 0x00008FFF, ETMTECR1=0x00000000 includes)"},
      {{.why = SELECTION_EVENT, .event = 0x60, .has_event = true, .is_disabled = true},
       "the TraceEnable event is false (ETMTEEVR=0x00060: EXTIN[0])"},
      {{.why = SELECTION_ENABLED, .event = 0x60, .has_event = true},
       "the TraceEnable event is true (ETMTEEVR=0x00060: EXTIN[0])"},
      {{.why = SELECTION_PROHIBITED}, "prohibited"},
  };
  char text[SELECTION_WORDS];
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
    assert_string_equal(selection_term(&rows[i].reason, text), rows[i].text);
}

// Returns the term of a waypoint or an instruction, for a unit with this value in ETMACTR3 and ETMACTR4.
static const char *term_of(uint32_t id, uint32_t type, const struct selection_executed *x, char text[SELECTION_WORDS]) {
  struct selection_answer a;
  unit(id, true);
  set(ETMCIDCVR1, 0xAB);
  set(ETMCIDCMR, type & ETMACTR_VMID ? 0xFF00 : 0);
  set(ETMVMIDCVR, 0x12);
  range(2, 0x8000, 0x9000, type);
  set(ETMTECR1, 2);
  set(ETMTECR2, 0);
  start();
  if (config_is_etm3(&config)) {
    struct etm3_port_clock c = {
        .count = 1, .context_id = x->state.context_id, .vmid = x->state.vmid, .user = x->state.user};
    c.steps[0] = (struct step){.kind = STEP_INSTRUCTION, .address = x->low, .ns = x->state.ns, .passed = x->passed};
    selection_steps(&f, &c, ++clock, &a);
    selection_steps(&f, &c, ++clock, &a);
  } else {
    struct waypoint w = {.pc = x->low + 0x10,
                         .target = x->low,
                         .taken = true,
                         .context_id = x->state.context_id,
                         .vmid = x->state.vmid,
                         .ns = x->state.ns,
                         .hyp = x->state.hyp,
                         .user = x->state.user};
    selection_waypoint(&f, &w, ++clock, &a);
    selection_waypoint(&f, &w, ++clock, &a);
  }
  return selection_term(&a.reason, text);
}

// A block inside the addresses may be excluded because its state does not match. The text names the required value and
// the value of the block or instruction separately.
CASE(terms_of_qualifiers) {
  static const struct {
    uint32_t unit, type;
    struct selection_executed x;
    const char *words;
  } rows[] = {
      {A15, 0x0001, {0}, ""},
      {A15, 0x0401, {.state = {.ns = true}}, " with Non-secure state as ETMACTR3=0x0401 requires"},
      {A15, 0x0401, {0}, ", but ETMACTR3=0x0401 requires Non-secure state, found Secure state"},
      {A15, 0x0801, {.state = {.ns = true}}, ", but ETMACTR3=0x0801 requires Secure state, found Non-secure state"},
      {A15, 0x3001, {.state = {.user = true}}, ", but ETMACTR3=0x3001 requires privileged modes, found User mode"},
      {A15, 0x3C01, {0}, ", but ETMACTR3=0x3C01 requires User mode, found a privileged mode"},
      {A15,
       0x2C01,
       {.state = {.ns = true}},
       ", but ETMACTR3=0x2C01 requires Non-secure User mode, found Non-secure state, a privileged mode"},
      {A15,
       0x2001,
       {.state = {.ns = true}},
       " with Secure state or Non-secure privileged modes as ETMACTR3=0x2001 requires"},
      {A15, 0x4C01, {.state = {.ns = true}}, ", but ETMACTR3=0x4C01 requires Hyp mode, found Non-secure state"},
      {A15, 0x0C01, {.state = {.ns = true}}, ", but ETMACTR3=0x0C01 requires no state, found Non-secure state"},
      {A15,
       0x0101,
       {.state = {.context_id = 0xAB}},
       " with Context ID 0x000000AB (ETMCIDCVR1) as ETMACTR3=0x0101 requires"},
      {A15,
       0x0101,
       {.state = {.context_id = 0xAC}},
       ", but ETMACTR3=0x0101 requires Context ID 0x000000AB (ETMCIDCVR1), found 0x000000AC"},
      {A15, 0x8001, {.state = {.vmid = 0x3C}}, ", but ETMACTR3=0x8001 requires VMID 0x12 (ETMVMIDCVR), found 0x3C"},
      {A15,
       0x8501,
       {.state = {.ns = true, .context_id = 0x12AB, .vmid = 0x12}},
       " with Non-secure state, Context ID 0x000012AB, which matches ETMCIDCVR1=0x000000AB (mask 0x0000FF00), VMID "
       "0x12 "
       "(ETMVMIDCVR) as "
       "ETMACTR3=0x8501 requires"},
      {A15,
       0x8501,
       {.state = {.context_id = 0x12AC, .vmid = 0x13}},
       ", but ETMACTR3=0x8501 requires Non-secure state, found Secure state; Context ID 0x000000AB (ETMCIDCVR1, mask "
       "0x0000FF00), found 0x000012AC; VMID 0x12 (ETMVMIDCVR), found 0x13"},
      {A9,
       0x4981,
       {.state = {.context_id = 0xAB}},
       " with Secure state, Context ID 0x000000AB (ETMCIDCVR1) as ETMACTR3=0x0901 requires"},
      {A7, 0x0003, {0}, " with condition code failed as ETMACTR3=0x0003 requires"},
      {A7, 0x0003, {.passed = true}, ", but ETMACTR3=0x0003 requires condition code failed, found passed"},
      {A7,
       0x2402,
       {.state = {.ns = true}, .passed = true},
       " with Non-secure privileged modes, condition code passed as ETMACTR3=0x2402 requires"},
      {R4, 0x0419, {0}, ", but ETMACTR3=0x0419 requires Non-secure state, found Secure state"},
      {R4, 0x001D, {0}, ", but ETMACTR3=0x001D requires a data access, found an instruction"},
  };
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[SELECTION_WORDS], expected[SELECTION_WORDS];
    struct selection_executed x = rows[i].x;
    x.low = 0x8000;
    snprintf(expected, sizeof expected, "in range 2 (0x00008000 to 0x00008FFF, ETMTECR1=0x00000002 includes)%s",
             rows[i].words);
    assert_string_equal(term_of(rows[i].unit, rows[i].type, &x, text), expected);
    x.low = 0x100;  // outside the addresses, no other condition decides
    assert_string_equal(term_of(rows[i].unit, rows[i].type, &x, text),
                        "outside range 2 (0x00008000 to 0x00008FFF, ETMTECR1=0x00000002 includes)");
  }
  // The text says "exact" only for an exact match of an ETM.
  struct selection_reason reason = {
      .why = SELECTION_AT, .low = 0x8000, .singles = 4, .by = {.type = 0x81, .number = 3}};
  char text[SELECTION_WORDS];
  assert_string_equal(selection_term(&reason, text),
                      "at address 0x00008000 (ETMTECR2=0x00000004, ETMTECR1=0x00000000 includes) with exact match as "
                      "ETMACTR3=0x0081 requires");
  reason = (struct selection_reason){.why = SELECTION_OUTSIDE,
                                     .number = 2,
                                     .low = 0x8000,
                                     .high = 0x9000,
                                     .by_state = true,
                                     .by = {.type = 0x401, .number = 3, .secure = MODES_NONE}};
  assert_string_equal(
      selection_words(&reason, text),
      "in range 2 (0x8000 to 0x8FFF), but the comparator requires Non-secure state, found Secure state");
}

// If several ranges exist, the text names the range that contains the address.
CASE(terms_of_several_ranges) {
  char text[SELECTION_WORDS];
  struct selection_answer a;
  unit(A15, true);
  set(ETMVMIDCVR, 0x5A);
  range(1, 0x100, 0x200, 1);
  range(2, 0x8000, 0x9000, 0x8001);
  set(ETMTECR1, 3);
  start();
  block(0x8000, 0x8010, 0x8000);
  selection_waypoint(&f, &(struct waypoint){.pc = 0x8010, .target = 0x8000, .taken = true, .vmid = 0x3C}, ++clock, &a);
  assert_string_equal(selection_term(&a.reason, text),
                      "in range 2 (0x00008000 to 0x00008FFF, ETMTECR1=0x00000003 includes), but ETMACTR3=0x8001 "
                      "requires VMID 0x5A (ETMVMIDCVR), found 0x00, and outside 1 more");
  unit(A15, true);
  set(ETMVMIDCVR, 0x5A);
  range(1, 0x100, 0x200, 1);
  range(2, 0x8000, 0x9000, 0x8001);
  set(ETMTECR1, ETMTECR1_EXCLUDE | 3);
  start();
  block(0x8000, 0x8010, 0x8000);
  selection_waypoint(&f, &(struct waypoint){.pc = 0x8010, .target = 0x8000, .taken = true, .vmid = 0x3C}, ++clock, &a);
  assert_string_equal(selection_term(&a.reason, text),
                      "range 2 (0x00008000 to 0x00008FFF, ETMTECR1=0x01000003 excludes) covers it, but ETMACTR3=0x8001 "
                      "requires VMID 0x5A (ETMVMIDCVR), found 0x00, and 1 more do not cover it");
}

CASE(words_of_ranges) {
  char text[SELECTION_WORDS];
  struct selection_reason reason = {.why = SELECTION_OUTSIDE, .number = 2, .low = 0x9014, .high = 0x9000};
  assert_string_equal(selection_words(&reason, text), "outside range 2 (low address 0x9014 above high address 0x9000)");
  reason.low = reason.high;
  reason.more = 1;
  assert_string_equal(selection_words(&reason, text),
                      "outside range 2 (low address 0x9000 equal to high address 0x9000) and 1 more");
}
