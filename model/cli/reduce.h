// SPDX-License-Identifier: Apache-2.0
// Makes a stimulus text smaller, step by step, as long as something that the caller asks of it still holds: clocks and
// what happens in them are left out, long before short; what is behind them is joined to what is in front of them by a
// branch or exception that leads there; then idle clocks, Context IDs, VMIDs and code that nothing executes. It knows
// no trace unit. What it tries may be no sane code: the caller refuses that.
#ifndef REDUCE_H
#define REDUCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

struct reduce {
  struct text *text;  // becomes smaller
  bool (*holds)(void *user, const struct text *text);
  void *user;
};

// Large pieces alone; true if anything became smaller.
bool reduce_coarsely(struct reduce *r);

// One round of all of it; true if anything became smaller. Exits 2 when out of memory.
bool reduce_round(struct reduce *r);

// Leaves out all code that nothing in the text executes; true if it holds.
bool reduce_code(struct reduce *r);

// A failure may need some of that code: a faulty DUT traces instructions that the processor does not execute, and the
// decoder follows them. Leaves out each part of it without which the text holds, in halves of halves.
void reduce_code_in_parts(struct reduce *r);

// Makes the text larger in bytes of trace, not in items. Each waypoint becomes an exception with a far target. Of an
// instruction port each two clocks become an instruction and one with such an exception behind it; each has another
// Context ID than the one before. Idle clocks behind the last let all of it leave. True if it holds; unchanged if not.
bool reduce_to_longer(struct reduce *r);

// Where execution goes on behind a waypoint.
uint32_t reduce_leads_to(const struct waypoint *w);

// Waypoints, or clocks of the instruction port.
size_t reduce_items(const struct text *text);

// Its items are clocks of the instruction port.
bool reduce_is_of_port(const struct text *text);

#endif
