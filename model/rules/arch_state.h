// SPDX-License-Identifier: Apache-2.0
// What the architecture rules remember, theme by theme. Private to arch*.c but for the verdicts.
#ifndef ARCH_STATE_H
#define ARCH_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "own_rules.h"
#include "packet.h"
#include "registers.h"
#include "rule_table.h"

struct config;
struct arch_pins;

enum {
  ARCH_LAG = 2048,          // clocks from a clock's pins to its packets, at most
  ARCH_MARKS = 8192,        // a power of two: marks on their way
  ARCH_HISTORY = 64,        // clocks: more than any latency
  ARCH_INPUTS = 4096,       // a power of two: changes of what decides on the trigger that are kept
  ARCH_DRAINS_HELD = 2048,  // drains acknowledged that items are still to be held against
};

// Windows, in clocks, for what no clause gives a number.
#define ARCH_DEFAULT UINT32_MAX  // the window that docs/rules.md gives
struct arch_limits {
  uint32_t drain;    // clocks in which the ATB takes: from a request to drain to its answer
  uint32_t answer;   // likewise: from a request (SYNCREQ, an event) to what it asks for
  uint32_t bus;      // edges of the APB until PREADY
  uint32_t latency;  // clocks until the unit has what was presented, below ARCH_HISTORY
  bool strict;       // bytes that leave in the clock of an answer are behind it
};

// The first time that a rule was broken.
struct arch_breach {
  uint64_t times;
  uint64_t clock, offset;  // clock; bytes that had left, or before the packet
  size_t item;             // of a packet: the first that it or a later one reports; otherwise those presented by then
  bool of_packet;
  uint8_t pin;     // otherwise: enum pin; PINS: none, somebody has said what a register reads as
  uint64_t value;  // of it, then
  char text[200];
  const char *event_register;  // that holds the event that it is about; NULL: none
  uint32_t event;
  uint64_t event_clock;  // in which it was true, or had to be
};

// What the pins said in a clock, for the packets behind `sent`.
enum arch_what {
  ARCH_RESET = 1 << 0,
  ARCH_ENABLED = 1 << 1,  // the unit runs from here on
  ARCH_FRESH = 1 << 2,    // with it: by the Programming bit or the OS lock, and nothing of before can follow
  ARCH_STOPPED = 1 << 3,  // ETMSR says that all has left
  ARCH_SYNCREQ = 1 << 4,
  ARCH_FLUSH = 1 << 5,    // AFVALID rises
  ARCH_FLUSHED = 1 << 6,  // it is acknowledged
  ARCH_TRIGGER = 1 << 7,  // the trigger's pin rises
  ARCH_STAMP = 1 << 8,    // the timestamp event is true
  ARCH_BEAT = 1 << 10,    // bytes leave
  ARCH_CHANGE = 1 << 11,  // TSCLKCHANGE
  ARCH_SEEN = 1 << 12,    // with it: by a unit that runs
  ARCH_BARRED = 1 << 13,  // non-invasive debug is disabled, or no more
  ARCH_LOST = 1 << 14,    // with ARCH_STOPPED: for all that ETMSR shows, an overflow waits to be reported
};

struct arch_mark {
  uint64_t clock, sent, able;  // able: clocks so far in which the ATB could take
  uint32_t what;
};

// What later packets are compressed against.
struct arch_base {
  uint32_t address;
  uint8_t isa;  // enum isa
  bool known;
};

struct arch_address {
  struct arch_base base, update;  // update: behind a waypoint update, the other reading
  bool ns, ns_known, hyp;
  bool changed;  // the last branch packet changed NS or Hyp
};

enum arch_waypoint { ARCH_UNKNOWN, ARCH_OTHER, ARCH_ERET, ARCH_ERET_REPORTED };

struct arch_flow {
  uint8_t last;           // of a PTM: enum arch_waypoint
  bool direct_taken;      // the last instruction is a direct branch that was taken; of a PTM, and has no branch packet
  bool direct_exchanges;  // of an ETM: it changes the instruction set
  uint32_t direct_at;
  uint64_t branch;  // of an ETM: offset of the last branch packet that tells a change of state
};

