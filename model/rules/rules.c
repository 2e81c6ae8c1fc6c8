// SPDX-License-Identifier: Apache-2.0
// What the rules of both protocols share: synchronization, packing, drains.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "reported.h"
#include "rules_protocol.h"

void rules_break(struct rules *r, const char *format, ...) {
  va_list args;
  if (!r->judge || r->why[0] != '\0') return;
  va_start(args, format);
  vsnprintf(r->why, sizeof r->why, format, args);
  va_end(args);
}

unsigned rules_context_bytes(const struct config *c) { return (1u << (c->etmcr >> ETMCR_CONTEXT_ID_SHIFT & 3)) >> 1; }

static const char *verdict(const struct rules *r) { return r->why[0] != '\0' ? r->why : NULL; }

static const struct rules_protocol *const protocols[PROTOCOLS] = {
    [PROTOCOL_PFT] = &pft_rules, [PROTOCOL_ETM3] = &etm3_rules};

void rules_start(struct rules *r, const struct config *config, struct coverage *coverage, bool judge) {
  *r = (struct rules){
      .protocol = protocols[config_protocol(config)], .config = config, .coverage = coverage, .judge = judge};
  rules_restart(r);
}

void rules_restart(struct rules *r) {
  r->last = (struct packet){.kind = PACKET_IGNORE};
  r->any_async = false;
  r->placed = false;
  r->syncs = 0;
  r->sync_asked = false;
  r->off_at = UINT64_MAX;
  r->protocol->restart(r);
}

// --- sync -----------------------------------------------------------------------------------------------------------

// The counter runs on while its A-sync waits, so the distance is of two waits.
static void check_sync(struct rules *r, const struct packet *p) {
  const uint32_t period = r->config->unknown & CONFIG_ETMSYNCFR ? 0 : r->config->etmsyncfr;
  const uint32_t slack = r->protocol->sync_slack(r->config);
  // Timestamps that come alone keep no A-sync waiting, but an A-sync waits for a waypoint.
  const uint64_t distance = p->offset - r->async - (r->waiting_bytes - r->waiting_bytes_at_async);
  const uint64_t held = r->config->fifo_bytes + 4 * RULES_CHUNK;  // on its way when a request came
  const bool due = r->any_async && p->offset < r->off_at;
  if (due && period > 0 && distance > period + RULES_CHUNK + slack) {
    rules_break(r, "rule sync: no A-sync for %" PRIu64 " bytes, expected one every %u", distance, period);
  } else if (due && r->sync_asked &&
             p->offset - r->waiting_bytes > r->sync_asked_at - r->waiting_bytes_at_async + held + slack) {
    rules_break(r, "rule sync: no A-sync since SYNCREQ, %" PRIu64 " bytes ago", p->offset - r->sync_asked_at);
  }
  if (r->protocol->waits(p)) r->waiting_bytes += p->length;
  if (p->kind == PACKET_TIMESTAMP) r->timestamp_end = p->offset + p->length;
  if (p->kind != PACKET_ASYNC) return;
  const uint64_t since = p->offset - r->periodic;
  if (!r->any_async || (period > 0 && since + slack + r->wait >= period)) {
    r->periodic = p->offset;
  } else if (r->syncs > 0) {
    r->syncs--;
  } else {
    rules_break(r, "rule sync: an A-sync after %" PRIu64 " bytes, expected one every %u", since, period);
  }
  if (p->offset >= r->sync_asked_at) r->sync_asked = false;
  r->async = p->offset;
  r->wait = r->waiting_bytes - r->waiting_bytes_at_async;
  r->waiting_bytes_at_async = r->waiting_bytes;
  r->any_async = true;
}

// --- overflow, flush ------------------------------------------------------------------------------------------------

// Packets of one offset are one.
void rules_count_entries(struct rules *r, const struct packet *p, uint64_t count) {
  const uint64_t end = p->offset + p->length;
  r->entries += count;
  if (r->histories == 0 || r->history[(r->histories - 1) % RULES_HISTORY].end != end) r->histories++;
  r->history[(r->histories - 1) % RULES_HISTORY].end = end;
  r->history[(r->histories - 1) % RULES_HISTORY].entries = r->entries;
}

const char *rules_gap(struct rules *r, uint64_t sent) {
  uint64_t reported = r->histories > RULES_HISTORY ? r->history[r->histories % RULES_HISTORY].entries : 0;
  for (uint64_t i = r->histories; i > 0 && r->histories - i < RULES_HISTORY; i--) {
    if (r->history[(i - 1) % RULES_HISTORY].end > sent) continue;
    reported = r->history[(i - 1) % RULES_HISTORY].entries;
    break;
  }
  // A timestamp that comes alone is pushed into an empty queue. An update is counted when it is known that it stood
  // alone.
  const uint64_t held = r->entries - reported + (r->timestamp_end > sent) + r->updated;
  r->why[0] = '\0';
  if (held < r->config->queue_depth) {
    rules_break(r, "rule overflow: reported, but the queue of %u entries held at most %" PRIu64, r->config->queue_depth,
                held);
  }
  return verdict(r);
}

