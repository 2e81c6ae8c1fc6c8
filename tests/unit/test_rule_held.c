// SPDX-License-Identifier: Apache-2.0
// Architecture rules about the values that registers read (docs/rules.md). Each rule reports a breach of its clause,
// and accepts the values next to it and those of units in silicon.
#define CASES_OWN_MAIN
#include "register.h"
#include "rule_bench.h"

static const struct config a9 = {.etmidr = 0x411CF301, .etmccr = 0x8D294004, .etmccer = 0x000008EA};
static const struct config a15 = {.etmidr = 0x411CF312, .etmccr = 0x8D294004, .etmccer = 0x34C01AC2};
static const struct config a7 = {.etmidr = 0x410CF250, .etmccr = 0x8D014024, .etmccer = 0x344008F2};
static const struct config m3 = {.etmidr = 0x4114F253, .etmccr = 0x8C842000, .etmccer = 0x18541800};
static const struct config a8 = {.etmidr = 0x410CF230, .etmccr = 0x8D294024, .etmccer = 0x00000800};

struct row {
  const struct config *unit;
  uint32_t offset, value;
  bool good;
};

static void read_each(const struct row *rows, size_t count, const char *rule) {
  for (size_t i = 0; i < count; i++) {
    struct bench b;
    begin(&b, *rows[i].unit);
    reads(&b, (uint16_t)rows[i].offset, rows[i].value);
    if (!rows[i].good) red(&b, rule);
    end(&b);
  }
}

CASE(reserved_bits) {
  static const struct row rows[] = {
      {&a15, ETMCR, 0x20000400, true},      {&a15, ETMCR, 0x00000C00, false},
      {&a15, ETMCR, 0x80000400, false},     {&a9, ETMCR, 0x10001000, true},
      {&a9, ETMCR, 0x40000400, false},      {&a7, ETMCR, 0x000E2C42, true},
      {&a7, ETMCR, 0x20000400, false},      {&a8, ETMCR, 0x10000400, false},
      {&m3, ETMCR, 0x00000411, true},       {&m3, ETMSCR, 0x00020D09, true},
      {&a15, ETMTRIGGER, 0x0001406F, true}, {&a15, ETMTRIGGER, 0x00020000, false},
      {&a9, ETMACTR1, 0x00000FF9, true},    {&a9, ETMACTR1, 0x00001001, false},
      {&a15, ETMACTR1, 0x0000F001, true},   {&a15, ETMACTR1, 0x00010001, false},
      {&a15, ETMSR, 0x00000012, false},     {&a15, ETMLSR, 0x00000008, false},
      {&a15, ETMACTR1, 0x0000F000, false},  {&a15, ETMACTR1, 0x00000003, false},
      {&a7, ETMACTR1, 0x00000000, true},    {&a15, ETMCNTENR2, 0x0002406F, true},
      {&a15, ETMCNTENR2, 0x406F, false},    {&a7, ETMCNTENR1, 0x406F, false},
      {&m3, ETMCNTENR1, 0x00000000, true},  {&a15, ETMCNTENR3, 0x00000000, true},
      {&a15, ETMPDSR, 0x00000005, false},   {&a15, ETMCLAIMCLR, 0x00000100, false},
  };
  read_each(rows, sizeof rows / sizeof *rows, "TRC-REG-4");
}

// The message names the bits as the specification does.
CASE(wrong_bits_are_named) {
  struct bench b;
  begin(&b, a15);
  writes(&b, ETMOSLAR, 0);
  stop(&b);
  reads(&b, ETMCLAIMSET, 0xF000000F);
  red_because(&b, "TRC-REG-4", "ETMCLAIMSET reads 0xF000000F, expected 0x0000000F (reserved: bits [31:28])");
  reads(&b, ETMACTR1, 0xF003);
  red_because(&b, "TRC-REG-4", "ETMACTR1 reads 0x0000F003, expected 0x0000F001 (constant: bit [1])");
  writes(&b, ETMAUXCR, 0xF);
  reads(&b, ETMAUXCR, 0x1B);  // the DUT may choose which bits it has
  red_because(&b, "TRC-REG-1",
              "ETMAUXCR (0x1FC) reads 0x0000001B, expected 0x0000000B after 0x0000000F was written in clock 4 (wrong: "
              "bit [4])");
  end(&b);
}

