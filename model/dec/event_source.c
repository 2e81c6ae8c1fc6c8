// SPDX-License-Identifier: Apache-2.0
// The contents of packets, as events. An event may be held until the packet that completes it.
#include "event_source.h"

// The differences between the protocols.
struct event_source_protocol {
  void (*async)(struct event_source *t);
  void (*isync)(struct event_source *t, const struct event *e);  // ETMv3: a cycle count packet may follow
  void (*branch)(struct event_source *t, const struct packet *p);
  void (*exception_return)(struct event_source *t);
};

static void give_held(struct event_source *t) {
  if (t->is_holding) t->sink(t->user, &t->held);
  t->is_holding = false;
}

static void give(struct event_source *t, const struct event *e) {
  give_held(t);
  t->sink(t->user, e);
}

static void hold(struct event_source *t, const struct event *e) {
  give_held(t);
  t->held = *e;
  t->is_holding = true;
}

void event_source_flow(struct event_source *t, const struct flow_event *e) {
  const unsigned room = sizeof t->reported / sizeof *t->reported;
  if (e->kind == FLOW_RANGE && e->waypoint && t->reported_count < room) t->reported[t->reported_count++] = *e;
}

static struct event_place place(const struct event_source *t, uint32_t address, uint8_t isa) {
  return (struct event_place){.address = address, .isa = isa, .ns = t->last.ns, .hyp = t->last.hyp};
}

// A waypoint. If `e` is NULL, the flow does not know its instruction.
static struct event waypoint(const struct event_source *t, const struct flow_event *e, bool passed) {
  struct event w = {.kind = EVENT_DIRECT, .passed = passed};
  if (!e) return w;
  w.kind = e->barrier ? EVENT_BARRIER : e->indirect ? EVENT_INDIRECT : EVENT_DIRECT;
  w.placed = passed && !e->barrier;
  if (w.placed) w.place = place(t, e->target, e->target_isa);
  w.link = e->link && passed;
  if (w.link) w.back = place(t, e->end, e->isa);
  return w;
}

static void count(struct event *e, const struct packet *p) {
  e->has_count = p->has_count;
  e->count = p->cycle_count;
}

static void atoms(struct event_source *t, const struct packet *p) {
  for (unsigned i = 0; i < p->atom_count; i++) {
    struct event e = waypoint(t, i < t->reported_count ? &t->reported[i] : NULL, !(p->atoms >> i & 1));
    count(&e, p);
    hold(t, &e);
  }
}

static struct event_place place_of(struct event_source *t, const struct packet *p) {
  t->last = (struct event_place){.address = p->address, .isa = p->isa, .ns = p->ns, .hyp = p->hyp};
  return t->last;
}

// A target in a prohibited region is encoded as address 0, in all address bytes (docs/pft.md).
static bool has_prohibited_target(const struct packet *p) {
  return p->address == 0 && p->isa == ISA_ARM && p->address_bytes == 5;
}

static void pft_branch(struct event_source *t, const struct packet *p) {
  struct event e = waypoint(t, t->reported_count ? &t->reported[0] : NULL, true);
  if (!t->reported_count) e.kind = EVENT_INDIRECT;  // its target is in the trace, so it is no direct branch
  if (p->exception) e = (struct event){.kind = EVENT_EXCEPTION, .exception = p->exception};
  const struct event_place before = t->last;
  e.placed = true;
  e.hidden = has_prohibited_target(p);
  e.place = place_of(t, p);
  e.back.ns = before.ns;
  count(&e, p);
  hold(t, &e);
}

static void isync(struct event_source *t, const struct packet *p) {
  struct event e = {
      .kind = EVENT_ISYNC, .placed = true, .reason = p->reason, .place = place_of(t, p), .value = p->value};
  count(&e, p);
  t->protocol->isync(t, &e);
  if (t->aligned) t->full_stamp = true;
  t->aligned = false;
}

// Only a cycle count directly after its I-sync has an event.
static void cycle_count(struct event_source *t, const struct packet *p) {
  if (t->is_holding && t->held.kind == EVENT_ISYNC && t->held.reason != ISYNC_PERIODIC) count(&t->held, p);
}

static void p_header(struct event_source *t, const struct packet *p) {
  for (unsigned i = 0; i < p->atom_count; i++) {
    const bool cycle = p->cycles >> i & 1;
    give(t, &(struct event){.kind = cycle ? EVENT_CYCLE : EVENT_INSTRUCTION, .passed = !cycle && !(p->atoms >> i & 1)});
  }
}

