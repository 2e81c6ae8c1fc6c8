// SPDX-License-Identifier: Apache-2.0
// Options: what goes on around the unit clock by clock, and what a simulation writes.
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "rule_table.h"

#define AT(field) .at = offsetof(struct options, field)
#define NUMBER(field, most) .kind = OPTION_NUMBER, AT(field), .max = (most)
#define FILE_NAME(field) .kind = OPTION_TEXT, AT(field), .expected = "a file name", .writes = true

// `text` is "name" or "name:N".
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

// `to` has a bit for each rule that is off.
static bool take_rule_off(const char *text, void *to) {
  const unsigned rule = rule_find(text);
  if (rule < RULES) rule_add(to, rule);
  return rule < RULES;
}

static bool take_bound(const char *text, void *to) {
  uint64_t *bound = to;
  if (strcmp(text, "any") == 0) *bound = CHECK_NO_BOUND;
  return strcmp(text, "any") == 0 || option_number(text, 0, CHECK_NO_BOUND - 1, bound);
}

// "LOW..HIGH", clocks; LOW may be negative.
static bool take_latency(const char *text, void *to) {
  struct options *o = to;
  char *end, *last;
  const long low = strtol(text, &end, 10);
  if (end == text || strncmp(end, "..", 2) != 0) return false;
  const long high = strtol(end + 2, &last, 10);
  if (last == end + 2 || *last != '\0' || low > high || low < -LATENCY_MAX || high > LATENCY_MAX) return false;
  o->checks.latency_low = (int)low;
  o->checks.latency_high = (int)high;
  return true;
}

static const char *const stops[] = {[STOP_BY_PROGRAMMING] = "programming",
                                    [STOP_BY_POWER_DOWN] = "power-down",
                                    [STOP_BY_OS_LOCK] = "os-lock",
                                    [STOP_BY_AUTHENTICATION] = "authentication",
                                    NULL};

const char *const check_modes[] = {[CHECK_STRICT] = "strict", [CHECK_BYTES] = "bytes", [CHECK_LEGAL] = "legal", NULL};

static const struct option_row around_rows[] = {
    {"backpressure", "none|random:P|burst:N|periodic:N",
     "ATB: P percent not ready, bursts up to N clocks, ready in one clock of N", OPTIONS_CLOCKED, .kind = OPTION_OTHER,
     AT(drive.pressure), .take = take_pressure,
     .expected = "none, random:0..99, burst:1..1000000 or periodic:1..1000000"},
    {"atclken", "P", "percent of the clocks with ATCLKEN (default 100)", OPTIONS_CLOCKED, NUMBER(drive.atclken, 100),
     .min = 1},
    {"pclken", "P", "percent of the clocks with PCLKEN (default 100)", OPTIONS_CLOCKED, NUMBER(drive.pclken, 100),
     .min = 1},
    {"flush-rate", "N", "random flush requests, in N of 1,000 clocks", OPTIONS_CLOCKED,
     NUMBER(drive.stim.flush_permille, 1000)},
    {"off-flush-rate", "N", "likewise while the unit is off", OPTIONS_CLOCKED, NUMBER(drive.off_flush_permille, 1000)},
    {"sync-rate", "N", "random SYNCREQ, likewise", OPTIONS_CLOCKED | OPTIONS_CHECK,
     NUMBER(drive.stim.sync_permille, 1000)},
    {"extin-rate", "N", "random EXTIN, EXTINBUS and EMBEDDEDICE, likewise", OPTIONS_CLOCKED,
     NUMBER(drive.stim.extin_permille, 1000)},
    {"idle-rate", "N", "PTMIDLEREQ, likewise", OPTIONS_CLOCKED | OPTIONS_CHECK, NUMBER(drive.stim.idle_permille, 1000)},
    {"clock-change-rate", "N", "TSCLKCHANGE, likewise", OPTIONS_CLOCKED,
     NUMBER(drive.stim.clock_change_permille, 1000)},
    {"no-halting-rate", "N", "Debug state with HDBGEN low, which is no waypoint, likewise", OPTIONS_CLOCKED,
     NUMBER(drive.no_halting_permille, 1000)},
    {"host", "FILE|random|illegal",
     "what the host does, as text (docs/host.md), or drawn; else it programs, stops and starts the unit by itself",
     OPTIONS_CLOCKED, .kind = OPTION_TEXT, AT(drive.host), .expected = "a file name, random or illegal"},
    {"restarts", "N", "stop the unit and start it again N times", OPTIONS_CLOCKED | OPTIONS_CHECK,
     NUMBER(drive.restarts, 1000)},
    {"stop-by", "programming|power-down|os-lock|authentication", "how it is stopped (default: programming)",
     OPTIONS_CLOCKED, .kind = OPTION_NAME, AT(drive.stop_by), .names = stops},
    {"abrupt", NULL, "stop it while waypoints keep coming", OPTIONS_CLOCKED, .kind = OPTION_ON, AT(drive.abrupt)},
    {"resets", "N", "RESETn low at N random clocks, for 1 to 5 clocks", OPTIONS_CLOCKED | OPTIONS_CHECK,
     NUMBER(drive.resets, 1000)},
};

// Whoever drives the pins.
enum { FOR_PINS = OPTIONS_CLOCKED | OPTIONS_PINS, FOR_FILES = OPTIONS_CLOCKED | OPTIONS_WRITES };

