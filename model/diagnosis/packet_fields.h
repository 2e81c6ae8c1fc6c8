// SPDX-License-Identifier: Apache-2.0
// Compares packets field by field, and finds the bits of the bytes of a packet that must change to correct it. Only
// corrected_packet.c and report.c use it.
#ifndef PACKET_FIELDS_H
#define PACKET_FIELDS_H

#include "corrected_packet.h"

// The fields with a meaning of their own come first, because only they are named in a report. The fields from
// FIELDS_NAMED on describe the encoding.
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

// Returns a set of bits FIELD(name).
uint32_t fields_that_differ(const struct packet *a, const struct packet *b);
// Returns the number of atoms of a packet. A W atom, which is a cycle, does not count.
unsigned fields_atoms(const struct packet *p);
// Returns a bit for each of these atoms, the oldest in bit 0. The bit is 1 for an N atom.
unsigned fields_outcomes(const struct packet *p);

// Sets `bytes` to the bytes of the correct packet: those of the wrong packet with a few bits inverted. Returns false if
// no inversion of at most eight bits makes the correct packet. Each packet except an A-sync has at most DECODE_WINDOW
// bytes.
bool corrected_bits(const struct report_trace *t, const struct corrected *e, uint8_t bytes[DECODE_WINDOW]);

// Writes the correct packet, and the bits that are wrong: "branch addr=0x8001041A Thumb bytes=5; byte 841: 0x88, not
// 0xa8 (bit 5 of this byte); wrong: bit 12 of the address". If corrected_bits() finds none, neither the bits nor
// `bytes=` are written.
enum { CORRECTED_ROOM = 640 };
void corrected_text(const struct report_trace *t, const struct corrected *e, char text[CORRECTED_ROOM]);

#endif