CASE(absent_registers) {
  static const struct config unread = {.etmidr = 0x411CF312, .etmccer = 0x34C01AC2};
  static const struct row rows[] = {
      {&a15, ETMACTR8, 1, true},          {&a15, ETMACTR9, 1, false},        {&a15, ETMACVR9, 1, false},
      {&unread, ETMACTR16, 1, true},      {&a15, ETMCNTVR3, 1, false},       {&a15, ETMEXTOUTEVR3, 0x406F, false},
      {&a15, ETMCIDCVR2, 1, false},       {&a15, ETMEIBCR, 1, false},        {&a15, ETMTESSEICR, 1, false},
      {&a7, ETMEXTOUTEVR1, 0x406F, true},  // ETMCCR counts no outputs
      {&a7, ETMFFLR, 0x81, true},         {&a7, ETMCNTENR3, 0x20000, false}, {&m3, ETMSQR, 1, false},
      {&m3, ETMCIDCMR, 1, false},         {&m3, ETMVMIDCVR, 1, false},       {&a8, ETMTSEVR, 0x6F, false},
      {&a8, ETMAUXCR, 1, true},           {&a9, ETMVMIDCVR, 1, true},  // a reserved register of a PTM
      {&a9, ETMTSEVR, 0x406F, true},
  };
  read_each(rows, sizeof rows / sizeof *rows, "TRC-REG-5");
  struct bench b;
  begin(&b, a8);
  reads(&b, ETMTSEVR, 0x6F);
  red_because(
      &b, "TRC-REG-5",
      "ETMTSEVR reads 0x6F, expected 0x0: ETMIDR=0x410CF230 is ETMv3.3, and the register exists from ETMv3.5 on");
  end(&b);
  begin(&b, a15);
  reads(&b, ETMCNTVR3, 1);
  red_because(
      &b, "TRC-REG-5",
      "ETMCNTVR3 reads 0x1, expected 0x0: bits [15:13] of ETMCCR=0x8D294004 show that the DUT does not implement "
      "this register");
  end(&b);
}

static void write_each(const struct config *unit, const uint32_t (*rows)[3], size_t count) {
  struct bench b;
  begin(&b, *unit);
  writes(&b, ETMOSLAR, 0);
  stop(&b);
  for (size_t i = 0; i < count; i++) {
    writes(&b, (uint16_t)rows[i][0], rows[i][1]);
    reads(&b, (uint16_t)rows[i][0], rows[i][1]);
    silent(&b);
    reads(&b, (uint16_t)rows[i][0], rows[i][2]);
    if (rows[i][0] == ETMEXTINSELR)
      assert_non_null(
          strstr(b.rules->breaches[RULE_TRC_REG_2].text,
                 "; ETMCCER=0x34C01AC2 shows that the DUT has 2 selectors, [15:0], and 88 inputs to select"));
    if (rows[i][2] != rows[i][1]) red(&b, "TRC-REG-2");
  }
  end(&b);
}

