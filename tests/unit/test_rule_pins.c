// SPDX-License-Identifier: Apache-2.0
// Architecture rules about requests, trigger and registers (docs/rules.md). Each rule reports a breach of its clause,
// and accepts the values next to it.
#define CASES_OWN_MAIN
#include "register.h"
#include "rule_bench.h"

static struct config plain(uint32_t etmtrigger) {
  return (struct config){.etmidr = 0x571CF310, .etmccer = 0x37C01800, .etmtraceidr = 0x11, .etmtrigger = etmtrigger};
}

// --- flush and idle -------------------------------------------------------------------------------------------------

static void answer_idle(struct bench *b, unsigned clocks) {
  b->in.idle_request = true;
  ticks(b, clocks);
  b->out.idle = true;
  ticks(b, 1);
  b->in.idle_request = b->out.idle = false;
  ticks(b, 1);
}

CASE(requests_are_answered) {
  struct bench b;
  begin(&b, plain(0));
  flush(&b, 0);
  flush(&b, DRAIN);
  b.in.afvalid = true;
  b.in.atready = false;  // the ATB accepts no beat
  ticks(&b, 10 * DRAIN);
  b.in.atready = true;
  flush(&b, 5);
  answer_idle(&b, DRAIN);
  silent(&b);
  flush(&b, DRAIN + 2);
  red(&b, "TRC-FLUSH-1");
  answer_idle(&b, DRAIN + 2);
  red(&b, "TRC-IDLE-1");
  end(&b);
}

// Presents this number of items, one in each clock.
static void present(struct bench *b, unsigned items) {
  for (; items > 0; items--) {
    b->items++;
    ticks(b, 1);
  }
}

static void says(struct bench *b, const char *id, const char *why) {
  assert_non_null(why);
  assert_memory_equal(why + 5, id, strlen(id));
  silent(b);  // the function only returns the violation, and its caller reports it
}

CASE(drains_cover_presented_items) {
  struct bench b;
  begin(&b, plain(0));
  present(&b, 10);
  leave(&b, 8);
  b.in.afvalid = true;
  leave(&b, 8);
  b.out.afready = true;
  leave(&b, 1);  // a byte that leaves together with the answer
  b.in.afvalid = b.out.afready = false;
  assert_null(rules_check_drained_items(b.rules, 5, 1, 8));
  if (own) {
    says(&b, "TRC-FLUSH-2", rules_check_drained_items(b.rules, 9, 1, 16));
  } else {
    assert_null(rules_check_drained_items(b.rules, 9, 1, 16));  // with the answer
  }
  assert_null(rules_check_drained_items(b.rules, 10, 1, 17));  // presented after the answer
  says(&b, "TRC-FLUSH-2", rules_check_drained_items(b.rules, 9, 1, 17));
  present(&b, 20);
  ticks(&b, b.rules->limits.latency - 2);
  answer_idle(&b, 5);
  assert_null(rules_check_drained_items(b.rules, 29, 1, 17));  // it may not have been in the unit
  says(&b, "TRC-IDLE-2", rules_check_drained_items(b.rules, 28, 1, 17));
  b.in.resetn = false;
  ticks(&b, 1);
  b.in.resetn = true;
  ticks(&b, 1);
  rules_end(b.rules);
  assert_null(rules_check_drained_items(b.rules, 5, 1, 20));
  end(&b);
}

// A unit that cannot respond drives AFREADY HIGH all the time (IHI 0032B 3.3), so its answer contains no information.
CASE(a_unit_that_cannot_respond) {
  struct bench b;
  begin(&b, plain(0));
  b.out.afready = true;
  present(&b, 10);
  ticks(&b, b.rules->limits.latency);
  b.in.afvalid = true;
  ticks(&b, 1);
  b.in.afvalid = false;
  leave(&b, 8);
  assert_null(rules_check_drained_items(b.rules, 9, 1, 8));
  end(&b);
}

// An exception that follows the request cancels the last instruction that was presented before it.
CASE(drains_exclude_cancelled_items) {
  for (int answered = 0; answered < 2; answered++) {
    struct bench b;
    begin(&b, plain(0));
    present(&b, 10);
    ticks(&b, b.rules->limits.latency);
    b.in.afvalid = true;
    leave(&b, 8);
    if (!answered) rules_cancel_item(b.rules, 9);
    b.out.afready = true;
    ticks(&b, 1);
    b.in.afvalid = b.out.afready = false;
    if (answered) rules_cancel_item(b.rules, 9);
    assert_null(rules_check_drained_items(b.rules, 9, 1, 8));
    says(&b, "TRC-FLUSH-2", rules_check_drained_items(b.rules, 8, 1, 8));
    rules_cancel_item(b.rules, 8);
    assert_null(rules_check_drained_items(b.rules, 8, 1, 8));
    end(&b);
  }
}

// --- the trigger ----------------------------------------------------------------------------------------------------

static void pulse(struct bench *b, unsigned clocks) {
  b->out.trigger = true;
  ticks(b, clocks);
  b->out.trigger = false;
  ticks(b, 1);
}

static void begin_run(struct bench *b, struct config config) {
  begin(b, config);
  run(b);
  say(b, async());
}

CASE(one_trigger) {
  struct bench b;
  begin_run(&b, plain(0x60));
  ticks(&b, 10);
  event(&b);
  pulse(&b, 3);
  say(&b, of_kind(PACKET_TRIGGER, 0));
  event(&b);  // a second event has no effect
  ticks(&b, 2 * ANSWER);
  halt(&b);
  run(&b);
  say(&b, async());
  event(&b);
  pulse(&b, 1);
  say(&b, of_kind(PACKET_TRIGGER, 0));
  silent(&b);
  // Neither NIDEN nor power down arms the trigger again.
  b.in.niden = false;
  ticks(&b, 5);
  b.in.niden = true;
  event(&b);
  pulse(&b, 1);
  red_because(
      &b, "TRC-TRIG-1",
      "PTMTRIGGER pulsed, expected no pulse: it already pulsed in clock 103, after ETMCR[10] was cleared in clock 95");
  say(&b, of_kind(PACKET_TRIGGER, 0));
  red_because(
      &b, "TRC-TRIG-2",
      "second trigger packet since the Programming bit was cleared, expected only one: the first is at byte 14, and "
      "PTMTRIGGER pulsed 2 times, the last time in clock 113");
  halt(&b);
  rules_end(b.rules);
  end(&b);
}

