// SPDX-License-Identifier: Apache-2.0
// Converts each source to one list of events, and the list to clocks.
#include "stim.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "program.h"
#include "text.h"

// Streams of random numbers from one seed. presented.c has the others.
enum { STREAM_REQUESTS = 3, STREAM_TIMES = 5, STREAM_INPUTS = 10 };

// Events and steps that are made at a time; steps before the current one that are held.
enum { EVENTS = 1024, STEPS = 1024, STEPS_HELD = 64 };

static struct stim_event *add_event(struct stim *stim) {
  if (stim->count == stim->room) {
    stim->room = stim->room ? 2 * stim->room : EVENTS;
    stim->at = error_memory(realloc(stim->at, stim->room * sizeof *stim->at));
  }
  return &stim->at[stim->count++];
}

static void start(struct stim *stim) { stim->wait = stim->next < stim->count ? stim->at[stim->next].clocks : 0; }

// Makes the next event, and more steps if those do not determine it.
static void make_event(struct stim *stim) {
  struct stim_event e;
  bool more = stim->walk;
  while (!presented_next(&stim->events, !more, &e)) {
    stim->whole = !more;
    if (!more) return;
    more = random_continue(stim->walk, STEPS);
  }
  *add_event(stim) = e;
}

// Makes events after the last one. The steps of a program stay, because the list has all of them.
static void make_events(struct stim *stim) {
  if (stim->whole) return;
  const size_t at = presented_at(&stim->events), covered = stim->steps_end - stim->steps_uncommitted;
  const size_t until = at < covered ? at : covered;
  if (stim->walk && until > STEPS_HELD) step_list_drop(&stim->steps, until - STEPS_HELD);
  stim->next = stim->count = 0;
  while (!stim->whole && stim->count < EVENTS) make_event(stim);
}

void stim_make_whole(struct stim *stim) {
  while (!stim->whole) make_event(stim);
}

void stim_make_code(struct stim *stim) {
  while (stim->walk && random_continue(stim->walk, STEPS)) step_list_drop(&stim->steps, step_list_end(&stim->steps));
}

static uint32_t permille_below(uint32_t permille) {
  return permille >= 1000 ? UINT32_MAX : (uint32_t)((uint64_t)permille * UINT32_MAX / 1000);
}

// Derives events from the steps of a program or a walk, at the pace of the knobs.
static void derive(struct stim *stim, const struct stim_knobs *knobs) {
  presented_start(&stim->events, knobs, &stim->steps, &stim->image);
  stim->rng = rng_seed(knobs->seed, STREAM_REQUESTS);
  stim->sync_below = permille_below(knobs->sync_permille);
  stim->flush_below = permille_below(knobs->flush_permille);
  stim->extin_below = permille_below(knobs->extin_permille);
  stim->inputs = rng_seed(knobs->seed, STREAM_INPUTS);
  stim->extinbus_drawn = (uint32_t)(((uint64_t)1 << knobs->extended_inputs) - 1);
  stim->embeddedice_drawn = (1u << knobs->embeddedice_inputs) - 1;
  stim->holds = stim->embeddedice_drawn;
  stim->times = rng_seed(knobs->seed, STREAM_TIMES);
  stim->idle_below = permille_below(knobs->idle_permille);
  stim->clock_change_below = permille_below(knobs->clock_change_permille);
  stim->ticks = true;
  make_events(stim);
  start(stim);
}

bool stim_open_random(struct stim *stim, const struct stim_knobs *knobs, const struct random_knobs *random,
                      uint64_t seed, struct error *err) {
  *stim = (struct stim){0};
  stim->walk = random_open(random, seed, &stim->image, &stim->steps, err);
  if (stim->walk) {
    derive(stim, knobs);
    return true;
  }
  stim_close(stim);
  return false;
}

