// SPDX-License-Identifier: Apache-2.0
// The state of the architecture rules. Each theme owns a struct, which only its files access. The engine (rules.c) owns
// the state that all themes read.
#ifndef RULES_STATE_H
#define RULES_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "counting.h"
#include "inputs.h"
#include "own_rules.h"
#include "packet.h"
#include "registers.h"
#include "resource.h"
#include "rule_table.h"
#include "selection.h"

struct config;
struct cycle;

enum {
  RULES_LAG = 2048,              // the most clocks from the pins of a clock to the packets of its bytes
  RULES_MARKS = 8192,            // marks whose packets have not been decoded yet; a power of two
  RULES_HISTORY = 64,            // clocks, more than any latency
  TRIGGER_HISTORY = 4096,        // changes that the history of the trigger keeps; a power of two
  RULES_ANSWERED_DRAINS = 2048,  // answered drain requests whose items have not been decoded yet
};

// Windows where no clause gives a number of clocks. A clock of the ATB is one in which ATREADY is 1.
#define WINDOW_DEFAULT UINT32_MAX  // the window that docs/rules.md gives
struct rules_limits {
  uint32_t drain;    // clocks of the ATB from a request to drain or to stop to its answer
  uint32_t answer;   // clocks of the ATB from a request (SYNCREQ, an event) to its packet; of CLK to its pin
  uint32_t bus;      // edges of the APB until PREADY
  uint32_t debug;    // clocks from the acknowledge to the end of the debug request
  uint32_t latency;  // the largest latency of the DUT's inputs, in clocks, below RULES_HISTORY
  uint32_t status;   // clocks from a write of a lock or a claim tag to the first read that shows it.
  // A beat in the clock of an answer counts as sent after the answer. If this is not set, the beat may carry trace that
  // the request covers.
  bool answer_precedes_beat;
};

// The first violation of a rule.
struct rule_breach {
  uint64_t times;          // how often the rule was violated
  uint64_t clock, offset;  // `offset`: bytes sent by then, or before the packet
  size_t item;             // of a packet: the first item that it or a later one reports; otherwise the items presented
  bool of_packet;
  uint8_t pin;     // if not `of_packet`: enum pin. PINS: no pin; a call gave the value of a register.
  uint64_t value;  // of the pin at that edge
  char text[640];
  const char *clause;          // NULL: the clause of the rule
  const char *event_register;  // the register of the event that the rule is about; NULL: none
  uint32_t event;
  uint64_t event_clock;  // in which the event was true, or had to be
};

// What the pins showed in a clock. It applies to packets after byte `sent`.
enum rule_mark {
  MARK_RESET = 1 << 0,    // The DUT was reset or lost core power.
  MARK_ENABLED = 1 << 1,  // The DUT was started.
  // With MARK_ENABLED: the Programming bit or the OS lock started the DUT, and no trace of an earlier run can follow.
  MARK_FRESH = 1 << 2,
  MARK_STOPPED = 1 << 3,         // ETMSR[1] was read as 1, so all trace has left.
  MARK_SYNCREQ = 1 << 4,         // SYNCREQ was 1.
  MARK_FLUSH = 1 << 5,           // AFVALID requested a flush.
  MARK_FLUSHED = 1 << 6,         // AFREADY answered the flush.
  MARK_TRIGGER = 1 << 7,         // The trigger pin rose.
  MARK_STAMP = 1 << 8,           // The timestamp event was surely true in some clock of `stamp_window`.
  MARK_BEAT = 1 << 10,           // A beat left.
  MARK_CHANGE = 1 << 11,         // TSCLKCHANGE was 1.
  MARK_CHANGE_SEEN = 1 << 12,    // With MARK_CHANGE: the DUT ran, and must report the change.
  MARK_AUTHORIZATION = 1 << 13,  // NIDEN and DBGEN disabled non-invasive debug, or enabled it again.
  // With MARK_STOPPED: ETMSR[0] reports, or may report, an overflow that the trace has not reported yet.
  MARK_OVERFLOW_PENDING = 1 << 14,
  MARK_LATE = 1 << 15,    // With MARK_FRESH: the pins showed the start. The DUT may have run before.
  MARK_STATUS = 1 << 16,  // ETMSR was written, or a word was restored.
};

