// SPDX-License-Identifier: Apache-2.0
#include "judge.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

// The next test in a cmocka program's XML from *at on; false after the last. Cuts the text into strings.
static bool next_case(char **at, struct cmocka_test *c) {
  static const char head[] = "<testcase name=\"", cdata[] = "<failure><![CDATA[", tail[] = "]]></failure>";
  char *name = strstr(*at, head);
  char *body = name ? strstr(name + strlen(head), "\" time=\"") : NULL;
  char *end = body ? strstr(body, "</testcase>") : NULL;
  if (!end) return false;
  char *failure = strstr(body, cdata), *skipped = strstr(body, "<skipped");
  *c = (struct cmocka_test){.name = name + strlen(head), .seconds = atof(body + 8)};
  *body = '\0';
  if (failure && failure < end) {
    c->failure = failure + strlen(cdata);
    char *close = strstr(c->failure, tail);  // sought from here, as the text may hold "</testcase>"
    end = close ? close + strlen(tail) : end;
    if (close) *close = '\0';
  } else {
    c->skipped = skipped && skipped < end;
  }
  *at = end;
  return true;
}

static bool count_cmocka(struct entry *e) {
  char *at = strdup(e->text);
  struct cmocka_test c;
  while (at && next_case(&at, &c)) {
    e->cases = grow(e->cases, (e->case_count + 1) * sizeof c);
    e->cases[e->case_count++] = c;
    (*(c.failure ? &e->counts.failed : c.skipped ? &e->counts.skipped : &e->counts.passed))++;
  }
  return e->case_count > 0;
}

static bool count_line(struct entry *e) {
  bool found = false;
  for (const char *line = e->text; line; line = strchr(line, '\n')) {
    struct counts c = {0};
    int end = 0;
    if (*line == '\n') line++;
    if (sscanf(line, "%u passed, %u failed, %u skipped%n", &c.passed, &c.failed, &c.skipped, &end) == 3 && end > 0 &&
        (line[end] == '\n' || line[end] == '\0')) {
      e->counts = c;
      found = true;
    }
  }
  return found;
}

static const char *line_start(const char *text, const char *at) {
  while (at > text && at[-1] != '\n') at--;
  return at;
}

// A run in which something could not be checked exits with 2. Its last line begins with the verdict, the line before it
// has the reason.
static const char *find_incomplete(const char *text, int status) {
  const char *end = text + strlen(text);
  const char *last = line_start(text, end > text ? end - 1 : end);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 2) return NULL;
  if (strncmp(last, "INCOMPLETE ", 11) != 0 && strncmp(last, "NOTHING CHECKED ", 16) != 0) return NULL;
  return last > text ? line_start(text, last - 1) : last;
}

static bool told_nothing(const struct counts *c) { return c->passed + c->failed + c->skipped == 0; }

void judge(struct entry *e, int status) {
  const bool clean = WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 77);
  const bool reported = count_cmocka(e) || count_line(e);
  if (e->stop_reason == STOPPED_BY_CLOCK) {
    snprintf(e->why, sizeof e->why, "hang: stopped after %.1f s by the clock, with %.1f s of CPU time (limit %g s)",
             e->seconds, e->cpu, e->limit);
  } else if (e->cpu > e->limit) {
    snprintf(e->why, sizeof e->why, "CPU time limit of %g s exceeded: %s %.1f s", e->limit,
             e->stop_reason == STOPPED_BY_CPU ? "stopped after" : "it used", e->cpu);
  } else if (WIFSIGNALED(status)) {
    snprintf(e->why, sizeof e->why, "killed by signal %d", WTERMSIG(status));
  } else if ((e->incomplete = find_incomplete(e->text, status))) {
    snprintf(e->why, sizeof e->why, "incomplete");
  } else if (!clean && e->counts.failed == 0) {
    snprintf(e->why, sizeof e->why, "exit code %d", WEXITSTATUS(status));
  } else if (clean && !reported && WEXITSTATUS(status) == 77) {
    e->counts.skipped = 1;
  } else if (clean && told_nothing(&e->counts)) {
    snprintf(e->why, sizeof e->why, "exit code 0, but it reported no test");
  }
  e->cut_short = WIFSIGNALED(status);
  if (*e->why) (*(e->incomplete ? &e->counts.incomplete : &e->counts.failed))++;
}
