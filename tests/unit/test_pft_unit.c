// SPDX-License-Identifier: Apache-2.0
// The trace unit clock by clock, compared with expectations by hand from docs/pipeline.md and docs/pipeline-pft.md. Its
// bytes are compared with those of the untimed encoder.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "encode.h"
#include "packet.h"
#include "register.h"
#include "rng.h"
#include "unit.h"

#define BYTES_ROOM 200000

struct bench {
  struct config config;
  struct unit unit;
  struct ports_in in;
  struct ports_out out;  // before the last edge
  unsigned clocks;
  unsigned afready;   // flushes acknowledged
  unsigned triggers;  // clocks with PTMTRIGGER
  size_t count;       // bytes sent
  uint8_t bytes[BYTES_ROOM];
  struct encoder encoder;  // the same waypoints without clocks
  struct trace_bytes expected;
};

static void collect(struct bench *b) {
  if (!b->in.atclken || !b->out.atvalid || !b->in.atready) return;
  assert_true(b->count + 8 < BYTES_ROOM);
  for (int i = 0; i <= b->out.atbytes; i++) b->bytes[b->count++] = (uint8_t)(b->out.atdata >> 8 * i);
}

static void clock_edge(struct bench *b) {
  if (!b->in.resetn) unit_reset(&b->unit, &b->config);
  unit_outputs(&b->unit, &b->out);
  collect(b);
  b->afready += b->in.atclken && b->out.afready;
  b->triggers += b->out.trigger;
  unit_step(&b->unit, &b->in);
  b->clocks++;
  b->in.wpt_valid = b->in.syncreq = false;
}

static void idle(struct bench *b, unsigned clocks) {
  while (clocks--) clock_edge(b);
}

static void access_register(struct bench *b, unsigned offset, bool write, uint32_t data) {
  b->in.psel = true;
  b->in.penable = false;
  b->in.pwrite = write;
  b->in.paddr = (uint16_t)offset;
  b->in.pwdata = data;
  clock_edge(b);
  b->in.penable = true;
  clock_edge(b);
  b->in.psel = b->in.penable = false;
}

static void write_register(struct bench *b, unsigned offset, uint32_t data) { access_register(b, offset, true, data); }

static uint32_t read_register(struct bench *b, unsigned offset) {
  access_register(b, offset, false, 0);
  return b->out.prdata;
}

// A unit after reset, with the registers programmed that differ from their reset values, and enabled.
static void enable(struct bench *b) {
  encoder_reset(&b->encoder, &b->config);
  b->in.resetn = false;
  b->in.atready = true;
  clock_edge(b);
  b->in.resetn = true;
  b->in.retstack_depth = (uint8_t)b->config.return_stack_depth;
  b->in.cfgidr = b->config.etmidr;
  b->in.cfgccer = b->config.etmccer;
  write_register(b, ETMOSLAR, 0);  // a reset of PFTv1.1 locks it
  for (const struct register_row *row = register_rows; row->config; row++) {
    if (row->offset != ETMCR) write_register(b, row->offset, register_value(row, &b->config));
  }
  write_register(b, ETMCR, b->config.etmcr);
  idle(b, 2);
  assert_true(b->unit.pft_front.run);
  b->clocks = 0;
}

static int setup(void **state) {
  struct bench *b = calloc(1, sizeof *b);
  b->config = config_default_pft;
  b->config.etmsyncfr = 0;
  b->in.atclken = b->in.pclken = true;
  b->in.niden = true;
  b->in.hdbgen = b->in.dbgpwrdup = b->in.paddrdbg31 = true;
  b->in.cfgidr = b->config.etmidr;
  b->in.cfgccer = b->config.etmccer;
  b->in.cfgccr = config_ccr(&b->config);
  b->in.cfgregs = (uint16_t)b->config.cfgregs;
  *state = b;
  return b == NULL;
}

static int teardown(void **state) {
  struct bench *b = *state;
  free(b->expected.at);
  free(b);
  return 0;
}

// One clock with a waypoint.
static void present(struct bench *b, struct waypoint w) {
  b->in.wpt_valid = true;
  b->in.wpt = w;
  clock_edge(b);
}

static void present_and_encode(struct bench *b, struct waypoint w) {
  present(b, w);
  encode_waypoint(&b->encoder, &w, &b->expected);
}

static struct waypoint jump(uint32_t target) {
  return (struct waypoint){.target = target, .type = WAYPOINT_INDIRECT, .taken = true};
}

static struct waypoint interrupt(uint32_t pc) {
  return (struct waypoint){.pc = pc, .target = 0x18, .type = WAYPOINT_EXCEPTION, .exception = 14, .taken = true};
}

static const struct waypoint untaken = {.pc = 0x8000, .type = WAYPOINT_DIRECT};

static void same_bytes(const struct bench *b) {
  assert_int_equal(b->count, b->expected.count);
  assert_memory_equal(b->bytes, b->expected.at, b->count);
}

// Returns the number of edges from now until ATVALID is high.
static unsigned edges_until_atvalid(struct bench *b) {
  for (unsigned edges = 0; edges < 100; edges++) {
    unit_outputs(&b->unit, &b->out);
    if (b->out.atvalid) return edges;
    clock_edge(b);
  }
  return 100;
}

// Waits until the waypoints so far have reached the queue, two clocks later.
static unsigned clocks_until_afready(struct bench *b, unsigned limit) {
  idle(b, 2);
  unsigned before = b->afready, clocks = 0;
  b->in.afvalid = true;
  while (b->afready == before && clocks++ < limit) clock_edge(b);
  b->in.afvalid = false;
  return clocks;
}

// A stream of waypoints that are never more than one chunk each: atoms and branches.
static struct waypoint light_waypoint(struct rng *r) {
  if (rng_chance(r, 70)) return (struct waypoint){.pc = 0x8000, .target = 0x8000, .taken = rng_chance(r, 50)};
  return jump(0x8000 + 4 * rng_below(r, 256));
}

static struct waypoint heavy_waypoint(struct rng *r) {
  struct waypoint w = light_waypoint(r);
  uint32_t kind = rng_below(r, 40);
  w.link = rng_chance(r, 40);
  w.target = rng_chance(r, 50) ? w.target : (uint32_t)rng_next(r) & ~3u;
  w.target_t = rng_chance(r, 30);
  w.t32 = rng_chance(r, 50);
  w.ns = rng_chance(r, 5);
  w.eret = w.type == WAYPOINT_INDIRECT && rng_chance(r, 10);
  if (kind == 0) w.type = WAYPOINT_DEBUG_ENTRY;
  if (kind == 1) w.type = WAYPOINT_DEBUG_EXIT;
  if (kind == 2) w.prohibited = true;
  if (kind > 2 && kind < 8) w = interrupt((uint32_t)rng_next(r) & ~3u);
  return w;
}

// --- reset and registers -----------------------------------------------------------------------------------------

CASE_WITH(reset_outputs, setup, teardown, NULL) {
  struct bench *b = *state;
  const struct ports_out none = {0};
  clock_edge(b);
  assert_memory_equal(&b->out.atdata, &none.atdata, sizeof none.atdata);
  assert_false(b->out.wpt_enable || b->out.atvalid || b->out.afready || b->out.atbytes || b->out.atid ||
               b->out.prdata || b->out.trigger);
}

// The rows of the table: the values after a reset, and after writes of ones.
static void read_rows(struct bench *b, enum protocol protocol, bool written) {
  const uint32_t etmccr = read_register(b, ETMCCR);
  for (const struct register_row *row = register_rows; row < register_rows + register_count; row++) {
    const uint32_t value = read_register(b, row->offset);
    const bool none = !row->access[protocol].how || !register_is_built(row, etmccr, b->config.etmccer);
    assert_int_equal(none ? value : value & ~row->bits, 0);
    if (!none && !written && row->reset != REGISTER_OPEN) assert_int_equal(value, row->reset);
  }
}

CASE_WITH(register_values, setup, teardown, NULL) {
  static const struct {
    uint16_t offset;
    uint32_t value, written;  // after reset; after ones were written
  } rows[] = {
      {0x000, 0x00000401, 0x00000401},
      {0x004, 0x88080000, 0x88080000},
      {0x008, 0, 0x1FFFF},
      {0x010, 0x00000002, 0x0000000A},
      {0x014, 0, 0},
      {0x020, 0x0000006F, 0x1FFFF},
      {0x024, 0x01000000, 0x030000FF},
      {0x1E0, 0x00000400, 0xFFF},
      {0x1E4, 0x571CF310, 0x571CF310},
      {0x1E8, 0x00801800, 0x00801800},
      {0x1F8, 0, 0},
      {0x1FC, 0, 7},
      {0x200, 0, 0x7F},
      {0x300, 0, 0},
      {0x304, 0x0000000A, 0x00000008},
      {0x314, 0x00000021, 0x00000001},
      {0xFB8, 0x0000000C, 0x0000000C},
      {0xFCC, 0x00000013, 0x00000013},
      {0xFE0, 0x50, 0x50},
      {0xFE4, 0x07, 0x07},
      {0xFE8, 0, 0},
      {0xFF0, 0x0D, 0x0D},
      {0xFF4, 0x90, 0x90},
      {0xFF8, 0x05, 0x05},
      {0xFFC, 0xB1, 0xB1},
  };
  struct bench *b = *state;
  clock_edge(b);
  b->in.resetn = true;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    assert_int_equal(read_register(b, rows[i].offset), rows[i].value);
  read_rows(b, PROTOCOL_PFT, false);
  for (unsigned offset = 0; offset < 0x1000; offset += 4) {
    if (offset != ETMCR) write_register(b, offset, 0xFFFFFFFF);
  }
  read_rows(b, PROTOCOL_PFT, true);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    assert_int_equal(read_register(b, rows[i].offset), rows[i].written);
  assert_int_equal(b->out.atid, 0x7F);
  write_register(b, ETMCR, 0xFFFFFFFF);
  assert_int_equal(read_register(b, ETMCR), 0x2000D701);
}

