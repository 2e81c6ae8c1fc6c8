// SPDX-License-Identifier: Apache-2.0
// Reads the scopes and variables of a wave, and finds the pins of the map.
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "wave.h"

// --- codes -----------------------------------------------------------------------------------------------------------

enum { CODES = 1 << 10 };  // first size of the table, a power of two

// The index of a code in the table, or the index for it if it is not there.
static size_t index_of(const struct wave *wave, const char *code) {
  uint32_t hash = 2166136261u;
  for (const char *c = code; *c; c++) hash = (hash ^ (uint8_t)*c) * 16777619u;
  size_t at = hash & (wave->room - 1);
  while (wave->codes[at].code && strcmp(wave->codes[at].code, code) != 0) at = (at + 1) & (wave->room - 1);
  return at;
}

const struct wave_code *wave_signal(const struct wave *wave, const char *code) {
  const struct wave_code *c = &wave->codes[index_of(wave, code)];
  return c->code ? c : NULL;
}

static void enlarge(struct wave *wave) {
  struct wave_code *before = wave->codes;
  const size_t count = wave->room;
  wave->room = count ? 2 * count : CODES;
  wave->codes = error_memory(calloc(wave->room, sizeof *wave->codes));
  for (size_t i = 0; i < count; i++) {
    if (before[i].code) wave->codes[index_of(wave, before[i].code)] = before[i];
  }
  free(before);
}

static void declare(struct wave *wave, const char *code, unsigned bits) {
  if (2 * wave->declared >= wave->room) enlarge(wave);
  struct wave_code *c = &wave->codes[index_of(wave, code)];
  if (!c->code) {
    c->code = error_memory(strdup(code));
    wave->declared++;
  }
  if (bits > c->bits) c->bits = bits;
}

// --- variables -------------------------------------------------------------------------------------------------------

struct declaration {
  struct wave_variable variable;
  char *code, type[24], width[24];  // words of the declaration; the last two are cut
};

// Drops the pieces of a source, for which there is a better match.
static void drop_pieces(struct wave *wave, unsigned source) {
  for (unsigned i = 1; i <= wave->count; i++) {
    if (wave->pieces[i].source == source) wave->pieces[i].bits.width = 0;
  }
}

static bool add_source(struct wave *wave, unsigned source, const struct declaration *d, enum wave_match match,
                       struct error *err) {
  struct wave_code *c = &wave->codes[index_of(wave, d->code)];
  if (d->variable.bits == 0)
    return error_set(err, "%s:%" PRIu64 ": expected a width in bits, 0 to 999999, found \"%s\"", wave->vcd.path,
                     wave->vcd.line, d->width);
  if (wave->count + 1 == WAVE_PIECES) return vcd_wrong(&wave->vcd, "fewer signals for the pins of the map", err);
  if (match > wave->value[source].match) drop_pieces(wave, source);
  wave->value[source].match = match;
  const struct wave_bits bits = wave_variable_bits(&d->variable, &wave->map->of[source], match);
  wave->pieces[++wave->count] = (struct wave_piece){source, c->code, bits, c->first};
  c->first = wave->count;
  return true;
}

// Has the variable bits? A real number, a text and an event have none.
static bool has_bits(const struct declaration *d) {
  char word[sizeof d->type + 2];
  snprintf(word, sizeof word, " %s ", d->type);
  return !strstr(" real realtime shortreal string event ", word) && strcmp(d->width, "0") != 0;
}

static bool add_variable(struct wave *wave, const struct declaration *d, struct error *err) {
  if (wave->closest) wave_closest_add(wave->closest, &d->variable, has_bits(d) ? "" : d->type);
  declare(wave, d->code, d->variable.bits);
  for (unsigned source = 0; has_bits(d) && source < PIN_MAP_SOURCES; source++) {
    const enum wave_match match = wave_variable_match(&d->variable, &wave->map->of[source]);
    if (match == MATCH_NONE || match < wave->value[source].match) continue;
    if (!add_source(wave, source, d, match, err)) return false;
  }
  return true;
}

// --- commands --------------------------------------------------------------------------------------------------------

enum word { WORD, WORD_END, WORD_BAD };

// Reads the next word of a command. WORD_END: it is $end.
static enum word next_word(struct wave *wave, struct error *err) {
  const enum read_result read = vcd_next(&wave->vcd, err);
  if (read == READ_END) vcd_truncated(&wave->vcd, "$enddefinitions", err);
  if (read != READ_GOOD) return WORD_BAD;
  return strcmp(wave->vcd.word, "$end") == 0 ? WORD_END : WORD;
}

