// SPDX-License-Identifier: Apache-2.0
#include "last_write.h"

void last_writes_access(struct last_writes *w, const struct registers *r, const struct ports_in *in,
                        const struct ports_out *out, uint64_t clock) {
  if (!in->pwrite || !ports_access_ends(in, out)) return;
  const struct register_write write = register_write(r, in);
  const uint8_t error = write.obstacle == OBSTACLE_OS_LOCK ? OBSTACLE_ERROR_OS_LOCK : OBSTACLE_ERROR;
  w->of[write.offset / 4] = (struct last_write){clock, out->pslverr ? error : write.obstacle, write.clause};
}
