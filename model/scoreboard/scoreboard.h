// SPDX-License-Identifier: Apache-2.0
// The scoreboard: compares the decoded trace with the execution, as the processor's port has presented it. It compares
// each instruction and each exception of the reconstructed flow with the steps, and each waypoint with the waypoints
// that were presented to the DUT. Without code the flow has only the contents of the packets, and the items supply the
// rest (docs/observer.md).
//
// The *items* are what the trace must report: the waypoints that were presented to a PTM, or the steps of an ETM.
//
// The counts must balance exactly, for steps and for items: compared + lost + untraced = presented. An item is lost
// only in a gap that the trace itself reports. In such a gap tracing was on, and an I-sync that is not periodic
// continues the flow at a later item. An item is untraced if tracing was off before the next I-sync: after the start of
// the DUT, the entry to Debug state, or the entry to a prohibited region. The reason of an I-sync must be correct (IHI
// 0035B 4.5.2) for the items that were presented since the last reported item.
//
// In addition to the flow (stream_state.h), the scoreboard compares cycle counts, Context ID, VMID, Hyp mode and the
// times of timestamps. Each item that requires a timestamp must have one.
//
//   stream     scoreboard_start(), scoreboard_add_reader() in their order, scoreboard_bytes() as they leave.
//   ends       scoreboard_stop(), _reset(): a stream; scoreboard_end(), _close(): the run.
//   inside     scoreboard.c feeds decoder and flow; scoreboard_search.c chooses; pft_ and etm3_scoreboard.c compare.
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

// ETMv3: the permitted cycle count of a gap. GAP_COUNTED: the exact count. GAP_RESET: 0, because the counter was reset
// (IHI 0014Q 7.3.4). GAP_UNKNOWN: any count, because the gap has cycles that are not counted; the reference RTL reports
// 0. GAP_HIDDEN: the exact count or 0, because an overflow may be hidden by a debug exit. The same applies if only the
// OS lock or NIDEN stopped the DUT: no clause states that these reset the counter. It also applies if the Programming
// bit or the Power Down bit was set before the DUT has stopped.
enum scoreboard_gap { GAP_COUNTED, GAP_RESET, GAP_UNKNOWN, GAP_HIDDEN };

// The address of execution. PFT without code: after the last reported waypoint, or after a waypoint update.
struct execution_at {
  uint32_t address;
  uint8_t isa;  // enum isa
  bool known;   // The address is known.
};

// PFT without code: the return stack (IHI 0035B 4.13). If it is full, a new entry replaces the oldest one. A reader of
// the trace need not know the depth in the DUT, or whether the DUT has cleared its stack.
enum { SCOREBOARD_RETURNS = 16 };
struct scoreboard_returns {
  struct {
    uint32_t address;
    uint8_t isa;
  } at[SCOREBOARD_RETURNS];
  unsigned top, count;  // `top` modulo SCOREBOARD_RETURNS is the next free entry
};

// An item that must be traced, and the term that decides (scoreboard_term.h).
struct scoreboard_missing {
  size_t item;        // PTM: the waypoint that ends a block; it need not have been presented
  uint32_t from, to;  // PTM: the first and the last byte of the block. ETM: `from` is the address of an instruction.
  bool has_from, has_to;
  uint64_t clock;                  // the clock in which the item was presented; 0: unknown
  uint64_t committed;              // the Cortex-A9's port: the clock of its commit; 0: unknown
  struct selection_reason reason;  // SELECTION_NO_WHY: no register decides
};

// PFT: the clock that a cycle count refers to (pft_counts.h).
enum counts_reading { COUNTS_COMMIT, COUNTS_PRESENTATION, COUNTS_READINGS };
enum { COUNTS_EITHER = 1 << COUNTS_COMMIT | 1 << COUNTS_PRESENTATION };
#define COUNTS_UNDECIDED SIZE_MAX  // No item has decided on a reading.

