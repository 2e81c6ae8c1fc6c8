// SPDX-License-Identifier: Apache-2.0
// Random stimulus for a PTM with a buffer for speculative waypoints. It is compared with a unit without a buffer, and
// with the list of waypoints that were committed.
#include "pft_commit_bench.h"
#include "rng.h"

enum { CLOCKS = 3000 };

// --- all waypoints are committed at once -----------------------------------------------------------------------------

static uint32_t random_event(struct rng *r) {
  static const uint8_t resources[] = {0x00, 0x01, 0x02, 0x03, 0x10, 0x11, 0x40, 0x41,
                                      0x50, 0x51, 0x58, 0x5F, 0x60, 0x61, 0x6D, 0x6F};
  const uint32_t a = resources[rng_below(r, sizeof resources)], b = resources[rng_below(r, sizeof resources)];
  return rng_below(r, 8) << 14 | b << 7 | a;
}

// Addresses are in a small range, so that comparators often match.
static uint32_t random_address(struct rng *r) { return 0x8000 + 4 * rng_below(r, 24); }

static struct waypoint random_waypoint(struct rng *r) {
  struct waypoint w = {.pc = random_address(r), .target = random_address(r), .taken = rng_chance(r, 70)};
  w.type = (uint8_t)(rng_chance(r, 80) ? rng_below(r, 2) : rng_below(r, 8));
  if (w.type > WAYPOINT_INDIRECT) w.taken = true;
  if (w.type == WAYPOINT_EXCEPTION) w.exception = (uint16_t)rng_below(r, 16);
  w.link = rng_chance(r, 20);
  w.context_id = rng_below(r, 2);
  w.ns = rng_chance(r, 10);
  w.prohibited = rng_chance(r, 5);
  w.barrier = (uint8_t)rng_below(r, 3);
  return w;
}

// The registers of a random program, other than ETMCR.
static void program(struct bench *b, struct rng *r) {
  static const uint16_t events[] = {ETMTRIGGER,    ETMTSEVR,   ETMCNTENR1, ETMCNTENR2,    ETMCNTRLDEVR1,
                                    ETMCNTRLDEVR2, ETMSQ12EVR, ETMSQ21EVR, ETMEXTOUTEVR1, ETMEXTOUTEVR2};
  for (size_t i = 0; i < sizeof events / sizeof *events; i++) write_register(b, events[i], random_event(r));
  for (unsigned i = 0; i < 4; i++) {
    write_register(b, ETMACVR1 + 4 * i, random_address(r));
    write_register(b, ETMACTR1 + 4 * i, 1);
  }
  write_register(b, ETMTEEVR, rng_chance(r, 60) ? EVENT_ALWAYS : random_event(r));
  write_register(b, ETMTECR1, rng_chance(r, 50) ? ETMTECR1_EXCLUDE : (uint32_t)rng_next(r) & 0x03000003);
  write_register(b, ETMTECR2, rng_below(r, 4));
  write_register(b, ETMTSSCR, (uint32_t)rng_next(r) & 0x000F000F);
  write_register(b, ETMCIDCVR1, 1);
  write_register(b, ETMCNTRLDVR1, rng_below(r, 20));
  write_register(b, ETMCNTRLDVR2, rng_below(r, 20));
  write_register(b, ETMSYNCFR, rng_chance(r, 50) ? 0 : 16 + rng_below(r, 100));
}

static uint32_t random_control(struct rng *r) {
  const uint32_t bits = ETMCR_CYCLE_ACCURATE | ETMCR_TIMESTAMP | ETMCR_BRANCH_BROADCAST | ETMCR_CONTEXT_ID;
  return (uint32_t)rng_next(r) & bits;
}

// Begins an access that stops or starts the unit, in some clocks.
static void random_access(struct ports_in *in, struct rng *r) {
  static const struct {
    uint16_t offset;
    uint32_t data;
  } accesses[] = {{ETMCR, ETMCR_PROGRAMMING},
                  {ETMCR, ETMCR_CYCLE_ACCURATE},
                  {ETMCR, 0},
                  {ETMOSLAR, 0xC5ACCE55},
                  {ETMOSLAR, 0},
                  {ETMCR, ETMCR_POWER_DOWN | ETMCR_PROGRAMMING}};
  if (in->psel && in->penable) {
    in->psel = in->penable = false;
  } else if (in->psel) {
    in->penable = true;
  } else if (rng_chance(r, 1)) {
    const uint32_t i = rng_below(r, sizeof accesses / sizeof *accesses);
    in->psel = in->pwrite = true;
    in->paddr = accesses[i].offset;
    in->pwdata = accesses[i].data;
  }
}

