// SPDX-License-Identifier: Apache-2.0
#include "plan.h"

#include "packet.h"

void plan_reset(struct plan *p) { *p = (struct plan){.async_due = true}; }

static void say(struct plan *p, struct record r) {
  p->record = r;
  p->valid = true;
}

static void say_async(struct plan *p, struct plan_out *out) {
  say(p, pft_async());
  p->async_due = false;
  out->async = true;
}

static void say_isync(struct plan *p, struct location at, uint8_t reason, struct plan_out *out) {
  say(p, pft_isync(&p->pft, at, reason));
  p->fresh = false;
  out->isync = true;
}

static void pop(struct plan *p, const struct entry *e, struct plan_out *out) {
  p->last = e->target;
  p->fresh = e->kind != ENTRY_ISYNC;
  if (e->ends) p->up = false;
  out->pop = true;
}

static void isync(struct plan *p, const struct plan_in *in, struct plan_out *out) {
  if ((p->async_due || in->sync_request) && !p->async_said) {
    p->async_said = true;
    say_async(p, out);
    return;
  }
  p->async_said = false;
  p->up = true;
  say_isync(p, in->head->target, in->head->reason, out);
  pop(p, in->head, out);
}

static void exception(struct plan *p, const struct entry *e, struct plan_out *out) {
  if (e->update && p->step != PLAN_BRANCH) {
    p->step = PLAN_BRANCH;
    say(p, pft_update(&p->pft, e));
    return;
  }
  p->step = PLAN_NO_STEP;
  say(p, pft_branch(&p->pft, e));
  pop(p, e, out);
}

static void waypoint(struct plan *p, const struct plan_in *in, struct plan_out *out) {
  p->valid = pft_waypoint(&p->pft, in->head, in->depth, &p->record);
  if (p->valid && p->record.kind == RECORD_BRANCH && in->head->eret) p->step = PLAN_EXCEPTION_RETURN;
  pop(p, in->head, out);
}

void plan_step(struct plan *p, const struct plan_in *in, struct plan_out *out) {
  *out = (struct plan_out){0};
  if (in->stopped) {
    plan_reset(p);
    return;
  }
  if (p->valid && !in->emit_ready) return;

  p->valid = false;
  if (p->step == PLAN_PERIODIC_ISYNC) {
    p->step = PLAN_NO_STEP;
    say_isync(p, p->last, ISYNC_PERIODIC, out);
  } else if (p->step == PLAN_BRANCH) {
    exception(p, in->head, out);
  } else if (p->step == PLAN_EXCEPTION_RETURN) {
    p->step = PLAN_NO_STEP;
    say(p, pft_exception_return());
  } else if (in->sync_request && p->up && p->fresh) {
    p->step = PLAN_PERIODIC_ISYNC;
    say_async(p, out);
  } else if (in->trigger_request && !p->async_due) {
    say(p, pft_trigger());
    out->trigger = true;
  } else if (in->mark_request) {
    say(p, pft_atoms(&p->pft));
    p->record.mark = true;
    out->mark = true;
  } else if (!in->head) {
    return;
  } else if (in->head->kind == ENTRY_ISYNC) {
    isync(p, in, out);
  } else if (in->head->kind == ENTRY_EXCEPTION) {
    exception(p, in->head, out);
  } else {
    waypoint(p, in, out);
  }
}