struct rules_mark {
  uint64_t clock, sent, atb_clocks;  // `atb_clocks`: clocks of the ATB so far
  uint32_t marks;                    // bits of enum rule_mark
  uint32_t stamp_window;             // With MARK_STAMP: the number of clocks before this one; 0: only this one
};

// The address that later packets are compressed against.
struct rules_base {
  uint32_t address;
  uint8_t isa;  // enum isa
  bool known;
};

struct rules_address {
  struct rules_base base, update;  // `update`: the address of a waypoint update since the last branch or I-sync packet
  bool ns, ns_known, hyp;
};

enum rules_waypoint { LAST_UNKNOWN, LAST_OTHER, LAST_ERET, LAST_ERET_REPORTED };

struct rules_flow {
  uint8_t last;  // PTM: enum rules_waypoint
  // The last instruction is a direct branch that was taken. For a PTM: and the branch has no branch packet.
  bool direct_taken;
  bool direct_exchanges;  // ETM: the branch changes the instruction set
  uint32_t direct_at;     // PTM: the address after the branch; ETM: its address
  uint64_t branch;        // ETM: offset of the last branch packet with an information byte
};

// The progress of a timestamp request towards being counted as unanswered. The first four states follow each other.
// REQUEST_INTERRUPTED ends the progress.
enum request_progress {
  REQUEST_SENT,
  REQUEST_REGISTERED,    // The DUT surely has registered the request.
  REQUEST_ATB_WAS_IDLE,  // After that, the ATB could take a beat and the DUT had none.
  // After that, CONVENIENT_PACKETS packets reported instructions, so a place for a timestamp was convenient (IHI 0035B
  // 4.14).
  REQUEST_UNANSWERED,
  REQUEST_INTERRUPTED,  // Trace was interrupted before that, so the request does not count.
};

// A request that a pin or an event has made.
struct rule_request {
  bool is_open;
  bool has_trace;  // for timestamps: when the request began, anything had been traced since the last timestamp
  uint64_t clock;  // of the request
  // The window, in clocks of the ATB.
  uint64_t due;              // its end
  uint64_t answerable_from;  // since when the DUT could answer: the request, or the end of the last interruption
  uint64_t last_traced;      // the last packet before `due` that reports instructions
  uint64_t spent;            // window clocks that earlier, unanswered requests used
  uint64_t late_from;        // Offset from which on each packet was surely generated after `due`. 0: not reached.
  // For timestamps, which requests may share.
  enum request_progress progress;
  uint64_t registered_at;       // since REQUEST_REGISTERED: clocks of the ATB then,
  uint64_t beats_then;          // and beats by then
  unsigned packets_since_idle;  // since REQUEST_ATB_WAS_IDLE: packets that report instructions
  unsigned unanswered;          // consecutive requests before this one that were not answered
};

