// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arch.h"
#include "error.h"
#include "stim.h"

const char options_help[] =
    "what the processor does (one of):\n"
    "  --random SEED          random code and a walk through it (default: 1)\n"
    "  --program FILE         a recorded program\n"
    "  --stimulus FILE        waypoints written as text\n"
    "  --clocks N             clocks of it (random: 10000; else to its end)\n"
    "  --seed N               for what is drawn in the run (default: that of --random, or 1)\n"
    "  --spacing waypoint|one|two|stall   a waypoint per clock (default), instructions per clock, random stalls\n"
    "  --exceptions P, --indirect P, --thumb P   random code: percent of the waypoints, and of the functions\n"
    "  --ns                   random code: Secure and Non-secure\n"
    "  --debug P, --prohibited P   random code: percent of the waypoints that halt, of the segments that are secret\n"
    "  --context P, --vmids P percent of barriers and exceptions that bring a new Context ID, VMID\n"
    "  --thumbee P, --jazelle P, --long P   percent of the Thumb functions, of all functions, of the segments with\n"
    "                         over 4,096 bytes of code without a waypoint\n"
    "  --hyp P, --high P      percent of the Non-secure exceptions that go to Hyp mode, of the exceptions above 15\n"
    "  --late P               ETM: percent of the targets that come later than their branch\n"
    "  --barriers P           percent of the waypoint instructions: DMB, DSB, CP15 barriers\n"
    "  --ns-writes P          percent of them, before which Secure code makes itself Non-secure (with --ns)\n"
    "around it:\n"
    "  --backpressure none|random:P|burst:N|periodic:N   P percent not ready, bursts up to N clocks, one clock in N\n"
    "  --flush-rate N, --sync-rate N      random requests per 1,000 clocks\n"
    "  --extin-rate N         random EXTIN in N of 1,000 clocks\n"
    "  --atclken P, --pclken P   percent of the clocks with ATCLKEN, PCLKEN (default 100)\n"
    "  --syncfr N             ETMSYNCFR (default 0x400)\n"
    "  --etmtrigger N         ETMTRIGGER, the trigger event (default 0: never)\n"
    "  --idle-rate N, --clock-change-rate N   PTMIDLEREQ, TSCLKCHANGE in N of 1,000 clocks\n"
    "the unit:\n"
    "  --protocol pft|etm3    of a PTM or an ETM; the simulator is built for one of them (default pft)\n"
    "  --set a9|a15|full      what it can do: ETMIDR, ETMCCER and the return stack of known parts\n"
    "  --set a7|m3            likewise of an ETM\n"
    "  --minor 0..5, --alternative   ETM: ETMv3.0 to 3.5, and its alternative branch encoding (ETMIDR[7:4], [20])\n"
    "  --greedy, --count-packets, --old-exceptions   ETM: ETMAUXCR[3], [4], [5] (docs/pipeline-etm3.md 2)\n"
    "  --idr N, --ccer N      CFGIDR, CFGCCER (default 0x571CF310, 0x00801800)\n"
    "  --depth N              RETSTACKDEPTH, entries of the return stack, 0 to 15 (default 4)\n"
    "  --cycle-accurate, --broadcast, --timestamps, --vmid, --return-stack   ETMCR[12], [8], [28], [30], [29]\n"
    "  --context-id 0|1|2|4   bytes of a Context ID, ETMCR[15:14]\n"
    "  --etmcr N              ETMCR as a whole\n"
    "  --etmteevr N           ETMTEEVR, the TraceEnable event (default 0x6F: always)\n"
    "  --etmtsevr N           ETMTSEVR, the timestamp event (default 0: never)\n"
    "  --etmauxcr N           ETMAUXCR: 1 = no forced overflow; others: docs/pipeline.md 2 (default 0)\n"
    "  --restarts N           stop the unit and start it again N times\n"
    "  --resets N             RESETn low at N random clocks, for 1 to 5 clocks\n"
    "  --abrupt               stop it while waypoints keep coming\n"
    "  --stop-by programming|power-down|os-lock|authentication   how (default programming)\n"
    "what to write:\n"
    "  --bytes FILE           the unit's trace bytes\n"
    "  --beats FILE           each ATB beat: clock, bytes\n"
    "  --snapshot DIR         a debugger's snapshot, for other decoders\n"
    "  --coverage FILE        appends the counts of packet kinds and lengths\n"
    "  --fst FILE [--from CLOCK] [--to CLOCK]   waves\n"
    "  --quiet                only the last line\n"
    "  --no-model             check only that the trace tells what happened, not how the unit makes it\n"
    "  --rule-off ID          leave an architecture rule out (docs/rules.md)\n"
    "  --rule-on ID           evaluate one that is off for now\n"
    "  --window-drain N, --window-answer N, --window-bus N, --window-latency N   clocks that it gives the unit\n"
    "  --no-check             do not check, for measuring what the checks cost\n";

