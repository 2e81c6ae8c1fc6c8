// SPDX-License-Identifier: Apache-2.0
// The waypoint command.
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "error.h"
#include "nearest.h"
#include "result_file.h"

enum { SOURCE = OPTIONS_CODE | OPTIONS_STIMULUS };

static const struct command commands[] = {
    {"waypoint decode", command_decode, "TRACE [--instructions CODE]\n--snapshot DIR",
     "Decodes trace bytes to packets, one per line, or to executed ranges and instructions. The code comes from "
     "SOURCE, from ELF files or from the snapshot.",
     OPTIONS_CODE | OPTIONS_DECODER | OPTIONS_EVENTS | WORDS_TRACE | WORDS_SNAPSHOT | WORDS_LISTING |
         WORDS_LIST_EVENTS | WORDS_FRAMES | WORDS_ELF},
    {"waypoint explain", command_explain, "HEX...\n-",
     "Decodes trace bytes in hex bit by bit: the fields of each byte, and the packets (docs/explain.md).",
     OPTIONS_DECODER | WORDS_HEX},
    {"waypoint encode", command_encode, "SOURCE\n--events FILE",
     "Encodes the execution of SOURCE, or a file of events, to trace bytes, without clocks.",
     SOURCE | OPTIONS_ENCODER | WORDS_OUTPUT | WORDS_EVENTS},
    {"waypoint check", command_check, "TRACE SOURCE\n--log FILE CODE\n--wave FILE --map MAP CODE",
     "Checks trace bytes against the execution. With --log or --wave, also checks the pins against the rules "
     "(docs/rules.md). The exit code of a failure is 1.",
     SOURCE | OPTIONS_DECODER | OPTIONS_CHECK | OPTIONS_PINS | OPTIONS_WRITES | WORDS_TRACE | WORDS_CLOCKS},
    {"waypoint generate", command_generate, "SOURCE\n--events FILE",
     "Writes the execution of SOURCE, or an execution that produces these events, as text stimulus (docs/stimulus.md).",
     SOURCE | WORDS_OUTPUT | WORDS_EVENTS},
    {"waypoint snapshot", command_snapshot, "TRACE SOURCE -o DIR",
     "Writes trace bytes and code as a debugger snapshot.",
     OPTIONS_CODE | OPTIONS_DECODER | WORDS_TRACE | WORDS_OUTPUT},
    {"waypoint reencode", command_reencode, "--snapshot DIR",
     "Decodes a real trace to events, encodes the events again, and compares the bytes.",
     WORDS_SNAPSHOT | OPTIONS_EVENTS | WORDS_ELF},
    {"waypoint frames", command_frames, "STREAM\nSTREAM --id N -o FILE\n--merge ID=FILE... -o STREAM",
     "Lists the trace sources in CoreSight frames, extracts the bytes of one source, or merges sources into frames.",
     WORDS_TRACE | WORDS_OUTPUT | WORDS_MERGE},
    {"waypoint record", command_record, "--elf FILE --log FILE -o PROGRAM.wpp",
     "Makes a recorded program from an ELF file and a log of its executed instructions.", WORDS_RECORD | WORDS_OUTPUT},
    {"waypoint list", command_list, "--log FILE CODE\n--wave FILE --map MAP CODE\n--snapshot DIR [--with-beats FILE]",
     "Lists each packet with its clock, position and bytes, the instructions that it reports and their numbers, and "
     "what is missing before it (docs/list.md).",
     OPTIONS_CODE | OPTIONS_DECODER | OPTIONS_CHECK | OPTIONS_PINS | WORDS_SNAPSHOT | WORDS_CLOCKS | WORDS_LIST},
    {"waypoint shrink", command_shrink, "SIMULATOR OPTION...",
     "Reduces a failing run to a minimal text stimulus that fails in the same way. SIMULATOR OPTION... is the command "
     "after \"again:\" in the failure report.",
     WORDS_RUN},
    {"waypoint size", command_size, "[OPTION...] PROGRAM...\nSOURCE [OPTION...]",
     "Measures how much trace is lost, depending on FIFO depth, ATB width and ATB stalls (docs/sizing.md).",
     SOURCE | OPTIONS_DECODER | OPTIONS_ENCODER | WORDS_SIZE},
    {"waypoint report", command_report, "FACTS\nJUNIT",
     "Makes an HTML page from the file that a run wrote with --facts, or from the JUnit file of a regression "
     "(docs/report.md).",
     WORDS_REPORT},
};

