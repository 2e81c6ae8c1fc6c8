// SPDX-License-Identifier: Apache-2.0
#include "encode.h"

#include <stdio.h>
#include <stdlib.h>

void encoder_reset(struct encoder *e, const struct config *config) {
  *e = (struct encoder){
      .sync_period = config->etmsyncfr,
      .depth = config->etmcr & ETMCR_RETURN_STACK ? (uint8_t)config->return_stack_depth : 0,
  };
  plan_reset(&e->plan);
}

static void append(struct trace_bytes *to, const struct chunk *c) {
  if (to->room - to->count < sizeof c->bytes) {
    to->room = to->room ? 2 * to->room : 4096;
    to->at = realloc(to->at, to->room);
    if (!to->at) {
      fputs("waypoint: out of memory for the trace bytes\n", stderr);
      exit(2);
    }
  }
  for (unsigned i = 0; i < c->length; i++) to->at[to->count++] = (uint8_t)(c->bytes >> 8 * i);
}

// Says all that is to be said: `head` if not NULL, what is requested, and what must follow.
static void say_all(struct encoder *e, const struct entry *head, bool mark_request, struct trace_bytes *to) {
  for (;;) {
    const struct plan_in in = {.head = head,
                               .depth = e->depth,
                               .emit_ready = true,
                               .sync_request = e->sync.request,
                               .trigger_request = e->trigger.request,
                               .mark_request = mark_request};
    struct plan_out out;
    plan_step(&e->plan, &in, &out);
    struct chunk c = {0};
    if (e->plan.valid) {
      c = pft_chunk(&e->plan.record);
      append(to, &c);
    } else if (!out.pop) {
      return;
    }
    sync_step(&e->sync,
              &(struct sync_in){.period = e->sync_period, .length = c.length, .async = out.async, .isync = out.isync});
    sync_step(&e->sync, &(struct sync_in){.period = e->sync_period});  // a period that is full is seen at once
    if (out.trigger) e->trigger.request = false;
    if (out.pop) head = NULL;
    if (out.mark) mark_request = false;
  }
}

void encode_waypoint(struct encoder *e, const struct waypoint *w, struct trace_bytes *to) {
  static const struct front_in nothing_waits = {0};
  struct entry entry;
  if (front_decide(&e->front, w, &nothing_waits, &entry)) say_all(e, &entry, false, to);
}

void encode_sync(struct encoder *e, struct trace_bytes *to) {
  e->sync.request = true;
  say_all(e, NULL, false, to);
}

void encode_trigger(struct encoder *e, struct trace_bytes *to) {
  if (!e->trigger.triggered) trigger_fire(&e->trigger);
  say_all(e, NULL, false, to);
}

void encode_flush(struct encoder *e, struct trace_bytes *to) { say_all(e, NULL, true, to); }
