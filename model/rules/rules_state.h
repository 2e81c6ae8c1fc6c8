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
  RULES_LAG = 2048,          // clocks from a clock's pins to its packets, at most
  RULES_MARKS = 8192,        // a power of two: marks on their way
  RULES_HISTORY = 64,        // clocks: more than any latency
  RULES_INPUTS = 4096,       // a power of two: changes of what decides on the trigger that are kept
  RULES_DRAINS_HELD = 2048,  // drains acknowledged that items are still to be held against
};

// Windows, in clocks, for what no clause gives a number.
#define WINDOW_DEFAULT UINT32_MAX  // the window that docs/rules.md gives
struct rules_limits {
  uint32_t drain;    // clocks in which the ATB takes: from a request to drain to its answer
  uint32_t answer;   // likewise: from a request (SYNCREQ, an event) to what it asks for
  uint32_t bus;      // edges of the APB until PREADY
  uint32_t latency;  // clocks until the unit has what was presented, below RULES_HISTORY
  bool strict;       // bytes that leave in the clock of an answer are behind it
};

// The first time that a rule was broken.
struct rule_breach {
  uint64_t times;
  uint64_t clock, offset;  // clock; bytes that had left, or before the packet
  size_t item;             // of a packet: the first that it or a later one reports; otherwise those presented by then
  bool of_packet;
  uint8_t pin;     // otherwise: enum pin; PINS: none, somebody has said what a register reads as
  uint64_t value;  // of it, then
  char text[640];
  const char *clause;          // if it is not that of the rule; NULL: it is
  const char *event_register;  // that holds the event that it is about; NULL: none
  uint32_t event;
  uint64_t event_clock;  // in which it was true, or had to be
};

// What the pins said in a clock, for the packets behind `sent`.
enum rule_mark {
  MARK_RESET = 1 << 0,
  MARK_ENABLED = 1 << 1,  // the unit runs from here on
  MARK_FRESH = 1 << 2,    // with it: by the Programming bit or the OS lock, and nothing of before can follow
  MARK_STOPPED = 1 << 3,  // ETMSR says that all has left
  MARK_SYNCREQ = 1 << 4,
  MARK_FLUSH = 1 << 5,    // AFVALID rises
  MARK_FLUSHED = 1 << 6,  // it is acknowledged
  MARK_TRIGGER = 1 << 7,  // the trigger's pin rises
  MARK_STAMP = 1 << 8,    // the timestamp event is true
  MARK_LATELY = 1 << 9,   // with it: now, or in the window of latency before
  MARK_BEAT = 1 << 10,    // bytes leave
  MARK_CHANGE = 1 << 11,  // TSCLKCHANGE
  MARK_SEEN = 1 << 12,    // with it: by a unit that runs
  MARK_BARRED = 1 << 13,  // non-invasive debug is disabled, or no more
  MARK_LOST = 1 << 14,    // with MARK_STOPPED: for all that ETMSR shows, an overflow waits to be reported
  MARK_LATE = 1 << 15,    // with MARK_FRESH: the unit is seen to run, and has run before, since the reset
  MARK_STATUS = 1 << 16,  // ETMSR is written
};

struct rules_mark {
  uint64_t clock, sent, atb_clocks;  // atb_clocks: clocks so far in which the ATB could take
  uint32_t what;
};

// What later packets are compressed against.
struct rules_base {
  uint32_t address;
  uint8_t isa;  // enum isa
  bool known;
};

struct rules_address {
  struct rules_base base, update;  // update: behind a waypoint update, the other reading
  bool ns, ns_known, hyp;
  bool changed;  // the last branch packet changed NS or Hyp
};

enum rules_waypoint { LAST_UNKNOWN, LAST_OTHER, LAST_ERET, LAST_ERET_REPORTED };

struct rules_flow {
  uint8_t last;           // of a PTM: enum rules_waypoint
  bool direct_taken;      // the last instruction is a direct branch that was taken; of a PTM, and has no branch packet
  bool direct_exchanges;  // of an ETM: it changes the instruction set
  uint32_t direct_at;
  uint64_t branch;  // of an ETM: offset of the last branch packet that tells a change of state
};

// Something asked for by a pin, until `due`.
struct rule_request {
  bool open, traced;  // traced: something since the last timestamp, when it began
  uint64_t clock;     // since then
  uint64_t due;       // of `atb_clocks`
  uint64_t from;      // likewise: since then; or since it could be answered again
  uint64_t last;      // likewise: where the unit traced last since then
  uint64_t spent;     // clocks in which earlier ones waited in vain
  uint64_t late;      // offset from where a packet is surely of after `due`; 0 before it
  // Timestamps: what the unit has let pass without an answer; where it has had the request, of `atb_clocks`, and beats
  // by then; earlier ones in a row that it has passed over.
  enum rule_passed { REQUEST_ASKED, REQUEST_HAD, REQUEST_IDLE, REQUEST_PASSED_OVER, REQUEST_INTERRUPTED } passed;
  uint64_t had_at, beats;
  unsigned packets;  // that report instructions, since the ATB was idle
  unsigned passed_over;
};

