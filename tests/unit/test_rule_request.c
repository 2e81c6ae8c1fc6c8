// SPDX-License-Identifier: Apache-2.0
// Architecture rules about late responses to requests, and responses without a request (docs/rules.md). Each rule
// reports a breach of its clause, and accepts the values next to it.
#define CASES_OWN_MAIN
#include "register.h"
#include "rule_bench.h"

enum { LONG = 1000, NON_SECURE = 0x6D, PROHIBITED = 0x6E, NOT = 1 << 14 };

static const struct config ptm = {.etmidr = 0x571CF310, .etmccer = 0x37C01800, .etmtraceidr = 0x11},
                           etm = {.etmidr = 0x570CF250, .etmccer = 0x34400800, .etmtraceidr = 0x11};

static struct config timed(struct config config, uint32_t etmtsevr) {
  config.etmcr = ETMCR_TIMESTAMP;
  config.etmtsevr = etmtsevr;
  return config;
}

static struct config triggered(struct config config, uint32_t etmtrigger) {
  config.etmtrigger = etmtrigger;
  return config;
}

static bool is_ptm(const struct bench *b) { return config_protocol(&b->config) == PROTOCOL_PFT; }

static void instructions(struct bench *b) { say(b, is_ptm(b) ? atoms() : p_header()); }

static void trace(struct bench *b, unsigned packets) {
  for (; packets > 0; packets--) instructions(b);
}

static void resume(struct bench *b, uint8_t reason) { say(b, isync(0x80000000, ISA_ARM, reason)); }

static void begin_traced(struct bench *b, struct config config) {
  begin(b, config);
  b->in.resetn = false;
  ticks(b, 1);
  b->in.resetn = true;
  ticks(b, 20);
  run(b);
  say(b, async());
  resume(b, ISYNC_TRACE_ON);
}

static void branches(struct bench *b) { say(b, branch(0x80000000, ISA_ARM, is_ptm(b) ? 1 : 5)); }

// --- the trigger packet ---------------------------------------------------------------------------------------------

static void pulse(struct bench *b) {
  b->in.extin = 1;
  b->out.trigger = true;
  ticks(b, 1);
  b->in.extin = 0;
  b->out.trigger = false;
}

// These functions stop and start a unit without the Programming bit.
static void by_power_down(struct bench *b) {
  writes(b, ETMCR, b->config.etmcr | ETMCR_POWER_DOWN);
  ticks(b, 5);
  writes(b, ETMCR, b->config.etmcr);
}

static void by_authentication(struct bench *b) {
  b->in.niden = false;
  ticks(b, 5);
  b->in.niden = true;
}

static void trigger_packets_in_time(struct config config) {
  struct bench b;
  begin_traced(&b, triggered(config, 0x60));
  pulse(&b);
  trace(&b, ANSWER - 1);
  say(&b, of_kind(PACKET_TRIGGER, 0));
  trace(&b, 2 * ANSWER);
  silent(&b);
  end(&b);

  // An overflow swallows the request, so it waits until tracing restarts. Where nothing is traced, no answer is due.
  begin_traced(&b, triggered(config, 0x60));
  pulse(&b);
  trace(&b, ANSWER / 2);
  ticks(&b, 2 * ANSWER);
  resume(&b, ISYNC_OVERFLOW);
  trace(&b, ANSWER / 2 - 10);
  silent(&b);
  trace(&b, ANSWER);
  red(&b, "TRC-TRIG-4");
  end(&b);
}

// No clause orders the pulse and the packet, so the packet may leave up to the latency window before the pulse.
static void trigger_packets_before_pulses(struct config config) {
  for (int is_too_early = 0; is_too_early < 2; is_too_early++) {
    struct bench b;
    begin_traced(&b, triggered(config, 0x60));
    event(&b);
    say(&b, (struct packet){.kind = PACKET_TRIGGER, .length = 1});
    ticks(&b, b.rules->limits.latency - 1 + is_too_early);
    b.out.trigger = true;
    ticks(&b, 1);
    b.out.trigger = false;
    trace(&b, 2 * ANSWER);
    if (is_too_early) red(&b, "TRC-TRIG-4");
    end(&b);
  }
}

