// SPDX-License-Identifier: Apache-2.0
// A32 and T32 encodings for random code (ARM DDI 0406C): rows from which code is drawn, and direct branches. The
// functions keep no state. Addresses are in bytes.
#ifndef CODING_H
#define CODING_H

#include <stdbool.h>
#include <stdint.h>

struct rng;

enum role {
  ROLE_FILLER,            // not a waypoint
  ROLE_JUMP,              // indirect branch to any function
  ROLE_RETURN,            // indirect branch at the end of a function
  ROLE_EXCEPTION_RETURN,  // indirect branch at the end of a handler
  ROLE_BARRIER,
  ROLE_SVC,
  ROLE_UNDEFINED,
  ROLE_SMC,
  ROLE_HVC,
  ROLE_ERET,           // the exception return of Hyp mode
  ROLE_BXJ,            // indirect branch, also to Jazelle state
  ROLE_ENTERX,         // to ThumbEE state, from ThumbEE or Thumb
  ROLE_LEAVEX,         // to Thumb state
  ROLE_MORE_BARRIERS,  // DMB, DSB, and all of the CP15 forms
  ROLE_NS_WRITE,       // makes Secure code Non-secure, and is no waypoint
  CODING_ROLES,
  // The roles below have no rows.
  ROLE_DIRECT = CODING_ROLES,
  ROLE_IT,
  ROLE_BYTECODE,  // an address in Jazelle code
};

enum coding_flags {
  CODING_LINK = 1,           // writes LR
  CODING_SAME_STATE = 2,     // cannot change the instruction set
  CODING_TABLE = 4,          // TBB, TBH: forward in Thumb code
  CODING_UNCONDITIONAL = 8,  // has no condition field, or must not be in an IT block
  CODING_MEMORY = 16,        // loads or stores, and may abort
  CODING_NOT_THUMBEE = 32,   // has another meaning in ThumbEE state
  CODING_BARRIER = 64,       // DMB or DSB, a waypoint for some processors
};

struct coding {
  uint32_t base, vary;  // opcode as in struct step; with any value of the bits of `vary` it is valid
  uint32_t flags;
};

// A random row of a role, each with the same probability. ThumbEE code has Thumb's rows except those with
// CODING_NOT_THUMBEE.
const struct coding *coding_pick(struct rng *rng, bool thumb, enum role role);

static inline uint8_t opcode_size(uint32_t opcode, bool thumb) { return thumb && opcode >> 16 == 0 ? 2 : 4; }

enum branch_form {
  ARM_B,
  ARM_BL,
  ARM_BLX,
  T16_B,
  T16_BC,
  T16_CB,  // CBZ, CBNZ: `condition` decides register and sense
  T32_B,
  T32_BC,
  T32_BL,
  T32_BLX,
};

enum { CONDITION_AL = 14 };

// Assembles a direct branch from `from` to `to`. False if it does not reach. Only ARM_B, ARM_BL, T16_BC, T16_CB and
// T32_BC have a `condition`.
bool branch_encode(enum branch_form form, uint32_t condition, uint32_t from, uint32_t to, uint32_t *opcode);
// The target of the direct branch at `from`. It must be one of the forms above.
uint32_t branch_decode(uint32_t opcode, bool thumb, uint32_t from);

// IT for `count` (1 to 4) instructions. Bit k of `then` is set if instruction k requires the condition to be true. Bit
// 0 is always set.
uint32_t it_encode(uint32_t condition, uint32_t count, uint32_t then);

#endif
