// SPDX-License-Identifier: Apache-2.0
// The words for breaks in frames.
#include <stdio.h>

#include "frames.h"

const char *frames_break_text(const struct frames_break *b, char text[FRAMES_BREAK_TEXT]) {
  static const char *const words[] = {
      [FRAMES_BEGIN] = "the frames begin in the middle of the file's first one",
      [FRAMES_BARRIER] = "barrier: four or more synchronization packets in a row end all sources",
      [FRAMES_DAMAGED] = "no whole frames: bytes are missing or added, and these are left out",
      [FRAMES_UNSURE] = "the file ends inside a frame: a byte may be missing here or later",
      [FRAMES_END] = "the last frame is truncated and left out",
  };
  int used = snprintf(text, FRAMES_BREAK_TEXT, "bytes %llu to %llu of the file: %s", (unsigned long long)b->from,
                      (unsigned long long)b->to - 1, words[b->kind]);
  if (b->unclaimed && b->kind != FRAMES_UNSURE) {
    snprintf(text + used, FRAMES_BREAK_TEXT - (size_t)used, "; %llu bytes without a trace ID follow",
             (unsigned long long)b->unclaimed);
  }
  return text;
}
