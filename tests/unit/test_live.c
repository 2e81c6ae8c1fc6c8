// SPDX-License-Identifier: Apache-2.0
// The lines that a long run prints during the run, and their times.

#include "case.h"
#include "live.h"

static void expect_text(struct checker_counts counts, double part, const char *expected) {
  struct live live;
  char text[200];
  live_start(&live, "waypoints", true, 100);
  live_text(&live, &counts, part, 130, text, sizeof text);
  assert_string_equal(text, expected);
}

CASE(progress_line) {
  const struct checker_counts counts = {.clocks = 60000000, .items = 12345678, .bytes = 987654};
  expect_text(counts, 0.25, "60.0 million clocks, 12345678 waypoints, 987654 bytes; 2.00 million clocks/s, 1:30 left");
  expect_text(counts, 0, "60.0 million clocks, 12345678 waypoints, 987654 bytes; 2.00 million clocks/s");
}

CASE(progress_line_with_losses_and_failures) {
  const struct checker_counts counts = {
      .clocks = 3000000, .items = 10, .bytes = 20, .lost = 7, .gaps = 2, .failed = true};
  expect_text(counts, 1,
              "3.0 million clocks, 10 waypoints, 20 bytes, 7 lost in 2 overflows, FAILED; 0.10 million clocks/s, 0:00 "
              "left");
}

// A short run prints nothing.
CASE(progress_interval) {
  struct live live;
  live_start(&live, "steps", true, 5);
  assert_false(live_is_due(&live, 5.9));
  assert_true(live_is_due(&live, 6));
  assert_false(live_is_due(&live, 6.9));
  assert_true(live_is_due(&live, 7.2));
  live_start(&live, "steps", false, 5);
  assert_false(live_is_due(&live, 64.9));
  assert_true(live_is_due(&live, 65));
  assert_false(live_is_due(&live, 66));
}