struct rules_time {
  uint64_t last;
  bool known;
  bool traced;                        // something, since the last timestamp
  struct rule_request event, flush;   // timestamps asked for
  bool async, isync, full, overflow;  // since the last A-sync: seen, an I-sync behind it, a T-sync; the last I-sync
  bool last_full, before;             // the last timestamp was a T-sync; the last before the A-sync
  bool any_full;                      // a T-sync was told since the reset
  bool owed;                          // a synchronization has none yet; of the first such:
  uint64_t isync_atb_clocks, instructions;  // where its I-sync is; packets that tell instructions since
  // A timestamp here may be a waypoint's, an exception, an exception return or a barrier, which was reported so many
  // packets ago, or less.
  unsigned of_waypoint;
  uint64_t beats;
  // A flush: where the last one began; one without its timestamp was followed by another that is answered.
  uint64_t flush_clock, flush_atb_clocks;
  bool flush_missed;
  uint64_t told_at;    // clock of the last timestamp
  uint64_t off_until;  // clock: the TraceEnable event was not surely true before it
  // The clock changed and no timestamp tells it: since when; whatever was made before that has left.
  bool change, change_surely;
  uint64_t change_clock;
  uint64_t changes;  // The changes of the clock that no timestamp has reported yet.
};

struct rules_sync {
  bool first_due;  // the next packet is the first since the unit was enabled
  uint64_t enabled_at;
  bool any_async, isync;       // isync: one was told since the last A-sync
  uint64_t async, isync_from;  // offsets: of the last A-sync; of the first that no I-sync follows
  uint64_t waiting;            // bytes since the last A-sync in packets that tell no instruction
  struct rule_request request;
};

struct rules_trigger {
  bool pin;  // as it was
  // By the pins.
  uint32_t pulses;               // since the unit was programmed
  bool was_true, waiting, owed;  // owed: the unit was asked to stop while it was waited for, and had the event by then
  uint64_t true_at, asked_at, due;  // clocks: the event was true last; it was true for the trigger that is waited for
  uint64_t spent;                   // clocks in which earlier ones have waited in vain
  uint64_t pulse_at;                // the first trigger since the unit was programmed
  uint64_t enabled_at, may_since;
  uint64_t open_until;    // a pulse up to that clock may be of the last run
  uint64_t counted_from;  // clock from which `pulses` counts: of the last reset, or in which ETMCR[10] was cleared
  bool programmed;        // the latter
  bool status_written;    // ETMSR was written since the Programming bit was set.
  bool began, known;  // a reset or the Programming bit was seen; the state is known by that, and nobody has written it
  // By the packets.
  uint32_t packets, reported_pulses;
  uint64_t reported_at;    // clock of the last of these pulses
  uint64_t packet_offset;  // of the first trigger packet since the unit was programmed
  bool fresh;
  struct rule_request request;
};

// What else decides on the trigger, beside EXTIN. INPUT_MAY stands, the others are of one clock.
enum rules_input_what {
  INPUT_MAY = 1 << 0,      // the unit is enabled, and the processor lets it trace
  INPUT_ARMED = 1 << 1,    // by a reset or the Programming bit
  INPUT_SPENT = 1 << 2,    // with it: ETMSR was written, so that whether it is armed is not known
  INPUT_STARTED = 1 << 3,  // the unit is enabled
  INPUT_PULSE = 1 << 4,    // the trigger's pin rises
};

// Each clock in which some of it changed.
struct rules_input {
  uint64_t clock;
  uint8_t extin, what;
};

struct rules_inputs {
  uint64_t count;  // of them; the last are kept, a ring
  uint64_t from;   // since this one ETMTRIGGER is `event`
  uint32_t event;
  struct rules_input at[RULES_INPUTS];
};

// What decides on events that name the processor's state.
struct rules_state {
  bool known, ns, prohibited;
  uint16_t inputs;
  uint64_t since, inputs_since;  // clock: the state is so; the inputs are
  // Of an ETM: the pins have had one value since the reset; clock: it has ended, and non-invasive debug is enabled.
  bool as_reset, reset_ns, reset_prohibited;
  uint64_t allowed_at;
};

