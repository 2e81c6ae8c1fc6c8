// SPDX-License-Identifier: Apache-2.0
#include "rules.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum {
  CHUNK = 8,  // bytes, at most: what emit says at once
  // Said between a hit of the sync counter and its A-sync: the chunks in packer, emit and plan; and as an A-sync waits
  // for an entry behind each I-sync, that I-sync, an update, a branch; a trigger.
  SYNC_SLACK = 6 * CHUNK + 1,
};

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
  r->base.known = r->update.known = r->ns_known = false;
  r->depth = 0;
  r->skipped = false;
  r->syncs = 0;
  r->sync_asked = false;
  r->off_at = UINT64_MAX;
}

// --- address, info --------------------------------------------------------------------------------------------------

// Address bytes that tell `to` to a decoder that holds `base` (IHI 0035B table 4.5).
static unsigned bytes_needed(const struct rules_base *base, const struct packet *to) {
  static const uint8_t top[2][4] = {{7, 13, 20, 27}, {6, 12, 19, 26}};  // highest bit that 1 to 4 bytes can change
  const bool thumb = to->isa != ISA_ARM;
  const uint32_t changed = base->address ^ to->address;
  unsigned bytes = 1;
  if (thumb != base->thumb) return 5;
  while (bytes < 5 && changed >> top[thumb][bytes - 1] > 1) bytes++;
  return bytes;
}

static void check_address(struct rules *r, const struct packet *p) {
  unsigned needed = bytes_needed(&r->base, p);
  if (p->kind == PACKET_BRANCH) {
    // Behind an update the branch can be read against either address (docs/decisions/0002).
    const unsigned too = r->update.known ? bytes_needed(&r->update, p) : 1;
    if (too > needed) needed = too;
    if (p->info_bytes > 0 && needed < 2) needed = 2;
    // Debug state, and what is secret, is at 0 and told in full.
    if (p->address == 0 && p->isa == ISA_ARM) needed = 5;
  }
  if (p->address_bytes > needed) broken(r, "rule address: %u address bytes, %u would do", p->address_bytes, needed);
}

static void check_info(struct rules *r, const struct packet *p) {
  const unsigned needed = p->exception != 0 || p->ns != r->ns;
  if (p->info_bytes <= needed) return;
  broken(r, "rule info: %u information bytes, but exception=%u ns=%d is told by %u", p->info_bytes, p->exception, p->ns,
         needed);
}

static void check_compression(struct rules *r, const struct packet *p) {
  const bool update = p->kind == PACKET_WAYPOINT_UPDATE;
  if (r->base.known && p->kind != PACKET_ISYNC) check_address(r, p);
  if (r->ns_known && p->kind == PACKET_BRANCH) check_info(r, p);
  *(update ? &r->update : &r->base) = (struct rules_base){p->address, p->isa != ISA_ARM, true};
  if (update) return;
  r->update.known = false;
  r->ns = p->ns;
  r->ns_known = p->ns_known;
}

// --- packing --------------------------------------------------------------------------------------------------------

// Each flush makes the unit say its atoms once.
static bool flushed(struct rules *r, uint64_t offset) {
  for (size_t i = 0; i < r->flush_count; i++) {
    struct rules_flush *f = &r->flushes[(r->flush_first + i) % RULES_FLUSHES];
    if (f->used || offset < f->from || offset >= f->to) continue;
    f->used = true;
    return true;
  }
  return false;
}

// An A-sync and a trigger come between the atoms, and what ends a stream needs them said.
static void check_packing(struct rules *r, const struct packet *p) {
  const struct packet *last = &r->last;
  if (last->kind != PACKET_ATOM || last->atom_count == 5 || p->kind != PACKET_ATOM) return;
  if (flushed(r, last->offset)) return;
  broken(r, "rule packing: %u atoms at byte %" PRIu64 ", and then atoms again", last->atom_count, last->offset);
}

// --- sync -----------------------------------------------------------------------------------------------------------

