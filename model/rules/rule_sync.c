// SPDX-License-Identifier: Apache-2.0
// Synchronization: the first packet, the period in ETMSYNCFR, and SYNCREQ.
#include <inttypes.h>

#include "rules_private.h"

// The largest number of bytes between two A-syncs: the period, one period of permitted delay (IHI 0014Q 7.10.1), and
// the contents of the FIFO, which are less than a period. Returns 0 if there is no limit: ETMSYNCFR is unknown, 0, not
// larger than the FIFO, or a number of clocks.
static uint64_t most_bytes(const struct rules *a) {
  const uint32_t n = a->config->etmsyncfr;
  const bool cycles = config_minor(a->config) < a->protocol->sync_bytes_since;
  const bool unknown = a->config->unknown & CONFIG_ETMSYNCFR;
  return unknown || cycles || n <= a->config->fifo_bytes ? 0 : 3ull * n;
}

static void check_first(struct rules *a, const struct packet *p) {
  struct rules_sync *s = &a->sync;
  if (!s->is_first_due) return;
  rule_check(a, RULE_TRC_ASYNC_1, p->kind == PACKET_ASYNC,
             "first packet after the DUT was enabled (clock %" PRIu64 ") is %s, expected A-sync", s->enabled_at,
             packet_name[p->kind]);
  s->is_first_due = false;
}

static void note_async(struct rules *a, const struct packet *p) {
  struct rules_sync *s = &a->sync;
  if (s->has_isync || !s->has_async) s->first_async_without_isync = p->offset;
  s->last_async = p->offset;
  s->has_async = true;
  s->has_isync = false;
  if (s->request.is_open) rule_passes(a, RULE_TRC_SYNC_3);
  rule_request_clear(&s->request);
  s->bytes_without_instruction = 0;
}

// `since`: bytes since the last A-sync (TRC-SYNC-1), or since the first A-sync after the last I-sync (TRC-SYNC-2). The
// number must not exceed three periods. Bytes of packets that report no instruction do not count.
static void check_distance(struct rules *a, unsigned rule, const char *what, uint64_t since) {
  const uint64_t uncounted = a->sync.bytes_without_instruction, most = most_bytes(a) + uncounted;
  rule_check(a, rule, since <= most,
             "no %s for %" PRIu64 " bytes, expected one within %" PRIu64 " bytes: 3 times ETMSYNCFR=%u, and %" PRIu64
             " bytes that report no instruction",
             what, since, most, a->config->etmsyncfr, uncounted);
}

// A packet reports instructions, so tracing is on. Checks the distances from the last A-sync and I-sync.
static void check_distances(struct rules *a, const struct packet *p) {
  struct rules_sync *s = &a->sync;
  if (s->request.is_open && rule_request_is_late(&s->request, a->at.atb_clocks, p->offset)) {
    rule_check(a, RULE_TRC_SYNC_3, false,
               "no A-sync since SYNCREQ was 1 in clock %" PRIu64
               ", expected one within %u clocks of the ATB in which the DUT traces (--timeout-response)",
               s->request.clock, a->limits.answer);
    rule_request_clear(&s->request);
  }
  if (!s->has_async || most_bytes(a) == 0) return;
  check_distance(a, RULE_TRC_SYNC_1, "A-sync", p->offset - s->last_async);
  if (!s->has_isync)
    check_distance(a, RULE_TRC_SYNC_2, "I-sync after an A-sync", p->offset - s->first_async_without_isync);
}

static void packet(struct rules *a, const struct packet *p) {
  struct rules_sync *s = &a->sync;
  check_first(a, p);
  if (p->kind == PACKET_ASYNC) {
    note_async(a, p);
  } else if (p->kind == PACKET_ISYNC) {
    s->has_isync = true;
    if (p->reason == ISYNC_PERIODIC) return;
    // Tracing was off, so the window of a request continues from here (IHI 0014Q 7.10.3).
    rule_request_resume(&s->request, a->at.atb_clocks);
  } else if (rules_reports_instructions(p)) {
    check_distances(a, p);
  } else {
    s->bytes_without_instruction += p->length;
  }
}

static void restart(struct rules_sync *s, uint64_t clock, bool enabled) {
  *s = (struct rules_sync){.is_first_due = enabled, .enabled_at = clock};
}

static void mark(struct rules *a, const struct rules_mark *m) {
  struct rules_sync *s = &a->sync;
  if (m->marks & (MARK_RESET | MARK_STOPPED)) restart(s, m->clock, false);
  if (m->marks & MARK_FRESH) restart(s, m->clock, true);
  if (m->marks & MARK_SYNCREQ && !s->request.is_open) {
    rule_request_open(&s->request, m->clock, m->atb_clocks, a->limits.answer);
  }
}

static void control(struct rules *a, const struct cycle *c) {
  if (!c->has_sync || !c->is_atb || c->is_reset || !a->registers->running) return;
  // SYNCREQ exists from PFTv1.1 and ETMv3.5 on (IHI 0035B 4.8, IHI 0014Q 3.5.39).
  if (rules_minor(a) >= a->protocol->syncreq_since) a->marks_now |= MARK_SYNCREQ;
}

const struct rule_theme rule_sync_theme = {.control = control, .mark = mark, .packet = packet};
