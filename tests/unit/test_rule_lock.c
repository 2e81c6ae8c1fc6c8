// SPDX-License-Identifier: Apache-2.0
// Architecture rules about locks, claim tags and power (docs/rules.md). Each rule reports a breach of its clause, and
// accepts the nearest permitted values.
#define CASES_OWN_MAIN
#include "register.h"
#include "rule_bench.h"

enum { PFT10 = 0x571CF300, PFT11 = 0x571CF310, ETM32 = 0x410CF220, ETM33 = 0x410CF230, ETM35 = 0x410CF250 };

static struct config unit(uint32_t etmidr, uint32_t cfgregs) {
  return (struct config){.etmidr = etmidr, .etmccer = 0x00400800, .etmtraceidr = 0x11, .cfgregs = cfgregs};
}

static void reset(struct bench *b) {
  b->in.resetn = false;
  ticks(b, 2);
  b->in.resetn = true;
  ticks(b, 10);
}

// An access that ends with PSLVERR.
static void fails(struct bench *b, bool write, uint16_t address) {
  b->out.pslverr = true;
  apb(b, write, address, 0);
  b->out.pslverr = false;
}

// --- the OS lock ----------------------------------------------------------------------------------------------------

CASE(os_lock_models) {
  static const struct {
    uint32_t etmidr, value;
    bool good;
  } rows[] = {{PFT10, 0, true},    {PFT10, 1, true},   {PFT10, 3, true},    {PFT10, 2, false},   {PFT10, 8, false},
              {PFT10, 0xB, false}, {PFT10, 5, false},  {PFT11, 0, true},    {PFT11, 8, true},    {PFT11, 0xA, true},
              {PFT11, 1, false},   {PFT11, 3, false},  {PFT11, 0xB, false}, {PFT11, 0xC, false}, {PFT11, 0x18, false},
              {ETM32, 0, true},    {ETM32, 1, false},  {ETM33, 1, true},    {ETM33, 3, true},    {ETM33, 8, false},
              {ETM35, 0, true},    {ETM35, 0xA, true}, {ETM35, 8, true},    {ETM35, 3, false}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct bench b;
    begin(&b, unit(rows[i].etmidr, 0));
    reads(&b, ETMOSLSR, rows[i].value);
    if (!rows[i].good) red(&b, "TRC-LOCK-1");
    end(&b);
  }
  struct config unknown = unit(PFT11, 0);
  struct bench b;
  unknown.unknown = CONFIG_ETMIDR;
  begin(&b, unknown);
  reads(&b, ETMOSLSR, 3);
  end(&b);
}

// Only PFTv1.1 specifies the OS lock after a reset.
CASE(os_lock_after_a_reset) {
  static const struct {
    uint32_t etmidr, value;
    bool good;
  } rows[] = {{PFT10, 1, true},  {PFT10, 3, true}, {PFT11, 0xA, true},
              {PFT11, 8, false}, {ETM35, 8, true}, {ETM35, 0xA, true}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct bench b;
    begin(&b, unit(rows[i].etmidr, 0));
    reset(&b);
    reads(&b, ETMOSLSR, rows[i].value);
    if (!rows[i].good) red(&b, "TRC-LOCK-2");
    end(&b);
  }
}

CASE(os_lock_is_as_written) {
  struct bench b;
  begin(&b, unit(PFT11, 0));
  reset(&b);
  reads(&b, ETMOSLSR, 0xA);
  writes(&b, ETMOSLAR, 1);
  reads(&b, ETMOSLSR, 8);
  reads(&b, ETMPDSR, 0x01);
  writes(&b, ETMOSLAR, OSLAR_LOCK);
  reads(&b, ETMOSLSR, 0xA);
  reads(&b, ETMPDSR, 0x21);
  silent(&b);
  reads(&b, ETMPDSR, 0x01);
  red_because(
      &b, "TRC-LOCK-2",
      "ETMPDSR[5] is 0, expected 1: the OS lock has been set since the write of 0xC5ACCE55 to ETMOSLAR in clock 16");
  reads(&b, ETMOSLSR, 8);
  red(&b, "TRC-LOCK-2");
  end(&b);
}

