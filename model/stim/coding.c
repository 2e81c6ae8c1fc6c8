// SPDX-License-Identifier: Apache-2.0
// The rows of each role, and the offsets of branches.
#include "coding.h"

#include "rng.h"

#define LINK CODING_LINK
#define SAME CODING_SAME_STATE
#define TABLE CODING_TABLE
#define ALWAYS CODING_UNCONDITIONAL
#define MEMORY CODING_MEMORY
#define NOT_EE CODING_NOT_THUMBEE
#define DATA CODING_BARRIER

// Many fillers are encodings that a wrong classifier takes for waypoints: 1111 in the bits of Rd, loads and stores of
// many registers, the neighbours of TBB, ISB and B<c>.W.
static const struct coding arm_filler[] = {
    {0xE2000000, 0xF77FFF, 0},                // AND .. RSC immediate
    {0xE3800000, 0x177FFF, 0},                // ORR immediate
    {0xE3A00000, 0x107FFF, 0},                // MOV immediate
    {0xE3500000, 0x070FFF, 0},                // CMP immediate
    {0xE3100000, 0x070FFF, 0},                // TST immediate
    {0xE0000000, 0xF77FE7, 0},                // AND .. RSC register
    {0xE0000010, 0xF77767, 0},                // AND .. RSC register, shifted by register
    {0xE0000090, 0x070707, 0},                // MUL
    {0xE0810090, 0x000707, 0},                // UMULL
    {0xE3000000, 0x0F7FFF, 0},                // MOVW
    {0xE3400000, 0x0F7FFF, 0},                // MOVT
    {0xE16F0F10, 0x007007, 0},                // CLZ
    {0xE6EF0070, 0x007C07, 0},                // UXTB
    {0xE6BF0F30, 0x007007, 0},                // REV
    {0xE7E00050, 0x077007, 0},                // UBFX
    {0xE750F010, 0x070707, 0},                // SMMUL
    {0xE710F010, 0x070707, 0},                // SDIV
    {0xE320F000, 0, 0},                       // NOP
    {0xE328F000, 0x0000F0, 0},                // MSR CPSR_f, immediate
    {0xE128F000, 0x000007, 0},                // MSR CPSR_f, register
    {0xE10F0000, 0x007000, 0},                // MRS
    {0xEE100F10, 0x007000, 0},                // MRC p15
    {0xEE0D0F30, 0x007000, 0},                // MCR p15: CONTEXTIDR
    {0xEE300A00, 0x077007, 0},                // VADD.F32
    {0xEEF1FA10, 0, 0},                       // VMRS APSR_nzcv
    {0xE5900000, 0x077FFF, MEMORY},           // LDR immediate
    {0xE59F0000, 0x007FFC, MEMORY},           // LDR literal
    {0xE7900000, 0x077FE7, MEMORY},           // LDR register
    {0xE5D00000, 0x077FFF, MEMORY},           // LDRB
    {0xE5800000, 0x077FFF, MEMORY},           // STR immediate
    {0xE7800000, 0x077FE7, MEMORY},           // STR register
    {0xE1D000B0, 0x077F0F, MEMORY},           // LDRH
    {0xE1C000B0, 0x077F0F, MEMORY},           // STRH
    {0xE1C200D0, 0x050F0F, MEMORY},           // LDRD
    {0xE1900F9F, 0x077000, MEMORY},           // LDREX
    {0xE1821F90, 0, MEMORY},                  // STREX
    {0xE92D0001, 0x005FFE, MEMORY},           // PUSH
    {0xE8BD0001, 0x005FFE, MEMORY},           // POP
    {0xE8900100, 0x071E00, MEMORY},           // LDM
    {0xED900A00, 0x0770FF, MEMORY},           // VLDR
    {0xF2200800, 0x077007, ALWAYS},           // VADD.I32
    {0xF420078F, 0x077000, ALWAYS | MEMORY},  // VLD1
    {0xF5D0F000, 0x070FFF, ALWAYS},           // PLD
    {0xF4D0F000, 0x070FFF, ALWAYS},           // PLI
    {0xF57FF04F, 0, ALWAYS | DATA},           // DSB
    {0xF57FF05F, 0, ALWAYS | DATA},           // DMB
    {0xF57FF01F, 0, ALWAYS},                  // CLREX
    {0xF1080080, 0, ALWAYS},                  // CPSIE i
};
static const struct coding arm_jump[] = {
    {0xE12FFF10, 0x000007, 0},       // BX
    {0xE12FFF30, 0x000007, LINK},    // BLX
    {0xE1A0F000, 0x000007, 0},       // MOV PC
    {0xE1A0F100, 0x000007, 0},       // LSL PC, #2
    {0xE08FF100, 0x000007, 0},       // ADD PC, PC, Rm, LSL #2
    {0xE280F000, 0x0700FF, 0},       // ADD PC, Rn, #imm
    {0xE240F000, 0x0700FF, 0},       // SUB PC, Rn, #imm
    {0xE180F000, 0x070007, 0},       // ORR PC, Rn, Rm
    {0xE510F000, 0x8703FC, MEMORY},  // LDR PC, [Rn, #imm]
    {0xE490F004, 0x070000, MEMORY},  // LDR PC, [Rn], #4
    {0xE790F100, 0x070007, MEMORY},  // LDR PC, [Rn, Rm, LSL #2]
    {0xE59FF000, 0x0003FC, MEMORY},  // LDR PC, literal
    {0xE8908000, 0x271F00, MEMORY},  // LDMIA Rn, {.., PC}
    {0xE9108000, 0x271F00, MEMORY},  // LDMDB Rn, {.., PC}
};
static const struct coding arm_return[] = {
    {0xE12FFF1E, 0, 0},              // BX LR
    {0xE1A0F00E, 0, 0},              // MOV PC, LR
    {0xE8BD8000, 0x001FFF, MEMORY},  // POP {.., PC}
    {0xE49DF004, 0, MEMORY},         // POP {PC} as LDR
};
static const struct coding arm_exception_return[] = {
    {0xE1B0F00E, 0, 0},                       // MOVS PC, LR
    {0xE25EF000, 0x00000C, 0},                // SUBS PC, LR, #imm
    {0xE8FD8000, 0x001FFF, MEMORY},           // LDM SP!, {.., PC}^
    {0xF8900A00, 0x2D0000, ALWAYS | MEMORY},  // RFEIA
};
static const struct coding arm_more_barriers[] = {
    {0xF57FF04F, 0, ALWAYS | DATA},  // DSB
    {0xF57FF05F, 0, ALWAYS | DATA},  // DMB
    {0xEE070F95, 0x007000, 0},       // CP15 ISB
    {0xEE070F9A, 0x007000, 0},       // CP15 DSB
    {0xEE070FBA, 0x007000, 0},       // CP15 DMB
};
static const struct coding arm_ns_write[] = {
    {0xEE010F11, 0x007000, 0},  // MCR p15: SCR
    {0xE121F000, 0x000007, 0},  // MSR CPSR_c, register
};

