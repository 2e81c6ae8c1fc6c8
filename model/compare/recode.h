// SPDX-License-Identifier: Apache-2.0
// Packets against the reference encoder: what the trace tells, with the places from the unit, is encoded again. Where
// the bytes are not the unit's, the unit has taken a liberty (docs/liberties.md).
//
// Places are where an A-sync, an I-sync, a timestamp and a trigger stand, and where pending atoms come out because of a
// flush, an idle request or a stop. That a value in the trace is the port's is check 2's to say, not this one's.
// Beside reference.c the only part of the checks that sees the encoder.
#ifndef RECODE_H
#define RECODE_H

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
struct recode_difference {
  bool found;
  unsigned liberty;
  struct packet packet;  // the unit's
  uint8_t bytes[24];     // the encoder's, the first of them
  size_t count;
};

struct recode_counts {
  uint64_t packets;               // compared
  uint64_t liberties[LIBERTIES];  // atoms; packets
};

struct recode;

// Exits 2 when out of memory. All must outlive it: `sent` has the unit's bytes, *config is how the unit is programmed,
// `rules` know which requests to drain there were.
struct recode *recode_open(const struct config *config, const struct sent *sent, const struct rules *rules);
void recode_close(struct recode *r);

struct stream_reader recode_reader(struct recode *r);

const struct recode_counts *recode_counts(const struct recode *r);
const struct recode_difference *recode_difference(const struct recode *r);
uint64_t recode_liberties(const struct recode_counts *counts);  // all
// What is counted: "atoms sent early".
void recode_name(unsigned liberty, char *text, size_t room);

#endif
