// SPDX-License-Identifier: Apache-2.0
// The P-header collector: what of clocks and atoms has not been said, because more may join it.
// (docs/pipeline-etm3.md#phdr)
#ifndef ETM3_PHDR_H
#define ETM3_PHDR_H

#include <stdbool.h>
#include <stdint.h>

#include "etm3_bytes.h"
#include "settings.h"

enum etm3_phdr_kind {
  ETM3_PHDR_NOTHING,
  ETM3_PHDR_IDLE,    // cycle accurate: W, 1 to 7
  ETM3_PHDR_PASSED,  // E, 1 to 15; cycle accurate: WE, 1 to 7
  ETM3_PHDR_FAILED   // not cycle accurate, greedy: a lone N
};

struct etm3_phdr {
  uint8_t kind;   // enum etm3_phdr_kind
  uint8_t count;  // of these
};

// Atoms in it.
static inline unsigned etm3_phdr_atoms(const struct etm3_phdr *c) { return c->kind == ETM3_PHDR_IDLE ? 0 : c->count; }

// Each puts the P-headers that it completes, at most 2, behind those in *to. Cycle accurate:
void etm3_phdr_idle(struct etm3_phdr *c, struct etm3_headers *to);
void etm3_phdr_dual(struct etm3_phdr *c, bool first_passed, bool second_passed, struct etm3_headers *to);
// An atom of a clock that was told, or of one of its own if this version cannot tell that.
void etm3_phdr_bare(struct etm3_phdr *c, const struct settings *s, bool passed, struct etm3_headers *to);
// Always: an instruction, in a clock of its own if cycle accurate.
void etm3_phdr_single(struct etm3_phdr *c, const struct settings *s, bool passed, struct etm3_headers *to);
void etm3_phdr_flush(struct etm3_phdr *c, struct etm3_headers *to);

#endif
