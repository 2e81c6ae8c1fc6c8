// SPDX-License-Identifier: Apache-2.0
// Waypoints in, bytes out: the worked examples of IHI 0035B and of real silicon, both sides of each limit, and each
// rule of the return stack. All bytes are written by hand.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "encode.h"
#include "pft_bytes.h"

#define ASYNC "00 00 00 00 00 80 "
enum { ARM, THUMB };

struct run {
  struct encoder encoder;
  struct trace_bytes out;
  size_t checked;
};

static int setup(void **state) {
  struct run *r = calloc(1, sizeof *r);
  encoder_reset(&r->encoder, &config_default_pft);
  *state = r;
  return r == NULL;
}

static int teardown(void **state) {
  struct run *r = *state;
  free(r->out.at);
  free(r);
  return 0;
}

static void hex(const uint8_t *bytes, size_t count, char *text) {
  *text = '\0';
  for (size_t i = 0; i < count; i++) text += sprintf(text, "%02X ", bytes[i]);
}

// Returns all bytes since the last call in hex, each followed by a blank.
static void says(struct run *r, const char *expected) {
  char text[3 * 256];
  assert_in_range(r->out.count - r->checked, 0, 255);
  hex(r->out.at + r->checked, r->out.count - r->checked, text);
  assert_string_equal(text, expected);
  r->checked = r->out.count;
}

static void flush_says(struct run *r, const char *expected) {
  encode_flush(&r->encoder, &r->out);
  says(r, expected);
}

static void feed(struct run *r, struct waypoint w) { encode_waypoint(&r->encoder, &w, &r->out); }

// Turns tracing on at an address. The bytes for this are not checked.
static void start(struct run *r, uint32_t address, bool t, bool ns) {
  feed(r, (struct waypoint){.type = WAYPOINT_DIRECT, .taken = true, .target = address, .target_t = t, .ns = ns});
  r->checked = r->out.count;
}

static void jump(struct run *r, uint32_t target, bool t) {
  feed(r, (struct waypoint){.type = WAYPOINT_INDIRECT, .taken = true, .target = target, .target_t = t});
}

static void direct(struct run *r, bool taken) { feed(r, (struct waypoint){.type = WAYPOINT_DIRECT, .taken = taken}); }

// BL or BLX at pc, a 32-bit instruction: the return address is pc + 4.
static void call(struct run *r, uint32_t pc, uint32_t target, bool t) {
  feed(r, (struct waypoint){.pc = pc,
                            .target = target,
                            .type = WAYPOINT_DIRECT,
                            .taken = true,
                            .link = true,
                            .t32 = true,
                            .target_t = t});
}

static void return_stack(struct run *r, unsigned depth) {
  struct config config = config_default_pft;
  config.etmcr = ETMCR_RETURN_STACK;
  config.return_stack_depth = depth;
  encoder_reset(&r->encoder, &config);
}

// --- turning on --------------------------------------------------------------------------------------------------

CASE_WITH(starts_at_the_target, setup, teardown, NULL) {
  struct run *r = *state;
  jump(r, 0x80008000, ARM);
  says(r, ASYNC "08 00 80 00 80 21 ");
}

CASE_WITH(starts_behind_a_branch_not_taken, setup, teardown, NULL) {
  struct run *r = *state;
  feed(r, (struct waypoint){.pc = 0x80000100, .type = WAYPOINT_DIRECT, .target_t = THUMB});
  says(r, ASYNC "08 03 01 00 80 21 ");
}

CASE_WITH(starts_non_secure, setup, teardown, NULL) {
  struct run *r = *state;
  feed(r,
       (struct waypoint){.target = 0xC0018DDE, .type = WAYPOINT_INDIRECT, .taken = true, .target_t = true, .ns = true});
  says(r, ASYNC "08 DF 8D 01 C0 29 ");
}

CASE_WITH(starts_after_a_prohibited_region, setup, teardown, NULL) {
  struct run *r = *state;
  feed(r, (struct waypoint){.type = WAYPOINT_EXCEPTION, .exception = 10, .taken = true, .prohibited = true});
  says(r, "");
  jump(r, 0x80008000, ARM);
  says(r, ASYNC "08 00 80 00 80 21 ");
}

// --- atoms -------------------------------------------------------------------------------------------------------

