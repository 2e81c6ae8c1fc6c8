// SPDX-License-Identifier: Apache-2.0
// Reads a host script, and executes its steps.
#include "script.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "error.h"
#include "lines.h"
#include "nearest.h"
#include "number.h"
#include "register.h"
#include "script_draw.h"

enum { POLL_CLOCKS = 10000 };  // clocks of a poll without a limit of its own
enum { HANGS = 1 << 16 };      // clocks after which an access has failed
enum { SILENCE = 64 };         // clocks without trace after which the unit is silent
enum { WORDS = 6 };            // words on a line, and one more
enum { OFFSETS = 0x1000 };     // bytes of the register space

// --- the text --------------------------------------------------------------------------------------------------------

#define SCRIPT_ROW(word, name, operands, form) {name, operands, form},
static const struct { const char *name, *operands, *form; } grammar[SCRIPT_COMMANDS] = {SCRIPT_TABLE(SCRIPT_ROW)};

static bool take_number(const char *text, uint32_t most, uint32_t *to) {
  uint64_t value;
  if (!number_read(text, 0, most, &value)) return false;
  *to = (uint32_t)value;
  return true;
}

static bool take_register(const char *text, uint32_t *to) {
  for (size_t i = 0; i < register_count; i++) {
    if (strcmp(register_rows[i].name, text) != 0) continue;
    *to = register_rows[i].offset;
    return true;
  }
  return take_number(text, OFFSETS - 4, to) && *to % 4 == 0;
}

static bool take_choice(const char *text, const char *no, const char *yes, uint32_t *to) {
  *to = strcmp(text, yes) == 0;
  return *to || strcmp(text, no) == 0;
}

static bool take(char kind, const char *text, struct script_step *step) {
  switch (toupper((unsigned char)kind)) {
    case 'R':
      return take_register(text, &step->address);
    case 'M':
      return take_number(text, UINT32_MAX, &step->mask);
    case 'N':
      return take_number(text, UINT32_MAX, &step->value);
    case 'C':
      return take_number(text, UINT32_MAX - 1, &step->clocks);
    case 'P':
      return take_choice(text, "off", "on", &step->value);
    case 'B':
      return take_choice(text, "0", "1", &step->value);
  }
  return false;
}

// Splits the line into words, without its comment.
static unsigned split(char *text, char **words) {
  unsigned count = 0;
  char *rest = NULL;
  text[strcspn(text, "#")] = '\0';
  for (char *word = strtok_r(text, " \t", &rest); word && count < WORDS; word = strtok_r(NULL, " \t", &rest)) {
    words[count++] = word;
  }
  return count;
}

__attribute__((format(printf, 2, 3))) static bool reject(struct lines *l, const char *format, ...) {
  char text[200];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return lines_refuse(l, text);
}

static bool reject_command(struct lines *l, const char *word) {
  struct nearest near;
  nearest_start(&near, word, strlen(word));
  for (size_t i = 0; i < SCRIPT_COMMANDS; i++) nearest_try(&near, grammar[i].name);
  return reject(l, "unknown command %.60s; %s docs/host.md", word, nearest_advice(&near, ""));
}

static bool reject_register(struct lines *l, const char *word) {
  struct nearest near;
  if (isdigit((unsigned char)*word))
    return reject(l, "register %.60s: expected an offset that is a multiple of 4, 0 to 0x%X", word, OFFSETS - 4);
  nearest_start(&near, word, strlen(word));
  for (size_t i = 0; i < register_count; i++) nearest_try(&near, register_rows[i].name);
  return reject(l, "unknown register %.60s; %s docs/registers.md", word, nearest_advice(&near, ""));
}

static bool reject_operand(struct lines *l, char operand, const char *form, const char *word) {
  switch (toupper((unsigned char)operand)) {
    case 'R':
      return reject_register(l, word);
    case 'M':
      return reject(l, "mask \"%.60s\": expected a number of at most 32 bits", word);
    case 'N':
      return reject(l, "value \"%.60s\": expected a number of at most 32 bits", word);
    case 'C':
      return reject(l, "clocks \"%.60s\": expected a number from 0 to 0x%" PRIX32, word, UINT32_MAX - 1);
  }
  return reject(l, "expected %s, found \"%.60s\"", form, word);
}

