// SPDX-License-Identifier: Apache-2.0
// Which accesses must work: OS lock, software lock, claim tags and power (IHI 0035B 3.16.38 to 3.16.49, 3.17, 3.22; IHI
// 0014Q 3.5.51 to 3.5.62, 3.8).
#include <inttypes.h>
#include <string.h>

#include "append.h"
#include "register.h"
#include "rule_register.h"
#include "rules_private.h"

static bool is_locked(const struct rules *a) { return a->registers->os_known && a->registers->os_lock; }

static bool knows_version(const struct rules *a) { return !(a->config->unknown & CONFIG_ETMIDR); }

// From PFTv1.1 and ETMv3.5 on, the trace registers are accessible while the OS lock is set.
static bool is_direct(const struct rules *a) { return rules_minor(a) >= a->protocol->lock_since; }

static bool is_management(uint16_t address) {
  return register_within(address, ETMOSLAR, ETMPDSR) || address >= ETMITCTRL;
}

// IHI 0035B table 3.14 requires these registers. All others are reserved or IMPLEMENTATION DEFINED.
bool rules_has_trace_register(const struct rules *a, const struct register_row *row) {
  const uint32_t of = row->offset == ETMTECR1  ? ETMCCR_PAIRS | ETMCCR_START_STOP
                      : row->offset == ETMFFLR ? (uint32_t)ETMCCR_FIFOFULL
                                               : 0;
  const bool is_specified = row->all || row->part.counted || rules_ccr(a, 0) & of;
  return is_specified && !is_management(row->offset) && rules_is_there(a, row) &&
         register_is_built(row, rules_ccr(a, 0), rules_ccer(a, 0));
}

// The cause that set or cleared the OS lock: a write to ETMOSLAR, a loss of power, or the reset. If the lock is clear
// without such a cause, it is the last start or stop.
static const char *os_lock_words(const struct rules *a, char text[RULES_CAUSE]) {
  const bool is_clear = a->registers->os_known && !a->registers->os_lock;
  const struct rules_cause *otherwise = is_clear ? rules_changed_cause(a) : rules_reset_cause(a);
  return rules_cause_words(a->lock.os.kind == CAUSE_RUN ? otherwise : &a->lock.os, text);
}

// --- slave errors ---------------------------------------------------------------------------------------------------

// A PFTv1.1 PTM with two power domains must answer each access (IHI 0035B table 3.93), except where the table leaves it
// open. The table does not mention the claim tags, which table 3.82 calls trace registers.
bool rules_must_answer(const struct rules *a, uint16_t address) {
  const bool two = a->config->cfgregs & CFGREGS_TWO_DOMAINS && knows_version(a);
  const bool is_left_open = address == ETMOSSRR || address == ETMITCTRL;
  return two && a->protocol->rules == RULE_PFT && is_direct(a) && !is_left_open;
}

// Checks an access without core power. For PFTv1.0 and ETMs, only the part of the table about trace registers was
// available.
static void check_unpowered(struct rules *a, const struct access *access, const struct register_row *row) {
  const uint16_t address = access->offset;
  const bool error = access->state == ACCESS_REFUSED;
  const bool claim = address == ETMCLAIMSET || address == ETMCLAIMCLR;
  if (rules_has_trace_register(a, row) || (address == ETMOSLAR && rules_must_answer(a, address))) {
    rule_check_pins(a, RULE_TRC_POWER_3, PIN_PSLVERR, error,
                    RULES_ACCESS " returned no PSLVERR, expected PSLVERR: DBGPWRDUP has been 0 since clock %" PRIu64,
                    RULES_ACCESS_OF(access), a->lock.power_at);
  } else if (rules_must_answer(a, address) && is_management(address) && !claim) {
    rule_check_pins(a, RULE_TRC_POWER_3, PIN_PSLVERR, !error,
                    RULES_ACCESS
                    " returned PSLVERR, expected none: this register must be accessible without core power, and "
                    "DBGPWRDUP has been 0 since clock %" PRIu64,
                    RULES_ACCESS_OF(access), a->lock.power_at);
  }
}

