// SPDX-License-Identifier: Apache-2.0
// The order of packets: packets that must follow, requests, the parts of the head.
#include "packet.h"
#include "plan.h"

static void remember(struct plan *p, const struct etm3_entry *e) {
  p->last.stamp = e->stamp;
  p->last.count = e->count;
  p->last.context = e->context;
  p->last.vmid = e->vmid;
}

// --- parts of the head -------------------------------------------------------------------------------------------

// The next part of the head has the first atoms of the head.
static bool opens(const struct plan *p, const struct etm3_entry *e) {
  return e->part[p->part].atoms && (p->part == 0 || !e->part[0].atoms);
}

static void part(struct plan *p, const struct plan_in *in, struct plan_out *out) {
  const struct etm3_entry *e = in->etm3_head;
  const struct etm3_part *next = &e->part[p->part];
  p->valid = next->headers.count || next->eret || next->branched;
  if (p->valid) etm3_part(&p->etm3, in->settings, next, &p->record);
  if (next->atoms) p->progress = true;
  if (++p->part < e->parts) return;
  p->part = 0;
  p->isync_sent = false;
  plan_require(p, e->stamped, FOLLOW_TIMESTAMP);
  if (e->ends) p->tracing = false;
  remember(p, e);
  p->clock_change = p->clock_change || (e->clock_change && !p->clock_change_sent);
  p->clock_change_sent = false;
  out->pop = true;
}

// --- packets before a part ------------------------------------------------------------------------------------------

static void send_isync(struct plan *p, const struct plan_in *in, uint8_t reason, bool tsync, struct plan_out *out) {
  const struct etm3_entry *e = in->etm3_head;
  const bool counts = cycle_accurate(in->settings) && reason != ISYNC_PERIODIC;
  const bool apart = in->settings->etmauxcr & ETMAUXCR_COUNT_PACKETS;
  plan_send(p, etm3_isync(&p->etm3, in->settings, &e->at, reason, counts && !apart, e->count, e->context));
  remember(p, e);
  plan_require(p, counts && apart, FOLLOW_COUNT);
  plan_require(p, vmid_on(in->settings), FOLLOW_VMID);
  plan_require(p, tsync && stamps_on(in->settings), FOLLOW_TSYNC);
  p->isync_due = p->progress = false;
  out->isync = true;
}

static void start(struct plan *p, const struct plan_in *in, struct plan_out *out) {
  if (plan_starts_with_async(p, in->sync_request && !p->async_sent, out)) return;
  const uint8_t reason = in->etm3_head->reason;
  send_isync(p, in, reason, p->async_sent || p->isync_due || reason == ISYNC_OVERFLOW, out);
  p->async_sent = false;
  p->isync_sent = p->tracing = true;
}

static void head(struct plan *p, const struct plan_in *in, struct plan_out *out) {
  const struct etm3_entry *e = in->etm3_head;
  const bool opening = opens(p, e);
  if (e->isync && !p->isync_sent) {
    start(p, in, out);
  } else if (opening && p->isync_due) {
    send_isync(p, in, ISYNC_PERIODIC, true, out);
  } else if (opening && sent_context_differs(&p->etm3.sent, in->settings, e->context)) {
    plan_send(p, etm3_context_id(&p->etm3, in->settings, e->context));
  } else if (opening && sent_vmid_differs(&p->etm3.sent, in->settings, e->vmid)) {
    plan_send(p, etm3_vmid(&p->etm3, e->vmid));
  } else {
    part(p, in, out);
  }
}

static void send_timestamp(struct plan *p, const struct plan_in *in, bool whole, bool clock_change) {
  plan_send(p, etm3_timestamp(&p->etm3, in->settings, p->last.stamp, whole, clock_change));
  p->clock_change = false;
}

static void send_following(struct plan *p, const struct plan_in *in) {
  switch (plan_take_following(p)) {
    case FOLLOW_COUNT:
      plan_send(p, etm3_cycle_count(p->last.count));
      break;
    case FOLLOW_VMID:
      plan_send(p, etm3_vmid(&p->etm3, p->last.vmid));
      break;
    case FOLLOW_TSYNC:
      // This follows the I-sync of the head, which is not popped yet.
      send_timestamp(p, in, true, p->clock_change || in->etm3_head->clock_change);
      p->clock_change_sent = true;
      break;
    default:
      send_timestamp(p, in, in->sync_request, p->clock_change);
      break;
  }
}

void etm3_plan_next(struct plan *p, const struct plan_in *in, struct plan_out *out) {
  if (plan_starts_with_async(p, p->async_due, out)) return;
  if (p->following) {
    send_following(p, in);
  } else if (in->sync_request && p->tracing && p->progress) {
    plan_send_async(p, out);
    p->isync_due = true;
    p->progress = false;
  } else if (in->trigger_request) {
    plan_send_trigger(p, out);
  } else if (in->mark_request) {
    plan_send_mark(p, record_plain(RECORD_ATOMS), out);
  } else if (in->etm3_head) {
    head(p, in, out);
  }
}
