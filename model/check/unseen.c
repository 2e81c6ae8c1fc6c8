// SPDX-License-Identifier: Apache-2.0
// Packets read ahead, up to the first that begins another stream.
#include "unseen.h"

#include <string.h>

// Where ETMCR is not known, nor are the forms that packets have behind the A-sync.
static bool is_start(const struct unseen *u, const struct packet *p) {
  if (p->kind == PACKET_BAD) return u->async != UINT64_MAX && u->at[0].config.unknown & CONFIG_ETMCR;
  return p->kind == PACKET_ISYNC && p->reason != ISYNC_PERIODIC;
}

static void on_packet(void *user, const struct packet *p) {
  struct unseen *u = user;
  const bool starts = is_start(u, p);
  if (u->found) return;
  if (p->kind == PACKET_ASYNC && p->offset >= u->at[0].sent) {
    // Behind another A-sync that is all of a stream.
    u->found = u->async != UINT64_MAX && u->count > 1 && p->offset >= u->at[1].sent;
    *(u->found ? &u->next : &u->async) = p->offset;
  } else if (starts && u->started && u->async != UINT64_MAX) {
    u->found = true;
    u->overflow = p->reason == ISYNC_OVERFLOW;
  } else if (p->kind == PACKET_ISYNC || !packet_is(p->kind, PACKET_IS_EARLY)) {
    u->async = u->next = UINT64_MAX;
    u->started = u->started || starts;
  }
  u->whole = p->offset + p->length;
}

bool unseen_add(struct unseen *u, const struct unseen_start *start, const struct decoder *decoder, uint64_t read,
                bool started) {
  if (u->count == UNSEEN_STARTS) return false;
  if (u->count == 0) {
    u->ahead = *decoder;
    u->ahead.sink = on_packet;
    u->ahead.user = u;
    u->read = read;
    u->whole = read;
    u->async = u->next = UINT64_MAX;
    u->started = started;
    u->overflow = u->found = false;
  }
  u->at[u->count++] = *start;
  return true;
}

void unseen_replace(struct unseen *u, const struct unseen_start *start) {
  struct unseen_start *newest = &u->at[u->count - 1];
  newest->first = start->first;
  newest->config = start->config;
}

uint64_t unseen_find(struct unseen *u, const struct sent *sent, uint64_t end) {
  while (!u->found && u->read < end) {
    const uint64_t async = u->async;
    decode_bytes(&u->ahead, sent_byte(sent, u->read++), 1);
    const bool begins = async == UINT64_MAX && u->async != UINT64_MAX;
    if (begins && !(u->at[0].config.unknown & CONFIG_ETMCR)) decode_configure(&u->ahead, &u->at[0].config);
  }
  return u->async != UINT64_MAX ? u->async : u->whole;
}

struct unseen_start unseen_take(struct unseen *u) {
  const struct unseen_start oldest = u->at[0];
  memmove(u->at, u->at + 1, --u->count * sizeof *u->at);
  u->async = u->next;
  u->next = UINT64_MAX;
  u->overflow = u->found = false;
  return oldest;
}
