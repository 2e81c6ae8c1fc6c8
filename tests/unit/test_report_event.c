// SPDX-License-Identifier: Apache-2.0
// Which event would fit the triggers of a run (model/diagnosis/report_event.c). In random runs, a compliant unit never
// causes a false failure of its programmed event. If a unit reads another event, the report names that event, perhaps
// with others.
#define CASES_OWN_MAIN
#include "register.h"
#include "report_parts.h"
#include "resource.h"
#include "rule_bench.h"

enum { RUNS = 4000, ROUNDS = 8, DEEP = 4, PATIENCE = 100 };

static uint64_t random_state;

static uint32_t draw(uint32_t below) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (uint32_t)(random_state >> 20) % below;
}

static bool in_a_thousand(uint32_t rate) { return draw(1000) < rate; }

// --- a unit ---------------------------------------------------------------------------------------------------------

// A unit samples its inputs `latency` clocks late. Its trigger follows after `delay` more clocks.
struct unit {
  uint32_t event;
  unsigned latency, delay;
  bool triggered, enabled[DEEP];
  uint8_t pipe;  // triggers that have not reached the pin yet
};

// Independent of the checker's function, and also from IHI 0035B tables 3.4 and 3.5.
static bool input(uint32_t resource, uint8_t extin) { return resource == 0x6F || extin >> (resource & 3) & 1; }

static bool is_true(uint32_t event, uint8_t extin) {
  const bool a = input(event & 0x7F, extin), b = input(event >> 7 & 0x7F, extin);
  const bool is[8] = {a, !a, a && b, !a && b, !a && !b, a || b, !a || b, !a || !b};
  return is[event >> 14 & 7];
}

static void arm(struct unit *u) { u->triggered = false; }

// One clock. The pin depends on the previous clocks only.
static void clock_unit(struct bench *b, struct unit *u) {
  const bool may = b->registers.running && (b->in.niden || b->in.dbgen);
  b->out.trigger = u->pipe & 1;
  u->pipe >>= 1;
  memmove(u->enabled + 1, u->enabled, sizeof u->enabled - sizeof *u->enabled);
  u->enabled[0] = may;
  if (u->enabled[u->latency] && !u->triggered && is_true(u->event, b->in.extin)) {
    u->triggered = true;
    u->pipe |= (uint8_t)(1u << (u->delay - 1));
  }
  ticks(b, 1);
}

static void clocks_of(struct bench *b, struct unit *u, unsigned clocks, uint32_t rise, uint32_t fall) {
  for (; clocks > 0; clocks--) {
    for (unsigned i = 0; i < 4; i++) {
      if (in_a_thousand(b->in.extin >> i & 1 ? fall : rise)) b->in.extin ^= (uint8_t)(1u << i);
    }
    clock_unit(b, u);
  }
}

// An access during which the unit continues.
static void access_of(struct bench *b, struct unit *u, uint16_t address, uint32_t data) {
  b->in.psel = b->in.penable = b->in.pwrite = true;
  b->in.paddr = address;
  b->in.pwdata = data;
  clock_unit(b, u);
  b->in.psel = b->in.penable = false;
}

static void program(struct bench *b, struct unit *u) {
  access_of(b, u, 0x000, ETMCR_PROGRAMMING);
  clocks_of(b, u, 12, 100, 500);
  arm(u);
  access_of(b, u, 0x000, 0);
}

static void run_unit(struct bench *b, struct unit *u) {
  const uint32_t rise = 2 + draw(400), fall = 100 + draw(901);
  for (unsigned round = 0; round < ROUNDS && !b->rules->broken; round++) {
    program(b, u);
    for (unsigned part = 1 + draw(3); part > 0 && !b->rules->broken; part--) {
      clocks_of(b, u, 20 + draw(150), rise, fall);
      if (draw(4) == 0) b->in.niden = !b->in.niden;
      clocks_of(b, u, 1 + draw(DEEP), rise, fall);
      if (draw(4) == 0) {
        access_of(b, u, 0x000, ETMCR_POWER_DOWN);
        clocks_of(b, u, 1 + draw(30), rise, fall);
        access_of(b, u, 0x000, 0);
      }
    }
    b->in.niden = true;
    clocks_of(b, u, 2 * PATIENCE, rise, fall);
  }
}

