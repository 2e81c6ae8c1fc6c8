// SPDX-License-Identifier: Apache-2.0
// The scoreboard: trace bytes, decoded, must tell what really happened. Compares every instruction and every exception
// of the reconstructed flow with the steps, and every waypoint with the ones that were presented to the unit. Without
// code the flow has what the packets say, and the items what the code would have said (docs/observer.md).
//
// What the trace must tell is a list of items: of a PTM the waypoints that were presented, of an ETM the steps.
//
// The balance is exact: compared + lost + untraced = produced, for steps and for items. An item is lost
// only in a gap that the trace itself tells of: tracing was on, and an I-sync that is not periodic says where the flow
// goes on, at the target of a later waypoint, or at a later instruction. Untraced is what lies before an I-sync where
// tracing was off: behind the start of the unit, a debug entry, the entry to a prohibited region. The reason that an
// I-sync gives must be the right one (IHI 0035B 4.5.2) for what was presented since the last item that was told.
//
//   stream     scoreboard_start(), scoreboard_add_reader() in their order, scoreboard_bytes() as they leave
//   ends       scoreboard_stop(), _reset(): a stream; scoreboard_end(), _close(): the run
//   inside     scoreboard.c feeds decoder and flow; scoreboard_search.c chooses; pft_ and etm3_scoreboard.c compare
#ifndef SCOREBOARD_H
#define SCOREBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bounds.h"
#include "config.h"
#include "decode.h"
#include "flow.h"
#include "history.h"
#include "image.h"
#include "scoreboard_silence.h"
#include "selection.h"
#include "stream_reader.h"
#include "stream_state.h"
#include "traced.h"

//
// Beside the flow (stream_state.h): the clocks between any two waypoints that tell a count; Context ID, VMID and Hyp
// behind each waypoint; of each timestamp its time, and behind each waypoint that asks for one, that there is one.

// ETMv3: the count of a gap is exact; 0, as the counter was reset (IHI 0014Q 7.3.4); not known, behind what is not
// traced cycle-accurately; either, if an overflow may hide behind a debug exit, and not known if instructions were
// lost.
enum scoreboard_gap { GAP_COUNTED, GAP_RESET, GAP_UNKNOWN, GAP_HIDDEN };

// Where execution is: of a PFT without code behind the last waypoint told, or behind a waypoint update.
struct execution_at {
  uint32_t address;
  uint8_t isa;  // enum isa
  bool known;   // `address` is
};

// PFT without code: the return stack of IHI 0035B 4.13, of 15 entries at most; newer ones push the oldest out. A reader
// need not know its depth, nor that the unit has cleared it.
enum { SCOREBOARD_RETURNS = 16 };
struct scoreboard_returns {
  struct {
    uint32_t address;
    uint8_t isa;
  } at[SCOREBOARD_RETURNS];
  unsigned top, count;  // `top` runs on
};

// An item that must be traced, and the term that decides (scoreboard_term.h).
struct scoreboard_missing {
  size_t item;        // PTM: the waypoint that ends a block; it need not have been presented
  uint32_t from, to;  // the first and the last byte of the block; of an ETM the address of an instruction
  bool has_from, has_to;
  uint64_t clock;                  // in which it was presented; 0: it is not known
  struct selection_reason reason;  // SELECTION_NO_WHY: no register decides
};

