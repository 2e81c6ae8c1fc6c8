// SPDX-License-Identifier: Apache-2.0
// The code of timestamps in both protocols, and the bytes of several records.
#include "wire.h"

#include "array.h"

uint64_t wire_stamp(const struct settings *s, uint64_t stamp) {
  if (!has_stamp64(s)) stamp &= ((uint64_t)1 << 48) - 1;
  return has_gray_stamps(s) ? stamp ^ stamp >> 1 : stamp;
}

unsigned wire_stamp_bytes(uint64_t to, uint64_t from) {
  unsigned n = 1;
  for (uint64_t changed = (to ^ from) >> 7; changed && n < 9; changed >>= 7) n++;
  return n;
}

unsigned wire_stamp_full(const struct settings *s) { return has_stamp64(s) ? 9 : 7; }

// 7 bits in each byte, except for 8 in the ninth.
void wire_put_stamp(struct wire *w, uint64_t stamp, unsigned bytes) {
  uint64_t low = 0;
  for (unsigned i = 0; i < bytes && i < 8; i++) {
    low |= ((stamp >> 7 * i & 0x7F) | (i + 1u < bytes ? 0x80u : 0)) << 8 * i;
  }
  wire_put(w, low, bytes < 8 ? bytes : 8);
  if (bytes == 9) wire_put(w, stamp >> 56, 1);
}

void trace_bytes_append(struct trace_bytes *to, const struct wire *w) {
  to->at = array_reserve(to->at, to->count + w->length, &to->room, 1);
  for (unsigned i = 0; i < w->length; i++) {
    to->at[to->count++] = (uint8_t)((i < 8 ? w->low : w->high) >> 8 * (i % 8));
  }
}
