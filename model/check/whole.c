// SPDX-License-Identifier: Apache-2.0
#include "whole.h"

#include <stdlib.h>
#include <string.h>

static bool list_waypoints(struct happened *h, const struct stim *stim) {
  struct happened_waypoint *at = malloc((stim->count + 1) * sizeof *at);
  for (size_t i = 0; at && i < stim->count; i++) {
    const struct stim_event *e = &stim->at[i];
    if (e->valid) at[h->count++] = (struct happened_waypoint){.wp = e->wp, .steps_end = e->steps_end};
  }
  h->waypoints = at;
  return at;
}

// Items of an ETM, found by the pins of the instruction port.
struct listing {
  struct etm3_port port;
  struct etm3_port_clock clock;
  struct step *steps;
  struct moment *moments;
  size_t count, room;
};

// Room for a clock more. False: out of memory.
static bool reserve(struct listing *l) {
  if (l->room - l->count >= ETM3_PORT_STEPS) return true;
  l->room = 2 * l->room + ETM3_PORT_STEPS;
  struct step *steps = realloc(l->steps, l->room * sizeof *steps);
  if (steps) l->steps = steps;
  struct moment *moments = realloc(l->moments, l->room * sizeof *moments);
  if (moments) l->moments = moments;
  return steps && moments;
}

static bool list_clock(struct listing *l, const struct config *config, const struct slots *slots, uint64_t clocks) {
  const struct moment now = {.clocks = clocks, .high = UINT64_MAX, .enabled = true};
  struct etm3_port_clock *c = &l->clock;
  if (!reserve(l)) return false;
  etm3_port_clock(&l->port, slots, c);
  l->count -= c->withdraws;
  memcpy(l->steps + l->count, c->steps, c->count * sizeof *c->steps);
  const struct happened listed = {.moments = l->moments, .mask = SIZE_MAX};
  told_clock(config, &listed, l->count, c, slots, &now);
  l->count += c->count;
  return true;
}

// Nothing is presented in the clocks before an event and behind the last.
static bool list_clocks(struct listing *l, const struct stim *stim, const struct config *config) {
  static const struct slots idle;
  uint64_t clocks = 0;
  bool good = true;
  etm3_port_start(&l->port, &stim->image);
  for (size_t i = 0; good && i < stim->count; i++) {
    const struct stim_event *e = &stim->at[i];
    if (e->clocks > 1) good = list_clock(l, config, &idle, clocks + 1);
    clocks += e->clocks;
    if (good && e->busy) good = list_clock(l, config, &e->slots, clocks);
  }
  return good && list_clock(l, config, &idle, clocks + 1);
}

// A text does not say what was executed.
static bool list_steps(struct happened *h, const struct stim *stim, const struct config *config) {
  struct listing l = {0};
  const bool good = !stim->steps.count || list_clocks(&l, stim, config);
  h->steps = l.steps;
  h->moments = l.moments;
  h->count = l.count;
  return good;
}

bool happened_list(struct happened *happened, const struct stim *stim, const struct config *config) {
  *happened = (struct happened){.steps = stim->steps.at, .mask = SIZE_MAX, .steps_mask = SIZE_MAX};
  return config_is_etm3(config) ? list_steps(happened, stim, config) : list_waypoints(happened, stim);
}

void happened_free(struct happened *happened) {
  if (!happened->waypoints) free(happened->steps);
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
