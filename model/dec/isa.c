// SPDX-License-Identifier: Apache-2.0
// Waypoint instructions of A32 and T32 (IHI 0035B tables 2.2 to 2.4). The targets of ThumbEE handlers and Jazelle code
// are unknown.
#include "isa.h"

enum form {
  PLAIN,  // no waypoint
  INDIRECT,
  RETURN,  // indirect, from an exception
  ISB,
  DMB_DSB,
  // Direct branches, by the position of the offset:
  A32_B,
  A32_BLX,
  T16_B_COND,
  T16_B,
  T16_CB,
  T32_B_COND,
  T32_B,
  T32_BLX,
  T32_ENTERX,
  T32_LEAVEX,
};

// An instruction has the form of the first row with (opcode & mask) == value. It writes LR if it has one of the bits
// `link`.
struct row {
  uint32_t mask, value;
  enum form form;
  uint32_t link;
};

#define NEVER 0u
#define BIT(n) (1u << (n))

static const struct row a32_unconditional[] = {
    {0xFE000000, 0xFA000000, A32_BLX, BIT(25)}, {0xFE500000, 0xF8100000, RETURN, NEVER},  // RFE
    {0xFFF000F0, 0xF5700040, DMB_DSB, NEVER},                                             // DSB
    {0xFFF000F0, 0xF5700050, DMB_DSB, NEVER},                                             // DMB
    {0xFFF000F0, 0xF5700060, ISB, NEVER},       {0, 0, PLAIN, NEVER},
};

static const struct row a32[] = {
    {0x0FF000D0, 0x01200010, INDIRECT, BIT(5)},  // BX, BLX register
    {0x0FF000F0, 0x01200020, INDIRECT, NEVER},   // BXJ
    {0x0FFFFFFF, 0x0160006E, RETURN, NEVER},     // ERET
    {0x0E000090, 0x00000090, PLAIN, NEVER},      // multiplies, extra loads and stores
    {0x0D800000, 0x01000000, PLAIN, NEVER},      // compares, miscellaneous, MSR immediate, MOVW, MOVT
    {0x0C10F000, 0x0010F000, RETURN, NEVER},     // data processing to PC and CPSR
    {0x0C00F000, 0x0000F000, INDIRECT, NEVER},   // data processing to PC
    {0x0E50F000, 0x0410F000, INDIRECT, NEVER},   // LDR PC, immediate
    {0x0E50F010, 0x0610F000, INDIRECT, NEVER},   // LDR PC, register
    {0x0E508000, 0x08508000, RETURN, NEVER},     // LDM with PC and CPSR
    {0x0E108000, 0x08108000, INDIRECT, NEVER},   // LDM with PC
    {0x0E000000, 0x0A000000, A32_B, BIT(24)},    // B, BL
    {0x0FFF0FFF, 0x0E070F95, ISB, NEVER},        // CP15 forms: MCR p15, 0, Rt, c7, ..
    {0x0FFF0FFF, 0x0E070F9A, DMB_DSB, NEVER},   {0x0FFF0FFF, 0x0E070FBA, DMB_DSB, NEVER}, {0, 0, PLAIN, NEVER},
};

static const struct row t16[] = {
    {0xFE00, 0xDE00, PLAIN, NEVER},  // UDF, SVC
    {0xF000, 0xD000, T16_B_COND, NEVER},
    {0xF800, 0xE000, T16_B, NEVER},
    {0xF500, 0xB100, T16_CB, NEVER},     // CBZ, CBNZ
    {0xFF00, 0x4700, INDIRECT, BIT(7)},  // BX, BLX
    {0xFF00, 0xBD00, INDIRECT, NEVER},   // POP with PC
    {0xFD87, 0x4487, INDIRECT, NEVER},   // ADD PC, MOV PC
    {0, 0, PLAIN, NEVER},
};

