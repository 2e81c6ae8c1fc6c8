// SPDX-License-Identifier: Apache-2.0
// The state in which a processor executes, as text that is the same for what the port says and for what the trace
// reports.
#ifndef STATE_H
#define STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "packet.h"

enum { STATE_ROOM = 64 };  // the longest text, with its NUL

struct state {
  bool ns, hyp;
  uint32_t context, vmid;
  bool has_state, has_context, has_vmid;  // ns and hyp, context, vmid are known
};

// What is known behind the packet.
void state_packet(struct state *state, const struct packet *packet, const struct config *config);

// What the port says, as far as the unit is programmed to trace it.
struct state state_of(const struct config *config, bool ns, bool hyp, uint32_t context, uint32_t vmid);

// "ns=1 hyp=0 ctx=0x93E5 vmid=0x1": what is known.
void state_text(const struct state *state, char text[STATE_ROOM]);

#endif
