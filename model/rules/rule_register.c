// SPDX-License-Identifier: Apache-2.0
// Registers: writes, the Programming bit and ETMSR (IHI 0035B 3.15, 3.16; IHI 0014Q 3.4, 3.5).
#include "rule_register.h"

#include <inttypes.h>
#include <string.h>

#include "register.h"
#include "registers.h"
#include "rule_counting.h"
#include "rule_trigger.h"
#include "rules_private.h"

// --- running and halted ---------------------------------------------------------------------------------------------

static void check_silence(struct rules *a, bool silent) {
  if (rules_minor(a) < a->protocol->drained_since) return;
  rule_check_pins(a, RULE_TRC_STOP_2, PIN_ATVALID, silent,
                  "ATVALID is 1, expected 0: ETMSR[1] was read as 1 in clock %" PRIu64
                  ", so the DUT has no more trace to send until it is enabled again",
                  a->reg.halted_at);
}

// The DUT may have been started or stopped. `by_bit`: by the Programming bit or the OS lock.
static void note_start_or_stop(struct rules *a, unsigned event, bool by_bit, const struct rules_cause *cause) {
  struct rules_register *r = &a->reg;
  if (!(event & (REGISTERS_STARTED | REGISTERS_STOPPED))) return;
  r->changed_atb_clocks = a->atb_clocks;
  r->changed_at = a->clock;
  r->changed = *cause;
  if (event & REGISTERS_STOPPED) return;
  a->marks_now |= MARK_ENABLED;
  if (by_bit && rules_is_at_rest(a)) a->marks_now |= MARK_FRESH;
  if (r->rest == REST_SILENT) check_silence(a, true);
  r->was_at_rest_at_start = rules_is_at_rest(a);
  r->rest = REST_UNKNOWN;
  r->status_known = 0;
}

// --- save and restore -----------------------------------------------------------------------------------------------

static void begin_save(struct rules *a) {
  memcpy(a->restore.is_taken, a->reg.is_taken, sizeof a->restore.is_taken);
  rules_held_save(a);
  const bool is_known = a->reg.status_known & a->reg.status & ETMSR_TRIGGERED;
  a->restore.is_triggered = is_known || rule_trigger_has_occurred(a);
}

// The DUT defines which register takes a restored word. So each register may have been written.
void rules_note_restore(struct rules *a) {
  struct rules_register *r = &a->reg;
  for (unsigned i = 0; i < REGISTER_WORDS; i++)
    r->is_taken[i] = r->is_taken[i] && rules_is_constant(a, register_at((uint16_t)(4 * i)));
  memset(r->may_be_taken, 0, sizeof r->may_be_taken);
  memset(r->was_read, false, sizeof r->was_read);
  r->status_known = 0;
  rule_trigger_status_write(a, false);
  rules_held_begin_restore(a);
  rule_counting_restore(a);
}

// The restore needs to include only what is lost with core power (IHI 0035B 3.17.4, IHI 0014Q 3.8.4). So a register
// that was written after the save may have kept that value.
static void end_restore(struct rules *a) {
  struct rules_register *r = &a->reg;
  r->restored_at = a->clock;
  for (unsigned i = 0; i < REGISTERS_TRACE; i++) {
    if (!a->restore.is_taken[i] || !a->registers->known[i] || r->is_taken[i]) continue;
    r->is_taken[i] = true;
    r->written_at[i] = a->clock;
  }
  rules_held_end_restore(a);
  rule_trigger_restore(a, a->restore.is_triggered);
}

// --- starts and stops -----------------------------------------------------------------------------------------------

void rules_registers_updated(struct rules *a, uint16_t offset, unsigned event) {
  const bool cleared = event & REGISTERS_PROGRAMMED;
  a->programming_cleared = a->programming_cleared || cleared;
  if (cleared) a->restore.is_triggered = false;
  a->reg.may_have_old_id = a->reg.may_have_old_id && !a->registers->drained;
  const struct rules_cause cause = rules_cause_now(a, offset);
  if (cleared) a->reg.cleared = cause;
  note_start_or_stop(a, event, cleared || offset != ETMCR, &cause);
  if (event & REGISTERS_RESTORED) end_restore(a);
  if (rules_lock_updated(a)) a->reg.rest = REST_UNKNOWN;
}

