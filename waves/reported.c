// SPDX-License-Identifier: Apache-2.0
#include "reported.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "flow.h"
#include "packet.h"
#include "state.h"
#include "traced_row.h"

enum { NUMBERS_ROOM = 128, TEXT_ROOM = 256 };  // longest piece of text: a packet's, a flow event's; twenty bytes in hex

// --- the packets -----------------------------------------------------------------------------------------------------

// A packet: the clocks in which its first and its last byte left, and its texts.
struct packet_text {
  enum packet_kind kind;
  uint64_t first, last, offset;
  uint32_t length;
  char *packet, *flow;  // flow NULL: nothing
  struct state state;   // behind it
};

struct reporter {
  const struct trace *trace;
  const struct config *config;
  struct packet_text *packets;
  size_t count, room;
  size_t numbers;  // of the trace, those of earlier packets
  struct flow *flow;
  // Where the row of instructions that was told last could go on, and its packet.
  uint64_t run_offset;
  uint32_t run_end;
  uint8_t isa;   // enum isa, of what was told last
  bool is_over;  // all bytes have been decoded
  struct state state;
};

static char *copy_of(const char *text) { return strcpy(grown(NULL, strlen(text) + 1), text); }

void reported_extend(char **text, const char *between, const char *more) {
  const size_t old = *text ? strlen(*text) : 0;
  *text = grown(*text, old + strlen(between) + strlen(more) + 1);
  sprintf(*text + old, "%s%s", old ? between : "", more);
}

// "branch addr=... ARM" is "branch #57 addr=... ARM": what the packet reports, by the numbers of the scoreboard.
static void put_numbers(struct reporter *t, const struct packet *p, char *to, size_t room) {
  const struct trace *trace = t->trace;
  size_t used = 0;
  *to = '\0';
  while (t->numbers < trace->number_count && trace->numbers[t->numbers].offset < p->offset) t->numbers++;
  for (; t->numbers < trace->number_count && trace->numbers[t->numbers].offset == p->offset; t->numbers++) {
    const struct trace_numbers *n = &trace->numbers[t->numbers];
    int length = snprintf(to + used, room - used, " %s%s#%" PRIu64, n->gap, *n->gap ? " " : "", n->first);
    used += (size_t)length;
    if (n->last > n->first && used < room) used += (size_t)snprintf(to + used, room - used, "..%" PRIu64, n->last);
    if (used >= room) break;
  }
}

// The dump ends within the last packet, which is no fault of the trace.
static void on_cut_packet(struct reporter *t, const struct packet *p) {
  t->packets[t->count++] = (struct packet_text){.kind = p->kind,
                                                .first = t->trace->clock[p->offset],
                                                .last = t->trace->clock[p->offset + p->length - 1],
                                                .offset = p->offset,
                                                .length = p->length,
                                                .packet = copy_of("continues after the dump"),
                                                .state = t->state};
}

static void on_packet(void *user, const struct packet *p) {
  struct reporter *t = user;
  if (t->count == t->room) {
    t->room = t->room ? 2 * t->room : 256;
    t->packets = grown(t->packets, t->room * sizeof *t->packets);
  }
  if (t->is_over && p->kind == PACKET_BAD && p->length > 0) {
    on_cut_packet(t, p);
    return;
  }
  char text[TEXT_ROOM], numbers[NUMBERS_ROOM], both[TEXT_ROOM + NUMBERS_ROOM];
  const size_t name = strlen(packet_name[p->kind]);  // packet_text begins with it
  packet_text(p, text, sizeof text);
  put_numbers(t, p, numbers, sizeof numbers);
  state_packet(&t->state, p, t->config);
  snprintf(both, sizeof both, "%.*s%s%s", (int)name, text, numbers, text + name);
  t->packets[t->count++] = (struct packet_text){.kind = p->kind,
                                                .first = t->trace->clock[p->offset],
                                                .last = t->trace->clock[p->offset + p->length - 1],
                                                .offset = p->offset,
                                                .length = p->length,
                                                .packet = copy_of(both),
                                                .state = t->state};
  flow_packet(t->flow, p);
}

