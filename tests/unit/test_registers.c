// SPDX-License-Identifier: Apache-2.0
// The values of registers that the checker knows from accesses, calls, resets and the description of the DUT.

#include "access.h"
#include "case.h"
#include "register.h"
#include "registers.h"
#include "resource.h"

static const struct config nothing = {.unknown = CONFIG_ALL};

// After a reset, the checker knows only the registers with a reset value.
static void in_reset(struct registers *r) {
  *r = (struct registers){0};
  registers_reset(r, &nothing);
}

static unsigned access(struct registers *r, uint16_t offset, uint32_t value, bool is_write) {
  struct access a = {.state = ACCESS_DONE, .is_write = is_write, .offset = offset, .value = value};
  access_decide(&a, r);
  return registers_access(r, &a);
}
static unsigned put(struct registers *r, uint16_t offset, uint32_t value) { return access(r, offset, value, true); }
static unsigned get(struct registers *r, uint16_t offset, uint32_t value) { return access(r, offset, value, false); }

// The host unlocks the unit and clears ETMCR[0], as drivers do.
static void reset(struct registers *r) {
  in_reset(r);
  assert_int_equal(put(r, ETMOSLAR, 0), 0);
  assert_int_equal(put(r, ETMCR, ETMCR_PROGRAMMING), 0);
}

CASE(runs_only_when_nothing_stops_it) {
  struct registers r;
  reset(&r);
  assert_int_equal(put(&r, ETMCR, ETMCR_PROGRAMMING), 0);
  assert_int_equal(put(&r, ETMCR, 0), REGISTERS_STARTED | REGISTERS_PROGRAMMED);
  assert_int_equal(put(&r, ETMCR, ETMCR_POWER_DOWN), REGISTERS_STOPPED);
  assert_int_equal(put(&r, ETMCR, 0), REGISTERS_STARTED);
  assert_int_equal(put(&r, ETMOSLAR, OSLAR_LOCK ^ 1), 0);
  assert_int_equal(put(&r, ETMOSLAR, OSLAR_LOCK), REGISTERS_STOPPED);
  assert_int_equal(put(&r, ETMOSLAR, 0), REGISTERS_STARTED);
}

CASE(a_unit_without_an_os_lock_is_not_stopped_by_one) {
  struct registers r;
  reset(&r);
  get(&r, ETMOSLSR, 0);
  put(&r, ETMCR, 0);
  assert_int_equal(put(&r, ETMOSLAR, OSLAR_LOCK), 0);
  assert_true(r.running);
}

static void program(struct registers *r) {
  put(r, ETMCR, ETMCR_PROGRAMMING);
  put(r, ETMTEEVR, 0x60);
}

// A unit of PFTv1.1 resets with the OS lock set (IHI 0035B 3.16.39). It does not run until the host unlocks it.
CASE(a_unit_that_resets_locked) {
  struct registers r;
  struct config c = config_default_pft;
  in_reset(&r);
  program(&r);
  assert_int_equal(put(&r, ETMCR, 0), REGISTERS_PROGRAMMED);
  get(&r, ETMSR, 2);
  assert_false(r.running);
  // The host reads ETMOSLSR. The values of the earlier writes are then unknown.
  assert_int_equal(get(&r, ETMOSLSR, 0xB), 0);
  assert_int_equal(registers_seen_running(&r), 0);
  registers_apply(&r, &c);
  assert_int_equal(c.unknown, CONFIG_ALL);
  // A write while the unit is unlocked makes the value known.
  put(&r, ETMOSLAR, 0);
  program(&r);
  assert_int_equal(put(&r, ETMCR, 0), REGISTERS_STARTED | REGISTERS_PROGRAMMED);
  registers_apply(&r, &c);
  assert_int_equal(c.unknown, CONFIG_ALL & ~(CONFIG_ETMCR | CONFIG_ETMTEEVR));
  // A value that was read stays known after a write unlocks the unit.
  in_reset(&r);
  program(&r);
  get(&r, ETMTEEVR, 0x60);
  put(&r, ETMOSLAR, 0);
  registers_apply(&r, &c);
  assert_int_equal(c.unknown, CONFIG_ALL & ~CONFIG_ETMTEEVR);
  // A locked unit reads as 0. The register may exist.
  for (int asks = 0; asks < 2; asks++) {
    in_reset(&r);
    if (asks) get(&r, ETMOSLSR, 0xB);
    put(&r, ETMCR, ETMCR_PROGRAMMING | ETMCR_TIMESTAMP);
    get(&r, ETMCR, ETMCR_PROGRAMMING);
    put(&r, ETMOSLAR, 0);
    put(&r, ETMCR, ETMCR_TIMESTAMP);
    registers_apply(&r, &c);
    assert_int_equal(c.etmcr, ETMCR_TIMESTAMP);
  }
}

