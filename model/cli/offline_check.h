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

// Lists all items that a stimulus presents, at their own pace. Everything but the time is known without a simulation.
// Items of an ETM are found from its pins; without `image`, they have only what the pins show.
//
// `history` points into `stim`. Exits with 2 when out of memory.
void history_list(struct history *history, const struct stim *stim, const struct image *image,
                  const struct config *config);
void history_free(struct history *history);

// Compares the whole trace. `s` and `coverage` contain the counts afterwards; the caller sets only `forced` of `s`.
// `image` and `history` are those of scoreboard_start().
struct judgement whole_trace(struct scoreboard *scoreboard, struct coverage *coverage, const struct config *config,
                             const struct image *image, const struct history *history, const struct bounds *bounds,
                             const uint8_t *bytes, size_t count);

#endif
