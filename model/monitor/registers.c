// SPDX-License-Identifier: Apache-2.0
// Follows the value of each register, as far as it is known, from accesses and the configuration.
#include "registers.h"

#include <string.h>

#include "access.h"
#include "register.h"

// These bits determine whether the DUT runs, not how it traces.
static const uint32_t control_bits = ETMCR_PROGRAMMING | ETMCR_POWER_DOWN;

// The DUT as it is built. ID registers that were read replace the configuration.
static struct config built(const struct registers *r) {
  struct config c = *r->config;
  c.etmidr = registers_value(r, ETMIDR, c.etmidr);
  if (!r->known[ETMCCER >> 2]) return c;
  c.etmccer = r->value[ETMCCER >> 2];
  c.unknown &= ~(uint32_t)CONFIG_ETMCCER;
  return c;
}

static void know(struct registers *r, unsigned word, uint32_t value) {
  r->value[word] = value;
  r->known[word] = true;
  r->doubtful[word] = false;
}

void registers_set(struct registers *r, uint16_t offset, uint32_t value) {
  know(r, offset >> 2, value);
  r->written[offset >> 2] = value;
  r->was_written[offset >> 2] = true;
}

static bool has_software_lock(const struct config *c) {
  return c->cfgregs & CFGREGS_SOFTWARE_LOCK &&
         register_is_there(register_at(ETMLAR), config_protocol(c), config_minor(c));
}

// A clause (register_rows.h) or the description of the DUT fixes the value after a reset. A value that the
// configuration gives takes precedence.
static void know_reset_values(struct registers *r) {
  const struct config *c = r->config;
  for (size_t i = 0; i < register_count; i++) {
    const struct register_row *row = &register_rows[i];
    const unsigned word = row->offset >> 2;
    if (word >= REGISTERS_TRACE || row->offset == ETMCR || r->known[word]) continue;
    if (!register_is_there(row, config_protocol(c), config_minor(c))) continue;
    if (r->reset_values && r->reset_values->known[word]) {
      know(r, word, r->reset_values->value[word]);
    } else if (row->reset != REGISTER_OPEN) {
      know(r, word, (uint32_t)row->reset);
    }
  }
}

// Clears all state, except for what a reset does not change.
static void forget(struct registers *r, const struct config *config) {
  const struct registers before = *r;
  *r = (struct registers){.config = config,
                          .reset_values = before.reset_values,
                          .programming = true,
                          .power_down = true,
                          .has_os_lock = true,
                          .may_have_overflow = true,
                          .drained = true};
  // The first call need not follow a reset. So the software lock counts as clear until an access shows it.
  r->software_lock = before.config && has_software_lock(config);
  r->os_model = before.os_model;
  r->has_software = before.has_software;
  r->locks_all = before.locks_all;
  r->saved = before.saved;
  r->saved.at = 0;
  r->saved.restores = false;
  // A DUT that has no OS lock, as it is described or as it has shown, has none after the reset, either.
  r->os_known = config->cfgregs & CFGREGS_NO_OS_LOCK || (before.os_known && !before.has_os_lock);
  r->has_os_lock = !r->os_known;
  for (const struct register_row *row = register_rows; row->config; row++) {
    const bool constant = row->access[config_protocol(config)].how & REGISTER_CONSTANT;
    if (constant && before.known[row->offset >> 2]) {
      registers_set(r, row->offset, before.value[row->offset >> 2]);
    } else if (!(config->unknown & row->config)) {
      know(r, row->offset >> 2, register_value(row, config));
    }
  }
  r->as_configured = !(config->unknown & CONFIG_ETMCR);
}

void registers_reset(struct registers *r, const struct config *config) {
  const bool is_seen = r->config != NULL;
  forget(r, config);
  r->has_reset = is_seen;
}

void registers_power_lost(struct registers *r) {
  const bool locked = r->software_lock;
  forget(r, r->config);
  r->software_lock = locked;
}

