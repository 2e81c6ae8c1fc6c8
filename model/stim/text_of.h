// SPDX-License-Identifier: Apache-2.0
// Writes a stimulus from any source, with its random requests, as a text that presents the same in the same clocks. The
// stimulus must be open. Times are in clocks.
#ifndef TEXT_OF_H
#define TEXT_OF_H

#include <stdbool.h>
#include <stdint.h>

#include "stim.h"
#include "text.h"

// Writes the next `clocks` clocks of the stimulus, or all that are left, to an empty text, which takes the image.
// `times`: includes the time that counts clocks, in each clock in which something happens. Exits with code 2 if there
// is no memory.
void text_of_stim(struct stim *stim, uint64_t clocks, bool times, struct text *text);

#endif