CASE(locked_accesses_fail) {
  static const uint32_t of[] = {PFT10, ETM33};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    struct bench b;
    begin(&b, unit(of[i], 0));
    writes(&b, ETMOSLAR, OSLAR_LOCK);
    reads(&b, ETMCR, 0x401);  // no access has shown that a lock exists
    reads(&b, ETMOSLSR, 3);
    fails(&b, false, ETMCR);
    fails(&b, true, ETMTRIGGER);
    reads(&b, ETMCLAIMCLR, 0);  // a management register
    reads(&b, ETMASICCR, 0);    // the register need not exist
    reads(&b, ETMACVR1, 0);
    silent(&b);
    reads(&b, ETMCR, 0x401);
    has_words(&b, "TRC-LOCK-3", ", and ETMCR is not accessible while it is set");
    red_because(&b, "TRC-LOCK-3",
                "read of ETMCR (0x000) returned no PSLVERR, expected PSLVERR: the OS lock has been set since the write "
                "of 0xC5ACCE55 to ETMOSLAR in clock ");
    writes(&b, ETMTRIGGER, 0x6F);
    red(&b, "TRC-LOCK-3");
    writes(&b, ETMOSLAR, 0);
    reads(&b, ETMCR, 0x401);
    silent(&b);
    fails(&b, false, ETMCR);
    red_because(&b, "APB-ERR-1",
                "read of ETMCR (0x000) returned PSLVERR, expected none: the DUT implements this register, and the OS "
                "lock has been clear since the write of 0x00000000 to ETMOSLAR in clock ");
    end(&b);
  }
}

CASE(locked_accesses_work) {
  static const uint32_t of[] = {PFT11, ETM35};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    struct bench b;
    begin(&b, unit(of[i], 0));
    reads(&b, ETMOSLSR, 8);
    writes(&b, ETMOSLAR, OSLAR_LOCK);
    writes(&b, ETMCR, ETMCR_PROGRAMMING | ETMCR_POWER_DOWN);
    writes(&b, ETMTRIGGER, 0x6F);  // the Power Down bit makes no difference
    reads(&b, ETMTRIGGER, 0x6F);
    fails(&b, false, ETMOSSRR);
    silent(&b);
    reads(&b, ETMTRIGGER, 0);
    red(&b, "TRC-REG-2");
    fails(&b, false, ETMTRIGGER);
    red_because(&b, "TRC-LOCK-4",
                "read of ETMTRIGGER (0x008) returned PSLVERR, expected none: the OS lock has been set since the write "
                "of 0xC5ACCE55 to ETMOSLAR in clock ");
    end(&b);
  }
}

CASE(the_trace_ends) {
  static const uint32_t of[] = {PFT10, PFT11, ETM33, ETM35};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    struct bench b;
    begin(&b, unit(of[i], 0));
    run(&b);
    writes(&b, ETMOSLAR, OSLAR_LOCK);
    leave(&b, DRAIN - 5);
    b.in.atclken = false;  // the ATB accepts no beat
    leave(&b, 2 * DRAIN);
    b.in.atclken = true;
    writes(&b, ETMOSLAR, 0);
    leave(&b, 2 * DRAIN);
    writes(&b, ETMOSLAR, OSLAR_LOCK);
    ticks(&b, DRAIN + 2);
    silent(&b);
    leave(&b, 1);
    red(&b, "TRC-LOCK-5");
    end(&b);
  }
}

static void save(struct bench *b, uint32_t count, uint32_t first) {
  writes(b, ETMOSLAR, OSLAR_LOCK);
  ticks(b, 2 * DRAIN);
  reads(b, ETMOSSRR, count);
  for (uint32_t i = 0; i < 3; i++) reads(b, ETMOSSRR, first + i);
}

CASE(saved_words) {
  struct bench b;
  begin(&b, unit(PFT10, 0));
  reads(&b, ETMOSLSR, 1);
  save(&b, 3, 0x10);
  save(&b, 3, 0x10);
  reads(&b, ETMOSSRR, 0x77);  // one word more than the unit has
  writes(&b, ETMOSLAR, OSLAR_LOCK);
  reads(&b, ETMOSSRR, 0x99);  // a restore: the value may be anything
  for (uint32_t i = 0; i < 3; i++) writes(&b, ETMOSSRR, i);
  save(&b, 3, 0x20);
  writes(&b, ETMOSLAR, 0);
  save(&b, 3, 0x30);
  silent(&b);
  save(&b, 3, 0x31);
  red(&b, "TRC-LOCK-6");
  save(&b, 4, 0x30);
  red_because(&b, "TRC-LOCK-6", "the first read of ETMOSSRR under this OS lock (clock 514) returned 4 words, ");
  end(&b);
}