CASE(trigger_and_packet) {
  struct bench b;
  begin_run(&b, plain(0x60));
  ticks(&b, 10);
  event(&b);
  pulse(&b, 1);
  halt(&b);
  rules_end(b.rules);
  red_because(&b, "TRC-TRIG-4",
              "0 trigger packets when the DUT stopped, expected 1: since the Programming bit was cleared, PTMTRIGGER "
              "pulsed once, in clock 21");
  run(&b);
  say(&b, async());
  ticks(&b, 10);
  event(&b);
  pulse(&b, 1);
  stop(&b);
  reads(&b, 0x010, 0xB);  // ETMSR indicates the overflow that has lost the trigger
  rules_end(b.rules);
  silent(&b);
  run(&b);
  say(&b, async());
  say(&b, of_kind(PACKET_TRIGGER, 0));
  halt(&b);
  rules_end(b.rules);
  red_because(&b, "TRC-TRIG-3",
              "1 trigger packet when the DUT stopped, expected at most 0: since the Programming bit was cleared, "
              "PTMTRIGGER has not pulsed");
  end(&b);
}

CASE(trigger_and_event) {
  struct bench b;
  begin_run(&b, plain(0x60));
  ticks(&b, 10);
  b.in.niden = false;  // the unit ignores its inputs
  event(&b);
  ticks(&b, 2 * ANSWER);
  b.in.niden = true;
  ticks(&b, b.rules->limits.latency - 2);
  event(&b);  // the unit may not sample NIDEN yet
  ticks(&b, 2 * ANSWER);
  silent(&b);
  event(&b);
  ticks(&b, 2 * ANSWER);
  red_because(&b, "TRC-TRIG-5",
              "PTMTRIGGER did not pulse within 30 clocks, expected a pulse: the trigger event (ETMTRIGGER=0x00060: "
              "EXTIN[0]) was true in clock ");
  halt(&b);
  run(&b);
  pulse(&b, 1);
  red_because(&b, "TRC-TRIG-6",
              "PTMTRIGGER pulsed, expected no pulse: the trigger event (ETMTRIGGER=0x00060: EXTIN[0]) has not been "
              "true since the DUT was enabled (clock ");
  end(&b);

  begin_run(&b, plain(0x60));
  ticks(&b, 20);
  b.in.extin = 1;
  pulse(&b, 1);  // in the same clock as its event
  silent(&b);
  end(&b);

  begin_run(&b, plain(0x10));  // an address comparator, which no pin shows
  pulse(&b, 1);
  end(&b);

  begin_run(&b, plain(0x60));
  b.config.unknown = CONFIG_ETMTRIGGER;
  ticks(&b, 20);
  event(&b);
  ticks(&b, 2 * ANSWER);
  halt(&b);
  run(&b);
  pulse(&b, 1);
  end(&b);
}

// --- stopping -------------------------------------------------------------------------------------------------------

// A waypoint after which the processor has this state.
static void waypoint(struct bench *b, bool ns, bool prohibited) {
  b->in.wpt_valid = b->out.wpt_enable = true;
  b->in.wpt = (struct waypoint){.type = WAYPOINT_DIRECT, .ns = ns, .prohibited = prohibited};
  ticks(b, 1);
  b->in.wpt_valid = false;
}

enum { NON_SECURE = 0x6D, PROHIBITED = 0x6E, NOT = 1 << 14, AND = 2 << 14 };

// A host that writes ETMSR[3] specifies whether the trigger has occurred, but not what caused it.
CASE(trigger_after_a_write_of_etmsr) {
  struct bench b;
  begin_run(&b, plain(0x60));
  ticks(&b, 10);
  stop(&b);
  reads(&b, ETMSR, ETMSR_STOPPED);
  writes(&b, ETMSR, 0);
  writes(&b, ETMCR, 0);
  ticks(&b, 10);
  pulse(&b, 1);
  red(&b, "TRC-TRIG-6");
  end(&b);
}

// ETMSR[3] keeps the value that was written while the Programming bit was set. The next programming without a write
// arms the trigger again.
CASE(trigger_prevented_by_etmsr) {
  struct bench b;
  begin_run(&b, plain(0x60));
  ticks(&b, 10);
  stop(&b);
  reads(&b, ETMSR, ETMSR_STOPPED);
  writes(&b, ETMSR, ETMSR_TRIGGERED);
  writes(&b, ETMCR, 0);
  ticks(&b, 2 * ANSWER);
  event(&b);
  ticks(&b, 2 * ANSWER);
  reads(&b, ETMSR, ETMSR_TRIGGERED);
  silent(&b);
  pulse(&b, 1);
  red(&b, "TRC-TRIG-1");
  halt(&b);
  run(&b);
  ticks(&b, 10);
  event(&b);
  pulse(&b, 1);
  silent(&b);
  end(&b);
}

// A late pulse of the pin belongs to the previous run if the host started the unit without waiting until it had
// stopped.
CASE(trigger_of_an_earlier_run) {
  struct bench b;
  begin_run(&b, plain(0x60));
  ticks(&b, 10);
  event(&b);
  stop(&b);
  writes(&b, ETMCR, 0);
  pulse(&b, 1);
  ticks(&b, DRAIN + 10);
  event(&b);
  pulse(&b, 1);
  silent(&b);
  end(&b);
}

