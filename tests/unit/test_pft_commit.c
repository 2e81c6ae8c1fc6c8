// SPDX-License-Identifier: Apache-2.0
// A PTM with a buffer for speculative waypoints, clock by clock, compared with expectations by hand from
// docs/decisions/0010-speculative-waypoints.md.
#include "pft_commit_bench.h"

// The diagrams of the record.
CASE(burst_of_three_after_a_commit_at_once) {
  diagram(4,
          "WPTVALID    A   -   B   C   D   -   -   -\n"
          "WPTCOMMIT   1   0   0   0   3   0   0   0\n"
          "filled      0   0   0   1   2   2   1   0\n"
          "committed   0   0   0   0   0   2   1   0\n"
          "port (age)  A0  -   -   -   B0  C1  D2  -\n"
          "in          -   A   -   -   -   B   C   D\n"
          "elapsed     .   .   1   2   3   4   1   2\n"
          "count       -   n   -   -   -   4   0   0\n");
}

CASE(commit_and_flush_with_a_waypoint) {
  diagram(4,
          "WPTVALID    A   B   C   D   E   -   -\n"
          "WPTCOMMIT   0   0   1   0   2   0   0\n"
          "WPTFLUSH    0   0   1   0   0   0   0\n"
          "filled      0   1   2   0   1   1   0\n"
          "committed   0   0   0   0   0   1   0\n"
          "port (age)  -   -   A0  -   D0  E1  -\n"
          "in          -   -   -   A   -   D   E\n"
          "count       -   -   -   n   -   2   0\n");
  diagram(4,
          "WPTVALID    A   B   C   -   -   -\n"
          "WPTCOMMIT   0   0   3   0   0   0\n"
          "WPTFLUSH    0   0   1   0   0   0\n"
          "filled      0   1   2   2   1   0\n"
          "port (age)  -   -   A0  B1  C2  -\n");
}

CASE(full_buffer_begins_an_overflow) {
  diagram(2,
          "WPTVALID    A   B   C   D   -   E   F   G   -\n"
          "WPTCOMMIT   0   0   0   0   3   2   1   1   0\n"
          "filled      0   1   2   2   2   1   0   0   0\n"
          "committed   0   0   0   0   0   1   0   0   0\n"
          "lost, gap   00  00  00  10  20  11  01  00  00\n"
          "port (age)  -   -   -   -   A0  B1  -   G0  -\n"
          "loss        0   0   0   0   0   0   1   0   0\n"
          "in          -   -   -   -   -   A   B   -   G\n"
          "in_loss     0   0   0   0   0   0   0   1   0\n"
          "state       ON  ON  ON  ON  ON  ON  ON  ON  OVERFLOW\n");
}

CASE(stop_with_a_backlog) {
  diagram(4,
          "enabled     1   1   1   0   0   0   0\n"
          "WPTVALID    A   B   C   D   -   -   -\n"
          "WPTCOMMIT   0   0   2   1   0   0   0\n"
          "filled      0   1   2   2   0   0   0\n"
          "committed   0   0   0   1   0   0   0\n"
          "port (age)  -   -   A0  B1  -   -   -\n"
          "in          -   -   -   A   B   -   -\n"
          "WPTENABLE   1   1   1   1   0   0   0\n"
          "run         1   1   1   1   1   0   0\n"
          "drain       I   I   I   I   I   I   Q\n");
}

// --- rules of the buffer ---------------------------------------------------------------------------------------------

// Rule 1: in a clock in which nothing is taken, the uncommitted waypoints are dropped.
CASE(stop_drops_uncommitted_waypoints) {
  diagram(4,
          "enabled     1   1   0   0   0\n"
          "WPTVALID    A   B   C   D   -\n"
          "WPTCOMMIT   0   0   2   1   0\n"
          "filled      0   1   2   0   0\n"
          "port (age)  -   -   -   -   -\n"
          "run         1   1   1   0   0\n");
  diagram(2,
          "enabled     1   1   1   1   0   0\n"
          "WPTVALID    A   B   C   D   -   -\n"
          "WPTCOMMIT   0   0   0   0   0   0\n"
          "filled      0   1   2   2   2   0\n"
          "lost, gap   00  00  00  10  20  00\n"
          "run         1   1   1   1   1   0\n");
}

