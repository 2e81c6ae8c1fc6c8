// SPDX-License-Identifier: Apache-2.0
// Events -> records, no time: what is told of each event, given what the receiver already knows. Holds the pending
// atoms, the compression base (IHI 0035B 4.5.4) and the return stack (4.13). One call per event, in program order.
#ifndef PFT_ENCODE_H
#define PFT_ENCODE_H

#include <stdbool.h>
#include <stdint.h>

#include "entry.h"
#include "pft_bytes.h"

#define PFT_STACK_ROOM 16  // a power of two above the largest depth, 15

struct pft {
  uint32_t base;              // address in the last branch packet or I-sync
  bool base_t, ns_sent;       // its instruction set; the security state last sent
  uint8_t atoms, atom_count;  // pending, as in struct record; 0 to 4 between calls
  uint8_t stack_top;          // counts pushes minus pops, modulo PFT_STACK_ROOM when used
  uint8_t stack_count;        // valid entries below the top
  struct location stack[PFT_STACK_ROOM];
};

// The pending atoms alone; a record without bytes if there are none.
struct record pft_atoms(struct pft *p);
// A-sync, the exception return and the trigger packet change nothing and leave atoms pending.
struct record pft_async(void);
struct record pft_exception_return(void);
struct record pft_trigger(void);
// I-sync at `at`; clears the return stack. `reason`: enum isync_reason.
struct record pft_isync(struct pft *p, struct location at, uint8_t reason);
// Waypoint update for an exception entry with `update`: the last instruction executed. Its branch packet comes next.
struct record pft_update(struct pft *p, const struct entry *e);
// The branch packet of an exception entry.
struct record pft_branch(struct pft *p, const struct entry *e);
// A direct or indirect branch or a barrier: true and *r if there is something to say now, false if its atom waits for
// company. `depth`: return stack entries in use, 0 to 15, 0 = off.
bool pft_waypoint(struct pft *p, const struct entry *e, unsigned depth, struct record *r);

#endif
