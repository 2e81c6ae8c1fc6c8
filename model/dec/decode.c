// SPDX-License-Identifier: Apache-2.0
// Byte alignment, and packets that straddle two buffers. pft_packet.c and etm3_packet.c read the bytes of a packet.
#include "decode.h"

#include <string.h>

#include "reading.h"

#define ASYNC_ZEROS 5  // at least; IHI 0035B 4.5.1, the same in ETMv3 (IHI 0014Q 7.10.4)
#define ASYNC_END 0x80

const char decode_cut_by_async[] = "expected a whole packet before the A-sync, which begins inside it";

static const struct decoder_protocol *const protocols[PROTOCOLS] = {
    [PROTOCOL_PFT] = &pft_decoder, [PROTOCOL_ETM3] = &etm3_decoder};

void decode_start(struct decoder *decoder, const struct config *config, decode_sink *sink, void *user) {
  memset(decoder, 0, sizeof *decoder);
  decoder->sink = sink;
  decoder->user = user;
  decoder->state = DECODE_SEARCH;
  for (int kind = 0; kind < PACKET_KINDS; kind++) decoder->packet[kind].kind = (enum packet_kind)kind;
  decode_configure(decoder, config);
}

// ETMCCER indicates width and code of timestamps only from PFT v1.1 on. ETMv3 has no timestamps before ETMv3.5.
void decode_configure(struct decoder *decoder, const struct config *config) {
  decoder->config = *config;
  decoder->protocol = protocols[config_protocol(config)];
  decoder->minor = (uint8_t)config_minor(config);
  for (int i = 0; i < 256; i++) decoder->header[i] = decoder->protocol->header(config, (uint8_t)i);
  decoder->context_bytes = (uint8_t[]){0, 1, 2, 4}[field_get(config->etmcr, ETMCR_CONTEXT_ID)];
  decoder->timestamp_bytes = decoder->minor > 0 && config->etmccer & ETMCCER_STAMP64 ? 9 : 7;
  decoder->gray = !(decoder->minor > 0 && config->etmccer & ETMCCER_BINARY_STAMPS);
  decoder->packet[PACKET_ISYNC].has_value = decoder->context_bytes > 0;
  decoder->protocol->start(decoder);
}

void deliver_bad(struct decoder *decoder, const uint8_t *bytes, size_t count, uint32_t length, const char *expected) {
  decoder->state = DECODE_SEARCH;
  decoder->bad_count = count < DECODE_WINDOW ? (unsigned)count : DECODE_WINDOW;
  memcpy(decoder->bad, bytes, decoder->bad_count);
  decoder->known = (struct compression){0};
  decoder->packet[PACKET_BAD].error = expected;
  deliver(decoder, &decoder->packet[PACKET_BAD], length);
}

// The number of bytes 00 directly before `at` in the stream, at most as many as an A-sync needs. This buffer begins at
// `from`.
static unsigned zeros_before(const struct decoder *decoder, const uint8_t *from, const uint8_t *at) {
  unsigned zeros = 0;
  while (at > from && at[-1] == 0 && zeros < ASYNC_ZEROS) zeros++, at--;
  if (at == from) zeros += decoder->ending_zeros;
  return zeros < ASYNC_ZEROS ? zeros : ASYNC_ZEROS;
}

static void deliver_async(struct decoder *decoder, uint64_t length) {
  decoder->state = DECODE_PACKETS;
  deliver(decoder, &decoder->packet[PACKET_ASYNC], (uint32_t)length);
}

