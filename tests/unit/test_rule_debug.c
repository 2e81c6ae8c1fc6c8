// SPDX-License-Identifier: Apache-2.0
// Architecture rules about the debug request (docs/rules.md): TRC-DBG-1 to TRC-DBG-4. Each rule reports a violation of
// its clause, and accepts what the clause permits.
#define CASES_OWN_MAIN
#include "register.h"
#include "rule_bench.h"

enum { LONG = 3 * ANSWER };

static struct config unit_of(bool etm) {
  return (struct config){.etmidr = etm ? 0x410CF250 : 0x571CF310,
                         .etmccer = 0x37C01800,
                         .etmtraceidr = 0x11,
                         .etmtrigger = 0x60,
                         .etmcr = ETMCR_DEBUG_REQUEST};
}

static void acknowledge(struct bench *b, bool is_high) {
  const bool etm = config_is_etm3(&b->config);
  if (etm) b->in.slots.debug = is_high;
  if (!etm) b->in.debug_ack = is_high;
}

// Programs the DUT, and runs until it surely samples its inputs.
static void restart(struct bench *b) {
  run(b);
  ticks(b, LONG);
}

// `reads_back`: ETMCR is read before the start.
static void begin_run(struct bench *b, bool etm, bool reads_back) {
  begin(b, unit_of(etm));
  stop(b);
  if (reads_back) reads(b, ETMCR, b->config.etmcr | ETMCR_PROGRAMMING);
  restart(b);
}

// The event, and the pulse of the trigger pin `clocks` later. The request has this value from the pulse on.
static void trigger(struct bench *b, unsigned clocks, bool request) {
  event(b);
  ticks(b, clocks);
  b->out.trigger = true;
  b->out.debug_request = request;
  ticks(b, 1);
  b->out.trigger = false;
}

// The request changes after some clocks.
static void request(struct bench *b, unsigned clocks, bool is_high) {
  ticks(b, clocks);
  b->out.debug_request = is_high;
  ticks(b, 1);
}

// The acknowledge is HIGH for these clocks. The request falls with its last clock.
static void answer(struct bench *b, unsigned clocks) {
  acknowledge(b, true);
  ticks(b, clocks - 1);
  b->out.debug_request = false;
  ticks(b, 1);
  acknowledge(b, false);
  ticks(b, 1);
}

static unsigned latency(const struct bench *b) { return b->rules->limits.latency; }

static uint64_t evaluations(const struct bench *b, const char *id) { return b->rules->evaluated[rule_find(id)]; }

CASE(compliant_requests) {
  for (int etm = 0; etm < 2; etm++) {
    struct bench b;
    begin_run(&b, etm, true);
    trigger(&b, 1, true);
    ticks(&b, LONG);
    answer(&b, ANSWER);
    ticks(&b, LONG);
    halt(&b);
    restart(&b);
    trigger(&b, 1, false);  // The request is as late as it may be.
    request(&b, latency(&b) - 1, true);
    acknowledge(&b, true);  // The acknowledge is a pulse of one clock.
    ticks(&b, 1);
    acknowledge(&b, false);
    request(&b, ANSWER - 2, false);
    silent(&b);
    assert_int_equal(evaluations(&b, "TRC-DBG-1"), 2);
    assert_int_equal(evaluations(&b, "TRC-DBG-4"), 2);
    end(&b);
  }
}

CASE(a_request_must_follow) {
  for (int etm = 0; etm < 2; etm++) {
    struct bench b;
    begin_run(&b, etm, true);
    trigger(&b, 1, false);
    ticks(&b, latency(&b));
    silent(&b);
    ticks(&b, 2);
    has_words(&b, "TRC-DBG-1", "DBGRQ did not rise within ");
    has_words(&b, "TRC-DBG-1", " clocks, expected a rise: ETMCR[9] is 1, and ");
    red(&b, "TRC-DBG-1");
    request(&b, 1, true);  // It is late, and only that is wrong.
    answer(&b, 2);
    end(&b);
  }
}

