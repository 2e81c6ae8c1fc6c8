// SPDX-License-Identifier: Apache-2.0
// All items of a stimulus, then the scoreboard over all bytes.
#include "offline_check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "scoreboard_protocol.h"

// Not every unit takes all that is presented for waypoints.
static bool list_waypoints(struct history *h, const struct stim *stim, const struct image *image,
                           const struct config *config) {
  (void)image;
  struct history_waypoint *at = malloc((stim->count + 1) * sizeof *at);
  struct moment *moments = calloc(stim->count + 1, sizeof *moments);
  uint64_t clocks = 0;
  for (size_t i = 0; at && moments && i < stim->count; i++) {
    const struct stim_event *e = &stim->at[i];
    clocks += e->clocks;
    if (!e->valid || !unit_takes_waypoint(config, &e->wp)) continue;
    // When the unit was enabled is not known.
    moments[h->count] = (struct moment){.clocks = clocks,
                                        .enabling = ENABLING_UNKNOWN,
                                        .stamp_high = UINT64_MAX,
                                        .high = UINT64_MAX,
                                        .taken = true,
                                        .enabled = true};
    at[h->count++] = (struct history_waypoint){.wp = e->wp, .steps_end = e->steps_end};
  }
  h->waypoints = at;
  h->moments = moments;
  return at && moments;
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
  const struct moment now = {.clocks = clocks, .high = UINT64_MAX, .taken = true, .enabled = true};
  struct etm3_port_clock *c = &l->clock;
  if (!reserve(l)) return false;
  etm3_port_clock(&l->port, slots, c);
  l->count -= c->withdraws;
  memcpy(l->steps + l->count, c->steps, c->count * sizeof *c->steps);
  const struct history listed = {.steps = l->steps, .moments = l->moments, .mask = SIZE_MAX, .steps_mask = SIZE_MAX};
  moment_steps(config, &listed, l->count, c, &now);
  l->count += c->count;
  return true;
}

// Nothing is presented in the clocks before an event and behind the last.
static bool list_clocks(struct listing *l, const struct stim *stim, const struct image *image,
                        const struct config *config) {
  static const struct slots idle;
  uint64_t clocks = 0;
  bool good = true;
  etm3_port_start(&l->port, image);
  for (size_t i = 0; good && i < stim->count; i++) {
    const struct stim_event *e = &stim->at[i];
    if (e->clocks > 1) good = list_clock(l, config, &idle, clocks + 1);
    clocks += e->clocks;
    if (good && e->busy) good = list_clock(l, config, &e->slots, clocks);
  }
  return good && list_clock(l, config, &idle, clocks + 1);
}

static bool list_steps(struct history *h, const struct stim *stim, const struct image *image,
                       const struct config *config) {
  struct listing l = {0};
  const bool good = list_clocks(&l, stim, image, config);
  h->steps = l.steps;
  h->moments = l.moments;
  h->count = l.count;
  return good;
}

static bool (*const lists[PROTOCOLS])(struct history *h, const struct stim *stim, const struct image *image,
                                      const struct config *config) = {
    [PROTOCOL_PFT] = list_waypoints, [PROTOCOL_ETM3] = list_steps};

bool history_list(struct history *history, const struct stim *stim, const struct image *image,
                  const struct config *config) {
  *history = (struct history){.steps = image ? stim->steps.at : NULL, .mask = SIZE_MAX, .steps_mask = SIZE_MAX};
  return lists[config_protocol(config)](history, stim, image, config);
}

void history_free(struct history *history) {
  if (!history->waypoints) free(history->steps);
  free(history->waypoints);
  free(history->moments);
}

// What the bytes themselves are, and whether they contradict what happened.
static struct judgement contradiction(const struct scoreboard *s, const struct coverage *coverage, size_t count) {
  if (s->wrong && s->gave_up) return verdict_gave_up();
  if (s->wrong) return verdict_of(VERDICT_FAIL, "byte %" PRIu64 ": %s", s->error.offset, s->error.why);
  if (s->pending) {
    return verdict_of(VERDICT_FAIL, "byte %" PRIu64 ": truncated: the trace ends inside this packet",
                      count - s->pending);
  }
  if (coverage_bytes(coverage) != count)
    return verdict_of(VERDICT_FAIL, "byte 0: no A-sync found (expected five or more bytes 00, then 80)");
  return (struct judgement){0};
}

static struct judgement judge_whole(const struct scoreboard *s, uint64_t stamps, const struct bounds *bounds) {
  const struct scoreboard_position *at = &s->at;
  const char *item = s->protocol->item;
  struct judgement j = {.verdict = VERDICT_FAIL};
  if (s->history->count == 0) return verdict_of(VERDICT_NOTHING, "no %s was presented", item);
  if (at->items == 0) return verdict_of(VERDICT_NOTHING, "the trace reports no %s", item);
  if (!verdict_balances_items(s, &j) || !verdict_balances_counts(s, &j)) return j;
  if (!verdict_within(s, bounds, &j)) return s->gave_up ? verdict_gave_up() : j;
  if (at->start_most > 0) {
    return verdict_of(VERDICT_INCOMPLETE,
                      "%" PRIu64 " %ss before the first I-sync are not in the trace, --max-start allows %" PRIu64
                      "; if tracing was off there, raise --max-start",
                      at->start_most, item, at->start_bound);
  }
  if (stamps == 0) return (struct judgement){0};
  return verdict_of(VERDICT_INCOMPLETE,
                    "%" PRIu64 " timestamps cannot be checked: trace bytes do not show the time; use --log or --wave",
                    stamps);
}

struct judgement whole_trace(struct scoreboard *s, struct coverage *coverage, const struct config *config,
                             const struct image *image, const struct history *history, const struct bounds *bounds,
                             const uint8_t *bytes, size_t count) {
  const bool forced = s->forced;
  if (!scoreboard_start(s, config, image, history)) return verdict_of(VERDICT_INCOMPLETE, "out of memory");
  *coverage = (struct coverage){0};
  scoreboard_add_reader(s, coverage_reader(coverage));
  s->forced = forced;
  s->bounds = *bounds;
  scoreboard_bytes(s, bytes, count);
  // ETMSR[0], which is not known, may say that the last items were lost.
  if (!s->wrong) scoreboard_stop(s, history->count, history->count, bounds->lost > 0, false);
  scoreboard_end(s);
  scoreboard_free(s);
  const struct judgement wrong = contradiction(s, coverage, count);
  return wrong.verdict != VERDICT_PASS ? wrong : judge_whole(s, coverage->packets[PACKET_TIMESTAMP], bounds);
}
