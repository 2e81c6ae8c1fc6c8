// SPDX-License-Identifier: Apache-2.0
// The options of the testbench, of the output files and of the checks.
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "rule_table.h"

#define AT(field) .at = offsetof(struct options, field)
#define NUMBER(field, most) .kind = OPTION_NUMBER, AT(field), .max = (most)
#define FILE_NAME(field) .kind = OPTION_TEXT, AT(field), .expected = "a file name", .writes = true

// Takes "none", or the name of a kind and its number: "random:30".
static bool take_pressure(const char *text, void *to) {
  static const struct {
    const char *name;
    uint64_t min, max;
  } kinds[] = {
      [PRESSURE_RANDOM] = {"random:", 0, 99},
      [PRESSURE_BURST] = {"burst:", 1, 1000000},
      [PRESSURE_PERIODIC] = {"periodic:", 1, 1000000},
  };
  struct pressure *p = to;
  *p = (struct pressure){0};
  if (strcmp(text, "none") == 0) return true;
  for (unsigned k = PRESSURE_RANDOM; k <= PRESSURE_PERIODIC; k++) {
    const size_t length = strlen(kinds[k].name);
    uint64_t value;
    if (strncmp(text, kinds[k].name, length) != 0) continue;
    if (!option_number(text + length, kinds[k].min, kinds[k].max, &value)) return false;
    *p = (struct pressure){.kind = k, .value = (uint32_t)value};
    return true;
  }
  return false;
}

// `to` is a struct rule_set of the rules that are off.
static bool take_rule_off(const char *text, void *to) {
  const unsigned rule = rule_find(text);
  if (rule < RULES) rule_add(to, rule);
  return rule < RULES;
}

static const char *known_rule(size_t i) { return i < RULES ? rule_table[i].id : NULL; }

static bool take_bound(const char *text, void *to) {
  uint64_t *bound = to;
  if (strcmp(text, "any") == 0) *bound = CHECK_NO_BOUND;
  return strcmp(text, "any") == 0 || option_number(text, 0, CHECK_NO_BOUND - 1, bound);
}

// Takes "LOW..HIGH" in clocks, both in this range.
static bool take_clocks(const char *text, long least, long most, long *low, long *high) {
  char *end, *last;
  *low = strtol(text, &end, 10);
  if (end == text || strncmp(end, "..", 2) != 0) return false;
  *high = strtol(end + 2, &last, 10);
  const bool is_number = last > end + 2 && *last == '\0';
  return is_number && least <= *low && *low <= *high && *high <= most;
}

static bool take_latency(const char *text, void *to) {
  struct options *o = to;
  long low, high;
  if (!take_clocks(text, -LATENCY_MAX, LATENCY_MAX, &low, &high)) return false;
  o->checks.latency_low = (int)low;
  o->checks.latency_high = (int)high;
  return true;
}

static bool take_debug_response(const char *text, void *to) {
  struct debug_response *r = to;
  long low, high;
  if (!take_clocks(text, 1, DEBUG_RESPONSE_MAX, &low, &high)) return false;
  *r = (struct debug_response){(uint32_t)low, (uint32_t)high};
  return true;
}

static bool take_commit_delay(const char *text, void *to) {
  struct speculation *s = to;
  long low, high;
  if (!take_clocks(text, 0, SPECULATE_DELAY_MAX, &low, &high)) return false;
  s->delay_low = (uint32_t)low;
  s->delay_high = (uint32_t)high;
  return true;
}

static const char *const stops[] = {[STOP_BY_PROGRAMMING] = "programming",
                                    [STOP_BY_POWER_DOWN] = "power-down",
                                    [STOP_BY_OS_LOCK] = "os-lock",
                                    [STOP_BY_AUTHENTICATION] = "authentication",
                                    NULL};

const char *const check_modes[] = {[CHECK_STRICT] = "strict", [CHECK_BYTES] = "bytes", [CHECK_LEGAL] = "legal", NULL};

#define NEEDS_BUFFER "needs a DUT with a buffer (WPT_DEPTH, wpt-depth=)"

static const char *const no_or_yes[] = {"no", "yes", NULL};

