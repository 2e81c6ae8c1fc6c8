// SPDX-License-Identifier: Apache-2.0
// The comparators of the reference model, its start/stop block, and the selection by TraceEnable. The expected values
// follow from IHI 0035A 3.3.3, 3.4.3; IHI 0035B 3.3.3, 3.5, 3.6, 3.16.13; IHI 0014Q 2.6, 2.7, 3.5.21, 3.5.22.
#include <string.h>

#include "register_bench.h"
#include "rng.h"

// 8 pairs, 3 Context ID comparators, a start/stop block, 4 external outputs, a counter.
#define ALL_CCR 0x8F482008u
#define VIRT ETMCCER_VIRTUALIZATION
enum { ACVR = ETMACVR1, ACTR = ETMACTR1, OUTPUT = ETMEXTOUTEVR1, TRUE = 0x6F, PROGRAM = ETMCR_PROGRAMMING };
enum { SINGLE = 0x00, RANGE = 0x10, CONTEXT = 0x58, VMID = 0x5B, ON = 0x5F };  // resources
enum { INCLUDE = 0, EXCLUDE = ETMTECR1_EXCLUDE, START_STOP = ETMTECR1_START_STOP };
#define SOMEWHERE 0xF0000000u  // an address that no comparator has

static bool is_etm(const struct bench *b) { return settings_protocol(&b->unit.apb.settings) == PROTOCOL_ETM3; }

static void up(struct bench *b, uint32_t idr) {
  power_up(b, idr, ALL_CCR, VIRT, 0);
  put(b, 0x300, 0);
  put(b, ETMTRIGGER, 0x406F);  // never: the value 0 names comparator 1
  b->in.hdbgen = true;
}

// Comparators n and n + 1, counted from 0, with one access type.
static void compare(struct bench *b, unsigned n, uint32_t low, uint32_t high, uint32_t type) {
  for (unsigned i = 0; i < 2; i++) {
    put(b, ACVR + 4 * (n + i), i ? high : low);
    put(b, ACTR + 4 * (n + i), type);
  }
}

static void show(struct bench *b, unsigned r1, unsigned r2, unsigned r3, unsigned r4) {
  put(b, OUTPUT, r1);
  put(b, OUTPUT + 4, r2);
  put(b, OUTPUT + 8, r3);
  put(b, OUTPUT + 12, r4);
}

// The unit runs, and its outputs show it: WPTENABLE, ETMEN.
static void run(struct bench *b) {
  put(b, ETMCR, is_etm(b) ? ETMCR_PORT : 0);
  edges(b, 2);
}

// --- a PTM's port ----------------------------------------------------------------------------------------------------

// The entry that was pushed in the clock of the last edge: I-sync; w: a waypoint; e: a waypoint after which nothing is
// traced; T: a timestamp; -: none.
static char pushed(const struct bench *b, uint64_t before) {
  const struct queue *q = &b->unit.queue;
  if (b->unit.stats.entries == before) return '-';
  const struct pft_entry *e = &q->pft_at[storage_slot(&q->is, (uint16_t)(q->is.wptr - 1))];
  return e->kind == ENTRY_ISYNC ? 'I' : e->kind == ENTRY_TIMESTAMP ? 'T' : e->ends ? 'e' : 'w';
}

// One edge with this waypoint at the pins.
static char present(struct bench *b, struct waypoint w) {
  const uint64_t before = b->unit.stats.entries;
  b->in.wpt_valid = true;
  b->in.wpt = w;
  edge(b);
  b->in.wpt_valid = false;
  return pushed(b, before);
}

static char nothing(struct bench *b) {
  const uint64_t before = b->unit.stats.entries;
  edge(b);
  return pushed(b, before);
}

static struct waypoint branch(uint32_t pc, uint32_t target) {
  return (struct waypoint){.type = WAYPOINT_INDIRECT, .taken = true, .pc = pc, .target = target};
}

// Returns EXTOUT for the pins of the last edge, which it shows two edges later.
static unsigned seen(struct bench *b) {
  edges(b, 2);
  return b->unit.resources.outputs;
}

// Returns EXTOUT for the block of the instructions from `first` on, up to the waypoint `w`.
static unsigned block(struct bench *b, uint32_t first, struct waypoint w) {
  present(b, branch(SOMEWHERE, first));
  present(b, w);
  edge(b);
  return b->unit.resources.outputs;
}

// IHI 0035A 3.4.3: include L <= END and H > START, exclude L <= START and H > END; one address: START <= A <= END.
static const struct {
  uint32_t first, last;
  bool includes, covers, low, high;  // `high`: the single address comparator of H
} edges_of_a_range[] = {
    {0x0FF0, 0x0FFC, false, false, false, false}, {0x0FF0, 0x1000, true, false, true, false},
    {0x0800, 0x2000, true, false, true, true},    {0x1000, 0x1000, true, true, true, false},
    {0x1000, 0x100C, true, true, true, false},    {0x1000, 0x1010, true, false, true, true},
    {0x0FFC, 0x100C, true, false, true, false},   {0x100C, 0x100C, true, true, false, false},
    {0x100C, 0x1010, true, false, false, true},   {0x100C, 0x2000, true, false, false, true},
    {0x1010, 0x1010, false, false, false, true},  {0x1010, 0x2000, false, false, false, true},
    {0x1014, 0x2000, false, false, false, false},
};
enum { EDGES = sizeof edges_of_a_range / sizeof *edges_of_a_range };

static struct bench bench;

CASE_WITH(ptm_compares_both_edges, NULL, NULL, &bench) {
  struct bench *b = *state;
  for (unsigned pair = 0; pair < 8; pair += 7) {
    up(b, V11);
    compare(b, 2 * pair, 0x1000, 0x1010, 0);
    show(b, RANGE + pair, SINGLE + 2 * pair, SINGLE + 2 * pair + 1, TRUE);
    run(b);
    for (unsigned i = 0; i < EDGES; i++) {
      const unsigned out = block(b, edges_of_a_range[i].first, branch(edges_of_a_range[i].last, SOMEWHERE));
      const bool low = edges_of_a_range[i].low, high = edges_of_a_range[i].high;
      assert_int_equal(out, 8u | high << 2 | low << 1 | edges_of_a_range[i].includes);
      // A single address comparator is true for a clock, a range until the next block ends.
      edges(b, 2);
      assert_int_equal(b->unit.resources.outputs, 8u | edges_of_a_range[i].includes);
    }
  }
}

// At most two letters: the entries that are pushed while the waypoint before the block is in the front, and while the
// waypoint at its end is.
static void ptm_selects(struct bench *b, uint32_t first, uint32_t last, const char *expected) {
  char text[3] = "";
  nothing(b);
  nothing(b);
  present(b, branch(SOMEWHERE, first));
  text[0] = present(b, branch(last, SOMEWHERE));
  text[1] = nothing(b);
  if (strcmp(text, expected)) fail_msg("0x%X to 0x%X: %s, expected %s", first, last, text, expected);
}

