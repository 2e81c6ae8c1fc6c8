// SPDX-License-Identifier: Apache-2.0
// CoreSight formatter frames (IHI 0029, formatter protocol; DDI 0314H 8.12 and 9.6): 16 bytes that mix the streams of
// several trace sources, as an ETB, ETF, TMC or TPIU holds or sends them.
//
// Bytes 1, 3, .. 13 of a frame are data. Bytes 0, 2, .. 14 are data without bit 0 or, with bit 0 set, a new ID in bits
// 7:1. Bit i/2 of byte 15 is the missing bit 0 of the data in byte i, or says that the new ID begins one byte later.
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
  FRAME_NO_ID = 0x00,      // its bytes fill a frame up and belong to no source
  FRAME_LAST_ID = 0x6F,    // of a trace source, from 0x01 on
  FRAME_ID_FLUSH = 0x7B,   // these two say something of the formatter, not of a source
  FRAME_ID_TRIGGER = 0x7D  //
};

// --- reading ---------------------------------------------------------------------------------------------------------

struct frames_options {
  int offset;             // of the first frame in the file; below 0: it is found
  bool ignores_barriers;  // four full synchronization packets in a row end no source
};
#define FRAMES_DEFAULT ((struct frames_options){.offset = -1})

// Some of the frames are lost, not only sources ended.
bool frames_are_damaged(const struct frames_breaks *breaks);

// What a buffer of frames holds.
struct frames_found {
  uint64_t frames, full_syncs, half_syncs;  // numbers
  uint64_t skipped;                         // bytes that no frame has which was read
  uint64_t unclaimed;                       // bytes of frames in front of an ID
  struct frame_source {
    uint64_t bytes;
    uint8_t zeros;    // bytes 00 in a row, up to 5
    uint64_t asyncs;  // A-syncs of PFT or ETMv3 among them: five or more bytes 00, then 80
  } of[FRAME_IDS];
  struct frames_breaks breaks;  // free(breaks.of)
};

// Reads frames, with full (FF FF FF 7F, between frames) and half (FF 7F, in front of an even byte) synchronization
// packets between them (IHI 0029, formatter protocol).
//
// Where the frames begin is found: at a full synchronization packet; in bytes without one by A-syncs, which only the
// correct place shows whole. It has no reserved ID either, and only bytes 00 of ID 0. Later A-syncs, or the next full
// synchronization packet, may show another place. Then bytes are missing between the two, and what is there is left
// out. A source goes on at its next A-sync.
//
// False and *err set ("NAME: byte N: ...") if no place fits, or several fit alike and the first byte is none of them.
bool frames_find(struct frames_found *found, const uint8_t *bytes, size_t count, struct frames_options options,
                 const char *name, struct error *err);

// The same; and takes the bytes of trace ID `id`, or of the only source that there is if `id` is below 0. `out` has
// space for `count` bytes, and may be `bytes`. False as well if it has none, or several sources are there. What are no
// frames is answered with `otherwise` at its end: how to read that. *breaks: free(breaks->of).
bool frames_take(const uint8_t *bytes, size_t count, struct frames_options options, int id, uint8_t *out,
                 size_t *out_count, struct frames_breaks *breaks, const char *name, const char *otherwise,
                 struct error *err);

// Does the buffer look like frames? Well formed, and a source in it has an A-sync. `sources`: as in "0x10 (4533 bytes),
// 0x13 (36 bytes)".
enum { FRAMES_SOURCES_TEXT = 256 };
bool frames_likely(const uint8_t *bytes, size_t count, char sources[FRAMES_SOURCES_TEXT]);

// --- writing ---------------------------------------------------------------------------------------------------------

// All zero but for `sync` is a beginning. Free `at` at the end.
struct frame_writer {
  uint8_t *at;  // whole frames and synchronization packets
  size_t count, room;
  uint32_t sync;  // a full synchronization packet in front of every so many frames, as a TPIU does; 0: none
  // Private.
  uint8_t frame[FRAME_BYTES];
  unsigned used;              // bytes of it
  uint8_t id;                 // in force
  uint32_t frames, since_id;  // since the last ID byte
  bool holds;                 // a byte waits for its successor, whose ID decides how it is written
  uint8_t held, held_id;
};

// Appends bytes of a source, ID 0x01 to FRAME_LAST_ID. The ID is repeated after eight frames (DDI 0314H 8.12.1).
// Exits 2 when out of memory.
void frames_put(struct frame_writer *w, uint8_t id, const uint8_t *bytes, size_t count);
// Fills the last frame up with bytes 00 of ID 0 (DDI 0461, formatter and stop sequence).
void frames_end(struct frame_writer *w);

#endif
