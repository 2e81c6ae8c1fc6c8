// SPDX-License-Identifier: Apache-2.0
// Writes a JUnit file of tests that were read from other files.
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "html.h"
#include "junit.h"

static void put_attribute(FILE *file, const char *name, const char *value) {
  fprintf(file, " %s=\"", name);
  html_text(file, value);
  fputc('"', file);
}

// Writes a property of the suite, or of one of its tests.
static void put_property(FILE *file, const char *test, const char *name, const char *value) {
  if (!*value) return;
  fputs("   <property name=\"", file);
  html_text(file, test);
  fputs(*test ? "." : "", file);
  html_text(file, name);
  fputc('"', file);
  put_attribute(file, "value", value);
  fputs("/>\n", file);
}

static void put_test(FILE *file, const struct junit_test *t) {
  fputs("  <testcase", file);
  put_attribute(file, "classname", t->group);
  put_attribute(file, "name", t->name);
  fprintf(file, " time=\"%.3f\">", t->seconds);
  if (t->state == JUNIT_FAILED || t->state == JUNIT_INCOMPLETE) {
    fprintf(file, "<failure type=\"%s\"", t->state == JUNIT_FAILED ? "failure" : "incomplete");
    put_attribute(file, "message", t->message);
    fputc('>', file);
    html_text(file, t->text);
    fputs("</failure>", file);
  }
  if (t->state == JUNIT_SKIPPED) fputs("<skipped/>", file);
  fputs("</testcase>\n", file);
}

// The next test of `group` from `i` on that is not written. j->count: there is none.
static size_t next_of(const struct junit *j, const char *group, const bool *written, size_t i) {
  while (i < j->count && (written[i] || strcmp(j->tests[i].group, group) != 0)) i++;
  return i;
}

static void put_start(FILE *file, const struct junit *j, const char *group, const bool *written, unsigned id) {
  size_t counts[JUNIT_STATES] = {0};
  double seconds = 0;
  for (size_t i = next_of(j, group, written, 0); i < j->count; i = next_of(j, group, written, i + 1)) {
    counts[j->tests[i].state]++;
    seconds += j->tests[i].seconds;
  }
  const size_t bad = counts[JUNIT_FAILED] + counts[JUNIT_INCOMPLETE];
  fputs(" <testsuite", file);
  put_attribute(file, "name", group);
  put_attribute(file, "hostname", j->hostname && *j->hostname ? j->hostname : "localhost");
  fprintf(file, " package=\"\" id=\"%u\"", id);
  put_attribute(file, "timestamp", j->timestamp ? j->timestamp : "1970-01-01T00:00:00");
  fprintf(file, " time=\"%.3f\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n", seconds,
          counts[JUNIT_PASSED] + bad + counts[JUNIT_SKIPPED], bad, counts[JUNIT_SKIPPED]);
}

static void put_suite(FILE *file, const struct junit *j, const char *group, bool *written, unsigned id) {
  put_start(file, j, group, written, id);
  fputs("  <properties>\n", file);
  for (size_t i = 0; i < j->about_count; i++) put_property(file, "", j->about[i].name, j->about[i].value);
  for (size_t i = next_of(j, group, written, 0); i < j->count; i = next_of(j, group, written, i + 1)) {
    const struct junit_test *t = &j->tests[i];
    put_property(file, t->name, "seed", t->seed);
    put_property(file, t->name, "again", t->again);
    put_property(file, t->name, "facts", t->facts);
  }
  fputs("  </properties>\n", file);
  for (size_t i = next_of(j, group, written, 0); i < j->count; i = next_of(j, group, written, i + 1)) {
    put_test(file, &j->tests[i]);
    written[i] = true;
  }
  fputs("  <system-out/>\n  <system-err/>\n </testsuite>\n", file);
}

void junit_write(FILE *file, const struct junit *j) {
  bool *written = error_memory(calloc(j->count + 1, sizeof *written));
  unsigned suites = 0;
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", file);
  for (size_t i = 0; i < j->count; i++) {
    if (!written[i]) put_suite(file, j, j->tests[i].group, written, suites++);
  }
  fputs("</testsuites>\n", file);
  free(written);
}
