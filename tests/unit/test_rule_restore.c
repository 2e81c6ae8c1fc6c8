// SPDX-License-Identifier: Apache-2.0
// Architecture rules about what a DUT must keep (docs/rules.md). The tests restore registers by ETMOSSRR, write
// registers in vain while the software lock is set, and read registers after a reset.
#define CASES_OWN_MAIN
#include "register.h"
#include "rule_bench.h"

// ETMCCR: two counters, a sequencer, four external inputs.
enum { PFT10 = 0x571CF300, PFT11 = 0x571CF310, ETM33 = 0x410CF230, RESOURCES = 2 << 13 | 1 << 16 | 4 << 17 };

static struct config unit(uint32_t etmidr, uint32_t cfgregs) {
  return (struct config){
      .etmidr = etmidr, .etmccer = 0x00400800, .etmccr = RESOURCES, .etmtraceidr = 0x11, .cfgregs = cfgregs};
}

static void power_cycle(struct bench *b) {
  b->in.dbgpwrdup = false;
  ticks(b, 20);
  b->in.dbgpwrdup = true;
  ticks(b, 20);
}

// --- save and restore -----------------------------------------------------------------------------------------------

static const uint32_t words[] = {0x12345678, 0x23456789};
enum { WORDS = 2 };

// The host programs a stopped DUT, and reads some registers.
static void program(struct bench *b, uint32_t etmidr) {
  begin(b, unit(etmidr, CFGREGS_TWO_DOMAINS));
  ticks(b, 20);
  reads(b, ETMOSLSR, 1);
  reads(b, ETMPDSR, 3);
  stop(b);
  reads(b, ETMSR, ETMSR_STOPPED);
  writes(b, ETMTRIGGER, 0x406F);
  writes(b, ETMTEEVR, 0x60);
  writes(b, ETMCNTENR1, 0x2406F);
  writes(b, ETMCNTRLDEVR1, 0x406F);
  reads(b, ETMCNTVR1, 0x55);
  reads(b, ETMSQR, 1);
}

static void save(struct bench *b) {
  writes(b, ETMOSLAR, OSLAR_LOCK);
  reads(b, ETMOSSRR, WORDS);
  for (unsigned i = 0; i < WORDS; i++) reads(b, ETMOSSRR, words[i]);
}

// `last`: the last word that the host restores.
static void restore(struct bench *b, uint32_t last) {
  writes(b, ETMOSLAR, OSLAR_LOCK);
  reads(b, ETMOSSRR, WORDS);
  writes(b, ETMOSSRR, words[0]);
  writes(b, ETMOSSRR, last);
  writes(b, ETMOSLAR, 0);
}

// A restore gives the registers their saved values, whether core power was lost or not (IHI 0035B 3.16.40, 3.17.4).
CASE(registers_after_a_restore) {
  static const struct {
    uint16_t offset;
    uint32_t saved, other;
  } rows[] = {{ETMTRIGGER, 0x406F, 0}, {ETMTEEVR, 0x60, 0x64}, {ETMCNTRLDEVR1, 0x406F, 0x6F}};
  for (unsigned i = 0; i < 4 * sizeof rows / sizeof *rows; i++) {
    struct bench b;
    program(&b, i & 1 ? ETM33 : PFT10);
    save(&b);
    if (i & 2) power_cycle(&b);
    reads(&b, ETMPDSR, i & 2 ? 3 : 1);
    restore(&b, words[1]);
    reads(&b, rows[i / 4].offset, rows[i / 4].saved);
    silent(&b);
    reads(&b, rows[i / 4].offset, rows[i / 4].other);
    has_words(&b, "TRC-REG-2", "as restored by ETMOSSRR in clock ");
    b.rules->breaches[RULE_TRC_REG_1].times = 0;  // A wrong value may have a bit that was restored as 0.
    red(&b, "TRC-REG-2");
    end(&b);
  }
}

