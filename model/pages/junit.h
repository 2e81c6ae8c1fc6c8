// SPDX-License-Identifier: Apache-2.0
// The tests of a JUnit file, as tests/runner writes it. Of files by other writers, only the same elements are used.
//
// Call junit_read() first and junit_free() last.
#ifndef JUNIT_H
#define JUNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct error;

// JUNIT_INCOMPLETE is a <failure type="incomplete">. page.js has the same numbers.
enum junit_state { JUNIT_FAILED, JUNIT_PASSED, JUNIT_SKIPPED, JUNIT_INCOMPLETE, JUNIT_STATES };

// Strings are never NULL; they are empty if the file does not have them.
struct junit_test {
  const char *group, *name;  // classname, name
  double seconds;
  enum junit_state state;
  const char *message, *text;        // of a test that failed or is incomplete
  const char *seed, *again, *facts;  // properties of the test, or properties TEST.seed, ... of its suite
};

// A property of the suites that describes all tests: "commit", "machine".
struct junit_about {
  const char *name, *value;
};
enum { JUNIT_ABOUT = 16 };

struct junit_string;

struct junit {
  struct junit_string *strings;      // strings of the tests and of `about`
  const char *timestamp, *hostname;  // of the first suite that has them; NULL: no suite has them
  struct junit_about about[JUNIT_ABOUT];
  size_t about_count;
  struct junit_test *tests;
  size_t count, room;
};

// Reads `file`, the contents of the file `path`, which it changes and frees. False and *err set: it is no JUnit file.
bool junit_read(const char *path, char *file, struct junit *junit, struct error *err);
// Writes a file as tests/runner does.
void junit_write(FILE *file, const struct junit *junit);
// Moves the tests of `from` to the end of `all`, with all strings. `from` is empty afterwards.
void junit_take(struct junit *all, struct junit *from);
void junit_free(struct junit *junit);

#endif
