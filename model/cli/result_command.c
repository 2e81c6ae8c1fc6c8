// SPDX-License-Identifier: Apache-2.0
// waypoint result: combines result files to an exit code.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check_options.h"
#include "command.h"
#include "lines.h"
#include "option_table.h"
#include "result_file.h"
#include "verdict.h"

// The last line, which the caller frees. NULL: the file cannot be read, or is truncated. "": there is none.
static char *last_line(const char *path, struct error *err) {
  struct lines l;
  char *last = error_memory(calloc(1, 1));
  lines_open(&l, path, err);
  while (lines_next(&l)) {
    free(last);
    last = error_memory(strdup(l.text));
  }
  if (lines_close(&l)) return last;
  free(last);
  return NULL;
}

// Prints why a file has no verdict, after the lines of the files before it.
static enum verdict refuse_result(const struct error *err) {
  fflush(stdout);
  could_not_run(err);
  return VERDICT_NOTHING + 1;
}

// The verdict at the start of the last line of a result file, or VERDICT_NOTHING + 1. Prints a verdict that is not
// PASS.
static enum verdict read_result(const char *path) {
  struct error err;
  char *last = last_line(path, &err);
  if (!last) return refuse_result(&err);
  enum verdict v = VERDICT_PASS;
  for (; v <= VERDICT_NOTHING; v++) {
    const size_t length = strlen(verdict_word(v));
    if (strncmp(last, verdict_word(v), length) == 0 && strchr(" ", last[length])) break;
  }
  if (v > VERDICT_NOTHING) {
    error_set(&err, "%s: expected a last line with PASS, FAIL, INCOMPLETE or NOTHING CHECKED; see docs/ci.md", path);
    refuse_result(&err);
  } else if (v != VERDICT_PASS) {
    error_set(&err, "%s: %s", path, last);
    puts(err.text);
  }
  free(last);
  return v;
}

struct result_words {
  uint32_t expect;  // 0: any number of files
  bool begin;
};

static const struct option_row rows[] = {
    {"expect", "N", "expected number of result files; another number is exit code 2 (default: any number)",
     .kind = OPTION_NUMBER, .at = offsetof(struct result_words, expect), .min = 1, .max = 1000000},
    {"begin", NULL, "set each FILE to INCOMPLETE, before a run: a checker that never starts is then not a PASS",
     .kind = OPTION_ON, .at = offsetof(struct result_words, begin)},
};
static const struct option_group own = {"result files:", rows, OPTION_COUNT(rows)};

// Sets each file to INCOMPLETE before a run.
static int begin(int count, char **paths) {
  struct error err;
  for (int i = 0; i < count; i++) {
    const struct check_options file = {.result = paths[i]};
    if (!result_incomplete(&file, "no checker has started", &err)) return could_not_run(&err);
  }
  return 0;
}

static int judge(uint32_t expect, int count, char **paths) {
  int worst = 0, passed = 0, without = 0;
  for (int i = 0; i < count; i++) {
    const enum verdict v = read_result(paths[i]);
    const int code = v > VERDICT_NOTHING ? 2 : v == VERDICT_PASS ? 0 : verdict_code(v);
    if (code == 1 || worst == 0) worst = code;
    passed += code == 0;
    without += v > VERDICT_NOTHING;
  }
  printf("%d of %d PASS", passed, count);
  if (without > 0) printf(", %d without a verdict", without);
  putchar('\n');
  if (expect == 0 || expect == (uint32_t)count) return worst;
  printf("expected %u result files, found %d\n", (unsigned)expect, count);
  return worst == 1 ? 1 : 2;
}

int command_result(int argc, char **argv) {
  int first = argc;
  struct result_words words = {0};
  struct option_line line = {.command = "waypoint result",
                             .usage = "FILE...",
                             .about =
                                 "Combines the result files of checkers (result=FILE) to an exit code: 0: all PASS, 1: "
                                 "at least one FAIL, 2: otherwise.",
                             .groups = {&own},
                             .rest = &first};
  struct error err;
  const enum option_result result = option_line_read(&line, argc, argv, &words, &err);
  if (result == OPTION_ANSWERED) return 0;
  const int count = result == OPTION_GOOD ? argc - first : 0;
  if (result == OPTION_GOOD && count == 0) error_set(&err, "expected result files; see waypoint result --help");
  if (count == 0) return could_not_run(&err);
  return words.begin ? begin(count, argv + first) : judge(words.expect, count, argv + first);
}
