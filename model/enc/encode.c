// SPDX-License-Identifier: Apache-2.0
#include "encode.h"

void encoder_reset(struct encoder *e, const struct config *config) {
  *e = (struct encoder){
      .sync_period = config->etmsyncfr,
      .trace_enable = config->etmteevr,
      .settings = {.idr = config->etmidr,
                   .ccer = config->etmccer,
                   .etmcr = config->etmcr,
                   .etmauxcr = config->etmauxcr,
                   .retstack_depth = (uint8_t)config->return_stack_depth},
  };
  e->settings.etmcr &= etmcr_built(&e->settings);
  plan_reset(&e->plan);
}

// Says all that is to be said: `head` if not NULL, what is requested, and what must follow.
static void say_all(struct encoder *e, const struct entry *head, bool mark_request, struct trace_bytes *to) {
  for (;;) {
    const struct plan_in in = {.head = head,
                               .settings = &e->settings,
                               .emit_ready = true,
                               .sync_request = e->sync.request,
                               .trigger_request = e->trigger.request,
                               .mark_request = mark_request};
    struct plan_out out;
    plan_step(&e->plan, &in, &out);
    struct wire w = {0};
    if (e->plan.valid) {
      w = pft_wire(&e->plan.record);
      trace_bytes_append(to, &w);
    } else if (!out.pop) {
      return;
    }
    sync_step(&e->sync,
              &(struct sync_in){.period = e->sync_period, .length = w.length, .async = out.async, .isync = out.isync});
    sync_step(&e->sync, &(struct sync_in){.period = e->sync_period});  // a period that is full is seen at once
    if (out.trigger) e->trigger.request = false;
    if (out.pop) head = NULL;
    if (out.mark) mark_request = false;
  }
}

void encode_waypoint(struct encoder *e, const struct waypoint *w, struct trace_bytes *to) {
  const struct waypoint *traced = front_waypoint(w, &e->settings);
  if (!traced) return;
  const uint32_t true_resources = resources(0, e->front.target.ns, e->front.prohibited);
  // Nothing waits.
  const struct front_in in = {.settings = &e->settings, .trace_enable = event_true(e->trace_enable, true_resources)};
  struct entry entry;
  if (front_decide(&e->front, traced, &in, &entry)) say_all(e, &entry, false, to);
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
