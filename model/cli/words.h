// SPDX-License-Identifier: Apache-2.0
// The words of a subcommand's line.
#ifndef WORDS_H
#define WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "capture.h"
#include "list.h"
#include "options.h"
#include "size.h"

struct error;

// Sources of `waypoint frames`, in the order of the line.
enum { WORDS_MERGED = 16 };
struct words_merge {
  struct {
    uint8_t id;
    const char *path;
  } at[WORDS_MERGED];
  size_t count;
};

// The code, in the order of the line.
enum { WORDS_ELF_FILES = 16 };
struct words_elf {
  const char *at[WORDS_ELF_FILES];
  size_t count;
};

struct words {
  struct options options;  // the source, and how the unit is programmed
  bool source;             // one was named
  const char *trace;       // TRACE: trace bytes to read
  const char *log;         // a log of clocks, to read in place of TRACE; of `record`: of instructions; NULL: none
  const char *wave, *map;  // likewise a wave, and which of its signals are pins
  struct words_elf elf;    // ELF files, with the code
  const char *output;      // NULL: standard output
  const char *events;      // the text of docs/events.md, to read in place of a source; NULL: there is none
  const char *snapshot;    // a folder, to read in place of TRACE; NULL: there is none
  struct capture_choice choice;
  bool frames;               // TRACE is CoreSight frames
  struct words_merge merge;  // to make frames of
  uint32_t turn, sync;       // likewise: bytes of a source at a time; frames between synchronization packets
  int depth;                 // of the return stack; below 0: not given
  bool packets, flow, instructions, tell_events;
  int run;  // the place from 1 on where another command's line, or a list of programs, begins in argv; 0: there is none
  struct size_lists size;
  const char *svg;           // NULL: no picture
  struct list_options list;  // of waypoint list
  const char *with_beats;    // the beats of a snapshot's trace, for their clocks; NULL: not known
  int argc;                  // the line as it came, behind the command's name
  char **argv;
};

// What a command takes, beside the uses of options.h.
enum {
  WORDS_TRACE = OPTIONS_FREE,             // TRACE
  WORDS_OUTPUT = OPTIONS_FREE << 1,       // -o
  WORDS_EVENTS = OPTIONS_FREE << 2,       // --events FILE
  WORDS_SNAPSHOT = OPTIONS_FREE << 3,     // --snapshot DIR and what chooses a source of it
  WORDS_LISTING = OPTIONS_FREE << 4,      // which lines to print
  WORDS_FRAMES = OPTIONS_FREE << 5,       // CoreSight frames
  WORDS_MERGE = OPTIONS_FREE << 6,        // and what makes them
  WORDS_LIST_EVENTS = OPTIONS_FREE << 7,  // --events without a file
  WORDS_RECORD = OPTIONS_FREE << 8,       // --elf and --log
  WORDS_RUN = OPTIONS_FREE << 9,          // a whole line of a simulator
  WORDS_SIZE = OPTIONS_FREE << 10,        // what waypoint size varies
  WORDS_CLOCKS = OPTIONS_FREE << 11,      // --log FILE or --wave FILE, and where their code is
  WORDS_REPORT = OPTIONS_FREE << 12,      // FACTS or JUNIT, in place of TRACE
  WORDS_LIST = OPTIONS_FREE << 13,        // form and range of a list
  WORDS_ELF = OPTIONS_FREE << 14,         // --elf
  WORDS_HEX = OPTIONS_FREE << 15,         // bytes, as the words that are left
};

struct command {
  const char *name;  // as it is called: "waypoint decode"
  int (*run)(const struct words *words);
  const char *usage, *about;
  unsigned use;
};

// `argv` begins with the command's name. BAD and *err set: a word is not understood, words contradict each other, or
// something is missing.
enum option_result words_read(const struct command *command, int argc, char **argv, struct words *words,
                              struct error *err);

#endif
