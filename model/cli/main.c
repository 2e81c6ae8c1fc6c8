// SPDX-License-Identifier: Apache-2.0
// The `waypoint` command: the C side without a simulator.
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "result_file.h"

enum { SOURCE = OPTIONS_CODE | OPTIONS_STIMULUS };

static const struct command commands[] = {
    {"waypoint decode", command_decode, "TRACE [--instructions CODE]\n--snapshot DIR",
     "Trace bytes to packets, one a line, or to what was executed, over the code of a source, of ELF files or of the "
     "snapshot.",
     OPTIONS_CODE | OPTIONS_DECODER | OPTIONS_EVENTS | WORDS_TRACE | WORDS_SNAPSHOT | WORDS_LISTING |
         WORDS_LIST_EVENTS | WORDS_FRAMES | WORDS_ELF},
    {"waypoint explain", command_explain, "HEX...\n-",
     "Trace bytes in hex, each with the names of its bits, and the packets that they are (docs/explain.md).",
     OPTIONS_DECODER | WORDS_HEX},
    {"waypoint encode", command_encode, "SOURCE\n--events FILE",
     "What the processor does, or the text of events, to trace bytes, with no clock.",
     SOURCE | OPTIONS_ENCODER | WORDS_OUTPUT | WORDS_EVENTS},
    {"waypoint check", command_check, "TRACE SOURCE\n--log FILE CODE\n--wave FILE --map MAP CODE",
     "Do the trace bytes tell what the processor did? With pins: and does the unit do what it must? Exit code 1: no.",
     SOURCE | OPTIONS_DECODER | OPTIONS_CHECK | OPTIONS_PINS | OPTIONS_WRITES | WORDS_TRACE | WORDS_CLOCKS},
    {"waypoint generate", command_generate, "SOURCE\n--events FILE",
     "What the processor does, or would do to be told like these events, as text stimulus.",
     SOURCE | WORDS_OUTPUT | WORDS_EVENTS},
    {"waypoint snapshot", command_snapshot, "TRACE SOURCE -o DIR", "Trace bytes and code as a debugger's snapshot.",
     OPTIONS_CODE | OPTIONS_DECODER | WORDS_TRACE | WORDS_OUTPUT},
    {"waypoint reencode", command_reencode, "--snapshot DIR", "Real trace to events and back to bytes: the same?",
     WORDS_SNAPSHOT | OPTIONS_EVENTS | WORDS_ELF},
    {"waypoint frames", command_frames, "STREAM\nSTREAM --id N -o FILE\n--merge ID=FILE... -o STREAM",
     "CoreSight frames: which sources they hold, the bytes of one, or frames of several.",
     WORDS_TRACE | WORDS_OUTPUT | WORDS_MERGE},
    {"waypoint record", command_record, "--elf FILE --log FILE -o PROGRAM.wpp",
     "Your program: its ELF file and a log of what it executed, to a recorded program.", WORDS_RECORD | WORDS_OUTPUT},
    {"waypoint list", command_list, "--log FILE CODE\n--wave FILE --map MAP CODE\n--snapshot DIR [--with-beats FILE]",
     "Each packet: clock, byte, bytes, the instructions that it reports, their numbers, what is missing before it.",
     OPTIONS_CODE | OPTIONS_DECODER | OPTIONS_CHECK | OPTIONS_PINS | WORDS_SNAPSHOT | WORDS_CLOCKS | WORDS_LIST},
    {"waypoint shrink", command_shrink, "SIMULATOR OPTION...",
     "The failing run of a simulator, as its report says under \"again:\", to a smallest text stimulus that fails the "
     "same "
     "way.",
     WORDS_RUN},
    {"waypoint size", command_size, "[OPTION...] PROGRAM...\nSOURCE [OPTION...]",
     "What a unit loses over the depth of its FIFO, the width of its ATB, and how often the ATB stalls.",
     SOURCE | OPTIONS_DECODER | OPTIONS_ENCODER | WORDS_SIZE},
    {"waypoint report", command_report, "FACTS\nJUNIT",
     "What a simulator wrote with --facts, or the JUnit file of a regression whose runs did, to one page of HTML.",
     WORDS_REPORT},
};

static const char about[] =
    "The C side of Waypoint, without a simulator:\n"
    "  decode    trace bytes to packets or executed ranges\n"
    "  explain   trace bytes in hex, bit by bit\n"
    "  encode    what a processor does to trace bytes\n"
    "  check     do trace bytes tell what the processor did?\n"
    "  generate  what a processor does, as text\n"
    "  snapshot  trace bytes and code as a debugger's snapshot\n"
    "  reencode  real trace to events and back to bytes\n"
    "  frames    CoreSight frames: list, split, merge\n"
    "  list      each packet with its clocks and instructions, and why it is so\n"
    "  record    an ELF file and a log of instructions to a recorded program\n"
    "  shrink    a failing run to a smallest stimulus that fails the same way\n"
    "  size      trace lost over FIFO depth, ATB width and stalls\n"
    "  report    a run or a regression as a page of HTML\n"
    "  unit      what a unit is, as a file that describes it\n"
    "  result    result files of checkers to an exit code\n"
    "  merge     the parts of a farm to one verdict\n"
    "  help      the help of all, of a COMMAND, waypoint-sim or waypoint_checker\n"
    "\v"
    "TRACE is a file of raw trace bytes, or - for standard input. SOURCE, and how the unit is programmed: see waypoint "
    "COMMAND --help.";

static int finish(enum option_result result, const struct error *err) {
  return result == OPTION_ANSWERED ? 0 : could_not_run(err);
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
  error_set(
      &err,
      argc > 1 ? "%s: not a command; waypoint --help lists them" : "expected a command; waypoint --help lists them",
      argv[argc > 1]);
  return could_not_run(&err);
}

// "help" of all, of a command, or of what is elsewhere, the simulator and a bound checker: what --help says there.
static int help(int count, char **of) {
  static const struct option_line *const elsewhere[] = {&options_of_simulator, &options_of_checker};
  char *all[] = {"waypoint", "--help", NULL}, *one[] = {"waypoint", *of, "--help", NULL};
  struct error err;
  if (count == 0) return run(2, all);
  if (count > 1) error_set(&err, "%s: expected nothing behind help COMMAND", of[1]);
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
