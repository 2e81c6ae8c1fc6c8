// SPDX-License-Identifier: Apache-2.0
#include "rules.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "told.h"

enum { CHUNK = 8 };  // bytes, at most: what emit says at once

static unsigned context_bytes(const struct config *c) { return (1u << (c->etmcr >> ETMCR_CONTEXT_ID_SHIFT & 3)) >> 1; }
static unsigned count_bytes(const struct config *c) { return told_counts(c) ? 5 : 0; }

static unsigned timestamp_bytes(const struct config *c) { return c->etmcr & ETMCR_TIMESTAMP ? 10 + count_bytes(c) : 0; }

// What may be told beside a waypoint, in packets of its own.
static unsigned beside_bytes(const struct config *c) {
  const unsigned context = context_bytes(c) ? 1 + context_bytes(c) : 0;
  return context + (told_has_vmid(c) ? 2 : 0) + timestamp_bytes(c);
}

// Bytes said between a hit of the sync counter and its A-sync: the chunks in packer, emit and plan; and as an A-sync
// waits for an entry behind each I-sync, that I-sync, an update, a branch; a trigger. And what goes beside them.
static unsigned sync_slack(const struct config *c) {
  return 6 * (CHUNK + count_bytes(c)) + 1 + context_bytes(c) + 2 * beside_bytes(c);
}

