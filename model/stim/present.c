// SPDX-License-Identifier: Apache-2.0
// Converts events to waypoints, clocks and requests.
#include "present.h"

enum {
  TRACE_ON = 1,      // EXTIN[0]
  STAMP = 2,         // EXTIN[1]
  SIZE = 4,          // bytes of an instruction
  SENT = 8,          // clocks until a waypoint has been sent; requests are made after that
  FIRST_CLOCKS = 40  // before an event without a count
};

enum { DEBUG_ENTRY = 1 };  // IHI 0035B table 4.4

struct presenter {
  const struct event *events;
  size_t count;
  struct text *text;
  struct event_place location;  // where execution is
  uint32_t context;
  uint8_t vmid;
  uint64_t time;
  bool on;  // EXTIN[0]
};

static void idle(struct presenter *p, uint32_t clocks) {
  if (clocks > 0) text_add(p->text, TEXT_IDLE, clocks);
}

// True for an event that is presented: a waypoint, or the start of tracing.
static bool is_presented(const struct event *event) {
  enum { WAYPOINTS = 1u << EVENT_DIRECT | 1u << EVENT_INDIRECT | 1u << EVENT_BARRIER | 1u << EVENT_EXCEPTION };
  return WAYPOINTS >> event->kind & 1 || (event->kind == EVENT_ISYNC && event->reason != ISYNC_PERIODIC);
}

// The events after event `i` that belong to it, up to the next event that is presented. NULL if there is none.
struct attributes {
  const struct event *timestamp, *periodic, *context, *vmid, *update;
  bool sync;          // a synchronization, or a request
  bool tsync;         // the timestamp is the synchronization's
  bool is_automatic;  // the trace unit adds it without a request, after a barrier, an exception or an exception return
  bool ends_tracing;  // tracing is off up to the next event
};

static struct attributes attributes_of(const struct presenter *p, size_t i) {
  struct attributes b = {0};
  const struct event *event = i < p->count ? &p->events[i] : NULL;
  b.is_automatic = event && (event->kind == EVENT_BARRIER || event->kind == EVENT_EXCEPTION || event->eret);
  for (i++; i < p->count && !is_presented(&p->events[i]); i++) {
    const struct event *e = &p->events[i];
    if (e->kind == EVENT_TIMESTAMP) {
      b.timestamp = e;
      b.tsync = b.periodic != NULL;
    }
    if (e->kind == EVENT_ISYNC) b.periodic = e;
    if (e->kind == EVENT_CONTEXT_ID) b.context = e;
    if (e->kind == EVENT_VMID) b.vmid = e;
    if (e->kind == EVENT_UPDATE) b.update = e;
    b.sync = b.sync || e->kind == EVENT_ASYNC || e->kind == EVENT_SYNC_REQUEST;
  }
  b.ends_tracing = i < p->count && p->events[i].kind == EVENT_ISYNC;
  return b;
}

static void set_target(struct waypoint *waypoint, const struct event_place *at) {
  waypoint->target = at->address;
  waypoint->target_t = at->isa == ISA_THUMB || at->isa == ISA_THUMBEE;
  waypoint->target_j = at->isa == ISA_THUMBEE || at->isa == ISA_JAZELLE;
  waypoint->ns = at->ns;
  waypoint->hyp = at->hyp;
}