CASE_WITH(atoms_oldest_first, setup, teardown, NULL) {
  static const struct {
    const char *atoms, *bytes;
  } rows[] = {
      {"E", "84 "},    {"N", "86 "},     {"EN", "8A "},    {"NE", "8C "},    {"ENE", "94 "},
      {"NNNE", "BC "}, {"ENEEE", "D0 "}, {"EEEEE", "C0 "}, {"NNNNN", "FE "}, {"EEEEEE", "C0 84 "},
  };
  struct run *r = *state;
  start(r, 0x8000, ARM, false);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (const char *a = rows[i].atoms; *a; a++) direct(r, *a == 'E');
    flush_says(r, rows[i].bytes);
  }
}

CASE_WITH(five_atoms_do_not_wait, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x8000, ARM, false);
  for (int i = 0; i < 4; i++) direct(r, true);
  says(r, "");
  direct(r, false);
  says(r, "C2 ");
  flush_says(r, "");
}

CASE_WITH(barriers_and_untaken_indirect_branches_are_atoms, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x8000, ARM, false);
  feed(r, (struct waypoint){.pc = 0x8004, .type = WAYPOINT_BARRIER, .taken = true});
  feed(r, (struct waypoint){.pc = 0x800C, .type = WAYPOINT_INDIRECT});
  encode_sync(&r->encoder, &r->out);
  says(r, ASYNC "8A 08 10 80 00 00 01 ");
}

CASE_WITH(atoms_come_before_a_branch, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x80008000, ARM, false);
  direct(r, true);
  direct(r, false);
  jump(r, 0x80008040, ARM);
  says(r, "8A 21 ");
}

// --- branch address packets --------------------------------------------------------------------------------------

CASE_WITH(branches_of_each_length, setup, teardown, NULL) {
  static const struct {
    uint32_t target;
    bool t;
    const char *bytes;
  } rows[] = {
      {0x80008040, ARM, "21 "},
      {0x80009044, ARM, "A3 10 "},
      {0x80109044, ARM, "A3 90 21 "},
      {0x84109044, ARM, "A3 90 A1 10 "},
      {0x04109044, ARM, "A3 90 A1 90 08 "},
      {0x04109044, ARM, "23 "},
      {0x00008000, THUMB, "81 80 82 80 10 "},
      {0x00008002, THUMB, "03 "},
      {0x00009002, THUMB, "83 20 "},
      {0x00089002, THUMB, "83 A0 22 "},
      {0x04089002, THUMB, "83 A0 A2 20 "},
      {0x84089002, THUMB, "83 A0 A2 A0 18 "},
      {0x80000578, ARM, "BD 85 80 80 0C "},    // A15
      {0x80000F7C, THUMB, "FD 9E 80 80 18 "},  // A15
      {0x80000FAC, THUMB, "AD 1F "},
      {0x80000F32, THUMB, "B3 1E "},  // A15
  };
  struct run *r = *state;
  start(r, 0x80008000, ARM, false);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    jump(r, rows[i].target, rows[i].t);
    says(r, rows[i].bytes);
  }
}

CASE_WITH(branch_length_by_the_highest_bit_that_differs, setup, teardown, NULL) {
  static const unsigned last_bit[2][5] = {{7, 13, 20, 27, 31}, {6, 12, 19, 26, 31}};
  struct run *r = *state;
  for (unsigned t = ARM; t <= THUMB; t++) {
    unsigned bytes = 1;
    for (unsigned bit = 2 - t; bit < 32; bit++) {
      if (bit > last_bit[t][bytes - 1]) bytes++;
      // First this bit and all lower bits differ, then only this bit.
      assert_int_equal(pft_address_bytes(0, (1u << bit) | ((1u << bit) - 1), t), bytes);
      assert_int_equal(pft_address_bytes(0x55555554 ^ (1u << bit), 0x55555554, t), bytes);
      start(r, 0, t, false);
      jump(r, 0x40000000, t);
      r->checked = r->out.count;
      jump(r, 0x40000000 ^ (1u << bit), t);
      assert_int_equal(r->out.count - r->checked, bytes);
    }
  }
}

