// SPDX-License-Identifier: Apache-2.0
// Decodes the recorded bytes into packets, joins them with the items, and prints them.
#include "report_trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "error.h"

// The number of packets printed before that of a byte, and from it on.
enum { BEFORE = 5, AFTER = 3 };
// The largest number of bytes of a packet that are printed in a list, and in a line of the report.
enum { LISTED = 8, SHOWN = 24, HEX_ROOM = 3 * SHOWN + 1 };

uint8_t report_byte(const struct report_bytes *bytes, uint64_t offset) {
  return offset < bytes->end ? *sent_byte(bytes->sent, offset) : bytes->more[offset - bytes->end];
}

// --- packets --------------------------------------------------------------------------------------------------------

struct packets {
  uint64_t from;
  struct packet *at;
  size_t count, room;
};

static void add_packet(void *user, const struct packet *p) {
  struct packets *all = user;
  if (p->offset < all->from) return;
  all->at = array_reserve(all->at, all->count + 1, &all->room, sizeof *all->at);
  all->at[all->count++] = *p;
}

// Rows come in the order of the packets.
static void add_row(void *user, const struct join_row *row) {
  struct report_trace *t = user;
  struct report_packet *p = &t->packets[t->count++];
  p->packet = row->packet;
  if (row->packet.offset >= t->compared) return;
  p->items = row->items;
  p->missing = row->missing;
  p->gap = row->gap;
  p->untraced = row->untraced;
  p->has_item = row->event_count > 0;
  if (!p->has_item) return;
  const struct join_event *e = &row->events[0];
  p->item = e->flow.kind == FLOW_SYNC ? e->items.end : e->items.first;
}

// Adds the steps that a P-header before the contradiction has reported, but that the flow has not output yet.
static void add_withheld(struct report_trace *t, const struct scoreboard *s) {
  struct report_packet *p = NULL;
  for (size_t i = 0; i < t->count && t->packets[i].packet.offset < s->error.offset; i++) {
    const struct packet *sent = &t->packets[i].packet;
    if (sent->kind == PACKET_P_HEADER && sent->atom_count > __builtin_popcount(sent->cycles)) p = &t->packets[i];
  }
  if (!p || p->packet.offset >= t->compared) return;
  if (p->items.first == p->items.end) p->items.first = s->at.item;
  p->items.end = scoreboard_wrong_item(s);
  if (!p->has_item) p->item = p->items.first;
  p->has_item = true;
}

// If a run has kept all of its bytes, only the last are read: as many as a long run keeps.
void report_trace_read(struct report_trace *t, const struct report_bytes *bytes, const struct scoreboard *s,
                       uint64_t compared) {
  const uint64_t end = bytes->end + bytes->count;
  struct packets all = {.from = end > 2 * SENT_KEPT ? end - 2 * SENT_KEPT : 0};
  *t = (struct report_trace){.bytes = *bytes, .compared = compared, .wrong_at = UINT64_MAX};
  if (s->wrong) {
    t->wrong_at = s->error.offset;
    t->wrong_item = scoreboard_wrong_item(s);
    t->wrong_is_missing = s->error.is_packet_missing;
  }
  sent_packets(bytes->sent, bytes->end, bytes->more, bytes->count, add_packet, &all);
  t->packets = error_memory(calloc(all.count + 1, sizeof *t->packets));
  join_settled(s, all.at, all.count, add_row, t);
  if (s->wrong && s->error.held_steps > 0) add_withheld(t, s);
  free(all.at);
}

void report_trace_free(struct report_trace *t) { free(t->packets); }

// Returns the number of packets that begin at byte `offset` or before it.
static size_t count_up_to(const struct report_trace *t, uint64_t offset) {
  size_t count = 0;
  while (count < t->count && t->packets[count].packet.offset <= offset) count++;
  return count;
}

static bool has_byte(const struct packet *p, uint64_t offset) {
  return p->offset <= offset && offset < p->offset + p->length;
}

const struct report_packet *report_packet_at(const struct report_trace *t, uint64_t offset) {
  const size_t count = count_up_to(t, offset);
  return count > 0 && has_byte(&t->packets[count - 1].packet, offset) ? &t->packets[count - 1] : NULL;
}

// --- text -----------------------------------------------------------------------------------------------------------

void report_packet_text(const struct report_packet *p, char text[REPORT_TEXT_ROOM]) {
  char words[256], numbers[JOIN_NUMBERS_ROOM];
  const char *kind = packet_name[p->packet.kind];
  packet_text(&p->packet, words, sizeof words);  // begins with the kind
  join_numbers_text(&p->items, &p->missing, p->gap, numbers);
  snprintf(text, REPORT_TEXT_ROOM, "%s%s%s", kind, numbers, words + strlen(kind));
}

static void put_text(FILE *out, const struct report_trace *t, const struct report_packet *p) {
  char text[REPORT_TEXT_ROOM];
  const bool has_atoms = packet_group[p->packet.kind] == PACKET_GROUP_ATOMS;
  report_packet_text(p, text);
  fputs(text, out);
  if (has_atoms && has_byte(&p->packet, t->wrong_at))
    fprintf(out, " (%s #%zu)", t->wrong_is_missing ? "missing before" : "wrong from", t->wrong_item);
}

static void hex_of(const struct report_trace *t, const struct packet *p, uint32_t most, char hex[HEX_ROOM]) {
  hex[0] = '\0';
  for (uint32_t b = 0; b < p->length && b < most; b++)
    sprintf(hex + 3 * b - (b > 0), b ? " %02x" : "%02x", report_byte(&t->bytes, p->offset + b));
}

void report_packet_print(FILE *out, const struct report_trace *t, const struct report_packet *p) {
  char hex[HEX_ROOM];
  put_text(out, t, p);
  hex_of(t, &p->packet, SHOWN, hex);
  fprintf(out, ", byte %" PRIu64 ": %s", p->packet.offset, hex);
}

void report_trace_print(FILE *out, const struct report_trace *t, uint64_t offset, const char *side) {
  const size_t at = count_up_to(t, offset), first = at > BEFORE + 1 ? at - BEFORE - 1 : 0;
  const size_t end = at + AFTER - 1 < t->count ? at + AFTER - 1 : t->count;
  fprintf(out, "  %s\n", side);
  if (first == end) fputs("      no packet\n", out);
  for (size_t i = first; i < end; i++) {
    const struct packet *p = &t->packets[i].packet;
    char hex[HEX_ROOM];
    hex_of(t, p, LISTED, hex);
    fprintf(out, "    %c %8" PRIu64 "  %-*s  ", has_byte(p, offset) ? '>' : ' ', p->offset, 3 * LISTED, hex);
    put_text(out, t, &t->packets[i]);
    fputc('\n', out);
    if (t->packets[i].untraced.why == SELECTION_NO_WHY) continue;
    char reason[SELECTION_WORDS];
    fprintf(out, "               not traced before this packet: %s\n",
            selection_words(&t->packets[i].untraced, reason));
  }
}