CASE_WITH(ptm_includes_and_excludes, NULL, NULL, &bench) {
  struct bench *b = *state;
  for (unsigned exclude = 0; exclude < 2; exclude++) {
    up(b, V11);
    compare(b, 4, 0x1000, 0x1010, 0);
    put(b, ETMTECR1, 1 << 2 | (exclude ? EXCLUDE : INCLUDE));
    run(b);
    present(b, branch(SOMEWHERE, SOMEWHERE));
    for (unsigned i = 0; i < EDGES; i++) {
      const bool traced = exclude ? !edges_of_a_range[i].covers : edges_of_a_range[i].includes;
      // The code between is at SOMEWHERE, which no range includes or excludes.
      ptm_selects(b, edges_of_a_range[i].first, edges_of_a_range[i].last,
                  exclude  ? traced ? "ww" : "w-"
                  : traced ? "Iw"
                           : "--");
    }
  }
}

// The I-sync of a block is pushed in the clock before its waypoint, whatever the distance.
CASE_WITH(ptm_isync_before_the_block, NULL, NULL, &bench) {
  struct bench *b = *state;
  up(b, V11);
  compare(b, 0, 0x1000, 0x1010, 0);
  put(b, ETMTECR1, 1);
  run(b);
  assert_int_equal(present(b, branch(SOMEWHERE, 0x1004)), '-');
  for (unsigned i = 0; i < 5; i++) assert_int_equal(nothing(b), '-');
  assert_int_equal(present(b, branch(0x1008, 0x1008)), 'I');
  assert_int_equal(present(b, branch(0x1008, SOMEWHERE)), 'w');
  assert_int_equal(nothing(b), 'w');
  for (unsigned i = 0; i < 5; i++) assert_int_equal(nothing(b), '-');
  assert_int_equal(present(b, branch(SOMEWHERE, 0x1000)), '-');
  assert_int_equal(nothing(b), '-');
  assert_int_equal(nothing(b), '-');
  // If the TraceEnable event is false, nothing is traced.
  put(b, ETMTEEVR, 0x406F);
  edge(b);
  assert_int_equal(present(b, branch(0x1000, 0x1000)), '-');
  assert_int_equal(present(b, branch(0x1000, 0x1000)), '-');
  assert_int_equal(nothing(b), '-');
}

// A comparator in the TraceEnable event also applies to the block.
CASE_WITH(ptm_enable_event_compares, NULL, NULL, &bench) {
  struct bench *b = *state;
  up(b, V11);
  compare(b, 6, 0x1004, 0, 0);
  put(b, ETMTEEVR, SINGLE + 6);
  run(b);
  present(b, branch(SOMEWHERE, SOMEWHERE));
  ptm_selects(b, 0x1000, 0x1000, "--");
  ptm_selects(b, 0x1000, 0x1004, "Iw");
  ptm_selects(b, 0x1004, 0x1008, "ww");
  ptm_selects(b, 0x1008, 0x100C, "e-");  // the waypoint at which the event becomes false is traced
  ptm_selects(b, 0x1008, 0x100C, "--");
  put(b, ETMTEEVR, 0x4000 | (SINGLE + 6));  // NOT the comparator
  edges(b, 2);
  ptm_selects(b, 0x1000, 0x1000, "ww");
  ptm_selects(b, 0x1000, 0x1004, "we");  // the event becomes false at this waypoint
  ptm_selects(b, 0x1000, 0x1000, "ww");
  present(b, branch(SOMEWHERE, 0x1004));
  assert_int_equal(present(b, branch(0x1004, 0x1000)), 'w');
  assert_int_equal(present(b, branch(0x1000, 0x1000)), 'w');  // the next block is to be traced
  assert_int_equal(nothing(b), 'w');
}

// The last instruction of a block, and waypoints that end no block.
CASE_WITH(ptm_last_instruction, NULL, NULL, &bench) {
  static const struct {
    struct waypoint w;
    bool thumb;
    uint32_t idr;
    unsigned out;  // 1: 0x100C, 2: 0x100E, 4: 0x1010, 8: the range from 0x1000 on
  } rows[] = {
      {{.type = WAYPOINT_DIRECT, .pc = 0x1010}, false, V11, 0xF},
      {{.type = WAYPOINT_BARRIER, .pc = 0x100E, .taken = true}, true, V11, 0xB},
      {{.type = WAYPOINT_EXCEPTION, .exception = 3, .pc = 0x1010}, false, V11, 9},
      {{.type = WAYPOINT_EXCEPTION, .exception = 3, .pc = 0x1010}, true, V11, 0xB},
      {{.type = WAYPOINT_EXCEPTION, .exception = 3, .pc = 0x1010, .t32 = true}, true, V11, 9},
      {{.type = WAYPOINT_EXCEPTION, .exception = 3, .pc = 0x1012}, true, V11, 0xF},
      {{.type = WAYPOINT_DEBUG_ENTRY, .pc = 0x1010}, true, V11, 0xB},
      {{.type = WAYPOINT_DEBUG_ENTRY, .exception = 8, .pc = 0x1010}, true, V11, 0xB},
      {{.type = WAYPOINT_UPDATE, .pc = 0x1010}, true, V10, 0xB},
      // No waypoint, or one that ends no block.
      {{.type = WAYPOINT_UPDATE, .pc = 0x1010}, true, V11, 0},
      {{.type = WAYPOINT_BARRIER, .pc = 0x1010, .barrier = WAYPOINT_DSB}, true, V11, 0},
      {{.type = WAYPOINT_EXCEPTION, .exception = 8, .pc = 0x1010}, true, V11, 0},
      {{.type = WAYPOINT_EXCEPTION, .exception = 3, .pc = 0x1000}, true, V11, 0},
      {{.type = WAYPOINT_DEBUG_ENTRY, .pc = 0x1000}, true, V11, 0},
      {{.type = WAYPOINT_DEBUG_EXIT, .pc = 0x1010}, true, V11, 0},
  };
  struct bench *b = *state;
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    up(b, rows[i].idr);
    compare(b, 0, 0x100C, 0x100E, 0);
    compare(b, 2, 0x1010, 0, 0);
    compare(b, 4, 0x1000, 0x1002, 0);
    show(b, SINGLE, SINGLE + 1, SINGLE + 2, RANGE + 2);
    run(b);
    struct waypoint to = branch(SOMEWHERE, 0x1000);
    to.target_t = rows[i].thumb;
    present(b, to);
    present(b, rows[i].w);
    edge(b);
    if (b->unit.resources.outputs != rows[i].out) fail_msg("row %u: %X", i, b->unit.resources.outputs);
  }
}

// A range keeps its value over waypoints that end no block. Without HDBGEN there is no Debug state.
CASE_WITH(ptm_range_holds, NULL, NULL, &bench) {
  struct bench *b = *state;
  up(b, V11);
  compare(b, 0, 0x1000, 0x1010, 0);
  show(b, RANGE, SINGLE, RANGE, RANGE);
  run(b);
  assert_int_equal(block(b, 0x1000, branch(0x1004, 0x1000)), 0xF);
  present(b, (struct waypoint){.type = WAYPOINT_EXCEPTION, .exception = 3, .pc = 0x1000, .target = 0x2000});
  assert_int_equal(seen(b), 0xD);
  present(b, (struct waypoint){.type = WAYPOINT_EXCEPTION, .exception = 8, .target = 0x2000});
  assert_int_equal(seen(b), 0xD);
  b->in.hdbgen = false;
  present(b, (struct waypoint){.type = WAYPOINT_DEBUG_ENTRY, .pc = 0x2010});
  assert_int_equal(seen(b), 0xD);
  b->in.hdbgen = true;
  present(b, (struct waypoint){.type = WAYPOINT_DEBUG_ENTRY, .pc = 0x2010});
  assert_int_equal(seen(b), 0);
  // If the earlier position is not known, there is no block.
  present(b, branch(0x1004, 0x1000));
  assert_int_equal(seen(b), 0);
  assert_int_equal(block(b, 0x1000, branch(0x1004, 0x1000)), 0xF);
  b->in.niden = false;
  edges(b, 50);
  assert_false(b->unit.pft_front.run);
  b->in.niden = true;
  edges(b, 2);
  assert_true(b->unit.pft_front.run);
  assert_int_equal(seen(b), 0);
}