// Table 3.82 of IHI 0035B and table 3.95 of IHI 0014Q list counters and the sequencer.
CASE(counters_after_a_restore) {
  for (int is_etm = 0; is_etm < 2; is_etm++) {
    struct bench b;
    program(&b, is_etm ? ETM33 : PFT10);
    save(&b);
    power_cycle(&b);
    reads(&b, ETMPDSR, 3);
    restore(&b, words[1]);
    reads(&b, ETMSR, ETMSR_STOPPED);
    reads(&b, ETMCNTVR1, 0x55);
    reads(&b, ETMSQR, 1);
    silent(&b);
    reads(&b, ETMCNTVR1, 0);
    red(&b, "TRC-HELD-1");
    reads(&b, ETMSQR, 0);
    red(&b, "TRC-HELD-1");
    end(&b);
  }
}

// Both tables list ETMSR. A DUT whose trigger has occurred reads ETMSR[3] as 1 after the restore, whether it was saved
// while it ran or while it was stopped.
enum save_state { SAVED_RUNNING, SAVED_STOPPED, SAVED_WRITTEN, SAVE_STATES };

static void save_trigger_status(struct bench *b, enum save_state state, bool is_etm) {
  program(b, is_etm ? ETM33 : PFT10);
  if (state == SAVED_WRITTEN) {
    writes(b, ETMSR, ETMSR_TRIGGERED);
  } else {
    writes(b, ETMCR, b->config.etmcr);
    say(b, async());
    ticks(b, 20);
    event(b);
    b->out.trigger = true;
    ticks(b, 1);
    b->out.trigger = false;
    say(b, of_kind(PACKET_TRIGGER, 0));
    ticks(b, ANSWER);
  }
  if (state == SAVED_STOPPED) halt(b);
  save(b);
}

// A save and a complete restore. `i` has the state at the save (i / 4), a loss of power (bit 1), and an ETM (bit 0).
static void restore_trigger_status(struct bench *b, unsigned i) {
  save_trigger_status(b, i / 4, i & 1);
  if (i & 2) power_cycle(b);
  reads(b, ETMPDSR, i & 2 ? 3 : 1);
  restore(b, words[1]);
  stop(b);
}

CASE(trigger_status_after_a_restore) {
  enum { SET = ETMSR_TRIGGERED | ETMSR_STOPPED };
  for (unsigned i = 0; i < 4 * SAVE_STATES; i++) {
    struct bench b;
    restore_trigger_status(&b, i);
    reads(&b, ETMSR, SET);
    silent(&b);
    end(&b);

    restore_trigger_status(&b, i);
    reads(&b, ETMSR, ETMSR_STOPPED);
    red_because(&b, "TRC-SR-3", "ETMSR[3] is 0, expected 1 as restored by ETMOSSRR in clock ");
    end(&b);
  }
}

// A lock and an unlock without a restore keep ETMSR[3].
CASE(trigger_status_after_an_unlock) {
  for (int is_etm = 0; is_etm < 2; is_etm++) {
    struct bench b;
    save_trigger_status(&b, SAVED_WRITTEN, is_etm);
    writes(&b, ETMOSLAR, 0);
    reads(&b, ETMSR, ETMSR_STOPPED);
    red_because(&b, "TRC-SR-2", "ETMSR[3] is 0, expected 1 as written in clock ");
    end(&b);
  }
}

// A write to ETMSR, or the Programming bit that is cleared, changes ETMSR[3] after the save or after the restore.
CASE(trigger_status_that_a_restore_leaves_open) {
  for (unsigned i = 0; i < 4; i++) {
    const bool is_written = i & 1, is_after_restore = i & 2;
    struct bench b;
    save_trigger_status(&b, SAVED_STOPPED, false);
    if (is_after_restore)
      restore(&b, words[1]);
    else
      writes(&b, ETMOSLAR, 0);
    if (is_written) {
      writes(&b, ETMSR, 0);
    } else {
      writes(&b, ETMCR, b.config.etmcr);
      stop(&b);
    }
    if (!is_after_restore) {
      writes(&b, ETMOSLAR, OSLAR_LOCK);
      restore(&b, words[1]);
    }
    reads(&b, ETMSR, ETMSR_STOPPED);
    end(&b);
  }
}

