// SPDX-License-Identifier: Apache-2.0
// A log of instructions, as a simulator or a model writes it, to steps. Two formats (docs/program-file.md): Arm's
// Tarmac, by Fast Models or by RTL, and a plain text. Which one it is, its first line shows.
//
// What only the code can say is left open: an opcode or a size of 0; of an exception `resume_unknown`. Of CBZ and CBNZ
// a Tarmac log does not say whether they branched.
#ifndef STEPS_LOG_H
#define STEPS_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "step.h"

struct error;

struct steps_log {
  struct step_list steps;
  uint32_t *line;  // of each
  bool tarmac;
  // Private.
  size_t room;
};

// False and *err set ("PATH:LINE: expected ...") if a line is not understood, or no instruction is there. Free it in
// either case.
bool steps_log_read(struct steps_log *log, const char *path, struct error *err);
void steps_log_free(struct steps_log *log);

// --- between the readers of both formats -----------------------------------------------------------------------------

struct steps_reader {
  struct steps_log *log;
  const char *path;
  uint32_t line;
  struct error *err;
  // Tarmac.
  bool fresh;        // the last step is an exception, and no instruction came behind it
  const char *from;  // the name of the processor in the line; "": none
  char core[16];     // that of the steps
};

struct step *steps_add(struct steps_reader *r);
bool steps_expected(const struct steps_reader *r, const char *what, const char *found);

// One line, its words apart by zeros: false and *err set if it is not understood.
enum { STEPS_WORDS = 12, STEPS_AHEAD = 8 };
struct steps_words {
  char *at[STEPS_WORDS + STEPS_AHEAD];  // the first of them, and "" behind the last
  unsigned count;
};
bool tarmac_line(struct steps_reader *r, const struct steps_words *words);

// "1a2B": hexadecimal digits alone, `digits` of them, at most 8 that are not leading zeros.
bool steps_hex(const char *text, unsigned *digits, uint32_t *value);

#endif
