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
  bool ns_sent, hyp_sent;  // last sent; the next two also
  uint8_t vmid_sent;
  uint32_t context_sent;
  uint64_t stamp_sent;        // as coded
  uint8_t atoms, atom_count;  // pending, as in struct pft_record; 0 to 4 between calls
  uint8_t stack_top;          // pushes minus pops; used modulo PFT_STACK_ROOM
  uint8_t stack_count;        // valid entries below the top
  struct place stack[PFT_STACK_ROOM];
};

// Only the pending atoms. A record without bytes if there are none.
struct pft_record pft_atoms(struct pft *p);
// A-sync, exception return, trigger or ignore. Such a packet changes no state, and atoms stay pending.
struct pft_record pft_plain(enum pft_record_kind kind);
// I-sync at `at`. It clears the return stack. `reason` is an enum isync_reason; a periodic I-sync has no count.
struct pft_record pft_isync(struct pft *p, const struct settings *s, struct place at, uint8_t reason, uint32_t count,
                            uint32_t context);
// Waypoint update of an entry with `update`: the last executed instruction.
struct pft_record pft_waypoint_update(struct pft *p, const struct pft_entry *entry);
// The branch packet of an exception entry.
struct pft_record pft_branch(struct pft *p, const struct settings *s, const struct pft_entry *entry);
// A direct or indirect branch or a barrier. True and *r if there is something to send now, false if its atom stays
// pending.
bool pft_waypoint(struct pft *p, const struct settings *s, const struct pft_entry *entry, struct pft_record *record);

// True if the value differs from the one that was sent, and must be sent.
static inline bool pft_context_due(const struct pft *p, const struct settings *s, uint32_t context) {
  return context_of(s, context ^ p->context_sent) != 0;
}
static inline bool pft_vmid_due(const struct pft *p, const struct settings *s, uint8_t vmid) {
  return vmid_on(s) && vmid != p->vmid_sent;
}
struct pft_record pft_context_id(struct pft *p, const struct settings *s, uint32_t context);
struct pft_record pft_vmid(struct pft *p, uint8_t vmid);
// `full`: the packet has every byte, whatever the receiver knows.
struct pft_record pft_timestamp(struct pft *p, const struct settings *s, uint64_t stamp, bool full, bool clock_change,
                                uint32_t count);

#endif
