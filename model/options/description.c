// SPDX-License-Identifier: Apache-2.0
#include "description.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "error.h"
#include "option_words.h"
#include "options.h"
#include "protocol.h"
#include "register.h"
#include "units.inc"

enum { NEVER = ABILITY_NEVER };

const struct ability abilities[] = {
    {"minor", {NEVER, 0}, 0, "an ETM"},
    {"alternative", {NEVER, 4}, 0, "an ETM, v3.4 or v3.5"},
    {"greedy", {NEVER, 0}, 0, "an ETM"},
    {"count-packets", {NEVER, 0}, 0, "an ETM"},
    {"old-exceptions", {NEVER, 0}, 0, "an ETM"},
    {"late", {NEVER, 0}, 0, "an ETM"},
    {"debug-entries", {NEVER, 0}, 0, "an ETM"},
    {"free-running", {NEVER, 0}, 0, "an ETM"},
    {"long-halt", {NEVER, 0}, 0, "an ETM"},
    {"depth", {0, NEVER}, 0, "a PTM"},
    {"return-stack", {0, 0}, FIELD_ETMCR_RETURN_STACK, "a PTM with ETMCCER[23]"},
    {"vmid", {0, 0}, FIELD_ETMCR_VMID, "PFTv1.1 or ETMv3.5 with ETMCCER[26]"},
    {"timestamps", {0, 0}, FIELD_ETMCR_TIMESTAMP, "a PTM or ETMv3.5 with ETMCCER[22]"},
    {"hyp", {1, 5}, 0, "PFTv1.1 or ETMv3.5"},
    {"high", {1, 4}, 0, "PFTv1.1, ETMv3.4 or v3.5"},
    {"thumbee", {0, 3}, 0, "a PTM or ETMv3.3 to v3.5"},
    {"ns", {0, 2}, 0, "a PTM or ETMv3.2 to v3.5"},
    // No register says whether a unit has these.
    {"cycle-accurate", {0, 0}, 0, "a unit that counts cycles"},
    {"broadcast", {0, 0}, 0, "a unit with branch broadcast"},
    {"context-id", {0, 0}, 0, "a unit that traces Context IDs"},
    {"jazelle", {0, 0}, 0, "a processor with Jazelle"},
    {"prohibited", {0, 0}, 0, "a unit with prohibited regions"},
    {"debug", {0, 0}, 0, "a processor with Debug state"},
    {"debug-request", {0, 0}, 0, "a unit with PTMDBGRQ or ETMDBGRQ"},
    {"idle-rate", {0, 0}, 0, "a unit with PTMIDLEREQ"},
    {"sync-rate", {0, 0}, 0, "a unit with SYNCREQ"},
    {"flush-rate", {0, 0}, 0, "a unit with AFVALID"},
    {"off-flush-rate", {0, 0}, 0, "a unit with AFVALID"},
    {"no-halting-rate", {0, NEVER}, 0, "a PTM with HDBGEN"},
    {"clock-change-rate", {0, 0}, 0, "a unit with TSCLKCHANGE"},
    {"etmteevr", {0, 0}, 0, "a unit with a TraceEnable event"},
    {"etmtrigger", {0, 0}, 0, "a unit with a trigger event"},
    {"etmtsevr", {0, 0}, 0, "a unit with a timestamp event"},
    {"etmauxcr", {0, 0}, 0, "a unit with our ETMAUXCR"},
    {"power-down", {0, 0}, 0, "a unit with a Power Down bit"},
    {"os-lock", {0, 0}, 0, "a unit with an OS lock"},
    {"authentication", {0, 0}, 0, "a unit with NIDEN"},
};
const size_t abilities_count = sizeof abilities / sizeof *abilities;

const struct ability *ability_find(const char *name) {
  for (size_t i = 0; i < abilities_count; i++) {
    if (strcmp(abilities[i].name, name) == 0) return &abilities[i];
  }
  return NULL;
}

bool ability_is_there(const struct ability *ability, const struct config *c, uint64_t without) {
  return !(without & ability_bit(ability)) && config_minor(c) >= ability->since[config_protocol(c)] &&
         config_has(c, ability->field);
}

