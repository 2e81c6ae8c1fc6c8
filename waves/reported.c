// SPDX-License-Identifier: Apache-2.0
#include "reported.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "traced_row.h"

void reported_extend(char **text, const char *between, const char *more) {
  const size_t old = *text ? strlen(*text) : 0;
  *text = error_memory(realloc(*text, old + strlen(between) + strlen(more) + 1));
  sprintf(*text + old, "%s%s", old ? between : "", more);
}

// --- the rows --------------------------------------------------------------------------------------------------------

const char *const reported_row_name[REPORTED_ROWS] = {
    "bytes",  "packet", "flow",   "packet_2", "flow_2",   "traced",   "trace_state", "message",  "message_2",  "note",
    "note_2", "note_3", "note_4", "note_5",   "note_6",   "note_7",   "note_8",      "expected", "expected_2", "port_3",
    "port_2", "port_1", "port",   "packet_3", "packet_2", "packet_1", "packet",      "at_fault"};

static bool is_free(struct reported *r, enum reported_row row, uint64_t clock) {
  const struct row_text *last = row_last(&r->row[row]);
  return !last || last->last < clock;
}

// In the upper lane where that is free, else in the lower one. Where neither is, the packet before it lies in this one
// beat, and they share a box.
static enum reported_row add_packet(struct reported *r, const struct list_packet *p, enum reported_row before) {
  enum reported_row lane = before;
  if (is_free(r, REPORTED_PACKET, p->first))
    lane = REPORTED_PACKET;
  else if (is_free(r, REPORTED_PACKET_2, p->first))
    lane = REPORTED_PACKET_2;
  const enum reported_row rows[] = {lane, lane + REPORTED_FLOW - REPORTED_PACKET};
  const char *const texts[] = {p->text, p->flow};
  for (int i = 0; i < 2; i++) {
    if (!*texts[i]) continue;
    if (is_free(r, rows[i], p->first)) {
      row_add(&r->row[rows[i]], p->first, p->last, texts[i]);
    } else {
      struct row_text *shared = row_last(&r->row[rows[i]]);
      shared->last = p->last;
      reported_extend(&shared->text, "; ", texts[i]);
    }
  }
  return lane;
}

// The list has whole packets. The dump may end within one, which begins with this byte. 0: it does not.
static uint64_t cut_packet(const struct reported *r) {
  enum { MOST = 20 };  // bytes of a packet
  const struct list_packet *last = r->list->count ? &r->list->packets[r->list->count - 1] : NULL;
  const uint64_t end = last && strncmp(last->text, "bad ", 4) != 0 ? last->byte + last->length : 0;
  return end < r->beats->count && r->beats->count - end < MOST ? end : 0;
}

// The bytes of each beat, first byte first, with "|" between two packets.
static void add_beats(struct reported *r) {
  const struct beats_file *beats = r->beats;
  const struct list_packet *packet = r->list->packets, *end = packet + r->list->count;
  const uint64_t cut = cut_packet(r);
  for (size_t i = 0; i < beats->count; i++) {
    char byte[8];
    while (packet < end && packet->byte < i) packet++;
    const bool begins = i == cut || (packet < end && packet->byte == i);
    snprintf(byte, sizeof byte, "%02X", beats->byte[i]);
    if (i > 0 && beats->clock[i - 1] == beats->clock[i])
      reported_extend(&row_last(&r->row[REPORTED_BYTES])->text, begins ? " | " : " ", byte);
    else
      row_add(&r->row[REPORTED_BYTES], beats->clock[i], beats->clock[i], byte);
  }
}

// --- what failed ----------------------------------------------------------------------------------------------------

// GTKWave's list of signals shows the first characters of a value: a caption begins with blanks instead.
#define CAPTION_MARGIN "      "

static void add_caption(struct reported *r, enum reported_row row, const char *text) {
  char *all = NULL;
  if (!*text) return;
  reported_extend(&all, "", CAPTION_MARGIN);
  reported_extend(&all, "", text);
  row_add(&r->row[row], 0, UINT64_MAX, all);
  free(all);
}

