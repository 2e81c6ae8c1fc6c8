// SPDX-License-Identifier: Apache-2.0
// Reduces a stimulus text step by step, while a condition of the caller holds. It removes clocks with their contents,
// first many at once, then few. A branch or an exception before the removed clocks then leads to the code after them.
// After that it removes idle clocks, Context IDs, VMIDs and code that is not executed.
//
// It does not depend on a trace unit. A candidate may be invalid code, which the caller must reject.
//
// Call reduce_coarsely() once, then reduce_round() until it returns false.
#ifndef REDUCE_H
#define REDUCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

struct reduce {
  struct text *text;  // the text that is reduced
  bool (*holds)(void *user, const struct text *text);
  void *user;
};

// Removes only large pieces. Returns true if the text is smaller.
bool reduce_coarsely(struct reduce *r);

// Runs one round of all steps. Returns true if the text is smaller. Exits with 2 when out of memory.
bool reduce_round(struct reduce *r);

// Removes all code that the text does not execute. Returns true if the condition holds.
bool reduce_code(struct reduce *r);

// Removes each part of the code without which the condition holds, by halving. A failure may need code that is not
// executed: a wrong DUT traces instructions that the processor does not execute, and the decoder follows them.
void reduce_code_in_parts(struct reduce *r);

// Makes the items longer in trace bytes, not more of them. Each waypoint becomes an exception with a far target. On an
// instruction port, two clocks become an instruction and one with such an exception after it, each with another Context
// ID. Idle clocks after the last item let all bytes leave. Returns true if the condition holds; otherwise the text is
// unchanged.
bool reduce_to_longer(struct reduce *r);

// The address at which execution continues after a waypoint.
uint32_t reduce_leads_to(const struct waypoint *waypoint);

// Number of waypoints, or of clocks of the instruction port.
size_t reduce_items(const struct text *text);

// Are the items clocks of the instruction port?
bool reduce_is_of_port(const struct text *text);

#endif
