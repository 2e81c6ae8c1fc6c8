// SPDX-License-Identifier: Apache-2.0
// The members of a word are named from its last one back, which is how a packed struct lies in memory.
#include "pins.h"

#include <string.h>

enum { SLOT_BITS = 22 };  // of slot_t

// Puts `width` bits (below 32) above the `*used` that are there.
static void put(uint32_t *word, int *used, int width, uint32_t bits) {
  *word |= bits << *used;
  *used += width;
}

// Takes `width` bits from the low end of *word.
static uint32_t take(uint32_t *word, int width) {
  const uint32_t bits = *word & ((1u << width) - 1);
  *word >>= width;
  return bits;
}

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

static void unpack_slot(uint32_t w, struct slot *s) {
  s->to.hyp = take(&w, 1);
  s->to.ns = take(&w, 1);
  s->to.j = take(&w, 1);
  s->to.t = take(&w, 1);
  s->secret = take(&w, 1);
  s->cancel = take(&w, 1);
  s->direct = take(&w, 1);
  s->branched = take(&w, 1);
  s->at.j = take(&w, 1);
  s->at.t = take(&w, 1);
  s->eret = take(&w, 1);
  s->passed = take(&w, 1);
  s->executed = take(&w, 1);
  s->exception = (uint16_t)take(&w, 9);
}

static void pack_waypoint(const struct ports_in *in, svBitVecVal *word) {
  const struct waypoint *wpt = &in->wpt;
  uint32_t w = 0;
  int used = 0;
  put(&w, &used, 1, wpt->eret);
  put(&w, &used, 1, wpt->hyp);
  put(&w, &used, 1, wpt->prohibited);
  put(&w, &used, 1, wpt->ns);
  put(&w, &used, 1, wpt->target_j);
  put(&w, &used, 1, wpt->target_t);
  put(&w, &used, 1, wpt->t32);
  put(&w, &used, 1, wpt->link);
  put(&w, &used, 1, wpt->taken);
  put(&w, &used, 1, in->wpt_valid);
  put(&w, &used, 3, wpt->type);
  put(&w, &used, 2, wpt->barrier);
  put(&w, &used, 9, wpt->exception);
  put(&w, &used, 8, wpt->vmid);
  word[1] = w;
  word[2] = wpt->context_id;
  word[3] = wpt->target;
  word[4] = wpt->pc;
}

static void unpack_waypoint(const svBitVecVal *word, struct ports_in *in) {
  struct waypoint *wpt = &in->wpt;
  uint32_t w = word[1];
  wpt->eret = take(&w, 1);
  wpt->hyp = take(&w, 1);
  wpt->prohibited = take(&w, 1);
  wpt->ns = take(&w, 1);
  wpt->target_j = take(&w, 1);
  wpt->target_t = take(&w, 1);
  wpt->t32 = take(&w, 1);
  wpt->link = take(&w, 1);
  wpt->taken = take(&w, 1);
  in->wpt_valid = take(&w, 1);
  wpt->type = (uint8_t)take(&w, 3);
  wpt->barrier = (uint8_t)take(&w, 2);
  wpt->exception = (uint16_t)take(&w, 9);
  wpt->vmid = (uint8_t)take(&w, 8);
  wpt->context_id = word[2];
  wpt->target = word[3];
  wpt->pc = word[4];
}

// Context ID and VMID are in the same places, whichever port they come from.
static void pack_slots(const struct slots *slots, svBitVecVal *word) {
  const struct slot *a = &slots->at[0], *b = &slots->at[1];
  uint32_t state = 0;
  int used = 0;
  put(&state, &used, 1, slots->ns);
  put(&state, &used, 1, slots->hyp);
  put(&state, &used, 1, slots->prohibited);
  put(&state, &used, 1, slots->debug);
  word[1] = (uint32_t)slots->vmid << 24;
  word[2] = slots->context_id;
  word[7] = state << SLOT_BITS | pack_slot(a);
  word[8] = pack_slot(b);
  word[9] = a->at.address;
  word[10] = a->to.address;
  word[11] = b->at.address;
  word[12] = b->to.address;
}

