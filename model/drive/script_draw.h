// SPDX-License-Identifier: Apache-2.0
// A host's programme, drawn: a text of docs/host.md, for the unit that is described. Same unit, same seed, same text on
// every machine.
#ifndef SCRIPT_DRAW_H
#define SCRIPT_DRAW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "config.h"
#include "drive_options.h"
#include "places.h"

// As software and debuggers must do it (IHI 0035B 3.15, 3.16, 3.22). Each poll ends, and each expectation holds for any
// unit that the description fits. What it writes is legal and within `limits`. Comparators look for `places`.
// `illegal`: the same with steps that are left out, done twice, exchanged or out of place. It expects nothing.
void script_draw(FILE *to, const struct config *config, const struct host_limits *limits, const struct places *places,
                 uint64_t seed, bool illegal);

#endif