CASE(resources_read_as_written) {
  static const uint32_t of_a15[][3] = {
      {ETMACVR1, 0xFFFFFFFF, 0x7FFFFFFF},
      {ETMACVR8, 0x80000001, 1},
      {ETMACTR1, 0x101, 1},
      {ETMACTR8, 0x3C01, 0x1C01},
      {ETMTSSCR, 0x00FF00FF, 0x007F00FF},
      {ETMTECR1, 0x0100000F, 0x01000007},
      {ETMTECR1, 0x03000000, 0x01000000},
      {ETMCNTRLDVR1, 0xFFFF, 0x7FFF},
      {ETMCNTENR2, 0x2406F, 0x2006F},
      {ETMCNTRLDEVR1, 0x406F, 0x6F},
      {ETMSQ12EVR, 0x6F, 0},
      {ETMEXTOUTEVR2, 0x6F, 0x6E},
      {ETMCIDCVR1, 0x12345678, 0x345678},
      {ETMCIDCMR, 0xFFFFFFFF, 0xFFFFFF},
      {ETMEXTINSELR, 0x2B21, 0x0B21},
      {ETMVMIDCVR, 0xFF, 0x7F},
  };
  static const uint32_t of_m3[][3] = {
      {ETMCNTRLDVR1, 0xFFFF, 0}, {ETMTESSEICR, 0x000F000F, 0x000F0007}, {ETMTECR1, 0x02000000, 0}};
  write_each(&a15, of_a15, sizeof of_a15 / sizeof *of_a15);
  write_each(&m3, of_m3, sizeof of_m3 / sizeof *of_m3);
}

// A Cortex-M3's ETM has a FIFO of 24 bytes.
CASE(fifofull_level_is_limited) {
  static const uint32_t right[][2] = {{0xFF, 0x18}, {0x18, 0x18}, {0x17, 0x17}, {0x19, 0x18}, {0, 0}};
  static const uint32_t wrong[][2] = {{0x19, 0x19}, {0x17, 0x16}, {0x17, 0x18}, {0xFF, 0x10}};
  struct bench b;
  begin(&b, m3);
  writes(&b, ETMOSLAR, 0);
  stop(&b);
  for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
    writes(&b, ETMFFLR, right[i][0]);
    reads(&b, ETMFFLR, right[i][1]);
  }
  silent(&b);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    writes(&b, ETMFFLR, wrong[i][0]);
    reads(&b, ETMFFLR, wrong[i][1]);
    red(&b, "TRC-REG-2");
    writes(&b, ETMFFLR, 0xFF);
    reads(&b, ETMFFLR, 0x18);
  }
  end(&b);
}

CASE(a_message_names_the_bits_that_exist) {
  struct config one_selector = a15;
  struct bench b;
  one_selector.etmccer = (a15.etmccer & ~(uint32_t)ETMCCER_SELECTORS) | 1;
  begin(&b, one_selector);
  writes(&b, ETMOSLAR, 0);
  stop(&b);
  writes(&b, ETMEXTINSELR, 0x01010101);
  reads(&b, ETMEXTINSELR, 0x01000000);
  red_because(&b, "TRC-REG-2",
              "ETMEXTINSELR[7:0] (0x1EC) reads 0x00000000, expected 0x00000001 after 0x01010101 was written in clock ");
  reads(&b, ETMEXTINSELR, 0x01000081);  // more than the 7 bits that number the inputs
  has_words(&b, "TRC-REG-1", "; ETMCCER=0x34C01AC1 shows that the DUT has 1 selector, [7:0], and 88 inputs to select");
  red(&b, "TRC-REG-1");
  writes(&b, ETMACTR1, 0x3D61);
  reads(&b, ETMACTR1, 0x1C01);
  has_words(
      &b, "TRC-REG-2",
      "(wrong: bits [13], [8]); ETMCCR=0x8D294004 shows that bits [13:10], [8] must read as written; other bits may "
      "read as 0");
  red(&b, "TRC-REG-2");
  end(&b);
}

CASE(built_resources_must_respond) {
  struct bench b;
  begin(&b, a15);
  writes(&b, ETMOSLAR, 0);
  b.out.pslverr = true;
  reads(&b, ETMACVR9, 0);
  reads(&b, ETMIMPSPEC0, 0);
  silent(&b);
  reads(&b, ETMACVR8, 0);
  red(&b, "APB-ERR-1");
  reads(&b, ETMTECR1, 0);
  red(&b, "APB-ERR-1");
  end(&b);
}

