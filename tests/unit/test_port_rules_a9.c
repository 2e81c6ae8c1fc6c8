// SPDX-License-Identifier: Apache-2.0
// The rules of the Cortex-A9's port: for each rule a compliant port and a faulty one. A waypoint that is flushed, or
// not taken, is not judged.
#include <stdio.h>
#include <string.h>

#include "case.h"
#include "coverage.h"
#include "cycle.h"
#include "port_rules.h"
#include "rules.h"
#include "wpt_port.h"

static const struct config config = {.etmidr = 0x411CF300};
static struct rules rules;
static struct port_rules port_rules;
static struct wpt_port port;
static struct cycle cycle;
static struct pins pins;
static size_t items;
static bool seen[RULES];  // the rules that were violated

static void begin(unsigned depth) {
  static struct coverage coverage;
  rules_start(&rules, &config, NULL, &(struct rules_limits){0}, (struct rule_set){0}, &coverage);
  port_rules_start(&port_rules, &rules, NULL);
  port_rules_start_a9(&port_rules, depth);
  wpt_port_start(&port, false);
  cycle = (struct cycle){.pins = &pins, .may_trace = true};
  pins = (struct pins){.in = {.resetn = true, .hdbgen = true, .niden = true}};
  items = 0;
}

static void clock_port(bool enable) {
  cycle.before.is_enabled = cycle.is_enabled;
  cycle.is_enabled = enable;
  rules.clock = cycle.clock;
  wpt_port_clock(&port, &cycle);
  if (port.last) port_rules_commit(&port_rules, port.last, items++, true);
  port_rules_clock(&port_rules, &port, &cycle, items);
  pins.in.wpt_valid = pins.in.wpt_flush = pins.in.wpt_fifo_empty = false;
  pins.in.wpt_commit = 0;
  cycle.clock++;
}

static void idle(void) { clock_port(true); }

static void present(struct waypoint w, unsigned commit) {
  pins.in.wpt_valid = true;
  pins.in.wpt = w;
  pins.in.wpt_commit = (uint8_t)commit;
  clock_port(true);
}

static void start(unsigned depth) {
  begin(depth);
  clock_port(false);
  idle();
}

// The first violation, as "PORT-TYPE-1 waypoint 0 clock 2: WPTTYPE is 6, ...", or "".
static const char *said(void) {
  static char text[300];
  idle();
  idle();
  text[0] = '\0';
  for (unsigned i = 0; i < RULES; i++) {
    const struct rule_breach *b = &rules.breaches[i];
    if (b->times == 0) continue;
    seen[i] = true;
    assert_true(rules.is_environment_faulty && rules.evaluated[i] > 0);
    snprintf(text, sizeof text, "%s waypoint %zu clock %d: %s", rule_table[i].id, b->item, (int)b->clock, b->text);
  }
  return text;
}

static const struct waypoint branch = {.type = WAYPOINT_INDIRECT, .target = 0x8000, .taken = true},
                             entry = {.type = WAYPOINT_DEBUG_ENTRY, .taken = true},
                             leave = {.type = WAYPOINT_DEBUG_EXIT, .target = 0x8000, .taken = true},
                             secret = {.type = WAYPOINT_EXCEPTION, .exception = 10, .taken = true, .prohibited = true},
                             jazelle = {.type = WAYPOINT_INDIRECT, .target = 0x8003, .taken = true, .target_j = true},
                             reset = {.type = WAYPOINT_EXCEPTION, .exception = 8, .taken = true};

// Two waypoints, the first of which is committed in the clock of the second.
static const char *two(struct waypoint first, struct waypoint second) {
  start(0);
  present(first, 0);
  present(second, 2);
  return said();
}

static const char *one(struct waypoint w) { return two(branch, w); }

#define PERMITTED(port) assert_string_equal(port, "")
static void violated(const char *found, const char *words) {
  if (!strstr(found, words)) fail_msg("%s, expected: %s", found, words);
}

CASE(waypoint_types) {
  struct waypoint w = branch;
  w.type = WAYPOINT_UPDATE;
  violated(one(w), "PORT-TYPE-1 waypoint 1 clock 3: WPTTYPE is 6, which is reserved; expected at most 5");
  PERMITTED(one(leave));
}

CASE(alignment_of_targets) {
  struct waypoint w = branch;
  w.target = 0x8002;
  violated(one(w), "PORT-ALIGN-1 waypoint 1 clock 3: WPTTARGETPC is 0x00008002, expected 0 in bit 1");
  w.target_t = true;
  PERMITTED(one(w));
  w.target = 0x8001;
  violated(one(w), "PORT-ALIGN-2 waypoint 1 clock 3: WPTTARGETPC is 0x00008001, expected 0 in bit 0");
  w.target_j = true;
  PERMITTED(one(w));
  PERMITTED(one(jazelle));
  w = branch;
  w.target = 0x8003;
  w.taken = false;
  PERMITTED(one(w));
  w.taken = true;
  w.type = WAYPOINT_BARRIER;
  PERMITTED(one(w));
}

CASE(address_of_a_reset) {
  struct waypoint w = reset;
  PERMITTED(one(w));
  w.pc = 4;
  violated(one(w), "PORT-RESET-1 waypoint 1 clock 3: WPTPC is 0x00000004, expected 0 for a reset exception");
  w.exception = 14;
  PERMITTED(one(w));
}

