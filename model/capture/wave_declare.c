// SPDX-License-Identifier: Apache-2.0
// The scopes and variables of a wave against the map.
#include "wave_declare.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"

// --- codes
// ------------------------------------------------------------------------------------------------------------

enum { CODES = 1 << 10 };  // room at first, a power of two

// The place of a code, or where it would be.
static size_t place_of(const struct wave *w, const char *code) {
  uint32_t hash = 2166136261u;
  for (const char *c = code; *c; c++) hash = (hash ^ (uint8_t)*c) * 16777619u;
  size_t at = hash & (w->room - 1);
  while (w->codes[at].code && strcmp(w->codes[at].code, code) != 0) at = (at + 1) & (w->room - 1);
  return at;
}

const struct wave_code *wave_signal(const struct wave *w, const char *code) {
  const struct wave_code *c = &w->codes[place_of(w, code)];
  return c->code ? c : NULL;
}

static void make_room(struct wave *w) {
  struct wave_code *before = w->codes;
  const size_t count = w->room;
  w->room = count ? 2 * count : CODES;
  w->codes = error_memory(calloc(w->room, sizeof *w->codes));
  for (size_t i = 0; i < count; i++) {
    if (before[i].code) w->codes[place_of(w, before[i].code)] = before[i];
  }
  free(before);
}

static void declare(struct wave *w, const char *code, unsigned bits) {
  if (2 * w->declared >= w->room) make_room(w);
  struct wave_code *c = &w->codes[place_of(w, code)];
  if (!c->code) {
    c->code = error_memory(strdup(code));
    w->declared++;
  }
  if (bits > c->bits) c->bits = bits;
}

static bool add_piece(struct wave *w, const char *code, const struct wave_piece *piece, struct error *err) {
  struct wave_code *c = &w->codes[place_of(w, code)];
  if (w->count + 1 == WAVE_PIECES) return vcd_wrong(&w->vcd, "fewer signals for the pins of the map", err);
  w->pieces[++w->count] = *piece;
  w->pieces[w->count].next = c->first;
  c->first = w->count;
  return true;
}

// What was found under a name that is written otherwise does not count.
static void forget_pieces(struct wave *w, unsigned source) {
  for (unsigned i = 1; i <= w->count; i++) {
    if (w->pieces[i].source == source) w->pieces[i].width = 0;
  }
}

// --- variables
// --------------------------------------------------------------------------------------------------------

struct variable {
  unsigned bits;
  char code[64], name[WAVE_SCOPES];
  bool ranged;  // a range was given
  unsigned left, right;
};

// The bits of a variable that the map wants for a source.
static bool add_source(struct wave *w, unsigned source, const struct variable *v, struct error *err) {
  const struct pin_source *wanted = &w->map->of[source];
  const bool down = v->left >= v->right;
  const unsigned lowest = v->ranged && down ? v->right : 0, highest = lowest + v->bits - 1;
  struct wave_piece piece = {.source = source, .width = v->bits, .index = lowest};
  if (wanted->part) {
    const unsigned low = wanted->lsb > lowest ? wanted->lsb : lowest;
    const unsigned high = wanted->msb < highest ? wanted->msb : highest;
    if (low > high) return true;
    piece.from = low - lowest;
    piece.width = high - low + 1;
    piece.index = low;
  }
  return add_piece(w, v->code, &piece, err);
}

static bool add_variable(struct wave *w, const struct variable *v, struct error *err) {
  for (unsigned source = 0; source < PIN_MAP_SOURCES; source++) {
    const char *signal = w->map->of[source].signal;
    if (!signal || !pin_map_is(signal, v->name, true)) continue;
    const bool exact = pin_map_is(signal, v->name, false);
    struct wave_value *value = &w->value[source];
    if (value->exact && !exact) continue;
    if (exact && !value->exact) forget_pieces(w, source);
    value->exact = exact;
    if (!add_source(w, source, v, err)) return false;
  }
  return true;
}

// A word of the file, of at most `room` - 1 characters.
static bool next_word(struct wave *w, char *to, size_t room, struct error *err) {
  const enum vcd_read read = vcd_next(&w->vcd, err);
  if (read == VCD_END) return vcd_truncated(&w->vcd, "$enddefinitions", err);
  if (read == VCD_BAD) return false;
  if (w->vcd.length >= room) return vcd_wrong(&w->vcd, "a shorter word", err);
  memcpy(to, w->vcd.word, w->vcd.length + 1);
  return true;
}

