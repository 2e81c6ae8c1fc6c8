// SPDX-License-Identifier: Apache-2.0
// Each packet of a trace joined with what it is about: the clocks in which its bytes left the port, the instructions
// that it reports, and the running numbers of the waypoints (ETMv3: instructions and exceptions) that it reports.
//
// With a port the numbers are those of history.h, which all reports name: the scoreboard knows which item each event of
// the flow was compared with, and a row comes when no choice that it takes back can change that. Without a port they
// are what the decoder has counted so far, from 0 on, gaps left out.
//
// Rows come in stream order. Kept are as many as the scoreboard can still take back (SCOREBOARD_LOG events), and those
// behind them up to the next event.
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

enum { JOIN_BYTES = 24 };  // of a packet that are kept: all, but for an A-sync with more zeros

// JOIN_LOST: an overflow lost the items. JOIN_UNTRACED: tracing was off. JOIN_UNREPORTED: the unit was stopped before
// it reported them. JOIN_RESET: it was reset. JOIN_BREAK: bytes of the trace are missing.
enum join_gap { JOIN_NO_GAP, JOIN_LOST, JOIN_UNTRACED, JOIN_UNREPORTED, JOIN_RESET, JOIN_BREAK, JOIN_GAPS };
extern const char *const join_gap_name[JOIN_GAPS];  // "lost", ...; of JOIN_NO_GAP ""

// Items [first, end), and the clocks in which the first and the last of them were on the port; `end` is `first`: none.
struct join_items {
  uint64_t first, end;
  uint64_t first_clock, last_clock;
  bool clocked;  // the clocks are known
};

struct join_event {
  struct flow_event flow;   // without an image: with what the scoreboard has taken from the item
  struct join_items items;  // that it reports
};

struct join_row {
  const struct config *config;  // of its stream
  bool ported;                  // the numbers are those of the port
  bool is_end;  // no packet: the stream ends here, by a stop or a reset, or is broken; of `packet` only `offset` is
                // set, and `error` of a break: why
  struct packet packet;  // offset and length in bytes
  uint8_t bytes[JOIN_BYTES];
  bool clocked;                      // the clocks are known
  const struct sim_time *times;      // their simulation times; NULL: none are known
  uint64_t first_clock, last_clock;  // in which its first and its last byte left; of an end the clock of that
  const struct join_event *events;   // of the flow, in order; none of a packet that only completes another
  size_t event_count;
  struct join_items items;  // that its events report
  enum join_gap gap;        // of an I-sync or an end: why `missing` is not in the trace
  struct join_items missing;
  struct selection_reason untraced;  // why the first of `missing` was not traced, as far as comparators decide on it
  const char *wrong;                 // the scoreboard's contradiction, which it has ended with; otherwise NULL
};

// *row and what it points to live only during the call.
typedef void join_sink(void *user, const struct join_row *row);

struct join;

// All functions exit 2 when out of memory.
//
// Beside a scoreboard, whose reader it is: `sent` has its bytes, *clock is the clock of now.
struct join *join_open(const struct scoreboard *scoreboard, const struct sent *sent, const uint64_t *clock,
                       join_sink *sink, void *user);
// Rows have the simulation times of their clocks.
void join_times(struct join *j, const struct sim_time *times);
struct stream_reader join_reader(struct join *j);
// All bytes that the scoreboard has been given are read: to be called before their clocks are forgotten.
void join_caught_up(struct join *j);
// The rows that are still kept; of a stream that did not end, too.
void join_close(struct join *j);

// At the end of a run, for a report: rows of these packets, of what `scoreboard` has compared last. Of a row only the
// packet, its items and what is missing are known.
void join_settled(const struct scoreboard *scoreboard, const struct packet *packets, size_t count, join_sink *sink,
                  void *user);

// `breaks`: NULL: there are none.
void join_trace(const struct config *config, const struct image *image, uint64_t offset, const uint8_t *bytes,
                const uint64_t *clocks, size_t count, const struct frames_breaks *breaks, join_sink *sink, void *user);

// " #57", " #1..3", " untraced #0": which items a packet reports, and which an I-sync passes over; the words of the
// waves (waves/README.md). Empty: none, or they are not known.
enum { JOIN_NUMBERS_ROOM = 128 };
void join_numbers_text(const struct join_items *items, const struct join_items *missing, enum join_gap gap,
                       char text[JOIN_NUMBERS_ROOM]);

#endif
