// SPDX-License-Identifier: Apache-2.0
// Packets against the reference encoder: what the trace tells, with the places from the unit, is encoded again. Where
// the bytes are not the unit's, the DUT has made a deviation (docs/deviations.md).
//
// Places are where an A-sync, an I-sync, a timestamp and a trigger stand, and where pending atoms come out because of a
// flush, an idle request or a stop. That a value in the trace is the port's is the scoreboard's to say, not this one's.
// Beside reference.c the only part of the checks that sees the encoder.
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

enum liberty {
  LIBERTY_EARLY,    // atoms in a packet that had room for the next ones, and nothing asked for them
  LIBERTY_ADDRESS,  // branch packets where the encoder has an atom
  LIBERTY_DEEPER,   // atoms where a return stack of RETSTACKDEPTH entries has no address
  LIBERTY_SEVERAL,  // branch packets of an ETM behind another one for the same instruction
  LIBERTY_COUNT,    // I-syncs of an ETM whose count is in it or behind it, where the encoder has it otherwise
  LIBERTY_AGAIN,    // Context ID or VMID packets that repeat what was sent last
  LIBERTY_OTHER,    // packets in other bytes: with enum packet_kind added to it
  LIBERTIES = LIBERTY_OTHER + PACKET_KINDS
};

// The first packet that is not the encoder's.
struct reencode_difference {
  bool found;
  unsigned liberty;
  struct packet packet;  // the unit's
  uint8_t bytes[24];     // the encoder's, the first of them
  size_t count;
};

struct reencode_counts {
  uint64_t packets;               // compared
  uint64_t liberties[LIBERTIES];  // atoms; packets
};

struct reencode;

// Exits 2 when out of memory. All must outlive it: `sent` has the unit's bytes, *config is how the unit is programmed,
// `rules` know which requests to drain there were.
struct reencode *reencode_open(const struct config *config, const struct sent *sent, const struct rules *rules);
void reencode_close(struct reencode *r);

struct stream_reader reencode_reader(struct reencode *r);

const struct reencode_counts *reencode_counts(const struct reencode *r);
const struct reencode_difference *reencode_difference(const struct reencode *r);
uint64_t reencode_liberties(const struct reencode_counts *counts);  // all
// What is counted: "atoms sent early".
void reencode_name(unsigned liberty, char *text, size_t room);

#endif