static const struct option_row testbench_rows[] = {
    {"backpressure", "STALLS",
     "stalls of the ATB: random:P (ATREADY low in P percent of clocks), burst:N (low for up to N clocks), periodic:N "
     "(high in one clock of N) or none (default)",
     OPTIONS_CLOCKED, .kind = OPTION_OTHER, AT(drive.pressure), .take = take_pressure,
     .expected = "none, random:0..99, burst:1..1000000 or periodic:1..1000000"},
    {"atclken", "P", "percent of clocks in which ATCLKEN is high, 1 to 100 (default 100)", OPTIONS_CLOCKED,
     NUMBER(drive.atclken, 100), .min = 1},
    {"pclken", "P", "percent of clocks in which PCLKEN is high, 1 to 100 (default 100)", OPTIONS_CLOCKED,
     NUMBER(drive.pclken, 100), .min = 1},
    {"flush-rate", "N", "random flush requests (AFVALID), in N of 1000 clocks (default 0)", OPTIONS_CLOCKED,
     NUMBER(drive.stim.flush_permille, 1000)},
    {"off-flush-rate", "N",
     "random flush requests (AFVALID) while the trace unit is stopped, in N of 1000 clocks (default 0)",
     OPTIONS_CLOCKED, NUMBER(drive.off_flush_permille, 1000)},
    {"sync-rate", "N", "random SYNCREQ pulses, in N of 1000 clocks (default 0)", OPTIONS_CLOCKED | OPTIONS_CHECK,
     NUMBER(drive.stim.sync_permille, 1000)},
    {"extin-rate", "N", "random values on EXTIN, EXTINBUS and EMBEDDEDICE, in N of 1000 clocks (default 0)",
     OPTIONS_CLOCKED, NUMBER(drive.stim.extin_permille, 1000)},
    {"idle-rate", "N", "random idle requests (PTM: PTMIDLEREQ, ETM: ETMWFIPENDING), in N of 1000 clocks (default 0)",
     OPTIONS_CLOCKED | OPTIONS_CHECK, NUMBER(drive.stim.idle_permille, 1000)},
    {"clock-change-rate", "N",
     "random TSCLKCHANGE pulses, each with a jump of TSVALUEB, in N of 1000 clocks (default 0)", OPTIONS_CLOCKED,
     NUMBER(drive.stim.clock_change_permille, 1000)},
    {"no-halting-rate", "N",
     "PTM: Debug state presented while HDBGEN is low, which is not a waypoint, in N of 1000 clocks (default 0)",
     OPTIONS_CLOCKED, NUMBER(drive.no_halting_permille, 1000)},
    {"debug-response", "LOW..HIGH",
     "clocks from a debug request (PTMDBGRQ, ETMDBGRQ) until the processor enters Debug state, 1 to 1048576, at random "
     "(default 1..100)",
     OPTIONS_CLOCKED, .kind = OPTION_OTHER, AT(drive.debug_response), .take = take_debug_response,
     .expected = "LOW..HIGH, both 1 to 1048576 and LOW no more than HIGH"},
    {"wrong-path", "P",
     "PTM: percent of waypoints after which the processor presents waypoints of a wrong path, which it "
     "flushes; " NEEDS_BUFFER " (default 0)",
     OPTIONS_CLOCKED, NUMBER(drive.speculation.wrong_path_percent, 100)},
    {"commit-delay", "LOW..HIGH",
     "PTM: clocks from a waypoint to its commit, 0 to 64, at random; " NEEDS_BUFFER " (default 0..0)", OPTIONS_CLOCKED,
     .kind = OPTION_OTHER, AT(drive.speculation), .take = take_commit_delay,
     .expected = "LOW..HIGH, both 0 to 64 and LOW no more than HIGH"},
    {"burst", "P",
     "PTM: percent of waypoints that are committed in the clock in which the next one is committed; " NEEDS_BUFFER
     " (default 0)",
     OPTIONS_CLOCKED, NUMBER(drive.speculation.burst_percent, 100)},
    {"host", "FILE|random|illegal",
     "host script (docs/host.md), or random for a random legal script, or illegal for a script with illegal steps. "
     "Default: a fixed sequence that programs, starts and stops the trace unit",
     OPTIONS_CLOCKED, .kind = OPTION_TEXT, AT(drive.host), .expected = "a file name, random or illegal"},
    {"restarts", "N", "number of times that the host stops and restarts the trace unit (default 0)",
     OPTIONS_CLOCKED | OPTIONS_CHECK, NUMBER(drive.restarts, 1000)},
    {"stop-by", "programming|power-down|os-lock|authentication",
     "how the host stops the trace unit (default programming)", OPTIONS_CLOCKED, .kind = OPTION_NAME, AT(drive.stop_by),
     .names = stops},
    {"abrupt", NULL,
     "stop the trace unit while the processor continues to present waypoints (default: pause the processor first)",
     OPTIONS_CLOCKED, .kind = OPTION_ON, AT(drive.abrupt)},
    {"free-running", NULL,
     "ETM: the processor executes while the trace unit is off, too (default: it executes only while ETMEN is HIGH)",
     OPTIONS_CLOCKED, .kind = OPTION_ON, AT(drive.free_running)},
    {"resets", "N", "number of resets at random clocks, each with RESETn low for 1 to 5 clocks (default 0)",
     OPTIONS_CLOCKED | OPTIONS_CHECK, NUMBER(drive.resets, 1000)},
};

