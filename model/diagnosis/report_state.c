// SPDX-License-Identifier: Apache-2.0
// Compares the state that the last packet has reported with the state on the port of the processor.
#include <inttypes.h>

#include "etm3_steps.h"
#include "history.h"
#include "pft_walk.h"
#include "report_parts.h"
#include "scoreboard_protocol.h"

enum state { STATE_NS, STATE_HYP, STATE_ISA, STATE_CONTEXT, STATE_VMID, STATES };

static const struct {
  const char *name, *format;
  enum packet_fact packets;     // the packets that report the state
  bool follows_waypoint;        // a PTM reports the state after the packet of the waypoint
  bool is_immediate;            // code changes the state too, so it is compared only at the packet itself
  enum scoreboard_about about;  // a contradiction of this state
} rows[STATES] = {
    [STATE_NS] = {"NS", "%u", PACKET_HAS_STATE, false, false, ABOUT_NS},
    [STATE_HYP] = {"Hyp", "%u", PACKET_HAS_STATE, false, false, ABOUT_HYP},
    [STATE_ISA] = {"instruction set", NULL, PACKET_HAS_STATE, false, true, ABOUT_OTHER},
    [STATE_CONTEXT] = {"Context ID", "0x%X", PACKET_HAS_CONTEXT, true, false, ABOUT_CONTEXT},
    [STATE_VMID] = {"VMID", "0x%02X", PACKET_HAS_VMID, true, false, ABOUT_VMID},
};

// --- state of a packet, and state on the port -----------------------------------------------------------------------

struct states {
  uint32_t value[STATES];
};

static struct states of_packet(const struct packet *p) {
  return (struct states){{p->ns, p->hyp, p->isa, p->value, p->value}};
}

static bool is_traced(const struct scoreboard *s, enum state state) {
  const struct traced *t = &s->traced;
  const bool traced[STATES] = {t->ns, t->hyp, true, t->contexts, t->vmid};
  return traced[state];
}

// Returns false if the state of the waypoint is not traced, because it leads to prohibited code or to Debug state.
static bool of_waypoint(const struct scoreboard *s, size_t i, struct states *states) {
  const struct waypoint *w = history_waypoint(s->history, i);
  *states = (struct states){{w->ns, w->hyp, pft_target_isa(w), w->context_id & s->traced.context, w->vmid}};
  return !pft_is_hidden(w);
}

static bool of_step(const struct scoreboard *s, size_t i, struct states *states) {
  const struct step *step = history_step(s->history, i);
  const struct moment *m = history_moment(s->history, i);
  *states = (struct states){{step->ns, step->hyp, etm3_isa(s, step->thumb, step->j), 0, 0}};
  if (m) states->value[STATE_CONTEXT] = m->context_id & s->traced.context;
  if (m) states->value[STATE_VMID] = m->vmid;
  return (step->kind == STEP_INSTRUCTION || step->kind == STEP_EXCEPTION) && !step->prohibited;
}

static bool of_item(const struct scoreboard *s, size_t i, struct states *states) {
  const struct history *h = s->history;
  if (i < h->first || i >= h->count) return false;
  return h->waypoints ? of_waypoint(s, i, states) : of_step(s, i, states);
}

static bool is_another(const struct scoreboard *s, size_t i, enum state state, uint32_t value) {
  struct states states;
  return of_item(s, i, &states) && states.value[state] != value;
}

// --- text -----------------------------------------------------------------------------------------------------------

static void put_value(FILE *out, enum state state, uint32_t value) {
  if (rows[state].format) {
    fprintf(out, rows[state].format, value);
  } else {
    fputs(isa_name[value], out);
  }
}

// Returns the first of the consecutive items up to `i` whose state is not `value`.
static size_t changed_at(const struct scoreboard *s, size_t i, enum state state, uint32_t value) {
  while (i > s->history->first && is_another(s, i - 1, state, value)) i--;
  return i;
}

// Prints the position of a packet that reports no item itself. A branch packet of a PTM belongs to its waypoint.
static void put_position(FILE *out, const struct scoreboard *s, const struct report_packet *p) {
  const bool of = s->history->waypoints && p->packet.kind == PACKET_BRANCH;
  if (p->items.first != p->items.end || !p->has_item || (!of && p->item == 0)) return;
  fprintf(out, ", %s %s #%zu", of ? "for" : "after", s->protocol->item, of ? p->item : p->item - 1);
}

// Finds the item whose state the packet reports. It is the first item that this packet or a later packet reports. For a
// PTM it is the item before, except for a branch packet. Returns false if there is none.
static bool find_item(const struct scoreboard *s, const struct report_trace *t, const struct report_packet *p,
                      size_t *item) {
  const bool is_before = s->history->waypoints && p->packet.kind != PACKET_BRANCH;
  const struct report_packet *end = t->packets + t->count;
  while (p < end && !p->has_item) p++;
  if (p == end) return false;
  *item = p->item - (is_before && p->item > 0);
  return true;
}

