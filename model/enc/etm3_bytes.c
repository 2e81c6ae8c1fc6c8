// SPDX-License-Identifier: Apache-2.0
// The bits of each ETMv3 packet.
#include "etm3_bytes.h"

// --- addresses, IHI 0014Q 7.3.5 ----------------------------------------------------------------------------------

// Addresses are sent from the lowest bit that an aligned one can have: A[31:2] in ARM state, A[31:1] in Thumb and
// ThumbEE state, A[31:0] in Jazelle state.
static unsigned unused_bits(const struct place *at) { return at->t ? 1 : at->j ? 0 : 2; }

unsigned etm3_address_bytes(const struct place *to, uint32_t from, bool alternative) {
  const uint32_t changed = (to->address ^ from) >> unused_bits(to);
  // In the alternative encoding, the last byte of a short form has one address bit less, unless it is the first byte.
  const unsigned less = alternative;
  return 1 + (changed >> 6 != 0) + (changed >> (13 - less) != 0) + (changed >> (20 - less) != 0) +
         (changed >> (27 - less) != 0);
}

// Table 7.7: the code of each exception that has its own: IRQ, Jazelle exception, FIQ and asynchronous data abort. All
// others have code 0, and their vector distinguishes them.
static const uint8_t old_exceptions[16] = {[14] = 1, [5] = 4, [15] = 5, [4] = 6};

// Table 7.6: the last 3, 4 or 5 bits of the address, below a 1 whose position encodes the alignment.
static unsigned fifth_byte(const struct record *record, uint32_t left) {
  if (record->old_form)
    return 0x80 | (unsigned)record->cancel << 6 | (unsigned)old_exceptions[record->exception & 0xF] << 3 | left;
  return (unsigned)(record->info_bytes != 0) << 6 | 0x20u >> unused_bits(&record->to) | left;
}

// Bit 0 distinguishes the first byte from other headers. Bit 7 of the first four bytes indicates that another follows.
static void put_address(struct wire *w, const struct record *record) {
  const uint32_t a = record->to.address >> unused_bits(&record->to);
  uint64_t bytes = 1 | (a & 0x3F) << 1;
  for (unsigned i = 1; i < record->address_bytes; i++) {
    uint64_t byte = i == 4 ? fifth_byte(record, a >> 27) : a >> (7 * i - 1) & 0x7F;
    if (record->alternative && i == record->address_bytes - 1u && i < 4) {
      byte = (byte & 0x3F) | (uint64_t)(record->info_bytes != 0) << 6;
    }
    bytes |= (uint64_t)0x80 << 8 * (i - 1) | byte << 8 * i;
  }
  wire_put(w, bytes, record->address_bytes);
}

static unsigned alt_isa(const struct place *at) { return at->t && at->j; }

static void put_branch(struct wire *w, const struct record *record) {
  const unsigned low = record->exception & 0xFu, high = record->exception >> 4, two = record->info_bytes == 2;
  if (record->exit) wire_put(w, 0x76, 1);
  put_address(w, record);
  if (record->info_bytes) {
    wire_put(w, two << 7 | alt_isa(&record->to) << 6 | (unsigned)record->cancel << 5 | low << 1 | record->to.ns, 1);
  }
  if (two) wire_put(w, (unsigned)record->to.hyp << 5 | high, 1);
}

// --- other packets -----------------------------------------------------------------------------------------------

// IHI 0014Q 7.3.4: 7 bits in each byte, in as many bytes as needed.
static void put_count(struct wire *w, uint32_t count) {
  uint64_t bytes = count & 0x7F;
  unsigned n = 1;
  for (uint64_t left = count >> 7; left; left >>= 7, n++) {
    bytes |= (uint64_t)0x80 << 8 * (n - 1) | (left & 0x7F) << 8 * n;
  }
  wire_put(w, bytes, n);
}

// IHI 0014Q 7.10.5. In Jazelle state, bit 0 is an address bit. In all others, it is the T bit.
static void put_isync(struct wire *w, const struct record *record) {
  const struct place *to = &record->to;
  const bool jazelle = to->j && !to->t;
  const uint64_t address = jazelle ? to->address : (to->address & ~(uint32_t)1) | to->t;
  const unsigned info = (unsigned)record->reason << 5 | (unsigned)jazelle << 4 | (unsigned)to->ns << 3 |
                        alt_isa(to) << 2 | (unsigned)to->hyp << 1 | 1;
  wire_put(w, record->has_count ? 0x70 : 0x08, 1);
  if (record->has_count) put_count(w, record->count);
  if (record->value_bytes) wire_put(w, record->value, record->value_bytes);
  wire_put(w, info | address << 8, 5);
}

struct wire etm3_wire(const struct record *record) {
  struct wire w = {0};
  wire_put(&w, record->headers.bytes, record->headers.count);
  switch (record->kind) {
    case RECORD_ASYNC:
      record_put_async(&w);
      break;
    case RECORD_ISYNC:
      put_isync(&w, record);
      break;
    case RECORD_CYCLE_COUNT:
      wire_put(&w, 0x04, 1);
      put_count(&w, record->count);
      break;
    case RECORD_BRANCH:
      put_branch(&w, record);
      break;
    case RECORD_EXCEPTION_RETURN:
    case RECORD_EXCEPTION_ENTRY:
    case RECORD_TRIGGER:
    case RECORD_IGNORE:
    case RECORD_CONTEXT_ID:
    case RECORD_VMID:
      record_put_value(&w, record);
      break;
    case RECORD_TIMESTAMP:
      record_put_timestamp(&w, record);
      break;
    case RECORD_ATOMS:
    case RECORD_WAYPOINT_UPDATE:
      break;
  }
  return w;
}
