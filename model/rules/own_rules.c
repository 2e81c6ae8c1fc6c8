// SPDX-License-Identifier: Apache-2.0
// OWN rules of both protocols: synchronization, overflows and drains.
#include <inttypes.h>

#include "own_rules_protocol.h"
#include "pin.h"

static const struct own_rules_protocol *const protocols[PROTOCOLS] = {
    [PROTOCOL_PFT] = &pft_own_rules, [PROTOCOL_ETM3] = &etm3_own_rules};

void own_rules_start(struct rules *a, struct coverage *coverage) {
  a->own = (struct own_rules){
      .protocol = protocols[config_protocol(a->config)], .config = a->config, .coverage = coverage, .rules = a};
  own_rules_restart(a);
}

// The pins already show the next start, while the packets are still of the previous stream.
static bool is_ahead(const struct own_rules *r) { return r->last_async < r->sent_at_on; }

void own_rules_restart(struct rules *a) {
  struct own_rules *r = &a->own;
  r->last = (struct packet){.kind = PACKET_IGNORE};
  r->has_async = false;
  r->has_state = false;
  r->unused_syncreqs = is_ahead(r) ? r->syncreqs_since_on : 0;
  r->has_pending_syncreq = false;
  r->sent_at_off = UINT64_MAX;
  if (r->protocol->restart) r->protocol->restart(r);
}

// --- sync -----------------------------------------------------------------------------------------------------------

// The ETMSYNCFR of an ETM may be fixed, so its value is unknown until it is read.
static bool knows_period(const struct own_rules *r) { return !(r->config->unknown & CONFIG_ETMSYNCFR); }

// The distance from the last A-sync. Bytes during which a due A-sync may wait do not count.
static void check_distance(const struct own_rules *r, const struct packet *p) {
  const uint32_t period = r->config->etmsyncfr, held = OWN_CHUNK + r->protocol->sync_slack(r->config);
  const uint64_t distance = p->offset - r->last_async - r->uncounted_bytes;
  if (!knows_period(r) || period == 0) return;
  rule_check(r->rules, RULE_OWN_SYNC_1, distance <= period + held,
             "no A-sync for %" PRIu64
             " bytes, expected one within %u bytes: ETMSYNCFR is %u, and at most %u bytes of trace were already in "
             "the DUT when the sync counter expired",
             distance, period + held, period, held);
}

// The distance from a SYNCREQ.
static void check_request(const struct own_rules *r, const struct packet *p) {
  const uint64_t in_dut_at_request = r->config->fifo_bytes + 4 * OWN_CHUNK;  // the most bytes
  const uint64_t most = in_dut_at_request + r->protocol->sync_slack(r->config) + r->uncounted_bytes;
  if (!r->has_pending_syncreq) return;
  rule_check(r->rules, RULE_OWN_SYNC_2, p->offset <= r->sent_at_syncreq + most,
             "no A-sync for %" PRIu64 " bytes after SYNCREQ, expected one within %" PRIu64 " bytes",
             p->offset - r->sent_at_syncreq, most);
}

// An A-sync must have a cause: the period, or a SYNCREQ. The sync counter continues while a due A-sync waits. So the
// distance between two periodic A-syncs may be shorter by the bytes that were sent while the first one waited.
static void check_cause(struct own_rules *r, const struct packet *p) {
  const uint32_t period = knows_period(r) ? r->config->etmsyncfr : 0;
  const uint64_t since = p->offset - r->last_periodic;
  const bool may_expire =
      period > 0 && since + r->protocol->sync_slack(r->config) + r->uncounted_before_async >= period;
  const bool periodic = !r->has_async || !knows_period(r) || may_expire;
  rule_check(r->rules, RULE_OWN_SYNC_3, periodic || r->unused_syncreqs > 0,
             "A-sync %" PRIu64 " bytes after the last one, without SYNCREQ; expected one every %u bytes (ETMSYNCFR)",
             since, period);
  if (periodic) r->last_periodic = p->offset;
  r->unused_syncreqs -= !periodic && r->unused_syncreqs > 0;
}

static void check_sync(struct own_rules *r, const struct packet *p) {
  if (r->has_async && p->offset < r->sent_at_off) {
    check_distance(r, p);
    check_request(r, p);
  }
  if (r->protocol->permits_async_to_wait(p)) r->uncounted_bytes += p->length;
  if (p->kind == PACKET_TIMESTAMP) r->timestamp_end = p->offset + p->length;
  if (p->kind != PACKET_ASYNC) return;
  check_cause(r, p);
  if (p->offset >= r->sent_at_syncreq) r->has_pending_syncreq = false;
  r->last_async = p->offset;
  r->uncounted_before_async = r->uncounted_bytes;
  r->uncounted_bytes = 0;
  r->has_async = true;
}