// The counter runs on while its A-sync waits, so the distance is of two waits.
static void check_sync(struct rules *r, const struct packet *p) {
  const uint32_t period = r->config->etmsyncfr;
  const uint64_t distance = p->offset - r->async;
  const uint64_t held = r->config->fifo_bytes + 4 * CHUNK;  // on its way when a request came
  const bool due = r->any_async && p->offset < r->off_at;
  if (due && period > 0 && distance > period + CHUNK + SYNC_SLACK) {
    broken(r, "rule sync: no A-sync for %" PRIu64 " bytes, expected one every %u", distance, period);
  } else if (due && r->sync_asked && p->offset > r->sync_asked_at + held + SYNC_SLACK) {
    broken(r, "rule sync: no A-sync since SYNCREQ, %" PRIu64 " bytes ago", p->offset - r->sync_asked_at);
  }
  if (p->kind != PACKET_ASYNC) return;
  const uint64_t since = p->offset - r->periodic;
  if (!r->any_async || (period > 0 && since + SYNC_SLACK >= period)) {
    r->periodic = p->offset;
  } else if (r->syncs > 0) {
    r->syncs--;
  } else {
    broken(r, "rule sync: an A-sync after %" PRIu64 " bytes, expected one every %u", since, period);
  }
  if (p->offset >= r->sync_asked_at) r->sync_asked = false;
  r->async = p->offset;
  r->any_async = true;
}

// --- return stack ---------------------------------------------------------------------------------------------------

static bool stack_is_on(const struct rules *r) {
  return r->config->etmcr & ETMCR_RETURN_STACK && r->config->etmccer >> 23 & 1;
}

static void push(struct rules *r, const struct flow_event *e) {
  const unsigned room = r->config->return_stack_depth;
  if (room == 0) return;
  if (r->depth == room) {
    r->coverage->stack_overflow++;
    for (unsigned i = 1; i < r->depth; i++) r->stack[i - 1] = r->stack[i];
    r->depth--;
  }
  r->stack[r->depth++] = (struct rules_return){e->end, e->isa != ISA_ARM, r->ns};
}

// A taken indirect branch.
static void check_return(struct rules *r, const struct packet *p) {
  const struct rules_return *top = r->depth > 0 ? &r->stack[r->depth - 1] : NULL;
  if (p->kind == PACKET_ATOM) {
    if (!top) broken(r, "rule return-stack: an atom, but RETSTACKDEPTH entries hold no return address");
    r->coverage->stack_hit += top != NULL;
    r->depth -= top != NULL;
  } else if (top) {
    r->skipped =
        p->info_bytes == 0 && top->address == p->address && top->thumb == (p->isa != ISA_ARM) && top->ns == p->ns;
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
  const uint64_t held = r->entries - told;
  r->why[0] = '\0';
  if (held < r->config->queue_depth) {
    broken(r, "rule overflow: with at most %" PRIu64 " entries in a queue of %u", held, r->config->queue_depth);
  }
  return verdict(r);
}

const char *rules_told(struct rules *r, size_t i, uint64_t offset) {
  while (r->flush_count > 0 && r->flushes[r->flush_first].to <= offset) {
    r->due = r->flushes[r->flush_first].covered;
    r->flush_first = (r->flush_first + 1) % RULES_FLUSHES;
    r->flush_count--;
  }
  r->why[0] = '\0';
  if (i < r->due) broken(r, "rule flush: waypoint %zu came before AFVALID and is told behind AFREADY", i);
  return verdict(r);
}

const char *rules_event(struct rules *r, const struct flow_event *e, const struct packet *p) {
  r->why[0] = '\0';
  if (e->kind == FLOW_EXCEPTION || e->kind == FLOW_SYNC || e->waypoint) count_entry(r, p);
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

void rules_flush_begin(struct rules *r, uint64_t sent, size_t covered) {
  r->flushes[(r->flush_first + r->flush_count++) % RULES_FLUSHES] =
      (struct rules_flush){.from = sent, .to = UINT64_MAX, .covered = covered};
  r->flush_clocks = 0;
}

// What is to come out: the words of the FIFO, the ATB and the packer; of each entry in the queue, and of what emit and
// plan hold, two chunks, no more than a word each. It takes a clock for each beat and for each chunk, and the drain
// walks through its states.
static uint32_t flush_limit(const struct config *c) {
  enum { STATES = 24 };
  const uint32_t chunks = 2 * (c->queue_depth + 3), words = c->fifo_bytes / CHUNK + 2 + chunks;
  return words * (CHUNK * 8 / c->atb_bits) + chunks + STATES;
}

const char *rules_flush_wait(struct rules *r) {
  const uint32_t limit = flush_limit(r->config);
  r->why[0] = '\0';
  if (++r->flush_clocks > limit) {
    broken(r, "rule flush: no AFREADY in %u clocks with ATREADY, expected it in %u", r->flush_clocks, limit);
  }
  return verdict(r);
}

void rules_flush_end(struct rules *r, uint64_t sent) {
  if (r->flush_count == 0) return;
  r->flushes[(r->flush_first + r->flush_count - 1) % RULES_FLUSHES].to = sent;
}