// When the unit has stopped, it has reported all that it had before it was stopped.
CASE(trigger_when_the_unit_has_stopped) {
  for (int late = 0; late < 2; late++) {
    struct bench b;
    begin_run(&b, plain(0x60));
    ticks(&b, 20);
    event(&b);
    if (late) ticks(&b, 16);
    halt(&b);
    if (late) {
      has_words(&b, "TRC-TRIG-5", "), expected a pulse: the trigger event (ETMTRIGGER=0x00060: EXTIN[0]) was true in ");
      red_because(&b, "TRC-TRIG-5", "PTMTRIGGER did not pulse before the DUT stopped (ETMSR[1] was 1 in clock ");
    }
    run(&b);  // the rule reports one missing pulse once
    halt(&b);
    silent(&b);
    end(&b);
  }
  // The unit still has to report an overflow, and the pin may follow the packet.
  struct bench lost;
  begin_run(&lost, plain(0x60));
  ticks(&lost, 20);
  event(&lost);
  ticks(&lost, 20);
  stop(&lost);
  reads(&lost, ETMSR, ETMSR_STOPPED | ETMSR_OVERFLOW);
  silent(&lost);
  end(&lost);
  // The host starts the unit again before a read of ETMSR has shown that it has stopped. The unit may still be
  // stopping.
  struct bench b;
  begin_run(&b, plain(0x60));
  ticks(&b, 20);
  stop(&b);
  writes(&b, ETMCR, 0);
  event(&b);
  ticks(&b, ANSWER + 4);
  silent(&b);
  ticks(&b, DRAIN);
  event(&b);
  ticks(&b, 20);
  halt(&b);
  silent(&b);
  run(&b);
  ticks(&b, 10);
  event(&b);
  ticks(&b, 2 * ANSWER);
  red(&b, "TRC-TRIG-5");
  end(&b);
}

// A resource of the processor's state has a known value when the port has shown the state for longer than the latency
// of a unit.
CASE(trigger_by_the_state) {
  struct bench b;
  begin_run(&b, plain(PROHIBITED));
  ticks(&b, ANSWER);
  waypoint(&b, true, true);  // shorter than the latency
  ticks(&b, b.rules->limits.latency - 2);
  waypoint(&b, true, false);
  ticks(&b, 2 * ANSWER);
  silent(&b);
  waypoint(&b, true, true);
  ticks(&b, 2 * ANSWER);
  red(&b, "TRC-TRIG-5");
  end(&b);

  // The state is not known before the first waypoint.
  begin_run(&b, plain(NOT | NON_SECURE));
  pulse(&b, 1);
  silent(&b);
  end(&b);

  begin(&b, plain(AND | PROHIBITED << 7 | 0x60));
  ticks(&b, 10);
  run(&b);
  waypoint(&b, false, false);
  ticks(&b, ANSWER);
  b.in.extin = 1;
  pulse(&b, 1);
  red(&b, "TRC-TRIG-6");
  end(&b);

  // The unit may sample EXTIN late, together with the new state.
  begin_run(&b, plain(AND | PROHIBITED << 7 | 0x60));
  waypoint(&b, false, false);
  ticks(&b, ANSWER);
  event(&b);
  ticks(&b, 1);
  waypoint(&b, false, true);
  pulse(&b, 1);
  silent(&b);
  end(&b);

  // A unit without the Security Extensions does not implement this resource.
  struct config config = plain(NON_SECURE);
  config.etmidr &= ~ETMIDR_SECURITY;
  begin_run(&b, config);
  waypoint(&b, true, false);
  ticks(&b, 3 * ANSWER);
  silent(&b);
  end(&b);
}

CASE(the_unit_stops) {
  struct bench b;
  begin_run(&b, plain(0));
  stop(&b);
  ticks(&b, DRAIN - 2);
  reads(&b, ETMSR, 0);
  b.in.atready = false;
  b.out.atvalid = true;
  reads(&b, ETMSR, 2);  // the last beat waits for ATREADY
  b.in.atready = true;
  ticks(&b, 1);
  b.out.atvalid = false;
  ticks(&b, 5);
  silent(&b);
  leave(&b, 1);
  red(&b, "TRC-STOP-2");
  run(&b);
  leave(&b, 1);
  stop(&b);
  ticks(&b, DRAIN + 2);
  reads(&b, ETMSR, 0);
  red_because(&b, "TRC-STOP-1",
              "ETMSR[1] is 0 (ETMSR=0x00000000), expected 1: the DUT has been requested to stop since the write of "
              "0x00000400 to ETMCR in clock ");
  reads(&b, ETMOSLSR, 0);
  run(&b);
  reads(&b, ETMSR, 2);  // the unit has not started yet
  ticks(&b, DRAIN + 2);
  silent(&b);
  reads(&b, ETMSR, 2);
  red_because(&b, "TRC-SR-1",
              "ETMSR[1] is 1 (ETMSR=0x00000002), expected 0: the DUT has been enabled since the write of 0x00000000 to "
              "ETMCR in clock ");
  end(&b);
}

// A reset changes neither NIDEN nor DBGEN.
CASE(a_reset_while_debug_is_disabled) {
  struct bench b;
  begin_run(&b, plain(0));
  ticks(&b, 3 * DRAIN);
  b.in.niden = false;
  ticks(&b, 2);
  b.in.resetn = false;
  ticks(&b, 2);
  b.in.resetn = true;
  leave(&b, 1);
  silent(&b);
  ticks(&b, DRAIN);
  leave(&b, 1);
  red(&b, "TRC-AUTH-1");
  end(&b);
}

CASE(authentication) {
  struct bench b;
  begin_run(&b, plain(0));
  ticks(&b, 10);
  b.in.niden = false;
  leave(&b, DRAIN);  // the trace that the unit still has
  ticks(&b, 2 * DRAIN);
  b.in.dbgen = true;
  leave(&b, 2 * DRAIN);  // one of the two inputs is sufficient
  b.in.atready = false;
  b.in.dbgen = false;
  leave(&b, 2 * DRAIN);  // no beat can leave
  b.in.atready = true;
  leave(&b, 5);
  silent(&b);
  ticks(&b, DRAIN);
  leave(&b, 1);
  red_because(
      &b, "TRC-AUTH-1",
      "ATVALID is 1, expected 0: NIDEN and DBGEN have been 0 since clock 220, for more than the 40 clocks of the "
      "ATB that --timeout-drain allows");
  end(&b);
}