// Ends the doubt about registers that were written while the OS lock was unknown. `taken`: the DUT surely has the
// values.
static void resolve_unsure_writes(struct rules_register *r, bool taken) {
  for (unsigned i = 0; i < REGISTER_WORDS; i++) {
    r->is_taken[i] = r->is_taken[i] || (r->may_be_taken[i] && taken);
    r->may_be_taken[i] = false;
  }
}

// A DUT that traces is not locked, so it has taken the written values.
void rules_seen_running(struct rules *a, unsigned event, bool late) {
  const struct rules_cause cause = {.kind = CAUSE_TRACE, .clock = a->clock};
  resolve_unsure_writes(&a->reg, true);
  note_start_or_stop(a, event, true, &cause);
  if (late) a->marks_now |= MARK_LATE;
}

static void write_control(struct rules *a, uint32_t value) {
  struct rules_register *r = &a->reg;
  const bool stays = a->registers->programming && value & ETMCR_PROGRAMMING;
  if (a->registers->programming && !stays) rules_held_release(a);
  if (!stays || value & ETMCR_POWER_DOWN) rules_held_forget(a);
  if (value & ETMCR_PROGRAMMING && !a->registers->programming) {
    r->status_known = 0;
    rule_trigger_programming(a);
  }
  if (value & ETMCR_POWER_DOWN) r->status_known = 0;
  // While ETMCR[0] is 1, no clause says what ETMSR[1] is. So if the DUT stays stopped, the request to stop counts from
  // here on.
  if (!a->registers->power_down || value & ETMCR_POWER_DOWN) return;
  r->changed_atb_clocks = a->atb_clocks;
  r->changed_at = a->clock;
  r->changed = rules_cause_now(a, ETMCR);
}

// ETMSR[3] takes the written value, and ETMSR[0] is read-only (IHI 0035B 3.16.4, IHI 0014Q 3.5.5).
static void write_status(struct rules *a, uint32_t value, bool taken) {
  struct rules_register *r = &a->reg;
  a->restore.is_triggered = false;
  r->status_known = taken ? r->status_known | ETMSR_TRIGGERED : 0;
  r->status = (r->status & ~(uint32_t)ETMSR_TRIGGERED) | (value & ETMSR_TRIGGERED);
  r->status_written_at = a->clock;
  const bool is_held = taken && a->registers->programming && rules_holds_state(a);
  rule_trigger_status_write(a, is_held && value & ETMSR_TRIGGERED);
}

// The register may no longer have its reset value, even if the write has no effect.
static void forget_reset_value(struct rules_register *r, uint16_t address) {
  r->is_unwritten[address >> 2] = false;
  if (address == ETMOSSRR)
    memset(r->is_unwritten, false, sizeof r->is_unwritten);  // A restored word may be of any register.
}

static void write(struct rules *a, const struct access *write) {
  struct rules_register *r = &a->reg;
  const uint16_t address = write->offset;
  const uint32_t value = write->value;
  const struct registers *known = a->registers;
  r->may_have_old_id = (r->may_have_old_id || address == ETMTRACEIDR) && !known->drained;
  forget_reset_value(&a->reg, address);
  if (address == ETMOSLAR && !known->programming) rules_held_forget(a);
  if (address == ETMOSLAR && known->has_os_lock) {
    r->status_known &= ETMSR_TRIGGERED;
    r->kept_out[ETMOSLAR >> 2].clock = 0;
    if (!known->os_known) resolve_unsure_writes(r, false);
    return;
  }
  if (write->outcome == WRITE_IGNORED) return;
  const bool is_taken = write->outcome == WRITE_TAKEN;
  if (address >> 2 < REGISTERS_TRACE) a->restore.is_taken[address >> 2] = false;
  r->was_read[address >> 2] = false;
  if (address == ETMSR) write_status(a, value, is_taken && rules_is_halted(a));
  r->is_taken[address >> 2] = is_taken;
  r->may_be_taken[address >> 2] = write->outcome == WRITE_TAKEN_IF_OPEN;
  r->has_ignored_write[address >> 2] = false;
  r->written_at[address >> 2] = a->clock;
  r->kept_out[address >> 2].clock = 0;
  rules_held_write(a, address, value, is_taken);
  if (address == ETMCR) {
    r->is_power_down_taken = write->taken & ETMCR_POWER_DOWN;
    write_control(a, value);
  }
}

