// SPDX-License-Identifier: Apache-2.0
// A host that executes a host script (docs/host.md). Each line of the script is one access, one wait or one change of a
// pin. The script is read before the run, so that a clock allocates no memory and accesses no file.
//
// Call order: script_open, then script_step in each clock, then script_close. Times are in clocks, addresses in bytes.
#ifndef SCRIPT_H
#define SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "drive_options.h"
#include "host.h"

struct error;

enum { SCRIPT_SAVED = 256 };  // the most words that ETMOSSRR transfers

// The commands: an enumerator, the word, its operands, and its form for messages. An operand is R (a register), M (a
// mask), N (a number), C (clocks), P (off or on) or B (0 or 1). A lower-case letter is an optional operand.
#define SCRIPT_TABLE(ROW)                                               \
  ROW(SCRIPT_WRITE, "write", "RN", "write REGISTER VALUE")              \
  ROW(SCRIPT_READ, "read", "R", "read REGISTER")                        \
  ROW(SCRIPT_POLL, "poll", "RMNc", "poll REGISTER MASK VALUE [CLOCKS]") \
  ROW(SCRIPT_EXPECT, "expect", "RMN", "expect REGISTER MASK VALUE")     \
  ROW(SCRIPT_SAVE, "save", "", "save")                                  \
  ROW(SCRIPT_RESTORE, "restore", "", "restore")                         \
  ROW(SCRIPT_WAIT, "wait", "C", "wait CLOCKS")                          \
  ROW(SCRIPT_TRACE, "trace", "c", "trace [CLOCKS]")                     \
  ROW(SCRIPT_RESET, "reset", "", "reset")                               \
  ROW(SCRIPT_POWER, "power", "P", "power off or power on")              \
  ROW(SCRIPT_NIDEN, "niden", "B", "niden 0 or niden 1")                 \
  ROW(SCRIPT_DBGEN, "dbgen", "B", "dbgen 0 or dbgen 1")                 \
  ROW(SCRIPT_SOFTWARE, "software", "", "software")                      \
  ROW(SCRIPT_DEBUGGER, "debugger", "", "debugger")
#define SCRIPT_ENUMERATOR(word, name, operands, form) word,
enum script_word { SCRIPT_TABLE(SCRIPT_ENUMERATOR) };
enum { SCRIPT_COMMANDS = SCRIPT_DEBUGGER + 1 };

struct script_step {
  enum script_word word;
  unsigned line;
  uint32_t address, mask, value;
  uint32_t clocks;    // clocks of a wait; the most clocks of a poll
  char comment[120];  // comment of the line: why a value is expected
};

enum script_state {
  SCRIPT_RUNNING,
  SCRIPT_OVER,    // all steps are done
  SCRIPT_SILENT,  // all steps are done, and the trace is silent
  SCRIPT_FAILED   // `why` has the reason
};

struct script {
  const char *path;
  struct script_step *steps;
  size_t count, room;
  struct host_pins pins;  // the pins in this clock
  bool is_ready;          // the APB has had an edge after the reset
  size_t next;            // number of the current step
  bool started;           // the access of the step has begun, or its pin has changed
  uint32_t clocks;        // clocks of the step; for `trace` only those in which WPTENABLE or ETMEN is 1
  bool resets;            // RESETn falls in the next clock
  unsigned hung;          // clocks of this access
  unsigned silent;        // clocks without trace since the last step
  unsigned saved, at;     // words that ETMOSSRR has saved, and accesses to it in this step
  uint32_t words[SCRIPT_SAVED];
  char why[256];
  const struct script_step *failed_read;  // the poll or expectation that failed
};

// Reads the file options->host. If it is "random" or "illegal", draws a script of this kind for this DUT instead.
// Returns false with *err set, "FILE:LINE: expected ...".
bool script_open(struct script *script, const struct drive_options *options, const struct config *config,
                 struct error *err);
void script_close(struct script *script);

// At an edge: sets s->pins for the next clock. `pclken`: the edge is one of the APB. `resetn` is RESETn of the next
// clock. `left`: the stimulus has not ended.
enum script_state script_step(struct script *script, const struct ports_out *seen, bool pclken, bool resetn, bool left);

// The last step before the failed read that wrote this register, or restored all registers; NULL: none.
const struct script_step *script_last_write(const struct script *script, uint16_t offset);

// True if the current step is `trace`.
bool script_traces(const struct script *script);

#endif
