// SPDX-License-Identifier: Apache-2.0
// The box atb: sends 64-bit words as beats of the ATB's width (docs/pipeline.md#atb). In a clock with ATCLKEN, unit.c
// calls either atb_load or atb_step. Widths are in bytes.
#ifndef ATB_H
#define ATB_H

#include <stdbool.h>
#include <stdint.h>

struct atb {
  uint64_t word;  // the next byte in the lowest bits; bytes already sent are shifted out
  uint8_t left;   // bytes of `word` that are not sent yet, 0 to 8
  uint8_t width;  // bytes of ATDATA: 1, 2, 4 or 8
};

static inline uint8_t atb_beat_bytes(const struct atb *a) { return a->left < a->width ? a->left : a->width; }
static inline uint64_t atb_data(const struct atb *a) {
  return a->width == 8 ? a->word : a->word & ((1ull << 8 * a->width) - 1);
}
// In a clock with ATCLKEN: a word can be loaded, because there is none or because its last beat is taken.
static inline bool atb_free(const struct atb *a, bool atready) {
  return a->left == 0 || (atready && a->left <= a->width);
}

static inline void atb_load(struct atb *a, uint64_t word, uint8_t bytes) {
  a->word = word;
  a->left = bytes;
}

// One clock with ATCLKEN and without atb_load.
static inline void atb_step(struct atb *a, bool atready) {
  if (!atready) return;
  a->left = (uint8_t)(a->left - atb_beat_bytes(a));
  a->word = a->width == 8 ? 0 : a->word >> 8 * a->width;
}

#endif