struct rules_time {
  uint64_t last_time;  // the last timestamp
  bool is_last_time_known;
  bool has_trace;                    // Anything was traced since the last timestamp.
  struct rule_request event, flush;  // requests by ETMTSEVR and by AFVALID
  bool has_async;                    // There was an A-sync.
  bool has_isync;                    // There was an I-sync after the last A-sync.
  bool has_full;                     // There was a T-sync after the last A-sync.
  bool is_after_overflow;            // No timestamp has followed the I-sync of the last overflow.
  bool was_last_full;                // The last timestamp was a T-sync, and no A-sync has followed.
  bool was_full_before_async;        // The last timestamp before the last A-sync was a T-sync.
  bool has_any_full;                 // There was a T-sync since the reset.
  bool needs_tsync;                  // A synchronization has no T-sync yet.
  uint64_t tsync_spent;              // clocks that earlier synchronizations without a T-sync waited before a stop
  uint64_t isync_atb_clocks;         // clocks of the ATB at the I-sync of the first such synchronization.
  uint64_t packets_since_isync;      // packets after it that report instructions.
  // The number of packets that report instructions before which the next timestamp may be that of an exception, an
  // exception return or a barrier.
  unsigned waypoint_packets_left;
  uint64_t beats;                          // so far
  uint64_t flush_clock, flush_atb_clocks;  // the start of the last flush
  // AFREADY has answered a flush that began after the window of `flush`, but `flush` has no timestamp.
  bool is_flush_unanswered;
  uint64_t last_stamp_at;  // clock of the last timestamp
  uint64_t off_until;      // the clock from which on the DUT must register the timestamp event
  // TSCLKCHANGE was 1 in `change_clock`, and no timestamp has reported that. `must_report_change`: all trace from
  // before the change has left, so the next timestamp must report the change.
  bool has_pending_change, must_report_change;
  uint64_t change_clock;
  uint64_t unreported_clock_changes;
};

struct rules_sync {
  bool is_first_due;  // The next packet is the first since the DUT was enabled in clock `enabled_at`.
  uint64_t enabled_at;
  bool has_async, has_isync;                       // `has_isync`: after the last A-sync
  uint64_t last_async, first_async_without_isync;  // offsets
  uint64_t bytes_without_instruction;              // since the last A-sync, of packets that report no instruction
  struct rule_request request;
};

struct rules_trigger {
  bool was_pin_high;  // at the last edge of CLK
  // From the pins.
  uint32_t pulses;              // since the DUT was reset or programmed
  bool was_event_true;          // The event may have been true, the last time in clock `event_at`.
  bool is_pulse_due;            // The event was surely true in clock `awaited_event_at`, and no pulse has followed.
  bool must_pulse_before_stop;  // The DUT was requested to stop while a pulse was due, and had the event by then.
  uint64_t event_at, awaited_event_at, certain_at, due;  // clocks; certain since `certain_at`, awaited until `due`
  uint64_t spent;                                        // window clocks that earlier, unanswered events used
  uint64_t pulse_at;                                     // clock of the first pulse
  uint64_t enabled_at;                                   // clock in which the DUT was enabled last
  uint64_t last_disabled_at;                             // the last clock in which it may not have traced
  uint64_t may_be_old_until;                             // a pulse up to that clock may belong to the previous run
  uint64_t counted_from;                                 // clock from which `pulses` counts
  bool is_programmed;    // `counted_from`: ETMCR[10] was cleared then. Otherwise the DUT was reset.
  bool status_written;   // ETMSR was written since the Programming bit was set.
  bool is_prevented;     // ETMSR[3] was written as 1, so no trigger occurs in this run.
  bool has_start_state;  // A reset or the Programming bit has armed the trigger.
  uint64_t restored_at;  // ETMOSSRR has restored ETMSR[3] as 1. 0: no, or it may have changed since.
  // `has_start_state` is set, no write to ETMSR has changed the state, and each pulse belongs to this run.
  bool is_state_known;
  // From the packets.
  uint32_t packets, reported_pulses;
  uint64_t reported_at, early_at;  // clocks: of the last of these pulses; of a packet that no pulse precedes, 0: none
  uint64_t packet_offset;          // of the first trigger packet since the DUT was programmed
  bool counts_are_of_run;          // These packets and pulses are all of one run.
  struct rule_request request;
};

// What decides on the trigger in addition to EXTIN. INPUT_MAY_TRACE lasts, the others are for one clock.
enum trigger_input_flag {
  INPUT_MAY_TRACE = 1 << 0,       // The DUT is enabled, and the processor permits trace.
  INPUT_ARMED = 1 << 1,           // A reset or the Programming bit has armed the trigger.
  INPUT_STATUS_WRITTEN = 1 << 2,  // With INPUT_ARMED: ETMSR was written, so it is unknown whether the trigger is armed.
  INPUT_STARTED = 1 << 3,         // The DUT is enabled.
  INPUT_PULSE = 1 << 4,           // The trigger pin rises.
};

