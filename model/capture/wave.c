// SPDX-License-Identifier: Apache-2.0
// Reads value changes, and gives the values of the pins at each clock edge.
#include "wave.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "number.h"

bool wave_open(struct wave *wave, const char *path, const struct pin_map *map, const struct config *built,
               struct error *err) {
  *wave = (struct wave){.map = map, .exponent = WAVE_NO_UNIT};
  pins_absent(&wave->pins, built);
  return vcd_open(&wave->vcd, path, err) && wave_declarations(wave, err) && wave_settle(wave, err);
}

void wave_close(struct wave *wave) {
  vcd_close(&wave->vcd);
  for (size_t i = 0; i < wave->room; i++) free(wave->codes[i].code);
  free(wave->codes);
  wave_path_free(&wave->path);
}

// --- changes ---------------------------------------------------------------------------------------------------------

// Bit `i` of a value from its right end. A value that is too short is extended on the left by 0, or by x or z if it
// begins with it.
static char bit_of(const char *bits, size_t length, unsigned i) {
  if (i < length) return bits[length - 1 - i];
  return *bits == '1' ? '0' : *bits;
}

static void change_piece(struct wave *wave, const struct wave_piece *p, const char *bits, size_t length) {
  struct wave_value *v = &wave->value[p->source];
  for (unsigned i = 0; i < p->bits.width; i++) {
    const char c = bit_of(bits, length, p->bits.from + i);
    const uint64_t bit = (uint64_t)1 << ((unsigned)p->bits.index + i);
    v->bits = c == '1' ? v->bits | bit : v->bits & ~bit;
    v->unknown = c == '0' || c == '1' ? v->unknown & ~bit : v->unknown | bit;
  }
  v->touched = v->touched || p->bits.width > 0;
}

// Does the value fit the declared width? A simulator may write more digits on the left, but none is 1.
static bool fits(const struct wave_code *signal, const char *bits, size_t length) {
  return length <= signal->bits || !memchr(bits, '1', length - signal->bits);
}

static bool change(struct wave *wave, const struct wave_code *signal, const char *bits, size_t length,
                   struct error *err) {
  if (!signal) return vcd_wrong(&wave->vcd, "the code of a signal that $var declares", err);
  if (!signal->first) return true;
  if (!fits(signal, bits, length)) return vcd_wrong(&wave->vcd, "at most the bits that $var declares", err);
  for (unsigned i = signal->first; i; i = wave->pieces[i].next) change_piece(wave, &wave->pieces[i], bits, length);
  return true;
}

#define LEVELS "01xXzZuUwW-hHlL"

static bool read_code(struct wave *wave, struct error *err) {
  const enum read_result read = vcd_next(&wave->vcd, err);
  return read == READ_GOOD || (read == READ_END && vcd_truncated(&wave->vcd, "the code of a signal", err));
}

// b0101 CODE: two words. For a pin, no digit means 0, as in GTKWave, and the letter in 0b0101 is an unknown digit.
// Other signals may have any digits.
static bool read_vector(struct wave *wave, struct error *err) {
  vcd_save(&wave->vcd);
  if (!read_code(wave, err)) return false;
  const struct wave_code *signal = wave_signal(wave, wave->vcd.word);
  const char *bits = wave->vcd.saved + 1;
  const size_t length = wave->vcd.saved_length - 1;
  if (signal && signal->first && strspn(bits, LEVELS "bB?") != length) {
    vcd_save(&wave->vcd);
    return vcd_wrong(&wave->vcd, "b and a binary number", err);
  }
  return length > 0 ? change(wave, signal, bits, length, err) : change(wave, signal, "0", 1, err);
}

// r1.5 CODE or sTEXT CODE: no pin. The text may contain blanks.
static bool read_other(struct wave *wave, struct error *err) {
  const uint64_t line = wave->vcd.line;
  do {
    if (!read_code(wave, err)) return false;
  } while (!wave_signal(wave, wave->vcd.word) && wave->vcd.line == line && !vcd_is_line_end(&wave->vcd));
  return wave_signal(wave, wave->vcd.word) || change(wave, NULL, "", 0, err);
}