// How far the comparison is. The members before `lost_items` decide what may follow, and the next three whether that is
// within the bounds. The others are counts for reports.
struct scoreboard_position {
  size_t item, step;         // next to be compared
  size_t timestamp_item;     // of `needs_timestamp`: that item
  uint64_t later_timestamp;  // PFTv1.0: a timestamp later than the next waypoint, which must be lost
  uint64_t clocks_base;      // PFT: clock at which the sum of the cycle counts was 0
  // PFT: one more than the last waypoint at which that sum was right, and its clock. 0: there is none.
  size_t counted_end;
  uint64_t counted_clock;
  // ETMv3, by the cycle counts of the trace: the clock of the last instruction that was compared, or the clock before
  // the first one after an I-sync. `gap_cycles` is the length of the gap before that I-sync, and `gap` how to count it.
  uint64_t clock, gap_cycles;
  uint64_t isync_offset;  // of `gap_pending`: the I-sync of that packet
  uint64_t atoms;         // instructions that the flow has delivered: it holds back one at most
  uint64_t isync_clocks;  // clock of the first instruction after the last I-sync
  enum scoreboard_gap gap;
  uint32_t items_without_timestamp;  // of `needs_timestamp`: items that were compared since that item
  uint32_t timestamps;               // packets up to the next item
  uint32_t cancelled_address;        // of `needs_overflow`: the address
  // PFT: the security states of the return addresses, newest in bit 0, and where they are known.
  uint32_t returns_ns, returns_known;
  // Without code.
  struct execution_at execution;
  struct scoreboard_returns returns;
  bool started;                 // an I-sync was seen since the unit was started, so tracing has been on
  bool is_off;                  // the last item that was compared ended tracing, until the next I-sync
  bool may_be_off;              // PFT: that item may have ended it
  bool is_undecided;            // PFT: these two are its moment's to say, of which the next item decides (moment.h)
  bool resumed_by_comparators;  // PFT: an I-sync led to the block before the next item, by comparators, and nothing
                                // since
  bool needs_timestamp;         // an item requires one, and none has come since
  bool has_timestamp;           // a timestamp has come, and neither an item nor an I-sync since
  bool has_pending_ns;   // Secure code has made itself Non-secure, and no taken branch or exception has come since
  bool needs_gap_count;  // a cycle count packet must follow
  bool passed_debug;     // Debug state was entered or left among the items that were released since the last comparison
  bool needs_overflow;   // the trace has an instruction that was cancelled: only an overflow explains that
  bool follows_compared;   // ETMv3: the item before the next was compared, and no I-sync has come since
  bool has_branch_packet;  // ETMv3: a branch packet has come since the last instruction
  // Items that are not in the trace: lost in overflows; missing in all streams that have a bound; missing at the start
  // of the one stream that exceeds its bound most.
  uint64_t lost_items, missing_bounded, start_most;
  uint64_t missing_bound, start_bound;  // of the last two
  // Also not in the trace. Steps are instructions and exceptions.
  uint64_t lost_steps;
  uint64_t optional_lost_items;                 // of the lost and the unreported ones that need not have been traced
  uint64_t unreported_items, unreported_steps;  // lost too, but the trace ended before an I-sync could report it
  size_t first_lost;                            // of the lost and the unreported ones
  uint64_t untraced_items, untraced_steps;
  uint64_t missing_items;  // of the untraced ones that had to be traced, after the first I-sync of a stream
  uint64_t start_items;    // of the untraced ones that had to be traced, before the first I-sync of a stream
  struct scoreboard_missing missing_why, start_why;  // the first item of each
  uint64_t reset_items, reset_steps;                 // a reset came before the trace could report them
  uint64_t gaps;                                     // I-syncs that report an overflow
  uint64_t items_lost_while_off;                     // of the gaps before which tracing was off
  uint64_t starts;                                   // I-syncs that neither report an overflow nor are periodic
  uint64_t resumes;                                  // of the starts before which tracing had been on
  // Compared. (Without steps, instructions are those that the flow found.)
  uint64_t items, instructions, exceptions;
  // Compared, apart from the flow: pairs of waypoints and the clocks between them; Context IDs, VMIDs, timestamps.
  uint64_t counts_compared, contexts, vmids, timestamps_compared;
  uint64_t counts_required;  // items compared while the unit counted cycles: as many as spans
};

// State that a contradiction is about: an earlier packet may have reported it.
enum scoreboard_about { ABOUT_OTHER, ABOUT_NS, ABOUT_HYP, ABOUT_CONTEXT, ABOUT_VMID };