// 16-bit encodings that differ in ThumbEE from Thumb. The address of a handler is in a system register.
static const struct row t16_thumbee[] = {
    {0xFE00, 0xC000, INDIRECT, NEVER},   // HBP
    {0xFE00, 0xC200, INDIRECT, BIT(8)},  // HB, HBL
    {0xFC00, 0xC400, INDIRECT, 0xC400},  // HBLP
    {0xF000, 0xC000, PLAIN, NEVER},      // CHKA, loads and stores
    {0, 0, PLAIN, NEVER},
};

static const struct row t32[] = {
    {0xFFFFFFF0, 0xF3BF8F00, T32_LEAVEX, NEVER},
    {0xFFFFFFF0, 0xF3BF8F10, T32_ENTERX, NEVER},
    {0xFFFFFFF0, 0xF3BF8F40, DMB_DSB, NEVER},  // DSB
    {0xFFFFFFF0, 0xF3BF8F50, DMB_DSB, NEVER},  // DMB
    {0xFFFFFFF0, 0xF3BF8F60, ISB, NEVER},
    {0xFFF0D000, 0xF3C08000, INDIRECT, NEVER},  // BXJ
    {0xFFF0D000, 0xF3D08000, RETURN, NEVER},    // SUBS PC, LR, #imm; ERET
    {0xFB80D000, 0xF3808000, PLAIN, NEVER},     // other miscellaneous control
    {0xF800D000, 0xF0008000, T32_B_COND, NEVER},
    {0xF8009000, 0xF0009000, T32_B, BIT(14)},  // B, BL
    {0xF800D001, 0xF000C000, T32_BLX, BIT(14)},
    {0xFFF0FFE0, 0xE8D0F000, INDIRECT, NEVER},  // TBB, TBH
    {0xFFD00000, 0xE8100000, RETURN, NEVER},    // RFEDB
    {0xFFD00000, 0xE9900000, RETURN, NEVER},    // RFEIA
    {0xFE508000, 0xE8108000, INDIRECT, NEVER},  // LDM with PC
    {0xFF7FF000, 0xF85FF000, INDIRECT, NEVER},  // LDR PC, literal
    {0xFFF0F000, 0xF8D0F000, INDIRECT, NEVER},  // LDR PC, 12-bit immediate
    {0xFFF0F800, 0xF850F800, INDIRECT, NEVER},  // LDR PC, 8-bit immediate
    {0xFFF0FFC0, 0xF850F000, INDIRECT, NEVER},  // LDR PC, register
    {0xFFFF0FFF, 0xEE070F95, ISB, NEVER},       // CP15 forms
    {0xFFFF0FFF, 0xEE070F9A, DMB_DSB, NEVER},
    {0xFFFF0FFF, 0xEE070FBA, DMB_DSB, NEVER},
    {0, 0, PLAIN, NEVER},
};

static const struct row *first_fit(const struct row *row, uint32_t opcode) {
  while ((opcode & row->mask) != row->value) row++;
  return row;
}

// Bits [high:low] of x.
static uint32_t bits(uint32_t x, unsigned high, unsigned low) { return x >> low & ((2u << (high - low)) - 1); }

// The low `width` bits of x as a signed number, modulo 2^32.
static uint32_t sign_extend(uint32_t x, unsigned width) {
  uint32_t sign = 1u << (width - 1);
  return ((x & (2 * sign - 1)) ^ sign) - sign;
}

// The 25-bit offset of B.W, BL and BLX without its bit 0: S:I1:I2:imm10:imm11, and I = NOT (J XOR S).
static uint32_t t32_offset(uint32_t x) {
  uint32_t s = bits(x, 26, 26), i1 = bits(x, 13, 13) ^ s ^ 1, i2 = bits(x, 11, 11) ^ s ^ 1;
  return sign_extend(s << 24 | i1 << 23 | i2 << 22 | bits(x, 25, 16) << 12 | bits(x, 10, 0) << 1, 25);
}