// --- an ETM's port ---------------------------------------------------------------------------------------------------

static const struct slots none;

static void executes(struct bench *b, struct slots slots) {
  b->in.slots = slots;
  edge(b);
  b->in.slots = none;
}

static struct slot at(uint32_t address) {
  return (struct slot){.executed = true, .passed = true, .at.address = address};
}
static struct slots one(uint32_t address) { return (struct slots){.at = {at(address)}}; }
static struct slots two(uint32_t a, uint32_t b) { return (struct slots){.at = {at(a), at(b)}}; }

// Returns EXTOUT for these instructions.
static unsigned etm_shows(struct bench *b, struct slots slots) {
  executes(b, slots);
  edge(b);
  return b->unit.resources.outputs;
}

static const uint32_t etms[] = {ETM(0), ETM(1), ETM(2), ETM(3), ETM(4), ETM(5)};

CASE_WITH(etm_compares_both_edges, NULL, NULL, &bench) {
  static const struct {
    uint32_t address;
    unsigned out;  // 1 the range, 2 L, 4 H
  } rows[] = {{0xFFF, 0}, {0x1000, 3}, {0x1001, 1}, {0x100F, 1}, {0x1010, 4}, {0x1011, 0}, {0x90001000, 0}};
  struct bench *b = *state;
  for (unsigned i = 0; i < 6; i++) {
    up(b, etms[i]);
    compare(b, 14, 0x1000, 0x1010, 1);
    show(b, RANGE + 7, SINGLE + 14, SINGLE + 15, 0x406F);
    run(b);
    for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++) {
      assert_int_equal(etm_shows(b, one(rows[k].address)), rows[k].out);
      // A range keeps its value until another instruction is executed.
      edges(b, 3);
      assert_int_equal(b->unit.resources.outputs, rows[k].out & 1);
      // A match of either of two instructions counts.
      assert_int_equal(etm_shows(b, two(0, rows[k].address)), rows[k].out);
      assert_int_equal(etm_shows(b, two(rows[k].address, 0)), rows[k].out);
      struct slots second = none;
      second.at[1] = at(rows[k].address);
      assert_int_equal(etm_shows(b, second), rows[k].out);
    }
    // Code in Debug state does not count.
    etm_shows(b, one(0x1000));
    struct slots debug = one(0x1010);
    debug.debug = true;
    assert_int_equal(etm_shows(b, debug), 1);
  }
}

// IHI 0014Q 2.7.4: with exact match, an instruction matches with the next instruction, and does not match if an
// exception cancels it. A fetch ignores the bit.
CASE_WITH(etm_exact, NULL, NULL, &bench) {
  struct bench *b = *state;
  const struct slot abort = {.branched = true, .cancel = true, .exception = 12};
  struct slots cancel = none, both = one(0x1000);
  cancel.at[0] = abort;
  both.at[1] = abort;
  up(b, ETM(3));
  compare(b, 0, 0x1000, 0x1004, 1 | ETMACTR_EXACT);
  show(b, RANGE, SINGLE, 0x406F, 0x406F);
  run(b);
  assert_int_equal(etm_shows(b, one(0x1000)), 0);
  edges(b, 3);
  assert_int_equal(b->unit.resources.outputs, 0);
  assert_int_equal(etm_shows(b, one(0x2000)), 3);
  assert_int_equal(etm_shows(b, one(0x2000)), 0);
  assert_int_equal(etm_shows(b, two(0x1000, 0x2000)), 3);
  assert_int_equal(etm_shows(b, two(0x2000, 0x1000)), 0);
  assert_int_equal(etm_shows(b, one(0x2000)), 3);
  // Cancelled in the next clock, and in its own clock.
  assert_int_equal(etm_shows(b, one(0x1000)), 0);
  assert_int_equal(etm_shows(b, cancel), 0);
  assert_int_equal(etm_shows(b, one(0x2000)), 0);
  assert_int_equal(etm_shows(b, both), 0);
  assert_int_equal(etm_shows(b, one(0x2000)), 0);
  // While a match waits, the bit is cleared and set: it is used when the next instruction is executed. The range has
  // the bit of its lower comparator.
  for (unsigned i = 0; i < 4; i++) {
    assert_int_equal(etm_shows(b, one(0x1000)), 0);
    put(b, ACTR, 1);
    put(b, ACTR + 4, 1);
    if (i & 1) etm_shows(b, cancel);
    if (i & 2) etm_shows(b, one(0x2000));
    put(b, ACTR, 1 | ETMACTR_EXACT);
    assert_int_equal(etm_shows(b, one(0x2000)), i == 0 ? 3 : 0);
    assert_int_equal(etm_shows(b, one(0x2000)), 0);
  }
  up(b, ETM(3));
  compare(b, 0, 0x1000, 0x1004, ETMACTR_EXACT);
  show(b, RANGE, SINGLE, 0x406F, 0x406F);
  run(b);
  assert_int_equal(etm_shows(b, one(0x1000)), 3);
}

// IHI 0014Q 3.5.22: fetched, executed, passed, failed; data is not instructions. Bits 6:5 decide nothing.
CASE_WITH(etm_kinds, NULL, NULL, &bench) {
  struct bench *b = *state;
  for (unsigned kind = 0; kind < 8; kind++) {
    up(b, ETM(3));
    compare(b, 0, 0x1000, 0x1004, kind);
    show(b, RANGE, SINGLE, 0x406F, 0x406F);
    run(b);
    struct slots slots = one(0x1000);
    assert_int_equal(etm_shows(b, slots), kind < 3 ? 3 : 0);
    slots.at[0].passed = false;
    assert_int_equal(etm_shows(b, slots), kind < 2 || kind == 3 ? 3 : 0);
  }
  // A range has the access type of its lower comparator.
  put(b, ACTR, 2);
  put(b, ACTR + 4, 3);
  assert_int_equal(etm_shows(b, one(0x1000)), 3);
}

