// SPDX-License-Identifier: Apache-2.0
// Reduces a report to its first significant line, without numbers.
#include "failure.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "error.h"
#include "model_run.h"
#include "sim_time.h"

enum { REPORT_MAX = 1 << 16 };  // number of bytes of a report that are read

// --- the report ------------------------------------------------------------------------------------------------------

static void add(struct failure *f, const char *text, size_t length) {
  const size_t used = strlen(f->text), room = sizeof f->text - 1 - used;
  if (length > room) length = room;
  memcpy(f->text + used, text, length);
  f->text[used + length] = '\0';
}

// The length of the number or of the name of an instruction set at the start of the text. 0: there is none.
static size_t value_length(const char *text) {
  size_t longest = 0;  // Thumb is the start of ThumbEE
  for (unsigned i = 0; i < ISAS; i++) {
    const size_t length = strlen(isa_name[i]);
    if (strncmp(text, isa_name[i], length) == 0 && length > longest) longest = length;
  }
  if (longest > 0) return longest;
  const bool hex = text[0] == '0' && text[1] == 'x';
  return hex ? 2 + strspn(text + 2, "0123456789abcdefABCDEF") : strspn(text, "0123456789");
}

// Adds the text up to the end of the line or to a clause in brackets, with '#' for each value. The number of a rule is
// kept, as in TRC-SYNC-3.
static void add_without_values(struct failure *f, const char *line) {
  const char *start = line;
  while (*line && *line != '\n' && strncmp(line, " (", 2) != 0) {
    const bool inside = line > start && (isalnum((unsigned char)line[-1]) || line[-1] == '-');
    if (line[0] == '#' && value_length(line + 1) > 0) line++;  // "#57" is a number
    const size_t value = inside ? 0 : value_length(line);
    add(f, value ? "#" : line, 1);
    line += value ? value : 1;
  }
}

// The text after `start` in the next line that begins with it. NULL: there is none.
static const char *line_with(const char *report, const char *start) {
  const size_t length = strlen(start);
  for (const char *line = report; line && *line; line = strchr(line, '\n')) {
    line += *line == '\n';
    if (strncmp(line, start, length) == 0) return line + length;
  }
  return NULL;
}

// Adds the names in "  reason=overflow / reason=trace-on  ns=0 / ns=1".
static void add_fields(struct failure *f, const char *line) {
  while (line && *line && *line != '\n') {
    line += strspn(line, " /");
    const size_t word = strcspn(line, " \n"), name = strcspn(line, "= \n");
    if (name < word) {
      add(f, " ", 1);
      add(f, line, name);
    }
    line += word;
  }
}

// Adds the names of the pins. The pins of the ATB have one name together, because several may differ at once.
static void add_pins(struct failure *f, const char *line) {
  bool bus = false;
  for (line = strchr(line, '\n'); line && strncmp(line, "\n    ", 5) == 0; line = strchr(line + 1, '\n')) {
    const size_t length = strcspn(line + 5, " ");
    const bool is_bus = strncmp(line + 5, "ATVALID ", 8) == 0 || strncmp(line + 5, "ATDATA ", 7) == 0 ||
                        strncmp(line + 5, "ATBYTES ", 8) == 0;
    if (!is_bus || !bus) add(f, " ", 1);
    if (!is_bus) add(f, line + 5, length);
    if (is_bus && !bus) add(f, "ATB", 3);
    bus = bus || is_bus;
  }
}

static void add_difference(struct failure *f, const char *report) {
  static const char *const sides[] = {"DUT", "reference model"};
  add(f, "model comparison:", strlen("model comparison:"));
  add_pins(f, report);
  add_fields(f, line_with(report, "  fields that differ (DUT / reference model):"));
  for (int side = 0; side < 2; side++) {
    char start[64];
    snprintf(start, sizeof start, "  the %s's trace is wrong from byte ", sides[side]);
    if (!line_with(report, start)) continue;
    add(f, "; wrong: ", strlen("; wrong: "));
    add(f, sides[side], strlen(sides[side]));
  }
}

static void describe(const char *report, struct failure *failure) {
  const char *rest;
  failure->text[0] = '\0';
  if (strncmp(report, "unit ", 5) == 0 && strchr(report, '\n')) report = strchr(report, '\n') + 1;
  if ((rest = line_with(report, "model comparison: "))) {
    add_difference(failure, rest);
    return;
  }
  const size_t name = strcspn(report, ":\n");
  const char *what = report + name;
  add(failure, report, name);
  // Skips "clock 119, byte 44: ".
  if (strncmp(what, ": clock ", 8) == 0 && strchr(what + 1, ':')) what = strchr(what + 1, ':');
  add_without_values(failure, what);
}

void failure_of_report(const char *report, struct failure *failure) {
  char *plain = error_memory(sim_time_remove(report));
  describe(plain, failure);
  free(plain);
}

bool failure_is_alike(const struct failure *a, const struct failure *b) {
  const size_t length = strcspn(a->text, ":");
  const bool rule = strncmp(a->text, "rule ", strlen("rule ")) == 0;
  return rule ? strcmp(a->text, b->text) == 0 : strncmp(a->text, b->text, length + 1) == 0;
}

// --- runs ------------------------------------------------------------------------------------------------------------

static int wait_for(pid_t child) {
  int status;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Reads the output of the child process to its end, and stores as much as fits.
static void read_all(int from, char *report) {
  char rest[4096];
  size_t count = 0;
  ssize_t got = 1;
  while (got > 0) {
    const bool fits = count < REPORT_MAX - 1;
    got = fits ? read(from, report + count, REPORT_MAX - 1 - count) : read(from, rest, sizeof rest);
    if (got > 0 && fits) count += (size_t)got;
    if (got < 0 && errno == EINTR) got = 1;
  }
  report[count] = '\0';
}

int failure_of_run(const struct run_argv *argv, struct failure *failure, struct error *err) {
  static char report[REPORT_MAX];
  int ends[2];
  failure->text[0] = '\0';
  fflush(stdout);
  if (access(argv->at[0], X_OK) != 0 || pipe(ends) != 0) {
    error_set(err, "%s: %s", argv->at[0], strerror(errno));
    return -1;
  }
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    execv(argv->at[0], argv->at);
    _exit(127);
  }
  close(ends[1]);
  if (child > 0) read_all(ends[0], report);
  close(ends[0]);
  const int code = child > 0 ? wait_for(child) : -1;
  if (code < 0) error_set(err, "%s: %s", argv->at[0], strerror(errno));
  if (code == 1) failure_of_report(report, failure);
  return code;
}

// Runs the model in its own process, because the output of the checker is not needed.
static int run_model(const struct run_argv *argv) {
  struct options options;
  struct model_run run;
  struct error err;
  struct run_argv copy = *argv;
  const int null = open("/dev/null", O_WRONLY);
  if (null < 0 || dup2(null, STDOUT_FILENO) < 0) return 1;
  if (options_parse(&options, copy.count, copy.at, &err) != OPTION_GOOD) return 2;
  options.checks.mode = CHECK_LEGAL;
  return model_run(&options, true, &run, &err) ? verdict_code(run.verdict) : 2;
}

bool failure_is_sane(const struct run_argv *argv) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) _exit(run_model(argv));
  return child > 0 && wait_for(child) != 1;
}
