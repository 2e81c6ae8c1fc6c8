// SPDX-License-Identifier: Apache-2.0
#include "beats.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "checking.h"

void beats_beat(const struct checker *c, const struct pins *pins) {
  const struct ports_out *out = &pins->out;
  if (!out->atvalid || !pins->in.atready || !pins->in.atclken) return;
  if (observer_is_anothers(&c->observer, pins)) return;
  fprintf(c->beats, "%" PRIu64 " ", c->observer.clock);
  for (unsigned i = 0; i <= out->atbytes; i++) fprintf(c->beats, "%02x", (unsigned)(out->atdata >> 8 * i & 0xFF));
  fputc('\n', c->beats);
}

static char kind_of(const struct observer *o, size_t item) {
  static const char letter[] = {[STEP_INSTRUCTION] = 'I', [STEP_EXCEPTION] = 'X'};
  if (!o->etm) return 'W';
  const uint8_t kind = history_step(&o->history, item)->kind;
  return kind < sizeof letter && letter[kind] ? letter[kind] : 'D';
}

void beats_items(const struct checker *c, uint64_t clock) {
  const struct observer *o = &c->observer;
  if (o->presents == 0) return;
  const size_t first = o->history.count - o->presents;
  fprintf(c->beats, "%" PRIu64 " #%zu ", clock, first);
  for (size_t i = first; i < o->history.count; i++) fputc(kind_of(o, i), c->beats);
  fputc('\n', c->beats);
}

static void put_items(FILE *file, uint64_t offset, const char *gap, const struct join_items *items) {
  if (items->first == items->end) return;
  fprintf(file, "@%" PRIu64 " %s%s#%" PRIu64 " #%" PRIu64 "\n", offset, gap, *gap ? " " : "", items->first,
          items->end - 1);
}

void beats_row(void *checker, const struct join_row *row) {
  const struct checker *c = checker;
  if (row->is_end) return;
  put_items(c->beats, row->packet.offset, join_gap_name[row->gap], &row->missing);
  put_items(c->beats, row->packet.offset, "", &row->items);
}

void beats_failure(const struct checker *c, uint64_t clock, const char *format, ...) {
  va_list list;
  if (!c->beats) return;
  fprintf(c->beats, "!%" PRIu64 " ", clock);
  va_start(list, format);
  vfprintf(c->beats, format, list);
  va_end(list);
  fputc('\n', c->beats);
}

void beats_expected(const struct checker *c, const char *text) {
  if (c->beats) fprintf(c->beats, "!expected %s\n", text);
}

void beats_packet(const struct checker *c, uint64_t offset) {
  if (c->beats) fprintf(c->beats, "!packet @%" PRIu64 "\n", offset);
}

void beats_item(const struct checker *c, size_t item) {
  const struct history *h = &c->observer.history;
  if (!c->beats || item < h->first || item >= h->count) return;
  fprintf(c->beats, "!item #%zu %" PRIu64 "\n", item, history_moment(h, item)->clock);
}

void beats_notes(const struct checker *c, const char *lines) {
  if (!c->beats) return;
  for (size_t length; *lines; lines += length + (lines[length] == '\n')) {
    lines += strspn(lines, " ");
    length = strcspn(lines, "\n");
    fprintf(c->beats, "!note %.*s\n", (int)length, lines);
  }
}