// IHI 0014Q 2.7.1, 2.7.3: only ETMv3.0 masks the bits of the address that are within an access of the size. All later
// versions compare as a size of a byte does, row 0.
CASE_WITH(etm_sizes, NULL, NULL, &bench) {
  static const struct {
    uint32_t address;
    unsigned out[4];  // by [4:3]: 1 the range from 0x1001 to 0x1006, 2 the address 0x1001
  } rows[] = {{0x0FFF, {0, 0, 0, 0}}, {0x1000, {0, 3, 0, 3}}, {0x1001, {3, 3, 3, 3}}, {0x1002, {1, 1, 1, 2 | 1}},
              {0x1003, {1, 1, 1, 3}}, {0x1004, {1, 1, 1, 0}}, {0x1005, {1, 1, 1, 0}}, {0x1006, {0, 0, 0, 0}}};
  struct bench *b = *state;
  for (unsigned unit = 0; unit < 6; unit++) {
    for (unsigned size = 0; size < 4; size++) {
      up(b, etms[unit]);
      compare(b, 0, 0x1001, 0x1006, size << 3);
      show(b, RANGE, SINGLE, 0x406F, 0x406F);
      run(b);
      for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(etm_shows(b, one(rows[i].address)), rows[i].out[unit == 0 ? size : 0]);
      }
    }
  }
}

// Whether the instructions of the clock are traced: the state of the front after it.
static bool etm_traces(struct bench *b, struct slots slots) {
  executes(b, slots);
  edge(b);
  return b->unit.etm3_front.state == FRONT_ON;
}

// IHI 0014Q 2.6.2: one of the ranges of ETMTECR1 or of the addresses of ETMTECR2. Two instructions of a clock are
// either both traced or both not traced.
CASE_WITH(etm_includes_and_excludes, NULL, NULL, &bench) {
  static const struct {
    uint32_t first, second;
    bool includes, excludes;
  } rows[] = {
      {0x1000, 0, true, false},     {0x100C, 0, true, false},      {0x1010, 0, false, true},
      {0x2000, 0, true, false},     {0x2004, 0, false, true},      {0x3000, 0x1000, true, true},
      {0x1000, 0x3000, true, true}, {0x1000, 0x2000, true, false}, {0x3000, 0x3004, false, true},
      {0x3000, 0x2000, true, true}, {0x1000, 0x100C, true, false},
  };
  struct bench *b = *state;
  for (unsigned exclude = 0; exclude < 2; exclude++) {
    up(b, ETM(exclude ? 5 : 0));
    compare(b, 2, 0x1000, 0x1010, 1);
    compare(b, 8, 0x2000, 0x3000, 1);
    compare(b, 10, 0x3000, 0x3004, 1);  // no comparator requires these
    put(b, ETMTECR1, 1 << 1 | (exclude ? EXCLUDE : 0) | 0xFFFF00);
    put(b, ETMTECR2, 1 << 8);
    run(b);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      const bool expected = exclude ? rows[i].excludes : rows[i].includes;
      const struct slots slots = rows[i].second ? two(rows[i].first, rows[i].second) : one(rows[i].first);
      if (etm_traces(b, slots) != expected) fail_msg("row %u: exclude %u", i, exclude);
    }
  }
}

CASE_WITH(etm_enable_event_compares, NULL, NULL, &bench) {
  struct bench *b = *state;
  up(b, ETM(4));
  compare(b, 0, 0x1000, 0x1010, 1);
  put(b, ETMTEEVR, RANGE);
  run(b);
  assert_false(etm_traces(b, one(0xFFC)));
  assert_true(etm_traces(b, one(0x1000)));
  assert_true(etm_traces(b, none));
  assert_true(etm_traces(b, two(0x100C, 0x1010)));
  assert_false(etm_traces(b, one(0x1010)));
}

// --- qualify ---------------------------------------------------------------------------------------------------------

struct where {
  bool ns, hyp, user;
  uint32_t context;
  uint8_t vmid;
};

// Returns EXTOUT after instructions at 0x1000 in this state.
static unsigned shows_in(struct bench *b, struct where w) {
  if (is_etm(b)) {
    struct slots slots = one(0x1000);
    slots.ns = w.ns;
    slots.hyp = w.hyp;
    slots.user = w.user;
    slots.context_id = w.context;
    slots.vmid = w.vmid;
    return etm_shows(b, slots);
  }
  struct waypoint to = branch(SOMEWHERE, 0x1000);
  to.ns = w.ns;
  to.hyp = w.hyp;
  to.user = w.user;
  to.context_id = w.context;
  to.vmid = w.vmid;
  struct waypoint end = to;
  end.pc = 0x1000;
  end.target = SOMEWHERE;
  present(b, to);
  present(b, end);
  edge(b);
  return b->unit.resources.outputs;
}

// IHI 0035B 3.16.13, IHI 0014Q 3.5.22.
CASE_WITH(security, NULL, NULL, &bench) {
  struct bench *b = *state;
  static const uint32_t units[] = {V10, V11, ETM(0), ETM(1), ETM(2), ETM(4), ETM(5)};
  for (unsigned i = 0; i < 7; i++) {
    const bool newest = i == 1 || i == 6, always = i == 2 || i == 3;
    for (unsigned bits = 0; bits < 16; bits++) {
      up(b, units[i]);
      compare(b, 0, 0x1000, 0x1010, bits << 10);
      show(b, RANGE, SINGLE, 0x406F, 0x406F);
      run(b);
      for (unsigned where = 0; where < 4; where++) {
        const unsigned ns = where & 1, user = where >> 1;
        // 13: Non-secure User mode, 12: Secure User mode, 11: Non-secure, 10: Secure. The older ones have [11:10].
        static const bool older[4][2] = {{true, true}, {false, true}, {true, false}, {false, false}};
        const unsigned field = (bits >> (2 + ns) & 1) << 1 | (bits >> ns & 1);
        const bool may = always || (newest ? field == 0 || field == (user ? 3 : 2) : older[bits & 3][ns]);
        const unsigned out = shows_in(b, (struct where){.ns = ns, .user = user});
        if (out != (may ? 3 : 0)) fail_msg("unit %u, [13:10] = %X, ns %u, user %u: %X", i, bits, ns, user, out);
      }
    }
  }
}

// PFTv1.1, ETMv3.5: in Hyp mode only [14] decides. [15] requires the VMID. ETMCCER[26] reports whether the unit has
// these bits.
CASE_WITH(hyp_and_vmid, NULL, NULL, &bench) {
  struct bench *b = *state;
  for (unsigned i = 0; i < 2; i++) {
    for (unsigned bits = 0; bits < 4; bits++) {
      up(b, i ? ETM(5) : V11);
      compare(b, 0, 0x1000, 0x1010, bits << 14 | 1 << 11);  // not in Non-secure state otherwise
      put(b, ETMVMIDCVR, 0xA5);
      show(b, RANGE, SINGLE, VMID, 0x406F);
      run(b);
      const bool hyp = bits & 1, vmid = bits & 2;
      assert_int_equal(shows_in(b, (struct where){.ns = true, .hyp = true, .vmid = 0xA5}), hyp ? 7 : 4);
      assert_int_equal(shows_in(b, (struct where){.ns = true, .hyp = true, .vmid = 0xA4}), hyp && !vmid ? 3 : 0);
      assert_int_equal(shows_in(b, (struct where){.ns = true, .vmid = 0xA5}), 4);
      assert_int_equal(shows_in(b, (struct where){.vmid = 0xA5}), 7);
      assert_int_equal(shows_in(b, (struct where){.vmid = 0x25}), vmid ? 0 : 3);
    }
    power_up(b, i ? ETM(5) : V11, ALL_CCR, 0, 0);
    put(b, 0x300, 0);
    compare(b, 0, 0x1000, 0x1010, 0xC000);
    show(b, RANGE, SINGLE, VMID, 0x406F);
    run(b);
    assert_int_equal(shows_in(b, (struct where){.vmid = 0}), 3);
  }
}

