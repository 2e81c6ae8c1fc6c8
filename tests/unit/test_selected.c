// SPDX-License-Identifier: Apache-2.0
// Check 2 of a PTM whose TraceEnable is decided by comparators: a trace of what must be in it, of too much, of too
// little (docs/observer.md, Comparators). Registers by the APB, waypoints by the port, bytes by hand.
#include "observer.h"
#include "pft_scoreboard_bench.h"
#include "register.h"
#include "verdict.h"

static struct observer o;
static struct pins pins;
static struct story *story;  // of which the bytes are taken
static size_t sent;

static void clocks(unsigned count) {
  for (; count > 0; count--) observer_edge(&o, &pins, true);
}

static void access(bool write, uint16_t address, uint32_t value) {
  pins.in.psel = pins.in.penable = true;
  pins.in.pwrite = write;
  pins.in.paddr = address;
  pins.in.pwdata = pins.out.prdata = value;
  clocks(1);
  pins.in.psel = pins.in.penable = pins.in.pwrite = false;
  clocks(1);
}
static void writes(uint16_t address, uint32_t value) { access(true, address, value); }

// The range 0x8000 to 0x8FFF; `control`: ETMTECR1. Start point 0x9000, stop point 0xA000.
static void begin(bool own, uint32_t control, unsigned late) {
  struct observer_options options = {.config = config_default_pft, .strict = own, .filter_late = (uint8_t)late};
  static const struct bounds none = {CHECK_DEFAULT, CHECK_DEFAULT, CHECK_DEFAULT};
  options.config.etmccr = 0x8D294004;
  options.bounds = none;
  observer_start(&o, &options, NULL, false);
  pins = (struct pins){.in = {.niden = true, .atclken = true, .pclken = true, .atready = true, .paddrdbg31 = true},
                       .out.pready = true};
  story = story_new(&config_default_pft, A32_NOP);
  sent = 0;
  clocks(3);
  pins.in.resetn = true;
  writes(ETMOSLAR, 0);
  writes(ETMCR, ETMCR_PROGRAMMING);
  writes(ETMTEEVR, EVENT_ALWAYS);
  static const uint32_t addresses[] = {0x8000, 0x9000, 0x9000, 0xA000};
  for (uint16_t i = 0; i < 4; i++) {
    writes((uint16_t)(ETMACVR1 + 4 * i), addresses[i]);
    writes((uint16_t)(ETMACTR1 + 4 * i), 1);
  }
  writes(ETMTSSCR, 8u << 16 | 4);
  writes(ETMTECR1, control);
  writes(ETMCR, 0);
  pins.out.wpt_enable = true;
  clocks(20);
}

// The bytes of the story that have not left.
static void leave(void) {
  clocks(20);
  pins.out.atvalid = true;
  for (; sent < story->size; sent++) {
    pins.out.atdata = story->bytes[sent];
    clocks(1);
  }
  pins.out.atvalid = false;
  pins.out.atdata = 0;
}

static void goes_on(uint32_t from, uint32_t to) {
  pins.in.wpt = (struct waypoint){.type = WAYPOINT_INDIRECT, .pc = from, .target = to, .taken = true};
  pins.in.wpt_valid = true;
  clocks(1);
  pins.in.wpt_valid = false;
  clocks(3);
}

// The unit is stopped. What is wrong; NULL: nothing.
static const char *verdict(void) {
  static char text[700];
  leave();
  writes(ETMCR, ETMCR_PROGRAMMING);
  pins.out.wpt_enable = false;
  clocks(50);
  access(false, ETMSR, ETMSR_STOPPED);
  clocks(10);
  const struct bounds bounds = observer_bounds(&o);
  struct judgement j = {0};
  const bool good = !o.scoreboard.wrong && verdict_within(&o.scoreboard, &bounds, &j) &&
                    verdict_starts(&o.scoreboard, &j) && verdict_balances_items(&o.scoreboard, &j);
  snprintf(text, sizeof text, "%s", o.scoreboard.wrong ? o.scoreboard.error.why : j.why);
  observer_end(&o);
  observer_stop(&o);
  image_free(&story->image);
  free(story);
  return good ? NULL : text;
}

static void good(void) {
  const char *why = verdict();
  if (why) fail_msg("accused: %s", why);
}

static void bad(const char *words) {
  const char *why = verdict();
  if (!why) fail_msg("passed, expected: %s", words);
  if (!strstr(why, words)) fail_msg("%s, expected: %s", why, words);
}

// Below the range, two blocks in it, behind it, in it.
static void walk(void) {
  goes_on(0x100, 0x200);
  goes_on(0x210, 0x8000);   // 1
  goes_on(0x8010, 0x8100);  // 2, of the block 0x8000 to 0x8010
  goes_on(0x8110, 0xB000);  // 3
  goes_on(0xB010, 0xB100);  // 4, outside
  goes_on(0xB110, 0xB200);  // 5
  goes_on(0xB210, 0x8200);  // 6
  goes_on(0x8210, 0x300);   // 7, in it
  goes_on(0x310, 0x300);    // 8
}

