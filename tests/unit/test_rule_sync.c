// SPDX-License-Identifier: Apache-2.0
// Architecture rules about synchronization and timestamps (docs/rules.md). Each rule reports a breach of its clause,
// and accepts the values next to it.
#define CASES_OWN_MAIN
#include "register.h"
#include "rule_bench.h"

enum { PERIOD = 100 };

static const struct config plain = {
    .etmidr = 0x571CF310, .etmccer = 0x34C01800, .etmtraceidr = 0x11, .etmsyncfr = PERIOD, .fifo_bytes = 64};

static struct config timed(uint32_t etmtsevr) {
  struct config c = plain;
  c.etmcr = ETMCR_TIMESTAMP;
  c.etmtsevr = etmtsevr;
  c.etmsyncfr = 0;
  return c;
}

static struct packet here(uint8_t reason) { return isync(0x80000000, ISA_ARM, reason); }

static void trace(struct bench *b, unsigned packets) {
  for (; packets > 0; packets--) say(b, atoms());
}

// The host starts the unit, and the unit begins with a correct A-sync and I-sync.
static void begin_traced(struct bench *b, struct config config) {
  begin(b, config);
  run(b);
  say(b, async());
  say(b, here(ISYNC_TRACE_ON));
}

// --- synchronization ------------------------------------------------------------------------------------------------

CASE(first_packet) {
  struct bench b;
  begin_traced(&b, plain);
  trace(&b, 3);
  halt(&b);
  run(&b);
  say(&b, async());
  // Power down, NIDEN and DBGEN require no synchronization.
  writes(&b, 0x000, ETMCR_POWER_DOWN);
  reads(&b, 0x010, 2);
  writes(&b, 0x000, 0);
  say(&b, here(ISYNC_TRACE_ON));
  // Bytes from before the stop may follow until ETMSR has shown that none are left.
  stop(&b);
  writes(&b, 0x000, 0);
  trace(&b, 1);
  silent(&b);
  halt(&b);
  run(&b);
  say(&b, here(ISYNC_TRACE_ON));
  red(&b, "TRC-ASYNC-1");
  end(&b);
}

CASE(period) {
  struct bench b;
  begin_traced(&b, plain);
  trace(&b, 3 * PERIOD - 12);
  say(&b, async());
  say(&b, here(ISYNC_PERIODIC));
  for (unsigned i = 0; i < 2 * PERIOD; i++) say(&b, of_kind(PACKET_IGNORE, 0));  // these packets report no instruction
  trace(&b, 2 * PERIOD);
  silent(&b);
  trace(&b, PERIOD);
  has_words(&b, "TRC-SYNC-1", " bytes: 3 times ETMSYNCFR=100, and 400 bytes that report no instruction");
  red(&b, "TRC-SYNC-1");
  end(&b);

  begin_traced(&b, (struct config){.etmidr = 0x571CF310, .etmsyncfr = 0});
  trace(&b, 5000);
  end(&b);

  begin_traced(&b, plain);
  b.config.unknown = CONFIG_ETMSYNCFR;
  trace(&b, 5 * PERIOD);
  end(&b);
}

CASE(isync_after_async) {
  struct bench b;
  begin_traced(&b, plain);
  trace(&b, 50);
  say(&b, async());
  trace(&b, 50);  // the unit need not answer at once
  say(&b, here(ISYNC_OVERFLOW));
  silent(&b);
  for (unsigned i = 0; i < 4; i++) {
    say(&b, async());
    trace(&b, PERIOD);
  }
  red_because(&b, "TRC-SYNC-2", "no I-sync after an A-sync for 301 bytes, expected one within 300 bytes: ");
  end(&b);
}

