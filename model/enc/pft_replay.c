// SPDX-License-Identifier: Apache-2.0
// Converts events to PFT records.
#include "replay.h"

#define DEBUG_ENTRY 1  // IHI 0035B table 4.4

static void put(struct trace_bytes *to, struct record record) {
  const struct wire wire = pft_wire(&record);
  trace_bytes_append(to, &wire);
}

static bool is_thumbee(const struct event *event) { return event->placed && event->place.isa == ISA_THUMBEE; }

// Follows the instruction set. A direct branch without a target may be an ENTERX or LEAVEX.
static void follow_state(struct pft_replay *r, const struct event *event) {
  const bool jumps = event->passed || event->kind == EVENT_ISYNC || event->kind == EVENT_EXCEPTION;
  if (!jumps || event->kind == EVENT_BARRIER) return;
  r->j_known = (event->placed || event->kind != EVENT_DIRECT) && !event->hidden;
  r->j = event->place.isa == ISA_THUMBEE;
}

static void isync(struct pft_replay *r, const struct settings *s, const struct event *event, struct trace_bytes *to) {
  put(to, pft_isync(&r->pft, s, event_place(&event->place), event->reason, event->count, event->value));
  if (r->aligned) r->full_stamp = true;
  r->aligned = false;
  follow_state(r, event);
}

// If the event has no target, the state has not changed.
static struct pft_entry entry_of(const struct pft_replay *r, const struct settings *s, const struct event *event) {
  static const uint8_t kind[] = {[EVENT_DIRECT] = ENTRY_DIRECT,
                                 [EVENT_INDIRECT] = ENTRY_INDIRECT,
                                 [EVENT_BARRIER] = ENTRY_BARRIER,
                                 [EVENT_EXCEPTION] = ENTRY_EXCEPTION};
  const struct place back = event_place(&event->back), here = {.ns = r->pft.ns_sent, .hyp = r->pft.hyp_sent};
  return (struct pft_entry){
      .kind = kind[event->kind],
      .target = event->placed || event->kind == EVENT_EXCEPTION ? event_place(&event->place) : here,
      .second = back.address,
      .second_t = back.t,
      // The state of the instruction. If it is unknown, it is assumed to be that of the target.
      .second_j = event->link  ? back.j
                  : r->j_known ? r->j
                               : is_thumbee(event),
      .taken = event->passed,
      .link = event->link,
      .eret = event->eret && has_v11(s),
      .exception = event->exception,
      .masked = event->hidden || (event->kind == EVENT_EXCEPTION && event->exception == DEBUG_ENTRY),
      .count = event->count,
  };
}

static void waypoint(struct pft_replay *r, const struct settings *s, const struct event *event,
                     struct trace_bytes *to) {
  const struct pft_entry entry = entry_of(r, s, event);
  struct record record;
  follow_state(r, event);
  if (!pft_waypoint(&r->pft, s, &entry, &record)) return;
  put(to, record);
  if (entry.eret && record.kind == RECORD_BRANCH) put(to, record_plain(RECORD_EXCEPTION_RETURN));
}

static void exception(struct pft_replay *r, const struct settings *s, const struct event *event,
                      struct trace_bytes *to) {
  const struct pft_entry entry = entry_of(r, s, event);
  follow_state(r, event);
  put(to, pft_branch(&r->pft, s, &entry));
}

static void update(struct pft_replay *r, const struct event *event, struct trace_bytes *to) {
  const struct place at = event_place(&event->place);
  const struct pft_entry entry = {.kind = ENTRY_UPDATE, .second = at.address, .second_t = at.t, .second_j = at.j};
  put(to, pft_waypoint_update(&r->pft, &entry));
}

static void timestamp(struct pft_replay *r, const struct settings *s, const struct event *event,
                      struct trace_bytes *to) {
  put(to, pft_timestamp(&r->pft, s, event->timestamp, r->full_stamp, event->clock_change, event->count));
  r->full_stamp = false;
}

bool pft_replay_event(struct pft_replay *r, const struct settings *s, const struct event *event,
                      struct trace_bytes *to) {
  switch (event->kind) {
    case EVENT_ASYNC:
      r->aligned = true;
      put(to, record_plain(RECORD_ASYNC));
      return true;
    case EVENT_SYNC_REQUEST:
      r->full_stamp = true;
      return true;
    case EVENT_ISYNC:
      isync(r, s, event, to);
      return true;
    case EVENT_EXCEPTION:
      exception(r, s, event, to);
      return true;
    case EVENT_UPDATE:
      update(r, event, to);
      return true;
    case EVENT_CONTEXT_ID:
      put(to, pft_context_id(&r->pft, s, event->value));
      return true;
    case EVENT_VMID:
      put(to, pft_vmid(&r->pft, (uint8_t)event->value));
      return true;
    case EVENT_TIMESTAMP:
      timestamp(r, s, event, to);
      return true;
    case EVENT_TRIGGER:
    case EVENT_IGNORE:
      put(to, record_plain(event->kind == EVENT_TRIGGER ? RECORD_TRIGGER : RECORD_IGNORE));
      return true;
    case EVENT_DIRECT:
    case EVENT_INDIRECT:
    case EVENT_BARRIER:
      waypoint(r, s, event, to);
      return true;
    // Only ETMv3 has these:
    case EVENT_CYCLE:
    case EVENT_INSTRUCTION:
    case EVENT_BRANCH:
    case EVENT_EXCEPTION_EXIT:
    case EVENT_EXCEPTION_ENTRY:
      break;
  }
  return false;
}

void pft_replay_end(struct pft_replay *r, struct trace_bytes *to) { put(to, pft_atoms(&r->pft)); }