// --- reads ----------------------------------------------------------------------------------------------------------

// ETMSR[0] and, except by a write, ETMSR[3] do not change while the Programming bit is set.
static void check_status(struct rules *a, uint32_t value) {
  const struct rules_register *r = &a->reg;
  const uint32_t differ = (value ^ r->status) & r->status_known;
  const uint32_t bit = differ & ETMSR_TRIGGERED ? 3 : 0;
  const bool written = bit == 3 && r->status_written_at > r->status_read_at;
  const char *reason = bit == 3 && !written ? ", and ETMSR has not been written since" : "";
  rule_check_pins(a, RULE_TRC_SR_2, PIN_PRDATA, !differ,
                  "ETMSR[%u] is %u, expected %u as %s in clock %" PRIu64
                  ": the Programming bit has been set since then%s",
                  bit, value >> bit & 1, r->status >> bit & 1, written ? "written" : "read",
                  written ? r->status_written_at : r->status_read_at, reason);
}

// The values that clauses give ETMSR[1]. It reports the stop by the Programming bit and, from PFTv1.1 and ETMv3.5 on,
// by the OS lock. No clause covers the Power Down bit.
enum stop_bit { STOP_BIT_OPEN, STOP_BIT_0, STOP_BIT_1 };
static enum stop_bit expected_stop_bit(const struct rules *a) {
  const struct registers *known = a->registers;
  const bool by_lock = rules_minor(a) >= a->protocol->lock_since;
  if (known->programming || (known->os_lock && by_lock)) return STOP_BIT_1;
  const bool is_lock_known = known->os_known || !known->has_os_lock || !by_lock;
  return known->running && is_lock_known ? STOP_BIT_0 : STOP_BIT_OPEN;
}

// The other value is accepted until the drain window since the last start or stop is over.
static void check_stop_bit(struct rules *a, uint32_t value) {
  const bool is_stopped = value & ETMSR_STOPPED, is_window_over = rules_has_drained(a);
  const enum stop_bit expected = expected_stop_bit(a);
  char cause[RULES_CAUSE] = "";
  if (is_window_over && expected == (is_stopped ? STOP_BIT_0 : STOP_BIT_1)) rules_cause_words(&a->reg.changed, cause);
  if (expected == STOP_BIT_1 && (is_stopped || is_window_over))
    rule_check_pins(
        a, RULE_TRC_STOP_1, PIN_PRDATA, is_stopped,
        "ETMSR[1] is 0 (ETMSR=0x%08X), expected 1: the DUT has been requested to stop since %s, for more than "
        "the %u clocks of the ATB that --timeout-drain allows",
        value, cause, a->limits.drain);
  if (expected == STOP_BIT_0 && (!is_stopped || is_window_over))
    rule_check_pins(a, RULE_TRC_SR_1, PIN_PRDATA, !is_stopped,
                    "ETMSR[1] is 1 (ETMSR=0x%08X), expected 0: the DUT has been enabled since %s, for more than the %u "
                    "clocks of the ATB that --timeout-drain allows",
                    value, cause, a->limits.drain);
}

// ETMSR[1] was read as 1, and the DUT was requested to stop.
static void note_halt(struct rules *a, uint32_t value) {
  const struct registers *known = a->registers;
  const bool may_overflow = value & ETMSR_OVERFLOW || known->power_down || !rules_holds_state(a);
  if (rules_is_halted(a)) return;
  if (known->programming || known->os_lock) a->marks_now |= MARK_STOPPED | (may_overflow ? MARK_OVERFLOW_PENDING : 0u);
  a->reg.halted_at = a->clock;
  a->reg.rest = REST_HALTED;
}