// --- the instructions ------------------------------------------------------------------------------------------------

// More of what the packet at `offset` tells. An ETM's flow tells of an instruction only when no packet can cancel it
// any more: later packets may be there already.
__attribute__((format(printf, 4, 5))) static void tell(struct reporter *t, uint64_t offset, const char *between,
                                                       const char *format, ...) {
  size_t i = t->count;
  while (i > 0 && t->packets[i - 1].offset > offset) i--;
  if (i == 0 || t->packets[i - 1].offset != offset) return;

  char more[TEXT_ROOM];
  va_list list;
  va_start(list, format);
  vsnprintf(more, sizeof more, format, list);
  va_end(list);
  reported_extend(&t->packets[i - 1].flow, between, more);
}

// "0x80008000 EEN": of an ETM three instructions, one behind the other. "0x80008000 x3 E": of a PTM three, up to a
// waypoint that passed. With the instruction set if that has changed.
static void tell_instructions(void *user, const struct flow_event *e) {
  struct reporter *t = user;
  const bool etm3 = config_is_etm3(t->config);
  const char *atom = !e->waypoint ? "" : e->passed ? "E" : "N";
  const bool goes_on = etm3 && e->offset == t->run_offset && e->start == t->run_end && e->isa == t->isa;
  const char *isa = e->isa == t->isa ? "" : isa_name[e->isa];
  const char *space = *isa ? " " : "";
  t->isa = e->isa;
  t->run_offset = e->offset;
  t->run_end = e->end;
  if (goes_on)
    tell(t, e->offset, "", "%s", atom);
  else if (etm3)
    tell(t, e->offset, ", ", "0x%08X %s%s%s", e->start, isa, space, atom);
  else
    tell(t, e->offset, ", ", "0x%08X %s%sx%u%s%s", e->start, isa, space, (unsigned)e->count, *atom ? " " : "", atom);
}

// Execution goes on at e->start.
static void tell_place(struct reporter *t, const struct flow_event *e, const char *how) {
  tell(t, e->offset, ", ", "%s 0x%08X %s", how, e->start, isa_name[e->isa]);
  t->isa = e->isa;
}

static void tell_exception(struct reporter *t, const struct flow_event *e) {
  char how[32];
  if (e->cancel) tell(t, e->offset, ", ", "0x%08X cancelled", e->end);
  snprintf(how, sizeof how, "exception %u ->", e->exception);
  tell_place(t, e, how);
}

static void on_event(void *user, const struct flow_event *e) {
  struct reporter *t = user;
  switch (e->kind) {
    case FLOW_SYNC:
      tell_place(t, e, "at");
      break;
    case FLOW_RANGE:
      if (config_is_etm3(t->config))
        flow_each(e, tell_instructions, t);
      else
        tell_instructions(t, e);
      break;
    case FLOW_EXCEPTION:
      tell_exception(t, e);
      break;
    case FLOW_BRANCH:
      tell_place(t, e, "->");
      break;
    case FLOW_GAP:
      tell(t, e->offset, ", ", "gap: %s", e->why);
      break;
    case FLOW_ERROR:
      tell(t, e->offset, ", ", "error: %s", e->why);
      break;
    case FLOW_COUNT:
      break;  // the packet's fields have it
    case FLOW_PERIODIC:
      break;
  }
}

// --- the rows --------------------------------------------------------------------------------------------------------

const char *const reported_row_name[REPORTED_ROWS] = {
    "bytes",  "packet", "flow",   "packet_2", "flow_2",   "traced",   "trace_state", "message",  "message_2",  "note",
    "note_2", "note_3", "note_4", "note_5",   "note_6",   "note_7",   "note_8",      "expected", "expected_2", "port_3",
    "port_2", "port_1", "port",   "packet_3", "packet_2", "packet_1", "packet",      "at_fault"};