bool ability_has(const struct options *o, const struct ability *ability) {
  return ability_is_there(ability, &o->config, o->unit.without);
}

const char *const description_os_locks[] = {"none", "open", "set", NULL};

unsigned description_os_lock(const struct config *config) {
  return !(config->cfgregs & CFGREGS_OS_LOCK) ? 0 : config->cfgregs & CFGREGS_OS_LOCK_SET ? 2 : 1;
}

// Calls `take` for each name between the commas.
static bool take_each(const char *text, bool (*take)(const char *name, void *to), void *to) {
  char name[40];
  for (const char *rest = text;; rest++) {
    const size_t length = strcspn(rest, ",");
    if (length >= sizeof name) return false;
    memcpy(name, rest, length);
    name[length] = '\0';
    if (!take(name, to)) return false;
    rest += length;
    if (!*rest) return true;
  }
}

static bool take_ability(const char *name, void *to) {
  uint64_t *without = to;
  const struct ability *ability = ability_find(name);
  if (ability) *without |= ability_bit(ability);
  return ability;
}

const char *description_ability(size_t i) { return i < abilities_count ? abilities[i].name : NULL; }

bool description_take_without(const char *text, void *to) { return take_each(text, take_ability, to); }

// The register with this name, if the host can write it. NULL: there is none.
static const struct register_row *find_written(const char *name, size_t length) {
  for (const struct register_row *row = register_rows; row->config; row++) {
    const bool written = row->access[PROTOCOL_PFT].how & REGISTER_WRITE;
    if (written && strlen(row->name) == length && strncmp(row->name, name, length) == 0) return row;
  }
  return NULL;
}

static bool take_one_unreadable(const char *name, void *to) {
  uint32_t *unreadable = to;
  const struct register_row *row = find_written(name, strlen(name));
  if (row) *unreadable |= row->config;
  return row;
}

bool description_take_unreadable(const char *text, void *to) { return take_each(text, take_one_unreadable, to); }

static bool take_one_fixed(const char *name, void *to) {
  struct options *o = to;
  const size_t length = strcspn(name, ":");
  const struct register_row *row = find_written(name, length);
  uint64_t value;
  if (!row || row->offset == ETMCR || !name[length]) return false;
  if (!option_number(name + length + 1, 0, row->bits, &value)) return false;
  o->config.fixed |= row->config;
  if (row->offset == ETMSYNCFR && value == 0x400) o->config.cfgregs |= CFGREGS_FIXED_SYNC;
  *register_field(row, &o->config) = o->unit.fixed[row - register_rows] = (uint32_t)value;
  return true;
}

bool description_take_fixed(const char *text, void *to) { return take_each(text, take_one_fixed, to); }

// Is it a trace register that a host programs? Registers that change by themselves are state of the unit.
static bool is_programmed(const struct register_row *row) {
  const unsigned how = row->access[PROTOCOL_PFT].how | row->access[PROTOCOL_ETM3].how, offset = row->offset;
  const bool is_counter = register_within(offset, ETMCNTVR1, ETMCNTVR4);
  const bool is_state = offset == ETMCR || offset == ETMSR || offset == ETMSQR || is_counter;
  return how & REGISTER_WRITE && offset / 4 < REGISTERS_TRACE && !is_state;
}

// Does `name` name the row? It is its name, with or without the number at its end, or "all" for the registers whose
// value after a reset no clause fixes.
static bool names(const struct register_row *row, const char *name, size_t length) {
  if (length == 3 && strncmp(name, "all", length) == 0) return row->reset == REGISTER_OPEN;
  return strncmp(row->name, name, length) == 0 &&
         strspn(row->name + length, "0123456789") == strlen(row->name + length);
}

static bool take_one_reset(const char *name, void *to) {
  struct register_values *values = to;
  const size_t length = strcspn(name, ":");
  bool is_found = false;
  for (size_t i = 0; i < register_count && name[length]; i++) {
    const struct register_row *row = &register_rows[i];
    const unsigned word = row->offset >> 2;
    uint64_t value;
    if (!is_programmed(row) || !names(row, name, length)) continue;
    if (!option_number(name + length + 1, 0, row->bits, &value)) return false;
    values->value[word] = (uint32_t)value;
    values->known[word] = is_found = true;
  }
  return is_found;
}

