// SPDX-License-Identifier: Apache-2.0
// Every source as one list of events, and the list as clocks.
#include "stim.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawn.h"
#include "error.h"
#include "etm3_derive.h"
#include "pft_derive.h"
#include "program.h"
#include "shown_target.h"
#include "text.h"

// Of the seed; random code has 1.
enum { STREAM_SPACING = 2, STREAM_REQUESTS, STREAM_CONTEXT, STREAM_TIMES, STREAM_VMID, STREAM_SLOTS, STREAM_TARGETS };

static bool add_event(struct stim *stim, size_t *room, const struct stim_event *event, struct error *err) {
  if (stim->count == *room) {
    *room = *room ? 2 * *room : 4096;
    struct stim_event *at = realloc(stim->at, *room * sizeof *at);
    if (!at) {
      error_set(err, "stimulus: out of memory");
      return false;
    }
    stim->at = at;
  }
  stim->at[stim->count++] = *event;
  return true;
}

static void start(struct stim *stim) { stim->wait = stim->count ? stim->at[0].clocks : 0; }

static uint32_t permille_below(uint32_t permille) {
  return permille >= 1000 ? UINT32_MAX : (uint32_t)((uint64_t)permille * UINT32_MAX / 1000);
}

static struct pace pace_of(const struct stim_knobs *k) {
  return (struct pace){.spacing = k->spacing, .rng = rng_seed(k->seed, STREAM_SPACING)};
}

static struct drawn context_of(const struct stim_knobs *k) {
  return (struct drawn){.rng = rng_seed(k->seed, STREAM_CONTEXT), .percent = k->context_percent, .bits = 32};
}

static struct drawn vmid_of(const struct stim_knobs *k) {
  return (struct drawn){.rng = rng_seed(k->seed, STREAM_VMID), .percent = k->vmid_percent, .bits = 8};
}

// The steps of a program or a walk become waypoints at the pace that the knobs ask for.
static bool derive_waypoints(struct stim *stim, const struct stim_knobs *knobs, struct error *err) {
  struct derive derive = {.steps = &stim->steps, .barriers = knobs->barrier_waypoints, .updates = knobs->updates};
  struct pace pace = pace_of(knobs);
  struct drawn context = context_of(knobs), vmid = vmid_of(knobs);
  struct rng targets = rng_seed(knobs->seed, STREAM_TARGETS);
  uint32_t instructions;
  size_t room = 0;
  struct stim_event e = {.valid = true};
  while (derive_next(&derive, &e.wp, &instructions)) {
    if (e.wp.type == WAYPOINT_BARRIER || e.wp.type == WAYPOINT_EXCEPTION) {
      drawn_next(&context);
      drawn_next(&vmid);
    }
    e.wp.context_id = context.now;
    e.wp.vmid = (uint8_t)vmid.now;
    shown_target(&targets, knobs->other_target_percent, &e.wp, &stim->steps.at[derive.at - 1]);
    e.clocks = pace_clocks(&pace, instructions);
    e.steps_end = (uint32_t)derive.at;
    if (!add_event(stim, &room, &e, err)) return false;
  }
  return true;
}

// Likewise clocks of the instruction port.
static bool derive_slots(struct stim *stim, const struct stim_knobs *knobs, struct error *err) {
  struct etm3_derive derive = {.steps = &stim->steps,
                               .image = &stim->image,
                               .pace = pace_of(knobs),
                               .rng = rng_seed(knobs->seed, STREAM_SLOTS),
                               .context = context_of(knobs),
                               .vmid = vmid_of(knobs),
                               .late_percent = knobs->late_percent,
                               .pairs_apart = knobs->pairs_apart};
  struct etm3_clock clock;
  size_t room = 0;
  while (etm3_derive_next(&derive, &clock)) {
    const struct stim_event e = {
        .busy = true, .slots = clock.slots, .clocks = clock.clocks, .steps_end = clock.steps_end};
    if (!add_event(stim, &room, &e, err)) return false;
  }
  return true;
}

static bool derive_all(struct stim *stim, const struct stim_knobs *knobs, struct error *err) {
  const bool ok = knobs->instructions ? derive_slots(stim, knobs, err) : derive_waypoints(stim, knobs, err);
  stim->rng = rng_seed(knobs->seed, STREAM_REQUESTS);
  stim->sync_below = permille_below(knobs->sync_permille);
  stim->flush_below = permille_below(knobs->flush_permille);
  stim->extin_below = permille_below(knobs->extin_permille);
  stim->times = rng_seed(knobs->seed, STREAM_TIMES);
  stim->idle_below = permille_below(knobs->idle_permille);
  stim->clock_change_below = permille_below(knobs->clock_change_permille);
  stim->ticks = true;
  start(stim);
  return ok;
}

bool stim_open_random(struct stim *stim, const struct stim_knobs *knobs, const struct random_knobs *random,
                      uint64_t seed, struct error *err) {
  *stim = (struct stim){0};
  bool ok = random_make(random, seed, &stim->image, &stim->steps, err) && derive_all(stim, knobs, err);
  if (!ok) stim_close(stim);
  return ok;
}

