// SPDX-License-Identifier: Apache-2.0
#include "pft_bytes.h"

// Addresses are sent in units of an instruction's alignment: A[31:2] in ARM state, A[31:1] in Thumb state. In these
// units the packet layouts of the two instruction sets differ only in the marker of the fifth byte.
static uint32_t units(uint32_t address, bool t) { return address >> (2 - t); }

unsigned pft_address_bytes(uint32_t to, uint32_t from, bool t) {
  uint32_t changed = units(to ^ from, t);
  return 1 + (changed >> 6 != 0) + (changed >> 12 != 0) + (changed >> 19 != 0) + (changed >> 26 != 0);
}

// IHI 0035B 4.5.4: 6 address bits in the first byte, 7 in each of the next three, in the fifth the rest below a 1 that
// tells the instruction set by its place. Bit 7 of a byte says that another follows. Where a short form ends, bit 6
// gives way to "an information byte follows".
static uint64_t address_bytes(uint32_t address, bool t, unsigned count, bool info) {
  uint64_t a = units(address, t) | (uint64_t)1 << (30 + t);
  uint64_t bytes =
      1 | (a & 0x3F) << 1 | (a >> 6 & 0x7F) << 8 | (a >> 13 & 0x7F) << 16 | (a >> 20 & 0x7F) << 24 | (a >> 27) << 32;
  unsigned last = 8 * (count - 1);
  uint64_t before_last = ((uint64_t)1 << last) - 1;
  uint64_t kept_of_last = count == 1 ? 0x7F : 0x3F;
  return (bytes & (before_last | kept_of_last << last)) | (0x80808080 & before_last) | (uint64_t)info << 6 << last;
}

static struct chunk async_packet(void) { return (struct chunk){.bytes = (uint64_t)0x80 << 40, .length = 6}; }

// IHI 0035B 4.5.2. The address is never compressed.
static struct chunk isync_packet(const struct record *r) {
  uint64_t address = (r->target.address & ~(uint32_t)1) | r->target.t;
  uint64_t info = 1u | (unsigned)r->target.ns << 3 | (unsigned)r->reason << 5;
  return (struct chunk){.bytes = 0x08 | address << 8 | info << 40, .length = 6};
}

static struct chunk branch_packet(const struct record *r) {
  uint64_t info = r->info ? (unsigned)r->exception << 1 | r->target.ns : 0;
  return (struct chunk){
      .bytes = address_bytes(r->target.address, r->target.t, r->address_bytes, r->info) | info << 8 * r->address_bytes,
      .length = (uint8_t)(r->address_bytes + r->info)};
}

static struct chunk update_packet(const struct record *r) {
  return (struct chunk){.bytes = 0x72 | address_bytes(r->target.address, r->target.t, r->address_bytes, false) << 8,
                        .length = (uint8_t)(1 + r->address_bytes)};
}

static struct chunk packet(const struct record *r) {
  switch (r->kind) {
    case RECORD_ASYNC:
      return async_packet();
    case RECORD_ISYNC:
      return isync_packet(r);
    case RECORD_BRANCH:
      return branch_packet(r);
    case RECORD_UPDATE:
      return update_packet(r);
    case RECORD_EXCEPTION_RETURN:
      return (struct chunk){.bytes = 0x76, .length = 1};
    case RECORD_TRIGGER:
      return (struct chunk){.bytes = 0x0C, .length = 1};
    default:
      return (struct chunk){0};
  }
}

struct chunk pft_chunk(const struct record *r) {
  struct chunk c = packet(r);
  if (r->atom_count) {
    // IHI 0035B 4.5.3: a 1 above the oldest atom tells how many there are.
    c.bytes = c.bytes << 8 | 0x80 | 2u << r->atom_count | (unsigned)r->atoms << 1;
    c.length++;
  }
  c.mark = r->mark;
  return c;
}
