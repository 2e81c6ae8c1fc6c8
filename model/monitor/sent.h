// SPDX-License-Identifier: Apache-2.0
// The bytes that the DUT has sent. In a long run only the last ones are stored, with the state of the decoder before
// them.
#ifndef SENT_H
#define SENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cycle.h"
#include "decode.h"

enum {
  SENT_BEAT = 8,      // bytes of the widest beat
  SENT_BLOCK = 1024,  // clocks between two calls of sent_trim(), at most
  // Clocks for which the number of bytes is stored: more than from the transfer of a byte to its check.
  SENT_CLOCKS = 2048,
  SENT_KEPT = 1 << 16,  // bytes that stay stored for reports, at least
};

// A pin in all beats so far: its value in the first beat, and its bits that ever had another value.
struct sent_pin {
  uint64_t first, moved;
};

// The programming of a stream that begins with byte `at`.
struct sent_program {
  uint64_t at;
  struct config config;
};

struct sent {
  uint8_t *at;  // the stored bytes [base, count)
  size_t room;
  uint64_t base, count;
  bool keeps_all;
  uint64_t before[SENT_CLOCKS];                          // number of bytes before each of the last clocks up to `clock`
  uint64_t clock;                                        // the last clock
  struct decoder decoder_at_base, decoder_at_next_base;  // the decoder before byte `base`, and before byte `next_base`
  uint64_t next_base;
  struct sent_program *programs;  // of the streams that begin with byte `base` or later, in their order
  size_t program_count, program_room;
  uint64_t beats;
  bool has_waiting_beat;  // The bytes of the beat that waits for ATREADY are already stored.
  bool has_stalled;       // ATREADY was 0 for a beat of the DUT.
  // As `has_stalled`, or the beats of the DUT were hidden, by a beat of another source or because the core had no
  // power. Each of these permits overflows.
  bool may_have_stalled;
  struct sent_pin atbytes, atdata;
};

// Exits with 2 when out of memory, as sent_trim() does.
void sent_start(struct sent *s, const struct config *config, bool keeps_all);
void sent_stop(struct sent *s);
// From byte `at` on, bytes are decoded with `config`. `at` must not decrease from call to call. A packet that is not
// complete at byte `at` is cut.
void sent_programmed(struct sent *s, const struct config *config, uint64_t at);

// Call it at each edge of CLK, before sent_beat.
static inline void sent_clock(struct sent *s, const struct cycle *c) {
  s->before[c->clock % SENT_CLOCKS] = s->count;
  s->clock = c->clock;
}
// Call it at each edge that is not idle, because a beat may leave. sent_trim() reserves space for SENT_BLOCK beats at
// edges of CLK. At an edge of a bus only, sent_beat() reserves the space.
void sent_beat(struct sent *s, const struct cycle *c);
// ETMSR acknowledges a stop. A beat that waits for ATREADY is then no longer in the FIFO, so it may still be sent (IHI
// 0035B 3.16.4, IHI 0014Q 3.5.5). Its bytes cannot change, and are stored now, because they are the end of the stream.
void sent_waiting_beat(struct sent *s, const struct cycle *c);
// The clock in which byte `offset` left. It must be one of the last SENT_CLOCKS clocks.
uint64_t sent_clock_of(const struct sent *s, uint64_t offset);
// Byte `offset`, which must be stored.
static inline const uint8_t *sent_byte(const struct sent *s, uint64_t offset) { return s->at + (offset - s->base); }

// `decoder` has read the first `read` bytes. Makes space, and removes bytes that no report needs.
void sent_trim(struct sent *s, const struct decoder *decoder, uint64_t read);
// Passes to `sink` the packets of the stored bytes up to `end`, and of `count` further bytes `more`, such as those that
// the reference model would have sent.
void sent_packets(const struct sent *s, uint64_t end, const uint8_t *more, size_t count, decode_sink *sink, void *user);

#endif