// --- pins -----------------------------------------------------------------------------------------------------------

void rules_off(struct rules *r, uint64_t sent) {
  if (r->off_at == UINT64_MAX) r->off_at = sent;
}

void rules_sync(struct rules *r, uint64_t sent) {
  r->syncs++;
  if (!r->sync_asked) r->sync_asked_at = sent;
  r->sync_asked = true;
}

void rules_drain_begin(struct rules *r, enum rules_drain drain, uint64_t sent) {
  struct rules_flush *f = &r->flushes[(r->flush_first + r->flush_count++) % RULES_FLUSHES];
  *f = (struct rules_flush){.drain = drain, .from = sent, .to = UINT64_MAX};
  r->asked[drain] = f;
  r->drain_clocks[drain] = 0;
}

// What is to come out: the words of the FIFO, the ATB and the packer; of each entry in the queue, and of what emit and
// plan hold, two chunks, no more than a word each. It takes a clock for each beat and for each chunk, and the drain
// walks through its states.
static uint32_t flush_limit(const struct config *c, uint32_t beside_bytes) {
  enum { STATES = 24 };
  const uint32_t more = (beside_bytes + RULES_CHUNK - 1) / RULES_CHUNK;
  const uint32_t chunks = (2 + more) * (c->queue_depth + 3), words = c->fifo_bytes / RULES_CHUNK + 2 + chunks;
  return words * (RULES_CHUNK * 8 / c->atb_bits) + chunks + STATES;
}

// One drain is done at a time: another request may be first, and an overflow before both.
const char *rules_drain_wait(struct rules *r, enum rules_drain drain) {
  static const char *const names[] = {"flush: no AFREADY", "idle: no PTMIDLEACK"};
  const bool alone = drain == RULES_FLUSH && !r->asked[RULES_IDLE];
  const uint32_t limit = flush_limit(r->config, r->protocol->beside_bytes(r->config)) * (alone ? 1 : 3);
  r->why[0] = '\0';
  if (++r->drain_clocks[drain] > limit) {
    rules_break(r, "rule %s in %u clocks with ATREADY, expected it in %u", names[drain], r->drain_clocks[drain], limit);
  }
  return verdict(r);
}

void rules_drain_end(struct rules *r, enum rules_drain drain, uint64_t sent) {
  if (r->asked[drain]) r->asked[drain]->to = sent;
  r->asked[drain] = NULL;
}

static bool covers(const struct rules_flush *f, uint64_t offset) { return offset >= f->from && offset < f->to; }

bool rules_draining(const struct rules *r, uint64_t offset) {
  for (size_t i = 0; i < r->flush_count; i++) {
    if (covers(&r->flushes[(r->flush_first + i) % RULES_FLUSHES], offset)) return true;
  }
  return false;
}

static struct rules_flush *request(struct rules *r, size_t i) {
  return &r->flushes[(r->flush_first + i) % RULES_FLUSHES];
}

// A request that covers `offset` and has made the unit say nothing yet: of several the one that is answered first.
static struct rules_flush *unused(struct rules *r, uint64_t offset) {
  struct rules_flush *best = NULL;
  for (size_t i = 0; i < r->flush_count; i++) {
    struct rules_flush *f = request(r, i);
    if (!f->used && covers(f, offset) && (!best || f->to < best->to)) best = f;
  }
  return best;
}

// A request that covers `offset`, whose atoms another may have made the unit say as well: that one takes them over.
static struct rules_flush *taken_over(struct rules *r, uint64_t offset) {
  for (size_t i = 0; i < r->flush_count; i++) {
    struct rules_flush *f = request(r, i), *other = covers(f, offset) ? unused(r, f->used_at) : NULL;
    if (!other) continue;
    other->used = true;
    other->used_at = f->used_at;
    return f;
  }
  return NULL;
}

// Each request to drain makes the unit say its atoms once. While several last it is not known yet which one it was.
bool rules_drained(struct rules *r, uint64_t offset) {
  struct rules_flush *f = unused(r, offset);
  if (!f) f = taken_over(r, offset);
  if (!f) return false;
  f->used = true;
  f->used_at = offset;
  return true;
}

// --- a packet, an event of the flow --------------------------------------------------------------------------------

const char *rules_event(struct rules *r, const struct flow_event *e, const struct packet *p) {
  r->why[0] = '\0';
  while (r->flush_count > 0 && r->flushes[r->flush_first].to <= e->offset) {
    r->flush_first = (r->flush_first + 1) % RULES_FLUSHES;
    r->flush_count--;
  }
  r->protocol->event(r, e, p);
  return verdict(r);
}

const char *rules_packet(struct rules *r, const struct packet *p) {
  r->why[0] = '\0';
  if (config_minor(r->config) >= r->protocol->counts_bytes) check_sync(r, p);
  r->protocol->packet(r, p);
  return verdict(r);
}
