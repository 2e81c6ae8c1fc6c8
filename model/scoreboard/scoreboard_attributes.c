// SPDX-License-Identifier: Apache-2.0
// The attributes that the scoreboard of both protocols compares in addition to the flow: Context ID, VMID, and that a
// required timestamp comes.
#include "scoreboard_attributes.h"

#include <inttypes.h>

#include "scoreboard_protocol.h"
#include "scoreboard_wrong.h"

// A timestamp may come later than it was required, and one may serve several requests (IHI 0035B 4.14). The clause has
// no bound. The reference RTL sends it at once. Another DUT may report this number of items before it.
enum { STAMP_PATIENCE = 64 };

void scoreboard_time_range(const struct scoreboard *s, size_t from, size_t end, uint64_t *low, uint64_t *high) {
  for (size_t i = from; i < end && i < s->history->count; i++) {
    const struct moment *m = history_moment(s->history, i);
    // The instruction that an exception cancels is evaluated before the exception is.
    if (m->cancelled_known && m->cancelled_stamp < *low) *low = m->cancelled_stamp;
    if (!m->evaluated) continue;
    if (m->low < *low) *low = m->low;
    if (m->high > *high) *high = m->high;
  }
  // The unit may sample the time of an item that has no moment yet in any clock up to now.
  const uint64_t newest = s->history->newest_stamp;
  if (end > s->history->sampled && newest > *high) *high = newest;
}

bool scoreboard_wrong_time(struct scoreboard *s, uint64_t offset, size_t i, uint64_t reported, uint64_t low,
                           uint64_t high) {
  char range[SCOREBOARD_RANGE];
  scoreboard_field_wrong(s, offset, "timestamp %s %s #%zu is 0x%" PRIX64 ", expected %s",
                         s->history->waypoints ? "after" : "before", s->protocol->item, i, reported,
                         scoreboard_range(low, high, range));
  s->error.low = low;
  s->error.high = high;
  return false;
}

static uint32_t context_of(const struct scoreboard *s, size_t i) {
  const struct history *h = s->history;
  const uint32_t context_id = h->waypoints ? history_waypoint(h, i)->context_id : history_moment(h, i)->context_id;
  return context_id & s->traced.context;
}

// The trace still reports the Context ID `old`, which was that of the last item before `number` with another Context ID
// than `context`.
static bool is_old_context(const struct scoreboard *s, size_t number, uint32_t old, uint32_t context) {
  for (size_t i = number; i > s->history->first; i--) {
    if (context_of(s, i - 1) != context) return context_of(s, i - 1) == old;
  }
  return false;
}

static bool wrong_context(struct scoreboard *s, uint64_t offset, size_t number, uint32_t reported, uint32_t context) {
  const char *item = s->protocol->item;
  const bool waypoints = s->history->waypoints;
  if (is_old_context(s, number, reported, context)) {
    scoreboard_wrong(s, offset, "no packet reports Context ID 0x%X, expected one %s %s #%zu: the trace still has 0x%X",
                     context, waypoints ? "after" : "before", item, number, reported);
    scoreboard_packet_missing(s);
  } else {
    scoreboard_wrong(s, offset, "Context ID %s %s #%zu is 0x%X, expected 0x%X", waypoints ? "after" : "at", item,
                     number, reported, context);
  }
  return scoreboard_about(s, ABOUT_CONTEXT);
}

// The item that requires the timestamp, and the clause. An ETM sends one after an exception return only.
static bool no_timestamp(struct scoreboard *s, uint64_t offset) {
  const struct history *h = s->history;
  const size_t i = s->at.timestamp_item;
  const char *what = "an exception return", *clause = "IHI 0014Q 7.7.3; docs/etm3.md, Timestamp";
  if (h->waypoints) {
    const uint8_t type = i >= h->first ? history_waypoint(h, i)->type : WAYPOINT_INDIRECT;
    if (type == WAYPOINT_BARRIER) what = "a barrier";
    if (type == WAYPOINT_EXCEPTION) what = "an exception";
    clause = "IHI 0035B 4.14";
  }
  scoreboard_wrong(s, offset, "no timestamp after %s #%zu, %s; expected one (%s)", s->protocol->item, i, what, clause);
  return scoreboard_packet_missing(s);
}

// The packet `event` is compared with item `number`, which has the VMID `vmid`.
static bool compare_vmid(struct scoreboard *s, const struct scoreboard_event *event, size_t number, uint8_t vmid) {
  const char *where = s->history->waypoints ? "after" : "at", *item = s->protocol->item;
  const struct stream_totals *t = &event->totals;
  if (!t->vmid_reported) {
    scoreboard_wrong(s, event->flow.offset, "no VMID packet since the last I-sync, expected VMID 0x%02X %s %s #%zu",
                     vmid, where, item, number);
    return scoreboard_packet_missing(s);
  }
  if (t->vmid != vmid) {
    scoreboard_wrong(s, event->flow.offset, "VMID %s %s #%zu is 0x%02X, expected 0x%02X", where, item, number, t->vmid,
                     vmid);
    return scoreboard_about(s, ABOUT_VMID);
  }
  s->at.vmids++;
  return true;
}

bool scoreboard_compare_attributes(struct scoreboard *s, const struct scoreboard_event *event, size_t number,
                                   uint32_t context_id, uint8_t vmid) {
  const uint64_t offset = event->flow.offset;
  const uint32_t reported = event->totals.context, context = context_id & s->traced.context;
  if (reported != context) return wrong_context(s, offset, number, reported, context);
  s->at.contexts += s->traced.contexts;
  if (s->traced.vmid && !compare_vmid(s, event, number, vmid)) return false;
  return !scoreboard_waits_for_timestamp(s, event) ||
         ++s->at.items_without_timestamp <= (s->is_reference_rtl ? 0 : STAMP_PATIENCE) || no_timestamp(s, offset);
}
