// SPDX-License-Identifier: Apache-2.0
// Whether the comparators of a trace unit match what was executed. The answer follows from the clauses, from the
// registers and from the processor's port. It is enum truth: unknown if the clauses permit both.
//
// A PTM compares at each waypoint the block of instructions that the waypoint ends (IHI 0035A 3.4.3; IHI 0035B 3.3.4,
// 3.4.1). An ETM compares each instruction (IHI 0014Q 2.6.4).
#ifndef COMPARATOR_H
#define COMPARATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "truth.h"

enum { COMPARATOR_ADDRESSES = 16, COMPARATOR_RANGES = 8, COMPARATOR_CONTEXTS = 3 };

// The access types in ETMACTR[2:0] of an ETM. The types from ACCESS_DATA on compare data accesses.
enum comparator_access { ACCESS_FETCHED, ACCESS_EXECUTED, ACCESS_PASSED, ACCESS_FAILED, ACCESS_DATA };

struct comparator {
  uint32_t value;  // an address, a Context ID or a VMID
  uint16_t type;   // ETMACTR
  bool known;      // The DUT has this comparator, and the values of its registers are known.
};

struct comparators {
  struct comparator address[COMPARATOR_ADDRESSES], context[COMPARATOR_CONTEXTS], vmid;
  uint32_t mask;  // ETMCIDCMR
  bool mask_known, etm;
  bool compares_fetches;  // ETM: ETMSCR[17] is known to be 0, so access type 0 is implemented.
  uint8_t minor;
};

// The state in which a block or an instruction was executed.
struct comparator_state {
  uint32_t context_id;
  uint8_t vmid;
  bool ns, hyp, user;
};

enum comparator_block_kind {
  BLOCK_WHOLE,
  BLOCK_EMPTY,     // no instruction was executed
  BLOCK_OPEN_END,  // a processor reset ended it, so its last instruction is not known
  BLOCK_UNKNOWN    // the port contradicts itself
};
// The addresses that a DUT may take for one end of a block, from `first` to `last`.
struct comparator_span {
  int64_t first, last;
};
#define COMPARATOR_ANYWHERE ((struct comparator_span){-1, (int64_t)1 << 32})

// A block of a PTM.
struct comparator_block {
  // [0] is the state in which the block was executed, if `is_state_known`. A DUT may compare the Context ID and the
  // VMID of [0], or those of [1], which come with the waypoint.
  struct comparator_state state[2];
  bool is_state_known;
  struct comparator_span start, end;  // addresses of the first and of the last instruction
  uint32_t last;                      // the lowest of `end`, also if the block is empty or its end is open
  uint8_t size;                       // bytes of the last instruction
  enum comparator_block_kind kind;
};

struct comparator_instruction {
  // [0] is its state. A DUT may compare the Context ID and the VMID of [0], or those of the instruction before it, in
  // [1].
  struct comparator_state state[2];
  uint32_t address;
  bool passed, cancelled, prohibited;
};

// The modes of a security state in which an address comparator matches: a code of ETMACTR[13:10] (IHI 0035B
// table 3.27).
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

// Whether ETMACTR has modes, Hyp mode and the VMID in this version, as in PFTv1.1 and ETMv3.5.
static inline bool comparator_has_modes(const struct comparators *c) { return c->minor >= (c->etm ? 5 : 1); }

// The functions below return enum truth. These two are about Context ID comparator `n`, from 0 on, and about the VMID
// comparator.
unsigned comparator_context(const struct comparators *c, unsigned n, uint32_t context_id);
unsigned comparator_vmid(const struct comparators *c, uint8_t vmid);

// Address comparator `n`, or range `n`, from 0 on. A range that includes matches a block if it overlaps the block. A
// range that excludes (`excludes`) matches only if it covers the block.
unsigned comparator_address_block(const struct comparators *c, unsigned n, const struct comparator_block *b);
unsigned comparator_range_block(const struct comparators *c, unsigned n, const struct comparator_block *b,
                                bool excludes);
// An ETM: whether a comparator of executed instructions matches exactly (ETMACTR[7]). The result of
// comparator_address() and comparator_range() then applies only if no exception cancels the instruction.
bool comparator_is_exact(const struct comparator *a);
// An ETM: whether executed instructions do not decide all results of the comparator, because it compares fetches, or
// because the checker does not follow it. In a clock without an instruction, its result may then be either.
bool comparator_is_address_open(const struct comparators *c, unsigned n);
bool comparator_is_range_open(const struct comparators *c, unsigned n);
unsigned comparator_address(const struct comparators *c, unsigned n, const struct comparator_instruction *i);
unsigned comparator_range(const struct comparators *c, unsigned n, const struct comparator_instruction *i);

#endif