CASE_WITH(prdata_is_loaded_in_the_setup_phase_only, setup, teardown, NULL) {
  struct bench *b = *state;
  clock_edge(b);
  b->in.resetn = true;
  write_register(b, ETMTRACEIDR, 0x10);
  assert_int_equal(b->out.prdata, 0);  // the setup phase of the write has read the old value
  idle(b, 1);
  assert_int_equal(b->out.prdata, 0);
  assert_int_equal(read_register(b, ETMTRACEIDR), 0x10);
  b->in.paddr = ETMSYNCFR;
  idle(b, 2);
  assert_int_equal(b->out.prdata, 0x10);
}

CASE_WITH(enabled_two_edges_after_the_write, setup, teardown, NULL) {
  struct bench *b = *state;
  clock_edge(b);
  b->in.resetn = true;
  write_register(b, ETMOSLAR, 0);
  write_register(b, ETMCR, 0);  // the write takes effect at its last edge
  clock_edge(b);
  assert_false(b->out.wpt_enable);
  clock_edge(b);
  assert_true(b->out.wpt_enable);
  assert_int_equal(read_register(b, ETMSR), 0);
}

CASE_WITH(power_down_keeps_it_off, setup, teardown, NULL) {
  struct bench *b = *state;
  clock_edge(b);
  b->in.resetn = true;
  write_register(b, ETMCR, 1);
  idle(b, 10);
  assert_false(b->out.wpt_enable);
}

// --- latency and rate --------------------------------------------------------------------------------------------

CASE_WITH(seven_edges_from_waypoint_to_beat, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  present(b, jump(0x8000));
  idle(b, 20);  // A-sync and I-sync: one word sent, four bytes left over
  assert_int_equal(b->count, 8);
  assert_false(b->out.atvalid);
  present(b, jump(0x80008000));  // five bytes
  assert_int_equal(edges_until_atvalid(b), 7);
}

// The first beat has the first four bytes of the A-sync.
CASE_WITH(seven_edges_to_the_first_beat, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  present(b, jump(0x8000));
  assert_int_equal(edges_until_atvalid(b), 7);
  assert_int_equal(b->out.atbytes, 3);
  assert_int_equal(b->out.atdata, 0);
  assert_int_equal(b->out.atid, 0x10);
}

CASE_WITH(one_waypoint_per_clock_without_loss, setup, teardown, NULL) {
  struct bench *b = *state;
  struct rng r = rng_seed(1, 0);
  enable(b);
  present_and_encode(b, jump(0x8000));
  for (int i = 0; i < 10000; i++) present_and_encode(b, light_waypoint(&r));
  encode_flush(&b->encoder, &b->expected);
  assert_in_range(clocks_until_afready(b, 100), 1, 40);
  assert_int_equal(b->unit.stats.lost, 0);
  assert_int_equal(b->unit.stats.waypoints, 10001);
  assert_int_equal(b->unit.stats.entries, 10001);
  same_bytes(b);
}

CASE_WITH(all_widths_say_the_same, setup, teardown, NULL) {
  struct bench *b = *state;
  for (uint32_t bits = 8; bits <= 64; bits *= 2) {
    struct rng r = rng_seed(2, 0);
    b->config.atb_bits = bits;
    b->count = b->expected.count = 0;
    enable(b);
    for (int i = 0; i < 1000; i++) {
      present_and_encode(b, heavy_waypoint(&r));
      for (int k = 0; k < 24; k++) {
        b->in.atready = rng_chance(&r, 90);
        clock_edge(b);
        if (!b->out.atvalid) {
          assert_true(b->out.atdata == 0 && b->out.atbytes == 0);
          continue;
        }
        assert_in_range(b->out.atbytes, 0, bits / 8 - 1);
        if (b->out.atbytes < 7) assert_true(b->out.atdata >> 8 * (b->out.atbytes + 1) == 0);
      }
    }
    b->in.atready = true;
    encode_flush(&b->encoder, &b->expected);
    assert_in_range(clocks_until_afready(b, 200), 1, 200);
    assert_int_equal(b->unit.stats.lost, 0);
    same_bytes(b);
  }
}

// The FIFO fills and the blocks before it wait, but nothing is lost or sent twice.
CASE_WITH(back_pressure_changes_no_byte, setup, teardown, NULL) {
  struct bench *b = *state;
  struct rng r = rng_seed(9, 0);
  b->config.queue_depth = 64;
  b->config.fifo_bytes = 16;
  enable(b);
  for (int burst = 0; burst < 50; burst++) {
    for (int i = 0; i < 60; i++) {
      b->in.atready = rng_chance(&r, 30);
      present_and_encode(b, heavy_waypoint(&r));
    }
    while (!storage_empty(&b->unit.queue.is)) {
      b->in.atready = rng_chance(&r, 30);
      clock_edge(b);
    }
  }
  b->in.atready = true;
  encode_flush(&b->encoder, &b->expected);
  assert_in_range(clocks_until_afready(b, 200), 1, 200);
  assert_int_equal(b->unit.stats.lost, 0);
  same_bytes(b);
}

CASE_WITH(beats_follow_without_a_gap, setup, teardown, NULL) {
  struct bench *b = *state;
  for (uint32_t bits = 8; bits <= 64; bits *= 2) {
    b->config.atb_bits = bits;
    b->config.queue_depth = 64;
    enable(b);
    b->in.atready = false;
    for (int i = 0; i < 40; i++) present(b, jump(i % 2 ? 0x80000000 : 0));
    idle(b, 20);
    assert_true(storage_full(&b->unit.fifo.is));
    b->in.atready = true;
    for (uint32_t beat = 0; beat < 9 * 64 / bits; beat++) {
      clock_edge(b);
      assert_true(b->out.atvalid);
      assert_int_equal(b->out.atbytes, bits / 8 - 1);
    }
  }
}

CASE_WITH(beat_is_held_until_taken, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  b->in.atready = false;
  present(b, jump(0x8000));
  edges_until_atvalid(b);
  struct ports_out first = b->out;
  for (int i = 0; i < 20; i++) {
    if (i < 3) present(b, jump(0x80008000u << i));
    clock_edge(b);
    assert_int_equal(b->out.atdata, first.atdata);
    assert_int_equal(b->out.atbytes, first.atbytes);
    assert_true(b->out.atvalid);
  }
}

// --- overflow ----------------------------------------------------------------------------------------------------

// Exceptions with an update take two clocks each. The I-sync entry is popped at edge 3, and the exception of edge k at
// edge 3 + 2k. Before the push at edge k + 1, the queue has k - 1 - (k - 3) / 2 entries: eight for k = 14.
CASE_WITH(overflow_begins_when_the_queue_is_full, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.atb_bits = 64;
  enable(b);
  present_and_encode(b, jump(0x18));
  for (int k = 1; k <= 20; k++) {
    present(b, interrupt(0x1C));
    const struct waypoint w = interrupt(0x1C);
    if (k < 14) encode_waypoint(&b->encoder, &w, &b->expected);
    // The step of edge k is complete. The waypoint of edge 14 is pushed, or not, at edge 15.
    assert_int_equal(b->unit.stats.overflow_begins, k == 15);
  }
  assert_int_equal(b->unit.stats.overflows, 1);
  assert_int_equal(b->unit.stats.entries, 14);
  assert_int_equal(read_register(b, ETMSR), 1);
  idle(b, 100);
  assert_int_equal(read_register(b, ETMSR), 0);
  assert_int_equal(b->unit.stats.lost, 7);
  assert_int_equal(b->unit.stats.entries, 15);

  encode_flush(&b->encoder, &b->expected);
  assert_int_equal(b->count, b->expected.count);  // the I-sync waits in the packer for the rest of a word
  clocks_until_afready(b, 100);
  static const uint8_t isync[] = {0x08, 0x18, 0x00, 0x00, 0x00, 0x41};
  assert_memory_equal(b->bytes, b->expected.at, b->expected.count);
  assert_int_equal(b->count, b->expected.count + sizeof isync);
  assert_memory_equal(b->bytes + b->expected.count, isync, sizeof isync);
}

CASE_WITH(burst_of_the_queue_depth_goes_in_whole, setup, teardown, NULL) {
  struct bench *b = *state;
  for (uint32_t depth = 4; depth <= 64; depth *= 2) {
    b->config.queue_depth = depth;
    b->count = b->expected.count = 0;
    enable(b);
    present_and_encode(b, jump(0x18));
    idle(b, 20);
    for (uint32_t i = 0; i < depth; i++) present_and_encode(b, interrupt(0x1C));
    assert_in_range(clocks_until_afready(b, 1000), 1, 1000);
    assert_int_equal(b->unit.stats.overflows, 0);
    same_bytes(b);
  }
}

