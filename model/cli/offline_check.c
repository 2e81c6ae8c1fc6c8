// SPDX-License-Identifier: Apache-2.0
// Lists all items of a stimulus, then runs the scoreboard over all bytes.
#include "offline_check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "error.h"
#include "scoreboard_protocol.h"

// Lists the waypoints. Whether a PTM traces a barrier or a waypoint update depends on its version and its registers.
static void list_waypoints(struct history *h, const struct stim *stim, const struct image *image,
                           const struct config *config) {
  (void)image;
  h->waypoints = error_memory(malloc((stim->count + 1) * sizeof *h->waypoints));
  h->moments = error_memory(calloc(stim->count + 1, sizeof *h->moments));
  uint64_t clocks = 0;
  for (size_t i = 0; i < stim->count; i++) {
    const struct stim_event *e = &stim->at[i];
    clocks += e->clocks;
    if (!e->valid || e->is_discarded || !unit_takes_waypoint(config, &e->wp)) continue;
    // The stimulus does not have the clock in which the DUT was enabled.
    h->moments[h->count] = (struct moment){.clocks = clocks,
                                           .enabling = ENABLING_UNKNOWN,
                                           .stamp_high = UINT64_MAX,
                                           .high = UINT64_MAX,
                                           .evaluated = true,
                                           .taken = true,
                                           .enabled = true};
    h->waypoints[h->count++] = (struct history_waypoint){.wp = e->wp, .steps_end = e->steps_end};
  }
}

// Items of an ETM, found from the pins of the instruction port.
struct listing {
  struct etm3_port port;
  struct etm3_port_clock clock;
  struct step *steps;
  struct moment *moments;
  size_t count, step_room, moment_room;
};

static void list_clock(struct listing *listing, const struct config *config, const struct slots *slots,
                       uint64_t clocks) {
  struct moment withdrawn;
  struct etm3_port_clock *c = &listing->clock;
  listing->steps =
      array_reserve(listing->steps, listing->count + ETM3_PORT_STEPS, &listing->step_room, sizeof *listing->steps);
  listing->moments = array_reserve(listing->moments, listing->count + ETM3_PORT_STEPS + 1, &listing->moment_room,
                                   sizeof *listing->moments);
  etm3_port_clock(&listing->port, slots, c);
  listing->count -= c->withdraws;
  memcpy(listing->steps + listing->count, c->steps, c->count * sizeof *c->steps);
  const struct history listed = {
      .steps = listing->steps, .moments = listing->moments, .mask = SIZE_MAX, .steps_mask = SIZE_MAX};
  if (c->withdraws) withdrawn = listing->moments[listing->count];
  for (unsigned n = 0; n < c->count; n++) {
    listing->moments[listing->count + n] =
        (struct moment){.clocks = clocks, .high = UINT64_MAX, .evaluated = true, .taken = true, .enabled = true};
  }
  moment_steps(config, &listed, listing->count, c, c->withdraws ? &withdrawn : NULL);
  listing->count += c->count;
  listing->moments[listing->count] = (struct moment){0};
}

// Lists the clocks. Nothing is presented in the clocks before an event and after the last.
static void list_clocks(struct listing *listing, const struct stim *stim, const struct image *image,
                        const struct config *config) {
  static const struct slots idle;
  uint64_t clocks = 0;
  etm3_port_start(&listing->port, image);
  for (size_t i = 0; i < stim->count; i++) {
    const struct stim_event *e = &stim->at[i];
    if (e->clocks > 1) list_clock(listing, config, &idle, clocks + 1);
    clocks += e->clocks;
    if (e->busy) list_clock(listing, config, &e->slots, clocks);
  }
  list_clock(listing, config, &idle, clocks + 1);
}

static void list_steps(struct history *h, const struct stim *stim, const struct image *image,
                       const struct config *config) {
  struct listing l = {0};
  list_clocks(&l, stim, image, config);
  h->steps = l.steps;
  h->moments = l.moments;
  h->count = l.count;
}

static void (*const lists[PROTOCOLS])(struct history *h, const struct stim *stim, const struct image *image,
                                      const struct config *config) = {
    [PROTOCOL_PFT] = list_waypoints, [PROTOCOL_ETM3] = list_steps};

void history_list(struct history *history, const struct stim *stim, const struct image *image,
                  const struct config *config) {
  *history = (struct history){.steps = image ? stim->steps.at : NULL, .mask = SIZE_MAX, .steps_mask = SIZE_MAX};
  lists[config_protocol(config)](history, stim, image, config);
}

void history_free(struct history *history) {
  if (!history->waypoints) free(history->steps);
  free(history->waypoints);
  free(history->moments);
}

// The verdict if the bytes are invalid or contradict the execution. Otherwise it is VERDICT_PASS.
static struct judgement contradiction(const struct scoreboard *scoreboard, const struct coverage *coverage,
                                      size_t count) {
  if (scoreboard->wrong && scoreboard->gave_up) return verdict_gave_up();
  if (scoreboard->wrong)
    return verdict_of(VERDICT_FAIL, "byte %" PRIu64 ": %s", scoreboard->error.offset, scoreboard->error.why);
  if (scoreboard->pending) {
    return verdict_of(VERDICT_FAIL, "byte %" PRIu64 ": truncated: the trace ends inside this packet",
                      count - scoreboard->pending);
  }
  if (coverage_bytes(coverage) != count)
    return verdict_of(VERDICT_FAIL, "byte 0: no A-sync found (expected five or more bytes 00, then 80)");
  return (struct judgement){0};
}

struct judgement whole_verdict(const struct scoreboard *scoreboard, uint64_t stamps, const struct bounds *bounds) {
  const struct scoreboard_position *at = &scoreboard->at;
  const char *item = scoreboard->protocol->item;
  struct judgement j = {.verdict = VERDICT_FAIL};
  if (scoreboard->history->count == 0) return verdict_of(VERDICT_NOTHING, "no %s was presented", item);
  if (at->items == 0) return verdict_of(VERDICT_NOTHING, "the trace reports no %s", item);
  if (!verdict_balances_items(scoreboard, &j) || !verdict_balances_counts(scoreboard, &j)) return j;
  if (!verdict_within(scoreboard, bounds, &j)) return scoreboard->gave_up ? verdict_gave_up() : j;
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

struct judgement whole_trace(struct scoreboard *scoreboard, struct coverage *coverage, const struct config *config,
                             const struct image *image, const struct history *history, const struct bounds *bounds,
                             const uint8_t *bytes, size_t count) {
  const bool forced = scoreboard->may_force_overflow;
  scoreboard_start(scoreboard, config, image, history);
  *coverage = (struct coverage){0};
  scoreboard_add_reader(scoreboard, coverage_reader(coverage));
  scoreboard->may_force_overflow = forced;
  scoreboard->bounds = *bounds;
  scoreboard_bytes(scoreboard, bytes, count);
  // ETMSR[0] is unknown. If items may be lost, it may report an overflow in which the last items were lost.
  if (!scoreboard->wrong) scoreboard_stop(scoreboard, history->count, history->count, bounds->lost > 0, false);
  scoreboard_end(scoreboard);
  scoreboard_free(scoreboard);
  const struct judgement wrong = contradiction(scoreboard, coverage, count);
  return wrong.verdict != VERDICT_PASS ? wrong : whole_verdict(scoreboard, coverage->packets[PACKET_TIMESTAMP], bounds);
}
