// SPDX-License-Identifier: Apache-2.0
// The values of registers are not checked against the unit: a bit that a register does not implement reads as 0 on
// every unit.
#include <inttypes.h>
#include <string.h>

#include "error.h"
#include "options.h"
#include "protocol.h"
#include "register.h"

// Of two options that exclude each other the first one remains, for the reason `why`. Without a reason either may
// remain.
static const struct {
  const char *remaining, *removed, *why;
} exclusive[] = {
    {"random", "program", NULL},
    {"random", "stimulus", NULL},
    {"program", "stimulus", NULL},
    {"random", "seed", "is the seed"},
    {"no-check", "mode", "checks nothing"},
    {"set", "unit", NULL},
    {"idr", "minor", "contains the minor version"},
    {"idr", "alternative", "contains the branch encoding"},
    {"etmcr", "broadcast", "sets all bits of ETMCR"},
    {"etmcr", "cycle-accurate", "sets all bits of ETMCR"},
    {"etmcr", "timestamps", "sets all bits of ETMCR"},
    {"etmcr", "vmid", "sets all bits of ETMCR"},
    {"etmcr", "return-stack", "sets all bits of ETMCR"},
    {"etmcr", "context-id", "sets all bits of ETMCR"},
    {"etmcr", "debug-request", "sets all bits of ETMCR"},
    {"host", "restarts", "decides when the trace unit stops"},
    {"host", "stop-by", "decides how the trace unit stops"},
    {"host", "abrupt", "decides how the trace unit stops"},
    {"host", "resets", "decides what is reset"},
};

// The ID registers of a description.
static const char *const described[] = {"idr", "ccr", "ccer", "minor", "alternative"};

static const struct {
  const char *option, *needs, *value;
} needing[] = {{"from", "fst", " FILE"},
               {"to", "fst", " FILE"},
               {"fst-last", "fst", " FILE"},
               {"ns-writes", "ns", ""},
               {"host-text", "host", " random or --host illegal"}};

static bool only_one(const struct option_line *line, const char *remaining, const char *removed, const char *why,
                     struct error *err) {
  if (!option_seen(line, remaining) || !option_seen(line, removed)) return true;
  if (!why) return error_set(err, "--%s and --%s: expected only one of them", remaining, removed);
  return error_set(err, "--%s and --%s: --%s %s; remove --%s", remaining, removed, remaining, why, removed);
}

static bool exclude(const struct option_line *line, struct error *err) {
  static const char fixes[] = "fixes the ID registers";
  for (size_t i = 0; i < OPTION_COUNT(exclusive); i++) {
    if (!only_one(line, exclusive[i].remaining, exclusive[i].removed, exclusive[i].why, err)) return false;
  }
  for (size_t i = 0; i < OPTION_COUNT(described); i++) {
    if (!only_one(line, "set", described[i], fixes, err) || !only_one(line, "unit", described[i], fixes, err))
      return false;
  }
  for (size_t i = 0; i < OPTION_COUNT(needing); i++) {
    const char *a = needing[i].option, *b = needing[i].needs;
    const bool other = strcmp(b, "fst") == 0 && !(line->use & OPTIONS_CLOCKED);  // --from and --to of waypoint list do
                                                                                 // not require --fst
    if (other || !option_seen(line, a) || option_seen(line, b)) continue;
    return error_set(err, "--%s requires --%s%s", a, b, needing[i].value);
  }
  return true;
}

// The file of a program or a stimulus determines all of these.
static bool fit_source(const struct options *o, const struct option_line *line, struct error *err) {
  static const char *const randomized[] = {"flush-rate", "sync-rate", "extin-rate", "idle-rate", "clock-change-rate"};
  const char *source = o->drive.source == SOURCE_PROGRAM ? "program" : "stimulus", *surplus = NULL;
  if (o->drive.source != SOURCE_RANDOM) surplus = option_seen_of(line, &options_code, ~0u);
  if (o->drive.source == SOURCE_TEXT) {
    if (!surplus) surplus = option_seen_of(line, &options_presented, ~0u);
    for (size_t i = 0; !surplus && i < OPTION_COUNT(randomized); i++)
      surplus = option_seen(line, randomized[i]) ? randomized[i] : NULL;
  }
  if (!surplus) return true;
  return error_set(err, "--%s and --%s: the file of --%s determines this; remove --%s", source, surplus, source,
                   surplus);
}

// --- the unit --------------------------------------------------------------------------------------------------------

// What depends on the protocol of the unit only.
static const struct {
  unsigned newest;    // newest minor version
  bool later;         // a later version is treated as the newest
  uint32_t etmauxcr;  // implemented bits
} units[PROTOCOLS] = {
    [PROTOCOL_PFT] = {1, true, 0x7},
    [PROTOCOL_ETM3] = {5, false, 0x3F},
};

// Explains that the unit does not implement the option.
static bool refuse_ability(const struct options *o, const struct ability *ability, const char *option,
                           struct error *err) {
  const struct config *c = &o->config;
  const struct protocol_row *protocol = &protocols[o->protocol];
  const unsigned newest = units[o->protocol].newest, minor = config_minor(c) < newest ? config_minor(c) : newest;
  if (o->unit.without & ability_bit(ability))
    return error_set(err, "--%s: expected %s; %s has without=%s", option, ability->expected, o->unit.from,
                     ability->name);
  return error_set(err, "--%s: expected %s; this unit is %s.%u with ETMCCER 0x%08" PRIX32, option, ability->expected,
                   protocol->family, minor, c->etmccer);
}

