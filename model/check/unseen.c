// SPDX-License-Identifier: Apache-2.0
// Reads the bytes before the scoreboard does, up to a place at which the next stream may begin.
#include "unseen.h"

#include <string.h>

#include "pft_walk.h"

// Whether an item of the next stream, or a later item, leads to the address of an I-sync. If the first of these items
// is no longer stored, the answer is true.
static bool leads_there(const struct unseen *u, uint32_t address) {
  const struct history *h = u->history;
  size_t i = u->at[0].first;
  if (i < h->first) return true;
  for (; i < h->count; i++) {
    const struct step *step = h->waypoints ? NULL : history_step(h, i);
    uint8_t isa;
    if (step ? step->address == address || step->resume == address : pft_next_address(h, i, &isa) == address)
      return true;
  }
  return false;
}

// Whether the packet shows that the next stream begins at the candidate. If ETMCR is unknown, the formats of the
// packets after the A-sync are unknown, too. Then each I-sync shows it, and each packet that cannot precede an I-sync.
static bool is_start(const struct unseen *u, const struct packet *p) {
  const bool early = packet_is(p->kind, PACKET_IS_EARLY);
  if (u->at[0].config.unknown & CONFIG_ETMCR) return u->candidate != UINT64_MAX && (p->kind == PACKET_ISYNC || !early);
  return p->kind == PACKET_ISYNC && p->reason != ISYNC_PERIODIC && leads_there(u, p->address);
}

// Packet `p` confirms the candidate.
static void confirm(struct unseen *u, const struct packet *p) {
  u->is_found = true;
  u->starts_with_overflow = p->reason == ISYNC_OVERFLOW;
}

// Takes a packet of the bytes, read as the old stream.
static void on_packet(void *user, const struct packet *p) {
  struct unseen *u = user;
  if (u->is_found) return;
  const bool is_async = p->kind == PACKET_ASYNC, is_after_start = p->offset >= u->at[0].sent;
  const bool has_candidate = u->candidate != UINT64_MAX, needs_no_async = u->at[0].by_pins && !has_candidate;
  if (is_async && !u->old_has_async) {
    u->old_has_async = true;
  } else if (is_async && is_after_start) {
    // The bytes between the two A-syncs are a complete stream if the second A-sync may belong to a later start.
    u->is_found = has_candidate && u->count > 1 && p->offset >= u->at[1].sent;
    *(u->is_found ? &u->next_candidate : &u->candidate) = p->offset;
  } else if (is_after_start && needs_no_async && is_start(u, p)) {
    confirm(u, p);
    u->candidate = p->offset;
  }
  u->old_bytes = p->offset + p->length;
}

// Takes a packet of the bytes from the candidate on, read as the next stream.
static void on_next(void *user, const struct packet *p) {
  struct unseen *u = user;
  if (u->is_found || u->candidate == UINT64_MAX) return;
  if (is_start(u, p)) {
    confirm(u, p);
  } else if (p->kind == PACKET_ISYNC || !packet_is(p->kind, PACKET_IS_EARLY)) {
    u->candidate = UINT64_MAX;
  }
}

static void begin_next(struct unseen *u) {
  u->next_decoder = u->old_decoder;
  u->next_decoder.sink = on_next;
  if (!(u->at[0].config.unknown & CONFIG_ETMCR)) decode_configure(&u->next_decoder, &u->at[0].config);
}

bool unseen_is_full(const struct unseen *u) { return u->count == UNSEEN_STARTS; }

bool unseen_add(struct unseen *u, const struct unseen_start *start, const struct decoder *decoder,
                const struct history *history, uint64_t read, bool has_async) {
  if (unseen_is_full(u)) return false;
  if (u->count == 0) {
    u->old_decoder = *decoder;
    u->old_decoder.sink = on_packet;
    u->old_decoder.user = u;
    u->history = history;
    u->read = read;
    u->old_bytes = read;
    u->candidate = u->next_candidate = UINT64_MAX;
    u->old_has_async = has_async;
    u->starts_with_overflow = u->is_found = false;
  }
  u->at[u->count++] = *start;
  return true;
}

void unseen_replace(struct unseen *u, const struct unseen_start *start) {
  struct unseen_start *newest = &u->at[u->count - 1];
  newest->first = start->first;
  newest->config = start->config;
  newest->by_comparators = start->by_comparators;
  newest->by_pins = newest->by_pins && start->by_pins;
}

uint64_t unseen_find(struct unseen *u, const struct sent *sent, uint64_t end) {
  while (!u->is_found && u->read < end) {
    const uint64_t candidate = u->candidate;
    const uint8_t *byte = sent_byte(sent, u->read++);
    decode_bytes(&u->old_decoder, byte, 1);
    if (u->candidate == UINT64_MAX) continue;
    if (u->candidate != candidate) {
      begin_next(u);
    } else {
      decode_bytes(&u->next_decoder, byte, 1);
    }
  }
  return u->candidate != UINT64_MAX ? u->candidate : u->old_bytes;
}

struct unseen_start unseen_take(struct unseen *u) {
  const struct unseen_start oldest = u->at[0];
  memmove(u->at, u->at + 1, --u->count * sizeof *u->at);
  u->old_decoder = u->next_decoder;
  u->old_decoder.sink = on_packet;
  u->old_bytes = u->next_candidate != UINT64_MAX ? u->next_candidate
                                                 : u->read;  // `next_decoder` has read it as the stream that begins
  unseen_refuse(u);
  return oldest;
}

void unseen_refuse(struct unseen *u) {
  u->candidate = u->next_candidate;
  u->next_candidate = UINT64_MAX;
  u->starts_with_overflow = u->is_found = false;
  if (u->candidate != UINT64_MAX) begin_next(u);
}

void unseen_copy(struct unseen *to, const struct unseen *from) {
  *to = *from;
  to->old_decoder.user = to->next_decoder.user = to;
}