// Something asked for by a pin, until `due`.
struct arch_request {
  bool open, traced;  // traced: something since the last timestamp, when it began
  uint64_t clock;     // since then
  uint64_t due;       // of `able`
  uint64_t from;      // likewise: since then; or since it could be answered again
  uint64_t last;      // likewise: where the unit traced last since then
  uint64_t spent;     // clocks in which earlier ones waited in vain
  uint64_t late;      // offset from where a packet is surely of after `due`; 0 before it
  // Timestamps: what the unit has let pass without an answer; where it has had the request, of `able`, and beats by
  // then; earlier ones in a row that it has passed over.
  enum arch_passed { ARCH_ASKED, ARCH_HAD, ARCH_IDLE, ARCH_BRANCH, ARCH_PASSED_OVER, ARCH_INTERRUPTED } passed;
  uint64_t had_at, beats;
  unsigned passed_over;
};

struct arch_time {
  uint64_t last;
  bool known;
  bool traced;                        // something, since the last timestamp
  struct arch_request event, flush;   // timestamps asked for
  bool async, isync, full, overflow;  // since the last A-sync: seen, an I-sync behind it, a T-sync; the last I-sync
  bool last_full, before;             // the last timestamp was a T-sync; the last before the A-sync
  bool any_full;                      // a T-sync was told since the reset
  bool owed;                          // a synchronization has none yet; of the first such:
  uint64_t isync_able, instructions;  // where its I-sync is; packets that tell instructions since
  // A timestamp here may be a waypoint's, an exception, an exception return or a barrier, which was reported so many
  // packets ago, or less.
  unsigned of_waypoint;
  uint64_t beats;
  // A flush: where the last one began; one without its timestamp was followed by another that is answered.
  uint64_t flush_clock, flush_able;
  bool flush_missed;
  uint64_t off_until;  // clock: the TraceEnable event was not surely true before it
  // The clock changed and no timestamp tells it: since when; whatever was made before that has left.
  bool change, change_surely;
  uint64_t change_clock;
};

struct arch_sync {
  bool first_due;  // the next packet is the first since the unit was enabled
  uint64_t enabled_at;
  bool any_async, isync;       // isync: one was told since the last A-sync
  uint64_t async, isync_from;  // offsets: of the last A-sync; of the first that no I-sync follows
  uint64_t waiting;            // bytes since the last A-sync in packets that tell no instruction
  struct arch_request request;
};

struct arch_trigger {
  bool pin;  // as it was
  // By the pins.
  uint32_t pulses;  // since the unit was programmed
  bool was_true, waiting;
  uint64_t true_at, asked_at, due;  // clocks: the event was true last; it was true for the trigger that is waited for
  uint64_t spent;                   // clocks in which earlier ones have waited in vain
  uint64_t pulse_at;                // the first trigger since the unit was programmed
  uint64_t enabled_at, may_since;
  bool known;  // the state: since a reset or the Programming bit
  // By the packets.
  uint32_t packets, reported_pulses;
  bool fresh;
  struct arch_request request;
};

// What else decides on the trigger, beside EXTIN. ARCH_MAY stands, the others are of one clock.
enum arch_input_what {
  ARCH_MAY = 1 << 0,      // the unit is enabled, and the processor lets it trace
  ARCH_ARMED = 1 << 1,    // by a reset or the Programming bit
  ARCH_SPENT = 1 << 2,    // with it: ETMSR was written, so that whether it is armed is not known
  ARCH_STARTED = 1 << 3,  // the unit is enabled
  ARCH_PULSE = 1 << 4,    // the trigger's pin rises
};

// Each clock in which some of it changed.
struct arch_input {
  uint64_t clock;
  uint8_t extin, what;
};

struct arch_inputs {
  uint64_t count;  // of them; the last are kept, a ring
  uint64_t from;   // since this one ETMTRIGGER is `event`
  uint32_t event;
  struct arch_input at[ARCH_INPUTS];
};

