// SPDX-License-Identifier: Apache-2.0
// The packet headers of IHI 0035B 4.5 (table 4.1), in a form that can be compared with the document.
#include "reading.h"

enum when { ALWAYS, PLAIN, COUNTED, CONTEXT_ID, VERSION_1_1 };

// Bits 7 to 0: '0' and '1' are fixed, 'x' is any, 'a' to 'e' are atoms, oldest first, 1 = N.
static const struct {
  const char *bits;
  enum packet_kind kind;
  enum when when;
} headers[] = {
    {"00000000", PACKET_ASYNC, ALWAYS},
    {"00001000", PACKET_ISYNC, ALWAYS},
    {"00001100", PACKET_TRIGGER, ALWAYS},
    {"00111100", PACKET_VMID, VERSION_1_1},
    {"01000x10", PACKET_TIMESTAMP, ALWAYS},  // x = R: the clock frequency has changed; nothing here depends on it
    {"01100110", PACKET_IGNORE, ALWAYS},
    {"01101110", PACKET_CONTEXT_ID, CONTEXT_ID},
    {"01110010", PACKET_WAYPOINT_UPDATE, ALWAYS},
    {"01110110", PACKET_EXCEPTION_RETURN, ALWAYS},
    {"xxxxxxx1", PACKET_BRANCH, ALWAYS},
    {"100001a0", PACKET_ATOM, PLAIN},
    {"10001ab0", PACKET_ATOM, PLAIN},
    {"1001abc0", PACKET_ATOM, PLAIN},
    {"101abcd0", PACKET_ATOM, PLAIN},
    {"11abcde0", PACKET_ATOM, PLAIN},
    {"1xxxxxa0", PACKET_ATOM, COUNTED},  // x: cycle count
};

static bool holds(enum when when, const struct config *c) {
  switch (when) {
    case PLAIN:
      return !(c->etmcr & ETMCR_CYCLE_ACCURATE);
    case COUNTED:
      return c->etmcr & ETMCR_CYCLE_ACCURATE;
    case CONTEXT_ID:
      return field_get(c->etmcr, ETMCR_CONTEXT_ID);
    case VERSION_1_1:
      return c->etmidr >> 4 & 0xF;
    default:
      return true;
  }
}

static bool matches(const char *bits, uint8_t byte, struct packet_header *header) {
  for (int i = 0; i < 8; i++) {
    int bit = byte >> (7 - i) & 1;
    if ((bits[i] == '0' || bits[i] == '1') && bits[i] != '0' + bit) return false;
    if (bits[i] >= 'a' && bits[i] <= 'e') header->atoms |= (uint16_t)(bit << header->atom_count++);
  }
  return true;
}

struct packet_header pft_header(const struct config *config, uint8_t byte) {
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
    struct packet_header header = {.kind = headers[i].kind};
    if (holds(headers[i].when, config) && matches(headers[i].bits, byte, &header)) return header;
  }
  return (struct packet_header){.kind = PACKET_BAD};
}

const char *pft_header_expected(uint8_t byte) {
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
    struct packet_header header = {0};
    if (headers[i].when == CONTEXT_ID && matches(headers[i].bits, byte, &header)) {
      return "expected no Context ID packet, for ETMCR[15:14] is 0 (IHI 0035B 4.5.7)";
    }
  }
  return "expected a packet header that this configuration allows";
}