// A short form ends with six address bits. The seventh is never sent.
CASE_WITH(short_forms_of_an_address_of_ones, setup, teardown, NULL) {
  static const struct {
    uint32_t target;
    const char *bytes;
  } rows[] = {
      {0xFFFFFFF8, "7D "},          {0xFFFFDFF8, "FD 1F "},          {0xFFEFDFF8, "FD DF 1F "},
      {0xF7EFDFF8, "FD DF DF 1F "}, {0x77EFDFF8, "FD DF DF DF 0B "},
  };
  struct run *r = *state;
  start(r, 0xFFFFFFFC, ARM, false);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    jump(r, rows[i].target, ARM);
    says(r, rows[i].bytes);
  }
}

// IHI 0035B 4.5.4: the instruction set of the last packet decides, not that of the code.
CASE_WITH(five_bytes_after_an_unseen_change_of_instruction_set, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x80000500, ARM, false);
  call(r, 0x80000500, 0x80000F00, THUMB);  // BLX: an atom
  jump(r, 0x80000F7C, THUMB);
  says(r, "84 FD 9E 80 80 18 ");
  call(r, 0x80000F7C, 0x80000578, ARM);
  call(r, 0x80000578, 0x80000F00, THUMB);
  jump(r, 0x80000F7E, THUMB);
  says(r, "88 7F ");
}

CASE_WITH(exceptions_carry_an_information_byte, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x04109044, ARM, false);
  feed(r,
       (struct waypoint){.pc = 0x04109044, .target = 0x18, .type = WAYPOINT_EXCEPTION, .exception = 14, .taken = true});
  says(r, "8D 80 80 40 1C ");
  feed(r, (struct waypoint){.pc = 0x18, .target = 0x1C, .type = WAYPOINT_EXCEPTION, .exception = 15, .taken = true});
  says(r, "8F 40 1E ");
  jump(r, 0x00008000, THUMB);
  says(r, "81 80 82 80 10 ");
  feed(r, (struct waypoint){
              .pc = 0x8000, .target = 0xFFFF0008, .type = WAYPOINT_EXCEPTION, .exception = 2, .taken = true});
  says(r, "85 80 FE FF 4F 04 ");
}

CASE_WITH(security_state_is_told_without_exception, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x84089002, THUMB, false);
  feed(r,
       (struct waypoint){.target = 0x84089008, .type = WAYPOINT_INDIRECT, .taken = true, .target_t = true, .ns = true});
  says(r, "89 60 01 ");
}

CASE_WITH(isync_tells_the_security_state, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x8000, ARM, true);
  feed(r, (struct waypoint){.target = 0x8040, .type = WAYPOINT_INDIRECT, .taken = true, .ns = true});
  says(r, "21 ");
}

// IHI 0035B 4.12.2
CASE_WITH(direct_branch_tells_a_pending_security_state, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x8000, ARM, false);
  feed(r, (struct waypoint){.pc = 0x8004, .type = WAYPOINT_BARRIER, .taken = true, .ns = true});
  feed(r, (struct waypoint){.pc = 0x8008, .type = WAYPOINT_DIRECT, .ns = true});
  feed(r, (struct waypoint){.pc = 0x800C, .target = 0x8040, .type = WAYPOINT_DIRECT, .taken = true, .ns = true});
  says(r, "8A A1 40 01 ");
  feed(r, (struct waypoint){.pc = 0x8040, .target = 0x8000, .type = WAYPOINT_DIRECT, .taken = true, .ns = true});
  flush_says(r, "84 ");
}

CASE_WITH(prohibited_target_is_not_told, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x40, ARM, false);
  direct(r, true);
  feed(r, (struct waypoint){.type = WAYPOINT_INDIRECT, .taken = true, .prohibited = true});
  says(r, "84 81 80 80 80 08 ");
  jump(r, 0x80008000, ARM);
  says(r, "08 00 80 00 80 21 ");
}

CASE_WITH(prohibited_direct_branch_is_told_like_an_indirect_one, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x40, ARM, false);
  feed(r, (struct waypoint){.type = WAYPOINT_DIRECT, .taken = true, .prohibited = true});
  says(r, "81 80 80 80 08 ");
}

CASE_WITH(last_atom_before_a_prohibited_region_comes_out, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x40, ARM, false);
  feed(r, (struct waypoint){.type = WAYPOINT_BARRIER, .taken = true, .prohibited = true});
  says(r, "84 ");
}

