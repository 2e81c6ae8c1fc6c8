// SPDX-License-Identifier: Apache-2.0
// Only the front of the PTM, clock by clock, compared with expectations by hand from docs/pipeline-pft.md#front.
#include <stdio.h>
#include <string.h>

#include "case.h"
#include "packet.h"
#include "pft_front.h"

struct bench {
  struct settings settings;
  struct front_in in;
  struct pft_front front;
  struct pft_entry entry;  // the last that was pushed
};

// Tracing is enabled, and nothing has been sampled yet. The unit is a PFTv1.1 whose queue is empty.
static void start(struct bench *b) {
  *b = (struct bench){.settings = {.idr = 0x571CF310, .ccer = 0x34C01800}};
  b->in = (struct front_in){.settings = &b->settings, .queue_empty = true, .trace_enable = true};
}

static struct waypoint waypoint_of(char what) {
  struct waypoint w = {.target = 0x8000, .type = WAYPOINT_INDIRECT, .taken = true};
  w.target_j = what == 'J' || what == 'j';
  w.prohibited = what == 'P' || what == 'x';
  if (what == 'T') w.type = WAYPOINT_BARRIER;
  if (what == 'D') w.type = WAYPOINT_DEBUG_ENTRY;
  if (strchr("Xxj", what)) w.type = WAYPOINT_DEBUG_EXIT;
  return w;
}

// Executes the clock that a letter specifies. Returns whether *b has a new entry.
//   B, P, J: a branch; to a prohibited region; to Jazelle state.
//   T: a barrier, which has a timestamp.
//   D: debug entry.
//   X, x, j: debug exit; to a prohibited region; to Jazelle state.
//   O, d: a forced overflow; the end of the drain for it.
//   f: a flush begins.
//   i: PTMIDLEREQ is HIGH.
//   A dot: no waypoint.
static bool clock_of(struct bench *b, char what) {
  const struct waypoint w = waypoint_of(what);
  b->in.forced = what == 'O';
  b->in.drained = what == 'd';
  b->in.flush_begins = what == 'f';
  b->front.in_times.idle = what == 'i';
  return pft_front_decide(&b->front, strchr(".Odfi", what) ? NULL : &w, &b->in, &b->entry);
}

// --- reason of an I-sync -----------------------------------------------------------------------------------------

// 1, 2 or 3 for an I-sync with this reason in its clock, - for none.
static void reasons_are(const char *clocks, const char *expected) {
  struct bench b;
  char text[32] = "", *end = text;
  start(&b);
  for (; *clocks; clocks++) {
    if (*clocks == '(' || *clocks == ')') {  // TraceEnable is false within
      b.in.trace_enable = *clocks == ')';
      continue;
    }
    const bool isync = clock_of(&b, *clocks) && b.entry.kind == ENTRY_ISYNC;
    end += sprintf(end, "%c", isync ? '0' + b.entry.reason : '-');
  }
  assert_string_equal(text, expected);
}

// IHI 0035B 4.5.2: at the first instruction after Debug state, also late, but not after another waypoint.
CASE(debug_exit_only_at_its_address) {
  reasons_are("B", "1");
  reasons_are("DX", "-3");
  reasons_are("BX", "13");
  reasons_are("BDX", "1-3");
  reasons_are("B(BX).", "1--3");
  reasons_are("(X..).", "---3");
  reasons_are("(X)B", "-1");
  reasons_are("(XB).", "--1");
  reasons_are("(XBD)X", "---3");
  // A reason that was reported is not reported again, except at the same place.
  reasons_are("BDXPB", "1-3-1");
  reasons_are("DX(B)B", "-3-1");
  reasons_are("DXOd.", "-3--3");
  reasons_are("DXOdB", "-3--2");
}

// The first instruction that is not prohibited.
CASE(debug_exit_through_a_prohibited_region) {
  reasons_are("DxB", "--3");
  reasons_are("DxPPB", "----3");
  reasons_are("(DxPB).", "----3");
  reasons_are("(DxPBB).", "-----1");
  reasons_are("DxPBPB", "---3-1");
  reasons_are("PB", "-1");
  // Jazelle state is not prohibited. Its first instruction has this location, and cannot be traced.
  reasons_are("DjB", "--1");
  reasons_are("DxJB", "---1");
  reasons_are("DxJXPB", "---3-1");
}

