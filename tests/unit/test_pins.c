// SPDX-License-Identifier: Apache-2.0
// What crosses to C, member by member: dpi/waypoint_pins_pkg.sv says where each lies.
// clang-format off
#include <setjmp.h>  // cmocka.h needs these before it
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdio.h>
#include <string.h>

#include "pins.h"

enum { MEMBERS = 80 };

// Members of both packed structs, with the C member that each is. Those of a slot stand behind "slot0." or "slot1.".
enum side { IN, PTM, ETM, OUT };  // of both units, of one unit's port, an output
struct row {
  const char *name;
  enum side side;
  size_t offset, size;
};

#define ROW(name, side, type, member) \
  { name, side, offsetof(struct type, member), sizeof(((struct type *)0)->member) }
#define SLOT(n, name, member) ROW("slot" #n "." name, ETM, ports_in, slots.at[n].member)
#define SLOTS(n)                                                                                                      \
  ROW("slot" #n "_at", ETM, ports_in, slots.at[n].at.address),                                                        \
      ROW("slot" #n "_to", ETM, ports_in, slots.at[n].to.address), SLOT(n, "exception", exception),                   \
      SLOT(n, "executed", executed), SLOT(n, "passed", passed), SLOT(n, "eret", eret), SLOT(n, "branched", branched), \
      SLOT(n, "direct", direct), SLOT(n, "cancel", cancel), SLOT(n, "secret", secret), SLOT(n, "t", at.t),            \
      SLOT(n, "j", at.j), SLOT(n, "to_t", to.t), SLOT(n, "to_j", to.j), SLOT(n, "to_ns", to.ns),                      \
      SLOT(n, "to_hyp", to.hyp)

static const struct row rows[] = {
    ROW("cfgidr", IN, ports_in, cfgidr),
    ROW("cfgccer", IN, ports_in, cfgccer),
    ROW("pwdata", IN, ports_in, pwdata),
    ROW("timestamp", IN, ports_in, timestamp),
    ROW("paddr", IN, ports_in, paddr),
    ROW("extin", IN, ports_in, extin),
    ROW("retstack_depth", IN, ports_in, retstack_depth),
    ROW("resetn", IN, ports_in, resetn),
    ROW("niden", IN, ports_in, niden),
    ROW("dbgen", IN, ports_in, dbgen),
    ROW("clock_change", IN, ports_in, clock_change),
    ROW("idle_request", IN, ports_in, idle_request),
    ROW("atclken", IN, ports_in, atclken),
    ROW("pclken", IN, ports_in, pclken),
    ROW("syncreq", IN, ports_in, syncreq),
    ROW("afvalid", IN, ports_in, afvalid),
    ROW("psel", IN, ports_in, psel),
    ROW("penable", IN, ports_in, penable),
    ROW("pwrite", IN, ports_in, pwrite),
    ROW("atready", IN, ports_in, atready),
    ROW("wpt_valid", IN, ports_in, wpt_valid),
    ROW("pc", PTM, ports_in, wpt.pc),
    ROW("target", PTM, ports_in, wpt.target),
    ROW("context_id", PTM, ports_in, wpt.context_id),
    ROW("vmid", PTM, ports_in, wpt.vmid),
    ROW("exception", PTM, ports_in, wpt.exception),
    ROW("barrier", PTM, ports_in, wpt.barrier),
    ROW("wpt_type", PTM, ports_in, wpt.type),
    ROW("taken", PTM, ports_in, wpt.taken),
    ROW("link", PTM, ports_in, wpt.link),
    ROW("t32", PTM, ports_in, wpt.t32),
    ROW("target_t", PTM, ports_in, wpt.target_t),
    ROW("target_j", PTM, ports_in, wpt.target_j),
    ROW("ns", PTM, ports_in, wpt.ns),
    ROW("prohibited", PTM, ports_in, wpt.prohibited),
    ROW("hyp", PTM, ports_in, wpt.hyp),
    ROW("eret", PTM, ports_in, wpt.eret),
    SLOTS(0),
    SLOTS(1),
    ROW("etm_ns", ETM, ports_in, slots.ns),
    ROW("etm_hyp", ETM, ports_in, slots.hyp),
    ROW("etm_prohibited", ETM, ports_in, slots.prohibited),
    ROW("etm_debug", ETM, ports_in, slots.debug),
    ROW("context_id", ETM, ports_in, slots.context_id),
    ROW("vmid", ETM, ports_in, slots.vmid),
    ROW("atdata", OUT, ports_out, atdata),
    ROW("prdata", OUT, ports_out, prdata),
    ROW("atbytes", OUT, ports_out, atbytes),
    ROW("atid", OUT, ports_out, atid),
    ROW("wpt_enable", OUT, ports_out, wpt_enable),
    ROW("afready", OUT, ports_out, afready),
    ROW("pready", OUT, ports_out, pready),
    ROW("pslverr", OUT, ports_out, pslverr),
    ROW("trigger", OUT, ports_out, trigger),
    ROW("idle", OUT, ports_out, idle),
    ROW("atvalid", OUT, ports_out, atvalid),
};
enum { ROWS = sizeof rows / sizeof *rows };

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

// The first member of a packed struct is its highest.
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
  assert_int_equal(in->bits, 32 * PINS_IN_WORDS);
  assert_int_equal(out->bits, 32 * PINS_OUT_WORDS);
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

static uint64_t some_bits(const struct member *m) { return UINT64_C(0x96C3A5F00FA5C369) >> (64 - m->width); }

// PADDR has its byte offset in C, its word offset on the port.
static uint64_t in_c(const struct row *r, uint64_t value) { return strcmp(r->name, "paddr") == 0 ? value << 2 : value; }

static void set_member(void *ports, const struct row *r, uint64_t value) {
  value = in_c(r, value);
  memcpy((char *)ports + r->offset, &value, r->size);
}

static void check_in(const struct layout *l, const struct row *r, bool etm) {
  const struct member *m = find(l, r->name);
  const uint64_t value = some_bits(m);
  struct ports_in in = {0}, back = {0};
  svBitVecVal word[PINS_IN_WORDS], expected[PINS_IN_WORDS] = {0};
  memset(word, 0xFF, sizeof word);
  set_member(&in, r, value);
  set_bits(expected, m, value);
  pins_pack_in(&in, etm, word);
  if (memcmp(word, expected, sizeof word) != 0) fail_msg("%s is not where the package has it", r->name);
  pins_unpack_in(word, etm, &back);
  if (memcmp(&back, &in, sizeof in) != 0) fail_msg("%s does not come back", r->name);
}

static void inputs_lie_where_the_package_says(void **state) {
  struct layout in = {0}, out = {0};
  (void)state;
  read_package(&in, &out);
  for (unsigned i = 0; i < ROWS; i++) {
    if (rows[i].side == IN || rows[i].side == PTM) check_in(&in, &rows[i], false);
    if (rows[i].side == IN || rows[i].side == ETM) check_in(&in, &rows[i], true);
  }
}

static void outputs_lie_where_the_package_says(void **state) {
  struct layout in = {0}, out = {0};
  (void)state;
  read_package(&in, &out);
  for (unsigned i = 0; i < ROWS; i++) {
    if (rows[i].side != OUT) continue;
    const struct member *m = find(&out, rows[i].name);
    struct ports_out expected = {0}, back = {0};
    svBitVecVal word[PINS_OUT_WORDS] = {0};
    set_member(&expected, &rows[i], some_bits(m));
    set_bits(word, m, some_bits(m));
    pins_unpack_out(word, &back);
    if (memcmp(&back, &expected, sizeof back) != 0) fail_msg("%s is not where the package has it", rows[i].name);
  }
}

// A member of the package that no row has would cross to C unseen.
static void all_have_a_row(void **state) {
  struct layout in = {0}, out = {0};
  (void)state;
  read_package(&in, &out);
  const struct layout *const both[] = {&in, &out};
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < both[side]->count; i++) {
      const char *name = both[side]->at[i].name;
      unsigned found = strncmp(name, "unused", 6) == 0;
      for (unsigned r = 0; r < ROWS; r++) found += strcmp(rows[r].name, name) == 0;
      if (found == 0) fail_msg("%s of the package has no row here", name);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inputs_lie_where_the_package_says),
      cmocka_unit_test(outputs_lie_where_the_package_says),
      cmocka_unit_test(all_have_a_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