// An instruction in an IT block must not change the flags that the others depend on.
static const struct coding thumb_filler[] = {
    {0x0040, 0x07BF, 0},                // LSLS immediate (by 0 would be MOVS)
    {0x1800, 0x03FF, 0},                // ADDS, SUBS register
    {0x2000, 0x07FF, 0},                // MOVS immediate
    {0x2800, 0x07FF, ALWAYS},           // CMP immediate
    {0x3000, 0x0FFF, 0},                // ADDS, SUBS immediate
    {0x4000, 0x03FF, ALWAYS},           // ANDS .. MVNS, TST, CMP, CMN, MULS
    {0x4400, 0x007F, 0},                // ADD with a high register
    {0x4600, 0x007F, 0},                // MOV from a high register
    {0x4800, 0x07FF, MEMORY},           // LDR literal
    {0x5000, 0x0FFF, MEMORY},           // STR .. LDRSH register
    {0x6000, 0x0FFF, MEMORY},           // STR, LDR immediate
    {0x7000, 0x0FFF, MEMORY},           // STRB, LDRB
    {0x8000, 0x0FFF, MEMORY},           // STRH, LDRH
    {0x9000, 0x0FFF, MEMORY},           // STR, LDR from SP
    {0xA000, 0x0FFF, 0},                // ADR, ADD from SP
    {0xB000, 0x00FF, 0},                // ADD, SUB SP
    {0xB200, 0x00FF, 0},                // SXTH .. UXTB
    {0xB401, 0x01FE, MEMORY},           // PUSH
    {0xBA00, 0x007F, 0},                // REV, REV16
    {0xBC01, 0x00FE, MEMORY},           // POP
    {0xBF00, 0, 0},                     // NOP
    {0xC010, 0x03E0, MEMORY | NOT_EE},  // STM
    {0xC810, 0x03E0, MEMORY | NOT_EE},  // LDM
    {0xF0000000, 0x000707FF, 0},        // AND.W immediate
    {0xF1000000, 0x000707FF, 0},        // ADD.W immediate
    {0xF1100000, 0x000707FF, ALWAYS},   // ADDS.W immediate
    {0xF04F0000, 0x000007FF, 0},        // MOV.W immediate
    {0xF1B00F00, 0x000700FF, ALWAYS},   // CMP.W immediate
    {0xF0100F00, 0x000700FF, ALWAYS},   // TST.W immediate
    {0xEB000000, 0x00070707, 0},        // ADD.W register
    {0xF2000000, 0x040777FF, 0},        // ADDW
    {0xF2400000, 0x040F77FF, 0},        // MOVW
    {0xF2C00000, 0x040F77FF, 0},        // MOVT
    {0xF3C00000, 0x00070707, 0},        // UBFX
    {0xF3600000, 0x00070707, 0},        // BFI
    {0xFB00F000, 0x00070707, 0},        // MUL
    {0xFB000000, 0x00077707, 0},        // MLA
    {0xFB90F0F0, 0x00070707, 0},        // SDIV
    {0xFBA02100, 0x00070007, 0},        // UMULL
    {0xF3AF8000, 0, 0},                 // NOP.W
    {0xF3EF8000, 0x00000700, 0},        // MRS
    {0xF3808800, 0x00070000, ALWAYS},   // MSR APSR
    {0xF3BF8F2F, 0, ALWAYS},            // CLREX
    {0xF3BF8F4F, 0, ALWAYS | DATA},     // DSB
    {0xF3BF8F5F, 0, ALWAYS | DATA},     // DMB
    {0xF890F000, 0x00070FFF, 0},        // PLD
    {0xF990F000, 0x00070FFF, 0},        // PLI
    {0xEE100F10, 0x00007000, 0},        // MRC p15
    {0xEE300A00, 0x00077007, 0},        // VADD.F32
    {0xEF200800, 0x00077007, ALWAYS},   // VADD.I32
    {0xEEF1FA10, 0, ALWAYS},            // VMRS APSR_nzcv
    {0xF8D00000, 0x00077FFF, MEMORY},   // LDR.W immediate
    {0xF8DF0000, 0x00007FFF, MEMORY},   // LDR.W literal
    {0xF8500000, 0x00077037, MEMORY},   // LDR.W register
    {0xF8C00000, 0x00077FFF, MEMORY},   // STR.W
    {0xF8900000, 0x00077FFF, MEMORY},   // LDRB.W
    {0xF9B00000, 0x00077FFF, MEMORY},   // LDRSH.W
    {0xE9D20100, 0x000500FF, MEMORY},   // LDRD
    {0xE8500F00, 0x000770FF, MEMORY},   // LDREX
    {0xE8421000, 0x000000FF, MEMORY},   // STREX
    {0xE8D00F4F, 0x00077000, MEMORY},   // LDREXB
    {0xE92D0300, 0x00005C00, MEMORY},   // PUSH.W
    {0xE8BD0300, 0x00005C00, MEMORY},   // POP.W
    {0xE8900300, 0x00071C00, MEMORY},   // LDM.W
    {0xED900A00, 0x000770FF, MEMORY},   // VLDR
};
static const struct coding thumb_jump[] = {
    {0x4700, 0x0038, 0},                       // BX
    {0x4780, 0x0038, LINK},                    // BLX
    {0x4687, 0x0038, SAME},                    // MOV PC
    {0x4487, 0x0038, SAME},                    // ADD PC
    {0xE8D0F000, 0x00070007, TABLE | MEMORY},  // TBB
    {0xE8DFF000, 0x00000007, TABLE | MEMORY},  // TBB [PC, Rm]
    {0xE8D0F010, 0x00070007, TABLE | MEMORY},  // TBH
    {0xF8D0F000, 0x000703FC, MEMORY},          // LDR.W PC, [Rn, #imm]
    {0xF850FC00, 0x000700FC, MEMORY},          // LDR.W PC, [Rn, #-imm]
    {0xF850FB04, 0x00070000, MEMORY},          // LDR.W PC, [Rn], #4
    {0xF850F000, 0x00070037, MEMORY},          // LDR.W PC, [Rn, Rm, LSL #n]
    {0xF85FF000, 0x008003FC, MEMORY},          // LDR.W PC, literal
    {0xE8908100, 0x00271E00, MEMORY},          // LDMIA.W Rn, {.., PC}
    {0xE9108100, 0x00271E00, MEMORY},          // LDMDB.W Rn, {.., PC}
};
static const struct coding thumb_return[] = {
    {0x4770, 0, 0},                // BX LR
    {0x46F7, 0, SAME},             // MOV PC, LR
    {0xBD00, 0x00FF, MEMORY},      // POP {.., PC}
    {0xE8BD8100, 0x1EFF, MEMORY},  // POP.W {.., PC}
    {0xF85DFB04, 0, MEMORY},       // POP.W {PC} as LDR
};
static const struct coding thumb_exception_return[] = {
    {0xF3DE8F00, 0x0000000C, 0},       // SUBS PC, LR, #imm
    {0xE990C000, 0x002D0000, MEMORY},  // RFEIA
    {0xE810C000, 0x002D0000, MEMORY},  // RFEDB
};
static const struct coding thumb_undefined[] = {{0xDE00, 0x00FF, ALWAYS}, {0xF7F0A000, 0x000F0FFF, ALWAYS}};
static const struct coding thumb_more_barriers[] = {
    {0xF3BF8F4F, 0, ALWAYS},      // DSB
    {0xF3BF8F5F, 0, ALWAYS},      // DMB
    {0xEE070F95, 0x00007000, 0},  // CP15 ISB
    {0xEE070F9A, 0x00007000, 0},  // CP15 DSB
    {0xEE070FBA, 0x00007000, 0},  // CP15 DMB
};
static const struct coding thumb_ns_write[] = {
    {0xEE010F11, 0x00007000, 0},  // MCR p15: SCR
    {0xF3808100, 0x00070000, 0},  // MSR CPSR_c
};

