// SPDX-License-Identifier: Apache-2.0
// Options that contradict each other, or ask for what the unit lacks. Numbers of registers are written as they are:
// what a register lacks reads 0, as on any unit.
#include "options_agree.h"

#include <inttypes.h>
#include <string.h>

#include "error.h"
#include "protocol.h"

static const char *const exclusive[][2] = {
    {"random", "program"},   {"random", "stimulus"},  {"program", "stimulus"}, {"random", "seed"},
    {"mode", "no-check"},    {"set", "idr"},          {"set", "ccer"},         {"set", "minor"},
    {"set", "alternative"},  {"idr", "minor"},        {"idr", "alternative"},  {"etmcr", "cycle-accurate"},
    {"etmcr", "broadcast"},  {"etmcr", "timestamps"}, {"etmcr", "vmid"},       {"etmcr", "return-stack"},
    {"etmcr", "context-id"},
};

static const char *const needing[][2] = {{"from", "fst"}, {"to", "fst"}, {"fst-last", "fst"}, {"ns-writes", "ns"}};

static bool exclude(const struct option_line *line, struct error *err) {
  for (size_t i = 0; i < OPTION_COUNT(exclusive); i++) {
    const char *a = exclusive[i][0], *b = exclusive[i][1];
    if (!option_seen(line, a) || !option_seen(line, b)) continue;
    error_set(err, "--%s and --%s: expected only one of them", a, b);
    return false;
  }
  for (size_t i = 0; i < OPTION_COUNT(needing); i++) {
    const char *a = needing[i][0], *b = needing[i][1];
    const bool other = strcmp(b, "fst") == 0 && !(line->use & OPTIONS_CLOCKED);  // from and to of a list
    if (other || !option_seen(line, a) || option_seen(line, b)) continue;
    error_set(err, "--%s: expected --%s beside it", a, b);
    return false;
  }
  return true;
}

// What a program or a text does is in its file.
static bool fit_source(const struct options *o, const struct option_line *line, struct error *err) {
  static const char *const drawn[] = {"flush-rate", "sync-rate", "extin-rate", "idle-rate", "clock-change-rate"};
  const char *source = o->drive.source == SOURCE_PROGRAM ? "program" : "stimulus", *odd = NULL;
  if (o->drive.source != SOURCE_RANDOM) odd = option_seen_of(line, &options_code, ~0u);
  if (o->drive.source == SOURCE_TEXT) {
    if (!odd) odd = option_seen_of(line, &options_presented, ~0u);
    for (size_t i = 0; !odd && i < OPTION_COUNT(drawn); i++) odd = option_seen(line, drawn[i]) ? drawn[i] : NULL;
  }
  if (odd) error_set(err, "--%s and --%s: expected only one of them, the file says what happens", source, odd);
  return !odd;
}

// --- the unit --------------------------------------------------------------------------------------------------------

enum { NEVER = 16 };  // no minor version

// In which minor version of each protocol a unit has it first, and by which bit of its ETMCCER, if by any.
static const struct {
  const char *option;
  uint8_t since[PROTOCOLS];
  uint32_t etmccer;
  const char *expected;
} features[] = {
    {"minor", {NEVER, 0}, 0, "an ETM"},
    {"alternative", {NEVER, 4}, 0, "an ETM, v3.4 or v3.5"},
    {"greedy", {NEVER, 0}, 0, "an ETM"},
    {"count-packets", {NEVER, 0}, 0, "an ETM"},
    {"old-exceptions", {NEVER, 0}, 0, "an ETM"},
    {"late", {NEVER, 0}, 0, "an ETM"},
    {"debug-entries", {NEVER, 0}, 0, "an ETM"},
    {"long-halt", {NEVER, 0}, 0, "an ETM"},
    {"depth", {0, NEVER}, 0, "a PTM"},
    {"return-stack", {0, NEVER}, ETMCCER_RETURN_STACK, "a PTM with ETMCCER[23]"},
    {"vmid", {1, 5}, ETMCCER_VIRTUALIZATION, "PFTv1.1 or ETMv3.5 with ETMCCER[26]"},
    {"timestamps", {0, 5}, ETMCCER_TIMESTAMP, "a PTM or ETMv3.5 with ETMCCER[22]"},
    {"hyp", {1, 5}, 0, "PFTv1.1 or ETMv3.5"},
    {"high", {1, 4}, 0, "PFTv1.1, ETMv3.4 or v3.5"},
    {"thumbee", {0, 3}, 0, "a PTM or ETMv3.3 to v3.5"},
    {"ns", {0, 2}, 0, "a PTM or ETMv3.2 to v3.5"},
};