CASE(sync_request) {
  struct bench b;
  begin_traced(&b, plain);
  b.in.syncreq = true;
  ticks(&b, 1);
  b.in.syncreq = false;
  trace(&b, ANSWER - 1);
  say(&b, async());
  say(&b, here(ISYNC_PERIODIC));
  b.in.syncreq = true;
  ticks(&b, 1);
  b.in.syncreq = false;
  ticks(&b, 100);  // tracing is off
  say(&b, here(ISYNC_TRACE_ON));
  trace(&b, ANSWER - 7);
  say(&b, async());
  say(&b, here(ISYNC_PERIODIC));
  b.in.atready = false;  // the clocks in which the ATB accepts no beat do not count, either
  b.in.syncreq = true;
  ticks(&b, 1);
  b.in.syncreq = false;
  ticks(&b, 100);
  b.in.atready = true;
  trace(&b, 10);
  silent(&b);
  trace(&b, ANSWER + 10);
  red_because(&b, "TRC-SYNC-3", "no A-sync since SYNCREQ was 1 in clock ");
  say(&b, async());
  say(&b, here(ISYNC_PERIODIC));
  trace(&b, 3);
  b.in.syncreq = true;
  ticks(&b, 1);
  b.in.syncreq = false;
  ticks(&b, 2 * ANSWER);  // tracing is off, and the unit holds back the end of its trace
  trace(&b, 5);
  say(&b, async());
  silent(&b);
  end(&b);

  struct config v10 = plain;  // the checker has no clause of PFTv1.0 for the request
  v10.etmidr = 0x571CF300;
  v10.etmsyncfr = 0;
  begin_traced(&b, v10);
  b.in.syncreq = true;
  ticks(&b, 1);
  b.in.syncreq = false;
  trace(&b, 2 * ANSWER);
  end(&b);
}

// --- timestamps -----------------------------------------------------------------------------------------------------

CASE(short_timestamps) {
  struct bench b;
  begin_traced(&b, timed(0x406F));
  say(&b, stamp(0x1000, 9));
  say(&b, stamp(0x1001, 1));
  say(&b, stamp(0x1001, 1));  // the same value again
  say(&b, stamp(0x1080, 2));
  say(&b, stamp(0x1081, 9));  // a complete timestamp
  silent(&b);
  say(&b, stamp(0x1082, 2));
  red_because(&b, "TRC-TIME-1",
              "timestamp packet has 2 bytes, expected at most 1, or all 9: only bits [6:0] of 0x1082 differ from the "
              "last timestamp, 0x1081");
  end(&b);

  begin_traced(&b, plain);
  say(&b, stamp(0x1000, 9));
  red(&b, "TRC-TIME-4");
  end(&b);
}

CASE(full_timestamps) {
  struct bench b;
  begin_traced(&b, timed(0x406F));
  say(&b, stamp(0x1000, 9));
  say(&b, stamp(0x1001, 1));
  say(&b, async());
  say(&b, stamp(0x1002, 1));  // as a Cortex-A9 does
  say(&b, here(ISYNC_PERIODIC));
  say(&b, stamp(0x1003, 9));
  say(&b, async());
  say(&b, stamp(0x1004, 9));  // as a Cortex-A7 does
  say(&b, here(ISYNC_PERIODIC));
  say(&b, stamp(0x1005, 1));
  say(&b, stamp(0x1006, 9));  // as a Cortex-A15 does
  say(&b, async());
  say(&b, here(ISYNC_TRACE_ON));
  say(&b, stamp(0x1007, 1));
  silent(&b);
  say(&b, async());
  say(&b, here(ISYNC_PERIODIC));
  say(&b, stamp(0x1008, 1));  // the timestamp answers another request
  say(&b, stamp(0x1009, 9));
  silent(&b);
  say(&b, here(ISYNC_OVERFLOW));
  say(&b, stamp(0x100A, 1));
  red(&b, "TRC-TSYNC-2");
  end(&b);
}

// No earlier timestamp exists from which the checker could complete a short one.
CASE(first_timestamp_of_a_stream) {
  struct bench b;
  begin_traced(&b, timed(0x406F));
  say(&b, stamp(0x1000, 1));
  red(&b, "TRC-TSYNC-1");
  say(&b, stamp(0x1000, 9));
  halt(&b);
  run(&b);
  say(&b, async());
  say(&b, here(ISYNC_TRACE_ON));
  say(&b, stamp(0x1001, 1));  // the other bits have not changed since they were output
  silent(&b);
  b.in.resetn = false;
  ticks(&b, 1);
  b.in.resetn = true;
  run(&b);
  say(&b, async());
  say(&b, here(ISYNC_TRACE_ON));
  say(&b, stamp(0x1002, 1));
  red(&b, "TRC-TSYNC-1");
  end(&b);
}

