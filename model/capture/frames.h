// SPDX-License-Identifier: Apache-2.0
// CoreSight formatter frames (IHI 0029, formatter protocol; DDI 0314H 8.12 and 9.6), as an ETB, ETF, TMC or TPIU stores
// or sends them. Each has 16 bytes that mix the streams of several trace sources.
//
// Bytes 1, 3, .. 13 of a frame are data. Bytes 0, 2, .. 14 are data without bit 0 or, with bit 0 set, a new ID in bits
// 7:1. Bit i/2 of byte 15 is the missing bit 0 of the data in byte i, or says that the new ID begins one byte later.
//
// frames_find() or frames_take() reads a whole buffer. To write, call frames_put() for the bytes of each source, and
// frames_end() once.
#ifndef FRAMES_H
#define FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frames_break.h"

struct error;

enum {
  FRAME_BYTES = 16,
  FRAME_IDS = 0x80,
  FRAME_NO_ID = 0x00,      // its bytes fill a frame and belong to no source
  FRAME_LAST_ID = 0x6F,    // last ID of a trace source; the first is 0x01
  FRAME_ID_FLUSH = 0x7B,   // these two IDs report on the formatter
  FRAME_ID_TRIGGER = 0x7D  //
};

// --- reading ---------------------------------------------------------------------------------------------------------

struct frames_options {
  int offset;             // bytes before the first frame in the file; below 0: it is searched
  bool ignores_barriers;  // four full synchronization packets in a row do not end a source
};
#define FRAMES_DEFAULT ((struct frames_options){.offset = -1})

// Are some frames missing? False if sources only ended.
bool frames_are_damaged(const struct frames_breaks *breaks);

// The contents of a buffer of frames.
struct frames_found {
  uint64_t frames, full_syncs, half_syncs;  // the number of each
  uint64_t skipped;                         // bytes that belong to no frame that was read
  uint64_t unclaimed;                       // bytes of frames before the first ID
  struct frame_source {
    uint64_t bytes;
    uint8_t zeros;    // number of bytes 00 in a row at the end, up to 5
    uint64_t asyncs;  // A-syncs of PFT or ETMv3: five or more bytes 00, then 80
  } of[FRAME_IDS];
  struct frames_breaks breaks;  // the caller frees breaks.of
};

// Reads frames, and the full (FF FF FF 7F, between frames) and half (FF 7F, before an even byte) synchronization
// packets between them (IHI 0029, formatter protocol).
//
// The start of the frames is searched. A frame starts after a full synchronization packet. Without one, only the
// correct start shows A-syncs as a whole, no reserved ID, and only bytes 00 of ID 0. If a later A-sync or full
// synchronization packet shows another start, bytes are missing between the two, and the frames there are left out. A
// source continues at its next A-sync.
//
// False and *err set ("NAME: byte N: ..."): no start fits, or several fit equally well and the first byte is none of
// them.
bool frames_find(struct frames_found *found, const uint8_t *bytes, size_t count, struct frames_options options,
                 const char *name, struct error *err);

// As frames_find(), and copies the bytes of trace ID `id`, or of the only source if `id` is below 0. `out` has space
// for `count` bytes, and may be `bytes`. False also if the ID has no bytes, or if there are several sources.
//
// If the buffer contains no frames, the message ends with `otherwise`, which says how to read it. The caller frees
// breaks->of.
bool frames_take(const uint8_t *bytes, size_t count, struct frames_options options, int id, uint8_t *out,
                 size_t *out_count, struct frames_breaks *breaks, const char *name, const char *otherwise,
                 struct error *err);

enum { FRAMES_SOURCES_TEXT = 256 };
// Does the buffer seem to contain frames? They must be well formed, with an A-sync in a source. Sets `sources`, as in
// "0x10 (4533 bytes), 0x13 (36 bytes)".
bool frames_likely(const uint8_t *bytes, size_t count, char sources[FRAMES_SOURCES_TEXT]);

// --- writing ---------------------------------------------------------------------------------------------------------

// Begins with zeros, except `sync`. The caller frees `at` at the end.
struct frame_writer {
  uint8_t *at;  // complete frames and synchronization packets
  size_t count, room;
  uint32_t sync;  // frames from one full synchronization packet to the next, as a TPIU sends them; 0: none is sent
  // Private.
  uint8_t frame[FRAME_BYTES];
  unsigned used;              // number of bytes in `frame`
  uint8_t id;                 // current ID
  uint32_t frames, since_id;  // frames in all, and since the last ID byte
  bool holds;                 // a byte waits for the next byte, whose ID decides how it is written
  uint8_t held, held_id;
};

// Appends bytes of a source with ID 0x01 to FRAME_LAST_ID. The ID is repeated after eight frames (DDI 0314H 8.12.1).
// Exits with 2 when out of memory.
void frames_put(struct frame_writer *w, uint8_t id, const uint8_t *bytes, size_t count);
// Fills the last frame with bytes 00 of ID 0 (DDI 0461, formatter and stop sequence).
void frames_end(struct frame_writer *w);

#endif