static struct reported_text *last_of(struct reported *r, enum reported_row row) {
  return r->row[row].count ? &r->row[row].at[r->row[row].count - 1] : NULL;
}

static bool is_free(struct reported *r, enum reported_row row, uint64_t clock) {
  const struct reported_text *last = last_of(r, row);
  return !last || last->last < clock;
}

void reported_add_text(struct reported *r, enum reported_row row, uint64_t first, uint64_t last, const char *text) {
  if (r->row[row].count == r->row[row].room) {
    r->row[row].room = 2 * r->row[row].room + 256;
    r->row[row].at = grown(r->row[row].at, r->row[row].room * sizeof *r->row[row].at);
  }
  r->row[row].at[r->row[row].count++] = (struct reported_text){.first = first, .last = last, .text = copy_of(text)};
}

// In the upper lane where that is free, else in the lower one. Where neither is, the packet before it lies in this one
// beat, and they share a box.
static enum reported_row add_packet(struct reported *r, const struct packet_text *p, enum reported_row before) {
  enum reported_row lane = before;
  if (is_free(r, REPORTED_PACKET, p->first))
    lane = REPORTED_PACKET;
  else if (is_free(r, REPORTED_PACKET_2, p->first))
    lane = REPORTED_PACKET_2;
  const enum reported_row rows[] = {lane, lane + REPORTED_FLOW - REPORTED_PACKET};
  const char *const texts[] = {p->packet, p->flow ? p->flow : ""};
  for (int i = 0; i < 2; i++) {
    if (!*texts[i]) continue;
    if (is_free(r, rows[i], p->first)) {
      reported_add_text(r, rows[i], p->first, p->last, texts[i]);
    } else {
      struct reported_text *shared = last_of(r, rows[i]);
      shared->last = p->last;
      reported_extend(&shared->text, "; ", texts[i]);
    }
  }
  return lane;
}

// The bytes of each beat, first byte first; "|" stands between two packets.
static void add_beats(struct reported *r, const struct reporter *t) {
  const struct trace *trace = t->trace;
  size_t packet = 0;
  for (size_t i = 0; i < trace->count; i++) {
    char byte[8];
    while (packet < t->count && t->packets[packet].offset < i) packet++;
    const bool begins = packet < t->count && t->packets[packet].offset == i;
    snprintf(byte, sizeof byte, "%02X", trace->byte[i]);
    if (i > 0 && trace->clock[i - 1] == trace->clock[i])
      reported_extend(&last_of(r, REPORTED_BYTES)->text, begins ? " | " : " ", byte);
    else
      reported_add_text(r, REPORTED_BYTES, trace->clock[i], trace->clock[i], byte);
  }
}

// --- what failed ----------------------------------------------------------------------------------------------------

// GTKWave's list of signals has room for the first characters of a value: those of a caption are blanks.
#define CAPTION_MARGIN "      "

static void add_caption(struct reported *r, enum reported_row row, const char *text) {
  char *all = NULL;
  if (!*text) return;
  reported_extend(&all, "", CAPTION_MARGIN);
  reported_extend(&all, "", text);
  reported_add_text(r, row, 0, UINT64_MAX, all);
  free(all);
}

// In the rows from `row` up to `last`: broken at a blank where it is longer than a screen is wide. The last one takes
// all that is left. Returns the row behind it.
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
    reported_extend(&last_of(r, last)->text, "; ", text);
  return row + 1;
}

static void add_notes(struct reported *r) {
  const struct trace_failure *f = &r->trace->failure;
  enum reported_row row = REPORTED_NOTE;
  for (size_t i = 0; i < f->notes; i++) row = add_lines(r, row, REPORTED_NOTE_LAST, f->note[i]);
}

static bool has_rows(const struct trace *t, enum concern concern) {
  size_t i = 0;
  while (i < t->row_count && !concern_has_row(concern, t->row[i])) i++;
  return i < t->row_count;
}