#define ROWS(table) \
  { table, sizeof table / sizeof *table }
#define ONE_ROW(...) \
  { (const struct coding[]){{__VA_ARGS__}}, 1 }

static const struct {
  const struct coding *rows;
  uint32_t count;
} coding_rows[2][CODING_ROLES] = {
    {
        [ROLE_FILLER] = ROWS(arm_filler),
        [ROLE_JUMP] = ROWS(arm_jump),
        [ROLE_RETURN] = ROWS(arm_return),
        [ROLE_EXCEPTION_RETURN] = ROWS(arm_exception_return),
        [ROLE_BARRIER] = ONE_ROW(0xF57FF06F, 0, ALWAYS),
        [ROLE_SVC] = ONE_ROW(0xEF000000, 0xFFFFFF, 0),
        [ROLE_UNDEFINED] = ONE_ROW(0xE7F000F0, 0x0FFF0F, ALWAYS),
        [ROLE_SMC] = ONE_ROW(0xE1600070, 0x00000F, 0),
        [ROLE_HVC] = ONE_ROW(0xE1400070, 0x0FFF0F, ALWAYS),
        [ROLE_ERET] = ONE_ROW(0xE160006E, 0, 0),
        [ROLE_BXJ] = ONE_ROW(0xE12FFF20, 0x000007, 0),
        [ROLE_MORE_BARRIERS] = ROWS(arm_more_barriers),
        [ROLE_NS_WRITE] = ROWS(arm_ns_write),
    },
    {
        [ROLE_FILLER] = ROWS(thumb_filler),
        [ROLE_JUMP] = ROWS(thumb_jump),
        [ROLE_RETURN] = ROWS(thumb_return),
        [ROLE_EXCEPTION_RETURN] = ROWS(thumb_exception_return),
        [ROLE_BARRIER] = ONE_ROW(0xF3BF8F6F, 0, ALWAYS),
        [ROLE_SVC] = ONE_ROW(0xDF00, 0x00FF, 0),
        [ROLE_UNDEFINED] = ROWS(thumb_undefined),
        [ROLE_SMC] = ONE_ROW(0xF7F08000, 0x000F0000, 0),
        [ROLE_HVC] = ONE_ROW(0xF7E08000, 0x000F0FFF, ALWAYS),
        [ROLE_ERET] = ONE_ROW(0xF3DE8F00, 0, 0),
        [ROLE_BXJ] = ONE_ROW(0xF3C08F00, 0x00070000, 0),
        [ROLE_ENTERX] = ONE_ROW(0xF3BF8F1F, 0, ALWAYS),
        [ROLE_LEAVEX] = ONE_ROW(0xF3BF8F0F, 0, ALWAYS),
        [ROLE_MORE_BARRIERS] = ROWS(thumb_more_barriers),
        [ROLE_NS_WRITE] = ROWS(thumb_ns_write),
    },
};

