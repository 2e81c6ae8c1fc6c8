// SPDX-License-Identifier: Apache-2.0
// Whether an item must be traced, and the term that decides (docs/filters.md), by the pins and the registers.
#ifndef UNTRACED_H
#define UNTRACED_H

#include <stddef.h>

#include "config.h"
#include "history.h"
#include "selection.h"
#include "truth.h"

// TRUTH_YES: it must be traced. TRUTH_NO: it must not, and *reason says why. TRUTH_UNKNOWN: both are permitted, or the
// clocks in which the DUT decides are not over. `config`: as programmed when it was presented.
enum truth untraced_is(const struct history *h, size_t i, const struct config *config, struct selection_reason *reason);

// Why the first of the items [first, end) was not traced. If the TraceEnable event was false for all of them, this is
// the reason.
struct selection_reason untraced_of(const struct history *h, size_t first, size_t end, const struct config *config);

#endif
