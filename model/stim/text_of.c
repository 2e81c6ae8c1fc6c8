// SPDX-License-Identifier: Apache-2.0
// Converts the clocks of a stimulus, and the requests in them, to lines.
#include "stim.h"
#include "text.h"

struct writing {
  struct text *text;
  uint64_t idle;       // clocks not written yet
  uint64_t timestamp;  // as written
  struct stim_inputs held;
  bool times;
};

static void add_idle(struct writing *w) {
  for (const uint64_t most = UINT32_MAX; w->idle > 0;) {
    const uint64_t clocks = w->idle < most ? w->idle : most;
    text_add(w->text, TEXT_IDLE, clocks);
    w->idle -= clocks;
  }
}

static bool holds_other(const struct writing *w, const struct stim *stim) {
  return stim->held.extin != w->held.extin || stim->held.extinbus != w->held.extinbus ||
         stim->held.embeddedice != w->held.embeddedice;
}

static void add_inputs_held(struct writing *w, const struct stim *stim) {
  if (stim->held.extin != w->held.extin) text_add(w->text, TEXT_EXTIN_HOLD, stim->held.extin);
  if (stim->held.extinbus != w->held.extinbus) text_add(w->text, TEXT_EXTINBUS_HOLD, stim->held.extinbus);
  if (stim->held.embeddedice != w->held.embeddedice) text_add(w->text, TEXT_EMBEDDEDICE_HOLD, stim->held.embeddedice);
  w->held = stim->held;
}

// A held value is written when it changes. The time of a counter is written only where a timestamp may contain it.
static void add_held(struct writing *w, const struct stim *stim, const struct stim_clock *c) {
  add_inputs_held(w, stim);
  if (!w->times || c->timestamp == w->timestamp) return;
  w->timestamp = c->timestamp;
  text_add(w->text, TEXT_TSVALUE, w->timestamp);
}

static void add_clock(struct writing *w, const struct stim *stim, const struct stim_clock *c) {
  const uint8_t extin = c->extin & (uint8_t)~stim->held.extin, ice = c->embeddedice & (uint8_t)~stim->held.embeddedice;
  const uint32_t bus = c->extinbus & ~stim->held.extinbus;
  const bool jumps = holds_other(w, stim) || (!stim->ticks && c->timestamp != w->timestamp);
  const bool has_request = c->sync || c->flush || c->idle || c->clock_change;
  const bool has_inputs = extin || bus || ice || jumps, has_item = c->valid || c->busy;
  const bool settles = stim->commits && (c->commit || c->wpt_flush);  // uncommitted waypoints
  if (!has_request && !has_inputs && !has_item && !settles) {
    w->idle++;
    return;
  }
  add_idle(w);
  add_held(w, stim, c);
  if (c->sync) text_add(w->text, TEXT_SYNC, 0);
  if (c->flush) text_add(w->text, TEXT_FLUSH, 0);
  if (extin) text_add(w->text, TEXT_EXTIN, extin);
  if (bus) text_add(w->text, TEXT_EXTINBUS, bus);
  if (ice) text_add(w->text, TEXT_EMBEDDEDICE, ice);
  if (c->clock_change) text_add(w->text, TEXT_CLOCK_CHANGE, 0);
  if (c->idle) text_add(w->text, TEXT_IDLE_REQUEST, 0);
  if (settles && c->commit) text_add(w->text, TEXT_COMMIT, c->commit);
  if (settles && c->wpt_flush) text_add(w->text, TEXT_WPT_FLUSH, 0);
  if (c->valid) {
    text_add(w->text, TEXT_WAYPOINT, 0)->waypoint = c->wp;
  } else if (c->busy) {
    text_add(w->text, TEXT_CLOCK, 0)->slots = c->slots;
  } else {
    w->idle++;
  }
}

void text_of_stim(struct stim *stim, uint64_t clocks, bool times, struct text *text) {
  struct writing w = {.text = text, .times = times || !stim->ticks};
  struct stim_clock c;
  for (; clocks > 0; clocks--) {
    stim_next(stim, &c);
    if (c.done) break;
    add_clock(&w, stim, &c);
  }
  add_idle(&w);
  text->image = stim->image;
  stim->image = (struct image){0};
}
