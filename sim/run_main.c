// SPDX-License-Identifier: Apache-2.0
#include "run_main.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "options.h"
#include "session.h"
#include "waypoint_dpi.h"

static int argument_count;
static char **arguments;

// The command that repeats the run, for a shell, without the files that it wrote.
static char *command_line(int argc, char **argv) {
  size_t room = 1;
  for (int i = 0; i < argc; i++) room += 4 * strlen(argv[i]) + 3;
  char *text = malloc(room), *to = text;
  if (!text) return NULL;
  for (int i = 0; i < argc; i++) {
    if (options_writes(argv[i])) {
      i += !strchr(argv[i], '=');
      continue;
    }
    const char *bare = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=:,./";
    const bool quoted = argv[i][strspn(argv[i], bare)] != '\0' || *argv[i] == '\0';
    if (i > 0) *to++ = ' ';
    if (quoted) *to++ = '\'';
    for (const char *from = argv[i]; *from; from++) {
      if (*from == '\'') to = memcpy(to, "'\\'", 3), to += 3;
      *to++ = *from;
    }
    if (quoted) *to++ = '\'';
  }
  *to = '\0';
  return text;
}

int run_begin(int argc, char **argv) {
  static struct options options;
  struct error err;
  const enum option_result read = options_parse(&options, argc, argv, &err);
  if (read == OPTION_TOLD) return 0;
  if (read == OPTION_BAD) {
    fprintf(stderr, "waypoint: %s\n", err.text);
    return 2;
  }
  waypoint_dpi_options(&options);
  argument_count = argc;
  arguments = argv;
  return RUN_BEGUN;
}

int run_end(void) {
  char stem[4096];
  struct session *session = waypoint_dpi_session();
  char *command = session ? command_line(argument_count, arguments) : NULL;
  if (!command) return 2;
  // Waves of a failure go beside the simulator.
  snprintf(stem, sizeof stem, "%s-failure", arguments[0]);
  const struct rerun rerun = {.command = command, .waves = stem};
  const int code = session_close(session, &rerun);
  free(command);
  return code;
}
