// SPDX-License-Identifier: Apache-2.0
// The properties of an instruction that flow reconstruction needs: its size, and whether it is a waypoint (IHI 0035B
// 2.2). Sizes are in bytes. The functions keep no state.
#ifndef ISA_H
#define ISA_H

#include <stdbool.h>
#include <stdint.h>

#include "image.h"
#include "packet.h"

enum waypoint_class {
  NO_WAYPOINT,
  DIRECT_BRANCH,    // the instruction encodes the target
  INDIRECT_BRANCH,  // the trace has the target
  BARRIER,          // traced, but execution falls through
};

struct instruction {
  uint32_t target;     // direct branch: the target if it passes
  uint8_t size;        // bytes: 2 or 4
  uint8_t class;       // enum waypoint_class
  uint8_t target_isa;  // direct branch: enum isa at `target`
  bool link;           // writes the address of the next instruction to LR
  bool eret;           // indirect branch: an exception return (IHI 0035B 4.5.10)
  bool conditional;    // by its encoding; other instructions can fail only in an IT block
  uint8_t it;          // IT: the number of following instructions in its block
};

// 4 if `halfword` is the first half of a 32-bit Thumb instruction, otherwise 2.
static inline unsigned thumb_size(uint16_t halfword) { return halfword >> 11 >= 0x1D ? 4 : 2; }

// `opcode` is an A32 word, a 32-bit Thumb instruction with its first halfword in [31:16], or a 16-bit Thumb instruction
// in [15:0]. DMB and DSB are waypoints only with `dmb_dsb` (ETMCCER[24]). `thumbee` selects ThumbEE state.
struct instruction isa_arm(uint32_t address, uint32_t opcode, bool dmb_dsb);
struct instruction isa_thumb(uint32_t address, uint32_t opcode, unsigned size, bool thumbee, bool dmb_dsb);
// The instruction at `address`. `isa` must not be Jazelle. False if the image has none.
bool isa_fetch(const struct image *image, uint32_t address, uint8_t isa, bool dmb_dsb, struct instruction *instruction);

#endif