// The position of the comparison. The members before `lost_items` decide what may follow, and the next three whether
// the position is within the bounds. The others are counts for reports.
struct scoreboard_position {
  size_t item, step;         // the next ones to be compared
  size_t timestamp_item;     // If `needs_timestamp`: the item that requires the timestamp.
  uint64_t later_timestamp;  // PFTv1.0: a timestamp later than the next waypoint, which must then be lost; 0: none
  uint64_t clocks_base[COUNTS_READINGS];  // PFT: by each reading, the clock at which the sum of the counts was 0.
  // PFT: one more than the last waypoint at which that sum was correct, and the clock of that waypoint. 0: there is
  // none.
  size_t counted_end;
  uint64_t counted_clock[COUNTS_READINGS];
  uint8_t counted_pauses;  // `pauses` of the moment of that waypoint
  size_t counts_item;      // The item that has decided on the reading, or COUNTS_UNDECIDED.
  // ETMv3, by the cycle counts of the trace: the clock of the last instruction that was compared, or the clock before
  // the first one after an I-sync. `gap_cycles` is the length of the gap before that I-sync, and `gap` the permitted
  // count.
  uint64_t clock, gap_cycles;
  uint64_t clock_base;      // ETMv3: the clock of the run in which `clock` was 0
  uint64_t stopped_clock;   // ETMv3: the last cycle of the stream before this one, as a clock of the run; 0: unknown
  uint64_t stopped_latest;  // That cycle may be later, up to this clock: the end of that stream fits other items, too.
  uint64_t gap_spread;      // The gap may be shorter than `gap_cycles` by this number of cycles.
  uint64_t isync_offset;    // If `needs_gap_count`: the offset of the I-sync.
  uint64_t atoms;           // ETMv3: number of instructions that the flow has delivered. It holds back at most one.
  uint64_t isync_clocks;    // ETMv3: the clock of the first instruction after the last I-sync
  enum scoreboard_gap gap;
  uint32_t items_without_timestamp;  // If `needs_timestamp`: number of items compared since `timestamp_item`.
  uint32_t timestamps;               // number of timestamp packets before the next item
  uint32_t cancelled_address;        // If `needs_overflow`: the address of the cancelled instruction.
  // PFT: the security states of the return addresses, the newest in bit 0, and the entries that are known.
  uint32_t returns_ns, returns_known;
  // Without code.
  struct execution_at execution;
  struct scoreboard_returns returns;
  uint8_t counts;     // PFT: the readings that are possible, bits of enum counts_reading.
  bool started;       // An I-sync has come since the start of the DUT, so tracing has been on.
  bool is_off;        // The last compared item ended tracing, until the next I-sync.
  bool may_be_off;    // PFT: The last compared item may have ended tracing.
  bool is_undecided;  // PFT: The next item decides these two, so the moment of the last item has them (moment.h).
  // PFT: An I-sync that comparators caused led to the block before the next item, and nothing was compared since.
  bool resumed_by_comparators;
  bool needs_timestamp;  // An item requires a timestamp, and none has come since.
  bool has_timestamp;    // A timestamp has come, and neither an item nor an I-sync since.
  bool has_pending_ns;   // Secure code has made itself Non-secure, and no taken branch or exception has come since.
  bool needs_gap_count;  // A cycle count packet must follow.
  bool passed_debug;     // Debug state was entered or left among the items released since the last comparison.
  bool needs_overflow;  // A cancelled instruction is in the trace. Without its exception, only an overflow explains it.
  bool follows_compared;   // ETMv3: The item before the next one was compared, and no I-sync has come since.
  bool has_branch_packet;  // ETMv3: A branch packet has come since the last instruction.
  // Numbers of items that are not in the trace. `lost_items`: lost in overflows. `start_most`: missing at the start of
  // the stream that exceeds its bound most.
  uint64_t lost_items, start_most;
  uint64_t start_bound;  // of that stream
  // More numbers of items that are not in the trace. Steps are instructions and exceptions.
  uint64_t lost_steps;
  uint64_t optional_lost_items;  // lost and unreported items that need not have been traced
  // Lost, too, but the trace ended before an I-sync could report the overflow.
  uint64_t unreported_items, unreported_steps;
  size_t first_lost;  // the first lost or unreported item
  uint64_t untraced_items, untraced_steps;
  uint64_t missing_items;  // untraced items that had to be traced, after the first I-sync of a stream
  uint64_t start_items;    // untraced items that had to be traced, before the first I-sync of a stream
  struct scoreboard_missing missing_why, start_why;  // the first item of each of the two
  uint64_t reset_items, reset_steps;                 // A reset came before the trace could report them.
  uint64_t gaps;                                     // I-syncs that report an overflow
  uint64_t items_lost_while_off;                     // items lost in overflows that began while tracing was off
  uint64_t starts;                                   // I-syncs that neither report an overflow nor are periodic
  uint64_t resumes;                                  // starts before which tracing had been on in the stream
  // Numbers of compared items. Without steps, `instructions` counts those that the flow found.
  uint64_t items, instructions, exceptions;
  // Numbers of compared attributes: cycle counts, Context IDs, VMIDs, timestamps.
  uint64_t counts_compared, contexts, vmids, timestamps_compared;
  uint64_t counts_required;  // items compared while the DUT counted cycles, each of which needs a compared count
};

