// SPDX-License-Identifier: Apache-2.0
// Reads command lines and completes what follows from the options of a run; decides whether the unit can start.
#include "options.h"

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "error.h"
#include "register.h"
#include "resource.h"

// Real code with one instruction in a clock, on an ATB that is always ready, is known to fit into every queue. Random
// code has too many exceptions in a row. An ATB that is narrower than an instruction is too slow (sim/bench.c).
static bool is_known_to_fit(const struct drive_options *drive) {
  return drive->source == SOURCE_PROGRAM && drive->stim.spacing == SPACING_ONE && drive->atclken == 100 &&
         drive->pressure.kind == PRESSURE_NONE;
}

// Completes the limits of a run whose stimulus we generate.
static void complete_bounds(struct check_options *checks, const struct drive_options *drive) {
  if (checks->bounds.lost == CHECK_DEFAULT && !is_known_to_fit(drive)) checks->bounds.lost = CHECK_NO_BOUND;
}

// Before a host script programs the unit, its registers have the values after a reset, or unknown values.
static void leave_registers(struct config *c) {
  for (const struct register_row *row = register_rows; row->config; row++) {
    if (!(row->access[config_protocol(c)].how & REGISTER_WRITE)) continue;
    if (row->reset == REGISTER_OPEN) {
      c->unknown |= row->config;
    } else if (!(c->fixed & row->config)) {
      *register_field(row, c) = (uint32_t)row->reset;
    }
  }
}

// Sets the values of the trace registers of the reference RTL after a reset (rtl/trc_regs.sv). Mode strict is for this
// RTL only; another DUT has the values that its description gives.
static void complete_resets(struct register_values *resets) {
  const struct register_values described = *resets;
  description_take_resets("all:0,ETMTEEVR:0x6F,ETMTECR1:0x1000000", resets);
  for (unsigned word = 0; word < REGISTERS_TRACE; word++) {
    if (described.known[word]) resets->value[word] = described.value[word];
  }
}

// A generated host script uses only what the description includes.
static void limit_host(struct options *o) {
  static const struct {
    const char *ability;
    uint32_t etmcr, registers;
  } rows[] = {{"cycle-accurate", ETMCR_CYCLE_ACCURATE, 0},
              {"broadcast", ETMCR_BRANCH_BROADCAST, 0},
              {"context-id", ETMCR_CONTEXT_ID, 0},
              {"timestamps", ETMCR_TIMESTAMP, CONFIG_ETMTSEVR},
              {"return-stack", ETMCR_RETURN_STACK, 0},
              {"vmid", ETMCR_VMID, 0},
              {"debug-request", ETMCR_DEBUG_REQUEST, 0},
              {"etmteevr", 0, CONFIG_ETMTEEVR},
              {"etmtrigger", 0, CONFIG_ETMTRIGGER},
              {"etmtsevr", 0, CONFIG_ETMTSEVR},
              {"etmauxcr", 0, CONFIG_ETMAUXCR}};
  struct host_limits *limits = &o->drive.limits;
  *limits = (struct host_limits){.etmcr = UINT32_MAX,
                                 .registers = CONFIG_ALL & ~o->config.fixed,
                                 .has_os_lock = ability_has(o, ability_find("os-lock")),
                                 .has_power_down = ability_has(o, ability_find("power-down")),
                                 .has_authentication = ability_has(o, ability_find("authentication"))};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (ability_has(o, ability_find(rows[i].ability))) continue;
    limits->etmcr &= ~rows[i].etmcr;
    limits->registers &= ~rows[i].registers;
  }
}

// WPTTYPE 6 is reserved on the Cortex-A9's port (DDI 0388 table A-29).
void options_fit_port(struct drive_options *drive, uint32_t port, const struct config *config) {
  if (waypoint_port_speculates(port, config)) drive->stim.updates = false;
}

// Completes the options of the stimulus, so that it presents only what this unit takes for waypoints.
static void complete(struct options *o) {
  if (o->drive.source == SOURCE_RANDOM && o->drive.clocks == 0) o->drive.clocks = 10000;
  o->drive.stim.seed = o->drive.seed;
  o->drive.speculation.flush_keeps = o->checks.flush;
  if (!ability_has(o, ability_find("debug"))) o->drive.debug_response = (struct debug_response){0};
  o->drive.stim.instructions = o->protocol == PROTOCOL_ETM3;
  // ETMv3.2 and earlier cannot report two instructions of a clock cycle-accurately (IHI 0014Q 7.3.1, format 4), which a
  // host script may select.
  const bool counts = o->config.etmcr & ETMCR_CYCLE_ACCURATE || o->drive.host;
  o->drive.stim.pairs_apart = counts && config_minor(&o->config) < 3;
  if (o->drive.host) leave_registers(&o->config);
  if (o->drive.host) limit_host(o);
  // A unit without ETMPDSR has one power domain (IHI 0014Q 3.8.1: SinglePower).
  if (!register_is_there(register_at(ETMPDSR), o->protocol, config_minor(&o->config)))
    o->config.cfgregs &= ~(uint32_t)CFGREGS_TWO_DOMAINS;
  o->drive.stim.barrier_waypoints = o->config.etmccer & ETMCCER_BARRIER_WAYPOINTS;
  const unsigned extended = config_count(&o->config, FIELD_ETMCCER_EXTENDED);
  if (config_resources(&o->config, RESOURCE_KIND_SELECTED))
    o->drive.stim.extended_inputs = extended < 32 ? extended : 32;
  o->drive.stim.embeddedice_inputs = config_resources(&o->config, RESOURCE_KIND_WATCHPOINT);
  o->drive.stim.updates = config_minor(&o->config) == 0;
  options_fit_port(&o->drive, o->checks.port, &o->config);
  o->drive.random.waypoints = (uint32_t)o->drive.clocks + 1;  // with any spacing, a waypoint takes a clock
  if (o->drive.stim.instructions) {  // a slot takes a clock: it contains a waypoint, and may contain an exception
    random_knobs_limit(&o->drive.random, config_minor(&o->config));
    o->drive.random.waypoints = 2 * o->drive.random.waypoints;
    o->drive.random.steps = 2 * o->drive.random.waypoints;
  }
}