enum registers_lock registers_os_lock(const struct registers *r) {
  const bool is_direct = r->os_model == OS_DIRECT;
  if (!r->os_known) return is_direct ? REGISTERS_DIRECT_UNKNOWN : REGISTERS_LOCK_UNKNOWN;
  if (!r->os_lock) return REGISTERS_OPEN;
  return is_direct ? REGISTERS_LOCKED_DIRECT : REGISTERS_LOCKED;
}

static unsigned update(struct registers *r) {
  const bool may = !r->programming && !r->power_down && !r->os_lock, running = may && r->os_known;
  r->may_run = may && !running;
  if (running == r->running) return 0;
  r->running = running;
  r->acknowledged = false;
  r->may_have_overflow = true;
  r->restarted = running && !r->drained;
  r->drained = r->drained && !running;
  r->may_have_cleared_overflow = r->may_have_cleared_overflow && !running;
  return running ? REGISTERS_STARTED : REGISTERS_STOPPED;
}

static unsigned control(struct registers *r, uint32_t value) {
  const bool cleared = r->programming && !(value & ETMCR_PROGRAMMING);
  r->programming = value & ETMCR_PROGRAMMING;
  r->power_down = value & ETMCR_POWER_DOWN;
  r->may_have_cleared_overflow = r->may_have_cleared_overflow || r->power_down || cleared;
  r->as_configured = false;
  return update(r) | (cleared ? REGISTERS_PROGRAMMED : 0);
}

unsigned registers_seen_running(struct registers *r) {
  if (!r->may_run && !registers_may_lack_lock(r)) return 0;
  r->has_os_lock = r->has_os_lock && r->may_run;
  r->os_lock = false;
  r->os_known = true;
  return update(r);
}

// --- saved and restored ---------------------------------------------------------------------------------------------

static void save(struct registers *r, uint32_t value) {
  struct registers_saved *s = &r->saved;
  const unsigned at = s->at++;
  s->is_restored_as_read = s->is_restored_as_read && (at == 0 || !s->restores);
  if (at == 0) s->count = value;
  if (at == 1 && !s->restores) {
    memcpy(s->value, r->value, sizeof s->value);
    memcpy(s->known, r->known, sizeof s->known);
    s->stored = 0;
  }
  if (at == s->stored + 1 && s->stored < REGISTERS_SAVED && !s->restores) s->words[s->stored++] = value;
}

static void forget_trace_registers(struct registers *r) {
  for (unsigned i = 0; i < REGISTERS_TRACE; i++) {
    const bool constant = register_at(i << 2)->access[config_protocol(r->config)].how & REGISTER_CONSTANT;
    r->known[i] = r->known[i] && constant;
  }
}

static void restore(struct registers *r, uint32_t value) {
  struct registers_saved *s = &r->saved;
  const unsigned at = s->at++;
  if (!s->restores) forget_trace_registers(r);
  s->restores = true;
  s->is_restored_as_read = s->is_restored_as_read && at > 0 && at <= s->stored && s->words[at - 1] == value;
}

// ETMOSLAR is written. Returns bits of enum register_effect.
static unsigned end_restore(struct registers *r, bool opens) {
  struct registers_saved *s = &r->saved;
  const bool whole = s->restores && s->is_restored_as_read && s->stored == s->count && s->at == s->count + 1;
  // The key may be written more than once.
  s->is_restore_complete = whole || (s->is_restore_complete && s->at == 0);
  unsigned event = 0;
  if (opens && s->is_restore_complete) {
    for (unsigned i = 0; i < REGISTERS_TRACE; i++) {
      if (s->known[i] && !r->known[i]) registers_set(r, (uint16_t)(i << 2), s->value[i]);
    }
    // The clock in which the Programming bit was cleared is unknown, and ETMSR keeps its value. So this does not count
    // as REGISTERS_PROGRAMMED.
    if (s->known[ETMCR >> 2]) event = control(r, s->value[ETMCR >> 2]) & ~(unsigned)REGISTERS_PROGRAMMED;
    event |= REGISTERS_RESTORED;
  }
  s->restores = s->restores && !opens;
  s->is_restore_complete = s->is_restore_complete && !opens;
  s->at = 0;
  s->is_restored_as_read = true;
  return event;
}