struct scoreboard_error {
  uint64_t offset;  // of the packet that told it
  char why[720];
  // What of the packet contradicts what happened, for a report (corrected_packet.h).
  uint8_t about;            // enum scoreboard_about
  bool is_field_wrong;      // it is of the next item, and a field of it is another
  bool is_misplaced_isync;  // an I-sync that leads to no item
  bool is_rule_violation;   // `why` is what rule the items break: "rule ID: ..."
  bool ends_too_early;      // the trace ends without items that no overflow can have lost, for ETMSR[0] was 0
  bool is_packet_missing;   // the packet is correct: a packet that had to precede it is missing
  bool is_doubtful;         // by another choice something else is wrong with it
  bool found_by_flow;       // the flow, with code, has found it, where execution was here:
  uint32_t address;
  uint8_t isa;
  uint64_t low, high;    // a timestamp: what it could be
  size_t held_steps;     // ETMv3: steps before the packet that its P-headers have reported, but the flow holds back
  size_t skipped_items;  // items from the next to the first that is missing at the end
};

// One address may be the target of many waypoints. The flow is put at the first that fits; what it says from there
// on is kept, so that the next can be tried when it turns out wrong.
struct scoreboard_choice {
  size_t index;                       // of the I-sync in the log
  struct scoreboard_position before;  // it
  size_t candidate;                   // the item at which the flow was put
  // The items from before.item to `scanned` need no second look: what they say of those behind them.
  size_t scanned;
  uint64_t required;      // with so many tracing had to be on
  size_t first_required;  // the first of them
  uint64_t optional;      // with so many it need not have been on, though a waypoint leads somewhere
  bool is_overdue;        // there is one, or was before the unit had to be ready
  bool has_untried;       // an item before `candidate` did not fit, but only BELIEVE_AT_ONCE was looked at
  bool could_have_started, passed_debug;  // PFT: tracing could have started; ETMv3: Debug state was entered or left
};

// A position at which a search has put the flow. What follows did not fit there.
struct scoreboard_visit {
  uint64_t search;  // number of the search; 0: none
  size_t index;     // of the I-sync in the log
  struct scoreboard_position at;
};

// Kept: more events, or items, than the turns of any loop that a program waits in, for within it one turn is like
// another. Steps before a contradiction is believed: so many in all, and some more for each event, so that all work is
// linear in the trace. A step is an event compared again, or so many items looked at.
enum {
  SCOREBOARD_LOG = 1 << 18,
  SCOREBOARD_CHOICES = 512,
  SCOREBOARD_VISITS = 1 << 13,  // a later one replaces an earlier one
  SCOREBOARD_NEAR_CHOICES =
      32,  // choices that are taken back before tracing is believed to have started later than it could
  SCOREBOARD_BUDGET = 1 << 23,
  SCOREBOARD_STEPS_PER_EVENT = 16,
  SCOREBOARD_ITEMS_PER_STEP = 16,
  SCOREBOARD_PROBE_EVENTS = 64,  // events behind a choice when it is first looked at whether it is settled
  // Events that are kept behind that, for a report: more than come between a failure and the end of the run.
  SCOREBOARD_SETTLED = 1 << 11,
  STREAM_READERS = 6
};

// What is compared with what happened: an event of the flow or a timestamp, and what was told beside the flow by then.
struct scoreboard_event {
  struct flow_event flow;
  struct stream_totals totals;
  bool is_timestamp;
  struct stream_items items, tried;  // by what is chosen now; by the choice that was tried last
};

// An event that no choice takes back any more, as short as it can be.
struct scoreboard_settled {
  uint64_t offset;  // of its packet
  uint64_t first;   // items [first, first + count)
  uint32_t count;
  enum flow_kind kind;
  bool lost;
};

// What a placement may be, in the order in which it is looked for.
enum scoreboard_belief {
  BELIEVE_AT_ONCE,  // tracing started where it could
  BELIEVE_LATER,    // it need not have
  BELIEVE_MISSING,  // more is missing than the bounds allow
};

struct scoreboard_protocol;

// Of each call the readers that take it, in their order; behind them NULL. The others cost nothing.
typedef const struct stream_reader *scoreboard_readers[STREAM_READERS + 1];
struct scoreboard_calls {
  scoreboard_readers begin, decoded, packet, packet_end, flow, compared, range, gap, settled, end;
};