static enum word copy_word(struct wave *wave, char *to, size_t room, struct error *err) {
  const enum word word = next_word(wave, err);
  if (word == WORD) snprintf(to, room, "%.*s", (int)room - 1, wave->vcd.word);
  return word;
}

static bool skip_to_end(struct wave *wave, struct error *err) {
  enum word word;
  while ((word = next_word(wave, err)) == WORD) continue;
  return word == WORD_END;
}

// The width in bits, from a number, 32, or from the range of a port in an extended VCD file, [31:0]. 0: it is neither.
static unsigned bits_of(const char *width) {
  const size_t digits = strspn(width, "0123456789");
  int left, right;
  const int bounds = sscanf(width, "[%6d:%6d]", &left, &right);
  if (bounds > 0) return bounds == 2 ? (unsigned)abs(left - right) + 1 : 1;
  return digits > 0 && digits <= 6 && width[digits] == '\0' ? (unsigned)strtoul(width, NULL, 10) : 0;
}

// $var TYPE BITS CODE NAME [RANGE] $end. The range is part of NAME, one or more words, or written instead of BITS.
static bool read_variable(struct wave *wave, struct error *err) {
  struct declaration d = {.code = NULL};
  enum word word = copy_word(wave, d.type, sizeof d.type, err);
  if (word == WORD) word = copy_word(wave, d.width, sizeof d.width, err);
  if (word == WORD) word = next_word(wave, err);
  if (word == WORD) d.code = error_memory(strdup(wave->vcd.word));
  wave_path_name(&wave->path);
  while (word == WORD && (word = next_word(wave, err)) == WORD) wave_path_add(&wave->path, wave->vcd.word);
  if (*d.width == '[') wave_path_add(&wave->path, d.width);
  d.variable = (struct wave_variable){.name = wave->path.text, .bits = bits_of(d.width)};
  wave_variable_split(&d.variable);
  const bool good = word == WORD_END && (!d.code || add_variable(wave, &d, err));
  free(d.code);
  return good;
}

// $scope KIND NAME $end
static bool open_scope(struct wave *wave, struct error *err) {
  enum word word = next_word(wave, err);
  if (word == WORD) word = next_word(wave, err);
  if (word == WORD_BAD) return false;
  wave_path_open(&wave->path, word == WORD ? wave->vcd.word : "");
  return word == WORD_END || skip_to_end(wave, err);
}

static bool close_scope(struct wave *wave, struct error *err) {
  wave_path_close(&wave->path);
  return skip_to_end(wave, err);
}

// The exponent of the time unit in seconds, from "1ns", "10ps" or "100s".
static int exponent_of(const char *text) {
  static const char *const names[] = {"s", "ms", "us", "ns", "ps", "fs"};
  static const char *const numbers[] = {"1", "10", "100"};
  char unit[8];
  for (int i = 0; i < 18; i++) {
    snprintf(unit, sizeof unit, "%s%s", numbers[i % 3], names[i / 3]);
    if (strcmp(text, unit) == 0) return i % 3 - i / 3 * 3;
  }
  return WAVE_NO_UNIT;
}

// $timescale 1 ns $end
static bool read_timescale(struct wave *wave, struct error *err) {
  char unit[16] = "";
  enum word word;
  while ((word = next_word(wave, err)) == WORD) {
    const size_t used = strlen(unit), room = sizeof unit - used;
    if (snprintf(unit + used, room, "%s", wave->vcd.word) >= (int)room)
      return vcd_wrong(&wave->vcd, "a time unit", err);
  }
  wave->exponent = exponent_of(unit);
  return word == WORD_END;
}

static bool read_declaration(struct wave *wave, struct error *err) {
  const char *word = wave->vcd.word;
  if (strcmp(word, "$var") == 0) return read_variable(wave, err);
  if (strcmp(word, "$scope") == 0) return open_scope(wave, err);
  if (strcmp(word, "$upscope") == 0) return close_scope(wave, err);
  if (strcmp(word, "$timescale") == 0) return read_timescale(wave, err);
  return skip_to_end(wave, err);
}

// Some files have no $end after $enddefinitions.
bool wave_declarations(struct wave *wave, struct error *err) {
  bool good = true;
  for (bool first = true; good; first = false) {
    const enum read_result read = vcd_next(&wave->vcd, err);
    const char *word = wave->vcd.word;
    if (read == READ_BAD) return false;
    if (read == READ_END && !first) return vcd_truncated(&wave->vcd, "$enddefinitions", err);
    if (read == READ_END || word[0] != '$') {
      return vcd_wrong(&wave->vcd, first ? "a VCD or FST file" : "declarations up to $enddefinitions", err);
    }
    if (strcmp(word, "$enddefinitions") == 0) return true;
    good = read_declaration(wave, err);
  }
  return false;
}