CASE(authentication_status) {
  static const struct {
    bool niden, dbgen;
    uint32_t value;
    bool good;
  } reads_as[] = {
      {false, false, 0x8, true},  {false, false, 0xC, false}, {true, false, 0xC, true},   {true, false, 0x8, false},
      {false, true, 0xC, true},   {false, true, 0x8, false},  {true, true, 0x4, false},   {true, true, 0x0, true},
      {true, true, 0xCC, true},   {true, true, 0x8C, true},   {true, true, 0xC0, true},   {true, true, 0xD, false},
      {false, false, 0x88, true}, {true, true, 0x1C, false},  {true, true, 0x10C, false},
  };
  for (size_t i = 0; i < sizeof reads_as / sizeof *reads_as; i++) {
    struct bench b;
    begin(&b, plain(0));
    b.in.niden = reads_as[i].niden;
    b.in.dbgen = reads_as[i].dbgen;
    ticks(&b, 5);
    reads(&b, ETMAUTHSTATUS, reads_as[i].value);
    if (!reads_as[i].good) red(&b, "TRC-AUTH-2");
    end(&b);
  }
}

// SPNIDEN may forbid in Secure state a trace that NIDEN permits. It does not permit what NIDEN and DBGEN forbid.
CASE(authentication_status_of_secure_state) {
  static const struct {
    bool niden;
    uint32_t value;
    bool good;
  } reads_as[] = {{true, 0x8C, true},  {true, 0xCC, true},   {true, 0x4C, false}, {true, 0xC0, true},
                  {false, 0x88, true}, {false, 0xC8, false}, {false, 0x80, true}, {false, 0x48, false}};
  for (size_t i = 0; i < sizeof reads_as / sizeof *reads_as; i++) {
    struct bench b;
    begin(&b, plain(0));
    b.in.niden = reads_as[i].niden;
    b.in.dbgen = false;
    ticks(&b, 5);
    reads(&b, ETMAUTHSTATUS, reads_as[i].value);
    if (reads_as[i].value == 0x4C)
      has_words(&b, "TRC-AUTH-3",
                "is 1 (ETMAUTHSTATUS=0x4C), expected 3 (enabled), 2 (disabled) or 0: NIDEN is 1 and DBGEN is 0");
    if (!reads_as[i].good) red(&b, "TRC-AUTH-3");
    end(&b);
  }
}

// No clause bounds the delay after which a unit shows a change. The register exists from ETMv3.2 on.
CASE(authentication_status_is_late) {
  struct bench b;
  const unsigned latency = own ? 2 : 4;
  begin(&b, plain(0));
  reads(&b, ETMAUTHSTATUS, 0x8);
  ticks(&b, 10);
  b.in.niden = false;
  ticks(&b, latency);
  b.in.psel = b.in.penable = true;
  b.in.paddr = ETMAUTHSTATUS;
  b.out.pready = false;
  ticks(&b, 5);  // the unit has loaded the value before the change
  b.out.pready = true;
  reads(&b, ETMAUTHSTATUS, 0xC);
  b.in.pclken = false;
  ticks(&b, 10);
  b.in.pclken = true;
  silent(&b);
  ticks(&b, 1);
  reads(&b, ETMAUTHSTATUS, 0x1C);
  red_because(&b, "TRC-AUTH-2",
              "ETMAUTHSTATUS is 0x1C, expected 0x8 (wrong: bits [4], [2]): NIDEN is 0 and DBGEN is 0, so [3:2] must be "
              "2 (trace disabled) or 0, and reserved bits 0");
  b.in.resetn = false;
  ticks(&b, 10);
  b.in.resetn = true;
  ticks(&b, latency);
  reads(&b, ETMAUTHSTATUS, 0xC);
  end(&b);

  struct config v31 = plain(0);
  v31.etmidr = 0x410CF210;
  begin(&b, v31);
  ticks(&b, 10);
  reads(&b, ETMAUTHSTATUS, 0x1);
  end(&b);
}

// The Programming bit sets ETMSR[1], and from v1.1 on the OS lock does, too. A reset may set the lock. Its state is
// known after the first read or write.
CASE(other_causes_of_a_stop) {
  for (uint32_t minor = 0; minor < 2; minor++) {
    struct bench b;
    struct config config = plain(0);
    config.etmidr = 0x571CF300 | minor << 4;
    begin_run(&b, config);
    writes(&b, 0x000, ETMCR_POWER_DOWN);
    ticks(&b, 2 * DRAIN);
    reads(&b, ETMSR, 0);
    writes(&b, 0x000, 0);
    reads(&b, ETMSR, 0);
    writes(&b, ETMOSLAR, 0xC5ACCE55);
    ticks(&b, 2 * DRAIN);
    silent(&b);
    reads(&b, ETMSR, 0);
    if (minor > 0)
      red_because(&b, "TRC-STOP-1",
                  "ETMSR[1] is 0 (ETMSR=0x00000000), expected 1: the DUT has been requested to stop since the write of "
                  "0xC5ACCE55 to ETMOSLAR in clock ");
    silent(&b);
    end(&b);
    begin(&b, config);
    b.in.resetn = false;
    ticks(&b, 2);
    b.in.resetn = true;
    run_as_reset(&b);
    ticks(&b, 2 * DRAIN);
    reads(&b, ETMSR, minor ? 2 : 0);
    reads(&b, ETMOSLSR, minor ? 0xA : 0x3);
    b.out.pslverr = !minor;
    reads(&b, ETMSR, 2);
    b.out.pslverr = false;
    silent(&b);
    writes(&b, ETMOSLAR, 0);
    ticks(&b, 2 * DRAIN);
    reads(&b, ETMSR, 0);
    silent(&b);
    reads(&b, ETMSR, 2);
    red(&b, "TRC-SR-1");
    end(&b);
  }
}

