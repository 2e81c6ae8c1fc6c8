// SPDX-License-Identifier: Apache-2.0
// The pins that are copied to C, member by member, with the positions in dpi/waypoint_pins_pkg.sv.

#include <stdio.h>
#include <string.h>

#include "case.h"
#include "pin.h"
#include "pins.h"

enum { MEMBERS = 100 };

// The member that each pin is, or that contains it.
static const char *const member_of[PINS] = {
#define PIN(name, ptm, etm, bits, group, c, low, packed, ...) [PIN_##name] = packed,
#include "pin_table.inc"
#undef PIN
};

// --- the package ----------------------------------------------------------------------------------------------------

struct member {
  char name[32];
  unsigned width, lsb;  // bits; of its packed struct
};

struct layout {
  struct member at[MEMBERS];
  unsigned count, bits;
};

static void append(struct layout *l, const char *prefix, const char *name, unsigned width) {
  struct member *m = &l->at[l->count++];
  assert_true(l->count <= MEMBERS);
  m->width = width;
  snprintf(m->name, sizeof m->name, "%s%s", prefix, name);
}

static void append_slot(struct layout *l, const struct layout *slot, const char *name) {
  char prefix[16];
  snprintf(prefix, sizeof prefix, "%.8s.", name);
  for (unsigned i = 0; i < slot->count; i++) append(l, prefix, slot->at[i].name, slot->at[i].width);
}

// The first member of a packed struct has the highest bits.
static void place(struct layout *l) {
  l->bits = 0;
  for (unsigned i = l->count; i-- > 0;) {
    l->at[i].lsb = l->bits;
    l->bits += l->at[i].width;
  }
}

static void read_package(struct layout *in, struct layout *out) {
  struct layout slot = {0}, one = {0};
  char line[256], name[32];
  unsigned high;
  FILE *file = fopen("dpi/waypoint_pins_pkg.sv", "r");
  assert_non_null(file);
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, " bit [%u:0] %31[a-z0-9_]", &high, name) == 2) {
      append(&one, "", name, high + 1);
    } else if (sscanf(line, " bit %31[a-z0-9_]", name) == 1) {
      append(&one, "", name, 1);
    } else if (sscanf(line, " slot_t %31[a-z0-9]", name) == 1) {
      append_slot(&one, &slot, name);
    } else if (sscanf(line, " } %31[a-z_]", name) == 1) {
      struct layout *l = strcmp(name, "slot_t") == 0 ? &slot : strcmp(name, "in_t") == 0 ? in : out;
      *l = one;
      place(l);
      one.count = 0;
    }
  }
  fclose(file);
  assert_int_equal(in->bits % 32, 0);
  assert_int_equal(out->bits % 32, 0);
}

static const struct member *find(const struct layout *l, const char *name) {
  for (unsigned i = 0; i < l->count; i++)
    if (strcmp(l->at[i].name, name) == 0) return &l->at[i];
  fail_msg("%s is not in the package", name);
  return NULL;
}

static void set_bits(svBitVecVal *word, const struct member *m, uint64_t value) {
  for (unsigned i = 0; i < m->width; i++) word[(m->lsb + i) / 32] |= (uint32_t)(value >> i & 1) << (m->lsb + i) % 32;
}

// --- one member at a time -------------------------------------------------------------------------------------------

static bool is_of(unsigned pin, enum protocol unit, bool output) {
  return pin_row(pin)->name[unit] && pin_row(pin)->output == output;
}

// The pins in this member have some of its bits, from the lowest on. All others are 0.
static struct pins some_bits(const struct member *m, enum protocol unit, bool output, svBitVecVal *word) {
  const uint64_t value = UINT64_C(0x96C3A5F00FA5C369) >> (64 - m->width);
  struct pins pins = {0};
  unsigned bits = 0;
  for (unsigned pin = 0; pin < PINS; pin++) {
    if (!is_of(pin, unit, output) || strcmp(member_of[pin], m->name) != 0) continue;
    pin_set(&pins, pin, value >> bits, 0);
    bits += pin_row(pin)->bits;
  }
  if (bits != m->width) fail_msg("%s: its pins have %u bits", m->name, bits);
  set_bits(word, m, value);
  return pins;
}

static void check_in(const struct layout *l, const struct member *m, enum protocol unit) {
  struct ports_in back = {0};
  svBitVecVal word[MEMBERS], expected[MEMBERS] = {0};
  const struct pins pins = some_bits(m, unit, false, expected);
  memset(word, 0xFF, sizeof word);
  pins_pack_in(&pins.in, unit, word);
  if (memcmp(word, expected, l->bits / 8) != 0) fail_msg("%s is not where the package has it", m->name);
  pins_unpack_in(word, unit, &back);
  if (memcmp(&back, &pins.in, sizeof back) != 0) fail_msg("%s does not come back", m->name);
}

CASE(input_offsets_match_the_package) {
  struct layout in = {0}, out = {0};
  read_package(&in, &out);
  for (unsigned unit = 0; unit < PROTOCOLS; unit++) {
    for (unsigned pin = 0; pin < PINS; pin++) {
      if (is_of(pin, unit, false)) check_in(&in, find(&in, member_of[pin]), unit);
    }
  }
}

CASE(output_offsets_match_the_package) {
  struct layout in = {0}, out = {0};
  read_package(&in, &out);
  for (unsigned pin = 0; pin < PINS; pin++) {
    if (!pin_row(pin)->output) continue;
    struct ports_out back = {0};
    svBitVecVal word[MEMBERS] = {0};
    const struct pins pins = some_bits(find(&out, member_of[pin]), PROTOCOL_PFT, true, word);
    pins_unpack_out(word, &back);
    if (memcmp(&back, &pins.out, sizeof back) != 0) fail_msg("%s is not where the package has it", member_of[pin]);
  }
}

// A member of the package that is no pin would be copied to C without a check.
CASE(every_member_is_a_pin) {
  struct layout in = {0}, out = {0};
  read_package(&in, &out);
  const struct layout *const both[] = {&in, &out};
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < both[side]->count; i++) {
      const char *name = both[side]->at[i].name;
      unsigned found = strncmp(name, "unused", 6) == 0;
      for (unsigned pin = 0; pin < PINS; pin++) found += strcmp(member_of[pin], name) == 0;
      if (found == 0) fail_msg("%s of the package is no pin", name);
    }
  }
}
