// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Of a report its first lines, which say what is wrong, and its last ones; of a group's failures the first in full.
enum { HEAD_LINES = 24, TAIL_LINES = 3, TOLD_IN_FULL = 3 };

static double last_said;  // seconds, 0: nothing yet

void report_progress(const struct report *r, const struct list *l, const char *name) {
  if (isatty(STDOUT_FILENO)) {
    printf("\r\033[K");
    if (name) printf("[%zu of %zu] %s", l->ended, l->count, name);
  } else if (name && last_said > 0 && now() - last_said >= r->period) {
    printf("...   [%zu of %zu] %s\n", l->ended, l->count, name);
    last_said = 0;
  }
  if (!name || last_said <= 0) last_said = now();
  fflush(stdout);
}

// The first lines of a text, and its last if it is longer.
static bool write_head(FILE *file, const char *text) {
  const char *end = text;
  for (int i = 0; i < HEAD_LINES && *end; i++) end += strcspn(end, "\n") + (strchr(end, '\n') != NULL);
  const char *tail = text + strlen(text);
  for (int lines = TAIL_LINES; tail > end && (tail[-1] != '\n' || lines-- > 0);) tail--;
  fwrite(text, 1, (size_t)(end - text), file);
  const bool cut = tail > end;
  if (cut) fputs("...\n", file);
  fputs(tail, file);
  if (*text && text[strlen(text) - 1] != '\n') fputc('\n', file);
  return cut;
}

// NAME as a file's name.
static void write_log_path(FILE *file, const struct report *r, const struct entry *e) {
  fprintf(file, "%s/", r->folder);
  for (const char *c = e->name; *c; c++) fputc(*c == '/' ? '-' : *c, file);
  fputs(".log", file);
}

// The command that repeats it, to be freed. A closing entry repeats all of its group.
static char *again_text(const struct report *r, const struct list *l, const struct entry *e) {
  char *text;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  if (!file) give_up(e->name, "out of memory");
  if (e->again) {
    fputs(e->again, file);
  } else {
    fprintf(file, "%s T='%s'", r->again, e->closing ? l->groups[e->group].name : e->name);
  }
  if (fclose(file) != 0) give_up(e->name, "out of memory");
  return text;
}

// What a person needs to know of a failure: of the entry as a whole, or of one cmocka test in it.
static char *failure_text(const struct report *r, const struct list *l, const struct entry *e,
                          const struct cmocka_test *c) {
  char *text;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  if (!file) give_up(e->name, "out of memory");
  if (write_head(file, c ? c->failure : e->text) && r->folder) {
    fputs("whole report: ", file);
    write_log_path(file, r, e);
    fputc('\n', file);
  }
  if (e->seed) fprintf(file, "seed: %s\n", e->seed);
  char *again = again_text(r, l, e);
  fprintf(file, "again: %s\n", again);
  free(again);
  if (fclose(file) != 0) give_up(e->name, "out of memory");
  return text;
}

// The first line of the report, or what became of the command if it said nothing or could not say all.
static const char *first_line(const struct entry *e, const struct cmocka_test *c, int *length) {
  const char *text = c ? c->failure : e->text;
  text += strspn(text, "\n");
  if (!c && (e->cut_short || !*text)) text = e->why;
  if (!c && e->incomplete) text = e->incomplete;
  *length = (int)strcspn(text, "\n");
  return text;
}

// What became of an entry: how its command ended, or how many of its tests failed. Of a single test that has failed,
// the report says it.
static void print_outcome(const struct entry *e) {
  const struct counts *n = &e->counts;
  const unsigned tests = n->passed + n->failed + n->skipped;
  if (*e->why) {
    printf("%s\n", e->why);
  } else if (tests > 1) {
    printf("%u of %u tests failed\n", n->failed, tests);
  }
}

