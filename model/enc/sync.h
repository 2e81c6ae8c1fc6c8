// SPDX-License-Identifier: Apache-2.0
// The box sync: when to synchronize again (docs/pipeline.md#sync; IHI 0035B 4.11). In each clock with tracing on,
// unit.c calls sync_hit and sync_step. Lengths are in bytes.
#ifndef SYNC_H
#define SYNC_H

#include <stdbool.h>
#include <stdint.h>

struct sync {
  uint16_t bytes;  // since the last hit, modulo 2^13
  bool request;    // an A-sync is requested
  bool busy;       // the I-sync that completes the synchronization has not been sent
};

// True every `period` bytes; never if that is 0.
static inline bool sync_hit(const struct sync *s, unsigned period) { return period != 0 && s->bytes >= period; }

// A synchronization is requested before the last one is complete. IHI 0035B 4.11 then requires an overflow.
static inline bool sync_overruns(const struct sync *s, bool hit, bool syncreq) { return s->busy && (syncreq || hit); }

// The wires of one clock.
struct sync_in {
  bool hit;           // sync_hit
  unsigned length;    // of the chunk accepted, bytes
  bool syncreq;       // SYNCREQ
  bool async, isync;  // plan sends this packet in this clock
};

static inline void sync_step(struct sync *s, const struct sync_in *in) {
  const bool requested = in->hit || in->syncreq;
  if (!requested && in->length == 0 && !in->async && !in->isync) return;
  s->bytes = (uint16_t)(((in->hit ? 0 : s->bytes) + in->length) & 0x1FFF);
  s->request = requested || (s->request && !in->async);
  s->busy = requested || (s->busy && !in->isync);
}

#endif