// IHI 0035B 3.16.24, 3.16.25: a bit of the mask is not compared.
CASE_WITH(context_ids, NULL, NULL, &bench) {
  static const uint32_t units[] = {V10, V11, ETM(0), ETM(5)};
  struct bench *b = *state;
  for (unsigned i = 0; i < 4; i++) {
    up(b, units[i]);
    put(b, ETMCIDCVR1, 0x12345678);
    put(b, ETMCIDCVR1 + 4, 0x123456FF);
    put(b, ETMCIDCVR1 + 8, 0xF2345678);
    put(b, ETMCIDCMR, 0xFF);
    show(b, CONTEXT, CONTEXT + 1, CONTEXT + 2, CONTEXT + 3);
    run(b);
    const unsigned vmid = i == 1 || i == 3 ? 8 : 0;
    assert_int_equal(shows_in(b, (struct where){.context = 0x12345678}), 3 | vmid);
    assert_int_equal(shows_in(b, (struct where){.context = 0x12345600}), 3 | vmid);
    assert_int_equal(shows_in(b, (struct where){.context = 0xF2345601, .vmid = 1}), 4);
    assert_int_equal(shows_in(b, (struct where){.context = 0x12345778}), 0 | vmid);
    // The value is that of the last instructions.
    shows_in(b, (struct where){.context = 0x12345678});
    edges(b, 4);
    assert_int_equal(b->unit.resources.outputs, 3 | vmid);
    if (is_etm(b)) assert_int_equal(etm_shows(b, (struct slots){.context_id = 1}), 3 | vmid);
    // An address comparator requires one of them, or none.
    put(b, ETMCIDCMR, 0);
    for (unsigned n = 0; n < 4; n++) compare(b, 2 * n, 0x1000, 0x1010, n << 8);
    show(b, RANGE, RANGE + 1, SINGLE + 4, SINGLE + 7 - 1);
    edges(b, 2);
    assert_int_equal(shows_in(b, (struct where){.context = 0x12345678}), 3);
    assert_int_equal(shows_in(b, (struct where){.context = 0x123456FF}), 5);
    assert_int_equal(shows_in(b, (struct where){.context = 0xF2345678}), 9);
    assert_int_equal(shows_in(b, (struct where){.context = 0}), 1);
  }
}

// A block of a PTM is executed in the state after the waypoint before it.
CASE_WITH(ptm_state_of_the_block, NULL, NULL, &bench) {
  struct bench *b = *state;
  up(b, V11);
  put(b, ETMCIDCVR1, 7);
  compare(b, 0, 0x1000, 0x1010, 1 << 8 | 1 << 11);
  show(b, RANGE, SINGLE, CONTEXT, 0x406F);
  run(b);
  struct waypoint to = branch(SOMEWHERE, 0x1000), end = branch(0x1004, SOMEWHERE);
  to.context_id = 7;
  end.ns = true;
  end.context_id = 8;
  present(b, to);
  present(b, end);
  edge(b);
  assert_int_equal(b->unit.resources.outputs, 7);
  edge(b);
  assert_int_equal(b->unit.resources.outputs, 1);
}

// A resource that is not built is not true, whatever the values of its registers are.
CASE_WITH(only_built_comparators, NULL, NULL, &bench) {
  static const uint32_t units[] = {V11, ETM(5)};
  struct bench *b = *state;
  for (unsigned i = 0; i < 2; i++) {
    for (unsigned pairs = 0; pairs < 3; pairs++) {
      power_up(b, units[i], 0x89400000u | pairs, 0, 0);  // a Context ID comparator
      put(b, 0x300, 0);
      for (unsigned n = 0; n < 8; n += 2) compare(b, n, 0x1000, 0x1010, 0);
      put(b, ETMSR, ETMSR_STARTED);
      show(b, RANGE, RANGE + 1, SINGLE + 2, SINGLE + 4);
      run(b);
      assert_int_equal(shows_in(b, (struct where){0}), pairs == 0 ? 0 : pairs == 1 ? 1 : 7);
      // A register that does not exist reads 0.
      show(b, SINGLE + 2, SINGLE + 4, SINGLE + 15, RANGE + 2);
      edge(b);
      if (is_etm(b)) assert_int_equal(etm_shows(b, one(0)), 0);
      if (!is_etm(b)) assert_int_equal(block(b, 0, branch(4, SOMEWHERE)), 0);
      show(b, CONTEXT, CONTEXT + 1, VMID, ON);
      edge(b);
      assert_int_equal(shows_in(b, (struct where){0}), 1);
      // A resource that is not built can neither include nor exclude, and there is no start/stop block.
      put(b, ETMTECR1, 0xFC | EXCLUDE | START_STOP);
      put(b, ETMTECR2, 0xFFF0);
      edge(b);
      shows_in(b, (struct where){0});
      if (is_etm(b)) assert_int_equal(b->unit.etm3_front.state, FRONT_ON);
      if (is_etm(b)) continue;
      assert_int_equal(b->unit.pft_front.state, FRONT_ON);
      // All code is selected, so no comparator is needed.
      put(b, ETMCR, PROGRAM);
      edges(b, 20);
      run(b);
      present(b, branch(SOMEWHERE, 0x1000));
      assert_int_equal(nothing(b), 'I');
    }
  }
}

// IHI 0035B table 3.5: no other number is that of a comparator.
CASE_WITH(unbuilt_resources_are_false, NULL, NULL, &bench) {
  struct bench *b = *state;
  up(b, V11);
  for (unsigned n = 0; n < 16; n += 2) compare(b, n, 0x1000, 0x1000 + (n + 1) % 2 * 4, 0);
  put(b, ETMSR, ETMSR_STARTED);
  run(b);
  for (unsigned n = 0; n < 0x80; n++) {
    const bool comparator = n < 0x18 || n == VMID || n == ON || (n >= CONTEXT && n < CONTEXT + 3);
    show(b, n, 0x406F, 0x406F, 0x406F);
    const unsigned out = block(b, 0x1000, branch(0x1004, SOMEWHERE));
    if (out != (comparator || n == 0x40 || n == TRUE)) fail_msg("resource 0x%02X: %u", n, out);
  }
}

// --- start and stop --------------------------------------------------------------------------------------------------