// A host that reads 0 words makes no further access. The next write to ETMOSLAR, or the loss of power, ends this save.
CASE(saves_of_no_word) {
  enum ending { LOCK, UNLOCK, POWER, RESTORE, AFTER_POWER, ENDINGS };
  for (unsigned i = 0; i < ENDINGS; i++) {
    struct bench b;
    begin(&b, unit(PFT10, CFGREGS_TWO_DOMAINS));
    ticks(&b, 20);
    reads(&b, ETMOSLSR, 1);
    save(&b, 3, 0x10);
    if (i == AFTER_POWER) {
      b.in.dbgpwrdup = false;
      ticks(&b, 20);
      b.in.dbgpwrdup = true;
      ticks(&b, 20);
    }
    writes(&b, ETMOSLAR, OSLAR_LOCK);
    reads(&b, ETMOSLSR, 3);
    reads(&b, ETMOSSRR, 0);
    for (uint32_t word = 0; word < 3 && i == RESTORE; word++) writes(&b, ETMOSSRR, 0x10 + word);
    silent(&b);
    if (i == POWER)
      b.in.dbgpwrdup = false;
    else
      writes(&b, ETMOSLAR, i == LOCK ? OSLAR_LOCK : 0);
    ticks(&b, 20);
    if (i < RESTORE)
      red_because(&b, "TRC-LOCK-6", "the first read of ETMOSSRR under this OS lock (clock ");
    else
      silent(&b);
    end(&b);
  }
}

// Software that the lock keeps out reads a word. No clause specifies whether the next word follows it.
CASE(saved_words_that_software_reads) {
  for (int moves = 0; moves < 2; moves++) {
    struct bench b;
    begin(&b, unit(PFT10, CFGREGS_SOFTWARE_LOCK));
    reads(&b, ETMOSLSR, 1);
    save(&b, 3, 0x10);
    writes(&b, ETMOSLAR, OSLAR_LOCK);
    b.in.paddrdbg31 = false;
    writes(&b, ETMLAR, 0);
    reads(&b, ETMOSSRR, 3);
    reads(&b, ETMOSSRR, moves ? 0x10 : 3);
    b.in.paddrdbg31 = true;
    reads(&b, ETMOSSRR, moves ? 0x11 : 3);
    save(&b, 3, 0x10);
    silent(&b);
    end(&b);
  }
  // No access had shown that such a lock exists.
  struct bench b;
  begin(&b, unit(PFT10, 0));
  reads(&b, ETMOSSRR, 3);
  reads(&b, ETMOSLSR, 3);
  reads(&b, ETMOSSRR, 0x10);
  reads(&b, ETMOSSRR, 0x11);
  save(&b, 3, 0x10);
  silent(&b);
  end(&b);
}

// A word that is read after a restore need not be the value that was written before it.
CASE(a_restore) {
  struct bench b;
  begin(&b, unit(PFT10, 0));
  reads(&b, ETMOSLSR, 1);
  writes(&b, ETMOSLAR, 0);
  writes(&b, ETMCR, ETMCR_PROGRAMMING);
  reads(&b, ETMSR, ETMSR_STOPPED);
  writes(&b, ETMTRIGGER, 0x406F);
  reads(&b, ETMTRIGGER, 0x406F);
  save(&b, 1, 0x6F);
  writes(&b, ETMOSLAR, OSLAR_LOCK);
  reads(&b, ETMOSSRR, 1);
  writes(&b, ETMOSSRR, 0x6F);
  writes(&b, ETMOSLAR, 0);
  reads(&b, ETMTRIGGER, 0x6F);
  silent(&b);
  writes(&b, ETMTRIGGER, 0x406F);
  reads(&b, ETMTRIGGER, 0x6F);
  red(&b, "TRC-REG-2");
  end(&b);
}

