// SPDX-License-Identifier: Apache-2.0
#include "frames.h"

#include <string.h>

#include "error.h"

enum { NO_ID = 0x80, LAST = FRAME_BYTES - 1 };

static const uint8_t synchronization[] = {0xFF, 0xFF, 0xFF, 0x7F};

struct taker {
  uint8_t wanted, id;
  uint8_t *out;
  size_t count;
};

static void give(struct taker *t, uint8_t byte) {
  if (t->id == t->wanted) t->out[t->count++] = byte;
}

// Bytes 1, 3, .. 13 are data. Bytes 0, 2, .. 14 are data or, with bit 0 set, a new ID; bit i/2 of byte 15 is the lowest
// bit of the data in byte i, or says that the new ID begins one byte later.
static void take_frame(struct taker *t, const uint8_t *frame) {
  for (unsigned i = 0; i < LAST; i += 2) {
    const bool flag = frame[LAST] >> i / 2 & 1, is_id = frame[i] & 1, paired = i + 1 < LAST;
    if (!is_id) give(t, (uint8_t)(frame[i] | flag));
    if (is_id && !flag) t->id = frame[i] >> 1;
    if (paired) give(t, frame[i + 1]);
    if (is_id && flag) t->id = frame[i] >> 1;
  }
}

bool frames_take(const uint8_t *bytes, size_t count, uint8_t id, uint8_t *out, size_t *out_count, const char *name,
                 struct error *err) {
  struct taker t = {.wanted = id, .id = NO_ID, .out = out};
  size_t at = 0;
  while (count - at >= FRAME_BYTES) {
    if (memcmp(bytes + at, synchronization, sizeof synchronization) == 0) {
      at += sizeof synchronization;
    } else {
      take_frame(&t, bytes + at);
      at += FRAME_BYTES;
    }
  }
  while (count - at >= sizeof synchronization && memcmp(bytes + at, synchronization, sizeof synchronization) == 0) {
    at += sizeof synchronization;
  }
  *out_count = t.count;
  if (at == count) return true;
  error_set(err, "%s: byte %zu: expected a CoreSight frame of %d bytes, the file ends after %zu", name, at, FRAME_BYTES,
            count - at);
  return false;
}
