// SPDX-License-Identifier: Apache-2.0
// The part of the scoreboard that depends on the protocol: how an event of the flow is compared with the execution, and
// where the flow may continue at an I-sync. Only the scoreboard and its reports use it.
#ifndef SCOREBOARD_PROTOCOL_H
#define SCOREBOARD_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scoreboard.h"

// How an instruction follows a debug exit: an item of an ETM, or the target of a waypoint of a PTM.
enum debug_exit {
  DEBUG_EXIT_NONE,      // It does not follow one.
  DEBUG_EXIT_FIRST,     // It is the first instruction after the exit.
  DEBUG_EXIT_DOUBTFUL,  // It is not certain that it counts as the first instruction.
};

struct scoreboard_protocol {
  const char *item;         // "waypoint", "step"
  bool model_counts_items;  // The reference model counts what it lost in items, too.
  // Compares an event with the execution, and continues after it. The event is a timestamp, or an event of the flow
  // other than an I-sync. Without code, it first adds to the event what the next item supplies.
  bool (*compare)(struct scoreboard *s, struct scoreboard_event *event);
  // Places the flow at the first item, from `from` on, that fits the address and the reason of the I-sync of the
  // choice. Returns false if there is none.
  bool (*find_start)(struct scoreboard *s, struct scoreboard_choice *c, size_t from);
  // Places the flow where it was, because the I-sync follows without a lost item. NULL: `find_start` does this, too.
  bool (*goes_straight_on)(struct scoreboard *s, struct scoreboard_choice *c);
  // A packet has two readings, and the second one fits the execution. NULL: there are no such packets.
  bool (*is_other_reading)(const struct scoreboard *s, const struct packet *p);
  // Tracing is off after the last reported item, until the next I-sync.
  bool (*is_off)(const struct scoreboard *s);
  // The next item need not be reported, so tracing may have ended after the last reported item. NULL: there is no such
  // item.
  bool (*may_omit_next)(const struct scoreboard *s);
  // Tracing may be off after the last reported item: the TraceEnable event was true in some clocks of its window, and
  // false in others.
  bool (*may_be_off)(const struct scoreboard *s);
  // Tracing must start with item `i`, or an overflow must begin.
  bool (*must_start)(const struct scoreboard *s, size_t i);
  // Tracing may start with item `i`.
  bool (*may_start)(const struct scoreboard *s, size_t i);
  // For the report of a contradiction (corrected_packet.h). *p is a packet as it was sent. It becomes the packet of the
  // same kind that would report item `i`. Of atoms, those from number `atom` on are changed. Returns false if there is
  // no such packet.
  bool (*correct)(const struct scoreboard *s, size_t i, unsigned atom, struct packet *p);
  // The same for an I-sync that is not periodic. PTM: it precedes what follows item `i`. ETM: it precedes item `i`. The
  // reason is not changed, and for an ETM the count is not. Returns false if tracing cannot start there.
  bool (*correct_sync)(const struct scoreboard *s, size_t i, struct packet *p);
  // May that I-sync give this reason? `overdue`: tracing had to start earlier.
  bool (*may_give_reason)(const struct scoreboard *s, size_t i, uint8_t reason, bool overdue);
  // Sets the cycle count that the I-sync of event *e at item `i` must report, and whether 0 is permitted, too. Returns
  // false if more counts are permitted. NULL: `correct_sync` sets the count.
  bool (*gap_count)(struct scoreboard *s, const struct flow_event *e, size_t i, uint64_t *count, bool *may_be_zero);
};

extern const struct scoreboard_protocol pft_scoreboard, etm3_scoreboard;

// The members `correct` and `correct_sync` of each.
bool pft_correct(const struct scoreboard *s, size_t i, unsigned atom, struct packet *p);
bool pft_correct_sync(const struct scoreboard *s, size_t i, struct packet *p);
bool etm3_correct(const struct scoreboard *s, size_t i, unsigned atom, struct packet *p);
bool etm3_correct_sync(const struct scoreboard *s, size_t i, struct packet *p);

// Tracing is certainly on.
static inline bool scoreboard_is_tracing(const struct scoreboard *s) {
  return s->at.started && !s->protocol->is_off(s) && !s->protocol->may_be_off(s);
}

#endif