static bool number(const char *text, uint64_t max, uint64_t *value) {
  char *end;
  errno = 0;
  *value = strtoull(text, &end, 0);
  return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *value <= max;
}

// `text` is "name" or "name:N".
static bool pressure(const char *text, struct pressure *p) {
  static const struct {
    const char *name;
    uint64_t min, max;
  } kinds[] = {
      [PRESSURE_RANDOM] = {"random:", 0, 99},
      [PRESSURE_BURST] = {"burst:", 1, 1000000},
      [PRESSURE_PERIODIC] = {"periodic:", 1, 1000000},
  };
  *p = (struct pressure){0};
  if (strcmp(text, "none") == 0) return true;
  for (unsigned k = PRESSURE_RANDOM; k <= PRESSURE_PERIODIC; k++) {
    const size_t length = strlen(kinds[k].name);
    uint64_t value;
    if (strncmp(text, kinds[k].name, length) != 0) continue;
    if (!number(text + length, kinds[k].max, &value) || value < kinds[k].min) return false;
    *p = (struct pressure){.kind = k, .value = (uint32_t)value};
    return true;
  }
  return false;
}

static const char *const spacing_names[] = {
    [SPACING_WAYPOINT] = "waypoint", [SPACING_ONE] = "one", [SPACING_TWO] = "two", [SPACING_STALL] = "stall", NULL};
static const char *const stop_names[] = {[STOP_BY_PROGRAMMING] = "programming",
                                         [STOP_BY_POWER_DOWN] = "power-down",
                                         [STOP_BY_OS_LOCK] = "os-lock",
                                         [STOP_BY_AUTHENTICATION] = "authentication",
                                         NULL};

// The place of `text` among `names`, as an enum.
static bool one_of(const char *text, const char *const *names, void *to) {
  for (unsigned i = 0; names[i]; i++) {
    if (strcmp(text, names[i]) != 0) continue;
    memcpy(to, &i, sizeof i);
    return true;
  }
  return false;
}

static bool protocol(const char *text, struct config *config) {
  const bool etm3 = strcmp(text, "etm3") == 0;
  *config = etm3 ? config_default_etm3 : config_default;
  return etm3 || strcmp(text, "pft") == 0;
}

// ETMIDR[7:4].
static bool minor(const char *text, uint32_t *etmidr) {
  uint64_t n;
  if (!number(text, 5, &n)) return false;
  *etmidr = (*etmidr & ~0xF0u) | (uint32_t)n << 4;
  return true;
}

// What known parts are like (docs/pipeline.md 2, docs/pipeline-etm3.md 2).
static bool set(const char *text, struct config *config) {
  static const struct {
    const char *name;
    uint32_t idr, ccer, depth;
  } sets[] = {
      {"a7", 0x410CF250, 0x344008F2, 0},    {"m3", 0x4114F240, 0, 0},
      {"a9", 0x571CF300, 0x00C01800, 0},    {"a15", 0x571CF310, 0x34C01800, 1},
      {"full", 0x571CF310, 0x37C01800, 15},
  };
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
    if (strcmp(text, sets[i].name) != 0) continue;
    if (config_is_etm3(&(struct config){.etmidr = sets[i].idr}) != config_is_etm3(config)) return false;
    config->etmidr = sets[i].idr;
    config->etmccer = sets[i].ccer;
    config->return_stack_depth = sets[i].depth;
    return true;
  }
  return false;
}

// A number of bytes, in ETMCR.
static bool context_id(const char *text, uint32_t *etmcr) {
  static const char *const sizes[] = {"0", "1", "2", "4", NULL};
  unsigned code = 0;
  if (!one_of(text, sizes, &code)) return false;
  *etmcr = (*etmcr & ~(3u << ETMCR_CONTEXT_ID_SHIFT)) | code << ETMCR_CONTEXT_ID_SHIFT;
  return true;
}

// `off` has a bit for each rule that is off.
static bool rule(const char *id, bool on, uint64_t *off) {
  const unsigned i = arch_find(id);
  if (i == ARCH_RULES) return false;
  *off = on ? *off & ~(1ull << i) : *off | 1ull << i;
  return true;
}

enum kind {
  FLAG,
  NO_FLAG,
  BITS,
  NUMBER,
  MORE_BITS,
  POSITIVE,
  WIDE,
  NAME,
  PRESSURE,
  SPACING,
  SET,
  PROTOCOL,
  MINOR,
  CONTEXT_ID,
  STOP_BY,
  RULE_OFF,
  RULE_ON,
  RANDOM,
  PROGRAM,
  TEXT
};