// IHI 0035A 3.3.3: a block with a stop point is still traced. So is a block with both points, but not the next.
CASE_WITH(ptm_starts_and_stops, NULL, NULL, &bench) {
  struct bench *b = *state;
  up(b, V11);
  compare(b, 0, 0x1000, 0x2000, 0);
  compare(b, 14, 0x1004, 0x2004, 0);
  put(b, ETMTSSCR, 0x80000000 | 0x00020000 | 0x4000 | 1);  // 0x1000 and 0x1004 start, 0x2000 and 0x2004 stop
  put(b, ETMTECR1, EXCLUDE | START_STOP);
  show(b, ON, TRUE, TRUE, TRUE);
  run(b);
  present(b, branch(SOMEWHERE, SOMEWHERE));
  ptm_selects(b, 0x3000, 0x3000, "--");
  ptm_selects(b, 0x0FF0, 0x1000, "Iw");
  ptm_selects(b, 0x3000, 0x3000, "ww");
  ptm_selects(b, 0x1FFC, 0x2000, "ww");
  ptm_selects(b, 0x3000, 0x3000, "--");
  expect(b, ETMSR, 0);
  ptm_selects(b, 0x1004, 0x2004, "Iw");  // both
  ptm_selects(b, 0x3000, 0x3000, "--");
  ptm_selects(b, 0x1004, 0x1004, "Iw");
  expect(b, ETMSR, ETMSR_STARTED);
  ptm_selects(b, 0x1004, 0x2004, "ww");
  expect(b, ETMSR, 0);
  // As a resource too, in the clock of the block.
  assert_int_equal(block(b, 0x1004, branch(0x2004, SOMEWHERE)), 0xF);
  edge(b);
  assert_int_equal(b->unit.resources.outputs, 0xE);
  // With a range, both are required.
  compare(b, 2, 0x3000, 0x3010, 0);
  put(b, ETMTECR1, START_STOP | 2);
  edge(b);
  ptm_selects(b, 0x3000, 0x3000, "--");
  ptm_selects(b, 0x1000, 0x1000, "--");
  ptm_selects(b, 0x3000, 0x3000, "Iw");
  ptm_selects(b, 0x3010, 0x3010, "--");
  ptm_selects(b, 0x3000, 0x3000, "Iw");
  ptm_selects(b, 0x2000, 0x2000, "--");
  ptm_selects(b, 0x3000, 0x3000, "--");
}

// Two blocks end in two clocks. The second uses the result of the first.
CASE_WITH(ptm_starts_at_once, NULL, NULL, &bench) {
  struct bench *b = *state;
  up(b, V11);
  compare(b, 0, 0x1000, 0x2000, 0);
  put(b, ETMTSSCR, 0x00020001);
  put(b, ETMTECR1, EXCLUDE | START_STOP);
  run(b);
  present(b, branch(SOMEWHERE, 0x3000));
  assert_int_equal(present(b, branch(0x3000, 0x1000)), '-');
  assert_int_equal(present(b, branch(0x1000, 0x3000)), 'I');
  assert_int_equal(present(b, branch(0x3000, 0x2000)), 'w');
  assert_int_equal(present(b, branch(0x2000, 0x3000)), 'w');
  assert_int_equal(present(b, branch(0x3000, 0x3000)), 'w');
  assert_int_equal(nothing(b), '-');
  // Start and stop are known a clock ahead, also for a block that is not traced itself.
  compare(b, 2, 0x3000, 0x3010, 0);
  put(b, ETMTECR1, START_STOP | 2);
  edge(b);
  present(b, branch(SOMEWHERE, 0x1000));
  assert_int_equal(present(b, branch(0x1000, 0x3000)), '-');
  assert_int_equal(present(b, branch(0x3000, 0x2000)), 'I');
  assert_int_equal(present(b, branch(0x2000, 0x3000)), 'w');
  assert_int_equal(present(b, branch(0x3000, 0x3000)), '-');
  assert_int_equal(nothing(b), '-');
}

// The second instruction of a clock follows the first.
CASE_WITH(etm_starts_and_stops, NULL, NULL, &bench) {
  enum { START = 0x1000, STOP = 0x2000, ELSE = 0x3000 };
  static const struct {
    bool before;
    uint32_t first, second;
    bool traced, after;
  } rows[] = {
      {false, ELSE, 0, false, false},    {false, START, 0, true, true},    {true, STOP, 0, true, false},
      {true, ELSE, ELSE, true, true},    {false, ELSE, START, true, true}, {false, START, STOP, true, false},
      {false, STOP, START, true, true},  {true, STOP, ELSE, true, false},  {true, STOP, START, true, true},
      {false, ELSE, STOP, false, false}, {true, START, STOP, true, false}, {true, ELSE, STOP, true, false},
  };
  struct bench *b = *state;
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    up(b, ETM(5));
    compare(b, 0, START, STOP, 1);
    put(b, ETMTSSCR, 0x00020001);
    put(b, ETMTECR1, EXCLUDE | START_STOP);
    show(b, ON, 0x406F, 0x406F, 0x406F);
    run(b);
    put(b, ETMSR, rows[i].before ? ETMSR_STARTED : 0);
    edge(b);
    const bool traced = etm_traces(b, rows[i].second ? two(rows[i].first, rows[i].second) : one(rows[i].first));
    if (traced != rows[i].traced) fail_msg("row %u: traced %d", i, traced);
    assert_int_equal(b->unit.resources.outputs, rows[i].traced);
    expect(b, ETMSR, rows[i].after ? ETMSR_STARTED : 0);
  }
  // An instruction with both points is traced, and the next is not. In a clock with two instructions, only the second
  // is on here.
  put(b, ETMTSSCR, 0x00010001);
  put(b, ETMTECR1, START_STOP | 1);  // only 0x1000 to 0x1FFF
  edge(b);
  assert_true(etm_traces(b, one(START)));
  assert_false(etm_traces(b, one(START + 4)));
  put(b, ETMTSSCR, 0x1);
  put(b, ETMSR, 0);
  edge(b);
  assert_false(etm_traces(b, two(START + 4, ELSE)));
  expect(b, ETMSR, 0);
  put(b, ACVR, ELSE);
  compare(b, 2, START, STOP, 1);
  put(b, ETMTECR1, START_STOP | 2);
  edge(b);
  assert_false(etm_traces(b, two(START, ELSE)));  // off for the first, which is chosen; on for the second, which is not
  expect(b, ETMSR, ETMSR_STARTED);
}

// ETMTESSEICR: an EmbeddedICE input counts for the block that ends next, and that block is traced even after a stop.
#define ICE (VIRT | ETMCCER_ICE_START_STOP | FIELD_OF(ETMCCER_EMBEDDEDICE, 8))
enum { START_1 = 1 << 1, STOP_7 = 1 << (16 + 7) };

static void up_watched(struct bench *b, uint32_t idr, uint32_t ccer) {
  power_up(b, idr, ALL_CCR, ccer, 0);
  put(b, 0x300, 0);
  put(b, ETMTRIGGER, 0x406F);
  put(b, ETMTESSEICR, START_1 | STOP_7);
  put(b, ETMTECR1, EXCLUDE | START_STOP);
  show(b, ON, 0x406F, 0x406F, 0x406F);
  b->in.hdbgen = true;
  run(b);
}

static void watch(struct bench *b, uint8_t embeddedice) {
  b->in.embeddedice = embeddedice;
  edge(b);
}