static bool fit_abilities(const struct options *o, const struct option_line *line, struct error *err) {
  static const char *const stops[] = {
      [STOP_BY_POWER_DOWN] = "power-down", [STOP_BY_OS_LOCK] = "os-lock", [STOP_BY_AUTHENTICATION] = "authentication"};
  for (size_t i = 0; i < abilities_count; i++) {
    const struct ability *ability = &abilities[i];
    if (!option_seen(line, ability->name) || ability_has(o, ability)) continue;
    return refuse_ability(o, ability, ability->name, err);
  }
  if (o->drive.stop_by == STOP_BY_PROGRAMMING || ability_has(o, ability_find(stops[o->drive.stop_by]))) return true;
  return refuse_ability(o, ability_find(stops[o->drive.stop_by]), "stop-by", err);
}

static bool fit_fixed(const struct options *o, struct error *err) {
  for (const struct register_row *row = register_rows; row->config; row++) {
    const uint32_t fixed = o->unit.fixed[row - register_rows], found = register_value(row, &o->config);
    if (!(o->config.fixed & row->config) || found == fixed) continue;
    return error_set(err, "%s 0x%" PRIX32 ": expected 0x%" PRIX32 "; %s has fixed=%s", row->name, found, fixed,
                     o->unit.from, row->name);
  }
  return true;
}

bool options_fit_unit(const struct options *o, const struct option_line *line, struct error *err) {
  const struct config *c = &o->config;
  const struct protocol_row *protocol = &protocols[o->protocol];
  const struct protocol_row *other = &protocols[o->protocol == PROTOCOL_PFT ? PROTOCOL_ETM3 : PROTOCOL_PFT];
  const char *assign = line->use & OPTIONS_UNIT ? "protocol=" : "--protocol ";  // a description has no dashes
  if (o->unit.from && o->unit.protocol != o->protocol)
    return error_set(err, "--%s %s: expected %s, as selected by --protocol %s; remove --protocol", o->unit.option,
                     o->unit.from, protocol->a_unit, protocol->option);
  if (config_major(c) != protocol->major)
    return error_set(err, "--idr 0x%08" PRIX32 ": expected %u in bits [11:8] for %s, found %u; use %s%s for %s",
                     c->etmidr, protocol->major, protocol->a_unit, config_major(c), assign, other->option,
                     other->a_unit);
  if (config_minor(c) > units[o->protocol].newest && !units[o->protocol].later)
    return error_set(err, "--idr 0x%08" PRIX32 ": expected 0 to %u in bits [7:4], the minor version of %s", c->etmidr,
                     units[o->protocol].newest, protocol->a_unit);
  if (!fit_abilities(o, line, err) || !fit_fixed(o, err)) return false;
  if (c->split_at_trigger && o->protocol != PROTOCOL_ETM3)
    return error_set(err, "--split-at-trigger: expected an ETM, found %s", protocol->a_unit);
  if (o->protocol != PROTOCOL_PFT && waypoint_port_speculates(o->checks.port, c))
    return error_set(err, "--port, --wpt-depth: expected a PTM, found %s", protocol->a_unit);
  if (o->checks.mode != CHECK_LEGAL && (c->wpt_depth == 1 || c->wpt_depth > 8 || (c->wpt_depth & (c->wpt_depth - 1))))
    return error_set(err, "--wpt-depth %" PRIu32 ": expected 0, 2, 4 or 8, which the reference model has",
                     c->wpt_depth);
  if (c->etmauxcr > units[o->protocol].etmauxcr)
    return error_set(err, "--etmauxcr 0x%" PRIX32 ": expected 0 to %u for %s", c->etmauxcr, units[o->protocol].etmauxcr,
                     protocol->a_unit);
  return true;
}

// IHI 0035B 3.17.1, IHI 0014Q 3.8.1 and 3.8.2: SinglePower.
static bool fit_power(const struct options *o, struct error *err) {
  const uint32_t cfgregs = o->config.cfgregs;
  if (!(cfgregs & CFGREGS_TWO_DOMAINS) || cfgregs & CFGREGS_OS_LOCK) return true;
  return error_set(
      err,
      "--power 2 requires an OS lock, --oslock open or --oslock set; a trace unit without OS lock has one power "
      "domain");
}

bool options_agree(const struct options *o, const struct option_line *line, struct error *err) {
  if (!exclude(line, err) || !fit_source(o, line, err) || !options_fit_unit(o, line, err) || !fit_power(o, err))
    return false;
  const char *source = option_seen(line, "mode") || o->unit.has_mode ? "" : " (the default)";
  if (option_seen(line, "latency") && o->checks.mode == CHECK_STRICT)
    return error_set(err, "--latency is not valid in mode strict%s; use --mode legal", source);
  if (o->checks.shared_atb && o->checks.mode == CHECK_STRICT)
    return error_set(err, "--shared-atb is not valid in mode strict%s; use --mode legal", source);
  if (o->from > o->to)
    return error_set(err, "--from %" PRIu64 ": expected at most %" PRIu64 ", the value of --to", o->from, o->to);
  if (line->use & OPTIONS_CLOCKED && o->drive.restarts && o->drive.source != SOURCE_RANDOM && o->drive.clocks == 0)
    return error_set(err, "--restarts requires --clocks, the length of each part of the run");
  return true;
}