// The state that a contradiction is about. An earlier packet may have reported it.
enum scoreboard_about { ABOUT_OTHER, ABOUT_NS, ABOUT_HYP, ABOUT_CONTEXT, ABOUT_VMID };

struct scoreboard_error {
  uint64_t offset;  // of the packet that contradicts the execution
  char why[720];
  // The part of the packet that is wrong, for a report (corrected_packet.h).
  uint8_t about;            // enum scoreboard_about
  bool is_field_wrong;      // The packet is that of the next item, and a field of it is wrong.
  bool is_misplaced_isync;  // The packet is an I-sync that leads to no item.
  bool is_rule_violation;   // `why` is the rule that the items violate: "rule ID: ..."
  bool ends_too_early;      // The trace ends without items that no overflow can have lost.
  bool is_packet_missing;   // The packet is correct, but a packet that had to precede it is missing.
  bool is_doubtful;         // With another choice, something else is wrong with the packet.
  bool found_by_flow;       // The flow, which has the code, found the contradiction. Execution was at `address`.
  uint32_t address;
  uint8_t isa;
  uint64_t low, high;    // the expected range of a timestamp
  size_t held_steps;     // ETMv3: steps that the P-headers before the packet have reported, but the flow holds back
  size_t skipped_items;  // items from the next one to the first one that is missing at the end
};

// A choice of the item at which an I-sync continues. One address may be the target of many waypoints. The flow is
// placed at the first item that fits, and the events after it are kept. So the next item can be tried if the first is
// wrong.
struct scoreboard_choice {
  size_t index;                       // of the I-sync in the log
  struct scoreboard_position before;  // the position before the I-sync
  size_t candidate;                   // the item at which the flow is placed
  // The items from before.item to `scanned` were examined. These members summarize them for the items after them.
  size_t scanned;
  uint64_t required;      // number of items with which tracing had to be on
  size_t first_required;  // the first of these items
  // Number of clocks with required items since the last activation, or since an overflow that may have lost its items.
  uint64_t activated_clocks;
  uint64_t last_activated_clock;  // the last of these clocks
  uint64_t missing;               // number of required items that no late start and no overflow explains
  size_t first_missing;           // the first of these items
  uint64_t optional;              // number of items with which tracing need not have been on, although it could be
  bool is_overdue;                // Tracing had to be on with an item, which may precede `ready_item`.
  bool has_untried;               // An item before `candidate` was rejected, but only with BELIEVE_AT_ONCE.
  bool could_have_started, passed_debug;  // PFT: Tracing could have started. ETMv3: Debug state was entered or left.
};