static void random_inputs(struct ports_in *in, struct rng *r) {
  in->wpt_valid = rng_chance(r, 50);
  in->wpt = random_waypoint(r);
  in->timestamp += rng_below(r, 4);
  in->clock_change = rng_chance(r, 2);
  in->atready = rng_chance(r, 40);
  in->atclken = rng_chance(r, 60);
  in->syncreq = rng_chance(r, 1);
  in->extin = (uint8_t)rng_below(r, 4);
  if (rng_chance(r, 2)) in->afvalid = !in->afvalid;
  if (rng_chance(r, 2)) in->idle_request = !in->idle_request;
  if (rng_chance(r, 5)) in->hdbgen = !in->hdbgen;
  if (rng_chance(r, in->niden ? 1 : 10)) in->niden = !in->niden;
  random_access(in, r);
}

// Does the unit stop at this edge? Without a buffer, the filter still compares the block of a waypoint of this clock.
static bool stops(const struct bench *b) { return b->unit.pft_front.open && !(b->unit.apb.on && b->in.niden); }

// The property of the record: with WPTCOMMIT = WPTVALID and no flush, a buffer has no effect.
CASE(without_speculation_as_without_a_buffer) {
  uint64_t entries = 0, overflows = 0, starts = 0;
  for (unsigned seed = 0; seed < 100; seed++) {
    struct rng r = rng_seed(54, seed), again;
    const unsigned depth = 2u << seed % 3;
    const uint32_t idr = seed % 2 ? 0x571CF310 : 0x571CF300, control = random_control(&r);
    struct bench *plain = start_with(0, idr, 0x8D294004), *buffered = start_with(depth, idr, 0x8D294004);
    again = r;
    if (seed % 4 == 0) plain->unit.queue.is.depth = buffered->unit.queue.is.depth = 4;
    if (seed % 4 == 0) plain->unit.fifo.is.depth = buffered->unit.fifo.is.depth = 2;
    program(plain, &r);
    program(buffered, &again);
    write_register(plain, ETMCR, control);
    write_register(buffered, ETMCR, control);
    for (unsigned clock = 0; clock < CLOCKS; clock++) {
      struct ports_in *in = &plain->in;
      random_inputs(in, &r);
      if (stops(plain)) in->wpt_valid = false;
      const bool was_open = plain->unit.pft_front.open;
      buffered->in = *in;
      buffered->in.wpt_commit = in->wpt_valid;
      clock_edge(plain);
      clock_edge(buffered);
      if (memcmp(&plain->out, &buffered->out, sizeof plain->out) != 0) fail_msg("seed %u, clock %u", seed, clock);
      starts += !was_open && plain->unit.pft_front.open;
    }
    entries += plain->unit.stats.entries;
    overflows += plain->unit.stats.overflows;
    free(plain);
    free(buffered);
  }
  assert_true(entries > 10000 && overflows > 100 && starts > 500);
}

// --- random speculation ----------------------------------------------------------------------------------------------

// A waypoint that is outstanding, or that was committed and must be traced.
struct item {
  uint32_t id;
  bool is_wrong;  // it must be flushed
  uint64_t stamp;
  unsigned commit, sampled;  // clocks
};

struct oracle {
  struct item outstanding[8], committed[CLOCKS + 1];
  unsigned filled, count, traced;
  unsigned zeros, flushed, late;  // counts of 0, flushed waypoints, waypoints that had to wait
};

static struct waypoint wrong_waypoint(struct rng *r, uint32_t id) {
  struct waypoint w = {.target = 0x8000, .type = WAYPOINT_INDIRECT, .taken = true, .context_id = id};
  w.prohibited = rng_chance(r, 50);
  if (!w.prohibited) w.type = WAYPOINT_DEBUG_ENTRY;
  return w;
}