CASE(debug_exit_with_a_pending_overflow) {
  reasons_are("BOd.", "1--2");
  reasons_are("BOdB", "1--2");
  reasons_are("BOXd.", "1---3");
  reasons_are("BODd.X", "1----3");
  reasons_are("BODXd.PB", "1----3-1");
  reasons_are("BOXBd.", "1----2");
  reasons_are("BODxPd.B", "1------3");
  reasons_are("BODxBBd.", "1------2");
}

// --- selection by the filter -----------------------------------------------------------------------------------------

// Without a filter all code is selected. A waypoint at the port is enough to trace the block that it ends, even if
// PTMIDLEREQ is high. Without a buffer the port has the waypoint at the pins.
CASE(waypoint_at_the_port) {
  static const struct {
    char pins;
    bool valid, hdbgen, known, enable, isync;
  } rows[] = {
      {'B', true, false, true, true, true},   {'B', false, false, true, true, false},
      {'B', true, false, false, true, false}, {'B', true, false, true, false, false},
      {'D', true, true, true, true, true},    {'D', true, false, true, true, false},
      {'X', true, true, true, true, false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct bench b;
    start(&b);
    const struct ports_in pins = {
        .wpt_valid = rows[i].valid, .hdbgen = rows[i].hdbgen, .wpt = waypoint_of(rows[i].pins)};
    if (pft_commit_accepts(&pins)) b.in.port.waypoint = &pins.wpt;
    b.front.known = rows[i].known;
    b.in.trace_enable = rows[i].enable;
    assert_int_equal(clock_of(&b, 'i'), rows[i].isync);
    assert_int_equal(b.front.state, rows[i].isync ? FRONT_ON : FRONT_OFF);
  }
}

// The table of the front with a filter that is not plain. These letters describe the inputs:
//   s: the block that ends here is selected.
//   b: the block that ends with the waypoint at the pins is selected.
//   e: the TraceEnable event is true.
//   f: the queue is full.
//   i: PTMIDLEREQ is HIGH.
//   O: an overflow is forced.
//   p: the filter is plain.
// These letters describe the entry:
//   I: an I-sync.
//   w: the waypoint.
//   e: the waypoint, after which nothing is traced.
CASE(blocks_that_are_selected) {
  static const struct {
    enum front_state before;
    char clock;  // . no waypoint, B, D, X, P as above
    const char *says;
    char entry;
    enum front_state after;
  } rows[] = {
      // 7 to 9
      {FRONT_OFF, 'B', "se", '-', FRONT_OFF},
      {FRONT_OFF, 'B', "b", 'I', FRONT_ON},
      {FRONT_OFF, 'X', "b", 'I', FRONT_ON},
      {FRONT_OFF, 'P', "be", '-', FRONT_OFF},
      {FRONT_OFF, 'B', "bf", '-', FRONT_OVERFLOW},
      {FRONT_OFF, 'B', "sef", '-', FRONT_OFF},
      {FRONT_OFF, 'B', "pse", 'I', FRONT_ON},
      {FRONT_OFF, 'B', "ps", '-', FRONT_OFF},
      {FRONT_OFF, 'B', "psb", 'I', FRONT_ON},
      // 10, 11
      {FRONT_OFF, '.', "se", '-', FRONT_OFF},
      {FRONT_OFF, '.', "b", 'I', FRONT_ON},
      {FRONT_OFF, '.', "bi", 'I', FRONT_ON},
      {FRONT_OFF, '.', "bf", '-', FRONT_OVERFLOW},
      {FRONT_OFF, '.', "bif", '-', FRONT_OVERFLOW},
      {FRONT_OFF, '.', "pse", 'I', FRONT_ON},
      {FRONT_OFF, '.', "psei", '-', FRONT_OFF},
      {FRONT_OFF, '.', "psebi", 'I', FRONT_ON},
      {FRONT_OFF, '.', "psef", '-', FRONT_OFF},
      // 14
      {FRONT_ON, 'B', "eO", '-', FRONT_OVERFLOW},
      {FRONT_ON, 'B', "beO", '-', FRONT_OVERFLOW},
      {FRONT_ON, '.', "seO", '-', FRONT_OVERFLOW},
      // 15
      {FRONT_ON, 'B', "e", '-', FRONT_OFF},
      {FRONT_ON, 'B', "eb", 'I', FRONT_ON},
      {FRONT_ON, 'B', "ef", '-', FRONT_OFF},
      {FRONT_ON, 'B', "bf", '-', FRONT_OVERFLOW},
      {FRONT_ON, 'P', "eb", '-', FRONT_OFF},
      {FRONT_ON, 'X', "se", '-', FRONT_OFF},
      {FRONT_ON, 'X', "seb", 'I', FRONT_ON},
      // 16 to 19
      {FRONT_ON, 'B', "sef", '-', FRONT_OVERFLOW},
      {FRONT_ON, 'X', "ps", 'I', FRONT_ON},
      {FRONT_ON, 'P', "se", 'e', FRONT_OFF},
      {FRONT_ON, 'D', "sb", 'e', FRONT_OFF},
      {FRONT_ON, 'B', "s", 'e', FRONT_OFF},
      {FRONT_ON, 'B', "sb", 'w', FRONT_ON},
      {FRONT_ON, 'B', "se", 'w', FRONT_ON},
      // 21
      {FRONT_ON, '.', "", '-', FRONT_ON},
      {FRONT_OVERFLOW, 'B', "be", '-', FRONT_OVERFLOW},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *says = rows[i].says;
    struct bench b;
    start(&b);
    b.front.state = rows[i].before;
    b.front.known = true;
    b.in.queue_full = strchr(says, 'f');
    b.in.queue_empty = !b.in.queue_full;
    b.in.trace_enable = strchr(says, 'e');
    b.in.forced = strchr(says, 'O');
    b.front.in_times.idle = strchr(says, 'i');
    const struct front_selection selection = {strchr(says, 'p'), strchr(says, 's'), strchr(says, 'b')};
    b.in.selection = &selection;
    const struct waypoint w = waypoint_of(rows[i].clock);
    char entry = '-';
    if (pft_front_decide(&b.front, rows[i].clock == '.' ? NULL : &w, &b.in, &b.entry)) {
      entry = b.entry.kind == ENTRY_ISYNC ? 'I' : b.entry.ends ? 'e' : 'w';
    }
    if (entry != rows[i].entry || b.front.state != rows[i].after) {
      fail_msg("row %zu, %c %s: %c, state %d", i, rows[i].clock, says, entry, b.front.state);
    }
  }
}

// --- timestamps of flushes ---------------------------------------------------------------------------------------

// I for an I-sync in its clock, S for a timestamp entry, s for another entry with a timestamp, w for one without, - for
// none.
static void entries_are(uint32_t idr, uint32_t etmcr, const char *clocks, const char *expected) {
  struct bench b;
  char text[32] = "", *end = text;
  start(&b);
  b.settings.idr = idr;
  b.settings.etmcr = etmcr;
  for (; *clocks; clocks++) {
    if (*clocks == '(' || *clocks == ')') {
      b.in.trace_enable = *clocks == ')';
    } else if (*clocks == '[' || *clocks == ']') {  // an entry is in the queue within
      b.in.queue_empty = *clocks == ']';
    } else if (!clock_of(&b, *clocks)) {
      *end++ = '-';
    } else {
      const bool isync = b.entry.kind == ENTRY_ISYNC, alone = b.entry.kind == ENTRY_TIMESTAMP;
      *end++ = isync ? 'I' : alone ? 'S' : b.entry.stamped ? 's' : 'w';
    }
  }
  assert_string_equal(text, expected);
}

// IHI 0035B 4.15.1: each flush after the first I-sync, even if nothing was traced since the last.
CASE(each_flush_requests_a_timestamp) {
  static const struct {
    const char *clocks, *expected;
  } rows[] = {
      {"f..", "---"},           {"fB..", "-IS-"},       {"Bf..", "I-S-"},       {"Bf.f..", "I-S-S-"},
      {"Bff..", "I-SS-"},       {"BfB..", "I-s--"},     {"Bf[.]..", "I--S-"},   {"BfT..", "I-s--"},
      {"BPf..", "Iw-S-"},       {"BPf.f..", "Iw-S-S-"}, {"BPfP..", "Iw--S-"},   {"BPf[.]..", "Iw--S-"},
      {"B(Bf)..", "Iw-IS"},     {"B(Bf.)..", "Iw-SI-"}, {"B(Bf)i..", "Iw-SI-"}, {"BfOd...", "I---IS-"},
      {"BfO.d...", "I----IS-"}, {"BOfd...", "I---IS-"}, {"BOf(d..)", "I-----"}, {"Pf..", "----"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    entries_are(0x571CF310, ETMCR_TIMESTAMP, rows[i].clocks, rows[i].expected);
    // In PFTv1.0 PTMIDLEREQ requests one, too.
    if (!strchr(rows[i].clocks, 'i')) entries_are(0x571CF300, ETMCR_TIMESTAMP, rows[i].clocks, rows[i].expected);
  }
  entries_are(0x571CF310, 0, "Bf..PB", "I---wI");
}

CASE(timestamp_while_off) {
  for (uint32_t v11 = 0; v11 < 2; v11++) {
    struct bench b;
    start(&b);
    b.settings.idr = 0x571CF300 | v11 << 4;
    b.settings.etmcr = ETMCR_TIMESTAMP;
    clock_of(&b, 'B');
    b.front.in_times.stamp = 5;
    clock_of(&b, 'P');
    b.front.in_times.stamp = 6;
    assert_false(clock_of(&b, 'f'));
    b.front.in_times.clock_change = true;
    assert_true(clock_of(&b, '.'));
    assert_true(b.entry.kind == ENTRY_TIMESTAMP && b.front.state == FRONT_OFF);
    assert_true(b.entry.clock_change && !b.front.stamps.clock_change && !b.front.stamps.reported);
    // The time of the waypoint, or the current time and the clocks since P.
    assert_int_equal(b.entry.stamp, v11 ? 5 : 6);
    assert_int_equal(b.entry.count, v11 ? 0 : 2);
    assert_int_equal(b.front.count.elapsed, v11 ? 3 : 1);
  }
}

// The drain for idle does not begin before it.
CASE(waits_for_a_timestamp) {
  for (unsigned i = 0; i < 32; i++) {
    const bool flush_due = i & 1, synced = i & 2, due = i & 4, reported = i & 8, v11 = i & 16;
    const struct settings s = {.idr = 0x571CF300 | (uint32_t)v11 << 4};
    const struct pft_front f = {.flush_due = flush_due, .synced = synced, .stamps = {.due = due, .reported = reported}};
    assert_int_equal(pft_front_has_pending_stamp(&f, &s), (flush_due && synced) || (due && (reported || !v11)));
  }
}

// --- committed waypoints that are missing ----------------------------------------------------------------------------

// docs/decisions/0010-speculative-waypoints.md: the first rows of the front. TraceEnable decides while tracing is off.
CASE(missing_waypoints_begin_an_overflow) {
  static const struct {
    enum front_state before;
    bool enable, drained;
    enum front_state after;
    bool overflowed;
  } rows[] = {{FRONT_ON, true, false, FRONT_OVERFLOW, true},        {FRONT_ON, false, false, FRONT_OVERFLOW, true},
              {FRONT_OFF, true, false, FRONT_OVERFLOW, true},       {FRONT_OFF, false, false, FRONT_OFF, false},
              {FRONT_OVERFLOW, true, false, FRONT_OVERFLOW, false}, {FRONT_OVERFLOW, true, true, FRONT_OFF, false}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct bench b;
    start(&b);
    b.front.state = rows[i].before;
    b.front.known = b.front.debug = true;
    b.front.in_losses = 1;
    b.in.trace_enable = rows[i].enable;
    b.in.drained = rows[i].drained;
    assert_false(pft_front_decide(&b.front, NULL, &b.in, &b.entry));
    assert_int_equal(b.front.state, rows[i].after);
    assert_int_equal(b.front.overflowed, rows[i].overflowed);
    assert_false(b.front.known || b.front.debug);
  }
}

// --- stop ----------------------------------------------------------------------------------------------------------

CASE(stop_keeps_only_a_pending_overflow) {
  struct bench b;
  struct front_out out;
  start(&b);
  b.settings.etmcr = ETMCR_TIMESTAMP;
  clock_of(&b, 'B');
  clock_of(&b, 'X');
  clock_of(&b, 'P');
  struct pft_front *f = &b.front;
  f->debug = f->overflowed = f->known = f->flush_due = f->synced = f->stamps.due = f->stamps.reported =
      f->stamps.clock_change = true;
  f->count.held = 5;
  f->in_times.idle = true;
  pft_front_step(f, &b.in, &b.entry, &out);
  assert_false(out.push || f->run || f->known || f->prohibited || f->debug || f->flush_due || f->synced);
  assert_false(f->count.held || f->stamps.due || f->stamps.reported || f->stamps.clock_change);
  assert_true(f->state == FRONT_OFF && f->stamps.idle && f->overflowed);
  // The next I-sync reports it, unless ETMSR[0] is cleared before.
  f->run = true;
  assert_true(clock_of(&b, 'B'));
  assert_int_equal(b.entry.reason, ISYNC_OVERFLOW);
  for (int run = 0; run < 2; run++) {
    f->overflowed = b.in.forget_overflow = true;
    f->run = run;
    pft_front_step(f, &b.in, &b.entry, &out);
    assert_false(f->overflowed);
  }
}

// docs/pipeline-pft.md, rule 32: also if ETMSR[0] is cleared in only one clock, because the Programming bit is cleared.
CASE(clearing_waits_for_committed_waypoints) {
  static const struct {
    bool enabled, pending, clears;
    bool overflowed;  // after this clock
  } rows[] = {
      // no stop
      {true, true, false, true},
      {true, true, true, false},
      // a stop without a committed waypoint
      {false, false, true, false},
      // a stop that clears nothing
      {false, true, false, true},
      {false, false, false, true},
      // a stop that clears after two committed waypoints, and only once
      {false, true, true, true},
      {false, true, false, true},
      {false, false, false, false},
      {false, false, false, true},
  };
  struct bench b;
  struct front_out out;
  start(&b);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    b.front.overflowed = b.front.open = b.front.run = true;
    b.front.state = FRONT_OVERFLOW;
    b.in.enabled = rows[i].enabled;
    b.in.port.pending = rows[i].pending;
    b.in.forget_overflow = rows[i].clears;
    pft_front_delay_clear(&b.front, &b.in);
    pft_front_step(&b.front, &b.in, &b.entry, &out);
    if (b.front.overflowed != rows[i].overflowed) fail_msg("row %zu: %d", i, b.front.overflowed);
  }
}

// --- first count -------------------------------------------------------------------------------------------------

// IHI 0035B 4.5.2: from the write that clears the Programming bit. After another stop, from the end of that stop. (Both
// are in the clock before they are sampled here.)
CASE(clocks_are_counted_from_the_write) {
  static const struct {
    uint32_t etmcr;
    bool run, stopped, enabled;
    uint32_t elapsed;
  } rows[] = {
      {ETMCR_PROGRAMMING, false, true, false, 0},
      {0, false, true, false, 1},  // not enabled for another reason
      {0, false, true, false, 2},
      {ETMCR_POWER_DOWN, false, true, false, 3},
      {0, false, true, true, 4},
      {0, true, true, true, 5},  // WPTENABLE is high
      {0, true, false, false, 6},
      {0, false, false, false, 0},  // accepted entries are sent
      {0, false, false, true, 0},
      {0, false, true, true, 1},
      {0, true, true, true, 2},
      {ETMCR_PROGRAMMING, true, false, false, 3},
      {ETMCR_PROGRAMMING, false, false, false, 0},
  };
  struct bench b;
  struct front_out out;
  start(&b);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    b.settings.etmcr = rows[i].etmcr;
    b.in.stopped = rows[i].stopped;
    b.in.enabled = rows[i].enabled;
    b.front.count.held = 7;
    assert_int_equal(b.front.run, rows[i].run);
    pft_front_step(&b.front, &b.in, &b.entry, &out);
    assert_int_equal(b.front.count.elapsed, rows[i].elapsed);
    assert_int_equal(b.front.count.held, rows[i].run ? 7 : 0);
  }
  b.in.stopped = true;
  b.settings.etmcr = 0;
  b.front.count.elapsed = 0xFFFFFFFE;
  for (int i = 0; i < 3; i++) pft_front_step(&b.front, &b.in, &b.entry, &out);
  assert_int_equal(b.front.count.elapsed, 0xFFFFFFFF);
}
