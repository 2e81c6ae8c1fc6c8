// SPDX-License-Identifier: Apache-2.0
// Which drawn runs have a generated host script, and the unit that it is for; how the processor speculates.
#include <inttypes.h>

#include "draw.h"
#include "rng.h"

bool is_ours(const struct place *p) {
  const char *last = strrchr(p->simulators, '/');
  return last && strcmp(last, "/rtl") == 0;
}

// Options that a host script replaces (docs/host.md).
static bool stops_by_options(const char *args) {
  static const char *const options[] = {"--restarts", "--stop-by", "--abrupt", "--resets"};
  bool any = false;
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) any = any || strstr(args, options[i]);
  return any;
}

// A third of all seeds, and none that OpenCSD reads: it knows one programming of the unit only.
static bool is_generated(const struct place *p, const struct row *row, uint64_t seed) {
  enum { PERCENT = 37 };
  struct rng r = rng_seed(seed, STREAM_HOSTS);
  const bool chosen = p->hosts && seed % OPENCSD_EVERY != 0 && rng_chance(&r, PERCENT);
  return chosen && strcmp(p->kind, "random") == 0 && !is_long(p, row, seed) && !stops_by_options(p->args);
}

struct place place_of_run(const struct place *p, const struct row *row, uint64_t seed) {
  struct place of_run = *p;
  const bool given = strstr(p->args, "--host") != NULL;
  of_run.generates = !given && is_generated(p, row, seed);
  of_run.host = given || of_run.generates;
  return of_run;
}

// A unit with two power domains has an OS lock (IHI 0035B 3.17.1).
void draw_locks(struct words *w, uint64_t seed) {
  static const char *const locks[] = {"none", "open", "set"};
  struct rng r = rng_seed(seed, STREAM_LOCKS);
  const unsigned domains = 1 + rng_below(&r, 2), first = domains - 1;
  add(w, " --power %u --oslock %s", domains, locks[first + rng_below(&r, 3 - first)]);
  if (rng_chance(&r, 20)) add(w, " --swlock no");
  if (rng_chance(&r, 70)) add(w, " --claim %u", rng_below(&r, 9));
}

// ETMCCR: pairs of address comparators, counters, sequencer, external inputs and outputs, Context ID comparators, and
// the trace start/stop block (IHI 0035B 3.16.2).
static uint32_t draw_ccr(struct rng *r) {
  const uint32_t all = 0x8FC98008, fixed = 0x88800000;
  const uint32_t pairs = rng_below(r, 9), counters = rng_below(r, 5), sequencer = rng_below(r, 2),
                 inputs = rng_below(r, 5), outputs = rng_below(r, 5), contexts = rng_below(r, 4),
                 start_stop = rng_below(r, 2);
  if (rng_chance(r, 50)) return all;
  return fixed | start_stop << 26 | contexts << 24 | outputs << 20 | inputs << 17 | sequencer << 16 | counters << 13 |
         pairs;
}

// ETMCCER: what a version has of the selectors, the EmbeddedICE inputs, timestamps and virtualization (IHI 0014Q
// 3.5.34). A PTM here has all of it, and the barriers of its own.
static uint32_t draw_ccer(struct rng *r, const struct row *row) {
  enum { ALL = 0x04781FFC, OF_PTM = 0x03800000, STAMPS = 0x30000000 };
  static const uint32_t bits[] = {0, 0x00000FFF, 0x00000FFF, 0x0000FFFF, 0x003FFFFF, UINT32_MAX};
  const uint32_t stamps = rng_next(r) & STAMPS;
  return (ALL | stamps | (is_etm3(row) ? 0 : OF_PTM)) & bits[minor(row)];
}

// A known part has its own, and an ETMv3.0 no ETMCCER.
void draw_resources(struct words *w, const struct row *row, uint64_t seed) {
  struct rng r = rng_seed(seed, STREAM_RESOURCES);
  const bool is_part = is_etm3(row) ? row->at[VERSION][0] == 'a' : !is(row, SET, "plain");
  const bool is_kept = rng_chance(&r, 10);
  if (is_part || is_kept) return;
  add(w, " --ccr 0x%" PRIX32, draw_ccr(&r));
  if (minor(row) > 0) add(w, " --ccer 0x%" PRIX32, draw_ccer(&r, row));
}

void draw_speculation(struct words *w, const struct place *p, const struct row *row, uint64_t seed) {
  struct rng r = rng_seed(seed, STREAM_SPECULATION);
  const uint32_t wrong = rng_chance(&r, 75) ? 1 + rng_below(&r, 40) : 0;
  const uint32_t burst = rng_chance(&r, 60) ? 1 + rng_below(&r, 80) : 0;
  const uint32_t low = rng_below(&r, 4), high = low + rng_below(&r, 2 * p->wpt_depth + 1);
  if (is_etm3(row) || p->wpt_depth == 0) return;
  if (wrong) add(w, " --wrong-path %u", wrong);
  if (burst) add(w, " --burst %u", burst);
  add(w, " --commit-delay %u..%u", low, high);
}
