// SPDX-License-Identifier: Apache-2.0
// Finds options that contradict each other, or select what the unit does not implement. Call after all options are
// read.
#ifndef OPTIONS_AGREE_H
#define OPTIONS_AGREE_H

#include "options.h"

// False and *err set: options contradict each other, or select what the unit does not implement.
bool options_agree(const struct options *options, const struct option_line *line, struct error *err);

// Checks only the options of the unit; options_agree() includes it.
bool options_fit_unit(const struct options *options, const struct option_line *line, struct error *err);

#endif