CASE_WITH(overflow_brings_pending_atoms_out, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.queue_depth = 4;
  b->config.fifo_bytes = 16;
  enable(b);
  b->in.atready = false;
  present_and_encode(b, jump(0x8000));
  idle(b, 20);
  while (!b->unit.stats.overflows) {
    present(b, b->unit.stats.waypoints % 3 ? untaken : jump(0x80000000 ^ b->clocks << 20));
    assert_true(b->clocks < 200);
  }
  uint64_t accepted = b->unit.stats.entries;
  b->in.atready = true;
  idle(b, 100);
  clocks_until_afready(b, 100);
  assert_int_equal(b->unit.stats.entries, accepted + 1);
  assert_int_equal(b->bytes[b->count - 1], 0x41);
  assert_int_equal(b->unit.plan.pft.atom_count, 0);
}

// In the whole unit the queue is empty when tracing starts, so this test calls only the front.
CASE_WITH(full_queue_while_tracing_is_off, setup, teardown, NULL) {
  static const struct settings settings = {.idr = 0x571CF310};
  struct front_in full = {.settings = &settings, .queue_full = true, .trace_enable = true};
  const struct waypoint w = jump(0x8000);
  struct pft_front front = {.known = true};
  struct pft_entry entry;
  assert_false(pft_front_decide(&front, NULL, &full, &entry));
  assert_int_equal(front.state, FRONT_OFF);
  assert_false(pft_front_decide(&front, &w, &full, &entry));
  assert_int_equal(front.state, FRONT_OVERFLOW);
  // The block that ends with the waypoint at the port would be lost: front 11.
  full.port.waypoint = &w;
  front = (struct pft_front){.known = true};
  assert_false(pft_front_decide(&front, NULL, &full, &entry));
  assert_int_equal(front.state, FRONT_OVERFLOW);
  // The current position of execution is not known.
  front = (struct pft_front){.known = false};
  assert_false(pft_front_decide(&front, NULL, &full, &entry));
  assert_int_equal(front.state, FRONT_OFF);
}

CASE_WITH(debug_exit_hides_an_overflow, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.atb_bits = 64;
  enable(b);
  present(b, jump(0x18));
  for (int k = 1; k <= 13; k++) present(b, interrupt(0x1C));
  present(b, (struct waypoint){.pc = 0x18, .type = WAYPOINT_DEBUG_ENTRY, .taken = true});
  idle(b, 100);
  assert_int_equal(read_register(b, ETMSR), 1);
  present(b, (struct waypoint){.target = 0x8000, .type = WAYPOINT_DEBUG_EXIT, .taken = true});
  clocks_until_afready(b, 100);
  assert_int_equal(b->bytes[b->count - 1], 0x61);
  assert_int_equal(read_register(b, ETMSR), 0);
}

CASE_WITH(debug_exit_within_an_overflow_is_remembered, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.atb_bits = 64;
  enable(b);
  present(b, jump(0x18));
  for (int k = 1; k <= 13; k++) present(b, interrupt(0x1C));
  present(b, (struct waypoint){.pc = 0x18, .type = WAYPOINT_DEBUG_ENTRY, .taken = true});
  present(b, (struct waypoint){.target = 0x8000, .type = WAYPOINT_DEBUG_EXIT, .taken = true});
  idle(b, 100);
  clocks_until_afready(b, 100);
  assert_int_equal(b->bytes[b->count - 1], 0x61);
  present(b, (struct waypoint){.type = WAYPOINT_INDIRECT, .taken = true, .prohibited = true});
  present(b, jump(0x8000));
  clocks_until_afready(b, 100);
  assert_int_equal(b->bytes[b->count - 1], 0x21);
}

CASE_WITH(overflow_ends_however_busy, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.atb_bits = 64;
  enable(b);
  present(b, jump(0x18));
  for (int k = 1; k <= 15; k++) present(b, interrupt(0x1C));
  assert_true(b->unit.pft_front.overflowed);
  for (int i = 0; i < 45; i++) present(b, untaken);
  assert_false(b->unit.pft_front.overflowed);
  assert_int_equal(b->unit.stats.overflows, 1);
}

// --- flush, stop, synchronization ----------------------------------------------------------------------------------

CASE_WITH(flush_of_nothing, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  idle(b, 10);
  // AFVALID is sampled in IDLE. QUEUE, MARK, then the mark through record and chunk: PACK is left at the second edge.
  // SETTLE, WORDS, SEND, and AFREADY is high in DONE. The A-sync, in two beats, takes RESIDUE and SEND twice more.
  assert_int_equal(clocks_until_afready(b, 100), 12);
  assert_int_equal(b->count, 6);
  assert_int_equal(clocks_until_afready(b, 100), 9);
  assert_int_equal(b->count, 6);
  idle(b, 20);
  assert_int_equal(b->afready, 2);
}

// IHI 0035B 4.5.1: the first packet does not wait. The unit is enabled at edge 0, is not stopped at edge 1, and sends
// it at edge 2. A flush or a stop sends it even if nothing was traced.
CASE_WITH(async_comes_at_once, setup, teardown, NULL) {
  static const uint8_t async[] = {0, 0, 0, 0, 0, 0x80};
  struct bench *b = *state;
  for (int stop = 0; stop < 2; stop++) {
    b->count = 0;
    enable(b);
    assert_false(b->unit.plan.valid);
    clock_edge(b);
    assert_true(b->unit.plan.valid && !b->unit.plan.async_due && b->unit.plan.async_sent);
    if (stop) write_register(b, ETMCR, ETMCR_PROGRAMMING);
    idle(b, 30);
    if (!stop) clocks_until_afready(b, 100);
    assert_int_equal(b->count, sizeof async);
    assert_memory_equal(b->bytes, async, sizeof async);
    if (stop) write_register(b, ETMCR, 0);
    idle(b, 10);
    clocks_until_afready(b, 100);
    assert_int_equal(b->count, sizeof async * (stop ? 2 : 1));
  }
}

// The flush requests no second A-sync, but the packets that follow the first I-sync.
CASE_WITH(first_async_serves_the_first_isync, setup, teardown, NULL) {
  static const uint8_t expected[] = {0,    0,    0,    0,    0,    0x80, 0x08, 0x00, 0x80, 0x00, 0x00,
                                     0x21, 0x42, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00};
  struct bench *b = *state;
  b->config.etmccer = 0x37C01800;
  b->config.etmcr = ETMCR_TIMESTAMP;
  enable(b);
  idle(b, 50);
  present(b, jump(0x8000));
  clocks_until_afready(b, 100);
  assert_memory_equal(b->bytes, expected, sizeof expected);
  assert_false(b->unit.plan.async_sent);
}

// The plan is held in reset and sends no mark. The drain must not wait for one.
CASE_WITH(flush_of_a_stopped_unit, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  write_register(b, ETMCR, b->config.etmcr | ETMCR_PROGRAMMING);
  idle(b, 30);
  assert_true(read_register(b, ETMSR) & 2);
  b->in.afvalid = true;
  for (int i = 0; i < 20 && !b->afready; i++) clock_edge(b);
  b->in.afvalid = false;
  idle(b, 20);
  assert_int_equal(b->afready, 1);
}

CASE_WITH(flush_brings_the_residue_out, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  present_and_encode(b, jump(0x8000));
  present_and_encode(b, untaken);
  idle(b, 30);
  assert_int_equal(b->count, 8);
  encode_flush(&b->encoder, &b->expected);
  clocks_until_afready(b, 100);
  same_bytes(b);
  assert_int_equal(b->count, 13);
  idle(b, 50);
  assert_int_equal(b->afready, 1);
}

CASE_WITH(flush_ends_however_busy, setup, teardown, NULL) {
  struct bench *b = *state;
  for (uint32_t bits = 8; bits <= 64; bits *= 2) {
    struct rng r = rng_seed(3, bits);
    b->config.atb_bits = bits;
    b->count = 0;
    enable(b);
    present(b, jump(0x8000));
    for (int i = 0; i < 200; i++) present(b, light_waypoint(&r));
    unsigned before = b->afready, clocks = 0;
    b->in.afvalid = true;
    while (b->afready == before) {
      present(b, light_waypoint(&r));
      assert_true(++clocks < 150);
    }
    b->in.afvalid = false;
    clock_edge(b);
    assert_false(b->out.afready);
  }
}

// Five bytes in each clock: for an ATB of four bytes the FIFO is never empty, for one of eight it mostly is.
CASE_WITH(flush_ends_while_large_packets_come, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.queue_depth = 64;
  b->config.fifo_bytes = 4096;
  for (unsigned busy = 20; busy < 36; busy++) {
    b->config.atb_bits = busy % 2 ? 32 : 64;
    b->count = b->expected.count = 0;
    b->afready = 0;
    enable(b);
    for (unsigned i = 0; !b->afready; i++) {
      present_and_encode(b, jump(i % 2 ? 0x80000000 : 0));
      b->in.afvalid = i >= busy / 2;
      assert_true(i < busy + 60);
    }
    b->in.afvalid = false;
    clocks_until_afready(b, 200);
    encode_flush(&b->encoder, &b->expected);
    same_bytes(b);
  }
}

CASE_WITH(packer_waits_while_its_residue_is_taken, setup, teardown, NULL) {
  struct bench *b = *state;
  bool seen = false;
  enable(b);
  present(b, jump(0x8000));
  idle(b, 20);
  b->in.afvalid = true;
  while (!b->out.afready) {
    bool asks = b->unit.drain.state == DRAIN_RESIDUE;
    present(b, jump(0x8004));
    if (!asks || b->unit.drain.state != DRAIN_SEND) continue;
    assert_non_null(unit_chunk(&b->unit));
    assert_int_equal(b->unit.packer.count, 0);
    seen = true;
  }
  assert_true(seen);
}