// Reads the words after the command.
static bool read_step(struct lines *l, struct script_step *step, char **words, unsigned count) {
  const char *operand = grammar[step->word].operands, *form = grammar[step->word].form;
  unsigned i = 1;
  step->clocks = step->word == SCRIPT_POLL ? POLL_CLOCKS : UINT32_MAX;
  for (; *operand && i < count; operand++, i++) {
    if (take(*operand, words[i], step)) continue;
    return reject_operand(l, *operand, form, words[i]);
  }
  if (i < count) return reject(l, "expected %s, found \"%.60s\" after it", form, words[i]);
  return !isupper((unsigned char)*operand) || reject(l, "expected %s, found the end of the line", form);
}

static bool read_line(struct script *script, struct lines *l) {
  char *words[WORDS];
  const char *comment = strchr(l->text, '#');
  const unsigned count = split(l->text, words);
  struct script_step step = {.line = l->number};
  unsigned word = 0;
  if (count == 0) return true;
  while (word < SCRIPT_COMMANDS && strcmp(grammar[word].name, words[0]) != 0) word++;
  if (word == SCRIPT_COMMANDS) return reject_command(l, words[0]);
  step.word = (enum script_word)word;
  if (!read_step(l, &step, words, count)) return false;
  if (comment) snprintf(step.comment, sizeof step.comment, "%s", comment + strspn(comment + 1, " ") + 1);
  script->steps = array_reserve(script->steps, script->count + 1, &script->room, sizeof *script->steps);
  script->steps[script->count++] = step;
  return true;
}

static bool read_text(struct script *script, struct lines *l, bool good) {
  while (good && lines_next(l)) good = read_line(script, l);
  return lines_close(l) && good;
}

static bool save_text(const char *path, const char *text, struct error *err) {
  FILE *to = fopen(path, "w");
  const bool written = to && fputs(text, to) >= 0;
  if (to && fclose(to) == 0 && written) return true;
  return error_set(err, "%s: %s", path, strerror(errno));
}

static bool draw(struct script *script, const struct drive_options *options, const struct config *config, bool illegal,
                 struct error *err) {
  struct lines l = {0};
  struct locations locations;
  char *text = NULL;
  size_t size;
  if (!locations_find(&locations, options, err)) return false;
  FILE *to = error_memory(open_memstream(&text, &size));
  script_draw(to, config, &options->limits, &locations, options->seed, illegal);
  if (fclose(to) != 0) error_memory(NULL);
  FILE *from = error_memory(fmemopen(text, size, "r"));
  lines_of(&l, from, script->path, err);
  const bool good = read_text(script, &l, true) && (!options->host_text || save_text(options->host_text, text, err));
  fclose(from);
  free(text);
  return good;
}

bool script_open(struct script *script, const struct drive_options *options, const struct config *config,
                 struct error *err) {
  struct lines l = {0};
  const bool illegal = strcmp(options->host, "illegal") == 0;
  *script = (struct script){.path = options->host};
  script->pins = (struct host_pins){.niden = true, .dbgen = true, .paddrdbg31 = true, .dbgpwrdup = true};
  if (illegal || strcmp(options->host, "random") == 0) return draw(script, options, config, illegal, err);
  const bool good = read_text(script, &l, lines_open(&l, script->path, err));
  if (good && script->count == 0)
    return error_set(err, "%s: expected at least one command of a host script, found none; see docs/host.md",
                     script->path);
  return good;
}

void script_close(struct script *script) { free(script->steps); }

// --- the steps -------------------------------------------------------------------------------------------------------

static const char *register_name(uint32_t address) {
  const struct register_row *row = register_at(address);
  return row->name ? row->name : "a register";
}

static void fail(struct script *script, const struct script_step *step, const char *what) {
  snprintf(script->why, sizeof script->why, "%s:%u: %s", script->path, step->line, what);
}

