// SPDX-License-Identifier: Apache-2.0
// sync: when to synchronize again. (docs/pipeline.md#sync)
#ifndef SYNC_H
#define SYNC_H

#include <stdbool.h>
#include <stdint.h>

struct sync {
  uint16_t bytes;  // since the last hit, modulo 2^13
  bool request;    // of an A-sync
  bool busy;       // the I-sync that ends the synchronization has not been said
};

// Every `period` bytes; 0 = never.
static inline bool sync_hit(const struct sync *s, unsigned period) { return period != 0 && s->bytes >= period; }

// A synchronization is asked for while the one before is not over: IHI 0035B 4.11 wants an overflow.
static inline bool sync_overruns(const struct sync *s, bool hit, bool syncreq) { return s->busy && (syncreq || hit); }

// The wires of one clock.
struct sync_in {
  bool hit;           // sync_hit
  unsigned length;    // of the chunk accepted, bytes
  bool syncreq;       // asked for from outside
  bool async, isync;  // plan says one in this clock
};

static inline void sync_step(struct sync *s, const struct sync_in *in) {
  const bool asked = in->hit || in->syncreq;
  if (!asked && in->length == 0 && !in->async && !in->isync) return;
  s->bytes = (uint16_t)(((in->hit ? 0 : s->bytes) + in->length) & 0x1FFF);
  s->request = asked || (s->request && !in->async);
  s->busy = asked || (s->busy && !in->isync);
}

#endif