// The words must be those that were saved, and a register that was written after the save need not be restored.
CASE(restores_that_leave_values_open) {
  struct bench b;
  program(&b, PFT10);
  save(&b);
  restore(&b, 0);
  reads(&b, ETMTRIGGER, 0x11);
  reads(&b, ETMCNTVR1, 0);
  end(&b);
  program(&b, PFT10);
  save(&b);
  writes(&b, ETMOSLAR, 0);
  writes(&b, ETMTRIGGER, 0x6F);
  writes(&b, ETMCNTVR1, 0x66);
  power_cycle(&b);
  reads(&b, ETMPDSR, 3);
  restore(&b, words[1]);
  reads(&b, ETMTRIGGER, 0x6F);
  reads(&b, ETMSR, ETMSR_STOPPED);
  reads(&b, ETMCNTVR1, 0x66);
  end(&b);
}

static void run_and_halt(struct bench *b, uint32_t status) {
  writes(b, ETMCR, b->config.etmcr);
  ticks(b, 20);
  stop(b);
  reads(b, ETMSR, status);
  ticks(b, 2);
}

// Other words than the saved ones may start the DUT with another trigger event.
CASE(trigger_after_an_unknown_restore) {
  struct bench b;
  struct config never = unit(PFT10, CFGREGS_TWO_DOMAINS);
  never.etmtrigger = 0x406F;
  begin(&b, never);
  ticks(&b, 20);
  reads(&b, ETMOSLSR, 1);
  stop(&b);
  reads(&b, ETMSR, ETMSR_STOPPED);
  writes(&b, ETMTRIGGER, 0x406F);
  run_and_halt(&b, ETMSR_STOPPED);
  save(&b);
  restore(&b, 0);
  b.out.trigger = true;
  ticks(&b, 1);
  b.out.trigger = false;
  silent(&b);
  end(&b);
}

// No available clause states whether clearing the Programming bit loads a counter that was restored.
CASE(counters_of_a_restored_run) {
  for (int keeps = 0; keeps < 2; keeps++) {
    struct bench b;
    program(&b, PFT10);
    writes(&b, ETMCNTRLDVR1, 0x77);
    reads(&b, ETMCNTVR1, 0x55);
    save(&b);
    power_cycle(&b);
    reads(&b, ETMPDSR, 3);
    restore(&b, words[1]);
    run_and_halt(&b, ETMSR_STOPPED);
    reads(&b, ETMCNTVR1, keeps ? 0x55 : 0x77);
    end(&b);
  }
}

// ETMSR is restored, too (IHI 0035B table 3.82, IHI 0014Q table 3.95). So the start/stop block may keep its restored
// state when the Programming bit is cleared, or be turned off (IHI 0035B 3.15.4, IHI 0014Q 3.4.4). The next clearing
// turns it off.
CASE(start_stop_block_of_a_restored_run) {
  for (unsigned i = 0; i < 4; i++) {
    struct bench b;
    struct config c = unit(i & 1 ? ETM33 : PFT10, CFGREGS_TWO_DOMAINS);
    c.etmccr |= ETMCCR_START_STOP;
    begin(&b, c);
    ticks(&b, 20);
    reads(&b, ETMOSLSR, 1);
    stop(&b);
    reads(&b, ETMSR, ETMSR_STOPPED);
    writes(&b, ETMTSSCR, 0);
    save(&b);
    restore(&b, words[1]);
    reads(&b, ETMSR, ETMSR_STOPPED);
    writes(&b, ETMTSSCR, 0);
    const bool keeps = i & 2;
    run_and_halt(&b, keeps ? ETMSR_STOPPED | ETMSR_STARTED : ETMSR_STOPPED);
    silent(&b);
    run_and_halt(&b, ETMSR_STOPPED | ETMSR_STARTED);
    red(&b, "TRC-HELD-2");
    end(&b);
  }
}

