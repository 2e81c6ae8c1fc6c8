// SPDX-License-Identifier: Apache-2.0
// Functions that the tests of the scoreboard of a PTM share: waypoints, packets by hand from IHI 0035B 4.5, and a story
// with Debug state.
#ifndef PFT_SCOREBOARD_BENCH_H
#define PFT_SCOREBOARD_BENCH_H

#include "scoreboard_bench.h"

enum { V10 = 0x571CF300, V11 = 0x571CF310 };

static const char no_place[] = "I-sync at 0x";

// --- what was executed -----------------------------------------------------------------------------------------------

static inline struct moment *moment_of(struct story *s, size_t i) { return &s->moments[i]; }

static inline struct waypoint *add(struct story *s, enum waypoint_type type, uint32_t pc, uint32_t target) {
  const size_t i = s->history.count++;
  assert_true(i < STORY_ITEMS);
  s->history.waypoints = s->waypoints;
  s->waypoints[i] = (struct history_waypoint){.wp = {.type = (uint8_t)type, .pc = pc, .target = target, .taken = true}};
  s->moments[i] = (struct moment){.clocks = 10 * (i + 1), .evaluated = true, .enabled = true};
  return &s->waypoints[i].wp;
}

static inline void goes(struct story *s, uint32_t from, uint32_t to) { add(s, WAYPOINT_INDIRECT, from, to); }

// --- packets ---------------------------------------------------------------------------------------------------------

static inline void count(struct story *s, uint32_t n, uint8_t first) {
  put(s, (uint8_t)(first | (n > 15 ? 0x40 : 0) | (n & 15) << 2));
  for (n >>= 4; n > 0; n >>= 7) put(s, (uint8_t)((n & 0x7F) | (n > 0x7F ? 0x80 : 0)));
}

static inline bool counts(const struct story *s) { return s->config.etmcr & ETMCR_CYCLE_ACCURATE; }

static inline void isync(struct story *s, uint32_t address, enum isync_reason reason, uint32_t clocks) {
  put(s, 0x08);
  put_word(s, address);
  put(s, (uint8_t)(0x01 | reason << 5));
  if (counts(s) && reason != ISYNC_PERIODIC) count(s, clocks, 0x80);
}

static inline void address(struct story *s, uint32_t to, uint8_t last) {
  put(s, (uint8_t)(0x81 | (to >> 2 & 0x3F) << 1));
  for (int bit = 8; bit <= 22; bit += 7) put(s, (uint8_t)(0x80 | (to >> bit & 0x7F)));
  put(s, (uint8_t)(last | to >> 29));
}

static inline void branch(struct story *s, uint32_t to, uint32_t clocks) {
  address(s, to, 0x08);
  if (counts(s)) count(s, clocks, 0);
}

static inline void exception(struct story *s, uint32_t to, unsigned number, uint32_t clocks) {
  address(s, to, 0x48);
  put(s, (uint8_t)(number << 1));
  if (counts(s)) count(s, clocks, 0);
}

// --- a story ---------------------------------------------------------------------------------------------------------

// Tracing starts at 0x8100. Debug state is entered at 0x8200 and left to 0x8300. Execution continues from 0x8300 at
// 0x8400, and from there at 0x8500.
static inline struct story *debug_story(void) {
  struct story *s = story_new(&config_default_pft, A32_BX_R0);
  goes(s, 0x8000, 0x8100);
  goes(s, 0x8100, 0x8200);
  add(s, WAYPOINT_DEBUG_ENTRY, 0x8200, 0);
  add(s, WAYPOINT_DEBUG_EXIT, 0, 0x8300);
  goes(s, 0x8300, 0x8400);
  goes(s, 0x8400, 0x8500);
  return s;
}
enum { AT_START, BEFORE_ENTRY, ENTRY, EXIT, BEHIND_EXIT, LAST };

#endif