CASE_WITH(exception_return_follows_its_branch, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x80008000, ARM, false);
  feed(r, (struct waypoint){.target = 0x80008040, .type = WAYPOINT_INDIRECT, .taken = true, .eret = true});
  says(r, "21 76 ");
  feed(r, (struct waypoint){.pc = 0x80008040, .type = WAYPOINT_INDIRECT, .eret = true});
  flush_says(r, "86 ");
}

// --- waypoint update ---------------------------------------------------------------------------------------------

static void interrupt(struct run *r, uint32_t pc, uint32_t target, bool ns) {
  feed(r, (struct waypoint){
              .pc = pc, .target = target, .type = WAYPOINT_EXCEPTION, .exception = 14, .taken = true, .ns = ns});
}

// The trace of a Cortex-A9 for an IRQ after one instruction at the target of the last branch.
CASE_WITH(update_when_something_was_executed, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0xC0010EF0, ARM, true);
  interrupt(r, 0xC0010EF4, 0xFFFF0018, true);
  says(r, "72 79 8D 80 FE FF 4F 1D ");
}

CASE_WITH(no_update_when_nothing_was_executed, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0xC0010EF0, ARM, true);
  interrupt(r, 0xC0010EF0, 0xFFFF0018, true);
  says(r, "8D 80 FE FF 4F 1D ");
}

CASE_WITH(no_update_before_reset, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x80, ARM, false);
  feed(r, (struct waypoint){.pc = 0, .target = 0, .type = WAYPOINT_EXCEPTION, .exception = 8, .taken = true});
  says(r, "81 40 10 ");
}

CASE_WITH(update_takes_the_atoms_along, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x80008000, ARM, false);
  feed(r, (struct waypoint){.pc = 0x80008000, .target = 0x8000800C, .type = WAYPOINT_DIRECT, .taken = true});
  interrupt(r, 0x80008014, 0x80008018, false);
  says(r, "84 72 09 8D 40 1C ");
}

CASE_WITH(update_of_a_thumb_instruction, setup, teardown, NULL) {
  static const char *const bytes[] = {"72 0D 8D 80 80 80 08 1C ", "72 0B 8D 80 80 80 08 1C "};
  struct run *r = *state;
  for (unsigned t32 = 0; t32 < 2; t32++) {
    encoder_reset(&r->encoder, &config_default_pft);
    start(r, 0x8000, THUMB, false);
    feed(r, (struct waypoint){
                .pc = 0x800E, .target = 0x18, .type = WAYPOINT_EXCEPTION, .exception = 14, .taken = true, .t32 = t32});
    char expected[32];
    strcpy(expected, bytes[t32]);
    memcpy(strstr(expected, "08 1C"), "48", 2);  // bit 6: the information byte follows
    says(r, expected);
  }
}

// The branch packet after an update must give the same address, whether or not the update changes the base.
CASE_WITH(branch_after_update_suits_both_readings, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x80008000, ARM, false);
  interrupt(r, 0x80109048, 0x80008040, false);  // the target has two bytes from 0x80008000, three from 0x80109044
  says(r, "72 A3 90 21 A1 80 41 1C ");
  interrupt(r, 0x80008048, 0x80108040, false);  // the update has one byte, the target three from either base
  says(r, "72 23 A1 80 61 1C ");
  jump(r, 0x80108044, ARM);  // the branch packet has set the base
  says(r, "23 ");
}

CASE_WITH(branch_after_update_in_another_instruction_set, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x80008000, ARM, false);
  call(r, 0x80008000, 0x80009FF0, THUMB);
  feed(r, (struct waypoint){
              .pc = 0x80009FF6, .target = 0x80008000, .type = WAYPOINT_EXCEPTION, .exception = 14, .taken = true});
  says(r, "84 72 F5 BF 82 80 18 81 80 81 80 4C 1C ");
}

// --- debug state, and the start of a real trace -------------------------------------------------------------------

CASE_WITH(debug_entry_and_exit, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x80001BA0, ARM, false);
  feed(r, (struct waypoint){.pc = 0x80001BA8, .type = WAYPOINT_DEBUG_ENTRY, .taken = true});
  says(r, "72 53 81 80 80 80 48 02 ");
  feed(r, (struct waypoint){.target = 0x80001BA0, .type = WAYPOINT_DEBUG_EXIT, .taken = true});
  says(r, "08 A0 1B 00 80 61 ");
}