// Counters, the sequencer and external outputs.
struct rules_resources {
  struct event_inputs inputs;
  struct counting reading;
  struct counting_stand start;  // what clearing the Programming bit leaves, in this clock
  // Written since the Programming bit was cleared: bits as of `reading`, and [5] of the start/stop block.
  uint8_t early;
  bool runs, may_run, authorized, looked;  // As they were in the last clock.
  // It was started before its stop was acknowledged, or non-invasive debug has come back. Since `waits_from` it may
  // wait, with its enable pin LOW, until its old trace has left.
  bool may_restart_late, may_resume_late;
  uint64_t waits_from;
  bool names_state;    // an event of theirs
  bool compares;       // some event names comparators or the start/stop block
  uint64_t unsettled;  // clock: up to it a unit need not have seen that non-invasive debug came or went
  uint64_t idle_at;    // clock: no access was in its second phase
  // EXTOUT: some of it has been high; the Programming bit is known, and since when it is set.
  bool has_outputs, said, programming;
  uint64_t programming_at;
  struct {
    bool waits;
    uint64_t asked, high;  // clocks: its event was surely true; after the one in which it was high last
  } output[COUNTING_OUTPUTS];
};

enum { RULES_BY_FLUSH, RULES_BY_IDLE, RULES_DRAINS };

struct rules_drain {
  bool was_ready;  // AFREADY was high when AFVALID was low last
  struct {
    bool open;
    bool promises;         // its answer says that all has left
    uint64_t clock, from;  // since then; of `atb_clocks`
    size_t covered;
  } asked[RULES_DRAINS];
  // Acknowledged, until the items reach them.
  struct {
    uint64_t clock, to;
    size_t covered;
    uint8_t by;
  } held[RULES_DRAINS_HELD];
  size_t first, count;
  size_t due;  // items that must have been reported
  uint8_t due_by;
  uint64_t due_clock;  // of the answer
  // The rule that rules_items() has found violated last, and the item that violates it.
  unsigned violated;
  size_t violating_item;
  char text[160], why[200];  // why: with the ID of the rule
  size_t items[RULES_HISTORY];
};

// What has started or stopped the DUT, or has given a register its value.
struct rules_cause {
  enum rules_cause_kind { CAUSE_RUN, CAUSE_WRITE, CAUSE_READ, CAUSE_GIVEN, CAUSE_TRACE, CAUSE_RESET, CAUSE_POWER } kind;
  uint16_t offset;  // of a register that was written or read, or whose value was given
  uint32_t value;
  uint64_t clock;
};

struct rules_register {
  bool taken[REGISTER_WORDS];    // the unit surely has what was written last; a constant was read
  bool ignored[REGISTER_WORDS];  // since then software has written what the software lock keeps out
  bool unsure[REGISTER_WORDS];   // written while nobody had said whether the OS lock is set
  bool fresh[REGISTER_WORDS];    // nobody has written it since a reset
  // By register: the clock of the last write, 0: the value was given; a write since then that was kept out.
  uint64_t written_at[REGISTER_WORDS];
  struct rules_kept_out {
    uint64_t clock;  // 0: there was none
    uint32_t value;
    bool is_error;  // by PSLVERR, otherwise by the software lock
  } kept_out[REGISTER_WORDS];
  bool in_reset, powered;
  bool halted;  // ETMSR[1] was read as 1 since the DUT was requested to stop, so all trace has left.
  bool clean;   // The DUT is halted, or has traced nothing since the reset.
  bool rested;  // it was so when the unit was enabled
  bool quiet;   // ATVALID has been low since it said so
  uint64_t barred_at,
      barred_atb_clocks;           // likewise, where non-invasive debug was disabled last: clock; of `atb_clocks`
  uint64_t changed_atb_clocks;     // where the unit was started or stopped last
  uint64_t changed_at, halted_at;  // clocks: of that; in which ETMSR has said that all has left
  struct rules_cause changed;      // what has started or stopped it last,
  struct rules_cause cleared;      // cleared the Programming bit last,
  struct rules_cause reset;        // and reset it last
  bool authorized;                 // NIDEN, DBGEN or both are 1; or none
  uint32_t settled_clocks,         // for so many clocks,
      settled_edges;               // and edges of the APB, all without PENABLE
  uint8_t level_most;              // bytes of the FIFO, as ETMFFLR has said; 0: it has not
  uint32_t waits;                  // edges of the APB without PREADY
  bool power_taken;                // ETMCR[0] is as it was written
  bool id_moves;                   // ETMTRACEIDR was written while something may be on its way with another
  bool status_known;
  uint32_t status;          // ETMSR as read last, while the unit was halted
  uint64_t status_read_at,  // clocks: of that read,
      status_written_at;    // and of the last write to ETMSR, which sets [3]
};

// What a read of ETMOSSRR must return (PFTv1.0, ETMv3.3 and v3.4). struct registers_saved has the words.
struct rules_saved {
  bool is_counted;      // A save has returned its number of words, `count`, at `counted_at`.
  uint64_t counted_at;  // clock
  uint32_t count;
  unsigned stored;    // words that were read under this OS lock after the trace had left
  bool is_unordered;  // Which word the next access passes is not known.
};

