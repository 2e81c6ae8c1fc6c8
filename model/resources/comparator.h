// SPDX-License-Identifier: Apache-2.0
// What the comparators of a trace unit say of what was executed, by the clauses, from how they are programmed and the
// port alone. Each answer has three values: no, yes, or either, where the clauses leave it open.
//
// A PTM compares at each waypoint, and looks at the block of instructions that it ends (IHI 0035A 3.4.3; IHI 0035B
// 3.3.4, 3.4.1), an ETM at each instruction (IHI 0014Q 2.6.4).
#ifndef COMPARATOR_H
#define COMPARATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "truth.h"

enum { COMPARATOR_ADDRESSES = 16, COMPARATOR_RANGES = 8, COMPARATOR_CONTEXTS = 3 };

// As programmed. `known`: its registers are.
struct comparator {
  uint32_t value;  // an address, or a Context ID
  uint16_t type;   // ETMACTR
  bool known;
};

struct comparators {
  struct comparator address[COMPARATOR_ADDRESSES], context[COMPARATOR_CONTEXTS], vmid;
  uint32_t mask;  // ETMCIDCMR
  bool mask_known, etm;
  uint8_t minor;
};

// Executed in one state: a block, or an instruction. What a waypoint changes may count already or not yet, so there are
// two of it.
struct comparator_state {
  uint32_t context_id[2];
  uint8_t vmid[2];
  bool ns[2], hyp[2], user[2];
};

// A block of a PTM: from `start` to the last instruction, which may be taken for another, from `low` to `high`.
struct comparator_block {
  struct comparator_state state;
  uint32_t start, low, high;
  uint8_t size;             // bytes of the last instruction
  bool start_known, empty;  // empty: no instruction was executed
  bool any;                 // nothing is known of it
  bool open_end;            // nor where it ends
};

struct comparator_instruction {
  struct comparator_state state;
  uint32_t address;
  bool passed, cancelled, prohibited;
};

// Which modes of a security state match: a code of ETMACTR[13:10] (IHI 0035B table 3.27).
enum comparator_modes { MODES_ALL, MODES_NONE, MODES_PRIVILEGED, MODES_USER };

// The conditions that an ETMACTR adds to the address, with the values that they compare.
struct comparator_qualifiers {
  uint32_t context, mask;      // the value of the Context ID comparator that `type` selects; ETMCIDCMR
  uint16_t type;               // ETMACTR, without the bits that this version of the architecture does not have
  uint8_t number;              // n of ETMACTRn, from 1 on; 0: no address is compared
  uint8_t vmid;                // ETMVMIDCVR
  uint8_t secure, non_secure;  // enum comparator_modes
};
struct comparator_qualifiers comparator_qualifiers(const struct comparators *c, unsigned n);

// A Context ID, a VMID.
unsigned comparator_context(const struct comparators *c, unsigned n, uint32_t context_id);
unsigned comparator_vmid(const struct comparators *c, uint8_t vmid);

// Comparator n, or pair n as a range; `excludes`: does it cover the whole block?
unsigned comparator_address_block(const struct comparators *c, unsigned n, const struct comparator_block *b);
unsigned comparator_range_block(const struct comparators *c, unsigned n, const struct comparator_block *b,
                                bool excludes);
unsigned comparator_address(const struct comparators *c, unsigned n, const struct comparator_instruction *i);
unsigned comparator_range(const struct comparators *c, unsigned n, const struct comparator_instruction *i);

#endif
