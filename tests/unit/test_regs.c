// SPDX-License-Identifier: Apache-2.0
// The registers, locks and power of the reference model over APB, with values by hand from IHI 0035B 3.16 to 3.22 and
// IHI 0014Q 3.5, 3.8.

#include "register_bench.h"

// 8 pairs, 4 counters, a sequencer, 4 outputs, FIFOFULL logic, 3 Context ID comparators, a start/stop block.
#define ALL_CCR 0x8FC98008u
// 4 selectors, all readable, 3 EmbeddedICE inputs and ETMEIBCR, timestamps, virtualization.
#define ALL_CCER 0x04630804u
#define READABLE 0x00000800u

static void refuses(struct bench *b, unsigned offset) {
  assert_true(fails(b, offset, false, 0));
  assert_int_equal(b->out.prdata, 0);
  assert_true(fails(b, offset, true, 0xFFFFFFFF));
}

// --- the trace registers ---------------------------------------------------------------------------------------------

struct written {
  uint16_t offset;
  uint32_t value;  // after a write of ones
};

static void write_ones(struct bench *b, const struct written *rows, size_t count) {
  for (size_t i = 0; i < count; i++) put(b, rows[i].offset, 0xFFFFFFFF);
  for (size_t i = 0; i < count; i++) expect(b, rows[i].offset, rows[i].value);
}
#define WRITE_ONES(b, ...) \
  write_ones(b, (const struct written[]){__VA_ARGS__}, sizeof(struct written[]){__VA_ARGS__} / sizeof(struct written))

static struct bench bench;

CASE_WITH(bits_of_a_ptm, NULL, NULL, &bench) {
  struct bench *b = *state;
  power_up(b, V11, ALL_CCR, ALL_CCER, 0);
  WRITE_ONES(b, {0x018, 0xFFFFFFFF}, {0x01C, 0}, {0x024, 0x030000FF}, {0x028, 0}, {0x02C, 128}, {0x07C, 0xFFFFFFFF},
             {0x080, 0xFF01}, {0x0BC, 0xFF01}, {0x0C0, 0}, {0x100, 0}, {0x14C, 0xFFFF}, {0x15C, 0x3FFFF},
             {0x16C, 0x1FFFF}, {0x17C, 0xFFFF}, {0x180, 0x1FFFF}, {0x194, 0x1FFFF}, {0x198, 0}, {0x19C, 3},
             {0x1AC, 0x1FFFF}, {0x1B8, 0xFFFFFFFF}, {0x1BC, 0xFFFFFFFF}, {0x1C0, 0}, {0x1EC, 0xFFFFFFFF},
             {0x1F0, 0x00070007}, {0x1F4, 7}, {0x240, 0xFF}, {0x010, 0xE});
  power_up(b, V10, ALL_CCR, ALL_CCER, 0);
  expect(b, 0x080, 1);
  expect(b, 0x150, 0x20000);
  WRITE_ONES(b, {0x080, 0x0F01}, {0x240, 0});
  power_up(b, V11 & ~(uint32_t)SECURE, ALL_CCR, 0, 0);
  WRITE_ONES(b, {0x080, 0x1701}, {0x1EC, 0}, {0x1F0, 0}, {0x1F4, 0}, {0x240, 0});
  power_up(b, V11, ALL_CCR, 0x00000001, 0);
  WRITE_ONES(b, {0x1EC, 0xFF});
}

CASE_WITH(bits_of_an_etm, NULL, NULL, &bench) {
  static const struct {
    unsigned minor;
    struct written rows[6];
  } versions[] = {{5, {{0x080, 0xFF9F}, {0x1EC, 0xFFFFFFFF}, {0x1F0, 0x70007}, {0x240, 0xFF}, {0x01C, 0xFFFFFFFF}}},
                  {4, {{0x080, 0x0F9F}, {0x1EC, 0xFFFFFFFF}, {0x1F0, 0x70007}, {0x240, 0}, {0x1FC, 0x3F}}},
                  {3, {{0x080, 0x0F9F}, {0x1EC, 0xFFFFFFFF}, {0x1F0, 0}, {0x1F4, 0}, {0x1FC, 0x3F}}},
                  {1, {{0x080, 0x039F}, {0x024, 0x03FFFFFF}, {0x1EC, 0xFFFFFFFF}, {0x02C, 128}, {0x010, 0xE}}}};
  struct bench *b = *state;
  for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
    power_up(b, ETM(versions[i].minor), ALL_CCR, ALL_CCER, 0);
    write_ones(b, versions[i].rows, 5);
  }
}