static bool is_as_expected(const struct script_step *step, const struct ports_out *seen) {
  return !seen->pslverr && (seen->prdata & step->mask) == (step->value & step->mask);
}

// "ETMSR is 0x00000008, expected 0x00000000"; of a field, "ETMSR[3] is 1 (ETMSR=0x00000008), expected 0".
static void put_read(const struct script_step *step, uint32_t value, char *text, size_t room) {
  const char *name = register_name(step->address);
  const unsigned low = step->mask ? (unsigned)__builtin_ctz(step->mask) : 0, field = step->mask >> low;
  const unsigned high = step->mask ? 31 - (unsigned)__builtin_clz(step->mask) : 0;
  const uint32_t expected = step->value & step->mask;
  const bool is_field = field > 0 && (field & (field + 1)) == 0;
  if (step->mask == UINT32_MAX) {
    snprintf(text, room, "%s is 0x%08" PRIX32 ", expected 0x%08" PRIX32, name, value, expected);
  } else if (high == low) {
    snprintf(text, room, "%s[%u] is %u (%s=0x%08" PRIX32 "), expected %u", name, low, value >> low & 1, name, value,
             expected >> low);
  } else if (is_field) {
    snprintf(text, room, "%s[%u:%u] is 0x%" PRIX32 " (%s=0x%08" PRIX32 "), expected 0x%" PRIX32, name, high, low,
             (value & step->mask) >> low, name, value, expected >> low);
  } else {
    snprintf(text, room, "%s is 0x%08" PRIX32 ", expected 0x%08" PRIX32 " in the bits 0x%08" PRIX32, name, value,
             expected, step->mask);
  }
}

static void fail_read(struct script *script, const struct script_step *step, const struct ports_out *seen) {
  char observed[120], poll[64] = "", what[220];
  put_read(step, seen->prdata, observed, sizeof observed);
  if (seen->pslverr)
    snprintf(observed, sizeof observed, "%s is not readable (PSLVERR), expected 0x%08" PRIX32,
             register_name(step->address), step->value & step->mask);
  if (step->word == SCRIPT_POLL)
    snprintf(poll, sizeof poll, "the poll gave up after %" PRIu32 " clocks: ", step->clocks);
  snprintf(what, sizeof what, "%s%s", poll, observed);
  script->failed_read = step;
  fail(script, step, what);
}

const struct script_step *script_last_write(const struct script *script, uint16_t offset) {
  const bool is_saved = offset / 4 < REGISTERS_TRACE;
  for (const struct script_step *step = script->failed_read; step && step-- > script->steps;) {
    const bool writes = step->word == SCRIPT_WRITE && step->address == offset;
    if (writes || (is_saved && step->word == SCRIPT_RESTORE)) return step;
  }
  return NULL;
}

static void fail_access(struct script *script, const struct script_step *step) {
  char what[80];
  snprintf(what, sizeof what, "access has had no PREADY in %d clocks, expected it to end", HANGS);
  fail(script, step, what);
}

// Prepares the next access to ETMOSSRR: the count first, then that many words (IHI 0035B 3.16.39). False if there is
// none.
static bool next_word(struct script *script, const struct script_step *step, const struct ports_out *seen) {
  const bool saves = step->word == SCRIPT_SAVE;
  if (saves && script->at == 0) script->saved = seen->prdata;
  if (saves && script->at > 0) script->words[script->at - 1] = seen->prdata;
  if (seen->pslverr || script->saved > SCRIPT_SAVED) {
    fail(script, step,
         seen->pslverr ? "ETMOSSRR is not readable or writable (PSLVERR), expected a saved word"
                       : "ETMOSSRR counts more than 256 words, expected at most 256");
    return false;
  }
  return script->at++ < script->saved;
}

static void begin(struct script *script, const struct script_step *step) {
  struct host_access access = {(uint16_t)step->address, step->word == SCRIPT_WRITE, step->value};
  if (step->word == SCRIPT_SAVE || step->word == SCRIPT_RESTORE) access.address = ETMOSSRR;
  if (step->word == SCRIPT_RESTORE && script->at > 0) {
    access.write = true;
    access.data = script->words[script->at - 1];
  }
  script->started = true;
  script->hung = 0;
  host_access_begin(&script->pins, access);
}