// While the Power Down bit is 1, only the write that clears this bit must have an effect (IHI 0035B table 3.93, note
// b).
CASE(the_power_down_bit_can_be_cleared) {
  for (unsigned bit = 0; bit < 2; bit++) {
    struct bench b;
    begin(&b, a15);
    writes(&b, ETMOSLAR, 0);
    writes(&b, ETMCR, ETMCR_PROGRAMMING | ETMCR_POWER_DOWN);
    writes(&b, ETMCR, ETMCR_PROGRAMMING | ETMCR_TIMESTAMP);
    reads(&b, ETMCR, ETMCR_PROGRAMMING | bit);
    if (bit == 0)
      silent(&b);
    else
      red_because(&b, "TRC-REG-2",
                  "ETMCR reads 0x00000401, expected 0x00000400 after 0x10000400 was written in clock ");
    end(&b);
  }
}

CASE(resources_need_not_read_as_written) {
  struct bench b;
  begin(&b, a15);
  writes(&b, ETMOSLAR, 0);
  writes(&b, ETMCR, ETMCR_PROGRAMMING | ETMCR_POWER_DOWN);
  writes(&b, ETMACVR1, 0x6F);  // the Power Down bit may prevent the write (IHI 0035B table 3.93)
  reads(&b, ETMACVR1, 0);
  stop(&b);
  writes(&b, ETMCNTENR1, 0x4076);
  reads(&b, ETMCNTENR1, 0x20000);  // the unit has no such resource
  writes(&b, ETMACTR1, 0xDF9);
  reads(&b, ETMACTR1, 0xD01);
  writes(&b, ETMEXTINSELR, 0x60);  // a number above the last of 88 inputs
  reads(&b, ETMEXTINSELR, 0);
  end(&b);

  struct config insecure = a15;
  insecure.etmidr &= ~(uint32_t)ETMIDR_SECURITY;
  begin(&b, insecure);
  writes(&b, ETMOSLAR, 0);
  stop(&b);
  writes(&b, ETMACTR1, 0x3C01);
  reads(&b, ETMACTR1, 0x1401);   // bits [13] and [11] belong to Non-secure state
  writes(&b, ETMCNTENR1, 0x6D);  // resource 0x6D exists only with the Security Extensions (IHI 0035B table 3.5)
  reads(&b, ETMCNTENR1, 0x20000);
  end(&b);

  struct config without_vmid = a15;
  without_vmid.etmccer &= ~(uint32_t)ETMCCER_VIRTUALIZATION;
  begin(&b, without_vmid);
  writes(&b, ETMOSLAR, 0);
  stop(&b);
  writes(&b, ETMCNTENR1, 0x5B);  // the VMID comparator
  reads(&b, ETMCNTENR1, 0x20000);
  end(&b);

  begin(&b, m3);
  writes(&b, ETMOSLAR, 0);
  stop(&b);
  writes(&b, ETMCNTENR1, 0x406F);  // the unit has a reduced counter
  reads(&b, ETMCNTENR1, 0);
  writes(&b, ETMTECR1, 0x02000000);
  reads(&b, ETMTECR1, 0x03000000);
  end(&b);
}

// --- held -----------------------------------------------------------------------------------------------------------

static void run_and_halt(struct bench *b) {
  run(b);
  ticks(b, 10);
  halt(b);
}

CASE(state_must_be_held) {
  struct bench b;
  begin(&b, a15);
  run_and_halt(&b);
  reads(&b, ETMCNTVR1, 5);
  reads(&b, ETMCNTVR1, 5);
  reads(&b, ETMSQR, 1);
  reads(&b, ETMSR, 2);
  silent(&b);
  reads(&b, ETMCNTVR1, 6);
  red_because(&b, "TRC-HELD-1",
              "ETMCNTVR1 reads 0x6, expected 0x5 as read in clock 19: the DUT has been stopped since, ");
  reads(&b, ETMSQR, 2);
  red(&b, "TRC-HELD-1");
  reads(&b, ETMSR, 6);
  red(&b, "TRC-HELD-1");
  writes(&b, ETMCNTVR2, 9);
  writes(&b, ETMSQR, 1);
  reads(&b, ETMCNTVR2, 9);
  reads(&b, ETMSQR, 1);
  writes(&b, ETMSQR, 3);  // UNPREDICTABLE
  reads(&b, ETMSQR, 0);
  silent(&b);
  writes(&b, ETMSR, ETMSR_STARTED);
  reads(&b, ETMSR, 2);
  red_because(&b, "TRC-HELD-1", "ETMSR[2] reads 0x0, expected 0x1 as written in clock ");
  run_and_halt(&b);
  reads(&b, ETMCNTVR2, 7);
  silent(&b);
  reads(&b, ETMCNTVR2, 6);
  red(&b, "TRC-HELD-1");
  writes(&b, ETMCR, ETMCR_PROGRAMMING | ETMCR_POWER_DOWN);
  reads(&b, ETMCNTVR2, 5);
  end(&b);
}

