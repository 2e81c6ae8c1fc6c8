// SPDX-License-Identifier: Apache-2.0
// A unit as its description has it, for faults of its registers (faults.c) and the text that finds them (text.c).
#ifndef UNIT_H
#define UNIT_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "register.h"

struct unit {
  const struct config *config;
  enum protocol protocol;
  unsigned minor;
  uint32_t ccr, ccer;
  bool direct;  // PFTv1.1, ETMv3.5: an OS lock that lets the trace registers be accessed
};

// It has the register: by version, ETMCCR, ETMCCER, and by what its description says of locks and claim tags. What it
// may have or not is not there.
bool unit_has(const struct unit *u, const struct register_row *row);
// A read says what is in it; a write changes it, for all that clause and description say.
bool unit_reads(const struct unit *u, const struct register_row *row);
bool unit_writes(const struct unit *u, const struct register_row *row);
// Trace registers, which locks and power bar.
bool unit_bars(const struct unit *u, const struct register_row *row);

bool register_is_event(const struct register_row *row);

// Resources of an event that the unit has: those that set each bit, and those that clear it.
enum { UNIT_RESOURCES = 14 };
unsigned unit_resources(const struct unit *u, uint8_t resources[UNIT_RESOURCES]);

// Bits that a trace register holds as they were written.
uint32_t unit_bits(const struct unit *u, const struct register_row *row);

// Prints the text of the host in which the register is read, written, locked and unlocked; NULL: each.
void text_print(const struct unit *u, const struct register_row *row);

#endif
