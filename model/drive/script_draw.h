// SPDX-License-Identifier: Apache-2.0
// Draws a host script (docs/host.md) for the unit of a description. The same unit and seed give the same text on every
// machine. The function keeps no state.
#ifndef SCRIPT_DRAW_H
#define SCRIPT_DRAW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "config.h"
#include "drive_options.h"
#include "locations.h"

// The script does what the architecture requires of software and debuggers (IHI 0035B 3.15, 3.16, 3.22). Each poll
// ends, and each expectation holds for any unit that fits the description. All writes are legal and within `limits`.
// Comparators have addresses of `locations`. `illegal`: some steps are left out, repeated, exchanged or inserted, and
// nothing is expected.
void script_draw(FILE *to, const struct config *config, const struct host_limits *limits,
                 const struct locations *locations, uint64_t seed, bool illegal);

#endif
