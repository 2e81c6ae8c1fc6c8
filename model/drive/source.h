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

#endif