// PFTv1.0 and ETMs may reset with the OS lock clear. If no access reads ETMOSLSR, such a unit shows that it runs.
CASE(a_unit_that_resets_open) {
  struct registers r;
  struct config c = config_default_pft;
  in_reset(&r);
  assert_int_equal(registers_seen_running(&r), 0);  // the DUT ran only before the reset
  program(&r);
  assert_int_equal(registers_seen_running(&r), 0);
  put(&r, ETMCR, 0);
  assert_true(r.may_run && !r.running);
  assert_int_equal(registers_seen_running(&r), REGISTERS_STARTED);
  assert_true(r.running && !r.may_run);
  registers_apply(&r, &c);
  assert_int_equal(c.unknown, CONFIG_ALL & ~(CONFIG_ETMCR | CONFIG_ETMTEEVR));
  // The host may unlock a unit that is not locked, and read ETMOSLSR only later.
  assert_int_equal(put(&r, ETMOSLAR, 0), 0);
  registers_apply(&r, &c);
  assert_int_equal(c.unknown, CONFIG_ALL & ~(CONFIG_ETMCR | CONFIG_ETMTEEVR));
  in_reset(&r);
  program(&r);
  put(&r, ETMCR, 0);
  assert_int_equal(get(&r, ETMOSLSR, 9), REGISTERS_STARTED);
  registers_apply(&r, &c);
  assert_int_equal(c.unknown, CONFIG_ALL & ~(CONFIG_ETMCR | CONFIG_ETMTEEVR));
}

// An ETM-A5 does not implement an OS lock. A reset does not change that.
CASE(absent_os_lock_stays_absent) {
  struct registers r;
  in_reset(&r);
  get(&r, ETMOSLSR, 0);
  registers_reset(&r, &nothing);
  program(&r);
  assert_int_equal(put(&r, ETMCR, 0), REGISTERS_STARTED | REGISTERS_PROGRAMMED);
  assert_int_equal(put(&r, ETMOSLAR, OSLAR_LOCK), 0);
  // If the unit implements the lock, the next reset may set it.
  in_reset(&r);
  get(&r, ETMOSLSR, 9);
  registers_reset(&r, &nothing);
  program(&r);
  assert_int_equal(put(&r, ETMCR, 0), REGISTERS_PROGRAMMED);
}

CASE(a_stop_is_acknowledged_once) {
  struct registers r;
  reset(&r);
  put(&r, ETMCR, 0);
  assert_int_equal(get(&r, ETMSR, 2), REGISTERS_STATUS);  // the host has not stopped the unit
  put(&r, ETMCR, ETMCR_PROGRAMMING);
  assert_true(r.may_have_overflow);  // not read since
  assert_int_equal(get(&r, ETMSR, 0), REGISTERS_STATUS);
  assert_false(r.may_have_overflow);
  assert_int_equal(get(&r, ETMSR, 3), REGISTERS_STATUS | REGISTERS_ACKNOWLEDGED);
  assert_true(r.may_have_overflow);
  assert_int_equal(get(&r, ETMSR, 2), REGISTERS_STATUS);
}

