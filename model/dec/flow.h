// SPDX-License-Identifier: Apache-2.0
// Flow reconstruction: packets and the code image give the executed instructions, as ranges of consecutive addresses
// (IHI 0035B chapter 2, IHI 0014Q chapter 4).
//
// Call order: flow_new, then flow_packet for each packet in stream order, then flow_end and flow_free. flow_settle,
// flow_break and flow_fork may be called between packets. Addresses, sizes and offsets are in bytes.
//
// Without an image, an event has only what its packet encodes. All members that need the code are 0: of a range `isa`,
// `start`, `end`, `count`, `indirect`, `link`, `barrier`, `eret` (PFT), and `target` unless `reported`; of an exception
// `end`. A caller that knows the executed code by other means can fill them in. A range from a waypoint update has its
// `isa`, and `start` is the instruction of that packet.
#ifndef FLOW_H
#define FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "image.h"
#include "packet.h"

enum __attribute__((packed)) flow_kind {
  FLOW_SYNC,   // an I-sync sets the position: execution continues at `start`, for `reason`. A periodic I-sync has this
               // event only if the decoder was lost; otherwise it is checked, and has no event
  FLOW_RANGE,  // instructions [start, end) were executed, `count` of them, all in state `isa`. ETMv3: atoms of one
               // P-header; all but the last have passed and are no branch
  FLOW_EXCEPTION,  // exception `exception` was taken; `start` is the handler, `end` the address that was to be executed
                   // next (0: unknown)
  FLOW_GAP,        // instructions may be missing from `start` on, for the reason `why`; the next I-sync or branch
                   // packet ends the gap
  FLOW_ERROR,      // the packets contradict the image or each other, see `why`; the flow waits for the next I-sync
  // ETMv3 only:
  FLOW_BRANCH,  // a branch packet without exception: execution continues at `start`. If an instruction has several, the
                // last one
  FLOW_COUNT,   // `count` cycles passed before the last I-sync that was not periodic; 0: not known
  // Without an image only:
  FLOW_PERIODIC,  // a periodic I-sync: execution is at `start`
};

struct flow_event {
  enum flow_kind kind;
  uint8_t isa;          // enum isa
  uint8_t reason;       // sync: enum isync_reason
  bool passed;          // range: its last instruction has an E atom (or an implied one)
  bool waypoint;        // range: an atom or branch packet reports its last instruction (false: a waypoint update)
  bool indirect, link;  // range: its last instruction is an indirect branch, writes LR
  bool barrier;         // range, PFT: its last instruction is a barrier
  bool reported;        // range, PFT: a branch packet reported that its last instruction went to `target`.
                        // FLOW_PERIODIC, ETMv3: the last instruction has been reported completely
  bool eret;            // range: its last instruction is an exception return (PFT: by its encoding; ETMv3: by an
                        // exception exit packet)
  bool failed_return;   // range, ETMv3: its last instruction is an exception return by its encoding, and did not pass
  bool cancel;          // exception, ETMv3: the instruction at `end` did not complete, and has no range
  bool ns;
  bool has_count;  // sync, count, ETMv3: `count` is a cycle count
  bool missing;    // error: a required packet before this one is missing
  uint8_t pace;    // range, ETMv3 cycle-accurate: cycles from each of its instructions to the next
  uint16_t wide;   // range, ETMv3, Thumb: bit n: its instruction n, from 0 on, has 32 bits
  uint16_t exception;
  uint8_t target_isa;           // enum isa at `target`
  bool has_address;             // error: `why` contains the address of execution
  uint16_t exit;                // range, ETMv3: bytes from `offset` to the exception exit packet; 0: there is no such
                                // packet
  uint32_t start, end, target;  // addresses; target: of a range whose last instruction is a branch that passed (ETMv3:
                                // a direct branch)
  uint32_t count;               // range: instructions. With `has_count`: cycles before an I-sync, 0: not known
  uint32_t cycles;              // range, sync, ETMv3 cycle-accurate: cycles from the execution of the instruction
                                // before it to its first instruction
  uint64_t offset;              // of its packet, in the stream
  const char *why;              // gap, error: one phrase, otherwise NULL
};

typedef void flow_sink(void *user, const struct flow_event *event);

// ETMv3 ranges: the size in bytes of instruction `n`, from 0 on.
static inline uint32_t flow_size(const struct flow_event *range, uint32_t n) {
  return range->isa == ISA_ARM || range->wide >> n & 1 ? 4 : 2;
}
// ETMv3 ranges: the address of the last instruction.
static inline uint32_t flow_last(const struct flow_event *range) {
  return range->count > 1 ? range->end - flow_size(range, range->count - 1) : range->start;
}
// ETMv3 ranges: passes each instruction as a range of its own.
void flow_each(const struct flow_event *range, flow_sink *sink, void *user);

// The flow holds a cache of code by address, of fixed size. Only flow_new and flow_fork allocate memory.
struct flow;

// `config` indicates the protocol (ETMIDR) and, for PFT, whether the return stack is on (ETMCR, ETMCCER) and DMB and
// DSB are waypoints (ETMCCER). `image` may be NULL. Otherwise it must outlive the flow and not change. Exits with code
// 2 if there is no memory.
struct flow *flow_new(const struct config *config, const struct image *image, flow_sink *sink, void *user);
// A copy that continues at the position of `f`, with the image of `f`. Exits with code 2 if there is no memory.
struct flow *flow_fork(const struct flow *f, const struct config *config, flow_sink *sink, void *user);
void flow_packet(struct flow *f, const struct packet *packet);  // in stream order
// An ETMv3 range is held back until the next packet that moves the flow, because that packet may cancel its last
// instruction or add to it. PFT holds nothing back. flow_settle delivers all but the last instruction now; flow_end, at
// the end of the stream, delivers all.
void flow_settle(struct flow *f);
void flow_end(struct flow *f);
// ETMv3, cycle-accurate: the cycles of the trace after the last instruction.
uint32_t flow_cycles(const struct flow *f);
// True if the held instructions end with a branch packet.
bool flow_holds_branch(const struct flow *f);
// A gap in the stream, at byte `offset`: everything held is delivered, and the next I-sync ends the gap. If `is_lost`
// is false, the gap is only reported.
void flow_break(struct flow *f, uint64_t offset, bool is_lost, const char *why);
void flow_free(struct flow *f);

#endif
