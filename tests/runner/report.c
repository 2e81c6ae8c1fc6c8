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
// Elements and attributes are those of junit.xsd.

// The length of the character in UTF-8, if XML has it (XML 1.0, 2.2). 0: it is none.
static int character_length(const char *text, int room) {
  static const struct {
    unsigned char mask, lead;
    unsigned long from;
  } rows[] = {{0x80, 0x00, 0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}};
  for (int length = 1; length <= 4 && length <= room; length++) {
    const unsigned char first = (unsigned char)*text;
    if ((first & rows[length - 1].mask) != rows[length - 1].lead) continue;
    unsigned long c = first & ~rows[length - 1].mask;
    for (int i = 1; i < length; i++) {
      if ((text[i] & 0xC0) != 0x80) return 0;
      c = c << 6 | (text[i] & 0x3F);
    }
    const bool is_surrogate = c >> 11 == 0x1B, is_noncharacter = c == 0xFFFE || c == 0xFFFF;
    const bool is_control = c < ' ' && c != '\n' && c != '\t';
    return c < rows[length - 1].from || c > 0x10FFFF || is_surrogate || is_noncharacter || is_control ? 0 : length;
  }
  return 0;
}

static void write_xml(FILE *file, const char *text, int length) {
  for (int i = 0, step; i<length; i += step> 0 ? step : 1) {
    step = character_length(text + i, length - i);
    if (step == 0) {
      fputc('?', file);
    } else if (strchr("<>&\"", text[i])) {
      fprintf(file, "&#%d;", text[i]);
    } else {
      fwrite(text + i, 1, (size_t)step, file);
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
  fprintf(file, "<failure type=\"%s\"", e->incomplete ? "incomplete" : "failure");
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

static void write_property(FILE *file, const char *name, int name_length, const char *value, int length) {
  fputs("   <property", file);
  write_attribute(file, "name", name, name_length);
  write_attribute(file, "value", value, length);
  fputs("/>\n", file);
}

// A property of one test, TEST.NAME of its suite: the schemas of Ant and of Jenkins have none in a <testcase>.
static void write_test_property(FILE *file, const struct entry *e, const char *name, const char *value) {
  if (!value) return;
  char *whole;
  size_t size;
  FILE *to = open_memstream(&whole, &size);
  if (!to) give_up(e->name, "out of memory");
  fprintf(to, "%s.%s", e->case_name, name);
  if (fclose(to) != 0) give_up(e->name, "out of memory");
  write_property(file, whole, (int)strlen(whole), value, (int)strlen(value));
  free(whole);
}

// What all tests are of.
static void write_about(FILE *file, const struct report *r) {
  if (!r->about) return;
  for (const char *line = r->about, *end; *line; line = end + (*end == '\n')) {
    end = line + strcspn(line, "\n");
    const char *equals = memchr(line, '=', (size_t)(end - line));
    if (equals) write_property(file, line, (int)(equals - line), equals + 1, (int)(end - equals - 1));
  }
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
static void write_scope(FILE *file, const struct entry *e) {
  char *unchecked = facts_names(e->facts, "unchecked "), *rest = facts_names(e->facts, "tried 0 ");
  write_test_property(file, e, "not checked", unchecked);
  write_test_property(file, e, "not exercised", rest);
  free(unchecked);
  free(rest);
}

// Of a run: what repeats it, what it left for the HTML report, and its scope.
static void write_properties(FILE *file, const struct report *r, const struct list *l, const struct entry *e) {
  if (!e->facts) return;
  char *again = again_text(r, l, e);
  write_test_property(file, e, "seed", e->seed);
  write_test_property(file, e, "again", again);
  write_test_property(file, e, "facts", e->facts);
  write_scope(file, e);
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
  if (failed) write_failure(file, r, l, e, NULL);
  if (skipped) fputs("<skipped/>", file);
  fputs("</testcase>\n", file);
  (*(failed ? &sum->failed : skipped ? &sum->skipped : &sum->passed))++;
}

static void write_start(FILE *file, const struct report *r, const struct group *g, const struct counts *sum, int id) {
  char host[256] = "", started[24] = "";
  if (gethostname(host, sizeof host - 1) != 0 || !*host) strcpy(host, "localhost");
  strftime(started, sizeof started, "%Y-%m-%dT%H:%M:%S", gmtime(&r->started));
  fputs(" <testsuite", file);
  write_attribute(file, "name", g->name, (int)strlen(g->name));
  write_attribute(file, "hostname", host, (int)strlen(host));
  fprintf(file,
          " package=\"\" id=\"%d\" timestamp=\"%s\" time=\"%.3f\" tests=\"%u\" failures=\"%u\" errors=\"0\" "
          "skipped=\"%u\">\n",
          id, started, g->seconds, sum->passed + sum->failed + sum->skipped, sum->failed, sum->skipped);
}

// False: no test of the group has ended.
static bool write_suite(FILE *file, const struct report *r, const struct list *l, size_t group, int id) {
  char *cases, *properties;
  size_t size;
  struct counts sum = {0};
  FILE *inner = open_memstream(&cases, &size), *about = open_memstream(&properties, &size);
  if (!inner || !about) give_up(l->groups[group].name, "out of memory");
  write_about(about, r);
  for (size_t i = 0; i < l->count; i++) {
    const struct entry *e = &l->entries[i];
    if (e->group != group || e->state != ENDED) continue;
    write_properties(about, r, l, e);
    write_entry(inner, r, l, e, &sum);
  }
  if (fclose(inner) != 0 || fclose(about) != 0) give_up(l->groups[group].name, "out of memory");
  const bool has_tests = sum.passed + sum.failed + sum.skipped > 0;
  if (has_tests) {
    write_start(file, r, &l->groups[group], &sum, id);
    fprintf(file, "  <properties>\n%s  </properties>\n%s  <system-out/>\n  <system-err/>\n </testsuite>\n", properties,
            cases);
  }
  free(cases);
  free(properties);
  return has_tests;
}

void report_junit(const struct report *r, const struct list *l, const char *path) {
  FILE *file = fopen(path, "w");
  if (!file) give_up(path, strerror(errno));
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", file);
  int suites = 0;
  for (size_t i = 0; i < l->group_count; i++) suites += write_suite(file, r, l, i, suites);
  fputs("</testsuites>\n", file);
  if (fclose(file) != 0) give_up(path, strerror(errno));
}
