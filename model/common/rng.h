// SPDX-License-Identifier: Apache-2.0
// Random numbers by splitmix64, which mixes a 64-bit counter. The same seed gives the same sequence on each machine.
#ifndef RNG_H
#define RNG_H

#include <stdint.h>

struct rng {
  uint64_t state;
};

static inline struct rng rng_seed(uint64_t seed, uint64_t stream) {
  return (struct rng){seed * 0xD1342543DE82EF95u + stream * 0x2545F4914F6CDD1Du + 0x9E3779B97F4A7C15u};
}

static inline uint64_t rng_next(struct rng *r) {
  uint64_t z = r->state += 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

// A uniform number from 0 to `bound` - 1. `bound` is at least 1. The bias is at most bound / 2^32.
static inline uint32_t rng_below(struct rng *r, uint32_t bound) {
  return (uint32_t)((rng_next(r) >> 32) * bound >> 32);
}

static inline int rng_chance(struct rng *r, uint32_t percent) { return rng_below(r, 100) < percent; }

#endif
