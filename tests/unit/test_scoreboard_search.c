// SPDX-License-Identifier: Apache-2.0
// The search for where an overflow ended is bounded: one wrong atom behind a million equal waypoints costs steps that
// are linear in the trace, and the message is that of the first contradiction.
#include "scoreboard_bench.h"

enum { WAYPOINTS = 1 << 20, GAPS = 40, ATOMS = 5000 };

static struct history_waypoint waypoints[WAYPOINTS];
static struct scoreboard f;

static void isync(uint8_t information) {
  const uint8_t bytes[] = {0x08, CODE & 0xFF, CODE >> 8 & 0xFF, 0, 0, information};
  scoreboard_bytes(&f, bytes, sizeof bytes);
}

// A branch to itself is executed all the time. Each overflow may have ended at any of its turns.
static void turns_alike(void **state) {
  (void)state;
  static const uint8_t alignment[] = {0, 0, 0, 0, 0, 0x80};
  struct config config = config_default_pft;
  struct image image = {0};
  uint8_t *code = image_add(&image, CODE, 4, NULL);
  assert_non_null(code);
  for (int i = 0; i < 4; i++) code[i] = (uint8_t)(0xEAFFFFFEu >> 8 * i);
  for (size_t i = 0; i < WAYPOINTS; i++) {
    waypoints[i].wp = (struct waypoint){.pc = CODE, .target = CODE, .type = WAYPOINT_DIRECT, .taken = true};
  }
  const struct history history = {.waypoints = waypoints, .mask = SIZE_MAX, .steps_mask = SIZE_MAX, .count = WAYPOINTS};
  assert_true(scoreboard_start(&f, &config, &image, &history));
  scoreboard_bytes(&f, alignment, sizeof alignment);
  isync(0x21);
  for (int gap = 0; gap < GAPS; gap++) {
    for (int i = 0; i < ATOMS / 5; i++) scoreboard_bytes(&f, (const uint8_t[]){0xC0}, 1);  // EEEEE
    isync(0x41);
  }
  assert_false(f.wrong);
  scoreboard_bytes(&f, (const uint8_t[]){0x86}, 1);  // N
  assert_true(f.wrong);
  assert_non_null(strstr(f.error.why, "not taken, but it was taken"));
  const uint64_t events = (uint64_t)GAPS * (ATOMS + 1) + 2;
  assert_in_range(f.work, WAYPOINTS, SCOREBOARD_PATIENCE + SCOREBOARD_MORE * events + SCOREBOARD_LOG + WAYPOINTS);
  scoreboard_free(&f);
  image_free(&image);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(turns_alike)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
