// SPDX-License-Identifier: Apache-2.0
// ETMv3's half of the packet decoder: header table, one packet from bytes, compression state. Used by decode.c only.
//
// Bad is what has no reading: a header or field value that is reserved in this version. What an encoder should not have
// sent but what can be read (a longer address than needed, Can without an exception) is read.
#ifndef ETM3_H
#define ETM3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "packet.h"

struct config;
struct decoder;

// What a header byte begins.
struct etm3_header {
  enum packet_kind kind;  // PACKET_BAD if reserved
  uint8_t atom_count;     // P-header: these three as in struct packet
  uint16_t atoms, cycles;
  uint8_t tag : 2;          // placeholder, late data: 1 to 3
  uint8_t value_bytes : 3;  // data, late data: 0, 1, 2 or 4, if values are traced
  bool has_address : 1;     // data, placeholder, not traced: bytes of it follow, if addresses are traced
};

// Looks `byte` up in the header table of IHI 0014Q 7.2, under this configuration.
struct etm3_header etm3_header(const struct config *config, uint8_t byte);
// What was expected where `byte` is not a header under a configuration.
const char *etm3_header_expected(uint8_t byte);

// What later packets leave out because it has not changed (IHI 0014Q 7.3.5, table 7.5).
struct etm3_reference {
  uint32_t address;
  uint8_t known_bits;  // of the address, from bit 0 on: 32, or fewer before the first whole address
  uint8_t isa;         // enum isa: changes only with five address bytes, or an I-sync
  bool alt_isa;        // AltISA as last sent; it takes effect when five address bytes say Thumb
  bool ns, hyp;
  bool ns_known;  // an I-sync or an information byte has come
};

struct etm3_state {
  // Fixed by the configuration.
  struct etm3_header header[256];
  uint8_t minor;            // ETMv3.`minor`
  uint8_t context_bytes;    // 0, 1, 2 or 4
  uint8_t timestamp_bytes;  // of a full timestamp: 7 (48 bits) or 9 (64 bits)
  bool gray;                // timestamps are Gray coded
  uint8_t alternative;      // 1: the alternative encoding of branch addresses
  bool virtualization;      // the Hyp bits may be 1
  bool data_only;           // an I-sync has no address
  bool data_address;        // addresses of data are traced
  // Moves with the stream.
  struct etm3_reference last;
  uint32_t last_data;       // address
  uint8_t data_bits;        // of it that are known, from bit 0 on
  bool stamped;             // a whole timestamp has come
  uint64_t last_timestamp;  // as coded
  // Of the packet just read.
  bool alt_isa;
  uint64_t coded;  // timestamp
};

void etm3_start(struct decoder *d);
// Forgets the compression state: after a bad packet it is worth nothing.
void etm3_forget(struct decoder *d);
// Reads packets while they start in the first `starts` bytes, as far as each is no longer than `room` and the state
// stays DECODE_PACKETS. DECODE_WINDOW bytes are readable from each start. Returns the bytes consumed; a bad packet
// consumes 1 and leaves the decoder in DECODE_SEARCH.
size_t etm3_packets(struct decoder *d, const uint8_t *bytes, size_t starts, size_t room);

#endif