const struct coding *coding_pick(struct rng *rng, bool thumb, enum role role) {
  return &coding_rows[thumb][role].rows[rng_below(rng, coding_rows[thumb][role].count)];
}

// The bits [high:low] of a branch offset, at `at` in the opcode.
static uint32_t field(int32_t offset, int high, int low, int at) {
  return ((uint32_t)offset >> low & ((1u << (high - low + 1)) - 1)) << at;
}

// B.W, BL and BLX share the layout S:I1:I2:imm10:imm11, with J = NOT(I) EOR S.
static uint32_t thumb_far(int32_t offset) {
  uint32_t s = field(offset, 24, 24, 0);
  uint32_t j1 = field(offset, 23, 23, 0) ^ 1 ^ s, j2 = field(offset, 22, 22, 0) ^ 1 ^ s;
  return s << 26 | field(offset, 21, 12, 16) | j1 << 13 | j2 << 11 | field(offset, 11, 1, 0);
}

bool branch_encode(enum branch_form form, uint32_t condition, uint32_t from, uint32_t to, uint32_t *opcode) {
  static const int32_t reach[][2] = {
      [ARM_B] = {-0x2000000, 0x1FFFFFC},  [ARM_BL] = {-0x2000000, 0x1FFFFFC}, [ARM_BLX] = {-0x2000000, 0x1FFFFFE},
      [T16_B] = {-0x800, 0x7FE},          [T16_BC] = {-0x100, 0xFE},          [T16_CB] = {0, 0x7E},
      [T32_B] = {-0x1000000, 0xFFFFFE},   [T32_BC] = {-0x100000, 0xFFFFE},    [T32_BL] = {-0x1000000, 0xFFFFFE},
      [T32_BLX] = {-0x1000000, 0xFFFFFC},
  };
  uint32_t pc = from + (form <= ARM_BLX ? 8 : 4);
  int64_t distance = (int64_t)to - (form == T32_BLX ? pc & ~3u : pc);
  if (distance < reach[form][0] || distance > reach[form][1]) return false;
  int32_t offset = (int32_t)distance;
  switch (form) {
    case ARM_B:
      *opcode = condition << 28 | 0x0A000000 | field(offset, 25, 2, 0);
      break;
    case ARM_BL:
      *opcode = condition << 28 | 0x0B000000 | field(offset, 25, 2, 0);
      break;
    case ARM_BLX:
      *opcode = 0xFA000000 | field(offset, 1, 1, 24) | field(offset, 25, 2, 0);
      break;
    case T16_B:
      *opcode = 0xE000 | field(offset, 11, 1, 0);
      break;
    case T16_BC:
      *opcode = 0xD000 | condition << 8 | field(offset, 8, 1, 0);
      break;
    case T16_CB:
      *opcode = 0xB100 | (condition & 1) << 11 | field(offset, 6, 6, 9) | field(offset, 5, 1, 3) | condition >> 1;
      break;
    case T32_B:
      *opcode = 0xF0009000 | thumb_far(offset);
      break;
    case T32_BC:
      *opcode = 0xF0008000 | condition << 22 | field(offset, 20, 20, 26) | field(offset, 19, 19, 11) |
                field(offset, 18, 18, 13) | field(offset, 17, 12, 16) | field(offset, 11, 1, 0);
      break;
    case T32_BL:
      *opcode = 0xF000D000 | thumb_far(offset);
      break;
    case T32_BLX:
      *opcode = 0xF000C000 | thumb_far(offset);
      break;
  }
  return true;
}