// ETMCR[0] is cleared while the Programming bit stays set. ETMSR[1] follows after a delay, as it does after a stop.
CASE(power_comes_back) {
  for (unsigned reset = 0; reset < 2; reset++) {
    struct bench b;
    begin_run(&b, plain(0));
    if (reset) {
      b.in.resetn = false;
      ticks(&b, 2);
      b.in.resetn = true;
    } else {
      writes(&b, ETMCR, ETMCR_PROGRAMMING);
      writes(&b, ETMCR, ETMCR_PROGRAMMING | ETMCR_POWER_DOWN);
    }
    ticks(&b, 2 * DRAIN);
    writes(&b, ETMCR, ETMCR_PROGRAMMING);
    reads(&b, ETMSR, 0);
    silent(&b);
    ticks(&b, 2 * DRAIN);
    reads(&b, ETMSR, 0);
    red(&b, "TRC-STOP-1");
    end(&b);
  }
}

static void out_of_reset(struct bench *b) {
  begin(b, plain(0x60));
  b->in.resetn = false;
  ticks(b, 2);
  b->in.resetn = true;
}

// A unit of PFTv1.1 resets with the OS lock set (IHI 0035B 3.16.39). It does nothing until the host unlocks it.
CASE(unit_stays_locked) {
  struct bench b;
  out_of_reset(&b);
  run_as_reset(&b);
  writes(&b, ETMTRIGGER, 0x60);
  reads(&b, ETMTRIGGER, 0);
  event(&b);
  ticks(&b, 4 * ANSWER);
  reads(&b, ETMSR, 2);
  end(&b);
  // After the unlock, the rules do not depend on values that were written to the locked unit.
  out_of_reset(&b);
  stop(&b);
  writes(&b, ETMTRIGGER, 0x61);
  writes(&b, ETMOSLAR, 0);
  reads(&b, ETMTRIGGER, 0);
  silent(&b);
  writes(&b, ETMTRIGGER, 0x61);
  reads(&b, ETMTRIGGER, 0);
  red(&b, "TRC-REG-2");
  end(&b);
}

// A read of ETMCR shows that the unit ignored the writes while the lock was set, which violates PFTv1.1 (IHI 0035B
// table 3.93). The unit then need not run.
CASE(a_locked_unit_that_takes_no_write) {
  struct bench b;
  out_of_reset(&b);
  rule_add(&b.rules->off, RULE_TRC_REG_1);
  reads(&b, ETMOSLSR, 0xA);
  writes(&b, ETMCR, 0);
  silent(&b);
  reads(&b, ETMCR, ETMCR_PROGRAMMING);
  red(&b, "TRC-REG-2");
  writes(&b, ETMOSLAR, 0);
  ticks(&b, 2 * DRAIN);
  reads(&b, ETMSR, ETMSR_STOPPED);
  end(&b);
}

// A unit resets with the OS lock clear, and its host does not read ETMOSLSR. WPTENABLE or the trace shows that the unit
// runs, and then all rules apply.
CASE(a_unit_that_shows_that_it_runs) {
  for (int by_trace = 0; by_trace < 2; by_trace++) {
    struct bench b;
    out_of_reset(&b);
    stop(&b);
    writes(&b, 0x200, 0x11);
    writes(&b, ETMCR, 0);
    b.out.atid = 0x11;
    b.out.wpt_enable = !by_trace;
    if (by_trace) say(&b, async());
    ticks(&b, 20);
    event(&b);
    ticks(&b, 4 * ANSWER);
    red(&b, "TRC-TRIG-5");
    b.out.atid = 0x12;
    leave(&b, 1);
    red_because(&b, "ATB-ID-1", "ATID is 0x12, expected 0x11 (ETMTRACEIDR as written in clock 3)");
    end(&b);
  }
}

CASE(status_is_held) {
  struct bench b;
  begin_run(&b, plain(0x60));
  ticks(&b, 10);
  event(&b);
  pulse(&b, 1);
  say(&b, of_kind(PACKET_TRIGGER, 0));
  stop(&b);
  reads(&b, ETMSR, 0xB);
  reads(&b, ETMSR, 0xB);
  silent(&b);
  reads(&b, ETMSR, 0xA);
  red_because(&b, "TRC-SR-2", "ETMSR[0] is 0, expected 1 as read in clock ");
  end(&b);
}

CASE(trigger_status) {
  struct bench b;
  begin_run(&b, plain(0x60));
  stop(&b);
  reads(&b, ETMSR, 0x2);
  silent(&b);
  writes(&b, ETMSR, 0x8);  // reads as written
  reads(&b, ETMSR, 0xA);
  silent(&b);
  writes(&b, ETMSR, 0x0);
  reads(&b, ETMSR, 0xA);
  red_because(&b, "TRC-SR-2", "ETMSR[3] is 1, expected 0 as written in clock ");
  writes(&b, ETMSR, 0x8);
  reads(&b, ETMSR, 0xA);
  run(&b);
  stop(&b);
  reads(&b, ETMSR, 0xA);  // the Programming bit does not change a written value
  silent(&b);
  run(&b);
  stop(&b);
  reads(&b, ETMSR, 0xA);
  red_because(&b, "TRC-SR-3",
              "ETMSR[3] is 1, expected 0: PTMTRIGGER has not pulsed since ETMCR[10] was cleared (clock ");
  end(&b);

  struct config v30 = plain(0x60);  // setting the Programming bit clears this bit
  v30.etmidr = 0x410CF200;
  begin_run(&b, v30);
  ticks(&b, 10);
  event(&b);
  pulse(&b, 1);
  say(&b, of_kind(PACKET_TRIGGER, 0));
  stop(&b);
  reads(&b, ETMSR, 0x2);
  end(&b);
}

// Power down clears the bit. Neither the Programming bit nor the OS lock clears it.
CASE(power_down_clears_an_overflow) {
  struct bench b;
  begin_run(&b, plain(0));
  stop(&b);
  reads(&b, ETMSR, 0x3);
  run(&b);
  writes(&b, ETMCR, ETMCR_POWER_DOWN);
  reads(&b, ETMSR, 0x1);  // the unit has not stopped yet
  writes(&b, ETMOSLAR, OSLAR_LOCK);
  reads(&b, ETMSR, 0x3);  // it is unknown whether the lock prevented the write
  writes(&b, ETMOSLAR, 0);
  reads(&b, ETMSR, 0x2);
  silent(&b);
  reads(&b, ETMSR, 0x3);
  red_because(&b, "TRC-SR-4",
              "ETMSR[0] (untraced overflow) is 1, expected 0: the Power Down bit, ETMCR[0], clears it, and is 1 as "
              "written in clock ");
  end(&b);
}