static void check_locked(struct rules *a, const struct access *access, const struct register_row *row) {
  const uint8_t model = a->registers->os_model;
  const bool error = access->state == ACCESS_REFUSED;
  if (!is_locked(a)) return;
  const bool is_trace_register = rules_has_trace_register(a, row);
  if (is_direct(a) && model == OS_DIRECT && (is_trace_register || rules_must_answer(a, access->offset))) {
    char cause[RULES_CAUSE];
    rule_check_pins(a, RULE_TRC_LOCK_4, PIN_PSLVERR, !error,
                    RULES_ACCESS
                    " returned PSLVERR, expected none: the OS lock has been set since %s, and from %s on it does not "
                    "block this register",
                    RULES_ACCESS_OF(access), error ? os_lock_words(a, cause) : "",
                    a->protocol->rules == RULE_PFT ? "PFTv1.1" : "ETMv3.5");
  }
  if (is_trace_register && !is_direct(a) && model == OS_SAVES && !access_is_locked_out(access)) {
    char cause[RULES_CAUSE];
    rule_check_pins(a, RULE_TRC_LOCK_3, PIN_PSLVERR, error,
                    RULES_ACCESS
                    " returned no PSLVERR, expected PSLVERR: the OS lock has been set since %s, and %s is not "
                    "accessible while it is set",
                    RULES_ACCESS_OF(access), error ? "" : os_lock_words(a, cause), row->name);
  }
}

const char *rules_lock_open_words(const struct rules *a, char text[RULES_OPEN]) {
  const struct registers *r = a->registers;
  const bool is_clear = r->has_os_lock && r->os_known;
  char cause[RULES_CAUSE] = "";
  text[0] = '\0';
  if (a->config->cfgregs & CFGREGS_TWO_DOMAINS)
    text_append(text, RULES_OPEN, ", core power (DBGPWRDUP) has been on since clock %" PRIu64, a->lock.power_at);
  text_append(text, RULES_OPEN, ", and %s%s",
              is_clear         ? "the OS lock has been clear since "
              : r->has_os_lock ? "nothing has set the OS lock"
                               : "the DUT has no OS lock",
              is_clear ? os_lock_words(a, cause) : "");
  return text;
}

bool rules_trace_registers_are_accessible(const struct rules *a, bool is_powered) {
  const struct rules_lock *l = &a->lock;
  const bool two = a->config->cfgregs & CFGREGS_TWO_DOMAINS;
  if (is_direct(a) ? a->registers->os_lock : !registers_are_open(a->registers)) return false;
  // In PFTv1.0, the trace registers may be inaccessible while the sticky bit is set (IHI 0035B 3.21).
  const bool may_block = two && !is_direct(a) && (l->sticky || !l->sticky_known);
  return is_powered && l->is_powered && !may_block;
}

// --- the OS lock ----------------------------------------------------------------------------------------------------

static void read_os_lock(struct rules *a, uint32_t value) {
  const struct registers *r = a->registers;
  const bool there = rules_is_there(a, register_at(ETMOSLSR)),
             by_reset = a->protocol->rules == RULE_PFT && is_direct(a);
  const uint32_t model = !there ? 0 : is_direct(a) ? ETMOSLSR_MODEL_1 : ETMOSLSR_MODEL_0;
  if (!knows_version(a)) return;
  if (there && a->config->cfgregs & CFGREGS_NO_OS_LOCK) {
    rule_check_pins(a, RULE_TRC_LOCK_1, PIN_PRDATA, value == 0,
                    "ETMOSLSR is 0x%X, expected 0x0: the DUT has no OS lock, as described by --unit or --oslock",
                    value);
  } else if (there) {
    rule_check_pins(a, RULE_TRC_LOCK_1, PIN_PRDATA, value == 0 || (value & ~(uint32_t)ETMOSLSR_LOCKED) == model,
                    "ETMOSLSR is 0x%X, expected 0x0 (no OS lock), 0x%X (OS lock clear) or 0x%X (OS lock set)", value,
                    model, model | ETMOSLSR_LOCKED);
  } else {
    rule_check_pins(a, RULE_TRC_LOCK_1, PIN_PRDATA, value == 0,
                    "ETMOSLSR is 0x%X, expected 0x0: this architecture version has no OS lock", value);
  }
  const bool is_known = r->os_known || (by_reset && a->lock.is_reset_state);
  if (model == 0 || (value & ~(uint32_t)ETMOSLSR_LOCKED) != model || !is_known) return;
  const bool expected = !r->os_known || r->os_lock;
  char cause[RULES_CAUSE];
  rule_check_pins(a, RULE_TRC_LOCK_2, PIN_PRDATA, has_bit(value, ETMOSLSR_LOCKED) == expected,
                  "ETMOSLSR[1] is %d, expected %d: the OS lock has been %s since %s", !expected, expected,
                  expected ? "set" : "clear", os_lock_words(a, cause));
}

