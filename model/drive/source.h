// SPDX-License-Identifier: Apache-2.0
// Opens the stimulus that a command line asks for.
#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>

#include "drive_options.h"
#include "stim.h"

struct error;

// False and *err set: the file cannot be read or is malformed; then there is nothing to close.
bool source_open(const struct drive_options *options, struct stim *stim, struct error *err);

// Is event `e` among those of a run? Random code ends with the clocks that are asked for; it has some more.
// *clocks: those up to the event before, then up to this one.
bool source_presents(const struct drive_options *options, const struct stim_event *e, uint64_t *clocks);

#endif