static bool skip_to_end(struct wave *w, struct error *err) {
  char word[8];
  do {
    const enum vcd_read read = vcd_next(&w->vcd, err);
    if (read == VCD_END) return vcd_truncated(&w->vcd, "$end", err);
    if (read == VCD_BAD) return false;
    snprintf(word, sizeof word, "%s", w->vcd.word);
  } while (strcmp(word, "$end") != 0);
  return true;
}

// NAME, NAME[31:0], or NAME [31:0], which is two words.
static bool read_range(const char *text, struct variable *v) {
  return v->ranged = pin_map_range(text, &v->left, &v->right);
}

// $var TYPE BITS CODE NAME [RANGE] $end
static bool read_variable(struct wave *w, struct error *err) {
  struct variable v = {0};
  char type[32], bits[16], name[1024], word[1024];
  if (!next_word(w, type, sizeof type, err) || !next_word(w, bits, sizeof bits, err)) return false;
  const size_t digits = strspn(bits, "0123456789");
  if (digits == 0 || digits > 6 || bits[digits] != '\0') return vcd_wrong(&w->vcd, "a width in bits, 0 to 999999", err);
  v.bits = (unsigned)strtoul(bits, NULL, 10);
  if (!next_word(w, v.code, sizeof v.code, err) || !next_word(w, name, sizeof name, err)) return false;
  if (!next_word(w, word, sizeof word, err)) return false;
  char *open = strrchr(name, '[');
  if (open > name && strcmp(word, "$end") == 0 && read_range(open, &v)) *open = '\0';
  while (strcmp(word, "$end") != 0) {
    read_range(word, &v);
    if (!next_word(w, word, sizeof word, err)) return false;
  }
  const int length = snprintf(v.name, sizeof v.name, "%s%s%s", w->scope, *w->scope ? "." : "", name);
  if (length < 0 || (size_t)length >= sizeof v.name) return vcd_wrong(&w->vcd, "a shorter name", err);
  declare(w, v.code, v.bits);
  return v.bits == 0 || add_variable(w, &v, err);
}

// $scope TYPE NAME $end
static bool open_scope(struct wave *w, struct error *err) {
  char name[1024];
  const size_t used = strlen(w->scope);
  if (!next_word(w, name, sizeof name, err) || !next_word(w, name, sizeof name, err)) return false;
  const bool nameless = strcmp(name, "$end") == 0;
  const size_t room = sizeof w->scope - used;
  const int length = snprintf(w->scope + used, room, "%s%s", used ? "." : "", nameless ? "" : name);
  if (length < 0 || (size_t)length >= room) return vcd_wrong(&w->vcd, "shorter names of scopes", err);
  return nameless || skip_to_end(w, err);
}

static bool close_scope(struct wave *w, struct error *err) {
  char *dot = strrchr(w->scope, '.');
  *(dot ? dot : w->scope) = '\0';
  return skip_to_end(w, err);
}

// Of "1ns", "10ps", "100s": the exponent of the unit in seconds.
static int exponent_of(const char *unit) {
  static const char *const names[] = {"s", "ms", "us", "ns", "ps", "fs"};
  static const char *const numbers[] = {"1", "10", "100"};
  const size_t digits = strspn(unit, "0123456789");
  for (int i = 0; i < 6; i++) {
    if (strcmp(unit + digits, names[i]) != 0) continue;
    for (int zeros = 0; zeros < 3; zeros++) {
      if (digits == strlen(numbers[zeros]) && strncmp(unit, numbers[zeros], digits) == 0) return zeros - 3 * i;
    }
  }
  return WAVE_NO_UNIT;
}

// $timescale 1 ns $end
static bool read_timescale(struct wave *w, struct error *err) {
  char unit[16] = "", word[sizeof unit];
  for (;;) {
    if (!next_word(w, word, sizeof word, err)) return false;
    if (strcmp(word, "$end") == 0) break;
    const size_t used = strlen(unit), room = sizeof unit - used;
    if (snprintf(unit + used, room, "%s", word) >= (int)room) return vcd_wrong(&w->vcd, "a time unit", err);
  }
  w->exponent = exponent_of(unit);
  return true;
}

