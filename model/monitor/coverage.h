// SPDX-License-Identifier: Apache-2.0
// Functional coverage: packets by kind, and by the fields in which packets of a kind differ; debug requests.
#ifndef COVERAGE_H
#define COVERAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cycle.h"
#include "packet.h"
#include "step.h"
#include "stream_reader.h"

struct config;

struct coverage {
  uint64_t packets[PACKET_KINDS];
  uint64_t bytes[PACKET_KINDS];
  uint64_t atoms[6];                 // atom packets by their number of atoms
  uint64_t branch[6][4];             // branch packets by address bytes and info bytes
  uint64_t update[6];                // waypoint updates by address bytes
  uint64_t reason[4];                // I-syncs by reason
  uint64_t exception[17];            // exception packets by exception; 16: above 15
  uint64_t timestamp[10];            // timestamps by bytes
  uint64_t clock_change;             // timestamps that report a change of the clock
  uint64_t count[PACKET_KINDS][33];  // cycle counts by packet and bits
  uint64_t branch_isa[4];            // branch packets by instruction set at the target
  // ETMv3: P-headers by form. In a cycle-accurate trace, a header may start with a cycle (W).
  uint64_t run[2][16][2];  // [starts with W][number of E][ends with N]
  uint64_t pair[2][4];     // two atoms in one cycle: [starts with W][bit 1: the first is N, bit 0: the second is N]
  uint64_t idle[9][2];     // cycles without an atom: [number of W][E in the last cycle]
  uint64_t cancel;         // branch packets that cancel an instruction
  uint64_t old_form;       // branch packets that encode the exception in address byte 5
  // Taken indirect branches while the return stack has return addresses, with an atom (`stack_hit`) or with a packet
  // (`stack_miss`). `stack_hit_deep`: with an atom and more than four addresses. `stack_hit_both`: with an atom and
  // more than eight addresses, of both security states. `stack_overflow`: calls while the stack was full.
  uint64_t stack_hit, stack_hit_deep, stack_miss, stack_overflow, stack_hit_both;
  uint64_t eret_failed;     // exception returns that failed their condition, if the DUT reports returns
  uint64_t barrier_failed;  // PTM: barriers that failed their condition
  // Triggers directly before or after an A-sync, or directly before a periodic I-sync.
  uint64_t trigger_next_to_sync;
  uint64_t flush_off;  // flushes answered while the DUT was stopped
  // Debug requests: rises, and falls with and without an acknowledge. The last counts those without a reset.
  uint64_t debug_raised, debug_acknowledged, debug_withdrawn;
  uint64_t debug_trigger;                          // triggers in Debug state, with ETMCR[9]
  bool is_debug_requested, is_debug_acknowledged;  // at the edge before; since the request rose
  uint64_t security[2];                            // I-syncs and branch packets to Secure code, and to Non-secure code
  uint64_t hyp;                                    // I-syncs and branch packets to Hyp mode
  uint8_t last;                                    // kind of the last packet
};

struct stream_reader coverage_reader(struct coverage *c);
// Counts the barriers among executed steps that have failed their condition, which WPTTAKEN does not show.
void coverage_executed(struct coverage *c, const struct step *steps, size_t count);
// Call it at each edge with a debug request, with the end of one, or with a trigger.
void coverage_debug(struct coverage *c, const struct cycle *cycle);
uint64_t coverage_packets(const struct coverage *c);
uint64_t coverage_bytes(const struct coverage *c);

// Writes a line for each counter that is not 0, as "cover branch.bytes.3.info.0 123". The bytes of each kind of packet
// have a line, too: "cover bytes.branch 345". So has each setting of the whole run: the function of TraceEnable, and
// the coding of timestamps. `written`: the value that was last written to ETMCR.
void coverage_write(const struct coverage *c, const struct config *config, uint32_t written, FILE *file);

#endif
