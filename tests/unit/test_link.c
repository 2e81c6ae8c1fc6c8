// SPDX-License-Identifier: Apache-2.0
// Behaviour of the reference RTL and of the sink of its testbench on the ATB that the clauses do not require
// (docs/pipeline.md#unit). It is tested on the reference model, with which the model comparison compares the RTL.
#include "checker_bench.h"

static struct pins last;
static uint64_t waits, pauses, flushes;

static void watch(const struct pins *now) {
  const struct ports_in *in = &last.in;
  const struct ports_out *out = &last.out;
  if (!now->in.resetn) assert_false(now->out.atvalid);
  if (now->out.afready) assert_true(now->in.afvalid);
  if (!in->resetn || !now->in.resetn) return;
  if (!in->atclken) {
    pauses++;
    assert_true(now->out.atvalid == out->atvalid && now->out.afready == out->afready);
    assert_true(now->in.atready == in->atready && now->in.afvalid == in->afvalid);
  }
  if (out->atvalid && !(in->atclken && in->atready)) {
    waits++;
    assert_true(now->out.atvalid && now->out.atdata == out->atdata && now->out.atbytes == out->atbytes);
    assert_int_equal(now->out.atid, out->atid);
  }
  if (in->afvalid && !(in->atclken && out->afready)) assert_true(now->in.afvalid);
  flushes += in->afvalid && in->atclken && out->afready;
}

static enum checker_state show_watched(struct checker *c, const struct pins *pins, uint64_t clock) {
  if (clock > 0) watch(pins);
  last = *pins;
  return checker_clock(c, pins);
}

CASE(changes_between_edges_are_ignored) {
  static const char *const runs[] = {"--random 3 --clocks 4000 --set a15", "--protocol etm3 --random 3 --clocks 4000"};
  const struct trial trial = {.show = show_watched};
  for (int etm = 0; etm < 2; etm++) {
    char words[200];
    waits = pauses = flushes = 0;
    snprintf(words, sizeof words, "%s --atclken 60 --backpressure random:60 --flush-rate 20 --resets 3", runs[etm]);
    assert_int_equal(
        run_configured(words, etm ? "mode=legal quiet max-lost=any" : "set=a15 mode=legal quiet max-lost=any", &trial),
        0);
    assert_true(waits > 100 && pauses > 100 && flushes > 10);
  }
}