bool wave_declarations(struct wave *w, struct error *err) {
  char word[32];
  bool good = true;
  for (bool first = true; good; first = false) {
    const enum vcd_read read = vcd_next(&w->vcd, err);
    if (read == VCD_BAD) return false;
    if (read == VCD_END && !first) return vcd_truncated(&w->vcd, "$enddefinitions", err);
    if (read == VCD_END || w->vcd.word[0] != '$' || w->vcd.length >= sizeof word) {
      return vcd_wrong(&w->vcd, first ? "a VCD or FST file" : "declarations up to $enddefinitions", err);
    }
    snprintf(word, sizeof word, "%s", w->vcd.word);
    if (strcmp(word, "$enddefinitions") == 0) return skip_to_end(w, err);
    good = strcmp(word, "$var") == 0         ? read_variable(w, err)
           : strcmp(word, "$scope") == 0     ? open_scope(w, err)
           : strcmp(word, "$upscope") == 0   ? close_scope(w, err)
           : strcmp(word, "$timescale") == 0 ? read_timescale(w, err)
                                             : skip_to_end(w, err);
  }
  return false;
}

// --- what was found
// ---------------------------------------------------------------------------------------------------

static bool missing(const struct wave *w, unsigned source, struct error *err) {
  const struct pin_map *map = w->map;
  const struct pin_source *s = &map->of[source];
  const char *name = source == PIN_MAP_CLOCK ? "clock" : pin_row(source)->name[map->protocol];
  if (s->line) {
    error_set(err, "%s:%u: %s: no such signal in %s", map->path, s->line, s->signal, w->vcd.path);
  } else if (s->signal) {
    error_set(err, "%s: %s: no such signal in %s; add a line \"%s = SIGNAL\", or correct the scope", map->path,
              s->signal, w->vcd.path, name);
  } else {
    error_set(err, "%s: %s: expected a line \"%s = SIGNAL\" or \"scope = SCOPE\"", map->path, name, name);
  }
  return false;
}

// The pieces of a source lie in the pin from its bit 0 on.
static void settle(struct wave *w, unsigned source) {
  unsigned low = UINT32_MAX, end = 0;
  for (unsigned i = 1; i <= w->count; i++) {
    const struct wave_piece *p = &w->pieces[i];
    if (p->source != source || p->width == 0) continue;
    if (p->index < low) low = p->index;
    if (p->index + p->width > end) end = p->index + p->width;
  }
  for (unsigned i = 1; i <= w->count; i++) {
    if (w->pieces[i].source == source) w->pieces[i].index -= low;
  }
  w->value[source].width = end > low ? end - low : 0;
}

static bool fits(const struct wave *w, unsigned source, struct error *err) {
  const unsigned width = w->value[source].width, most = source == PIN_MAP_CLOCK ? 1 : pin_row(source)->bits;
  const bool good = source == PIN_ATDATA ? width == 8 || width == 16 || width == 32 || width == 64 : width <= most;
  if (good) return true;
  error_set(err, "%s: %s: expected %s%u bits, found %u; select some of them with SIGNAL[MSB:LSB]", w->vcd.path,
            w->map->of[source].signal, source == PIN_ATDATA ? "8, 16, 32 or " : "at most ", most, width);
  return false;
}

bool wave_settle(struct wave *w, struct error *err) {
  for (unsigned source = 0; source < PIN_MAP_SOURCES; source++) {
    const struct pin_source *s = &w->map->of[source];
    const bool clock = source == PIN_MAP_CLOCK, wanted = clock || pin_row(source)->name[w->map->protocol];
    if (!wanted) continue;
    settle(w, source);
    const bool number = w->map->given[source] && !s->signal;
    if (w->value[source].width > 0) {
      if (!fits(w, source, err)) return false;
      w->value[source].unknown = UINT64_MAX >> (64 - w->value[source].width);
      w->value[source].touched = true;
    } else if (number) {
      pin_set(&w->pins, source, s->number, 0);
    } else if (s->line || clock || pin_is_needed(source)) {
      return missing(w, source, err);
    }
  }
  w->atb_bits = w->value[PIN_ATDATA].width;
  return w->atb_bits || missing(w, PIN_ATDATA, err);
}