bool stim_open_program(struct stim *stim, const struct stim_knobs *knobs, const char *path, struct error *err) {
  *stim = (struct stim){0};
  if (!program_load(path, &stim->image, &stim->steps, err)) return false;
  derive(stim, knobs);
  return true;
}

static void gather(struct stim_event *event, const struct text_line *line) {
  event->sync |= line->kind == TEXT_SYNC;
  event->flush |= line->kind == TEXT_FLUSH;
  event->idle |= line->kind == TEXT_IDLE_REQUEST;
  event->clock_change |= line->kind == TEXT_CLOCK_CHANGE;
  event->wpt_flush |= line->kind == TEXT_WPT_FLUSH;
  if (line->kind == TEXT_COMMIT) event->commit = (uint8_t)line->number;
  if (line->kind == TEXT_EXTIN) event->extin |= (uint8_t)line->number;
  if (line->kind == TEXT_EXTIN_HOLD) event->held.extin = (uint8_t)line->number;
  if (line->kind == TEXT_EXTINBUS) event->extinbus |= (uint32_t)line->number;
  if (line->kind == TEXT_EXTINBUS_HOLD) event->held.extinbus = (uint32_t)line->number;
  if (line->kind == TEXT_EMBEDDEDICE) event->embeddedice |= (uint8_t)line->number;
  if (line->kind == TEXT_EMBEDDEDICE_HOLD) event->held.embeddedice = (uint8_t)line->number;
  if (line->kind == TEXT_TSVALUE) event->timestamp = line->number;
}

// The held values continue in the event after `e`.
static struct stim_event event_after(const struct stim_event *event) {
  return (struct stim_event){.clocks = 1, .held = event->held, .timestamp = event->timestamp};
}

// Marks the waypoints that are not committed before a flush, or not at all. They are committed in their order.
static void mark_discarded(struct stim *stim) {
  size_t oldest = 0;  // all waypoints before this event are committed or discarded
  for (size_t i = 0; i < stim->count; i++) {
    for (unsigned left = stim->at[i].commit; left > 0 && oldest <= i; oldest++) left -= stim->at[oldest].valid;
    for (; stim->at[i].wpt_flush && oldest <= i; oldest++) stim->at[oldest].is_discarded = stim->at[oldest].valid;
  }
  for (; oldest < stim->count; oldest++) stim->at[oldest].is_discarded = stim->at[oldest].valid;
}

static void commit_each(struct stim *stim) {
  for (size_t i = 0; i < stim->count; i++) stim->at[i].commit = stim->at[i].valid;
}

// A line without a clock belongs to the next line that has one: a waypoint, a `clock` or the first idle clock. At the
// end of the text, it has a clock of its own.
static void events_of_text(struct stim *stim, const struct text *text) {
  struct stim_event e = event_after(&(struct stim_event){0});
  for (size_t i = 0; i < text->count; i++) {
    const struct text_line *line = &text->at[i];
    gather(&e, line);
    stim->commits |= line->kind == TEXT_COMMIT || line->kind == TEXT_WPT_FLUSH;
    e.valid = line->kind == TEXT_WAYPOINT;
    e.busy = line->kind == TEXT_CLOCK;
    if (e.valid) e.wp = line->waypoint;
    if (e.busy) e.slots = line->slots;
    bool has_clock = e.valid || e.busy || line->kind == TEXT_IDLE;
    if (!has_clock && i + 1 < text->count) continue;
    *add_event(stim) = e;
    e = event_after(&e);
    if (line->kind == TEXT_IDLE && line->number > 1) {
      e.clocks = (uint32_t)line->number - 1;
      *add_event(stim) = e;
      e.clocks = 1;
    }
  }
  if (stim->commits) {
    mark_discarded(stim);
  } else {
    commit_each(stim);
  }
  stim->whole = stim->holds = true;
  start(stim);
}