enum { CLAIM_TAGS = 8 };
struct rules_claim {
  bool counted;
  uint32_t there, tags, known;            // ETMCLAIMSET; the tags; those that are known
  struct rules_cause access[CLAIM_TAGS];  // of each tag: the last that set, cleared or read it
};

struct rules_lock {
  bool reset;   // nothing but a reset has said how the OS lock is
  bool opens;   // in this clock, behind a restore
  bool locked;  // it is known to be set, since:
  uint64_t at, atb_clocks;
  bool software_known;                // a reset, or a write of software to ETMLAR, has said how the software lock is
  bool powered, power_moves;          // the core power domain; it changed in the access that is not complete
  uint64_t power_at;                  // clock: it changed last
  bool sticky_known, sticky;          // ETMPDSR[1]
  uint64_t lost_at, lost_read_at;     // clocks: core power was lost last; ETMPDSR was read last; 0: never
  bool keep_known, keep, keep_there;  // ETMPDCR[3]; it has read 1
  struct rules_cause software;        // the last write of software to ETMLAR since the reset
  struct rules_cause os;              // the last write to ETMOSLAR, or loss of power, since the reset
  struct rules_saved saved;
  struct rules_claim claim;
};

// What the Programming bit holds: the counters, from 0 on, and these.
enum rules_item { ITEM_SEQUENCER = COUNTING_COUNTERS, ITEM_START_STOP, RULES_ITEMS };

struct rules_held {
  bool known, written, due;  // value; since the Programming bit was set; by reset, and not read since
  bool was_read;             // `value` is that of a read, otherwise of a write
  uint64_t at;               // clock: of that access; with `due`, of the write that `reset` is from, 0: none
  uint32_t value, reset;
};

struct rules_bus {
  bool waits;      // a beat was offered at the last edge of the ATB, and ATREADY was low
  uint64_t since;  // clock: it has been offered
  bool unknown;    // at this edge some pin that decides on it is x or z
  uint8_t bytes;   // ATBYTES
  uint64_t data;   // ATDATA in the lanes that it names
};

enum { RULES_THEMES = 16 };  // more than there are

struct rules {
  const struct config *config;        // of the packets that are looked at
  const struct config *programmed;    // of the pins: another, while nobody has seen where the next stream begins
  const struct registers *registers;  // what was written, and whether the unit runs
  const struct selection *filter;     // comparators and the start/stop block, by the port; NULL: nobody follows them
  struct rules_limits limits;
  struct rule_set off;
  const struct rules_protocol *protocol;
  const struct rule_theme *packet_themes[RULES_THEMES], *event_themes[RULES_THEMES];  // that read these; NULL: no more

  uint64_t clock, sent, atb_clocks;  // of the pins
  uint64_t next;                     // clock: behind this edge
  size_t presented;                  // items, by then
  size_t item;                       // the next that the trace reports,
  bool in_packet;                    // while a packet is looked at
  uint32_t what;                     // found in this clock
  bool barred;                       // Non-invasive debug was disabled at the last edge.
  bool programming_cleared;          // The Programming bit was cleared in this clock.
  bool needs_control;       // a steady clock means something, too: of the last clock in which controls were looked at
  const struct cycle *now;  // the edge that is looked at, or NULL

  struct rules_mark marks[RULES_MARKS];  // [first, last), not yet among the packets
  uint64_t first, last;
  struct rules_mark at;  // where the packets are

  // The themes. A comment lists the files that may access the member. tests/lint.sh reads it.
  struct rules_lock lock;               // rule_lock.c
  struct rules_register reg;            // rule_register.c rule_register.h rule_read_back.c rule_cause.c
  struct rules_held held[RULES_ITEMS];  // rule_held.c
  struct rules_resources resources;     // rule_resource.c rule_resource.h rule_counting.c rule_counting.h
  struct rules_state state;             // rule_resource.c
  struct rules_address address;         // rule_address.c
  struct rules_flow flow;               // rule_flow.c
  struct rules_time time;               // rule_time.c
  struct rules_sync sync;               // rule_sync.c
  struct rules_trigger trigger;         // rule_trigger.c rule_trigger.h
  struct rules_inputs inputs;           // rule_trigger.c rule_trigger.h
  struct rules_drain drain;             // rule_drain.c
  struct rules_bus bus;                 // rule_bus.c
  struct own_rules own;                 // own_rules.c

  uint64_t evaluated[RULES];
  struct rule_breach breaches[RULES];
  bool broken;  // any
  bool misled;  // one of what is beside the unit: the processor's port, the bench
};

#endif
