// SPDX-License-Identifier: Apache-2.0
// waypoint unit: prints the complete description of a unit, from another description, values of its ID registers, or a
// log.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "clock_log.h"
#include "command.h"
#include "description.h"
#include "lines.h"
#include "protocol.h"
#include "register.h"
#include "resource.h"
#include "rule_table.h"

struct unit_words {
  struct options options;
  const char *log;
  bool prints_names;  // print only the names of features
};

// Takes the values of ID registers that are read on the APB, and otherwise those of the configuration pins.
static bool read_log(struct unit_words *w, struct error *err) {
  struct options *o = &w->options;
  struct clock_log log;
  struct pins pins;
  bool first = true, read = false, good = clock_log_open(&log, w->log, o->protocol, &o->config, err);
  enum read_result next = READ_BAD;
  while (good && (next = clock_log_next(&log, &pins, err)) == READ_GOOD) {
    if (first) o->config.etmidr = pins.in.cfgidr, o->config.etmccer = pins.in.cfgccer;
    if (first) o->config.cfgregs = pins.in.cfgregs;
    if (first) o->config.return_stack_depth = pins.in.retstack_depth;
    first = false;
    if (pins.in.pwrite || !ports_access(&pins.in, &pins.out)) continue;
    if (pins.in.paddr == ETMIDR) o->config.etmidr = pins.out.prdata, read = true;
    if (pins.in.paddr == ETMCCR) o->config.etmccr = pins.out.prdata;
    if (pins.in.paddr == ETMCCER) o->config.etmccer = pins.out.prdata;
  }
  if (good) o->unit.width = log.atb_bits;
  clock_log_close(&log);
  if (!good || next == READ_BAD) return false;
  return read || error_set(err, "%s: expected a read of ETMIDR on the APB, found none", w->log);
}

// Prints "1 counter" or "2 counters".
static void print_count(const char *before, unsigned count, const char *noun, const char *rest) {
  printf("%s%u %s%s%s", before, count, noun, count == 1 ? "" : "s", rest);
}

static void print_resources(uint32_t ccr) {
  print_count("# ", field_get(ccr, ETMCCR_PAIRS), "pair", " of address comparators");
  print_count(", ", field_get(ccr, ETMCCR_COUNTERS), "counter", "");
  printf(", %s sequencer", ccr & ETMCCR_SEQUENCER ? "a" : "no");
  print_count(", ", field_get(ccr, ETMCCR_INPUTS), "external input", "");
  print_count(", ", field_get(ccr, ETMCCR_OUTPUTS), "output", "");
  print_count(", ", field_get(ccr, ETMCCR_CONTEXT_IDS), "Context ID comparator", "\n");
}

// Does the unit implement the ability, and the ability on which it depends?
static bool is_implemented(const struct options *o, const struct ability *ability) {
  static const char *const depends[][2] = {{"depth", "return-stack"}, {"etmtsevr", "timestamps"}};
  for (size_t i = 0; i < sizeof depends / sizeof *depends; i++) {
    const bool is_row = strcmp(ability->name, depends[i][0]) == 0;
    if (is_row && !ability_has(o, ability_find(depends[i][1]))) return false;
  }
  return ability_has(o, ability);
}

static void print_abilities(const struct options *o, bool implemented, const char *before) {
  for (size_t i = 0; i < abilities_count; i++) {
    if (is_implemented(o, &abilities[i]) == implemented) printf(" %s%s", before, abilities[i].name);
  }
}

static bool has_register(const struct config *c, unsigned offset) {
  return register_is_there(register_at(offset), config_protocol(c), config_minor(c));
}

// Prints the kinds of resources, and other parts of the programmers' model that the registers report.
static void print_kinds(const struct config *c) {
  const uint32_t ccr = config_ccr(c);
  for (unsigned i = 0; i < RESOURCE_KINDS; i++) {
    if (config_resources(c, i)) printf(" resource.%s", resource_kinds[i].word);
  }
  if (field_get(ccr, ETMCCR_OUTPUTS)) printf(" outputs");
  if (c->cfgregs & CFGREGS_SOFTWARE_LOCK && has_register(c, ETMLAR)) printf(" swlock");
  if (description_os_lock(c) && has_register(c, ETMOSLAR)) printf(" oslock");
}

// Prints a name for each size and kind.
static void print_sizes(const struct options *o) {
  for (unsigned minor = 1; minor <= config_minor(&o->config); minor++) printf(" minor.%u", minor);
  if (o->protocol == PROTOCOL_ETM3) printf(o->config.etmidr & ETMIDR_ALTERNATIVE ? " encoding.1" : " encoding.0");
  for (unsigned i = 0; i < config_resources(&o->config, RESOURCE_KIND_EXTIN); i++) printf(" extin.%u", i);
  for (unsigned i = 0; i < config_resources(&o->config, RESOURCE_KIND_SELECTED); i++) printf(" selector.%u", i + 1);
  print_kinds(&o->config);
  for (uint32_t depth = 1; o->protocol == PROTOCOL_PFT && depth <= o->config.return_stack_depth; depth++) {
    printf(" depth.%" PRIu32, depth);
  }
  if (o->config.wpt_depth > 0) printf(" wpt-depth");
  printf(o->config.etmccer & ETMCCER_STAMP64 ? " stamp64" : " stamp48");
  printf(o->config.etmccer & ETMCCER_BINARY_STAMPS ? " binary" : " gray");
  putchar('\n');
}

