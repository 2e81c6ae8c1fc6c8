// SPDX-License-Identifier: Apache-2.0
// Prints items, locations and reasons for the reports of all kinds of failures.
#include "report_parts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "protocol.h"
#include "scoreboard_protocol.h"
#include "why.h"

enum { BEFORE = 5, ITEMS_SHOWN = 8 };

void report_for_waves(const struct findings *found, const char *format, ...) {
  va_list list;
  if (!found->beats) return;
  va_start(list, format);
  vfprintf(found->beats, format, list);
  va_end(list);
}

void report_item_for_waves(const struct findings *found, size_t item) {
  const struct history *h = found->history;
  if (item < h->first || item >= h->count) return;
  report_for_waves(found, "!item #%zu %" PRIu64 "\n", item, history_presented(h, item));
}

void report_notes_begin(struct report_notes *n) { n->to = error_memory(open_memstream(&n->text, &n->size)); }

void report_notes_end(struct report_notes *n, FILE *out, const struct findings *found) {
  fclose(n->to);
  fputs(n->text, out);
  for (const char *line = n->text; *line; line += strcspn(line, "\n") + 1) {
    const char *words = line + strspn(line, " ");
    report_for_waves(found, "!note %.*s\n", (int)strcspn(words, "\n"), words);
  }
  free(n->text);
}

static void put_step(FILE *to, const struct findings *found, const struct step *s) {
  const char *thumb = s->thumb ? " thumb" : "", *ns = s->ns ? " ns" : "";
  if (s->kind != STEP_INSTRUCTION) {
    fprintf(to, "exception %u to 0x%08X%s%s\n", s->exception, s->address, thumb, ns);
  } else {
    struct step fetched = *s;
    etm3_port_fetch(found->image, &fetched);
    s = &fetched;
    fprintf(to, "0x%08X %0*X%s%s%s %c\n", s->address, 2 * s->size, s->opcode, thumb, ns,
            s->prohibited ? " prohibited" : "", s->passed ? 'E' : 'N');
  }
}

void report_item(FILE *to, const struct findings *found, size_t i) {
  if (config_is_etm3(found->config)) {
    put_step(to, found, history_step(found->history, i));
  } else {
    waypoint_write(to, history_waypoint(found->history, i));
  }
}

void report_items(FILE *out, const struct findings *found, size_t item) {
  const struct history *h = found->history;
  const size_t from = item > BEFORE ? item - BEFORE : 0;
  const size_t first = from > h->first ? from : h->first;
  const size_t end = from + ITEMS_SHOWN < h->count ? from + ITEMS_SHOWN : h->count;
  fprintf(out, "  nearby %s: number, %s, values\n", protocol_row(found->config)->items,
          h->commits ? "clocks of presentation and commit" : "clock");
  for (size_t i = first; i < end; i++) {
    const char mark = i == item ? '>' : ' ';
    fprintf(out, "    %c %6zu %8" PRIu64 "  ", mark, i, history_presented(h, i));
    if (h->commits) fprintf(out, "%8" PRIu64 "  ", history_committed(h, i));
    report_item(out, found, i);
  }
}

void report_location(FILE *out, const struct findings *found, const char *label, const struct report_trace *t,
                     uint64_t offset, size_t item) {
  const struct history *h = found->history;
  const struct report_packet *p = t ? report_packet_at(t, offset) : NULL;
  const bool is_known = item >= h->first && item < h->count;
  if (!p && !is_known) return;
  fprintf(out, "  %s: ", label);
  if (p) {
    report_for_waves(found, "!packet @%" PRIu64 "\n", p->packet.offset);
    report_packet_print(out, t, p);
  }
  if (p && is_known) fputs(packet_is(p->packet.kind, PACKET_REPORTS) ? "; " : "; before ", out);
  if (is_known) {
    char clock[HISTORY_CLOCK];
    report_item_for_waves(found, item);
    fprintf(out, "%s #%zu, presented in %s", found->scoreboard->protocol->item, item,
            history_clock_words(h, item, clock));
  }
  fputc('\n', out);
}

struct report_trace report_unit(const struct findings *found) {
  struct report_trace t;
  const struct report_bytes bytes = {.sent = found->sent, .end = found->sent->count};
  report_trace_read(&t, &bytes, found->scoreboard, UINT64_MAX);
  return t;
}

size_t report_item_at(const struct report_trace *t, uint64_t offset, size_t other) {
  const struct report_packet *p = report_packet_at(t, offset);
  while (p && p < t->packets + t->count && !p->has_item) p++;
  return p && p < t->packets + t->count ? p->item : other;
}

void report_tracing_noted(FILE *out, const struct findings *found, const struct scoreboard *s,
                          const struct report_trace *t) {
  const struct moment *m = s->wrong ? history_moment(s->history, scoreboard_wrong_item(s)) : NULL;
  struct report_notes n;
  report_notes_begin(&n);
  report_tracing(n.to, s, t);
  const bool is_known = !(s->config->unknown & CONFIG_ETMTEEVR);
  if (m && is_known && (ftell(n.to) > 0 || s->error.ends_too_early))
    report_event_and_extin(n.to, found->rules, "ETMTEEVR", s->config->etmteevr, m->clock + 1);
  report_notes_end(&n, out, found);
}

// The reason for the packet at byte `offset`.
struct reason {
  struct why why;
  uint64_t offset;
  char text[WHY_ROOM];
};

static void put_why(void *user, const struct join_row *row) {
  struct reason *r = user;
  char text[WHY_ROOM];
  why_row(&r->why, row, text);
  if (row->packet.offset == r->offset && !row->is_end) memcpy(r->text, text, sizeof text);
}

void report_why(FILE *out, const struct findings *found, const struct report_bytes *of, uint64_t offset,
                const char *side) {
  const uint64_t base = of->sent->base;
  const size_t count = (size_t)(of->end - base) + of->count;
  struct reason r = {.offset = offset};
  uint8_t *bytes = error_memory(malloc(count + 1));
  for (size_t i = 0; i < count; i++) bytes[i] = report_byte(of, base + i);
  join_trace(found->config, found->image, base, bytes, NULL, count, NULL, put_why, &r);
  free(bytes);
  if (r.text[0]) fprintf(out, "  reason for the %s's packet: %s\n", side, r.text);
}