CASE_WITH(a15_return_stack_of_one, setup, teardown, NULL) {
  struct run *r = *state;
  return_stack(r, 1);
  feed(r, (struct waypoint){.target = 0x80000554, .type = WAYPOINT_DEBUG_EXIT, .taken = true});
  says(r, ASYNC "08 54 05 00 80 61 ");
  call(r, 0x80000554, 0x80001BA0, ARM);
  feed(r, (struct waypoint){.pc = 0x80001BA0, .type = WAYPOINT_DEBUG_ENTRY, .taken = true});
  says(r, "84 81 80 80 80 48 02 ");
  feed(r, (struct waypoint){.target = 0x80001BA0, .type = WAYPOINT_DEBUG_EXIT, .taken = true});
  jump(r, 0x80000558, ARM);
  says(r, "08 A0 1B 00 80 61 AD 05 ");
  call(r, 0x80000558, 0x80000504, ARM);
  call(r, 0x80000514, 0x800004D8, ARM);
  direct(r, false);
  direct(r, true);
  jump(r, 0x80000518, ARM);
  says(r, "C8 ");
  call(r, 0x80000524, 0x800004D8, ARM);
  direct(r, true);
  direct(r, false);
  jump(r, 0x80000528, ARM);
  call(r, 0x80000534, 0x800004D8, ARM);
  says(r, "C8 ");
  direct(r, false);
  direct(r, false);
  direct(r, true);
  jump(r, 0x80000538, ARM);
  call(r, 0x80000544, 0x800004D8, ARM);
  says(r, "F0 ");
  for (int i = 0; i < 3; i++) direct(r, false);
  jump(r, 0x80000548, ARM);
  jump(r, 0x8000055C, ARM);
  says(r, "BC 2F ");
}

// --- return stack, IHI 0035B 4.13 ---------------------------------------------------------------------------------

CASE_WITH(stack_hit_is_an_atom, setup, teardown, NULL) {
  struct run *r = *state;
  return_stack(r, 4);
  start(r, 0x8000, ARM, false);
  call(r, 0x8000, 0x8080, ARM);
  jump(r, 0x8004, ARM);
  flush_says(r, "88 ");
  jump(r, 0x8004, ARM);  // the hit has popped it
  says(r, "03 ");
}

CASE_WITH(stack_is_off_by_default, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x8000, ARM, false);
  call(r, 0x8000, 0x8080, ARM);
  jump(r, 0x8004, ARM);
  says(r, "84 03 ");
}

CASE_WITH(stack_of_no_entries_is_off, setup, teardown, NULL) {
  struct run *r = *state;
  return_stack(r, 0);
  start(r, 0x8000, ARM, false);
  call(r, 0x8000, 0x8080, ARM);
  jump(r, 0x8004, ARM);
  says(r, "84 03 ");
}

CASE_WITH(stack_miss_leaves_the_entry, setup, teardown, NULL) {
  struct run *r = *state;
  return_stack(r, 4);
  start(r, 0x8000, ARM, false);
  call(r, 0x8000, 0x8080, ARM);
  jump(r, 0x8008, ARM);
  jump(r, 0x8004, ARM);
  flush_says(r, "84 05 84 ");
}

CASE_WITH(stack_compares_instruction_set, setup, teardown, NULL) {
  struct run *r = *state;
  return_stack(r, 4);
  start(r, 0x8000, ARM, false);
  call(r, 0x8000, 0x8080, THUMB);
  jump(r, 0x8004, THUMB);
  says(r, "84 85 80 82 80 10 ");
  jump(r, 0x8004, ARM);
  flush_says(r, "84 ");
}

CASE_WITH(stack_compares_security_state, setup, teardown, NULL) {
  struct run *r = *state;
  return_stack(r, 4);
  start(r, 0x8000, ARM, false);
  call(r, 0x8000, 0x8080, ARM);
  const struct waypoint to_ns = {.target = 0x8004, .type = WAYPOINT_INDIRECT, .taken = true, .ns = true};
  feed(r, to_ns);
  says(r, "84 83 40 01 ");
  feed(r, to_ns);  // NS does not change, but the entry of the stack is Secure
  says(r, "03 ");
}