CASE(a_timestamp_in_each_synchronization) {
  struct bench b;
  begin_traced(&b, timed(0x406F));
  trace(&b, ANSWER - 10);  // the unit need not answer at once
  say(&b, async());
  say(&b, here(ISYNC_PERIODIC));
  trace(&b, ANSWER);
  say(&b, stamp(0x1000, 9));
  say(&b, async());
  silent(&b);
  say(&b, here(ISYNC_PERIODIC));
  say(&b, async());
  say(&b, here(ISYNC_PERIODIC));
  trace(&b, 2 * ANSWER);
  say(&b, async());
  red(&b, "TRC-TSYNC-3");
  end(&b);
}

// The next request does not extend the window.
CASE(a_timestamp_of_one_in_many_synchronizations) {
  struct bench b;
  begin_traced(&b, timed(0x406F));
  say(&b, stamp(0x1000, 9));
  for (unsigned i = 0; i < 3; i++) {
    if (i > 0) silent(&b);
    say(&b, async());
    say(&b, here(ISYNC_PERIODIC));
    say(&b, stamp(0x1001 + i, 1));
    trace(&b, ANSWER * 2 / 3);
  }
  say(&b, async());
  red(&b, "TRC-TSYNC-3");
  end(&b);
}

CASE(requested_timestamps) {
  struct bench b;
  begin_traced(&b, timed(0x60));  // EXTIN[0]
  say(&b, stamp(0x1000, 9));
  event(&b);
  ticks(&b, 2 * ANSWER);  // the unit has traced nothing
  trace(&b, 5);
  event(&b);
  event(&b);  // one timestamp may answer both
  trace(&b, ANSWER - 10);
  say(&b, stamp(0x1001, 1));
  b.in.niden = false;  // the unit ignores its inputs
  event(&b);
  b.in.niden = true;
  trace(&b, 2 * ANSWER);
  silent(&b);
  event(&b);
  trace(&b, 2 * ANSWER);
  red(&b, "TRC-TIME-2");
  end(&b);

  begin_traced(&b, timed(0x60));
  b.config.unknown = CONFIG_ETMTSEVR;
  say(&b, stamp(0x1000, 9));
  trace(&b, 5);
  event(&b);
  trace(&b, 2 * ANSWER);
  end(&b);
}

// The list in 4.14 is not available: an event while the TraceEnable event is false may need no timestamp.
CASE(requested_timestamps_while_tracing_is_off) {
  struct bench b;
  struct config config = timed(0x60);
  config.etmteevr = 1u << 14 | 0x61;  // the event is NOT EXTIN[1]
  begin_traced(&b, config);
  say(&b, stamp(0x1000, 9));
  trace(&b, 5);
  b.in.extin = 3;
  ticks(&b, 1);
  b.in.extin = 0;
  trace(&b, 2 * ANSWER);
  silent(&b);
  event(&b);
  trace(&b, 2 * ANSWER);
  red(&b, "TRC-TIME-2");
  end(&b);
}

CASE(timestamp_of_a_flush) {
  struct bench b;
  begin_traced(&b, timed(0x406F));
  say(&b, stamp(0x1000, 9));
  flush(&b, 2);
  trace(&b, 2 * ANSWER);  // the unit has traced nothing before the answer
  silent(&b);
  say(&b, stamp(0x1001, 1));
  flush(&b, 2);
  ticks(&b, 2 * ANSWER);  // the unit has traced nothing here, either
  trace(&b, 5);
  flush(&b, 2);
  trace(&b, 5);  // trace after the answer
  say(&b, stamp(0x1001, 1));
  trace(&b, ANSWER);
  silent(&b);
  // An overflow, which a debug exit may hide, comes in between. The unit could not answer during it, but the clocks
  // before it count.
  flush(&b, 2);
  trace(&b, ANSWER / 3 - 3);
  ticks(&b, ANSWER);
  say(&b, here(ISYNC_OVERFLOW));
  trace(&b, ANSWER / 3 - 3);
  ticks(&b, ANSWER);
  say(&b, here(ISYNC_DEBUG_EXIT));
  trace(&b, ANSWER / 3 - 3);
  say(&b, stamp(0x1002, 9));
  trace(&b, 5);
  silent(&b);
  flush(&b, 2);
  trace(&b, ANSWER - 10);
  say(&b, here(ISYNC_OVERFLOW));
  trace(&b, ANSWER + 10);
  red(&b, "PFT-TIME-3");
  say(&b, stamp(0x1003, 9));
  // The unit holds this trace back until the stop, so it may be from before the flush.
  trace(&b, 5);
  flush(&b, 2);
  ticks(&b, 2 * ANSWER);
  trace(&b, 10);
  silent(&b);
  trace(&b, 10);
  red(&b, "PFT-TIME-3");
  flush(&b, 2);
  trace(&b, ANSWER - 10);
  say(&b, here(ISYNC_TRACE_ON));  // tracing was off, but the unit must still answer
  silent(&b);
  trace(&b, ANSWER + 10);
  red(&b, "PFT-TIME-3");
  end(&b);
}