static void unpack_slots(const svBitVecVal *word, struct slots *slots) {
  struct slot *a = &slots->at[0], *b = &slots->at[1];
  uint32_t state = word[7] >> SLOT_BITS;
  slots->ns = take(&state, 1);
  slots->hyp = take(&state, 1);
  slots->prohibited = take(&state, 1);
  slots->debug = take(&state, 1);
  slots->vmid = (uint8_t)(word[1] >> 24);
  slots->context_id = word[2];
  unpack_slot(word[7], a);
  unpack_slot(word[8], b);
  a->at.address = word[9];
  a->to.address = word[10];
  b->at.address = word[11];
  b->to.address = word[12];
}

void pins_pack_in(const struct ports_in *in, bool etm, svBitVecVal word[PINS_IN_WORDS]) {
  uint32_t w = 0;
  int used = 0;
  put(&w, &used, 1, 0);
  put(&w, &used, 1, in->afvalid);
  put(&w, &used, 1, in->atready);
  put(&w, &used, 1, in->syncreq);
  put(&w, &used, 1, in->pclken);
  put(&w, &used, 1, in->atclken);
  put(&w, &used, 1, in->resetn);
  put(&w, &used, 1, in->idle_request);
  put(&w, &used, 1, in->clock_change);
  put(&w, &used, 1, in->dbgen);
  put(&w, &used, 1, in->niden);
  put(&w, &used, 1, in->pwrite);
  put(&w, &used, 1, in->penable);
  put(&w, &used, 1, in->psel);
  put(&w, &used, 4, in->retstack_depth);
  put(&w, &used, 4, in->extin);
  put(&w, &used, 10, in->paddr >> 2);
  word[0] = w;
  word[5] = (uint32_t)in->timestamp;
  word[6] = (uint32_t)(in->timestamp >> 32);
  word[13] = in->pwdata;
  word[14] = in->cfgccer;
  word[15] = in->cfgidr;
  if (etm) {
    memset(word + 3, 0, 2 * sizeof *word);
    pack_slots(&in->slots, word);
  } else {
    memset(word + 7, 0, 6 * sizeof *word);
    pack_waypoint(in, word);
  }
}

void pins_unpack_in(const svBitVecVal word[PINS_IN_WORDS], bool etm, struct ports_in *in) {
  uint32_t w = word[0];
  take(&w, 1);
  in->afvalid = take(&w, 1);
  in->atready = take(&w, 1);
  in->syncreq = take(&w, 1);
  in->pclken = take(&w, 1);
  in->atclken = take(&w, 1);
  in->resetn = take(&w, 1);
  in->idle_request = take(&w, 1);
  in->clock_change = take(&w, 1);
  in->dbgen = take(&w, 1);
  in->niden = take(&w, 1);
  in->pwrite = take(&w, 1);
  in->penable = take(&w, 1);
  in->psel = take(&w, 1);
  in->retstack_depth = (uint8_t)take(&w, 4);
  in->extin = (uint8_t)take(&w, 4);
  in->paddr = (uint16_t)(take(&w, 10) << 2);
  in->timestamp = (uint64_t)word[6] << 32 | word[5];
  in->pwdata = word[13];
  in->cfgccer = word[14];
  in->cfgidr = word[15];
  if (etm) {
    unpack_slots(word, &in->slots);
  } else {
    unpack_waypoint(word, in);
  }
}

void pins_unpack_out(const svBitVecVal word[PINS_OUT_WORDS], struct ports_out *out) {
  uint32_t w = word[0];
  out->idle = take(&w, 1);
  out->trigger = take(&w, 1);
  out->afready = take(&w, 1);
  out->atvalid = take(&w, 1);
  out->wpt_enable = take(&w, 1);
  out->pready = take(&w, 1);
  out->pslverr = take(&w, 1);
  out->atid = (uint8_t)take(&w, 7);
  out->atbytes = (uint8_t)take(&w, 3);
  out->prdata = word[1];
  out->atdata = (uint64_t)word[3] << 32 | word[2];
}
