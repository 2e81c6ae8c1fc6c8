// SPDX-License-Identifier: Apache-2.0
// Converts events to PFT records.
#include "pft_replay.h"

#define DEBUG_ENTRY 1  // IHI 0035B table 4.4

static void put(struct trace_bytes *to, struct pft_record record) {
  const struct wire wire = pft_wire(&record);
  trace_bytes_append(to, &wire);
}

static bool is_thumbee(const struct event *e) { return e->placed && e->place.isa == ISA_THUMBEE; }

// Follows the instruction set. A direct branch without a target may be an ENTERX or LEAVEX.
static void follow_state(struct pft_replay *r, const struct event *e) {
  const bool jumps = e->passed || e->kind == EVENT_ISYNC || e->kind == EVENT_EXCEPTION;
  if (!jumps || e->kind == EVENT_BARRIER) return;
  r->j_known = (e->placed || e->kind != EVENT_DIRECT) && !e->hidden;
  r->j = e->place.isa == ISA_THUMBEE;
}

static void isync(struct pft_replay *r, const struct settings *s, const struct event *e, struct trace_bytes *to) {
  put(to, pft_isync(&r->pft, s, event_place(&e->place), e->reason, e->count, e->value));
  if (r->aligned) r->full_stamp = true;
  r->aligned = false;
  follow_state(r, e);
}

// If the event has no target, the state has not changed.
static struct pft_entry entry_of(const struct pft_replay *r, const struct settings *s, const struct event *e) {
  static const uint8_t kind[] = {[EVENT_DIRECT] = ENTRY_DIRECT,
                                 [EVENT_INDIRECT] = ENTRY_INDIRECT,
                                 [EVENT_BARRIER] = ENTRY_BARRIER,
                                 [EVENT_EXCEPTION] = ENTRY_EXCEPTION};
  const struct place back = event_place(&e->back), here = {.ns = r->pft.ns_sent, .hyp = r->pft.hyp_sent};
  return (struct pft_entry){
      .kind = kind[e->kind],
      .target = e->placed || e->kind == EVENT_EXCEPTION ? event_place(&e->place) : here,
      .second = back.address,
      .second_t = back.t,
      // The state of the instruction. If it is unknown, it is assumed to be that of the target.
      .second_j = e->link      ? back.j
                  : r->j_known ? r->j
                               : is_thumbee(e),
      .taken = e->passed,
      .link = e->link,
      .eret = e->eret && has_v11(s),
      .exception = e->exception,
      .masked = e->hidden || (e->kind == EVENT_EXCEPTION && e->exception == DEBUG_ENTRY),
      .count = e->count,
  };
}

static void waypoint(struct pft_replay *r, const struct settings *s, const struct event *e, struct trace_bytes *to) {
  const struct pft_entry entry = entry_of(r, s, e);
  struct pft_record record;
  follow_state(r, e);
  if (!pft_waypoint(&r->pft, s, &entry, &record)) return;
  put(to, record);
  if (entry.eret && record.kind == PFT_BRANCH) put(to, pft_plain(PFT_EXCEPTION_RETURN));
}

static void exception(struct pft_replay *r, const struct settings *s, const struct event *e, struct trace_bytes *to) {
  const struct pft_entry entry = entry_of(r, s, e);
  follow_state(r, e);
  put(to, pft_branch(&r->pft, s, &entry));
}

static void update(struct pft_replay *r, const struct event *e, struct trace_bytes *to) {
  const struct place at = event_place(&e->place);
  const struct pft_entry entry = {.kind = ENTRY_UPDATE, .second = at.address, .second_t = at.t, .second_j = at.j};
  put(to, pft_waypoint_update(&r->pft, &entry));
}

static void timestamp(struct pft_replay *r, const struct settings *s, const struct event *e, struct trace_bytes *to) {
  put(to, pft_timestamp(&r->pft, s, e->timestamp, r->full_stamp, e->clock_change, e->count));
  r->full_stamp = false;
}

bool pft_replay_event(struct pft_replay *r, const struct settings *s, const struct event *e, struct trace_bytes *to) {
  switch (e->kind) {
    case EVENT_ASYNC:
      r->aligned = true;
      put(to, pft_plain(PFT_ASYNC));
      return true;
    case EVENT_SYNC_REQUEST:
      r->full_stamp = true;
      return true;
    case EVENT_ISYNC:
      isync(r, s, e, to);
      return true;
    case EVENT_EXCEPTION:
      exception(r, s, e, to);
      return true;
    case EVENT_UPDATE:
      update(r, e, to);
      return true;
    case EVENT_CONTEXT_ID:
      put(to, pft_context_id(&r->pft, s, e->value));
      return true;
    case EVENT_VMID:
      put(to, pft_vmid(&r->pft, (uint8_t)e->value));
      return true;
    case EVENT_TIMESTAMP:
      timestamp(r, s, e, to);
      return true;
    case EVENT_TRIGGER:
      put(to, pft_plain(PFT_TRIGGER));
      return true;
    case EVENT_IGNORE:
      put(to, pft_plain(PFT_IGNORE));
      return true;
    case EVENT_DIRECT:
    case EVENT_INDIRECT:
    case EVENT_BARRIER:
      waypoint(r, s, e, to);
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