// `update`: the last instruction executed before an exception, or NULL.
static struct waypoint waypoint_of(struct presenter *p, const struct event *event, const struct attributes *b,
                                   const struct event *update) {
  static const uint8_t types[] = {[EVENT_DIRECT] = WAYPOINT_DIRECT,
                                  [EVENT_INDIRECT] = WAYPOINT_INDIRECT,
                                  [EVENT_BARRIER] = WAYPOINT_BARRIER,
                                  [EVENT_EXCEPTION] = WAYPOINT_EXCEPTION,
                                  [EVENT_ISYNC] = WAYPOINT_INDIRECT};
  struct waypoint w = {.type = types[event->kind], .t32 = true, .taken = true, .exception = event->exception};
  const bool jumps =
      event->kind == EVENT_EXCEPTION || event->kind == EVENT_ISYNC || (event->passed && event->kind != EVENT_BARRIER);
  const uint32_t previous = p->location.address;
  if (jumps && (event->placed || event->kind == EVENT_EXCEPTION || event->kind == EVENT_ISYNC)) {
    p->location = event->place;
  } else if (b->periodic) {
    p->location = b->periodic->place;
  }
  if (event->kind == EVENT_DIRECT || event->kind == EVENT_INDIRECT) {
    w.taken = event->passed;
    w.eret = event->eret;
    w.link = event->link;
  }
  set_target(&w, &p->location);
  w.pc = event->link ? event->back.address - SIZE : jumps ? 0 : p->location.address - SIZE;
  if (event->kind == EVENT_EXCEPTION) {
    w.pc = update ? update->place.address + SIZE : previous;
    if (event->exception == DEBUG_ENTRY)
      w = (struct waypoint){.type = WAYPOINT_DEBUG_ENTRY, .pc = w.pc, .t32 = true, .taken = true};
  }
  if (event->kind == EVENT_ISYNC && event->reason == ISYNC_DEBUG_EXIT) w.type = WAYPOINT_DEBUG_EXIT;
  return w;
}

// Presents event `i` as a waypoint, `clocks` after the one before. `before` has the requests of that one.
static void present(struct presenter *p, size_t i, uint32_t clocks, const struct attributes *before) {
  const struct event *e = &p->events[i];
  const struct attributes b = attributes_of(p, i);
  const bool stamp = before->timestamp && !before->tsync && !before->is_automatic;
  uint32_t left = clocks - 1;
  if (before->sync || stamp) {
    const uint32_t wait = left > 2 * SENT ? SENT : left / 2;
    idle(p, wait);
    left -= wait;
    if (before->sync) text_add(p->text, TEXT_SYNC, 0);
    if (stamp) text_add(p->text, TEXT_EXTIN, STAMP);
  }
  idle(p, left);
  if (p->on == b.ends_tracing) text_add(p->text, TEXT_EXTIN_HOLD, b.ends_tracing ? 0 : TRACE_ON);
  p->on = !b.ends_tracing;
  if (b.timestamp && b.timestamp->timestamp != p->time) {
    p->time = b.timestamp->timestamp;
    text_add(p->text, TEXT_TSVALUE, p->time);
  }
  if (b.timestamp && b.timestamp->clock_change) text_add(p->text, TEXT_CLOCK_CHANGE, 0);
  if (e->kind == EVENT_ISYNC) p->context = e->value;
  if (b.context) p->context = b.context->value;
  if (b.vmid) p->vmid = (uint8_t)b.vmid->value;
  struct waypoint w = waypoint_of(p, e, &b, before->update);
  w.context_id = p->context;
  w.vmid = p->vmid;
  text_add(p->text, TEXT_WAYPOINT, 0)->waypoint = w;
}

// Before the first synchronization, tracing is on and a waypoint has been sent.
static void begin(struct presenter *p, const struct attributes *first) {
  const struct waypoint start = {.type = WAYPOINT_INDIRECT, .t32 = true, .taken = true};
  struct waypoint w = start;
  p->location = first->periodic->place;
  set_target(&w, &p->location);
  if (first->timestamp) p->time = first->timestamp->timestamp;
  p->on = true;
  text_add(p->text, TEXT_EXTIN_HOLD, TRACE_ON);
  text_add(p->text, TEXT_TSVALUE, p->time);
  text_add(p->text, TEXT_WAYPOINT, 0)->waypoint = start;
  idle(p, FIRST_CLOCKS);
  text_add(p->text, TEXT_WAYPOINT, 0)->waypoint = w;
}

void present_events(const struct event *events, size_t count, struct text *text) {
  struct presenter p = {.events = events, .count = count, .text = text};
  struct attributes before = attributes_of(&p, (size_t)-1);
  if (before.periodic) {
    begin(&p, &before);
  } else {
    before.sync = false;  // the first A-sync needs no request (IHI 0035B 4.5.1)
  }
  for (size_t i = 0; i < count; i++) {
    if (!is_presented(&events[i])) continue;
    const bool counted = events[i].has_count && events[i].count > 0;
    present(&p, i, counted ? events[i].count : FIRST_CLOCKS, &before);
    before = attributes_of(&p, i);
  }
  idle(&p, FIRST_CLOCKS);
}
