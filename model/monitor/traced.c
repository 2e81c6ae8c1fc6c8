// SPDX-License-Identifier: Apache-2.0
// The features that a DUT has, and the values that it must trace.
#include "traced.h"

#include "packet.h"
#include "register.h"

bool unit_is_v11(const struct config *c) { return config_minor(c); }

bool isync_count_is_known(const struct config *c, uint8_t reason) {
  return !unit_is_v11(c) || (reason != ISYNC_OVERFLOW && reason != ISYNC_DEBUG_EXIT);
}

bool unit_has_hyp(const struct config *c) { return config_has(c, FIELD_ETMCR_VMID); }
bool unit_has_vmid(const struct config *c) { return config_uses(c, FIELD_ETMCR_VMID); }

enum { FORCED_PERIOD = 512 };  // the smallest ETMSYNCFR at which a synchronization is complete before the next is due

bool unit_may_force_overflow(const struct config *c, bool has_sync_request) {
  // ETMSYNCFR of ETMv3.0 counts clocks, which pass while nothing is executed. In PFTv1.0, timestamps fill the period in
  // the same way. So a synchronization can be due although nothing was traced.
  const bool stamps =
      config_uses(c, FIELD_ETMCR_TIMESTAMP) && (c->etmtsevr != EVENT_NEVER || c->unknown & CONFIG_ETMTSEVR);
  const bool idles = config_minor(c) == 0 && (config_is_etm3(c) || stamps);
  const bool often = c->etmsyncfr > 0 && (idles || c->etmsyncfr < FORCED_PERIOD);
  const bool never = c->etmauxcr & ETMAUXCR_NO_FORCED_OVERFLOW && !(c->unknown & CONFIG_ETMAUXCR);
  return !never && (has_sync_request || often || c->unknown & CONFIG_ETMSYNCFR);
}

bool unit_counts_clocks(const struct config *c) { return c->etmcr & ETMCR_CYCLE_ACCURATE; }

struct traced traced_of(const struct config *c) {
  static const uint32_t contexts[] = {0, 0xFF, 0xFFFF, 0xFFFFFFFF};
  const uint32_t context = contexts[field_get(c->etmcr, ETMCR_CONTEXT_ID)];
  return (struct traced){.context = context,
                         .contexts = context != 0,
                         .vmid = unit_has_vmid(c),
                         .hyp = unit_has_hyp(c),
                         .ns = !config_is_etm3(c) || (config_minor(c) >= 2 && c->etmidr & ETMIDR_SECURITY),
                         .cycles = unit_counts_clocks(c)};
}

unsigned traced_stamp_bytes(const struct config *c) { return unit_has_wide_stamps(c) ? 9 : 7; }

bool unit_takes_waypoint(const struct config *c, const struct waypoint *w) {
  switch (w->type) {
    case WAYPOINT_UPDATE:
      return !unit_is_v11(c) && !(c->etmauxcr & ETMAUXCR_NO_UPDATES);
    case WAYPOINT_BARRIER:
      return w->barrier == WAYPOINT_ISB || c->etmccer & ETMCCER_BARRIER_WAYPOINTS;
    default:
      return true;
  }
}

bool unit_stamps_waypoint(const struct config *c, const struct waypoint *w) {
  if (!config_uses(c, FIELD_ETMCR_TIMESTAMP) || c->unknown & CONFIG_ETMAUXCR) return false;
  const bool at_exceptions = unit_is_v11(c) && !(c->etmauxcr & ETMAUXCR_NO_EXCEPTION_STAMPS);
  switch (w->type) {
    case WAYPOINT_BARRIER:
      return !(c->etmauxcr & ETMAUXCR_NO_BARRIER_STAMPS) &&
             (w->barrier == WAYPOINT_ISB || c->etmccer & ETMCCER_BARRIER_STAMPS);
    case WAYPOINT_EXCEPTION:
      return at_exceptions;
    case WAYPOINT_INDIRECT:
      return at_exceptions && w->eret && w->taken;
    default:
      return false;
  }
}

bool unit_reports_returns(const struct config *c) {
  return config_minor(c) >= 5 || (config_minor(c) == 4 && !(c->etmidr & ETMIDR_SECURITY));
}

bool unit_stamps_returns(const struct config *c) {
  return config_uses(c, FIELD_ETMCR_TIMESTAMP) && !(c->unknown & CONFIG_ETMAUXCR) &&
         !(c->etmauxcr & ETMAUXCR_NO_EXIT_STAMPS);
}
