// SPDX-License-Identifier: Apache-2.0
// Rows wait until the events of their packets are known.
#include "join.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "append.h"
#include "array.h"
#include "error.h"
#include "history.h"
#include "untraced.h"

const char *const join_gap_name[JOIN_GAPS] = {
    [JOIN_NO_GAP] = "",     [JOIN_LOST] = "lost",  [JOIN_UNTRACED] = "untraced", [JOIN_UNREPORTED] = "unreported",
    [JOIN_RESET] = "reset", [JOIN_BREAK] = "break"};

struct join {
  join_sink *sink;
  void *user;

  // With a port.
  const struct scoreboard *scoreboard;  // NULL: without a port
  const struct sent *sent;
  const uint64_t *clock;
  const struct sim_time *times;
  // Without a port.
  struct decoder decoder;
  struct flow *flow;
  uint64_t first;          // offset of bytes[0]
  const uint8_t *bytes;    // of the whole trace
  const uint64_t *clocks;  // NULL: not known
  uint64_t counted;        // number of items
  bool in_gap;             // The flow has no position, and a branch packet may give it one.

  uint64_t begun, begun_clock;  // the first byte of a packet that is not complete, and the clock of this byte
  struct join_row *rows;        // in stream order
  size_t row_first, row_end, row_room;
  struct join_events {
    struct join_event *at;
    size_t count, room;
  } compared, others;         // events of waiting rows: those with items, and those that are not compared
  struct join_event *chosen;  // events of the row that is passed on
  size_t chosen_room;
};

// --- passing on a row -----------------------------------------------------------------------------------------------

static void add_items(struct join_items *all, const struct join_items *more) {
  if (more->first == more->end) return;
  if (all->first == all->end) {
    *all = *more;
    return;
  }
  all->end = more->end;
  all->last_clock = more->last_clock;
  all->clocked = all->clocked && more->clocked;
}

// Moves the events of the row from the waiting events to the row.
static void choose_events(struct join *j, struct join_row *row, struct join_events *waiting) {
  size_t left = 0;
  j->chosen = array_reserve(j->chosen, row->event_count + waiting->count, &j->chosen_room, sizeof *j->chosen);
  for (size_t i = 0; i < waiting->count; i++) {
    if (waiting->at[i].flow.offset == row->packet.offset && !row->is_end) {
      j->chosen[row->event_count++] = waiting->at[i];
    } else {
      waiting->at[left++] = waiting->at[i];
    }
  }
  waiting->count = left;
  row->events = j->chosen;
}

// The items of an I-sync are those that it skips, so the row does not report them.
static void give(struct join *j, struct join_row *row) {
  const struct scoreboard *s = j->scoreboard;
  row->event_count = 0;
  choose_events(j, row, &j->compared);
  choose_events(j, row, &j->others);
  for (size_t i = 0; i < row->event_count; i++) {
    if (row->events[i].flow.kind != FLOW_SYNC) add_items(&row->items, &row->events[i].items);
  }
  const uint64_t first = row->packet.offset, end = first + row->packet.length;
  const bool has_failed = s && s->wrong && !row->is_end;
  row->wrong = has_failed && s->error.offset >= first && s->error.offset < end ? s->error.why : NULL;
  row->ported = s;
  row->times = j->times;
  row->config = s ? s->config : &j->decoder.config;
  j->sink(j->user, row);
}

// The rows before byte `offset` have all of their events.
static void give_up_to(struct join *j, uint64_t offset) {
  while (j->row_first < j->row_end && j->rows[j->row_first].packet.offset < offset) give(j, &j->rows[j->row_first++]);
  if (j->row_first == 0 || 2 * j->row_first < j->row_end) return;
  memmove(j->rows, j->rows + j->row_first, (j->row_end - j->row_first) * sizeof *j->rows);
  j->row_end -= j->row_first;
  j->row_first = 0;
}

// --- packets --------------------------------------------------------------------------------------------------------

static struct join_row *add_row(struct join *j) {
  j->rows = array_reserve(j->rows, j->row_end + 1, &j->row_room, sizeof *j->rows);
  j->rows[j->row_end] = (struct join_row){0};
  return &j->rows[j->row_end++];
}

static uint64_t clock_of(const struct join *j, uint64_t offset) {
  if (j->sent) return offset == j->begun ? j->begun_clock : sent_clock_of(j->sent, offset);
  return j->clocks ? j->clocks[offset - j->first] : 0;
}

static uint8_t byte_at(const struct join *j, uint64_t offset) {
  return j->sent ? *sent_byte(j->sent, offset) : j->bytes[offset - j->first];
}

static void on_packet(void *user, const struct packet *p) {
  struct join *j = user;
  struct join_row *row = add_row(j);
  row->packet = *p;
  row->clocked = j->sent || j->clocks;
  row->first_clock = clock_of(j, p->offset);
  row->last_clock = clock_of(j, p->offset + p->length - 1);
  const uint64_t kept = j->sent && j->sent->base > p->offset ? j->sent->base - p->offset : 0;
  for (uint64_t i = kept; i < p->length && i < JOIN_BYTES; i++) row->bytes[i] = byte_at(j, p->offset + i);
}

