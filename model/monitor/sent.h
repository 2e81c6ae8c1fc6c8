// SPDX-License-Identifier: Apache-2.0
// The bytes that a unit has sent. Of a long run only the last ones are kept, and the decoder as it was before them.
#ifndef SENT_H
#define SENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cycle.h"
#include "decode.h"

// Bytes; clocks between two looks at the bytes; clocks that are known, more than from a byte to its check; bytes.
enum { SENT_BEAT = 8, SENT_BLOCK = 1024, SENT_CLOCKS = 2048, SENT_KEPT = 1 << 16 };

// A pin in all beats so far: what it was in the first, and which of its bits were ever something else.
struct sent_pin {
  uint64_t first, moved;
};

// A stream begins with byte `at`.
struct sent_program {
  uint64_t at;
  struct config config;
};

struct sent {
  uint8_t *at;  // bytes [base, count)
  size_t room;
  uint64_t base, count;
  bool keeps_all;
  uint64_t before[SENT_CLOCKS];                          // bytes sent before each of the last clocks,
  uint64_t clock;                                        // up to this one
  struct decoder decoder_at_base, decoder_at_next_base;  // as it was before byte `base`; before byte `next_base`
  uint64_t next_base;
  struct sent_program *programs;  // of streams that begin with byte `base` or behind it, in their order
  size_t program_count, program_room;
  uint64_t beats;
  bool has_stalled;  // ATREADY was 0 for a beat of the DUT.
  // As `has_stalled`, or the beats of the DUT were hidden, by a beat of another source or because the core had no
  // power. Each of these permits overflows.
  bool may_have_stalled;
  struct sent_pin atbytes, atdata;
};

// Exits 2 when out of memory, as sent_trim does.
void sent_start(struct sent *s, const struct config *config, bool keeps_all);
void sent_stop(struct sent *s);
// From byte `at` on, which is not before that of an earlier call, the unit is programmed so: how its bytes are read
// again. What does not end there is cut.
void sent_programmed(struct sent *s, const struct config *config, uint64_t at);

// At each edge of CLK, before sent_beat.
static inline void sent_clock(struct sent *s, const struct cycle *c) {
  s->before[c->clock % SENT_CLOCKS] = s->count;
  s->clock = c->clock;
}
// At each edge that is not idle: a beat may leave. After sent_trim there is room for SENT_BLOCK beats at edges of CLK.
// An edge of a bus only makes room.
void sent_beat(struct sent *s, const struct cycle *c);
// The clock in which byte `offset` left, of the last SENT_CLOCKS clocks.
uint64_t sent_clock_of(const struct sent *s, uint64_t offset);
// Byte `offset`, which is kept.
static inline const uint8_t *sent_byte(const struct sent *s, uint64_t offset) { return s->at + (offset - s->base); }

// So many bytes have been read, by `decoder`: makes room, and lets go of bytes that no report needs.
void sent_trim(struct sent *s, const struct decoder *decoder, uint64_t read);
// Gives the packets of the bytes that are kept, and of `more` bytes that somebody else put behind them.
void sent_packets(const struct sent *s, uint64_t end, const uint8_t *more, size_t count, decode_sink *sink, void *user);

#endif
