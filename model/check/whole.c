// SPDX-License-Identifier: Apache-2.0
#include "whole.h"

#include <stdlib.h>

static bool list_waypoints(struct happened *h, const struct stim *stim) {
  struct happened_waypoint *at = malloc((stim->count + 1) * sizeof *at);
  for (size_t i = 0; at && i < stim->count; i++) {
    const struct stim_event *e = &stim->at[i];
    if (e->valid) at[h->count++] = (struct happened_waypoint){.wp = e->wp, .steps_end = e->steps_end};
  }
  h->waypoints = at;
  return at;
}

static bool list_steps(struct happened *h, const struct stim *stim, const struct config *config) {
  struct moment *moments = calloc(stim->steps.count + 1, sizeof *moments);
  uint64_t clocks = 0;
  for (size_t i = 0; moments && i < stim->count; i++) {
    const struct stim_event *e = &stim->at[i];
    clocks += e->clocks;
    if (!e->busy) continue;
    const struct moment clock = {.clocks = clocks, .high = UINT64_MAX, .enabled = true};
    told_clock(config, moments, stim->steps.at, h->count, e->steps_end, &e->slots, e->step, &clock);
    h->count = e->steps_end;
  }
  h->moments = moments;
  return moments;
}

bool happened_list(struct happened *happened, const struct stim *stim, const struct config *config) {
  *happened = (struct happened){.steps = stim->steps.at, .mask = SIZE_MAX, .steps_mask = SIZE_MAX};
  return config_is_etm3(config) ? list_steps(happened, stim, config) : list_waypoints(happened, stim);
}

void happened_free(struct happened *happened) {
  free(happened->waypoints);
  free(happened->moments);
}

const char *whole_trace(struct follow *f, const struct config *config, const struct image *image,
                        const struct happened *happened, const uint8_t *bytes, size_t count, uint64_t *offset) {
  *offset = 0;
  if (!follow_start(f, config, image, happened)) return "out of memory";
  follow_bytes(f, bytes, count);
  if (image && !f->wrong) follow_stop(f, happened->count, false, false);
  follow_end(f);
  follow_free(f);
  *offset = f->wrong ? f->error.offset : count - f->pending;
  if (f->wrong) return f->error.why;
  if (f->pending) return "the trace ends inside a packet";
  *offset = coverage_bytes(&f->coverage);
  if (*offset != count) return "not all bytes belong to a packet";
  // Where nothing may be traced an A-sync alone tells all of it.
  const bool nothing = f->at.items == 0 && (count == 0 || happened->count == 0);
  return image && nothing ? "nothing was compared: the trace tells of nothing that happened" : NULL;
}
