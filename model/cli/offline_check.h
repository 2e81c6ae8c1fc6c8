// SPDX-License-Identifier: Apache-2.0
// The scoreboard without a simulation: compares a whole trace with the execution.
//
// Call history_list(), then whole_trace(), then history_free().
#ifndef OFFLINE_CHECK_H
#define OFFLINE_CHECK_H

#include <stddef.h>
#include <stdint.h>

#include "coverage.h"
#include "scoreboard.h"
#include "stim.h"
#include "verdict.h"

// Lists all items that a stimulus presents. Without a simulation, everything except TSVALUEB and the clock of the start
// is known. The items of an ETM are found from its pins. Without `image`, they have only the values that the pins show.
//
// `history` points into `stim`. Exits with code 2 if there is no memory.
void history_list(struct history *history, const struct stim *stim, const struct image *image,
                  const struct config *config);
void history_free(struct history *history);

// Compares the whole trace. The caller sets only `may_force_overflow` of *scoreboard. Afterwards, *scoreboard and
// *coverage have the counts. `image` and `history` are those of scoreboard_start().
struct judgement whole_trace(struct scoreboard *scoreboard, struct coverage *coverage, const struct config *config,
                             const struct image *image, const struct history *history, const struct bounds *bounds,
                             const uint8_t *bytes, size_t count);
// The verdict on a trace of `stamps` timestamps that whole_trace() found to be consistent with the history.
struct judgement whole_verdict(const struct scoreboard *scoreboard, uint64_t stamps, const struct bounds *bounds);

#endif