// A clock in which any of it changed.
struct trigger_input {
  uint64_t clock;
  uint8_t extin, flags;
};

struct trigger_history {
  uint64_t count;  // changes so far, of which the ring has the last
  uint64_t from;   // the number of the change from which on ETMTRIGGER is `event`
  uint32_t event;
  struct trigger_input at[TRIGGER_HISTORY];
};

// The debug request. In the first three states the pin is LOW.
enum debug_state {
  DEBUG_LOW,
  DEBUG_MAY_RISE,   // There was a trigger, or a request that was not acknowledged. No rise is required.
  DEBUG_MUST_RISE,  // A trigger must raise the request by clock `due`.
  DEBUG_MUST_STAY,  // until it is acknowledged
  DEBUG_MAY_END,    // An event permits both, or the rise had no known cause.
  DEBUG_MUST_FALL,  // within the response window, because it is acknowledged
};

struct rules_debug {
  bool is_in_use;            // ETMCR[9] was written as 1, or the pin was HIGH.
  bool is_implemented;       // ETMCR[9] was read as 1, or the pin was HIGH.
  bool has_missing_request;  // TRC-DBG-1 is violated if ETMCR[9] is implemented.
  bool was_high, was_acknowledged;
  bool rose_before_trigger;  // The last request rose before the pulse of its trigger.
  enum debug_state state;
  // Clocks: the last trigger that may raise the request, the last rise, the last acknowledge; 0: there was none.
  uint64_t trigger_at, risen_at, acknowledged_at;
  uint64_t due, answered_at;  // clocks; `answered_at`: the acknowledge of the request
  uint64_t answer_clocks;     // clocks of the response window, since the rise, in which the DUT surely acts
};

// The processor's state, for events that name it.
enum { STATE_NON_SECURE, STATE_PROHIBITED, STATE_RESOURCES };  // resources 0x6D and 0x6E
struct rules_processor_state {
  bool known, ns, prohibited;  // as the last waypoint or instruction had it
  uint32_t inputs;
  uint64_t low_at[STATE_RESOURCES], high_at[STATE_RESOURCES], inputs_since;  // last clocks: of LOW, HIGH, a change
  bool is_as_at_reset, reset_ns, reset_prohibited;  // ETM: the two pins have not changed since the reset.
  uint64_t allowed_at;  // the clock from which on the reset has ended and non-invasive debug is enabled
};

// Counters, the sequencer and external outputs.
struct rules_resources {
  struct event_inputs inputs;
  struct counting reading;
  struct counting_values start;  // the values after the Programming bit is cleared; valid in that clock.
  // The counters and the sequencer (bits as in `reading`) and the start/stop block ([5]) that were written while the
  // Programming bit was 0.
  uint8_t written_early;
  bool was_running, was_maybe_running, was_debug_enabled;  // in the last clock
  bool has_seen_clock;                                     // There was a last clock.
  // The DUT was started before its stop was acknowledged, or non-invasive debug was enabled again. So it may wait, with
  // its enable pin LOW, until its old trace has left. The pin is read from clock `waits_from` on.
  bool may_restart_late, may_resume_late;
  uint64_t waits_from;
  bool names_processor_state;  // An event of counters, sequencer or outputs names it.
  bool uses_comparators;       // An event names comparators or the start/stop block.
  uint64_t unsettled_until;    // clock up to which the DUT may not have registered a change of NIDEN and DBGEN
  uint64_t apb_idle_at;        // the last clock without an access
  bool has_seen_output;        // An external output has been 1, or EXTOUT is connected.
  uint64_t started_at;         // clock in which the DUT was started last
  bool is_resumed;             // Something other than the Programming bit started it.
  bool is_programming_known;   // A reset or a write to ETMCR has shown the Programming bit.
  bool was_programming;        // The Programming bit was set in the last clock,
  uint64_t programming_at;     // and has been set since this clock.
  struct {
    bool is_pulse_due;  // The event was surely true in clock `event_at`. The output must follow by clock `due`.
    uint64_t event_at, due;
    uint64_t high_until, last_unchecked_at;  // the clock after the last one in which it was 1; the last one unchecked
  } output[COUNTING_OUTPUTS];
};

