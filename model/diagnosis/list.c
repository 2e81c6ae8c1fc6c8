// SPDX-License-Identifier: Apache-2.0
// Selects the rows between the bounds, and makes the texts that the three formats share.
#include "list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "append.h"

const char *const list_format_name[] = {[LIST_TEXT] = "text", [LIST_CSV] = "csv", [LIST_JSON] = "json", NULL};

enum list_format list_format_of(const char *path) {
  const char *dot = strrchr(path, '.');
  if (dot && strcmp(dot, ".csv") == 0) return LIST_CSV;
  return dot && (strcmp(dot, ".json") == 0 || strcmp(dot, ".jsonl") == 0) ? LIST_JSON : LIST_TEXT;
}

// --- bounds ----------------------------------------------------------------------------------------------------------

bool list_take_bound(const char *text, void *to) {
  static const char *const units[] = {[LIST_CLOCK] = "clock:", [LIST_BYTE] = "byte:", [LIST_ITEM] = "number:"};
  struct list_bound *bound = to;
  char *end;
  *bound = (struct list_bound){.given = true, .unit = LIST_CLOCK};
  for (unsigned i = 0; i < sizeof units / sizeof *units; i++) {
    if (strncmp(text, units[i], strlen(units[i])) != 0) continue;
    bound->unit = i;
    text += strlen(units[i]);
    break;
  }
  bound->at = strtoull(text, &end, 10);
  return *text >= '0' && *text <= '9' && *end == '\0';
}

// Sets the first and the last clock, byte or item of a row. Returns false if the row has none.
static bool extent(const struct join_row *row, enum list_unit unit, uint64_t *first, uint64_t *last) {
  const bool missing = row->missing.first != row->missing.end, some = row->items.first != row->items.end;
  switch (unit) {
    case LIST_CLOCK:
      *first = row->first_clock;
      *last = row->last_clock;
      return row->clocked;
    case LIST_BYTE:
      *first = row->packet.offset;
      *last = row->packet.offset + (row->is_end ? 0 : row->packet.length - 1);
      return true;
    case LIST_ITEM:
      break;
  }
  *first = missing ? row->missing.first : row->items.first;
  *last = (some ? row->items.end : row->missing.end) - 1;
  return missing || some;
}

// Updates the position of the list relative to its bounds. A row without the unit of a bound does not change it.
static void follow_bounds(struct list_writer *l, const struct join_row *row) {
  const struct list_options *o = &l->options;
  uint64_t first, last;
  if (extent(row, o->from.unit, &first, &last)) l->has_reached_from = !o->from.given || last >= o->from.at;
  if (extent(row, o->to.unit, &first, &last)) l->is_past_to = o->to.given && first > o->to.at;
}

// --- texts -----------------------------------------------------------------------------------------------------------

static void range_text(const struct flow_event *e, char text[LIST_TEXT_ROOM]) {
  const char *atom = !e->waypoint ? "" : e->passed ? " E" : " N";
  if (e->start == e->end) {  // the code is not known
    snprintf(text, LIST_TEXT_ROOM, "%s", *atom ? atom + 1 : "executed");
  } else {
    snprintf(text, LIST_TEXT_ROOM, "0x%08X to 0x%08X %s", e->start, e->end, isa_name[e->isa]);
    if (e->count) text_append(text, LIST_TEXT_ROOM, " x%" PRIu32, e->count);  // without code, the count is 0
    text_append(text, LIST_TEXT_ROOM, "%s", atom);
  }
}

void list_event_text(const struct flow_event *e, const char *exception, char text[LIST_TEXT_ROOM]) {
  switch (e->kind) {
    case FLOW_RANGE:
      range_text(e, text);
      break;
    case FLOW_EXCEPTION:
      snprintf(text, LIST_TEXT_ROOM, "exception %u%s at 0x%08X, 0x%08X %s", e->exception, exception, e->end, e->start,
               isa_name[e->isa]);
      break;
    case FLOW_BRANCH:
      snprintf(text, LIST_TEXT_ROOM, "goes to 0x%08X %s", e->start, isa_name[e->isa]);
      break;
    case FLOW_COUNT:
      snprintf(text, LIST_TEXT_ROOM, "%" PRIu32 " cycles before the I-sync", e->count);
      break;
    case FLOW_GAP:
      snprintf(text, LIST_TEXT_ROOM, "flow lost: %s", e->why);
      break;
    case FLOW_ERROR:
      snprintf(text, LIST_TEXT_ROOM, "contradiction: %s", e->why);
      break;
    case FLOW_SYNC:
    case FLOW_PERIODIC:
      snprintf(text, LIST_TEXT_ROOM, "at 0x%08X %s", e->start, isa_name[e->isa]);
      break;
  }
}

static void set_bytes(const struct join_row *row, char *to) {
  const uint32_t length = row->is_end ? 0 : row->packet.length, shown = length < JOIN_BYTES ? length : JOIN_BYTES;
  *to = '\0';
  // An A-sync may have more zeros than the row can hold. Only its end is left out.
  for (uint32_t i = 0; i < shown; i++) to += sprintf(to, i ? " %02X" : "%02X", row->bytes[i]);
  if (length > shown) sprintf(to, " ..");
}

static void set_facts(struct list_facts *facts, const struct list_writer *l, const struct join_row *row) {
  const struct packet *p = &row->packet;
  char text[LIST_TEXT_ROOM];
  facts->row = row;
  facts->symbols = l->symbols;
  facts->fields[0] = '\0';
  static const char *const ends[JOIN_GAPS] = {[JOIN_RESET] = "reset", [JOIN_BREAK] = "gap"};
  facts->packet = !row->is_end ? packet_name[p->kind] : ends[row->gap] ? ends[row->gap] : "stop";
  set_bytes(row, facts->bytes);
  if (!l->options.why) facts->why[0] = '\0';
  if (row->gap == JOIN_BREAK) snprintf(facts->fields, sizeof facts->fields, "%s", p->error);
  if (row->is_end) return;
  packet_text(p, text, sizeof text);
  const size_t name = strlen(facts->packet);
  snprintf(facts->fields, sizeof facts->fields, "%s", text[name] ? text + name + 1 : "");
}

// --- the list --------------------------------------------------------------------------------------------------------

void list_start(struct list_writer *l, FILE *file, const struct list_options *options) {
  *l = (struct list_writer){.file = file, .options = *options, .has_reached_from = !options->from.given};
}

static void begin(struct list_writer *l, const struct join_row *row) {
  if (!l->has_head) list_write_head(l, row);
  l->has_head = true;
}

void list_row(void *list, const struct join_row *row) {
  struct list_writer *l = list;
  struct list_facts facts;
  if (l->options.why) why_row(&l->why, row, facts.why);
  follow_bounds(l, row);
  if (!l->has_reached_from || l->is_past_to) return;
  begin(l, row);
  set_facts(&facts, l, row);
  list_write(l, &facts);
  l->rows++;
}

bool list_end(struct list_writer *l) {
  begin(l, NULL);
  list_write_end(l);
  return fflush(l->file) == 0 && !ferror(l->file);
}
