// SPDX-License-Identifier: Apache-2.0
// Fronts and plans without the boxes between them: what is said is taken at once.
#include "encode.h"

#include <stddef.h>
#include <string.h>

enum { LOOKS = 4096 };  // clocks without anything, from a look whether they change anything to the next

// Where the protocols part.
struct encoder_protocol {
  // One step of the plan; true if there is a record, whose bytes are *w.
  bool (*say)(struct encoder *e, const struct plan_in *in, struct plan_out *out, struct wire *w);
  void (*idle)(struct encoder *e, uint32_t clocks, struct trace_bytes *to);
  void (*flush)(struct encoder *e, struct trace_bytes *to);
};

// A period that is full is seen at once.
static void count(struct encoder *e, unsigned length, const struct plan_out *sent) {
  sync_step(
      &e->sync,
      &(struct sync_in){
          .hit = sync_hit(&e->sync, e->sync_period), .length = length, .async = sent->async, .isync = sent->isync});
  sync_step(&e->sync, &(struct sync_in){.hit = sync_hit(&e->sync, e->sync_period)});
}

// Says all that is to be said: the head of `in`, if it has one, what is requested, and what must follow.
static void send_all(struct encoder *e, struct plan_in in, struct trace_bytes *to) {
  in.settings = &e->settings;
  in.emit_ready = true;
  for (;;) {
    in.sync_request = e->sync.request;
    in.trigger_request = e->trigger.request;
    struct plan_out out;
    struct wire w = {0};
    if (e->protocol->say(e, &in, &out, &w)) {
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

static const struct ports_in no_pins;

void encode_waypoint(struct encoder *e, const struct waypoint *w, struct trace_bytes *to) {
  const struct waypoint *traced = pft_front_waypoint(w, &e->settings);
  if (!traced) return;
  const uint64_t true_resources =
      resources_of_extin(0) | resources_of_state(e->pft_front.target.ns, e->pft_front.prohibited);
  // Nothing waits.
  const struct front_in in = {
      .settings = &e->settings, .trace_enable = event_true(e->trace_enable, true_resources), .pins = &no_pins};
  struct pft_entry entry;
  if (pft_front_decide(&e->pft_front, traced, &in, &entry)) send_all(e, (struct plan_in){.pft_head = &entry}, to);
}

static const struct slots nothing;

static void purge(struct encoder *e, struct trace_bytes *to) {
  struct etm3_entry entry;
  const bool push = etm3_front_purge(&e->etm3_front, &e->settings, &entry);
  send_all(e, (struct plan_in){.etm3_head = push ? &entry : NULL}, to);
}

void encode_slots(struct encoder *e, const struct slots *slots, struct trace_bytes *to) {
  const uint64_t true_resources = resources_of_extin(0) | resources_of_state(slots->ns, slots->prohibited);
  // What comes next is looked at when it is there.
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

void encode_idle(struct encoder *e, uint32_t clocks, struct trace_bytes *to) { e->protocol->idle(e, clocks, to); }

// The A-sync that comes first of all is nobody's answer.
void encode_sync(struct encoder *e, struct trace_bytes *to) {
  send_all(e, (struct plan_in){0}, to);
  e->sync.request = true;
  send_all(e, (struct plan_in){0}, to);
}

void encode_trigger(struct encoder *e, struct trace_bytes *to) {
  trigger_step(&e->trigger, &(struct trigger_in){.run = true, .event = true});
  send_all(e, (struct plan_in){0}, to);
}

void encode_flush(struct encoder *e, struct trace_bytes *to) { e->protocol->flush(e, to); }

// --- where the protocols part ------------------------------------------------------------------------------------

static bool pft_say(struct encoder *e, const struct plan_in *in, struct plan_out *out, struct wire *w) {
  pft_plan_step(&e->pft_plan, in, out);
  if (e->pft_plan.valid) *w = pft_wire(&e->pft_plan.record);
  return e->pft_plan.valid;
}

static void pft_idle(struct encoder *e, uint32_t clocks, struct trace_bytes *to) { (void)e, (void)clocks, (void)to; }

static void pft_flush(struct encoder *e, struct trace_bytes *to) {
  send_all(e, (struct plan_in){.mark_request = true}, to);
}

static bool etm3_say(struct encoder *e, const struct plan_in *in, struct plan_out *out, struct wire *w) {
  etm3_plan_step(&e->etm3_plan, in, out);
  if (e->etm3_plan.valid) *w = etm3_wire(&e->etm3_plan.record);
  return e->etm3_plan.valid;
}

// Did a clock do no more than make the gap longer? Then all that are like it do the same.
static bool only_passes(struct encoder *before, const struct encoder *e) {
  before->etm3_front.gap = e->etm3_front.gap;
  return memcmp(before, e, sizeof *e) == 0;
}

static void etm3_idle(struct encoder *e, uint32_t clocks, struct trace_bytes *to) {
  struct encoder before;
  while (clocks--) {
    const bool looks = clocks % LOOKS == 0;
    if (looks) memcpy(&before, e, sizeof before);
    const uint32_t gap = e->etm3_front.gap;
    encode_slots(e, &nothing, to);
    if (!looks || !only_passes(&before, e)) continue;
    const uint64_t end = e->etm3_front.gap + (uint64_t)(e->etm3_front.gap - gap) * clocks;
    e->etm3_front.gap = (uint32_t)end;
    if (end > UINT32_MAX) e->etm3_front.gap_known = false;
    return;
  }
}

static const struct encoder_protocol protocols[PROTOCOLS] = {
    [PROTOCOL_PFT] = {pft_say, pft_idle, pft_flush},
    [PROTOCOL_ETM3] = {etm3_say, etm3_idle, purge},
};

void encoder_reset(struct encoder *e, const struct config *config) {
  *e = (struct encoder){
      .protocol = &protocols[config_protocol(config)],
      .sync_period = config->etmsyncfr,
      .trace_enable = config->etmteevr,
      .settings = settings_of(config),
  };
  e->settings.etmcr &= etmcr_built(&e->settings);
  pft_plan_reset(&e->pft_plan);
  etm3_plan_reset(&e->etm3_plan);
}