// A position at which a search has placed the flow. The events after it did not fit.
struct scoreboard_visit {
  uint64_t search;  // number of the search; 0: none
  size_t index;     // of the I-sync in the log
  struct scoreboard_position at;
};

// The log has more events, and items, than the turns of any loop in which a program waits: within such a loop one turn
// is like another. The number of steps that a search may use is linear in the length of the trace. A step is an event
// that is compared again, or SCOREBOARD_ITEMS_PER_STEP items that are examined.
enum {
  SCOREBOARD_LOG = 1 << 18,
  SCOREBOARD_CHOICES = 512,
  SCOREBOARD_VISITS = 1 << 13,      // a later visit replaces an earlier one
  SCOREBOARD_NEAR_CHOICES = 32,     // choices that are revised before a late start of tracing is believed
  SCOREBOARD_BUDGET = 1 << 23,      // steps of searches before a contradiction is believed
  SCOREBOARD_STEPS_PER_EVENT = 16,  // more steps for each event
  SCOREBOARD_ITEMS_PER_STEP = 16,
  SCOREBOARD_PROBE_EVENTS = 64,  // events after a choice before settling it is first tried
  // Settled events that are kept for a report: more than come between a failure and the end of the run.
  SCOREBOARD_SETTLED = 1 << 11,
  STREAM_READERS = 6
};

// An event that is compared: an event of the flow or a timestamp, and the totals of the stream by then.
struct scoreboard_event {
  struct flow_event flow;
  struct stream_totals totals;
  bool is_timestamp;
  struct stream_items items, tried;  // with the current choices, and with the choices that were tried last
};

// A settled event: no choice can change its items any more. It is stored in a short form.
struct scoreboard_settled {
  uint64_t offset;  // of the packet
  uint64_t first;   // the items [first, first + count)
  uint32_t count;
  enum flow_kind kind;
  bool lost;
};

// The placements that a search accepts, in the order in which it tries them.
enum scoreboard_belief {
  BELIEVE_AT_ONCE,  // Tracing started where it could.
  BELIEVE_LATER,    // Tracing started later than it could.
  BELIEVE_MISSING,  // More items are missing than the bounds allow.
};

struct scoreboard_protocol;

// For each call, the readers that take it, in their order, and then NULL. Readers that do not take a call cost nothing.
typedef const struct stream_reader *scoreboard_readers[STREAM_READERS + 1];
struct scoreboard_calls {
  scoreboard_readers begin, decoded, packet, packet_end, flow, compared, range, gap, settled, end;
};

struct scoreboard {
  const struct scoreboard_protocol *protocol;
  struct decoder decoder;
  const struct image *image;  // NULL: the code is unknown, so the items supply what the code would say.
  struct flow *flow;
  const struct history *history;
  struct stream_reader readers[STREAM_READERS];
  unsigned reader_count;
  struct scoreboard_calls calls;
  bool is_reference_rtl;    // The DUT is the reference RTL: its behaviour is known where a clause leaves it open.
  bool may_force_overflow;  // An overflow may be forced. Then it need not lose anything.
  // Something other than comparators turns tracing on and off. Each time that it turns tracing on is an activation.
  bool has_activations;
  size_t stream_first;  // the first item that was presented since the start of the DUT
  size_t ready_item;    // the item from which on the DUT must not be late any more
  struct scoreboard_silence silence;
  // An overflow before the start of the DUT was not reported. The first I-sync may still report it.
  bool has_unreported_overflow;
  struct scoreboard_position at;
  const struct packet *packet;  // the packet that is evaluated
  const struct config *config;
  struct traced traced;  // from `config`
  struct stream_totals totals;
  struct stream_totals held_totals;  // the totals at the last P-header, whose last instruction the flow may hold back
  bool has_isync;                    // An I-sync has come since the start of the DUT.
  bool is_placed;                    // The flow has a position.
  uint64_t pending;                  // number of bytes at the end that are no complete packet
  uint64_t cut, cut_unsynced;        // numbers of bytes that resets cut: in packets, and before the first A-sync
  bool is_cutting;                   // A reset cuts the stream, so events of the flow are ignored.
  bool wrong;                        // There is a contradiction, which ends the comparison.
  bool is_closed;
  struct scoreboard_error error;
  struct scoreboard_event failed;  // the event with the contradiction, unless the flow has found it