// FOR_PINS is for each command that has the pins.
enum { FOR_PINS = OPTIONS_CLOCKED | OPTIONS_PINS, FOR_FILES = OPTIONS_CLOCKED | OPTIONS_WRITES };

static const struct option_row file_rows[] = {
    {"bytes", "FILE", "write the trace bytes of the DUT", FOR_FILES, FILE_NAME(checks.bytes)},
    {"beats", "FILE",
     "write each ATB beat, the items of each clock, what the checker predicts, and the first failure, for wave views",
     FOR_FILES, FILE_NAME(checks.beats)},
    {"snapshot", "DIR", "write a debugger snapshot, which other trace decoders can read", FOR_FILES,
     .kind = OPTION_TEXT, AT(checks.snapshot), .expected = "the name of a folder", .writes = true},
    {"result", "FILE", "write the last line of the output, for waypoint result", FOR_FILES, FILE_NAME(checks.result)},
    {"facts", "FILE", "write the data for waypoint report (docs/report.md)", FOR_FILES, FILE_NAME(checks.facts)},
    {"list", "FILE",
     "write each packet with its clocks and items (docs/list.md): CSV if FILE ends in .csv, JSON lines if it ends in "
     ".json or .jsonl, otherwise text",
     FOR_FILES, FILE_NAME(checks.list)},
    {"fst", "FILE", "write waves in FST format", OPTIONS_CLOCKED, FILE_NAME(fst)},
    {"host-text", "FILE", "write the script that --host random or --host illegal generates; requires --host",
     OPTIONS_CLOCKED, FILE_NAME(drive.host_text)},
    {"log", "FILE", "write the pins at each clock edge as text (docs/log.md)", OPTIONS_CLOCKED, FILE_NAME(log)},
    {"from", "CLOCK", "first clock of the waves; requires --fst (default 0)", OPTIONS_CLOCKED, .kind = OPTION_WIDE,
     AT(from), .max = UINT32_MAX, .writes = true},
    {"fst-last", "CLOCKS",
     "keep only waves of the last CLOCKS clocks in FILE, and of the CLOCKS clocks before in FILE.before; requires "
     "--fst",
     OPTIONS_CLOCKED, .kind = OPTION_WIDE, AT(fst_last), .min = 1, .max = UINT32_MAX, .writes = true},
    {"to", "CLOCK", "last clock of the waves, in which the run ends; requires --fst", OPTIONS_CLOCKED,
     .kind = OPTION_WIDE, AT(to), .max = UINT64_MAX, .writes = true},
};

static const char *const flush_readings[] = {"drops", "keeps", NULL};