static const struct options defaults = {.drive = {.seed = 1, .atclken = 100, .pclken = 100, .debug_response = {1, 100}},
                                        .checks = {.bounds = {CHECK_DEFAULT, CHECK_DEFAULT, CHECK_DEFAULT},
                                                   .windows = {WINDOW_DEFAULT, WINDOW_DEFAULT, WINDOW_DEFAULT,
                                                               WINDOW_DEFAULT, WINDOW_DEFAULT, WINDOW_DEFAULT, false}},
                                        .to = UINT64_MAX};

static void set_defaults(struct options *o, unsigned use) {
  *o = defaults;
  o->drive.random = random_knobs_default;
  o->config = config_default_pft;
  o->checks.mode = use & OPTIONS_CLOCKED ? CHECK_STRICT : CHECK_LEGAL;
}

// Reads the description of the unit before all other options, which may replace what it gives.
static bool read_unit(const struct option_line *line, void *target, struct error *err) {
  struct options *o = target;
  (void)line;
  if (o->unit.from && !description_read(o, err)) return false;
  o->config.unit = o->unit.from;
  return true;
}

enum option_result options_read(struct option_line *line, int argc, char **argv, void *target, struct error *err) {
  struct options *o = target;
  set_defaults(o, line->use);
  if (!line->begin) line->begin = read_unit;
  const enum option_result result = option_line_read(line, argc, argv, target, err);
  if (result != OPTION_GOOD) return result;
  if (!options_agree(o, line, err)) return OPTION_BAD;
  complete(o);
  if (line->use & OPTIONS_PINS && o->checks.mode == CHECK_STRICT) complete_resets(&o->checks.resets);
  o->checks.without = o->unit.without;
  if (line->use & OPTIONS_CLOCKED) complete_bounds(&o->checks, &o->drive);
  return OPTION_GOOD;
}

// Does the unit trace anything with this ETMCR? An ETM needs bit 11, a PTM does not have it.
static bool can_start(const struct options *o, struct error *err) {
  const uint32_t etmcr = o->config.etmcr;
  if (etmcr & ETMCR_POWER_DOWN)
    return error_set(err, "--etmcr 0x%" PRIX32 ": expected 0 in bit 0 (power-down), found 1; nothing would be traced",
                     etmcr);
  if (o->protocol == PROTOCOL_PFT || etmcr & ETMCR_PORT) return true;
  return error_set(
      err, "--etmcr 0x%" PRIX32 ": expected 1 in bit 11 (ETM port selection), found 0; nothing would be traced", etmcr);
}

const struct option_line options_of_simulator = {
    .command = "waypoint-sim",
    .about = "Simulates a trace unit, and checks its outputs and its trace.",
    .use = OPTIONS_ALL,
    .groups = {&options_source, &options_code, &options_presented, &options_unit, &options_registers,
               &options_testbench, &options_files, &options_checks}};

enum option_result options_parse(struct options *options, int argc, char **argv, struct error *err) {
  struct option_line line = options_of_simulator;
  const enum option_result result = options_read(&line, argc, argv, options, err);
  return result == OPTION_GOOD && !can_start(options, err) ? OPTION_BAD : result;
}

uint32_t options_unnamed(const struct option_line *line) {
  uint32_t unknown = CONFIG_ALL;
  for (const struct register_row *row = register_rows; row->config; row++) {
    if (option_seen_at(line, offsetof(struct options, config) + row->field)) unknown &= ~(uint32_t)row->config;
  }
  return unknown;
}

// Does the same option follow, and replace this one? The last option determines the source and the protocol.
static bool is_replaced(const struct option_row *row, int rest, char **argv) {
  const bool can_be_replaced = option_is_of(row, &options_source) || strcmp(row->name, "protocol") == 0;
  for (int i = 0; can_be_replaced && i < rest; i++) {
    if (option_row_of(&options_of_simulator, argv[i]) == row) return true;
  }
  return false;
}

int options_repeat(int argc, char **argv, char **to) {
  int count = 0;
  for (int i = 0, words; i < argc; i += words) {
    const struct option_row *row = option_row_of(&options_of_simulator, argv[i]);
    words = row && i + 1 < argc ? option_words_of(row, argv[i]) : 1;
    const bool left_out = row && (row->writes || is_replaced(row, argc - i - words, argv + i + words));
    for (int w = 0; w < words && !left_out; w++) to[count++] = argv[i + w];
  }
  to[count] = NULL;
  return count;
}

void options_verdict_files(int argc, char **argv, struct check_options *files) {
  for (int i = 0, words; i < argc; i += words) {
    const struct option_row *row = option_row_of(&options_of_simulator, argv[i]);
    words = row && i + 1 < argc ? option_words_of(row, argv[i]) : 1;
    const char *equals = strchr(argv[i], '='), *value = words == 2 ? argv[i + 1] : equals ? equals + 1 : NULL;
    if (row && value && strcmp(row->name, "result") == 0) files->result = value;
    if (row && value && strcmp(row->name, "facts") == 0) files->facts = value;
  }
}
