// SPDX-License-Identifier: Apache-2.0
// The P-header collector: clocks and atoms that are in no P-header yet, because more may fit into the same one
// (docs/pipeline-etm3.md#phdr; IHI 0014Q tables 7.2 and 7.3). It starts as {0}. The caller adds in program order, and
// calls etm3_phdr_flush to empty it.
#ifndef ETM3_PHDR_H
#define ETM3_PHDR_H

#include <stdbool.h>
#include <stdint.h>

#include "etm3_bytes.h"
#include "settings.h"

enum __attribute__((packed)) etm3_phdr_kind {
  ETM3_PHDR_NOTHING,
  ETM3_PHDR_IDLE,    // cycle-accurate: W, 1 to 7
  ETM3_PHDR_PASSED,  // E, 1 to 15; cycle-accurate: WE, 1 to 7
  ETM3_PHDR_FAILED   // not cycle-accurate, greedy: a single N
};

struct etm3_phdr {
  enum etm3_phdr_kind kind;
  uint8_t count;  // of W, E or WE
};

// The number of collected atoms.
static inline unsigned etm3_phdr_atoms(const struct etm3_phdr *c) { return c->kind == ETM3_PHDR_IDLE ? 0 : c->count; }

enum { IDLE_MAX = 8, PASSED_MAX = 15, PASSED_MAX_CYCLES = 7 };

static inline void phdr_put(struct etm3_headers *to, uint8_t header) {
  to->bytes |= (uint64_t)header << 8 * to->count++;
}

// This function and the ones below append the P-headers that they complete, at most 2, to *to.
static inline void etm3_phdr_flush(struct etm3_phdr *c, struct etm3_headers *to) {
  switch (c->kind) {
    case ETM3_PHDR_IDLE:
      phdr_put(to, etm3_format3(c->count, false));
      break;
    case ETM3_PHDR_PASSED:
      phdr_put(to, etm3_format1(c->count, false));
      break;
    case ETM3_PHDR_FAILED:
      phdr_put(to, etm3_format1(0, true));
      break;
    case ETM3_PHDR_NOTHING:
      break;
  }
  *c = (struct etm3_phdr){0};
}

// Adds one. If the collector has another kind, that comes out first.
static inline void phdr_add(struct etm3_phdr *c, enum etm3_phdr_kind kind, struct etm3_headers *to) {
  if (c->kind != kind) etm3_phdr_flush(c, to);
  c->kind = kind;
  c->count++;
}

// Cycle-accurate mode: a clock without an instruction.
static inline void etm3_phdr_idle(struct etm3_phdr *c, struct etm3_headers *to) {
  phdr_add(c, ETM3_PHDR_IDLE, to);
  if (c->count == IDLE_MAX) etm3_phdr_flush(c, to);
}

// Cycle-accurate mode: a clock with two instructions.
static inline void etm3_phdr_dual(struct etm3_phdr *c, bool first_passed, bool second_passed, struct etm3_headers *to) {
  etm3_phdr_flush(c, to);
  phdr_put(to, etm3_format2(!first_passed, !second_passed));
}

// A full P-header comes out at once. With greedy packing, it comes out with the next E, because an N may follow.
static inline void phdr_add_passed(struct etm3_phdr *c, unsigned max, bool greedy, struct etm3_headers *to) {
  if (greedy && c->kind == ETM3_PHDR_PASSED && c->count >= max) etm3_phdr_flush(c, to);
  phdr_add(c, ETM3_PHDR_PASSED, to);
  if (!greedy && c->count >= max) etm3_phdr_flush(c, to);
}

// An N completes the P-header of the E before it.
static inline void phdr_close_failed(struct etm3_phdr *c, struct etm3_headers *to) {
  if (c->kind != ETM3_PHDR_PASSED) etm3_phdr_flush(c, to);
  phdr_put(to, etm3_format1(c->count, true));
  *c = (struct etm3_phdr){0};
}

static inline void phdr_single_cycle(struct etm3_phdr *c, bool greedy, bool passed, struct etm3_headers *to) {
  if (!passed) {
    phdr_close_failed(c, to);
  } else if (greedy && c->kind == ETM3_PHDR_IDLE) {
    phdr_put(to, etm3_format3(c->count + 1u, true));
    *c = (struct etm3_phdr){0};
  } else {
    phdr_add_passed(c, PASSED_MAX_CYCLES, greedy, to);
  }
}

static inline void phdr_single_atom(struct etm3_phdr *c, bool greedy, bool passed, struct etm3_headers *to) {
  if (c->kind == ETM3_PHDR_FAILED) {
    phdr_put(to, etm3_format2(true, !passed));
    *c = (struct etm3_phdr){0};
  } else if (passed) {
    phdr_add_passed(c, PASSED_MAX, greedy, to);
  } else if (greedy && c->kind == ETM3_PHDR_NOTHING) {
    phdr_add(c, ETM3_PHDR_FAILED, to);
  } else {
    phdr_close_failed(c, to);
  }
}

// Both modes: an instruction. In cycle-accurate mode, it has a clock of its own.
static inline void etm3_phdr_single(struct etm3_phdr *c, const struct settings *s, bool passed,
                                    struct etm3_headers *to) {
  if (cycle_accurate(s)) {
    phdr_single_cycle(c, etm3_greedy(s), passed, to);
  } else {
    phdr_single_atom(c, etm3_greedy(s), passed, to);
  }
}

// Cycle-accurate mode: an atom of a clock that is already encoded. A version that cannot encode this gives it a clock.
static inline void etm3_phdr_bare(struct etm3_phdr *c, const struct settings *s, bool passed, struct etm3_headers *to) {
  if (!etm3_bare(s)) {
    etm3_phdr_single(c, s, passed, to);
    return;
  }
  etm3_phdr_flush(c, to);
  phdr_put(to, etm3_format4(!passed));
}

#endif