CASE_WITH(stop_and_restart, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  present_and_encode(b, jump(0x8000));
  present_and_encode(b, untaken);
  write_register(b, ETMCR, ETMCR_PROGRAMMING);
  clock_edge(b);
  assert_true(b->out.wpt_enable);
  clock_edge(b);
  assert_false(b->out.wpt_enable);
  while (!(read_register(b, ETMSR) & 2)) assert_true(b->clocks < 100);
  encode_flush(&b->encoder, &b->expected);
  same_bytes(b);

  present(b, jump(0x80));  // the sink does not accept beats
  write_register(b, ETMCR, 0);
  idle(b, 3);
  encoder_reset(&b->encoder, &b->config);
  present_and_encode(b, jump(0x9000));
  present_and_encode(b, jump(0x9004));
  clocks_until_afready(b, 100);
  same_bytes(b);
  assert_int_equal(read_register(b, ETMSR), 0);
}

CASE_WITH(enabling_waits_until_stopped, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  present(b, jump(0x8000));
  idle(b, 20);
  b->in.atready = false;
  for (int i = 0; i < 5; i++) present(b, jump(0x80000000u >> i));
  write_register(b, ETMCR, ETMCR_PROGRAMMING);
  write_register(b, ETMCR, 0);
  idle(b, 50);
  assert_false(b->out.wpt_enable);
  b->in.atready = true;
  idle(b, 50);
  assert_true(b->out.wpt_enable);
}

CASE_WITH(syncreq_resynchronizes, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  present_and_encode(b, jump(0x8000));
  present_and_encode(b, jump(0x8040));
  present_and_encode(b, untaken);
  idle(b, 10);
  b->in.syncreq = true;
  clock_edge(b);
  encode_sync(&b->encoder, &b->expected);
  idle(b, 10);
  present_and_encode(b, jump(0x8040));
  encode_flush(&b->encoder, &b->expected);
  clocks_until_afready(b, 100);
  same_bytes(b);
  assert_int_equal(b->count, 12 + 1 + 6 + 1 + 6 + 1);
}

// The A-sync of the start has been sent when it is requested, or is sent with it.
CASE_WITH(syncreq_before_the_first_waypoint_waits_for_a_waypoint, setup, teardown, NULL) {
  struct bench *b = *state;
  for (unsigned before = 0; before < 2; before++) {
    b->count = 0;
    enable(b);
    idle(b, before);
    b->in.syncreq = true;
    idle(b, 10);
    present(b, jump(0x8000));
    clocks_until_afready(b, 100);
    assert_int_equal(b->count, 12);
    present(b, jump(0x8004));
    clocks_until_afready(b, 100);
    assert_int_equal(b->count, 13 + 12);
    present(b, jump(0x8004));
    clocks_until_afready(b, 100);
    assert_int_equal(b->count, 13 + 12 + 1);
  }
}

CASE_WITH(syncreq_held_high_does_not_repeat, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.etmauxcr = ETMAUXCR_NO_FORCED_OVERFLOW;
  enable(b);
  b->in.syncreq = true;
  present(b, jump(0x8000));
  for (int i = 0; i < 50; i++) {
    b->in.syncreq = true;
    clock_edge(b);
  }
  clocks_until_afready(b, 100);
  assert_int_equal(b->count, 12);
}

CASE_WITH(periodic_synchronization, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.etmsyncfr = 100;
  enable(b);
  present(b, jump(0x8000));
  for (int i = 0; i < 1000; i++) {
    present(b, jump(0x8004));
    idle(b, 3);
  }
  clocks_until_afready(b, 100);
  // 12 bytes, 1000 single bytes, and 12 bytes for each of n synchronizations. One synchronization is due for each 100
  // bytes.
  unsigned n = (unsigned)(b->count - 1012) / 12;
  assert_int_equal(b->count, 1012 + 12 * n);
  assert_int_equal(n, b->count / 100);
  assert_int_equal(b->unit.stats.lost, 0);
}

CASE_WITH(tiny_period_does_not_starve_the_trace, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.etmsyncfr = 1;
  b->config.etmauxcr = ETMAUXCR_NO_FORCED_OVERFLOW;
  b->config.atb_bits = 64;
  enable(b);
  present(b, jump(0x8000));
  for (int i = 0; i < 100; i++) {
    present(b, jump(0x8004));
    idle(b, 9);
  }
  clocks_until_afready(b, 100);
  assert_int_equal(b->unit.stats.lost, 0);
  assert_int_equal(b->count, 12 + 100 * 13);
}

// --- clock enables -----------------------------------------------------------------------------------------------

CASE_WITH(apb_waits_for_pclken, setup, teardown, NULL) {
  struct bench *b = *state;
  clock_edge(b);
  b->in.resetn = true;
  b->in.pclken = false;
  write_register(b, ETMTRACEIDR, 0x55);
  assert_int_equal(read_register(b, ETMSYNCFR), 0);
  b->in.pclken = true;
  assert_int_equal(read_register(b, ETMSYNCFR), 0x400);
  assert_int_equal(read_register(b, ETMTRACEIDR), 0);
}

CASE_WITH(word_is_loaded_with_atclken_only, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  present(b, jump(0x8000));
  idle(b, 20);
  present(b, jump(0x80008000));
  idle(b, 6);
  b->in.atclken = false;
  idle(b, 5);  // the word would be loaded at the first of these
  assert_int_equal(edges_until_atvalid(b), 100);
  b->in.atclken = true;
  assert_int_equal(edges_until_atvalid(b), 1);
}

CASE_WITH(atb_outputs_change_with_atclken_only, setup, teardown, NULL) {
  struct bench *b = *state;
  for (uint32_t bits = 8; bits <= 64; bits *= 2) {
    struct rng r = rng_seed(10, bits);
    b->config.atb_bits = bits;
    b->count = b->expected.count = 0;
    enable(b);
    for (int i = 0; i < 3000; i++) {
      struct ports_out before, after;
      b->in.atclken = rng_chance(&r, 40);
      b->in.atready = rng_chance(&r, 90);
      b->in.afvalid = i > 2000;
      unit_outputs(&b->unit, &before);
      if (i % 32 == 0 && i < 2000) {
        present_and_encode(b, heavy_waypoint(&r));
      } else {
        clock_edge(b);
      }
      unit_outputs(&b->unit, &after);
      if (b->in.atclken) continue;
      assert_true(before.atvalid == after.atvalid && before.atdata == after.atdata && before.atbytes == after.atbytes &&
                  before.afready == after.afready);
    }
    b->in.afvalid = false;
    b->in.atclken = b->in.atready = true;
    encode_flush(&b->encoder, &b->expected);
    assert_int_equal(b->unit.stats.lost, 0);
    same_bytes(b);
  }
}

static void idle_until_drain_is_in(struct bench *b, enum drain_state drain_state) {
  for (int i = 0; i < 100 && b->unit.drain.state != drain_state; i++) clock_edge(b);
  assert_int_equal(b->unit.drain.state, drain_state);
}

static void idle_without_atclken(struct bench *b, unsigned clocks) {
  b->in.atclken = false;
  idle(b, clocks);
  b->in.atclken = true;
}

CASE_WITH(flush_goes_with_atclken, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  present_and_encode(b, jump(0x8000));
  present_and_encode(b, untaken);
  idle(b, 30);
  encode_flush(&b->encoder, &b->expected);

  b->in.afvalid = true;
  idle_without_atclken(b, 10);
  assert_int_equal(b->unit.drain.state, DRAIN_IDLE);
  clock_edge(b);
  assert_int_equal(b->unit.drain.state, DRAIN_QUEUE);

  idle_until_drain_is_in(b, DRAIN_RESIDUE);
  idle_without_atclken(b, 10);
  assert_int_equal(b->unit.drain.state, DRAIN_RESIDUE);
  assert_int_equal(b->unit.packer.count, 5);

  idle_until_drain_is_in(b, DRAIN_SEND);
  while (b->unit.atb.left) clock_edge(b);
  assert_int_equal(b->unit.drain.state, DRAIN_SEND);
  idle_without_atclken(b, 10);
  assert_int_equal(b->unit.drain.state, DRAIN_SEND);

  idle_until_drain_is_in(b, DRAIN_DONE);
  b->in.afvalid = false;
  idle_without_atclken(b, 10);
  assert_true(b->out.afready);
  clock_edge(b);
  assert_int_equal(b->afready, 1);
  assert_int_equal(b->unit.drain.state, DRAIN_IDLE);
  same_bytes(b);
}

// The residue remains, so the packer continues.
CASE_WITH(packer_goes_on_while_its_residue_cannot_be_taken, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  present(b, jump(0x8000));
  idle(b, 20);
  b->in.afvalid = true;
  idle_until_drain_is_in(b, DRAIN_RESIDUE);
  b->in.atclken = false;
  present(b, jump(0x8004));
  idle(b, 10);
  assert_int_equal(b->unit.packer.count, 5);
  assert_null(unit_chunk(&b->unit));
}

CASE_WITH(stop_ends_with_atclken, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  write_register(b, ETMCR, ETMCR_PROGRAMMING);
  idle_until_drain_is_in(b, DRAIN_DONE);
  idle_without_atclken(b, 10);
  assert_false(b->unit.drain.stopped);
  clock_edge(b);
  assert_true(b->unit.drain.stopped);
}

