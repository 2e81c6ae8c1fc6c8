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

static char *kept_line(const char *text) {
  const size_t length = strcspn(text, "\n");
  char *kept = grown(NULL, length + 1);
  memcpy(kept, text, length);
  kept[length] = '\0';
  return kept;
}

static size_t row_of(struct trace *t, const char *name, size_t length) {
  size_t i = 0;
  while (i < t->row_count && (strncmp(t->row[i], name, length) != 0 || t->row[i][length] != '\0')) i++;
  if (i < t->row_count) return i;
  if (t->row_count == t->row_room) {
    t->row_room = 2 * t->row_room + 32;
    t->row = grown(t->row, t->row_room * sizeof *t->row);
  }
  t->row[t->row_count] = grown(NULL, length + 1);
  memcpy(t->row[t->row_count], name, length);
  t->row[t->row_count][length] = '\0';
  return t->row_count++;
}

static bool answer_line(struct trace *t, const char *line) {
  struct trace_answer answer;
  int used = 0;
  if (sscanf(line, "=#%" SCNu64 " %n", &answer.first, &used) != 1 || !used) return false;
  if (t->answer_count && answer.first <= t->answers[t->answer_count - 1].first) return false;
  if (t->answer_count == t->answer_room) {
    t->answer_room = 2 * t->answer_room + 256;
    t->answers = grown(t->answers, t->answer_room * sizeof *t->answers);
  }
  answer.text = kept_line(line + used);
  t->answers[t->answer_count++] = answer;
  return true;
}

static bool value_line(struct trace *t, const char *line) {
  struct trace_value value;
  int name = 0, text = 0;
  if (sscanf(line, "=%" SCNu64 " %n%*[a-z0-9_] %n", &value.clock, &name, &text) != 1 || !text) return false;
  if (t->value_count && value.clock < t->values[t->value_count - 1].clock) return false;
  if (t->value_count == t->value_room) {
    t->value_room = 2 * t->value_room + 1024;
    t->values = grown(t->values, t->value_room * sizeof *t->values);
  }
  value.row = row_of(t, line + name, strcspn(line + name, " "));
  value.text = kept_line(line + text);
  t->values[t->value_count++] = value;
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
  if (*line == '=') return line[1] == '#' ? answer_line(t, line) : value_line(t, line);
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
  for (size_t i = 0; i < t->row_count; i++) free(t->row[i]);
  for (size_t i = 0; i < t->value_count; i++) free(t->values[i].text);
  for (size_t i = 0; i < t->answer_count; i++) free(t->answers[i].text);
  free(t->row);
  free(t->values);
  free(t->answers);
}
