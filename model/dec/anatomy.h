// SPDX-License-Identifier: Apache-2.0
// The bytes of a packet with the names of their bits, for readers of `waypoint explain` (docs/explain.md). It decides
// nothing: the packet readers decode the bytes.
//
// Call order: anatomy_packet with a packet that the decoder has read; its sink calls anatomy_next for each name. Widths
// are in bits. The formats are those of IHI 0035B 4.5 and IHI 0014Q 7.2 to 7.4 and 7.10.
#ifndef ANATOMY_H
#define ANATOMY_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "packet.h"

// Receives a byte, its role in the packet ("header", "address"), and the names of its bits from bit 7 on, separated by
// blanks. "1" and "001" are fixed, "NS" is one bit, "Reason:2" two, "A[14:8]" seven.
typedef void anatomy_sink(void *user, uint8_t byte, const char *role, const char *names);

struct anatomy {
  const struct config *config;
  const struct packet *packet;  // from the decoder; not PACKET_BAD
  const uint8_t *bytes;         // all bytes of the packet
  anatomy_sink *sink;
  void *user;
  uint32_t at;  // private: the next byte
};

// Passes each byte of the packet to the sink, in order.
void anatomy_packet(struct anatomy *l);

// One of the names of a byte.
struct anatomy_field {
  const char *name;
  int length;      // characters of the name
  unsigned width;  // bits
  bool fixed;      // the name is the value of the bits
};
// Reads the next name. False if there is none.
bool anatomy_next(const char **names, struct anatomy_field *field);

// --- only for model/dec ---

typedef void anatomy_function(struct anatomy *l);

// If the packet has another byte, passes it to the sink, with the names that a format makes, and returns it. Otherwise
// returns 0.
uint8_t anatomy_byte(struct anatomy *l, const char *role, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// `count` bytes of a value, low bytes first.
void anatomy_value(struct anatomy *l, const char *role, const char *name, uint32_t count);
// At most `most` bytes with C in bit 7 and seven bits of a value, from bit `low` on, up to the first with C = 0. True
// if C of the last is 1.
bool anatomy_sevens(struct anatomy *l, const char *role, const char *name, unsigned low, unsigned most);
// Address bytes of a branch. `x`: bit 6 of the last of two to four indicates that information bytes follow.
void anatomy_address(struct anatomy *l, bool x);
void anatomy_context_id(struct anatomy *l);
// The header of any packet whose header depends only on its kind.
anatomy_function anatomy_header;
// Packets that both protocols have.
anatomy_function anatomy_async, anatomy_context_packet, anatomy_vmid, anatomy_timestamp;

// For each kind that the protocol has; otherwise NULL.
extern anatomy_function *const pft_anatomy[PACKET_KINDS], *const etm3_anatomy[PACKET_KINDS];

#endif