// ETMTEEVR, where it is known last, is always true.
static bool is_always_enabled(const struct trace *t) {
  static const char always[] = ": always";
  const char *text = "";
  for (size_t i = 0; i < t->value_count; i++)
    if (strcmp(t->row[t->values[i].row], "enable_event") == 0) text = t->values[i].text;
  const char *end = strstr(text, always);
  return end && end[sizeof always - 1] == '\0';
}

// A group without a row that the checker predicts is not what a failure is about, except the group of an event: it has
// the pins.
static void find_concerns(struct reported *r) {
  const struct trace_failure *f = &r->trace->failure;
  for (enum concern c = 0; c < CONCERNS; c++) {
    bool is_about = concern_is_in(c, f->message) || concern_is_in(c, f->expected);
    for (size_t i = 0; i < f->notes; i++) is_about = is_about || concern_is_in(c, f->note[i]);
    const bool needs_rows = c == CONCERN_FILTER || c == CONCERN_RESOURCES;
    r->concerns[c] = is_about && (!needs_rows || has_rows(r->trace, c));
  }
  if (r->concerns[CONCERN_FILTER] && is_always_enabled(r->trace)) r->concerns[CONCERN_ENABLE] = false;
}

uint64_t reported_fault_clock(const struct reported *r) {
  const struct trace_failure *f = &r->trace->failure;
  return f->has_item ? f->item_clock : f->clock;
}

static void earlier(struct reported *r, uint64_t clock) {
  if (clock < r->from) r->from = clock;
}

// The clock of what was presented three clocks with an item before.
static void begin_at_items(struct reported *r) {
  const struct trace *t = r->trace;
  size_t i = 0;
  while (i < t->item_count && t->items[i].clock <= reported_fault_clock(r)) i++;
  if (i > 0) earlier(r, t->items[i > REPORTED_SHOWN ? i - REPORTED_SHOWN : 0].clock);
}

static void add_failure(struct reported *r) {
  const struct trace_failure *f = &r->trace->failure;
  char text[48];
  if (!f->found) return;
  r->from = f->clock;
  find_concerns(r);
  add_lines(r, REPORTED_MESSAGE, REPORTED_MESSAGE_2, f->message);
  add_notes(r);
  add_lines(r, REPORTED_EXPECTED, REPORTED_EXPECTED_2, f->expected);
  begin_at_items(r);
  if (!f->has_item) return;
  earlier(r, f->item_clock);
  snprintf(text, sizeof text, "#%" PRIu64 " at fault", f->item);
  reported_add_text(r, REPORTED_AT_FAULT, f->item_clock, f->clock > f->item_clock ? f->clock - 1 : f->item_clock, text);
}

void reported_add_port(struct reported *r, char *const text[REPORTED_SHOWN]) {
  const struct trace_failure *f = &r->trace->failure;
  // The pin of a trigger hangs on other inputs: there the clock alone says something.
  const unsigned from = r->concerns[CONCERN_TRIGGER] && !f->has_item ? REPORTED_SHOWN - 1 : 0;
  for (unsigned i = from; i < REPORTED_SHOWN; i++) {
    if (text[i]) add_caption(r, REPORTED_PORT_3 + i, text[i]);
  }
}

// The packet of a trigger that should not be on its pin. t->count: none.
static size_t wrong_trigger(const struct reporter *t) {
  const struct trace_failure *f = &t->trace->failure;
  size_t i = 0;
  if (!strstr(f->message, "rule TRC-TRIG-1:") && !strstr(f->message, "rule TRC-TRIG-6:")) return t->count;
  while (i < t->count && (t->packets[i].kind != PACKET_TRIGGER || t->packets[i].first < f->clock)) i++;
  return i;
}