// Rule 1: a waypoint is taken from the clock on after which WPTENABLE is HIGH. None is taken before a stop is complete.
CASE(restart_takes_waypoints) {
  struct bench *b = start_tracing(4, 0x571CF310, 0);
  run(b,
      "enabled     1   0   0   1   1   1\n"
      "ATREADY     0   0   0   0   0   0\n"
      "WPTVALID    A   -   -   B   C   -\n"
      "WPTCOMMIT   1   0   0   0   1   1\n"
      "filled      0   0   0   0   0   0\n"
      "WPTENABLE   1   1   0   0   0   0\n"
      "port (age)  A0  -   -   -   -   -\n");
  b->in.niden = false;
  b->in.atready = true;
  idle(b, 60);
  assert_true(b->unit.drain.stopped);
  run(b,
      "enabled     1   1   1   1\n"
      "WPTENABLE   0   1   1   1\n"
      "WPTVALID    A   -   -   -\n"
      "WPTCOMMIT   0   1   0   0\n"
      "filled      0   1   0   0\n"
      "port (age)  -   A0  -   -\n"
      "entry       -   -   A1  -\n");
  free(b);
  diagram(4,
          "enabled     1   1   1   0   1   1   1\n"
          "WPTVALID    A   B   C   -   D   -   -\n"
          "WPTCOMMIT   0   0   3   0   1   0   0\n"
          "filled      0   1   2   2   1   0   0\n"
          "port (age)  -   -   A0  B1  C2  -   -\n"
          "open        1   1   1   1   0   0   0\n"
          "run         1   1   1   1   1   1   0\n");
}

// Rule 2: a full buffer stores a waypoint if one leaves in the same clock.
CASE(full_buffer_stores_with_a_commit) {
  diagram(2,
          "WPTVALID    A   B   C   D   E   -   -\n"
          "WPTCOMMIT   0   0   1   1   1   1   1\n"
          "filled      0   1   2   2   2   2   1\n"
          "lost, gap   00  00  00  00  00  00  00\n"
          "port (age)  -   -   A0  B0  C0  D0  E0\n");
  diagram(2,
          "WPTVALID    A   B   C   D   -   -   -\n"
          "WPTCOMMIT   0   0   2   0   2   0   0\n"
          "filled      0   1   2   2   2   1   0\n"
          "committed   0   0   0   1   0   1   0\n"
          "lost, gap   00  00  00  00  00  00  00\n"
          "port (age)  -   -   A0  B1  C0  D1  -\n");
}

// Rule 2: after a loss no waypoint is stored before the commits have caught up, even if there are free entries.
CASE(nothing_is_stored_after_a_loss) {
  diagram(2,
          "WPTVALID    A   B   C   -   E   F   -   -   G   -\n"
          "WPTCOMMIT   0   0   0   1   0   0   3   1   1   0\n"
          "filled      0   1   2   2   1   1   1   0   0   0\n"
          "lost, gap   00  00  00  10  10  20  30  11  00  00\n"
          "port (age)  -   -   -   A0  -   -   B0  -   G0  -\n"
          "loss        0   0   0   0   0   0   0   1   0   0\n");
}

// Rule 2: a Debug entry without Halting debug-mode takes an entry, so that commits stay in step. HDBGEN counts in the
// clock of the waypoint.
CASE(ignored_waypoint_takes_an_entry) {
  diagram(4,
          "HDBGEN      1   0   1   1   1   1   1\n"
          "WPTVALID    A   b   C   -   -   -   -\n"
          "WPTCOMMIT   0   0   0   3   0   0   0\n"
          "filled      0   1   2   3   2   1   0\n"
          "port (age)  -   -   -   A0  -   C2  -\n"
          "age         0   0   0   0   1   2   0\n"
          "count       -   -   -   -   .   -   0\n");
  diagram(2,
          "HDBGEN      1   0   0\n"
          "WPTVALID    b   -   -\n"
          "WPTCOMMIT   0   0   1\n"
          "port (age)  -   -   b0\n");
}

// Rule 3: 255 is the largest number of waypoints that were not stored.
CASE(number_of_lost_waypoints_saturates) {
  struct bench *b = start_tracing(2, 0x571CF310, 0);
  for (unsigned i = 0; i < 300; i++) {
    assert_int_equal(b->unit.pft_commit.lost, i < 2 ? 0 : i > 257 ? 255 : i - 2);
    present(b, 'A', 0);
  }
  for (unsigned i = 0; i < 86; i++) {
    b->in.wpt_commit = 3;
    clock_edge(b);
  }
  run(b,
      "WPTVALID    -   A   -\n"
      "WPTCOMMIT   0   1   0\n"
      "lost, gap   00  00  00\n"
      "port (age)  -   A0  -\n");
  free(b);
}