// pDU 6 6 CODE, in an extended VCD file: directions and levels, two strengths.
static bool read_port(struct wave *wave, struct error *err) {
  static const char states[] = "DUNZduLHXTlh01?FAaBbCcf", levels[] = "01xz0101xz0101xzxxxxxxz";
  vcd_save(&wave->vcd);
  for (int words = 0; words < 3; words++) {
    if (!read_code(wave, err)) return false;
  }
  char *const bits = wave->vcd.saved + 1;
  for (char *bit = bits; *bit; bit++) {
    const char *state = strchr(states, *bit);
    *bit = state ? levels[state - states] : 'x';
  }
  return change(wave, wave_signal(wave, wave->vcd.word), bits, strlen(bits), err);
}

static bool skip_comment(struct wave *wave, struct error *err) {
  enum read_result read;
  while ((read = vcd_next(&wave->vcd, err)) == READ_GOOD) {
    if (strcmp(wave->vcd.word, "$end") == 0) return true;
  }
  return read == READ_END && vcd_truncated(&wave->vcd, "$end", err);
}

// Reads a command that contains value changes, up to $end, or a comment.
static bool read_word(struct wave *wave, struct error *err) {
  static const char *const words[] = {"$end",       "$dumpvars",     "$dumpall",     "$dumpon",       "$dumpoff",
                                      "$dumpports", "$dumpportsall", "$dumpportson", "$dumpportsoff", "$vcdclose"};
  if (strcmp(wave->vcd.word, "$comment") == 0) return skip_comment(wave, err);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (strcmp(wave->vcd.word, words[i]) == 0) return true;
  }
  return vcd_wrong(&wave->vcd, "$dumpvars, $dumpall, $dumpon, $dumpoff, $comment or $end", err);
}

// Reads a word that is no time.
static bool read_change(struct wave *wave, struct error *err) {
  const char *word = wave->vcd.word;
  switch (tolower((unsigned char)word[0])) {
    case 'b':
      return read_vector(wave, err);
    case 'p':
      return read_port(wave, err);
    case 'r':
    case 's':
      return read_other(wave, err);
    case '$':
      return read_word(wave, err);
    default:
      if (!strchr(LEVELS, word[0]) || wave->vcd.length < 2) return vcd_wrong(&wave->vcd, "a value change", err);
      return change(wave, wave_signal(wave, word + 1), word, 1, err);
  }
}

// --- times -----------------------------------------------------------------------------------------------------------

static void take_changes(struct wave *wave) {
  for (unsigned pin = 0; pin < PINS; pin++) {
    struct wave_value *v = &wave->value[pin];
    if (v->touched) pin_set(&wave->pins, pin, v->bits, v->unknown);
    v->touched = false;
  }
}

// Finishes a time after its last change. Was there an edge of the clock? A change from x or z is no edge.
static bool finish_time(struct wave *wave, struct pins *pins) {
  struct wave_value *clock = &wave->value[PIN_MAP_CLOCK];
  const bool known = clock->unknown == 0, level = clock->bits;
  const bool has_changed = known && wave->known && level != wave->level;
  const bool edge = clock->touched && has_changed && level != wave->map->falling;
  clock->touched = false;
  wave->known = known;
  wave->level = level;
  if (edge && !wave->map->after) *pins = wave->pins;
  take_changes(wave);
  if (edge && wave->map->after) *pins = wave->pins;
  if (edge) wave->edge_time = wave->time;
  return edge;
}

static bool read_time(struct wave *wave, struct error *err) {
  uint64_t time;
  if (!number_read(wave->vcd.word + 1, 10, UINT64_MAX, &time) || time < wave->time) {
    return vcd_wrong(&wave->vcd, "a time that is not below the previous one", err);
  }
  wave->time = time;
  return true;
}

enum read_result wave_next(struct wave *wave, struct pins *pins, struct error *err) {
  while (!wave->ended) {
    const enum read_result read = vcd_next(&wave->vcd, err);
    if (read == READ_BAD) return READ_BAD;
    const bool time = read == READ_GOOD && wave->vcd.word[0] == '#';
    wave->ended = read == READ_END;
    const bool edge = (time || wave->ended) && finish_time(wave, pins);
    if (time ? !read_time(wave, err) : !wave->ended && !read_change(wave, err)) return READ_BAD;
    if (edge) return READ_GOOD;
  }
  return READ_END;
}
