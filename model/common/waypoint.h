// SPDX-License-Identifier: Apache-2.0
// A waypoint, as the processor presents it in a clock in which WPTVALID is high: the WPT* pins of the Cortex-A9 PTM
// interface (DDI 0388 table A-29). The stimulus, the reference model and the checker use this struct.
#ifndef WAYPOINT_H
#define WAYPOINT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// WPTTYPE[2:0].
enum waypoint_type {
  WAYPOINT_DIRECT = 0,
  WAYPOINT_INDIRECT = 1,
  WAYPOINT_EXCEPTION = 2,
  WAYPOINT_BARRIER = 3,  // ISB, and DMB and DSB if they are waypoints
  WAYPOINT_DEBUG_ENTRY = 4,
  WAYPOINT_DEBUG_EXIT = 5,
  WAYPOINT_UPDATE = 6,  // extension: more than 4096 bytes of code since the last one (docs/pipeline-pft.md#pins 3)
  WAYPOINT_TYPES
};

// WPTEXTBARRIER[1:0].
enum waypoint_barrier { WAYPOINT_ISB = 0, WAYPOINT_DSB = 1, WAYPOINT_DMB = 2, WAYPOINT_BARRIERS };

// After a branch that was not taken, and after a barrier, execution continues at the next instruction. After an update
// it continues at `pc`. In these cases `target` may be another address.
struct waypoint {
  uint32_t pc;          // WPTPC: the waypoint instruction. Exception, debug entry: the address after the last executed
                        // instruction, 0 for a reset. Debug exit: not used
  uint32_t target;      // WPTTARGETPC: the target if taken; 0 for a debug entry or a prohibited target
  uint32_t context_id;  // WPTCONTEXTID
  uint8_t type;         // WPTTYPE, enum waypoint_type
  uint16_t exception;   // WPTEXTEXCEPTION[4:0] and WPTEXCEPTIONTYPE[3:0]: PFT's Exception[8:0]
  uint8_t vmid;         // WPTEXTVMID[7:0]
  uint8_t barrier;      // WPTEXTBARRIER[1:0], enum waypoint_barrier
  bool user;            // WPTEXTUSER: code after the waypoint runs in User mode
  bool taken;           // WPTTAKEN: passed its condition; always true except for branches
  bool link;            // WPTLINK: direct or indirect branch that writes LR
  bool t32;             // WPTT32LINK: size of the last executed instruction in Thumb state, 0 = 2 bytes, 1 = 4 bytes
  bool target_t;        // WPTTARGETTBIT: Thumb or ThumbEE state at the address at which execution continues
  bool target_j;        // WPTTARGETJBIT: Jazelle (T=0) or ThumbEE (T=1) state at that address
  bool ns;              // WPTnSECURE: code after the waypoint is Non-secure
  bool prohibited;      // WPTTRACEPROHIBITED: tracing is prohibited at the target
  bool hyp;             // WPTEXTHYP: code after the waypoint runs in Hyp mode
  bool eret;            // WPTEXTERET: the indirect branch is an exception return (IHI 0035B 4.5.10)
};

// Execution continues after the instruction at the waypoint.
static inline bool waypoint_falls_through(const struct waypoint *w) {
  return !w->taken || w->type == WAYPOINT_BARRIER || w->type == WAYPOINT_UPDATE;
}

extern const char *const waypoint_names[WAYPOINT_TYPES], *const waypoint_barrier_names[WAYPOINT_BARRIERS];

// Writes a waypoint as a line of a stimulus (docs/stimulus.md).
void waypoint_write(FILE *file, const struct waypoint *w);

#endif
