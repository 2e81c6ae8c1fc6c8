// SPDX-License-Identifier: Apache-2.0
// Opens the stimulus of a command line. source_presents is for a caller that reads the events of the opened stimulus.
// Times are in clocks.
#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>

#include "drive_options.h"
#include "stim.h"

struct error;

// False and *err set if the file cannot be read or is invalid; then there is nothing to close.
bool source_open(const struct drive_options *options, struct stim *stim, struct error *err);

// True if event `e` is part of the run. Random code has a few more events than the clocks of the run. *clocks is the
// clock of the event before, and then of this event.
bool source_presents(const struct drive_options *options, const struct stim_event *event, uint64_t *clocks);

#endif
