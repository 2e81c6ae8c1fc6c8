// SPDX-License-Identifier: Apache-2.0
// What a trace tells beside the flow, summed up over its packets: clocks, Context ID, VMID, Hyp, timestamps; and what
// each of them must be, given the pins. An own reading of IHI 0035B, as the decoder is.
#ifndef REPORTED_H
#define REPORTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "etm3_port.h"
#include "expected_event.h"
#include "packet.h"
#include "waypoint.h"

struct history;

// What a configuration traces beside the flow.
struct traced {
  uint32_t context;  // a mask: the part of a Context ID
  bool contexts, vmid, hyp, ns, cycles;
};

// The stream up to a packet, this one included, since the unit was started.
struct reported {
  uint64_t clocks;      // the sum of all cycle counts that can be relied on (IHI 0035B 4.4, 4.5.2)
  uint64_t timestamp;   // the last, natural binary
  uint32_t timestamps;  // so many of them
  uint32_t context;     // the last Context ID told
  uint8_t vmid;         // the last VMID told, if `vmid_reported` since the last I-sync
  uint64_t since;       // of `clocks`: told by timestamps behind the last waypoint (v1.0)
  bool vmid_reported, ns, hyp, saturated;
  uint64_t atoms;  // ETMv3: instructions told, cancelled ones included
  bool placed;     // ETMv3: an I-sync was told, and no P-header since
  bool unsynced;   // ETMv3: an I-sync was told, and no timestamp in full since
  bool tsync;      // ETMv3: the last timestamp is in full, and the first such behind its I-sync
};

// The pins around an item (scoreboard.h), as the unit sees them.
struct moment {
  uint64_t clock;     // in which it was on the port
  uint64_t able;      // clocks by then in which the ATB could take
  uint64_t sent;      // bytes that had left four edges behind it
  uint64_t clocks;    // since tracing was enabled: those that must be told with it
  uint64_t enabling;  // PFT: those from the write that cleared the Programming bit until tracing was enabled
#define ENABLING_UNKNOWN UINT64_MAX  // then `clocks` count from anywhere
  uint64_t stamp_low,
      stamp_high;      // TSVALUEB with it, as much of it as is told: in all clocks of the window (--latency)
  uint64_t low, high;  // the same, from it to the next waypoint
  bool enabled;        // by the TraceEnable event, in all clocks of the window
  bool unsure;         // by that event in some of them, not in others
  bool enabled_later;  // in a clock between it and the next waypoint, so that tracing can start there
  // ETMv3:
  bool exits;            // an exception return that this version can tell as one
  bool cancelled;        // an exception that cancels an instruction
  bool cancelled_known;  // and that instruction, which is no item of its own, is known; of it:
  bool cancelled_enabled, cancelled_unsure;
  uint64_t cancelled_clocks, cancelled_stamp;
  uint32_t cancelled_context_id;
  uint32_t context_id;  // in its clock
  uint8_t vmid;
  bool halts;                 // Debug state was presented as entered next, and may be told
  struct etm3_branch branch;  // of an instruction
};

// ETMv3: fills in the moments of the steps of a clock of the instruction port, the first of them item `first`, from
// `clock`, which has what they share. Of a withdrawn step the moment is still there.
void moment_steps(const struct config *c, const struct history *history, size_t first,
                  const struct etm3_port_clock *port, const struct moment *clock);
// Of a clock with no step: the last one before item `first` is told where it went, or that Debug state follows.
void moment_late(const struct history *history, size_t first, const struct etm3_port_clock *port);
// The step of this moment is withdrawn by an exception that is not looked at.
void moment_withdrawn(struct moment *moment);

struct traced told_traced(const struct config *c);
void reported_packet(const struct config *c, struct reported *t, const struct packet *p);

// Does a unit of this configuration take `w` for a waypoint (IHI 0035B 2.2, ETMCCER[24]; docs/decisions/0006)?
bool expected_waypoint(const struct config *c, const struct waypoint *w);
// Must a timestamp follow the packets of `w` (IHI 0035B 4.5.9)?
bool expected_timestamp(const struct config *c, const struct waypoint *w);
// ETMv3: does a unit report exception returns? From v3.4 on those of ARMv7-M, which has no Security Extensions, from
// v3.5 on all (IHI 0014Q 7.6).
bool expected_returns(const struct config *c);
// ETMv3: does a timestamp of ours follow each exception return? (Silicon does so, no clause asks for it.)
bool expected_exit_stamps(const struct config *c);

// May the unit force an overflow (IHI 0035B 4.11)? `asked`: a synchronization was asked for.
bool expected_overflow(const struct config *c, bool asked);

bool expected_counts(const struct config *c);  // are clocks counted?
// PFT: does the count of an I-sync say how many they are? From v1.1 on that of an overflow or a debug exit is unknown
// (IHI 0035B 4.5.2): the sum of counts starts anew there.
bool expected_counts_to(const struct config *c, uint8_t reason);
bool expected_vmid(const struct config *c);
bool expected_hyp(const struct config *c);
bool expected_v11(const struct config *c);
// Has a timestamp 64 bits, not 48?
static inline bool expected_wide_stamps(const struct config *c) {
  return config_minor(c) > 0 && c->etmccer & ETMCCER_STAMP64;
}
// The part of TSVALUEB that is told.
static inline uint64_t expected_stamp(const struct config *c, uint64_t stamp) {
  return expected_wide_stamps(c) ? stamp : stamp & 0xFFFFFFFFFFFF;
}
// Bytes of a timestamp in full.
unsigned expected_stamp_bytes(const struct config *c);

#endif
