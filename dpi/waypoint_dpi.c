// SPDX-License-Identifier: Apache-2.0
// The C half of waypoint_dpi_pkg.sv: takes packed structs apart, calls, puts packed structs together. No decisions
// here. Compiled with Verilator's header of the imports included by force, so that the compiler compares the
// prototypes.
#include "waypoint_dpi.h"

#include <stddef.h>
#include <stdio.h>

#include "error.h"
#include "options.h"
#include "session.h"

static const struct options *the_options;
static struct session *the_session;

void waypoint_dpi_options(const struct options *options) { the_options = options; }
struct session *waypoint_dpi_session(void) {
  return the_session;
}

// Takes `width` bits (below 32) from the low end of *word.
static uint32_t take(uint32_t *word, int width) {
  const uint32_t bits = *word & ((1u << width) - 1);
  *word >>= width;
  return bits;
}

// Puts `width` bits above the `*used` that are there.
static void put(uint32_t *word, int *used, int width, uint32_t bits) {
  *word |= bits << *used;
  *used += width;
}

void *waypoint_open(int atb_bits, int queue_depth, int fifo_bytes, svBitVecVal *setup) {
  const struct config built = {
      .atb_bits = (uint32_t)atb_bits, .queue_depth = (uint32_t)queue_depth, .fifo_bytes = (uint32_t)fifo_bytes};
  struct error err;
  the_session = session_open(the_options, &built, &err);
  if (!the_session) {
    fprintf(stderr, "waypoint: %s\n", err.text);
    return NULL;
  }
  const struct config *c = session_config(the_session);
  setup[0] = c->return_stack_depth << 28 | (uint32_t)the_options->stop_by << 1 | the_options->abrupt;
  setup[1] = c->etmtraceidr;
  setup[2] = c->etmsyncfr;
  setup[3] = c->etmauxcr;
  setup[4] = c->etmtrigger;
  setup[5] = c->etmtsevr;
  setup[6] = c->etmteevr;
  setup[7] = c->etmcr;
  setup[8] = c->etmccer;
  setup[9] = c->etmidr;
  setup[10] = the_options->fst ? (uint32_t)the_options->from : UINT32_MAX;
  return the_session;
}

const char *waypoint_wave_file(void *session) {
  (void)session;
  return the_options->fst;
}

// seen_t, from the last member back.
static struct session_seen unpack(const svBitVecVal *word) {
  struct session_seen s = {0};
  uint32_t w = word[0];
  s.parked = take(&w, 1);
  s.out.idle = take(&w, 1);
  s.out.trigger = take(&w, 1);
  s.out.afready = take(&w, 1);
  s.out.atvalid = take(&w, 1);
  s.out.wpt_enable = take(&w, 1);
  s.pwrite = take(&w, 1);
  s.penable = take(&w, 1);
  s.psel = take(&w, 1);
  s.dbgen = take(&w, 1);
  s.niden = take(&w, 1);
  s.paddr = (uint16_t)(take(&w, 10) << 2);
  s.out.atid = (uint8_t)take(&w, 7);
  s.out.atbytes = (uint8_t)take(&w, 3);
  s.pwdata = word[1];
  s.out.prdata = word[2];
  s.out.atdata = (uint64_t)word[4] << 32 | word[3];
  return s;
}

// drive_t, from the last member back.
static void pack(const struct session_drive *d, svBitVecVal *word) {
  const struct ports_in *in = d->in;
  const struct waypoint *wpt = &in->wpt;
  uint32_t w = 0, v = 0;
  int used = 0;
  put(&w, &used, 1, d->finish);
  put(&w, &used, 1, d->park);
  put(&w, &used, 1, in->afvalid);
  put(&w, &used, 1, in->atready);
  put(&w, &used, 1, in->syncreq);
  put(&w, &used, 1, in->pclken);
  put(&w, &used, 1, in->atclken);
  put(&w, &used, 1, in->resetn);
  put(&w, &used, 1, wpt->eret);
  put(&w, &used, 1, wpt->prohibited);
  put(&w, &used, 1, wpt->ns);
  put(&w, &used, 1, wpt->target_j);
  put(&w, &used, 1, wpt->target_t);
  put(&w, &used, 1, wpt->t32);
  put(&w, &used, 1, wpt->link);
  put(&w, &used, 1, wpt->taken);
  put(&w, &used, 1, in->wpt_valid);
  put(&w, &used, 1, in->idle_request);
  put(&w, &used, 1, in->clock_change);
  put(&w, &used, 1, wpt->hyp);
  put(&w, &used, 8, 0);
  put(&w, &used, 4, in->extin);
  used = 0;
  put(&v, &used, 3, wpt->type);
  put(&v, &used, 2, wpt->barrier);
  put(&v, &used, 9, wpt->exception);
  put(&v, &used, 8, wpt->vmid);
  word[0] = w;
  word[1] = v;
  word[2] = wpt->context_id;
  word[3] = wpt->target;
  word[4] = wpt->pc;
  word[5] = (uint32_t)in->timestamp;
  word[6] = (uint32_t)(in->timestamp >> 32);
}

void waypoint_clock(void *session, const svBitVecVal *seen, svBitVecVal *drive) {
  const struct session_seen s = unpack(seen);
  struct session_drive d;
  session_clock(session, &s, &d);
  pack(&d, drive);
}

void waypoint_rule(const char *rule) { session_rule(the_session, rule); }