// A register without a known value keeps the value of the configuration, and is unknown. A value that was read replaces
// the value that was written.
CASE(only_known_values_are_applied) {
  struct registers r;
  struct config c = config_default_pft;
  reset(&r);
  c.etmteevr = 0x1234;
  put(&r, ETMCR, ETMCR_PROGRAMMING | ETMCR_CYCLE_ACCURATE | ETMCR_TIMESTAMP);
  get(&r, ETMCR, ETMCR_PROGRAMMING | ETMCR_TIMESTAMP);
  put(&r, ETMTRIGGER, EVENT_ALWAYS);
  put(&r, ETMCR, ETMCR_TIMESTAMP);
  put(&r, ETMTRIGGER, 0);  // a write while the unit runs
  registers_apply(&r, &c);
  assert_int_equal(c.etmcr, ETMCR_TIMESTAMP);
  assert_int_equal(c.etmteevr, 0x1234);
  assert_int_equal(c.etmtrigger, config_default_pft.etmtrigger);
  registers_set(&r, ETMTRIGGER, 0x60);
  registers_apply(&r, &c);
  assert_int_equal(c.etmtrigger, 0x60);
  assert_int_equal(c.unknown, CONFIG_ALL & ~(CONFIG_ETMCR | CONFIG_ETMTRIGGER));
  assert_string_equal(registers_first(c.unknown)->name, "ETMIDR");
}

// A locked unit may ignore a write. The value is known only if that makes no difference.
CASE(writes_while_it_is_locked) {
  struct registers r;
  struct config c = config_default_pft;
  reset(&r);
  put(&r, ETMCR, ETMCR_PROGRAMMING | ETMCR_TIMESTAMP | ETMCR_VMID);
  get(&r, ETMCR, ETMCR_PROGRAMMING | ETMCR_TIMESTAMP);
  put(&r, ETMTEEVR, 0x60);
  put(&r, ETMOSLAR, OSLAR_LOCK);
  put(&r, ETMCR, ETMCR_TIMESTAMP | ETMCR_VMID);
  put(&r, ETMTEEVR, 0x60);
  registers_apply(&r, &c);
  assert_int_equal(c.unknown & (CONFIG_ETMCR | CONFIG_ETMTEEVR), 0);
  assert_int_equal(c.etmcr, ETMCR_TIMESTAMP);
  put(&r, ETMCR, ETMCR_VMID);
  put(&r, ETMTEEVR, 0x61);
  registers_apply(&r, &c);
  assert_int_equal(c.unknown & (CONFIG_ETMCR | CONFIG_ETMTEEVR), CONFIG_ETMCR | CONFIG_ETMTEEVR);
}

// The latest source counts. A reset does not change the values of the configuration and of the identification
// registers.
static void save_or_restore(struct registers *r, bool write, uint32_t first) {
  put(r, ETMOSLAR, OSLAR_LOCK);
  get(r, ETMOSSRR, 2);
  for (uint32_t i = 0; i < 2; i++) write ? put(r, ETMOSSRR, first + i) : get(r, ETMOSSRR, first + i);
  put(r, ETMOSLAR, 0);
}

CASE(a_restore_brings_back_what_was_saved) {
  struct registers r;
  reset(&r);
  get(&r, ETMOSLSR, ETMOSLSR_MODEL_0);
  get(&r, ETMIDR, 0x410CF230);
  program(&r);
  save_or_restore(&r, false, 7);
  put(&r, ETMCR, ETMCR_PROGRAMMING | ETMCR_TIMESTAMP);
  put(&r, ETMTEEVR, 0x61);
  save_or_restore(&r, true, 7);
  assert_int_equal(r.value[ETMTEEVR >> 2], 0x60);
  assert_int_equal(r.value[ETMCR >> 2], ETMCR_PROGRAMMING);
  assert_true(r.known[ETMTEEVR >> 2] && r.known[ETMCR >> 2]);
  save_or_restore(&r, true, 6);  // the words may be those of another unit
  assert_false(r.known[ETMTEEVR >> 2] || r.known[ETMCR >> 2]);
  assert_true(r.known[ETMIDR >> 2]);
}

CASE(three_sources_of_register_values) {
  struct registers r = {0};
  struct config c = config_default_pft;
  c.unknown = CONFIG_ETMIDR | CONFIG_ETMTEEVR;
  registers_reset(&r, &c);
  get(&r, ETMIDR, 0x411CF301);
  put(&r, ETMCR, c.etmcr | ETMCR_PROGRAMMING);
  put(&r, ETMTEEVR, 0x60);
  put(&r, ETMTRACEIDR, 0x22);
  registers_apply(&r, &c);
  assert_int_equal(c.unknown, 0);
  assert_int_equal(c.etmidr, 0x411CF301);
  assert_int_equal(c.etmtraceidr, 0x22);
  c = config_default_pft;
  c.unknown = CONFIG_ETMIDR | CONFIG_ETMTEEVR;
  registers_reset(&r, &c);
  registers_apply(&r, &c);
  assert_int_equal(c.unknown, CONFIG_ETMTEEVR);
  assert_int_equal(c.etmidr, 0x411CF301);
  assert_int_equal(c.etmtraceidr, config_default_pft.etmtraceidr);
}

