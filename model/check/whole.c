// SPDX-License-Identifier: Apache-2.0
#include "whole.h"

const char *whole_trace(struct follow *f, const struct config *config, const struct image *image,
                        const struct happened *happened, const uint8_t *bytes, size_t count, uint64_t *offset) {
  *offset = 0;
  if (!follow_start(f, config, image, happened)) return "out of memory";
  follow_bytes(f, bytes, count);
  if (image && !f->wrong) follow_stop(f, happened->count, false);
  follow_end(f);
  follow_free(f);
  *offset = f->wrong ? f->error.offset : count - f->pending;
  if (f->wrong) return f->error.why;
  if (f->pending) return "the trace ends inside a packet";
  *offset = coverage_bytes(&f->coverage);
  if (*offset != count) return "not all bytes belong to a packet";
  if (image && f->at.waypoints == 0) return "nothing was compared: the trace tells of no waypoint";
  return NULL;
}
