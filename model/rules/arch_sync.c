// SPDX-License-Identifier: Apache-2.0
// Synchronization: the first packet, the period that ETMSYNCFR asks for, SYNCREQ.
#include <inttypes.h>

#include "arch_parts.h"

// Bytes in which a synchronization must have come: the period, as many again for which it may be put off (IHI
// 0014Q 7.10.1), and then what a full FIFO holds, which is less than a period. 0: none is asked for, or the period is
// not a legal one.
static uint64_t period(const struct arch *a) {
  const uint32_t n = a->config->etmsyncfr;
  const bool cycles = config_minor(a->config) < a->protocol->sync_bytes;
  const bool unknown = a->config->unknown & CONFIG_ETMSYNCFR;
  return unknown || cycles || n <= a->config->fifo_bytes ? 0 : 3ull * n;
}

static void first(struct arch *a, const struct packet *p) {
  struct arch_sync *s = &a->sync;
  if (!s->first_due) return;
  arch_check(a, TRC_ASYNC_1, p->kind == PACKET_ASYNC,
             "the first packet since the unit was enabled in clock %" PRIu64 " is %s, expected A-sync", s->enabled_at,
             packet_name[p->kind]);
  s->first_due = false;
}

static void async(struct arch *a, const struct packet *p) {
  struct arch_sync *s = &a->sync;
  if (s->isync || !s->any_async) s->isync_from = p->offset;
  s->async = p->offset;
  s->any_async = true;
  s->isync = false;
  if (s->request.open) arch_check(a, TRC_SYNC_3, true, "answered");
  arch_request_answer(&s->request);
  s->waiting = 0;
}

// The packets that leave first behind `due` may be of before, and held back until then.
static void answer(struct arch *a, struct arch_request *r, uint64_t offset) {
  if (a->at.able <= r->due) {
    r->last = a->at.able;
  } else if (r->late == 0) {
    r->late = offset + ARCH_HELD_BACK;
  } else if (offset >= r->late) {
    arch_check(a, TRC_SYNC_3, false, "no A-sync %u clocks after SYNCREQ, which was high in clock %" PRIu64,
               a->limits.answer, r->clock);
    arch_request_answer(r);
  }
}

// An instruction is told: tracing is on.
static void instruction(struct arch *a, const struct packet *p) {
  struct arch_sync *s = &a->sync;
  const uint64_t most = period(a);
  if (s->request.open) answer(a, &s->request, p->offset);
  if (!s->any_async || most == 0) return;
  const uint64_t distance = p->offset - s->async;
  arch_check(a, TRC_SYNC_1, distance <= most + s->waiting,
             "no A-sync for %" PRIu64 " bytes, expected one in %" PRIu64 ": ETMSYNCFR is %u", distance,
             most + s->waiting, a->config->etmsyncfr);
  if (!s->isync) {
    const uint64_t since = p->offset - s->isync_from;
    arch_check(a, TRC_SYNC_2, since <= most + s->waiting,
               "no I-sync since the A-sync %" PRIu64 " bytes ago, expected one in %" PRIu64 ": ETMSYNCFR is %u", since,
               most + s->waiting, a->config->etmsyncfr);
  }
}

static void packet(struct arch *a, const struct packet *p) {
  struct arch_sync *s = &a->sync;
  first(a, p);
  if (p->kind == PACKET_ASYNC) {
    async(a, p);
  } else if (p->kind == PACKET_ISYNC) {
    s->isync = true;
    // Tracing was off: what was asked for waits until now (IHI 0014Q 7.10.3).
    if (p->reason == ISYNC_PERIODIC) return;
    arch_request_resume(&s->request, a->at.able);
  } else if (arch_reports_instructions(p)) {
    instruction(a, p);
  } else {
    s->waiting += p->length;
  }
}

static void restart(struct arch_sync *s, uint64_t clock, bool enabled) {
  *s = (struct arch_sync){.first_due = enabled, .enabled_at = clock};
}

static void mark(struct arch *a, const struct arch_mark *m) {
  struct arch_sync *s = &a->sync;
  if (m->what & (ARCH_RESET | ARCH_STOPPED)) restart(s, m->clock, false);
  if (m->what & ARCH_FRESH) restart(s, m->clock, true);
  if (m->what & ARCH_SYNCREQ && !s->request.open) {
    arch_request_open(&s->request, m->clock, m->able, a->limits.answer);
  }
}

static void control(struct arch *a, const struct arch_pins *pins) {
  const struct ports_in *in = pins->in;
  if (!in->syncreq || !in->atclken || !in->resetn || !a->reg.running) return;
  // 4.8 and 3.5.39 speak of sources beside the counter; before PFTv1.1 and ETMv3.5 there is none.
  if (arch_minor(a) >= a->protocol->syncreq) a->what |= ARCH_SYNCREQ;
}

const struct arch_theme arch_sync_theme = {.control = control, .mark = mark, .packet = packet};
