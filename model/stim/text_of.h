// SPDX-License-Identifier: Apache-2.0
// A stimulus from any source, drawn requests included, as the text that presents the same in the same clocks.
#ifndef TEXT_OF_H
#define TEXT_OF_H

#include <stdbool.h>
#include <stdint.h>

#include "stim.h"
#include "text.h"

// The next `clocks` clocks of the stimulus, or all that are left, into an empty text, which takes its image. `times`:
// the time that ticks by itself as well, wherever something happens. Exits 2 when out of memory.
void text_of_stim(struct stim *stim, uint64_t clocks, bool times, struct text *text);

#endif