static void broken(struct rules *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The first of a call counts.
static void broken(struct rules *r, const char *format, ...) {
  va_list args;
  if (!r->judge || r->why[0] != '\0') return;
  va_start(args, format);
  vsnprintf(r->why, sizeof r->why, format, args);
  va_end(args);
}

static const char *verdict(const struct rules *r) { return r->why[0] != '\0' ? r->why : NULL; }

void rules_start(struct rules *r, const struct config *config, struct coverage *coverage, bool judge) {
  *r = (struct rules){.config = config, .coverage = coverage, .judge = judge};
  rules_restart(r);
}

void rules_restart(struct rules *r) {
  r->last = (struct packet){.kind = PACKET_IGNORE};
  r->any_async = false;
  r->base.known = r->update.known = r->ns_known = r->context_known = false;
  r->depth = 0;
  r->skipped = false;
  r->syncs = 0;
  r->sync_asked = false;
  r->off_at = UINT64_MAX;
}

// --- address, info --------------------------------------------------------------------------------------------------

static bool is_thumbee(uint8_t isa) { return isa == ISA_THUMBEE; }

// Instruction sets of one alignment: ARM; Thumb and ThumbEE; Jazelle.
static unsigned alignment(uint8_t isa) { return isa == ISA_ARM ? 2 : isa == ISA_JAZELLE ? 0 : 1; }

// Address bytes that tell `to` to a decoder that holds `base` (IHI 0035B table 4.5).
static unsigned bytes_needed(const struct rules_base *base, const struct packet *to) {
  static const uint8_t top[2][4] = {{6, 12, 19, 26}, {7, 13, 20, 27}};  // highest bit that 1 to 4 bytes can change
  const unsigned align = alignment(to->isa);
  const uint32_t changed = base->address ^ to->address;
  unsigned bytes = 1;
  if (align != alignment(base->isa) || align == 0) return 5;
  while (bytes < 5 && changed >> top[align - 1][bytes - 1] > 1) bytes++;
  return bytes;
}

static bool changes_alt_is(const struct rules *r, const struct packet *p) {
  return is_thumbee(p->isa) != is_thumbee(r->base.isa) ||
         (r->update.known && is_thumbee(p->isa) != is_thumbee(r->update.isa));
}

static void check_address(struct rules *r, const struct packet *p) {
  unsigned needed = bytes_needed(&r->base, p);
  // Behind an update an address can be read against either (docs/decisions/0002).
  const unsigned too = r->update.known ? bytes_needed(&r->update, p) : 1;
  if (too > needed) needed = too;
  if (p->kind == PACKET_BRANCH) {
    if (p->info_bytes > 0 && needed < 2) needed = 2;
    // Debug state, and what is secret, is at 0 and told in full.
    if (p->address == 0 && p->isa == ISA_ARM) needed = 5;
  } else if (changes_alt_is(r, p)) {
    needed = 5;
  }
  if (p->address_bytes > needed) broken(r, "rule address: %u address bytes, %u would do", p->address_bytes, needed);
}

enum { EXCEPTION_HYP_ENTRY = 3 };  // IHI 0035B table 4.4

static void check_info(struct rules *r, const struct packet *p) {
  const bool virtualization = told_has_hyp(r->config);
  unsigned needed = p->exception != 0 || p->ns != r->ns || changes_alt_is(r, p);
  if (p->exception > 15 || (virtualization && (p->hyp != r->hyp || p->exception == EXCEPTION_HYP_ENTRY))) needed = 2;
  if (p->info_bytes <= needed) return;
  broken(r, "rule info: %u information bytes, but exception=%u ns=%d is told by %u", p->info_bytes, p->exception, p->ns,
         needed);
}

static void check_compression(struct rules *r, const struct packet *p) {
  const bool update = p->kind == PACKET_WAYPOINT_UPDATE;
  if (r->base.known && p->kind != PACKET_ISYNC) check_address(r, p);
  if (r->ns_known && p->kind == PACKET_BRANCH) check_info(r, p);
  *(update ? &r->update : &r->base) = (struct rules_base){p->address, p->isa, true};
  if (update) return;
  r->update.known = false;
  r->ns = p->ns;
  r->ns_known = p->ns_known;
  r->hyp = p->hyp;
}

// --- context --------------------------------------------------------------------------------------------------------

static void check_context(struct rules *r, const struct packet *p) {
  if (p->kind == PACKET_CONTEXT_ID && r->context_known && p->value == r->context) {
    broken(r, "rule context: Context ID 0x%X again", p->value);
  }
  if (p->kind != PACKET_CONTEXT_ID && p->kind != PACKET_ISYNC) return;
  r->context = p->value;
  r->context_known = true;
}

// --- packing --------------------------------------------------------------------------------------------------------

// Each request to drain makes the unit say its atoms once. Of two at a time it was the one that is answered first.
static bool drained(struct rules *r, uint64_t offset) {
  struct rules_flush *best = NULL;
  for (size_t i = 0; i < r->flush_count; i++) {
    struct rules_flush *f = &r->flushes[(r->flush_first + i) % RULES_FLUSHES];
    if (f->used || offset < f->from || offset >= f->to) continue;
    if (!best || f->to < best->to) best = f;
  }
  if (best) best->used = true;
  return best;
}

// An A-sync and a trigger come between the atoms, and what ends a stream needs them said.
static void check_packing(struct rules *r, const struct packet *p) {
  const struct packet *last = &r->last;
  if (last->kind != PACKET_ATOM || last->atom_count == 5 || p->kind != PACKET_ATOM || p->has_count) return;
  if (drained(r, last->offset)) return;
  broken(r, "rule packing: %u atoms at byte %" PRIu64 ", and then atoms again", last->atom_count, last->offset);
}

// --- sync -----------------------------------------------------------------------------------------------------------

// The counter runs on while its A-sync waits, so the distance is of two waits.
static void check_sync(struct rules *r, const struct packet *p) {
  const uint32_t period = r->config->etmsyncfr, slack = sync_slack(r->config);
  // Timestamps that come alone keep no A-sync waiting, but an A-sync waits for a waypoint.
  const uint64_t distance = p->offset - r->async - (r->timestamp_bytes - r->timestamp_bytes_at_async);
  const uint64_t held = r->config->fifo_bytes + 4 * CHUNK;  // on its way when a request came
  const bool due = r->any_async && p->offset < r->off_at;
  if (due && period > 0 && distance > period + CHUNK + slack) {
    broken(r, "rule sync: no A-sync for %" PRIu64 " bytes, expected one every %u", distance, period);
  } else if (due && r->sync_asked &&
             p->offset - r->timestamp_bytes > r->sync_asked_at - r->timestamp_bytes_at_async + held + slack) {
    broken(r, "rule sync: no A-sync since SYNCREQ, %" PRIu64 " bytes ago", p->offset - r->sync_asked_at);
  }
  if (p->kind == PACKET_TIMESTAMP) {
    r->timestamp_bytes += p->length;
    r->timestamp_end = p->offset + p->length;
  }
  if (p->kind != PACKET_ASYNC) return;
  const uint64_t since = p->offset - r->periodic;
  if (!r->any_async || (period > 0 && since + slack + r->timestamp_wait >= period)) {
    r->periodic = p->offset;
  } else if (r->syncs > 0) {
    r->syncs--;
  } else {
    broken(r, "rule sync: an A-sync after %" PRIu64 " bytes, expected one every %u", since, period);
  }
  if (p->offset >= r->sync_asked_at) r->sync_asked = false;
  r->async = p->offset;
  r->timestamp_wait = r->timestamp_bytes - r->timestamp_bytes_at_async;
  r->timestamp_bytes_at_async = r->timestamp_bytes;
  r->any_async = true;
}

// --- return stack ---------------------------------------------------------------------------------------------------

static bool stack_is_on(const struct rules *r) {
  return r->config->etmcr & ETMCR_RETURN_STACK && !(r->config->etmcr & ETMCR_BRANCH_BROADCAST) &&
         r->config->etmccer >> 23 & 1;
}

static void push(struct rules *r, const struct flow_event *e) {
  const unsigned room = r->config->return_stack_depth;
  if (room == 0) return;
  if (r->depth == room) {
    r->coverage->stack_overflow++;
    for (unsigned i = 1; i < r->depth; i++) r->stack[i - 1] = r->stack[i];
    r->depth--;
  }
  r->stack[r->depth++] = (struct rules_return){e->end, e->isa, r->ns};
}

// A taken indirect branch.
static void check_return(struct rules *r, const struct packet *p) {
  const struct rules_return *top = r->depth > 0 ? &r->stack[r->depth - 1] : NULL;
  if (p->kind == PACKET_ATOM) {
    if (!top) broken(r, "rule return-stack: an atom, but RETSTACKDEPTH entries hold no return address");
    r->coverage->stack_hit += top != NULL;
    r->depth -= top != NULL;
  } else if (top) {
    r->skipped = p->info_bytes == 0 && top->address == p->address && top->isa == p->isa && top->ns == p->ns;
    r->coverage->stack_miss += !r->skipped;
  }
}

static void check_skipped(struct rules *r, const struct packet *p) {
  if (r->skipped && p->kind != PACKET_EXCEPTION_RETURN) {
    broken(r, "rule return-stack: a branch to 0x%08X was told, but that is the newest return address", r->last.address);
  }
  r->skipped = false;
}

// --- overflow, flush ------------------------------------------------------------------------------------------------

// Packets of one offset are one.
static void count_entry(struct rules *r, const struct packet *p) {
  const uint64_t end = p->offset + p->length;
  r->entries++;
  if (r->histories == 0 || r->history[(r->histories - 1) % RULES_HISTORY].end != end) r->histories++;
  r->history[(r->histories - 1) % RULES_HISTORY].end = end;
  r->history[(r->histories - 1) % RULES_HISTORY].entries = r->entries;
}

const char *rules_gap(struct rules *r, uint64_t sent) {
  uint64_t told = r->histories > RULES_HISTORY ? r->history[r->histories % RULES_HISTORY].entries : 0;
  for (uint64_t i = r->histories; i > 0 && r->histories - i < RULES_HISTORY; i--) {
    if (r->history[(i - 1) % RULES_HISTORY].end > sent) continue;
    told = r->history[(i - 1) % RULES_HISTORY].entries;
    break;
  }
  // A timestamp that comes alone is pushed into an empty queue.
  const uint64_t held = r->entries - told + (r->timestamp_end > sent);
  r->why[0] = '\0';
  if (held < r->config->queue_depth) {
    broken(r, "rule overflow: with at most %" PRIu64 " entries in a queue of %u", held, r->config->queue_depth);
  }
  return verdict(r);
}

const char *rules_told(struct rules *r, size_t i, uint64_t offset) {
  while (r->flush_count > 0 && r->flushes[r->flush_first].to <= offset) {
    r->due = r->flushes[r->flush_first].covered;
    r->due_to = r->flushes[r->flush_first].drain;
    r->flush_first = (r->flush_first + 1) % RULES_FLUSHES;
    r->flush_count--;
  }
  r->why[0] = '\0';
  static const char *const names[][3] = {{"flush", "AFVALID", "AFREADY"}, {"idle", "PTMIDLEREQ", "PTMIDLEACK"}};
  const char *const *name = names[r->due_to];
  if (i < r->due) broken(r, "rule %s: waypoint %zu came before %s and is told behind %s", name[0], i, name[1], name[2]);
  return verdict(r);
}

const char *rules_event(struct rules *r, const struct flow_event *e, const struct packet *p) {
  r->why[0] = '\0';
  // An exception's update is of the same entry. Any other is one, and there are others in v1.0 only.
  const bool update = e->kind == FLOW_RANGE && !e->waypoint;
  if (!update) count_entry(r, p);
  if (r->updated && !told_has_v11(r->config)) count_entry(r, p);
  r->updated = update;
  if (e->kind == FLOW_RANGE && e->waypoint && e->passed && stack_is_on(r)) {
    if (e->indirect) check_return(r, p);
    if (e->link) push(r, e);
  }
  return verdict(r);
}

const char *rules_packet(struct rules *r, const struct packet *p) {
  r->why[0] = '\0';
  check_sync(r, p);
  if (p->kind == PACKET_ASYNC || p->kind == PACKET_TRIGGER) return verdict(r);
  check_packing(r, p);
  check_context(r, p);
  check_skipped(r, p);
  if (p->kind == PACKET_ISYNC) r->depth = 0;
  if (p->kind == PACKET_BRANCH || p->kind == PACKET_ISYNC || p->kind == PACKET_WAYPOINT_UPDATE) check_compression(r, p);
  r->last = *p;
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

void rules_drain_begin(struct rules *r, enum rules_drain drain, uint64_t sent, size_t covered) {
  struct rules_flush *f = &r->flushes[(r->flush_first + r->flush_count++) % RULES_FLUSHES];
  *f = (struct rules_flush){.drain = drain, .from = sent, .to = UINT64_MAX, .covered = covered};
  r->asked[drain] = f;
  r->drain_clocks[drain] = 0;
}

// What is to come out: the words of the FIFO, the ATB and the packer; of each entry in the queue, and of what emit and
// plan hold, two chunks, no more than a word each. It takes a clock for each beat and for each chunk, and the drain
// walks through its states.
static uint32_t flush_limit(const struct config *c) {
  enum { STATES = 24 };
  const uint32_t more = (count_bytes(c) * 2 + beside_bytes(c) + CHUNK - 1) / CHUNK;
  const uint32_t chunks = (2 + more) * (c->queue_depth + 3), words = c->fifo_bytes / CHUNK + 2 + chunks;
  return words * (CHUNK * 8 / c->atb_bits) + chunks + STATES;
}

// One drain is done at a time: another request may be first, and an overflow before both.
const char *rules_drain_wait(struct rules *r, enum rules_drain drain) {
  static const char *const names[] = {"flush: no AFREADY", "idle: no PTMIDLEACK"};
  const bool alone = drain == RULES_FLUSH && !r->asked[RULES_IDLE];
  const uint32_t limit = flush_limit(r->config) * (alone ? 1 : 3);
  r->why[0] = '\0';
  if (++r->drain_clocks[drain] > limit) {
    broken(r, "rule %s in %u clocks with ATREADY, expected it in %u", names[drain], r->drain_clocks[drain], limit);
  }
  return verdict(r);
}

void rules_drain_end(struct rules *r, enum rules_drain drain, uint64_t sent) {
  if (r->asked[drain]) r->asked[drain]->to = sent;
  r->asked[drain] = NULL;
}
