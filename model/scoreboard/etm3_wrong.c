// SPDX-License-Identifier: Apache-2.0
#include "etm3_wrong.h"

#include <inttypes.h>
#include <stdio.h>

#include "history.h"
#include "scoreboard_protocol.h"
#include "scoreboard_wrong.h"

bool etm3_wrong_count(struct scoreboard *s, const struct flow_event *e, uint32_t reported) {
  const bool counted = s->at.gap == GAP_COUNTED || s->at.gap == GAP_HIDDEN;
  char whose[64] = "cycle count of the I-sync is";
  if (e->kind == FLOW_COUNT)
    snprintf(whose, sizeof whose, "cycle-count packet for the I-sync at byte %" PRIu64 " has", s->at.isync_offset);
  return scoreboard_field_wrong(
      s, e->offset, "%s %u, expected %" PRIu64 ": %s", whose, reported, counted ? s->at.gap_cycles : 0,
      counted ? "the clocks since the last traced cycle" : "the clocks before it cannot be known");
}

bool etm3_no_count(struct scoreboard *s, const struct flow_event *e) {
  scoreboard_wrong(s, e->offset,
                   "no cycle count follows the I-sync at byte %" PRIu64
                   ", expected a cycle-count packet, because ETMCR[12] is 1",
                   s->at.isync_offset);
  return scoreboard_packet_missing(s);
}

bool etm3_before_is_cancelled(struct scoreboard *s, const struct flow_event *e, uint32_t address) {
  const size_t i = s->at.item;
  const unsigned exception = history_step(s->history, i)->exception;
  if (e->kind == FLOW_EXCEPTION) {
    return scoreboard_field_wrong(
        s, e->offset,
        "Cancel bit of the exception packet is 0, expected 1: exception %u, step #%zu, cancelled "
        "the instruction at 0x%08X",
        exception, i, s->at.cancelled_address);
  }
  return scoreboard_field_wrong(
      s, e->offset,
      "no exception packet with Cancel = 1 precedes 0x%08X: exception %u, step #%zu, cancelled "
      "the instruction at 0x%08X",
      address, exception, i, s->at.cancelled_address);
}

bool etm3_wrong_exit(struct scoreboard *s, const struct scoreboard_event *event, uint32_t address) {
  const struct flow_event *e = &event->flow;
  if (!e->eret) {
    scoreboard_wrong(s, e->offset, "no exception return packet for step #%zu at 0x%08X, expected one", s->at.item,
                     address);
    return scoreboard_packet_missing(s);
  }
  scoreboard_wrong(s, e->offset + e->exit, "exception return packet for step #%zu at 0x%08X, expected none", s->at.item,
                   address);
  s->error.held_steps = e->exit > 0;
  return false;
}