// A register that ETMCCR does not count does not exist. ETMCCR cannot count more registers than are built.
CASE_WITH(registers_present_by_etmccr, NULL, NULL, &bench) {
  struct bench *b = *state;
  power_up(b, V11, 0x8000000F, 0, 0);
  expect(b, 0x004, 0x80000008);
  WRITE_ONES(b, {0x07C, 0xFFFFFFFF}, {0x018, 0}, {0x02C, 0}, {0x140, 0}, {0x150, 0}, {0x180, 0}, {0x19C, 0}, {0x1A0, 0},
             {0x1B0, 0}, {0x1BC, 0}, {0x010, 0xA});
  power_up(b, V11, 0x8174E001, 0, 0);
  expect(b, 0x004, 0x81448001);
  WRITE_ONES(b, {0x044, 0xFFFFFFFF}, {0x048, 0}, {0x088, 0}, {0x14C, 0xFFFF}, {0x1AC, 0x1FFFF}, {0x1B0, 0xFFFFFFFF},
             {0x1B4, 0}, {0x1BC, 0xFFFFFFFF});
}

// ETMCCER[27], from PFTv1.1 and ETMv3.5 on: counter 1 has only a reload value.
CASE_WITH(reduced_counter, NULL, NULL, &bench) {
  struct bench *b = *state;
  for (unsigned v11 = 0; v11 < 2; v11++) {
    power_up(b, v11 ? V11 : V10, ALL_CCR, 1 << 27, 0);
    WRITE_ONES(b, {0x140, 0xFFFF}, {0x154, 0x3FFFF}, {0x150, v11 ? 0 : 0x3FFFF}, {0x160, v11 ? 0 : 0x1FFFF},
               {0x170, v11 ? 0 : 0xFFFF});
  }
}

// IHI 0014Q 3.5.41: in ETMv3.0, or without ETMCCER[11], most registers are write-only.
CASE_WITH(write_only, NULL, NULL, &bench) {
  struct bench *b = *state;
  for (unsigned readable = 0; readable < 2; readable++) {
    const uint32_t value = readable ? 0x1FFFF : 0;
    power_up(b, ETM(1), ALL_CCR, readable ? READABLE : 0, 0);
    WRITE_ONES(b, {0x008, value}, {0x020, value}, {0x1FC, readable ? 0x3F : 0}, {0x17C, 0xFFFF}, {0x19C, 3},
               {0x200, 0x7F});
    expect(b, 0x1E8, readable ? READABLE : 0);
    expect(b, 0x024, readable ? 0x01000000 : 0);
  }
  power_up(b, ETM(0), ALL_CCR, READABLE, CFGREGS_FIXED_SYNC);
  put(b, 0x144, 0x1234);
  WRITE_ONES(b, {0x008, 0}, {0x1E8, 0}, {0x19C, 0}, {0x1E0, 0x400}, {0x200, 0x7F}, {0x010, 2});
  expect(b, 0x174, 0x1234);  // the counter is its reload value, which cannot be read
  expect(b, 0x144, 0);
}

// IHI 0035B 3.16.50: NIDEN or DBGEN, in [3:2] with Security Extensions, otherwise in [7:6].
CASE_WITH(authentication, NULL, NULL, &bench) {
  struct bench *b = *state;
  static const uint8_t values[2][2] = {{0x80, 0xC0}, {0x08, 0x0C}};
  for (unsigned i = 0; i < 8; i++) {
    power_up(b, i & 4 ? V11 : V11 & ~(uint32_t)SECURE, ALL_CCR, 0, 0);
    b->in.niden = i & 1;
    b->in.dbgen = i & 2;
    expect(b, 0xFB8, values[i >> 2][(i & 3) != 0]);
  }
  power_up(b, ETM(1), ALL_CCR, 0, 0);
  expect(b, 0xFB8, 0);
}

// --- the OS lock -----------------------------------------------------------------------------------------------------

