// SPDX-License-Identifier: Apache-2.0
// sync: when to synchronize again. (docs/pipeline.md 8)
#ifndef SYNC_H
#define SYNC_H

#include <stdbool.h>
#include <stdint.h>

struct sync {
  uint16_t bytes;  // since the last hit, modulo 2^13
  bool request;
};

// One clock: `length` trace bytes accepted, one synchronization every `period` bytes (0 = never), an outside request,
// and whether plan says an A-sync.
static inline void sync_step(struct sync *s, unsigned period, unsigned length, bool syncreq, bool async) {
  bool hit = period != 0 && s->bytes >= period;
  s->bytes = (uint16_t)(((hit ? 0 : s->bytes) + length) & 0x1FFF);
  s->request = hit || syncreq || (s->request && !async);
}

#endif