enum { RULES_BY_FLUSH, RULES_BY_IDLE, RULES_DRAINS };

struct rules_drain {
  bool was_ready;  // AFREADY was 1 when AFVALID was 0 last.
  // Requests that are not answered.
  struct {
    bool open;
    bool is_promise;       // The answer means that all trace has left.
    uint64_t clock, from;  // of the request; `from`: clocks of the ATB then
    size_t covered;        // items that the DUT surely had by then
  } request[RULES_DRAINS];
  // Requests that were answered, until the decoder reaches byte `to`.
  struct {
    uint64_t clock, to;
    size_t covered;
    uint8_t by;
  } answered[RULES_ANSWERED_DRAINS];
  size_t first, count;
  // Items below `due_items` must have been reported by now, because a request was answered in clock `due_clock`.
  size_t due_items;
  uint8_t due_by;
  uint64_t due_clock;
  // The last violation that rules_check_drained_items() has found.
  unsigned violated_rule;
  size_t violating_item;
  char text[160], why[200];     // `why`: with the ID of the rule
  size_t items[RULES_HISTORY];  // the number of items presented, by clock
};

// What has started or stopped the DUT, or has given a register its value.
struct rules_cause {
  enum rules_cause_kind { CAUSE_RUN, CAUSE_WRITE, CAUSE_READ, CAUSE_GIVEN, CAUSE_TRACE, CAUSE_RESET, CAUSE_POWER } kind;
  uint16_t offset;  // of a register that was written or read, or whose value was given
  uint32_t value;
  uint64_t clock;
};

// Whether trace may still leave the DUT. In all states except the first, it is at rest.
enum rules_rest {
  REST_UNKNOWN,
  REST_UNUSED,  // Nothing was traced since the reset.
  REST_HALTED,  // ETMSR[1] was read as 1 since the DUT was requested to stop, so all trace has left.
  REST_SILENT,  // And ATVALID has been 0 since then.
};

struct rules_register {
  bool is_taken[REGISTER_WORDS];           // The DUT has the last written value, or it is a constant that was read.
  bool has_ignored_write[REGISTER_WORDS];  // Since then the software lock has kept out a write.
  bool may_be_taken[REGISTER_WORDS];       // The last write came while the OS lock was unknown.
  bool is_unwritten[REGISTER_WORDS];       // There was no write since the reset.
  bool was_read[REGISTER_WORDS];           // It was read since the reset or the last write.
  // The clock of the last write, or of the end of a restore that gave the value. 0: a call gave the value.
  uint64_t written_at[REGISTER_WORDS];
  uint64_t restored_at;  // the clock in which a complete restore ended last
  struct rules_kept_out {
    uint64_t clock;  // of the last write that was kept out since then; 0: none
    uint32_t value;
    bool is_error;  // PSLVERR kept the write out, otherwise the software lock
  } kept_out[REGISTER_WORDS];
  bool is_in_reset, was_powered;
  enum rules_rest rest;
  struct rules_kept {                           // A reset does not change these:
    uint64_t disabled_at, disabled_atb_clocks;  // the clock in which NIDEN and DBGEN disabled trace last, or enabled it
    uint32_t syncfr_zeros, syncfr_ones;         // the bits of ETMSYNCFR that have read as 0, as 1
  } kept;
  bool was_at_rest_at_start;                // All earlier trace had left when the DUT was started last.
  uint64_t changed_atb_clocks, changed_at;  // the clock in which the DUT was started or stopped last
  uint64_t halted_at;                       // the clock in which ETMSR[1] was read as 1
  struct rules_cause changed;               // the cause of the last start or stop
  struct rules_cause cleared;               // the access that cleared the Programming bit last
  struct rules_cause reset;                 // the last reset
  bool is_debug_enabled;                    // NIDEN or DBGEN was 1 at the last edge.
  uint32_t stable_clocks, stable_edges;     // edges of CLK and of the APB since that changed, except in an access
  uint8_t fifo_level;                       // bytes of the FIFO, as ETMFFLR showed them; 0: unknown
  uint32_t wait_edges;                      // edges of the APB without PREADY, in this access
  bool is_power_down_taken;                 // The DUT surely has ETMCR[0] as it was written.
  bool may_have_old_id;                     // Trace with the previous ETMTRACEIDR may still be in the DUT.
  uint32_t status_known;                    // the bits of `status` that are valid
  uint32_t status;                          // ETMSR as read last, while the DUT was halted
  uint64_t status_read_at;                  // clock of that read
  uint64_t status_written_at;               // clock of the last write to ETMSR, which sets [3]
};