CASE_WITH(lock_status, NULL, NULL, &bench) {
  static const struct {
    uint32_t idr;
    unsigned cfgregs;
    uint32_t reset, locked, open;
  } rows[] = {{V10, LOCK, 1, 3, 1},          {V10, LOCK | SET, 3, 3, 1},  {V10, SET, 0, 0, 0},
              {V11, LOCK, 0xA, 0xA, 8},      {V11, 0, 0, 0, 0},           {ETM(3), LOCK, 1, 3, 1},
              {ETM(4), LOCK | SET, 3, 3, 1}, {ETM(5), LOCK, 0xA, 0xA, 8}, {ETM(2), LOCK | SET, 0, 0, 0},
              {ETM(5), SET, 0, 0, 0}};
  struct bench *b = *state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    power_up(b, rows[i].idr, ALL_CCR, ALL_CCER, rows[i].cfgregs);
    expect(b, 0x304, rows[i].reset);
    put(b, 0x300, OSLAR_LOCK);
    expect(b, 0x304, rows[i].locked);
    put(b, 0x300, OSLAR_LOCK ^ 1);
    expect(b, 0x304, rows[i].open);
  }
}

// PFTv1.1, ETMv3.5: all registers can be accessed, ETMSR[1] follows, and there is no ETMOSSRR.
CASE_WITH(direct_lock, NULL, NULL, &bench) {
  struct bench *b = *state;
  power_up(b, V11, ALL_CCR, ALL_CCER, LOCK);
  put(b, 0x000, 0);
  expect(b, 0x010, 2);
  expect(b, 0x314, 0x21);
  expect(b, 0x308, 0);
  edges(b, 4);
  assert_false(b->out.wpt_enable);
  put(b, 0x300, 0);
  edges(b, 4);
  assert_true(b->out.wpt_enable);
  expect(b, 0x010, 0);
  expect(b, 0x314, 1);
  put(b, 0x300, OSLAR_LOCK);
  edges(b, 40);
  assert_false(b->out.wpt_enable);
  expect(b, 0x010, 2);
}

// PFTv1.0, ETMv3.3, v3.4: an access to a trace register has an error, and a write has no effect.
CASE_WITH(lock_with_errors, NULL, NULL, &bench) {
  struct bench *b = *state;
  power_up(b, V10, ALL_CCR, ALL_CCER, LOCK | 8 << 8);
  put(b, 0x000, 0x400);
  put(b, 0x020, 0x123);
  put(b, 0x300, OSLAR_LOCK);
  refuses(b, 0x000);
  refuses(b, 0x020);
  refuses(b, 0x2FC);
  refuses(b, 0x318);
  refuses(b, 0xEFC);
  expect(b, 0x314, 1);
  expect(b, 0xFA0, 0xFF);
  expect(b, 0xFCC, 0x13);
  put(b, 0x300, 0);
  expect(b, 0x020, 0x123);
  // Locked, not programmed: the unit stops, and ETMSR[1] does not follow.
  put(b, 0x000, 0);
  edges(b, 4);
  put(b, 0x300, OSLAR_LOCK);
  edges(b, 40);
  assert_false(b->out.wpt_enable);
  expect(b, 0x308, SAVED);
  expect(b, 0x308, 0);  // ETMCR
  expect(b, 0x308, 0);  // ETMTRIGGER
  expect(b, 0x308, 0);  // ETMSR
  put(b, 0x300, 0);
}

// Saved, lost, restored, in the order of the registers, including those that are write-only.
CASE_WITH(saved_and_restored, NULL, NULL, &bench) {
  struct bench *b = *state;
  uint32_t saved[SAVED];
  power_up(b, ETM(4), ALL_CCR, 0, LOCK);
  expect(b, 0x308, 0);
  put(b, 0x008, 0x11);
  put(b, 0x044, 0x22);
  put(b, 0x1B4, 0x33);
  put(b, 0x200, 0x44);
  put(b, 0x300, OSLAR_LOCK);
  put(b, 0x308, 5);  // in the place of the count: ignored
  expect(b, 0x308, SAVED);
  for (unsigned i = 0; i < SAVED; i++) saved[i] = get(b, 0x308);
  expect(b, 0x308, 0);
  assert_int_equal(saved[0], 0x401);
  assert_int_equal(saved[1], 0x11);
  assert_int_equal(saved[6], 0x01000000);
  assert_int_equal(saved[8 + 1], 0x22);
  assert_int_equal(saved[67 + 1], 0x33);
  assert_int_equal(saved[71], 0x400);
  assert_int_equal(saved[77], 0x44);
  power_up(b, ETM(4), ALL_CCR, 0, LOCK | SET);
  expect(b, 0x308, SAVED);
  for (unsigned i = 0; i < SAVED; i++) put(b, 0x308, saved[i]);
  put(b, 0x308, 0x7F);
  put(b, 0x300, OSLAR_LOCK);
  expect(b, 0x308, SAVED);
  for (unsigned i = 0; i < SAVED; i++) expect(b, 0x308, saved[i]);
  put(b, 0x300, 0);
  expect(b, 0x200, 0x44);
}