// Prints the resources and locks in the registers and the description, a line NAME=NUMBER each. Without ccr= the
// resources are not known, and their numbers are 0.
static void print_numbers(const struct options *o) {
  const struct config *c = &o->config;
  const uint32_t ccr = c->etmccr;
  const unsigned minor = config_minor(c), etm = o->protocol == PROTOCOL_ETM3;
  const bool newest = minor == (etm ? 5 : 1), has_management = has_register(c, ETMCLAIMSET),
             has_os_lock = has_register(c, ETMOSLAR) && description_os_lock(c);
  const struct {
    const char *name;
    uint32_t number;
  } numbers[] = {{"minor", minor},
                 {"pairs", field_get(ccr, ETMCCR_PAIRS)},
                 {"counters", field_get(ccr, ETMCCR_COUNTERS)},
                 {"reduced-counter", config_count(c, FIELD_ETMCCER_REDUCED_COUNTER)},
                 {"sequencer", field_get(ccr, ETMCCR_SEQUENCER)},
                 {"outputs", field_get(ccr, ETMCCR_OUTPUTS)},
                 {"inputs", ccr ? config_resources(c, RESOURCE_KIND_EXTIN) : 0},
                 {"selectors", config_count(c, FIELD_ETMCCER_SELECTORS)},
                 {"extended-inputs", config_count(c, FIELD_ETMCCER_EXTENDED)},
                 {"embeddedice", config_count(c, FIELD_ETMCCER_EMBEDDEDICE)},
                 {"embeddedice-starts", config_count(c, FIELD_ETMCCER_ICE_START_STOP)},
                 {"latches", config_count(c, FIELD_ETMCCER_WATCHPOINTS)},
                 {"contexts", field_get(ccr, ETMCCR_CONTEXT_IDS)},
                 {"virtualization", config_count(c, FIELD_ETMCCER_VIRTUALIZATION)},
                 {"security", (c->etmidr & ETMIDR_SECURITY) != 0},
                 {"start-stop", field_get(ccr, ETMCCR_START_STOP)},
                 {"readable", !etm || config_count(c, FIELD_ETMCCER_READABLE)},
                 {"os-lock", has_os_lock},
                 {"saved-words", has_os_lock && !newest},
                 {"software-lock", has_management && c->cfgregs & CFGREGS_SOFTWARE_LOCK},
                 {"power", c->cfgregs & CFGREGS_TWO_DOMAINS ? 2 : 1},
                 {"claim", has_management ? field_get(c->cfgregs, CFGREGS_CLAIM_TAGS) : 0}};
  for (size_t i = 0; i < OPTION_COUNT(numbers); i++) printf("%s=%" PRIu32 "\n", numbers[i].name, numbers[i].number);
}

static void print_without(const struct options *o) {
  const char *before = "without=";
  for (size_t i = 0; i < abilities_count; i++) {
    if (!(o->unit.without >> i & 1)) continue;
    printf("%s%s", before, abilities[i].name);
    before = ",";
  }
  if (o->unit.without) putchar('\n');
}

static void print_registers(const struct options *o) {
  for (const struct register_row *row = register_rows; row->config; row++) {
    if (o->config.fixed & row->config)
      printf("fixed=%s:0x%" PRIX32 "\n", row->name, o->unit.fixed[row - register_rows]);
    if (o->config.unreadable & row->config) printf("unreadable=%s\n", row->name);
  }
}

// Prints the options that would write a fixed register.
static void print_fixed_options(const struct options *o) {
  for (const struct register_row *row = register_rows; row->config; row++) {
    for (size_t i = 0; o->config.fixed & row->config && i < options_registers.count; i++) {
      const struct option_row *option = &options_registers.rows[i];
      if (option->at == offsetof(struct options, config) + row->field) printf(" -%s", option->name);
    }
  }
}

static void print_number(const char *name, uint32_t value) {
  if (value) printf("%s=%" PRIu32 "\n", name, value);
}

