// SPDX-License-Identifier: Apache-2.0
// Packet decoder: trace bytes to packets. Resumable at every byte; after a bad packet it searches the next A-sync.
// Written from the spec alone; nothing of the encoder is on this folder's include path.
#ifndef DECODE_H
#define DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "etm3.h"
#include "packet.h"
#include "pft.h"

// No packet is longer than 20 bytes (ETMv3: I-sync with cycle count, Context ID and second address; of PFT: 15), the
// A-sync excepted. A packet reader may look at this many bytes without asking.
#define DECODE_WINDOW 20

struct decoder_protocol;

typedef void decode_sink(void *user, const struct packet *packet);

//             5+ zeros, 0x80            0x00
//   SEARCH --------------------> PACKETS -----> ZEROS
//     ^                          |     ^          |  |
//     +------- bad packet -------+     +--- 0x80 -+  |
//     +------------------- anything else ------------+
enum decode_state {
  DECODE_SEARCH,   // byte alignment unknown: skipping bytes until an A-sync
  DECODE_PACKETS,  // the next byte is a header, or continues the packet in `held`
  DECODE_ZEROS,    // inside an A-sync, `zeros` bytes of it read
};

// Everything the decoder remembers between bytes. Read `unsynced` at will; the other fields are private.
struct decoder {
  struct config config;
  decode_sink *sink;
  void *user;

  enum decode_state state;
  uint64_t offset;              // in the stream, of the next byte to consume; moves behind a run of one-byte packets
  uint64_t zeros;               // zero bytes just read, in SEARCH and ZEROS
  unsigned ending_zeros;        // bytes 00 before the next buffer, whichever packet they are of
  uint64_t unsynced;            // bytes skipped in SEARCH: lengths of all packets + unsynced = bytes of the stream
  uint8_t held[DECODE_WINDOW];  // head of a packet that goes on in the next buffer
  unsigned held_count;

  const struct decoder_protocol *protocol;
  union {
    struct pft_state pft;
    struct etm3_state etm3;
  };
  // One record per kind: the fields that a kind does not have stay zero without being cleared for every packet.
  struct packet packet[PACKET_KINDS];
};

// The error of a byte 00 that no packet has. The packet before it consumed the bytes 00 with which an A-sync begins.
extern const char decode_cut_by_async[];

// `sink` receives every packet, bad ones included, in stream order; *packet lives only during the call.
void decode_start(struct decoder *d, const struct config *config, decode_sink *sink, void *user);
// From here on the stream is that of a unit that was programmed anew; alignment and offset stay.
void decode_configure(struct decoder *d, const struct config *config);
// A bad packet has length 1 (its header); the search for the next A-sync starts right behind that.
void decode_bytes(struct decoder *d, const uint8_t *bytes, size_t count);
// To be called by the sink: the packet that it has just received, of this kind and with `two_ways`, is meant the other
// way, and so are those behind it that are compressed against it. Changes *packet.
void decode_other_way(struct decoder *d, enum packet_kind kind);
// The stream does not go on as it was: bytes are missing here. What was read of a packet is no packet; the search for
// the next A-sync begins.
void decode_break(struct decoder *d);
// End of stream: a packet cut off is delivered as PACKET_BAD at its own offset, `length` being the bytes that there
// are. Returns the bytes left pending (0 is good).
size_t decode_end(struct decoder *d);

#endif
