// SPDX-License-Identifier: Apache-2.0
// What flow reconstruction must know of an instruction: its size, and whether it is a waypoint (IHI 0035B 2.2).
#ifndef ISA_H
#define ISA_H

#include <stdbool.h>
#include <stdint.h>

#include "image.h"
#include "packet.h"

enum waypoint_class {
  NO_WAYPOINT,
  DIRECT_BRANCH,    // the instruction tells the target
  INDIRECT_BRANCH,  // the trace tells the target
  BARRIER,          // traced, but execution falls through
};

struct instruction {
  uint32_t target;     // direct branch: where it goes if it passes
  uint8_t size;        // bytes: 2 or 4
  uint8_t class;       // enum waypoint_class
  uint8_t target_isa;  // direct branch: enum isa at `target`
  bool link;           // writes the address of the next instruction to LR
  bool eret;           // indirect branch: an exception return (IHI 0035B 4.5.10)
  bool conditional;    // by its own encoding; others can fail in an IT block only
  uint8_t it;          // IT: so many instructions behind it are in its block
};

// 4 if `halfword` is the first of a 32-bit Thumb instruction, otherwise 2.
static inline unsigned thumb_size(uint16_t halfword) { return halfword >> 11 >= 0x1D ? 4 : 2; }

// `opcode`: A32 word; 32-bit Thumb: first halfword in [31:16]; 16-bit Thumb: in [15:0]. DMB and DSB are waypoints only
// if `dmb_dsb` (ETMCCER[24]). `thumbee`: in ThumbEE state.
struct instruction isa_arm(uint32_t address, uint32_t opcode, bool dmb_dsb);
struct instruction isa_thumb(uint32_t address, uint32_t opcode, unsigned size, bool thumbee, bool dmb_dsb);
// The instruction at `address`, of `isa`, which is not Jazelle; false: the image has none.
bool isa_fetch(const struct image *image, uint32_t address, uint8_t isa, bool dmb_dsb, struct instruction *instruction);

#endif
