// SPDX-License-Identifier: Apache-2.0
// Chooses the protocol; pft_replay.c and etm3_replay.c do the work.
#include "replay.h"

struct replay_protocol {
  bool (*event)(struct replay *r, const struct event *event, struct trace_bytes *to);
  void (*end)(struct replay *r, struct trace_bytes *to);
};

static bool pft_event(struct replay *r, const struct event *e, struct trace_bytes *to) {
  return pft_replay_event(&r->pft, &r->settings, e, to);
}
static void pft_end(struct replay *r, struct trace_bytes *to) { pft_replay_end(&r->pft, &r->settings, to); }

static bool etm3_event(struct replay *r, const struct event *e, struct trace_bytes *to) {
  return etm3_replay_event(&r->etm3, &r->settings, e, to);
}
static void etm3_end(struct replay *r, struct trace_bytes *to) { etm3_replay_end(&r->etm3, &r->settings, to); }

static const struct replay_protocol protocols[PROTOCOLS] = {
    [PROTOCOL_PFT] = {pft_event, pft_end},
    [PROTOCOL_ETM3] = {etm3_event, etm3_end},
};

void replay_start(struct replay *r, const struct config *config) {
  *r = (struct replay){.protocol = &protocols[config_protocol(config)], .settings = settings_of(config)};
  r->etm3.splits = config->split_at_trigger;
}

bool replay_event(struct replay *r, const struct event *e, struct trace_bytes *to) {
  return r->protocol->event(r, e, to);
}

void replay_full_stamp(struct replay *r, bool full) { r->pft.full_stamp = r->etm3.full_stamp = full; }

void replay_end(struct replay *r, struct trace_bytes *to) { r->protocol->end(r, to); }
