// SPDX-License-Identifier: Apache-2.0
// Flow reconstruction: packets plus the code image to the executed instructions, as ranges of consecutive addresses.
//
// Without an image an event has what its packet says, and all that only the code says is 0: of a range `isa`, `start`,
// `end`, `count`, `indirect`, `link`, `barrier`, `eret` (PFT), and `target` unless `reported`; of an exception `end`.
// Who knows by other means what was executed can add it. A range that a waypoint update tells has `start`, the
// instruction of that packet, and its `isa`.
#ifndef FLOW_H
#define FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "image.h"
#include "packet.h"

enum __attribute__((packed)) flow_kind {
  FLOW_SYNC,   // an I-sync placed the flow: `start` is where it goes on; `reason` says why. Periodic ones only when the
               // decoder was lost; in step they are checked and silent
  FLOW_RANGE,  // instructions [start, end) were executed, `count` of them, all in state `isa`. ETMv3: atoms of one
               // P-header, and all but the last have passed and are no branch
  FLOW_EXCEPTION,  // exception `exception` taken; `start` is the handler; execution had stood at `end` (0: not known)
  FLOW_GAP,        // instructions may be missing from `start` on: see `why`; the next I-sync or branch packet ends it
  FLOW_ERROR,      // the packets contradict the image or each other: see `why`; the flow waits for the next I-sync
  // ETMv3 alone:
  FLOW_BRANCH,  // a branch packet without exception: execution goes on at `start`. Of several for one instruction the
                // last
  FLOW_COUNT,   // `count` cycles passed before the last I-sync that was not periodic; 0: not known
  // Without an image alone:
  FLOW_HERE,  // a periodic I-sync: execution stands at `start`
};

struct flow_event {
  enum flow_kind kind;
  uint8_t isa;          // enum isa
  uint8_t reason;       // sync: enum isync_reason
  bool passed;          // range: its last instruction has an E atom (or an implied one)
  bool waypoint;        // range: an atom or branch packet tells its last instruction (false: a waypoint update)
  bool indirect, link;  // range: its last instruction is an indirect branch, writes LR
  bool barrier;         // range, PFT: its last instruction is a barrier
  bool reported;        // range, PFT: a branch packet told that its last instruction went to `target`. Here, ETMv3: all
                        // that the last instruction has to say was told
  bool eret;            // range: its last instruction is an exception return, of PFT by its encoding, of ETMv3 by an
                        // exception exit packet
  bool failed_return;   // range, ETMv3: its last instruction is an exception return by its encoding, and did not pass
  bool cancel;          // exception, ETMv3: the instruction at `end` did not complete, and has no range
  bool ns;
  bool has_count;  // sync, count, ETMv3: `count` is a cycle count
  bool missing;    // error: a packet that had to precede this one is missing
  uint8_t pace;    // range, ETMv3 cycle-accurate: cycles from each of its instructions to the next
  uint16_t wide;   // range, ETMv3, Thumb: bit n: its instruction n, from 0 on, has 32 bits
  uint16_t exception;
  uint8_t target_isa;           // enum isa at `target`
  bool states_place;            // error: `why` has the address of execution
  uint16_t exit;                // range, ETMv3: bytes from `offset` to the exception exit packet; 0: there is none
  uint32_t start, end, target;  // addresses; target: of a range whose last instruction is a branch that passed (ETMv3:
                                // a direct one)
  uint32_t count;               // range: instructions. With `has_count`: cycles before an I-sync, 0: not known
  uint32_t cycles;              // range, sync, ETMv3 cycle-accurate: since the instruction before it was executed, up
                                // to its first
  uint64_t offset;              // of the packet that told it, in the stream
  const char *why;              // gap, error: one phrase, otherwise NULL
};

typedef void flow_sink(void *user, const struct flow_event *event);

// Of an ETMv3 range: bytes of its instruction `n`, from 0 on; its instructions one by one, each as a range of its own.
static inline uint32_t flow_size(const struct flow_event *range, uint32_t n) {
  return range->isa == ISA_ARM || range->wide >> n & 1 ? 4 : 2;
}
// Its last instruction.
static inline uint32_t flow_last(const struct flow_event *range) {
  return range->count > 1 ? range->end - flow_size(range, range->count - 1) : range->start;
}
void flow_each(const struct flow_event *range, flow_sink *sink, void *user);

// Holds a cache of code by address, of one size; allocates in flow_new only.
struct flow;

// `config` tells the protocol (ETMIDR); of PFT, whether the return stack is on (ETMCR, ETMCCER) and DMB/DSB are
// waypoints (ETMCCER). `image` may be NULL; else it must outlive the flow and not change. Exits 2 when out of memory.
struct flow *flow_new(const struct config *config, const struct image *image, flow_sink *sink, void *user);
// A copy that continues at the place of `f`. `config` and `image` are those of `f`. Exits 2 when out of
// memory.
struct flow *flow_fork(const struct flow *f, const struct config *config, flow_sink *sink, void *user);
void flow_packet(struct flow *f, const struct packet *packet);  // in stream order
// An ETMv3 range is held back until the next packet that moves the flow, for that may cancel its last instruction or
// say more of it. (Of PFT nothing is.) Settle: all but that one instruction is delivered now. End of stream: all.
void flow_settle(struct flow *f);
void flow_end(struct flow *f);
// What is held back ends with a branch packet.
bool flow_holds_branch(const struct flow *f);
// A gap in the stream, at byte `offset`: all is delivered, and the next I-sync ends it. If `is_lost` is false, it is
// only reported.
void flow_break(struct flow *f, uint64_t offset, bool is_lost, const char *why);
void flow_free(struct flow *f);

#endif
