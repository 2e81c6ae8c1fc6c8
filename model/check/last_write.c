// SPDX-License-Identifier: Apache-2.0
#include "last_write.h"

#include "register.h"

// Only ETMCR may be written while the DUT runs (IHI 0035B 3.16.1, IHI 0014Q 3.5.1).
static enum write_obstacle obstacle(const struct registers *r, const struct pins *pins) {
  const struct ports_in *in = &pins->in;
  const bool is_of_trace = in->paddr / 4 < REGISTERS_TRACE;
  const bool is_locked = is_of_trace && r->os_known && r->os_lock && r->os_model != OS_DIRECT;
  if (pins->out.pslverr) return is_locked ? OBSTACLE_ERROR_OS_LOCK : OBSTACLE_ERROR;
  if (registers_ignores(r, in)) return OBSTACLE_SOFTWARE_LOCK;
  if (is_locked) return OBSTACLE_OS_LOCK;
  if (!is_of_trace || in->paddr == ETMCR) return OBSTACLE_NONE;
  if (r->running) return OBSTACLE_RUNNING;
  return r->power_down ? OBSTACLE_POWER_DOWN : OBSTACLE_NONE;
}

void last_writes_access(struct last_writes *w, const struct registers *r, const struct pins *pins, uint64_t clock) {
  const struct ports_in *in = &pins->in;
  const bool ends = in->psel && in->resetn && in->penable && in->pclken && pins->out.pready;
  if (!ends || !in->pwrite) return;
  w->of[in->paddr / 4 % REGISTER_WORDS] = (struct last_write){clock, (uint8_t)obstacle(r, pins)};
}