// The description of the unit decides: a fixed value does not change, and a register that cannot be read holds the
// value that was written.
CASE(described_registers) {
  struct registers r = {0};
  struct config c = config_default_pft;
  c.unknown = CONFIG_ETMTEEVR;
  c.fixed = CONFIG_ETMSYNCFR;
  c.unreadable = CONFIG_ETMTEEVR;
  registers_reset(&r, &c);
  put(&r, ETMOSLAR, 0);
  put(&r, ETMCR, c.etmcr | ETMCR_PROGRAMMING);
  put(&r, ETMSYNCFR, 0x200);
  put(&r, ETMTEEVR, 0x60);
  get(&r, ETMTEEVR, 0);
  registers_apply(&r, &c);
  assert_int_equal(c.unknown, 0);
  assert_int_equal(c.etmsyncfr, config_default_pft.etmsyncfr);
  assert_int_equal(c.etmteevr, 0x60);
}

// An ETMIDR of the other protocol does not change the configuration. Rule TRC-ID-3 reports it.
CASE(protocol_does_not_change) {
  struct registers r;
  struct config c = config_default_pft;
  reset(&r);
  get(&r, ETMIDR, config_default_etm3.etmidr);
  registers_apply(&r, &c);
  assert_int_equal(c.etmidr, config_default_pft.etmidr);
}

// A bit that reads 0 after a write of 1 does not exist, until it reads 1.
CASE(features_absent_if_they_read_0) {
  struct registers r;
  struct config c = config_default_pft;
  reset(&r);
  put(&r, ETMCR, ETMCR_PROGRAMMING | ETMCR_CYCLE_ACCURATE);
  get(&r, ETMCR, ETMCR_PROGRAMMING);
  put(&r, ETMCR, ETMCR_CYCLE_ACCURATE);
  assert_true(r.running);
  registers_apply(&r, &c);
  assert_int_equal(c.etmcr, 0);
  get(&r, ETMCR, ETMCR_CYCLE_ACCURATE);
  put(&r, ETMCR, ETMCR_PROGRAMMING | ETMCR_CYCLE_ACCURATE);
  registers_apply(&r, &c);
  assert_int_equal(c.etmcr, ETMCR_CYCLE_ACCURATE);
}

// A bit of the configuration that the host has not written reads 0 after a reset, but it exists.
CASE(reset_values_keep_features) {
  struct registers r = {0};
  struct config c = config_default_pft, seen = c;
  c.etmcr = ETMCR_CYCLE_ACCURATE;
  registers_reset(&r, &c);
  put(&r, ETMOSLAR, 0);
  get(&r, ETMCR, ETMCR_PROGRAMMING | ETMCR_POWER_DOWN);
  put(&r, ETMCR, ETMCR_PROGRAMMING);
  put(&r, ETMCR, ETMCR_CYCLE_ACCURATE);
  registers_apply(&r, &seen);
  assert_int_equal(seen.etmcr, ETMCR_CYCLE_ACCURATE);
}

// A write to a read-only register has no effect.
CASE(a_constant_is_not_written) {
  struct registers r;
  struct config c = config_default_pft;
  reset(&r);
  put(&r, ETMCR, ETMCR_PROGRAMMING);
  get(&r, ETMCCER, 0x00801800);
  put(&r, ETMCCER, 0);
  put(&r, ETMIDR, 0);
  registers_apply(&r, &c);
  assert_int_equal(c.unknown, CONFIG_ALL & ~(CONFIG_ETMCR | CONFIG_ETMCCER));
  assert_int_equal(c.etmccer, 0x00801800);
}

