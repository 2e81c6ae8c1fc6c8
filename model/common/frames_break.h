// SPDX-License-Identifier: Apache-2.0
// Places in CoreSight frames at which the bytes of a source do not go on as they were, or may not.
#ifndef FRAMES_BREAK_H
#define FRAMES_BREAK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum frames_break_kind {
  FRAMES_BEGIN,    // [from, to) of the file precede the first frame
  FRAMES_BARRIER,  // synchronization packets [from, to) end all sources
  FRAMES_DAMAGED,  // [from, to) are no whole frames: bytes are missing, or more are there
  FRAMES_UNSURE,   // the file ends inside a frame: bytes may be missing from `from` on
  FRAMES_END       // [from, to) is a frame that is not whole; they are dropped
};

struct frames_break {
  enum frames_break_kind kind;
  size_t at;           // before this byte of the selected source
  uint64_t from, to;   // in the file
  uint64_t unclaimed;  // bytes of frames after it, before the next ID
  char text[160];      // the same in words
};

struct frames_breaks {
  struct frames_break *of;
  size_t count, room;
};

// Does the source not go on as it was? If not, it may still do so.
static inline bool frames_break_is_lost(const struct frames_break *b) { return b->kind != FRAMES_UNSURE; }

// Sets the text of each.
void frames_breaks_describe(struct frames_breaks *breaks);

#endif