bool description_take_resets(const char *text, void *to) { return take_each(text, take_one_reset, to); }

void description_print_resets(const struct register_values *values, FILE *to) {
  const char *before = "reset=";
  bool has_all = true;
  for (size_t i = 0; i < register_count; i++) {
    const struct register_row *row = &register_rows[i];
    const bool is_open = is_programmed(row) && row->reset == REGISTER_OPEN;
    has_all = has_all && (!is_open || values->known[row->offset / 4]);
  }
  if (has_all) fprintf(to, "%sall:0", before);
  if (has_all) before = ",";
  for (size_t i = 0; i < register_count; i++) {
    const struct register_row *row = &register_rows[i];
    const unsigned word = row->offset / 4;
    if (word >= REGISTERS_TRACE || !values->known[word] || (has_all && values->value[word] == 0)) continue;
    fprintf(to, "%s%s:0x%" PRIX32, before, row->name, values->value[word]);
    before = ",";
  }
  if (*before == ',') fputc('\n', to);
}

// --- the file --------------------------------------------------------------------------------------------------------

const char *const description_parts[] = {UNIT_NAMES NULL};
static const char *const texts[] = {UNIT_TEXTS};

const char *description_part_of(const char *core) {
  static const char family[] = "Cortex-";
  const size_t length = strlen(family);
  for (size_t i = 0; strncasecmp(core, family, length) == 0 && description_parts[i]; i++) {
    if (strcasecmp(core + length, description_parts[i]) == 0) return description_parts[i];
  }
  return NULL;
}

// Opens the text of a known part, or a file. NULL: there is none.
static FILE *open_unit(const char *from) {
  for (size_t i = 0; description_parts[i]; i++) {
    if (strcmp(description_parts[i], from) == 0) return fmemopen((void *)(uintptr_t)texts[i], strlen(texts[i]), "r");
  }
  return fopen(from, "r");
}

static bool refuse(const struct description *unit, struct error *err) {
  char parts[120] = "";
  for (const char *const *part = description_parts; *part; part++) {
    strcat(strcat(parts, part == description_parts ? "" : ", "), *part);
  }
  return error_set(err, "--%s %s: %s; expected a description file (docs/unit.md) or a known part: %s", unit->option,
                   unit->from, strerror(errno), parts);
}

// Do the options of the description fit the unit? A message names the file, and the option as the file has it:
// idr=0x..., not --idr 0x...
static bool fits(const struct options *o, const struct option_line *line, const char *from, struct error *err) {
  struct options alone = *o;
  struct error why;
  alone.unit.from = NULL;
  if (options_fit_unit(&alone, line, &why)) return true;
  const size_t name = strcspn(why.text, " :");
  if (strncmp(why.text + name, " 0x", 3) == 0) why.text[name] = '=';
  return error_set(err, "%s: %s", from, why.text + (strncmp(why.text, "--", 2) == 0 ? 2 : 0));
}

bool description_read(struct options *o, struct error *err) {
  const struct description given = o->unit;
  struct option_line line = {.command = "waypoint unit",
                             .about = "The description of a unit.",
                             .use = OPTIONS_UNIT,
                             .groups = {&options_unit, &options_port, &options_checks}};
  struct option_words words = {0};
  FILE *file = open_unit(given.from);
  if (!file) return refuse(&given, err);
  option_words_put(&words, line.command);
  const bool good = option_words_read(&words, &line, file, given.from, err) &&
                    option_line_read(&line, words.argc, words.argv, o, err) == OPTION_GOOD &&
                    fits(o, &line, given.from, err);
  fclose(file);
  option_words_free(&words);
  o->unit.from = given.from;
  o->unit.option = given.option;
  o->unit.protocol = o->protocol;
  o->unit.has_mode = option_seen(&line, "mode");
  o->unit.named = (options_unnamed(&line) ^ CONFIG_ALL) | o->config.fixed;
  return good;
}