static void access_saved(struct registers *r, const struct access *a) {
  if (!a->transfers_saved_word) return;
  if (a->is_write) {
    r->is_programmed = true;
    restore(r, a->value);
  } else {
    save(r, a->value);
  }
}

// --- the OS lock ----------------------------------------------------------------------------------------------------

// Stores the state of the OS lock. If the lock was unknown and may have been set, the DUT may have ignored the writes
// since then. So the registers written since then become unknown, and a bit that reads 0 may be implemented.
static unsigned set_os_lock(struct registers *r, bool is_set, bool may_have_been_set) {
  for (unsigned i = 0; !r->os_known && may_have_been_set && i < REGISTER_WORDS; i++) {
    r->known[i] = r->known[i] && !r->doubtful[i];
    r->absent[i] = 0;
  }
  r->os_known = true;
  r->os_lock = is_set;
  return update(r);
}

// No ID register shows whether the DUT has data trace. That a DUT without it may ignore ETMCR[20] is inferred: there is
// no clause. Only a read of ETMCR decides.
static bool knows_data_only(const struct registers *r, uint32_t value) {
  return config_protocol(r->config) != PROTOCOL_ETM3 || !(value & ~r->absent[ETMCR >> 2] & ETMCR_DATA_ONLY) ||
         r->has_data_only;
}

static unsigned take_os_lock_key(struct registers *r, uint32_t key) {
  const struct config c = built(r);
  const struct register_row *row = register_at(ETMOSLAR);
  const bool may_exist = c.unknown & CONFIG_ETMIDR || register_is_there(row, config_protocol(&c), config_minor(&c));
  const bool opens = key != OSLAR_LOCK;
  const unsigned effects = end_restore(r, opens);
  return effects | set_os_lock(r, r->has_os_lock && may_exist && !opens, true);
}

static unsigned take_write(struct registers *r, const struct access *w) {
  const uint16_t offset = w->offset;
  const uint32_t value = w->value;
  const struct register_row *row = register_at(offset);
  if (offset == ETMOSLAR) return take_os_lock_key(r, value);
  if (w->outcome == WRITE_IGNORED) return 0;
  const unsigned word = offset >> 2;
  const uint32_t mask = offset == ETMCR ? ~control_bits : UINT32_MAX;
  const bool is_fixed = row->access[config_protocol(r->config)].how & REGISTER_FIXED;
  const bool as_before = r->was_written[word] && !((r->written[word] ^ value) & mask);
  const bool changes_nothing = as_before || !((r->value[word] ^ value) & mask);
  r->written[word] = value;
  r->was_written[word] = true;
  if (offset == ETMCR) r->control_changed_early = !r->drained && (r->control_changed_early || !changes_nothing);
  if (!is_fixed && w->outcome >= WRITE_TAKEN_IF_OPEN) {
    const bool was_certain = r->known[word] && !r->doubtful[word];
    r->value[word] = value & ~(r->absent[word] & mask);
    r->known[word] = offset != ETMCR || knows_data_only(r, value);
    r->doubtful[word] = w->outcome == WRITE_TAKEN_IF_OPEN && !(was_certain && changes_nothing);
  } else {
    // The DUT may have ignored the write, so the register stays known only if the write does not change it. The bits
    // that determine whether the DUT runs count as written (control()).
    r->value[word] = (r->value[word] & mask) | (value & ~mask);
    r->known[word] = r->known[word] && changes_nothing;
  }
  return offset == ETMCR ? control(r, value) : 0;
}

static unsigned status(struct registers *r, uint32_t value) {
  r->status = value;
  r->may_have_overflow = value & ETMSR_OVERFLOW || r->may_have_cleared_overflow;
  if (r->running && !(value & ETMSR_STOPPED)) return REGISTERS_STATUS | REGISTERS_READY;
  if (r->running || !(value & ETMSR_STOPPED) || r->acknowledged) return REGISTERS_STATUS;
  r->acknowledged = r->drained = true;
  return REGISTERS_STATUS | REGISTERS_ACKNOWLEDGED;
}