// The restored words need not be the saved ones. They may have started the unit, which then traces until the
// Programming bit is set.
CASE(a_restore_of_something_else) {
  struct bench b;
  begin(&b, unit(PFT10, 0));
  reads(&b, ETMOSLSR, 1);
  reads(&b, ETMSR, ETMSR_STOPPED);
  writes(&b, ETMOSLAR, OSLAR_LOCK);
  reads(&b, ETMOSSRR, 1);
  writes(&b, ETMOSSRR, 0);
  writes(&b, ETMOSLAR, 0);
  writes(&b, ETMCR, ETMCR_PROGRAMMING);
  leave(&b, 1);
  silent(&b);
  reads(&b, ETMSR, ETMSR_STOPPED);
  ticks(&b, 2);
  leave(&b, 1);
  red(&b, "TRC-STOP-2");
  end(&b);
}

// --- the software lock ----------------------------------------------------------------------------------------------

CASE(software_lock) {
  struct bench b;
  begin(&b, unit(PFT11, CFGREGS_DEFAULT));
  b.in.paddrdbg31 = false;
  reads(&b, ETMLSR, 1);  // the checker has seen no reset
  reset(&b);
  reads(&b, ETMLSR, 3);
  writes(&b, ETMLAR, LAR_UNLOCK);
  reads(&b, ETMLSR, 1);
  writes(&b, ETMLAR, 0);
  reads(&b, ETMLSR, 3);
  b.in.paddrdbg31 = true;
  writes(&b, ETMLAR, LAR_UNLOCK);  // the unit ignores this write
  reads(&b, ETMLSR, 0);
  silent(&b);
  reads(&b, ETMLSR, 3);
  red(&b, "TRC-SOFT-1");
  b.in.paddrdbg31 = false;
  reads(&b, ETMLSR, 3);
  silent(&b);
  reads(&b, ETMLSR, 7);
  red_because(
      &b, "TRC-SOFT-2",
      "ETMLSR is 0x7 for software (PADDRDBG31 is 0), expected 0x3 (wrong: bit [2]): the software lock has been set "
      "since the write of 0x00000000 to ETMLAR in clock ");
  reads(&b, ETMLSR, 1);
  red(&b, "TRC-SOFT-2");
  end(&b);
  begin(&b, unit(PFT11, 0));  // the description has no software lock
  reset(&b);
  b.in.paddrdbg31 = false;
  reads(&b, ETMLSR, 0);
  end(&b);
}

// A Cortex-M3's ETM has no PADDRDBG31. Debugger and software use one bus, and unlock it.
CASE(software_lock_for_all_interfaces) {
  struct bench b;
  begin(&b, unit(ETM35, CFGREGS_SOFTWARE_LOCK));
  reset(&b);
  reads(&b, ETMLSR, 3);
  writes(&b, ETMCR, ETMCR_PROGRAMMING);
  reads(&b, ETMCR, 0x411);
  writes(&b, ETMLAR, LAR_UNLOCK);
  reads(&b, ETMLSR, 1);
  writes(&b, ETMOSLAR, 0);
  stop(&b);
  reads(&b, ETMCR, 0x400);
  end(&b);
}

CASE(software_lock_blocks_software) {
  struct bench b;
  begin(&b, unit(PFT11, CFGREGS_DEFAULT));
  reset(&b);
  writes(&b, ETMOSLAR, 0);
  stop(&b);
  writes(&b, ETMTRIGGER, 0x6F);
  reads(&b, ETMCLAIMSET, 0xFF);
  b.in.paddrdbg31 = false;
  writes(&b, ETMTRIGGER, 0x61);
  writes(&b, ETMCR, 0);
  writes(&b, ETMOSLAR, OSLAR_LOCK);
  writes(&b, ETMCLAIMSET, 1);
  assert_true(b.registers.programming && !b.registers.os_lock);
  reads(&b, ETMTRIGGER, 0x6F);
  reads(&b, ETMCR, ETMCR_PROGRAMMING);
  reads(&b, ETMOSLSR, 8);
  reads(&b, ETMCLAIMCLR, 0);
  silent(&b);
  reads(&b, ETMTRIGGER, 0x61);
  red_because(&b, "TRC-SOFT-3",
              "ETMTRIGGER (0x008) reads 0x00000061, expected 0x0000006F as before: the software lock was set, so the "
              "write of 0x61 in clock ");
  writes(&b, ETMLAR, LAR_UNLOCK);
  writes(&b, ETMTRIGGER, 0x61);
  reads(&b, ETMTRIGGER, 0x61);
  silent(&b);
  reads(&b, ETMTRIGGER, 0x60);
  red(&b, "TRC-REG-2");
  end(&b);
}