// Prints the last packet that reported a state. Returns whether that packet had to report another value.
static bool print_last(FILE *out, const struct scoreboard *s, const struct report_trace *t,
                       const struct report_packet *last, enum state state, size_t item) {
  const char *name = s->protocol->item;
  const bool waypoints = s->history->waypoints;
  const uint32_t value = of_packet(&last->packet).value[state];
  const size_t since = changed_at(s, item, state, value);
  size_t reported;
  const bool is_wrong = find_item(s, t, last, &reported) && reported >= since;
  struct states is;
  of_item(s, since, &is);
  fprintf(out, "  reported %s: %s ", is_wrong ? "wrongly" : "last", rows[state].name);
  put_value(out, state, value);
  fputs(", by ", out);
  report_packet_print(out, t, last);
  put_position(out, s, last);
  fputs("; expected ", out);
  put_value(out, state, is.value[state]);
  char clock[HISTORY_CLOCK];
  fprintf(out, "%s %s %s #%zu%s, presented in %s\n", since > s->history->first ? "" : " at least",
          waypoints ? "after" : "from", name, since, waypoints ? "" : " on",
          history_clock_words(s->history, since, clock));
  return is_wrong;
}

static const struct report_packet *last_of(const struct report_trace *t, enum packet_fact fact, uint64_t offset) {
  const struct report_packet *last = NULL;
  for (size_t i = 0; i < t->count && t->packets[i].packet.offset <= offset; i++) {
    if (packet_is(t->packets[i].packet.kind, fact)) last = &t->packets[i];
  }
  return last;
}

// Is a Context ID or VMID packet superfluous at item `i`? It is if there was no change, or if it has the value of a
// later item.
static bool is_early(const struct scoreboard *s, const struct report_trace *t, const struct report_packet *last,
                     enum state state, size_t i) {
  enum { NEAR = 16 };
  const uint32_t value = of_packet(&last->packet).value[state];
  if (last->packet.kind != PACKET_CONTEXT_ID && last->packet.kind != PACKET_VMID) return false;
  const struct report_packet *before = last_of(t, rows[state].packets, last->packet.offset - 1);
  if (before && !is_another(s, i, state, of_packet(&before->packet).value[state])) return true;
  for (size_t k = i; k < i + NEAR && k < s->history->count; k++) {
    if (!is_another(s, k, state, value)) return true;
  }
  return false;
}

// Returns the packet with the state of item `i`. NS and Hyp require information bytes.
static struct corrected correct(const struct scoreboard *s, const struct report_trace *t,
                                const struct report_packet *last, enum state state, size_t i) {
  struct corrected e = {.sent = last, .right = last->packet};
  struct packet *p = &e.right;
  const uint8_t infos = p->kind == PACKET_BRANCH ? state == STATE_HYP ? 2 : 1 : 0;
  struct states is;
  of_item(s, i, &is);
  if (state == STATE_NS) p->ns = is.value[state];
  if (state == STATE_HYP) p->hyp = is.value[state];
  if (state == STATE_CONTEXT || state == STATE_VMID) p->value = is.value[state];
  if ((state == STATE_NS || state == STATE_HYP) && p->info_bytes < infos) p->info_bytes = infos;
  const bool about = state != STATE_ISA && rows[state].about == s->error.about;
  if (!about || s->error.is_doubtful || p->two_ways || is_early(s, t, last, state, i)) e.sent = NULL;
  return e;
}

// Is this the I-sync that agrees with no item? The first line of the report already explains it.
static bool is_wrong_sync(const struct scoreboard *s, const struct packet *p) {
  return s->error.is_misplaced_isync && p->offset == s->error.offset;
}

// Prints a state if it differs, and returns its correction. The code up to a waypoint of a PTM has the state after the
// waypoint before it.
static struct corrected check_state(FILE *out, const struct scoreboard *s, const struct report_trace *t,
                                    enum state state) {
  const struct report_packet *last = last_of(t, rows[state].packets, s->error.offset);
  const bool waypoints = s->history->waypoints;
  const struct corrected none = {0};
  if (!last || is_wrong_sync(s, &last->packet) || !is_traced(s, state)) return none;
  if (state == STATE_NS && s->at.has_pending_ns) return none;
  const uint32_t value = of_packet(&last->packet).value[state];
  size_t item = scoreboard_wrong_item(s);
  // Another field of this branch packet is wrong.
  const bool itself = waypoints && last->packet.kind == PACKET_BRANCH && last->packet.offset == s->error.offset;
  if (itself && !rows[state].follows_waypoint && !is_another(s, item, state, value)) return none;
  if (rows[state].is_immediate) {
    if (!last->has_item || (waypoints && last->packet.kind == PACKET_ISYNC)) return none;
    item = last->item;
  } else if (waypoints && (rows[state].follows_waypoint || !is_another(s, item, state, value))) {
    if (item == 0) return none;
    item--;
  }
  if (!is_another(s, item, state, value) || !print_last(out, s, t, last, state, item)) return none;
  return correct(s, t, last, state, item);
}

struct corrected report_state(FILE *out, const struct scoreboard *s, const struct report_trace *t) {
  struct corrected first = {0};
  // If items are missing at the end, no packet contradicts the state.
  if (!s->wrong || s->error.ends_too_early) return first;
  for (int state = 0; state < STATES; state++) {
    const struct corrected e = check_state(out, s, t, (enum state)state);
    if (!first.sent) first = e;
  }
  return first;
}

void report_base(FILE *out, const struct report_trace *t, uint64_t offset) {
  const struct report_packet *p = report_packet_at(t, offset);
  const bool compressed = p && p->packet.address_bytes > 0 && p->packet.address_bytes <= 4;
  if (!compressed || p->packet.offset == 0) return;
  const struct report_packet *last = last_of(t, PACKET_HAS_STATE, p->packet.offset - 1);
  if (!last) return;
  const bool current = last->packet.in_progress;
  fprintf(out, "  previous address: 0x%08X, by ", current ? last->packet.current : last->packet.address);
  report_packet_print(out, t, last);
  fputc('\n', out);
}
