// SPDX-License-Identifier: Apache-2.0
// The bytes of a packet with the names of their bits, for people (docs/explain.md). It decides nothing: what the bytes
// mean the packet readers say.
#ifndef ANATOMY_H
#define ANATOMY_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "packet.h"

// A byte: what it is of the packet ("header", "address"), and the names of its bits, from bit 7 on, apart by blanks:
// "1" and "001" are fixed, "NS" is a bit, "Reason:2" are two, "A[14:8]" seven.
typedef void anatomy_sink(void *user, uint8_t byte, const char *role, const char *names);

struct anatomy {
  const struct config *config;
  const struct packet *packet;  // as the decoder has read it: not PACKET_BAD
  const uint8_t *bytes;         // all of it
  anatomy_sink *sink;
  void *user;
  uint32_t at;  // private: the next byte
};

// Each byte of the packet, in order.
void anatomy_packet(struct anatomy *l);

// One of the names.
struct anatomy_field {
  const char *name;
  int length;      // characters of it
  unsigned width;  // bits
  bool fixed;      // the name is what they are
};
// The next; false: there is none.
bool anatomy_next(const char **names, struct anatomy_field *field);

// --- inside model/dec ---

// The next byte, if there is one; what a format makes are the names. Returns it, otherwise 0.
uint8_t anatomy_byte(struct anatomy *l, const char *role, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void anatomy_async(struct anatomy *l);
// `count` bytes of a value, low ones first.
void anatomy_value(struct anatomy *l, const char *role, const char *name, uint32_t count);
// Bytes with a C in bit 7 and seven bits of a value that goes on from bit `low`, while C is 1, at most `most` of them.
// True: C of the last is 1.
bool anatomy_sevens(struct anatomy *l, const char *role, const char *name, unsigned low, unsigned most);
// The bytes of a timestamp behind its header, `full` (7 or 9) at most.
void anatomy_time(struct anatomy *l, unsigned full);
// Address bytes of a branch. `x`: bit 6 of the last of two to four says that information bytes follow.
void anatomy_address(struct anatomy *l, enum isa isa, bool x);
void anatomy_context_id(struct anatomy *l);
// Packets of both protocols.
void anatomy_context_packet(struct anatomy *l);
void anatomy_vmid(struct anatomy *l);

void pft_anatomy(struct anatomy *l);
void etm3_anatomy(struct anatomy *l);

#endif