// Rules 4 and 5: commits beyond the waypoints that are outstanding have no effect, also not later.
CASE(too_many_commits) {
  diagram(4,
          "WPTVALID    -   A   B   C   -   -\n"
          "WPTCOMMIT   3   0   3   0   1   1\n"
          "filled      0   0   1   1   1   0\n"
          "committed   0   0   0   1   0   0\n"
          "port (age)  -   -   A0  B1  C0  -\n");
  diagram(2,
          "WPTVALID    A   B   C   -   -   -   D   -\n"
          "WPTCOMMIT   0   0   0   3   3   3   1   0\n"
          "filled      0   1   2   2   1   0   0   0\n"
          "lost, gap   00  00  00  10  01  01  00  00\n"
          "port (age)  -   -   -   A0  B1  -   D0  -\n"
          "loss        0   0   0   0   0   1   0   0\n");
}

// Rules 7 and 8: the front is enabled until it knows of the loss.
CASE(stop_with_a_loss) {
  diagram(2,
          "enabled     1   1   1   1   0   0   0   0   0\n"
          "WPTVALID    A   B   C   -   -   -   -   -   -\n"
          "WPTCOMMIT   0   0   0   3   0   0   0   0   0\n"
          "filled      0   1   2   2   1   0   0   0   0\n"
          "lost, gap   00  00  00  10  01  01  00  00  00\n"
          "loss        0   0   0   0   0   1   0   0   0\n"
          "open        1   1   1   1   1   0   0   0   0\n"
          "run         1   1   1   1   1   1   1   0   0\n"
          "overflowed  0   0   0   0   0   0   0   1   1\n");
}

// Rule 9: a flush leaves what is committed, and applies after the commits of its clock.
CASE(flush_leaves_committed_waypoints) {
  diagram(4,
          "WPTVALID    A   B   C   D   -   -\n"
          "WPTCOMMIT   0   0   2   0   1   0\n"
          "WPTFLUSH    0   0   0   1   0   0\n"
          "filled      0   1   2   2   0   0\n"
          "port (age)  -   -   A0  B1  -   -\n");
  diagram(2,
          "WPTVALID    A   B   C   D   -   E   -   -   F\n"
          "WPTCOMMIT   0   0   0   0   3   0   0   1   1\n"
          "WPTFLUSH    0   0   0   0   1   0   0   0   0\n"
          "filled      0   1   2   2   2   1   0   0   0\n"
          "lost, gap   00  00  00  10  20  01  11  10  00\n"
          "port (age)  -   -   -   -   A0  B1  -   -   F0\n"
          "loss        0   0   0   0   0   0   1   1   0\n");
}

// Rule 10: order and ages in the deepest and in the smallest buffer.
CASE(ages_of_bursts) {
  diagram(8,
          "WPTVALID    A   B   C   D   E   F   G   H   I   -   -   -   -   -   -   -   -\n"
          "WPTCOMMIT   0   0   0   0   0   0   0   3   3   3   0   0   0   0   0   0   0\n"
          "filled      0   1   2   3   4   5   6   7   7   7   6   5   4   3   2   1   0\n"
          "committed   0   0   0   0   0   0   0   0   2   4   6   5   4   3   2   1   0\n"
          "port (age)  -   -   -   -   -   -   -   A0  B1  C2  D2  E3  F4  G4  H5  I6  -\n"
          "count       -   -   -   -   -   -   -   -   n   0   0   1   0   0   1   0   0\n"
          "stamp       -   -   -   -   -   -   -   -   7   7   7   8   8   8   9   9   9\n");
  diagram(2,
          "WPTVALID    A   B   C   -   -   -\n"
          "WPTCOMMIT   0   0   3   0   0   0\n"
          "port (age)  -   -   A0  B1  C2  -\n"
          "count       -   -   -   n   0   0\n");
}

// --- rules of other boxes --------------------------------------------------------------------------------------------

// A flushed waypoint has no effect.
CASE(flushed_debug_entry) {
  diagram(4,
          "WPTVALID    A   b   C   D   -   -\n"
          "WPTCOMMIT   0   1   0   1   0   0\n"
          "WPTFLUSH    0   0   1   0   0   0\n"
          "filled      0   1   1   0   0   0\n"
          "state       ON  ON  ON  ON  ON  ON\n"
          "debug       0   0   0   0   0   0\n"
          "entry       -   -   A   -   D   -\n");
}

