// SPDX-License-Identifier: Apache-2.0
// The scoreboard of a PTM whose TraceEnable depends on comparators: a trace with all required packets, with superfluous
// packets, and with missing packets (docs/observer.md, Comparators). The tests program the registers on the APB,
// present waypoints on the port, and write the bytes by hand.
#include "observer.h"
#include "pft_scoreboard_bench.h"
#include "register.h"
#include "verdict.h"

static struct observer o;
static struct pins pins;
static struct story *story;
static size_t sent;  // the number of its bytes that were sent

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

// Starts a DUT that is unlocked and has the Programming bit set.
static void open_unit(struct observer_options options, uint32_t ccr, uint32_t ccer) {
  static const struct bounds none = {CHECK_DEFAULT, CHECK_DEFAULT, CHECK_DEFAULT};
  options.config = config_default_pft;
  options.config.etmccr = ccr;
  if (ccer) options.config.etmccer = ccer;
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
}

static void go(void) {
  writes(ETMCR, 0);
  pins.out.wpt_enable = true;
  clocks(20);
}

// Programs the range 0x8000 to 0x8FFF, the start point 0x9000, the stop point 0xA000 and ETMTECR1, and enables the DUT.
static void begin(bool own, uint32_t control, unsigned late) {
  open_unit((struct observer_options){.strict = own, .filter_late = (uint8_t)late}, 0x8D294004, 0);
  static const uint32_t addresses[] = {0x8000, 0x9000, 0x9000, 0xA000};
  for (uint16_t i = 0; i < 4; i++) {
    writes((uint16_t)(ETMACVR1 + 4 * i), addresses[i]);
    writes((uint16_t)(ETMACTR1 + 4 * i), 1);
  }
  writes(ETMTSSCR, 8u << 16 | 4);
  writes(ETMTECR1, control);
  go();
}

// Sends the remaining bytes of the story.
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

// Stops the unit. Returns the contradiction, or NULL.
static const char *verdict(void) {
  static char text[720];
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
  if (why) fail_msg("false failure: %s", why);
}

static void bad(const char *words) {
  const char *why = verdict();
  if (!why) fail_msg("passed, expected: %s", words);
  if (!strstr(why, words)) fail_msg("%s, expected: %s", why, words);
}

// The message names the item with its addresses, and the term that decides.
#define IN_RANGE "in range 1 (0x00008000 to 0x00008FFF, ETMTECR1=0x00000001 includes)"
static void bad_item(const char *item, const char *term) {
  const char *why = verdict();
  if (!why) fail_msg("passed, expected: %s", item);
  if (!strstr(why, item) || !strstr(why, term)) fail_msg("%s, expected: %s, %s", why, item, term);
}

// A block before the range, two blocks in it, and one after it.
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

CASE(included) {
  for (int own = 0; own < 2; own++) {
    begin(own, 1, 0);
    walk();
    right_trace();
    good();
  }
  // An independent DUT may trace one block after the range, and each DUT `late` blocks.
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
          bad("must not be traced: outside range 1 (0x00008000 to 0x00008FFF, ETMTECR1=0x00000001 includes)");
      }
    }
  }
}

CASE(too_much) {
  for (int own = 0; own < 2; own++) {
    begin(own, 1, 0);
    walk();
    async(story);
    sync(0x200);  // the block before the range
    to(0x8000);
    to(0x8100);
    bad("must not be traced: outside range 1 (0x00008000 to 0x00008FFF, ETMTECR1=0x00000001 includes)");
  }
}

CASE(too_little) {
  for (int own = 0; own < 2; own++) {
    begin(own, 1, 0);  // the first block of the range
    walk();
    async(story);
    sync(0x8100);
    to(0xB000);
    sync(0x8200);
    to(0x300);
    bad_item("waypoint #2 (0x00008000 to 0x00008013)", IN_RANGE);
    begin(own, 1, 0);  // the last
    walk();
    async(story);
    sync(0x8000);
    to(0x8100);
    to(0xB000);
    bad_item("waypoint #7 (0x00008200 to 0x00008213)", IN_RANGE);
    begin(own, 1, 0);  // all
    walk();
    async(story);
    bad_item("waypoint #2 (0x00008000 to 0x00008013)", IN_RANGE);
  }
}