CASE_WITH(stack_looks_at_the_newest_only, setup, teardown, NULL) {
  struct run *r = *state;
  return_stack(r, 4);
  start(r, 0x8000, ARM, false);
  call(r, 0x8000, 0x8080, ARM);
  call(r, 0x8080, 0x80C0, ARM);
  jump(r, 0x8004, ARM);
  says(r, "88 03 ");
  jump(r, 0x8084, ARM);
  jump(r, 0x8004, ARM);
  flush_says(r, "88 ");
}

CASE_WITH(full_stack_drops_the_oldest, setup, teardown, NULL) {
  struct run *r = *state;
  for (unsigned depth = 1; depth <= 15; depth++) {
    return_stack(r, depth);
    start(r, 0, ARM, false);
    for (unsigned i = 0; i <= depth; i++) call(r, 16 * i, 16 * i + 16, ARM);
    encode_flush(&r->encoder, &r->out);
    r->checked = r->out.count;
    for (unsigned i = depth; i > 0; i--) jump(r, 16 * i + 4, ARM);
    encode_flush(&r->encoder, &r->out);
    for (size_t i = r->checked; i < r->out.count; i++) assert_int_equal(r->out.at[i] & 0x81, 0x80);  // atoms
    r->checked = r->out.count;
    jump(r, 4, ARM);
    says(r, "03 ");
  }
}

CASE_WITH(indirect_call_pops_then_pushes, setup, teardown, NULL) {
  struct run *r = *state;
  return_stack(r, 4);
  start(r, 0x8000, ARM, false);
  call(r, 0x8000, 0x8080, ARM);
  feed(r, (struct waypoint){.pc = 0x8080, .target = 0x8004, .type = WAYPOINT_INDIRECT, .taken = true, .link = true});
  jump(r, 0x8084, ARM);
  flush_says(r, "90 ");
}

CASE_WITH(missed_indirect_call_pushes_too, setup, teardown, NULL) {
  struct run *r = *state;
  return_stack(r, 4);
  start(r, 0x8000, ARM, false);
  feed(r, (struct waypoint){.pc = 0x8000, .target = 0x8080, .type = WAYPOINT_INDIRECT, .taken = true, .link = true});
  jump(r, 0x8004, ARM);
  flush_says(r, "41 84 ");
}

CASE_WITH(untaken_call_does_not_push, setup, teardown, NULL) {
  struct run *r = *state;
  return_stack(r, 4);
  start(r, 0x8000, ARM, false);
  feed(r, (struct waypoint){.pc = 0x8000, .target = 0x8080, .type = WAYPOINT_DIRECT, .link = true});
  jump(r, 0x8004, ARM);
  says(r, "86 03 ");
}

CASE_WITH(exception_return_never_matches, setup, teardown, NULL) {
  struct run *r = *state;
  return_stack(r, 4);
  start(r, 0x8000, ARM, false);
  call(r, 0x8000, 0x8080, ARM);
  feed(r, (struct waypoint){.target = 0x8004, .type = WAYPOINT_INDIRECT, .taken = true, .eret = true});
  says(r, "84 03 76 ");
  jump(r, 0x8004, ARM);
  flush_says(r, "84 ");
}

CASE_WITH(exceptions_leave_the_stack_alone, setup, teardown, NULL) {
  struct run *r = *state;
  return_stack(r, 4);
  start(r, 0x8000, ARM, false);
  call(r, 0x8000, 0x8080, ARM);
  interrupt(r, 0x8080, 0x8018, false);
  jump(r, 0x8004, ARM);
  flush_says(r, "84 8D 40 1C 84 ");
}

CASE_WITH(isync_clears_the_stack, setup, teardown, NULL) {
  struct run *r = *state;
  return_stack(r, 4);
  start(r, 0x8000, ARM, false);
  call(r, 0x8000, 0x8080, ARM);
  encode_sync(&r->encoder, &r->out);
  jump(r, 0x8004, ARM);
  says(r, ASYNC "84 08 80 80 00 00 01 03 ");
}

CASE_WITH(thumb_return_address_follows_the_size, setup, teardown, NULL) {
  struct run *r = *state;
  return_stack(r, 4);
  start(r, 0x8000, THUMB, false);
  feed(r,
       (struct waypoint){
           .pc = 0x8000, .target = 0x8080, .type = WAYPOINT_INDIRECT, .taken = true, .link = true, .target_t = true});
  jump(r, 0x8002, THUMB);
  flush_says(r, "81 01 84 ");
}

