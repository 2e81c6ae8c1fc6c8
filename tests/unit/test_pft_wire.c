// SPDX-License-Identifier: Apache-2.0
// Records as bytes: IHI 0035B 4.5, all fields, by hand.
#include <stdio.h>
#include <string.h>

#include "case.h"
#include "packet.h"
#include "pft_encode.h"

enum { VIRT = 0x37C01800, PLAIN = 0x00C01800 };

static const struct settings full = {.idr = 0x571CF310, .ccer = VIRT};

static void says(const struct record *r, const char *expected) {
  const struct wire w = pft_wire(r);
  char text[64] = "";
  for (unsigned i = 0; i < w.length; i++) {
    sprintf(text + strlen(text), "%s%02X", i ? " " : "", (unsigned)((i < 8 ? w.low : w.high) >> 8 * (i % 8) & 0xFF));
  }
  assert_string_equal(text, expected);
}

#define COUNT(n) .has_count = true, .count = (n)

CASE(counts) {
  static const struct {
    struct record record;
    const char *bytes;
  } rows[] = {
      {{.kind = RECORD_ATOMS, .atom_count = 1, COUNT(1)}, "84"},
      {{.kind = RECORD_ATOMS, .atom_count = 1, .atoms = 1, COUNT(9)}, "A6"},
      {{.kind = RECORD_ATOMS, .atom_count = 1, .atoms = 1, COUNT(16)}, "C2 01"},
      {{.kind = RECORD_ATOMS, .atom_count = 1, COUNT(522)}, "E8 20"},
      {{.kind = RECORD_ATOMS, .atom_count = 1, .atoms = 1, COUNT(0x12345678)}, "E2 E7 8A 8D 09"},
      {{.kind = RECORD_BRANCH, .to.address = 0x40, .address_bytes = 1, COUNT(0x12345678)}, "21 60 E7 8A 8D 09"},
      {{.kind = RECORD_ISYNC, .to = {0xC0036328, .ns = true}, .reason = 1, COUNT(380)}, "08 28 63 03 C0 29 F0 17"},
      {{.kind = RECORD_ISYNC,
        .to = {0x80008000, .t = true, .j = true, .ns = true, .hyp = true},
        .reason = ISYNC_OVERFLOW,
        .value = 0x11223344,
        .value_bytes = 4,
        COUNT(0x12345678)},
       "08 01 80 00 80 4F E0 E7 8A 8D 09 44 33 22 11"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) says(&rows[i].record, rows[i].bytes);
}

// Table 4.8: both limits of each length, in each packet with a count. Bit 7 of the first byte is 1 in atoms and
// I-syncs, and 0 in branch packets and timestamps.
CASE(counts_of_each_length) {
  static const struct {
    uint32_t count;
    const char *first_with_7, *first_without_7, *others;
  } rows[] = {
      {0, "80", "00", ""},
      {0xF, "BC", "3C", ""},
      {0x10, "C0", "40", " 01"},
      {0x7FF, "FC", "7C", " 7F"},
      {0x800, "C0", "40", " 80 01"},
      {0x3FFFF, "FC", "7C", " FF 7F"},
      {0x40000, "C0", "40", " 80 80 01"},
      {0x1FFFFFF, "FC", "7C", " FF FF 7F"},
      {0x2000000, "C0", "40", " 80 80 80 01"},
      {0x3FFFFFF, "FC", "7C", " FF FF FF 01"},
      {0xFFFFFFFF, "FC", "7C", " FF FF FF 7F"},
  };
  static const struct {
    struct record record;
    const char *before;
    bool with_7;
  } packets[] = {
      {{.kind = RECORD_ATOMS, .atom_count = 1}, "", true},
      {{.kind = RECORD_ISYNC, .to.address = 0x80008000, .reason = 1}, "08 00 80 00 80 21 ", true},
      {{.kind = RECORD_BRANCH, .to.address = 0x40, .address_bytes = 1}, "21 ", false},
      {{.kind = RECORD_TIMESTAMP, .stamp_bytes = 1}, "42 00 ", false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (size_t k = 0; k < sizeof packets / sizeof *packets; k++) {
      struct record r = packets[k].record;
      r.has_count = true;
      r.count = rows[i].count;
      char expected[64];
      sprintf(expected, "%s%s%s", packets[k].before, packets[k].with_7 ? rows[i].first_with_7 : rows[i].first_without_7,
              rows[i].others);
      says(&r, expected);
    }
  }
}

CASE(branches) {
  static const struct {
    struct record record;
    const char *bytes;
  } rows[] = {
      {{.to = {0x12345679, .j = true}, .address_bytes = 5}, "F3 D9 A2 A3 22"},
      {{.to = {0x80008100, .t = true, .j = true}, .address_bytes = 5, .info_bytes = 1}, "81 82 82 80 58 40"},
      {{.to = {0x80008144, .t = true}, .address_bytes = 2, .info_bytes = 1}, "C5 42 00"},
      {{.to = {0x80000014, .t = true, .ns = true, .hyp = true}, .exception = 3, .address_bytes = 3, .info_bytes = 2},
       "95 80 40 87 20"},
      {{.to = {0x80000014, .t = true}, .exception = 0x1D, .address_bytes = 2, .info_bytes = 2}, "95 40 9A 01"},
      {{.to = {0x80000010, .t = true}, .exception = 0x155, .address_bytes = 2, .info_bytes = 2}, "91 40 8A 15"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct record r = rows[i].record;
    r.kind = RECORD_BRANCH;
    says(&r, rows[i].bytes);
  }
}

CASE(context_and_vmid) {
  static const char *const bytes[4] = {"", "6E 78", "6E 78 56", "6E 78 56 34 12"};
  for (unsigned size = 1; size < 4; size++) {
    struct pft p = {0};
    struct settings s = full;
    s.etmcr = FIELD_OF(ETMCR_CONTEXT_ID, size);
    assert_true(sent_context_differs(&p.sent, &s, 0x12345678));
    struct record r = pft_context_id(&p, &s, 0x12345678);
    says(&r, bytes[size]);
    assert_false(sent_context_differs(&p.sent, &s, 0x12345678));
    assert_int_equal(sent_context_differs(&p.sent, &s, 0x12345678 ^ 1u << 8), size > 1);
    // The whole value is stored, because ETMCR may be written while tracing (docs/pipeline-pft.md#plan 5, 11).
    s.etmcr = ETMCR_CONTEXT_ID;
    assert_false(sent_context_differs(&p.sent, &s, 0x12345678));
    assert_true(sent_context_differs(&p.sent, &s, 0x12345678 ^ 1u << 31));
  }
  struct pft p = {0};
  assert_false(sent_context_differs(&p.sent, &full, 5));
  assert_false(sent_vmid_differs(&p.sent, &full, 7));
  struct record r = pft_vmid(&p, 7);
  says(&r, "3C 07");
}

CASE(timestamps) {
  const struct settings binary48 = {.idr = 0x571CF310, .ccer = 0x10C01800}, gray = {.idr = 0x571CF300, .ccer = PLAIN};
  const struct settings cycles = {.idr = 0x571CF310, .ccer = VIRT, .etmcr = ETMCR_CYCLE_ACCURATE};
  struct pft p = {0};
  struct record r = pft_timestamp(&p, &binary48, 0x58E90BB867, true, false, 0);
  says(&r, "42 E7 F0 AE C8 8E 8B 00");
  r = pft_timestamp(&p, &binary48, 0x58E90BB87F, false, false, 0);
  says(&r, "42 7F");
  r = pft_timestamp(&p, &binary48, 0x58E90BB97F, false, false, 0);
  says(&r, "42 FF 72");
  r = pft_timestamp(&p, &binary48, 0xABCDFEDCBA987654, true, true, 0);  // 48 bits of the time
  says(&r, "46 D4 EC E1 D4 CB DB 3F");
  r = pft_timestamp(&p, &cycles, 0xFEDCBA9876543210, true, false, 20);
  says(&r, "42 90 E4 D0 B2 87 D3 AE EE FE 50 01");
  p.sent.stamp = (uint64_t)1 << 63;
  r = pft_timestamp(&p, &full, 1, false, false, 0);
  says(&r, "42 81 80 80 80 80 80 80 80 00");
  p.sent.stamp = 0;
  r = pft_timestamp(&p, &gray, 0x100, false, false, 0);  // 0x180 as Gray code
  says(&r, "42 80 03");
}

static struct pft_entry branch_to(uint32_t address, bool t, bool j) {
  return (struct pft_entry){.kind = ENTRY_INDIRECT, .taken = true, .target = {.address = address, .t = t, .j = j}};
}

// A waypoint update may change the base or not, up to the next branch or I-sync.
CASE(two_address_bases) {
  struct pft p = {0};
  struct record r = pft_isync(&p, &full, (struct place){.address = 0x8000}, ISYNC_TRACE_ON, 0, 0);
  struct pft_entry e = {.second = 0x9FF4};
  r = pft_waypoint_update(&p, &e);
  says(&r, "72 FB 1F");
  e.second = 0x8010;  // one byte from the base, two from the update
  r = pft_waypoint_update(&p, &e);
  says(&r, "72 89 00");
  e = branch_to(0x8004, false, false);
  r = pft_branch(&p, &full, &e);
  says(&r, "03");
  e.second = 0x9000;
  r = pft_waypoint_update(&p, &e);
  e = branch_to(0x9004, false, false);  // one byte from the update
  r = pft_branch(&p, &full, &e);
  says(&r, "83 10");
  e.second = 0x9FF8;
  e.second_t = e.second_j = true;
  r = pft_waypoint_update(&p, &e);
  says(&r, "72 F9 BF 82 80 50 40");
}

CASE(thumbee_and_hyp) {
  struct pft p = {0};
  pft_isync(&p, &full, (struct place){.address = 0x8000, .t = true}, ISYNC_TRACE_ON, 0, 0);
  struct pft_entry e = branch_to(0x8002, true, true);
  struct record r = pft_branch(&p, &full, &e);
  says(&r, "83 40 40");
  e = branch_to(0x8004, true, true);
  r = pft_branch(&p, &full, &e);
  says(&r, "05");
  e.target.hyp = true;
  r = pft_branch(&p, &full, &e);
  says(&r, "85 40 C0 20");
  r = pft_branch(&p, &full, &e);
  says(&r, "05");
  e = branch_to(0x8002, false, true);  // Jazelle
  r = pft_branch(&p, &full, &e);
  says(&r, "85 80 84 80 60 80 00");
}

CASE(broadcast_and_hyp_make_packets) {
  struct pft p = {0};
  struct settings s = full;
  struct record r;
  struct pft_entry e = {.kind = ENTRY_DIRECT, .taken = true, .target = {.address = 0x8000}};
  pft_isync(&p, &s, e.target, ISYNC_TRACE_ON, 0, 0);
  assert_false(pft_waypoint(&p, &s, &e, &r));
  s.etmcr = ETMCR_BRANCH_BROADCAST;
  assert_true(pft_waypoint(&p, &s, &e, &r));
  says(&r, "84 01");
  e.taken = false;
  assert_false(pft_waypoint(&p, &s, &e, &r));
  s.etmcr = 0;
  e.taken = e.target.hyp = true;
  assert_true(pft_waypoint(&p, &s, &e, &r));
  says(&r, "86 81 40 80 20");
}