// --- registers ------------------------------------------------------------------------------------------------------

CASE(registers_read_as_written) {
  struct bench b;
  begin(&b, plain(0));
  reads(&b, ETMSYNCFR, 0x400);  // the value is not known
  writes(&b, ETMOSLAR, 0);
  stop(&b);
  writes(&b, ETMSYNCFR, 0x123);
  reads(&b, ETMSYNCFR, 0x120);  // the low bits may be fixed
  writes(&b, ETMTRIGGER, 0x1406F);
  reads(&b, ETMTRIGGER, 0x1406F);
  writes(&b, 0x1FC, 0xF);  // ETMAUXCR is implementation defined
  reads(&b, 0x1FC, 0x1);
  silent(&b);
  reads(&b, 0x1FC, 0x10);
  red(&b, "TRC-REG-1");
  reads(&b, ETMTRIGGER, 0x406F);
  red_because(&b, "TRC-REG-2", "ETMTRIGGER (0x008) reads 0x0000406F, expected 0x0001406F as written in clock ");
  writes(&b, ETMCR, ETMCR_PROGRAMMING | ETMCR_TIMESTAMP);
  reads(&b, ETMCR, ETMCR_PROGRAMMING);
  red(&b, "TRC-REG-2");
  b.in.resetn = false;
  ticks(&b, 2);
  b.in.resetn = true;
  reads(&b, ETMTRIGGER, 0);
  reads(&b, ETMCR, 0x401);
  end(&b);
}

static void reset(struct bench *b) {
  b->in.resetn = false;
  ticks(b, 2);
  b->in.resetn = true;
}

static void resets(struct config config, uint16_t address, uint32_t right, uint32_t wrong) {
  struct bench b;
  char text[128];
  begin(&b, config);
  reads(&b, address, wrong);  // the checker has seen no reset
  reset(&b);
  reads(&b, address, wrong);  // the state of the OS lock is not known
  reads(&b, ETMOSLSR, 0xA);
  reads(&b, address, wrong);
  writes(&b, ETMOSLAR, 0);
  reads(&b, address, right);
  silent(&b);
  reads(&b, address, wrong);
  snprintf(text, sizeof text, "%s reads 0x%08X, expected 0x", register_at(address)->name, wrong);
  assert_non_null(strstr(b.rules->breaches[RULE_TRC_REG_3].text,
                         " after the reset in clock 1 and before any write to it (wrong: bit"));
  red_because(&b, "TRC-REG-3", text);
  writes(&b, address, wrong);
  reads(&b, address, wrong);
  end(&b);
}

// Reset values of a Cortex-A9's PTM and a Cortex-M3's ETM.
CASE(reset_value_of_etmcr) {
  struct config etm = {.etmidr = 0x4114F253, .etmccer = 0x18541800};
  resets(plain(0), ETMSYNCFR, 0x400, 0x401);
  resets(plain(0), ETMAUXCR, 0, 1);
  resets(plain(0), ETMCR, 0x401, 0x400);
  resets(plain(0), ETMCR, 0x401, 0x1);
  resets(plain(0), ETMCR, 0x401, 0x401 | ETMCR_RETURN_STACK);
  resets(etm, ETMCR, 0x411, 0x11);
  resets(etm, ETMCR, 0x411 | ETMCR_TIMESTAMP, 0x410);
}

// Units in silicon: some registers cannot be read back, and some do not exist.
CASE(registers_need_not_read_as_written) {
  struct bench b;
  struct config etm = {.etmidr = 0x410CF250, .etmccer = 0x34400000};
  for (int readable = 0; readable < 2; readable++) {
    if (readable) etm.etmccer |= ETMCCER_READABLE;
    begin(&b, etm);
    writes(&b, ETMOSLAR, 0);
    stop(&b);
    writes(&b, ETMSYNCFR, 0x64);
    reads(&b, ETMSYNCFR, 0x400);
    silent(&b);
    writes(&b, ETMTRIGGER, 0x406F);
    reads(&b, ETMTRIGGER, 0);
    if (readable) red(&b, "TRC-REG-2");
    reads(&b, ETMIDR, 0x410CF25F);  // another revision of the unit
    silent(&b);
    end(&b);
  }
  // ETMv3.1 has no CoreSight registers.
  for (uint32_t minor = 1; minor < 3; minor++) {
    etm.etmidr = 0x410CF200 | minor << 4;
    begin(&b, etm);
    reads(&b, 0xFCC, 0);
    if (minor > 1)
      red_because(&b, "TRC-ID-3",
                  "ETMDEVTYPE is 0x0, expected 0x13, which CoreSight specifies for a trace source of a processor");
    silent(&b);
    end(&b);
  }
  // The unit has one external input, so an event that uses the second input may read as any value.
  begin(&b, plain(0));
  writes(&b, ETMOSLAR, 0);
  stop(&b);
  reads(&b, 0x004, 0x80020000);
  writes(&b, ETMTRIGGER, 0x61);
  reads(&b, ETMTRIGGER, 0);
  silent(&b);
  writes(&b, ETMTRIGGER, 0x60);
  reads(&b, ETMTRIGGER, 0);
  red(&b, "TRC-REG-2");
  end(&b);
}