CASE_WITH(ptm_watched, NULL, NULL, &bench) {
  static const uint32_t units[] = {V10, V11};
  struct bench *b = *state;
  for (unsigned i = 0; i < 2; i++) {
    up_watched(b, units[i], ICE);
    present(b, branch(SOMEWHERE, SOMEWHERE));
    ptm_selects(b, 0x3000, 0x3000, "--");
    // Inputs that ETMTESSEICR does not select, and a stop while the block is off.
    watch(b, 0x7D);
    watch(b, 0);
    ptm_selects(b, 0x3000, 0x3000, "--");
    expect(b, ETMSR, 0);
    watch(b, 2);
    ptm_selects(b, 0x3000, 0x3000, "ww");  // seen while nothing ends
    expect(b, ETMSR, ETMSR_STARTED);
    watch(b, 0);
    ptm_selects(b, 0x3000, 0x3000, "ww");
    // The stop waits for the end of a block, and applies after it.
    watch(b, 0x80);
    edges(b, 10);
    expect(b, ETMSR, ETMSR_STARTED);
    assert_int_equal(present(b, branch(0x3000, 0x3000)), '-');
    assert_int_equal(nothing(b), 'w');
    expect(b, ETMSR, 0);
    // The input is pulsed: a level stops only once.
    watch(b, 0x82);
    ptm_selects(b, 0x3000, 0x3000, "ww");
    ptm_selects(b, 0x3000, 0x3000, "ww");
    expect(b, ETMSR, ETMSR_STARTED);
  }
}

// The waypoint after the clock in which the input rises is the first that it starts. A stop is sampled with the start,
// so it ends after one block.
CASE_WITH(ptm_watched_at_once, NULL, NULL, &bench) {
  struct bench *b = *state;
  up_watched(b, V11, ICE);
  present(b, branch(SOMEWHERE, 0x3000));
  assert_int_equal(present(b, branch(0x3000, 0x3000)), '-');
  b->in.embeddedice = 2;
  assert_int_equal(present(b, branch(0x3000, 0x3000)), '-');
  b->in.embeddedice = 0;
  assert_int_equal(present(b, branch(0x3000, 0x3000)), 'I');
  b->in.embeddedice = 0x80;
  assert_int_equal(present(b, branch(0x3000, 0x3000)), 'w');
  assert_int_equal(present(b, branch(0x3000, 0x3000)), 'w');
  assert_int_equal(present(b, branch(0x3000, 0x3000)), 'w');  // it ended after the stop
  assert_int_equal(nothing(b), '-');
  b->in.embeddedice = 0;
  edges(b, 2);
  b->in.embeddedice = 0x82;
  edges(b, 5);
  expect(b, ETMSR, ETMSR_STARTED);
  assert_int_equal(present(b, branch(0x3000, 0x3000)), 'I');
  assert_int_equal(present(b, branch(0x3000, 0x3000)), 'w');
  assert_int_equal(nothing(b), '-');
  expect(b, ETMSR, 0);
}

CASE_WITH(etm_watched, NULL, NULL, &bench) {
  static const uint32_t units[] = {ETM(4), ETM(5)};
  struct bench *b = *state;
  for (unsigned i = 0; i < 2; i++) {
    up_watched(b, units[i], ICE);
    assert_false(etm_traces(b, one(0x3000)));
    // In the same clock as the instructions, and before them.
    b->in.embeddedice = 2;
    assert_true(etm_traces(b, one(0x3000)));
    assert_true(etm_traces(b, two(0x3000, 0x3004)));
    assert_int_equal(b->unit.resources.outputs, 1);
    // A stop applies after the last instruction of its clock, whether or not there is one.
    b->in.embeddedice = 0x80;
    assert_true(etm_traces(b, two(0x3000, 0x3004)));
    expect(b, ETMSR, 0);
    assert_false(etm_traces(b, one(0x3000)));
    watch(b, 0x82);
    edges(b, 2);
    expect(b, ETMSR, ETMSR_STARTED);
    watch(b, 0);
    watch(b, 0x80);
    edges(b, 2);
    expect(b, ETMSR, 0);
    // Both: on only for this clock.
    watch(b, 0);
    b->in.embeddedice = 0x82;
    assert_true(etm_traces(b, two(0x3000, 0x3004)));
    expect(b, ETMSR, 0);
    assert_false(etm_traces(b, one(0x3000)));
  }
}

// Without ETMCCER[20], or without the input, no input starts the block. With ETMEIBCR, a latched input starts it in
// each clock.
CASE_WITH(watched_by_ccer, NULL, NULL, &bench) {
  static const struct {
    uint32_t idr, ccer, latched;
    bool starts, again;
  } rows[] = {
      {V11, ICE, 0, true, false},
      {V11, ICE & ~(uint32_t)ETMCCER_ICE_START_STOP, 0, false, false},
      {V11, ICE | ETMCCER_WATCHPOINTS, 0, true, false},
      {V11, ICE | ETMCCER_WATCHPOINTS, 2, true, true},
      {V11, ICE ^ FIELD_OF(ETMCCER_EMBEDDEDICE, 9), 0, false, false},
      {ETM(3), ICE, 0, false, false},
      {ETM(5), ICE & ~(uint32_t)ETMCCER_ICE_START_STOP, 0, false, false},
      {ETM(5), ICE | ETMCCER_WATCHPOINTS, 2, true, true},
  };
  struct bench *b = *state;
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    up_watched(b, rows[i].idr, rows[i].ccer);
    put(b, ETMEIBCR, rows[i].latched);
    watch(b, 2);
    edges(b, 2);
    assert_int_equal(b->unit.filter.startstop.started, rows[i].starts);
    put(b, ETMSR, 0);
    edges(b, 2);
    assert_int_equal(b->unit.filter.startstop.started, rows[i].again);
  }
}

// ETMSR[2]: IHI 0035B 3.15.4. The end of programming clears it, but keeps a value that was written meanwhile.
CASE_WITH(status_of_start_and_stop, NULL, NULL, &bench) {
  static const uint32_t units[] = {V10, V11, ETM(1), ETM(5)};
  struct bench *b = *state;
  for (unsigned i = 0; i < 4; i++) {
    up(b, units[i]);
    expect(b, ETMSR, 2);
    run(b);
    put(b, ETMSR, 4);
    expect(b, ETMSR, 4);
    put(b, ETMCR, PROGRAM);
    edges(b, 10);
    assert_int_equal(get(b, ETMSR) & 4, 4);
    run(b);
    expect(b, ETMSR, 0);
    put(b, ETMCR, PROGRAM);
    edges(b, 10);
    put(b, ETMSR, 4);
    put(b, ETMCR, PROGRAM);
    run(b);
    expect(b, ETMSR, 4);
    put(b, ETMCR, PROGRAM);
    edges(b, 10);
    run(b);
    expect(b, ETMSR, 0);
    // Without the block there is no such bit.
    power_up(b, units[i], ALL_CCR & ~(uint32_t)ETMCCR_START_STOP, 0, 0);
    put(b, 0x300, 0);
    put(b, ETMSR, 4);
    expect(b, ETMSR, 2);
  }
}

// IHI 0014Q 3.4.4: in ETMv3.0, ETMSR[2] is cleared when programming begins, and cannot be written.
CASE_WITH(status_of_etm_3_0, NULL, NULL, &bench) {
  struct bench *b = *state;
  up(b, ETM(0));
  compare(b, 0, 0x1000, 0, 1);
  put(b, ETMTSSCR, 1);
  put(b, ETMSR, 4);
  run(b);
  assert_false(b->unit.filter.startstop.started);
  etm_shows(b, one(0x1000));
  assert_true(b->unit.filter.startstop.started);
  expect(b, ETMSR, 4);
  put(b, ETMSR, 0);
  expect(b, ETMSR, 4);
  put(b, ETMCR, PROGRAM | ETMCR_PORT);
  edge(b);
  assert_false(b->unit.filter.startstop.started);
}