static void read_status(struct rules *a, uint32_t value) {
  struct rules_register *r = &a->reg;
  const struct registers *known = a->registers;
  check_stop_bit(a, value);
  if (!(value & ETMSR_STOPPED) || known->running) return;
  note_halt(a, value);
  if (known->power_down && !known->os_lock) {
    char when[RULES_CAUSE];
    rule_check_pins(
        a, RULE_TRC_SR_4, PIN_PRDATA, !(value & ETMSR_OVERFLOW),
        "ETMSR[0] (untraced overflow) is 1, expected 0: the Power Down bit, ETMCR[0], clears it, and is 1%s",
        rules_written_words(a, ETMCR, known->written[ETMCR >> 2], when));
  }
  if (!known->programming || known->power_down || !rules_holds_state(a)) return;
  if (r->status_known) check_status(a, value);
  rule_trigger_status_read(a, value & ETMSR_TRIGGERED);
  r->status = value;
  r->status_read_at = a->clock;
  r->status_known = ETMSR_OVERFLOW | ETMSR_TRIGGERED;
}

// NIDEN or DBGEN permits non-invasive debug. In Secure state, SPNIDEN and SPIDEN also decide, but no pin shows them.
static void read_authentication(struct rules *a, uint32_t value) {
  const struct rules_register *r = &a->reg;
  const struct register_row *row = register_at(ETMAUTHSTATUS);
  const uint32_t field = field_get(value, ETMAUTHSTATUS_NON_SECURE), permitted = r->is_debug_enabled ? 3 : 2;
  if (!rules_is_there(a, row) || r->stable_clocks <= a->limits.latency || r->stable_edges <= a->limits.latency) return;
  const uint32_t wrong = (value & ~row->bits) | (field == 0 ? 0 : (value ^ permitted << 2) & ETMAUTHSTATUS_NON_SECURE);
  const uint32_t secure = field_get(value, ETMAUTHSTATUS_SECURE);
  char bits[RULES_BITS];
  rule_check_pins(a, RULE_TRC_AUTH_2, PIN_PRDATA, !wrong,
                  "ETMAUTHSTATUS is 0x%X, expected 0x%X (wrong: %s): NIDEN is %d and DBGEN is %d, so [3:2] must be %u "
                  "(trace %s) or 0, and reserved bits 0",
                  value, value ^ wrong, wrong ? rules_bits_words(wrong, bits) : "", rules_pin(a, PIN_NIDEN),
                  rules_pin(a, PIN_DBGEN), permitted, permitted == 3 ? "enabled" : "disabled");
  rule_check_pins(a, RULE_TRC_AUTH_3, PIN_PRDATA, secure != 1 && secure <= permitted,
                  "ETMAUTHSTATUS[7:6] (Secure non-invasive debug) is %u (ETMAUTHSTATUS=0x%X), expected %s: NIDEN is %d "
                  "and DBGEN is %d",
                  secure, value, permitted == 3 ? "3 (enabled), 2 (disabled) or 0" : "2 (disabled) or 0",
                  rules_pin(a, PIN_NIDEN), rules_pin(a, PIN_DBGEN));
}

