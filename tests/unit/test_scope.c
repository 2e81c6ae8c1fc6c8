// SPDX-License-Identifier: Apache-2.0
// The registers that decide TraceEnable, by hand from IHI 0035B 3.3 to 3.12 and IHI 0014Q 2.6. Each case leaves one
// register unknown.

#include <string.h>

#include "case.h"
#include "cycle.h"
#include "scope.h"
#include "verdict.h"

static const uint32_t ccr = 0x8FC98008, ccer = 0x37F81FFC;  // ETMCCR, ETMCCER: resources of each kind

static struct config config;
static struct registers registers;
static struct scope scope;

static void set(unsigned offset, uint32_t value) { registers_set(&registers, (uint16_t)offset, value); }

// All registers are written as by Linux: TraceEnable is always true, and nothing is excluded.
static void begin(bool etm) {
  config = etm ? config_default_etm3 : config_default_pft;
  config.unknown = CONFIG_ALL;
  memset(&registers, 0, sizeof registers);
  memset(&scope, 0, sizeof scope);
  registers_reset(&registers, &config);
  for (size_t i = 0; i < register_count; i++) {
    if (register_rows[i].offset < 4 * REGISTERS_TRACE) set(register_rows[i].offset, 0);
  }
  static const uint16_t unused[] = {ETMTRIGGER, ETMTSEVR,   ETMSQ12EVR, ETMSQ21EVR,
                                    ETMSQ23EVR, ETMSQ31EVR, ETMSQ32EVR, ETMSQ13EVR};
  for (size_t i = 0; i < sizeof unused / sizeof *unused; i++) set(unused[i], EVENT_NEVER);
  for (unsigned n = 0; n < 4; n++) {
    set(ETMCNTENR1 + 4 * n, EVENT_NEVER);
    set(ETMCNTRLDEVR1 + 4 * n, EVENT_NEVER);
    set(ETMEXTOUTEVR1 + 4 * n, EVENT_NEVER);
  }
  set(ETMTEEVR, EVENT_ALWAYS);
  set(ETMTECR1, ETMTECR1_EXCLUDE);
  set(ETMCCR, ccr);
  set(ETMCCER, ccer);
}

static void forget(unsigned offset) { registers.known[offset / 4] = registers.was_written[offset / 4] = false; }