// What a read of ETMOSSRR must return (PFTv1.0, ETMv3.3 and v3.4). struct registers_saved has the words.
struct rules_saved {
  uint64_t counted_at;  // the clock in which a save has returned its number of words, `count`; 0: none has
  uint64_t first_at;    // the clock of a first read, which returned `first`, if no access has followed; 0: none
  uint32_t count, first;
  unsigned stored;    // words that were read under this OS lock after the trace had left
  bool is_unordered;  // Which word the next access passes is not known.
};

// The resources whose state the Programming bit holds: the counters, from 0 on, and these.
enum held_resource { HELD_SEQUENCER = COUNTING_COUNTERS, HELD_START_STOP, HELD_RESOURCES };

struct rules_held {
  bool known;        // `value` is valid.
  bool written;      // The resource was written since the Programming bit was set.
  bool is_restored;  // ETMOSSRR has restored the resource, and it was not written since.
  bool due;          // The resource must read as `reset`, and has not been read since.
  bool was_read;     // `value` is from a read, otherwise from a write.
  uint64_t at;       // clock of that access; with `due`: of the write that `reset` is from, 0: none
  uint32_t value, reset;
};

// What was known when ETMOSSRR saved the registers last. A complete restore makes it known again, because it must
// include each register that loses its value with core power (IHI 0035B 3.17.4, IHI 0014Q 3.8.4).
struct rules_restore {
  bool is_taken[REGISTERS_TRACE];          // The register had its written value, and has not been written since.
  struct rules_held held[HELD_RESOURCES];  // counters and the sequencer
  bool is_triggered;                       // ETMSR[3] was 1, and it has not been written or reset since.
};

enum { CLAIM_TAGS = 8 };
struct rules_claim {
  bool is_counted;  // ETMCLAIMSET was read as `implemented`.
  uint32_t implemented;
  uint32_t tags, known;                   // the tags that are set; those whose state is known
  struct rules_cause access[CLAIM_TAGS];  // of each tag: the last that set, cleared or read it
};

struct rules_lock {
  bool is_reset_state;  // The OS lock is as the reset left it, for all that the checker has seen.
  bool ends_restore;    // In this clock, an access ends a restore.
  bool was_locked;      // After the last access, the OS lock was known to be set, since:
  uint64_t locked_at, locked_atb_clocks;
  bool software_known;           // A reset, or a write of software to ETMLAR, has shown the software lock.
  bool is_powered;               // The core power domain has power, since clock `power_at` or the reset.
  bool power_changed_in_access;  // The core power changed in the access that is not complete.
  uint64_t power_at;
  bool sticky_known, sticky;       // ETMPDSR[1]
  uint64_t lost_at, lost_read_at;  // clocks: core power was lost last; ETMPDSR was read last; 0: never
  bool keep_known, keep;           // ETMPDCR[3]
  bool keep_is_implemented;        // ETMPDCR[3] has been read as 1.
  struct rules_cause software;     // the last write of software to ETMLAR since the reset
  struct rules_cause os;           // the last write to ETMOSLAR, or loss of power, since the reset
  struct rules_claim claim;
};

