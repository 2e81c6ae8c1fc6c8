// SPDX-License-Identifier: Apache-2.0
// Writes the bytes of several sources into frames.
#include <string.h>

#include "array.h"
#include "frames.h"

enum { AUX = FRAME_BYTES - 1, FULL_BYTES = 4, REPEAT_FRAMES = 8 };

static const uint8_t full_sync[FULL_BYTES] = {0xFF, 0xFF, 0xFF, 0x7F};

static void append(struct frame_writer *w, const uint8_t *bytes, size_t count) {
  w->at = array_reserve(w->at, w->count + count, &w->room, 1);
  memcpy(w->at + w->count, bytes, count);
  w->count += count;
}

static void flush_frame(struct frame_writer *w) {
  if (w->used < AUX) return;
  if (w->sync > 0 && w->frames % w->sync == 0) append(w, full_sync, FULL_BYTES);
  append(w, w->frame, FRAME_BYTES);
  memset(w->frame, 0, FRAME_BYTES);
  w->used = 0;
  w->frames++;
  w->since_id++;
}

// Writes an ID at an even byte. With `late` the next byte still belongs to the previous ID.
static void put_id(struct frame_writer *w, uint8_t id, bool late) {
  w->frame[AUX] |= (uint8_t)(late << w->used / 2);
  w->frame[w->used++] = (uint8_t)(id << 1 | 1);
  w->id = id;
  w->since_id = 0;
}

static void put_byte(struct frame_writer *w, uint8_t byte) {
  if (w->used % 2 == 0) {
    w->frame[AUX] |= (uint8_t)((byte & 1) << w->used / 2);
    byte &= 0xFE;
  }
  w->frame[w->used++] = byte;
}

// An ID can only be at an even byte. If the byte there is the last one of its source, it is written after the next ID.
// Hence the source never changes at an odd byte.
static void put(struct frame_writer *w, uint8_t id, uint8_t byte, uint8_t next) {
  const bool due = w->used == 0 && w->since_id >= REPEAT_FRAMES;
  if (w->used % 2 == 0 && (w->id != id || due)) put_id(w, id, false);
  flush_frame(w);
  if (w->used % 2 == 0 && next != id && w->used + 1 < AUX) put_id(w, next, true);
  put_byte(w, byte);
  flush_frame(w);
}

void frames_put(struct frame_writer *w, uint8_t id, const uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (w->holds) put(w, w->held_id, w->held, id);
    w->holds = true;
    w->held = bytes[i];
    w->held_id = id;
  }
}

void frames_end(struct frame_writer *w) {
  if (w->holds) put(w, w->held_id, w->held, FRAME_NO_ID);
  w->holds = false;
  if (w->used == 0) return;
  if (w->id != FRAME_NO_ID) put_id(w, FRAME_NO_ID, false);
  w->used = AUX;
  flush_frame(w);
}
