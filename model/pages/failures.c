// SPDX-License-Identifier: Apache-2.0
// The section on failures of a regression, with one entry for each cause.
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "html.h"
#include "sections.h"

enum { SIGNATURE = 250, LISTED = 40 };

struct failure {
  char signature[SIGNATURE];
  const struct junit_test *test;
  size_t of;  // number of failures with this signature
};

static int by_signature(const void *a, const void *b) {
  const struct failure *x = a, *y = b;
  const int order = strcmp(x->signature, y->signature);
  return order ? order : (x->test > y->test) - (x->test < y->test);
}

static int by_frequency(const void *a, const void *b) {
  const struct failure *x = a, *y = b;
  if (x->of != y->of) return x->of < y->of ? 1 : -1;
  return by_signature(a, b);
}

// The text that says what failed. The message of a test reports its state, or why it is incomplete. The text, if a test
// has its own, begins with its first message.
static const char *text_of(const struct junit_test *t) {
  if (t->state == JUNIT_INCOMPLETE) return t->message;
  const bool has_own_text = *t->text && (strcmp(t->group, t->name) == 0 || strncmp(t->message, "exit code", 9) == 0);
  return has_own_text || signature_is_failure(t->message) ? t->text : t->message;
}

static size_t find_failures(const struct junit *j, struct failure *failures) {
  size_t count = 0;
  for (size_t i = 0; i < j->count; i++) {
    const struct junit_test *t = &j->tests[i];
    if (t->state != JUNIT_FAILED && t->state != JUNIT_INCOMPLETE) continue;
    signature_of(text_of(t), failures[count].signature, SIGNATURE);
    failures[count++].test = t;
  }
  qsort(failures, count, sizeof *failures, by_signature);
  for (size_t i = 0, end; i < count; i = end) {
    for (end = i; end < count && strcmp(failures[end].signature, failures[i].signature) == 0;) end++;
    for (size_t k = i; k < end; k++) failures[k].of = end - i;
  }
  qsort(failures, count, sizeof *failures, by_frequency);
  return count;
}

// Prints the command that repeats the test: the property of the test, or a line of its text.
static void put_again(FILE *file, const struct junit_test *t) {
  const char *line = strstr(t->text, "\nagain: make ");
  const char *command = *t->again ? t->again : line ? line + 8 : "";
  if (!*command) return;
  fputs("<code class=\"command\">", file);
  html_part(file, command, strcspn(command, "\n"));
  fputs("</code>", file);
}

static void put_name(FILE *file, const struct junit_test *t) {
  html_text(file, t->group);
  if (strcmp(t->group, t->name) == 0) return;
  fputc('/', file);
  html_text(file, t->name);
}

// The first line of a failure, if its signature differs from it.
static void put_first_line(FILE *file, const struct failure *f) {
  const char *text = text_of(f->test) + strspn(text_of(f->test), "\n ");
  const size_t length = strcspn(text, "\n");
  if (strncmp(text, f->signature, length) == 0) return;
  html_part(file, text, length);
  fputs("<br>", file);
}

static void put_cause(FILE *file, const struct failure *f) {
  html_counts(file, "<details class=\"cause\"><summary><span class=\"times\">#\xC3\x97</span> <b>", (uint64_t)f->of);
  html_text(file, f->signature);
  fputs("</b><small>", file);
  put_first_line(file, f);
  put_name(file, f->test);
  if (*f->test->seed) {
    fputs(", seed ", file);
    html_text(file, f->test->seed);
  }
  fputs(": ", file);
  put_again(file, f->test);
  fputs("</small></summary>\n<pre>", file);
  html_text(file, *f->test->text ? f->test->text : f->test->message);
  fputs(
      "</pre>\n<table class=\"plain\"><thead><tr><th>run<th class=\"n\">seed<th>the command that repeats it</thead>\n",
      file);
  for (size_t i = 0; i < f->of && i < LISTED; i++) {
    fputs("<tr><td>", file);
    put_name(file, f[i].test);
    fputs("<td class=\"n\">", file);
    html_text(file, f[i].test->seed);
    fputs("<td>", file);
    put_again(file, f[i].test);
    fputc('\n', file);
  }
  fputs("</table>\n", file);
  if (f->of > LISTED) fprintf(file, "<p class=\"note\">%zu more are in the table of runs</p>\n", f->of - LISTED);
  fputs("</details>\n", file);
}

static void put_plural(FILE *file, size_t count, const char *noun) {
  fprintf(file, "%zu %s%s", count, noun, count == 1 ? "" : "s");
}

void failures_write(FILE *file, const struct junit *junit) {
  struct failure *failures = error_memory(calloc(junit->count, sizeof *failures));
  const size_t count = find_failures(junit, failures);
  size_t causes = 0, incomplete = 0;
  for (size_t i = 0; i < count; i += failures[i].of) causes++;
  for (size_t i = 0; i < count; i++) incomplete += failures[i].test->state == JUNIT_INCOMPLETE;
  if (count) {
    fputs("<h2>Failures, by cause</h2>\n<p class=\"note\">", file);
    put_plural(file, count - incomplete, "failure");
    fputs(incomplete ? " and " : "", file);
    if (incomplete) put_plural(file, incomplete, "incomplete test");
    fputs(" with ", file);
    put_plural(file, causes, "cause");
    fputs(
        ". Failures with the same rule, or the same check and message apart from numbers, have one cause. Each cause "
        "shows the report of its first run.</p>\n",
        file);
  }
  for (size_t i = 0; i < count; i += failures[i].of) put_cause(file, &failures[i]);
  free(failures);
}
