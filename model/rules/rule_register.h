// SPDX-License-Identifier: Apache-2.0
// Interface of the register rules: rule_register.c, rule_lock.c, rule_read_back.c, rule_held.c and rule_cause.c.
#ifndef RULE_REGISTER_H
#define RULE_REGISTER_H

#include <stdbool.h>
#include <stdint.h>

#include "cycle.h"
#include "rules_state.h"

struct register_row;

// For the engine.

// checker_register() gives a register value, after an edge. Call it before registers_given().
void rules_register_given(struct rules *a, uint16_t offset, uint32_t value);
// Call it after registers_given(), or after registers_access(). `event`: their result, bits of enum register_effect.
void rules_registers_updated(struct rules *a, uint16_t offset, unsigned event);
// Before an edge: the pins show that the DUT runs. `event`: the result of registers_seen_running(). `late`: it may have
// run before.
void rules_seen_running(struct rules *a, unsigned event, bool late);

// Counts an idle edge, at which the authentication pins are stable.
static inline void rule_register_idle(struct rules *a, const struct cycle *c) {
  a->reg.stable_clocks++;
  a->reg.stable_edges += c->is_apb;
}

// rule_lock.c: the access reads a status, and the write that changed the status is no older than --status-latency.
bool rules_may_be_stale(const struct rules *a, const struct access *access);

// For the themes.

// The DUT surely has the value that was written last to the register, or the register was read and is a constant.
static inline bool rules_is_taken(const struct rules *a, unsigned offset) { return a->reg.is_taken[offset >> 2]; }
// ETMSR has shown, since the DUT was requested to stop, that all trace has left.
static inline bool rules_is_halted(const struct rules *a) { return a->reg.rest >= REST_HALTED; }
// The causes of the last clearing of the Programming bit, the last reset, and the last start or stop.
static inline const struct rules_cause *rules_clearing_cause(const struct rules *a) { return &a->reg.cleared; }
static inline const struct rules_cause *rules_reset_cause(const struct rules *a) { return &a->reg.reset; }
static inline const struct rules_cause *rules_changed_cause(const struct rules *a) { return &a->reg.changed; }
// A word was written to ETMOSSRR.
void rules_note_restore(struct rules *a);
// The clock in which the DUT was started or stopped last.
static inline uint64_t rules_changed_at(const struct rules *a) { return a->reg.changed_at; }
// The drain window since the last start or stop is over, so all earlier trace must have left.
static inline bool rules_has_drained(const struct rules *a) {
  return a->atb_clocks - a->reg.changed_atb_clocks > a->limits.drain;
}
// All trace has left since the DUT was requested to stop, or nothing was traced since the reset.
static inline bool rules_is_at_rest(const struct rules *a) { return a->reg.rest != REST_UNKNOWN; }
// rules_is_at_rest() was true when the DUT was enabled last.
static inline bool rules_started_at_rest(const struct rules *a) { return a->reg.was_at_rest_at_start; }

// rule_saved.c: the words that ETMOSSRR passes.

// An access to ETMOSSRR is complete. `is_drained`: all trace has left. Call it before the registers take the access.
void rules_saved_access(struct rules *a, const struct access *access, bool is_drained);
// An access to ETMOSSRR is complete, and the DUT may have taken it or not.
void rules_saved_forget(struct rules *a);
// A write to ETMOSLAR, a loss of power or a reset ends the sequence. `power_at`: core power last changed then.
// `keeps_words`: the words cannot change.
void rules_saved_restart(struct rules *a, uint64_t power_at, bool keeps_words);

// rule_lock.c: locks, claim tags, power.