// The OS lock of PFTv1.1 also holds the state.
CASE(state_is_held_by_the_os_lock) {
  struct bench b;
  begin(&b, a15);
  run(&b);
  reads(&b, ETMOSLSR, 8);
  reads(&b, ETMCNTVR1, 5);
  reads(&b, ETMCNTVR1, 4);
  writes(&b, ETMOSLAR, OSLAR_LOCK);
  reads(&b, ETMCNTVR1, 3);
  reads(&b, ETMSR, 2);
  reads(&b, ETMCNTVR1, 2);
  silent(&b);
  reads(&b, ETMCNTVR1, 1);
  red(&b, "TRC-HELD-1");
  writes(&b, ETMOSLAR, 0);
  writes(&b, ETMOSLAR, OSLAR_LOCK);
  reads(&b, ETMSR, 2);
  reads(&b, ETMCNTVR1, 0);
  end(&b);
}

// Software restores ETMSR by a write while the Programming bit and the OS lock are set (IHI 0035B table 3.93). Neither
// the lock nor the unlock changes ETMSR[3].
CASE(trigger_status_under_the_os_lock) {
  static const struct config *const units[] = {&a15, &a7};
  enum { SET = ETMSR_TRIGGERED | ETMSR_STOPPED };
  for (unsigned i = 0; i < 4; i++) {
    struct bench b;
    const bool is_set = i & 1;
    begin(&b, *units[i / 2]);
    run_and_halt(&b);
    writes(&b, ETMOSLAR, OSLAR_LOCK);
    reads(&b, ETMOSLSR, 0xA);
    writes(&b, ETMSR, is_set ? ETMSR_TRIGGERED : 0);
    reads(&b, ETMSR, is_set ? ETMSR_STOPPED : SET);
    red_because(&b, "TRC-SR-2",
                is_set ? "ETMSR[3] is 0, expected 1 as written" : "ETMSR[3] is 1, expected 0 as written");
    writes(&b, ETMSR, is_set ? ETMSR_TRIGGERED : 0);
    writes(&b, ETMOSLAR, 0);
    reads(&b, ETMSR, is_set ? ETMSR_STOPPED : SET);
    red(&b, "TRC-SR-2");
    writes(&b, ETMSR, ETMSR_TRIGGERED);
    reads(&b, ETMSR, SET);
    writes(&b, ETMOSLAR, OSLAR_LOCK);
    reads(&b, ETMSR, SET);
    end(&b);

    begin(&b, *units[i / 2]);
    run(&b);
    ticks(&b, 10);
    b.out.trigger = true;
    ticks(&b, 1);
    b.out.trigger = false;
    halt(&b);
    writes(&b, ETMOSLAR, OSLAR_LOCK);
    reads(&b, ETMSR, SET);
    writes(&b, ETMCR, 0);  // This clears a bit that was not written.
    writes(&b, ETMCR, ETMCR_PROGRAMMING);
    reads(&b, ETMSR, ETMSR_STOPPED);
    end(&b);
  }
}