static void print_failure(const struct report *r, const struct list *l, const struct entry *e,
                          const struct cmocka_test *c, bool in_full) {
  int length;
  const char *line = first_line(e, c, &length);
  if (!in_full || e->incomplete) {
    printf("%s %s%s%s: %.*s\n", e->incomplete ? "INCOMPLETE" : "FAILED", e->name, c ? ": " : "", c ? c->name : "",
           length, line);
  }
  if (!in_full) return;
  char *text = failure_text(r, l, e, c);
  if (!e->incomplete) printf("FAILED %s: ", e->name);
  if (!e->incomplete && c) printf("%s\n", c->name);
  if (!e->incomplete && !c) print_outcome(e);
  fputs(text, stdout);
  free(text);
}

static void keep_log(const struct report *r, const struct entry *e) {
  char *path;
  size_t size;
  FILE *name = open_memstream(&path, &size);
  if (!name) give_up(e->name, "out of memory");
  write_log_path(name, r, e);
  fclose(name);
  FILE *file = fopen(path, "w");
  if (!file || fputs(*e->text ? e->text : e->why, file) < 0 || fclose(file) != 0) give_up(path, strerror(errno));
  free(path);
}

void report_failure(const struct report *r, struct list *l, const struct entry *e) {
  unsigned *reported = &l->groups[e->group].failures_told;
  if (r->folder) keep_log(r, e);
  for (size_t i = 0; i < e->case_count; i++) {
    if (e->cases[i].failure) print_failure(r, l, e, &e->cases[i], (*reported)++ < TOLD_IN_FULL);
  }
  if (!e->case_count || *e->why) print_failure(r, l, e, NULL, (*reported)++ < TOLD_IN_FULL);
}

void report_group(const struct group *g) {
  const struct counts *n = &g->counts;
  const char *word = n->failed ? "FAIL" : n->incomplete ? "INCOMPLETE" : n->passed ? "ok" : "skip";
  printf("%-5s %-30s %6u passed", word, g->name, n->passed);
  if (n->failed) printf(", %u failed", n->failed);
  if (n->incomplete) printf(", %u incomplete", n->incomplete);
  if (n->skipped) printf(", %u skipped", n->skipped);
  printf("  %6.1f s\n", g->seconds);
}

// --- JUnit -----------------------------------------------------------------------------------------------------------

static void write_xml(FILE *file, const char *text, int length) {
  for (int i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c == '<' || c == '>' || c == '&' || c == '"') {
      fprintf(file, "&#%u;", c);
    } else {
      fputc(iscntrl(c) && c != '\n' && c != '\t' ? '?' : c, file);
    }
  }
}

static void write_attribute(FILE *file, const char *name, const char *value, int length) {
  fprintf(file, " %s=\"", name);
  write_xml(file, value, length);
  fputc('"', file);
}

static void write_failure(FILE *file, const struct report *r, const struct list *l, const struct entry *e,
                          const struct cmocka_test *c) {
  int length;
  const char *line = first_line(e, c, &length);
  char *text = failure_text(r, l, e, c);
  fputs(e->incomplete ? "<failure type=\"incomplete\"" : "<failure", file);
  write_attribute(file, "message", line, length);
  fputc('>', file);
  write_xml(file, text, (int)strlen(text));
  fputs("</failure>", file);
  free(text);
}

static void open_case(FILE *file, const char *suite, const char *name, double seconds) {
  fputs("  <testcase", file);
  write_attribute(file, "classname", suite, (int)strlen(suite));
  write_attribute(file, "name", name, (int)strlen(name));
  fprintf(file, " time=\"%.3f\">", seconds);
}

static void write_property(FILE *file, const char *name, const char *value) {
  if (!value) return;
  fputs("<property", file);
  write_attribute(file, "name", name, (int)strlen(name));
  write_attribute(file, "value", value, (int)strlen(value));
  fputs("/>", file);
}

// What all tests are of.
static void write_about(FILE *file, const struct report *r) {
  if (!r->about) return;
  fputs("  <properties>", file);
  for (const char *line = r->about, *end; *line; line = end + (*end == '\n')) {
    end = line + strcspn(line, "\n");
    const char *equals = memchr(line, '=', (size_t)(end - line));
    if (!equals) continue;
    fputs("<property", file);
    write_attribute(file, "name", line, (int)(equals - line));
    write_attribute(file, "value", equals + 1, (int)(end - equals - 1));
    fputs("/>", file);
  }
  fputs("</properties>\n", file);
}