// --- overflow, flush ------------------------------------------------------------------------------------------------

// Several events of one packet share one entry of the history.
void own_rules_count_entries(struct own_rules *r, const struct packet *p, uint64_t count) {
  const uint64_t end = p->offset + p->length;
  r->entries += count;
  if (r->history_count == 0 || r->history[(r->history_count - 1) % OWN_HISTORY].end != end) r->history_count++;
  r->history[(r->history_count - 1) % OWN_HISTORY].end = end;
  r->history[(r->history_count - 1) % OWN_HISTORY].entries = r->entries;
}

bool own_rules_gap(struct rules *a, uint64_t sent, bool sure) {
  const struct own_rules *r = &a->own;
  if (a->loses_waypoints || !rule_applies(r->rules, RULE_OWN_OVFL_1)) return true;
  uint64_t reported = r->history_count > OWN_HISTORY ? r->history[r->history_count % OWN_HISTORY].entries : 0;
  for (uint64_t i = r->history_count; i > 0 && r->history_count - i < OWN_HISTORY; i--) {
    if (r->history[(i - 1) % OWN_HISTORY].end > sent) continue;
    reported = r->history[(i - 1) % OWN_HISTORY].entries;
    break;
  }
  // A timestamp without an item is pushed into an empty queue. An update is counted later, when it is known that it has
  // a queue entry of its own.
  const uint64_t held = r->entries - reported + (r->timestamp_end > sent) + r->was_update;
  const bool good = held >= r->config->queue_depth;
  if (good || sure) {
    rule_check(r->rules, RULE_OWN_OVFL_1, good,
               "overflow while the queue held at most %" PRIu64 " entries, expected only with %u entries", held,
               r->config->queue_depth);
  }
  return good;
}

// --- pins -----------------------------------------------------------------------------------------------------------

static void begin_drain(struct own_rules *r, enum own_drain drain, uint64_t sent) {
  struct own_drain_request *f = &r->requests[(r->first_request + r->request_count++) % OWN_DRAIN_REQUESTS];
  *f = (struct own_drain_request){.from = sent, .to = UINT64_MAX};
  r->pending[drain] = f;
  r->drain_clocks[drain] = 0;
}

// The most clocks of a drain: one for each beat, one for each chunk, and the states of the drain. The beats carry the
// words in FIFO, ATB and packer. Each queue entry, `emit` and `plan` add two chunks and those of the companion packets,
// each of one word at most. If ETMSYNCFR is less than that, an A-sync comes with each of them, too.
static uint32_t drain_limit(const struct config *c, uint32_t companion_bytes) {
  enum { STATES = 24 };
  const uint32_t more = (companion_bytes + OWN_CHUNK - 1) / OWN_CHUNK;
  const bool has_asyncs = c->etmsyncfr > 0 && c->etmsyncfr < (2 + more) * OWN_CHUNK;
  const uint32_t chunks = (2 + more + has_asyncs) * (c->queue_depth + 3),
                 words = c->fifo_bytes / OWN_CHUNK + 2 + chunks;
  return words * (OWN_CHUNK * 8 / c->atb_bits) + chunks + STATES;
}

// The DUT handles one drain at a time. So one may wait for another drain and for an overflow: three times the limit.
static void check_drain(struct own_rules *r, enum own_drain drain) {
  static const struct {
    unsigned rule;
    enum pin pin;
  } answers[OWN_DRAINS] = {[OWN_FLUSH] = {RULE_OWN_FLUSH_1, PIN_AFREADY}, [OWN_IDLE] = {RULE_OWN_IDLE_1, PIN_IDLE_ACK}};
  const bool alone = drain == OWN_FLUSH && !r->pending[OWN_IDLE];
  const uint32_t limit = drain_limit(r->config, r->protocol->companion_bytes(r->config)) * (alone ? 1 : 3);
  const uint32_t clocks = ++r->drain_clocks[drain];
  rule_check_pins(r->rules, answers[drain].rule, answers[drain].pin, clocks <= limit,
                  "no %s in %u clocks with ATREADY high, expected it within %u",
                  pin_name(answers[drain].pin, r->config), clocks, limit);
}

static void end_drain(struct own_rules *r, enum own_drain drain, uint64_t sent) {
  if (r->pending[drain]) r->pending[drain]->to = sent;
  r->pending[drain] = NULL;
  r->was_pending[drain] = false;
}