static void sync(uint32_t at) { isync(story, at, ISYNC_TRACE_ON, 0); }
static void to(uint32_t target) { branch(story, target, 0); }

static void right_trace(void) {
  async(story);
  sync(0x8000);
  to(0x8100);
  to(0xB000);
  sync(0x8200);
  to(0x300);
}

static void included(void **state) {
  (void)state;
  for (int own = 0; own < 2; own++) {
    begin(own, 1, 0);
    walk();
    right_trace();
    good();
  }
  // A block behind the range: another unit may trace it.
  for (unsigned late = 0; late < 3; late++) {
    for (unsigned more = 0; more < 4; more++) {
      for (int own = 0; own < 2; own++) {
        begin(own, 1, late);
        walk();
        async(story);
        sync(0x8000);
        to(0x8100);
        to(0xB000);
        for (unsigned i = 0; i < more; i++) to(i == 0 ? 0xB100 : i == 1 ? 0xB200 : 0x8200);
        if (more < 3) sync(0x8200);
        to(0x300);
        const unsigned most = late > 0 ? late : !own;
        if (more <= most)
          good();
        else
          bad("not to be traced: outside range 1 (0x8000 to 0x8FFF)");
      }
    }
  }
}

static void too_much(void **state) {
  (void)state;
  for (int own = 0; own < 2; own++) {
    begin(own, 1, 0);
    walk();
    async(story);
    sync(0x200);  // the block before the range
    to(0x8000);
    to(0x8100);
    bad("not to be traced: outside range 1 (0x8000 to 0x8FFF)");
  }
}

static void too_little(void **state) {
  (void)state;
  for (int own = 0; own < 2; own++) {
    begin(own, 1, 0);  // the first block of the range
    walk();
    async(story);
    sync(0x8100);
    to(0xB000);
    sync(0x8200);
    to(0x300);
    bad("missing: block 0x8000 to 0x8010, in range 1 (0x8000 to 0x8FFF)");
    begin(own, 1, 0);  // the last
    walk();
    async(story);
    sync(0x8000);
    to(0x8100);
    to(0xB000);
    bad("missing: block 0x8200 to 0x8210, in range 1 (0x8000 to 0x8FFF)");
    begin(own, 1, 0);  // all
    walk();
    async(story);
    bad("missing: block 0x8000 to 0x8010, in range 1 (0x8000 to 0x8FFF)");
  }
}

static void excluded(void **state) {
  (void)state;
  for (int own = 0; own < 2; own++) {
    begin(own, ETMTECR1_EXCLUDE | 1, 0);
    walk();
    async(story);
    sync(0x200);
    to(0x8000);
    sync(0xB000);
    to(0xB100);
    to(0xB200);
    to(0x8200);
    sync(0x300);
    to(0x300);
    good();
    begin(own, ETMTECR1_EXCLUDE | 1, 0);
    walk();
    async(story);
    sync(0x200);
    to(0x8000);
    to(0x8100);
    bad("not to be traced: excluded by range 1 (0x8000 to 0x8FFF)");
    begin(own, ETMTECR1_EXCLUDE | 1, 0);
    walk();
    async(story);
    sync(0x200);
    to(0x8000);
    sync(0xB100);
    to(0xB200);
    to(0x8200);
    sync(0x300);
    to(0x300);
    bad("missing: block 0xB000 to 0xB010, not excluded by range 1 (0x8000 to 0x8FFF)");
  }
}

// From the start point to the stop point.
static void started(void **state) {
  (void)state;
  for (int own = 0; own < 2; own++) {
    for (unsigned wrong = 0; wrong < 3; wrong++) {
      begin(own, ETMTECR1_EXCLUDE | ETMTECR1_START_STOP, 0);
      goes_on(0x100, 0x200);
      goes_on(0x210, 0x8FF0);
      goes_on(0x9010, 0x400);  // the start point is in its block
      goes_on(0x410, 0x9FF0);
      goes_on(0xA010, 0x500);  // the stop point is
      goes_on(0x510, 0x600);
      goes_on(0x610, 0x600);
      async(story);
      if (wrong != 1) sync(0x8FF0);
      if (wrong != 1) to(0x400);
      if (wrong == 1) sync(0x400);
      to(0x9FF0);
      to(0x500);
      if (wrong == 2) to(0x600);
      if (wrong == 0) good();
      if (wrong == 1) bad("missing: block 0x8FF0 to 0x9010, start/stop block on");
      if (wrong == 2) bad("not to be traced: start/stop block off");
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(included), cmocka_unit_test(too_much), cmocka_unit_test(too_little),
      cmocka_unit_test(excluded), cmocka_unit_test(started),
  };
  return cmocka_run_group_tests_name("what comparators select, of a PTM", tests, NULL, NULL);
}