// The unit answers another flush, so all trace has left. One timestamp for each flush must not be missing.
CASE(timestamp_before_the_next_flush) {
  struct bench b;
  begin_traced(&b, timed(0x406F));
  trace(&b, 5);
  flush(&b, 2);
  ticks(&b, 2);
  flush(&b, 2);  // so soon that both flushes may share one timestamp
  say(&b, stamp(0x1000, 9));
  trace(&b, 5);
  flush(&b, 2);
  ticks(&b, 2 * ANSWER);
  flush(&b, 2);
  say(&b, here(ISYNC_OVERFLOW));
  trace(&b, 5);
  silent(&b);
  ticks(&b, 2 * ANSWER);
  b.in.niden = false;
  ticks(&b, 1);
  b.in.niden = true;
  say(&b, here(ISYNC_TRACE_ON));
  trace(&b, 5);
  silent(&b);
  flush(&b, 2);
  ticks(&b, 2 * ANSWER);
  flush(&b, 2);
  say(&b, here(ISYNC_TRACE_ON));
  red(&b, "PFT-TIME-3");
  end(&b);
}

// --- the clock changes ----------------------------------------------------------------------------------------------

static void change(struct bench *b) {
  b->in.clock_change = true;
  ticks(b, 1);
  b->in.clock_change = false;
}

static struct packet stamp_of_change(uint64_t time) {
  struct packet p = stamp(time, 1);
  p.clock_change = true;
  return p;
}

CASE(clock_changes) {
  struct bench b;
  begin_traced(&b, timed(0x406F));
  b.out.wpt_enable = true;
  say(&b, stamp(0x1000, 9));
  change(&b);
  flush(&b, 2);  // so soon that the unit may not have sampled the change
  say(&b, stamp(0x1001, 1));
  say(&b, stamp_of_change(0x1003));
  change(&b);
  ticks(&b, 5);
  flush(&b, 2);
  say(&b, stamp(0x1003, 9));  // a T-sync from before the change
  say(&b, stamp_of_change(0x1004));
  b.in.niden = false;
  ticks(&b, 2);
  change(&b);  // the unit may or may not sample this change
  b.in.niden = true;
  ticks(&b, 5);
  flush(&b, 2);
  say(&b, stamp(0x1005, 1));
  say(&b, stamp_of_change(0x1006));
  silent(&b);
  say(&b, stamp_of_change(0x1007));
  red(&b, "TRC-TIME-6");
  change(&b);
  ticks(&b, 5);
  flush(&b, 2);
  say(&b, stamp(0x1008, 1));
  red(&b, "TRC-TIME-5");
  end(&b);
}

// A DUT that has not raised WPTENABLE yet may ignore a change.
CASE(clock_changes_at_start) {
  for (unsigned late = 0; late < 2; late++) {
    struct bench b;
    begin_traced(&b, timed(0x406F));
    say(&b, stamp(0x1000, 9));
    b.out.wpt_enable = late > 0;
    change(&b);
    b.out.wpt_enable = true;
    ticks(&b, 5);
    flush(&b, 2);
    say(&b, stamp(0x1001, 1));
    if (late > 0)
      red(&b, "TRC-TIME-5");
    else
      silent(&b);
    end(&b);
  }
}

int main(void) { return run_in_both_modes("architecture rules: synchronization"); }