static void read(struct rules *a, uint16_t address, uint32_t value) {
  struct rules_register *r = &a->reg;
  if (address == ETMSR) read_status(a, value);
  if (address == ETMAUTHSTATUS) read_authentication(a, value);
  if (address == ETMFFLR) rules_read_level(a, value);
  if (address == ETMOSLSR && !a->registers->os_known)
    resolve_unsure_writes(r, !(value & ETMOSLSR_EXISTS && value & ETMOSLSR_LOCKED));
  const struct register_row *row = register_at(address);
  rules_check_read_value(a, row, value);
  if (a->config->fixed & row->config && register_is_readable(row, a->config)) {
    const uint32_t fixed = register_value(row, a->config);
    rule_check_pins(a, RULE_TRC_ID_2, PIN_PRDATA, value == fixed, "%s is 0x%X, expected 0x%X (fixed, by --unit)",
                    row->name, value, fixed);
  }
  const bool is_read_again =
      r->was_read[address >> 2] && r->has_ignored_write[address >> 2] && !rules_has_reset_value(a, row);
  r->was_read[address >> 2] = registers_os_lock(a->registers) != REGISTERS_LOCKED;
  rules_note_syncfr(a, row, value);
  if (rules_is_read_back(a, row) && (r->is_taken[address >> 2] || is_read_again)) {
    rules_read_back(a, row, value);
  } else if (address == ETMCR && r->is_power_down_taken && !r->has_ignored_write[0]) {
    // While the Power Down bit is 1, other writes may have no effect, but a write can clear this bit (IHI 0035B
    // table 3.93, note b).
    const uint32_t wrong = (value ^ a->registers->written[0]) & ETMCR_POWER_DOWN;
    char when[RULES_CAUSE];
    rule_check_pins(a, RULE_TRC_REG_2, PIN_PRDATA, !wrong, "ETMCR reads 0x%08X, expected 0x%08X%s (wrong: bit [0])",
                    value, value ^ wrong, rules_written_words(a, ETMCR, value ^ wrong, when));
  }
}

void rules_register_given(struct rules *a, uint16_t address, uint32_t value) {
  if (rules_is_constant(a, register_at(address)) || address == ETMSR || address == ETMOSLSR) {
    read(a, address, value);
    return;
  }
  a->reg.is_taken[address >> 2] = true;
  a->reg.written_at[address >> 2] = 0;
  a->reg.kept_out[address >> 2].clock = 0;
  forget_reset_value(&a->reg, address);
  if (address == ETMCR) write_control(a, value);
}

// --- the pins -------------------------------------------------------------------------------------------------------

void rules_register_access(struct rules *a, const struct cycle *c) {
  const struct access *access = &c->access;
  struct rules_register *r = &a->reg;
  if (access->state == ACCESS_NONE) return;
  if (access->state == ACCESS_WAITS) {
    r->wait_edges++;
    if (r->wait_edges - 1 == a->limits.bus)  // An access violates the rule only once.
      rule_check_pins(a, RULE_APB_READY_1, PIN_PREADY, false,
                      RULES_ACCESS " has had no PREADY for %u clocks of PCLK, --timeout-bus allows %u",
                      RULES_ACCESS_OF(access), r->wait_edges, a->limits.bus);
    return;
  }
  rule_passes(a, RULE_APB_READY_1);
  r->wait_edges = 0;
  const struct register_row *row = register_at(access->offset);
  const bool there = (row->all && rules_is_there(a, row)) || rules_has_trace_register(a, row),
             error = access->state == ACCESS_REFUSED;
  if ((there || rules_must_answer(a, access->offset)) && rules_trace_registers_are_accessible(a, c->is_powered)) {
    char reason[RULES_OPEN];
    rule_check_pins(a, RULE_APB_ERR_1, PIN_PSLVERR, !error, RULES_ACCESS " returned PSLVERR, expected none: %s%s",
                    RULES_ACCESS_OF(access),
                    there ? "the DUT implements this register" : "a PTM with two power domains answers each access",
                    error ? rules_lock_open_words(a, reason) : "");
  }
  rules_check_lock_access(a, c);
  const bool is_ignored = access_is_locked_out(access);
  if (access->is_write && (error || is_ignored)) rules_keep_out(a, access->offset, access->value, error);
  if (error || !c->is_powered) return;
  if (!access->is_write && access->transfers_saved_word && a->registers->saved.at == 1 && !a->registers->saved.restores)
    begin_save(a);
  if (is_ignored) {
    r->has_ignored_write[access->offset >> 2] = true;
  } else if (access->is_write) {
    write(a, access);
  } else {
    read(a, access->offset, access->value);
  }
}