// IHI 0014Q 3.5.41 and 3.5.39: ETMCCER[11] of an ETM indicates which registers can be read. ETMSYNCFR may be fixed.
CASE(readable_etm_registers) {
  struct config c = config_default_etm3, built = c;
  static struct registers r;
  for (int readable = 0; readable < 2; readable++) {
    built.etmccer = readable ? 0x34400800 : 0x34400000;
    built.unknown = CONFIG_ALL & ~(uint32_t)(CONFIG_ETMIDR | CONFIG_ETMCCER);
    r = (struct registers){0};
    registers_reset(&r, &built);
    put(&r, ETMCR, ETMCR_PROGRAMMING);
    put(&r, ETMTRIGGER, 0x60);
    get(&r, ETMTRIGGER, 0x1FFFF);
    put(&r, ETMSYNCFR, 100);
    registers_apply(&r, &c);
    assert_int_equal(c.etmtrigger, readable ? 0x1FFFF : 0x60);
    assert_true(c.unknown & CONFIG_ETMSYNCFR);
    get(&r, ETMSYNCFR, 1024);
    registers_apply(&r, &c);
    assert_int_equal(!(c.unknown & CONFIG_ETMSYNCFR), readable);
    if (readable) assert_int_equal(c.etmsyncfr, 1024);
    registers_given(&r, ETMTRIGGER, 0x61);
    registers_apply(&r, &c);
    assert_int_equal(c.etmtrigger, 0x61);
  }
}

// Each row is found by its offset. The rows of the configuration are in the order of their bits.
CASE(row_index_matches_offset) {
  unsigned words = 0;
  for (size_t i = 0; i < register_count; i++) {
    const struct register_row *row = &register_rows[i];
    assert_ptr_equal(register_at(row->offset), row);
    assert_int_equal(row->config, i < CONFIG_REGISTERS ? 1u << i : 0);
    assert_true(row->reset == REGISTER_OPEN || !(row->reset & ~(uint64_t)row->bits));
  }
  for (unsigned offset = 0; offset < 0x2000; offset++) words += register_at(offset)->name != NULL;
  assert_int_equal(words, register_count);
  assert_int_equal(register_at(ETMACTR16)->offset, 0x0BC);
  assert_string_equal(register_at(0x174)->name, "ETMCNTVR2");
  assert_null(register_at(0x2FC)->name);
}

// ETMCCR and ETMCCER of a Cortex-A15's PTM determine which registers exist. Its registers read accordingly: 8 of
// ETMACTR read 1, the others 0.
CASE(a_register_is_counted) {
  static const struct {
    uint16_t there, not_there;
  } rows[] = {{ETMACTR8, ETMACTR9},        {ETMCNTENR2, ETMCNTENR3}, {ETMEXTOUTEVR2, ETMEXTOUTEVR3},
              {ETMCIDCVR1, ETMCIDCVR2},    {ETMCIDCMR, ETMDCVR1},    {ETMSQR, ETMEIBCR},
              {ETMEXTINSELR, ETMTESSEICR}, {ETMTSSCR, ETMFFRR},      {ETMVMIDCVR, ETMACVR9},
              {ETMCR, ETMCNTVR4}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    assert_true(register_is_built(register_at(rows[i].there), 0x8D294004, 0x34C01AC2));
    assert_false(register_is_built(register_at(rows[i].not_there), 0x8D294004, 0x34C01AC2));
  }
}

// The fields of a register cover all of its bits. The other bits of ETMAUXCR are implementation defined.
CASE(fields_are_the_bits_of_a_row) {
  for (size_t i = 0; i < register_count; i++) {
    const struct register_row *row = &register_rows[i];
    uint32_t bits = 0;
    for (unsigned f = 0; f < REGISTER_FIELD_COUNT; f++) {
      if (register_has_field(row, &register_fields[f])) bits |= register_fields[f].mask;
    }
    if (row->offset != ETMAUXCR && bits != 0) assert_int_equal(bits, row->bits);
  }
  assert_int_equal(field_set(field_get(0x8D294004, ETMCCR_INPUTS), ETMCR_CONTEXT_ID, 2), 0x8004);
  assert_false(field_is_there(FIELD_ETMCR_TIMESTAMP, PROTOCOL_ETM3, 4, UINT32_MAX));
  assert_false(field_is_there(FIELD_ETMCR_TIMESTAMP, PROTOCOL_ETM3, 5, 0));
  assert_true(field_is_there(FIELD_ETMCR_TIMESTAMP, PROTOCOL_ETM3, 5, ETMCCER_TIMESTAMP));
  assert_false(field_is_there(FIELD_ETMCR_RETURN_STACK, PROTOCOL_ETM3, 5, UINT32_MAX));
}

