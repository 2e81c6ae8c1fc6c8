// SPDX-License-Identifier: Apache-2.0
// Breaks in CoreSight frames: positions at which bytes of a source are missing, or may be missing.
#ifndef FRAMES_BREAK_H
#define FRAMES_BREAK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum frames_break_kind {
  FRAMES_BEGIN,    // [from, to) of the file precede the first frame
  FRAMES_BARRIER,  // synchronization packets [from, to) end all sources
  FRAMES_DAMAGED,  // [from, to) are no complete frames: bytes are missing or added
  FRAMES_UNSURE,   // the file ends inside a frame: bytes may be missing from `from` on
  FRAMES_END       // [from, to) is an incomplete frame, which is dropped
};

struct frames_break {
  enum frames_break_kind kind;
  size_t at;           // byte of the selected source after the break
  uint64_t from, to;   // bytes of the file
  uint64_t unclaimed;  // bytes of frames after the break and before the next ID
  char text[160];      // description of the break
};

struct frames_breaks {
  struct frames_break *of;
  size_t count, room;
};

// Are bytes definitely missing? If not, they may be missing.
static inline bool frames_break_is_lost(const struct frames_break *b) { return b->kind != FRAMES_UNSURE; }

// Sets the text of each break.
void frames_breaks_describe(struct frames_breaks *breaks);

#endif