CASE_WITH(overflow_ends_with_atclken, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.atb_bits = 64;
  enable(b);
  present(b, jump(0x18));
  for (int k = 1; k <= 14; k++) present(b, interrupt(0x1C));
  idle_until_drain_is_in(b, DRAIN_DONE);
  idle_without_atclken(b, 10);
  assert_int_equal(b->unit.pft_front.state, FRONT_OVERFLOW);
  clock_edge(b);
  assert_int_equal(b->unit.pft_front.state, FRONT_OFF);
}

CASE_WITH(syncreq_is_seen_with_atclken_only, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  present(b, jump(0x8000));
  present(b, jump(0x8004));
  idle(b, 20);
  b->in.syncreq = true;
  idle_without_atclken(b, 1);
  clocks_until_afready(b, 100);
  assert_int_equal(b->count, 13);
}

// --- forced overflow ---------------------------------------------------------------------------------------------

static void ask_for_sync(struct bench *b) {
  b->in.syncreq = true;
  clock_edge(b);
}

// Nothing was traced since the I-sync, so the first request is still pending when the second comes.
CASE_WITH(second_request_forces_an_overflow, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  present(b, jump(0x8000));
  idle(b, 20);
  ask_for_sync(b);
  idle(b, 10);
  assert_int_equal(b->unit.stats.overflows, 0);
  ask_for_sync(b);
  assert_true(b->unit.stats.overflow_begins);
  assert_int_equal(read_register(b, ETMSR), ETMSR_OVERFLOW);
  idle(b, 30);
  assert_int_equal(read_register(b, ETMSR), 0);
  clocks_until_afready(b, 100);
  static const uint8_t expected[] = {0, 0, 0, 0, 0, 0x80, 0x08, 0x00, 0x80, 0, 0, 0x21,
                                     0, 0, 0, 0, 0, 0x80, 0x08, 0x00, 0x80, 0, 0, 0x41};
  assert_int_equal(b->count, sizeof expected);
  assert_memory_equal(b->bytes, expected, sizeof expected);
  assert_int_equal(b->unit.stats.lost, 0);
}

// SYNCREQ at edge 0 is the request of clock 1, in which the A-sync is sent. The I-sync is sent in clock 2, the last
// busy clock.
CASE_WITH(synchronization_is_over_when_its_isync_is_said, setup, teardown, NULL) {
  struct bench *b = *state;
  for (unsigned after = 1; after <= 4; after++) {
    enable(b);
    present(b, jump(0x8000));
    present(b, jump(0x8004));
    idle(b, 20);
    ask_for_sync(b);
    idle(b, after - 1);
    ask_for_sync(b);
    assert_int_equal(b->unit.stats.overflow_begins, after <= 2);
    idle(b, 10);
    assert_int_equal(b->unit.stats.overflows, after <= 2);
  }
}

// The A-sync, in the plan in clock 0, is packed in clock 2. The I-sync, in the plan in clock 3, is packed in clock 5.
// Six bytes make a hit in clock 3 and, with those of the I-sync, another in clock 6. Seven bytes make only one.
CASE_WITH(second_hit_of_the_period_forces_an_overflow, setup, teardown, NULL) {
  struct bench *b = *state;
  for (uint32_t period = 6; period <= 7; period++) {
    b->config.etmsyncfr = period;
    enable(b);
    present(b, jump(0x8000));
    for (int clock = 1; clock <= 20; clock++) {
      clock_edge(b);
      assert_int_equal(b->unit.stats.overflow_begins, period == 6 && clock == 6);
    }
  }
}

CASE_WITH(etmauxcr_switches_it_off, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.etmauxcr = ETMAUXCR_NO_FORCED_OVERFLOW;
  enable(b);
  present(b, jump(0x8000));
  idle(b, 20);
  for (int i = 0; i < 10; i++) ask_for_sync(b);
  assert_int_equal(b->unit.stats.overflows, 0);
}

CASE_WITH(no_overflow_is_forced_without_atclken, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  present(b, jump(0x8000));
  idle(b, 20);
  ask_for_sync(b);
  b->in.syncreq = true;
  idle_without_atclken(b, 1);
  assert_int_equal(b->unit.stats.overflows, 0);
}

CASE_WITH(no_overflow_is_forced_while_tracing_is_off, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  for (int i = 0; i < 10; i++) ask_for_sync(b);
  present(b, jump(0x8000));
  ask_for_sync(b);  // in the clock that turns it on
  clocks_until_afready(b, 100);
  assert_int_equal(b->unit.stats.overflows, 0);
  assert_int_equal(b->count, 12);
}

// The front is ON one clock before the plan can send its I-sync.
CASE_WITH(stop_forgets_an_open_synchronization, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  present(b, jump(0x8000));
  idle(b, 20);
  ask_for_sync(b);
  write_register(b, ETMCR, ETMCR_PROGRAMMING);
  idle(b, 30);
  write_register(b, ETMCR, 0);
  idle(b, 2);
  present(b, jump(0x8000));
  clock_edge(b);
  assert_int_equal(b->unit.pft_front.state, FRONT_ON);
  ask_for_sync(b);
  assert_int_equal(b->unit.stats.overflows, 0);
}

// Everything in that clock is lost. It is the last waypoint, and tracing continues at its target.
CASE_WITH(waypoint_of_a_forced_overflow_is_lost, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  present(b, jump(0x8000));
  idle(b, 20);
  ask_for_sync(b);
  present(b, jump(0x9000));  // decided in the clock of the second request
  ask_for_sync(b);
  assert_true(b->unit.stats.overflow_begins);
  assert_int_equal(b->unit.stats.lost, 1);
  clocks_until_afready(b, 100);
  idle(b, 30);
  clocks_until_afready(b, 100);
  static const uint8_t isync[] = {0x08, 0x00, 0x90, 0x00, 0x00, 0x41};
  assert_int_equal(b->count, 24);
  assert_memory_equal(b->bytes + 18, isync, sizeof isync);
}

// --- trigger -----------------------------------------------------------------------------------------------------

enum { ALWAYS = 0x6F, EXTERNAL = 0x60, NON_SECURE = 0x6D, PROHIBITED = 0x6E };

static uint32_t event_of(unsigned function, unsigned resource_b, unsigned resource_a) {
  return (uint32_t)function << 14 | (uint32_t)resource_b << 7 | resource_a;
}

// The unit is enabled with this trigger event. Returns whether the trigger occurs within a few clocks.
static bool fires(struct bench *b, uint32_t event) {
  b->config.etmtrigger = event;
  b->triggers = 0;
  enable(b);
  idle(b, 5);
  assert_int_equal(read_register(b, ETMSR), b->triggers ? ETMSR_TRIGGERED : 0);
  assert_in_range(b->triggers, 0, 1);
  return b->triggers;
}

CASE_WITH(event_functions, setup, teardown, NULL) {
  static const struct {
    bool values[4];  // of B A = 00, 01, 10, 11
  } rows[] = {{{0, 1, 0, 1}}, {{1, 0, 1, 0}}, {{0, 0, 0, 1}}, {{0, 0, 1, 0}},
              {{1, 0, 0, 0}}, {{0, 1, 1, 1}}, {{1, 0, 1, 1}}, {{1, 1, 1, 0}}};
  struct bench *b = *state;
  for (unsigned function = 0; function < 8; function++) {
    for (uint8_t ba = 0; ba < 4; ba++) {
      b->in.extin = ba;
      assert_int_equal(fires(b, event_of(function, EXTERNAL + 1, EXTERNAL)), rows[function].values[ba]);
    }
  }
}

// docs/pipeline.md#trigger 6, 8 and 9: if the trigger is kept, a clear of the Programming bit does not change it, or
// the event that causes it.
CASE(one_trigger_is_pending) {
  struct trigger t = {.triggered = true, .preserved = true};
  struct trigger_in in = {.sr_reset = true};
  trigger_step(&t, &in);
  assert_true(t.triggered && !t.preserved);
  trigger_step(&t, &in);
  assert_false(t.triggered);
  in.run = in.event = true;
  trigger_step(&t, &in);
  assert_true(t.pulse && !t.triggered);
  t = (struct trigger){.preserved = true};
  trigger_step(&t, &in);
  assert_true(t.pulse && t.triggered && !t.preserved);
}

CASE_WITH(event_resources, setup, teardown, NULL) {
  struct bench *b = *state;
  for (unsigned resource = 0; resource < 128; resource++) {
    for (uint8_t input = 0; input <= 4; input++) {
      b->in.extin = input == 4 ? 0 : (uint8_t)(1 << input);
      bool fired = resource == ALWAYS || resource == (unsigned)EXTERNAL + input;
      if (input == 4) fired = resource == ALWAYS;
      assert_int_equal(fires(b, event_of(0, 0, resource)), fired);
      assert_int_equal(fires(b, event_of(2, resource, ALWAYS)), fired);
    }
  }
}

CASE_WITH(event_sees_the_state_of_the_target, setup, teardown, NULL) {
  const struct waypoint secure = jump(0x8000);
  struct waypoint non_secure = secure, prohibited = secure, debug_entry = secure;
  non_secure.ns = true;
  prohibited.prohibited = true;
  debug_entry.type = WAYPOINT_DEBUG_ENTRY;
  const struct {
    struct waypoint first, second;
    unsigned resource;
    bool fires;
  } rows[] = {
      {secure, non_secure, NON_SECURE, true},      {secure, secure, NON_SECURE, false},
      {secure, prohibited, PROHIBITED, true},      {secure, debug_entry, PROHIBITED, false},
      {prohibited, debug_entry, PROHIBITED, true}, {non_secure, secure, NON_SECURE, true},
  };
  struct bench *b = *state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    assert_false(fires(b, event_of(0, 0, rows[i].resource)));
    present(b, rows[i].first);
    present(b, rows[i].second);
    idle(b, 5);
    assert_int_equal(b->triggers, rows[i].fires);
  }
  // The next waypoint has another address, so the event, which is evaluated only from then on, is false.
  for (unsigned resource = NON_SECURE; resource <= PROHIBITED; resource++) {
    assert_false(fires(b, event_of(2, EXTERNAL, resource)));
    present(b, resource == NON_SECURE ? non_secure : prohibited);
    present(b, secure);
    idle(b, 5);
    b->in.extin = 1;
    idle(b, 5);
    assert_int_equal(b->triggers, 0);
    b->in.extin = 0;
  }
}