bool rules_lock_updated(struct rules *a) {
  struct rules_lock *l = &a->lock;
  const bool locked = is_locked(a), ends_restore = l->ends_restore;
  if (locked && !l->was_locked) {
    l->locked_at = a->clock;
    l->locked_atb_clocks = a->atb_clocks;
  }
  l->was_locked = locked;
  l->ends_restore = false;
  return ends_restore && !a->registers->known[ETMCR >> 2];
}

void rules_check_locked_trace(struct rules *a) {
  if (!is_locked(a) || a->atb_clocks - a->lock.locked_atb_clocks <= a->limits.drain) return;
  rule_check_pins(a, RULE_TRC_LOCK_5, PIN_ATVALID, false,
                  "ATVALID is 1, expected 0: the OS lock has been set since clock %" PRIu64
                  ", for more than the %u clocks of the ATB that --timeout-drain allows",
                  a->lock.locked_at, a->limits.drain);
}

static void write_os_lock(struct rules *a, const struct cycle *c) {
  const bool locks = c->access.value == OSLAR_LOCK, stays = is_locked(a) && locks;
  if (is_locked(a) && !stays && !c->has_beat) rule_passes(a, RULE_TRC_LOCK_5);
  a->lock.ends_restore = a->registers->saved.restores && !locks;
  a->lock.os = rules_cause_now(a, ETMOSLAR);
  rules_saved_restart(a, a->lock.power_at, stays);
}

// --- the software lock ----------------------------------------------------------------------------------------------

static void read_software_lock(struct rules *a, bool by_software, uint32_t value) {
  const uint32_t all = ETMLSR_EXISTS | ETMLSR_LOCKED | ETMLSR_BYTES;
  const uint32_t expected = ETMLSR_EXISTS | (a->registers->software_lock ? ETMLSR_LOCKED : 0u);
  if (!(a->config->cfgregs & CFGREGS_SOFTWARE_LOCK) || !rules_is_there(a, register_at(ETMLSR))) return;
  if (by_software && a->lock.software_known) {
    const bool is_written = a->lock.software.kind == CAUSE_WRITE;
    const uint32_t wrong = (value & all) ^ expected;
    char cause[RULES_CAUSE] = "", bits[RULES_BITS];
    if (wrong) rules_cause_words(is_written ? &a->lock.software : rules_reset_cause(a), cause);
    rule_check_pins(a, RULE_TRC_SOFT_2, PIN_PRDATA, !wrong,
                    "ETMLSR is 0x%X for software (PADDRDBG31 is 0), expected 0x%X (wrong: %s): the software lock has "
                    "been %s since %s",
                    value, expected, wrong ? rules_bits_words(wrong, bits) : "",
                    a->registers->software_lock ? "set" : "clear", cause);
  }
  // A DUT without PADDRDBG31, such as that of a Cortex-M3, may be locked for a debugger, too.
  if (!by_software && a->registers->has_software)
    rule_check_pins(a, RULE_TRC_SOFT_1, PIN_PRDATA, !(value & all),
                    "ETMLSR is 0x%X for a debugger (PADDRDBG31 is 1), expected 0x0", value);
}

// --- claim tags -----------------------------------------------------------------------------------------------------

static void note_claim(struct rules *a, uint16_t address, uint32_t bits) {
  for (unsigned i = 0; i < CLAIM_TAGS; i++) {
    if (bits >> i & 1) a->lock.claim.access[i] = rules_cause_now(a, address);
  }
}

