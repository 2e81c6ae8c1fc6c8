// SPDX-License-Identifier: Apache-2.0
// What a unit has and must trace, by its ID registers and how it is programmed. An own reading of IHI 0035B and
// IHI 0014Q, as the decoder is.
#ifndef TRACED_H
#define TRACED_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "waypoint.h"

// What a configuration traces beside the flow.
struct traced {
  uint32_t context;  // a mask: the part of a Context ID
  bool contexts, vmid, hyp, ns, cycles;
};

struct traced traced_of(const struct config *c);

// Does a unit of this configuration take `w` for a waypoint (IHI 0035B 2.2, ETMCCER[24]; docs/decisions/0006)?
bool unit_takes_waypoint(const struct config *c, const struct waypoint *w);
// Must a timestamp follow the packets of `w` (IHI 0035B 4.5.9)?
bool unit_stamps_waypoint(const struct config *c, const struct waypoint *w);
// ETMv3: does a unit report exception returns? From v3.4 on those of ARMv7-M, which has no Security Extensions, from
// v3.5 on all (IHI 0014Q 7.6).
bool unit_reports_returns(const struct config *c);
// ETMv3: does a timestamp of ours follow each exception return? (Silicon does so, no clause asks for it.)
bool unit_stamps_returns(const struct config *c);

// May the unit force an overflow (IHI 0035B 4.11)? `asked`: a synchronization was asked for.
bool unit_may_force_overflow(const struct config *c, bool has_sync_request);

bool unit_counts_clocks(const struct config *c);  // are clocks counted?
// PFT: does the count of an I-sync say how many they are? From v1.1 on that of an overflow or a debug exit is unknown
// (IHI 0035B 4.5.2): the sum of counts starts anew there.
bool isync_count_is_known(const struct config *c, uint8_t reason);
bool unit_has_vmid(const struct config *c);
bool unit_has_hyp(const struct config *c);
bool unit_is_v11(const struct config *c);
// Has a timestamp 64 bits, not 48?
static inline bool unit_has_wide_stamps(const struct config *c) {
  return config_minor(c) > 0 && c->etmccer & ETMCCER_STAMP64;
}
// The part of TSVALUEB that is told.
static inline uint64_t traced_stamp(const struct config *c, uint64_t stamp) {
  return unit_has_wide_stamps(c) ? stamp : stamp & 0xFFFFFFFFFFFF;
}
// Bytes of a timestamp in full.
unsigned traced_stamp_bytes(const struct config *c);

#endif
