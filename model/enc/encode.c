// SPDX-License-Identifier: Apache-2.0
// Fronts and plans without the boxes between them: every record is accepted at once.
#include "encode.h"

#include <stddef.h>
#include <string.h>

enum { IDLE_CHECK = 4096 };  // idle clocks between two checks whether they change any state

// A period that is complete takes effect at once.
static void count(struct encoder *e, unsigned length, const struct plan_out *sent) {
  sync_step(
      &e->sync,
      &(struct sync_in){
          .hit = sync_hit(&e->sync, e->sync_period), .length = length, .async = sent->async, .isync = sent->isync});
  sync_step(&e->sync, &(struct sync_in){.hit = sync_hit(&e->sync, e->sync_period)});
}

// Sends everything that can be sent: the head of `in`, if it has one, requested packets, and packets that must follow.
static void send_all(struct encoder *e, struct plan_in in, struct trace_bytes *to) {
  in.settings = &e->settings;
  in.emit_ready = true;
  for (;;) {
    in.sync_request = e->sync.request;
    in.trigger_request = e->trigger.request;
    struct plan_out out;
    struct wire w = {0};
    plan_step(&e->plan, &in, &out, e->is_etm3 ? etm3_plan_next : pft_plan_next);
    if (e->plan.valid) {
      w = e->is_etm3 ? etm3_wire(&e->plan.record) : pft_wire(&e->plan.record);
      trace_bytes_append(to, &w);
    } else if (!out.pop) {
      return;
    }
    count(e, is_etm3_0(&e->settings) ? 0 : w.length, &out);
    if (out.trigger) e->trigger.request = false;
    if (out.pop) in.pft_head = NULL;
    if (out.mark) in.mark_request = false;
  }
}

void encode_waypoint(struct encoder *e, const struct waypoint *waypoint, struct trace_bytes *to) {
  const struct waypoint *traced = pft_front_waypoint(waypoint, &e->settings);
  if (!traced) return;
  const uint64_t true_resources =
      resources_of_extin(0) | resources_of_state(e->pft_front.target.ns, e->pft_front.prohibited);
  // The queue is never full, so nothing waits.
  const struct front_in in = {.settings = &e->settings, .trace_enable = event_true(e->trace_enable, true_resources)};
  struct pft_entry entry;
  if (pft_front_decide(&e->pft_front, traced, &in, &entry)) send_all(e, (struct plan_in){.pft_head = &entry}, to);
}

static const struct ports_in no_pins;
static const struct slots nothing;

static void purge(struct encoder *e, struct trace_bytes *to) {
  struct etm3_entry entry;
  const bool push = etm3_front_purge(&e->etm3_front, &e->settings, &entry);
  send_all(e, (struct plan_in){.etm3_head = push ? &entry : NULL}, to);
}

void encode_slots(struct encoder *e, const struct slots *slots, struct trace_bytes *to) {
  const uint64_t of_state = resources_of_state(etm3_front_is_non_secure(slots), slots->prohibited);
  const uint64_t true_resources = resources_of_extin(0) | of_state;
  // The next clock is not known yet.
  const struct front_in in = {.settings = &e->settings,
                              .queue_empty = true,
                              .trace_enable = event_true(e->trace_enable, true_resources),
                              .pins = &no_pins};
  struct etm3_entry entry;
  if (etm3_front_parts(&e->etm3_front, &e->settings, slots)) purge(e, to);
  e->etm3_front.in = *slots;
  if (is_etm3_0(&e->settings)) count(e, 1, &(struct plan_out){0});
  if (etm3_front_decide(&e->etm3_front, &in, &entry)) send_all(e, (struct plan_in){.etm3_head = &entry}, to);
}

// The first A-sync of the trace does not answer a request.
void encode_sync(struct encoder *e, struct trace_bytes *to) {
  send_all(e, (struct plan_in){0}, to);
  e->sync.request = true;
  send_all(e, (struct plan_in){0}, to);
}

void encode_trigger(struct encoder *e, struct trace_bytes *to) {
  trigger_step(&e->trigger, &(struct trigger_in){.run = true, .event = true});
  send_all(e, (struct plan_in){0}, to);
}

void encode_flush(struct encoder *e, struct trace_bytes *to) {
  if (e->is_etm3) {
    purge(e, to);
  } else {
    send_all(e, (struct plan_in){.mark_request = true}, to);
  }
}

// True if a clock only increased the gap. Then all clocks like it do so.
static bool only_increases_gap(struct encoder *before, const struct encoder *e) {
  before->etm3_front.gap = e->etm3_front.gap;
  return memcmp(before, e, sizeof *e) == 0;
}

void encode_idle(struct encoder *e, uint32_t clocks, struct trace_bytes *to) {
  if (!e->is_etm3) return;
  struct encoder before;
  while (clocks--) {
    const bool checks = clocks % IDLE_CHECK == 0;
    if (checks) memcpy(&before, e, sizeof before);
    const uint32_t gap = e->etm3_front.gap;
    encode_slots(e, &nothing, to);
    if (!checks || !only_increases_gap(&before, e)) continue;
    const uint64_t end = e->etm3_front.gap + (uint64_t)(e->etm3_front.gap - gap) * clocks;
    e->etm3_front.gap = (uint32_t)end;
    if (end > UINT32_MAX) e->etm3_front.gap_known = false;
    return;
  }
}

void encoder_reset(struct encoder *e, const struct config *config) {
  *e = (struct encoder){
      .is_etm3 = config_protocol(config) == PROTOCOL_ETM3,
      .sync_period = config->etmsyncfr,
      .trace_enable = config->etmteevr,
      .settings = settings_of(config),
  };
  e->settings.etmcr &= etmcr_built(&e->settings);
  plan_reset(&e->plan);
}