// Only a read of ETMCR or a request shows that the DUT implements ETMCR[9].
CASE(a_unit_that_may_lack_the_bit) {
  struct bench b;
  begin_run(&b, false, false);
  trigger(&b, 1, false);
  ticks(&b, LONG);
  silent(&b);
  reads(&b, ETMCR, ETMCR_DEBUG_REQUEST);
  ticks(&b, 1);
  red(&b, "TRC-DBG-1");
  end(&b);

  begin_run(&b, false, false);
  trigger(&b, 1, false);
  ticks(&b, LONG);
  reads(&b, ETMCR, 0);
  ticks(&b, LONG);
  halt(&b);
  restart(&b);
  trigger(&b, 1, false);
  ticks(&b, LONG);
  silent(&b);
  request(&b, 1, true);  // The bit reads as 0.
  red_because(&b, "TRC-DBG-1",
              "PTMDBGRQ did not rise");  // It is there after all, and the first trigger raised nothing.
  end(&b);
}

CASE(a_trigger_in_debug_state) {
  for (int etm = 0; etm < 2; etm++) {
    struct bench b;
    begin_run(&b, etm, true);
    acknowledge(&b, true);
    ticks(&b, 5);
    trigger(&b, 1, false);
    ticks(&b, LONG);
    acknowledge(&b, false);
    ticks(&b, LONG);
    halt(&b);
    restart(&b);
    acknowledge(&b, true);
    ticks(&b, 5);
    trigger(&b, 1, true);  // The request may stay until the next acknowledge, or fall with this one.
    ticks(&b, LONG);
    acknowledge(&b, false);
    ticks(&b, LONG);
    acknowledge(&b, true);
    ticks(&b, 2);
    request(&b, 2, false);
    acknowledge(&b, false);
    ticks(&b, LONG);
    halt(&b);
    restart(&b);
    trigger(&b, 1, false);
    acknowledge(&b, true);  // in the window of the request
    ticks(&b, LONG);
    end(&b);
  }
}

CASE(a_request_needs_a_trigger) {
  for (int etm = 0; etm < 2; etm++) {
    struct bench b;
    begin_run(&b, etm, true);
    request(&b, 0, true);
    has_words(&b, "TRC-DBG-2", "DBGRQ rose, expected 0: the trigger has not occurred");
    red(&b, "TRC-DBG-2");
    answer(&b, 2);
    halt(&b);
    restart(&b);
    trigger(&b, 1, true);
    answer(&b, 2);
    silent(&b);
    event(&b);  // The second event is no trigger.
    request(&b, 1, true);
    has_words(&b, "TRC-DBG-2", "DBGRQ rose, expected 0: the trigger has not occurred since the last request");
    red(&b, "TRC-DBG-2");
    end(&b);
  }
}

CASE(a_request_without_the_bit) {
  struct bench b;
  begin_run(&b, false, true);
  halt(&b);
  b.config.etmcr = 0;
  restart(&b);
  trigger(&b, 1, true);
  red_because(&b, "TRC-DBG-2", "PTMDBGRQ rose, expected 0: ETMCR[9] is 0");
  end(&b);
}

// The pulse of the trigger pin may come after the request, also after its end.
CASE(a_request_before_its_pulse) {
  struct bench b;
  begin_run(&b, false, true);
  event(&b);
  request(&b, 0, true);
  answer(&b, 2);
  b.out.trigger = true;
  ticks(&b, 1);
  b.out.trigger = false;
  ticks(&b, LONG);
  silent(&b);
  halt(&b);
  restart(&b);
  trigger(&b, 1, false);  // This pulse has no request.
  ticks(&b, LONG);
  red(&b, "TRC-DBG-1");
  end(&b);
}

