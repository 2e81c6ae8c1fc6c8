// SPDX-License-Identifier: Apache-2.0
// Corrects the packet that the scoreboard contradicts, for the line "expected" of a report. The correct packet is the
// one that a compliant DUT sends for the item that was presented, after the same earlier packets.
//
// A correction is made only if it is certain. Either the packet reports the next item, with another value in a field.
// Or it is an I-sync that differs in the same single field from the I-sync of each possible item. There is no
// correction if the packet is missing, superfluous, or of another item. Only report*.c use it.
#ifndef CORRECTED_PACKET_H
#define CORRECTED_PACKET_H

#include "report_trace.h"

struct corrected {
  const struct report_packet *sent;  // the wrong packet; NULL: no correction
  struct packet right;               // the correct packet
};

// Corrects the packet at which `s` has stopped. `t` holds the bytes that `s` has compared.
struct corrected corrected_packet(const struct scoreboard *s, const struct report_trace *t);

// --- packet_fields.c -------------------------------------------------------------------------------------------------

// The fields: a number, the member of struct packet, the name in a report, and whether it is one value without bit
// numbers. A field without a name describes the encoding, and is not named in a report.
#define FIELD_TABLE(ROW)                                   \
  ROW(ADDRESS, address, "the address", false)              \
  ROW(ISA, isa, "the instruction set", true)               \
  ROW(EXCEPTION, exception, "the exception number", false) \
  ROW(CANCEL, cancel, "the Cancel bit", true)              \
  ROW(NS, ns, "the NS bit", true)                          \
  ROW(HYP, hyp, "the Hyp bit", true)                       \
  ROW(REASON, reason, "the reason", false)                 \
  ROW(ATOMS, atoms, "atom", false)                         \
  ROW(VALUE, value, "the Context ID", false)               \
  ROW(TIMESTAMP, timestamp, "the timestamp", false)        \
  ROW(COUNT, cycle_count, "the cycle count", false)        \
  ROW(CYCLES, cycles, NULL, false)                         \
  ROW(ATOM_COUNT, atom_count, NULL, false)                 \
  ROW(ADDRESS_BYTES, address_bytes, NULL, false)           \
  ROW(INFO_BYTES, info_bytes, NULL, false)                 \
  ROW(TIMESTAMP_BYTES, timestamp_bytes, NULL, false)       \
  ROW(OLD_FORM, old_form, NULL, false)                     \
  ROW(RESUME, resume, NULL, false)                         \
  ROW(IN_PROGRESS, in_progress, NULL, false)               \
  ROW(CURRENT, current, NULL, false)                       \
  ROW(CLOCK_CHANGE, clock_change, NULL, false)
#define FIELD_ENUMERATOR(field, member, name, is_flag) FIELD_##field,
enum field { FIELD_TABLE(FIELD_ENUMERATOR) FIELDS };
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