// The event is never true, so code that no range excludes is not traced.
CASE(untraced_because_of_the_event) {
  for (int own = 0; own < 2; own++) {
    open_unit((struct observer_options){.strict = own}, 0x8D294004, 0);
    writes(ETMACVR1, 0x8000);
    writes(ETMACVR2, 0x9000);
    writes(ETMACTR1, 1);
    writes(ETMACTR2, 1);
    writes(ETMTECR1, ETMTECR1_EXCLUDE | 1);
    writes(ETMTEEVR, 0x406F);
    go();
    walk();
    async(story);
    sync(0x200);
    to(0x8000);
    bad("waypoint #1 (0x00000200 to 0x00000213) is in the trace, but must not be traced: the TraceEnable event is "
        "false (ETMTEEVR=0x0406F: never (NOT always)) in clock ");
  }
}

CASE(excluded) {
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
    bad("must not be traced: excluded by range 1 (0x00008000 to 0x00008FFF, ETMTECR1=0x01000001 excludes); presented "
        "in clock ");
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
    bad_item("waypoint #4 (0x0000B000 to 0x0000B013)",
             "range 1 (0x00008000 to 0x00008FFF, ETMTECR1=0x01000001 excludes) does not cover it");
  }
}

// From the start point to the stop point.
CASE(started) {
  for (int own = 0; own < 2; own++) {
    for (unsigned wrong = 0; wrong < 3; wrong++) {
      begin(own, ETMTECR1_EXCLUDE | ETMTECR1_START_STOP, 0);
      goes_on(0x100, 0x200);
      goes_on(0x210, 0x8FF0);
      goes_on(0x9010, 0x400);  // the start point is in its block
      goes_on(0x410, 0x9FF0);
      goes_on(0xA010, 0x500);  // the stop point is in its block
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
      if (wrong == 1)
        bad_item("waypoint #2 (0x00008FF0 to 0x00009013)",
                 "start/stop block on (ETMTECR1=0x03000000, ETMTSSCR=0x00080004) since start point 3 "
                 "(ETMACVR3=0x00009000) in clock 59");
      if (wrong == 2) bad("must not be traced: start/stop block off (ETMTECR1=0x03000000, ETMTSSCR=0x");
    }
  }
}

// --- inputs ---------------------------------------------------------------------------------------------------------

// ETMCCER: four inputs that reach the start/stop block; two selectors.
enum { WATCHES = 0x00140000, SELECTS = 0x0001AC2 };

// Presents the waypoint at the end of block `n` of the walk 0x100, 0x200, and so on.
static void walk_on(unsigned n) { goes_on(n * 0x100 + 0x10, n * 0x100 + 0x100); }

static void match(uint8_t inputs) {
  pins.in.embeddedice = inputs;
  clocks(1);
  pins.in.embeddedice = 0;
  clocks(1);
}

// The inputs start the block 4 and stop in block 12. The DUT traces from block `first` to block `last`.
static const char *watched(bool own, int low, int high, unsigned first, unsigned last) {
  open_unit((struct observer_options){.strict = own, .latency_low = low, .latency_high = high}, 0x8C842000,
            (uint32_t)config_default_pft.etmccer | WATCHES);
  writes(ETMTESSEICR, 2u << 16 | 1);
  writes(ETMTECR1, ETMTECR1_EXCLUDE | ETMTECR1_START_STOP);
  go();
  async(story);
  for (unsigned n = 0; n < 24; n++) {
    if (n == 4) match(1);
    if (n == 12) match(2);
    walk_on(n);
    if (n == first) sync(n * 0x100);
    if (n >= first && n <= last) to(n * 0x100 + 0x100);
  }
  return verdict();
}

static void expect(const char *why, const char *words) {
  if (!words && why) fail_msg("false failure: %s", why);
  if (words && !why) fail_msg("passed, expected: %s", words);
  if (words && !strstr(why, words)) fail_msg("%s, expected: %s", why, words);
}