static void trigger_packets_behind_stops(struct config config, void (*stop_it)(struct bench *b)) {
  struct bench b;
  // A stop may overtake the trigger.
  begin_traced(&b, triggered(config, 0x60));
  pulse(&b);
  trace(&b, ANSWER / 2);
  stop_it(&b);
  resume(&b, ISYNC_TRACE_ON);
  trace(&b, 2 * ANSWER);
  silent(&b);
  end(&b);

  // The clocks of all triggers without a packet are added.
  begin_traced(&b, triggered(config, 0x60));
  for (unsigned i = 0; i < 3; i++) {
    b.rules->trigger.pulses = 0;  // as if the unit were armed again
    silent(&b);
    pulse(&b);
    trace(&b, ANSWER / 3 + 2);
    stop_it(&b);
    resume(&b, ISYNC_TRACE_ON);
  }
  b.rules->trigger.pulses = 0;
  pulse(&b);
  trace(&b, ANSWER);
  red(&b, "TRC-TRIG-4");
  end(&b);
}

CASE(trigger_packets) {
  struct bench b;
  trigger_packets_in_time(ptm);
  trigger_packets_in_time(etm);
  trigger_packets_before_pulses(ptm);
  trigger_packets_before_pulses(etm);
  trigger_packets_behind_stops(ptm, by_power_down);
  trigger_packets_behind_stops(etm, by_power_down);
  trigger_packets_behind_stops(ptm, by_authentication);
  trigger_packets_behind_stops(etm, by_authentication);

  // An overflow has lost one trigger and a stop has overtaken one, any number of times.
  begin_traced(&b, triggered(ptm, 0x60));
  for (unsigned i = 0; i < 10; i++) {
    pulse(&b);
    trace(&b, ANSWER / 2);
    stop(&b);
    reads(&b, ETMSR, 0xB);
    run(&b);
    say(&b, async());
    resume(&b, ISYNC_OVERFLOW);
  }
  silent(&b);
  end(&b);
}

// --- timestamps of something else -----------------------------------------------------------------------------------

enum { IDLE = 1, PACKETS = 2, TRACED = 4, ALL = 7, OWN = 8 };
enum { CONVENIENT = 17 };  // these packets report instructions, and at least one is a convenient place for a timestamp

// The timestamp event is true, the unit continues as `how` specifies, and then reports the timestamp of an exception
// return.
static void asked_for(struct bench *b, unsigned how) {
  if (how & TRACED) trace(b, 1);
  event(b);
  leave(b, 20);
  trace(b, 1);
  if (how & IDLE) ticks(b, 1);
  trace(b, how & PACKETS ? CONVENIENT : CONVENIENT - 1);
  if (!(how & OWN)) say(b, of_kind(PACKET_EXCEPTION_RETURN, 1));
  say(b, stamp(0x1000, 1));
}

static void begin_timed(struct bench *b, struct config config) {
  begin_traced(b, config);
  b->rules->limits.answer = LONG;
  rule_add(&b->rules->off, RULE_PFT_ERET_2);
  rule_add(&b->rules->off, RULE_ETM3_ADDR_1);
  say(b, stamp(0x1000, 9));
}

CASE(skipped_timestamps) {
  const struct config configs[] = {timed(ptm, 0x60), timed(etm, 0x60)};
  struct bench b;
  for (unsigned i = 0; i < 2; i++) {
    begin_timed(&b, configs[i]);
    asked_for(&b, ALL);
    asked_for(&b, ALL);
    silent(&b);
    asked_for(&b, ALL);
    red(&b, "TRC-TIME-2");

    // The unit answers one request. Therefore it does not ignore all of them.
    for (unsigned times = 0; times < 20; times++) asked_for(&b, times % 3 ? ALL : ALL | OWN);
    // The unit still had trace to output, no place was convenient, or the unit had nothing to report a time for.
    for (unsigned times = 0; times < 10; times++) {
      asked_for(&b, ALL & ~(unsigned)IDLE);
      asked_for(&b, ALL & ~(unsigned)PACKETS);
      asked_for(&b, ALL & ~(unsigned)TRACED);
      // An overflow came first, and both share one timestamp.
      trace(&b, 1);
      event(&b);
      leave(&b, 20);
      resume(&b, ISYNC_OVERFLOW);
      leave(&b, 20);
      trace(&b, 1);
      ticks(&b, 1);
      branches(&b);
      trace(&b, 1);
      say(&b, stamp(0x1000, 9));
    }
    silent(&b);
    // A stop does not restart the count of requests.
    asked_for(&b, ALL);
    halt(&b);
    run(&b);
    say(&b, async());
    resume(&b, ISYNC_TRACE_ON);
    say(&b, stamp(0x1000, 9));
    asked_for(&b, ALL);
    asked_for(&b, ALL);
    red(&b, "TRC-TIME-2");
    end(&b);
  }

  // The clocks of several requests are added.
  begin_timed(&b, timed(ptm, 0x60));
  b.rules->limits.answer = 120;
  asked_for(&b, ALL);
  asked_for(&b, ALL);
  asked_for(&b, ALL & ~(unsigned)PACKETS);
  silent(&b);
  trace(&b, 1);
  event(&b);
  trace(&b, 100);
  red(&b, "TRC-TIME-2");
  end(&b);

  // While the processor sleeps, and shortly after, the unit need not sample the event.
  begin_timed(&b, timed(ptm, 0x60));
  for (unsigned i = 0; i < 7; i++) {
    b.in.idle_request = b.out.idle = i < 3;
    ticks(&b, 1);
    asked_for(&b, ALL);
    if (i < 6) silent(&b);
  }
  red(&b, "TRC-TIME-2");
  end(&b);
}