// The accesses that determine the expected values of the tags `bits`: the last that set, cleared or read each.
enum { CLAIM_WORDS = 3 * RULES_CAUSE };
static const char *claim_words(const struct rules *a, uint32_t bits, char text[CLAIM_WORDS]) {
  char words[RULES_CAUSE];
  text[0] = '\0';
  for (unsigned i = 0; i < CLAIM_TAGS; i++) {
    const struct rules_cause *access = &a->lock.claim.access[i];
    rules_cause_words(access->kind == CAUSE_RUN ? rules_reset_cause(a) : access, words);
    if (bits >> i & 1 && !strstr(text, words)) text_append(text, CLAIM_WORDS, "%s%s", text[0] ? ", " : "", words);
  }
  return text;
}

static void write_claim(struct rules *a, uint16_t address, uint32_t value) {
  struct rules_claim *c = &a->lock.claim;
  uint32_t bits = value & 0xFF;
  note_claim(a, address, bits);
  // In PFTv1.1 and ETMv3.5 the claim tags are trace registers. While the Power Down bit is 1, a write may have no
  // effect.
  if (is_direct(a) && a->registers->power_down) {
    c->known &= ~bits;
  } else if (address == ETMCLAIMCLR) {
    c->tags &= ~bits;
    c->known |= bits;
  } else if (c->is_counted) {
    bits &= c->implemented;
    c->tags |= bits;
    c->known |= bits;
  } else {
    c->known &= ~(bits & ~(c->tags & c->known));
  }
}

static void read_claim(struct rules *a, uint16_t address, uint32_t value) {
  struct rules_claim *c = &a->lock.claim;
  const uint32_t bits = value & 0xFF;
  if (address == ETMCLAIMSET) {
    rule_check_pins(a, RULE_TRC_CLAIM_1, PIN_PRDATA, !c->is_counted || bits == c->implemented,
                    "ETMCLAIMSET is 0x%X, expected 0x%X as read before", value, c->implemented);
    const uint32_t tags = field_get(a->config->cfgregs, CFGREGS_CLAIM_TAGS), all = (1u << tags) - 1;
    if (a->config->cfgregs & CFGREGS_CLAIM_NAMED) {
      rule_check_pins(a, RULE_TRC_CLAIM_3, PIN_PRDATA, bits == all,
                      "ETMCLAIMSET is 0x%X, expected 0x%X for %u claim tags, as described by --unit or --claim", value,
                      all, tags);
    }
    c->is_counted = true;
    c->implemented = bits;
    return;
  }
  const uint32_t wrong = ((bits ^ c->tags) & c->known) | (c->is_counted ? bits & ~c->implemented : 0);
  char words[RULES_BITS], accesses[CLAIM_WORDS];
  rule_check_pins(
      a, RULE_TRC_CLAIM_2, PIN_PRDATA, !wrong,
      "ETMCLAIMCLR reads 0x%X, expected 0x%X (wrong: %s): these tags follow from %s; the DUT implements the tags 0x%X",
      value, value ^ wrong, rules_bits_words(wrong, words), claim_words(a, wrong, accesses),
      c->is_counted ? c->implemented : 0xFFu);
  note_claim(a, address, 0xFF);
  c->tags = bits;
  c->known = 0xFF;
}

// --- power ----------------------------------------------------------------------------------------------------------

// The reason why ETMPDSR[1] must be 1, or 0.
static const char *lost_words(const struct rules *a, char text[RULES_CAUSE]) {
  const struct rules_lock *l = &a->lock;
  const bool was_read = l->lost_read_at > l->lost_at;
  if (a->registers->os_model == OS_NONE) {
    snprintf(text, RULES_CAUSE, "ETMOSLSR is 0x0, so the DUT has one power domain, and this bit is always 0");
  } else if (l->sticky && !was_read) {
    snprintf(text, RULES_CAUSE, "core power (DBGPWRDUP) was lost in clock %" PRIu64 ", and ETMPDSR was not read since",
             l->lost_at);
  } else {
    snprintf(text, RULES_CAUSE,
             l->sticky ? "it was 1 in clock %" PRIu64 ", and the software lock kept that read from clearing it"
                       : "the read in clock %" PRIu64 " cleared it, and core power (DBGPWRDUP) was not lost since",
             l->lost_read_at);
  }
  return text;
}

