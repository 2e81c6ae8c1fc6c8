// SPDX-License-Identifier: Apache-2.0
#include "beats.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "history.h"

void beats_beat(FILE *beats, uint64_t clock, const struct cycle *c) {
  if (!cycle_takes_beat(c)) return;
  fprintf(beats, "%" PRIu64 " ", clock);
  for (unsigned i = 0; i < c->beat_bytes; i++) fprintf(beats, "%02x", (unsigned)(c->beat_data >> 8 * i & 0xFF));
  fputc('\n', beats);
}

static char kind_of(const struct history *h, size_t item) {
  static const char letter[] = {[STEP_INSTRUCTION] = 'I', [STEP_EXCEPTION] = 'X'};
  if (h->waypoints) return 'W';
  const enum step_kind kind = history_step(h, item)->kind;
  return kind < sizeof letter && letter[kind] ? letter[kind] : 'D';
}

void beats_items(FILE *beats, uint64_t clock, const struct history *h, size_t count) {
  const size_t first = h->count - count;
  if (count == 0) return;
  fprintf(beats, "%" PRIu64 " #%zu ", clock, first);
  for (size_t i = first; i < h->count; i++) fputc(kind_of(h, i), beats);
  fputc('\n', beats);
}

static void put_items(FILE *file, uint64_t offset, const char *gap, const struct join_items *items) {
  if (items->first == items->end) return;
  fprintf(file, "@%" PRIu64 " %s%s#%" PRIu64 " #%" PRIu64 "\n", offset, gap, *gap ? " " : "", items->first,
          items->end - 1);
}

void beats_row(FILE *beats, const struct join_row *row) {
  if (row->is_end) return;
  put_items(beats, row->packet.offset, join_gap_name[row->gap], &row->missing);
  put_items(beats, row->packet.offset, "", &row->items);
}

void beats_answer(FILE *beats, size_t item, const char *text) { fprintf(beats, "=#%zu %s\n", item, text); }

void beats_value(FILE *beats, uint64_t clock, const char *row, const char *text) {
  fprintf(beats, "=%" PRIu64 " %s %s\n", clock, row, text);
}

void beats_failure(FILE *beats, uint64_t clock, const char *format, ...) {
  va_list list;
  if (!beats) return;
  fprintf(beats, "!%" PRIu64 " ", clock);
  va_start(list, format);
  vfprintf(beats, format, list);
  va_end(list);
  fputc('\n', beats);
}

void beats_expected(FILE *beats, const char *text) {
  if (beats) fprintf(beats, "!expected %s\n", text);
}

void beats_packet(FILE *beats, uint64_t offset) {
  if (beats) fprintf(beats, "!packet @%" PRIu64 "\n", offset);
}

void beats_item(FILE *beats, const struct history *h, size_t item) {
  if (!beats || item < h->first || item >= h->count) return;
  fprintf(beats, "!item #%zu %" PRIu64 "\n", item, history_moment(h, item)->clock);
}

void beats_notes(FILE *beats, const char *lines) {
  if (!beats) return;
  for (size_t length; *lines; lines += length + (lines[length] == '\n')) {
    lines += strspn(lines, " ");
    length = strcspn(lines, "\n");
    fprintf(beats, "!note %.*s\n", (int)length, lines);
  }
}
