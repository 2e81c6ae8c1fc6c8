// SPDX-License-Identifier: Apache-2.0
// waypoint merge: merges the parts of a distributed regression (docs/ci.md) to one verdict, JUnit file, page, coverage
// and list of seeds. A part is used only if it is complete and belongs to the plan.
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "option_table.h"
#include "page.h"

enum { PATH = 4096 };
enum { PASSED, FAILED, SKIPPED, UNCLEAR, VERDICTS };  // UNCLEAR: the verdict is INCOMPLETE or NOTHING CHECKED

struct merge {
  const char *folder;
  char *plan;  // its text, with which the file of each part begins
  struct junit all;
  char *machines;  // names of the machines that ran parts
  uint64_t counts[VERDICTS];
  size_t parts, incomplete;  // number of parts, and of incomplete parts
};

static char *read_string(const char *path, struct error *err) {
  uint8_t *bytes;
  size_t count;
  return read_file(path, &bytes, &count, err) ? (char *)bytes : NULL;
}

// The value of a line KEY=VALUE of the plan, and its length. NULL: there is no such line.
static const char *value_of(const char *plan, const char *key, size_t *length) {
  const size_t size = strlen(key);
  for (const char *line = plan; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    if (strncmp(line, key, size) != 0 || line[size] != '=') continue;
    *length = strcspn(line + size + 1, "\n");
    return line + size + 1;
  }
  return NULL;
}

// --- checks of a part ------------------------------------------------------------------------------------------------