struct rules_bus {
  bool has_stalled_beat;  // A beat was offered at the last edge of the ATB, and ATREADY was 0.
  uint64_t since;         // clock in which the beat was offered first
  bool is_unknown;        // At this edge a pin that decides on the beat is x or z.
  uint8_t bytes;          // ATBYTES
  uint64_t data;          // ATDATA in the lanes that ATBYTES names
};

enum { RULES_THEMES = 16 };  // more than there are

struct rules {
  // `config`: the program of the stream that is compared. `programmed`: that of the items presented now. The two differ
  // from a restart to the boundary of its stream (unseen.h).
  const struct config *config, *programmed;
  const struct registers *registers;  // the written registers, and whether the DUT runs
  const struct selection *filter;     // comparators and the start/stop block, from the port; NULL: not followed
  bool speculates;                    // The processor's port is that of the Cortex-A9 (wpt_port.h).
  bool loses_waypoints;               // More waypoints were uncommitted on this port than `wpt_depth` of `config`.
  bool has_outputs;                   // EXTOUT is connected. Otherwise this is known when an output has been 1.
  struct rules_limits limits;
  struct rule_set off;
  const struct rules_protocol *protocol;
  const struct rule_theme *packet_themes[RULES_THEMES], *event_themes[RULES_THEMES];  // lists that end in NULL

  uint64_t clock, sent, atb_clocks;  // of the pins
  uint64_t next;                     // the clock after this edge
  size_t presented;                  // items so far
  size_t item;                       // the next item that the trace reports
  bool in_packet;                    // A packet is evaluated.
  uint32_t marks_now, stamp_window;  // of the mark of this clock
  bool was_debug_disabled;           // Non-invasive debug was disabled at the last edge.
  bool programming_cleared;          // The Programming bit was cleared in this clock.
  bool needs_control;       // The controls must be evaluated in steady clocks, too. The last evaluation has set it.
  const struct cycle *now;  // the edge that is evaluated, or NULL

  struct rules_mark marks[RULES_MARKS];  // [first, last): their packets have not been decoded yet
  uint64_t first, last;
  struct rules_mark at;  // the place of the decoder

  // The themes. A comment lists the files that may access the member. tests/lint.sh reads it.
  struct rules_lock lock;                  // rule_lock.c
  struct rules_saved saved;                // rule_saved.c
  struct rules_register reg;               // rule_register.c rule_register.h rule_read_back.c rule_cause.c
  struct rules_held held[HELD_RESOURCES];  // rule_held.c
  struct rules_restore restore;            // rule_register.c rule_held.c rule_trigger.c
  struct rules_resources resources;        // rule_resource.c rule_resource.h rule_counting.c rule_counting.h
  struct rules_processor_state processor;  // rule_state.c rule_state.h
  struct rules_address address;            // rule_address.c
  struct rules_flow flow;                  // rule_flow.c
  struct rules_time time;                  // rule_time.c
  struct rules_sync sync;                  // rule_sync.c
  struct rules_trigger trigger;            // rule_trigger.c rule_trigger.h
  struct trigger_history trigger_history;  // rule_trigger.c rule_trigger.h
  struct rules_debug debug;                // rule_debug.c rule_debug.h
  struct rules_drain drain;                // rule_drain.c rule_drain.h
  struct rules_bus bus;                    // rule_bus.c
  struct own_rules own;                    // own_rules.c
  uint64_t evaluated[RULES];
  struct rule_breach breaches[RULES];
  bool broken;                 // Some rule is violated.
  bool is_environment_faulty;  // The processor's port or the bench has violated a rule.
};

#endif
