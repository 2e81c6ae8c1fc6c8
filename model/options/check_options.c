// SPDX-License-Identifier: Apache-2.0
// The configuration of a checker that is bound to another simulation: the table of options of a simulator, without the
// options of its stimulus.
#include "check_options.h"

#include <stddef.h>

#include "description.h"
#include "option_words.h"
#include "options.h"

// Options that only a configuration has.
static const struct option_row attached_rows[] = {
    {"name", "NAME", "name of this checker in messages and plusargs; required if a simulation has several",
     OPTIONS_PINS, .kind = OPTION_TEXT, .at = offsetof(struct options, checks.name), .expected = "a name"},
    {"elf", "FILE", "ELF file with the code, so that each instruction is compared", OPTIONS_PINS, .kind = OPTION_TEXT,
     .at = offsetof(struct options, checks.elf), .expected = "a file name"},
};
static const struct option_group options_attached = {"checker instance:", attached_rows, OPTION_COUNT(attached_rows)};

const struct option_line options_of_checker = {
    .command = "waypoint_checker",
    .about =
        "Checks a trace unit at its pins. In a configuration write these options without dashes, as name=value "
        "(docs/checker-module.md).",
    .listed_by = "waypoint help waypoint_checker",
    .use = OPTIONS_PINS | OPTIONS_WRITES,
    .groups = {&options_unit, &options_port, &options_registers, &options_files, &options_checks, &options_attached}};

bool options_of_words(struct check_options *checks, struct option_words *words, const char *text, bool etm3,
                      struct error *err) {
  struct options options;
  struct option_line line = options_of_checker;
  option_words_put(words, line.command);
  option_words_put(words, etm3 ? "--protocol=etm3" : "--protocol=pft");
  *checks = (struct check_options){0};
  if (!option_words_add(words, &line, text, err) ||
      options_read(&line, words->argc, words->argv, &options, err) != OPTION_GOOD) {
    options_verdict_files(words->argc, words->argv, checks);
    return false;
  }
  *checks = options.checks;
  checks->config = options.config;
  checks->without = options.unit.without;
  checks->config.unknown = options_unnamed(&line) & ~options.unit.named;
  return true;
}

struct rule_set check_rules_off(const struct check_options *o) {
  struct rule_set off = o->rules_off;
  if (ability_is_there(ability_find("debug-request"), &o->config, o->without)) return off;
  for (unsigned rule = RULE_TRC_DBG_1; rule <= RULE_TRC_DBG_4; rule++) rule_add(&off, rule);
  return off;
}

bool options_of_text(struct check_options *checks, const char *text, bool etm3, struct error *err) {
  struct option_words words = {0};
  return options_of_words(checks, &words, text, etm3, err);
}
