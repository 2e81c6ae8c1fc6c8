// SPDX-License-Identifier: Apache-2.0
#include "trace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *grown(void *memory, size_t size) {
  memory = realloc(memory, size);
  if (!memory) {
    fputs("decode_rows: out of memory\n", stderr);
    exit(2);
  }
  return memory;
}

static void trace_add(struct trace *t, uint64_t clock, uint8_t byte) {
  if (t->count == t->room) {
    t->room = t->room ? 2 * t->room : 4096;
    t->byte = grown(t->byte, t->room * sizeof *t->byte);
    t->clock = grown(t->clock, t->room * sizeof *t->clock);
  }
  t->byte[t->count] = byte;
  t->clock[t->count++] = clock;
}

static bool beat_line(struct trace *t, const char *line) {
  char *at;
  const uint64_t clock = strtoull(line, &at, 10);
  if (at == line || *at != ' ' || (t->count && clock <= t->clock[t->count - 1])) return false;
  int used = 0;
  unsigned byte;
  for (at++; sscanf(at, "%2x%n", &byte, &used) == 1 && used == 2; at += used) trace_add(t, clock, (uint8_t)byte);
  return *at == '\n' && at[-1] != ' ';
}

static bool items_line(struct trace *t, const char *line) {
  struct trace_items items;
  if (sscanf(line, "%" SCNu64 " #%" SCNu64 " %7[WIXD]\n", &items.clock, &items.number, items.kinds) != 3) return false;
  if (t->item_count && items.clock <= t->items[t->item_count - 1].clock) return false;
  if (t->item_count == t->item_room) {
    t->item_room = 2 * t->item_room + 256;
    t->items = grown(t->items, t->item_room * sizeof *t->items);
  }
  t->items[t->item_count++] = items;
  return true;
}

static bool numbers_line(struct trace *t, const char *line) {
  struct trace_numbers n = {0};
  if (sscanf(line, "@%" SCNu64 " #%" SCNu64 " #%" SCNu64, &n.offset, &n.first, &n.last) != 3 &&
      sscanf(line, "@%" SCNu64 " %15[a-z] #%" SCNu64 " #%" SCNu64, &n.offset, n.gap, &n.first, &n.last) != 4)
    return false;
  if (t->number_count && n.offset < t->numbers[t->number_count - 1].offset) return false;
  if (t->number_count == t->number_room) {
    t->number_room = 2 * t->number_room + 256;
    t->numbers = grown(t->numbers, t->number_room * sizeof *t->numbers);
  }
  t->numbers[t->number_count++] = n;
  return true;
}

static void keep_rest(char to[TRACE_LINE], const char *from) {
  if (!*to) snprintf(to, TRACE_LINE, "%.*s", (int)strcspn(from, "\n"), from);
}

// Of several failures the first is kept.
static bool failure_line(struct trace_failure *f, const char *line) {
  uint64_t number, clock;
  int used = 0;
  if (!strncmp(line, "!expected ", 10)) {
    keep_rest(f->expected, line + 10);
  } else if (!strncmp(line, "!note ", 6)) {
    if (!f->is_over && f->notes < TRACE_NOTES) keep_rest(f->note[f->notes++], line + 6);
  } else if (sscanf(line, "!packet @%" SCNu64, &number) == 1) {
    if (!f->has_packet) f->packet = number;
    f->has_packet = true;
  } else if (sscanf(line, "!item #%" SCNu64 " %" SCNu64, &number, &clock) == 2) {
    if (!f->has_item) f->item = number, f->item_clock = clock;
    f->has_item = true;
  } else if (sscanf(line, "!%" SCNu64 " %n", &clock, &used) == 1 && used) {
    if (!f->found) f->clock = clock;
    f->is_over = f->found;
    f->found = true;
    keep_rest(f->message, line + used);
  } else {
    return false;
  }
  return true;
}

static bool any_line(struct trace *t, const char *line) {
  if (*line == '#') return true;  // its first line and its last (lines.h)
  if (*line == '@') return numbers_line(t, line);
  if (*line == '!') return failure_line(&t->failure, line);
  return strchr(line, '#') ? items_line(t, line) : beat_line(t, line);
}

bool trace_read(struct trace *t, const char *path, struct error *err) {
  FILE *file = fopen(path, "r");
  if (!file) {
    error_set(err, "%s: %s", path, strerror(errno));
    return false;
  }
  char line[TRACE_LINE];
  size_t number = 1;
  bool good = true;
  for (; good && fgets(line, sizeof line, file); number++) good = any_line(t, line);
  if (!good)
    error_set(err, "%s:%zu: expected CLOCK BYTES, with a later clock than the line before, and bytes in hex", path,
              number - 1);
  fclose(file);
  return good;
}

void trace_free(struct trace *t) {
  free(t->byte);
  free(t->clock);
  free(t->items);
  free(t->numbers);
}
