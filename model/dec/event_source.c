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

static void give(struct event_source *t, const struct event *event) {
  give_held(t);
  t->sink(t->user, event);
}

static void hold(struct event_source *t, const struct event *event) {
  give_held(t);
  t->held = *event;
  t->is_holding = true;
}

void event_source_flow(struct event_source *t, const struct flow_event *event) {
  const unsigned room = sizeof t->reported / sizeof *t->reported;
  if (event->kind == FLOW_RANGE && event->waypoint && t->reported_count < room)
    t->reported[t->reported_count++] = *event;
}

static struct event_place place(const struct event_source *t, uint32_t address, uint8_t isa) {
  return (struct event_place){.address = address, .isa = isa, .ns = t->last.ns, .hyp = t->last.hyp};
}

// A waypoint. If `e` is NULL, the flow does not know its instruction.
static struct event waypoint(const struct event_source *t, const struct flow_event *event, bool passed) {
  struct event w = {.kind = EVENT_DIRECT, .passed = passed};
  if (!event) return w;
  w.kind = event->barrier ? EVENT_BARRIER : event->indirect ? EVENT_INDIRECT : EVENT_DIRECT;
  w.placed = passed && !event->barrier;
  if (w.placed) w.place = place(t, event->target, event->target_isa);
  w.link = event->link && passed;
  if (w.link) w.back = place(t, event->end, event->isa);
  return w;
}

static void count(struct event *event, const struct packet *packet) {
  event->has_count = packet->has_count;
  event->count = packet->cycle_count;
}

static void atoms(struct event_source *t, const struct packet *packet) {
  for (unsigned i = 0; i < packet->atom_count; i++) {
    struct event e = waypoint(t, i < t->reported_count ? &t->reported[i] : NULL, !(packet->atoms >> i & 1));
    count(&e, packet);
    hold(t, &e);
  }
}

static struct event_place place_of(struct event_source *t, const struct packet *packet) {
  t->last = (struct event_place){.address = packet->address, .isa = packet->isa, .ns = packet->ns, .hyp = packet->hyp};
  return t->last;
}

// A target in a prohibited region is encoded as address 0, in all address bytes (docs/pft.md).
static bool has_prohibited_target(const struct packet *packet) {
  return packet->address == 0 && packet->isa == ISA_ARM && packet->address_bytes == 5;
}

static void pft_branch(struct event_source *t, const struct packet *packet) {
  struct event e = waypoint(t, t->reported_count ? &t->reported[0] : NULL, true);
  if (!t->reported_count) e.kind = EVENT_INDIRECT;  // its target is in the trace, so it is no direct branch
  if (packet->exception) e = (struct event){.kind = EVENT_EXCEPTION, .exception = packet->exception};
  const struct event_place before = t->last;
  e.placed = true;
  e.hidden = has_prohibited_target(packet);
  e.place = place_of(t, packet);
  e.back.ns = before.ns;
  count(&e, packet);
  hold(t, &e);
}

static void isync(struct event_source *t, const struct packet *packet) {
  struct event e = {.kind = EVENT_ISYNC,
                    .placed = true,
                    .reason = packet->reason,
                    .place = place_of(t, packet),
                    .value = packet->value};
  count(&e, packet);
  t->protocol->isync(t, &e);
  if (t->aligned) t->full_stamp = true;
  t->aligned = false;
}

// Only a cycle count directly after its I-sync has an event.
static void cycle_count(struct event_source *t, const struct packet *packet) {
  if (t->is_holding && t->held.kind == EVENT_ISYNC && t->held.reason != ISYNC_PERIODIC) count(&t->held, packet);
}

static void p_header(struct event_source *t, const struct packet *packet) {
  for (unsigned i = 0; i < packet->atom_count; i++) {
    const bool cycle = packet->cycles >> i & 1;
    give(t, &(struct event){.kind = cycle ? EVENT_CYCLE : EVENT_INSTRUCTION,
                            .passed = !cycle && !(packet->atoms >> i & 1)});
  }
}

static void etm3_branch(struct event_source *t, const struct packet *packet) {
  give(t, &(struct event){.kind = packet->exception ? EVENT_EXCEPTION : EVENT_BRANCH,
                          .exception = packet->exception,
                          .cancel = packet->cancel,
                          .placed = true,
                          .place = place_of(t, packet)});
}

// Only a synchronization makes a timestamp full. So a full timestamp without one indicates that a synchronization was
// requested before it.
static void timestamp(struct event_source *t, const struct packet *packet) {
  static const struct event request = {.kind = EVENT_SYNC_REQUEST};
  struct event e = {.kind = EVENT_TIMESTAMP, .timestamp = packet->timestamp, .clock_change = packet->clock_change};
  if (packet->timestamp_bytes == t->stamp_bytes && !t->full_stamp) give(t, &request);
  count(&e, packet);
  give(t, &e);
  t->full_stamp = false;
}

// An event that has the meaning of the packet.
static void same(struct event_source *t, const struct packet *packet) {
  static const uint8_t kind[PACKET_KINDS] = {
      [PACKET_ASYNC] = EVENT_ASYNC,   [PACKET_TRIGGER] = EVENT_TRIGGER,
      [PACKET_IGNORE] = EVENT_IGNORE, [PACKET_CONTEXT_ID] = EVENT_CONTEXT_ID,
      [PACKET_VMID] = EVENT_VMID,     [PACKET_EXCEPTION_ENTRY] = EVENT_EXCEPTION_ENTRY};
  give(t, &(struct event){.kind = (enum event_kind)kind[packet->kind], .value = packet->value});
}

static void convert_packet(struct event_source *t, const struct packet *packet) {
  switch (packet->kind) {
    case PACKET_ATOM:
      atoms(t, packet);
      break;
    case PACKET_P_HEADER:
      p_header(t, packet);
      break;
    case PACKET_BRANCH:
      t->protocol->branch(t, packet);
      break;
    case PACKET_ISYNC:
      isync(t, packet);
      break;
    case PACKET_CYCLE_COUNT:
      cycle_count(t, packet);
      break;
    case PACKET_WAYPOINT_UPDATE:
      give(t, &(struct event){.kind = EVENT_UPDATE, .placed = true, .place = place(t, packet->address, packet->isa)});
      break;
    case PACKET_TIMESTAMP:
      timestamp(t, packet);
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
      same(t, packet);
      break;
    case PACKETS_OF_DATA:
    case PACKET_BAD:
      break;
  }
}

// --- differences between the protocols -------------------------------------------------------------------------------

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

void event_source_packet(struct event_source *t, const struct packet *packet) {
  convert_packet(t, packet);
  if (packet->kind == PACKET_ASYNC) t->protocol->async(t);
  t->reported_count = 0;
}

void event_source_end(struct event_source *t) { give_held(t); }