// While the unit is programmed or not authorized, the block does not change.
CASE_WITH(start_stop_state_is_kept, NULL, NULL, &bench) {
  static const uint32_t units[] = {V11, ETM(5)};
  struct bench *b = *state;
  for (unsigned i = 0; i < 2; i++) {
    up(b, units[i]);
    compare(b, 0, 0x1000, 0, 0);
    put(b, ETMTSSCR, 1);
    shows_in(b, (struct where){0});
    assert_false(b->unit.filter.startstop.started);
    run(b);
    b->in.niden = false;
    edges(b, 4);
    shows_in(b, (struct where){0});
    assert_false(b->unit.filter.startstop.started);
    b->in.niden = true;
    edges(b, 10);
    shows_in(b, (struct where){0});
    assert_true(b->unit.filter.startstop.started);
  }
}

// --- comparators that nothing uses -----------------------------------------------------------------------------------

// A range has the value of the last block, or of the last clock that executed an instruction, even if nothing used it
// then.
CASE_WITH(result_does_not_depend_on_batching, NULL, NULL, &bench) {
  static const uint32_t units[] = {V11, ETM(5)};
  struct bench *b = *state;
  for (unsigned i = 0; i < 2; i++) {
    up(b, units[i]);
    put(b, ETMTRIGGER, TRUE);
    compare(b, 0, 0x1000, 0x1010, 1 << 8);
    show(b, TRUE, TRUE, TRUE, TRUE);
    run(b);
    shows_in(b, (struct where){0});
    edges(b, 20);
    put(b, ETMCIDCVR1, 1);  // from now on the Context ID does not match, but it did in the last block
    put(b, OUTPUT, RANGE);
    edges(b, 3);
    assert_int_equal(b->unit.resources.outputs, 0xF);
    shows_in(b, (struct where){0});
    edges(b, 3);
    assert_int_equal(b->unit.resources.outputs, 0xE);
    shows_in(b, (struct where){.context = 1});
    put(b, OUTPUT, CONTEXT);
    edge(b);
    assert_int_equal(b->unit.resources.outputs, 0xF);
  }
}

static uint32_t some_address(struct rng *r) { return 0x1000 + 4 * (uint32_t)rng_below(r, 8); }

static void write_something(struct bench *b, struct rng *r) {
  static const uint16_t events[] = {ETMEXTOUTEVR1, ETMEXTOUTEVR2, ETMEXTOUTEVR3, ETMEXTOUTEVR4,
                                    ETMTEEVR,      ETMTRIGGER,    ETMCNTENR1,    ETMCNTRLDEVR1};
  static const uint8_t named[] = {SINGLE, SINGLE + 3, RANGE, RANGE + 1, CONTEXT, VMID, ON, TRUE, 0x20, 0x27};
  switch (rng_below(r, 7)) {
    case 0:
      put(b, events[rng_below(r, 8)], named[rng_below(r, 10)] | named[rng_below(r, 10)] << 7 | rng_below(r, 8) << 14);
      break;
    case 1:
      put(b, ACVR + 4 * rng_below(r, 4), some_address(r));
      break;
    case 2:
      put(b, ACTR + 4 * rng_below(r, 4), rng_below(r, 4) << 8 | rng_below(r, 16) << 10 | rng_below(r, 4));
      break;
    case 3:
      put(b, ETMTECR1, rng_below(r, 4) << 24 | rng_below(r, 4));
      put(b, ETMTECR2, rng_below(r, 16));
      break;
    case 4:
      put(b, ETMTSSCR, rng_below(r, 16) << 16 | rng_below(r, 16));
      break;
    case 5:
      put(b, ETMTESSEICR, rng_below(r, 4) << 22 | rng_below(r, 4));
      break;
    default:
      put(b, ETMCIDCVR1 + 4 * rng_below(r, 4), rng_below(r, 2));
  }
}

static void draw_port(struct ports_in *in, struct rng *r) {
  static const uint8_t types[] = {WAYPOINT_DIRECT,    WAYPOINT_INDIRECT,    WAYPOINT_INDIRECT,   WAYPOINT_BARRIER,
                                  WAYPOINT_EXCEPTION, WAYPOINT_DEBUG_ENTRY, WAYPOINT_DEBUG_EXIT, WAYPOINT_UPDATE};
  in->wpt_valid = rng_below(r, 2);
  in->wpt = (struct waypoint){.type = types[rng_below(r, 8)],
                              .taken = rng_below(r, 2),
                              .pc = some_address(r),
                              .target = some_address(r),
                              .ns = rng_below(r, 2),
                              .user = rng_below(r, 2),
                              .context_id = (uint32_t)rng_below(r, 2)};
  in->slots = none;
  for (unsigned i = 0; i < 2; i++) in->slots.at[i] = rng_below(r, 2) ? at(some_address(r)) : (struct slot){0};
  in->slots.context_id = (uint32_t)rng_below(r, 2);
  in->slots.user = rng_below(r, 2);
  in->embeddedice = (uint8_t)rng_below(r, 256);
}

// One edge. If `eager`, all comparators are evaluated as if a register named them. A write evaluates them in any case.
static void random_edge(struct bench *b, bool eager) {
  const bool ran = b->unit.pft_front.run || b->unit.etm3_front.run, access = apb_access(&b->in);
  edge(b);
  if (!eager || access) return;
  if (is_etm(b)) {
    etm3_filter_settle(&b->unit.etm3_filter, &b->unit.filter, &b->unit.apb, ran);
  } else {
    pft_filter_settle(&b->unit.pft_filter, &b->unit.filter, &b->unit.apb, &b->unit.pft_front, ran);
  }
}

// The results are the same if comparators are evaluated only when a register names them, whatever is written.
CASE_WITH(result_does_not_depend_on_observation, NULL, NULL, &bench) {
  static const uint32_t units[] = {V10, V11, ETM(0), ETM(5)};
  static struct bench benches[2];
  for (unsigned seed = 0; seed < 80; seed++) {
    struct rng drawn[2];
    for (unsigned i = 0; i < 2; i++) {
      drawn[i] = rng_seed(seed, 0);
      up(&benches[i], units[seed % 4]);
      benches[i].in.cfgccer |= ICE;
      show(&benches[i], TRUE, TRUE, TRUE, TRUE);
      put(&benches[i], ETMCNTRLDVR1, 0xFFFF);
      run(&benches[i]);
    }
    for (unsigned clock = 0; clock < 400; clock++) {
      for (unsigned i = 0; i < 2; i++) {
        struct bench *b = &benches[i];
        draw_port(&b->in, &drawn[i]);
        if (clock % 16 == 15) write_something(b, &drawn[i]);
        draw_port(&b->in, &drawn[i]);
        random_edge(b, i);
        b->in.wpt_valid = false;
        b->in.slots = none;
      }
      const struct unit *a = &benches[0].unit, *b = &benches[1].unit;
      const bool same = a->resources.outputs == b->resources.outputs && a->stats.entries == b->stats.entries &&
                        a->trigger.triggered == b->trigger.triggered &&
                        a->resources.counter[0] == b->resources.counter[0] &&
                        a->filter.startstop.started == b->filter.startstop.started;
      if (!same) fail_msg("seed %u, clock %u", seed, clock);
    }
  }
}
