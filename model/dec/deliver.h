// SPDX-License-Identifier: Apache-2.0
// How a protocol's packet reader hands over what it read. Used inside model/dec only.
#ifndef DELIVER_H
#define DELIVER_H

#include "decode.h"

// Completes `packet`, `length` bytes long and starting at the next byte to consume, and delivers it.
static inline void deliver(struct decoder *d, struct packet *packet, uint32_t length) {
  packet->offset = d->offset;
  packet->length = length;
  d->offset += length;
  d->sink(d->user, packet);
}

// Delivers a bad packet and starts the search for the next A-sync.
void deliver_bad(struct decoder *d, uint32_t length, const char *expected);

#endif
