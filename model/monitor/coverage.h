// SPDX-License-Identifier: Apache-2.0
// What the trace held: packets by kind, and by what makes one of a kind different from another.
#ifndef COVERAGE_H
#define COVERAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

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
  uint64_t exception[17];            // exception packets by exception, 16 = above 15
  uint64_t timestamp[10];            // timestamps by bytes
  uint64_t clock_change;             // of them: the clock has changed
  uint64_t count[PACKET_KINDS][33];  // cycle counts by packet and bits
  uint64_t branch_isa[4];            // branch packets by instruction set at the target
  // ETMv3: P-headers by form: a run of so many E, one in each cycle if cycles are told, and an N behind it; two atoms
  // (of one cycle; bit 1: the first is N, bit 0: the second); so many cycles alone, and an E in the last.
  uint64_t run[2][16][2], pair[2][4], idle[9][2];
  uint64_t cancel, old_form;  // branch packets that cancel an instruction, that tell an exception by address byte 5
  // Taken indirect branches with return addresses on the stack: an atom (of them those with more than four), a packet.
  // Calls that found it full.
  uint64_t stack_hit, stack_hit_deep, stack_miss, stack_overflow;
  uint64_t stack_hit_both;  // atoms with more than eight, of both security states
  uint64_t eret_failed;     // exception returns that failed their condition, of a unit that reports returns
  uint64_t barrier_failed;  // PTM: barriers that failed their condition
  uint64_t
      trigger_next_to_sync;  // triggers directly before or behind the A-sync or I-sync of a periodic synchronization
  uint64_t flush_off;        // flushes answered while the unit was off
  uint64_t security[2];      // I-syncs and branch packets to Secure, to Non-secure code,
  uint64_t hyp;              // to Hyp mode
  uint8_t last;              // kind of the last packet
};

struct stream_reader coverage_reader(struct coverage *c);
// Steps were executed. WPTTAKEN does not show that a barrier has failed its condition.
void coverage_executed(struct coverage *c, const struct step *steps, size_t count);
uint64_t coverage_packets(const struct coverage *c);
uint64_t coverage_bytes(const struct coverage *c);

// A line for each counter that is not 0: "cover branch.bytes.3.info.0 123", and for what of a run so programmed counts
// for its settings. Likewise the bytes of each kind of packet: "bytes.branch 345". `asked`: what ETMCR was written as.
void coverage_write(const struct coverage *c, const struct config *config, uint32_t written, FILE *file);

#endif
