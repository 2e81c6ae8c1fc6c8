// SPDX-License-Identifier: Apache-2.0
// Three-valued logic, by hand-written tables: n is no, y is yes, u is unknown.
// clang-format off
#include <setjmp.h>  // cmocka.h needs these before it
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "truth.h"

static unsigned value(char letter) { return letter == 'n' ? TRUTH_NO : letter == 'y' ? TRUTH_YES : TRUTH_UNKNOWN; }

static const struct {
  char a, b, both, either;
} pairs[] = {
    {'n', 'n', 'n', 'n'}, {'n', 'y', 'n', 'y'}, {'n', 'u', 'n', 'u'}, {'y', 'n', 'n', 'y'}, {'y', 'y', 'y', 'y'},
    {'y', 'u', 'u', 'y'}, {'u', 'n', 'n', 'u'}, {'u', 'y', 'u', 'y'}, {'u', 'u', 'u', 'u'},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static void and_or(void **state) {
  (void)state;
  for (unsigned i = 0; i < PAIRS; i++) {
    assert_int_equal(truth_and(value(pairs[i].a), value(pairs[i].b)), value(pairs[i].both));
    assert_int_equal(truth_or(value(pairs[i].a), value(pairs[i].b)), value(pairs[i].either));
  }
}

static void not(void **state) {
  (void)state;
  assert_int_equal(truth_not(TRUTH_NO), TRUTH_YES);
  assert_int_equal(truth_not(TRUTH_YES), TRUTH_NO);
  assert_int_equal(truth_not(TRUTH_UNKNOWN), TRUTH_UNKNOWN);
}

static void from_booleans(void **state) {
  (void)state;
  assert_int_equal(truth_of(false), TRUTH_NO);
  assert_int_equal(truth_of(true), TRUTH_YES);
  assert_int_equal(truth_span(false, false), TRUTH_NO);
  assert_int_equal(truth_span(false, true), TRUTH_UNKNOWN);
  assert_int_equal(truth_span(true, true), TRUTH_YES);
  assert_int_equal(truth_pair(true, false), TRUTH_NO);
  assert_int_equal(truth_pair(false, true), TRUTH_YES);
  assert_int_equal(truth_pair(true, true), TRUTH_UNKNOWN);
  assert_int_equal(truth_pair(false, false), 0);
}

static void from_bits(void **state) {
  (void)state;
  const uint32_t may_be_no = 0x80000005, may_be_yes = 0x80000006;
  assert_int_equal(truth_bits(may_be_no, may_be_yes, 0), TRUTH_NO);
  assert_int_equal(truth_bits(may_be_no, may_be_yes, 1), TRUTH_YES);
  assert_int_equal(truth_bits(may_be_no, may_be_yes, 2), TRUTH_UNKNOWN);
  assert_int_equal(truth_bits(may_be_no, may_be_yes, 3), 0);
  assert_int_equal(truth_bits(may_be_no, may_be_yes, 31), TRUTH_UNKNOWN);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(and_or),
      cmocka_unit_test(not ),
      cmocka_unit_test(from_booleans),
      cmocka_unit_test(from_bits),
  };
  return cmocka_run_group_tests_name("truth", tests, NULL, NULL);
}
