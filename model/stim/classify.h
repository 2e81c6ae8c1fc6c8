// SPDX-License-Identifier: Apache-2.0
// Which instructions are waypoints (IHI 0035B 2.2), and the numbers of exceptions. The encoding of an instruction
// decides whether it is a waypoint, even if its condition fails. The function keeps no state.
#ifndef CLASSIFY_H
#define CLASSIFY_H

#include <stdbool.h>
#include <stdint.h>

// The numbers of exceptions, Exception[8:0] (IHI 0035B 4.5.4, IHI 0014Q tables 7.11 and 7.12).
enum exception {
  DEBUG_ENTRY = 1,
  SMC = 2,
  HYP_ENTRY = 3,
  ASYNC_ABORT = 4,
  THUMBEE_CHECK = 5,
  RESET = 8,
  UNDEFINED = 9,
  SVC = 10,
  PREFETCH_ABORT = 11,
  DATA_ABORT = 12,
  GENERIC = 13,
  IRQ = 14,
  FIQ = 15,
  HIGH = 16,  // the first number that only other profiles have
  EXCEPTION_NUMBERS = 512
};

enum instruction_class { CLASS_NONE, CLASS_DIRECT, CLASS_INDIRECT, CLASS_BARRIER };

struct classification {
  uint8_t waypoint;       // enum instruction_class
  bool link;              // BL, BLX: writes LR, and pushes to a return stack (IHI 0035B 4.13)
  bool exception_return;  // IHI 0035B 4.5.10
  uint8_t barrier;        // enum waypoint_barrier: of CLASS_BARRIER, and of DMB and DSB, which may be one
};

// `opcode` is as in struct step: an A32 word; 32-bit Thumb with the first halfword in [31:16]; 16-bit Thumb in [15:0].
// ISB and its CP15 form are CLASS_BARRIER. DMB and DSB are CLASS_NONE with `barrier`, because they are waypoints only
// if ETMCCER[24] is 1. ThumbEE has the classes of Thumb; its handler branches (HB, HBL, HBP, HBLP) have none.
struct classification classify(uint32_t opcode, bool thumb);

#endif