// While non-invasive debug is disabled, the DUT may only send trace that it already contains.
static void check_disabled_trace(struct rules *a, const struct cycle *c) {
  struct rules_register *r = &a->reg;
  if (!a->was_debug_disabled || c->may_trace || a->atb_clocks - r->kept.disabled_atb_clocks <= a->limits.drain) return;
  rule_check_pins(a, RULE_TRC_AUTH_1, PIN_ATVALID, false,
                  "ATVALID is 1, expected 0: NIDEN and DBGEN have been 0 since clock %" PRIu64
                  ", for more than the %u clocks of the ATB that --timeout-drain allows",
                  r->kept.disabled_at, a->limits.drain);
}

static void watch_authentication(struct rules *a, const struct cycle *c) {
  if (c->may_trace != a->was_debug_disabled) return;
  if (c->may_trace && !c->has_beat) rule_passes(a, RULE_TRC_AUTH_1);
  a->reg.kept.disabled_at = a->clock;
  a->reg.kept.disabled_atb_clocks = a->atb_clocks;
}

// A DUT may sample NIDEN and DBGEN at the start of the access. So they must be stable during the whole access.
static void follow_authentication(struct rules_register *r, const struct cycle *c) {
  if (c->is_reset || c->may_trace != r->is_debug_enabled) r->stable_clocks = r->stable_edges = 0;
  r->is_debug_enabled = c->may_trace;
  if (c->is_reset || c->access.is_selected) return;
  r->stable_clocks += c->is_clock;
  r->stable_edges += c->is_apb;
}

// A DUT whose ETMSR[1] was read as 1 must not send trace, except a beat that was already waiting for ATREADY.
static void clock(struct rules *a, const struct cycle *c) {
  struct rules_register *r = &a->reg;
  follow_authentication(r, c);
  if (c->is_reset || !c->is_powered) return;
  if (!c->has_beat) {
    if (r->rest == REST_HALTED) r->rest = REST_SILENT;
    return;
  }
  if (r->is_taken[ETMTRACEIDR >> 2] && !r->may_have_old_id) {
    const uint32_t id = a->registers->written[ETMTRACEIDR >> 2] & ETMTRACEIDR_ID, is = c->beat_id;
    char when[RULES_CAUSE] = "";
    if (is != id) rules_written_words(a, ETMTRACEIDR, a->registers->written[ETMTRACEIDR >> 2], when);
    rule_check_pins(a, RULE_ATB_ID_1, PIN_ATID, is == id, "ATID is 0x%02X, expected 0x%02X (ETMTRACEIDR%s)", is, id,
                    when);
  }
  if (!a->registers->running && rules_is_at_rest(a)) check_silence(a, r->rest != REST_SILENT);
  check_disabled_trace(a, c);
  rules_check_locked_trace(a);
}

static void start(struct rules *a) {
  const struct rules_kept kept = a->reg.kept;
  memset(&a->reg, 0, sizeof a->reg);
  a->reg.kept = kept;
  rules_held_lose(a);
  a->reg.rest = REST_UNUSED;
  a->programming_cleared = false;
}

// All registers are in the core power domain, except the locks.
static void watch_power(struct rules *a, const struct cycle *c) {
  if (!c->is_powered && a->reg.was_powered) {
    start(a);
    a->reg.changed = (struct rules_cause){.kind = CAUSE_POWER, .clock = a->clock};
    a->marks_now |= MARK_RESET;
  }
  a->reg.was_powered = c->is_powered;
}

static void control(struct rules *a, const struct cycle *c) {
  if (c->is_reset) {
    if (a->reg.is_in_reset) return;
    start(a);
    a->reg.changed = a->reg.reset = (struct rules_cause){.kind = CAUSE_RESET, .clock = a->clock};
    a->reg.is_in_reset = true;
    memset(a->reg.is_unwritten, true, sizeof a->reg.is_unwritten);
    a->marks_now |= MARK_RESET;
    return;
  }
  a->reg.is_in_reset = false;
  watch_power(a, c);
  watch_authentication(a, c);
  if (c->access.state != ACCESS_DONE) rules_register_access(a, c);
}

const struct rule_theme rule_register_theme = {.start = start, .clock = clock, .control = control};