void join_caught_up(struct join *j) {
  const uint64_t next = j->scoreboard->decoder.offset - j->scoreboard->decoder.zeros;
  if (next == j->begun || next >= j->sent->count) return;
  j->begun_clock = sent_clock_of(j->sent, next);
  j->begun = next;
}

// --- events ---------------------------------------------------------------------------------------------------------

static struct join_event *add_event(struct join_events *to, const struct flow_event *flow) {
  to->at = array_reserve(to->at, to->count + 1, &to->room, sizeof *to->at);
  to->at[to->count] = (struct join_event){.flow = *flow};
  return &to->at[to->count++];
}

static struct join_items items_of(const struct history *h, uint64_t first, uint64_t end) {
  struct join_items items = {.first = first, .end = end};
  if (first == end || first < h->first) return items;
  items.clocked = true;
  items.first_clock = history_presented(h, first);
  items.last_clock = history_presented(h, end - 1);
  if (h->commits) items.committed = history_committed(h, first);
  return items;
}

// The row of the packet at byte `offset`. It is one of the last rows.
static struct join_row *row_of(struct join *j, uint64_t offset) {
  size_t low = j->row_first, high = j->row_end;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (j->rows[middle].packet.offset < offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  while (low < j->row_end && j->rows[low].is_end && j->rows[low].packet.offset == offset) low++;
  return low < j->row_end && j->rows[low].packet.offset == offset ? &j->rows[low] : NULL;
}

static void set_missing(const struct join *j, struct join_row *row, enum join_gap gap, uint64_t first, uint64_t end) {
  row->missing = items_of(j->scoreboard->history, first, end);
  row->gap = gap;
  if (gap == JOIN_UNTRACED || gap == JOIN_UNREPORTED)
    row->untraced = untraced_of(j->scoreboard->history, first, end, j->scoreboard->config);
}

// A timestamp and a periodic I-sync may come before the last instruction of an earlier packet, which the flow holds
// back. All other events come after those of earlier packets.
static void on_event(void *user, const struct flow_event *flow, const struct stream_items *items) {
  struct join *j = user;
  if (!items) {
    add_event(&j->others, flow);
    return;
  }
  if (flow->kind != FLOW_PERIODIC) give_up_to(j, flow->offset);
  struct join_row *row = row_of(j, flow->offset);
  if (row && flow->kind == FLOW_SYNC && (items->lost || items->first != items->end)) {
    set_missing(j, row, items->lost ? JOIN_LOST : JOIN_UNTRACED, items->first, items->end);
  }
  struct join_event *event = add_event(&j->compared, flow);
  event->items = items_of(j->scoreboard->history, items->first, items->end);
}

static void on_end(void *user, bool reset, size_t item, size_t item_end) {
  struct join *j = user;
  give_up_to(j, UINT64_MAX);
  j->compared.count = 0;
  struct join_row *row = add_row(j);
  row->is_end = row->clocked = true;
  row->packet.offset = j->scoreboard->decoder.offset;
  row->first_clock = row->last_clock = *j->clock;
  const enum join_gap gap = reset ? JOIN_RESET : item < item_end ? JOIN_UNREPORTED : JOIN_NO_GAP;
  set_missing(j, row, gap, item, item_end);
  give_up_to(j, UINT64_MAX);
}

// --- with a port ----------------------------------------------------------------------------------------------------

static struct join *new_join(join_sink *sink, void *user) {
  struct join *j = error_memory(calloc(1, sizeof *j));
  j->sink = sink;
  j->user = user;
  j->begun = UINT64_MAX;
  return j;
}

static void free_join(struct join *j) {
  free(j->rows);
  free(j->compared.at);
  free(j->others.at);
  free(j->chosen);
  free(j);
}

struct join *join_open(const struct scoreboard *scoreboard, const struct sent *sent, const uint64_t *clock,
                       join_sink *sink, void *user) {
  struct join *j = new_join(sink, user);
  j->scoreboard = scoreboard;
  j->sent = sent;
  j->clock = clock;
  return j;
}

void join_times(struct join *j, const struct sim_time *times) { j->times = times; }

struct stream_reader join_reader(struct join *j) {
  return (struct stream_reader){.decoded = on_packet, .settled = on_event, .end = on_end, .user = j};
}

void join_close(struct join *j) {
  if (!j) return;
  give_up_to(j, UINT64_MAX);
  free_join(j);
}

// If the scoreboard was not closed, the events of its log follow the settled events.
void join_settled(const struct scoreboard *s, const struct packet *packets, size_t count, join_sink *sink, void *user) {
  struct join *j = new_join(sink, user);
  j->scoreboard = s;
  for (size_t i = 0; i < count; i++) add_row(j)->packet = packets[i];
  const uint64_t kept = s->settled_count < SCOREBOARD_SETTLED ? s->settled_count : SCOREBOARD_SETTLED;
  for (uint64_t i = s->settled_count - kept; i < s->settled_count; i++) {
    const struct scoreboard_settled *settled = &s->settled[i % SCOREBOARD_SETTLED];
    if (count == 0 || settled->offset < packets[0].offset) continue;
    on_event(j, &(struct flow_event){.kind = settled->kind, .offset = settled->offset},
             &(struct stream_items){settled->first, settled->first + settled->count, settled->lost});
  }
  for (size_t i = 0; i < s->log_count; i++) {
    if (!s->log[i].is_timestamp) on_event(j, &s->log[i].flow, &s->log[i].items);
  }
  join_close(j);
}

// --- words ----------------------------------------------------------------------------------------------------------

static void append_numbers(char text[JOIN_NUMBERS_ROOM], const char *before, const struct join_items *items) {
  text_append(text, JOIN_NUMBERS_ROOM, "%s#%" PRIu64, before, items->first);
  if (items->end - items->first > 1) text_append(text, JOIN_NUMBERS_ROOM, "..%" PRIu64, items->end - 1);
}

void join_numbers_text(const struct join_items *items, const struct join_items *missing, enum join_gap gap,
                       char text[JOIN_NUMBERS_ROOM]) {
  static const char *const words[JOIN_GAPS] = {[JOIN_NO_GAP] = "missing",       [JOIN_LOST] = "lost",
                                               [JOIN_UNTRACED] = "not traced",  [JOIN_UNREPORTED] = "not reported",
                                               [JOIN_RESET] = "cut by a reset", [JOIN_BREAK] = "missing"};
  text[0] = '\0';
  if (missing->first != missing->end) {
    append_numbers(text, " (", missing);
    text_append(text, JOIN_NUMBERS_ROOM, " %s)", words[gap]);
  }
  if (items->first != items->end) append_numbers(text, " ", items);
}

// --- without a port -------------------------------------------------------------------------------------------------

static void on_flow(void *user, const struct flow_event *e) {
  struct join *j = user;
  const bool each = config_is_etm3(&j->decoder.config) && e->count > 0;
  const uint64_t items = e->kind == FLOW_RANGE ? (each ? e->count : 1) : e->kind == FLOW_EXCEPTION;
  if (e->kind != FLOW_PERIODIC) give_up_to(j, e->offset);
  struct join_row *row = row_of(j, e->offset);
  if (row && e->kind == FLOW_SYNC && e->reason == ISYNC_OVERFLOW) row->gap = JOIN_LOST;
  struct join_event *event = add_event(&j->compared, e);
  event->items = (struct join_items){.first = j->counted, .end = j->counted + items};
  j->counted += items;
  j->in_gap = e->kind == FLOW_GAP;
}

static void on_trace_packet(void *user, const struct packet *p) {
  struct join *j = user;
  on_packet(j, p);
  flow_packet(j->flow, p);
  // The flow of a PTM does not report the branch packet that ends a gap.
  const bool resumes = j->in_gap && p->kind == PACKET_BRANCH && !p->exception && !config_is_etm3(&j->decoder.config);
  if (resumes)
    on_flow(j, &(struct flow_event){.kind = FLOW_BRANCH, .isa = p->isa, .start = p->address, .offset = p->offset});
}

static void on_break(struct join *j, const struct frames_break *b) {
  if (frames_break_is_lost(b)) {
    decode_break(&j->decoder);
    flow_break(j->flow, j->first + b->at, true, b->text);
    give_up_to(j, UINT64_MAX);
    j->compared.count = 0;
  }
  struct join_row *row = add_row(j);
  row->is_end = true;
  row->gap = JOIN_BREAK;
  row->packet.offset = j->first + b->at;
  row->packet.error = b->text;
}

void join_trace(const struct config *config, const struct image *image, uint64_t offset, const uint8_t *bytes,
                const uint64_t *clocks, size_t count, const struct frames_breaks *breaks, join_sink *sink, void *user) {
  struct join *j = new_join(sink, user);
  j->first = offset;
  j->bytes = bytes;
  j->clocks = clocks;
  j->flow = flow_new(config, image, on_flow, j);
  decode_start(&j->decoder, config, on_trace_packet, j);
  j->decoder.offset = offset;
  size_t at = 0;
  for (size_t i = 0; breaks && i < breaks->count; at = breaks->of[i++].at) {
    decode_bytes(&j->decoder, bytes + at, breaks->of[i].at - at);
    on_break(j, &breaks->of[i]);
  }
  decode_bytes(&j->decoder, bytes + at, count - at);
  decode_end(&j->decoder);
  flow_end(j->flow);
  flow_free(j->flow);
  give_up_to(j, UINT64_MAX);
  free_join(j);
}
