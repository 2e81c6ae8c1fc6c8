// SPDX-License-Identifier: Apache-2.0
// The packet decoder: trace bytes to packets. It can stop and resume after every byte. After an invalid packet it
// searches for the next A-sync.
//
// Call order: decode_start, then decode_bytes for each part of the stream, then decode_end. Offsets and lengths are in
// bytes. The formats are those of IHI 0035B 4.5 (PFT) and IHI 0014Q 7.2 to 7.4 (ETMv3). The decoder is written from
// these documents, and cannot include a header of the encoder.
#ifndef DECODE_H
#define DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "packet.h"

// Except for an A-sync, no packet is longer than 20 bytes (ETMv3: I-sync with cycle count, Context ID and second
// address). The longest of PFT has 15. A packet reader may read this many bytes without a check.
#define DECODE_WINDOW 20

struct decoder_protocol;

typedef void decode_sink(void *user, const struct packet *packet);

//             5+ zeros, 0x80            0x00
//   SEARCH --------------------> PACKETS -----> ZEROS
//     ^                          |     ^          |  |
//     +----- invalid packet -----+     +--- 0x80 -+  |
//     +------------------- anything else ------------+
enum decode_state {
  DECODE_SEARCH,   // the byte alignment is unknown: bytes are skipped until an A-sync
  DECODE_PACKETS,  // the next byte is a header, or continues the packet in `held`
  DECODE_ZEROS,    // inside an A-sync, `zeros` bytes of it read
};

// The packet that a header byte begins.
struct packet_header {
  enum packet_kind kind;    // PACKET_BAD if the header is reserved
  uint8_t atom_count;       // atom, P-header: these three as in struct packet
  uint16_t atoms, cycles;   // PFT: `cycles` is 0
  uint8_t tag : 2;          // ETMv3 placeholder, late data: 1 to 3
  uint8_t value_bytes : 3;  // ETMv3 data, late data: 0, 1, 2 or 4, if values are traced
  bool has_address : 1;     // ETMv3 data, placeholder, not traced: address bytes follow, if addresses are traced
};

// The address and state that a later packet leaves out if they have not changed (IHI 0035B 4.5.4, IHI 0014Q 7.3.5).
struct address_reference {
  uint32_t address;
  uint8_t known_bits;  // of the address, from bit 0 on: 32, or fewer before the first whole address
  uint8_t isa;         // enum isa of a target without fifth address byte and information byte
  bool alt_isa;        // AltIS or AltISA as last sent; in ETMv3 it takes effect when five address bytes indicate Thumb
  bool ns, hyp;
  bool ns_known;  // an I-sync or an information byte has been read
};

// The values against which the next packets are compressed. An invalid packet makes all of them unknown.
struct compression {
  struct address_reference last;
  struct address_reference fixed;  // PFT, if `updated`: the reference without the waypoint updates
  bool updated;                    // PFT: a waypoint update came after the last branch address or I-sync packet
  uint32_t last_data;              // ETMv3: data address
  uint8_t data_bits;               // ETMv3: known bits of it, from bit 0 on
  bool stamped;                    // a whole timestamp has been read
  uint64_t last_timestamp;         // as coded
};

// The state of the decoder between bytes. A copy is an independent decoder. A caller may read `unsynced` at any time,
// and the sink may read the bytes of an invalid packet, `bad`. Between two calls, a caller may read `state`, `offset`,
// `zeros` and `held_count`, and set `offset`, `sink` and `user`. The other members are private.
struct decoder {
  struct config config;
  decode_sink *sink;
  void *user;

  enum decode_state state;
  uint64_t offset;              // in the stream, of the next byte to read
  uint64_t zeros;               // the number of bytes 00 that were read last, in SEARCH and ZEROS
  unsigned ending_zeros;        // the number of bytes 00 before the next buffer, of any packet; at most 5
  uint64_t unsynced;            // bytes skipped in SEARCH: with the lengths of all packets, the bytes of the stream
  uint8_t held[DECODE_WINDOW];  // first bytes of a packet that continues in the next buffer
  unsigned held_count;
  uint8_t bad[DECODE_WINDOW];  // of the last invalid packet: the bytes up to the one that shows that it is invalid
  unsigned bad_count;

  const struct decoder_protocol *protocol;
  // Fixed by the configuration.
  struct packet_header header[256];
  uint8_t minor;            // PFT v1.`minor`, ETMv3.`minor`
  uint8_t context_bytes;    // 0, 1, 2 or 4
  uint8_t timestamp_bytes;  // of a full timestamp: 7 (48 bits) or 9 (64 bits)
  bool gray;                // timestamps are Gray coded
  bool virtualization;      // the Hyp bits may be 1
  bool counted;             // PFT: cycle-accurate
  uint8_t alternative;      // ETMv3: 1 for the alternative encoding of branch addresses, otherwise 0
  bool data_only;           // ETMv3: an I-sync has no address
  bool data_address;        // ETMv3: addresses of data are traced

  struct compression known;
  // Of the packet that is being read; they count only if the packet is complete.
  bool alt_isa;    // ETMv3
  uint64_t coded;  // timestamp
  // One record for each kind: the members that a kind does not have stay 0, and need not be cleared for each packet.
  struct packet packet[PACKET_KINDS];
};

// Looks up `byte` in the header table of the protocol (IHI 0035B 4.5, IHI 0014Q 7.2) under this configuration.
struct packet_header pft_header(const struct config *config, uint8_t byte);
struct packet_header etm3_header(const struct config *config, uint8_t byte);

// The error of a byte 00 that is no packet: the packet before it consumed some of the bytes 00 that begin an A-sync.
extern const char decode_cut_by_async[];

// `sink` receives every packet in stream order, also invalid ones. *packet is valid only during the call.
void decode_start(struct decoder *decoder, const struct config *config, decode_sink *sink, void *user);
// The following bytes are from a trace unit that has been programmed again. Alignment and offset stay.
void decode_configure(struct decoder *decoder, const struct config *config);
// An invalid packet has length 1, its header. The search for the next A-sync starts at the byte after the header.
void decode_bytes(struct decoder *decoder, const uint8_t *bytes, size_t count);
// Only the sink calls this, for the packet of this kind that it has just received, if that has `two_ways`. The decoder
// then uses the other reading of this packet, and of the following packets that are compressed against it. Changes
// *packet.
void decode_other_way(struct decoder *decoder, enum packet_kind kind);
// Bytes of the stream are missing here. The decoder drops an incomplete packet, and searches for the next A-sync.
void decode_break(struct decoder *decoder);
// The end of the stream. An incomplete packet is delivered as PACKET_BAD at the offset of its header, with the number
// of its bytes as its length. Returns this number, or 0 if the stream ended after a whole packet or in SEARCH.
size_t decode_end(struct decoder *decoder);

#endif