static void watch_drain(struct own_rules *r, enum own_drain drain, const struct handshake *h, bool able) {
  const bool before = r->was_pending[drain];
  r->was_pending[drain] = h->is_requested && !h->is_answered;
  if (!h->is_requested) return;
  if (!before) begin_drain(r, drain, r->rules->sent);
  if (h->is_answered) end_drain(r, drain, r->rules->sent);
  if (!h->is_answered && able) check_drain(r, drain);
}

static void watch_reset(struct own_rules *r) {
  for (unsigned drain = 0; drain < OWN_DRAINS; drain++) {
    if (r->was_pending[drain]) end_drain(r, drain, r->rules->sent);
  }
  r->was_enabled = false;
}

static void control(struct rules *a, const struct cycle *c) {
  struct own_rules *r = &a->own;
  if (c->is_reset) watch_reset(r);
  if (c->is_clock) {
    if (!r->was_enabled && c->is_enabled) {
      if (!is_ahead(r)) r->syncreqs_since_on = 0;
      r->sent_at_on = a->sent;
    }
    if (r->was_enabled && !c->is_enabled && r->sent_at_off == UINT64_MAX) r->sent_at_off = a->sent;
    r->was_enabled = c->is_enabled;
    watch_drain(r, OWN_IDLE, &c->idle, c->can_take);
  }
  if (!c->is_atb) return;
  if (c->has_sync && (c->is_enabled || c->is_finishing)) r->unused_syncreqs++;
  if (c->has_sync && c->is_enabled) {
    r->syncreqs_since_on++;
    if (!r->has_pending_syncreq) r->sent_at_syncreq = a->sent;
    r->has_pending_syncreq = true;
  }
  watch_drain(r, OWN_FLUSH, &c->flush, c->can_take);
}

static bool covers(const struct own_drain_request *f, uint64_t offset) { return offset >= f->from && offset < f->to; }

bool own_rules_is_draining(const struct rules *a, uint64_t offset) {
  const struct own_rules *r = &a->own;
  for (size_t i = 0; i < r->request_count; i++) {
    if (covers(&r->requests[(r->first_request + i) % OWN_DRAIN_REQUESTS], offset)) return true;
  }
  return false;
}

static struct own_drain_request *request(struct own_rules *r, size_t i) {
  return &r->requests[(r->first_request + i) % OWN_DRAIN_REQUESTS];
}

// A request that is pending at `offset` and has not forced out a partial packet of atoms yet. If there are several, the
// one that is answered first.
static struct own_drain_request *unused_request(struct own_rules *r, uint64_t offset) {
  struct own_drain_request *best = NULL;
  for (size_t i = 0; i < r->request_count; i++) {
    struct own_drain_request *f = request(r, i);
    if (!f->has_forced_packet && covers(f, offset) && (!best || f->to < best->to)) best = f;
  }
  return best;
}

// A request at `offset` is used, but another request can explain its partial packet. Assigns that packet to the other
// request, and returns this request.
static struct own_drain_request *reassign_request(struct own_rules *r, uint64_t offset) {
  for (size_t i = 0; i < r->request_count; i++) {
    struct own_drain_request *f = request(r, i), *other = covers(f, offset) ? unused_request(r, f->forced_at) : NULL;
    if (!other) continue;
    other->has_forced_packet = true;
    other->forced_at = f->forced_at;
    return f;
  }
  return NULL;
}

// Each request to drain forces out one partial packet of atoms. While several requests are pending, the assignment is
// provisional.
bool own_rules_forced_by_drain(struct own_rules *r, uint64_t offset) {
  struct own_drain_request *f = unused_request(r, offset);
  if (!f) f = reassign_request(r, offset);
  if (!f) return false;
  f->has_forced_packet = true;
  f->forced_at = offset;
  return true;
}

// --- a packet, an event of the flow --------------------------------------------------------------------------------

static void event(struct rules *a, const struct flow_event *e, const struct packet *p) {
  struct own_rules *r = &a->own;
  while (r->request_count > 0 && r->requests[r->first_request].to <= e->offset) {
    r->first_request = (r->first_request + 1) % OWN_DRAIN_REQUESTS;
    r->request_count--;
  }
  r->protocol->event(r, e, p);
}

static void packet(struct rules *a, const struct packet *p) {
  struct own_rules *r = &a->own;
  if (config_minor(r->config) >= r->protocol->counts_bytes_since) check_sync(r, p);
  r->protocol->packet(r, p);
}

const struct rule_theme own_theme = {.control = control, .packet = packet, .event = event};