// A loss after a Debug entry, while tracing is off. Debug exit may be among the lost waypoints.
CASE(loss_in_debug_state) {
  diagram(2,
          "WPTVALID    A   b   C   -   -   -   -   -\n"
          "WPTCOMMIT   0   0   0   3   0   0   0   0\n"
          "loss        0   0   0   0   0   1   0   0\n"
          "debug       0   0   0   0   0   0   1   0\n"
          "state       ON  ON  ON  ON  ON  ON  OFF OVERFLOW\n");
}

// The filter does not take the code between waypoints that are missing for a block.
CASE(no_block_ends_after_a_loss) {
  diagram(2,
          "WPTVALID    A   B   C   -   -   -   D   E   -\n"
          "WPTCOMMIT   0   0   0   3   0   0   1   1   0\n"
          "loss        0   0   0   0   0   1   0   0   0\n"
          "known       1   1   1   1   1   1   1   0   1\n"
          "ended       0   0   0   0   1   1   0   0   1\n");
}

// A timestamp by itself has the current time, so it must not precede a waypoint that was committed before: front 12,
// 20 in PFTv1.0. The flush begins one clock before `in` is the ignored waypoint a or b.
CASE(no_timestamp_within_a_burst) {
  struct bench *b = start_tracing(4, 0x571CF300, ETMCR_TIMESTAMP);
  run(b,
      "HDBGEN      0   0   1   1   1   1   1\n"
      "WPTVALID    a   b   C   -   -   -   -\n"
      "WPTCOMMIT   0   0   3   0   0   0   0\n"
      "AFVALID     0   0   0   1   0   0   0\n"
      "age         0   0   0   1   2   0   0\n"
      "entry       -   -   -   -   -   C   -\n"
      "count       -   -   -   -   -   .   -\n"
      "stamp       -   -   -   -   -   2   -\n");
  free(b);
  b = start_tracing(4, 0x571CF300, ETMCR_TIMESTAMP);
  run(b,
      "HDBGEN      0   0   1   1   1   1   1\n"
      "WPTVALID    a   b   C   -   -   -   -\n"
      "WPTCOMMIT   0   0   3   0   0   0   0\n"
      "AFVALID     0   0   1   0   0   0   0\n"
      "entry       -   -   -   t   -   C   -\n"
      "count       -   -   -   .   -   0   -\n"
      "stamp       -   -   -   2   -   2   -\n");
  free(b);
}

// Time 18: PTMIDLEACK waits for the waypoints that were committed before PTMIDLEREQ, and not for uncommitted ones.
CASE(wfi_with_a_backlog) {
  diagram(4,
          "PTMIDLEREQ  0   0   1   1   1   1   1   1\n"
          "WPTVALID    A   B   C   -   -   -   -   -\n"
          "WPTCOMMIT   0   0   3   0   0   0   0   0\n"
          "entry       -   -   -   A   B   C   -   -\n"
          "drain       I   I   I   I   I   I   I   Q\n");
  diagram(4,
          "PTMIDLEREQ  0   0   1   1   1   1   1   1\n"
          "WPTVALID    A   B   -   -   -   -   -   -\n"
          "WPTCOMMIT   0   1   0   0   0   0   1   0\n"
          "filled      0   1   1   1   1   1   1   0\n"
          "entry       -   -   A   -   -   -   -   B\n"
          "drain       I   I   I   I   I   Q   .   .\n");
}

// Starts a unit with an overflow, whose drain has just begun. An APB transfer sets ETMCR[0].
static struct bench *start_overflow(void) {
  struct bench *b = start_tracing(8, 0x571CF310, 0);
  for (char name = 'A'; name <= 'I'; name++) present(b, name, 0);
  for (unsigned i = 0; i < 3; i++) {
    b->in.wpt_commit = 3;
    clock_edge(b);
  }
  idle(b, 7);
  assert_true(b->unit.pft_front.state == FRONT_OVERFLOW && b->unit.drain.state == DRAIN_IDLE);
  b->in.paddr = ETMCR;
  b->in.pwdata = ETMCR_CYCLE_ACCURATE | ETMCR_POWER_DOWN;
  b->in.pwrite = true;
  return b;
}