static void read_power(struct rules *a, const struct cycle *c) {
  struct rules_lock *l = &a->lock;
  const struct registers *r = a->registers;
  const uint32_t value = c->access.value;
  const bool powered = c->is_powered, lost = value & ETMPDSR_LOST;
  char power[RULES_CAUSE] = "the DUT has one power domain, so this bit is always 1";
  if (a->config->cfgregs & CFGREGS_TWO_DOMAINS)
    snprintf(power, sizeof power, "DBGPWRDUP has been %d since clock %" PRIu64, powered, l->power_at);
  rule_check_pins(a, RULE_TRC_POWER_1, PIN_PRDATA, has_bit(value, ETMPDSR_POWERED) == powered,
                  "ETMPDSR[0] (powered up) is %d, expected %d: %s", !powered, powered, power);
  if (!powered) {  // No clause says whether a read without core power clears the bit.
    l->sticky_known = false;
    return;
  }
  if (r->os_model == OS_NONE) {  // Without an OS lock, ETMPDSR always reads as 0x1 (IHI 0035B 3.17.1).
    l->sticky = false;
    l->sticky_known = true;
  }
  if (l->sticky_known) {
    char cause[RULES_CAUSE];
    rule_check_pins(a, RULE_TRC_POWER_2, PIN_PRDATA, lost == l->sticky,
                    "ETMPDSR[1] (sticky register state, cleared by a read) is %d, expected %d: %s", lost, l->sticky,
                    lost_words(a, cause));
  }
  l->lost_read_at = a->clock;
  if (r->os_model == OS_DIRECT && is_direct(a) && r->os_known && !c->access.may_be_stale) {
    char cause[RULES_CAUSE];
    rule_check_pins(a, RULE_TRC_LOCK_2, PIN_PRDATA, has_bit(value, ETMPDSR_LOCKED) == r->os_lock,
                    "ETMPDSR[5] is %d, expected %d: the OS lock has been %s since %s", !r->os_lock, r->os_lock,
                    r->os_lock ? "set" : "clear", os_lock_words(a, cause));
  }
  // While the software lock is set, a read by software does not clear ETMPDSR[1]. A read by a debugger may clear it or
  // not.
  const bool keeps = r->software_lock;
  l->sticky_known = !lost || !keeps || c->access.is_lockable;
  l->sticky = lost && keeps;
}

static void access_power_control(struct rules *a, const struct access *access) {
  struct rules_lock *l = &a->lock;
  const bool keep = access->value & ETMPDCR_KEEP;
  if (!rules_is_there(a, register_at(ETMPDCR))) return;
  if (!access->is_write && l->keep_known) {
    const bool is_kept = keep == l->keep || (!keep && !l->keep_is_implemented);
    char when[RULES_CAUSE] = "";
    if (!is_kept) rules_written_words(a, ETMPDCR, a->registers->written[ETMPDCR >> 2], when);
    rule_check_pins(a, RULE_TRC_POWER_4, PIN_PRDATA, is_kept,
                    "ETMPDCR[3] (request for core power) is %d, expected %d%s", keep, l->keep, when);
  }
  l->keep_is_implemented = l->keep_is_implemented || (!access->is_write && keep);
  l->keep_known = true;
  l->keep = keep;
}

// --- late status ----------------------------------------------------------------------------------------------------

static bool is_late(const struct rules *a, const struct rules_cause *write) {
  return write->kind == CAUSE_WRITE && a->clock - write->clock <= a->limits.status;
}

// No clause gives the time from a write to the read that shows it.
bool rules_may_be_stale(const struct rules *a, const struct access *access) {
  bool is_stale = false;
  if (a->limits.status == 0 || access->is_write) return false;
  if (access->offset == ETMOSLSR || access->offset == ETMPDSR) return is_late(a, &a->lock.os);
  if (access->offset != ETMCLAIMCLR) return false;
  for (unsigned i = 0; i < CLAIM_TAGS; i++) is_stale = is_stale || is_late(a, &a->lock.claim.access[i]);
  return is_stale;
}

// --- accesses -------------------------------------------------------------------------------------------------------

static void read(struct rules *a, const struct cycle *c) {
  const uint16_t address = c->access.offset;
  const uint32_t value = c->access.value;
  if (address == ETMLSR) read_software_lock(a, c->access.by_software, value);
  if (address == ETMPDSR && rules_is_there(a, register_at(ETMPDSR))) read_power(a, c);
  if (c->access.may_be_stale) return;
  if (address == ETMOSLSR && c->is_powered) read_os_lock(a, value);
  if ((address == ETMCLAIMSET || address == ETMCLAIMCLR) && rules_is_there(a, register_at(address)))
    read_claim(a, address, value);
}

