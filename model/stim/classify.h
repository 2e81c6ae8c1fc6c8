// SPDX-License-Identifier: Apache-2.0
// Which instructions are waypoints (IHI 0035B 2.2): fixed by the encoding, whether or not the condition passes.
#ifndef CLASSIFY_H
#define CLASSIFY_H

#include <stdbool.h>
#include <stdint.h>

enum instruction_class { CLASS_NONE, CLASS_DIRECT, CLASS_INDIRECT, CLASS_BARRIER };

struct classification {
  uint8_t waypoint;       // enum instruction_class
  bool link;              // BL, BLX: writes LR, so a return stack pushes (IHI 0035B 4.13)
  bool exception_return;  // IHI 0035B 4.5.10
};

// `opcode` as in struct step: A32 word; 32-bit Thumb with the first halfword in [31:16]; 16-bit Thumb in [15:0].
// ISB and its CP15 form are barriers; DMB and DSB are not waypoints here (ETMCCER[24] = 0). No ThumbEE, no Jazelle.
struct classification classify(uint32_t opcode, bool thumb);

#endif