static bool incomplete(struct merge *m, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool incomplete(struct merge *m, const char *name, const char *format, ...) {
  va_list args;
  va_start(args, format);
  printf("INCOMPLETE part %s: ", name);
  vprintf(format, args);
  putchar('\n');
  va_end(args);
  m->incomplete++;
  return false;
}

// Does the part belong to the plan? It prints the first line that differs.
static bool is_of_plan(struct merge *m, const char *name, const char *text) {
  const char *at = text;
  for (const char *line = m->plan; *line;) {
    const size_t length = strcspn(line, "\n"), found = strcspn(at, "\n");
    if (length != found || strncmp(line, at, length) != 0) {
      return incomplete(m, name,
                        "expected %.*s as in the plan, found %.*s; remove %s/parts/%s and start the farm again",
                        (int)length, line, (int)found, at, m->folder, name);
    }
    line += length + (line[length] == '\n');
    at += found + (at[found] == '\n');
  }
  const size_t length = strlen(text);
  char number[64];
  snprintf(number, sizeof number, "number=%s\n", name);
  if (length < 5 || strcmp(text + length - 5, "\nend\n") != 0) return incomplete(m, name, "truncated: no line end");
  // A plan that was truncated between two lines has no line "bounds"; the text of the part continues there.
  return strncmp(at, number, strlen(number)) == 0 ||
         incomplete(m, name, "expected %.*s, found %.*s", (int)strlen(number) - 1, number, (int)strcspn(at, "\n"), at);
}

// "SIZE PATH": does the file have the size that it had when the part was complete?
static bool is_whole(struct merge *m, const char *name, const char *line, char path[PATH]) {
  struct stat s = {0};
  char *rest;
  const unsigned long long size = strtoull(line, &rest, 10);
  snprintf(path, PATH, "%.*s", (int)strcspn(rest + 1, "\n"), rest + 1);
  if (stat(path, &s) != 0) return incomplete(m, name, "%s: %s", path, strerror(errno));
  return (unsigned long long)s.st_size == size ||
         incomplete(m, name, "%s: expected %llu bytes, found %llu", path, size, (unsigned long long)s.st_size);
}

// --- taking a part ---------------------------------------------------------------------------------------------------

// Takes the description of the tests. The date is that of the first part.
static void take_about(struct merge *m, const struct junit *j) {
  for (size_t i = 0; i < j->about_count; i++) {
    const char *value = j->about[i].value;
    if (strcmp(j->about[i].name, "machine") != 0 || (m->machines && strstr(m->machines, value))) continue;
    const size_t used = m->machines ? strlen(m->machines) : 0, more = strlen(value) + 3;
    m->machines = error_memory(realloc(m->machines, used + more));
    snprintf(m->machines + used, more, "%s%s", used ? "; " : "", value);
  }
  if (m->all.about_count || m->all.timestamp) return;
  m->all.timestamp = j->timestamp;
  m->all.hostname = j->hostname;
  memcpy(m->all.about, j->about, sizeof j->about);
  m->all.about_count = j->about_count;
}

static bool take_tests(struct merge *m, const char *name, const char *path) {
  struct junit j;
  struct error err;
  char *text = read_string(path, &err);
  if (!text || !junit_read(path, text, &j, &err)) return incomplete(m, name, "%s", err.text);
  take_about(m, &j);
  junit_take(&m->all, &j);
  return true;
}

static bool take_text(struct merge *m, const char *name, const char *text) {
  const size_t before = m->all.count;
  char path[PATH];
  uint64_t counts[VERDICTS] = {0};
  bool good = is_of_plan(m, name, text);
  for (const char *line = strstr(text, "\nnumber="); good && line; line = strchr(line + 1, '\n')) {
    if (strncmp(line, "\nfile ", 6) == 0) good = is_whole(m, name, line + 6, path);
    if (strncmp(line, "\ncounts ", 8) == 0) {
      good = sscanf(line + 8, "%" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64, &counts[PASSED], &counts[FAILED],
                    &counts[SKIPPED], &counts[UNCLEAR]) == VERDICTS;
      if (!good) incomplete(m, name, "expected a line counts PASSED FAILED SKIPPED INCOMPLETE");
    } else if (good && strncmp(line, "\nfile ", 6) == 0 && strcmp(path + strlen(path) - 4, ".xml") == 0) {
      good = take_tests(m, name, path);
    }
  }
  if (!good) m->all.count = before;
  for (int i = 0; good && i < VERDICTS; i++) m->counts[i] += counts[i];
  return good;
}

static void take_part(struct merge *m, const char *name) {
  char path[PATH];
  snprintf(path, sizeof path, "%s/parts/%s/part", m->folder, name);
  char *text = read_string(path, NULL);
  if (text) {
    take_text(m, name, text);
  } else {
    incomplete(m, name, "not found: the part was not run, or has not ended");
  }
  free(text);
}

// --- results ---------------------------------------------------------------------------------------------------------

static bool write_to(const struct merge *m, const char *name, const char *bytes, size_t size, struct error *err) {
  char path[PATH];
  snprintf(path, sizeof path, "%s/%s", m->folder, name);
  return write_file(path, (const uint8_t *)bytes, size, err);
}

static void put_coverage(FILE *file, const struct run_facts *sum) {
  const char *protocol = sum->etm ? "etm3" : "pft";
  for (size_t i = 0; i < sum->cover.count; i++) {
    fprintf(file, "cover %s %s %" PRIu64 "\n", protocol, sum->cover.rows[i].name, sum->cover.rows[i].count);
  }
  for (size_t i = 0; i < sum->rules.count; i++) {
    fprintf(file, "rule %s %s %" PRIu64 " %" PRIu64 "\n", protocol, sum->rules.rows[i].name, sum->rules.rows[i].count,
            sum->rules.rows[i].bad);
  }
}

static void put_seeds(FILE *file, const struct junit *j) {
  static const char *const states[] = {[JUNIT_FAILED] = "failed",
                                       [JUNIT_PASSED] = "passed",
                                       [JUNIT_SKIPPED] = "skipped",
                                       [JUNIT_INCOMPLETE] = "incomplete"};
  for (size_t i = 0; i < j->count; i++) {
    if (*j->tests[i].seed) fprintf(file, "%s %s %s\n", j->tests[i].seed, states[j->tests[i].state], j->tests[i].group);
  }
}

enum output { OUTPUT_PAGE, OUTPUT_JUNIT, OUTPUT_COVERAGE, OUTPUT_SEEDS, OUTPUTS };

static bool write_all(const struct merge *m, struct run_facts sums[2], struct error *err) {
  static const char *const names[OUTPUTS] = {"report.html", "junit.xml", "coverage", "seeds"};
  bool good = true;
  for (int i = 0; good && i < OUTPUTS; i++) {
    char path[PATH], *bytes;
    size_t size;
    FILE *file = error_memory(open_memstream(&bytes, &size));
    snprintf(path, sizeof path, "%s/junit.xml", m->folder);
    if (i == OUTPUT_PAGE) good = report_regression(file, path, &m->all, sums, err);
    if (i == OUTPUT_JUNIT) junit_write(file, &m->all);
    for (int etm = 0; i == OUTPUT_COVERAGE && etm < 2; etm++) put_coverage(file, &sums[etm]);
    if (i == OUTPUT_SEEDS) put_seeds(file, &m->all);
    if (fclose(file) != 0) error_memory(NULL);
    good = good && write_to(m, names[i], bytes, size, err);
    free(bytes);
  }
  return good;
}

static void print_failures(const struct junit *j) {
  for (size_t i = 0; i < j->count; i++) {
    const struct junit_test *t = &j->tests[i];
    if (t->state != JUNIT_FAILED && t->state != JUNIT_INCOMPLETE) continue;
    const char *line = strstr(t->text, "\nagain: ");
    printf("%s %s/%s: %s\n", t->state == JUNIT_FAILED ? "FAILED" : "INCOMPLETE", t->group, t->name, t->message);
    if (*t->again) printf("again: %s\n", t->again);
    if (!*t->again && line) printf("again: %.*s\n", (int)strcspn(line + 8, "\n"), line + 8);
  }
}

static void print_compared(const struct run_facts *sum) {
  if (sum->runs == 0) return;
  printf("compared in the runs that passed: %" PRIu64 " %s, %" PRIu64 " instructions, in %" PRIu64
         " clocks of %u runs\n",
         sum->whole_items, sum->etm ? "ETM steps" : "PTM waypoints", sum->whole_instructions, sum->counts[COUNT_CLOCKS],
         sum->runs);
}

static int finish(const struct merge *m) {
  printf("report: %s/report.html\n%" PRIu64 " passed, %" PRIu64 " failed, %" PRIu64 " skipped", m->folder,
         m->counts[PASSED], m->counts[FAILED], m->counts[SKIPPED]);
  if (m->counts[UNCLEAR]) printf(", %" PRIu64 " incomplete", m->counts[UNCLEAR]);
  if (m->incomplete) printf(", INCOMPLETE: %zu of %zu parts", m->incomplete, m->parts);
  putchar('\n');
  return m->counts[FAILED] ? 1 : m->incomplete || m->counts[UNCLEAR] ? 2 : m->counts[PASSED] == 0;
}

static int merge(struct merge *m, struct error *err) {
  struct run_facts sums[2] = {{0}};
  size_t length;
  const char *parts = value_of(m->plan, "parts", &length);
  const unsigned long wanted = parts ? strtoul(parts, NULL, 10) : 0;
  if (wanted == 0) {
    error_set(err, "%s/plan: expected a line parts=N", m->folder);
    return could_not_run(err);
  }
  for (unsigned long i = 1; i <= wanted; i++) {
    char name[24];
    snprintf(name, sizeof name, "%lu", i);
    take_part(m, name);
  }
  m->parts = wanted;
  if (value_of(m->plan, "bounds", &length)) {
    take_part(m, "closing");
    m->parts++;
  }
  for (size_t i = 0; m->machines && i < m->all.about_count; i++) {
    if (strcmp(m->all.about[i].name, "machine") == 0) m->all.about[i].value = m->machines;
  }
  if (!write_all(m, sums, err)) return could_not_run(err);
  print_failures(&m->all);
  for (int etm = 0; etm < 2; etm++) print_compared(&sums[etm]);
  for (int etm = 0; etm < 2; etm++) run_facts_free(&sums[etm]);
  return finish(m);
}

int command_merge(int argc, char **argv) {
  int first = argc;
  struct option_line line = {
      .command = "waypoint merge",
      .usage = "FOLDER",
      .about =
          "Merges the parts that .ci/farm has run to one verdict, JUnit file, HTML page, coverage and list of seeds.",
      .rest = &first};
  struct error err;
  char path[PATH];
  const enum option_result result = option_line_read(&line, argc, argv, NULL, &err);
  if (result == OPTION_ANSWERED) return 0;
  if (result == OPTION_GOOD && first + 1 != argc)
    error_set(&err, "expected a directory that .ci/farm wrote; see waypoint merge --help");
  if (result != OPTION_GOOD || first + 1 != argc) return could_not_run(&err);
  struct merge m = {.folder = argv[first]};
  snprintf(path, sizeof path, "%s/plan", m.folder);
  struct error cause;
  m.plan = read_string(path, &cause);
  if (!m.plan) error_set(&err, "%s; expected a directory that .ci/farm wrote", cause.text);
  const int code = m.plan ? merge(&m, &err) : could_not_run(&err);
  junit_free(&m.all);
  free(m.machines);
  free(m.plan);
  return code;
}
