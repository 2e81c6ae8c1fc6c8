// SPDX-License-Identifier: Apache-2.0
// Cycles and atoms collected into P-headers.
#include "etm3_phdr.h"

enum { IDLE_MAX = 8, PASSED_MAX = 15, PASSED_MAX_CYCLES = 7 };

static void put(struct etm3_headers *to, uint8_t header) { to->bytes |= (uint64_t)header << 8 * to->count++; }

void etm3_phdr_flush(struct etm3_phdr *c, struct etm3_headers *to) {
  switch (c->kind) {
    case ETM3_PHDR_IDLE:
      put(to, etm3_format3(c->count, false));
      break;
    case ETM3_PHDR_PASSED:
      put(to, etm3_format1(c->count, false));
      break;
    case ETM3_PHDR_FAILED:
      put(to, etm3_format1(0, true));
      break;
    default:
      break;
  }
  *c = (struct etm3_phdr){0};
}

// One more; what is of another kind comes out before it.
static inline void add(struct etm3_phdr *c, enum etm3_phdr_kind kind, struct etm3_headers *to) {
  if (c->kind != kind) etm3_phdr_flush(c, to);
  c->kind = (uint8_t)kind;
  c->count++;
}

void etm3_phdr_idle(struct etm3_phdr *c, struct etm3_headers *to) {
  add(c, ETM3_PHDR_IDLE, to);
  if (c->count == IDLE_MAX) etm3_phdr_flush(c, to);
}

void etm3_phdr_dual(struct etm3_phdr *c, bool first_passed, bool second_passed, struct etm3_headers *to) {
  etm3_phdr_flush(c, to);
  put(to, etm3_format2(!first_passed, !second_passed));
}

// As many E as a P-header holds are said at once or, packed greedily, when no N has come to join them.
static inline void add_passed(struct etm3_phdr *c, unsigned max, bool greedy, struct etm3_headers *to) {
  if (greedy && c->kind == ETM3_PHDR_PASSED && c->count >= max) etm3_phdr_flush(c, to);
  add(c, ETM3_PHDR_PASSED, to);
  if (!greedy && c->count >= max) etm3_phdr_flush(c, to);
}

// It closes the E before it.
static void close_failed(struct etm3_phdr *c, struct etm3_headers *to) {
  if (c->kind != ETM3_PHDR_PASSED) etm3_phdr_flush(c, to);
  put(to, etm3_format1(c->count, true));
  *c = (struct etm3_phdr){0};
}

static void single_cycle(struct etm3_phdr *c, bool greedy, bool passed, struct etm3_headers *to) {
  if (!passed) {
    close_failed(c, to);
  } else if (greedy && c->kind == ETM3_PHDR_IDLE) {
    put(to, etm3_format3(c->count + 1u, true));
    *c = (struct etm3_phdr){0};
  } else {
    add_passed(c, PASSED_MAX_CYCLES, greedy, to);
  }
}

static inline void single_atom(struct etm3_phdr *c, bool greedy, bool passed, struct etm3_headers *to) {
  if (c->kind == ETM3_PHDR_FAILED) {
    put(to, etm3_format2(true, !passed));
    *c = (struct etm3_phdr){0};
  } else if (passed) {
    add_passed(c, PASSED_MAX, greedy, to);
  } else if (greedy && c->kind == ETM3_PHDR_NOTHING) {
    add(c, ETM3_PHDR_FAILED, to);
  } else {
    close_failed(c, to);
  }
}

void etm3_phdr_single(struct etm3_phdr *c, const struct settings *s, bool passed, struct etm3_headers *to) {
  if (cycle_accurate(s)) {
    single_cycle(c, etm3_greedy(s), passed, to);
  } else {
    single_atom(c, etm3_greedy(s), passed, to);
  }
}

void etm3_phdr_bare(struct etm3_phdr *c, const struct settings *s, bool passed, struct etm3_headers *to) {
  if (!etm3_bare(s)) {
    etm3_phdr_single(c, s, passed, to);
    return;
  }
  etm3_phdr_flush(c, to);
  put(to, etm3_format4(!passed));
}
