// SPDX-License-Identifier: Apache-2.0
// One instruction at a time through capstone.
#include "disassembly.h"

#include <capstone/capstone.h>
#include <stdio.h>
#include <stdlib.h>

#include "error.h"

// Thumb state has its own handle: to change the mode of one costs more than an instruction.
struct disassembly {
  csh arm, thumb;
};

struct disassembly *disassembly_new(void) {
  struct disassembly *d = error_memory(calloc(1, sizeof *d));
  if (cs_open(CS_ARCH_ARM, CS_MODE_ARM, &d->arm) != CS_ERR_OK ||
      cs_open(CS_ARCH_ARM, CS_MODE_THUMB, &d->thumb) != CS_ERR_OK) {
    error_memory(NULL);
  }
  return d;
}

// Each alone: an IT block would change how capstone writes the next one, which may be of another path.
void disassembly_text(struct disassembly *d, const uint8_t *bytes, unsigned size, uint32_t address, enum isa isa,
                      char *text, size_t room) {
  cs_insn *i = NULL;
  text[0] = '\0';
  if (isa != ISA_ARM && isa != ISA_THUMB) return;
  if (cs_disasm(isa == ISA_ARM ? d->arm : d->thumb, bytes, size, address, 1, &i) == 0) return;
  snprintf(text, room, "%s%s%s", i->mnemonic, i->op_str[0] ? " " : "", i->op_str);
  cs_free(i, 1);
}

void disassembly_free(struct disassembly *d) {
  if (!d) return;
  if (d->arm) cs_close(&d->arm);
  if (d->thumb) cs_close(&d->thumb);
  free(d);
}
