// SPDX-License-Identifier: Apache-2.0
// Describes breaks in frames.
#include "frames_break.h"

#include <inttypes.h>
#include <stdio.h>

#include "append.h"

static void describe(struct frames_break *b) {
  static const char *const words[] = {
      [FRAMES_BEGIN] = "the frames begin in the middle of the file's first one",
      [FRAMES_BARRIER] = "barrier: four or more synchronization packets in a row end all sources",
      [FRAMES_DAMAGED] = "no whole frames: bytes are missing or added, and these are left out",
      [FRAMES_UNSURE] = "the file ends inside a frame: a byte may be missing here or later",
      [FRAMES_END] = "the last frame is truncated and left out",
  };
  snprintf(b->text, sizeof b->text, "bytes %" PRIu64 " to %" PRIu64 " of the file: %s", b->from, b->to - 1,
           words[b->kind]);
  if (b->unclaimed && frames_break_is_lost(b)) {
    text_append(b->text, sizeof b->text, "; %" PRIu64 " bytes without a trace ID follow", b->unclaimed);
  }
}

void frames_breaks_describe(struct frames_breaks *breaks) {
  for (size_t i = 0; i < breaks->count; i++) describe(&breaks->of[i]);
}
