// SPDX-License-Identifier: Apache-2.0
// Runs the reference model on an APB, for the tests of its registers and of the functions that they control.
#ifndef REGISTER_BENCH_H
#define REGISTER_BENCH_H

#include "case.h"
#include "register.h"
#include "unit.h"

enum { V10 = 0x571CF300, V11 = 0x571CF310, SECURE = 1 << 19 };
#define ETM(minor) (0x570CF200u | SECURE | (minor) << 4)
enum { LOCK = CFGREGS_OS_LOCK, SET = CFGREGS_OS_LOCK_SET, SOFT = CFGREGS_SOFTWARE_LOCK, TWO = CFGREGS_TWO_DOMAINS };
enum { SAVED = 78 };  // registers that ETMOSSRR passes

struct bench {
  struct unit unit;
  struct ports_in in;
  struct ports_out out;  // before the last edge
};

static void edge(struct bench *b) {
  unit_outputs(&b->unit, &b->out);
  unit_step(&b->unit, &b->in);
}

static void edges(struct bench *b, unsigned count) {
  while (count--) edge(b);
}

// Makes an access. Returns whether it had an error.
static bool fails(struct bench *b, unsigned offset, bool write, uint32_t data) {
  b->in.psel = true;
  b->in.penable = false;
  b->in.pwrite = write;
  b->in.paddr = (uint16_t)offset;
  b->in.pwdata = data;
  edge(b);
  b->in.penable = true;
  edge(b);
  b->in.psel = b->in.penable = false;
  return b->out.pslverr;
}

static void put(struct bench *b, unsigned offset, uint32_t data) { assert_false(fails(b, offset, true, data)); }

static uint32_t get(struct bench *b, unsigned offset) {
  assert_false(fails(b, offset, false, 0));
  return b->out.prdata;
}

static void expect(struct bench *b, unsigned offset, uint32_t value) {
  const uint32_t read = get(b, offset);
  if (read != value) fail_msg("0x%03X: 0x%08X, expected 0x%08X", offset, read, value);
}

// The state after a reset and a clock with power.
static void power_up(struct bench *b, uint32_t idr, uint32_t ccr, uint32_t ccer, unsigned cfgregs) {
  struct config config = (idr >> 8 & 0xF) == 2 ? config_default_etm3 : config_default_pft;
  config.fifo_bytes = 128;
  unit_reset(&b->unit, &config);
  b->in = (struct ports_in){.resetn = true, .niden = true, .atclken = true, .pclken = true, .atready = true};
  b->in.dbgpwrdup = b->in.paddrdbg31 = true;
  b->in.cfgidr = idr;
  b->in.cfgccr = ccr;
  b->in.cfgccer = ccer;
  b->in.cfgregs = (uint16_t)cfgregs;
  edge(b);
}

#endif
