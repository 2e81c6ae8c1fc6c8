// SPDX-License-Identifier: Apache-2.0
// waypoint list: prints each packet with the clocks of its bytes, what it reports, the numbers of the items, and the
// reason.
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "code.h"
#include "command.h"
#include "lines.h"
#include "list.h"

// The rows of a capture, and the first error in them.
struct capture_list {
  struct list_writer list;
  const char *name;
  uint64_t errors;
  struct error first;
};

static void note_error(struct capture_list *l, uint64_t offset, const char *what) {
  if (l->errors++ == 0) error_set(&l->first, "%s: byte %" PRIu64 ": %s", l->name, offset, what);
}

static void on_row(void *user, const struct join_row *row) {
  struct capture_list *l = user;
  if (row->packet.kind == PACKET_BAD) note_error(l, row->packet.offset, row->packet.error);
  for (size_t i = 0; i < row->event_count; i++) {
    const struct flow_event *e = &row->events[i].flow;
    if (e->kind == FLOW_ERROR) note_error(l, e->offset, e->why);
  }
  list_row(&l->list, row);
}

// Is it a line of --beats other than a beat (predicted.h)?
static bool is_other_line(const char *line) {
  const size_t clock = strspn(line, "0123456789");
  return strchr("u!#=", *line) || (clock > 0 && strncmp(line + clock, " #", 2) == 0);
}

// Reads "CLOCK BYTES", one line for each beat: the clock of each of `count` bytes.
static bool read_beats(const char *path, uint64_t *clocks, size_t count, struct error *err) {
  struct lines l;
  char hex[24];
  size_t at = 0;
  uint64_t clock = 0, before = 0;
  bool good = lines_open(&l, path, err);
  while (good && lines_next(&l)) {
    int used = 0;
    if (is_other_line(l.text)) continue;
    const bool has_form = isdigit((unsigned char)l.text[0]) &&
                          sscanf(l.text, "%" SCNu64 " %16[0-9a-f]%n", &clock, hex, &used) == 2 && l.text[used] == '\0';
    const bool is_beat = has_form && strlen(hex) % 2 == 0 && (at == 0 || clock > before);
    good = is_beat ||
           error_set(err, "%s:%u: expected CLOCK BYTES, with a later clock than the line before, and bytes in hex",
                     path, l.number);
    for (size_t i = 0; good && i < strlen(hex) / 2; i++, at++) {
      if (at < count) clocks[at] = clock;
    }
    before = clock;
  }
  good = lines_close(&l) && good;
  if (good && at != count)
    return error_set(err, "%s: expected the %zu trace bytes of the snapshot, found %zu", path, count, at);
  return good;
}

static int list_capture(const struct words *words, struct code *code, struct list_writer *list) {
  struct capture_list l = {.list = *list, .name = words->snapshot};
  struct capture capture = {0};
  struct error err;
  uint64_t *clocks = NULL;
  bool good = code_capture(code, words, &capture, &err);
  if (good && words->with_beats) {
    clocks = error_memory(calloc(capture.count + 1, sizeof *clocks));
    good = read_beats(words->with_beats, clocks, capture.count, &err);
  }
  if (good) {
    for (size_t i = 0; i < capture.breaks.count; i++) {
      const struct frames_break *b = &capture.breaks.of[i];
      if (b->kind == FRAMES_DAMAGED) note_error(&l, b->at, b->text);
    }
    join_trace(&capture.config, capture.image.count ? &capture.image : NULL, 0, capture.bytes, clocks, capture.count,
               &capture.breaks, on_row, &l);
  }
  *list = l.list;
  free(clocks);
  capture_close(&capture);
  if (!good) return could_not_run(&err);
  if (l.errors) fprintf(stderr, "waypoint: %s\n", l.first.text);
  return l.errors ? 1 : 0;
}

int command_list(const struct words *words) {
  struct list_writer list;
  struct code code = {0};
  list_start(&list, stdout, &words->list);
  list.symbols = &code.debug.symbols;
  const int result = words->snapshot ? list_capture(words, &code, &list) : check_clocks(words, &code, list_row, &list);
  const bool whole = result == 2 || list_end(&list);
  code_free(&code);
  if (whole) return result;
  perror("waypoint: standard output");
  return 2;
}