static const char *unknown(void) {
  static char text[400];
  FILE *file = tmpfile();
  assert_non_null(file);
  scope_print_unknown(&scope, 0, file);
  rewind(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  return text;
}

// Expects that only this register decides TraceEnable.
static void decides(unsigned offset) {
  struct judgement j = {0};
  char expected[120];
  forget(offset);
  memset(&scope, 0, sizeof scope);
  scope_started(&scope, &registers);
  snprintf(expected, sizeof expected, " not_checked=%s", register_at(offset)->name);
  assert_string_equal(unknown(), expected);
  assert_false(scope_knows_trace_enable(&scope, &j));
  snprintf(expected, sizeof expected,
           "incomplete: TraceEnable depends on %s, which was not written after a reset or power loss",
           register_at(offset)->name);
  assert_ptr_equal(strstr(j.why, expected), j.why);
}

// The host has written the register, and the DUT need not have taken the write.
CASE(a_write_that_may_not_have_been_taken) {
  struct judgement j = {0};
  begin(false);
  registers.known[ETMTEEVR / 4] = false;
  scope_started(&scope, &registers);
  assert_false(scope_knows_trace_enable(&scope, &j));
  assert_string_equal(j.why,
                      "incomplete: TraceEnable depends on ETMTEEVR, and the DUT need not have taken its last write; "
                      "write it while ETMSR[1] is 1, ETMCR[0] is 0 and the OS lock is clear");
}

static void is_silent(unsigned offset) {
  struct judgement j = {0};
  forget(offset);
  memset(&scope, 0, sizeof scope);
  scope_started(&scope, &registers);
  assert_string_equal(unknown(), "");
  assert_true(scope_knows_trace_enable(&scope, &j));
}

CASE(nothing_is_unknown) {
  for (int etm = 0; etm < 2; etm++) {
    begin(etm);
    scope_started(&scope, &registers);
    assert_string_equal(unknown(), "");
  }
}

CASE(a_range_needs_both_its_comparators) {
  static const uint16_t needed[] = {ETMACVR1, ETMACVR2, ETMACTR1, ETMACTR2};
  for (unsigned i = 0; i < 4; i++) {
    begin(false);
    set(ETMTECR1, 1);
    decides(needed[i]);
    begin(false);
    set(ETMTEEVR, RESOURCE_RANGE);
    decides(needed[i]);
    begin(false);
    is_silent(needed[i]);
  }
}

// Access type 0 of an ETM compares fetches, unless ETMSCR[17] is 1. A PTM has no access types.
CASE(fetches_need_etmscr) {
  static const uint16_t types[] = {ETMACTR1, ETMACTR2, ETMACTR5};
  for (unsigned i = 0; i < 3; i++) {
    struct judgement j = {0};
    begin(true);
    set(ETMTECR1, i < 2 ? ETMTECR1_EXCLUDE | 1 : 0);
    set(ETMTECR2, i < 2 ? 0 : 1 << 4);
    for (unsigned n = 0; n < 2; n++) set(ETMACTR1 + 4 * n, i == n ? 0x18 : 0x19);
    set(types[i], 0x18);
    forget(ETMSCR);
    memset(&scope, 0, sizeof scope);
    scope_started(&scope, &registers);
    assert_string_equal(unknown(), " not_checked=ETMSCR");
    assert_false(scope_knows_trace_enable(&scope, &j));
    assert_ptr_equal(strstr(j.why, "incomplete: TraceEnable depends on ETMSCR[17], which was not read"), j.why);
    set(types[i], 0x19);
    is_silent(ETMSCR);
  }
  begin(false);
  set(ETMTECR1, 1);
  set(ETMACTR1, 0);
  set(ETMACTR2, 0);
  is_silent(ETMSCR);
}

CASE(the_filter_needs_its_registers) {
  for (int etm = 0; etm < 2; etm++) {
    begin(etm);
    decides(ETMTECR1);
    begin(etm);
    decides(ETMTEEVR);
    begin(etm);
    set(ETMTECR1, ETMTECR1_EXCLUDE | ETMTECR1_START_STOP);
    decides(ETMTSSCR);
    begin(etm);
    set(ETMTECR1, ETMTECR1_EXCLUDE | ETMTECR1_START_STOP);
    set(ETMTSSCR, 0x20001);
    decides(ETMACVR2);
    begin(etm);
    is_silent(ETMTSSCR);
  }
  begin(true);
  set(ETMTECR1, 0);
  decides(ETMTECR2);
  begin(true);
  set(ETMTECR1, 0);
  set(ETMTECR2, 4);
  decides(ETMACVR3);
  begin(false);
  set(ETMTECR1, 1);
  is_silent(ETMTECR2);
}

// Drivers do not write ETMTECR2 after a reset. The checker requires everything that no known register excludes.
CASE(an_exclusion_is_listed) {
  struct judgement j = {0};
  begin(true);
  forget(ETMTECR2);
  scope_started(&scope, &registers);
  assert_string_equal(unknown(), " not_checked=ETMTECR2");
  assert_true(scope_knows_trace_enable(&scope, &j));
}

CASE(a_comparator_needs_its_context_id) {
  static const uint16_t needed[] = {ETMCIDCVR2, ETMCIDCMR};
  for (unsigned i = 0; i < 2; i++) {
    begin(false);
    set(ETMTECR1, 2);
    set(ETMACTR3, 0x200);
    decides(needed[i]);
    begin(false);
    set(ETMTEEVR, RESOURCE_CONTEXT + 1);
    decides(needed[i]);
  }
  begin(false);
  set(ETMTEEVR, RESOURCE_VMID);
  decides(ETMVMIDCVR);
}

CASE(an_event_needs_what_its_resources_need) {
  static const uint16_t counter[] = {ETMCNTRLDVR2, ETMCNTENR2, ETMCNTRLDEVR2};
  static const uint16_t sequencer[] = {ETMSQ12EVR, ETMSQ21EVR, ETMSQ23EVR, ETMSQ31EVR, ETMSQ32EVR, ETMSQ13EVR};
  for (unsigned i = 0; i < 3; i++) {
    begin(false);
    set(ETMTEEVR, RESOURCE_COUNTER + 1);
    decides(counter[i]);
  }
  for (unsigned i = 0; i < 6; i++) {
    begin(true);
    set(ETMTEEVR, 2u << 14 | (RESOURCE_SEQUENCER + 2u) << 7 | RESOURCE_ALWAYS);
    decides(sequencer[i]);
  }
  // Counter 1 moves the sequencer, and address comparator 5 decrements the counter.
  begin(true);
  set(ETMTEEVR, RESOURCE_SEQUENCER);
  set(ETMSQ12EVR, RESOURCE_COUNTER);
  set(ETMCNTENR1, RESOURCE_SINGLE + 4);
  decides(ETMACTR5);
  begin(false);
  set(ETMTEEVR, RESOURCE_SELECTED);
  decides(ETMEXTINSELR);
  // A counter that reloads itself.
  begin(false);
  set(ETMTEEVR, RESOURCE_COUNTER);
  set(ETMCNTRLDEVR1, RESOURCE_COUNTER);
  is_silent(ETMACVR1);
}

// The trigger and the outputs do not affect TraceEnable: the register is listed, and the verdict may be PASS.
CASE(other_events_are_listed) {
  struct judgement j = {0};
  begin(false);
  set(ETMTRIGGER, RESOURCE_COUNTER);
  set(ETMEXTOUTEVR2, RESOURCE_RANGE + 1);
  forget(ETMCNTENR1);
  forget(ETMACVR4);
  scope_started(&scope, &registers);
  assert_string_equal(unknown(), " not_checked=ETMACVR4,ETMCNTENR1");
  assert_true(scope_knows_trace_enable(&scope, &j));
}

CASE(a_resource_that_is_not_built_needs_nothing) {
  begin(false);
  set(ETMCCR, 0x88080001);
  set(ETMTEEVR, RESOURCE_COUNTER);
  is_silent(ETMCNTENR1);
  set(ETMTECR1, 2);
  is_silent(ETMACVR3);
}

CASE(uses_are_counted) {
  char why[SCOPE_REASON], name[SCOPE_NAME];
  begin(false);
  set(ETMTECR1, ETMTECR1_EXCLUDE | 2);
  set(ETMTRIGGER, RESOURCE_COUNTER + 3);
  set(ETMCNTENR3, RESOURCE_ALWAYS);
  forget(ETMCNTRLDVR4);
  scope_started(&scope, &registers);
  assert_int_equal(scope.checked[SCOPE_EXCLUDE_RANGE][1], 1);
  assert_int_equal(scope.checked[SCOPE_EXCLUDE_RANGE][0], 0);
  assert_int_equal(scope.checked[SCOPE_INCLUDE_RANGE][1], 0);
  assert_true(scope_unchecked(&scope, SCOPE_COUNTER, 3, why));
  assert_string_equal(why, "ETMCNTRLDVR4 is not known");
  assert_true(scope_unchecked(&scope, SCOPE_COUNTER, 2, why));
  assert_string_equal(why, "no event uses it, and ETMCNTVR3 was not read");
  scope_access(&scope, &(struct cycle){.registers = &registers, .access = {.state = ACCESS_DONE, .offset = ETMCNTVR3}});
  assert_false(scope_unchecked(&scope, SCOPE_COUNTER, 2, why));
  assert_false(scope_unchecked(&scope, SCOPE_COUNTER, 0, why));
  scope_name(SCOPE_COUNTER, 2, name);
  assert_string_equal(name, "counter 3");
  scope_name(SCOPE_EXTIN, 2, name);
  assert_string_equal(name, "EXTIN 2");
}

CASE(a_write_to_a_running_unit_is_named) {
  struct judgement j = {0};
  begin(false);
  scope_started(&scope, &registers);
  scope_rewritten(&scope, ETMACVR2, 123);
  assert_string_equal(unknown(), " not_checked=ETMACVR2");
  assert_false(scope_knows_trace_enable(&scope, &j));
  assert_string_equal(
      j.why,
      "incomplete: ETMACVR2 was written in clock 123 while the DUT was running, which is UNPREDICTABLE; "
      "set ETMCR[10] and poll ETMSR[1] = 1 before the write");
}