static const char about[] =
    "Commands that need no simulator:\n"
    "  decode    trace bytes to packets or executed ranges\n"
    "  explain   trace bytes in hex, bit by bit\n"
    "  encode    execution to trace bytes\n"
    "  check     trace bytes or pins against the execution and the rules\n"
    "  generate  execution to text stimulus\n"
    "  snapshot  trace bytes and code to a debugger snapshot\n"
    "  reencode  a real trace to events and back to bytes\n"
    "  frames    CoreSight frames: list, split, merge\n"
    "  list      each packet with its clocks, instructions and reason\n"
    "  record    an ELF file and a log of instructions to a recorded program\n"
    "  shrink    a failing run to a minimal stimulus that fails in the same way\n"
    "  size      lost trace, depending on FIFO depth, ATB width and stalls\n"
    "  report    a run or a regression to an HTML page\n"
    "  unit      the complete description of a trace unit\n"
    "  result    result files of checkers to an exit code\n"
    "  merge     the parts of a distributed regression to one verdict\n"
    "  help      help for a COMMAND, for waypoint-sim or for waypoint_checker\n"
    "\v"
    "TRACE is a file of trace bytes, or - for standard input. SOURCE is what was executed: a program, random code or a "
    "text. See waypoint COMMAND --help.";

static int finish(enum option_result result, const struct error *err) {
  return result == OPTION_ANSWERED ? 0 : could_not_run(err);
}

static void refuse_command(const char *word, struct error *err) {
  static const char *const others[] = {"result", "unit", "merge", "help"};
  struct nearest near;
  nearest_start(&near, word, strlen(word));
  for (size_t i = 0; i < OPTION_COUNT(commands); i++) nearest_try(&near, strchr(commands[i].name, ' ') + 1);
  for (size_t i = 0; i < OPTION_COUNT(others); i++) nearest_try(&near, others[i]);
  error_set(err, "%s: unknown command; %s waypoint --help", word, nearest_advice(&near, ""));
}

static int run(int argc, char **argv) {
  static struct words words;
  struct error err;
  for (size_t i = 0; argc > 1 && i < OPTION_COUNT(commands); i++) {
    if (strcmp(argv[1], strchr(commands[i].name, ' ') + 1) != 0) continue;
    const enum option_result result = words_read(&commands[i], argc - 1, argv + 1, &words, &err);
    if (result == OPTION_BAD && commands[i].use & OPTIONS_WRITES) result_refused(argc - 2, argv + 2, &err);
    return result == OPTION_GOOD ? commands[i].run(&words) : finish(result, &err);
  }
  if (argc > 1 && strcmp(argv[1], "result") == 0) return command_result(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "unit") == 0) return command_unit(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "merge") == 0) return command_merge(argc - 1, argv + 1);
  if (argc > 1 && argv[1][0] == '-') {
    struct option_line line = {.command = "waypoint", .usage = "COMMAND", .about = about};
    const enum option_result result = option_line_read(&line, 2, argv, NULL, &err);
    if (result != OPTION_GOOD) return finish(result, &err);
  }
  if (argc > 1) refuse_command(argv[1], &err);
  if (argc <= 1) error_set(&err, "expected a command; see waypoint --help");
  return could_not_run(&err);
}

// waypoint help: alone, of a command, of the simulator or of a checker. It prints the text that --help prints there.
static int help(int count, char **of) {
  static const struct option_line *const elsewhere[] = {&options_of_simulator, &options_of_checker};
  char *all[] = {"waypoint", "--help", NULL}, *one[] = {"waypoint", *of, "--help", NULL};
  struct error err;
  if (count == 0) return run(2, all);
  if (count > 1) error_set(&err, "%s: expected only one COMMAND after help", of[1]);
  if (count > 1) return could_not_run(&err);
  for (size_t i = 0; i < OPTION_COUNT(elsewhere); i++) {
    struct option_line line = *elsewhere[i];
    if (strcmp(*of, line.command) == 0) return finish(option_line_read(&line, 2, all, NULL, &err), &err);
  }
  return run(3, one);
}

int main(int argc, char **argv) {
  const bool asks = argc > 1 && strcmp(argv[1], "help") == 0;
  return asks ? help(argc - 2, argv + 2) : run(argc, argv);
}