// The names of the lines of a facts file that begin with `word`, separated by commas; NULL: there is none.
static char *facts_names(const char *path, const char *word) {
  char line[512], *text = NULL;
  size_t size, used = 0;
  const size_t length = strlen(word);
  FILE *file = fopen(path, "r"), *to = open_memstream(&text, &size);
  if (!to) give_up(path, "out of memory");
  while (file && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = '\0';
    if (strncmp(line, word, length) != 0) continue;
    fprintf(to, "%s%s", used++ ? ", " : "", line + length);
  }
  if (file) fclose(file);
  if (fclose(to) != 0) give_up(path, "out of memory");
  if (used == 0) free(text);
  return used ? text : NULL;
}

// The scope of a verdict: a feature that was programmed and not checked, and those that the run did not exercise.
static void write_scope(FILE *file, const char *facts) {
  char *unchecked = facts_names(facts, "unchecked "), *rest = facts_names(facts, "tried 0 ");
  write_property(file, "not checked", unchecked);
  write_property(file, "not exercised", rest);
  free(unchecked);
  free(rest);
}

// Of a run: what repeats it, what it left for the HTML report, and its scope.
static void write_properties(FILE *file, const struct report *r, const struct list *l, const struct entry *e) {
  if (!e->facts) return;
  char *again = again_text(r, l, e);
  fputs("<properties>", file);
  write_property(file, "seed", e->seed);
  write_property(file, "again", again);
  write_property(file, "facts", e->facts);
  write_scope(file, e->facts);
  fputs("</properties>", file);
  free(again);
}

static void write_entry(FILE *file, const struct report *r, const struct list *l, const struct entry *e,
                        struct counts *sum) {
  for (size_t i = 0; i < e->case_count; i++) {
    const struct cmocka_test *c = &e->cases[i];
    open_case(file, e->name, c->name, c->seconds);
    if (c->failure) write_failure(file, r, l, e, c);
    if (c->skipped) fputs("<skipped/>", file);
    fputs("</testcase>\n", file);
    (*(c->failure ? &sum->failed : c->skipped ? &sum->skipped : &sum->passed))++;
  }
  if (e->case_count && !*e->why) return;
  const bool failed = counts_bad(&e->counts), skipped = !failed && e->counts.passed == 0;
  open_case(file, l->groups[e->group].name, e->case_name, e->seconds);
  write_properties(file, r, l, e);
  if (failed) write_failure(file, r, l, e, NULL);
  if (skipped) fputs("<skipped/>", file);
  fputs("</testcase>\n", file);
  (*(failed ? &sum->failed : skipped ? &sum->skipped : &sum->passed))++;
}

static void write_suite(FILE *file, const struct report *r, const struct list *l, size_t group) {
  const struct group *g = &l->groups[group];
  char *cases;
  size_t size;
  struct counts sum = {0};
  FILE *inner = open_memstream(&cases, &size);
  if (!inner) give_up(g->name, "out of memory");
  for (size_t i = 0; i < l->count; i++) {
    const struct entry *e = &l->entries[i];
    if (e->group == group && e->state == ENDED) write_entry(inner, r, l, e, &sum);
  }
  if (fclose(inner) != 0) give_up(g->name, "out of memory");
  const unsigned tests = sum.passed + sum.failed + sum.skipped;
  if (tests > 0) {
    fputs(" <testsuite", file);
    write_attribute(file, "name", g->name, (int)strlen(g->name));
    fprintf(file, " time=\"%.3f\" tests=\"%u\" failures=\"%u\" skipped=\"%u\">\n", g->seconds, tests, sum.failed,
            sum.skipped);
    write_about(file, r);
    fprintf(file, "%s </testsuite>\n", cases);
  }
  free(cases);
}

void report_junit(const struct report *r, const struct list *l, const char *path) {
  FILE *file = fopen(path, "w");
  if (!file) give_up(path, strerror(errno));
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", file);
  for (size_t i = 0; i < l->group_count; i++) write_suite(file, r, l, i);
  fputs("</testsuites>\n", file);
  if (fclose(file) != 0) give_up(path, strerror(errno));
}