// --- its report -----------------------------------------------------------------------------------------------------

static uint32_t draw_event(void) {
  const uint32_t first = RESOURCE_EXTIN + draw(4);
  const uint32_t second = RESOURCE_EXTIN + (first + 1 + draw(3)) % 4;
  return draw(8) << 14 | second << 7 | first;
}

// Returns an event that differs in one resource, or in the function.
static uint32_t draw_other(uint32_t event) {
  const unsigned shift = 7 * draw(2);
  const bool alone = event >> 14 < 2;
  if (draw(3) == 0) return (event & 0x3FFF) | ((event >> 14) + 1 + draw(7)) % 8 << 14;
  return event ^ (1 + draw(3)) << (alone ? 0 : shift);
}

// Returns the report at the end of a run, or at the clock of the first violation.
static char *fits_of(const struct bench *b) {
  uint64_t clock = b->rules->clock - 1;
  char *text;
  size_t size;
  for (unsigned i = 0; i < RULES; i++) {
    const struct rule_breach *broken = &b->rules->breaches[i];
    if (broken->times > 0 && broken->clock < clock) clock = broken->clock;
  }
  FILE *to = open_memstream(&text, &size);
  assert_non_null(to);
  report_fits(to, b->rules, clock);
  fclose(to);
  return text;
}

// A bench with a long bound on answers. The unit is not locked.
static void begin_patient(struct bench *b, uint32_t event) {
  begin(b, (struct config){.etmidr = 0x571CF310, .etmccer = 0x37C01800, .etmtraceidr = 0x11, .etmtrigger = event});
  b->rules->limits.answer = PATIENCE;
  rules_register_given(b->rules, ETMOSLSR, 9);
  rules_registers_updated(b->rules, ETMOSLSR, registers_given(&b->registers, ETMOSLSR, 9));
}

static struct unit draw_unit(uint32_t event) {
  return (struct unit){.event = event, .latency = draw(own ? 1 : 3), .delay = 1 + draw(4)};
}

CASE(correct_event_is_not_suspected) {
  unsigned judged = 0;
  for (unsigned i = 1; i <= RUNS; i++) {
    struct bench b;
    random_state = i * UINT64_C(0x9E3779B97F4A7C15);
    const uint32_t event = draw_event();
    struct unit u = draw_unit(event);
    begin_patient(&b, event);
    run_unit(&b, &u);
    silent(&b);
    char *text = fits_of(&b);
    if (*text && !strstr(text, "the programmed event")) {
      fail_msg("run %u, event 0x%05X, latency %u, delay %u: %s", i, event, u.latency, u.delay, text);
    }
    judged += *text != '\0';
    free(text);
    end(&b);
  }
  assert_true(judged > RUNS / 2);
}

// Returns whether the report names the event of the unit.
static bool is_named(const char *text, uint32_t event, uint32_t of) {
  char words[RESOURCE_WORDS], is[RESOURCE_NAME], was[RESOURCE_NAME];
  const unsigned shift = (event ^ of) & 0x7F ? 0 : 7;
  resource_function_words(event, words);
  if ((event ^ of) & 0x3FFF)
    snprintf(words, sizeof words, " %s instead of %s", resource_name(event >> shift & 0x7F, is),
             resource_name(of >> shift & 0x7F, was));
  return strstr(text, words);
}

CASE(misread_event_is_named) {
  unsigned judged = 0;
  for (unsigned i = 1; i <= RUNS; i++) {
    struct bench b;
    random_state = i * UINT64_C(0x9E3779B97F4A7C15);
    const uint32_t event = draw_event(), other = draw_other(event);
    struct unit u = draw_unit(other);
    begin_patient(&b, event);
    run_unit(&b, &u);
    char *text = fits_of(&b);
    if (b.rules->broken && *text) {
      if (!is_named(text, other, event) && !strstr(text, " more")) {
        fail_msg("run %u, event 0x%05X, read as 0x%05X, latency %u, delay %u: %s", i, event, other, u.latency, u.delay,
                 text);
      }
      judged++;
    }
    free(text);
    free(b.rules);
  }
  assert_true(judged > RUNS / 4);
}

// --- by hand --------------------------------------------------------------------------------------------------------