// --- the software lock, claim tags -----------------------------------------------------------------------------------

CASE_WITH(software_lock, NULL, NULL, &bench) {
  struct bench *b = *state;
  power_up(b, V11, ALL_CCR, ALL_CCER, SOFT | LOCK | 4 << 8);
  expect(b, 0xFB4, 0);
  put(b, 0xFB0, OSLAR_LOCK);  // a debugger's: ignored
  b->in.paddrdbg31 = false;
  expect(b, 0xFB4, 3);
  put(b, 0x020, 0x55);
  put(b, 0x300, 0);
  put(b, 0xFA0, 1);
  put(b, 0x310, 8);
  expect(b, 0x020, 0x6F);
  expect(b, 0x304, 0xA);
  expect(b, 0xFA4, 0);
  expect(b, 0x310, 0);
  b->in.paddrdbg31 = true;
  put(b, 0x020, 0x66);
  b->in.paddrdbg31 = false;
  expect(b, 0x020, 0x66);
  put(b, 0xFB0, OSLAR_LOCK);
  expect(b, 0xFB4, 1);
  put(b, 0x020, 0x55);
  expect(b, 0x020, 0x55);
  put(b, 0xFB0, 0);
  expect(b, 0xFB4, 3);
  // Before ETMv3.2, and in a unit without it, there is no software lock.
  for (unsigned i = 0; i < 2; i++) {
    power_up(b, i ? ETM(1) : V11, ALL_CCR, ALL_CCER, i ? SOFT : 0);
    b->in.paddrdbg31 = false;
    expect(b, 0xFB4, 0);
    put(b, 0x020, 0x55);
    expect(b, 0x020, 0x55);
  }
}

// If software is locked, a read has no side effect.
CASE_WITH(software_reads, NULL, NULL, &bench) {
  struct bench *b = *state;
  power_up(b, V10, ALL_CCR, ALL_CCER, SOFT | LOCK | SET | TWO);
  b->in.paddrdbg31 = false;
  expect(b, 0x308, SAVED);
  expect(b, 0x308, SAVED);
  expect(b, 0x314, 3);
  expect(b, 0x314, 3);
  put(b, 0xFB0, OSLAR_LOCK);
  expect(b, 0x308, SAVED);
  expect(b, 0x308, 0x401);
  expect(b, 0x314, 3);
  expect(b, 0x314, 1);
}

CASE_WITH(claim_tags, NULL, NULL, &bench) {
  struct bench *b = *state;
  static const uint8_t masks[] = {0, 1, 3, 7, 15, 31, 63, 127, 255, 255};
  for (unsigned tags = 0; tags < sizeof masks; tags++) {
    power_up(b, V11, ALL_CCR, 0, tags << 8);
    expect(b, 0xFA0, masks[tags]);
    expect(b, 0xFA4, 0);
    put(b, 0xFA0, 0xFFFFFFFF);
    expect(b, 0xFA4, masks[tags]);
    put(b, 0xFA4, 0x5A);
    expect(b, 0xFA4, masks[tags] & 0xA5);
    put(b, 0xFA0, 0x40);
    expect(b, 0xFA4, masks[tags] & 0xE5);
  }
  power_up(b, ETM(1), ALL_CCR, 0, 8 << 8);
  expect(b, 0xFA0, 0);
}

// --- power -----------------------------------------------------------------------------------------------------------

CASE_WITH(one_domain, NULL, NULL, &bench) {
  struct bench *b = *state;
  power_up(b, V11, ALL_CCR, ALL_CCER, LOCK);
  b->in.dbgpwrdup = false;
  put(b, 0x020, 0x55);
  edges(b, 3);
  expect(b, 0x020, 0x55);
  expect(b, 0x314, 0x21);
  put(b, 0x310, 0xFFFFFFFF);
  expect(b, 0x310, 8);
  assert_true(b->out.dbgnopwrdwn);
  power_up(b, ETM(2), ALL_CCR, ALL_CCER, TWO);  // there are domains from ETMv3.3 on
  b->in.dbgpwrdup = false;
  edges(b, 3);
  expect(b, 0x020, 0x6F);
}