CASE(skipped_flushes) {
  struct bench b;
  begin_timed(&b, timed(ptm, 0x406F));
  for (unsigned i = 0; i < 3; i++) {
    silent(&b);
    trace(&b, 1);
    flush(&b, 2);
    leave(&b, 20);
    trace(&b, 1);
    ticks(&b, 1);
    trace(&b, CONVENIENT);
    say(&b, of_kind(PACKET_EXCEPTION_RETURN, 1));
    say(&b, stamp(0x1000, 1));
  }
  red(&b, "PFT-TIME-3");
  end(&b);

  // The timestamp of a flush does not answer the event.
  begin_timed(&b, timed(ptm, 0x60));
  for (unsigned i = 0; i < 3; i++) {
    silent(&b);
    trace(&b, 1);
    event(&b);
    leave(&b, 20);
    trace(&b, 1);
    ticks(&b, 1);
    trace(&b, CONVENIENT);
    flush(&b, 2);
    say(&b, stamp(0x1000, 1));
  }
  red(&b, "TRC-TIME-2");
  end(&b);
}

// A unit may ignore a request if it has traced nothing since the last timestamp. It must answer the next request.
CASE(nothing_traced) {
  struct bench b;
  begin_traced(&b, timed(ptm, 0x60));
  say(&b, stamp(0x1000, 9));
  event(&b);
  trace(&b, 3 * ANSWER);
  silent(&b);
  event(&b);
  trace(&b, 2 * ANSWER);
  red(&b, "TRC-TIME-2");
  end(&b);

  // The window begins with the request, even if nothing has left the unit for a long time.
  begin_traced(&b, timed(ptm, 0x60));
  trace(&b, 1);
  ticks(&b, 3 * ANSWER);
  event(&b);
  trace(&b, ANSWER - 10);
  say(&b, stamp(0x1000, 9));
  silent(&b);
  end(&b);
}

// --- by the state of the processor ----------------------------------------------------------------------------------

// The port presents an instruction, and the processor has this state.
static void state_is(struct bench *b, bool ns, bool prohibited) {
  if (is_ptm(b)) {
    b->in.wpt_valid = b->out.wpt_enable = true;
    b->in.wpt = (struct waypoint){.type = WAYPOINT_DIRECT, .ns = ns, .prohibited = prohibited};
  } else {
    b->in.slots.at[0].executed = true;
    b->in.slots.ns = ns;
    b->in.slots.prohibited = prohibited;
  }
  ticks(b, 1);
  b->in.wpt_valid = b->in.slots.at[0].executed = false;
}

