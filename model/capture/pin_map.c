// SPDX-License-Identifier: Apache-2.0
// The lines of a map, and what must be in it.
#include "pin_map.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "error.h"
#include "lines.h"
#include "protocol.h"

struct reading {
  struct pin_map *map;
  struct lines lines;
  char *scope;
  struct error *err;
};

static bool wrong(const struct reading *r, const char *expected, const char *found) {
  error_set(r->err, "%s:%u: expected %s, found \"%.40s\"", r->map->path, r->lines.number, expected, found);
  return false;
}

static char *trimmed(char *text) {
  text += strspn(text, " \t");
  size_t length = strlen(text);
  while (length > 0 && isspace((unsigned char)text[length - 1])) text[--length] = '\0';
  return text;
}

// SCOPE.NAME, or NAME where it has a scope of its own, or there is none.
static char *full_name(const char *scope, const char *name) {
  const bool bare = scope && !strchr(name, '.');
  const size_t room = strlen(name) + (bare ? strlen(scope) + 1 : 0) + 1;
  char *full = error_memory(malloc(room));
  snprintf(full, room, "%s%s%s", bare ? scope : "", bare ? "." : "", name);
  return full;
}

static bool read_number(const char *text, uint64_t *number) {
  char *end;
  errno = 0;
  *number = strtoull(text, &end, 0);
  return isdigit((unsigned char)*text) && *end == '\0' && errno == 0;
}

bool pin_map_range(const char *text, unsigned *left, unsigned *right) {
  int end = 0;
  const size_t digits = strspn(text + 1, "0123456789:");
  if (text[0] != '[' || strcmp(text + 1 + digits, "]") != 0) return false;
  if (sscanf(text, "[%6u:%6u]%n", left, right, &end) == 2 && text[end] == '\0' && end > 0) return true;
  if (sscanf(text, "[%6u]%n", left, &end) != 1 || end == 0 || text[end] != '\0') return false;
  *right = *left;
  return true;
}

// Takes [MSB:LSB] or [BIT] off the end of a name, if it is there.
static bool take_part(char *name, struct pin_source *source) {
  char *open = strrchr(name, '[');
  if (!open || name[strlen(name) - 1] != ']') return true;
  source->part = pin_map_range(open, &source->msb, &source->lsb) && source->msb >= source->lsb;
  if (source->part) *open = '\0';
  return source->part && open > name;
}

static bool read_source(struct reading *r, unsigned which, char *value) {
  struct pin_source *source = &r->map->of[which];
  if (r->map->given[which]) return wrong(r, "each pin only once", value);
  *source = (struct pin_source){.line = r->lines.number};
  r->map->given[which] = true;
  if (which != PIN_MAP_CLOCK && read_number(value, &source->number)) {
    const unsigned bits = pin_row(which)->bits;
    return source->number <= UINT64_MAX >> (64 - bits) || wrong(r, "a number that fits the width of the pin", value);
  }
  if (!take_part(value, source) || strpbrk(value, " \t")) {
    return wrong(r, "SIGNAL, SIGNAL[MSB:LSB] or a number", value);
  }
  source->signal = full_name(r->scope, value);
  return true;
}

// `value` is the second of two words?
static bool read_choice(struct reading *r, const char *first, const char *second, const char *value, bool *is_second) {
  char expected[40];
  snprintf(expected, sizeof expected, "%s or %s", first, second);
  *is_second = strcmp(value, second) == 0;
  return *is_second || strcmp(value, first) == 0 || wrong(r, expected, value);
}

static bool read_entry(struct reading *r, const char *name, char *value) {
  struct pin_map *map = r->map;
  if (strcmp(name, "scope") == 0) {
    free(r->scope);
    r->scope = strdup(value);
    error_memory(r->scope);
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

static bool read_line(struct reading *r, char *text) {
  text[strcspn(text, "#")] = '\0';
  char *name = trimmed(text), *equals = strchr(name, '=');
  if (*name == '\0') return true;
  if (!equals) return wrong(r, "NAME = VALUE", name);
  *equals = '\0';
  char *value = trimmed(equals + 1);
  if (*value == '\0') return wrong(r, "a value after the equals sign", name);
  return read_entry(r, trimmed(name), value);
}

// What no line names has the pin's name in the last scope.
static bool complete(struct reading *r) {
  struct pin_map *map = r->map;
  for (unsigned pin = 0; r->scope && pin < PINS; pin++) {
    const char *name = pin_row(pin)->name[map->protocol];
    if (!name || map->given[pin]) continue;
    map->of[pin] = (struct pin_source){.signal = full_name(r->scope, name)};
    map->given[pin] = true;
  }
  if (map->given[PIN_MAP_CLOCK]) return true;
  error_set(r->err, "%s: expected a line \"clock = SIGNAL\" (docs/log.md)", map->path);
  return false;
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

bool pin_map_is(const char *signal, const char *name, bool loose) {
  int (*compare)(const char *, const char *) = loose ? strcasecmp : strcmp;
  return compare(signal, name) == 0 || (strncmp(name, "TOP.", 4) == 0 && compare(signal, name + 4) == 0);
}
