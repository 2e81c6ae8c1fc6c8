// SPDX-License-Identifier: Apache-2.0
// The installed headers and the static library, without SystemVerilog: a checker that sees no clock has checked
// nothing.
#include <checker.h>
#include <error.h>
#include <stdio.h>

int main(void) {
  struct check_options options;
  struct error err;
  struct checker *checker = NULL;
  if (options_of_text(&options, "set=a15 mode=legal", false, &err)) checker = checker_open(&options, &err);
  if (!checker) return fprintf(stderr, "%s\n", err.text), 1;
  return checker_close(checker) == VERDICT_NOTHING ? 0 : 1;
}