// The run of `zeros` bytes before the byte at `offset` ended with `end`, which `offset` does not count yet. `before` is
// the number of bytes 00 of the stream before `end`. An incomplete packet may have consumed some of them, because
// another stream begins inside that packet (IHI 0035B 4.5.1). Then the first byte 00 that is left is invalid, and the
// others are the A-sync.
static void end_of_zeros(struct decoder *decoder, uint8_t end, unsigned before) {
  uint64_t zeros = decoder->zeros;
  uint8_t run[DECODE_WINDOW] = {0};
  const size_t known = zeros < DECODE_WINDOW ? (size_t)zeros : DECODE_WINDOW - 1;
  run[known] = end;
  decoder->zeros = 0;
  decoder->offset -= zeros;
  if (end == ASYNC_END && zeros >= ASYNC_ZEROS) {
    deliver_async(decoder, zeros + 1);
    return;
  }
  if (end == ASYNC_END && decoder->state == DECODE_ZEROS && before >= ASYNC_ZEROS) {
    deliver_bad(decoder, run, known + 1, 1, decode_cut_by_async);
    deliver_async(decoder, zeros);
    return;
  }
  uint64_t skipped = zeros + 1;
  if (decoder->state == DECODE_ZEROS) {
    deliver_bad(decoder, run, known + 1, 1, "A-sync: expected 5 or more zero bytes, then 0x80");
    skipped--;
  }
  decoder->unsynced += skipped;
  decoder->offset += skipped;
}

// Reads up to the end of the next A-sync (SEARCH) or of this one (ZEROS). Returns the bytes read. This buffer begins at
// `from`.
static size_t find_async(struct decoder *decoder, const uint8_t *from, const uint8_t *bytes, size_t count) {
  size_t i = 0;
  while (i < count && decoder->state != DECODE_PACKETS) {
    uint8_t byte = bytes[i++];
    if (byte == 0) {
      decoder->zeros++;
      decoder->offset++;
    } else {
      end_of_zeros(decoder, byte, zeros_before(decoder, from, bytes + i - 1));
    }
  }
  return i;
}

// Adds one byte to the incomplete packet. If the packet is invalid, the search continues in its other bytes, because
// they may contain the start of an A-sync.
static void hold(struct decoder *decoder, uint8_t byte) {
  decoder->held[decoder->held_count++] = byte;
  size_t used = decoder->protocol->packets(decoder, decoder->held, 1, decoder->held_count);
  if (used == 0) return;
  uint8_t rest[DECODE_WINDOW];
  size_t rest_count = decoder->held_count - used;
  memcpy(rest, decoder->held + used, rest_count);
  decoder->held_count = 0;
  decode_bytes(decoder, rest, rest_count);
}

void decode_bytes(struct decoder *decoder, const uint8_t *bytes, size_t count) {
  const uint8_t *from = bytes;
  for (size_t used; count > 0; bytes += used, count -= used) {
    if (decoder->state != DECODE_PACKETS) {
      used = find_async(decoder, from, bytes, count);
    } else if (decoder->held_count == 0 && count >= DECODE_WINDOW) {
      used = decoder->protocol->packets(decoder, bytes, count - DECODE_WINDOW + 1, DECODE_WINDOW);
    } else {
      hold(decoder, *bytes);
      used = 1;
    }
  }
  decoder->ending_zeros = zeros_before(decoder, from, bytes);
}

void decode_break(struct decoder *decoder) {
  decoder->unsynced += decoder->zeros + decoder->held_count;
  decoder->offset += decoder->held_count;
  decoder->zeros = 0;
  decoder->held_count = decoder->ending_zeros = 0;
  decoder->state = DECODE_SEARCH;
  decoder->known = (struct compression){0};
}

size_t decode_end(struct decoder *decoder) {
  static const uint8_t zeros[DECODE_WINDOW];
  const uint8_t *bytes = decoder->state == DECODE_ZEROS ? zeros : decoder->held;
  size_t pending = decoder->held_count;
  if (decoder->state == DECODE_ZEROS) {
    pending = decoder->zeros;
    decoder->offset -= decoder->zeros;
  } else {
    decoder->unsynced += decoder->zeros;
  }
  decoder->held_count = 0;
  decoder->zeros = 0;
  if (pending)
    deliver_bad(decoder, bytes, pending, (uint32_t)pending, "expected the rest of a packet, the stream ends inside it");
  return pending;
}
