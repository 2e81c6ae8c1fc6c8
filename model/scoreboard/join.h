// SPDX-License-Identifier: Apache-2.0
// Joins each packet of a trace with the clocks in which its bytes left the port, and with the instructions and the
// items that it reports. An item is a waypoint (ETMv3: an instruction or an exception), and has a number.
//
// With a port the numbers are those of history.h, which all reports use. The scoreboard knows the item with which each
// event of the flow was compared, and a row comes when no choice can change this item any more. Without a port the
// numbers count the items that were decoded so far, from 0 on. Items in gaps are not counted.
//
// Rows come in stream order. The rows of events that the scoreboard may still revise (SCOREBOARD_LOG events) wait, and
// so do the rows after them up to the next event.
#ifndef JOIN_H
#define JOIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "flow.h"
#include "frames_break.h"
#include "image.h"
#include "packet.h"
#include "scoreboard.h"
#include "selection.h"
#include "sent.h"
#include "sim_time.h"
#include "stream_reader.h"

enum { JOIN_BYTES = 24 };  // stored bytes of a packet: all, except for an A-sync with more zeros

// JOIN_LOST: an overflow lost the items. JOIN_UNTRACED: tracing was off. JOIN_UNREPORTED: the unit was stopped before
// it reported them. JOIN_RESET: it was reset. JOIN_BREAK: bytes of the trace are missing.
enum join_gap { JOIN_NO_GAP, JOIN_LOST, JOIN_UNTRACED, JOIN_UNREPORTED, JOIN_RESET, JOIN_BREAK, JOIN_GAPS };
extern const char *const join_gap_name[JOIN_GAPS];  // "lost", ...; "" for JOIN_NO_GAP

// The items [first, end), and the clocks in which the first and the last of them were presented. `committed`: the
// Cortex-A9's port has committed the first of them in this clock; otherwise 0.
struct join_items {
  uint64_t first, end;
  uint64_t first_clock, last_clock, committed;
  bool clocked;  // The clocks are known.
};

struct join_event {
  struct flow_event flow;   // Without an image, it has what the scoreboard has added from the item.
  struct join_items items;  // the items that the event reports
};

struct join_row {
  const struct config *config;  // of the stream
  bool ported;                  // The numbers are those of the port.
  // The row is not a packet: the stream ends here, by a stop or a reset, or is broken. In `packet` only `offset` is
  // set, and for a break `error`, which is the reason.
  bool is_end;
  struct packet packet;  // offset and length in bytes
  uint8_t bytes[JOIN_BYTES];
  bool clocked;                      // The clocks are known.
  const struct sim_time *times;      // the simulation times of the clocks; NULL: unknown
  uint64_t first_clock, last_clock;  // the clocks in which the first and the last byte left, or the clock of the end
  const struct join_event *events;   // events of the flow, in order; none if the packet only completes another one
  size_t event_count;
  struct join_items items;  // the items that the events report
  enum join_gap gap;        // for an I-sync or an end: why `missing` is not in the trace
  struct join_items missing;
  struct selection_reason untraced;  // why the first of `missing` was not traced, as far as comparators decide
  const char *wrong;                 // the contradiction that ended the comparison; otherwise NULL
};

// *row and its pointers are valid only during the call.
typedef void join_sink(void *user, const struct join_row *row);

struct join;

// All functions exit with 2 when out of memory.
//
// Opens a join that is a reader of `scoreboard`. `sent` has the bytes. *clock is the current clock.
struct join *join_open(const struct scoreboard *scoreboard, const struct sent *sent, const uint64_t *clock,
                       join_sink *sink, void *user);
// The rows get the simulation times of their clocks.
void join_times(struct join *j, const struct sim_time *times);
struct stream_reader join_reader(struct join *j);
// Call it when the scoreboard has read the bytes, before their clocks are overwritten.
void join_caught_up(struct join *j);
// Passes on the remaining rows, also those of a stream that did not end.
void join_close(struct join *j);

// Passes on the rows of these packets, for a report at the end of a run. `scoreboard` has compared them last. Only the
// packet, its items and the missing items of a row are known.
void join_settled(const struct scoreboard *scoreboard, const struct packet *packets, size_t count, join_sink *sink,
                  void *user);

// Joins a whole trace without a port. `breaks` may be NULL.
void join_trace(const struct config *config, const struct image *image, uint64_t offset, const uint8_t *bytes,
                const uint64_t *clocks, size_t count, const struct frames_breaks *breaks, join_sink *sink, void *user);

// Writes the items that a packet reports, and those that an I-sync skips, in the words of the waves (waves/README.md).
// Examples are " #57", " #1..3" and " (#0 not traced)". The text is empty if there are none, or if they are unknown.
enum { JOIN_NUMBERS_ROOM = 128 };
void join_numbers_text(const struct join_items *items, const struct join_items *missing, enum join_gap gap,
                       char text[JOIN_NUMBERS_ROOM]);

#endif