// After a stop the front no longer knows that the target of the last waypoint is prohibited.
CASE_WITH(stop_forgets_the_prohibited_target, setup, teardown, NULL) {
  struct bench *b = *state;
  struct waypoint prohibited = jump(0x8000);
  prohibited.prohibited = true;
  enable(b);
  present(b, prohibited);
  idle(b, 2);
  write_register(b, ETMCR, ETMCR_PROGRAMMING);
  idle(b, 30);
  write_register(b, ETMTRIGGER, PROHIBITED);
  write_register(b, ETMCR, 0);
  idle(b, 10);
  assert_int_equal(b->triggers, 0);
}

CASE_WITH(ptmtrigger_two_edges_after_extin_for_one_clock, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.etmtrigger = EXTERNAL;
  enable(b);
  b->in.extin = 1;
  for (int clock = 0; clock < 10; clock++) {
    clock_edge(b);
    assert_int_equal(b->out.trigger, clock == 2);
  }
}

// Sampled at edge 0, the target of the front after edge 1, evaluated in clock 2.
CASE_WITH(ptmtrigger_two_edges_after_a_waypoint, setup, teardown, NULL) {
  struct bench *b = *state;
  struct waypoint w = jump(0x8000);
  w.ns = true;
  b->config.etmtrigger = NON_SECURE;
  enable(b);
  present(b, w);
  for (int clock = 1; clock < 10; clock++) {
    clock_edge(b);
    assert_int_equal(b->out.trigger, clock == 3);
  }
}

CASE_WITH(trigger_comes_behind_the_first_async, setup, teardown, NULL) {
  struct bench *b = *state;
  assert_true(fires(b, ALWAYS));
  clocks_until_afready(b, 100);
  encode_trigger(&b->encoder, &b->expected);
  same_bytes(b);
  assert_int_equal(b->bytes[6], 0x0C);
  assert_int_equal(b->count, 7);
}

CASE_WITH(trigger_comes_while_tracing_is_off, setup, teardown, NULL) {
  struct bench *b = *state;
  assert_false(fires(b, EXTERNAL));
  present(b, jump(0x8000));
  present(b, (struct waypoint){.type = WAYPOINT_INDIRECT, .taken = true, .prohibited = true});
  idle(b, 20);
  b->in.extin = 1;
  idle(b, 5);
  clocks_until_afready(b, 100);
  assert_int_equal(b->count, 18);
  assert_int_equal(b->bytes[17], 0x0C);
}

// IHI 0035B 4.8: all accepted trace comes first, then the trigger, then the I-sync or the stop.
CASE_WITH(trigger_waits_for_the_end_of_an_overflow, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.atb_bits = 64;
  for (int stop = 0; stop < 2; stop++) {
    const struct waypoint w = interrupt(0x1C);
    b->count = b->expected.count = 0;
    assert_false(fires(b, EXTERNAL));
    b->in.atready = false;
    present_and_encode(b, jump(0x18));
    while (!b->unit.stats.overflows) present(b, w);
    for (uint64_t i = 1; i < b->unit.stats.entries; i++) encode_waypoint(&b->encoder, &w, &b->expected);
    b->in.extin = 1;
    idle(b, 10);
    assert_true(b->unit.trigger.request && !storage_empty(&b->unit.queue.is));
    b->in.extin = 0;
    b->in.atready = true;
    idle_until_drain_is_in(b, DRAIN_DONE);
    assert_true(b->unit.trigger.request);
    encode_trigger(&b->encoder, &b->expected);
    b->in.atclken = !stop;
    if (stop) write_register(b, ETMCR, ETMCR_PROGRAMMING);
    b->in.atclken = true;
    idle(b, 50);
    if (!stop) clocks_until_afready(b, 100);
    assert_in_range(b->count, b->expected.count, b->expected.count + (stop ? 0 : 6));
    if (!stop) assert_int_equal(b->bytes[b->count - 1], 0x41);
    b->count = b->expected.count;
    same_bytes(b);
  }
}

CASE_WITH(trigger_fires_once_for_each_programming, setup, teardown, NULL) {
  struct bench *b = *state;
  assert_true(fires(b, ALWAYS));
  present(b, jump(0x8000));
  idle(b, 50);
  assert_int_equal(b->triggers, 1);
  assert_int_equal(read_register(b, ETMSR), ETMSR_TRIGGERED);
  write_register(b, ETMCR, ETMCR_PROGRAMMING);
  idle(b, 50);
  assert_int_equal(read_register(b, ETMSR), ETMSR_STOPPED | ETMSR_TRIGGERED);
  assert_int_equal(b->count, 13);
  write_register(b, ETMCR, 0);
  idle(b, 10);
  assert_int_equal(b->triggers, 2);
  assert_int_equal(read_register(b, ETMSR), ETMSR_TRIGGERED);
}

// In whichever clock the trigger occurs, the stop sends its packet.
CASE_WITH(trigger_survives_a_stop, setup, teardown, NULL) {
  struct bench *b = *state;
  for (unsigned before = 0; before < 6; before++) {
    b->config.etmtrigger = EXTERNAL;
    b->in.extin = 0;
    enable(b);
    b->triggers = 0;
    b->count = 0;
    idle(b, 6 - before);
    b->in.psel = b->in.penable = b->in.pwrite = true;
    b->in.paddr = ETMCR;
    b->in.pwdata = ETMCR_PROGRAMMING;
    for (unsigned clock = 0; clock < 6; clock++) {
      b->in.extin = clock >= before;
      clock_edge(b);
      b->in.psel = b->in.penable = false;
    }
    // The write is at edge 0, and `run` falls at edge 1. EXTIN of edge 0 is the event of clock 1, in which `run` is
    // still 1.
    assert_int_equal(b->triggers, before == 0);
    assert_int_equal(b->unit.trigger.triggered, before == 0);
    b->in.extin = 0;
    idle(b, 30);
    assert_true(b->unit.drain.stopped && !b->unit.trigger.request);
    assert_int_equal(b->count, before == 0 ? 7 : 6);
    write_register(b, ETMCR, 0);
    idle(b, 5);
    clocks_until_afready(b, 100);
    assert_int_equal(b->count, before == 0 ? 13 : 12);
  }
}

// --- ETMSR, IHI 0035B 3.16.4 ---------------------------------------------------------------------------------------

// An overflow has begun, and no I-sync reports it before the unit stops. The trigger event is true.
static void overflow_and_trigger(struct bench *b) {
  b->in.dbgen = false;
  b->in.niden = true;
  b->config.etmtrigger = ALWAYS;
  b->triggers = 0;
  enable(b);
  present(b, jump(0x8000));
  idle(b, 20);
  ask_for_sync(b);
  ask_for_sync(b);
  assert_int_equal(b->unit.stats.overflows, 1);
  assert_int_equal(b->triggers, 1);
}

static void start_again(struct bench *b, uint32_t etmcr, uint8_t reason) {
  write_register(b, ETMCR, etmcr);
  idle(b, 3);
  assert_true(b->out.wpt_enable);
  present(b, jump(0x8000));
  clocks_until_afready(b, 100);
  assert_int_equal(b->bytes[b->count - 1] >> 5 & 3, reason);
  assert_int_equal(read_register(b, ETMSR) & ETMSR_OVERFLOW, 0);
}

// A debugger reads it then.
CASE_WITH(etmsr_is_held_while_programming, setup, teardown, NULL) {
  struct bench *b = *state;
  overflow_and_trigger(b);
  write_register(b, ETMCR, ETMCR_PROGRAMMING);
  idle(b, 50);
  assert_int_equal(read_register(b, ETMSR), ETMSR_STOPPED | ETMSR_OVERFLOW | ETMSR_TRIGGERED);
  write_register(b, ETMTRIGGER, 0);
  write_register(b, ETMCR, ETMCR_PROGRAMMING);
  assert_int_equal(read_register(b, ETMSR), ETMSR_STOPPED | ETMSR_OVERFLOW | ETMSR_TRIGGERED);
  // Cleared with the Programming bit, even if that does not enable the unit.
  write_register(b, ETMOSLAR, 0xC5ACCE55);
  write_register(b, ETMCR, 0);
  assert_int_equal(read_register(b, ETMSR), ETMSR_STOPPED);
  write_register(b, ETMOSLAR, 0);
  start_again(b, 0, ISYNC_TRACE_ON);
  assert_int_equal(b->triggers, 1);
}

// The trigger is not armed again, and the overflow is not cleared.
CASE_WITH(etmsr_is_held_by_other_stops, setup, teardown, NULL) {
  struct bench *b = *state;
  for (int stop = 0; stop < 2; stop++) {
    overflow_and_trigger(b);
    write_register(b, ETMOSLAR, stop == 0 ? 0xC5ACCE55 : 0);
    b->in.niden = stop == 0;
    idle(b, 50);
    assert_false(b->out.wpt_enable);
    assert_int_equal(read_register(b, ETMSR), (stop == 0 ? ETMSR_STOPPED : 0) | ETMSR_OVERFLOW | ETMSR_TRIGGERED);
    write_register(b, ETMOSLAR, 0);
    b->in.niden = true;
    start_again(b, 0, ISYNC_OVERFLOW);
    assert_int_equal(b->triggers, 1);
    assert_int_equal(read_register(b, ETMSR), ETMSR_TRIGGERED);
  }
}