// The packet at fault; where that is not known, the last up to the failure. t->count: none.
static size_t last_shown(const struct reporter *t, bool *at_fault) {
  const struct trace_failure *f = &t->trace->failure;
  size_t found = wrong_trigger(t);
  *at_fault = f->has_packet || found < t->count;
  if (found < t->count) return found;
  for (size_t i = 0; i < t->count; i++) {
    const struct packet_text *p = &t->packets[i];
    if (f->has_packet ? p->offset > f->packet : p->first > f->clock) break;
    found = i;
  }
  return found;
}

// "20270  byte 2442: 84  atom #10130 E  0x80010450 x1 E"
static void add_packet_at(struct reported *r, const struct packet_text *p, enum reported_row row, char mark) {
  enum { BYTES_SHOWN = 20 };
  char text[TEXT_ROOM], *all = NULL;
  snprintf(text, sizeof text, "%c clock %" PRIu64 "  byte %" PRIu64 ":", mark, p->first, p->offset);
  reported_extend(&all, "", text);
  for (uint32_t i = 0; i < p->length && i < BYTES_SHOWN; i++) {
    snprintf(text, sizeof text, "%02X", r->trace->byte[p->offset + i]);
    reported_extend(&all, " ", text);
  }
  reported_extend(&all, "  ", p->packet);
  if (p->flow) reported_extend(&all, "  ", p->flow);
  add_caption(r, row, all);
  free(all);
}

static void add_packets(struct reported *r, const struct reporter *t) {
  if (!t->trace->failure.found) return;
  const size_t at = last_shown(t, &r->has_packet);
  if (at == t->count) {
    r->has_packet = false;
    return;
  }
  r->packet = t->trace->failure.has_packet ? t->trace->failure.packet : t->packets[at].offset;
  r->packet_clock = t->packets[at].first;
  for (size_t i = 0; i < REPORTED_SHOWN && i <= at; i++) {
    add_packet_at(r, &t->packets[at - i], REPORTED_PACKET_AT_FAULT - i, i == 0 && r->has_packet ? '>' : ' ');
    earlier(r, t->packets[at - i].first);
  }
}

// From the packet that reports a change of it on.
static void add_states(struct reported *r, const struct reporter *t) {
  char text[STATE_ROOM];
  for (size_t i = 0; i < t->count; i++) {
    struct reported_text *last = last_of(r, REPORTED_STATE);
    state_text(&t->packets[i].state, text);
    if (last ? !strcmp(last->text, text) : !*text) continue;
    if (last && last->first == t->packets[i].first) {
      free(last->text);
      last->text = copy_of(text);
      continue;
    }
    if (last) last->last = t->packets[i].first - 1;
    reported_add_text(r, REPORTED_STATE, t->packets[i].first, UINT64_MAX, text);
  }
}

void reported_make(struct reported *reported, const struct trace *trace, const struct config *config,
                   const struct image *image) {
  struct reporter t = {.trace = trace, .config = config};
  struct decoder decoder;
  t.flow = flow_new(config, image, on_event, &t);
  if (!t.flow) {
    fputs("decode_rows: out of memory\n", stderr);
    exit(2);
  }
  decode_start(&decoder, config, on_packet, &t);
  decode_bytes(&decoder, trace->byte, trace->count);
  t.is_over = true;
  decode_end(&decoder);
  flow_end(t.flow);
  flow_free(t.flow);
  *reported = (struct reported){.trace = trace, .config = config};
  add_failure(reported);
  add_beats(reported, &t);
  add_packets(reported, &t);
  add_states(reported, &t);
  traced_row_add(reported);
  enum reported_row lane = REPORTED_PACKET;
  for (size_t i = 0; i < t.count; i++) {
    lane = add_packet(reported, &t.packets[i], lane);
    free(t.packets[i].packet);
    free(t.packets[i].flow);
  }
  free(t.packets);
}

void reported_free(struct reported *reported) {
  for (int row = 0; row < REPORTED_ROWS; row++) {
    for (size_t i = 0; i < reported->row[row].count; i++) free(reported->row[row].at[i].text);
    free(reported->row[row].at);
  }
}