bool stim_open_text(struct stim *stim, const char *path, struct error *err) {
  *stim = (struct stim){0};
  FILE *file = fopen(path, "r");
  if (!file) return error_set(err, "%s: cannot be opened: %s", path, strerror(errno));
  struct text text = {0};
  const bool ok = text_read(file, path, &text, err);
  if (ok) events_of_text(stim, &text);
  fclose(file);
  stim->image = text.image;
  text.image = (struct image){0};
  text_free(&text);
  if (!ok) stim_close(stim);
  return ok;
}

void stim_close(struct stim *stim) {
  random_close(stim->walk);
  image_free(&stim->image);
  step_list_free(&stim->steps);
  free(stim->at);
  *stim = (struct stim){0};
}

// The inputs of a unit with more than EXTIN. A comparator of EmbeddedICE stays matched until the next comparison.
static void draw_inputs(struct stim *stim, struct stim_clock *clock) {
  const uint64_t r = rng_next(&stim->inputs);
  if ((uint32_t)r < stim->extin_below) clock->extinbus = (uint32_t)rng_next(&stim->inputs) & stim->extinbus_drawn;
  if (r >> 32 >= stim->extin_below) return;
  const uint64_t ice = rng_next(&stim->inputs);
  stim->held.embeddedice = (uint8_t)(ice & ice >> 32 & stim->embeddedice_drawn);
}

static void request(struct stim *stim, struct stim_clock *clock) {
  uint64_t r = rng_next(&stim->rng);
  clock->sync = (uint32_t)r < stim->sync_below;
  clock->flush = r >> 32 < stim->flush_below;
  if (stim->extin_below && (uint32_t)rng_next(&stim->rng) < stim->extin_below) {
    clock->extin = (uint8_t)(1 + rng_below(&stim->rng, 15));
  }
  if (stim->extin_below && stim->extinbus_drawn | stim->embeddedice_drawn) draw_inputs(stim, clock);
}

// A jump changes any number of the time's low bits, so that there are timestamps of every length.
static void pass_time(struct stim *stim, struct stim_clock *clock) {
  if (stim->idle_below | stim->clock_change_below) {
    uint64_t r = rng_next(&stim->times);
    clock->idle = (uint32_t)r < stim->idle_below;
    clock->clock_change = r >> 32 < stim->clock_change_below;
    if (clock->clock_change) stim->timestamp ^= rng_next(&stim->times) >> rng_below(&stim->times, 64);
  }
  stim->timestamp += stim->ticks;
}

// More events are made while the steps of this one are still held.
bool stim_next_event(struct stim *stim, struct stim_event *event) {
  if (stim->next == stim->count) return false;
  *event = stim->at[stim->next++];
  if (stim->next == stim->count) make_events(stim);
  stim->steps_end = event->steps_end;
  start(stim);
  return true;
}

static void take_event(struct stim *stim, struct stim_clock *clock) {
  struct stim_event e;
  if (!stim_next_event(stim, &e)) return;
  clock->valid = e.valid;
  clock->busy = e.busy;
  clock->commit = e.commit;
  clock->wpt_flush = e.wpt_flush;
  if (e.valid) clock->wp = e.wp;
  if (e.busy) clock->slots = e.slots;
  clock->sync |= e.sync;
  clock->flush |= e.flush;
  clock->idle |= e.idle;
  clock->clock_change |= e.clock_change;
  if (stim->ticks) return;
  clock->extin |= e.extin;
  clock->extinbus |= e.extinbus;
  clock->embeddedice |= e.embeddedice;
  stim->timestamp = e.timestamp;
  stim->held = e.held;
}

static void hold(const struct stim *stim, struct stim_clock *clock) {
  clock->extin |= stim->held.extin;
  clock->extinbus |= stim->held.extinbus;
  clock->embeddedice |= stim->held.embeddedice;
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
  if (--stim->wait == 0) take_event(stim, clock);
  clock->timestamp = stim->timestamp;
  if (stim->holds) hold(stim, clock);
}
