// SPDX-License-Identifier: Apache-2.0
// Selects the protocol. pft_replay.c and etm3_replay.c do the work.
#include "replay.h"

void replay_start(struct replay *r, const struct config *config) {
  *r = (struct replay){.is_etm3 = config_protocol(config) == PROTOCOL_ETM3, .settings = settings_of(config)};
  r->etm3.splits = config->split_at_trigger;
}

bool replay_event(struct replay *r, const struct event *event, struct trace_bytes *to) {
  if (r->is_etm3) return etm3_replay_event(&r->etm3, &r->settings, event, to);
  return pft_replay_event(&r->pft, &r->settings, event, to);
}

void replay_full_stamp(struct replay *r, bool full) { r->pft.full_stamp = r->etm3.full_stamp = full; }

void replay_end(struct replay *r, struct trace_bytes *to) {
  if (r->is_etm3) {
    etm3_replay_end(&r->etm3, &r->settings, to);
  } else {
    pft_replay_end(&r->pft, to);
  }
}