  // The events and choices that the search may still revise.
  struct scoreboard_event *log;       // SCOREBOARD_LOG events
  size_t log_count, probe_at;         // `probe_at`: the number of events at which settling is tried next
  struct scoreboard_choice *choices;  // SCOREBOARD_CHOICES choices, and space for a snapshot of them
  size_t choice_count;
  struct scoreboard_visit *visits;  // SCOREBOARD_VISITS visits
  uint64_t searches;
  size_t required_end;  // The events of the log must report all items before this one. 0: there is no requirement.
  bool is_replaying;
  size_t replayed_from;    // the first event of the log that was replayed last
  uint64_t spent, budget;  // number of steps that searches have used, and may use
  uint8_t belief;          // enum scoreboard_belief
  struct bounds bounds;
  bool may_lose_waypoints;  // The Cortex-A9's port: more waypoints may have been uncommitted than the DUT can hold.
  bool exceeds_bounds;      // More items are missing than the bounds allow, because nothing else fitted.
  bool has_guessed;         // A choice was settled although another item fitted as well.
  uint8_t known_counts;     // at.counts and at.counts_item as the earlier streams have surely shown
  size_t known_counts_item;
  bool gave_up;  // The result may be wrong: the search ended before it had tried every choice, or it guessed.

  struct scoreboard_settled settled[SCOREBOARD_SETTLED];  // a ring with the last of `settled_count` events
  uint64_t settled_count;
};

// `image` may be NULL. `history` and `image` must outlive the scoreboard. Exits with 2 when out of memory, as
// scoreboard_fork() and scoreboard_programmed() do.
void scoreboard_start(struct scoreboard *s, const struct config *config, const struct image *image,
                      const struct history *history);
// Copies the state of `s` to a scoreboard without readers, which may then compare other bytes, of any DUT. The caller
// must call scoreboard_free() and free the result.
struct scoreboard *scoreboard_fork(const struct scoreboard *s);
// Call it before the first byte, at most STREAM_READERS times.
void scoreboard_add_reader(struct scoreboard *s, struct stream_reader reader);
void scoreboard_bytes(struct scoreboard *s, const uint8_t *bytes, size_t count);
// The DUT was stopped, and all of its trace was compared. The trace must report the first `reported` of the items that
// were presented by now. The items after them, up to `first` of the next stream, came too late. `pending`: the last
// items may be missing, because the trace ended with an overflow. `overflow`: ETMSR[0] was 1 or is unknown, so the
// first I-sync of the next stream may report that overflow.
void scoreboard_stop(struct scoreboard *s, size_t reported, size_t first, bool pending, bool overflow);
// The DUT was reset: the bytes may end anywhere, and the last items need not be reported.
void scoreboard_reset(struct scoreboard *s);
// The run has ended, and the DUT had stopped. The items that were presented after the stop are not traced.
void scoreboard_skip_rest(struct scoreboard *s);
// No more bytes come.
void scoreboard_end(struct scoreboard *s);
// Ends the comparison: the readers get all remaining events. An instruction that the flow still holds back is not
// compared.
void scoreboard_close(struct scoreboard *s);

// *config has changed: the stream that begins has another programming.
void scoreboard_programmed(struct scoreboard *s);
void scoreboard_free(struct scoreboard *s);

// The item that the contradiction names: the first one that no packet before the wrong one has reported.
static inline size_t scoreboard_wrong_item(const struct scoreboard *s) {
  return s->at.item + s->error.held_steps + s->error.skipped_items;
}

#endif
