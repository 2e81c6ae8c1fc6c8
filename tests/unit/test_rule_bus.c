// SPDX-License-Identifier: Apache-2.0
// Architecture rules about a beat of the ATB (docs/rules.md). Each rule reports a breach of its clause, and accepts the
// values next to it.
#define CASES_OWN_MAIN
#include "rule_bench.h"

static void begin_run(struct bench *b) {
  begin(b, (struct config){.etmidr = 0x571CF310, .etmccer = 0x37C01800, .etmtraceidr = 0x11});
  run(b);
}

// Presents a beat that the ATB does not accept in this clock.
static void offer(struct bench *b, uint8_t bytes, uint64_t data) {
  b->out.atvalid = true;
  b->out.atbytes = (uint8_t)(bytes - 1);
  b->out.atdata = data;
  b->in.atready = false;
  ticks(b, 1);
}

static void taken(struct bench *b) {
  b->in.atready = true;
  ticks(b, 1);
  b->out.atvalid = false;
  ticks(b, 1);
}

CASE(beat_must_be_held) {
  struct bench b;
  begin_run(&b);
  offer(&b, 3, 0x112233);
  offer(&b, 3, 0x112233);
  taken(&b);
  offer(&b, 3, 0x112233);
  offer(&b, 3, 0x99112233);  // ATBYTES excludes this lane
  taken(&b);
  silent(&b);
  offer(&b, 3, 0x112233);
  b.out.atvalid = false;
  ticks(&b, 1);
  red(&b, "ATB-HELD-1");
  ticks(&b, 1);  // the violation is reported only once
  offer(&b, 3, 0x112233);
  offer(&b, 3, 0x112234);
  red(&b, "ATB-HELD-2");
  offer(&b, 4, 0x112234);
  red(&b, "ATB-HELD-2");
  taken(&b);
  b.config.atb_bits = 64;
  offer(&b, 8, 0x8877665544332211);
  offer(&b, 8, 0x7877665544332211);
  red(&b, "ATB-HELD-2");
  taken(&b);
  end(&b);
}

// Only the edges at which ATCLKEN is HIGH count.
CASE(a_beat_between_edges) {
  struct bench b;
  begin_run(&b);
  offer(&b, 1, 1);
  b.in.atclken = false;
  b.in.atready = true;
  ticks(&b, 2);
  b.out.atvalid = false;
  ticks(&b, 2);
  b.out.atvalid = b.in.atclken = true;
  b.in.atready = false;
  ticks(&b, 1);
  silent(&b);
  b.in.atclken = false;
  ticks(&b, 3);
  b.in.atclken = true;
  b.out.atdata = 2;
  ticks(&b, 1);
  red(&b, "ATB-HELD-2");
  taken(&b);
  end(&b);
}

// A reset, at an edge or between two, and power-down (3.3) remove a beat that waits.
CASE(beat_ends_at_reset_or_power_down) {
  struct bench b;
  begin_run(&b);
  offer(&b, 1, 1);
  b.in.resetn = false;
  offer(&b, 1, 2);  // no clause forbids ATVALID in reset
  b.in.resetn = true;
  b.out.atvalid = false;
  ticks(&b, 1);
  run(&b);
  offer(&b, 1, 1);
  b.out.atvalid = false;
  reset_between_edges(&b);
  ticks(&b, 1);
  run(&b);
  writes(&b, 0x000, ETMCR_PROGRAMMING | ETMCR_POWER_DOWN);
  offer(&b, 1, 1);
  b.out.atvalid = false;
  ticks(&b, 1);
  end(&b);
}

// ATID follows its register, even if a beat waits.
CASE(the_id_of_a_beat) {
  struct bench b;
  begin_run(&b);
  offer(&b, 1, 1);
  stop(&b);
  writes(&b, 0x200, 0x33);
  b.out.atid = 0x33;
  offer(&b, 1, 1);
  taken(&b);
  end(&b);
}

CASE(bytes_of_a_beat) {
  static const uint8_t widths[] = {8, 16, 32, 64};
  for (size_t i = 0; i < sizeof widths; i++) {
    struct bench b;
    begin_run(&b);
    b.config.atb_bits = widths[i];
    offer(&b, widths[i] / 8, 1);
    taken(&b);
    silent(&b);
    offer(&b, 2 * widths[i] / 8, 1);
    red(&b, "ATB-BYTES-1");
    end(&b);
  }
}

// A pin that is x or z decides nothing. Rule PIN-X-1 reports it.
CASE(x_of_a_beat) {
  static const enum pin pins[] = {PIN_ATVALID, PIN_ATREADY, PIN_ATBYTES, PIN_ATDATA};
  for (size_t i = 0; i < sizeof pins / sizeof *pins; i++) {
    struct bench b;
    begin_run(&b);
    offer(&b, 2, 0x1234);
    b.out.atvalid = pins[i] != PIN_ATVALID;
    b.out.atdata = pins[i] == PIN_ATDATA ? 0x1200 : 0x1234;
    red_with(&b, pins[i]);
    b.out.atvalid = false;
    ticks(&b, 1);
    end(&b);
  }
  struct bench b;
  begin_run(&b);
  offer(&b, 2, 0x1234);
  b.in.atclken = false;
  red_with(&b, PIN_ATCLKEN);
  b.in.atclken = true;
  b.out.atvalid = false;
  ticks(&b, 1);
  end(&b);
}

int main(void) { return run_in_both_modes("architecture rules: a beat of the ATB"); }