// The access has ended. True if the step has, too.
static bool is_done(struct script *script, const struct script_step *step, const struct ports_out *seen) {
  switch (step->word) {
    case SCRIPT_POLL:
      if (is_as_expected(step, seen)) return true;
      if (script->clocks >= step->clocks) fail_read(script, step, seen);
      return false;
    case SCRIPT_EXPECT:
      if (!is_as_expected(step, seen)) fail_read(script, step, seen);
      return true;
    case SCRIPT_SAVE:
    case SCRIPT_RESTORE:
      return !next_word(script, step, seen);
    default:
      return true;
  }
}

static bool do_access(struct script *script, const struct script_step *step, const struct ports_out *seen,
                      bool pclken) {
  if (script->started && is_done(script, step, seen)) return true;
  script->started = false;
  if (pclken && !*script->why) begin(script, step);
  return false;
}

// The pin changes in the next clock, and the next step starts one clock later.
static bool drive_pin(struct script *script, bool *pin, bool value, bool pclken) {
  const bool driven = script->started;
  if (!driven && pclken) {
    *pin = value;
    script->started = true;
  }
  return driven;
}

// Continues a step. True if it has ended.
static bool continue_step(struct script *script, const struct script_step *step, const struct ports_out *seen,
                          bool pclken, bool left) {
  struct host_pins *p = &script->pins;
  switch (step->word) {
    case SCRIPT_WRITE:
    case SCRIPT_READ:
    case SCRIPT_POLL:
    case SCRIPT_EXPECT:
    case SCRIPT_SAVE:
    case SCRIPT_RESTORE:
      return do_access(script, step, seen, pclken);
    case SCRIPT_WAIT:
      return script->clocks >= step->clocks;
    case SCRIPT_TRACE:
      return script->clocks >= step->clocks || !left;
    case SCRIPT_RESET:
      return drive_pin(script, &script->resets, true, pclken);
    case SCRIPT_POWER:
      return drive_pin(script, &p->dbgpwrdup, step->value, pclken);
    case SCRIPT_NIDEN:
      return drive_pin(script, &p->niden, step->value, pclken);
    case SCRIPT_DBGEN:
      return drive_pin(script, &p->dbgen, step->value, pclken);
    case SCRIPT_SOFTWARE:
    case SCRIPT_DEBUGGER:
      return drive_pin(script, &p->paddrdbg31, step->word == SCRIPT_DEBUGGER, pclken);
  }
  return true;
}

static void begin_next(struct script *script) {
  script->next++;
  script->started = false;
  script->clocks = 0;
  script->at = 0;
}

bool script_traces(const struct script *script) {
  return script->next < script->count && script->steps[script->next].word == SCRIPT_TRACE;
}

static enum script_state state(struct script *script, const struct ports_out *seen) {
  if (*script->why) return SCRIPT_FAILED;
  if (script->next < script->count) return SCRIPT_RUNNING;
  script->silent = seen->atvalid ? 0 : script->silent + 1;
  return script->silent < SILENCE ? SCRIPT_OVER : SCRIPT_SILENT;
}

enum script_state script_step(struct script *script, const struct ports_out *seen, bool pclken, bool resetn,
                              bool left) {
  if (!resetn) return SCRIPT_RUNNING;
  if (!script->is_ready) {
    script->is_ready = pclken;
    return SCRIPT_RUNNING;
  }
  script->clocks += !script_traces(script) || seen->wpt_enable;
  if (host_access_is_active(&script->pins, seen, pclken)) {
    if (++script->hung > HANGS) fail_access(script, &script->steps[script->next]);
    return state(script, seen);
  }
  while (script->next < script->count && !*script->why &&
         continue_step(script, &script->steps[script->next], seen, pclken, left))
    begin_next(script);
  return state(script, seen);
}
