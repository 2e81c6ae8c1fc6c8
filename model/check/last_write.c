// SPDX-License-Identifier: Apache-2.0
#include "last_write.h"

void last_writes_access(struct last_writes *w, const struct cycle *c) {
  const struct access *a = &c->access;
  if (!a->is_write) return;
  const uint8_t error = a->obstacle == OBSTACLE_OS_LOCK ? OBSTACLE_ERROR_OS_LOCK : OBSTACLE_ERROR;
  w->of[a->offset / 4] = (struct last_write){.clock = c->clock,
                                             .value = a->value,
                                             .outcome = a->outcome,
                                             .obstacle = a->state == ACCESS_REFUSED ? error : a->obstacle,
                                             .clause = a->clause};
}
