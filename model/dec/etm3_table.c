// SPDX-License-Identifier: Apache-2.0
// The packet headers of IHI 0014Q 7.2 and 7.3.1 (tables 7.2 and 7.3), in a form that can be compared with the document.
#include <string.h>

#include "reading.h"

// The conditions of a header, apart from its version.
enum {
  PLAIN = 1 << 0,        // not cycle-accurate
  COUNTED = 1 << 1,      // cycle-accurate
  CONTEXT = 1 << 2,      // Context IDs are traced
  CODE = 1 << 3,         // not data-only
  DATA = 1 << 4,         // data addresses or values are traced
  VALUES = 1 << 5,       // data values are traced
  VERSION_3_0 = 1 << 6,  // only ETMv3.0
};

// The W of a P-header: only those of its count, one more before all atoms, or one before each atom.
enum cycles { NO_W, W_FIRST, W_EACH };

// Bits 7 to 0: '0' and '1' are fixed, 'x' is any. P-headers: E, N and W are counts, atoms of the greatest weight first
// in their order W, E, N; 'a' and 'b' are atoms, oldest first, 1 = N. Data: A = address, S = size, T = tag (not 0).
struct row {
  const char *bits;
  enum packet_kind kind;
  unsigned since;  // ETMv3.`since`
  unsigned needs;
  enum cycles cycles;
};

static const struct row rows[] = {
    {"xxxxxxx1", PACKET_BRANCH, 0, CODE, NO_W},
    {"1NEEEE00", PACKET_P_HEADER, 0, CODE | PLAIN, NO_W},                     // format 1
    {"1000ab10", PACKET_P_HEADER, 0, CODE | PLAIN, NO_W},                     // format 2
    {"10000000", PACKET_P_HEADER, 0, CODE | COUNTED | VERSION_3_0, W_FIRST},  // format 0
    {"1N0EEE00", PACKET_P_HEADER, 0, CODE | COUNTED, W_EACH},                 // format 1, with at least one atom
    {"1000ab10", PACKET_P_HEADER, 0, CODE | COUNTED, W_FIRST},                // format 2
    {"1E1WWW00", PACKET_P_HEADER, 0, CODE | COUNTED, W_FIRST},                // format 3
    {"10010a10", PACKET_P_HEADER, 3, CODE | COUNTED, NO_W},                   // format 4
    {"00000000", PACKET_ASYNC, 0, 0, NO_W},
    {"00000100", PACKET_CYCLE_COUNT, 0, COUNTED, NO_W},
    {"00001000", PACKET_ISYNC, 0, 0, NO_W},
    {"01110000", PACKET_ISYNC, 0, COUNTED, NO_W},  // with cycle count
    {"00001100", PACKET_TRIGGER, 0, 0, NO_W},
    {"00111100", PACKET_VMID, 5, 0, NO_W},
    {"01000x10", PACKET_TIMESTAMP, 5, 0, NO_W},  // x = R: a clock frequency has changed
    {"01100110", PACKET_IGNORE, 0, 0, NO_W},
    {"01101110", PACKET_CONTEXT_ID, 0, CONTEXT, NO_W},
    {"01110110", PACKET_EXCEPTION_RETURN, 4, 0, NO_W},
    {"01111110", PACKET_EXCEPTION_ENTRY, 4, 0, NO_W},
    {"00A0SS10", PACKET_DATA, 0, DATA, NO_W},
    {"01A1TT00", PACKET_DATA_PLACEHOLDER, 0, DATA, NO_W},
    {"0TT0SS00", PACKET_DATA_LATE, 0, VALUES, NO_W},
    {"011A1010", PACKET_DATA_NOT_TRACED, 0, DATA, NO_W},
    {"01100010", PACKET_DATA_SUPPRESSED, 0, CODE | DATA, NO_W},
    {"01010000", PACKET_STORE_FAILED, 0, VALUES, NO_W},
};

static unsigned conditions(const struct config *c) {
  unsigned hold = c->etmcr & ETMCR_CYCLE_ACCURATE ? COUNTED : PLAIN;
  if (field_get(c->etmcr, ETMCR_CONTEXT_ID)) hold |= CONTEXT;
  if (!(c->etmcr & ETMCR_DATA_ONLY) || config_minor(c) == 0) hold |= CODE;
  if (c->etmcr & (ETMCR_DATA_VALUE | ETMCR_DATA_ADDRESS)) hold |= DATA;
  if (c->etmcr & ETMCR_DATA_VALUE) hold |= VALUES;
  if (config_minor(c) == 0) hold |= VERSION_3_0;
  return hold;
}

static bool fits(const char *bits, uint8_t byte) {
  for (int i = 0; i < 8; i++) {
    int bit = byte >> (7 - i) & 1;
    if ((bits[i] == '0' || bits[i] == '1') && bits[i] != '0' + bit) return false;
  }
  return true;
}

// The bits that `letter` marks, as a number.
static unsigned field(const char *bits, uint8_t byte, char letter) {
  unsigned value = 0;
  for (int i = 0; i < 8; i++) {
    if (bits[i] == letter) value = value << 1 | (byte >> (7 - i) & 1);
  }
  return value;
}

static void add(struct packet_header *h, bool w, bool n) {
  h->cycles |= (uint16_t)(w << h->atom_count);
  h->atoms |= (uint16_t)(n << h->atom_count);
  h->atom_count++;
}

static void add_atoms(struct packet_header *h, unsigned count, bool n, enum cycles cycles) {
  while (count-- > 0) {
    if (cycles == W_EACH) add(h, true, false);
    add(h, false, n);
  }
}

static void unpack(struct packet_header *h, const struct row *row, uint8_t byte) {
  unsigned w = field(row->bits, byte, 'W') + (row->cycles == W_FIRST);
  while (w-- > 0) add(h, true, false);
  add_atoms(h, field(row->bits, byte, 'E'), false, row->cycles);
  add_atoms(h, field(row->bits, byte, 'N'), true, row->cycles);
  for (const char *letter = "ab"; *letter; letter++) {
    if (strchr(row->bits, *letter)) add_atoms(h, 1, field(row->bits, byte, *letter), NO_W);
  }
}

static bool matches(const struct row *row, uint8_t byte, struct packet_header *h) {
  if (!fits(row->bits, byte)) return false;
  *h = (struct packet_header){
      .kind = row->kind,
      .tag = field(row->bits, byte, 'T') & 3,
      .value_bytes = (unsigned[]){0, 1, 2, 4}[field(row->bits, byte, 'S')] & 7,
      .has_address = field(row->bits, byte, 'A'),
  };
  if (row->kind == PACKET_P_HEADER) unpack(h, row, byte);
  return !(strchr(row->bits, 'T') && h->tag == 0) && !(row->cycles == W_EACH && h->atom_count == 0);
}

struct packet_header etm3_header(const struct config *config, uint8_t byte) {
  const unsigned hold = conditions(config), minor = config_minor(config);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct packet_header header;
    if (rows[i].since <= minor && !(rows[i].needs & ~hold) && matches(&rows[i], byte, &header)) return header;
  }
  return (struct packet_header){.kind = PACKET_BAD};
}

const char *etm3_header_expected(uint8_t byte) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (rows[i].needs == CONTEXT && fits(rows[i].bits, byte)) {
      return "expected no Context ID packet, for ETMCR[15:14] is 0 (IHI 0014Q 7.3.6)";
    }
  }
  return "expected a packet header that this configuration allows";
}
