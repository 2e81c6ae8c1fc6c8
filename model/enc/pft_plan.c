// SPDX-License-Identifier: Apache-2.0
// The order of packets: packets that must follow, requests, the head.
#include "pft_plan.h"

#include "packet.h"

void pft_plan_reset(struct pft_plan *p) { *p = (struct pft_plan){.async_due = true}; }

static void send(struct pft_plan *p, struct pft_record r) {
  p->record = r;
  p->valid = true;
}

static void require(struct pft_plan *p, bool condition, enum pft_plan_follow what) {
  if (condition) p->following |= (uint8_t)what;
}

static void send_async(struct pft_plan *p, struct plan_out *out) {
  send(p, pft_plain(PFT_ASYNC));
  out->async = true;
}

static inline void pop(struct pft_plan *p, const struct pft_entry *entry, struct plan_out *out) {
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
static void send_isync(struct pft_plan *p, const struct plan_in *in, uint8_t reason, uint32_t count,
                       struct plan_out *out) {
  send(p, pft_isync(&p->pft, in->settings, p->last.target, reason, count, p->last.context));
  p->progress = false;
  out->isync = true;
  require(p, vmid_on(in->settings), PFT_FOLLOW_VMID);
}

// After the record of a waypoint: packets with what the waypoint changed.
static inline void require_changes(struct pft_plan *p, const struct settings *s, const struct pft_entry *entry) {
  require(p, !entry->ends && pft_context_due(&p->pft, s, entry->context), PFT_FOLLOW_CONTEXT_ID);
  require(p, !entry->ends && pft_vmid_due(&p->pft, s, entry->vmid), PFT_FOLLOW_VMID);
  require(p, entry->stamped, PFT_FOLLOW_TIMESTAMP);
}

static void send_timestamp(struct pft_plan *p, const struct plan_in *in, bool tsync, uint32_t count) {
  send(p, pft_timestamp(&p->pft, in->settings, p->last.stamp, tsync || in->sync_request, p->clock_change, count));
  p->clock_change = false;
}

static void isync(struct pft_plan *p, const struct plan_in *in, struct plan_out *out) {
  if (in->sync_request && !p->async_sent) {
    p->async_sent = true;
    send_async(p, out);
    return;
  }
  pop(p, in->pft_head, out);
  send_isync(p, in, in->pft_head->reason, in->pft_head->count, out);
  require(p, stamps_on(in->settings) && (p->async_sent || in->pft_head->reason == ISYNC_OVERFLOW), PFT_FOLLOW_TSYNC);
  p->async_sent = false;
  p->tracing = true;
}

static void branch(struct pft_plan *p, const struct plan_in *in, struct plan_out *out) {
  send(p, pft_branch(&p->pft, in->settings, in->pft_head));
  pop(p, in->pft_head, out);
  require_changes(p, in->settings, in->pft_head);
}

static void exception(struct pft_plan *p, const struct plan_in *in, struct plan_out *out) {
  if (in->pft_head->update) {
    send(p, pft_waypoint_update(&p->pft, in->pft_head));
    require(p, true, PFT_FOLLOW_BRANCH);
  } else {
    branch(p, in, out);
  }
}

static inline void waypoint(struct pft_plan *p, const struct plan_in *in, struct plan_out *out) {
  p->valid = pft_waypoint(&p->pft, in->settings, in->pft_head, &p->record);
  require(p, p->valid && p->record.kind == PFT_BRANCH && in->pft_head->eret, PFT_FOLLOW_EXCEPTION_RETURN);
  pop(p, in->pft_head, out);
  require_changes(p, in->settings, in->pft_head);
}

static inline void head(struct pft_plan *p, const struct plan_in *in, struct plan_out *out) {
  switch (in->pft_head->kind) {
    case ENTRY_ISYNC:
      isync(p, in, out);
      break;
    case ENTRY_EXCEPTION:
      exception(p, in, out);
      break;
    case ENTRY_UPDATE:
      send(p, pft_waypoint_update(&p->pft, in->pft_head));
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

static void send_following(struct pft_plan *p, const struct plan_in *in, struct plan_out *out) {
  const unsigned first = p->following & -p->following;
  p->following &= (uint8_t)~first;
  switch (first) {
    case PFT_FOLLOW_BRANCH:
      branch(p, in, out);
      break;
    case PFT_FOLLOW_PERIODIC_ISYNC:
      send_isync(p, in, ISYNC_PERIODIC, 0, out);
      require(p, stamps_on(in->settings), PFT_FOLLOW_TSYNC);
      break;
    case PFT_FOLLOW_EXCEPTION_RETURN:
      send(p, pft_plain(PFT_EXCEPTION_RETURN));
      break;
    case PFT_FOLLOW_CONTEXT_ID:
      send(p, pft_context_id(&p->pft, in->settings, p->last.context));
      break;
    case PFT_FOLLOW_VMID:
      send(p, pft_vmid(&p->pft, p->last.vmid));
      break;
    case PFT_FOLLOW_TIMESTAMP:
      send_timestamp(p, in, false, 0);
      break;
    default:
      send_timestamp(p, in, true, 0);
      break;
  }
}

void pft_plan_next(struct pft_plan *p, const struct plan_in *in, struct plan_out *out) {
  if (p->async_due) {
    p->async_due = false;
    p->async_sent = true;
    send_async(p, out);
  } else if (p->following) {
    send_following(p, in, out);
  } else if (in->sync_request && p->tracing && p->progress) {
    require(p, true, PFT_FOLLOW_PERIODIC_ISYNC);
    send_async(p, out);
  } else if (in->trigger_request) {
    send(p, pft_plain(PFT_TRIGGER));
    out->trigger = true;
  } else if (in->mark_request) {
    send(p, pft_atoms(&p->pft));
    p->record.mark = true;
    out->mark = true;
  } else if (in->pft_head) {
    head(p, in, out);
  }
}