// --- the software lock ----------------------------------------------------------------------------------------------

// A reset sets the software lock. Software reads a register, writes it in vain, and reads it again (IHI 0035B 3.16.47).
CASE(lock_of_a_reset) {
  static const struct {
    uint16_t offset;
    uint32_t before, written;
  } rows[] = {{ETMTRACEIDR, 0x22, 0x33}, {ETMTRIGGER, 0x61, 0x6F}, {ETMTEEVR, 0x60, 0x61}};
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct bench b;
    begin(&b, unit(PFT11, CFGREGS_DEFAULT));
    b.in.resetn = false;
    ticks(&b, 2);
    b.in.resetn = true;
    ticks(&b, 10);
    writes(&b, ETMOSLAR, 0);
    stop(&b);
    b.in.paddrdbg31 = false;
    reads(&b, rows[i].offset, rows[i].before);
    writes(&b, rows[i].offset, rows[i].written);
    reads(&b, rows[i].offset, rows[i].before);
    silent(&b);
    writes(&b, rows[i].offset, rows[i].written);
    reads(&b, rows[i].offset, rows[i].written);
    has_words(&b, "TRC-SOFT-3", " as before: the software lock was set, so the write of ");
    red(&b, "TRC-SOFT-3");
    b.in.paddrdbg31 = true;
    writes(&b, rows[i].offset, rows[i].written);
    reads(&b, rows[i].offset, rows[i].written);
    end(&b);
  }
}

// --- no OS lock -----------------------------------------------------------------------------------------------------

// The description says that the DUT has no OS lock. So the first access may read a reset value.
CASE(reset_values_without_os_lock) {
  for (int is_etm = 0; is_etm < 2; is_etm++) {
    struct bench b;
    begin(&b, unit(is_etm ? ETM33 : PFT10, CFGREGS_NO_OS_LOCK));
    b.in.resetn = false;
    ticks(&b, 2);
    b.in.resetn = true;
    reads(&b, ETMSYNCFR, 0x400);
    reads(&b, ETMCR, ETMCR_PROGRAMMING | ETMCR_POWER_DOWN | b.config.etmcr);
    reads(&b, ETMOSLSR, 0);
    silent(&b);
    reads(&b, ETMSYNCFR, 0);
    red(&b, "TRC-REG-3");
    reads(&b, ETMOSLSR, 1);
    red(&b, "TRC-LOCK-1");
    end(&b);
  }
}

// --- late status ----------------------------------------------------------------------------------------------------

// --status-latency: a status may read as before a write.
CASE(late_status) {
  for (unsigned late = 0; late < 2; late++) {
    struct bench b;
    begin(&b, unit(PFT11, CFGREGS_DEFAULT));
    b.rules->limits.status = late * 6;
    b.in.resetn = false;
    ticks(&b, 2);
    b.in.resetn = true;
    ticks(&b, 10);
    reads(&b, ETMOSLSR, 0xA);
    writes(&b, ETMOSLAR, 0);
    ticks(&b, 4);
    reads(&b, ETMOSLSR, 0xA);
    if (!late) red(&b, "TRC-LOCK-2");
    silent(&b);
    writes(&b, ETMOSLAR, 0);
    ticks(&b, 8);
    reads(&b, ETMOSLSR, 8);
    silent(&b);
    stop(&b);
    reads(&b, ETMCLAIMSET, 0xFF);
    writes(&b, ETMCLAIMSET, 5);
    reads(&b, ETMCLAIMCLR, 0);
    if (!late) red(&b, "TRC-CLAIM-2");
    silent(&b);
    ticks(&b, 8);
    reads(&b, ETMCLAIMCLR, late ? 5 : 0);
    silent(&b);
    reads(&b, ETMCLAIMCLR, 6);
    red(&b, "TRC-CLAIM-2");
    end(&b);
  }
}

int main(void) { return run_in_both_modes("architecture rules: save, restore and locks of a reset"); }