// An ETM's ETMSYNCFR may be read-only, but a read-only register reads as one value (IHI 0014Q 3.5.39).
CASE(a_period_that_changes_is_not_fixed) {
  struct bench b;
  begin(&b, (struct config){.etmidr = 0x410CF250, .etmccer = 0x34400000 | ETMCCER_READABLE});
  writes(&b, ETMOSLAR, 0);
  stop(&b);
  writes(&b, ETMSYNCFR, 0x800);
  reads(&b, ETMSYNCFR, 0x820);
  writes(&b, ETMSYNCFR, 0x400);
  reads(&b, ETMSYNCFR, 0x820);
  silent(&b);
  reads(&b, ETMSYNCFR, 0x400);
  writes(&b, ETMSYNCFR, 0x80F);
  reads(&b, ETMSYNCFR, 0x800);  // Low bits need not be implemented.
  silent(&b);
  writes(&b, ETMSYNCFR, 0x820);
  reads(&b, ETMSYNCFR, 0x800);
  has_words(&b, "TRC-REG-2", "; earlier reads show that bits [11:5] are writable");
  red_because(&b, "TRC-REG-2", "ETMSYNCFR (0x1E0) reads 0x00000800, expected 0x00000820 as written in clock ");
  b.in.resetn = false;
  ticks(&b, 2);
  b.in.resetn = true;
  writes(&b, ETMOSLAR, 0);
  stop(&b);
  writes(&b, ETMSYNCFR, 0x80F);
  reads(&b, ETMSYNCFR, 0x820);
  also_red(&b, "TRC-REG-2");
  red_because(&b, "TRC-REG-1",
              "ETMSYNCFR (0x1E0) reads 0x00000820, expected 0x00000800 after 0x0000080F was written in clock ");
  end(&b);
}

CASE(a_read_of_etmsyncfr_without_power_does_not_count) {
  struct bench b;
  begin(&b, (struct config){.etmidr = 0x410CF250, .etmccer = 0x34400000 | ETMCCER_READABLE});
  writes(&b, ETMOSLAR, 0);
  writes(&b, ETMCR, ETMCR_PROGRAMMING | ETMCR_POWER_DOWN);
  reads(&b, ETMSYNCFR, 0);
  stop(&b);
  reads(&b, ETMSYNCFR, 0x400);
  writes(&b, ETMSYNCFR, 0x200);
  reads(&b, ETMSYNCFR, 0x400);
  silent(&b);
  end(&b);
}

CASE(identity) {
  struct bench b;
  begin(&b, plain(0));
  reads(&b, ETMIDR, 0x571CF310);
  reads(&b, ETMCCER, 0x37C01800);
  reads(&b, 0x004, 0x8D294004);
  run(&b);
  stop(&b);
  writes(&b, 0x004, 0);  // the write has no effect
  reads(&b, 0x004, 0x8D294004);
  reads(&b, 0xFCC, 0x13);
  reads(&b, 0xFF0, 0x0D);
  reads(&b, 0xFFC, 0xB1);
  silent(&b);
  reads(&b, 0x004, 0x8D294005);
  red(&b, "TRC-ID-1");
  reads(&b, 0xFF4, 0x91);
  red_because(&b, "TRC-ID-3", "ETMCIDR1 (0xFF4) is 0x91, expected 0x90, which CoreSight specifies for each component");
  reads(&b, ETMCCER, 0x37C01800);
  end(&b);

  begin(&b, plain(0));
  reads(&b, ETMIDR, 0x571CF300);
  red_because(&b, "TRC-ID-2", "ETMIDR is 0x571CF300, expected 0x571CF310, the value of --idr");
  end(&b);

  struct config described = plain(0);
  described.unit = "my.unit";
  begin(&b, described);
  reads(&b, ETMCCER, 0x37C01801);
  red_because(&b, "TRC-ID-2", "ETMCCER is 0x37C01801, expected 0x37C01800 as described by --unit my.unit");
  end(&b);

  // Even if the PTM is not known, its protocol is.
  struct config unknown = plain(0);
  unknown.unknown = CONFIG_ETMIDR;
  begin(&b, unknown);
  reads(&b, ETMIDR, 0x410CF250);
  red_because(&b, "TRC-ID-3", "ETMIDR[11:8] is 2, expected 3, which the architecture specifies for a PTM");
  end(&b);
}

// The description of the unit decides about its registers.
CASE(registers_as_described) {
  for (unsigned minor = 0; minor < 2; minor++) {
    struct bench b;
    struct config described = minor ? config_default_etm3 : plain(0);
    described.etmccer |= ETMCCER_READABLE;
    described.etmccr = 0x8D294004;
    described.etmsyncfr = 0x400;
    described.fixed = CONFIG_ETMSYNCFR;
    described.unreadable = CONFIG_ETMTEEVR;
    begin(&b, described);
    writes(&b, ETMOSLAR, 0);
    stop(&b);
    reads(&b, ETMCCR, 0x8D294004);
    writes(&b, ETMSYNCFR, 0x200);
    reads(&b, ETMSYNCFR, 0x400);
    writes(&b, ETMTEEVR, 0x6F);
    reads(&b, ETMTEEVR, 0);
    reads(&b, ETMTEEVR, 0x1FFFF);
    silent(&b);
    reads(&b, ETMSYNCFR, 0x200);
    red(&b, "TRC-ID-2");
    end(&b);

    begin(&b, described);
    reads(&b, ETMCCR, 0x8D294005);
    red(&b, "TRC-ID-2");
    end(&b);
  }
}

CASE(atid) {
  struct bench b;
  begin(&b, plain(0));
  b.out.atid = 0x22;
  leave(&b, 1);  // the host has not programmed the unit yet
  run(&b);
  leave(&b, 1);
  silent(&b);
  b.out.atid = 0x12;
  leave(&b, 1);
  red(&b, "ATB-ID-1");
  end(&b);
}