// The inverse of field(): the bits of `opcode` from `at` on, as bits [high:low] of an offset.
static uint32_t part(uint32_t opcode, int high, int low, int at) {
  return (opcode >> at & ((1u << (high - low + 1)) - 1)) << low;
}

// The sign of `offset` is bit `top`.
static uint32_t extend(uint32_t offset, int top) { return (offset ^ 1u << top) - (1u << top); }

static uint32_t offset_of_thumb16(uint32_t op) {
  if (op >> 12 == 0xB) return part(op, 6, 6, 9) | part(op, 5, 1, 3);
  return op >> 12 == 0xD ? extend(part(op, 8, 1, 0), 8) : extend(part(op, 11, 1, 0), 11);
}

static uint32_t offset_of_thumb32(uint32_t op) {
  const uint32_t s = op >> 26 & 1, same = ~(op ^ s << 13 ^ s << 11);
  if (!(op & 0x5000)) {  // B<c>.W
    return extend(s << 20 | part(op, 19, 19, 11) | part(op, 18, 18, 13) | part(op, 17, 12, 16) | part(op, 11, 1, 0),
                  20);
  }
  return extend(s << 24 | part(same, 23, 23, 13) | part(same, 22, 22, 11) | part(op, 21, 12, 16) | part(op, 11, 1, 0),
                24);
}

uint32_t branch_decode(uint32_t opcode, bool thumb, uint32_t from) {
  if (!thumb) {
    const uint32_t half = opcode >> 28 == 0xF ? part(opcode, 1, 1, 24) : 0;
    return from + 8 + (extend(part(opcode, 25, 2, 0), 25) | half);
  }
  if (opcode >> 16 == 0) return from + 4 + offset_of_thumb16(opcode);
  const bool blx = (opcode & 0x5000) == 0x4000;
  return (blx ? (from + 4) & ~3u : from + 4) + offset_of_thumb32(opcode);
}

uint32_t it_encode(uint32_t condition, uint32_t count, uint32_t then) {
  uint32_t mask = 8u >> (count - 1);
  for (uint32_t k = 1; k < count; k++) {
    if ((then >> k & 1) == (condition & 1)) mask |= 8u >> (k - 1);
  }
  return 0xBF00 | condition << 4 | mask;
}
