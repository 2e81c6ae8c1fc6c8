// SPDX-License-Identifier: Apache-2.0
// The simulator's main, in front of Verilator's (linked with --wrap=main, so that the project needs no C++): reads the
// command line, runs the simulation, reports. Exit codes: 0 same, 1 different, 2 could not run.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "options.h"
#include "session.h"
#include "waypoint_dpi.h"

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);

static bool writes(const char *option) {
  static const char *const writing[] = {"--bytes", "--beats", "--snapshot", "--coverage"};
  for (size_t i = 0; i < sizeof writing / sizeof *writing; i++) {
    if (strcmp(option, writing[i]) == 0) return true;
  }
  return false;
}

// The command that repeats the run, for a shell, without the files that it wrote.
static char *command_line(int argc, char **argv) {
  size_t room = 1;
  for (int i = 0; i < argc; i++) room += 4 * strlen(argv[i]) + 3;
  char *text = malloc(room), *to = text;
  if (!text) return NULL;
  for (int i = 0; i < argc; i++) {
    if (writes(argv[i]) && i + 1 < argc) {
      i++;
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

static bool asks_for_help(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--help") == 0) return true;
  }
  return false;
}

// Verilator's main is called without the options, which it would take for its own.
int __wrap_main(int argc, char **argv) {
  static struct options options;
  struct error err;
  char stem[4096];
  if (asks_for_help(argc, argv)) {
    printf("%s [OPTION...]: runs the trace unit beside its model\n%s", argv[0], options_help);
    return 0;
  }
  if (!options_parse(&options, argc, argv, &err)) {
    fprintf(stderr, "waypoint: %s\n", err.text);
    return 2;
  }
  waypoint_dpi_options(&options);
  char *simulator[] = {argv[0], NULL};
  const int code = __real_main(1, simulator);
  struct session *session = waypoint_dpi_session();
  if (code != 0 || !session) return 2;
  char *command = command_line(argc, argv);
  // Waves of a failure go beside the simulator.
  snprintf(stem, sizeof stem, "%s-failure", argv[0]);
  const struct rerun rerun = {.command = command, .waves = stem};
  const int result = command ? session_close(session, &rerun) : 2;
  free(command);
  return result;
}