// Puts the text into the rows from `row` to `last`, each broken at a blank if it is wider than a screen. The last row
// takes all text that is left. Returns the next row.
static enum reported_row add_lines(struct reported *r, enum reported_row row, enum reported_row last,
                                   const char *text) {
  enum { WIDE = 165 };
  for (; row < last && strlen(text) > WIDE; row++) {
    char line[WIDE + 1];
    int length = WIDE;
    while (length > 0 && text[length] != ' ') length--;
    if (length == 0) length = WIDE;
    snprintf(line, sizeof line, "%.*s", length, text);
    add_caption(r, row, line);
    text += length + (text[length] == ' ');
  }
  if (!*text) return row;
  if (row <= last)
    add_caption(r, row, text);
  else
    reported_extend(&row_last(&r->row[last])->text, "; ", text);
  return row + 1;
}

static void add_notes(struct reported *r) {
  const struct beats_failure *f = &r->beats->failure;
  enum reported_row row = REPORTED_NOTE;
  for (size_t i = 0; i < f->notes; i++) row = add_lines(r, row, REPORTED_NOTE_LAST, f->note[i]);
}

static bool has_rows(const struct beats_file *f, enum concern concern) {
  size_t i = 0;
  while (i < f->row_count && !concern_has_row(concern, f->rows[i].name)) i++;
  return i < f->row_count;
}

// ETMTEEVR, where it is known last, is always true.
static bool is_always_enabled(const struct beats_file *f) {
  for (size_t i = 0; i < f->row_count; i++) {
    const struct row_text *last = row_last(&f->rows[i]);
    const char *end = strstr(last->text, ": always");
    if (!strcmp(f->rows[i].name, "enable_event")) return end && !strcmp(end, ": always");
  }
  return false;
}

// A group without a row that the checker predicts is not what a failure is about, except the group of an event: it has
// the pins.
static void find_concerns(struct reported *r) {
  const struct beats_failure *f = &r->beats->failure;
  for (enum concern c = 0; c < CONCERNS; c++) {
    bool is_about = concern_is_in(c, f->message) || (f->expected && concern_is_in(c, f->expected));
    for (size_t i = 0; i < f->notes; i++) is_about = is_about || concern_is_in(c, f->note[i]);
    const bool needs_rows = c == CONCERN_FILTER || c == CONCERN_RESOURCES;
    r->concerns[c] = is_about && (!needs_rows || has_rows(r->beats, c));
  }
  if (r->concerns[CONCERN_FILTER] && is_always_enabled(r->beats)) r->concerns[CONCERN_ENABLE] = false;
}

uint64_t reported_fault_clock(const struct reported *r) {
  const struct beats_failure *f = &r->beats->failure;
  return f->has_item ? f->item_clock : f->clock;
}

static void earlier(struct reported *r, uint64_t clock) {
  if (clock < r->from) r->from = clock;
}

// The clock of what was presented three clocks with an item before.
static void begin_at_items(struct reported *r) {
  const struct beats_file *t = r->beats;
  size_t i = 0;
  while (i < t->item_count && t->items[i].clock <= reported_fault_clock(r)) i++;
  if (i > 0) earlier(r, t->items[i > REPORTED_SHOWN ? i - REPORTED_SHOWN : 0].clock);
}

static void add_failure(struct reported *r) {
  const struct beats_failure *f = &r->beats->failure;
  char text[48];
  if (!f->found) return;
  r->from = f->clock;
  find_concerns(r);
  add_lines(r, REPORTED_MESSAGE, REPORTED_MESSAGE_2, f->message);
  add_notes(r);
  if (f->expected) add_lines(r, REPORTED_EXPECTED, REPORTED_EXPECTED_2, f->expected);
  begin_at_items(r);
  if (!f->has_item) return;
  earlier(r, f->item_clock);
  snprintf(text, sizeof text, "#%" PRIu64 " at fault", f->item);
  row_add(&r->row[REPORTED_AT_FAULT], f->item_clock, f->clock > f->item_clock ? f->clock - 1 : f->item_clock, text);
}

