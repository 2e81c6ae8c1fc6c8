// SPDX-License-Identifier: Apache-2.0
// The order of packets: packets that must follow, requests, the head.
#include "packet.h"
#include "plan.h"

static inline void pop(struct plan *p, const struct pft_entry *entry, struct plan_out *out) {
  p->last.target = entry->target;
  p->last.stamp = entry->stamp;
  p->last.context = entry->context;
  p->last.vmid = entry->vmid;
  p->clock_change = p->clock_change || entry->clock_change;
  if (entry->kind != ENTRY_ISYNC && entry->kind != ENTRY_TIMESTAMP) p->progress = true;
  if (entry->ends) p->tracing = false;
  out->pop = true;
}

// An I-sync at the target of the last entry. It has the Context ID. What else the synchronization made unknown follows
// it.
static void send_isync(struct plan *p, const struct plan_in *in, uint8_t reason, uint32_t count, struct plan_out *out) {
  plan_send(p, pft_isync(&p->pft, in->settings, p->last.target, reason, count, p->last.context));
  p->progress = false;
  out->isync = true;
  plan_require(p, vmid_on(in->settings), FOLLOW_VMID);
}

// After the record of a waypoint: packets with what the waypoint changed.
static inline void require_changes(struct plan *p, const struct settings *s, const struct pft_entry *entry) {
  plan_require(p, !entry->ends && sent_context_differs(&p->pft.sent, s, entry->context), FOLLOW_CONTEXT_ID);
  plan_require(p, !entry->ends && sent_vmid_differs(&p->pft.sent, s, entry->vmid), FOLLOW_VMID);
  plan_require(p, entry->stamped, FOLLOW_TIMESTAMP);
}

static void send_timestamp(struct plan *p, const struct plan_in *in, bool tsync, uint32_t count) {
  plan_send(p, pft_timestamp(&p->pft, in->settings, p->last.stamp, tsync || in->sync_request, p->clock_change, count));
  p->clock_change = false;
}

static void isync(struct plan *p, const struct plan_in *in, struct plan_out *out) {
  if (plan_starts_with_async(p, in->sync_request && !p->async_sent, out)) return;
  pop(p, in->pft_head, out);
  send_isync(p, in, in->pft_head->reason, in->pft_head->count, out);
  plan_require(p, stamps_on(in->settings) && (p->async_sent || in->pft_head->reason == ISYNC_OVERFLOW), FOLLOW_TSYNC);
  p->async_sent = false;
  p->tracing = true;
}

static void branch(struct plan *p, const struct plan_in *in, struct plan_out *out) {
  plan_send(p, pft_branch(&p->pft, in->settings, in->pft_head));
  pop(p, in->pft_head, out);
  require_changes(p, in->settings, in->pft_head);
}

static void exception(struct plan *p, const struct plan_in *in, struct plan_out *out) {
  if (in->pft_head->update) {
    plan_send(p, pft_waypoint_update(&p->pft, in->pft_head));
    plan_require(p, true, FOLLOW_BRANCH);
  } else {
    branch(p, in, out);
  }
}

static inline void waypoint(struct plan *p, const struct plan_in *in, struct plan_out *out) {
  p->valid = pft_waypoint(&p->pft, in->settings, in->pft_head, &p->record);
  plan_require(p, p->valid && p->record.kind == RECORD_BRANCH && in->pft_head->eret, FOLLOW_EXCEPTION_RETURN);
  pop(p, in->pft_head, out);
  require_changes(p, in->settings, in->pft_head);
}

static inline void head(struct plan *p, const struct plan_in *in, struct plan_out *out) {
  switch (in->pft_head->kind) {
    case ENTRY_ISYNC:
      isync(p, in, out);
      break;
    case ENTRY_EXCEPTION:
      exception(p, in, out);
      break;
    case ENTRY_UPDATE:
      plan_send(p, pft_waypoint_update(&p->pft, in->pft_head));
      pop(p, in->pft_head, out);
      break;
    case ENTRY_TIMESTAMP:
      pop(p, in->pft_head, out);
      send_timestamp(p, in, false, in->pft_head->count);
      break;
    case ENTRY_DIRECT:
    case ENTRY_INDIRECT:
    case ENTRY_BARRIER:
      waypoint(p, in, out);
      break;
  }
}

static void send_following(struct plan *p, const struct plan_in *in, struct plan_out *out) {
  switch (plan_take_following(p)) {
    case FOLLOW_BRANCH:
      branch(p, in, out);
      break;
    case FOLLOW_PERIODIC_ISYNC:
      send_isync(p, in, ISYNC_PERIODIC, 0, out);
      plan_require(p, stamps_on(in->settings), FOLLOW_TSYNC);
      break;
    case FOLLOW_EXCEPTION_RETURN:
      plan_send(p, record_plain(RECORD_EXCEPTION_RETURN));
      break;
    case FOLLOW_CONTEXT_ID:
      plan_send(p, pft_context_id(&p->pft, in->settings, p->last.context));
      break;
    case FOLLOW_VMID:
      plan_send(p, pft_vmid(&p->pft, p->last.vmid));
      break;
    case FOLLOW_TIMESTAMP:
      send_timestamp(p, in, false, 0);
      break;
    default:
      send_timestamp(p, in, true, 0);
      break;
  }
}

void pft_plan_next(struct plan *p, const struct plan_in *in, struct plan_out *out) {
  if (plan_starts_with_async(p, p->async_due, out)) return;
  if (p->following) {
    send_following(p, in, out);
  } else if (in->sync_request && p->tracing && p->progress) {
    plan_require(p, true, FOLLOW_PERIODIC_ISYNC);
    plan_send_async(p, out);
  } else if (in->trigger_request) {
    plan_send_trigger(p, out);
  } else if (in->mark_request) {
    plan_send_mark(p, pft_atoms(&p->pft), out);
  } else if (in->pft_head) {
    head(p, in, out);
  }
}