static void trigger_after(struct bench *b, unsigned clocks) {
  ticks(b, clocks - 1);
  b->out.trigger = true;
  ticks(b, 1);
  b->out.trigger = false;
}

// The unit is programmed, and enabled for longer than any latency. Its event is EXTIN[0].
static void begin_enabled(struct bench *b) {
  begin_patient(b, RESOURCE_EXTIN);
  run(b);
  ticks(b, 10);
}

static void reports(struct bench *b, const char *expected) {
  char *text = fits_of(b);
  assert_string_equal(text, expected);
  free(text);
}

static const char none_fits[] =
    "  would explain the only trigger so far: no event with one other resource, or another function\n";

CASE(trigger_of_an_earlier_run_is_excluded) {
  struct bench b;
  begin_enabled(&b);
  event(&b);
  ticks(&b, 5);
  writes(&b, 0x000, ETMCR_POWER_DOWN);
  ticks(&b, 5);
  writes(&b, 0x000, 0);
  trigger_after(&b, 20);
  red(&b, "TRC-TRIG-6");
  char *text = fits_of(&b);
  assert_null(strstr(text, "the programmed event"));
  free(text);
  end(&b);
}

// The unit samples EXTIN later than its registers.
CASE(event_just_before_enabling_is_accepted) {
  struct bench b;
  begin_patient(&b, RESOURCE_EXTIN);
  stop(&b);
  event(&b);
  writes(&b, 0x000, 0);
  trigger_after(&b, 3);
  reports(&b, "  would explain the only trigger so far: the programmed event (true 4 clocks before)\n");
  end(&b);
}

CASE(missing_trigger_is_excluded) {
  struct bench b;
  begin_enabled(&b);
  b.rules->limits.answer = ANSWER;
  event(&b);
  trigger_after(&b, 2);
  halt(&b);
  run(&b);
  ticks(&b, 10);
  event(&b);
  ticks(&b, ANSWER + 1);
  reports(&b, none_fits);
  red(&b, "TRC-TRIG-5");
  end(&b);
}

// A write of ETMSR[3] while the Programming bit is set specifies that the trigger has occurred.
CASE(no_trigger_is_missing_after_a_write_of_etmsr) {
  struct bench b;
  begin_enabled(&b);
  event(&b);
  trigger_after(&b, 2);
  stop(&b);
  writes(&b, 0x010, 0x8);
  writes(&b, 0x000, 0);
  ticks(&b, 10);
  event(&b);
  ticks(&b, 2 * PATIENCE);
  reports(&b, "  would explain the only trigger so far: the programmed event (true 2 clocks before)\n");
  end(&b);
}

CASE(triggers_of_another_event_do_not_count) {
  struct bench b;
  begin_enabled(&b);
  event(&b);
  trigger_after(&b, 2);
  b.config.etmtrigger = RESOURCE_EXTIN + 1;
  run(&b);
  ticks(&b, 10);
  b.in.extin = 2;
  trigger_after(&b, 2);
  reports(&b, "  would explain the only trigger so far: the programmed event (true 1 clocks before)\n");
  end(&b);
}

CASE(extin_of_the_same_clock) {
  const uint32_t event = RESOURCE_EXTIN;
  struct bench b;
  char *text;
  size_t size;
  begin_patient(&b, event);
  run_as_reset(&b);
  ticks(&b, 5);
  b.in.extin = 1;
  edge(&b, false);  // an edge of a bus only, at which the unit does not sample EXTIN
  b.in.extin = 4;
  ticks(&b, 2);
  reset_between_edges(&b);
  ticks(&b, 1);
  FILE *to = open_memstream(&text, &size);
  assert_non_null(to);
  report_event_and_extin(to, b.rules, "ETMTEEVR", event, b.rules->clock - 1);
  report_event_and_extin(to, b.rules, "ETMTEEVR", EVENT_ALWAYS, b.rules->clock - 1);  // the event depends on no pin
  fclose(to);
  assert_string_equal(text,
                      "  event: ETMTEEVR=0x00060: EXTIN[0]\n"
                      "  EXTIN[3:0] by clock: 0000 in 0 to 7, 0100 in 8 to 10; the event is false in all of them\n");
  free(text);
  end(&b);
}

int main(void) { return run_in_both_modes("report_event"); }