CASE(timestamps_by_the_state) {
  const struct config configs[] = {ptm, etm};
  const uint32_t events[] = {NON_SECURE, PROHIBITED, NOT | NON_SECURE, NOT | PROHIBITED};
  struct bench b;
  for (unsigned i = 0; i < 8; i++) {
    const uint32_t at = events[i % 4];
    const bool inverted = at & NOT, of_ns = (at & 0x7F) == NON_SECURE;
    begin_traced(&b, timed(configs[i / 4], at));
    state_is(&b, of_ns && inverted, !of_ns && inverted);  // the event is false
    ticks(&b, ANSWER);
    say(&b, stamp(0x1000, 9));
    trace(&b, 2 * ANSWER);
    silent(&b);
    state_is(&b, of_ns && !inverted, !of_ns && !inverted);  // the event is true
    ticks(&b, 10);
    trace(&b, 2 * ANSWER);
    red(&b, "TRC-TIME-2");
    end(&b);
  }

  // In a prohibited region the Non-secure resource of an ETM is LOW (IHI 0014Q 2.6.2), so its inversion is HIGH.
  begin_traced(&b, timed(etm, NOT | NON_SECURE));
  state_is(&b, true, false);
  ticks(&b, ANSWER);
  say(&b, stamp(0x1000, 9));
  trace(&b, 2 * ANSWER);
  silent(&b);
  state_is(&b, true, true);
  ticks(&b, 10);
  trace(&b, 2 * ANSWER);
  red(&b, "TRC-TIME-2");
  end(&b);
  begin_traced(&b, timed(etm, NON_SECURE));
  say(&b, stamp(0x1000, 9));
  trace(&b, 1);
  state_is(&b, true, true);
  ticks(&b, 10);
  trace(&b, 2 * ANSWER);
  silent(&b);
  end(&b);
}

// An address matches when the next instruction shows that no exception has cancelled its instruction (IHI
// 0014Q 2.7.10). A DUT may have seen the match at once. So a timestamp since the instruction may be the answer, and an
// earlier one is not.
CASE(timestamps_by_an_old_match) {
  enum { ADDRESS = 0x8000, LATER = 100, NONE = LATER };
  static const struct {
    unsigned stamp;  // clocks from the instruction to the timestamp
    bool must_answer;
  } rows[] = {{NONE, true}, {0, false}, {LATER / 2, false}, {LATER - 2, false}};
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct bench b;
    begin_traced(&b, timed(etm, 0));
    stop(&b);
    writes(&b, ETMACVR1, ADDRESS);
    writes(&b, ETMACTR1, 0x19);
    run(&b);
    b.out.wpt_enable = true;
    ticks(&b, 20);
    say(&b, stamp(0x1000, 9));
    trace(&b, 20);
    execute(&b, ADDRESS, 0, 0);
    for (unsigned n = 0; n < LATER; n++) {
      if (n == rows[i].stamp)
        say(&b, stamp(0x1001, 1));
      else
        ticks(&b, 1);
    }
    execute(&b, ADDRESS + 4, 0, 0);
    trace(&b, 3 * ANSWER);
    if (rows[i].must_answer)
      red(&b, "TRC-TIME-2");
    else
      silent(&b);
    end(&b);
  }
}

// An event with an input and the state of the processor (IHI 0035B 3.8, IHI 0014Q 2.6). While the state does not
// change, each pulse of the input decides. Shortly after a change, it may or may not.
CASE(requests_by_an_input_and_the_state) {
  enum { EXTIN0 = 0x60, OR = 5 << 14, AND = 2 << 14, BEFORE = 12, AFTER = 12, SHORT = 0, TRIGGER = 1 };
  static const struct {
    uint32_t event;
    bool is_prohibited;
    unsigned before, after;  // clocks in which the state is constant around the pulse
    bool must_answer;
  } rows[] = {
      {OR | EXTIN0 << 7 | PROHIBITED, false, BEFORE, AFTER, true},
      {AND | EXTIN0 << 7 | NOT | PROHIBITED, false, BEFORE, AFTER, true},  // function 3: NOT A AND B
      {AND | EXTIN0 << 7 | PROHIBITED, true, BEFORE, AFTER, true},
      {AND | EXTIN0 << 7 | PROHIBITED, false, BEFORE, AFTER, false},
      {AND | EXTIN0 << 7 | PROHIBITED, true, SHORT, AFTER, false},
      {AND | EXTIN0 << 7 | PROHIBITED, true, BEFORE, SHORT, false},
  };
  const struct config units[] = {ptm, etm};
  for (unsigned i = 0; i < 4 * sizeof rows / sizeof *rows; i++) {
    struct bench b;
    const struct config *unit = &units[i >> 1 & 1];
    const bool is_trigger = i & TRIGGER, is_prohibited = rows[i / 4].is_prohibited;
    const uint32_t event = rows[i / 4].event;
    begin_traced(&b, is_trigger ? triggered(*unit, event) : timed(*unit, event));
    state_is(&b, false, false);
    ticks(&b, ANSWER);
    if (!is_trigger) say(&b, stamp(0x1000, 9));
    trace(&b, 1);
    state_is(&b, false, is_prohibited);
    ticks(&b, rows[i / 4].before);
    b.in.extin = 1;
    ticks(&b, 1);
    b.in.extin = 0;
    ticks(&b, rows[i / 4].after);
    state_is(&b, false, rows[i / 4].after == SHORT ? !is_prohibited : is_prohibited);
    trace(&b, 2 * ANSWER);
    if (rows[i / 4].must_answer)
      red(&b, is_trigger ? "TRC-TRIG-5" : "TRC-TIME-2");
    else
      silent(&b);
    end(&b);
  }
}

