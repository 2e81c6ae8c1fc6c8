// SPDX-License-Identifier: Apache-2.0
// Options that contradict each other, or ask for what the unit lacks. Numbers of registers are written as they are:
// what a register lacks reads 0, as on any unit.
#include <inttypes.h>

#include "error.h"
#include "options.h"
#include "told.h"

static const char *const exclusive[][2] = {
    {"random", "program"},   {"random", "stimulus"},  {"program", "stimulus"}, {"random", "seed"},
    {"mode", "no-check"},    {"set", "idr"},          {"set", "ccer"},         {"set", "minor"},
    {"set", "alternative"},  {"idr", "minor"},        {"idr", "alternative"},  {"etmcr", "cycle-accurate"},
    {"etmcr", "broadcast"},  {"etmcr", "timestamps"}, {"etmcr", "vmid"},       {"etmcr", "return-stack"},
    {"etmcr", "context-id"},
};

static const char *const needing[][2] = {{"from", "fst"}, {"to", "fst"}, {"ns-writes", "ns"}};

static bool exclude(const struct option_line *line, struct error *err) {
  for (size_t i = 0; i < OPTION_COUNT(exclusive); i++) {
    const char *a = exclusive[i][0], *b = exclusive[i][1];
    if (!option_seen(line, a) || !option_seen(line, b)) continue;
    error_set(err, "--%s and --%s: expected only one of them", a, b);
    return false;
  }
  for (size_t i = 0; i < OPTION_COUNT(needing); i++) {
    const char *a = needing[i][0], *b = needing[i][1];
    if (!option_seen(line, a) || option_seen(line, b)) continue;
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

static bool is_ptm(const struct config *c) { return !config_is_etm3(c); }
static bool has_return_stack(const struct config *c) { return is_ptm(c) && c->etmccer & ETMCCER_RETURN_STACK; }
static bool has_stamps(const struct config *c) {
  return (is_ptm(c) || config_minor(c) >= 5) && c->etmccer & ETMCCER_TIMESTAMP;
}
static bool has_alternative(const struct config *c) { return config_is_etm3(c) && config_minor(c) >= 4; }
static bool has_hyp(const struct config *c) { return config_minor(c) >= (is_ptm(c) ? 1 : 5); }
static bool has_high(const struct config *c) { return config_minor(c) >= (is_ptm(c) ? 1 : 4); }
static bool has_thumbee(const struct config *c) { return is_ptm(c) || config_minor(c) >= 3; }
static bool has_ns(const struct config *c) { return is_ptm(c) || config_minor(c) >= 2; }

static const struct {
  const char *option;
  bool (*has)(const struct config *);
  const char *expected;
} features[] = {
    {"minor", config_is_etm3, "an ETM"},
    {"alternative", has_alternative, "an ETM, v3.4 or v3.5"},
    {"greedy", config_is_etm3, "an ETM"},
    {"count-packets", config_is_etm3, "an ETM"},
    {"old-exceptions", config_is_etm3, "an ETM"},
    {"late", config_is_etm3, "an ETM"},
    {"depth", is_ptm, "a PTM"},
    {"return-stack", has_return_stack, "a PTM with ETMCCER[23]"},
    {"vmid", told_has_hyp, "PFTv1.1 or ETMv3.5 with ETMCCER[26]"},
    {"timestamps", has_stamps, "a PTM or ETMv3.5 with ETMCCER[22]"},
    {"hyp", has_hyp, "PFTv1.1 or ETMv3.5"},
    {"high", has_high, "PFTv1.1, ETMv3.4 or v3.5"},
    {"thumbee", has_thumbee, "a PTM or ETMv3.3 to v3.5"},
    {"ns", has_ns, "a PTM or ETMv3.2 to v3.5"},
};

static bool fit_unit(const struct options *o, const struct option_line *line, struct error *err) {
  const struct config *c = &o->config;
  if (config_is_etm3(c) != o->etm3 && option_seen(line, "set")) {
    error_set(err, "--set: expected %s",
              o->etm3 ? "a7 or m3 of an ETM" : "a9, a15 or full of a PTM; --protocol etm3 is of an ETM");
    return false;
  }
  if (config_is_etm3(c) != o->etm3) {
    error_set(err, "--idr 0x%08" PRIX32 ": expected %s in bits 11:8, as of %s", c->etmidr, o->etm3 ? "2" : "3",
              o->etm3 ? "an ETM" : "a PTM; --protocol etm3 is of an ETM");
    return false;
  }
  for (size_t i = 0; i < OPTION_COUNT(features); i++) {
    if (!option_seen(line, features[i].option) || features[i].has(c)) continue;
    const char *family = o->etm3 ? "ETMv3" : "PFTv1";
    error_set(err, "--%s: expected %s; this unit is %s.%u, its ETMCCER 0x%08" PRIX32, features[i].option,
              features[i].expected, family, o->etm3 || config_minor(c) == 0 ? config_minor(c) : 1, c->etmccer);
    return false;
  }
  if (!o->etm3 && c->etmauxcr > 7) {
    error_set(err, "--etmauxcr 0x%" PRIX32 ": expected 0 to 7 of a PTM", c->etmauxcr);
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