CASE(a_request_is_held) {
  for (int etm = 0; etm < 2; etm++) {
    struct bench b;
    begin_run(&b, etm, true);
    trigger(&b, 1, true);
    request(&b, 5, false);
    has_words(&b, "TRC-DBG-3", "DBGRQ fell, expected 1 until ");
    red(&b, "TRC-DBG-3");
    end(&b);
  }
}

// Each of these events may end the request, or leave it as it is. A request that ended may rise again.
enum event { PROGRAMMING, POWER_DOWN, OS_LOCK, NIDEN_LOW, RESET, RESET_BETWEEN_EDGES, EVENTS };

static void happen(struct bench *b, enum event event) {
  switch (event) {
    case PROGRAMMING:
      stop(b);
      break;
    case POWER_DOWN:
      writes(b, ETMCR, b->config.etmcr | ETMCR_POWER_DOWN);
      break;
    case OS_LOCK:
      writes(b, ETMOSLAR, 0xC5ACCE55);
      break;
    case NIDEN_LOW:
      b->in.niden = false;
      break;
    case RESET:
      b->in.resetn = false;
      ticks(b, 3);
      b->in.resetn = true;
      break;
    case RESET_BETWEEN_EDGES:
      reset_between_edges(b);
      break;
    case EVENTS:
      break;
  }
  ticks(b, 1);
}

CASE(events_that_may_end_a_request) {
  for (int i = 0; i < 2 * EVENTS; i++) {
    struct bench b;
    const enum event event = (enum event)(i / 2);
    const bool ends = i % 2;
    begin_run(&b, false, true);
    trigger(&b, 1, true);
    b.out.debug_request = !ends || event == RESET_BETWEEN_EDGES;
    happen(&b, event);
    ticks(&b, 3);
    if (ends) request(&b, 1, false);
    ticks(&b, 3);
    b.in.niden = true;
    acknowledge(&b, true);
    ticks(&b, 1);  // The DUT need not see it.
    acknowledge(&b, false);
    ticks(&b, LONG);
    silent(&b);
    end(&b);
  }
}

CASE(a_request_must_end) {
  for (int etm = 0; etm < 2; etm++) {
    struct bench b;
    begin_run(&b, etm, true);
    trigger(&b, 1, true);
    ticks(&b, 5);
    acknowledge(&b, true);
    ticks(&b, ANSWER + 1);
    silent(&b);
    ticks(&b, 1);
    has_words(&b, "TRC-DBG-4", "DBGRQ is 1, expected 0: ");
    red(&b, "TRC-DBG-4");
    end(&b);

    // A stop pauses the window.
    begin_run(&b, etm, true);
    trigger(&b, 1, true);
    acknowledge(&b, true);
    ticks(&b, ANSWER - 2);
    halt(&b);
    ticks(&b, LONG);
    run(&b);
    silent(&b);
    ticks(&b, LONG);
    red(&b, "TRC-DBG-4");
    end(&b);

    // Non-invasive debug was off, and the DUT has ignored an acknowledge. It must not ignore the next one.
    begin_run(&b, etm, true);
    trigger(&b, 1, true);
    b.in.niden = false;
    acknowledge(&b, true);
    ticks(&b, 5);
    acknowledge(&b, false);
    b.in.niden = true;
    ticks(&b, LONG);
    silent(&b);
    acknowledge(&b, true);
    ticks(&b, ANSWER + 2);
    red(&b, "TRC-DBG-4");
    end(&b);
  }
}

CASE(unknown_pins) {
  struct bench b;
  begin_run(&b, false, true);
  red_with(&b, PIN_DEBUG_REQUEST);
  trigger(&b, 1, true);
  red_with(&b, PIN_DEBUG_ACK);
  end(&b);

  begin_run(&b, false, false);  // The DUT may omit ETMCR[9], and then the bench may leave the pin open.
  unknown(&b, PIN_DEBUG_REQUEST, 1);
  unknown(&b, PIN_DEBUG_ACK, 1);
  end(&b);
}

int main(void) { return run_in_both_modes("architecture rules about the debug request"); }
