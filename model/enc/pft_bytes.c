// SPDX-License-Identifier: Apache-2.0
// The bits of each PFT packet.
#include "pft_bytes.h"

// --- addresses, IHI 0035B 4.5.4 ----------------------------------------------------------------------------------

// Addresses are sent in units of an instruction's alignment: A[31:2] in ARM state, A[31:1] in Thumb and ThumbEE state,
// A[31:0] in Jazelle state. In these units the packet layouts differ only in the marker of the fifth byte.
static unsigned unit_bits(bool t, bool j) { return t ? 1 : j ? 0 : 2; }

unsigned pft_address_bytes(uint32_t to, uint32_t from, bool t) {
  uint32_t changed = (to ^ from) >> unit_bits(t, false);
  return 1 + (changed >> 6 != 0) + (changed >> 12 != 0) + (changed >> 19 != 0) + (changed >> 26 != 0);
}

// 6 address bits in the first byte, 7 in each of the next three, and the rest in the fifth, below a 1 whose position
// encodes the instruction set. Bit 7 of a byte indicates that another follows. In the last byte of a short form, bit 6
// indicates an information byte instead.
static void put_address(struct wire *w, const struct record *record) {
  const unsigned bits = unit_bits(record->to.t, record->to.j);
  const uint64_t a = (record->to.address >> bits) | (uint64_t)1 << (32 - bits);
  const uint64_t bytes =
      1 | (a & 0x3F) << 1 | (a >> 6 & 0x7F) << 8 | (a >> 13 & 0x7F) << 16 | (a >> 20 & 0x7F) << 24 | (a >> 27) << 32;
  const unsigned last = 8 * (record->address_bytes - 1u);
  const uint64_t before_last = ((uint64_t)1 << last) - 1;
  const uint64_t kept_of_last = record->address_bytes == 1 ? 0x7F : 0x3F;
  const uint64_t info = record->info_bytes != 0;
  wire_put(w, (bytes & (before_last | kept_of_last << last)) | (0x80808080 & before_last) | info << 6 << last,
           record->address_bytes);
}

static unsigned alt_is(const struct place *at) { return at->t && at->j; }

// --- counts, IHI 0035B table 4.8 ---------------------------------------------------------------------------------

// 4 bits in the first byte, 7 in each of the others, in as many bytes as needed. `first` has the other bits of the
// first byte.
static void put_count(struct wire *w, uint32_t count, unsigned first) {
  const uint64_t c = count;
  const unsigned n = 1 + (c >> 4 != 0) + (c >> 11 != 0) + (c >> 18 != 0) + (c >> 25 != 0);
  const uint64_t bytes =
      first | (c & 0xF) << 2 | (c >> 4 & 0x7F) << 8 | (c >> 11 & 0x7F) << 16 | (c >> 18 & 0x7F) << 24 | c >> 25 << 32;
  const uint64_t another_follows = 0x80808040 & (((uint64_t)1 << 8 * (n - 1)) - 1);
  wire_put(w, bytes | another_follows, n);
}

// --- packets -----------------------------------------------------------------------------------------------------

// Bit 7 distinguishes a count of 0 from the zeros of an A-sync.
#define ISYNC_COUNT 0x80

// IHI 0035B 4.5.3. With a count there is one atom. Without, a 1 above the oldest atom encodes their number.
static void put_atoms(struct wire *w, const struct record *record) {
  if (record->kind == RECORD_ATOMS && record->has_count) {
    put_count(w, record->count, 0x80 | (unsigned)record->atoms << 1);
  } else if (record->atom_count) {
    wire_put(w, 0x80 | 2u << record->atom_count | (unsigned)record->atoms << 1, 1);
  }
}

// IHI 0035B 4.5.2. The address is never compressed.
static void put_isync(struct wire *w, const struct record *record) {
  const uint64_t address = (record->to.address & ~(uint32_t)1) | record->to.t;
  const uint64_t info = 1u | (unsigned)record->to.hyp << 1 | alt_is(&record->to) << 2 | (unsigned)record->to.ns << 3 |
                        (unsigned)record->reason << 5;
  wire_put(w, 0x08 | address << 8 | info << 40, 6);
  if (record->has_count) put_count(w, record->count, ISYNC_COUNT);
  if (record->value_bytes) wire_put(w, record->value, record->value_bytes);
}

static void put_branch(struct wire *w, const struct record *record) {
  const unsigned low = record->exception & 0xFu, high = record->exception >> 4;
  put_address(w, record);
  if (record->info_bytes) {
    wire_put(w, (unsigned)(record->info_bytes == 2) << 7 | alt_is(&record->to) << 6 | low << 1 | record->to.ns, 1);
  }
  if (record->info_bytes == 2) wire_put(w, (unsigned)record->to.hyp << 5 | high, 1);
  if (record->has_count) put_count(w, record->count, 0);
}

static void put_update(struct wire *w, const struct record *record) {
  wire_put(w, 0x72, 1);
  put_address(w, record);
  if (record->info_bytes) wire_put(w, alt_is(&record->to) << 6, 1);
}

struct wire pft_wire(const struct record *record) {
  struct wire w = {0};
  put_atoms(&w, record);
  switch (record->kind) {
    case RECORD_ASYNC:
      record_put_async(&w);
      break;
    case RECORD_ISYNC:
      put_isync(&w, record);
      break;
    case RECORD_BRANCH:
      put_branch(&w, record);
      break;
    case RECORD_WAYPOINT_UPDATE:
      put_update(&w, record);
      break;
    case RECORD_EXCEPTION_RETURN:
    case RECORD_TRIGGER:
    case RECORD_IGNORE:
    case RECORD_CONTEXT_ID:
    case RECORD_VMID:
      record_put_value(&w, record);
      break;
    case RECORD_TIMESTAMP:
      record_put_timestamp(&w, record);
      if (record->has_count) put_count(&w, record->count, 0);
      break;
    case RECORD_ATOMS:
    case RECORD_CYCLE_COUNT:
    case RECORD_EXCEPTION_ENTRY:
      break;
  }
  return w;
}