static bool take(struct options *o, enum kind kind, void *to, uint64_t max, const char *value) {
  uint64_t n = 0;
  switch (kind) {
    case FLAG:
      *(bool *)to = true;
      return true;
    case NO_FLAG:
      *(bool *)to = false;
      return true;
    case BITS:
      *(uint32_t *)to |= (uint32_t)max;
      return true;
    case NUMBER:
    case MORE_BITS:
    case POSITIVE:
    case WIDE:
    case RANDOM:
      if (!number(value, max, &n) || (kind == POSITIVE && n == 0)) return false;
      if (kind == MORE_BITS) {
        *(uint32_t *)to |= (uint32_t)n;
      } else if (kind == NUMBER || kind == POSITIVE) {
        *(uint32_t *)to = (uint32_t)n;
      } else {
        *(uint64_t *)to = n;
      }
      if (kind == RANDOM) o->source = SOURCE_RANDOM;
      return true;
    case PROGRAM:
    case TEXT:
    case NAME:
      *(const char **)to = value;
      if (kind != NAME) o->source = kind == PROGRAM ? SOURCE_PROGRAM : SOURCE_TEXT;
      return *value != '\0';
    case PRESSURE:
      return pressure(value, to);
    case SPACING:
      return one_of(value, spacing_names, to);
    case STOP_BY:
      return one_of(value, stop_names, to);
    case SET:
      return set(value, to);
    case PROTOCOL:  // has been looked at before the others
      return strcmp(value, "pft") == 0 || strcmp(value, "etm3") == 0;
    case MINOR:
      return minor(value, to);
    case CONTEXT_ID:
      return context_id(value, to);
    case RULE_OFF:
    case RULE_ON:
      return rule(value, kind == RULE_ON, to);
  }
  return false;
}

