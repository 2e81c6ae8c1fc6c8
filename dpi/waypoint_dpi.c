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

enum { SLOT_BITS = 22 };  // of slot_t

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

void *waypoint_open(int atb_bits, int queue_depth, int fifo_bytes, svBit etm_built, svBitVecVal *setup) {
  const struct config built = {
      .atb_bits = (uint32_t)atb_bits, .queue_depth = (uint32_t)queue_depth, .fifo_bytes = (uint32_t)fifo_bytes};
  struct error err;
  if (etm_built != config_is_etm3(&the_options->config)) {
    fprintf(stderr, "waypoint: the unit of this simulator is %s: expected --protocol %s\n",
            etm_built ? "an ETM" : "a PTM", etm_built ? "etm3" : "pft");
    return NULL;
  }
  the_session = session_open(the_options, &built, &err);
  if (!the_session) {
    fprintf(stderr, "waypoint: %s\n", err.text);
    return NULL;
  }
  const struct config *c = session_config(the_session);
  setup[0] = c->return_stack_depth;
  setup[1] = c->etmccer;
  setup[2] = c->etmidr;
  setup[3] = the_options->fst ? (uint32_t)the_options->from : UINT32_MAX;
  return the_session;
}

const char *waypoint_wave_file(void *session) {
  (void)session;
  return the_options->fst;
}

// seen_t, from the last member back.
static struct ports_out unpack(const svBitVecVal *word) {
  struct ports_out s = {0};
  uint32_t w = word[0];
  s.idle = take(&w, 1);
  s.trigger = take(&w, 1);
  s.afready = take(&w, 1);
  s.atvalid = take(&w, 1);
  s.wpt_enable = take(&w, 1);
  s.pready = take(&w, 1);
  s.pslverr = take(&w, 1);
  s.atid = (uint8_t)take(&w, 7);
  s.atbytes = (uint8_t)take(&w, 3);
  s.prdata = word[1];
  s.atdata = (uint64_t)word[3] << 32 | word[2];
  return s;
}

// drive_t, from the last member back.
static void pack(const struct session_drive *d, svBitVecVal *word) {
  const struct ports_in *in = d->in;
  const struct waypoint *wpt = &in->wpt;
  uint32_t w = 0, v = 0;
  int used = 0;
  put(&w, &used, 1, d->finish);
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
  put(&w, &used, 1, in->dbgen);
  put(&w, &used, 1, in->niden);
  put(&w, &used, 1, in->pwrite);
  put(&w, &used, 1, in->penable);
  put(&w, &used, 1, in->psel);
  put(&w, &used, 4, 0);
  put(&w, &used, 4, in->extin);
  used = 0;
  put(&v, &used, 3, wpt->type);
  put(&v, &used, 2, wpt->barrier);
  put(&v, &used, 9, wpt->exception);
  put(&v, &used, 8, wpt->vmid);
  put(&v, &used, 10, in->paddr >> 2);
  word[0] = w;
  word[1] = v;
  word[2] = wpt->context_id;
  word[3] = wpt->target;
  word[4] = wpt->pc;
  word[5] = (uint32_t)in->timestamp;
  word[6] = (uint32_t)(in->timestamp >> 32);
  word[13] = in->pwdata;
}

// slot_t, from the last member back.
static uint32_t pack_slot(const struct slot *s) {
  uint32_t w = 0;
  int used = 0;
  put(&w, &used, 1, s->to.hyp);
  put(&w, &used, 1, s->to.ns);
  put(&w, &used, 1, s->to.j);
  put(&w, &used, 1, s->to.t);
  put(&w, &used, 1, s->secret);
  put(&w, &used, 1, s->cancel);
  put(&w, &used, 1, s->direct);
  put(&w, &used, 1, s->branched);
  put(&w, &used, 1, s->at.j);
  put(&w, &used, 1, s->at.t);
  put(&w, &used, 1, s->eret);
  put(&w, &used, 1, s->passed);
  put(&w, &used, 1, s->executed);
  put(&w, &used, 9, s->exception);
  return w;
}

// The instruction port. Context ID and VMID have the words that they have in a waypoint.
static void pack_slots(const struct slots *slots, svBitVecVal *word) {
  const struct slot *a = &slots->at[0], *b = &slots->at[1];
  uint32_t state = 0;
  int used = 0;
  put(&state, &used, 1, slots->ns);
  put(&state, &used, 1, slots->hyp);
  put(&state, &used, 1, slots->prohibited);
  put(&state, &used, 1, slots->debug);
  word[1] |= (uint32_t)slots->vmid << 14;
  word[2] = slots->context_id;
  word[7] = state << SLOT_BITS | pack_slot(a);
  word[8] = pack_slot(b);
  word[9] = a->at.address;
  word[10] = a->to.address;
  word[11] = b->at.address;
  word[12] = b->to.address;
}

void waypoint_clock(void *session, const svBitVecVal *seen, svBitVecVal *drive) {
  const struct ports_out out = unpack(seen);
  struct session_drive d;
  session_clock(session, &out, &d);
  pack(&d, drive);
  if (config_is_etm3(session_config(session))) pack_slots(&d.in->slots, drive);
}

void waypoint_rule(const char *rule) { session_rule(the_session, rule); }