// What decides on events that name the processor's state.
struct arch_state {
  bool known, ns, prohibited;
  uint8_t extin;
  uint64_t since, extin_since;  // clock: the state is so; EXTIN is
  // Of an ETM: the pins have had one value since the reset; clock: it has ended, and non-invasive debug is enabled.
  bool as_reset, reset_ns, reset_prohibited;
  uint64_t allowed_at;
};

enum { ARCH_BY_FLUSH, ARCH_BY_IDLE, ARCH_DRAINS };

struct arch_drain {
  bool was_ready;  // AFREADY was high when AFVALID was low last
  struct {
    bool open;
    bool promises;         // its answer says that all has left
    uint64_t clock, from;  // since then; of `able`
    size_t covered;
  } asked[ARCH_DRAINS];
  // Acknowledged, until the items reach them.
  struct {
    uint64_t clock, to;
    size_t covered;
    uint8_t by;
  } held[ARCH_DRAINS_HELD];
  size_t first, count;
  size_t due;  // items that must have been reported
  uint8_t due_by;
  uint64_t due_clock;  // of the answer
  char why[128];
  size_t items[ARCH_HISTORY];
};

struct arch_register {
  uint32_t value[REGISTER_WORDS];  // as written, or as read where it is constant
  bool known[REGISTER_WORDS];
  bool doubtful[REGISTER_WORDS];  // written while nobody had said whether the OS lock is set
  bool in_reset, programming, power_down, os_lock, running;
  bool os_locks, os_known;          // there is an OS lock, for all that is known; since the reset somebody has said
  bool programmed;                  // the Programming bit was cleared in this clock
  bool halted;                      // ETMSR has said that all has left, since the unit was told to stop
  bool clean;                       // likewise, or nothing has been traced since the reset
  bool quiet;                       // ATVALID has been low since it said so
  uint64_t barred_at, barred_able;  // likewise, where non-invasive debug was disabled last: clock; of `able`
  uint64_t changed_able;            // where the unit was started or stopped last
  uint64_t changed_at, halted_at;   // clocks: of that; in which ETMSR has said that all has left
  uint32_t waits;                   // edges of the APB without PREADY
  bool status_known, status_written;
  uint32_t status;  // ETMSR as read last, while the unit was halted
};

struct arch_bus {
  bool waits;      // a beat was offered at the last edge of the ATB, and ATREADY was low
  uint64_t since;  // clock: it has been offered
  bool unknown;    // at this edge some pin that decides on it is x or z
  uint8_t bytes;   // ATBYTES
  uint64_t data;   // ATDATA in the lanes that it names
};

struct arch {
  const struct config *config;
  struct arch_limits limits;
  struct rule_set off;
  const struct arch_protocol *protocol;

  uint64_t clock, sent, able;  // of the pins
  size_t presented;            // items, by then
  size_t item;                 // the next that the trace reports,
  bool in_packet;              // while a packet is looked at
  uint32_t what;               // found in this clock
  bool awake;  // a steady clock means something, too: of the last clock in which controls were looked at
  const struct arch_pins *now;  // the edge that is looked at, or NULL

  struct arch_mark marks[ARCH_MARKS];  // [first, last), not yet among the packets
  uint64_t first, last;
  struct arch_mark at;  // where the packets are

  struct arch_address address;
  struct arch_flow flow;
  struct arch_time time;
  uint64_t changes;  // of the clock, that no timestamp tells yet
  bool barred;       // by the pins: non-invasive debug is disabled
  struct arch_sync sync;
  struct arch_inputs inputs;
  struct arch_state state;
  struct arch_trigger trigger;
  struct arch_drain drain;
  struct arch_register reg;
  struct arch_bus bus;
  struct own_rules own;

  uint64_t evaluated[ARCH_RULES];
  struct arch_breach breaches[ARCH_RULES];
  bool broken;  // any
  bool misled;  // one of what is beside the unit: the processor's port, the bench
};

#endif