bool options_parse(struct options *options, int argc, char **argv, struct error *err) {
  struct options o = {.seed = 1,
                      .random = random_knobs_default,
                      .config = config_default,
                      .atclken = 100,
                      .pclken = 100,
                      .model = true,
                      .check = true,
                      .rules_off = arch_rules_off(),
                      .to = UINT64_MAX};
  const struct {
    const char *name;
    enum kind kind;
    void *to;
    uint64_t max;
  } known[] = {
      {"--random", RANDOM, &o.seed, UINT64_MAX},
      {"--program", PROGRAM, &o.path, 0},
      {"--stimulus", TEXT, &o.path, 0},
      {"--clocks", WIDE, &o.clocks, 1000000000},
      {"--seed", WIDE, &o.seed, UINT64_MAX},
      {"--spacing", SPACING, &o.stim.spacing, 0},
      {"--thumb", NUMBER, &o.random.thumb_percent, 100},
      {"--indirect", NUMBER, &o.random.indirect_percent, 100},
      {"--context", NUMBER, &o.stim.context_percent, 100},
      {"--vmids", NUMBER, &o.stim.vmid_percent, 100},
      {"--thumbee", NUMBER, &o.random.thumbee_percent, 50},
      {"--jazelle", NUMBER, &o.random.jazelle_percent, 50},
      {"--hyp", NUMBER, &o.random.hyp_percent, 100},
      {"--high", NUMBER, &o.random.high_percent, 100},
      {"--barriers", NUMBER, &o.random.barrier_percent, 100},
      {"--ns-writes", NUMBER, &o.random.ns_write_percent, 100},
      {"--long", NUMBER, &o.random.long_percent, 50},
      {"--exceptions", NUMBER, &o.random.exception_percent, 100},
      {"--debug", NUMBER, &o.random.debug_percent, 100},
      {"--prohibited", NUMBER, &o.random.prohibited_percent, 50},
      {"--ns", FLAG, &o.random.ns_changes, 0},
      {"--backpressure", PRESSURE, &o.pressure, 0},
      {"--flush-rate", NUMBER, &o.stim.flush_permille, 1000},
      {"--sync-rate", NUMBER, &o.stim.sync_permille, 1000},
      {"--extin-rate", NUMBER, &o.stim.extin_permille, 1000},
      {"--idle-rate", NUMBER, &o.stim.idle_permille, 1000},
      {"--clock-change-rate", NUMBER, &o.stim.clock_change_permille, 1000},
      {"--atclken", POSITIVE, &o.atclken, 100},
      {"--pclken", POSITIVE, &o.pclken, 100},
      {"--etmtrigger", NUMBER, &o.config.etmtrigger, 0x1FFFF},
      {"--etmauxcr", MORE_BITS, &o.config.etmauxcr, 0x3F},
      {"--syncfr", NUMBER, &o.config.etmsyncfr, 0xFFF},
      {"--return-stack", BITS, &o.config.etmcr, ETMCR_RETURN_STACK},
      {"--cycle-accurate", BITS, &o.config.etmcr, ETMCR_CYCLE_ACCURATE},
      {"--broadcast", BITS, &o.config.etmcr, ETMCR_BRANCH_BROADCAST},
      {"--timestamps", BITS, &o.config.etmcr, ETMCR_TIMESTAMP},
      {"--vmid", BITS, &o.config.etmcr, ETMCR_VMID},
      {"--context-id", CONTEXT_ID, &o.config.etmcr, 0},
      {"--etmcr", NUMBER, &o.config.etmcr, UINT32_MAX},
      {"--protocol", PROTOCOL, NULL, 0},
      {"--set", SET, &o.config, 0},
      {"--minor", MINOR, &o.config.etmidr, 0},
      {"--alternative", BITS, &o.config.etmidr, 1u << 20},
      {"--greedy", BITS, &o.config.etmauxcr, 1u << 3},
      {"--count-packets", BITS, &o.config.etmauxcr, 1u << 4},
      {"--old-exceptions", BITS, &o.config.etmauxcr, 1u << 5},
      {"--late", NUMBER, &o.stim.late_percent, 100},
      {"--idr", NUMBER, &o.config.etmidr, UINT32_MAX},
      {"--ccer", NUMBER, &o.config.etmccer, UINT32_MAX},
      {"--etmteevr", NUMBER, &o.config.etmteevr, 0x1FFFF},
      {"--etmtsevr", NUMBER, &o.config.etmtsevr, 0x1FFFF},
      {"--depth", NUMBER, &o.config.return_stack_depth, 15},
      {"--restarts", NUMBER, &o.restarts, 1000},
      {"--resets", NUMBER, &o.resets, 1000},
      {"--abrupt", FLAG, &o.abrupt, 0},
      {"--stop-by", STOP_BY, &o.stop_by, 0},
      {"--bytes", NAME, &o.bytes, 0},
      {"--beats", NAME, &o.beats, 0},
      {"--snapshot", NAME, &o.snapshot, 0},
      {"--coverage", NAME, &o.coverage, 0},
      {"--fst", NAME, &o.fst, 0},
      {"--from", WIDE, &o.from, UINT32_MAX},
      {"--to", WIDE, &o.to, UINT64_MAX},
      {"--quiet", FLAG, &o.quiet, 0},
      {"--no-model", NO_FLAG, &o.model, 0},
      {"--rule-off", RULE_OFF, &o.rules_off, 0},
      {"--rule-on", RULE_ON, &o.rules_off, 0},
      {"--window-drain", NUMBER, &o.windows.drain, UINT32_MAX},
      {"--window-answer", NUMBER, &o.windows.answer, UINT32_MAX},
      {"--window-bus", NUMBER, &o.windows.bus, UINT32_MAX},
      {"--window-latency", NUMBER, &o.windows.latency, ARCH_HISTORY - 1},
      {"--no-check", NO_FLAG, &o.check, 0},
  };
  enum { KNOWN = sizeof known / sizeof *known };

  // What the others change.
  for (int i = 1; i + 1 < argc; i++) {
    if (strcmp(argv[i], "--protocol") == 0) protocol(argv[i + 1], &o.config);
  }
  for (int i = 1; i < argc; i++) {
    size_t k = 0;
    while (k < KNOWN && strcmp(argv[i], known[k].name) != 0) k++;
    if (k == KNOWN) {
      error_set(err, "%s: not an option; --help lists them", argv[i]);
      return false;
    }
    const bool alone = known[k].kind <= BITS;
    const char *value = alone || i + 1 == argc ? "" : argv[i + 1];
    if (!take(&o, known[k].kind, known[k].to, known[k].max, value)) {
      error_set(err, "%s %s: expected another value; --help tells which", argv[i], value);
      return false;
    }
    i += !alone;
  }
  if (o.source == SOURCE_RANDOM && o.clocks == 0) o.clocks = 10000;
  o.stim.seed = o.seed;
  o.stim.instructions = config_is_etm3(&o.config);
  // ETMv3.2 and earlier cannot tell it cycle-accurately (IHI 0014Q 7.3.1, format 4).
  o.stim.pairs_apart = o.config.etmcr & ETMCR_CYCLE_ACCURATE && config_minor(&o.config) < 3;
  if (o.stim.instructions) random_knobs_limit(&o.random, config_minor(&o.config));
  // Only what this unit takes for waypoints is presented.
  o.stim.barrier_waypoints = o.config.etmccer >> 24 & 1;
  o.stim.updates = (o.config.etmidr >> 4 & 0xF) == 0;
  o.random.waypoints = (uint32_t)o.clocks + 1;  // a waypoint needs a clock, whatever the spacing
  if (o.stim.instructions) {                    // a slot needs one too: it takes a waypoint, and an exception beside it
    o.random.waypoints = 2 * o.random.waypoints;
    o.random.steps = 2 * o.random.waypoints;
  }
  *options = o;
  return true;
}