// The reason of a wrong value names the write that a lock prevented.
CASE(kept_out_writes_are_named) {
  struct bench b;
  begin(&b, unit(PFT11, CFGREGS_DEFAULT));
  reset(&b);
  writes(&b, ETMOSLAR, 0);
  b.in.paddrdbg31 = false;
  writes(&b, ETMSYNCFR, 0x111);
  b.in.paddrdbg31 = true;
  reads(&b, ETMSYNCFR, 0x400);
  silent(&b);
  reads(&b, ETMSYNCFR, 0x111);
  red_because(&b, "TRC-REG-3",
              "ETMSYNCFR reads 0x00000111, expected 0x00000400 after the reset in clock 0 (wrong: bits [10], [8], [4], "
              "[0]): the software lock was set, so the write of 0x111 in clock ");
  end(&b);

  begin(&b, unit(PFT10, 0));
  reset(&b);
  reads(&b, ETMOSLSR, 1);
  writes(&b, ETMOSLAR, 0);
  stop(&b);
  writes(&b, ETMTRIGGER, 0x6F);
  writes(&b, ETMOSLAR, OSLAR_LOCK);
  b.out.pslverr = true;
  writes(&b, ETMTRIGGER, 0x61);
  b.out.pslverr = false;
  writes(&b, ETMOSLAR, 0);
  silent(&b);
  reads(&b, ETMTRIGGER, 0x61);
  const char *text = b.rules->breaches[rule_find("TRC-REG-2")].text;
  assert_non_null(strstr(text, " (wrong: bits [3:1]): the write of 0x61 in clock "));
  assert_non_null(strstr(text, " returned PSLVERR"));
  red(&b, "TRC-REG-2");
  end(&b);
}

// --- claim tags -----------------------------------------------------------------------------------------------------

CASE(claim_tags) {
  struct bench b;
  begin(&b, unit(PFT11, 0));
  reset(&b);
  writes(&b, ETMCLAIMSET, 1);  // the unit may ignore the write, because the Power Down bit is set
  writes(&b, ETMOSLAR, 0);
  stop(&b);
  reads(&b, ETMCLAIMCLR, 0);
  writes(&b, ETMCLAIMSET, 0x10);  // the number of tags is not known
  reads(&b, ETMCLAIMCLR, 0);
  reads(&b, ETMCLAIMSET, 0xF);
  writes(&b, ETMCLAIMSET, 0x13);
  reads(&b, ETMCLAIMCLR, 3);
  writes(&b, ETMCLAIMCLR, 1);
  reads(&b, ETMCLAIMCLR, 2);
  silent(&b);
  reads(&b, ETMCLAIMCLR, 3);
  red_because(
      &b, "TRC-CLAIM-2",
      "ETMCLAIMCLR reads 0x3, expected 0x2 (wrong: bit [0]): these tags follow from the read of 0x00000002 from "
      "ETMCLAIMCLR in clock 22; the DUT implements the tags 0xF");
  reads(&b, ETMCLAIMCLR, 0x13);
  red(&b, "TRC-CLAIM-2");
  reads(&b, ETMCLAIMSET, 0xFF);
  red(&b, "TRC-CLAIM-1");
  reset(&b);
  reads(&b, ETMCLAIMCLR, 1);
  red_because(&b, "TRC-CLAIM-2",
              "ETMCLAIMCLR reads 0x1, expected 0x0 (wrong: bit [0]): these tags follow from the reset in clock 26;");
  writes(&b, ETMOSLAR, 0);
  stop(&b);
  reads(&b, ETMCLAIMSET, 0xFF);
  writes(&b, ETMCLAIMSET, 2);
  writes(&b, ETMCLAIMCLR, 1);
  reads(&b, ETMCLAIMCLR, 1);
  has_words(&b, "TRC-CLAIM-2", " in clock 43, the write of 0x00000002 to ETMCLAIMSET in clock 42; the DUT implements");
  red_because(&b, "TRC-CLAIM-2",
              "ETMCLAIMCLR reads 0x1, expected 0x2 (wrong: bits [1:0]): these tags follow from the write of 0x00000001 "
              "to ETMCLAIMCLR in clock ");
  end(&b);
}

