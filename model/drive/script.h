// SPDX-License-Identifier: Apache-2.0
// A host whose programme is a text (docs/host.md): what one types into a debugger, one access or wait a line. It is
// read before the run; a clock allocates nothing, and reads and writes no file.
#ifndef SCRIPT_H
#define SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "drive_options.h"
#include "host.h"

struct error;

enum { SCRIPT_SAVED = 256 };  // words that ETMOSSRR passes, at most

enum script_word {
  SCRIPT_WRITE,
  SCRIPT_READ,
  SCRIPT_POLL,
  SCRIPT_EXPECT,
  SCRIPT_SAVE,
  SCRIPT_RESTORE,
  SCRIPT_WAIT,
  SCRIPT_TRACE,
  SCRIPT_RESET,
  SCRIPT_POWER,
  SCRIPT_NIDEN,
  SCRIPT_DBGEN,
  SCRIPT_SOFTWARE,
  SCRIPT_DEBUGGER
};

struct script_step {
  enum script_word word;
  unsigned line;
  uint32_t address, mask, value;
  uint32_t clocks;    // of a wait; the most of a poll
  char comment[120];  // of the line: why a value is expected
};

enum script_state {
  SCRIPT_GOES_ON,
  SCRIPT_OVER,    // nothing is left to do
  SCRIPT_SILENT,  // nor has anything been traced since, for a while
  SCRIPT_FAILED   // `why`
};

struct script {
  const char *path;
  struct script_step *steps;
  size_t count, room;
  struct host_pins pins;  // driven in this clock
  bool begun;             // behind the reset there was an edge of the APB
  size_t next;            // of the steps
  bool asked;             // its access was begun, or its pin driven
  uint32_t clocks;        // since it began; of a trace those in which the unit traces
  bool resets;            // RESETn falls in the next clock
  unsigned hung;          // clocks that this access has lasted
  unsigned silent;
  unsigned saved, at;  // words that ETMOSSRR has passed, and passes back
  uint32_t words[SCRIPT_SAVED];
  char why[256];
  const struct script_step *failed_read;  // the poll or expectation that failed
};

// options->host is a file, or how to draw one for this unit. False and *err set, "FILE:LINE: expected ...".
bool script_open(struct script *s, const struct drive_options *options, const struct config *config, struct error *err);
void script_close(struct script *s);

// At an edge: s->pins of the next clock. `pclken`: the edge is one of the APB; `resetn` is the next clock's RESETn;
// `left`: there is something yet to be presented.
enum script_state script_step(struct script *s, const struct ports_out *seen, bool pclken, bool resetn, bool left);

// Before the read that failed: the last step that wrote this register, or restored the registers; NULL: none.
const struct script_step *script_last_write(const struct script *s, uint16_t offset);

// It waits for the unit to trace.
bool script_traces(const struct script *s);

#endif
