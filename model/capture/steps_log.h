// SPDX-License-Identifier: Apache-2.0
// Reads a log of instructions, which a simulator or a model writes, into steps (docs/program-file.md). It is Arm's
// Tarmac, by Fast Models or by RTL, or a plain text; its first line decides.
//
// What only the code shows is left unknown: an opcode or a size of 0, and `resume_unknown` of an exception. A Tarmac
// log does not say whether CBZ and CBNZ branched.
#ifndef STEPS_LOG_H
#define STEPS_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "step.h"

struct error;

struct steps_log {
  struct step_list steps;
  uint32_t *line;  // line number of each step
  bool tarmac;
  // Private.
  size_t room;
};

// False and *err set ("PATH:LINE: expected ..."): a line is not understood, or there is no instruction. Call
// steps_log_free() in either case.
bool steps_log_read(struct steps_log *log, const char *path, struct error *err);
void steps_log_free(struct steps_log *log);

// --- between the readers of both formats -----------------------------------------------------------------------------

struct steps_reader {
  struct steps_log *log;
  const char *path;
  uint32_t line;
  struct error *err;
  // Only for Tarmac:
  bool awaits_instruction;  // the last step is an exception, and no instruction followed it
  const char *from;         // name of the processor in the line; "": none
  char core[16];            // name of the processor in the first line
};

struct step *steps_add(struct steps_reader *r);
bool steps_expected(const struct steps_reader *r, const char *what, const char *found);

// The words of a line. False and *err set: the line is not understood.
enum { STEPS_WORDS = 12, STEPS_AHEAD = 8 };
struct steps_words {
  char *at[STEPS_WORDS + STEPS_AHEAD];  // the first words, and "" after the last
  unsigned count;
};
bool tarmac_line(struct steps_reader *r, const struct steps_words *words);

// Reads hexadecimal digits without prefix, such as "1a2B". *digits: their number; at most 8 follow leading zeros.
bool steps_hex(const char *text, unsigned *digits, uint32_t *value);

#endif