CASE(claim_tags_as_described) {
  for (unsigned tags = 0; tags <= 8; tags++) {
    struct config c = unit(PFT11, 0);
    struct bench b;
    c.cfgregs = field_set(c.cfgregs, CFGREGS_CLAIM_TAGS, tags) | CFGREGS_CLAIM_NAMED;
    begin(&b, c);
    reads(&b, ETMCLAIMSET, 0xF);
    if (tags == 8)
      red_because(&b, "TRC-CLAIM-3",
                  "ETMCLAIMSET is 0xF, expected 0xFF for 8 claim tags, as described by --unit or --claim");
    else if (tags != 4)
      red(&b, "TRC-CLAIM-3");
    end(&b);
  }
}

// --- power ----------------------------------------------------------------------------------------------------------

static void power(struct bench *b, bool on) {
  b->in.dbgpwrdup = on;
  ticks(b, 10);
}

CASE(power_comes_and_goes) {
  struct bench b;
  begin(&b, unit(PFT11, CFGREGS_TWO_DOMAINS));
  reset(&b);
  reads(&b, ETMPDSR, 0x23);  // no clause specifies this bit after a reset
  reads(&b, ETMPDSR, 0x21);
  reads(&b, ETMOSLSR, 0xA);
  writes(&b, ETMOSLAR, 0);
  stop(&b);
  writes(&b, ETMTRIGGER, 0x6F);
  writes(&b, ETMOSLAR, OSLAR_LOCK);
  b.in.dbgpwrdup = false;
  ticks(&b, 1);
  reads(&b, ETMCR, 0);  // the unit may not have sampled it yet
  power(&b, false);
  fails(&b, false, ETMCR);
  fails(&b, true, ETMOSLAR);
  reads(&b, ETMLSR, 0);
  power(&b, true);
  reads(&b, ETMPDSR, 0x23);
  reads(&b, ETMPDSR, 0x21);
  reads(&b, ETMTRIGGER, 0);  // the value was lost
  silent(&b);
  reads(&b, ETMPDSR, 0x23);
  red_because(&b, "TRC-POWER-2",
              "ETMPDSR[1] (sticky register state, cleared by a read) is 1, expected 0: the read in clock 45 cleared "
              "it, and core power (DBGPWRDUP) was not lost since");
  power(&b, false);
  reads(&b, ETMCR, 0);
  red(&b, "TRC-POWER-3");
  fails(&b, false, ETMPDSR);
  red(&b, "TRC-POWER-3");
  power(&b, true);
  reads(&b, ETMPDSR, 0x01);
  red_because(&b, "TRC-POWER-2",
              "ETMPDSR[1] (sticky register state, cleared by a read) is 0, expected 1: core power (DBGPWRDUP) was lost "
              "in clock 48, and ETMPDSR was not read since");
  reads(&b, ETMPDSR, 0x00);
  red_because(&b, "TRC-POWER-1", "ETMPDSR[0] (powered up) is 0, expected 1: DBGPWRDUP has been 1 since clock ");
  power(&b, false);
  reads(&b, ETMPDSR, 0x02);
  silent(&b);
  reads(&b, ETMPDSR, 0x03);
  red_because(&b, "TRC-POWER-1", "ETMPDSR[0] (powered up) is 1, expected 0: DBGPWRDUP has been 0 since clock ");
  writes(&b, ETMOSLAR, 0);
  red(&b, "TRC-POWER-3");
  fails(&b, false, ETMPIDR0);
  red(&b, "TRC-POWER-3");
  fails(&b, false, ETMCLAIMSET);
  power(&b, true);
  fails(&b, false, ETMOSSRR);
  silent(&b);
  fails(&b, false, ETMLSR);
  has_words(&b, "APB-ERR-1",
            ", core power (DBGPWRDUP) has been on since clock 87, and the OS lock has been clear since ");
  red(&b, "APB-ERR-1");
  writes(&b, ETMOSLAR, OSLAR_LOCK);
  reads(&b, ETMOSLSR, 0xA);
  fails(&b, false, ETMITCTRL);
  silent(&b);
  fails(&b, false, ETMPDCR);
  has_words(&b, "TRC-LOCK-4", ", and from PFTv1.1 on it does not block this register");
  red(&b, "TRC-LOCK-4");
  end(&b);
}