// A bit that was written as 1 and reads as 0 is not implemented.
static unsigned reads_as(struct registers *r, uint16_t offset, uint32_t value) {
  const unsigned word = offset >> 2;
  if (offset == ETMCR && r->control_changed_early) r->written[word] = value;
  r->absent[word] = (r->absent[word] | (registers_os_lock(r) == REGISTERS_LOCKED ? 0 : r->written[word])) & ~value;
  know(r, word, value);
  if (offset != ETMCR) return 0;
  r->has_data_only = r->has_data_only || value & ETMCR_DATA_ONLY;
  r->control_changed_early = false;
  return control(r, value);
}

static unsigned take_read(struct registers *r, uint16_t offset, uint32_t data) {
  if (offset == ETMSR) return status(r, data);
  if (offset == ETMOSLSR) {
    r->has_os_lock = data & ETMOSLSR_EXISTS;
    r->os_model = !r->has_os_lock ? OS_NONE : data & ETMOSLSR_MODEL_0 ? OS_SAVES : OS_DIRECT;
    const bool is_set = r->has_os_lock && data & ETMOSLSR_LOCKED;
    return set_os_lock(r, is_set, is_set);
  }
  return offset == ETMOSLAR ? 0 : reads_as(r, offset, data);
}

unsigned registers_given(struct registers *r, uint16_t offset, uint32_t data) {
  offset &= 4 * REGISTER_WORDS - 4;
  const unsigned event = take_read(r, offset, data);
  r->written[offset >> 2] = data;
  r->was_written[offset >> 2] = true;
  return event;
}

// The software lock of a DUT without PADDRDBG31 may apply to a debugger, too, as that of a Cortex-M3 does.
static void look_at_software_lock(struct registers *r, const struct access *a) {
  if (a->offset == ETMLAR && a->is_write && a->is_lockable)
    r->software_lock = has_software_lock(r->config) && a->value != LAR_UNLOCK;
  if (a->offset != ETMLSR || a->is_write || !(a->value & ETMLSR_EXISTS)) return;
  r->locks_all = r->locks_all || !r->has_software;
  if (a->by_software || r->locks_all) r->software_lock = a->value & ETMLSR_LOCKED;
}

unsigned registers_access(struct registers *r, const struct access *access) {
  r->has_software = r->has_software || access->by_software;
  r->locks_all = r->locks_all && !r->has_software;
  if (access_is_locked_out(access) || access->may_be_stale) return 0;
  look_at_software_lock(r, access);
  access_saved(r, access);
  if (access->is_write && access->offset / 4 < REGISTERS_TRACE && !r->is_programmed) {
    if (r->has_reset) know_reset_values(r);
    r->is_programmed = true;
  }
  if (access->is_write) return take_write(r, access);
  const struct config c = built(r);
  return register_is_readable(register_at(access->offset), &c) ? take_read(r, access->offset, access->value) : 0;
}

unsigned registers_start_as_configured(struct registers *r) {
  r->os_known = true;
  return registers_given(r, ETMCR, r->value[ETMCR >> 2] & ~control_bits);
}

// The protocol stays the one for which the checker was opened (rule TRC-ID-3).
void registers_apply(const struct registers *r, struct config *config) {
  const uint32_t etmidr = config->etmidr;
  config->unknown = 0;
  for (const struct register_row *row = register_rows; row->config; row++) {
    const unsigned word = row->offset >> 2;
    if (!r->known[word]) {
      config->unknown |= row->config;
    } else {
      *register_field(row, config) = row->offset == ETMCR ? r->value[word] & ~control_bits : r->value[word];
    }
  }
  if ((config->etmidr ^ etmidr) & ETMIDR_MAJOR) config->etmidr = etmidr;
}

const struct register_row *registers_first(uint32_t bits) {
  const struct register_row *row = register_rows;
  while (row->config && !(bits & row->config)) row++;
  return row->config ? row : NULL;
}
