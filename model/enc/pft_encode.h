// SPDX-License-Identifier: Apache-2.0
// Events -> records, no time: what is told of each event, given what the receiver already knows. Holds the pending
// atoms, the compression bases (IHI 0035B 4.5.4) and the return stack (4.13). One call per event, in program order.
#ifndef PFT_ENCODE_H
#define PFT_ENCODE_H

#include <stdbool.h>
#include <stdint.h>

#include "pft_bytes.h"
#include "pft_entry.h"
#include "settings.h"

#define PFT_STACK_ROOM 16  // a power of two above the largest depth, 15

struct pft {
  // Address and instruction set in the last branch packet or I-sync; the same, waypoint updates included. What is
  // sent is right against either, for a waypoint update can be read as moving the base or not.
  struct place base, update_base;
  bool ns_sent, hyp_sent;  // last sent, as are:
  uint8_t vmid_sent;
  uint32_t context_sent;
  uint64_t stamp_sent;        // as coded
  uint8_t atoms, atom_count;  // pending, as in struct pft_record; 0 to 4 between calls
  uint8_t stack_top;          // counts pushes minus pops, modulo PFT_STACK_ROOM when used
  uint8_t stack_count;        // valid entries below the top
  struct place stack[PFT_STACK_ROOM];
};

// The pending atoms alone; a record without bytes if there are none.
struct pft_record pft_atoms(struct pft *p);
// A-sync, exception return, trigger and ignore change nothing and leave atoms pending.
struct pft_record pft_async(void);
struct pft_record pft_exception_return(void);
struct pft_record pft_trigger(void);
struct pft_record pft_ignore(void);
// I-sync at `at`; clears the return stack. `reason`: enum isync_reason; a periodic one has no count.
struct pft_record pft_isync(struct pft *p, const struct settings *s, struct place at, uint8_t reason, uint32_t count,
                            uint32_t context);
// Waypoint update for an entry with `update`: the last instruction executed.
struct pft_record pft_waypoint_update(struct pft *p, const struct pft_entry *e);
// The branch packet of an exception entry.
struct pft_record pft_branch(struct pft *p, const struct settings *s, const struct pft_entry *e);
// A direct or indirect branch or a barrier: true and *r if there is something to say now, false if its atom waits for
// company.
bool pft_waypoint(struct pft *p, const struct settings *s, const struct pft_entry *e, struct pft_record *r);

// What differs from what was sent, and is to be told.
static inline bool pft_context_due(const struct pft *p, const struct settings *s, uint32_t context) {
  return context_of(s, context ^ p->context_sent) != 0;
}
static inline bool pft_vmid_due(const struct pft *p, const struct settings *s, uint8_t vmid) {
  return vmid_on(s) && vmid != p->vmid_sent;
}
struct pft_record pft_context_id(struct pft *p, const struct settings *s, uint32_t context);
struct pft_record pft_vmid(struct pft *p, uint8_t vmid);
// `stamp`: natural binary. `full`: every byte, whatever the receiver knows.
struct pft_record pft_timestamp(struct pft *p, const struct settings *s, uint64_t stamp, bool full, bool clock_change,
                                uint32_t count);

#endif
