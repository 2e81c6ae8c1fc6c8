// SPDX-License-Identifier: Apache-2.0
// The options and operands of a subcommand. Call words_read() once.
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

// Sources of waypoint frames, in the order of the line.
enum { WORDS_MERGED = 16 };
struct words_merge {
  struct {
    uint8_t id;
    const char *path;
  } at[WORDS_MERGED];
  size_t count;
};

// ELF files with the code, in the order of the line.
enum { WORDS_ELF_FILES = 16 };
struct words_elf {
  const char *at[WORDS_ELF_FILES];
  size_t count;
};

struct words {
  struct options options;  // the source, and the programming of the unit
  bool source;             // a source was given
  const char *trace;       // TRACE, a file of trace bytes
  const char *log;         // a log of clocks instead of TRACE; of waypoint record: a log of instructions; NULL: none
  const char *wave, *map;  // a wave instead of TRACE, and the map of its signals to pins; NULL: none
  struct words_elf elf;    // ELF files with the code
  const char *output;      // NULL: standard output
  const char *events;      // a text of docs/events.md instead of a source; NULL: none
  const char *snapshot;    // a snapshot directory instead of TRACE; NULL: none
  struct capture_choice choice;
  bool frames;               // TRACE contains CoreSight frames
  struct words_merge merge;  // sources to write as frames
  uint32_t turn, sync;       // with merge: bytes of a source in each turn; frames between synchronization packets
  int depth;                 // depth of the return stack; below 0: not given
  bool packets, flow, instructions, prints_events;
  int run;  // number, from 1, of the argument at which the line of another command, or a list of programs, begins; 0:
            // there is none
  struct size_lists size;
  const char *svg;           // file of the chart; NULL: no chart
  struct list_options list;  // options of waypoint list
  const char *with_beats;    // file of the beats of the trace, for their clocks; NULL: unknown
  int argc;                  // the arguments after the name of the command
  char **argv;
};

// What a command takes, as well as the uses of options.h.
enum {
  WORDS_TRACE = OPTIONS_FREE,             // TRACE
  WORDS_OUTPUT = OPTIONS_FREE << 1,       // -o
  WORDS_EVENTS = OPTIONS_FREE << 2,       // --events FILE
  WORDS_SNAPSHOT = OPTIONS_FREE << 3,     // --snapshot DIR, and the selection of a source in it
  WORDS_LISTING = OPTIONS_FREE << 4,      // kinds of lines to print
  WORDS_FRAMES = OPTIONS_FREE << 5,       // CoreSight frames
  WORDS_MERGE = OPTIONS_FREE << 6,        // writing of CoreSight frames
  WORDS_LIST_EVENTS = OPTIONS_FREE << 7,  // --events without a file
  WORDS_RECORD = OPTIONS_FREE << 8,       // --elf and --log
  WORDS_RUN = OPTIONS_FREE << 9,          // a complete command line of a simulator
  WORDS_SIZE = OPTIONS_FREE << 10,        // the sizes of waypoint size
  WORDS_CLOCKS = OPTIONS_FREE << 11,      // --log FILE or --wave FILE, with the code
  WORDS_REPORT = OPTIONS_FREE << 12,      // FACTS or JUNIT instead of TRACE
  WORDS_LIST = OPTIONS_FREE << 13,        // format and range of a list
  WORDS_ELF = OPTIONS_FREE << 14,         // --elf
  WORDS_HEX = OPTIONS_FREE << 15,         // bytes in the remaining arguments
};

struct command {
  const char *name;  // name of the command: "waypoint decode"
  int (*run)(const struct words *words);
  const char *usage, *about;
  unsigned use;
};

// Reads the line of a command. `argv` begins with its name. OPTION_BAD and *err set: an argument is wrong, options
// contradict each other, or one is missing.
enum option_result words_read(const struct command *command, int argc, char **argv, struct words *words,
                              struct error *err);

#endif