// IHI 0035B table 3.93, note c.
CASE(a_locked_read_keeps_the_sticky_bit) {
  struct bench b;
  begin(&b, unit(PFT11, CFGREGS_TWO_DOMAINS | CFGREGS_SOFTWARE_LOCK));
  reset(&b);
  power(&b, false);
  power(&b, true);
  b.in.paddrdbg31 = false;
  reads(&b, ETMPDSR, 0x03);
  reads(&b, ETMPDSR, 0x03);
  silent(&b);
  reads(&b, ETMPDSR, 0x01);
  red_because(&b, "TRC-POWER-2",
              "ETMPDSR[1] (sticky register state, cleared by a read) is 0, expected 1: it was 1 in clock 33, and the "
              "software lock kept that read from clearing it");
  power(&b, false);
  power(&b, true);
  b.in.paddrdbg31 = true;  // the clause leaves open whether a debugger's read clears the bit
  reads(&b, ETMPDSR, 0x03);
  reads(&b, ETMPDSR, 0x03);
  reads(&b, ETMPDSR, 0x01);
  silent(&b);
  reads(&b, ETMPDSR, 0x03);
  red(&b, "TRC-POWER-2");
  end(&b);
}

// In PFTv1.0 a sticky bit that is set blocks the trace registers (IHI 0035B 3.21).
CASE(sticky_bit_blocks_accesses) {
  struct bench b;
  begin(&b, unit(PFT10, CFGREGS_TWO_DOMAINS));
  reset(&b);
  power(&b, false);
  fails(&b, false, ETMLSR);  // the checker has no clause of PFTv1.0 for this access
  power(&b, true);
  fails(&b, false, ETMCR);
  reads(&b, ETMPDSR, 0x03);
  fails(&b, false, ETMCR);  // a reset may set the OS lock
  reads(&b, ETMOSLSR, 0x01);
  reads(&b, ETMCR, 0x401);
  silent(&b);
  fails(&b, false, ETMCR);
  red(&b, "APB-ERR-1");
  end(&b);
}

// A unit of one power domain has no DBGPWRDUP.
CASE(one_domain) {
  struct bench b;
  begin(&b, unit(PFT11, 0));
  reset(&b);
  reads(&b, ETMOSLSR, 0);
  power(&b, false);
  reads(&b, ETMPDSR, 0x01);
  reads(&b, ETMCR, 0x401);
  silent(&b);
  reads(&b, ETMPDSR, 0x03);
  has_words(&b, "TRC-POWER-2",
            "is 1, expected 0: ETMOSLSR is 0x0, so the DUT has one power domain, and this bit is always 0");
  red(&b, "TRC-POWER-2");
  reads(&b, ETMPDSR, 0x00);
  red_because(&b, "TRC-POWER-1",
              "ETMPDSR[0] (powered up) is 0, expected 1: the DUT has one power domain, so this bit is always 1");
  end(&b);
}

CASE(power_is_kept) {
  struct bench b;
  begin(&b, unit(ETM35, CFGREGS_TWO_DOMAINS));
  writes(&b, ETMPDCR, 8);
  reads(&b, ETMPDCR, 0);  // the register need not exist
  silent(&b);
  writes(&b, ETMPDCR, 0);
  reads(&b, ETMPDCR, 8);
  red_because(&b, "TRC-POWER-4", "ETMPDCR[3] (request for core power) is 1, expected 0 as written in clock 2");
  writes(&b, ETMPDCR, 8);
  reads(&b, ETMPDCR, 8);
  power(&b, false);
  power(&b, true);
  reads(&b, ETMPDCR, 8);
  silent(&b);
  reads(&b, ETMPDCR, 0);
  red(&b, "TRC-POWER-4");
  end(&b);
}

int main(void) { return run_in_both_modes("architecture rules: locks and power"); }