// An access is complete, with PSLVERR or without it. Call it before the registers take the access.
void rules_check_lock_access(struct rules *a, const struct cycle *c);
// The registers have taken the access. Returns whether the access has ended a restore after which the DUT may run.
bool rules_lock_updated(struct rules *a);
// ATVALID is 1. Checks that the OS lock permits trace.
void rules_check_locked_trace(struct rules *a);
// The DUT surely has this trace register.
bool rules_has_trace_register(const struct rules *a, const struct register_row *row);
// The DUT must answer an access to this address without PSLVERR, whether it implements the register or not.
bool rules_must_answer(const struct rules *a, uint16_t address);
// No OS lock, no missing power and no sticky bit prevents an access to the trace registers.
bool rules_trace_registers_are_accessible(const struct rules *a, bool is_powered);
// The reason for that: ", and the OS lock has been clear since the write of 0x00000000 to ETMOSLAR in clock 12".
enum { RULES_OPEN = 400 };
const char *rules_lock_open_words(const struct rules *a, char text[RULES_OPEN]);

// rule_cause.c: the causes of a state, in words.

enum { RULES_CAUSE = 144 };
// An access to `offset`, or a call that gives its value, in this clock.
struct rules_cause rules_cause_now(const struct rules *a, uint16_t offset);
// "the write of 0x00000400 to ETMCR in clock 150".
const char *rules_cause_words(const struct rules_cause *cause, char text[RULES_CAUSE]);
// The origin of `value`, which `offset` must read as: " as written in clock 150". If a part of the written value is not
// implemented: " after 0x00000001 was written in clock 150".
const char *rules_written_words(const struct rules *a, uint16_t offset, uint32_t value, char text[RULES_CAUSE]);
// The cause that turned the start/stop block on, or off: "stop point 2 (ETMACVR2=0x00008000) was executed in clock
// 150".
const char *rules_started_words(const struct rules *a, bool is_on, char text[RULES_CAUSE]);
// Bits of a register: "bit [17]", "bits [7:4], [1]".
enum { RULES_BITS = 120 };
const char *rules_bits_words(uint32_t bits, char text[RULES_BITS]);
// A write to `offset` that PSLVERR or the software lock keeps out.
void rules_keep_out(struct rules *a, uint16_t offset, uint32_t value, bool is_error);
// The reason why that write must not have changed the register, or nothing. An example: ": the software lock was set,
// so the write of 0x1 in clock 150 must be ignored".
const char *rules_kept_out_words(const struct rules *a, uint16_t offset, char text[RULES_CAUSE]);
// rule_read_back.c: the values that registers must read as.

// The register can be read, and its implemented bits must read as they were written.
bool rules_is_read_back(const struct rules *a, const struct register_row *row);
// The register was not written since the reset, and a clause or the description of the DUT fixes its reset value.
bool rules_has_reset_value(const struct rules *a, const struct register_row *row);
// Checks a read for reserved bits, constants, reset values, and the state that the Programming bit holds.
void rules_check_read_value(struct rules *a, const struct register_row *row, uint32_t value);
// Notes a value of ETMSYNCFR that was read, which may show that the register is writable.
void rules_note_syncfr(struct rules *a, const struct register_row *row, uint32_t value);
// Checks a read of a register that must read as it was written.
void rules_read_back(struct rules *a, const struct register_row *row, uint32_t value);
// Checks a read of ETMFFLR.
void rules_read_level(struct rules *a, uint32_t value);

// rule_held.c: the state that the Programming bit holds.

// A register is read.
void rules_held_read(struct rules *a, uint16_t address, uint32_t value);
// A register is written. `taken`: the DUT surely has the value.
void rules_held_write(struct rules *a, uint16_t address, uint32_t value, bool taken);
// The Programming bit is cleared.
void rules_held_release(struct rules *a);
// From here on, the state may change.
void rules_held_forget(struct rules *a);
// The state is lost, and so are the values that were written since the Programming bit was set.
void rules_held_lose(struct rules *a);
// A save by ETMOSSRR begins, a restore begins, and a complete restore has ended.
void rules_held_save(struct rules *a);
void rules_held_begin_restore(struct rules *a);
void rules_held_end_restore(struct rules *a);

#endif