CASE_WITH(power_down_forgets_the_overflow, setup, teardown, NULL) {
  struct bench *b = *state;
  overflow_and_trigger(b);
  write_register(b, ETMCR, ETMCR_POWER_DOWN);
  idle(b, 50);
  assert_int_equal(read_register(b, ETMSR), ETMSR_STOPPED | ETMSR_TRIGGERED);
  start_again(b, 0, ISYNC_TRACE_ON);
  assert_int_equal(b->triggers, 1);
}

// Only ETMSR[3] can be written. A value that is written while the Programming bit is set remains after its next clear.
CASE_WITH(etmsr_can_be_written, setup, teardown, NULL) {
  struct bench *b = *state;
  const struct {
    uint32_t written, programmed;  // read while the Programming bit is set; ETMSR[3] after it is cleared
    bool fires;
  } rows[] = {{0xFFFFFFFF, ETMSR_STOPPED | ETMSR_TRIGGERED, false}, {0xFFFFFFF7, ETMSR_STOPPED, true}};
  for (size_t i = 0; i < 2; i++) {
    assert_true(fires(b, ALWAYS));
    write_register(b, ETMCR, ETMCR_PROGRAMMING);
    idle(b, 50);
    write_register(b, ETMSR, rows[i].written);
    assert_int_equal(read_register(b, ETMSR), rows[i].programmed);
    write_register(b, ETMCR, 0);
    idle(b, 10);
    assert_int_equal(b->triggers, 1 + rows[i].fires);
    assert_int_equal(read_register(b, ETMSR), ETMSR_TRIGGERED);
    // The written value has an effect only once.
    write_register(b, ETMCR, ETMCR_PROGRAMMING);
    idle(b, 50);
    write_register(b, ETMCR, 0);
    idle(b, 10);
    assert_int_equal(b->triggers, 2 + rows[i].fires);
  }
}

// While the unit runs, 0 arms the trigger again and 1 disarms it. The Programming bit then has no effect on either.
CASE_WITH(etmsr_arms_the_trigger, setup, teardown, NULL) {
  struct bench *b = *state;
  assert_false(fires(b, EXTERNAL));
  write_register(b, ETMSR, ETMSR_TRIGGERED);
  b->in.extin = 1;
  idle(b, 10);
  assert_int_equal(b->triggers, 0);
  write_register(b, ETMSR, 0);
  idle(b, 10);
  assert_int_equal(b->triggers, 1);
  assert_int_equal(read_register(b, ETMSR), ETMSR_TRIGGERED);
  b->in.extin = 0;
  write_register(b, ETMSR, ETMSR_TRIGGERED);
  write_register(b, ETMCR, ETMCR_PROGRAMMING);
  idle(b, 50);
  write_register(b, ETMCR, 0);
  idle(b, 3);
  assert_int_equal(read_register(b, ETMSR), 0);
}

// A read returns the written value, also in the clock in which the trigger occurs.
CASE_WITH(etmsr_is_written_while_the_trigger_fires, setup, teardown, NULL) {
  struct bench *b = *state;
  for (uint32_t written = 0; written <= ETMSR_TRIGGERED; written += ETMSR_TRIGGERED) {
    b->in.extin = 0;
    assert_false(fires(b, EXTERNAL));
    b->in.extin = 1;
    clock_edge(b);
    b->in.extin = 0;
    b->in.psel = b->in.penable = b->in.pwrite = true;
    b->in.paddr = ETMSR;
    b->in.pwdata = written;
    clock_edge(b);
    b->in.psel = b->in.penable = false;
    idle(b, 10);
    assert_int_equal(b->triggers, 1);
    assert_int_equal(read_register(b, ETMSR), written);
  }
}

// --- counts, timestamps, WFI, OS lock, authentication, TraceEnable -----------------------------------------------

enum { CCER_FULL = 0x37C01800, CCER_A9 = 0x00C01800, IDR_A9 = 0x571CF300 };

static void said_since(struct bench *b, size_t from, const char *expected) {
  clocks_until_afready(b, 100);
  char text[3 * 64] = "";
  assert_in_range(b->count - from, 0, 63);
  for (size_t i = from; i < b->count; i++) sprintf(text + strlen(text), "%02X ", b->bytes[i]);
  assert_string_equal(text, expected);
}

// The Programming bit was cleared two clocks before. Ten more clocks follow, and one in which the first waypoint is
// sampled.
CASE_WITH(counts_add_up, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.etmcr = ETMCR_CYCLE_ACCURATE;
  enable(b);
  assert_int_equal(b->unit.pft_front.count.elapsed, 2);
  idle(b, 10);
  present(b, jump(0x80008000));
  idle(b, 19);
  present(b, untaken);  // 20 clocks later
  idle(b, 4);
  present(b, jump(0x80008040));  // 5
  said_since(b, 6, "08 00 80 00 80 21 B4 D2 01 21 14 ");
}

// After a stop for another reason, the first count begins at the end of the stop, not when tracing is enabled again.
CASE_WITH(first_count_behind_another_stop, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.etmcr = ETMCR_CYCLE_ACCURATE;
  enable(b);
  idle(b, 20);
  b->in.niden = false;
  while (!b->unit.drain.stopped) clock_edge(b);
  idle(b, 4);
  b->in.niden = true;
  idle(b, 3);
  present(b, jump(0x8000));  // the eighth clock
  b->count = 0;
  said_since(b, 0, "00 00 00 00 00 80 08 00 80 00 00 21 A0 ");
}

static void enable_full(struct bench *b, uint32_t etmcr) {
  b->config.etmccer = CCER_FULL;
  b->config.etmcr = etmcr;
  b->in.timestamp = 0x1234;
  enable(b);
  present(b, jump(0x8000));
}

CASE_WITH(context_and_vmid_follow_the_isync_and_a_change, setup, teardown, NULL) {
  struct bench *b = *state;
  enable_full(b, ETMCR_VMID | FIELD_OF(ETMCR_CONTEXT_ID, 1));
  struct waypoint w = jump(0x8004);
  present(b, w);
  w.context_id = 0x105;
  present(b, w);
  w.vmid = 9;
  present(b, w);
  present(b, w);
  said_since(b, 6, "08 00 80 00 00 21 00 3C 00 03 03 6E 05 03 3C 09 03 ");
}

CASE_WITH(a_flush_asks_for_a_timestamp, setup, teardown, NULL) {
  struct bench *b = *state;
  enable_full(b, ETMCR_TIMESTAMP);
  idle(b, 20);
  b->in.timestamp = 0x1235;
  present(b, jump(0x8004));
  b->in.timestamp = 0x1299;
  b->in.clock_change = true;
  clock_edge(b);
  b->in.clock_change = false;
  clocks_until_afready(b, 100);
  idle(b, 10);
  said_since(b, 12, "42 B4 A4 80 80 80 80 80 80 00 03 46 35 42 35 ");
  // Without other trace, it stays in the packer for the next flush, which requests another.
  said_since(b, 27, "");
  said_since(b, 27, "42 35 42 35 ");
  // The same while tracing is off.
  present(b, (struct waypoint){.type = WAYPOINT_INDIRECT, .taken = true, .prohibited = true});
  said_since(b, 31, "81 80 80 80 08 42 99 25 ");
  said_since(b, 39, "");
  said_since(b, 39, "42 19 42 19 ");
}

// With a waypoint in each clock, it is sent with the next one, and idle need not wait.
CASE_WITH(the_timestamp_of_a_flush_rides_with_the_next_waypoint, setup, teardown, NULL) {
  struct bench *b = *state;
  enable_full(b, ETMCR_TIMESTAMP);
  idle(b, 20);
  b->in.afvalid = true;
  bool was_due = false;
  for (int i = 0; i < 100; i++) {
    present(b, untaken);
    if (b->out.afready) b->in.afvalid = false;
    b->in.idle_request = b->afready > 0;
    assert_false(was_due && b->unit.pft_front.flush_due);
    was_due = was_due || b->unit.pft_front.flush_due;
  }
  assert_true(was_due && b->afready == 1 && b->out.idle);
  unsigned stamps = 0;
  for (size_t i = 22; i < b->count; i++) stamps += (b->bytes[i] & 0xFB) == 0x42;
  assert_int_equal(stamps, 1);
}

CASE_WITH(barriers_and_exceptions_are_stamped, setup, teardown, NULL) {
  struct bench *b = *state;
  enable_full(b, ETMCR_TIMESTAMP);
  idle(b, 20);
  b->in.timestamp = 0x1236;
  present(b, (struct waypoint){.pc = 0x8000, .type = WAYPOINT_BARRIER, .barrier = WAYPOINT_DSB, .taken = true});
  struct waypoint exception = interrupt(0x8004);
  exception.vmid = 1;  // not traced
  present(b, exception);
  // The flush has its own timestamp, whose first byte completes a word.
  said_since(b, 22, "84 42 36 8D 80 40 1C 42 36 42 ");
}