CASE(bus) {
  struct bench b;
  begin(&b, plain(0));
  b.in.psel = b.in.penable = true;
  b.out.pready = false;
  ticks(&b, BUS);
  b.in.pclken = false;  // a clock without an edge of PCLK
  ticks(&b, 100);
  b.in.pclken = true;
  b.out.pready = true;
  reads(&b, ETMIDR, 0x571CF310);
  b.out.pslverr = true;
  reads(&b, 0x800, 0);  // no register need exist there
  writes(&b, ETMOSLAR, 0xC5ACCE55);
  b.out.pslverr = false;
  writes(&b, ETMOSLAR, 0xC5ACCE55);
  b.out.pslverr = true;
  reads(&b, ETMTRACEIDR, 0);  // the unit is locked
  b.out.pslverr = false;
  writes(&b, ETMOSLAR, 0);
  silent(&b);
  b.out.pslverr = true;
  reads(&b, ETMTRACEIDR, 0);
  red(&b, "APB-ERR-1");
  b.out.pslverr = b.out.pready = false;
  b.in.psel = b.in.penable = true;
  ticks(&b, 2 * BUS);
  assert_int_equal(b.rules->breaches[RULE_APB_READY_1].times, 1);
  red_because(&b, "APB-READY-1",
              "read of ETMTRACEIDR (0x200) has had no PREADY for 9 clocks of PCLK, --timeout-bus allows 8");
  end(&b);
}

// IHI 0014Q 3.5.46: ETMAUXCR exists from ETMv3.5 on. The value that an older ETM returns there is implementation
// defined.
CASE(a_register_of_a_later_version) {
  for (uint32_t minor = 4; minor < 6; minor++) {
    struct bench b;
    begin(&b, (struct config){.etmidr = 0x410CF200 | minor << 4, .etmccer = 0x34400800});
    b.out.pslverr = true;
    reads(&b, ETMAUXCR, 0);
    if (minor == 5) red(&b, "APB-ERR-1");
    silent(&b);
    end(&b);
  }
}

// --- x and z --------------------------------------------------------------------------------------------------------

CASE(x_of_the_buses) {
  struct bench b;
  begin(&b, plain(0));
  red_with(&b, PIN_RESETN);
  red_with(&b, PIN_ATVALID);
  red_with(&b, PIN_AFVALID);
  red_with(&b, PIN_PSEL);
  red_with(&b, PIN_ATCLKEN);
  red_with(&b, PIN_ENABLE);
  run(&b);
  const enum pin quiet[] = {PIN_ATBYTES, PIN_ATDATA, PIN_ATID,    PIN_ATREADY, PIN_AFREADY, PIN_PENABLE, PIN_PADDR,
                            PIN_PWDATA,  PIN_PRDATA, PIN_PSLVERR, PIN_PREADY,  PIN_CFGIDR,  PIN_EXTIN,   PIN_TSVALUEB};
  for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++) unknown(&b, quiet[i], 0xFF);
  b.out.atvalid = true;
  b.out.atbytes = 1;
  unknown(&b, PIN_ATDATA, 0xFC);
  silent(&b);
  unknown(&b, PIN_ATDATA, 0x02);
  red(&b, "PIN-X-1");
  red_with(&b, PIN_ATID);
  red_with(&b, PIN_ATREADY);
  b.in.atclken = false;
  unknown(&b, PIN_ATREADY, 0);
  b.in.atclken = true;
  b.out.atvalid = false;
  b.in.psel = b.in.penable = true;
  b.in.pwrite = false;
  b.in.paddr = 0x800;
  unknown(&b, PIN_PWDATA, 0);
  silent(&b);
  red_with(&b, PIN_PRDATA);
  b.in.pwrite = true;
  unknown(&b, PIN_PRDATA, 0);
  silent(&b);
  red_with(&b, PIN_PWDATA);
  b.in.psel = b.in.penable = false;
  b.in.resetn = false;
  unknown(&b, PIN_ATVALID, 0);
  end(&b);
}

CASE(x_of_the_port) {
  struct bench b;
  begin(&b, plain(0x60));
  red_with(&b, PIN_WPTVALID);
  b.in.wpt_valid = true;
  unknown(&b, PIN_WPTPC, 0);  // the unit is off
  unknown(&b, PIN_EXTIN, 0);
  silent(&b);
  run(&b);
  red_with(&b, PIN_WPTPC);
  red_with(&b, PIN_EXTIN);
  unknown(&b, PIN_WPTTARGETPC, 0);  // the branch is not taken
  unknown(&b, PIN_WPTCONTEXTID, 0);
  silent(&b);
  b.in.wpt.taken = true;
  red_with(&b, PIN_WPTTARGETPC);
  b.in.wpt_valid = false;
  unknown(&b, PIN_WPTPC, 0);
  end(&b);
}

CASE(x_of_the_slots) {
  struct bench b;
  begin(&b, (struct config){.etmidr = 0x570CF250, .etmccer = 0x34400800});
  run(&b);
  red_with(&b, PIN_ETMI1VALID);
  unknown(&b, PIN_ETMI1A, 0);
  unknown(&b, PIN_ETMNS, 0);
  b.in.slots.at[1].executed = true;
  unknown(&b, PIN_ETMI0A, 0);
  unknown(&b, PIN_ETMI1BRA, 0);
  unknown(&b, PIN_ETMCID, 0);
  silent(&b);
  red_with(&b, PIN_ETMI1A);
  red_with(&b, PIN_ETMNS);
  b.in.slots.at[1].branched = true;
  red_with(&b, PIN_ETMI1BRA);
  end(&b);
}

// --- which rules there are ------------------------------------------------------------------------------------------

CASE(rules_can_be_left_out) {
  struct bench b;
  assert_int_equal(rule_find("TRC-NONE"), RULES);
  begin(&b, plain(0));
  rule_add(&b.rules->off, rule_find("ATB-ID-1"));
  run(&b);
  b.out.atid = 0x12;
  leave(&b, 1);
  assert_int_equal(b.rules->evaluated[rule_find("ATB-ID-1")], 0);
  end(&b);
}

// A report and docs/rules.md print each text without context, so each text is a short requirement.
CASE(rule_texts_are_requirements) {
  enum { WORDS = 30 };
  for (unsigned i = 0; i < RULES; i++) {
    const char *text = rule_table[i].text;
    unsigned words = 1;
    for (const char *c = text; *c; c++) words += *c == ' ';
    if (!strstr(text, " must ") || words > WORDS || text[strlen(text) - 1] != '.')
      fail_msg("%s: %s: expected a requirement (must) of at most %d words", rule_table[i].id, text, WORDS);
  }
}

int main(void) { return run_in_both_modes("architecture rules: pins"); }