static uint32_t target(enum form form, uint32_t address, uint32_t x) {
  switch (form) {
    case A32_B:
      return address + 8 + (sign_extend(x, 24) << 2);
    case A32_BLX:
      return address + 8 + (sign_extend(x, 24) << 2) + (bits(x, 24, 24) << 1);
    case T16_B_COND:
      return address + 4 + (sign_extend(x, 8) << 1);
    case T16_B:
      return address + 4 + (sign_extend(x, 11) << 1);
    case T16_CB:
      return address + 4 + (bits(x, 9, 9) << 6) + (bits(x, 7, 3) << 1);
    case T32_B_COND:
      return address + 4 +
             sign_extend(bits(x, 26, 26) << 20 | bits(x, 11, 11) << 19 | bits(x, 13, 13) << 18 | bits(x, 21, 16) << 12 |
                             bits(x, 10, 0) << 1,
                         21);
    case T32_B:
      return address + 4 + t32_offset(x);
    case T32_BLX:
      return ((address + 4) & ~3u) + t32_offset(x);
    default:  // ENTERX, LEAVEX
      return address + 4;
  }
}

static struct instruction classify(const struct row *table, uint32_t address, uint32_t opcode, unsigned size,
                                   enum isa isa, bool dmb_dsb) {
  const struct row *row = first_fit(table, opcode);
  const enum form form = row->form;
  struct instruction i = {.size = (uint8_t)size, .target_isa = (uint8_t)isa, .link = opcode & row->link};
  switch (form) {
    case PLAIN:
      break;
    case RETURN:
    case INDIRECT:
      i.class = INDIRECT_BRANCH;
      i.eret = form == RETURN;
      break;
    case ISB:
      i.class = BARRIER;
      break;
    case DMB_DSB:
      i.class = dmb_dsb ? BARRIER : NO_WAYPOINT;
      break;
    default:
      i.class = DIRECT_BRANCH;
      i.target = target(form, address, opcode);
      i.conditional = form == T16_B_COND || form == T16_CB || form == T32_B_COND;
      if (form == A32_BLX) i.target_isa = ISA_THUMB;
      if (form == T32_BLX) i.target_isa = ISA_ARM;
      if (form == T32_ENTERX) i.target_isa = ISA_THUMBEE;
      if (form == T32_LEAVEX) i.target_isa = ISA_THUMB;
      break;
  }
  return i;
}

struct instruction isa_arm(uint32_t address, uint32_t opcode, bool dmb_dsb) {
  struct instruction i = classify(opcode >> 28 == 0xF ? a32_unconditional : a32, address, opcode, 4, ISA_ARM, dmb_dsb);
  i.conditional = opcode >> 28 < 0xE;
  return i;
}

struct instruction isa_thumb(uint32_t address, uint32_t opcode, unsigned size, bool thumbee, bool dmb_dsb) {
  const struct row *table = size == 4 ? t32 : thumbee && opcode >> 12 == 0xC ? t16_thumbee : t16;
  struct instruction i = classify(table, address, opcode, size, thumbee ? ISA_THUMBEE : ISA_THUMB, dmb_dsb);
  const bool it = size == 2 && opcode >> 8 == 0xBF && (opcode & 0xF) != 0;
  i.it = it ? (uint8_t)(4 - __builtin_ctz(opcode & 0xF)) : 0;
  return i;
}

bool isa_fetch(const struct image *image, uint32_t address, uint8_t isa, bool dmb_dsb,
               struct instruction *instruction) {
  if (isa == ISA_ARM) {
    uint32_t word;
    if (!image_read32(image, address, &word)) return false;
    *instruction = isa_arm(address, word, dmb_dsb);
    return true;
  }
  uint16_t first, second = 0;
  if (!image_read16(image, address, &first)) return false;
  const unsigned size = thumb_size(first);
  if (size == 4 && !image_read16(image, address + 2, &second)) return false;
  const uint32_t opcode = size == 4 ? (uint32_t)first << 16 | second : first;
  *instruction = isa_thumb(address, opcode, size, isa == ISA_THUMBEE, dmb_dsb);
  return true;
}