#define STARTED                                                                                                  \
  "start/stop block on (ETMTECR1=0x03000000, ETMTSSCR=0x00000000, ETMTESSEICR=0x00020001) since EMBEDDEDICE[0] " \
  "(EmbeddedICE input 1) became 1 in clock "

CASE(by_watchpoints) {
  static const struct {
    unsigned first, last;
    const char *words;
  } rows[] = {
      {4, 12, NULL},
      {5, 12, NULL},
      {4, 11, NULL},
      {5, 13, NULL},
      {3, 12, "must not be traced: start/stop block off"},
      {1, 12, "must not be traced: start/stop block off"},
      {4, 14, "must not be traced: start/stop block off"},
      {4, 23, "must not be traced: start/stop block off"},  // it never stops
      {6, 12, STARTED},
      {4, 10, "lost in FIFO overflows"},
      {99, 0, STARTED},  // it never starts
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (int own = 0; own < 2; own++) expect(watched(own, 0, 0, rows[i].first, rows[i].last), rows[i].words);
  }
  // A unit that may be late, or may sample the inputs when it evaluates the block before. A block takes 4 clocks.
  expect(watched(false, -8, 0, 7, 15), NULL);
  expect(watched(false, -8, 0, 8, 15), "waypoint #7 (0x00000700 to 0x00000713): " STARTED);
  expect(watched(false, -8, 0, 5, 16), "must not be traced: start/stop block off");
  expect(watched(false, -8, 0, 3, 15), "must not be traced: start/stop block off");
  expect(watched(false, 0, 8, 2, 12), NULL);
  expect(watched(false, 0, 8, 1, 12), "must not be traced: start/stop block off");
  expect(watched(false, 0, 8, 4, 9), NULL);
  expect(watched(false, 0, 8, 4, 8), "lost in FIFO overflows");
}

// TraceEnable depends on `event`, whose inputs are HIGH from block 4 to block 12. If `selectors` is 0, ETMEXTINSELR is
// not written.
static const char *enabled(uint32_t ccer, uint32_t event, uint32_t selectors, unsigned first, unsigned last) {
  open_unit((struct observer_options){.strict = false}, 0x8D294004, (uint32_t)config_default_pft.etmccer | ccer);
  writes(ETMTEEVR, event);
  if (selectors) writes(ETMEXTINSELR, selectors);
  writes(ETMTECR1, ETMTECR1_EXCLUDE);
  go();
  async(story);
  for (unsigned n = 0; n < 24; n++) {
    pins.in.embeddedice = n >= 4 && n <= 12 ? 4 : 0;
    pins.in.extin = n >= 4 && n <= 12;
    pins.in.extinbus = n >= 4 && n <= 12 ? 1u << 6 : 0;
    clocks(4);
    walk_on(n);
    if (n == first) sync(n * 0x100);
    if (n >= first && n <= last) to(n * 0x100 + 0x100);
  }
  return verdict();
}

CASE(started_by_an_input) {
  static const struct {
    uint32_t ccer, event, selectors;
    bool off, on;  // LOW is surely off, HIGH surely on
  } rows[] = {{0, 0x60, 0, true, true},
              {WATCHES, 0x22, 0, true, true},
              {WATCHES | ETMCCER_WATCHPOINTS, 0x22, 0, true, false},
              {SELECTS, 0x68, 6, true, true},
              {SELECTS, 0x69, 0x0601, true, true},
              {SELECTS, 0x68, 0, false, false},
              {SELECTS, 0x68, 0x59, false, false},
              {WATCHES, 0x26, 0, false, false}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const bool off = rows[i].off, on = rows[i].on;
    expect(enabled(rows[i].ccer, rows[i].event, rows[i].selectors, 4, 13), NULL);
    expect(enabled(rows[i].ccer, rows[i].event, rows[i].selectors, 3, 13),
           off ? "the TraceEnable event is false" : NULL);
    expect(enabled(rows[i].ccer, rows[i].event, rows[i].selectors, 4, 14),
           off ? "must not be traced: the TraceEnable event is false" : NULL);
    expect(enabled(rows[i].ccer, rows[i].event, rows[i].selectors, 5, 11), on ? "lost in FIFO overflows" : NULL);
  }
}