static const struct option_row file_rows[] = {
    {"bytes", "FILE", "the unit's trace bytes", FOR_FILES, FILE_NAME(checks.bytes)},
    {"beats", "FILE", "for waves: each ATB beat, with the numbers of what is presented and reported", FOR_FILES,
     FILE_NAME(checks.beats)},
    {"snapshot", "DIR", "a debugger's snapshot, for other decoders", FOR_FILES, .kind = OPTION_TEXT,
     AT(checks.snapshot), .expected = "the name of a folder", .writes = true},
    {"result", "FILE", "the last line alone, for waypoint result", FOR_FILES, FILE_NAME(checks.result)},
    {"facts", "FILE", "what waypoint report shows (docs/report.md)", FOR_FILES, FILE_NAME(checks.facts)},
    {"list", "FILE",
     "each packet with its clocks, and the instructions and numbers that it reports: text, .csv or .jsonl", FOR_FILES,
     FILE_NAME(checks.list)},
    {"fst", "FILE", "waves", OPTIONS_CLOCKED, FILE_NAME(fst)},
    {"host-text", "FILE", "the text that --host random or illegal draws", OPTIONS_CLOCKED, FILE_NAME(drive.host_text)},
    {"log", "FILE", "the pins at each edge, as text (docs/log.md)", OPTIONS_CLOCKED, FILE_NAME(log)},
    {"from", "CLOCK", "with --fst: the first clock", OPTIONS_CLOCKED, .kind = OPTION_WIDE, AT(from), .max = UINT32_MAX,
     .writes = true},
    {"fst-last", "CLOCKS", "with --fst: the last clocks alone, these in FILE, as many before them in FILE.before",
     OPTIONS_CLOCKED, .kind = OPTION_WIDE, AT(fst_last), .min = 1, .max = UINT32_MAX, .writes = true},
    {"to", "CLOCK", "with --fst: the last clock, which ends the run", OPTIONS_CLOCKED, .kind = OPTION_WIDE, AT(to),
     .max = UINT64_MAX, .writes = true},
};

static const struct option_row check_rows[] = {
    {"quiet", NULL, "only the last line", FOR_PINS, .kind = OPTION_ON, AT(checks.quiet)},
    {"mode", "strict|bytes|legal",
     "strict: the unit follows docs/pipeline*.md to the clock; bytes: its packets are the encoder's; legal: any unit "
     "that follows the architecture (default: strict in our own testbench, else legal)",
     FOR_PINS | OPTIONS_UNIT, .kind = OPTION_NAME, AT(checks.mode), .names = check_modes},
    {"latency", "LOW..HIGH",
     "another unit: it samples EXTIN and TSVALUEB so many clocks behind the item they go with (default 0..0)",
     FOR_PINS | OPTIONS_UNIT, .kind = OPTION_OTHER, .take = take_latency,
     .expected = "LOW..HIGH, both -16 to 16 and LOW no more than HIGH"},
    {"max-lost", "N|any",
     "items that overflows may lose (default: 0 where ATREADY was never low, else any; of bytes alone: 0)",
     FOR_PINS | OPTIONS_CHECK, .kind = OPTION_OTHER, AT(checks.bounds.lost), .take = take_bound,
     .expected = "a number, or any"},
    {"max-missing", "N|any",
     "items that may be missing though tracing had to be on (default: 0; any where an event enables tracing)",
     FOR_PINS | OPTIONS_CHECK, .kind = OPTION_OTHER, AT(checks.bounds.missing), .take = take_bound,
     .expected = "a number, or any"},
    {"max-start", "N|any", "likewise, before the first that is traced (default: 0; 1 where an event enables tracing)",
     FOR_PINS | OPTIONS_CHECK, .kind = OPTION_OTHER, AT(checks.bounds.start), .take = take_bound,
     .expected = "a number, or any"},
    {"may-be-empty", NULL, "pass where nothing of what happens had to be traced", FOR_PINS, .kind = OPTION_ON,
     AT(checks.may_be_empty)},
    {"shared-atb", NULL, "the ATB has other sources, too: only beats with the unit's ATID are looked at", FOR_PINS,
     .kind = OPTION_ON, AT(checks.shared_atb)},
    {"rule-off", "ID", "leave a rule out (docs/rules.md)", FOR_PINS | OPTIONS_UNIT, .kind = OPTION_OTHER,
     AT(checks.rules_off), .take = take_rule_off, .expected = "a rule of docs/rules.md"},
    {"timeout-drain", "N", "clocks that the rules give a unit to bring out what it holds", FOR_PINS | OPTIONS_UNIT,
     NUMBER(checks.windows.drain, UINT32_MAX)},
    {"timeout-response", "N", "likewise to do what it is asked for", FOR_PINS | OPTIONS_UNIT,
     NUMBER(checks.windows.answer, UINT32_MAX)},
    {"timeout-bus", "N", "likewise to answer on the APB", FOR_PINS | OPTIONS_UNIT,
     NUMBER(checks.windows.bus, UINT32_MAX)},
    {"latency-tolerance", "N", "likewise to take what was presented", FOR_PINS | OPTIONS_UNIT,
     NUMBER(checks.windows.latency, RULES_HISTORY - 1)},
    {"filter-late", "N",
     "blocks, of an ETM instructions, that may be traced behind what comparators select (default 0)",
     FOR_PINS | OPTIONS_UNIT, NUMBER(checks.filter_late, 100)},
    {"no-check", NULL, "do not check, for measuring what the checks cost", OPTIONS_CLOCKED, .kind = OPTION_ON,
     AT(checks.off)},
};

const struct option_group options_around = {"around it:", around_rows, OPTION_COUNT(around_rows)};
const struct option_group options_files = {"what to write:", file_rows, OPTION_COUNT(file_rows)};
const struct option_group options_checks = {"what to check:", check_rows, OPTION_COUNT(check_rows)};
