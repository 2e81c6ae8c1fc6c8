// SPDX-License-Identifier: Apache-2.0
// Compares packets with the reference encoder. What the trace reports is encoded again, with synchronization where the
// unit has it. A packet with other bytes is a deviation of the DUT (docs/deviations.md).
//
// The positions of A-syncs, I-syncs, timestamps and triggers are those of the unit. So are the positions at which a
// flush, an idle request or a stop makes pending atoms leave. The scoreboard, not this file, compares the values in the
// trace with those of the port. Except reference.c, no other part of the checks includes the encoder.
//
// Call reencode_open(), add reencode_reader() to the readers of the stream, and read the results before
// reencode_close().
#ifndef REENCODE_H
#define REENCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "packet.h"
#include "sent.h"
#include "stream_reader.h"

struct rules;

enum deviation {
  DEVIATION_EARLY,    // atoms in a packet that had space for the next ones, without a request to send them
  DEVIATION_ADDRESS,  // branch packets where the encoder sends an atom
  DEVIATION_DEEPER,   // atoms where a return stack of RETSTACKDEPTH entries does not contain the address
  DEVIATION_SEVERAL,  // ETM: branch packets after another one for the same instruction
  DEVIATION_COUNT,    // ETM: I-syncs with their count inside instead of after them, or after instead of inside
  DEVIATION_AGAIN,    // Context ID or VMID packets that repeat the last value
  DEVIATION_OTHER,    // packets in other bytes; enum packet_kind is added to it
  DEVIATIONS = DEVIATION_OTHER + PACKET_KINDS
};

// The first packet that differs from that of the encoder.
struct reencode_difference {
  bool found;
  unsigned deviation;
  struct packet packet;  // packet of the unit
  uint8_t bytes[24];     // first bytes of the encoder
  size_t count;
};

struct reencode_counts {
  uint64_t packets;                 // packets that were compared
  uint64_t deviations[DEVIATIONS];  // atoms or packets of each kind
};

struct reencode;

// Exits with 2 when out of memory. All arguments must outlive it: `sent` has the bytes of the unit, *config the
// programming of the unit, `rules` the requests to drain.
struct reencode *reencode_open(const struct config *config, const struct sent *sent, const struct rules *rules);
void reencode_close(struct reencode *reencode);

struct stream_reader reencode_reader(struct reencode *reencode);

const struct reencode_counts *reencode_counts(const struct reencode *reencode);
const struct reencode_difference *reencode_difference(const struct reencode *reencode);
uint64_t reencode_deviations(const struct reencode_counts *counts);  // the sum of all kinds
// Sets `text` to the name of a kind, "atoms sent early".
void reencode_name(unsigned deviation, char *text, size_t room);

#endif