// --- synchronization ---------------------------------------------------------------------------------------------

CASE_WITH(periodic_isync_is_at_the_last_target, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x80000F00, THUMB, false);
  jump(r, 0x80000F7C, THUMB);
  encode_sync(&r->encoder, &r->out);
  says(r, "7D " ASYNC "08 7D 0F 00 80 01 ");
  jump(r, 0x8000099A, THUMB);
  says(r, "9B 13 ");
}

CASE_WITH(sync_waits_for_the_first_waypoint, setup, teardown, NULL) {
  struct run *r = *state;
  encode_sync(&r->encoder, &r->out);
  says(r, ASYNC);
  jump(r, 0x8000, ARM);
  says(r, "08 00 80 00 00 21 ");
  encode_sync(&r->encoder, &r->out);
  says(r, "");
  jump(r, 0x8080, ARM);
  says(r, "41 " ASYNC "08 80 80 00 00 01 ");
  encode_sync(&r->encoder, &r->out);
  says(r, "");
}

CASE_WITH(sync_waits_while_tracing_is_off, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x40, ARM, false);
  for (int i = 0; i < 2; i++) {
    feed(r, (struct waypoint){.type = WAYPOINT_INDIRECT, .taken = true, .prohibited = true});
    says(r, "81 80 80 80 08 ");
    encode_sync(&r->encoder, &r->out);
    says(r, "");
    jump(r, 0x80008000, ARM);
    says(r, ASYNC "08 00 80 00 80 21 ");
  }
}

CASE_WITH(sync_every_so_many_bytes, setup, teardown, NULL) {
  struct run *r = *state;
  struct config config = config_default_pft;
  config.etmsyncfr = 14;
  encoder_reset(&r->encoder, &config);
  start(r, 0x8000, ARM, false);  // 12 bytes
  jump(r, 0x8004, ARM);
  says(r, "03 ");
  jump(r, 0x8008, ARM);
  says(r, "05 " ASYNC "08 08 80 00 00 01 ");
}

CASE_WITH(tiny_period_does_not_starve_the_trace, setup, teardown, NULL) {
  struct run *r = *state;
  struct config config = config_default_pft;
  config.etmsyncfr = 1;
  encoder_reset(&r->encoder, &config);
  start(r, 0x8000, ARM, false);
  for (int i = 0; i < 3; i++) {
    jump(r, 0x8004, ARM);
    says(r, "03 " ASYNC "08 04 80 00 00 01 ");
  }
}

// --- trigger -----------------------------------------------------------------------------------------------------

CASE_WITH(trigger_leaves_atoms_pending, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x8000, ARM, false);
  direct(r, true);
  encode_trigger(&r->encoder, &r->out);
  says(r, "0C ");
  direct(r, false);
  flush_says(r, "8A ");
}

CASE_WITH(trigger_comes_behind_the_first_async, setup, teardown, NULL) {
  struct run *r = *state;
  encode_trigger(&r->encoder, &r->out);
  says(r, ASYNC "0C ");
  jump(r, 0x80008000, ARM);
  says(r, "08 00 80 00 80 21 ");
}

// IHI 0035B 4.5.1.
CASE_WITH(async_comes_though_nothing_is_traced, setup, teardown, NULL) {
  struct run *r = *state;
  flush_says(r, ASYNC);
  flush_says(r, "");
}

CASE_WITH(trigger_once_for_each_programming, setup, teardown, NULL) {
  struct run *r = *state;
  for (int i = 0; i < 2; i++) {
    encoder_reset(&r->encoder, &config_default_pft);
    start(r, 0x8000, ARM, false);
    encode_trigger(&r->encoder, &r->out);
    says(r, "0C ");
    encode_trigger(&r->encoder, &r->out);
    says(r, "");
  }
}

CASE_WITH(trigger_comes_while_tracing_is_off, setup, teardown, NULL) {
  struct run *r = *state;
  start(r, 0x8000, ARM, false);
  feed(r, (struct waypoint){.type = WAYPOINT_INDIRECT, .taken = true, .prohibited = true});
  says(r, "81 80 80 80 08 ");
  encode_trigger(&r->encoder, &r->out);
  says(r, "0C ");
}