// A timestamp of PFTv1.0 reports the current time, in Gray code, and the clocks until now.
CASE_WITH(idle_brings_a_timestamp_out, setup, teardown, NULL) {
  struct bench *b = *state;
  b->in.cfgidr = b->config.etmidr = IDR_A9;
  b->in.cfgccer = b->config.etmccer = CCER_A9;
  b->config.etmcr = ETMCR_TIMESTAMP | ETMCR_CYCLE_ACCURATE;
  enable(b);
  present(b, jump(0x8000));
  idle(b, 9);
  b->in.timestamp = 2;
  b->in.idle_request = true;
  for (int i = 0; i < 100 && !b->out.idle; i++) clock_edge(b);
  assert_true(b->out.idle);
  assert_int_equal(b->count, 6 + 7 + 9 + 3);  // A-sync, I-sync, T-sync, timestamp; no flush was requested
  assert_int_equal(b->bytes[b->count - 3], 0x42);
  assert_int_equal(b->bytes[b->count - 2], 0x03);
  assert_int_equal(b->bytes[b->count - 1], 11 << 2);  // the waypoint is evaluated in clock 1; this is clock 12
  b->in.idle_request = false;
  idle(b, 2);
  assert_false(b->out.idle);
}

CASE_WITH(os_lock_and_authentication_stop_it, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  write_register(b, ETMOSLAR, 0xC5ACCE55);
  assert_int_equal(read_register(b, ETMOSLSR), 0xA);
  assert_int_equal(read_register(b, ETMPDSR), 0x21);
  idle(b, 40);
  assert_false(b->out.wpt_enable);
  assert_int_equal(read_register(b, ETMSR), ETMSR_STOPPED);
  write_register(b, ETMOSLAR, 1);
  idle(b, 3);
  assert_true(b->out.wpt_enable);
  b->in.niden = false;
  idle(b, 40);
  assert_false(b->out.wpt_enable);
  assert_int_equal(read_register(b, ETMSR), 0);
  b->in.dbgen = true;
  idle(b, 3);
  assert_true(b->out.wpt_enable);
}

// The waypoint in the clock in which the event becomes false is traced. Nothing is traced until the event is true
// again.
CASE_WITH(trace_enable_event, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.etmteevr = 0x60;
  b->in.extin = 1;
  enable(b);
  present(b, jump(0x8000));
  present(b, jump(0x8004));
  b->in.extin = 0;
  present(b, jump(0x8008));
  present(b, jump(0x800C));
  b->in.extin = 1;
  clock_edge(b);
  present(b, jump(0x8010));
  said_since(b, 12, "03 05 08 0C 80 00 00 21 09 ");
}

CASE_WITH(plan_says_sync_then_trigger_then_mark, setup, teardown, NULL) {
  struct plan plan;
  struct plan_out said;
  plan_reset(&plan);
  plan.async_due = false;
  plan.tracing = plan.progress = true;
  static const struct settings settings = {.idr = 0x571CF310};
  struct plan_in in = {
      .settings = &settings, .emit_ready = true, .sync_request = true, .trigger_request = true, .mark_request = true};
  plan_step(&plan, &in, &said, pft_plan_next);
  assert_true(said.async && !said.isync && !said.trigger && !said.mark);
  in.sync_request = false;
  plan_step(&plan, &in, &said, pft_plan_next);
  assert_true(!said.async && said.isync && !said.trigger && !said.mark);
  plan_step(&plan, &in, &said, pft_plan_next);
  assert_true(!said.async && !said.isync && said.trigger && !said.mark);
  in.trigger_request = false;
  plan_step(&plan, &in, &said, pft_plan_next);
  assert_true(!said.async && !said.isync && !said.trigger && said.mark);
}

// All groups of two records, and an atom that waits. EXTIN is high from clock `extin` on.
static void groups(struct bench *b, unsigned extin) {
  struct waypoint back = jump(0x8000);
  back.eret = true;
  const struct waypoint rows[] = {jump(0x8000), interrupt(0x8004), back, untaken};
  b->count = 0;
  b->in.extin = 0;
  enable(b);
  for (unsigned clock = 0; clock < 50; clock++) {
    b->in.extin = clock >= extin;
    b->in.syncreq = clock == 20;
    if (clock < 4) {
      present(b, rows[clock]);
    } else {
      clock_edge(b);
    }
  }
  clocks_until_afready(b, 100);
}

CASE_WITH(trigger_comes_between_groups, setup, teardown, NULL) {
  static const uint8_t untriggered[] = {
      0,    0,    0,    0,    0,    0x80,  // 0: A-sync
      0x08, 0x00, 0x80, 0x00, 0x00, 0x21,  // 6: I-sync
      0x72, 0x01, 0x8D, 0x80, 0x40, 0x1C,  // 12: waypoint update and exception
      0x81, 0x80, 0x01, 0x76,              // 18: branch and exception return
      0,    0,    0,    0,    0,    0x80,  // 22: A-sync, atom and I-sync
      0x86, 0x08, 0x04, 0x80, 0x00, 0x00, 0x01,
  };
  static const bool wanted[sizeof untriggered + 1] = {[6] = true, [12] = true, [18] = true, [22] = true, [35] = true};
  bool seen[sizeof untriggered + 1] = {false};
  struct bench *b = *state;
  b->config.etmtrigger = EXTERNAL;
  groups(b, 50);
  assert_int_equal(b->count, sizeof untriggered);
  assert_memory_equal(b->bytes, untriggered, sizeof untriggered);
  for (unsigned extin = 0; extin < 50; extin++) {
    size_t at = 0;
    groups(b, extin);
    assert_int_equal(b->count, sizeof untriggered + 1);
    while (at < sizeof untriggered && b->bytes[at] == untriggered[at]) at++;
    assert_int_equal(b->bytes[at], 0x0C);
    assert_memory_equal(b->bytes + at + 1, untriggered + at, sizeof untriggered - at);
    seen[at] = true;
  }
  assert_memory_equal(seen, wanted, sizeof seen);
}

// --- any clock ---------------------------------------------------------------------------------------------------

static void random_clock(struct bench *b, struct rng *r) {
  b->in.atready = rng_chance(r, 80);
  b->in.afvalid = rng_chance(r, 3);
  b->in.syncreq = rng_chance(r, 1);
  b->in.atclken = rng_chance(r, 90);
  b->in.extin = (uint8_t)rng_chance(r, 1);
  if (rng_chance(r, 60)) {
    present(b, heavy_waypoint(r));
  } else {
    clock_edge(b);
  }
}

CASE_WITH(reset_at_any_clock, setup, teardown, NULL) {
  struct bench *b = *state;
  static struct ports_out fresh[300];
  b->config.etmsyncfr = 50;
  b->config.etmcr = ETMCR_RETURN_STACK;
  b->config.etmtrigger = 0x60;
  for (unsigned reset_at = 0; reset_at < 200; reset_at++) {
    struct rng r = rng_seed(4, reset_at);
    for (unsigned i = 0; i < reset_at; i++) random_clock(b, &r);
    b->in.afvalid = b->in.syncreq = false;
    b->in.atclken = true;
    b->in.extin = 0;
    b->count = 0;
    enable(b);
    r = rng_seed(5, 0);
    for (unsigned i = 0; i < 300; i++) {
      random_clock(b, &r);
      if (reset_at == 0) fresh[i] = b->out;
      assert_true(b->out.atvalid == fresh[i].atvalid && b->out.atdata == fresh[i].atdata &&
                  b->out.afready == fresh[i].afready && b->out.atbytes == fresh[i].atbytes &&
                  b->out.trigger == fresh[i].trigger);
    }
  }
}

CASE_WITH(two_units_do_not_meet, setup, teardown, NULL) {
  struct bench *a = *state;
  void *other;
  assert_int_equal(setup(&other), 0);
  struct bench *b = other;
  struct rng for_a = rng_seed(6, 0), for_b = rng_seed(6, 0), noise = rng_seed(7, 0);
  enable(a);
  for (int i = 0; i < 1000; i++) random_clock(a, &for_a);
  struct bench *c = calloc(1, sizeof *c);
  c->config = b->config;
  c->in = b->in;
  enable(b);
  enable(c);
  for (int i = 0; i < 1000; i++) {
    random_clock(b, &for_b);
    random_clock(c, &noise);
  }
  assert_int_equal(a->count, b->count);
  assert_memory_equal(a->bytes, b->bytes, a->count);
  free(c);
  teardown(&other);
}

// In every case, trace that was accepted and not sent yet is sent at the stop, and nothing remains.
CASE_WITH(everything_comes_out, setup, teardown, NULL) {
  struct bench *b = *state;
  for (unsigned seed = 0; seed < 50; seed++) {
    struct rng r = rng_seed(8, seed);
    b->config.queue_depth = 4u << rng_below(&r, 3);
    b->config.fifo_bytes = 16u << rng_below(&r, 3);
    b->config.atb_bits = 8u << rng_below(&r, 4);
    b->config.etmtrigger = 0x60;
    b->count = 0;
    enable(b);
    for (int i = 0; i < 500; i++) random_clock(b, &r);
    b->in.afvalid = false;
    b->in.atready = b->in.atclken = true;
    write_register(b, ETMCR, ETMCR_PROGRAMMING);
    for (int i = 0; i < 500 && !(read_register(b, ETMSR) & 2); i++) continue;
    assert_true(b->unit.drain.stopped);
    assert_true(storage_empty(&b->unit.queue.is) && storage_empty(&b->unit.fifo.is));
    assert_int_equal(b->unit.packer.count, 0);
    assert_int_equal(b->unit.atb.left, 0);
    assert_null(unit_chunk(&b->unit));
  }
}
