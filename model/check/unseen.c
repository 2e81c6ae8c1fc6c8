// SPDX-License-Identifier: Apache-2.0
// Packets read ahead, up to the first that begins another stream.
#include "unseen.h"

#include <string.h>

#include "pft_walk.h"

// Does an item of the next stream, or a later one, lead to an I-sync's address?
static bool leads_there(const struct unseen *u, uint32_t address) {
  const struct history *h = u->history;
  size_t i = u->at[0].first;
  if (i < h->first) return true;
  for (; i < h->count; i++) {
    const struct step *step = h->waypoints ? NULL : history_step(h, i);
    uint8_t isa;
    if (step ? step->address == address || step->resume == address : pft_goes_on(h, i, &isa) == address) return true;
  }
  return false;
}

// Where ETMCR is not known, nor are the forms that packets have behind the A-sync.
static bool is_start(const struct unseen *u, const struct packet *p) {
  const bool early = packet_is(p->kind, PACKET_IS_EARLY);
  if (u->at[0].config.unknown & CONFIG_ETMCR) return u->async != UINT64_MAX && (p->kind == PACKET_ISYNC || !early);
  return p->kind == PACKET_ISYNC && p->reason != ISYNC_PERIODIC && leads_there(u, p->address);
}

// As the old stream's.
static void on_packet(void *user, const struct packet *p) {
  struct unseen *u = user;
  if (u->found) return;
  if (p->kind == PACKET_ASYNC && !u->begun) {
    u->begun = true;
  } else if (p->kind == PACKET_ASYNC && p->offset >= u->at[0].sent) {
    // Behind another A-sync that is all of a stream.
    u->found = u->async != UINT64_MAX && u->count > 1 && p->offset >= u->at[1].sent;
    *(u->found ? &u->next : &u->async) = p->offset;
  } else if (u->at[0].by_pins && u->async == UINT64_MAX && p->offset >= u->at[0].sent && is_start(u, p)) {
    u->found = true;
    u->overflow = p->reason == ISYNC_OVERFLOW;
    u->async = p->offset;
  }
  u->whole = p->offset + p->length;
}

// As the next stream's, behind the A-sync.
static void on_next(void *user, const struct packet *p) {
  struct unseen *u = user;
  if (u->found || u->async == UINT64_MAX) return;
  if (is_start(u, p)) {
    u->found = true;
    u->overflow = p->reason == ISYNC_OVERFLOW;
  } else if (p->kind == PACKET_ISYNC || !packet_is(p->kind, PACKET_IS_EARLY)) {
    u->async = UINT64_MAX;
  }
}

static void begin_next(struct unseen *u) {
  u->then = u->ahead;
  u->then.sink = on_next;
  if (!(u->at[0].config.unknown & CONFIG_ETMCR)) decode_configure(&u->then, &u->at[0].config);
}

bool unseen_is_full(const struct unseen *u) { return u->count == UNSEEN_STARTS; }

bool unseen_add(struct unseen *u, const struct unseen_start *start, const struct decoder *decoder,
                const struct history *history, uint64_t read, bool begun) {
  if (unseen_is_full(u)) return false;
  if (u->count == 0) {
    u->ahead = *decoder;
    u->ahead.sink = on_packet;
    u->ahead.user = u;
    u->history = history;
    u->read = read;
    u->whole = read;
    u->async = u->next = UINT64_MAX;
    u->begun = begun;
    u->overflow = u->found = false;
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
  while (!u->found && u->read < end) {
    const uint64_t async = u->async;
    const uint8_t *byte = sent_byte(sent, u->read++);
    decode_bytes(&u->ahead, byte, 1);
    if (u->async == UINT64_MAX) continue;
    if (u->async != async) {
      begin_next(u);
    } else {
      decode_bytes(&u->then, byte, 1);
    }
  }
  return u->async != UINT64_MAX ? u->async : u->whole;
}

struct unseen_start unseen_take(struct unseen *u) {
  const struct unseen_start oldest = u->at[0];
  memmove(u->at, u->at + 1, --u->count * sizeof *u->at);
  u->ahead = u->then;
  u->ahead.sink = on_packet;
  u->whole = u->next != UINT64_MAX ? u->next : u->read;  // `then` has read it as the stream that begins
  unseen_refuse(u);
  return oldest;
}

void unseen_refuse(struct unseen *u) {
  u->async = u->next;
  u->next = UINT64_MAX;
  u->overflow = u->found = false;
  if (u->async != UINT64_MAX) begin_next(u);
}

void unseen_copy(struct unseen *to, const struct unseen *from) {
  *to = *from;
  to->ahead.user = to->then.user = to;
}
