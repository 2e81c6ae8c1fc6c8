// SPDX-License-Identifier: Apache-2.0
// waypoint result: a result file read again.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "option_table.h"
#include "verdict.h"

// The exit code of a result file: that of the verdict with which its last line begins. What is no PASS is printed.
static int read_result(const char *path) {
  char line[4096], last[4096] = "";
  FILE *file = fopen(path, "r");
  if (!file) {
    printf("%s: %s\n", path, strerror(errno));
    return 2;
  }
  while (fgets(line, sizeof line, file)) memcpy(last, line, sizeof last);
  fclose(file);
  last[strcspn(last, "\n")] = '\0';
  for (enum verdict v = VERDICT_PASS; v <= VERDICT_NOTHING; v++) {
    const char *word = verdict_word(v);
    const size_t length = strlen(word);
    if (strncmp(last, word, length) != 0 || !strchr(" ", last[length])) continue;
    if (v != VERDICT_PASS) printf("%s: %s\n", path, last);
    return verdict_code(v);
  }
  printf("%s: expected a line that begins with PASS, FAIL, INCOMPLETE or NOTHING CHECKED\n", path);
  return 2;
}

int command_result(int argc, char **argv) {
  int first = argc;
  struct option_line line = {
      .command = "waypoint result",
      .usage = "FILE...",
      .about = "Result files of checkers (result=FILE) to an exit code: 0 all PASS, 1 a FAIL, 2 else.",
      .rest = &first};
  struct error err;
  const enum option_result result = option_line_read(&line, argc, argv, NULL, &err);
  if (result == OPTION_ANSWERED) return 0;
  const int count = result == OPTION_GOOD ? argc - first : 0;
  if (result == OPTION_GOOD && count == 0) {
    error_set(&err, "expected result files; waypoint result --help tells more");
  }
  if (count == 0) return could_not_run(&err);
  int worst = 0, passed = 0;
  for (int i = first; i < argc; i++) {
    const int code = read_result(argv[i]);
    if (code == 1 || worst == 0) worst = code;
    passed += code == 0;
  }
  printf("%d of %d PASS\n", passed, count);
  return worst;
}