static void begin_reset(struct bench *b, struct config config) {
  begin(b, config);
  b->in.resetn = false;
  ticks(b, 2);
  b->in.resetn = true;
  ticks(b, 10);
}

// ETMNS and ETMPROHIBITED are pins. Their values since the reset are known before the first instruction.
CASE(state_before_the_first_instruction) {
  struct bench b;
  begin_reset(&b, triggered(etm, PROHIBITED));
  run(&b);
  pulse(&b);
  red(&b, "TRC-TRIG-6");
  end(&b);

  begin_reset(&b, triggered(etm, NOT | PROHIBITED));
  run(&b);
  ticks(&b, 2 * ANSWER);
  red(&b, "TRC-TRIG-5");
  end(&b);

  // The pins have changed. The unit may sample them with an instruction.
  begin_reset(&b, triggered(etm, PROHIBITED));
  b.in.slots.prohibited = true;
  ticks(&b, 10);
  b.in.slots.prohibited = false;
  ticks(&b, 10);
  run(&b);
  pulse(&b);
  silent(&b);
  end(&b);

  // Non-invasive debug was disabled just before. The resource is HIGH in that case (IHI 0035B 4.7.2).
  begin_reset(&b, triggered(etm, PROHIBITED));
  b.in.niden = false;
  ticks(&b, 10);
  b.in.niden = true;
  run(&b);
  pulse(&b);
  silent(&b);
  end(&b);

  // A PTM has this state only in its waypoints.
  begin_reset(&b, triggered(ptm, PROHIBITED));
  run(&b);
  pulse(&b);
  silent(&b);
  end(&b);
}

// While nothing is executed, ETMNS and ETMPROHIBITED may have other values than with the last instruction. A DUT may
// sample them in each clock, or only with an instruction. The pins are 0 between the instructions.
CASE(state_between_instructions) {
  static const struct {
    uint32_t event;
    bool ns, prohibited, may_trigger;
  } rows[] = {
      {NON_SECURE, true, true, false}, {NON_SECURE, true, false, true}, {NON_SECURE, false, true, false},
      {PROHIBITED, true, true, true},  {PROHIBITED, false, true, true}, {PROHIBITED, true, false, false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct bench b;
    begin_reset(&b, triggered(etm, rows[i].event));
    run(&b);
    for (unsigned n = 0; n < 3; n++) {
      state_is(&b, rows[i].ns, rows[i].prohibited);
      b.in.slots.ns = b.in.slots.prohibited = false;
      ticks(&b, 60);
    }
    pulse(&b);
    if (!rows[i].may_trigger) red(&b, "TRC-TRIG-6");
    silent(&b);
    end(&b);
  }
}

// --- windows of 0 ---------------------------------------------------------------------------------------------------

// Each window has the configured value, not the default: the answer must come in the clock of the request.
CASE(windows_of_0) {
  struct bench b;
  begin_reset(&b, triggered(ptm, 0x60));
  b.rules->limits = rules_limits(&b.config, &(struct rules_limits){0});
  assert_int_equal(b.rules->limits.drain, 0);
  assert_int_equal(b.rules->limits.answer, 0);
  assert_int_equal(b.rules->limits.bus, 0);
  run(&b);
  ticks(&b, 2);
  flush(&b, 0);
  pulse(&b);
  reads(&b, ETMIDR, 0x571CF310);
  silent(&b);
  flush(&b, 1);
  red(&b, "TRC-FLUSH-1");
  halt(&b);
  run(&b);
  event(&b);
  ticks(&b, 1);
  red(&b, "TRC-TRIG-5");
  b.in.psel = b.in.penable = true;
  b.out.pready = false;
  ticks(&b, 1);
  red(&b, "APB-READY-1");
  end(&b);
}

int main(void) { return run_in_both_modes("architecture rules: requests"); }
