// SPDX-License-Identifier: Apache-2.0
// Masks and values of the ARM and Thumb encodings.
#include "classify.h"

#include "waypoint.h"

static const struct classification none = {.waypoint = CLASS_NONE};
static const struct classification isb = {.waypoint = CLASS_BARRIER, .barrier = WAYPOINT_ISB};
static const struct classification dsb = {.waypoint = CLASS_NONE, .barrier = WAYPOINT_DSB};
static const struct classification dmb = {.waypoint = CLASS_NONE, .barrier = WAYPOINT_DMB};

static struct classification direct(bool link) {
  return (struct classification){.waypoint = CLASS_DIRECT, .link = link};
}

static struct classification indirect(bool link) {
  return (struct classification){.waypoint = CLASS_INDIRECT, .link = link};
}

static struct classification exception_return(bool is) {
  return (struct classification){.waypoint = CLASS_INDIRECT, .exception_return = is};
}

static inline bool match(uint32_t opcode, uint32_t mask, uint32_t value) { return (opcode & mask) == value; }

static inline bool bit(uint32_t opcode, int n) { return opcode >> n & 1; }

static struct classification arm_unconditional(uint32_t op) {
  if (match(op, 0xFE000000, 0xFA000000)) return direct(true);            // BLX imm
  if (match(op, 0xFE500000, 0xF8100000)) return exception_return(true);  // RFE
  if (match(op, 0xFFF000F0, 0xF5700040)) return dsb;
  if (match(op, 0xFFF000F0, 0xF5700050)) return dmb;
  if (match(op, 0xFFF000F0, 0xF5700060)) return isb;
  return none;
}

// Data processing. Its compares without S encode miscellaneous instructions.
static struct classification arm_data_processing(uint32_t op) {
  if (match(op, 0x0FF000D0, 0x01200010)) return indirect(bit(op, 5));    // BX, BLX
  if (match(op, 0x0FF000F0, 0x01200020)) return indirect(false);         // BXJ
  if (match(op, 0x0FFFFFFF, 0x0160006E)) return exception_return(true);  // ERET
  bool compare_or_misc = match(op, 0x01800000, 0x01000000);              // TST to CMN; without S: MSR, CLZ, MOVW ..
  bool multiply_or_halfword = match(op, 0x02000090, 0x00000090);
  if (compare_or_misc || multiply_or_halfword || !match(op, 0xF000, 0xF000)) return none;
  return exception_return(bit(op, 20));
}

// MCR p15, 0, Rt, c7, ..; `op` without its condition.
static struct classification cp15(uint32_t op) {
  if (match(op, 0x0FFF0FFF, 0x0E070F95)) return isb;
  if (match(op, 0x0FFF0FFF, 0x0E070F9A)) return dsb;
  if (match(op, 0x0FFF0FFF, 0x0E070FBA)) return dmb;
  return none;
}

static struct classification arm(uint32_t op) {
  if (op >> 28 == 0xF) return arm_unconditional(op);
  switch (op >> 25 & 7) {
    case 0:
    case 1:
      return arm_data_processing(op);
    case 3:
      if (bit(op, 4)) return none;  // media instructions
      // fall through
    case 2:
      return match(op, 0x0050F000, 0x0010F000) ? indirect(false) : none;  // LDR (not LDRB) to PC
    case 4:
      return match(op, 0x00108000, 0x00108000) ? exception_return(bit(op, 22)) : none;  // LDM with PC, ^
    case 5:
      return direct(bit(op, 24));  // B, BL
    default:
      return cp15(op);
  }
}

static struct classification thumb16(uint32_t op) {
  if (match(op, 0xF000, 0xD000)) return match(op, 0x0E00, 0x0E00) ? none : direct(false);  // B<c>; else UDF, SVC
  if (match(op, 0xF800, 0xE000)) return direct(false);                                     // B
  if (match(op, 0xF500, 0xB100)) return direct(false);                                     // CBZ, CBNZ
  if (match(op, 0xFF00, 0x4700)) return indirect(bit(op, 7));                              // BX, BLX
  if (match(op, 0xFF00, 0xBD00)) return indirect(false);                                   // POP {.., PC}
  if (match(op, 0xFD87, 0x4487)) return indirect(false);                                   // ADD, MOV to PC
  return none;
}

// First halfword 11110x, second halfword 1x: branches and miscellaneous control.
static struct classification thumb32_control(uint32_t op) {
  if (bit(op, 14)) {
    if (bit(op, 12)) return direct(true);     // BL
    return bit(op, 0) ? none : direct(true);  // BLX imm
  }
  if (bit(op, 12)) return direct(false);                                 // B.W
  if (!match(op, 0x03800000, 0x03800000)) return direct(false);          // B<c>.W
  if (match(op, 0x07F00000, 0x03C00000)) return indirect(false);         // BXJ
  if (match(op, 0x07F00000, 0x03D00000)) return exception_return(true);  // SUBS PC, LR; ERET
  if (match(op, 0x07F000E0, 0x03B00000)) return direct(false);           // LEAVEX, ENTERX
  if (match(op, 0x07F000F0, 0x03B00040)) return dsb;
  if (match(op, 0x07F000F0, 0x03B00050)) return dmb;
  if (match(op, 0x07F000F0, 0x03B00060)) return isb;
  return none;
}

static struct classification thumb32_load(uint32_t op) {
  if (match(op, 0xFFD00000, 0xE8100000) || match(op, 0xFFD00000, 0xE9900000)) return exception_return(true);  // RFE
  if (match(op, 0xFFD08000, 0xE8908000) || match(op, 0xFFD08000, 0xE9108000)) return indirect(false);         // LDM
  if (match(op, 0xFFF0FFE0, 0xE8D0F000)) return indirect(false);  // TBB, TBH
  if (!match(op, 0xFF70F000, 0xF850F000)) return none;            // LDR to PC
  const bool is_literal = match(op, 0x000F0000, 0x000F0000), has_immediate = bit(op, 23) || bit(op, 11);
  const bool is_shifted = match(op, 0x0FC0, 0);
  return is_literal || has_immediate || is_shifted ? indirect(false) : none;
}

static struct classification thumb32(uint32_t op) {
  if (match(op, 0xF8008000, 0xF0008000)) return thumb32_control(op);
  if (match(op, 0xFF000000, 0xEE000000)) return cp15(op);
  return thumb32_load(op);
}

struct classification classify(uint32_t opcode, bool thumb) {
  if (!thumb) return arm(opcode);
  return opcode >> 16 ? thumb32(opcode) : thumb16(opcode);
}
