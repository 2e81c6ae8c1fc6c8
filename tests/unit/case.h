// SPDX-License-Identifier: Apache-2.0
// A test case of cmocka that registers itself, and the program that runs all cases of a file in their order:
//
//   CASE(a_stop_is_acknowledged_once) { assert_true(...); }
//
// CASE_WITH() also names functions that cmocka calls before and after the case, or NULL, and the first `*state`.
// A file that needs more in main() defines CASES_OWN_MAIN before it includes this header, and calls CASES_RUN().
#ifndef CASE_H
#define CASE_H

// clang-format off
#include <setjmp.h>  // cmocka.h needs these before it
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdlib.h>

enum { CASES = 160 };
static struct CMUnitTest cases[CASES];
static size_t case_count;

static inline void case_add(struct CMUnitTest test) {
  if (case_count == CASES) abort();
  cases[case_count++] = test;
}

#define CASE_WITH(name, setup, teardown, initial)                         \
  static void name(void **state);                                         \
  __attribute__((constructor)) static void name##_case(void) {            \
    case_add((struct CMUnitTest){#name, name, setup, teardown, initial}); \
  }                                                                       \
  static void name(__attribute__((unused)) void **state)
#define CASE(name) CASE_WITH(name, NULL, NULL, NULL)

// Returns the number of cases that failed. cmocka has no other function for a number of cases that the compiler does
// not know.
#define CASES_RUN(group, setup, teardown) _cmocka_run_group_tests(group, cases, case_count, setup, teardown)

#ifndef CASES_OWN_MAIN
int main(void) { return CASES_RUN("cases", NULL, NULL); }
#endif

#endif
