// SPDX-License-Identifier: Apache-2.0
// The features that a DUT has, and the values that it must trace, depending on its ID registers and its programming.
// Like the decoder, this file is written from IHI 0035B and IHI 0014Q independently of the reference model.
#ifndef TRACED_H
#define TRACED_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "waypoint.h"

// The attributes that a configuration traces in addition to the flow.
struct traced {
  uint32_t context;  // a mask: the bits of a Context ID that are traced
  bool contexts, vmid, hyp, ns, cycles;
};

struct traced traced_of(const struct config *c);

// Is `w` a waypoint for a DUT of this configuration (IHI 0035B 2.2, ETMCCER[24]; docs/decisions/0006)?
bool unit_takes_waypoint(const struct config *c, const struct waypoint *w);
// Must a timestamp follow the packets of `w` (IHI 0035B 4.5.9)?
bool unit_stamps_waypoint(const struct config *c, const struct waypoint *w);
// ETMv3: does the DUT report exception returns? v3.4 reports those of ARMv7-M, which has no Security Extensions. v3.5
// reports all (IHI 0014Q 7.6).
bool unit_reports_returns(const struct config *c);
// ETMv3: does the reference RTL send a timestamp after each exception return? Known silicon does, and no clause
// requires it.
bool unit_stamps_returns(const struct config *c);

// May the DUT force an overflow (IHI 0035B 4.11)? `has_sync_request`: a synchronization was requested.
bool unit_may_force_overflow(const struct config *c, bool has_sync_request);

bool unit_counts_clocks(const struct config *c);  // Are clocks counted?
// PFT: is the cycle count of an I-sync with this `reason` valid? From v1.1 on, the count of an overflow or of a debug
// exit is unknown (IHI 0035B 4.5.2), so the sum of the counts starts anew.
bool isync_count_is_known(const struct config *c, uint8_t reason);
bool unit_has_vmid(const struct config *c);
bool unit_has_hyp(const struct config *c);
bool unit_is_v11(const struct config *c);
// Does a timestamp have 64 bits, not 48?
static inline bool unit_has_wide_stamps(const struct config *c) {
  return config_minor(c) > 0 && c->etmccer & ETMCCER_STAMP64;
}
// The part of TSVALUEB that is traced.
static inline uint64_t traced_stamp(const struct config *c, uint64_t stamp) {
  return unit_has_wide_stamps(c) ? stamp : stamp & 0xFFFFFFFFFFFF;
}
// Number of bytes of a timestamp of full length.
unsigned traced_stamp_bytes(const struct config *c);

#endif
