// SPDX-License-Identifier: Apache-2.0
// An instruction's text, by capstone.
#ifndef DISASSEMBLY_H
#define DISASSEMBLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "packet.h"

struct disassembly;

struct disassembly *disassembly_new(void);  // Exits 2 when out of memory.
// "mov r0, #1" of `size` bytes as they lie in memory; "" in ThumbEE and Jazelle state, and of what is no instruction.
void disassembly_text(struct disassembly *d, const uint8_t *bytes, unsigned size, uint32_t address, enum isa isa,
                      char *text, size_t room);
void disassembly_free(struct disassembly *d);

#endif
