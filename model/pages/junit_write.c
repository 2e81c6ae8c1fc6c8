// SPDX-License-Identifier: Apache-2.0
// A JUnit file of tests that were read from others.
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

static void put_property(FILE *file, const char *name, const char *value) {
  if (!*value) return;
  fputs("<property", file);
  put_attribute(file, "name", name);
  put_attribute(file, "value", value);
  fputs("/>", file);
}

static void put_test(FILE *file, const struct junit_test *t) {
  fputs("  <testcase", file);
  put_attribute(file, "classname", t->group);
  put_attribute(file, "name", t->name);
  fprintf(file, " time=\"%.3f\">", t->seconds);
  if (*t->seed || *t->again || *t->facts) {
    fputs("<properties>", file);
    put_property(file, "seed", t->seed);
    put_property(file, "again", t->again);
    put_property(file, "facts", t->facts);
    fputs("</properties>", file);
  }
  if (t->state == JUNIT_FAILED || t->state == JUNIT_INCOMPLETE) {
    fputs(t->state == JUNIT_FAILED ? "<failure" : "<failure type=\"incomplete\"", file);
    put_attribute(file, "message", t->message);
    fputc('>', file);
    html_text(file, t->text);
    fputs("</failure>", file);
  }
  if (t->state == JUNIT_SKIPPED) fputs("<skipped/>", file);
  fputs("</testcase>\n", file);
}

// The tests of a group, of which `smoke` is the first.
static void put_suite(FILE *file, const struct junit *j, size_t first, bool *written) {
  const char *group = j->tests[first].group;
  size_t counts[JUNIT_STATES] = {0};
  double seconds = 0;
  for (size_t i = first; i < j->count; i++) {
    if (written[i] || strcmp(j->tests[i].group, group) != 0) continue;
    counts[j->tests[i].state]++;
    seconds += j->tests[i].seconds;
  }
  const size_t bad = counts[JUNIT_FAILED] + counts[JUNIT_INCOMPLETE];
  fputs(" <testsuite", file);
  put_attribute(file, "name", group);
  fprintf(file, " time=\"%.3f\" tests=\"%zu\" failures=\"%zu\" skipped=\"%zu\">\n  <properties>", seconds,
          counts[JUNIT_PASSED] + bad + counts[JUNIT_SKIPPED], bad, counts[JUNIT_SKIPPED]);
  for (size_t i = 0; i < j->about_count; i++) put_property(file, j->about[i].name, j->about[i].value);
  fputs("</properties>\n", file);
  for (size_t i = first; i < j->count; i++) {
    if (written[i] || strcmp(j->tests[i].group, group) != 0) continue;
    put_test(file, &j->tests[i]);
    written[i] = true;
  }
  fputs(" </testsuite>\n", file);
}

void junit_write(FILE *file, const struct junit *j) {
  bool *written = error_memory(calloc(j->count + 1, sizeof *written));
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", file);
  for (size_t i = 0; i < j->count; i++) {
    if (!written[i]) put_suite(file, j, i, written);
  }
  fputs("</testsuites>\n", file);
  free(written);
}