CASE(target_of_a_prohibited_region) {
  struct waypoint w = secret;
  PERMITTED(one(w));
  w.target_j = true;
  violated(one(w), "PORT-SECRET-2 waypoint 1 clock 3: WPTTARGETJBIT is 1, expected 0: WPTTRACEPROHIBITED is 1");
  w = secret;
  w.target = 4;
  violated(one(w), "PORT-SECRET-1");
}

CASE(debug_exit_follows_debug_entry) {
  PERMITTED(two(entry, leave));
  PERMITTED(two(entry, reset));
  violated(two(entry, branch), "PORT-DEBUG-1 waypoint 1 clock 3: WPTTYPE is 1, expected 5");
}

CASE(debug_entry_without_its_exit) {
  start(0);
  present(entry, 1);
  pins.in.hdbgen = false;
  idle();
  pins.in.hdbgen = true;
  present(branch, 1);
  PERMITTED(said());
  start(0);
  present(entry, 1);
  idle();
  clock_port(false);
  present(branch, 1);
  PERMITTED(said());
  start(0);
  present(entry, 1);
  cycle.is_reset = true;
  idle();
  cycle.is_reset = false;
  present(branch, 1);
  PERMITTED(said());
}

CASE(one_prohibited_waypoint) {
  PERMITTED(two(secret, branch));
  violated(two(secret, secret), "PORT-PROHIB-1 waypoint 1 clock 3: WPTTRACEPROHIBITED is 1, expected 0");
  struct waypoint w = leave;
  w.prohibited = true;
  w.target = 0;
  PERMITTED(two(secret, w));
  PERMITTED(two(w, secret));
  start(0);
  cycle.may_trace = false;
  present(secret, 1);
  cycle.may_trace = true;
  present(secret, 1);
  PERMITTED(said());
  start(0);
  present(secret, 1);
  pins.in.wpt.prohibited = true;
  idle();
  present(branch, 1);
  PERMITTED(said());
}

CASE(jazelle_is_left_before_it_is_entered) {
  PERMITTED(two(jazelle, branch));
  violated(two(jazelle, jazelle), "PORT-JAZELLE-1 waypoint 1 clock 3: WPTTARGETJBIT is 1, expected 0");
  struct waypoint w = jazelle;
  w.target_t = true;
  PERMITTED(two(jazelle, w));
}

CASE(a_flushed_waypoint_is_not_judged) {
  start(0);
  present(entry, 1);
  present(secret, 0);
  present((struct waypoint){.type = 7, .target = 3, .taken = true}, 0);
  pins.in.wpt_flush = true;
  idle();
  present(leave, 1);
  PERMITTED(said());
}

CASE(a_waypoint_that_is_not_taken_is_not_judged) {
  start(0);
  pins.in.wpt_valid = true;
  pins.in.wpt = (struct waypoint){.type = 7};
  pins.in.wpt_commit = 1;
  clock_port(true);
  clock_port(false);
  PERMITTED(said());
}

CASE(number_of_commits) {
  start(0);
  present(branch, 0);
  present(branch, 2);
  PERMITTED(said());
  start(0);
  present(branch, 0);
  present(branch, 3);
  violated(said(), "PORT-COMMIT-1 waypoint 0 clock 3: WPTCOMMIT is 3, expected at most 2");
}

CASE(commits_of_waypoints_before_a_start) {
  begin(0);
  clock_port(false);
  pins.in.wpt_valid = true;
  clock_port(false);
  idle();
  idle();
  pins.in.wpt_commit = 1;
  idle();
  PERMITTED(said());
  begin(0);
  pins.in.wpt_valid = true;
  clock_port(false);
  clock_port(false);
  pins.in.wpt_commit = 1;
  idle();
  PERMITTED(said());
  pins.in.wpt_flush = true;
  pins.in.wpt_commit = 1;
  idle();
  PERMITTED(said());
  pins.in.wpt_commit = 1;
  idle();
  violated(said(), "PORT-COMMIT-1 waypoint 0 clock 8: WPTCOMMIT is 1, expected at most 0");
}

CASE(depth_of_the_buffer) {
  for (unsigned depth = 0; depth < 3; depth++) {
    start(depth);
    present(branch, 0);
    present(branch, 0);
    present(branch, 1);
    idle();
    if (depth != 1) PERMITTED(said());
    if (depth == 1)
      violated(said(), "PORT-DEPTH-1 waypoint 0 clock 3: 2 waypoints are uncommitted, expected at most 1");
  }
}

CASE(fifo_empty) {
  start(0);
  pins.in.wpt_fifo_empty = true;
  present(branch, 0);
  pins.in.wpt_fifo_empty = true;
  pins.in.wpt_commit = 1;
  idle();
  present(branch, 0);
  pins.in.wpt_fifo_empty = pins.in.wpt_flush = true;
  idle();
  PERMITTED(said());
  start(0);
  present(branch, 0);
  pins.in.wpt_fifo_empty = true;
  idle();
  violated(
      said(),
      "PORT-EMPTY-1 waypoint 0 clock 3: WPTFIFOEMPTY is 1, expected 0: 1 uncommitted waypoint was presented before");
  start(0);
  present(branch, 0);
  present(branch, 0);
  pins.in.wpt_fifo_empty = true;
  idle();
  violated(
      said(),
      "PORT-EMPTY-1 waypoint 0 clock 4: WPTFIFOEMPTY is 1, expected 0: 2 uncommitted waypoints were presented before");
}

CASE(each_rule_was_violated) {
  for (unsigned i = RULE_PORT_SECRET_2; i <= RULE_PORT_EMPTY_1; i++) {
    if (!seen[i]) fail_msg("%s", rule_table[i].id);
  }
}
