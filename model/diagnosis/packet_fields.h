// SPDX-License-Identifier: Apache-2.0
// The fields of a packet, and which bits of its bytes make one of another. Used by corrected_packet.c and
// report.c.
#ifndef PACKET_FIELDS_H
#define PACKET_FIELDS_H

#include "corrected_packet.h"

// Those that have a name, first; behind them what only shapes a packet.
enum field {
  FIELD_ADDRESS,
  FIELD_ISA,
  FIELD_EXCEPTION,
  FIELD_CANCEL,
  FIELD_NS,
  FIELD_HYP,
  FIELD_REASON,
  FIELD_ATOMS,
  FIELD_VALUE,
  FIELD_TIMESTAMP,
  FIELD_COUNT,
  FIELDS_NAMED,
  FIELD_CYCLES = FIELDS_NAMED,
  FIELD_ATOM_COUNT,
  FIELD_ADDRESS_BYTES,
  FIELD_INFO_BYTES,
  FIELD_TIMESTAMP_BYTES,
  FIELD_OLD_FORM,
  FIELD_RESUME,
  FIELD_IN_PROGRESS,
  FIELD_CURRENT,
  FIELD_CLOCK_CHANGE,
  FIELDS
};
#define FIELD(name) (1u << FIELD_##name)

// A mask of fields.
uint32_t fields_that_differ(const struct packet *a, const struct packet *b);
// How many atoms a packet has, without cycles; which of them are N, the oldest in bit 0.
unsigned fields_atoms(const struct packet *p);
unsigned fields_outcomes(const struct packet *p);

// The bytes of the packet that was sent, with those bits the other way that make it the right one; false: no such bits
// were found, at most eight. A packet has at most DECODE_WINDOW bytes but for an A-sync.
bool corrected_bits(const struct report_trace *t, const struct corrected *e, uint8_t bytes[DECODE_WINDOW]);

// "branch addr=0x8001041A Thumb bytes=5; byte 841: 0x88 for 0xa8, bit 5 (address bit 12)". Without bits and `bytes=`
// where so many bytes do not hold it, or more than eight bits differ.
enum { CORRECTED_ROOM = 640 };
void corrected_text(const struct report_trace *t, const struct corrected *e, char text[CORRECTED_ROOM]);

#endif
