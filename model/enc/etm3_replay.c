// SPDX-License-Identifier: Apache-2.0
// Converts events to ETMv3 records, and holds the open cycle.
#include "replay.h"

static void put_bytes(struct trace_bytes *to, const struct record *record) {
  const struct wire wire = etm3_wire(record);
  trace_bytes_append(to, &wire);
}

// Each packet has a position in execution, so the collected atoms come before it.
static void put(struct etm3_replay *r, struct trace_bytes *to, struct record record) {
  etm3_phdr_flush(&r->phdr, &record.headers);
  put_bytes(to, &record);
}

// --- cycles and atoms --------------------------------------------------------------------------------------------

static void close_cycle(struct etm3_replay *r, const struct settings *s, struct etm3_headers *headers) {
  if (r->held) {
    etm3_phdr_single(&r->phdr, s, r->passed, headers);
  } else if (r->open) {
    etm3_phdr_idle(&r->phdr, headers);
  }
  r->open = r->held = false;
}

static void instruction(struct etm3_replay *r, const struct settings *s, bool passed, struct etm3_headers *headers) {
  struct etm3_phdr *phdr = &r->phdr;
  if (!cycle_accurate(s)) {
    etm3_phdr_single(phdr, s, passed, headers);
    if (r->has_trigger) etm3_phdr_flush(phdr, headers);
    r->has_trigger = false;
  } else if (r->held) {
    etm3_phdr_dual(phdr, r->passed, passed, headers);
    r->open = r->held = false;
  } else if (r->open) {
    r->held = true;
    r->passed = passed;
  } else {
    etm3_phdr_bare(phdr, s, passed, headers);
  }
}

// Adds a cycle or an instruction. False if the event is neither.
static bool execution(struct etm3_replay *r, const struct settings *s, const struct event *event,
                      struct trace_bytes *to) {
  struct record record = {.kind = RECORD_ATOMS};
  if (event->kind == EVENT_INSTRUCTION) {
    instruction(r, s, event->passed, &record.headers);
  } else {
    close_cycle(r, s, &record.headers);
    r->open = event->kind == EVENT_CYCLE;
  }
  put_bytes(to, &record);
  return event->kind == EVENT_INSTRUCTION || event->kind == EVENT_CYCLE;
}

// --- packets -----------------------------------------------------------------------------------------------------

static void isync(struct etm3_replay *r, const struct settings *s, const struct event *event, struct trace_bytes *to) {
  const struct place at = event_place(&event->place);
  const bool apart = s->etmauxcr & ETMAUXCR_COUNT_PACKETS;
  put(r, to, etm3_isync(&r->etm3, s, &at, event->reason, event->has_count && !apart, event->count, event->value));
  if (event->has_count && apart) put(r, to, etm3_cycle_count(event->count));
}

static void branch(struct etm3_replay *r, const struct settings *s, const struct event *event, struct trace_bytes *to) {
  const struct etm3_part part = {.branched = true,
                                 .to = event_place(&event->place),
                                 .exception = event->kind == EVENT_EXCEPTION ? event->exception : 0,
                                 .cancel = event->cancel};
  struct record record;
  etm3_part(&r->etm3, s, &part, &record);
  put(r, to, record);
}

static bool packet(struct etm3_replay *r, const struct settings *s, const struct event *event, struct trace_bytes *to) {
  switch (event->kind) {
    case EVENT_ASYNC:
      r->full_stamp = true;
      put(r, to, record_plain(RECORD_ASYNC));
      return true;
    case EVENT_ISYNC:
      isync(r, s, event, to);
      return true;
    case EVENT_BRANCH:
    case EVENT_EXCEPTION:
      branch(r, s, event, to);
      return true;
    case EVENT_EXCEPTION_EXIT:
    case EVENT_EXCEPTION_ENTRY:
      put(r, to, record_plain(event->kind == EVENT_EXCEPTION_EXIT ? RECORD_EXCEPTION_RETURN : RECORD_EXCEPTION_ENTRY));
      return true;
    case EVENT_CONTEXT_ID:
      put(r, to, etm3_context_id(&r->etm3, s, event->value));
      return true;
    case EVENT_VMID:
      put(r, to, etm3_vmid(&r->etm3, (uint8_t)event->value));
      return true;
    case EVENT_TIMESTAMP:
      put(r, to, etm3_timestamp(&r->etm3, s, event->timestamp, r->full_stamp, event->clock_change));
      r->full_stamp = false;
      return true;
    case EVENT_TRIGGER:
      r->has_trigger = r->splits && r->phdr.kind == ETM3_PHDR_NOTHING;
      put(r, to, record_plain(RECORD_TRIGGER));
      return true;
    case EVENT_IGNORE:
      put(r, to, record_plain(RECORD_IGNORE));
      return true;
    // These have no packet of their own, or only PFT has them:
    case EVENT_SYNC_REQUEST:
    case EVENT_DIRECT:
    case EVENT_INDIRECT:
    case EVENT_BARRIER:
    case EVENT_UPDATE:
    case EVENT_CYCLE:
    case EVENT_INSTRUCTION:
      break;
  }
  return false;
}

bool etm3_replay_event(struct etm3_replay *r, const struct settings *s, const struct event *event,
                       struct trace_bytes *to) {
  if (event->kind == EVENT_SYNC_REQUEST) {
    r->full_stamp = true;
    return true;
  }
  return execution(r, s, event, to) || packet(r, s, event, to);
}

void etm3_replay_end(struct etm3_replay *r, const struct settings *s, struct trace_bytes *to) {
  struct record record = {.kind = RECORD_ATOMS};
  close_cycle(r, s, &record.headers);
  put(r, to, record);
}
