// SPDX-License-Identifier: Apache-2.0
#include "beats_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "lines.h"
#include "protocol.h"

static char *copy_of(const char *text) { return error_memory(strdup(text)); }

static bool unit_line(struct beats_file *f, const char *line) {
  f->protocol = 0;
  while (f->protocol < PROTOCOLS && strcmp(line, protocols[f->protocol].unit) != 0) f->protocol++;
  return f->protocol < PROTOCOLS;
}

static bool beat_line(struct beats_file *f, const char *line) {
  char *at;
  const uint64_t clock = strtoull(line, &at, 10);
  if (at == line || *at != ' ' || (f->count && clock <= f->clock[f->count - 1])) return false;
  int used = 0;
  unsigned byte;
  for (at++; sscanf(at, "%2x%n", &byte, &used) == 1 && used == 2; at += used) {
    f->byte = array_reserve(f->byte, f->count + 1, &f->room, sizeof *f->byte);
    f->clock = array_reserve(f->clock, f->count + 1, &f->clock_room, sizeof *f->clock);
    f->byte[f->count] = (uint8_t)byte;
    f->clock[f->count++] = clock;
  }
  return *at == '\0' && at[-1] != ' ';
}

static bool items_line(struct beats_file *f, const char *line) {
  struct beats_items items;
  if (sscanf(line, "%" SCNu64 " #%" SCNu64 " %7[WIXD]", &items.clock, &items.number, items.kinds) != 3) return false;
  if (f->item_count && items.clock <= f->items[f->item_count - 1].clock) return false;
  f->items = array_reserve(f->items, f->item_count + 1, &f->item_room, sizeof *f->items);
  f->items[f->item_count++] = items;
  return true;
}

static struct row *row_of(struct beats_file *f, const char *name, size_t length) {
  size_t i = 0;
  while (i < f->row_count && (strncmp(f->rows[i].name, name, length) != 0 || f->rows[i].name[length])) i++;
  if (i < f->row_count) return &f->rows[i];
  f->rows = array_reserve(f->rows, f->row_count + 1, &f->row_room, sizeof *f->rows);
  f->rows[f->row_count] = (struct row){.name = error_memory(strndup(name, length))};
  return &f->rows[f->row_count++];
}

static bool answer_line(struct beats_file *f, const char *line) {
  struct beats_answer answer;
  int used = 0;
  if (sscanf(line, "=#%" SCNu64 " %n", &answer.first, &used) != 1 || !used) return false;
  if (f->answer_count && answer.first <= f->answers[f->answer_count - 1].first) return false;
  f->answers = array_reserve(f->answers, f->answer_count + 1, &f->answer_room, sizeof *f->answers);
  answer.text = copy_of(line + used);
  f->answers[f->answer_count++] = answer;
  return true;
}

static bool value_line(struct beats_file *f, const char *line) {
  uint64_t clock;
  int name = 0, text = 0;
  if (sscanf(line, "=%" SCNu64 " %n%*[a-z0-9_] %n", &clock, &name, &text) != 1 || !text) return false;
  struct row *row = row_of(f, line + name, strcspn(line + name, " "));
  struct row_text *last = row_last(row);
  if (last && clock <= last->first) return false;
  if (last) last->last = clock - 1;
  row_add(row, clock, UINT64_MAX, line + text);
  return true;
}

// Of several failures the first is kept.
static bool failure_line(struct beats_failure *f, const char *line) {
  uint64_t number, clock;
  int used = 0;
  if (!strncmp(line, "!expected ", 10)) {
    if (!f->expected) f->expected = copy_of(line + 10);
  } else if (!strncmp(line, "!note ", 6)) {
    if (!f->is_over && f->notes < BEATS_NOTES) f->note[f->notes++] = copy_of(line + 6);
  } else if (sscanf(line, "!packet @%" SCNu64, &number) == 1) {
    if (!f->has_packet) f->packet = number;
    f->has_packet = true;
  } else if (sscanf(line, "!item #%" SCNu64 " %" SCNu64, &number, &clock) == 2) {
    if (!f->has_item) f->item = number, f->item_clock = clock;
    f->has_item = true;
  } else if (sscanf(line, "!%" SCNu64 " %n", &clock, &used) == 1 && used) {
    f->is_over = f->found;
    if (!f->found) f->clock = clock, f->message = copy_of(line + used);
    f->found = true;
  } else {
    return false;
  }
  return true;
}

static bool any_line(struct beats_file *f, const char *line) {
  if (*line == '#') return true;  // its first line and its last (lines.h)
  if (!strncmp(line, "unit ", 5)) return unit_line(f, line + 5);
  if (*line == '=') return line[1] == '#' ? answer_line(f, line) : value_line(f, line);
  if (*line == '!') return failure_line(&f->failure, line);
  return strchr(line, '#') ? items_line(f, line) : beat_line(f, line);
}

bool beats_file_read(struct beats_file *f, const char *path, struct error *err) {
  struct lines l;
  bool good = lines_open(&l, path, err);
  while (good && lines_next(&l)) {
    if (!any_line(f, l.text))
      lines_refuse(&l, "expected CLOCK BYTES, with a later clock than the line before, and bytes in hex");
  }
  return lines_close(&l) && good;
}

void beats_file_free(struct beats_file *f) {
  free(f->byte);
  free(f->clock);
  free(f->items);
  for (size_t i = 0; i < f->row_count; i++) row_free(&f->rows[i]);
  for (size_t i = 0; i < f->answer_count; i++) free(f->answers[i].text);
  for (size_t i = 0; i < f->failure.notes; i++) free(f->failure.note[i]);
  free(f->failure.message);
  free(f->failure.expected);
  free(f->rows);
  free(f->answers);
}