// IHI 0035B table 3.93. The core domain loses everything, the debug domain nothing. The claim tags belong to the core
// domain.
CASE_WITH(two_domains, NULL, NULL, &bench) {
  struct bench *b = *state;
  power_up(b, V11, ALL_CCR, ALL_CCER, SOFT | LOCK | TWO | 8 << 8);
  expect(b, 0x314, 0x23);
  expect(b, 0x314, 0x21);
  put(b, 0x300, 0);
  put(b, 0x020, 0x55);
  put(b, 0x200, 0x11);
  put(b, 0x310, 8);
  put(b, 0xFA0, 3);
  put(b, 0x000, 0);
  edges(b, 4);
  assert_true(b->out.wpt_enable);
  assert_int_equal(b->out.atid, 0x11);
  b->in.dbgpwrdup = false;
  edge(b);
  assert_true(b->out.wpt_enable);
  expect(b, 0x314, 0x20);  // the loss is noted in the clock after it
  assert_false(b->out.wpt_enable);
  assert_int_equal(b->out.atid, 0);
  refuses(b, 0x000);
  refuses(b, 0x300);
  refuses(b, 0x308);
  refuses(b, 0xFA0);
  refuses(b, 0xFA4);
  expect(b, 0x304, 0xA);
  expect(b, 0x310, 8);
  expect(b, 0x314, 0x22);
  expect(b, 0x314, 0x22);
  expect(b, 0xFB8, 0x0C);
  b->in.dbgpwrdup = true;
  edge(b);
  expect(b, 0x000, 0x401);
  expect(b, 0x020, 0x6F);
  expect(b, 0xFA4, 0);
  expect(b, 0x310, 8);
  expect(b, 0x314, 0x23);
  expect(b, 0x314, 0x21);
}

// PFTv1.0, ETMv3.3, v3.4: the trace registers cannot be accessed until ETMPDSR has been read (IHI 0035B 3.21).
CASE_WITH(power_loss_before_other_errors, NULL, NULL, &bench) {
  struct bench *b = *state;
  power_up(b, ETM(3), ALL_CCR, ALL_CCER, LOCK | TWO | 8 << 8);
  refuses(b, 0x000);
  put(b, 0xFA0, 5);
  expect(b, 0x314, 3);
  expect(b, 0x314, 1);
  put(b, 0x020, 0x55);
  b->in.dbgpwrdup = false;
  edges(b, 2);
  refuses(b, 0x020);
  refuses(b, 0x300);
  expect(b, 0xFA4, 5);
  expect(b, 0x314, 2);
  b->in.dbgpwrdup = true;
  edge(b);
  refuses(b, 0x020);
  put(b, 0x300, 0);
  expect(b, 0x314, 3);
  expect(b, 0x020, 0x6F);
}

// PSLVERR belongs to one access, and lasts from edge to edge of the APB.
CASE_WITH(error_of_one_access, NULL, NULL, &bench) {
  struct bench *b = *state;
  power_up(b, V10, ALL_CCR, ALL_CCER, LOCK | SET);
  b->in.psel = true;
  b->in.paddr = 0x020;
  edge(b);
  assert_false(b->out.pslverr);
  b->in.penable = true;
  b->in.pclken = false;
  edges(b, 3);
  assert_true(b->out.pslverr);
  b->in.pclken = true;
  edge(b);
  assert_true(b->out.pslverr);
  b->in.psel = b->in.penable = false;
  edge(b);
  assert_false(b->out.pslverr);
  expect(b, 0x304, 3);
}

// A write during which power is lost has no effect, even if power returns at once.
CASE_WITH(power_lost_in_an_access, NULL, NULL, &bench) {
  struct bench *b = *state;
  power_up(b, V11, ALL_CCR, ALL_CCER, TWO);
  b->in.psel = b->in.pwrite = true;
  b->in.paddr = 0x020;
  b->in.pwdata = 0x55;
  b->in.dbgpwrdup = false;
  edge(b);
  b->in.penable = b->in.dbgpwrdup = true;
  edge(b);
  assert_false(b->out.pslverr);
  b->in.psel = b->in.penable = false;
  edges(b, 2);
  expect(b, 0x020, 0x6F);
}
