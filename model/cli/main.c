// SPDX-License-Identifier: Apache-2.0
// The `waypoint` command: the C side without a simulator.
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "options.h"

static const struct {
  const char *name;
  int (*run)(int argc, char **argv);
  const char *usage, *help;
} commands[] = {
    {"decode", command_decode,
     "TRACE [--protocol pft|etm3] [--instructions SOURCE] | --snapshot DIR [--id N | --source NAME] [--packets] "
     "[--flow] [--instructions]",
     "trace bytes to packets, one a line; --instructions: to the executed ranges, over the code image of SOURCE"},
    {"encode", command_encode, "SOURCE | --events FILE [-o FILE]",
     "what the processor does, or the text of events, to trace bytes, with no clock"},
    {"check", command_check, "TRACE SOURCE", "do the trace bytes tell what the processor did? exit code 1: no"},
    {"generate", command_generate, "SOURCE | --events FILE [-o FILE]",
     "what the processor does, or would do to be told like these events, as text stimulus"},
    {"snapshot", command_snapshot, "TRACE SOURCE -o DIR", "trace bytes and code image as a debugger's snapshot"},
    {"recode", command_recode, "--snapshot DIR [--id N | --source NAME] [--depth N]",
     "real trace to events and back to bytes: the same?"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static int help(FILE *to) {
  fputs("usage:\n", to);
  for (int i = 0; i < COMMANDS; i++) {
    fprintf(to, "  waypoint %-9s%s\n      %s\n", commands[i].name, commands[i].usage, commands[i].help);
  }
  fputs("TRACE is a file of raw trace bytes. SOURCE, and how the unit is programmed: see waypoint COMMAND --help.\n",
        to);
  return to == stdout ? 0 : 2;
}

int main(int argc, char **argv) {
  if (argc < 2) return help(stderr);
  if (strcmp(argv[1], "--help") == 0) return help(stdout);
  for (int i = 0; i < COMMANDS; i++) {
    if (strcmp(argv[1], commands[i].name) != 0) continue;
    if (argc > 2 && strcmp(argv[2], "--help") == 0) {
      printf("waypoint %s %s: %s\n%s", commands[i].name, commands[i].usage, commands[i].help, options_help);
      return 0;
    }
    return commands[i].run(argc - 2, argv + 2);
  }
  fprintf(stderr, "waypoint: %s: expected decode, encode, check, generate, snapshot or recode\n", argv[1]);
  return 2;
}