// What else of a unit is one protocol's.
static const struct {
  const char *sets;   // of --set
  unsigned newest;    // minor version
  bool later;         // a later one is taken for it
  uint32_t etmauxcr;  // bits that are there
} units[PROTOCOLS] = {
    [PROTOCOL_PFT] = {"a9, a15 or full", 1, true, 0x7},
    [PROTOCOL_ETM3] = {"a7 or m3", 5, false, 0x3F},
};

static bool has_feature(const struct config *c, size_t i) {
  return config_minor(c) >= features[i].since[config_protocol(c)] &&
         (c->etmccer & features[i].etmccer) == features[i].etmccer;
}

static bool fit_unit(const struct options *o, const struct option_line *line, struct error *err) {
  const struct config *c = &o->config;
  const struct protocol_row *protocol = &protocols[o->protocol];
  // The protocol that is meant if none is given.
  const char *other = o->protocol == PROTOCOL_PFT ? "; --protocol etm3 is of an ETM" : "";
  if (config_protocol(c) != o->protocol && option_seen(line, "set")) {
    error_set(err, "--set: expected %s of %s%s", units[o->protocol].sets, protocol->a_unit, other);
    return false;
  }
  if (config_protocol(c) != o->protocol) {
    error_set(err, "--idr 0x%08" PRIX32 ": expected %u in bits 11:8, as of %s%s", c->etmidr, protocol->major,
              protocol->a_unit, other);
    return false;
  }
  if (config_minor(c) > units[o->protocol].newest && !units[o->protocol].later) {
    error_set(err, "--idr 0x%08" PRIX32 ": expected 0 to %u in bits 7:4, the minor version of %s", c->etmidr,
              units[o->protocol].newest, protocol->a_unit);
    return false;
  }
  for (size_t i = 0; i < OPTION_COUNT(features); i++) {
    if (!option_seen(line, features[i].option) || has_feature(c, i)) continue;
    const unsigned newest = units[o->protocol].newest, minor = config_minor(c) < newest ? config_minor(c) : newest;
    error_set(err, "--%s: expected %s; this unit is %s.%u, its ETMCCER 0x%08" PRIX32, features[i].option,
              features[i].expected, protocol->family, minor, c->etmccer);
    return false;
  }
  if (c->etmauxcr > units[o->protocol].etmauxcr) {
    error_set(err, "--etmauxcr 0x%" PRIX32 ": expected 0 to %u of %s", c->etmauxcr, units[o->protocol].etmauxcr,
              protocol->a_unit);
    return false;
  }
  return true;
}

bool options_agree(const struct options *o, const struct option_line *line, struct error *err) {
  if (!exclude(line, err) || !fit_source(o, line, err) || !fit_unit(o, line, err)) return false;
  if (option_seen(line, "latency") && o->checks.mode == CHECK_STRICT) {
    error_set(err, "--latency: expected --mode legal beside it");
    return false;
  }
  if (o->checks.shared_atb && o->checks.mode == CHECK_STRICT) {
    error_set(err, "--shared-atb: expected --mode legal beside it");
    return false;
  }
  if (o->from > o->to) {
    error_set(err, "--from %" PRIu64 ": expected at most --to, %" PRIu64, o->from, o->to);
  } else if (line->use & OPTIONS_CLOCKED && o->drive.restarts && o->drive.source != SOURCE_RANDOM &&
             o->drive.clocks == 0) {
    error_set(err, "--restarts: expected --clocks beside it, which says how long each part of the run is");
  } else {
    return true;
  }
  return false;
}
