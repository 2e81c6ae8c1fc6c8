// SPDX-License-Identifier: Apache-2.0
// The tests of a JUnit file, as tests/runner writes it; other writers' files are read as far as they have the same.
#ifndef JUNIT_H
#define JUNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct error;

// INCOMPLETE: a <failure type="incomplete">. page.js has the same numbers.
enum junit_state { JUNIT_FAILED, JUNIT_PASSED, JUNIT_SKIPPED, JUNIT_INCOMPLETE, JUNIT_STATES };

// Strings are never NULL, and empty where the file has none.
struct junit_test {
  const char *group, *name;  // classname, name
  double seconds;
  enum junit_state state;
  const char *message, *text;        // failed or incomplete
  const char *seed, *again, *facts;  // properties of the test, or TEST.seed, ... of its suite
};

// What all tests are of, a property of their suites: "commit", "machine".
struct junit_about {
  const char *name, *value;
};
enum { JUNIT_ABOUT = 16 };

struct junit_string;

struct junit {
  struct junit_string *strings;      // those of the tests and of `about`
  const char *timestamp, *hostname;  // of the first suite that has them; NULL: none has
  struct junit_about about[JUNIT_ABOUT];
  size_t about_count;
  struct junit_test *tests;
  size_t count, room;
};

// False and *err set, with the line: it is none. Takes `file`, a string, which it changes and frees.
bool junit_read(const char *path, char *file, struct junit *junit, struct error *err);
// As tests/runner writes it.
void junit_write(FILE *file, const struct junit *junit);
// Appends the tests, and takes all strings, also those of `about`. `from` is empty afterwards.
void junit_take(struct junit *all, struct junit *from);
void junit_free(struct junit *junit);

#endif