// Front 24: the overflow ends after ETMCR[0] is set and before the last committed waypoint. Its I-sync must report it.
CASE(overflow_ends_after_power_down) {
  struct bench *b = start_overflow();
  run(b,
      "WPTVALID    J        K        L        M        N        O        P        Q        -\n"
      "WPTCOMMIT   0        0        0        0        0        0        0        3        3\n"
      "PSEL        0        0        0        0        0        0        0        0        1\n"
      "state       OVERFLOW OVERFLOW OVERFLOW OVERFLOW OVERFLOW OVERFLOW OVERFLOW OVERFLOW OVERFLOW\n");
  run(b,
      "WPTCOMMIT   2        0        0        0   0   0   0   0\n"
      "PSEL        1        0        0        0   0   0   0   0\n"
      "PENABLE     1        0        0        0   0   0   0   0\n"
      "in          K        L        M        N   O   P   Q   -\n"
      "open        1        1        0        0   0   0   0   0\n"
      "run         1        1        1        1   1   1   1   0\n"
      "state       OVERFLOW OVERFLOW OVERFLOW OFF ON  ON  ON  ON\n"
      "overflowed  1        1        1        1   0   0   0   0\n"
      "entry       -        -        -        N2  O   P   Q   -\n");
  free(b);
}

// Front 24: an overflow that does not end before the last committed waypoint is cleared with it.
CASE(power_down_clears_an_overflow_after_the_backlog) {
  struct bench *b = start_overflow();
  run(b,
      "ATREADY     0   0   0   0   0   0   0   0   0\n"
      "WPTVALID    J   K   L   -   -   -   -   -   -\n"
      "WPTCOMMIT   0   0   0   3   0   0   0   0   0\n"
      "PSEL        0   0   1   1   0   0   0   0   0\n"
      "PENABLE     0   0   0   1   0   0   0   0   0\n"
      "in          -   -   -   -   J   K   L   -   -\n"
      "open        1   1   1   1   1   0   0   0   0\n"
      "run         1   1   1   1   1   1   1   0   0\n"
      "overflowed  1   1   1   1   1   1   1   0   0\n");
  free(b);
}

// The trigger depends on WPTENABLE, not on the backlog.
CASE(no_trigger_after_a_stop) {
  struct bench *b = start_tracing(4, 0x571CF310, 0);
  write_register(b, ETMTRIGGER, 0x60);
  run(b,
      "enabled     1   1   0   0   0   0   0\n"
      "EXTIN       0   0   1   1   1   1   1\n"
      "WPTVALID    A   B   -   -   -   -   -\n"
      "WPTCOMMIT   0   2   0   0   0   0   0\n"
      "run         1   1   1   1   0   0   0\n"
      "PTMTRIGGER  0   0   0   0   0   0   0\n");
  free(b);
}

// Time 2: an overflow of the count remains one.
CASE(count_of_a_late_waypoint_saturates) {
  const struct {
    uint32_t held, elapsed;
    unsigned age;
    uint32_t count;
  } rows[] = {{0, 3, 3, 0},
              {5, 3, 2, 6},
              {0, 0xFFFFFFFF, 3, 0xFFFFFFFF},
              {0, 0xFFFFFFFE, 3, 0xFFFFFFFB},
              {4, 0xFFFFFFFE, 3, 0xFFFFFFFF},
              {5, 0xFFFFFFFE, 3, 0xFFFFFFFF}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct count count = {.held = rows[i].held, .elapsed = rows[i].elapsed};
    assert_int_equal(count_total(&count, rows[i].age), rows[i].count);
    count_step(&count, true, false, rows[i].age);
    assert_int_equal(count.held, rows[i].count);
    assert_int_equal(count.elapsed, rows[i].age + 1);
  }
}

// The buffer is in the core power domain.
CASE(loss_of_core_power) {
  struct bench *b = start_tracing(4, 0x571CF310, 0);
  b->in.cfgregs |= CFGREGS_TWO_DOMAINS;
  b->unit.apb.debug.powered = true;
  present(b, 'A', 0);
  present(b, 'B', 0);
  assert_int_equal(b->unit.pft_commit.filled, 2);
  b->in.dbgpwrdup = false;
  clock_edge(b);
  assert_int_equal(b->unit.pft_commit.filled, 0);
  assert_int_equal(b->unit.pft_commit.depth, 4);
  free(b);
}