void reported_add_port(struct reported *r, char *const text[REPORTED_SHOWN]) {
  const struct beats_failure *f = &r->beats->failure;
  // The pin of a trigger hangs on other inputs: there the clock alone says something.
  const unsigned from = r->concerns[CONCERN_TRIGGER] && !f->has_item ? REPORTED_SHOWN - 1 : 0;
  for (unsigned i = from; i < REPORTED_SHOWN; i++) {
    if (text[i]) add_caption(r, REPORTED_PORT_3 + i, text[i]);
  }
}

// The packet at fault; if that is not known, the last up to the failure. NULL: there is none.
static const struct list_packet *last_shown(const struct reported *r) {
  const struct beats_failure *f = &r->beats->failure;
  const struct list_packet *found = NULL;
  for (size_t i = 0; i < r->list->count; i++) {
    const struct list_packet *p = &r->list->packets[i];
    if (f->has_packet ? p->byte > f->packet : p->first > f->clock) break;
    found = p;
  }
  return found;
}

// "> clock 20270  byte 2442: 84  atom #10130 E  0x80010450 x1 E"
static void add_packet_at(struct reported *r, const struct list_packet *p, enum reported_row row, char mark) {
  enum { BYTES_SHOWN = 20 };
  char head[64 + 3 * BYTES_SHOWN], *all = NULL;
  snprintf(head, sizeof head, "%c clock %" PRIu64 "  byte %" PRIu64 ": %.*s", mark, p->first, p->byte,
           3 * BYTES_SHOWN - 1, p->bytes);
  reported_extend(&all, "", head);
  reported_extend(&all, "  ", p->text);
  if (*p->flow) reported_extend(&all, "  ", p->flow);
  add_caption(r, row, all);
  free(all);
}

static void add_packets_at_fault(struct reported *r) {
  const struct list_packet *p = last_shown(r);
  if (!r->beats->failure.found || !p) return;
  r->has_packet = r->beats->failure.has_packet;
  r->packet_clock = p->first;
  const size_t before = (size_t)(p - r->list->packets);
  for (size_t i = 0; i < REPORTED_SHOWN && i <= before; i++) {
    add_packet_at(r, p - i, REPORTED_PACKET_AT_FAULT - i, i == 0 && r->has_packet ? '>' : ' ');
    earlier(r, p[-(ptrdiff_t)i].first);
  }
}

// From the packet that reports a change of it on.
static void add_states(struct reported *r) {
  for (size_t i = 0; i < r->list->count; i++) {
    const struct list_packet *p = &r->list->packets[i];
    struct row_text *last = row_last(&r->row[REPORTED_STATE]);
    if (last ? !strcmp(last->text, p->state) : !*p->state) continue;
    if (last && last->first == p->first) {
      free(last->text);
      last->text = error_memory(strdup(p->state));
      continue;
    }
    if (last) last->last = p->first - 1;
    row_add(&r->row[REPORTED_STATE], p->first, UINT64_MAX, p->state);
  }
}

void reported_make(struct reported *r, const struct list_file *list, const struct beats_file *beats) {
  *r = (struct reported){.list = list, .beats = beats};
  add_failure(r);
  add_beats(r);
  add_packets_at_fault(r);
  add_states(r);
  traced_row_add(r);
  enum reported_row lane = REPORTED_PACKET;
  for (size_t i = 0; i < list->count; i++) lane = add_packet(r, &list->packets[i], lane);
  const uint64_t cut = cut_packet(r), *clock = beats->clock;
  struct list_packet rest = {.text = "continues after the dump", .flow = ""};
  if (!cut) return;
  rest.first = clock[cut];
  rest.last = clock[beats->count - 1];
  add_packet(r, &rest, lane);
}

void reported_free(struct reported *reported) {
  for (int row = 0; row < REPORTED_ROWS; row++) row_free(&reported->row[row]);
}