static const struct option_row check_rows[] = {
    {"quiet", NULL, "print only the last line", FOR_PINS, .kind = OPTION_ON, AT(checks.quiet)},
    {"mode", "strict|bytes|legal",
     "strict: the DUT must match docs/pipeline*.md in each clock; bytes: its packets must match the reference encoder; "
     "legal: it must follow the architecture (default: strict for waypoint-sim, otherwise legal)",
     FOR_PINS | OPTIONS_UNIT, .kind = OPTION_NAME, AT(checks.mode), .names = check_modes},
    {"latency", "LOW..HIGH",
     "clocks from an item to the clock in which the DUT samples EXTIN, EXTINBUS, EMBEDDEDICE and TSVALUEB for it, -16 "
     "to 16; not with --mode strict (default 0..0)",
     FOR_PINS | OPTIONS_UNIT, .kind = OPTION_OTHER, .take = take_latency,
     .expected = "LOW..HIGH, both -16 to 16 and LOW no more than HIGH"},
    {"max-lost", "N|any",
     "limit of waypoints (ETM: steps) lost in FIFO overflows (default: any if ATREADY was low in some clock, otherwise "
     "0)",
     FOR_PINS | OPTIONS_CHECK, .kind = OPTION_OTHER, AT(checks.bounds.lost), .take = take_bound,
     .expected = "a number or any"},
    {"max-missing", "N|any",
     "limit of waypoints (ETM: steps) that are not in the trace although tracing had to be on (default: 0)",
     FOR_PINS | OPTIONS_CHECK, .kind = OPTION_OTHER, AT(checks.bounds.missing), .take = take_bound,
     .expected = "a number or any"},
    {"max-start", "N|any",
     "limit of waypoints (ETM: steps) missing before the first traced one although tracing had to be on. Default: 1 if "
     "an event enables tracing, otherwise 0",
     FOR_PINS | OPTIONS_CHECK, .kind = OPTION_OTHER, AT(checks.bounds.start), .take = take_bound,
     .expected = "a number or any"},
    {"allow-unchecked", NULL, "accept a run in which TraceEnable depends on registers whose value is not known",
     FOR_PINS, .kind = OPTION_ON, AT(checks.allow_unchecked)},
    {"may-be-empty", NULL, "accept a run in which nothing had to be traced", FOR_PINS, .kind = OPTION_ON,
     AT(checks.may_be_empty)},
    {"shared-atb", NULL,
     "the ATB carries other trace sources too: check only the beats with the ATID of the DUT; not with --mode strict",
     FOR_PINS, .kind = OPTION_ON, AT(checks.shared_atb)},
    {"rule-off", "ID", "do not check rule ID (docs/rules.md); repeat the option for each rule", FOR_PINS | OPTIONS_UNIT,
     .kind = OPTION_OTHER, AT(checks.rules_off), .take = take_rule_off, .expected = "the ID of a rule (docs/rules.md)",
     .kind_of_name = "rule", .known = known_rule, .page = "docs/rules.md"},
    {"timeout-drain", "N",
     "ATB clocks in which the DUT must drain or stop after a request (default 4096, plus twice the clocks in which its "
     "FIFO drains)",
     FOR_PINS | OPTIONS_UNIT, NUMBER(checks.windows.drain, UINT32_MAX)},
    {"timeout-response", "N",
     "ATB clocks from SYNCREQ, a flush request or an event to the packet or pin that must follow (default 4096, plus "
     "twice the clocks in which the FIFO drains)",
     FOR_PINS | OPTIONS_UNIT, NUMBER(checks.windows.answer, UINT32_MAX)},
    {"timeout-bus", "N", "APB clocks from the start of an access to PREADY (default 1024)", FOR_PINS | OPTIONS_UNIT,
     NUMBER(checks.windows.bus, UINT32_MAX)},
    {"timeout-debug", "N", "clocks from the acknowledge to the end of the debug request (default 64)",
     FOR_PINS | OPTIONS_UNIT, NUMBER(checks.windows.debug, UINT32_MAX)},
    {"latency-tolerance", "N",
     "a request need not cover items that were presented up to N clocks before it, 0 to 63 (default 16; reference RTL: "
     "2)",
     FOR_PINS | OPTIONS_UNIT, NUMBER(checks.windows.latency, RULES_HISTORY - 1)},
    {"status-latency", "N",
     "clocks from a write to ETMOSLAR or to a claim tag in which ETMOSLSR, ETMPDSR and ETMCLAIMCLR may read as before "
     "it (default 0)",
     FOR_PINS | OPTIONS_UNIT, NUMBER(checks.windows.status, UINT32_MAX)},
    {"filter-late", "N",
     "number of blocks (ETM: instructions) that the DUT may trace after the last one that comparators select (default "
     "0)",
     FOR_PINS | OPTIONS_UNIT, NUMBER(checks.filter_late, 100)},
    {"outputs", "no|yes",
     "yes: EXTOUT is connected, so each output must follow its event; no: only after an output has been 1 (default no)",
     FOR_PINS | OPTIONS_UNIT, .kind = OPTION_NAME, AT(checks.outputs), .names = no_or_yes},
    {"wpt-flush", "drops|keeps",
     "the waypoint in the clock of WPTFLUSH: the Cortex-A9's port drops it, or keeps it for a later commit (default "
     "drops)",
     FOR_PINS | OPTIONS_UNIT, .kind = OPTION_NAME, AT(checks.flush), .names = flush_readings},
    {"no-check", NULL, "do not check; to measure the cost of the checks", OPTIONS_CLOCKED, .kind = OPTION_ON,
     AT(checks.off)},
};

const struct option_group options_testbench = {"testbench activity:", testbench_rows, OPTION_COUNT(testbench_rows)};
const struct option_group options_files = {"output files:", file_rows, OPTION_COUNT(file_rows)};
const struct option_group options_checks = {"checks:", check_rows, OPTION_COUNT(check_rows)};
