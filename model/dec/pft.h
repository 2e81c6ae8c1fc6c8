// SPDX-License-Identifier: Apache-2.0
// PFT's half of the packet decoder: header table, one packet from bytes, compression state. Used by decode.c only.
#ifndef PFT_H
#define PFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "packet.h"

struct config;
struct decoder;

// What a header byte begins.
struct pft_header {
  enum packet_kind kind;  // PACKET_BAD if reserved
  uint8_t atom_count;     // atom: these two as in struct packet
  uint16_t atoms;
};

// Looks `byte` up in the header table of IHI 0035B 4.5, under this configuration.
struct pft_header pft_header(const struct config *config, uint8_t byte);
// What was expected where `byte` is not a header under a configuration.
const char *pft_header_expected(uint8_t byte);

// What later packets leave out because it has not changed (IHI 0035B 4.5.4: the last branch address or I-sync packet).
struct pft_reference {
  uint32_t address;
  uint8_t known_bits;  // of the address, from bit 0 on: 32, or fewer before the first whole address
  uint8_t isa;         // enum isa: of the target, were it sent without fifth address byte and information byte
  bool alt_isa;        // AltIS as last sent
  bool ns, hyp;
  bool ns_known;  // an I-sync or an information byte has come
};

struct pft_state {
  // Fixed by the configuration.
  struct pft_header header[256];
  uint8_t context_bytes;    // 0, 1, 2 or 4
  uint8_t timestamp_bytes;  // of a full timestamp: 7 (48 bits) or 9 (64 bits)
  bool gray;                // timestamps are Gray coded
  bool counted;             // cycle-accurate
  bool virtualization;      // the Hyp bits may be 1
  // Moves with the stream.
  struct pft_reference last;
  struct pft_reference fixed;  // if `updated`: the same, were it not moved by waypoint updates
  bool updated;                // a waypoint update has come since the last branch address or I-sync packet
  bool stamped;                // a whole timestamp has come
  uint64_t last_timestamp;     // as coded
  uint64_t coded;              // of the timestamp just read
};

void pft_start(struct decoder *d);
// Forgets the compression state: after a bad packet it is worth nothing.
void pft_forget(struct decoder *d);
// Reads packets while they start in the first `starts` bytes, as far as each is no longer than `room` and the state
// stays DECODE_PACKETS. DECODE_WINDOW bytes are readable from each start. Returns the bytes consumed; a bad packet
// consumes 1 and leaves the decoder in DECODE_SEARCH.
size_t pft_packets(struct decoder *d, const uint8_t *bytes, size_t starts, size_t room);

#endif