bool stim_open_program(struct stim *stim, const struct stim_knobs *knobs, const char *path, struct error *err) {
  *stim = (struct stim){0};
  bool ok = program_load(path, &stim->image, &stim->steps, err) && derive_all(stim, knobs, err);
  if (!ok) stim_close(stim);
  return ok;
}

static void gather(struct stim_event *e, const struct text_line *line) {
  e->sync |= line->kind == TEXT_SYNC;
  e->flush |= line->kind == TEXT_FLUSH;
  e->idle |= line->kind == TEXT_IDLE_REQUEST;
  e->clock_change |= line->kind == TEXT_CLOCK_CHANGE;
  if (line->kind == TEXT_EXTIN) e->extin |= (uint8_t)line->number;
  if (line->kind == TEXT_EXTIN_HOLD) e->extin_held = (uint8_t)line->number;
  if (line->kind == TEXT_TSVALUE) e->timestamp = line->number;
}

// What is held goes on into the event after `e`.
static struct stim_event event_after(const struct stim_event *e) {
  return (struct stim_event){.clocks = 1, .extin_held = e->extin_held, .timestamp = e->timestamp};
}

// Lines without a clock belong to the clock of the waypoint, `clock` or first idle clock that follows them; at the end
// of the text they have a clock of their own.
static bool events_of_text(struct stim *stim, const struct text *text, struct error *err) {
  size_t room = 0;
  struct stim_event e = event_after(&(struct stim_event){0});
  for (size_t i = 0; i < text->count; i++) {
    const struct text_line *line = &text->at[i];
    gather(&e, line);
    e.valid = line->kind == TEXT_WAYPOINT;
    e.busy = line->kind == TEXT_CLOCK;
    if (e.valid) e.wp = line->waypoint;
    if (e.busy) e.slots = line->slots;
    bool has_clock = e.valid || e.busy || line->kind == TEXT_IDLE;
    if (!has_clock && i + 1 < text->count) continue;
    if (!add_event(stim, &room, &e, err)) return false;
    e = event_after(&e);
    if (line->kind == TEXT_IDLE && line->number > 1) {
      e.clocks = (uint32_t)line->number - 1;
      if (!add_event(stim, &room, &e, err)) return false;
      e.clocks = 1;
    }
  }
  start(stim);
  return true;
}

bool stim_open_text(struct stim *stim, const char *path, struct error *err) {
  *stim = (struct stim){0};
  FILE *file = fopen(path, "r");
  if (!file) {
    error_set(err, "%s: cannot be opened: %s", path, strerror(errno));
    return false;
  }
  struct text text = {0};
  bool ok = text_read(file, path, &text, err) && events_of_text(stim, &text, err);
  fclose(file);
  stim->image = text.image;
  text.image = (struct image){0};
  text_free(&text);
  if (!ok) stim_close(stim);
  return ok;
}

void stim_close(struct stim *stim) {
  image_free(&stim->image);
  step_list_free(&stim->steps);
  free(stim->at);
  *stim = (struct stim){0};
}

static void request(struct stim *stim, struct stim_clock *clock) {
  uint64_t r = rng_next(&stim->rng);
  clock->sync = (uint32_t)r < stim->sync_below;
  clock->flush = r >> 32 < stim->flush_below;
  if (stim->extin_below && (uint32_t)rng_next(&stim->rng) < stim->extin_below) {
    clock->extin = (uint8_t)(1 + rng_below(&stim->rng, 15));
  }
}

// A jump changes any number of the time's low bits, so that timestamps of every length are told.
static void pass_time(struct stim *stim, struct stim_clock *clock) {
  if (stim->idle_below | stim->clock_change_below) {
    uint64_t r = rng_next(&stim->times);
    clock->idle = (uint32_t)r < stim->idle_below;
    clock->clock_change = r >> 32 < stim->clock_change_below;
    if (clock->clock_change) stim->timestamp ^= rng_next(&stim->times) >> rng_below(&stim->times, 64);
  }
  stim->timestamp += stim->ticks;
}

static void tell(struct stim *stim, const struct stim_event *e, struct stim_clock *clock) {
  stim->next++;
  clock->valid = e->valid;
  clock->busy = e->busy;
  if (e->valid) clock->wp = e->wp;
  if (e->busy) clock->slots = e->slots;
  clock->sync |= e->sync;
  clock->flush |= e->flush;
  clock->idle |= e->idle;
  clock->clock_change |= e->clock_change;
  clock->extin |= e->extin;
  if (!stim->ticks) {
    stim->timestamp = e->timestamp;
    stim->extin_held = e->extin_held;
  }
  if (stim->next < stim->count) stim->wait = stim->at[stim->next].clocks;
}

void stim_next(struct stim *stim, struct stim_clock *clock) {
  static const struct stim_clock nothing;  // a copy takes less time than clearing
  *clock = nothing;
  if (stim->next == stim->count) {
    clock->done = true;
    return;
  }
  if (stim->sync_below | stim->flush_below | stim->extin_below) request(stim, clock);
  pass_time(stim, clock);
  if (--stim->wait == 0) tell(stim, &stim->at[stim->next], clock);
  clock->timestamp = stim->timestamp;
  clock->extin |= stim->extin_held;
}
