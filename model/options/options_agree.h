// SPDX-License-Identifier: Apache-2.0
// Options that contradict each other, or ask for what the unit lacks.
#ifndef OPTIONS_AGREE_H
#define OPTIONS_AGREE_H

#include "options.h"

// False and *err set: options contradict each other, or the unit has not what they ask for.
bool options_agree(const struct options *options, const struct option_line *line, struct error *err);

// The same, of the unit alone.
bool options_fit_unit(const struct options *options, const struct option_line *line, struct error *err);

#endif