struct scoreboard {
  const struct scoreboard_protocol *protocol;
  struct decoder decoder;
  const struct image *image;  // NULL: the code is not known, so its part is the items'
  struct flow *flow;
  const struct history *history;
  struct stream_reader readers[STREAM_READERS];
  unsigned reader_count;
  struct scoreboard_calls calls;
  bool is_reference_rtl;    // the unit is ours: what the architecture leaves open is known
  bool may_force_overflow;  // overflows may be forced: they need not lose anything
  size_t stream_first;      // item presented since the unit was started
  size_t ready_item;        // item from which on the unit may be late no more
  struct scoreboard_silence silence;
  bool has_unreported_overflow;  // before the unit was started, and not told: the first I-sync may still tell it
  struct scoreboard_position at;
  const struct packet *packet;  // being looked at
  const struct config *config;
  struct traced traced;  // by it
  struct stream_totals totals;
  struct stream_totals held_totals;  // as it was with the last P-header, whose last instruction the flow may hold back
  bool has_isync;                    // an I-sync was seen since the unit was started
  bool is_placed;                    // the flow knows where it is
  uint64_t pending;                  // bytes at the end that are no whole packet
  uint64_t cut, cut_unsynced;        // bytes that resets cut off: of packets, before the first A-sync
  bool is_cutting;
  bool wrong;  // the first contradiction ends the comparison
  bool is_closed;
  struct scoreboard_error error;
  struct scoreboard_event failed;  // of it, but where the flow has found it

  // What can be taken back.
  struct scoreboard_event *log;  // SCOREBOARD_LOG of them
  size_t log_count, probe_at;    // those there are; as many as there have to be for the next look at what is settled
  struct scoreboard_choice *choices;  // SCOREBOARD_CHOICES of them, and as many that a search puts back
  size_t choice_count;
  struct scoreboard_visit *visits;  // SCOREBOARD_VISITS of them
  uint64_t searches;
  size_t required_end;  // items that must be told in what is kept
  bool is_replaying;
  size_t replayed_from;    // replayed last: the event of the log with which that began
  uint64_t spent, budget;  // steps done to take choices back, and that may be
  uint8_t belief;          // enum scoreboard_belief
  struct bounds bounds;    // what may be missing
  bool exceeds_bounds;     // more is: nothing else fitted
  bool has_guessed;        // what is settled, though another item fitted as well
  bool gave_up;            // a contradiction, or what is missing, is only where the search has ended or guessed

  struct scoreboard_settled settled[SCOREBOARD_SETTLED];  // the last of `settled_count`, a ring
  uint64_t settled_count;
};

// `image` may be NULL. `history` and `image` must outlive it. Exits 2 when out of memory, as scoreboard_fork and
// scoreboard_programmed do.
void scoreboard_start(struct scoreboard *s, const struct config *config, const struct image *image,
                      const struct history *history);
// Another one that has seen what `s` has, without its readers, of any unit: for other bytes from here on. The caller
// frees it, too.
struct scoreboard *scoreboard_fork(const struct scoreboard *s);
// Before the first byte. At most STREAM_READERS of them.
void scoreboard_add_reader(struct scoreboard *s, struct stream_reader reader);
void scoreboard_bytes(struct scoreboard *s, const uint8_t *bytes, size_t count);
// The unit has been stopped and all of its trace has been seen: it must tell of the first `reported` of the items
// presented by now; those behind, up to the `first` of the next stream, came too late. `pending`: the last of them may
// be missing, as the trace ended with an overflow. `overflow`: ETMSR[0] was 1 or is not known, so that the first I-sync
// behind may tell that one.
void scoreboard_stop(struct scoreboard *s, size_t reported, size_t first, bool pending, bool overflow);
// The unit was reset: the bytes end anywhere, and items on their way are not told.
void scoreboard_reset(struct scoreboard *s);
void scoreboard_end(struct scoreboard *s);
// Nothing more is compared: the readers get all events that they have not had. An instruction that the flow still holds
// back is not compared.
void scoreboard_close(struct scoreboard *s);

// *config has changed: the stream that begins is of a unit that is programmed anew.
void scoreboard_programmed(struct scoreboard *s);
void scoreboard_free(struct scoreboard *s);

// The item that the contradiction names: the first that no packet before the wrong one has reported.
static inline size_t scoreboard_wrong_item(const struct scoreboard *s) {
  return s->at.item + s->error.held_steps + s->error.skipped_items;
}

#endif
