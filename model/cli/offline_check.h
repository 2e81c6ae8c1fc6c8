// SPDX-License-Identifier: Apache-2.0
// The scoreboard without a simulation: does a whole trace tell all of what happened?
#ifndef OFFLINE_CHECK_H
#define OFFLINE_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coverage.h"
#include "scoreboard.h"
#include "stim.h"
#include "verdict.h"

// All that a stimulus presents, at the pace that it says: what happened, as far as that is known without a simulation,
// which is all but the time (of an ETM by its pins). Without `image` it is what the port says, and no more. It points
// into `stim` and into memory that history_free releases. Exits 2 when out of memory.
void history_list(struct history *history, const struct stim *stim, const struct image *image,
                  const struct config *config);
void history_free(struct history *history);

// `s` and `coverage` hold the counts afterwards; of `s` the caller says only `forced`. `image` and `history` as in
// scoreboard_start.
struct judgement whole_trace(struct scoreboard *s, struct coverage *coverage, const struct config *config,
                             const struct image *image, const struct history *history, const struct bounds *bounds,
                             const uint8_t *bytes, size_t count);

#endif
