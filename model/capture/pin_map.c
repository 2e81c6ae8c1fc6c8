// SPDX-License-Identifier: Apache-2.0
// Reads the lines of a map.
#include "pin_map.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "error.h"
#include "lines.h"
#include "number.h"
#include "protocol.h"

struct reading {
  struct pin_map *map;
  struct lines lines;
  char *scope;
  struct error *err;
};

static bool wrong(const struct reading *r, const char *expected, const char *found) {
  return error_set(r->err, "%s:%u: expected %s, found \"%.40s\"", r->map->path, r->lines.number, expected, found);
}

static char *trimmed(char *text) {
  text += strspn(text, " \t");
  size_t length = strlen(text);
  while (length > 0 && isspace((unsigned char)text[length - 1])) text[--length] = '\0';
  return text;
}

// Removes the blank that ends an escaped name, as in "tb.\a.b .clk". False: there is another blank. *is_bare: the name
// has no scope.
static bool join_escaped(char *value, bool *is_bare) {
  char *to = value;
  bool escaped = false;
  *is_bare = true;
  for (const char *at = value; *at; at++) {
    if (*at == ' ' || *at == '\t') {
      at += strspn(at, " \t") - 1;
      if (!escaped || !strchr(".[", at[1])) return false;
      escaped = false;
      continue;
    }
    escaped = escaped || *at == '\\';
    if (*at == '.' && !escaped) *is_bare = false;
    *to++ = *at;
  }
  *to = '\0';
  return true;
}

static char *full_name(const char *scope, const char *name, bool is_bare) {
  const char *before = scope && is_bare ? scope : "";
  const size_t room = strlen(before) + strlen(name) + 2;
  char *full = error_memory(malloc(room));
  snprintf(full, room, "%s%s%s", before, *before ? "." : "", name);
  return full;
}

size_t pin_map_range(const char *name, size_t end, int *left, int *right) {
  size_t open = end;
  int used = 0;
  if (end == 0 || name[end - 1] != ']') return 0;
  while (open > 0 && name[--open] != '[') continue;
  if (open == 0 || name[open - 1] == '.') return 0;
  if (sscanf(name + open, "[%7d:%7d]%n", left, right, &used) == 2 && open + (size_t)used == end) return open;
  if (sscanf(name + open, "[%7d]%n", left, &used) != 1 || open + (size_t)used != end) return 0;
  *right = *left;
  return open;
}

// Finds the range at the end. False: what is in brackets there is no range of bits.
static bool find_part(struct pin_source *source) {
  const char *open = strrchr(source->signal, '[');
  source->base = pin_map_range(source->signal, strlen(source->signal), &source->left, &source->right);
  source->part = source->base > 0;
  return source->part || !open || strcmp(open + 1 + strspn(open + 1, "0123456789:"), "]") != 0;
}

static bool read_source(struct reading *r, unsigned which, char *value) {
  static const char expected[] = "SIGNAL, SIGNAL[MSB:LSB] or a number";
  struct pin_source *source = &r->map->of[which];
  bool is_bare;
  if (r->map->given[which]) return wrong(r, "each pin only once", value);
  *source = (struct pin_source){.line = r->lines.number};
  r->map->given[which] = true;
  if (number_read(value, 0, UINT64_MAX, &source->number)) {
    if (which == PIN_MAP_CLOCK) return wrong(r, "a signal for clock", value);
    if (which == PIN_ATDATA) return wrong(r, "a signal for ATDATA", value);
    const unsigned bits = pin_row(which)->bits;
    return source->number <= UINT64_MAX >> (64 - bits) || wrong(r, "a number that fits the width of the pin", value);
  }
  if (strchr("0123456789'-[", *value) || !join_escaped(value, &is_bare)) return wrong(r, expected, value);
  source->signal = full_name(r->scope, value, is_bare);
  return find_part(source) || wrong(r, expected, value);
}

// Reads one of two words; *is_second: it is the second.
static bool read_choice(struct reading *r, const char *first, const char *second, const char *value, bool *is_second) {
  char expected[40];
  snprintf(expected, sizeof expected, "%s or %s", first, second);
  *is_second = strcmp(value, second) == 0;
  return *is_second || strcmp(value, first) == 0 || wrong(r, expected, value);
}

static bool read_entry(struct reading *r, const char *name, char *value) {
  struct pin_map *map = r->map;
  if (strcmp(name, "scope") == 0) {
    bool is_bare;
    if (!join_escaped(value, &is_bare)) return wrong(r, "a hierarchical name", value);
    free(r->scope);
    r->scope = error_memory(strdup(value));
    return true;
  }
  if (strcmp(name, "edge") == 0) return read_choice(r, "rising", "falling", value, &map->falling);
  if (strcmp(name, "sample") == 0) return read_choice(r, "before", "after", value, &map->after);
  if (strcmp(name, "clock") == 0) return read_source(r, PIN_MAP_CLOCK, value);
  const enum pin pin = pin_find(name, map->protocol);
  if (pin != PINS) return read_source(r, pin, value);
  char expected[80];
  snprintf(expected, sizeof expected, "scope, clock, edge, sample or a pin of %s (docs/log.md)",
           protocols[map->protocol].a_unit);
  return wrong(r, expected, name);
}

// Removes a comment. An escaped name may contain a #.
static void cut_comment(char *text) {
  bool escaped = false;
  for (; *text && (escaped || *text != '#'); text++)
    escaped = *text == '\\' || (escaped && !isspace((unsigned char)*text));
  *text = '\0';
}

static bool read_line(struct reading *r, char *text) {
  cut_comment(text);
  char *name = trimmed(text), *equals = strchr(name, '=');
  if (*name == '\0') return true;
  if (!equals) return wrong(r, "NAME = VALUE", name);
  *equals = '\0';
  char *value = trimmed(equals + 1);
  if (*value == '\0') return wrong(r, "a value after the equals sign", name);
  return read_entry(r, trimmed(name), value);
}

// A pin that no line names has its own name in the last scope.
static bool complete(struct reading *r) {
  struct pin_map *map = r->map;
  for (unsigned pin = 0; r->scope && pin < PINS; pin++) {
    const char *name = pin_row(pin)->name[map->protocol];
    if (!name || map->given[pin]) continue;
    map->of[pin] = (struct pin_source){.signal = full_name(r->scope, name, true)};
    map->given[pin] = true;
  }
  if (map->given[PIN_MAP_CLOCK]) return true;
  return error_set(r->err, "%s: expected a line \"clock = SIGNAL\" (docs/log.md)", map->path);
}

bool pin_map_read(struct pin_map *map, const char *path, enum protocol protocol, struct error *err) {
  bool good = true;
  *map = (struct pin_map){.path = path, .protocol = protocol};
  struct reading r = {.map = map, .err = err};
  lines_open(&r.lines, path, err);
  while (good && lines_next(&r.lines)) good = read_line(&r, r.lines.text);
  good = lines_close(&r.lines) && good && complete(&r);
  free(r.scope);
  return good;
}

void pin_map_free(struct pin_map *map) {
  for (unsigned i = 0; i < PIN_MAP_SOURCES; i++) free(map->of[i].signal);
  *map = (struct pin_map){0};
}