// ETMv3.0 resets the state when the Programming bit is set. A reduced counter cannot be read.
CASE(state_without_hold) {
  struct config v30 = a8;
  v30.etmidr = 0x410CF200;
  const struct config *units[] = {&v30, &m3};
  for (size_t i = 0; i < 2; i++) {
    struct bench b;
    begin(&b, *units[i]);
    run_and_halt(&b);
    reads(&b, ETMCNTVR1, 5);
    reads(&b, ETMCNTVR1, 6);
    end(&b);
  }
}

// The events are never true, so the state does not change.
static void begin_idle(struct bench *b) {
  begin(b, a15);
  writes(b, ETMOSLAR, 0);
  stop(b);
  writes(b, ETMCNTENR1, 0x406F);
  writes(b, ETMCNTRLDEVR1, 0x406F);
  writes(b, ETMCNTRLDVR1, 0x55);
  for (uint16_t at = ETMSQ12EVR; at <= ETMSQ13EVR; at += 4) writes(b, at, 0x406F);
  writes(b, ETMTSSCR, 0);
}

CASE(state_is_reset) {
  struct bench b;
  begin_idle(&b);
  run_and_halt(&b);
  reads(&b, ETMCNTVR1, 0x55);
  reads(&b, ETMSQR, 0);
  silent(&b);
  run_and_halt(&b);
  reads(&b, ETMCNTVR1, 0x54);
  has_words(&b, "TRC-HELD-2",
            " as written in clock 4, and no event has changed it since; it counts down by ETMCNTENR1=0x0406F: never "
            "(NOT always); it is reloaded by ETMCNTRLDEVR1=0x0406F: never");
  red_because(&b, "TRC-HELD-2",
              "ETMCNTVR1 reads 0x54, expected 0x55: clearing the Programming bit (the write of 0x00000000 to ETMCR in "
              "clock 35) loads the counter from ETMCNTRLDVR1 as");
  reads(&b, ETMSQR, 1);
  red_because(&b, "TRC-HELD-2",
              "ETMSQR reads 1 (state 2), expected 0 (state 1): clearing the Programming bit (the write of 0x00000000 "
              "to ETMCR in clock 35) resets the sequencer to state 1, and");
  run(&b);
  stop(&b);
  reads(&b, ETMSR, 6);
  red_because(
      &b, "TRC-HELD-2",
      "ETMSR[2] reads 0x1, expected 0x0: clearing the Programming bit (the write of 0x00000000 to ETMCR in clock "
      "55) turns the start/stop block off, and no start or stop point is");
  end(&b);
}

CASE(state_that_was_written) {
  struct bench b;
  begin_idle(&b);
  run_and_halt(&b);
  writes(&b, ETMCNTVR1, 7);
  run_and_halt(&b);
  reads(&b, ETMCNTVR1, 7);
  reads(&b, ETMSQR, 1);  // no event has changed the state, whether it was reset or not
  has_words(&b, "TRC-SEQ-1",
            ", so it had to stay in state 1, which it leaves only if exactly one of these events is true; "
            "ETMSQ12EVR=0x0406F: never (NOT always); ETMSQ13EVR=0x0406F: never");
  red_because(
      &b, "TRC-SEQ-1",
      "ETMSQR reads 1 (state 2), expected 0 (state 1): it was in state 1 when the DUT was enabled (clock 34), ");
  writes(&b, ETMCNTVR1, 7);
  run_and_halt(&b);
  reads(&b, ETMCNTVR1, 0x55);
  red_because(&b, "TRC-HELD-2",
              "ETMCNTVR1 reads 0x55, expected 0x7 as written in clock 51: a counter that was written keeps its value "
              "when the Programming bit is cleared (the write of 0x00000000 to");
  writes(&b, ETMCNTENR1, 0x60);  // it may count now, but EXTIN[0] was never HIGH
  run_and_halt(&b);
  reads(&b, ETMCNTVR1, 3);
  red_because(&b, "TRC-CNT-1", "ETMCNTVR1 reads 0x3, expected 0x55: it was 0x55 when the DUT was enabled (clock ");
  end(&b);
}

int main(void) { return run_in_both_modes("architecture rules: what registers read"); }
