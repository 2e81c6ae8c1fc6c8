// SPDX-License-Identifier: Apache-2.0
// Frames to the bytes of one source, or of each.
#include "frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"

enum { AUX = FRAME_BYTES - 1, FULL_BYTES = 4, HALF_BYTES = 2, REPEAT_FRAMES = 8, ASYNC_ZEROS = 5, ASYNC_END = 0x80 };

// No frame holds either at an even byte: FF there would be ID 0x7F, which no source may have.
static const uint8_t full_sync[FULL_BYTES] = {0xFF, 0xFF, 0xFF, 0x7F}, half_sync[HALF_BYTES] = {0xFF, 0x7F};

// --- reading ---------------------------------------------------------------------------------------------------------

struct reader {
  const uint8_t *bytes;
  size_t count, at;
  const char *name;
  struct error *err;
  struct frames_found *found;
  bool any;    // ID was seen
  uint8_t id;  // in force
  int wanted;  // whose bytes go to `out`; -1: nobody's
  uint8_t *out;
  size_t out_count;
};

static void give(struct reader *r, uint8_t byte) {
  struct frame_source *s = &r->found->of[r->id];
  if (!r->any) r->found->unclaimed++;
  if (!r->any) return;
  s->bytes++;
  s->async |= byte == ASYNC_END && s->zeros == ASYNC_ZEROS;
  if (byte != 0) {
    s->zeros = 0;
  } else if (s->zeros < ASYNC_ZEROS) {
    s->zeros++;
  }
  if (r->id == r->wanted) r->out[r->out_count++] = byte;
}

static void change(struct reader *r, uint8_t id) {
  r->id = id;
  r->any = true;
}

static bool may_be_id(uint8_t id) { return id <= FRAME_LAST_ID || id == FRAME_ID_FLUSH || id == FRAME_ID_TRIGGER; }

// `offset`: of each byte in the file.
static bool take_frame(struct reader *r, const uint8_t *frame, const size_t *offset) {
  for (unsigned i = 0; i < AUX; i += 2) {
    const bool flag = frame[AUX] >> i / 2 & 1, is_id = frame[i] & 1, paired = i + 1 < AUX;
    const uint8_t id = frame[i] >> 1;
    if (is_id && !may_be_id(id)) {
      error_set(r->err, "%s: byte %zu: trace ID 0x%02X is reserved, so this is no CoreSight frame", r->name, offset[i],
                id);
      return false;
    }
    if (!is_id) give(r, (uint8_t)(frame[i] | flag));
    if (is_id && !flag) change(r, id);
    if (paired) give(r, frame[i + 1]);
    if (is_id && flag) change(r, id);
  }
  r->found->frames++;
  return true;
}

static bool sees(const struct reader *r, const uint8_t *what, size_t length) {
  return r->count - r->at >= length && memcmp(r->bytes + r->at, what, length) == 0;
}

// Steps over synchronization packets in front of byte `used` of a frame.
static void skip_syncs(struct reader *r, unsigned used) {
  while (used % 2 == 0) {
    const bool full = used == 0 && sees(r, full_sync, FULL_BYTES), half = !full && sees(r, half_sync, HALF_BYTES);
    r->found->full_syncs += full;
    r->found->half_syncs += half;
    if (!full && !half) break;
    r->at += full ? FULL_BYTES : HALF_BYTES;
  }
}

// Where the first frame, or the synchronization packet in front of it, begins.
static size_t beginning(const uint8_t *bytes, size_t count) {
  for (size_t i = 0; i + FULL_BYTES <= count; i++) {
    if (memcmp(bytes + i, full_sync, FULL_BYTES) == 0) return i % FRAME_BYTES == 0 ? 0 : i;
  }
  return 0;
}

static bool read_frames(struct reader *r) {
  uint8_t frame[FRAME_BYTES];
  size_t offset[FRAME_BYTES];
  unsigned used = 0;
  *r->found = (struct frames_found){.skipped = beginning(r->bytes, r->count)};
  r->at = (size_t)r->found->skipped;
  for (skip_syncs(r, 0); r->at < r->count; skip_syncs(r, used)) {
    if (used > 0 && used % 2 == 0 && sees(r, full_sync, FULL_BYTES)) {
      error_set(r->err, "%s: byte %zu: expected a CoreSight frame of %d bytes, found a synchronization packet after %u",
                r->name, offset[0], FRAME_BYTES, used);
      return false;
    }
    offset[used] = r->at;
    frame[used++] = r->bytes[r->at++];
    if (used == FRAME_BYTES && !take_frame(r, frame, offset)) return false;
    used %= FRAME_BYTES;
  }
  if (used > 0) {
    error_set(r->err, "%s: byte %zu: truncated: the last CoreSight frame has %u of %d bytes", r->name, offset[0], used,
              FRAME_BYTES);
  } else if (!r->any) {
    error_set(r->err, "%s: byte 0: expected CoreSight frames, found no trace ID in %zu bytes", r->name, r->count);
  }
  return used == 0 && r->any;
}

