// SPDX-License-Identifier: Apache-2.0
// The members of a word are named from its last one back, which is how a packed struct lies in memory.
#include "pins.h"

#include <stddef.h>
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

// Flags from member `first` to `last`, which stand side by side.
#define SPAN(type, first, last) (offsetof(struct type, last) - offsetof(struct type, first) + 1)
_Static_assert(SPAN(place, t, hyp) + SPAN(place, t, j) + SPAN(slot, executed, secret) + 9 == SLOT_BITS, "slot_t");

// At most 8 flags, of which the first is in the highest bit: a product has each of them in a byte of its
// own, or all of them in one byte. No two of its terms meet in a bit.
#define DIAGONAL 0x8040201008040201u
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first flag in memory is in the lowest byte");

static void put_flags(uint32_t *word, int *used, const bool *first, size_t count) {
  uint64_t bytes = 0;
  memcpy(&bytes, first, count);
  put(word, used, (int)count, (uint32_t)(bytes * DIAGONAL >> 56 >> (8 - count)));
}

static void take_flags(uint32_t *word, bool *first, size_t count) {
  const uint64_t bits = take(word, (int)count) << (8 - count);
  const uint64_t bytes = bits * DIAGONAL >> 7 & 0x0101010101010101u;
  memcpy(first, &bytes, count);
}

static uint32_t pack_slot(const struct slot *s) {
  uint32_t w = 0;
  int used = 0;
  put_flags(&w, &used, &s->to.t, SPAN(place, t, hyp));
  put_flags(&w, &used, &s->at.t, SPAN(place, t, j));
  put_flags(&w, &used, &s->executed, SPAN(slot, executed, secret));
  put(&w, &used, 9, s->exception);
  return w;
}

static void unpack_slot(uint32_t w, struct slot *s) {
  take_flags(&w, &s->to.t, SPAN(place, t, hyp));
  take_flags(&w, &s->at.t, SPAN(place, t, j));
  take_flags(&w, &s->executed, SPAN(slot, executed, secret));
  s->exception = (uint16_t)take(&w, 9);
}

static void pack_waypoint(const struct waypoint *wpt, svBitVecVal *word) {
  uint32_t w = 0;
  int used = 0;
  put(&w, &used, 1, wpt->eret);
  put_flags(&w, &used, &wpt->taken, SPAN(waypoint, taken, hyp));
  put(&w, &used, 1, 0);
  put(&w, &used, 3, wpt->type);
  put(&w, &used, 2, wpt->barrier);
  put(&w, &used, 9, wpt->exception);
  put(&w, &used, 8, wpt->vmid);
  word[1] = w;
  word[2] = wpt->context_id;
  word[3] = wpt->target;
  word[4] = wpt->pc;
}

static void unpack_waypoint(const svBitVecVal *word, struct waypoint *wpt) {
  uint32_t w = word[1];
  wpt->eret = take(&w, 1);
  take_flags(&w, &wpt->taken, SPAN(waypoint, taken, hyp));
  take(&w, 1);
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
  put_flags(&state, &used, &slots->ns, SPAN(slots, ns, debug));
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
  take_flags(&state, &slots->ns, SPAN(slots, ns, debug));
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
  put_flags(&w, &used, &in->atready, SPAN(ports_in, atready, wpt_valid));
  put_flags(&w, &used, &in->afvalid, SPAN(ports_in, afvalid, pwrite));
  put_flags(&w, &used, &in->resetn, SPAN(ports_in, resetn, syncreq));
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
    pack_waypoint(&in->wpt, word);
  }
}

void pins_unpack_in(const svBitVecVal word[PINS_IN_WORDS], bool etm, struct ports_in *in) {
  uint32_t w = word[0];
  take_flags(&w, &in->atready, SPAN(ports_in, atready, wpt_valid));
  take_flags(&w, &in->afvalid, SPAN(ports_in, afvalid, pwrite));
  take_flags(&w, &in->resetn, SPAN(ports_in, resetn, syncreq));
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
    unpack_waypoint(word, &in->wpt);
  }
}

void pins_unpack_out(const svBitVecVal word[PINS_OUT_WORDS], struct ports_out *out) {
  uint32_t w = word[0];
  take_flags(&w, &out->wpt_enable, SPAN(ports_out, wpt_enable, atvalid));
  out->atid = (uint8_t)take(&w, 7);
  out->atbytes = (uint8_t)take(&w, 3);
  out->prdata = word[1];
  out->atdata = (uint64_t)word[3] << 32 | word[2];
}
