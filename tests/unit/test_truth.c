// SPDX-License-Identifier: Apache-2.0
// Three-valued logic and the functions of events, by hand-written tables: n is no, y is yes, u is unknown.

#include "case.h"
#include "inputs.h"
#include "truth.h"
#include "truth_event.h"

static unsigned value(char letter) { return letter == 'n' ? TRUTH_NO : letter == 'y' ? TRUTH_YES : TRUTH_UNKNOWN; }

static const struct {
  char a, b, both, either;
} pairs[] = {
    {'n', 'n', 'n', 'n'}, {'n', 'y', 'n', 'y'}, {'n', 'u', 'n', 'u'}, {'y', 'n', 'n', 'y'}, {'y', 'y', 'y', 'y'},
    {'y', 'u', 'u', 'y'}, {'u', 'n', 'n', 'u'}, {'u', 'y', 'u', 'y'}, {'u', 'u', 'u', 'u'},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

CASE(and_or) {
  for (unsigned i = 0; i < PAIRS; i++) {
    assert_int_equal(truth_and(value(pairs[i].a), value(pairs[i].b)), value(pairs[i].both));
    assert_int_equal(truth_or(value(pairs[i].a), value(pairs[i].b)), value(pairs[i].either));
  }
}

CASE(negated) {
  assert_int_equal(truth_not(TRUTH_NO), TRUTH_YES);
  assert_int_equal(truth_not(TRUTH_YES), TRUTH_NO);
  assert_int_equal(truth_not(TRUTH_UNKNOWN), TRUTH_UNKNOWN);
}

CASE(from_booleans) {
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

CASE(from_bits) {
  const uint32_t may_be_no = 0x80000005, may_be_yes = 0x80000006;
  assert_int_equal(truth_bits(may_be_no, may_be_yes, 0), TRUTH_NO);
  assert_int_equal(truth_bits(may_be_no, may_be_yes, 1), TRUTH_YES);
  assert_int_equal(truth_bits(may_be_no, may_be_yes, 2), TRUTH_UNKNOWN);
  assert_int_equal(truth_bits(may_be_no, may_be_yes, 3), 0);
  assert_int_equal(truth_bits(may_be_no, may_be_yes, 31), TRUTH_UNKNOWN);
}

// By function (IHI 0035B 3.8), for the values of A and B in the order of `pairs`: nn ny nu yn yy yu un uy uu.
static const char *const functions[8] = {
    "nnnyyyuuu",  // A
    "yyynnnuuu",  // NOT A
    "nnnnyunuu",  // A AND B
    "nyunnnnuu",  // NOT A AND B
    "ynunnnunu",  // NOT A AND NOT B
    "nyuyyyuyu",  // A OR B
    "yyynyuuyu",  // NOT A OR B
    "yyyynuyuu",  // NOT A OR NOT B
};

enum { A = RESOURCE_EXTIN, B = RESOURCE_EXTIN + 1 };

static uint32_t event(uint32_t function, uint32_t a, uint32_t b) { return function << 14 | b << 7 | a; }

CASE(independent_resources) {
  for (uint32_t f = 0; f < 8; f++) {
    for (unsigned i = 0; i < PAIRS; i++) {
      const unsigned a = value(pairs[i].a), b = value(pairs[i].b), expected = value(functions[f][i]);
      const uint32_t of_state = event(f, RESOURCE_NON_SECURE, RESOURCE_PROHIBITED);
      const struct truth_set pins = truth_union(truth_only(0, a), truth_only(1, b));
      assert_int_equal(truth_event(event(f, A, B), a, b), expected);
      assert_int_equal(truth_event_of_pins(event(f, A, B), pins), expected);
      assert_int_equal(truth_event_of_pins(of_state, truth_state(a, b)), expected);
    }
  }
}

// An event that uses an unknown pin twice.
CASE(one_pin) {
  static const char expected[] = "uuunuuyu";
  for (uint32_t f = 0; f < 8; f++) {
    const uint32_t of_state = event(f, RESOURCE_PROHIBITED, RESOURCE_PROHIBITED);
    assert_int_equal(truth_event_of_pins(event(f, A, A), truth_only(0, TRUTH_UNKNOWN)), value(expected[f]));
    assert_int_equal(truth_event_of_pins(of_state, truth_state(TRUTH_NO, TRUTH_UNKNOWN)), value(expected[f]));
  }
}

// RESOURCE_ALWAYS is true, and a resource that no pin shows is unknown.
CASE(constants) {
  for (uint32_t f = 0; f < 8; f++) {
    const uint32_t constant = event(f, RESOURCE_ALWAYS, RESOURCE_COUNTER);
    const struct truth_set shown = inputs_shown((struct input_levels){0, 0}, truth_state(TRUTH_NO, TRUTH_NO));
    assert_int_equal(truth_event_of_pins(constant, shown), value(functions[f][5]));
  }
}
