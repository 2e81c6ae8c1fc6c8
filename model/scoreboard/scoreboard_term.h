// SPDX-License-Identifier: Apache-2.0
// An item that is missing from the trace, or must not be in it, and the term of TraceEnable that decides. The
// scoreboard, the verdict and the reports use it.
//
// A PTM decides on the block that follows a waypoint. So item `i` denotes the block of instructions that waypoint i + 1
// ends. For an ETM it denotes step `i`.
#ifndef SCOREBOARD_TERM_H
#define SCOREBOARD_TERM_H

#include "scoreboard.h"

// Item `i` must be traced. Its reason is SELECTION_NO_WHY if no register decides.
struct scoreboard_missing scoreboard_missing_of(const struct scoreboard *s, size_t i);
// "waypoint #4156 (0x800106B4 to 0x800106D3)"; "step #12 at 0x8000".
enum { SCOREBOARD_ITEM = 80 };
const char *scoreboard_item_words(const struct scoreboard *s, const struct scoreboard_missing *m,
                                  char text[SCOREBOARD_ITEM]);
// ": in range 1 (0x8000 to 0x8FFF, ETMTECR1=0x00000001 includes)". Empty if no register decides.
enum { SCOREBOARD_WORDS = 80 + SELECTION_WORDS };
const char *scoreboard_missing_words(const struct scoreboard_missing *m, char text[SCOREBOARD_WORDS]);
// The same, and the clock of the item: ": in range 1 (...); presented in clock 96". Only the clock if no register
// decides.
const char *scoreboard_absent_words(const struct scoreboard_missing *m, char text[SCOREBOARD_WORDS]);
// Item `i` must not be traced: ": outside range 1 (0x8000 to 0x8FFF, ETMTECR1=0x00000001 includes); presented in clock
// 96". The text is empty if no register decides.
const char *scoreboard_untraced_words(const struct scoreboard *s, size_t i, char text[SCOREBOARD_WORDS]);
// Why tracing is off at item `i`, if no register decides: ": it enters Debug state".
const char *scoreboard_off_words(const struct scoreboard *s, size_t i);

// The number of items in [first, end) that must be traced. PTM: waypoint `first` counts if `is_on`.
uint64_t scoreboard_count_due(const struct scoreboard *s, size_t first, size_t end, bool is_on);

#endif
