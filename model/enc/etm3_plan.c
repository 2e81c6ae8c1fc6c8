// SPDX-License-Identifier: Apache-2.0
// The order of packets: packets that must follow, requests, the parts of the head.
#include "etm3_plan.h"

#include "packet.h"

void etm3_plan_reset(struct etm3_plan *p) { *p = (struct etm3_plan){.async_due = true}; }

static void send(struct etm3_plan *p, struct etm3_record r) {
  p->record = r;
  p->valid = true;
}

static void require(struct etm3_plan *p, bool condition, enum etm3_plan_follow what) {
  if (condition) p->following |= (uint8_t)what;
}

static void remember(struct etm3_plan *p, const struct etm3_entry *e) {
  p->last.stamp = e->stamp;
  p->last.count = e->count;
  p->last.context = e->context;
  p->last.vmid = e->vmid;
}

// --- parts of the head -------------------------------------------------------------------------------------------

// The next part of the head has the first atoms of the head.
static bool opens(const struct etm3_plan *p, const struct etm3_entry *e) {
  return e->part[p->part].atoms && (p->part == 0 || !e->part[0].atoms);
}

static void part(struct etm3_plan *p, const struct plan_in *in, struct plan_out *out) {
  const struct etm3_entry *e = in->etm3_head;
  const struct etm3_part *next = &e->part[p->part];
  p->valid = next->headers.count || next->eret || next->branched;
  if (p->valid) etm3_part(&p->etm3, in->settings, next, &p->record);
  if (next->atoms) p->progress = true;
  if (++p->part < e->parts) return;
  p->part = 0;
  p->isync_sent = false;
  require(p, e->stamped, ETM3_FOLLOW_TIMESTAMP);
  if (e->ends) p->tracing = false;
  remember(p, e);
  p->clock_change = p->clock_change || (e->clock_change && !p->clock_change_sent);
  p->clock_change_sent = false;
  out->pop = true;
}

// --- packets before a part ------------------------------------------------------------------------------------------

static void send_async(struct etm3_plan *p, struct plan_out *out) {
  send(p, etm3_plain(ETM3_ASYNC));
  out->async = true;
}

static void send_isync(struct etm3_plan *p, const struct plan_in *in, uint8_t reason, bool tsync,
                       struct plan_out *out) {
  const struct etm3_entry *e = in->etm3_head;
  const bool counts = cycle_accurate(in->settings) && reason != ISYNC_PERIODIC;
  const bool apart = in->settings->etmauxcr & ETMAUXCR_COUNT_PACKETS;
  send(p, etm3_isync(&p->etm3, in->settings, &e->at, reason, counts && !apart, e->count, e->context));
  remember(p, e);
  require(p, counts && apart, ETM3_FOLLOW_COUNT);
  require(p, vmid_on(in->settings), ETM3_FOLLOW_VMID);
  require(p, tsync && stamps_on(in->settings), ETM3_FOLLOW_TSYNC);
  p->isync_due = p->progress = false;
  out->isync = true;
}

static void start(struct etm3_plan *p, const struct plan_in *in, struct plan_out *out) {
  if (in->sync_request && !p->async_sent) {
    p->async_sent = true;
    send_async(p, out);
    return;
  }
  const uint8_t reason = in->etm3_head->reason;
  send_isync(p, in, reason, p->async_sent || p->isync_due || reason == ISYNC_OVERFLOW, out);
  p->async_sent = false;
  p->isync_sent = p->tracing = true;
}

static void head(struct etm3_plan *p, const struct plan_in *in, struct plan_out *out) {
  const struct etm3_entry *e = in->etm3_head;
  const bool opening = opens(p, e);
  if (e->isync && !p->isync_sent) {
    start(p, in, out);
  } else if (opening && p->isync_due) {
    send_isync(p, in, ISYNC_PERIODIC, true, out);
  } else if (opening && etm3_context_due(&p->etm3, in->settings, e->context)) {
    send(p, etm3_context_id(&p->etm3, in->settings, e->context));
  } else if (opening && etm3_vmid_due(&p->etm3, in->settings, e->vmid)) {
    send(p, etm3_vmid(&p->etm3, e->vmid));
  } else {
    part(p, in, out);
  }
}

static void send_timestamp(struct etm3_plan *p, const struct plan_in *in, bool whole, bool clock_change) {
  send(p, etm3_timestamp(&p->etm3, in->settings, p->last.stamp, whole, clock_change));
  p->clock_change = false;
}

static void send_following(struct etm3_plan *p, const struct plan_in *in) {
  const unsigned first = p->following & -p->following;
  p->following &= (uint8_t)~first;
  switch (first) {
    case ETM3_FOLLOW_COUNT:
      send(p, etm3_cycle_count(p->last.count));
      break;
    case ETM3_FOLLOW_VMID:
      send(p, etm3_vmid(&p->etm3, p->last.vmid));
      break;
    case ETM3_FOLLOW_TSYNC:
      // This follows the I-sync of the head, which is not popped yet.
      send_timestamp(p, in, true, p->clock_change || in->etm3_head->clock_change);
      p->clock_change_sent = true;
      break;
    default:
      send_timestamp(p, in, in->sync_request, p->clock_change);
      break;
  }
}

void etm3_plan_next(struct etm3_plan *p, const struct plan_in *in, struct plan_out *out) {
  if (p->async_due) {
    p->async_due = false;
    p->async_sent = true;
    send_async(p, out);
  } else if (p->following) {
    send_following(p, in);
  } else if (in->sync_request && p->tracing && p->progress) {
    send_async(p, out);
    p->isync_due = true;
    p->progress = false;
  } else if (in->trigger_request) {
    send(p, etm3_plain(ETM3_TRIGGER));
    out->trigger = true;
  } else if (in->mark_request) {
    send(p, etm3_plain(ETM3_P_HEADER));
    p->record.mark = true;
    out->mark = true;
  } else if (in->etm3_head) {
    head(p, in, out);
  }
}