static void write(struct rules *a, const struct cycle *c) {
  const uint16_t address = c->access.offset;
  if (address == ETMLAR && c->access.by_software) {
    a->lock.software_known = true;
    a->lock.software = rules_cause_now(a, ETMLAR);
  }
  if (address == ETMOSLAR) write_os_lock(a, c);
  if (address == ETMCLAIMSET || address == ETMCLAIMCLR) write_claim(a, address, c->access.value);
}

// It is unknown whether the DUT has taken the access.
static void forget_access(struct rules *a, uint16_t address) {
  struct rules_lock *l = &a->lock;
  if (address == ETMPDSR) l->sticky_known = false;
  if (address == ETMPDCR) l->keep_known = false;
  if (address == ETMCLAIMSET || address == ETMCLAIMCLR) l->claim.known = 0;
  if (address == ETMOSSRR) rules_saved_forget(a);
}

void rules_check_lock_access(struct rules *a, const struct cycle *c) {
  const struct access *access = &c->access;
  struct rules_lock *l = &a->lock;
  const struct register_row *row = register_at(access->offset);
  const bool power_changed = l->power_changed_in_access;
  l->power_changed_in_access = false;
  // If core power changes during or just before an access, its effect on the access is unknown. After a reset this also
  // holds for a DUT with two power domains, because the DUT samples DBGPWRDUP for the first time.
  if (power_changed || c->is_powered != l->is_powered ||
      (l->power_at > 0 && a->clock - l->power_at <= a->limits.latency)) {
    forget_access(a, access->offset);
    return;
  }
  if (c->is_powered) {
    check_locked(a, access, row);
  } else {
    check_unpowered(a, access, row);
  }
  if (access->state == ACCESS_REFUSED || access_is_locked_out(access)) return;
  if (access->is_write) {
    write(a, c);
  } else {
    read(a, c);
  }
  const bool is_drained = a->registers->drained || a->atb_clocks - l->locked_atb_clocks > a->limits.drain;
  if (access->offset == ETMOSSRR && c->is_powered) rules_saved_access(a, access, is_drained);
  if (access->offset == ETMPDCR) access_power_control(a, access);
}

// --- the pins -------------------------------------------------------------------------------------------------------

// A reset sets the software lock, in PFTv1.1 also the OS lock, and clears the claim tags. No clause says what it does
// to the sticky bit and to ETMPDCR.
static void reset(struct rules *a, bool is_powered) {
  struct rules_lock *l = &a->lock;
  rules_saved_restart(a, l->power_at, false);
  const struct rules_claim claim = {
      .known = 0xFF, .is_counted = l->claim.is_counted, .implemented = l->claim.implemented};
  *l = (struct rules_lock){.is_reset_state = true,
                           .software_known = true,
                           .is_powered = is_powered,
                           .power_at = a->config->cfgregs & CFGREGS_TWO_DOMAINS ? a->clock : l->power_at,
                           .keep_is_implemented = l->keep_is_implemented,
                           .lost_at = l->lost_at,
                           .lost_read_at = l->lost_read_at,
                           .claim = claim};
}

static void lose_power(struct rules_lock *l) {
  l->is_reset_state = l->was_locked = false;
  l->sticky = l->sticky_known = true;
  l->lost_at = l->power_at;
  l->os = (struct rules_cause){.kind = CAUSE_POWER, .clock = l->power_at};
  l->claim.known = 0;
}

static void control(struct rules *a, const struct cycle *c) {
  struct rules_lock *l = &a->lock;
  if (c->is_powered != l->is_powered) {
    if (!c->is_powered) rules_saved_restart(a, l->power_at, false);
    l->power_at = a->clock;
    l->power_changed_in_access = c->access.is_selected;
    if (!c->is_powered) lose_power(l);
    l->is_powered = c->is_powered;
  }
  if (c->is_reset) reset(a, c->is_powered);
}

static void start(struct rules *a) { a->lock = (struct rules_lock){.is_powered = true}; }

const struct rule_theme rule_lock_theme = {.start = start, .control = control};
