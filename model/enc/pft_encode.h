// SPDX-License-Identifier: Apache-2.0
// The contents of PFT packets, without time: what a packet must encode, given what the receiver knows. The state is the
// pending atoms, what packets are compressed against (IHI 0035B 4.5.4) and the return stack (4.13). It starts as {0}.
// Each packet is one call, in program order. Counts are in clocks, timestamps are natural binary.
#ifndef PFT_ENCODE_H
#define PFT_ENCODE_H

#include <stdbool.h>
#include <stdint.h>

#include "pft_bytes.h"
#include "pft_entry.h"
#include "settings.h"

#define PFT_STACK_ROOM 16  // a power of two above the largest depth, 15

struct pft {
  // `base` is the address and instruction set of the last branch packet or I-sync. `update_base` also counts waypoint
  // updates. What is sent is valid against both, because the architecture does not say whether a waypoint update
  // changes the base.
  struct place base, update_base;
  bool ns_sent, hyp_sent;  // last sent
  struct sent_values sent;
  uint8_t atoms, atom_count;  // pending, as in struct record; 0 to 4 between calls
  uint8_t stack_top;          // pushes minus pops; used modulo PFT_STACK_ROOM
  uint8_t stack_count;        // valid entries below the top
  struct place stack[PFT_STACK_ROOM];
};

// Only the pending atoms. If there are none, the record has no bytes.
struct record pft_atoms(struct pft *p);
// I-sync at `at`. It clears the return stack. `reason` is an enum isync_reason; a periodic I-sync has no count.
struct record pft_isync(struct pft *p, const struct settings *s, struct place at, uint8_t reason, uint32_t count,
                        uint32_t context);
// Waypoint update of an entry with `update`: the last executed instruction.
struct record pft_waypoint_update(struct pft *p, const struct pft_entry *entry);
// The branch packet of an exception entry.
struct record pft_branch(struct pft *p, const struct settings *s, const struct pft_entry *entry);
// A direct or indirect branch or a barrier. Returns true and sets *record if a packet must be sent now. Returns false
// if the atom stays pending.
bool pft_waypoint(struct pft *p, const struct settings *s, const struct pft_entry *entry, struct record *record);

struct record pft_context_id(struct pft *p, const struct settings *s, uint32_t context);
struct record pft_vmid(struct pft *p, uint8_t vmid);
// `full`: the packet has every byte, whatever the receiver knows.
struct record pft_timestamp(struct pft *p, const struct settings *s, uint64_t stamp, bool full, bool clock_change,
                            uint32_t count);

#endif
