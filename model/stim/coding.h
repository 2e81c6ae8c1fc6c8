// SPDX-License-Identifier: Apache-2.0
// A32 and T32 encodings for random code (ARM DDI 0406C): rows to draw from, and direct branches to assemble.
#ifndef CODING_H
#define CODING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rng;

enum role {
  ROLE_FILLER,            // not a waypoint
  ROLE_JUMP,              // indirect branch to anywhere
  ROLE_RETURN,            // indirect branch as functions end
  ROLE_EXCEPTION_RETURN,  // indirect branch as handlers end
  ROLE_BARRIER,
  ROLE_SVC,
  ROLE_UNDEFINED,
  ROLE_SMC,
  ROLE_HVC,
  ROLE_ERET,           // the exception return that Hyp mode has
  ROLE_BXJ,            // indirect branch, to Jazelle state too
  ROLE_ENTERX,         // to ThumbEE, from it or from Thumb state
  ROLE_LEAVEX,         // to Thumb state
  ROLE_MORE_BARRIERS,  // DMB, DSB, and all of the CP15 forms
  ROLE_NS_WRITE,       // makes Secure code Non-secure, and is no waypoint
  CODING_ROLES,
  // The roles below have no rows.
  ROLE_DIRECT = CODING_ROLES,
  ROLE_IT,
  ROLE_BYTECODE,  // a place in Jazelle code
};

enum coding_flags {
  CODING_LINK = 1,           // writes LR
  CODING_SAME_STATE = 2,     // cannot change the instruction set
  CODING_TABLE = 4,          // TBB, TBH: forward in Thumb code
  CODING_UNCONDITIONAL = 8,  // takes no condition: no condition field, or not to be placed in an IT block
  CODING_MEMORY = 16,        // loads or stores, so it may abort
  CODING_NOT_THUMBEE = 32,   // means something else in ThumbEE state
  CODING_BARRIER = 64,       // DMB or DSB, a waypoint for some processors
};

struct coding {
  uint32_t base, vary;  // opcode as in struct step; every setting of the bits of `vary` is a sane encoding
  uint32_t flags;
};

// One of the rows of a role, uniformly. ThumbEE code has Thumb's rows but those that are CODING_NOT_THUMBEE.
const struct coding *coding_pick(struct rng *rng, bool thumb, enum role role);

static inline uint8_t opcode_size(uint32_t opcode, bool thumb) { return thumb && opcode >> 16 == 0 ? 2 : 4; }

enum branch_form {
  ARM_B,
  ARM_BL,
  ARM_BLX,
  T16_B,
  T16_BC,
  T16_CB,  // CBZ, CBNZ: register and sense drawn from `condition`
  T32_B,
  T32_BC,
  T32_BL,
  T32_BLX,
};

enum { CONDITION_AL = 14 };

// Assembles a direct branch at `from` to `to`; false if it does not reach. `condition` counts for ARM_B, ARM_BL,
// T16_BC, T16_CB and T32_BC only.
bool branch_encode(enum branch_form form, uint32_t condition, uint32_t from, uint32_t to, uint32_t *opcode);
// Where the direct branch at `from` leads if it passes. It is one of the forms above.
uint32_t branch_decode(uint32_t opcode, bool thumb, uint32_t from);

// IT over `count` (1 to 4) instructions, bit k of `then` set where instruction k wants the condition true (bit 0 is).
uint32_t it_encode(uint32_t condition, uint32_t count, uint32_t then);

#endif