// The protocol and the version determine which registers exist: IHI 0014Q 3.5.46 and table 3.95, IHI 0035B 3.16.40 and
// table 3.82.
CASE(a_register_comes_with_a_version) {
  static const struct {
    uint16_t offset;
    uint8_t pft, etm3;  // the first minor version; 9: never
  } rows[] = {{ETMCR, 0, 0},    {ETMCCER, 0, 1},  {ETMTECR2, 9, 0}, {ETMTSEVR, 0, 5},   {ETMAUXCR, 0, 5},
              {ETMOSLSR, 0, 3}, {ETMCIDR0, 0, 2}, {ETMPDCR, 1, 5},  {ETMVMIDCVR, 1, 5}, {0x2FC, 9, 9}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const struct register_row *row = register_at(rows[i].offset);
    for (unsigned minor = 0; minor < 6; minor++) {
      assert_int_equal(register_is_there(row, PROTOCOL_PFT, minor), minor >= rows[i].pft);
      assert_int_equal(register_is_there(row, PROTOCOL_ETM3, minor), minor >= rows[i].etm3);
    }
  }
}

// Saves all words, removes the power, and restores them with this last word. `whole`: all words are restored, otherwise
// one is missing.
static void save_and_restore(struct registers *r, uint32_t last, bool whole) {
  reset(r);
  program(r);
  get(r, ETMOSLSR, 1);
  put(r, ETMOSLAR, OSLAR_LOCK);
  get(r, ETMOSSRR, 2);
  get(r, ETMOSSRR, 0x11);
  get(r, ETMOSSRR, 0x22);
  registers_power_lost(r);
  put(r, ETMOSLAR, OSLAR_LOCK);
  get(r, ETMOSSRR, 2);
  put(r, ETMOSSRR, 0x11);
  if (whole) put(r, ETMOSSRR, last);
  assert_int_equal(put(r, ETMOSLAR, 0), whole && last == 0x22 ? REGISTERS_RESTORED : 0);
}

// The order of the words is implementation defined (IHI 0035B 3.16.40). All words together are all registers.
CASE(what_is_restored_is_known) {
  struct registers r;
  save_and_restore(&r, 0x22, true);
  assert_true(r.known[ETMTEEVR >> 2]);
  assert_int_equal(r.value[ETMTEEVR >> 2], 0x60);
  save_and_restore(&r, 0x23, true);
  assert_false(r.known[ETMTEEVR >> 2]);
  save_and_restore(&r, 0, false);
  assert_false(r.known[ETMTEEVR >> 2]);
}

// A register that was restored after the reset need not hold its reset value.
CASE(a_restore_replaces_reset_values) {
  for (unsigned is_restored = 0; is_restored < 2; is_restored++) {
    struct registers r;
    in_reset(&r);
    registers_reset(&r, &nothing);
    put(&r, ETMOSLAR, OSLAR_LOCK);
    if (is_restored) save_or_restore(&r, true, 7);
    put(&r, ETMOSLAR, 0);
    put(&r, ETMTRIGGER, EVENT_NEVER);
    assert_int_equal(r.known[ETMSYNCFR >> 2], !is_restored);
  }
}

// ETMSYNCFR of an ETM may be fixed and cannot be read back. The initial 0 is not the value of an earlier write.
CASE(first_write_is_not_a_change) {
  struct registers r = {0};
  const struct config c = config_default_etm3;
  registers_reset(&r, &c);
  put(&r, ETMOSLAR, 0);
  put(&r, ETMSYNCFR, 0);
  assert_false(r.known[ETMSYNCFR >> 2]);
}

// A unit has no software lock if it runs without the key and its description has no lock. An ETMv3.2 has none either.
CASE(absent_lock) {
  struct registers r = {0};
  struct config c = config_default_etm3;
  registers_reset(&r, &c);
  put(&r, ETMOSLAR, OSLAR_LOCK);
  put(&r, ETMCR, 0);
  assert_true(registers_may_lack_lock(&r));
  assert_int_equal(registers_seen_running(&r), REGISTERS_STARTED);
  c.etmidr = 0x410CF220;
  r = (struct registers){0};
  registers_reset(&r, &c);
  put(&r, ETMOSLAR, OSLAR_LOCK);
  put(&r, ETMCR, 0);
  assert_true(r.running);
}