// Draws the pins of a clock, and appends the waypoint.
static void speculate(struct oracle *o, struct ports_in *in, struct rng *r, unsigned depth, uint32_t id) {
  unsigned right = 0;
  in->wpt_valid = o->filled < depth && rng_chance(r, 40);
  if (in->wpt_valid) {
    const bool is_wrong = rng_chance(r, 20);
    in->wpt = (struct waypoint){.target = 16 * id, .type = WAYPOINT_INDIRECT, .taken = true, .context_id = id};
    if (is_wrong) in->wpt = wrong_waypoint(r, id);
    o->outstanding[o->filled++] = (struct item){.id = id, .is_wrong = is_wrong};
  }
  while (right < o->filled && !o->outstanding[right].is_wrong) right++;
  in->wpt_commit = (uint8_t)(rng_chance(r, 30) ? rng_below(r, 1 + (right < 3 ? right : 3)) : 0);
  in->wpt_flush = rng_chance(r, right < o->filled ? 30 : 3);
}

// The clock after which the unit takes waypoints or not.
static void follow(struct oracle *o, const struct bench *b, const struct ports_in *in, unsigned clock) {
  const unsigned commits = b->unit.pft_front.open ? in->wpt_commit : 0;
  for (unsigned i = 0; i < commits; i++) {
    struct item *item = &o->committed[o->count];
    const unsigned free = o->count ? o->committed[o->count - 1].sampled + 1 : 0;
    *item = o->outstanding[i];
    item->commit = clock;
    item->stamp = in->timestamp;
    item->sampled = clock > free ? clock : free;
    o->late += item->sampled > clock;
    o->count++;
  }
  memmove(o->outstanding, o->outstanding + commits, (o->filled - commits) * sizeof *o->outstanding);
  o->filled -= commits;
  if (!in->wpt_flush && b->unit.pft_front.open) return;
  o->flushed += o->filled;
  o->filled = 0;
}

// Compares an entry that was pushed in this clock with the next item.
static void compare_entry(struct oracle *o, const struct unit *unit, unsigned clock, bool is_first) {
  const struct pft_entry *entry =
      &unit->queue.pft_at[storage_slot(&unit->queue.is, (uint16_t)(unit->queue.is.wptr - 1))];
  assert_true(o->traced < o->count);
  const struct item *item = &o->committed[o->traced++];
  assert_int_equal(entry->context, item->id);
  assert_int_equal(entry->kind, is_first ? ENTRY_ISYNC : ENTRY_INDIRECT);
  assert_int_equal(clock, item->sampled + 1);
  assert_int_equal(entry->stamp, item->stamp);
  if (is_first) return;
  assert_int_equal(entry->count, item->commit - item[-1].commit);
  o->zeros += entry->count == 0;
}

// All waypoints that were committed are traced, and no other: in order, with the time and the cycle count of the
// commit. A stop does not lose any of them.
CASE(committed_waypoints_are_traced) {
  unsigned traced = 0, zeros = 0, flushed = 0, late = 0;
  for (unsigned seed = 0; seed < 30; seed++) {
    struct rng r = rng_seed(55, seed);
    const unsigned depth = 2u << seed % 3;
    struct bench *b = start(depth, 0x571CF310, 0);
    struct oracle *o = calloc(1, sizeof *o);
    bool is_first = true;
    b->unit.queue.is.depth = 64;
    b->unit.fifo.is.depth = 512;
    b->unit.atb.width = 8;
    for (unsigned clock = 0; clock < CLOCKS; clock++) {
      const uint64_t entries = b->unit.stats.entries;
      speculate(o, &b->in, &r, depth, clock + 1);
      b->in.timestamp += rng_below(&r, 4);
      if (rng_chance(&r, b->in.niden ? 1 : 3)) b->in.niden = !b->in.niden;
      const struct ports_in in = b->in;
      is_first = is_first || !b->unit.pft_front.run;
      clock_edge(b);
      assert_int_equal(b->unit.stats.overflows, 0);
      if (b->unit.stats.entries > entries) {
        compare_entry(o, &b->unit, clock, is_first);
        is_first = false;
      }
      follow(o, b, &in, clock);
      assert_int_equal(b->unit.pft_commit.filled - b->unit.pft_commit.committed, o->filled);
    }
    traced += o->traced;
    zeros += o->zeros;
    flushed += o->flushed;
    late += o->late;
    assert_true(o->count - o->traced <= depth + 1);
    free(o);
    free(b);
  }
  assert_true(traced > 10000 && zeros > 2000 && flushed > 10000 && late > 2000);
}