static void etm3_branch(struct event_source *t, const struct packet *p) {
  give(t, &(struct event){.kind = p->exception ? EVENT_EXCEPTION : EVENT_BRANCH,
                          .exception = p->exception,
                          .cancel = p->cancel,
                          .placed = true,
                          .place = place_of(t, p)});
}

// Only a synchronization makes a timestamp full. So a full timestamp without one indicates that a synchronization was
// requested before it.
static void timestamp(struct event_source *t, const struct packet *p) {
  static const struct event request = {.kind = EVENT_SYNC_REQUEST};
  struct event e = {.kind = EVENT_TIMESTAMP, .timestamp = p->timestamp, .clock_change = p->clock_change};
  if (p->timestamp_bytes == t->stamp_bytes && !t->full_stamp) give(t, &request);
  count(&e, p);
  give(t, &e);
  t->full_stamp = false;
}

// An event that has the meaning of the packet.
static void same(struct event_source *t, const struct packet *p) {
  static const uint8_t kind[PACKET_KINDS] = {
      [PACKET_ASYNC] = EVENT_ASYNC,   [PACKET_TRIGGER] = EVENT_TRIGGER,
      [PACKET_IGNORE] = EVENT_IGNORE, [PACKET_CONTEXT_ID] = EVENT_CONTEXT_ID,
      [PACKET_VMID] = EVENT_VMID,     [PACKET_EXCEPTION_ENTRY] = EVENT_EXCEPTION_ENTRY};
  give(t, &(struct event){.kind = (enum event_kind)kind[p->kind], .value = p->value});
}

static void convert_packet(struct event_source *t, const struct packet *p) {
  switch (p->kind) {
    case PACKET_ATOM:
      atoms(t, p);
      break;
    case PACKET_P_HEADER:
      p_header(t, p);
      break;
    case PACKET_BRANCH:
      t->protocol->branch(t, p);
      break;
    case PACKET_ISYNC:
      isync(t, p);
      break;
    case PACKET_CYCLE_COUNT:
      cycle_count(t, p);
      break;
    case PACKET_WAYPOINT_UPDATE:
      give(t, &(struct event){.kind = EVENT_UPDATE, .placed = true, .place = place(t, p->address, p->isa)});
      break;
    case PACKET_TIMESTAMP:
      timestamp(t, p);
      break;
    case PACKET_EXCEPTION_RETURN:
      t->protocol->exception_return(t);
      break;
    case PACKET_ASYNC:
    case PACKET_TRIGGER:
    case PACKET_IGNORE:
    case PACKET_CONTEXT_ID:
    case PACKET_VMID:
    case PACKET_EXCEPTION_ENTRY:
      same(t, p);
      break;
    case PACKETS_OF_DATA:
    case PACKET_BAD:
      break;
  }
}

// --- differences between the protocols
// --------------------------------------------------------------------------------

// The timestamp after an A-sync must be full; in PFT, the timestamp after the I-sync that follows.
static void pft_async(struct event_source *t) { t->aligned = true; }
static void etm3_async(struct event_source *t) { t->full_stamp = true; }

static void pft_exception_return(struct event_source *t) {
  if (t->is_holding) t->held.eret = true;
}
static void etm3_exception_return(struct event_source *t) { give(t, &(struct event){.kind = EVENT_EXCEPTION_EXIT}); }

static const struct event_source_protocol protocols[PROTOCOLS] = {
    [PROTOCOL_PFT] = {pft_async, give, pft_branch, pft_exception_return},
    [PROTOCOL_ETM3] = {etm3_async, hold, etm3_branch, etm3_exception_return},
};

void event_source_start(struct event_source *t, const struct config *config, event_sink *sink, void *user) {
  const bool wide = config_minor(config) > 0 && config->etmccer & ETMCCER_STAMP64;
  *t = (struct event_source){
      .sink = sink, .user = user, .protocol = &protocols[config_protocol(config)], .stamp_bytes = wide ? 9 : 7};
}

void event_source_packet(struct event_source *t, const struct packet *p) {
  convert_packet(t, p);
  if (p->kind == PACKET_ASYNC) t->protocol->async(t);
  t->reported_count = 0;
}

void event_source_end(struct event_source *t) { give_held(t); }