static bool is_source(const struct frames_found *found, unsigned id) {
  return id != FRAME_NO_ID && id <= FRAME_LAST_ID && found->of[id].bytes > 0;
}

bool frames_find(struct frames_found *found, const uint8_t *bytes, size_t count, const char *name, struct error *err) {
  struct reader r = {.bytes = bytes, .count = count, .name = name, .err = err, .found = found, .wanted = -1};
  return read_frames(&r);
}

bool frames_likely(const uint8_t *bytes, size_t count) {
  struct frames_found found;
  bool async = false;
  if (!frames_find(&found, bytes, count, "", NULL)) return false;
  for (unsigned id = 0; id < FRAME_IDS; id++) async |= is_source(&found, id) && found.of[id].async;
  return async;
}

void frames_sources(const struct frames_found *found, char *text, size_t room) {
  size_t used = 0;
  snprintf(text, room, "none");
  for (unsigned id = 0; id < FRAME_IDS && used < room; id++) {
    if (!is_source(found, id)) continue;
    const int more = snprintf(text + used, room - used, "%s0x%02X (%llu bytes)", used ? ", " : "", id,
                              (unsigned long long)found->of[id].bytes);
    used += more > 0 ? (size_t)more : 0;
  }
}

// The source that is meant; below 0: none, and *err says which there are.
static int choose(const struct frames_found *found, int id, const char *name, struct error *err) {
  char list[256];
  unsigned sources = 0, last = 0;
  for (unsigned i = 0; i < FRAME_IDS; i++) {
    if (is_source(found, i)) sources++, last = i;
  }
  if (id >= 0 && is_source(found, (unsigned)id)) return id;
  if (id < 0 && sources == 1) return (int)last;
  frames_sources(found, list, sizeof list);
  if (id >= 0) {
    error_set(err, "%s: expected bytes of trace ID 0x%02X, found frames of %s", name, (unsigned)id, list);
  } else {
    error_set(err, "%s: several trace sources: expected --id N, found frames of %s", name, list);
  }
  return -1;
}

bool frames_take(const uint8_t *bytes, size_t count, int id, uint8_t *out, size_t *out_count, const char *name,
                 const char *otherwise, struct error *err) {
  struct frames_found found;
  struct error why;
  struct reader r = {.bytes = bytes, .count = count, .name = name, .err = err, .found = &found, .wanted = -1};
  *out_count = 0;
  if (!frames_find(&found, bytes, count, name, &why)) {
    error_set(err, "%s; %s", why.text, otherwise);
    return false;
  }
  r.wanted = choose(&found, id, name, err);
  if (r.wanted < 0) return false;
  r.out = out;
  // In place it may be: a source's bytes are never ahead of the frames that they come from.
  const bool good = read_frames(&r);
  *out_count = r.out_count;
  return good;
}

// --- writing ---------------------------------------------------------------------------------------------------------

static bool append(struct frame_writer *w, const uint8_t *bytes, size_t count) {
  if (w->room - w->count < count) {
    const size_t room = 2 * w->room + 4096;
    uint8_t *more = realloc(w->at, room);
    if (!more) return false;
    w->at = more;
    w->room = room;
  }
  memcpy(w->at + w->count, bytes, count);
  w->count += count;
  return true;
}

static bool flush_frame(struct frame_writer *w) {
  if (w->used < AUX) return true;
  if (w->sync > 0 && w->frames % w->sync == 0 && !append(w, full_sync, FULL_BYTES)) return false;
  if (!append(w, w->frame, FRAME_BYTES)) return false;
  memset(w->frame, 0, FRAME_BYTES);
  w->used = 0;
  w->frames++;
  w->since_id++;
  return true;
}

// At an even byte. With `late` the byte behind it still belongs to the ID before.
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

// An ID can only be at an even byte, so a byte that is its source's last there goes behind the next ID. Hence at an odd
// byte the source never changes.
static bool put(struct frame_writer *w, uint8_t id, uint8_t byte, uint8_t next) {
  const bool due = w->used == 0 && w->since_id >= REPEAT_FRAMES;
  if (w->used % 2 == 0 && (w->id != id || due)) put_id(w, id, false);
  if (!flush_frame(w)) return false;
  if (w->used % 2 == 0 && next != id && w->used + 1 < AUX) put_id(w, next, true);
  put_byte(w, byte);
  return flush_frame(w);
}

bool frames_put(struct frame_writer *w, uint8_t id, const uint8_t *bytes, size_t count) {
  bool good = true;
  for (size_t i = 0; i < count && good; i++) {
    if (w->holds) good = put(w, w->held_id, w->held, id);
    w->holds = true;
    w->held = bytes[i];
    w->held_id = id;
  }
  return good;
}

bool frames_end(struct frame_writer *w) {
  if (w->holds && !put(w, w->held_id, w->held, FRAME_NO_ID)) return false;
  w->holds = false;
  if (w->used == 0) return true;
  if (w->id != FRAME_NO_ID) put_id(w, FRAME_NO_ID, false);
  w->used = AUX;
  return flush_frame(w);
}
