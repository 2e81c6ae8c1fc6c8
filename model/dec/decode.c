// SPDX-License-Identifier: Apache-2.0
// Byte alignment, and packets that straddle two buffers. What the bytes of a packet mean is the protocol's:
// pft_packet.c, etm3_packet.c.
#include "decode.h"

#include <string.h>

#include "deliver.h"

#define ASYNC_ZEROS 5  // at least; IHI 0035B 4.5.1, the same in ETMv3 (IHI 0014Q 7.10.4)
#define ASYNC_END 0x80

const char decode_cut_by_async[] = "expected a whole packet before the A-sync, which begins inside it";

struct decoder_protocol {
  void (*start)(struct decoder *d);
  void (*forget)(struct decoder *d);
  size_t (*packets)(struct decoder *d, const uint8_t *bytes, size_t starts, size_t room);
};

static const struct decoder_protocol protocols[PROTOCOLS] = {
    [PROTOCOL_PFT] = {pft_start, pft_forget, pft_packets},
    [PROTOCOL_ETM3] = {etm3_start, etm3_forget, etm3_packets},
};

void decode_start(struct decoder *d, const struct config *config, decode_sink *sink, void *user) {
  memset(d, 0, sizeof *d);
  d->sink = sink;
  d->user = user;
  d->state = DECODE_SEARCH;
  for (int kind = 0; kind < PACKET_KINDS; kind++) d->packet[kind].kind = (enum packet_kind)kind;
  decode_configure(d, config);
}

void decode_configure(struct decoder *d, const struct config *config) {
  d->config = *config;
  d->protocol = &protocols[config_protocol(config)];
  d->protocol->start(d);
}

void deliver_bad(struct decoder *d, uint32_t length, const char *expected) {
  d->state = DECODE_SEARCH;
  d->protocol->forget(d);
  d->packet[PACKET_BAD].error = expected;
  deliver(d, &d->packet[PACKET_BAD], length);
}

// The bytes 00 that precede `at` in the stream, as far as an A-sync needs them; `from` is where this buffer begins.
static unsigned zeros_before(const struct decoder *d, const uint8_t *from, const uint8_t *at) {
  unsigned zeros = 0;
  while (at > from && at[-1] == 0 && zeros < ASYNC_ZEROS) zeros++, at--;
  if (at == from) zeros += d->ending_zeros;
  return zeros < ASYNC_ZEROS ? zeros : ASYNC_ZEROS;
}

static void deliver_async(struct decoder *d, uint64_t length) {
  d->state = DECODE_PACKETS;
  deliver(d, &d->packet[PACKET_ASYNC], (uint32_t)length);
}

// The run of `zeros` bytes before the byte at `offset` ended with `end`, which is no part of `offset` yet. `before`:
// the bytes 00 of the stream before `end`, which a packet may have consumed in part. Such a packet was cut, and another
// stream begins in it (IHI 0035B 4.5.1): the first byte 00 that is left is bad, and the others are the A-sync.
static void end_of_zeros(struct decoder *d, uint8_t end, unsigned before) {
  uint64_t zeros = d->zeros;
  d->zeros = 0;
  d->offset -= zeros;
  if (end == ASYNC_END && zeros >= ASYNC_ZEROS) {
    deliver_async(d, zeros + 1);
    return;
  }
  if (end == ASYNC_END && d->state == DECODE_ZEROS && before >= ASYNC_ZEROS) {
    deliver_bad(d, 1, decode_cut_by_async);
    deliver_async(d, zeros);
    return;
  }
  uint64_t skipped = zeros + 1;
  if (d->state == DECODE_ZEROS) {
    deliver_bad(d, 1, "A-sync: expected 5 or more zero bytes, then 0x80");
    skipped--;
  }
  d->unsynced += skipped;
  d->offset += skipped;
}

// Reads up to the end of the next A-sync (SEARCH) or of this one (ZEROS). Returns the bytes consumed.
// `from`: where the buffer of these bytes begins.
static size_t find_async(struct decoder *d, const uint8_t *from, const uint8_t *bytes, size_t count) {
  size_t i = 0;
  while (i < count && d->state != DECODE_PACKETS) {
    uint8_t byte = bytes[i++];
    if (byte == 0) {
      d->zeros++;
      d->offset++;
    } else {
      end_of_zeros(d, byte, zeros_before(d, from, bytes + i - 1));
    }
  }
  return i;
}

// Adds one byte to the packet held. A bad packet's other bytes are searched: they may hold the start of an A-sync.
static void hold(struct decoder *d, uint8_t byte) {
  d->held[d->held_count++] = byte;
  size_t used = d->protocol->packets(d, d->held, 1, d->held_count);
  if (used == 0) return;
  uint8_t rest[DECODE_WINDOW];
  size_t rest_count = d->held_count - used;
  memcpy(rest, d->held + used, rest_count);
  d->held_count = 0;
  decode_bytes(d, rest, rest_count);
}

void decode_bytes(struct decoder *d, const uint8_t *bytes, size_t count) {
  const uint8_t *from = bytes;
  for (size_t used; count > 0; bytes += used, count -= used) {
    if (d->state != DECODE_PACKETS) {
      used = find_async(d, from, bytes, count);
    } else if (d->held_count == 0 && count >= DECODE_WINDOW) {
      used = d->protocol->packets(d, bytes, count - DECODE_WINDOW + 1, DECODE_WINDOW);
    } else {
      hold(d, *bytes);
      used = 1;
    }
  }
  d->ending_zeros = zeros_before(d, from, bytes);
}

void decode_break(struct decoder *d) {
  d->unsynced += d->zeros + d->held_count;
  d->offset += d->held_count;
  d->zeros = 0;
  d->held_count = d->ending_zeros = 0;
  d->state = DECODE_SEARCH;
  d->protocol->forget(d);
}

size_t decode_end(struct decoder *d) {
  size_t pending = d->held_count;
  if (d->state == DECODE_ZEROS) {
    pending = d->zeros;
    d->offset -= d->zeros;
  } else {
    d->unsynced += d->zeros;
  }
  d->held_count = 0;
  d->zeros = 0;
  if (pending) deliver_bad(d, (uint32_t)pending, "expected the rest of a packet, the stream ends inside it");
  return pending;
}