static void print_checks(const struct check_options *options) {
  const struct {
    const char *name;
    uint32_t value;
  } windows[] = {{"timeout-drain", options->windows.drain},       {"timeout-response", options->windows.answer},
                 {"timeout-bus", options->windows.bus},           {"timeout-debug", options->windows.debug},
                 {"latency-tolerance", options->windows.latency}, {"status-latency", options->windows.status}};
  if (options->latency_low || options->latency_high)
    printf("latency=%d..%d\n", options->latency_low, options->latency_high);
  for (unsigned rule = 0; rule < RULES; rule++) {
    if (rule_in(&options->rules_off, rule)) printf("rule-off=%s\n", rule_table[rule].id);
  }
  if (options->outputs) puts("outputs=yes");
  print_number("filter-late", options->filter_late);
  for (size_t i = 0; i < OPTION_COUNT(windows); i++) {
    if (windows[i].value != WINDOW_DEFAULT) printf("%s=%" PRIu32 "\n", windows[i].name, windows[i].value);
  }
}

static void print_description(const struct options *o) {
  const struct protocol_row *protocol = &protocols[o->protocol];
  const struct config *c = &o->config;
  printf(LINES_BEGIN "# %s: %s.%u\nprotocol=%s\nidr=0x%08" PRIX32 "\n", protocol->a_unit, protocol->family,
         config_minor(c), protocol->option, c->etmidr);
  if (c->etmccr) {
    print_resources(c->etmccr);
    printf("ccr=0x%08" PRIX32 "\n", c->etmccr);
  }
  printf("ccer=0x%08" PRIX32 "\n", c->etmccer);
  printf("oslock=%s swlock=%s power=%d claim=%u\n", description_os_locks[description_os_lock(c)],
         c->cfgregs & CFGREGS_SOFTWARE_LOCK ? "yes" : "no", c->cfgregs & CFGREGS_TWO_DOMAINS ? 2 : 1,
         field_get(c->cfgregs, CFGREGS_CLAIM_TAGS));
  if (o->protocol == PROTOCOL_PFT) printf("depth=%" PRIu32 "\n", c->return_stack_depth);
  if (c->split_at_trigger) puts("split-at-trigger");
  print_number("width", o->unit.width);
  print_number("queue", o->unit.queue);
  print_number("fifo", o->unit.fifo);
  if (o->checks.port != PORT_BY_DEPTH) printf("port=%s\n", waypoint_ports[o->checks.port - PORT_COMMITTED]);
  print_number("wpt-depth", c->wpt_depth);
  if (o->checks.flush) puts("wpt-flush=keeps");
  // Only the reference RTL can be compared with the reference model.
  printf("mode=%s\n", check_modes[o->unit.has_mode ? o->checks.mode : CHECK_LEGAL]);
  print_checks(&o->checks);
  print_without(o);
  print_registers(o);
  description_print_resets(&o->checks.resets, stdout);
  printf("# Implemented:");
  print_abilities(o, true, "");
  printf("\n# Not implemented:");
  print_abilities(o, false, "");
  printf("\n" LINES_END);
}

// Reads the description that the argument names.
static bool describe(const struct option_line *line, void *target, struct error *err) {
  struct options *o = target;
  o->unit.from = *line->word;
  o->unit.option = "unit";
  return !o->unit.from || description_read(o, err);
}

static enum option_result read_words(struct unit_words *w, int argc, char **argv, struct error *err) {
  const char *from = NULL;
  const struct option_row rows[] = {
      {"log", "FILE", "describe the trace unit whose ID registers are read in a log of clocks (docs/log.md)",
       OPTIONS_UNIT, .kind = OPTION_TEXT, .at = offsetof(struct unit_words, log), .expected = "a file name"},
      {"can", NULL, "print only feature names, with a dash before each feature that is not implemented", OPTIONS_UNIT,
       .kind = OPTION_ON, .at = offsetof(struct unit_words, prints_names)}};
  const struct option_group own = {"input and output:", rows, OPTION_COUNT(rows)};
  struct option_line line = {
      .command = "waypoint unit",
      .usage = "[FILE|NAME]",
      .about =
          "Prints the complete description of a trace unit (docs/unit.md), from a description file, a known part (a9, "
          "a15, full, a7, m3), values of ID registers, or a log of clocks.",
      .use = OPTIONS_UNIT,
      .groups = {&options_unit, &options_port, &options_checks, &own},
      .word = &from,
      .begin = describe};
  const enum option_result result = options_read(&line, argc, argv, w, err);
  if (result != OPTION_GOOD || !from || !w->log) return result;
  error_set(err, "%s and --log: expected only one of them", from);
  return OPTION_BAD;
}

int command_unit(int argc, char **argv) {
  struct unit_words words = {.log = NULL};
  struct error err;
  const enum option_result result = read_words(&words, argc, argv, &err);
  if (result == OPTION_ANSWERED) return 0;
  if (result != OPTION_GOOD || (words.log && !read_log(&words, &err))) return could_not_run(&err);
  if (words.prints_names) {
    print_abilities(&words.options, true, "");
    print_abilities(&words.options, false, "-");
    print_fixed_options(&words.options);
    print_sizes(&words.options);
    print_numbers(&words.options);
  } else {
    print_description(&words.options);
  }
  return 0;
}