// --- checks ----------------------------------------------------------------------------------------------------------

// Reads the file again to find the names that are most similar to the missing one.
static void find_closest(const struct wave *wave, struct wave_closest *closest) {
  struct wave *again = error_memory(calloc(1, sizeof *again));
  struct error err;
  again->map = wave->map;
  again->closest = closest;
  if (vcd_open(&again->vcd, wave->vcd.path, &err)) wave_declarations(again, &err);
  wave_close(again);
  free(again);
}

static bool missing(const struct wave *wave, unsigned source, struct error *err) {
  const struct pin_map *map = wave->map;
  const struct pin_source *s = &map->of[source];
  const char *name = source == PIN_MAP_CLOCK ? "clock" : pin_row(source)->name[map->protocol];
  struct wave_closest closest = {.wanted = s->signal};
  if (s->signal) find_closest(wave, &closest);
  wave_closest_list(&closest);
  if (s->line)
    return error_set(err, "%s:%u: %s: no such signal in %s%s", map->path, s->line, s->signal, wave->vcd.path,
                     closest.text);
  if (s->signal)
    return error_set(err, "%s: %s: no such signal in %s; add a line \"%s = SIGNAL\", or correct the scope%s", map->path,
                     s->signal, wave->vcd.path, name, closest.text);
  return error_set(err, "%s: %s: expected a line \"%s = SIGNAL\" or \"scope = SCOPE\"", map->path, name, name);
}

// Numbers the pieces of a source from bit 0 of the pin.
static void settle(struct wave *wave, unsigned source) {
  int low = INT_MAX, end = INT_MIN;
  for (unsigned i = 1; i <= wave->count; i++) {
    const struct wave_bits *b = &wave->pieces[i].bits;
    if (wave->pieces[i].source != source || b->width == 0) continue;
    if (b->index < low) low = b->index;
    if (b->lowest < low) low = b->lowest;
    if (b->index + (int)b->width > end) end = b->index + (int)b->width;
  }
  for (unsigned i = 1; i <= wave->count && end > low; i++) {
    if (wave->pieces[i].source == source) wave->pieces[i].bits.index -= low;
  }
  wave->value[source].width = end > low ? (unsigned)(end - low) : 0;
}

// Is each bit of the pin from only one signal?
static bool is_clear(const struct wave *wave, unsigned source, struct error *err) {
  const char *code[64] = {NULL};
  for (unsigned i = 1; i <= wave->count; i++) {
    const struct wave_piece *p = &wave->pieces[i];
    for (unsigned bit = 0; p->source == source && bit < p->bits.width; bit++) {
      const char **other = &code[p->bits.index + (int)bit];
      if (*other && *other != p->code)
        return error_set(err, "%s: %s: expected one signal of this name, found two", wave->vcd.path,
                         wave->map->of[source].signal);
      *other = p->code;
    }
  }
  return true;
}

static bool fits(const struct wave *wave, unsigned source, struct error *err) {
  const unsigned width = wave->value[source].width, most = source == PIN_MAP_CLOCK ? 1 : pin_row(source)->bits;
  const bool good = source == PIN_ATDATA ? config_has_atb_of(width) : width <= most;
  if (good) return true;
  return error_set(err, "%s: %s: expected %s%u bits, found %u; select some of them with SIGNAL[MSB:LSB]",
                   wave->vcd.path, wave->map->of[source].signal, source == PIN_ATDATA ? "8, 16, 32 or " : "at most ",
                   most, width);
}

bool wave_settle(struct wave *wave, struct error *err) {
  for (unsigned source = 0; source < PIN_MAP_SOURCES; source++) {
    const struct pin_source *s = &wave->map->of[source];
    const bool clock = source == PIN_MAP_CLOCK, wanted = clock || pin_row(source)->name[wave->map->protocol];
    if (!wanted) continue;
    settle(wave, source);
    const bool number = wave->map->given[source] && !s->signal;
    if (wave->value[source].width > 0) {
      if (!fits(wave, source, err) || !is_clear(wave, source, err)) return false;
      wave->value[source].unknown = UINT64_MAX >> (64 - wave->value[source].width);
      wave->value[source].touched = true;
    } else if (number) {
      pin_set(&wave->pins, source, s->number, 0);
    } else if (s->line || clock || pin_is_needed(source)) {
      return missing(wave, source, err);
    }
  }
  wave->atb_bits = wave->value[PIN_ATDATA].width;
  return true;
}
