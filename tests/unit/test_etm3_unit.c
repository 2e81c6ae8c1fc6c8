// SPDX-License-Identifier: Apache-2.0
// The ETM clock by clock, compared with values that follow from docs/pipeline-etm3.md: each row of the table of the
// front and each rule of the plan in its order. The last tests run all blocks together.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "encode.h"
#include "packet.h"
#include "register.h"
#include "rng.h"
#include "unit.h"

enum { CYCLES = ETMCR_CYCLE_ACCURATE, STAMPS = ETMCR_TIMESTAMP, GREEDY = 1 << 3, COUNT_PACKETS = 1 << 4 };
enum { IDENTITY = FIELD_OF(ETMCR_CONTEXT_ID, 1) | ETMCR_VMID };

#define ASYNC "00 00 00 00 00 80 "
#define START ASYNC "08 21 00 80 00 00 "  // at ARM 0x8000, Secure
#define VERSION(minor) (0x570CF200u | (unsigned)(minor) << 4)

// An instruction that passed, one that did not, and the location at which execution continues: the fields of struct
// place.
#define AT(...) .executed = true, .passed = true, .at = {__VA_ARGS__}
#define NOT(...) .executed = true, .at = {__VA_ARGS__}
#define TO(...) .branched = true, .to = {__VA_ARGS__}

// --- front -------------------------------------------------------------------------------------------------------

static const struct slots nothing, instruction = {.at = {{AT(0x8000)}}}, failed = {.at = {{NOT(0x8000)}}},
                                   pair = {.at = {{AT(0x8000)}, {AT(0x8004)}}}, branch = {.at = {{TO(0x9000)}}},
                                   prohibited = {.at = {{AT(0x8000)}}, .prohibited = true}, debug = {.debug = true};

struct front_bench {
  struct settings settings;
  struct front_in in;
  struct ports_in pins;  // in the clock of the decision
  struct etm3_front front;
  struct etm3_entry entry;  // the last that was pushed
};

// Tracing is on, no cycle is pending, and the gap is known. The unit is a cycle-accurate ETMv3.`minor` with timestamps,
// whose queue is neither empty nor full.
static void front_on(struct front_bench *b, unsigned minor) {
  *b = (struct front_bench){.settings = {.idr = VERSION(minor), .ccer = 0x34400000, .etmcr = CYCLES | STAMPS}};
  b->in = (struct front_in){.settings = &b->settings, .trace_enable = true, .pins = &b->pins};
  b->front = (struct etm3_front){.state = FRONT_ON, .gap_known = true};
}

static bool pushes(struct front_bench *b, struct slots slots) {
  b->front.in = slots;
  return etm3_front_decide(&b->front, &b->in, &b->entry);
}

static void holds(struct front_bench *b, unsigned clocks, struct slots slots) {
  while (clocks--) assert_false(pushes(b, slots));
}

static bool pushes_pair(struct front_bench *b, struct slot first, struct slot second) {
  return pushes(b, (struct slots){.at = {first, second}});
}

// The numbers of P-headers that are held, of pending cycles, and of cycles in the gap.
static void front_is(const struct front_bench *b, enum front_state state, unsigned held, unsigned pending,
                     uint32_t gap) {
  assert_int_equal(b->front.state, state);
  assert_int_equal(b->front.pending.held.headers.count, held);
  assert_int_equal(b->front.pending.cycles, pending);
  assert_int_equal(b->front.gap, gap);
}

static void front_is_empty(const struct front_bench *b, enum front_state state, uint32_t gap) {
  front_is(b, state, 0, 0, gap);
  assert_int_equal(b->front.pending.phdr.kind, ETM3_PHDR_NOTHING);
  assert_false(b->front.pending.held.atoms.any || b->front.pending.collected.any);
}

// The P-headers of each part of the entry, and the packet after them: B: a branch, X: an exception exit.
static void entry_is(const struct front_bench *b, const char *expected) {
  char text[80] = "", *end = text;
  for (unsigned i = 0; i < b->entry.parts; i++) {
    const struct etm3_part *part = &b->entry.part[i];
    if (i > 0) end += sprintf(end, "| ");
    for (unsigned k = 0; k < part->headers.count; k++)
      end += sprintf(end, "%02X ", (unsigned)(part->headers.bytes >> 8 * k & 0xFF));
    if (part->eret) end += sprintf(end, "X ");
    if (part->branched) end += sprintf(end, "B ");
  }
  assert_string_equal(text, expected);
}

// The parts with atoms: bit n is part n. The first atom is that of the instruction at `address`.
static void atoms_are(const struct front_bench *b, unsigned parts, uint32_t address) {
  assert_int_equal(b->entry.part[0].atoms | b->entry.part[1].atoms << 1, parts);
  assert_int_equal(b->entry.at.address, address);
}

CASE(front_on_forced) {
  struct front_bench b;
  front_on(&b, 3);
  holds(&b, 4, nothing);
  holds(&b, 1, pair);
  front_is(&b, FRONT_ON, 2, 5, 0);
  b.in.forced = true;
  assert_false(pushes(&b, instruction));
  front_is_empty(&b, FRONT_OVERFLOW, 6);
  assert_true(b.front.overflowed && b.front.gap_known);
  // For any other inputs of the clock.
  const struct slots *const clocks[] = {&nothing, &branch, &prohibited, &debug};
  for (unsigned i = 0; i < 4; i++) {
    front_on(&b, 5);
    b.in.forced = true;
    assert_false(pushes(&b, *clocks[i]));
    front_is_empty(&b, FRONT_OVERFLOW, 1);
    assert_true(b.front.overflowed && !b.front.gap_known);
  }
}

CASE(front_on_overflow) {
  static const bool known[6] = {false, true, true, true, true, false};
  (void)state;
  struct front_bench b;
  for (unsigned minor = 0; minor <= 5; minor++) {
    front_on(&b, minor);
    holds(&b, 7, nothing);
    b.in.queue_full = true;
    assert_false(pushes(&b, branch));
    front_is_empty(&b, FRONT_OVERFLOW, 8);
    assert_true(b.front.overflowed && b.front.gap_known == known[minor]);
  }
  // Each clock that must push an entry.
  const struct slots *const pushing[] = {&branch, &prohibited, &debug, &nothing};
  for (unsigned i = 0; i < 4; i++) {
    front_on(&b, 3);
    holds(&b, 2, instruction);
    b.in.queue_full = true;
    b.in.purge = i == 3;
    assert_false(pushes(&b, *pushing[i]));
    front_is_empty(&b, FRONT_OVERFLOW, 3);
  }
  front_on(&b, 3);
  b.in.queue_full = true;
  holds(&b, 3, failed);
  front_is(&b, FRONT_ON, 3, 3, 0);
  assert_false(pushes(&b, failed));
  front_is_empty(&b, FRONT_OVERFLOW, 4);
  // The clocks that must not push an entry.
  front_on(&b, 3);
  b.in.queue_full = true;
  holds(&b, 8, nothing);
  holds(&b, 6, instruction);
  front_is(&b, FRONT_ON, 1, 14, 0);
  front_on(&b, 3);
  b.in.queue_full = b.in.purge = true;
  b.settings.etmcr = 0;
  holds(&b, 1, nothing);
  front_is_empty(&b, FRONT_ON, 0);
}

CASE(front_on_ends) {
  struct front_bench b;
  front_on(&b, 5);
  holds(&b, 1, pair);
  holds(&b, 1, instruction);
  assert_true(pushes(&b, prohibited));
  front_is_empty(&b, FRONT_OFF, 1);
  assert_true(b.entry.ends && !b.entry.isync);
  entry_is(&b, "82 84 ");
  atoms_are(&b, 1, 0x8000);
  // Nothing is held, but an entry is pushed.
  front_on(&b, 5);
  assert_true(pushes(&b, prohibited));
  assert_true(b.entry.ends && b.entry.parts == 1);
  entry_is(&b, "");
  atoms_are(&b, 0, 0);
  // The Context ID is that of the last clock that executed an instruction.
  front_on(&b, 5);
  b.front.context = 5;
  assert_true(pushes(&b, (struct slots){.at = {{AT(0)}}, .prohibited = true, .context_id = 6, .vmid = 7}));
  assert_true(b.entry.context == 6 && b.entry.vmid == 7);
  // A branch in slot 0 without an instruction belongs to the last traced instruction, so the entry has it. A branch in
  // slot 1, and the clock itself, are not traced.
  front_on(&b, 5);
  holds(&b, 7, nothing);
  assert_true(pushes(&b, (struct slots){.at = {{TO(0x9000)}, {AT(0x9000)}}, .prohibited = true}));
  assert_true(b.entry.ends);
  entry_is(&b, "B8 B ");
  assert_int_equal(b.entry.part[0].to.address, 0x9000);
  front_on(&b, 5);
  assert_true(pushes(&b, (struct slots){.at = {{AT(0x9000), TO(0xA000)}, {TO(0xB000)}}, .prohibited = true}));
  entry_is(&b, "");
  // The event has the same effect. Without an instruction neither has an effect.
  front_on(&b, 5);
  b.in.trace_enable = false;
  assert_true(pushes(&b, instruction));
  assert_true(b.entry.ends);
  front_on(&b, 5);
  b.in.trace_enable = false;
  assert_true(pushes(&b, (struct slots){.at = {{TO(0x9000)}}, .prohibited = true}));
  assert_false(b.entry.ends);
  entry_is(&b, "A0 B ");
  front_is_empty(&b, FRONT_ON, 0);
}

CASE(front_on_debug) {
  struct front_bench b;
  for (unsigned minor = 0; minor <= 5; minor++) {
    front_on(&b, minor);
    holds(&b, 2, nothing);
    assert_true(pushes(&b, (struct slots){.at = {{TO(0x9000)}, {AT(0x9000)}}, .debug = true}));
    assert_true(b.entry.ends);
    entry_is(&b, "A4 ");
    front_is_empty(&b, FRONT_OFF, 1);
    assert_true(b.front.debug && b.front.gap_known == (minor > 0));
  }
}

CASE(front_on_collects_instructions) {
  struct front_bench b;
  front_on(&b, 5);
  holds(&b, 6, instruction);
  front_is(&b, FRONT_ON, 0, 6, 0);
  // Held while the queue has entries, otherwise pushed at once. P-headers that are being collected remain.
  holds(&b, 1, instruction);
  front_is(&b, FRONT_ON, 1, 7, 0);
  holds(&b, 1, nothing);
  b.in.queue_empty = true;
  assert_true(pushes(&b, nothing));
  entry_is(&b, "9C ");
  front_is(&b, FRONT_ON, 0, 2, 0);
  holds(&b, 1, nothing);
  front_is(&b, FRONT_ON, 0, 3, 0);
  assert_true(pushes(&b, failed));
  entry_is(&b, "A8 C0 ");
  front_is_empty(&b, FRONT_ON, 0);
  // Four are pushed. There are never more than five.
  b.in.queue_empty = false;
  holds(&b, 3, failed);
  front_is(&b, FRONT_ON, 3, 3, 0);
  assert_true(pushes(&b, failed));
  entry_is(&b, "C0 C0 C0 C0 ");
  front_is_empty(&b, FRONT_ON, 0);
  holds(&b, 3, failed);
  holds(&b, 6, instruction);
  assert_true(pushes(&b, pair));
  entry_is(&b, "C0 C0 C0 98 82 ");
  front_is_empty(&b, FRONT_ON, 0);
  assert_true(!b.entry.isync && !b.entry.ends);
}

CASE(front_on_collects_atoms) {
  struct front_bench b;
  front_on(&b, 5);
  b.settings.etmcr = 0;
  b.in.queue_empty = true;
  holds(&b, 20, nothing);
  front_is_empty(&b, FRONT_ON, 0);
  holds(&b, 7, pair);
  assert_true(pushes(&b, pair));
  entry_is(&b, "BC ");
  front_is(&b, FRONT_ON, 0, 0, 0);
  assert_true(pushes(&b, branch));
  entry_is(&b, "84 B ");
  assert_true(pushes_pair(&b, (struct slot){NOT(0x8000)}, (struct slot){NOT(0x8004)}));
  entry_is(&b, "C0 C0 ");
  // One P-header may contain both.
  b.settings.etmauxcr = GREEDY;
  assert_true(pushes_pair(&b, (struct slot){NOT(0x8000)}, (struct slot){NOT(0x8004)}));
  entry_is(&b, "8E ");
  atoms_are(&b, 1, 0x8000);
  assert_true(pushes_pair(&b, (struct slot){NOT(0x8000)}, (struct slot){NOT(0x8004), TO(0x9000)}));
  entry_is(&b, "8E B ");
  assert_true(pushes_pair(&b, (struct slot){NOT(0x8000), TO(0x9000)}, (struct slot){NOT(0x8004)}));
  entry_is(&b, "C0 B ");
  assert_true(pushes(&b, branch));
  entry_is(&b, "C0 B ");
  atoms_are(&b, 1, 0x8004);
}

CASE(front_on_separate_parts) {
  static const struct {
    struct slot first, second;
    const char *parts;
    unsigned atoms;
    uint32_t at;
    unsigned held, pending;
  } rows[] = {
      {{AT(0x8000), TO(0x9000)}, {0}, "84 B ", 1, 0x8000, 0, 0},
      {{AT(0x8000), .eret = true}, {0}, "84 X ", 1, 0x8000, 0, 0},
      {{AT(0x8000), TO(0x9000), .eret = true}, {0}, "84 X B ", 1, 0x8000, 0, 0},
      {{AT(0x8000)}, {TO(0x9000)}, "84 B ", 1, 0x8000, 0, 0},
      {{AT(0x8000)}, {AT(0x8004), TO(0x9000)}, "82 B ", 1, 0x8000, 0, 0},
      {{AT(0x8000)}, {NOT(0x8004), TO(0x9000)}, "86 B ", 1, 0x8000, 0, 0},
      {{AT(0x8000)}, {AT(0x8004), .eret = true}, "82 X ", 1, 0x8000, 0, 0},
      {{0}, {AT(0x8004), TO(0x9000)}, "84 B ", 1, 0x8004, 0, 0},
      {{TO(0x9000)}, {0}, "A0 B ", 0, 0, 0, 0},
      {{TO(0x9000)}, {TO(0xA000)}, "A0 B | B ", 0, 0, 0, 0},
      // Slot 0 has a separate part. The rest is held, unless it needs a part, too.
      {{AT(0x8000), TO(0x9000)}, {AT(0x9000)}, "84 B ", 1, 0x8000, 1, 0},
      {{AT(0x8000), .eret = true}, {NOT(0x9000)}, "84 X ", 1, 0x8000, 1, 0},
      {{AT(0x8000), TO(0x9000)}, {AT(0x9000), TO(0xA000)}, "84 B | 92 B ", 3, 0x8000, 0, 0},
      {{AT(0x8000), .eret = true}, {NOT(0x8004), TO(0x9000)}, "84 X | 96 B ", 3, 0x8000, 0, 0},
      {{AT(0x8000), TO(0x9000)}, {TO(0xA000)}, "84 B | B ", 1, 0x8000, 0, 0},
      // The clock belongs to slot 1 if slot 0 has no instruction.
      {{TO(0x9000)}, {AT(0x9000)}, "B ", 0, 0, 0, 1},
      {{TO(0x9000)}, {NOT(0x9000)}, "B ", 0, 0, 1, 1},
      {{TO(0x9000)}, {AT(0x9000), TO(0xA000)}, "B | 84 B ", 2, 0x9000, 0, 0},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct front_bench b;
    front_on(&b, 5);
    assert_true(pushes_pair(&b, rows[i].first, rows[i].second));
    entry_is(&b, rows[i].parts);
    atoms_are(&b, rows[i].atoms, rows[i].at);
    front_is(&b, FRONT_ON, rows[i].held, rows[i].pending, 0);
    // What was held before belongs to the first part, as does the first instruction.
    char parts[80];
    snprintf(parts, sizeof parts, "C0 %s", rows[i].parts);
    front_on(&b, 5);
    holds(&b, 1, (struct slots){.at = {{NOT(0x7FFC)}}});
    assert_true(pushes_pair(&b, rows[i].first, rows[i].second));
    entry_is(&b, parts);
    atoms_are(&b, rows[i].atoms | 1, 0x7FFC);
    front_is(&b, FRONT_ON, rows[i].held, rows[i].pending, 0);
  }
}

// The atoms after the last branch, by version. With a purge, they are a separate part.
CASE(front_on_trailing_atoms) {
  struct front_bench b;
  for (unsigned minor = 0; minor <= 5; minor++) {
    const bool bare = minor >= 3;
    front_on(&b, minor);
    assert_true(pushes_pair(&b, (struct slot){AT(0x8000), TO(0x9000)}, (struct slot){AT(0x9000)}));
    front_is(&b, FRONT_ON, bare ? 1 : 0, bare ? 0 : 1, 0);
    assert_true(pushes(&b, branch));
    entry_is(&b, bare ? "92 A0 B " : "84 A0 B ");
    atoms_are(&b, 1, 0x9000);
    front_on(&b, minor);
    assert_true(pushes_pair(&b, (struct slot){AT(0x8000), TO(0x9000)}, (struct slot){NOT(0x9000)}));
    front_is(&b, FRONT_ON, 1, bare ? 0 : 1, 0);
    b.in.purge = true;
    assert_true(pushes_pair(&b, (struct slot){AT(0x8000), TO(0x9000)}, (struct slot){AT(0x9000)}));
    entry_is(&b, bare ? "96 84 B | 92 " : "C0 84 B | 84 ");
    atoms_are(&b, 3, 0x9000);
    front_is_empty(&b, FRONT_ON, 0);
  }
  b.in.purge = true;
  assert_true(pushes(&b, (struct slots){.at = {{TO(0x9000)}, {AT(0x9000)}}}));
  entry_is(&b, "B | 84 ");
  b.settings.etmcr = 0;
  assert_true(pushes_pair(&b, (struct slot){AT(0x8000), TO(0x9000)}, (struct slot){AT(0x9000)}));
  entry_is(&b, "84 B | 84 ");
  // An exception return that the version cannot report does not end a part.
  front_on(&b, 3);
  holds(&b, 1, (struct slots){.at = {{AT(0x8000), .eret = true}, {AT(0x8004)}}});
  front_is(&b, FRONT_ON, 1, 1, 0);
}

// Which branches are traced, and in which form.
CASE(front_on_branches) {
  struct front_bench b;
  const struct slots slots = {
      .at = {{TO(0x9000, .t = true, .j = true, .ns = true, .hyp = true), .exception = 0x1F2, .cancel = true}}};
  for (unsigned minor = 0; minor <= 5; minor++) {
    front_on(&b, minor);
    assert_true(pushes(&b, slots));
    const struct etm3_part *part = &b.entry.part[0];
    assert_int_equal(part->exception, minor >= 4 ? 0x1F2 : 2);
    assert_true(part->branched && part->cancel && !part->secret && !part->eret);
    assert_true(part->to.t && part->to.j == (minor >= 3) && part->to.ns == (minor >= 2) &&
                part->to.hyp == (minor == 5));
  }
  assert_true(pushes(&b, (struct slots){.at = {{TO(0x9000), .secret = true}}}));
  assert_true(b.entry.part[0].secret && !b.entry.part[0].cancel);
  // A direct branch is traced only with branch output.
  front_on(&b, 5);
  holds(&b, 1, (struct slots){.at = {{AT(0x8000), TO(0x9000), .direct = true}, {AT(0x9000)}}});
  front_is(&b, FRONT_ON, 1, 1, 0);
  b.settings.etmcr |= ETMCR_BRANCH_BROADCAST;
  assert_true(pushes(&b, (struct slots){.at = {{AT(0x8000), TO(0x9000), .direct = true}, {AT(0x9000)}}}));
  entry_is(&b, "82 84 B ");
}

CASE(front_purge) {
  struct front_bench b;
  front_on(&b, 5);
  b.settings.etmcr = 0;
  b.in.purge = true;
  holds(&b, 1, nothing);
  assert_true(pushes(&b, instruction));
  entry_is(&b, "84 ");
  front_is_empty(&b, FRONT_ON, 0);
  b.settings.etmcr = CYCLES;
  assert_true(pushes(&b, nothing));
  entry_is(&b, "A0 ");
  assert_true(pushes(&b, branch));
  entry_is(&b, "A0 B ");
  b.in.purge = false;
  holds(&b, 2, instruction);
  b.in.purge = true;
  assert_true(pushes(&b, pair));
  entry_is(&b, "88 82 ");
}

// An instruction at the pins has another Context ID or VMID than the last one executed, including this clock.
CASE(front_purge_for_identity) {
  static const struct {
    uint32_t etmcr;
    struct slots clock, pins;
    bool purges;
  } rows[] = {
      {IDENTITY, {.context_id = 5, .vmid = 6}, {.at = {{AT(0)}}, .context_id = 5, .vmid = 6}, false},
      {IDENTITY, {.context_id = 5, .vmid = 6}, {.at = {{AT(0)}}, .context_id = 7, .vmid = 6}, true},
      {IDENTITY, {.context_id = 5, .vmid = 6}, {.at = {{0}, {AT(0)}}, .context_id = 7, .vmid = 6}, true},
      {IDENTITY, {.context_id = 5, .vmid = 6}, {.at = {{AT(0)}}, .context_id = 5, .vmid = 7}, true},
      {IDENTITY, {.context_id = 5, .vmid = 6}, {.at = {{TO(0)}}, .context_id = 7, .vmid = 7}, false},
      {IDENTITY, {.context_id = 9, .vmid = 9}, {.at = {{AT(0)}}, .context_id = 5, .vmid = 6}, false},
      {IDENTITY, {.context_id = 9, .vmid = 9}, {.at = {{AT(0)}}, .context_id = 9, .vmid = 9}, true},
      {IDENTITY, {.at = {{AT(0)}}, .context_id = 9, .vmid = 9}, {.at = {{AT(0)}}, .context_id = 9, .vmid = 9}, false},
      {IDENTITY, {.at = {{AT(0)}}, .context_id = 9, .vmid = 9}, {.at = {{AT(0)}}, .context_id = 5, .vmid = 6}, true},
      {ETMCR_VMID, {.vmid = 0}, {.at = {{AT(0)}}, .context_id = 7, .vmid = 6}, false},
      {ETMCR_CONTEXT_ID, {.vmid = 0}, {.at = {{AT(0)}}, .context_id = 5, .vmid = 7}, false},
      {ETMCR_CONTEXT_ID, {.vmid = 0}, {.at = {{AT(0)}}, .context_id = 0x80000005, .vmid = 6}, true},
      {0, {.vmid = 0}, {.at = {{AT(0)}}, .context_id = 7, .vmid = 7}, false},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct front_bench b;
    front_on(&b, 5);
    b.settings.etmcr |= rows[i].etmcr;
    b.pins.slots = (struct slots){.at = {{AT(0)}}, .context_id = 5, .vmid = 6};
    holds(&b, 1, b.pins.slots);
    b.pins.slots = rows[i].pins;
    assert_int_equal(pushes(&b, rows[i].clock), rows[i].purges);
    const bool executes = rows[i].clock.at[0].executed;
    if (rows[i].purges) entry_is(&b, executes ? "88 " : "84 A0 ");
    if (rows[i].purges) assert_int_equal(b.entry.context, executes ? rows[i].clock.context_id : 5);
    if (rows[i].purges) assert_int_equal(b.entry.vmid, executes ? rows[i].clock.vmid : 6);
  }
}

// The location is that of the first instruction whose atom is in the entry, even if it was executed long before.
CASE(front_places) {
  struct front_bench b;
  front_on(&b, 5);
  b.settings.etmauxcr = GREEDY;
  b.in.queue_empty = true;
  for (uint32_t i = 0; i < 7; i++) holds(&b, 1, (struct slots){.at = {{AT(0x8000 + 4 * i)}}});
  assert_true(pushes(&b, (struct slots){.at = {{AT(0x801C)}}}));
  entry_is(&b, "9C ");
  atoms_are(&b, 1, 0x8000);
  front_is(&b, FRONT_ON, 0, 1, 0);
  holds(&b, 1, (struct slots){.at = {{AT(0x8020)}}});
  assert_true(pushes(&b, nothing));
  entry_is(&b, "88 ");
  atoms_are(&b, 1, 0x801C);
  // Cycles alone have no location.
  holds(&b, 6, nothing);
  assert_true(pushes(&b, nothing));
  entry_is(&b, "BC ");
  atoms_are(&b, 0, 0);
  b.in.queue_empty = false;
  holds(&b, 9, nothing);
  holds(&b, 1, (struct slots){.at = {{AT(0x8024, .t = true)}}, .ns = true, .hyp = true});
  holds(&b, 1, pair);
  front_is(&b, FRONT_ON, 3, 11, 0);
  assert_true(pushes(&b, branch));
  entry_is(&b, "BC E4 82 A0 B ");
  atoms_are(&b, 1, 0x8024);
  assert_true(b.entry.at.t && !b.entry.at.j && b.entry.at.ns && b.entry.at.hyp);
}

CASE(front_off) {
  struct front_bench b;
  front_on(&b, 5);
  b.front.state = FRONT_OFF;
  b.front.gap = 10;
  const struct slots *const ignored[] = {&nothing, &branch, &prohibited, &debug};
  for (uint32_t i = 0; i < 4; i++) {
    b.in.queue_full = i % 2;
    b.in.forced = b.in.purge = true;  // these have an effect only in ON
    assert_false(pushes(&b, *ignored[i]));
    front_is_empty(&b, FRONT_OFF, 11 + i);
  }
  b.in.queue_full = b.in.purge = false;
  assert_true(pushes(&b, instruction));
  assert_true(b.entry.isync && b.entry.count == 14);
  assert_int_equal(b.entry.reason, ISYNC_DEBUG_EXIT);
  // Its own atom is still being collected, but it gives the location.
  entry_is(&b, "");
  atoms_are(&b, 0, 0x8000);
  front_is(&b, FRONT_ON, 0, 1, 0);
  b.in.forced = false;
  assert_true(pushes(&b, branch));
  entry_is(&b, "84 A0 B ");
  assert_false(b.entry.isync);
}

CASE(front_off_starts) {
  static const struct {
    struct slot first, second;
    const char *parts;
    unsigned atoms;
    uint32_t at;
    unsigned held, pending;
  } rows[] = {
      {{AT(0x8000)}, {0}, "", 0, 0x8000, 0, 1},
      {{NOT(0x8000)}, {0}, "C0 ", 1, 0x8000, 0, 0},
      {{AT(0x8000)}, {AT(0x8004)}, "82 ", 1, 0x8000, 0, 0},
      {{AT(0x8000), TO(0x9000)}, {0}, "84 B ", 1, 0x8000, 0, 0},
      {{AT(0x8000), TO(0x9000)}, {AT(0x9000)}, "84 B ", 1, 0x8000, 1, 0},
      {{AT(0x8000), TO(0x9000)}, {AT(0x9000), TO(0xA000)}, "84 B | 92 B ", 3, 0x8000, 0, 0},
      // A branch before the first instruction is dropped.
      {{TO(0x9000)}, {AT(0x9004)}, "", 0, 0x9004, 0, 1},
      {{TO(0x9000)}, {AT(0x9004), TO(0xA000)}, "84 B ", 1, 0x9004, 0, 0},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct front_bench b;
    front_on(&b, 5);
    b.front.state = FRONT_OFF;
    assert_true(pushes_pair(&b, rows[i].first, rows[i].second));
    assert_true(b.entry.isync && !b.entry.ends);
    entry_is(&b, rows[i].parts);
    atoms_are(&b, rows[i].atoms, rows[i].at);
    front_is(&b, FRONT_ON, rows[i].held, rows[i].pending, 0);
  }
  // A purge includes the first atom. So does another Context ID at the pins, which applies to this clock.
  struct front_bench b;
  front_on(&b, 5);
  b.settings.etmcr |= IDENTITY;
  b.front.state = FRONT_OFF;
  b.pins.slots = (struct slots){.at = {{AT(0x8004)}}, .context_id = 5};
  assert_true(pushes(&b, (struct slots){.at = {{AT(0x8000)}}, .context_id = 6, .vmid = 7}));
  entry_is(&b, "84 ");
  assert_true(b.entry.isync && b.entry.context == 6 && b.entry.vmid == 7);
  b.front.state = FRONT_OFF;
  assert_true(pushes(&b, (struct slots){.at = {{AT(0x8000)}}, .context_id = 5}));
  entry_is(&b, "");
}

CASE(front_off_overflow) {
  struct front_bench b;
  for (unsigned minor = 4; minor <= 5; minor++) {
    front_on(&b, minor);
    b.front.state = FRONT_OFF;
    b.front.gap = 10;
    b.front.debug = true;
    b.in.queue_full = true;
    assert_false(pushes(&b, instruction));
    front_is_empty(&b, FRONT_OVERFLOW, 11);
    // The instruction was the first after Debug state.
    assert_true(b.front.overflowed && !b.front.debug && b.front.gap_known == (minor == 4));
  }
}

CASE(front_overflow) {
  struct front_bench b;
  front_on(&b, 4);
  b.front.state = FRONT_OVERFLOW;
  b.front.overflowed = true;
  b.front.gap = 10;
  b.in.purge = b.in.queue_empty = true;
  assert_false(pushes(&b, instruction));
  front_is_empty(&b, FRONT_OVERFLOW, 11);
  assert_false(pushes(&b, debug));
  front_is_empty(&b, FRONT_OVERFLOW, 12);
  b.in.drained = true;
  assert_false(pushes(&b, instruction));
  front_is_empty(&b, FRONT_OFF, 13);
  b.in.drained = false;
  assert_true(pushes(&b, instruction));
  assert_int_equal(b.entry.reason, ISYNC_OVERFLOW);
  assert_int_equal(b.entry.count, 13);
  assert_false(b.front.overflowed || b.front.debug);
}

// IHI 0014Q 4.8: Debug state has priority over an overflow, but only at the first instruction after it that is not
// prohibited. I: an instruction; P: a prohibited instruction; D: Debug state; O: a forced overflow; d: its drain is
// done; between ( and ), TraceEnable is false. Expected: 1, 2 or 3 for an I-sync with this reason in its clock, - for
// none.
CASE(front_reasons) {
  static const struct {
    const char *clocks, *expected;
  } rows[] = {
      {"I", "1"},           {"IPI", "1-1"},       {"IDI", "1-3"},     {"IDPPI", "1---3"},
      {"ID..I", "1---3"},   {"IOd.I", "1---2"},   {"IODdI", "1---3"}, {"IOdDI", "1---3"},
      {"IODIdI", "1----2"}, {"IODPdI", "1----3"}, {"ID(I)I", "1--1"}, {"ID(P)I", "1--3"},
      {"ID(.)I", "1--3"},   {"(DI)PI", "---1"},   {"IDIPI", "1-3-1"}, {"IODdIPI", "1---3-1"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct front_bench b;
    char text[16] = "", *end = text;
    front_on(&b, 5);
    b.front.state = FRONT_OFF;
    for (const char *c = rows[i].clocks; *c; c++) {
      if (*c == '(' || *c == ')') {
        b.in.trace_enable = *c == ')';
        continue;
      }
      b.in.forced = *c == 'O';
      b.in.drained = *c == 'd';
      const bool pushed = pushes(&b, *c == 'I' ? instruction : *c == 'P' ? prohibited : *c == 'D' ? debug : nothing);
      end += sprintf(end, "%c", pushed && b.entry.isync ? '0' + b.entry.reason : '-');
    }
    assert_string_equal(text, rows[i].expected);
  }
}

// The clocks that an overflow loses are counted: the pending clocks and those of the gap.
CASE(front_gap_of_an_overflow) {
  static const bool known[6] = {false, true, true, true, true, false};
  (void)state;
  for (unsigned minor = 0; minor <= 5; minor++) {
    struct front_bench b;
    front_on(&b, minor);
    holds(&b, 1, failed);
    holds(&b, 3, nothing);
    holds(&b, 1, pair);
    front_is(&b, FRONT_ON, 3, 5, 0);
    // The P-headers are dropped, an E remains.
    b.in.queue_empty = true;
    assert_true(pushes(&b, instruction));
    entry_is(&b, "C0 A8 82 ");
    front_is(&b, FRONT_ON, 0, 1, 0);
    assert_int_equal(b.front.pending.instructions, 1);
    b.in.queue_empty = false;
    holds(&b, 2, nothing);
    b.in.forced = true;
    assert_false(pushes(&b, nothing));
    front_is_empty(&b, FRONT_OVERFLOW, 4);
    b.in.forced = false;
    b.in.drained = true;
    assert_false(pushes(&b, nothing));
    assert_true(pushes(&b, instruction));
    assert_int_equal(b.entry.count, known[minor] ? 5 : 0);
    assert_int_equal(b.entry.reason, ISYNC_OVERFLOW);
  }
}

CASE(front_gap_of_32_bits) {
  struct front_bench b;
  front_on(&b, 4);
  b.front.state = FRONT_OFF;
  b.front.gap = 0xFFFFFFFE;
  pushes(&b, nothing);
  assert_true(b.front.gap == 0xFFFFFFFF && b.front.gap_known);
  pushes(&b, nothing);
  assert_false(b.front.gap_known);
  pushes(&b, nothing);
  assert_true(pushes(&b, instruction));
  assert_true(b.entry.count == 0 && b.front.gap_known);
}

CASE(front_slot_1_moves_to_slot_0) {
  struct front_bench b;
  front_on(&b, 5);
  holds(&b, 1, (struct slots){.at = {{TO(0x9000), .direct = true}, {AT(0x9004)}}});
  front_is(&b, FRONT_ON, 0, 1, 0);
  b.settings.etmcr |= ETMCR_BRANCH_BROADCAST;
  assert_true(pushes(&b, (struct slots){.at = {{TO(0x9000), .direct = true}, {AT(0x9004)}}}));
  entry_is(&b, "84 B ");
}

CASE(front_stamps) {
  struct front_bench b;
  front_on(&b, 5);
  b.front.in_times.stamp = 77;
  assert_true(pushes(&b, branch));
  assert_true(!b.entry.stamped && b.entry.stamp == 77);
  // The event requests a timestamp. The held entry is pushed with it, but not into a full queue.
  b.in.stamp_event = true;
  holds(&b, 1, instruction);
  assert_true(b.front.stamps.due);
  b.in.stamp_event = false;
  b.in.queue_full = true;
  holds(&b, 1, instruction);
  assert_true(b.front.stamps.due);
  b.in.queue_full = false;
  assert_true(pushes(&b, instruction));
  assert_true(b.entry.stamped && b.entry.parts == 1 && !b.entry.part[0].branched);
  assert_false(b.front.stamps.due);
  // Any other entry gets the timestamp, too, and the event requests another.
  b.in.stamp_event = true;
  holds(&b, 1, instruction);
  assert_true(pushes(&b, branch));
  assert_true(b.entry.stamped);
  b.in.stamp_event = false;
  assert_true(pushes(&b, prohibited));
  assert_true(b.entry.stamped && b.entry.ends);
  assert_false(b.front.stamps.due);
  // If timestamps are off, neither the event nor a flush requests one, and an I-sync has none.
  b.in.stamp_event = b.in.flush_begins = true;
  pushes(&b, nothing);
  assert_false(b.front.stamps.due);
  assert_true(pushes(&b, (struct slots){.at = {{AT(0x8000), .eret = true}}}));
  assert_true(b.entry.isync && !b.entry.stamped);
  b.in.stamp_event = b.in.flush_begins = false;
  // A flush: the entry that it purges has no timestamp yet.
  holds(&b, 1, instruction);
  b.in.flush_begins = b.in.purge = true;
  assert_true(pushes(&b, nothing));
  assert_false(b.entry.stamped);
  b.in.flush_begins = b.in.purge = false;
  assert_true(pushes(&b, branch));
  assert_true(b.entry.stamped);
  // An exception return in either part.
  assert_true(pushes(&b, (struct slots){.at = {{AT(0x8000)}, {AT(0x8004), .eret = true}}}));
  assert_true(b.entry.stamped && b.entry.parts == 1);
  assert_true(pushes(&b, (struct slots){.at = {{AT(0x8000), TO(0x9000)}, {AT(0x8004), .eret = true}}}));
  assert_true(b.entry.stamped && b.entry.parts == 2);
  b.settings.etmauxcr = 1 << 1;
  assert_true(pushes(&b, (struct slots){.at = {{AT(0x8000), .eret = true}}}));
  assert_false(b.entry.stamped);
  // The request is dropped by an overflow, and if timestamps are off.
  b.in.stamp_event = true;
  pushes(&b, nothing);
  b.in.forced = true;
  pushes(&b, nothing);
  assert_true(b.front.stamps.due);
  pushes(&b, nothing);
  assert_false(b.front.stamps.due);
  front_on(&b, 5);
  b.settings.etmcr = 0;
  b.in.stamp_event = true;
  pushes(&b, nothing);
  assert_false(b.front.stamps.due);
}

CASE(front_clock_change) {
  struct front_bench b;
  front_on(&b, 5);
  b.front.in_times.clock_change = true;
  // An entry without a timestamp has the clock change, too, because a T-sync may report it.
  assert_true(pushes(&b, branch));
  assert_true(!b.entry.stamped && b.entry.clock_change);
  b.front.in_times.clock_change = false;
  b.front.stamps.due = true;
  assert_true(pushes(&b, branch));
  assert_true(b.entry.stamped && !b.entry.clock_change);
  // A clock change in a clock in which nothing is pushed waits for the next entry.
  b.front.in_times.clock_change = true;
  assert_false(pushes(&b, nothing));
  b.front.in_times.clock_change = false;
  assert_true(pushes(&b, branch));
  assert_true(b.entry.clock_change && !b.front.stamps.clock_change);
}

// Comparators sample the executed instructions, whether or not these are traced.
CASE(context_is_known_in_each_state) {
  struct front_bench b;
  struct front_out out;
  front_on(&b, 5);
  for (unsigned i = 0; i < 4; i++) {
    b.front.run = i < 3;
    b.front.state = i < 3 ? (enum front_state)i : FRONT_OFF;
    b.in.trace_enable = false;
    b.front.in = (struct slots){.at = {{AT(0x8000)}}, .context_id = 5 + i, .vmid = (uint8_t)(6 + i)};
    etm3_front_step(&b.front, &b.in, &b.entry, &out);
    assert_true(b.front.context == 5 + i && b.front.vmid == 6 + i);
    b.front.in = (struct slots){.context_id = 1, .vmid = 1};
    etm3_front_step(&b.front, &b.in, &b.entry, &out);
    b.front.in = (struct slots){.at = {{AT(0x8000)}}, .context_id = 1, .debug = true};
    etm3_front_step(&b.front, &b.in, &b.entry, &out);
    assert_true(b.front.context == 5 + i && b.front.vmid == 6 + i);
  }
}

CASE(front_state_is_cleared_at_stop) {
  struct front_bench b;
  struct front_out out;
  front_on(&b, 5);
  holds(&b, 1, pair);
  holds(&b, 3, instruction);
  b.front.gap = 4;
  b.front.context = b.front.vmid = 5;
  b.front.debug = b.front.overflowed = b.front.stamps.due = b.front.stamps.clock_change = true;
  b.front.in_times.idle = true;
  b.in.purge = true;
  etm3_front_step(&b.front, &b.in, &b.entry, &out);
  assert_false(out.push || b.front.run || b.front.debug);
  assert_true(b.front.overflowed);  // so that ETMSR[0] can be read
  assert_false(b.front.stamps.due || b.front.stamps.clock_change);
  assert_true(b.front.stamps.idle && b.front.in.at[0].executed);
  front_is_empty(&b, FRONT_OFF, 5);
  b.in.enabled = true;
  etm3_front_step(&b.front, &b.in, &b.entry, &out);
  assert_false(b.front.run);
  b.in.stopped = true;
  etm3_front_step(&b.front, &b.in, &b.entry, &out);
  assert_true(b.front.run && b.front.overflowed);
  b.in.forget_overflow = true;
  etm3_front_step(&b.front, &b.in, &b.entry, &out);
  assert_false(b.front.overflowed);
}

// IHI 0014Q 7.3.4: while the unit is off, the gap is counted. Only the Programming bit and the power-down bit reset the
// count. In ETMv3.0, Debug state does so, too.
CASE(front_counts_the_gap_while_off) {
  static const struct {
    unsigned minor;
    uint32_t etmcr, gap;
    bool debug, known;
  } rows[] = {
      {0, 0, 4, false, true},
      {5, 0, 4, false, true},
      {3, ETMCR_PORT, 4, false, true},
      {5, ETMCR_PROGRAMMING, 4, false, false},
      {5, ETMCR_POWER_DOWN, 4, false, false},
      {0, 0, 4, true, false},
      {1, 0, 4, true, true},
      {5, 0, 0xFFFFFFFE, false, true},
      {5, 0, 0xFFFFFFFF, false, false},
  };
  (void)state;
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct front_bench b;
    struct front_out out;
    front_on(&b, rows[i].minor);
    b.front.state = FRONT_OFF;
    b.front.gap = rows[i].gap;
    b.settings.etmcr |= rows[i].etmcr;
    b.front.in = rows[i].debug ? debug : instruction;
    etm3_front_step(&b.front, &b.in, &b.entry, &out);
    assert_int_equal(b.front.gap, rows[i].gap + 1);
    assert_int_equal(b.front.gap_known, rows[i].known);
    b.settings.etmcr = CYCLES;
    b.front.in = nothing;
    b.in.enabled = b.in.stopped = true;
    etm3_front_step(&b.front, &b.in, &b.entry, &out);
    assert_true(b.front.run);
    b.front.in = instruction;
    etm3_front_step(&b.front, &b.in, &b.entry, &out);
    assert_true(out.push && b.entry.isync && b.front.gap_known);
    assert_int_equal(b.entry.count, rows[i].known && rows[i].gap != 0xFFFFFFFE ? rows[i].gap + 2 : 0);
  }
}

// --- plan --------------------------------------------------------------------------------------------------------

struct plan_bench {
  struct settings settings;
  struct plan_in in;
  struct plan plan;
  struct plan_out said;
};

// An I-sync at ARM 0x8000 and an instruction have been sent.
static void plan_up(struct plan_bench *b, uint32_t etmcr) {
  *b = (struct plan_bench){.settings = {.idr = VERSION(5), .ccer = 0x34400000, .etmcr = etmcr}};
  b->in = (struct plan_in){.settings = &b->settings, .emit_ready = true};
  b->plan = (struct plan){.tracing = true, .progress = true, .etm3.base.address = 0x8000};
}

static void steps(struct plan_bench *b, const char *expected) {
  plan_step(&b->plan, &b->in, &b->said, etm3_plan_next);
  char text[3 * 17] = "", *end = text;
  if (b->plan.valid) {
    const struct wire w = etm3_wire(&b->plan.record);
    for (unsigned i = 0; i < w.length; i++)
      end += sprintf(end, "%02X ", (uint8_t)((i < 8 ? w.low : w.high) >> 8 * (i % 8)));
    if (b->plan.record.mark) strcpy(end, "mark");
  } else {
    strcpy(text, "none");
  }
  assert_string_equal(text, expected);
}

// P-headers, at least one with an atom. The first P-header is in the lowest bits.
#define CLOCKS(bytes, count) .headers = {bytes, count}
#define ATOMS(bytes, count) CLOCKS(bytes, count), .atoms = true

static const struct etm3_entry an_instruction = {.part = {{ATOMS(0x84, 1)}}, .parts = 1, .at = {0x8010}};

// docs/pipeline-etm3.md#plan 3 and 6: the whole Context ID is stored, because ETMCR may be written while tracing.
CASE(all_context_bits_are_stored) {
  struct etm3 e = {0};
  struct settings s = {.idr = VERSION(5), .etmcr = FIELD_OF(ETMCR_CONTEXT_ID, 1)};
  etm3_context_id(&e, &s, 0x12345678);
  s.etmcr = ETMCR_CONTEXT_ID;
  assert_false(sent_context_differs(&e.sent, &s, 0x12345678));
  assert_true(sent_context_differs(&e.sent, &s, 0x92345678));
}

CASE(plan_order) {
  struct plan_bench b;
  plan_up(&b, 0);
  b.in.sync_request = b.in.trigger_request = b.in.mark_request = true;
  b.in.etm3_head = &an_instruction;
  b.plan.following = FOLLOW_VMID;
  steps(&b, "3C 00 ");
  steps(&b, ASYNC);
  assert_true(b.said.async && !b.said.isync && !b.said.trigger && !b.said.mark && !b.said.pop);
  // Requested again: not before an instruction has been sent.
  steps(&b, "0C ");
  assert_true(b.said.trigger && !b.said.async);
  b.in.trigger_request = false;
  steps(&b, "mark");
  assert_true(b.said.mark);
  b.in.mark_request = false;
  steps(&b, "08 01 10 80 00 00 ");
  assert_true(b.said.isync && !b.said.pop);
  steps(&b, "84 ");
  assert_true(b.said.pop);
  steps(&b, ASYNC);
  b.in.sync_request = false;
  b.in.etm3_head = NULL;
  steps(&b, "none");
  assert_false(b.said.pop);
}

CASE(plan_waits_for_emit) {
  struct plan_bench b;
  plan_up(&b, 0);
  b.in.trigger_request = true;
  steps(&b, "0C ");
  b.in.trigger_request = b.in.emit_ready = false;
  b.in.etm3_head = &an_instruction;
  steps(&b, "0C ");
  assert_false(b.said.pop || b.said.trigger);
  b.in.emit_ready = true;
  steps(&b, "84 ");
  assert_true(b.said.pop);
  b.in.etm3_head = NULL;
  steps(&b, "none");
  // Without a record, the plan does not sample emit.
  b.in.emit_ready = false;
  b.in.mark_request = true;
  steps(&b, "mark");
}

// IHI 0014Q 7.10.2: the first A-sync does not wait for anything.
CASE(plan_sends_async_first) {
  struct plan_bench b;
  plan_up(&b, CYCLES);
  plan_reset(&b.plan);
  b.in.sync_request = b.in.trigger_request = b.in.mark_request = true;
  steps(&b, ASYNC);
  assert_true(b.said.async && !b.plan.async_due && b.plan.async_sent);
  b.in.sync_request = b.in.mark_request = false;
  steps(&b, "0C ");
  b.in.trigger_request = false;
  steps(&b, "none");
  struct etm3_entry e = an_instruction;
  e.isync = true;
  e.reason = ISYNC_TRACE_ON;
  e.count = 200;
  b.in.etm3_head = &e;
  // That A-sync belongs to this I-sync.
  b.in.sync_request = true;
  steps(&b, "70 C8 01 21 10 80 00 00 ");
  assert_true(b.said.isync && !b.said.pop);
  b.in.sync_request = false;
  steps(&b, "84 ");
  assert_true(b.said.pop);
  b.in.etm3_head = NULL;
  b.in.stopped = true;
  steps(&b, "none");
  assert_true(b.plan.async_due && !b.plan.tracing && !b.plan.progress && b.plan.etm3.base.address == 0);
}

CASE(plan_pending_packets_in_order) {
  struct plan_bench b;
  plan_up(&b, CYCLES | STAMPS | ETMCR_VMID);
  b.settings.etmauxcr = COUNT_PACKETS;
  plan_reset(&b.plan);
  struct etm3_entry e = {.part = {{ATOMS(0x84, 1), .eret = true}}, .parts = 1, .at = {0x8010}, .isync = true};
  e.reason = ISYNC_DEBUG_EXIT;
  e.count = 5;
  e.vmid = 9;
  e.stamp = 0x83;
  e.stamped = e.clock_change = true;
  b.in.etm3_head = &e;
  steps(&b, ASYNC);
  steps(&b, "08 61 10 80 00 00 ");
  steps(&b, "04 05 ");
  steps(&b, "3C 09 ");
  steps(&b, "46 83 81 80 80 80 80 80 80 00 ");
  steps(&b, "84 76 ");
  assert_true(b.said.pop);
  e = (struct etm3_entry){.part = {{CLOCKS(0xBC, 1)}}, .parts = 1, .stamp = 0x84};
  steps(&b, "42 03 ");
  steps(&b, "BC ");
  assert_true(b.said.pop);
  e = (struct etm3_entry){.part = {{CLOCKS(0xA0, 1)}}, .parts = 1, .stamped = true, .stamp = 0x184};
  steps(&b, "A0 ");
  assert_true(b.said.pop);
  // A full timestamp while a synchronization is pending.
  b.in.sync_request = true;
  steps(&b, "42 84 83 80 80 80 80 80 80 00 ");
}

// A T-sync follows only an I-sync after an A-sync, a periodic I-sync, or one after an overflow.
CASE(plan_tsyncs) {
  for (uint8_t reason = ISYNC_TRACE_ON; reason <= ISYNC_DEBUG_EXIT; reason++) {
    struct plan_bench b;
    plan_up(&b, STAMPS);
    struct etm3_entry e = an_instruction;
    e.isync = true;
    e.reason = reason;
    b.in.etm3_head = &e;
    plan_step(&b.plan, &b.in, &b.said, etm3_plan_next);
    assert_int_equal(b.plan.following, reason == ISYNC_OVERFLOW ? FOLLOW_TSYNC : 0);
    plan_up(&b, STAMPS);
    b.plan.isync_due = true;
    b.in.etm3_head = &e;
    plan_step(&b.plan, &b.in, &b.said, etm3_plan_next);
    assert_int_equal(b.plan.following, FOLLOW_TSYNC);
    assert_false(b.plan.isync_due);
  }
}

// Context ID and VMID packets precede the first atoms of an entry, in whichever part these are.
CASE(plan_opening_part) {
  struct plan_bench b;
  plan_up(&b, IDENTITY);
  struct etm3_entry e = {.part = {{CLOCKS(0xA4, 1), .branched = true, .to = {0x8014}},
                                  {ATOMS(0x84, 1), .eret = true, .branched = true, .to = {0x8018}}},
                         .parts = 2,
                         .at = {0x8014},
                         .context = 0x105,
                         .vmid = 9};
  b.in.etm3_head = &e;
  b.plan.progress = false;
  steps(&b, "A4 0B ");
  assert_true(!b.said.pop && !b.plan.progress);
  steps(&b, "6E 05 ");
  steps(&b, "3C 09 ");
  assert_true(!b.said.pop && !b.plan.progress);
  steps(&b, "84 76 0D ");
  assert_true(b.said.pop && b.plan.progress);
  // Two parts with atoms: before the first of them. The I-sync reports the Context ID, and a VMID always follows it.
  e.part[0].atoms = true;
  e.context = 0x106;
  b.plan.isync_due = true;
  steps(&b, "08 06 01 14 80 00 00 ");
  assert_true(b.said.isync && !b.said.pop && !b.plan.isync_due && !b.plan.progress);
  steps(&b, "3C 09 ");
  steps(&b, "A4 0B ");
  assert_true(b.plan.progress);
  steps(&b, "84 76 0D ");
  assert_true(b.said.pop);
  // An entry without atoms has neither, and no periodic I-sync.
  e = (struct etm3_entry){.part = {{CLOCKS(0xA4, 1)}}, .parts = 1, .context = 7, .vmid = 8};
  b.plan.isync_due = true;
  b.plan.progress = false;
  steps(&b, "A4 ");
  assert_true(b.said.pop && !b.plan.progress && b.plan.isync_due);
  // Only the bytes that are traced count.
  b.plan.isync_due = false;
  e = an_instruction;
  e.context = 0x206;
  e.vmid = 9;
  steps(&b, "84 ");
  assert_true(b.said.pop);
}

// The longest record, and records without P-headers.
CASE(plan_records) {
  struct plan_bench b;
  plan_up(&b, CYCLES);
  struct etm3_entry e = {
      .part = {{ATOMS(0x8298C0C0C0, 5), .eret = true, .branched = true, .exception = 0x1E, .to = {0x8010}}},
      .parts = 1};
  b.in.etm3_head = &e;
  steps(&b, "C0 C0 C0 98 82 76 89 80 81 80 48 9C 01 ");
  assert_true(b.said.pop);
  e = (struct etm3_entry){.part = {{.eret = true}}, .parts = 1};
  steps(&b, "76 ");
  e = (struct etm3_entry){.parts = 1};
  steps(&b, "none");
  assert_true(b.said.pop);
  // This also applies to the entry of an I-sync whose atom follows.
  e = (struct etm3_entry){.parts = 1, .isync = true, .reason = ISYNC_TRACE_ON, .at = {0x8010}};
  steps(&b, "70 00 21 10 80 00 00 ");
  assert_false(b.said.pop || b.plan.progress);
  steps(&b, "none");
  assert_true(b.said.pop && !b.plan.progress && !b.plan.isync_sent);
}

// The second part of an entry is no position for an I-sync, nor for packets that must precede an instruction.
CASE(plan_synchronizes_between_parts) {
  struct plan_bench b;
  plan_up(&b, ETMCR_VMID);
  struct etm3_entry e = {
      .part = {{ATOMS(0x84, 1), .branched = true, .to = {0x8014}}, {ATOMS(0x84, 1)}}, .parts = 2, .at = {0x8010}};
  b.in.etm3_head = &e;
  steps(&b, "84 0B ");
  b.in.sync_request = true;
  steps(&b, ASYNC);
  b.in.sync_request = false;
  steps(&b, "84 ");
  assert_true(b.said.pop && b.plan.isync_due && b.plan.progress);
  b.in.etm3_head = &an_instruction;
  steps(&b, "08 01 10 80 00 00 ");
  steps(&b, "3C 00 ");
}

// Between an I-sync and its instruction, no packet has been sent that a synchronization could follow.
CASE(plan_sends_no_async_after_isync) {
  struct plan_bench b;
  plan_up(&b, 0);
  struct etm3_entry e = an_instruction;
  e.isync = true;
  e.reason = ISYNC_TRACE_ON;
  b.in.etm3_head = &e;
  steps(&b, "08 21 10 80 00 00 ");
  b.in.sync_request = true;
  steps(&b, "84 ");
  assert_true(b.said.pop);
  steps(&b, ASYNC);
}

CASE(plan_ends) {
  struct plan_bench b;
  plan_up(&b, CYCLES);
  struct etm3_entry e = {.part = {{ATOMS(0xA084, 2)}}, .parts = 1, .ends = true};
  b.in.etm3_head = &e;
  steps(&b, "84 A0 ");
  assert_true(b.said.pop && !b.said.mark && !b.plan.tracing && b.plan.progress);
  e = (struct etm3_entry){.parts = 1, .ends = true};
  steps(&b, "none");
  assert_true(b.said.pop);
  // While tracing is off, a request waits for the next I-sync.
  b.in.etm3_head = NULL;
  b.in.sync_request = true;
  steps(&b, "none");
}

// --- drain -------------------------------------------------------------------------------------------------------

// The entry that the front holds must be pushed in the clock in which a flush, or the change to idle, begins.
CASE(drain_waits_for_the_queue) {
  static const struct {
    struct drain_in in;
    enum drain_purpose begins, crowded;
  } rows[] = {
      {{.run = true, .atclken = true, .afvalid = true, .idle_requested = true}, DRAIN_FOR_FLUSH, DRAIN_FOR_NOTHING},
      {{.run = true, .atclken = true, .idle_requested = true}, DRAIN_FOR_IDLE, DRAIN_FOR_NOTHING},
      {{.run = true, .overflow = true, .atclken = true, .afvalid = true}, DRAIN_FOR_OVERFLOW, DRAIN_FOR_OVERFLOW},
      {{.atclken = true, .afvalid = true}, DRAIN_FOR_STOP, DRAIN_FOR_STOP},
      {{.run = true, .afvalid = true}, DRAIN_FOR_NOTHING, DRAIN_FOR_NOTHING},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct drain d = {0};
    struct drain_in in = rows[i].in;
    assert_int_equal(drain_begins(&d, &in), rows[i].begins);
    in.crowded = true;
    assert_int_equal(drain_begins(&d, &in), rows[i].crowded);
    d.state = DRAIN_QUEUE;
    assert_int_equal(drain_begins(&d, &in), DRAIN_FOR_NOTHING);
  }
}

// --- all boxes ---------------------------------------------------------------------------------------------------

#define BYTES_ROOM 200000

struct bench {
  struct config config;
  struct unit unit;
  struct ports_in in;
  struct ports_out out;  // before the last edge
  unsigned clocks;
  unsigned afready;   // flushes acknowledged
  unsigned triggers;  // clocks with ETMTRIGOUT
  size_t count;       // bytes sent
  size_t checked;     // the number of bytes that says() has checked
  uint8_t bytes[BYTES_ROOM];
  struct encoder encoder;  // the same without a clock
  struct trace_bytes expected;
};

static void clock_edge(struct bench *b) {
  unit_outputs(&b->unit, &b->out);
  if (b->in.atclken && b->out.atvalid && b->in.atready) {
    assert_true(b->count + 8 < BYTES_ROOM);
    for (int i = 0; i <= b->out.atbytes; i++) b->bytes[b->count++] = (uint8_t)(b->out.atdata >> 8 * i);
  }
  b->afready += b->in.atclken && b->out.afready;
  b->triggers += b->out.trigger;
  unit_step(&b->unit, &b->in);
  b->clocks++;
  b->in.slots = nothing;
  b->in.syncreq = false;
}

static void idle(struct bench *b, unsigned clocks) {
  while (clocks--) clock_edge(b);
}

static void access_register(struct bench *b, unsigned offset, bool write, uint32_t data) {
  b->in.psel = true;
  b->in.penable = false;
  b->in.pwrite = write;
  b->in.paddr = (uint16_t)offset;
  b->in.pwdata = data;
  clock_edge(b);
  b->in.penable = true;
  clock_edge(b);
  b->in.psel = b->in.penable = false;
}

static void write_register(struct bench *b, unsigned offset, uint32_t data) { access_register(b, offset, true, data); }

static uint32_t read_register(struct bench *b, unsigned offset) {
  access_register(b, offset, false, 0);
  return b->out.prdata;
}

static void power_up(struct bench *b) {
  unit_reset(&b->unit, &b->config);
  encoder_reset(&b->encoder, &b->config);
  b->in = (struct ports_in){.resetn = true, .niden = true, .atclken = true, .pclken = true, .atready = true};
  b->in.dbgpwrdup = b->in.paddrdbg31 = true;
  b->in.cfgidr = b->config.etmidr;
  b->in.cfgccer = b->config.etmccer;
  b->in.cfgccr = config_ccr(&b->config);
  b->in.cfgregs = (uint16_t)b->config.cfgregs;
  b->count = b->checked = 0;
}

static void enable(struct bench *b) {
  power_up(b);
  write_register(b, ETMOSLAR, 0);  // a reset of ETMv3.5 locks it
  for (const struct register_row *row = register_rows; row->config; row++) {
    if (row->offset != ETMCR) write_register(b, row->offset, register_value(row, &b->config));
  }
  write_register(b, ETMCR, b->config.etmcr);
  idle(b, 2);
  assert_true(b->unit.etm3_front.run);
  b->clocks = 0;
}

static int setup(void **state) {
  struct bench *b = calloc(1, sizeof *b);
  b->config = config_default_etm3;
  b->config.etmsyncfr = 0;
  *state = b;
  return b == NULL;
}

static int teardown(void **state) {
  struct bench *b = *state;
  free(b->expected.at);
  free(b);
  return 0;
}

// One clock with an instruction or branch on the port.
static void present(struct bench *b, struct slots slots) {
  b->in.slots = slots;
  clock_edge(b);
}
#define ONE(b, ...) present(b, (struct slots){.at = {{__VA_ARGS__}}})

static void flush(struct bench *b) {
  const unsigned before = b->afready;
  idle(b, 2);
  b->in.afvalid = true;
  for (int clocks = 0; clocks < 1000 && b->afready == before; clocks++) clock_edge(b);
  b->in.afvalid = false;
  assert_int_equal(b->afready, before + 1);
}

// Returns all bytes since the last call in hex, each followed by a blank.
static void says(struct bench *b, const char *expected) {
  char text[3 * 256] = "", *end = text;
  assert_in_range(b->count - b->checked, 0, 255);
  while (b->checked < b->count) end += sprintf(end, "%02X ", b->bytes[b->checked++]);
  assert_string_equal(text, expected);
}

static void flush_says(struct bench *b, const char *expected) {
  flush(b);
  says(b, expected);
}

// Turns tracing on at ARM 0x8000, until everything has been sent.
static void start(struct bench *b) {
  enable(b);
  ONE(b, AT(0x8000));
  flush(b);
  b->checked = b->count;
}

// The rows of the table: the values after a reset, and after writes of ones.
static void read_rows(struct bench *b, enum protocol protocol, bool written) {
  const uint32_t etmccr = read_register(b, ETMCCR);
  for (const struct register_row *row = register_rows; row < register_rows + register_count; row++) {
    const uint32_t value = read_register(b, row->offset);
    const bool none = !row->access[protocol].how || !register_is_built(row, etmccr, b->config.etmccer);
    assert_int_equal(none ? value : value & ~row->bits, 0);
    const bool hidden = row->access[protocol].how & REGISTER_READ_CHOSEN && (b->config.etmidr & 0xF0) == 0;
    const bool there = !none && register_is_there(row, protocol, b->config.etmidr >> 4 & 0xF);
    if (there && !hidden && !written && row->reset != REGISTER_OPEN) assert_int_equal(value, row->reset);
  }
}

CASE_WITH(registers, setup, teardown, NULL) {
  static const struct {
    uint32_t idr, ccer, etmcr, etmtsevr;  // as they read after ones were written
  } rows[] = {
      {VERSION(5), 0x34400800, 0x5000DF01, 0x1FFFF}, {VERSION(5), 0x30000800, 0x0000DF01, 0},
      {VERSION(5), 0x00400800, 0x1000DF01, 0x1FFFF}, {VERSION(5), 0x04800800, 0x4000DF01, 0},
      {VERSION(4), 0x34400800, 0x0000DF01, 0},       {VERSION(0), 0x34400800, 0x0000DF01, 0},
      {0x570CF2F0, 0x34400800, 0x5000DF01, 0x1FFFF},
  };
  struct bench *b = *state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    b->config.etmidr = rows[i].idr;
    b->config.etmccer = rows[i].ccer;
    power_up(b);
    const bool v30 = rows[i].idr == VERSION(0);  // most registers are write-only
    assert_int_equal(read_register(b, ETMCR), 0x401);
    assert_int_equal(read_register(b, ETMIDR), rows[i].idr);
    assert_int_equal(read_register(b, ETMCCER), v30 ? 0 : rows[i].ccer);
    assert_int_equal(read_register(b, ETMTEEVR), v30 ? 0 : 0x6F);
    assert_int_equal(read_register(b, ETMSYNCFR), v30 ? 0 : 0x400);
    assert_int_equal(read_register(b, ETMSR), ETMSR_STOPPED);
    read_rows(b, PROTOCOL_ETM3, false);
    for (const struct register_row *row = register_rows; row->config; row++) write_register(b, row->offset, 0xFFFFFFFF);
    read_rows(b, PROTOCOL_ETM3, true);
    assert_int_equal(read_register(b, ETMCR), rows[i].etmcr);
    assert_int_equal(read_register(b, ETMTSEVR), rows[i].etmtsevr);
    assert_int_equal(read_register(b, ETMAUXCR), v30 ? 0 : 0x3F);
    assert_int_equal(read_register(b, ETMTRIGGER), v30 ? 0 : 0x1FFFF);
    assert_int_equal(read_register(b, ETMSYNCFR), v30 ? 0 : 0xFFF);
  }
}

CASE_WITH(port_must_be_on, setup, teardown, NULL) {
  struct bench *b = *state;
  power_up(b);
  write_register(b, ETMOSLAR, 0);
  write_register(b, ETMCR, 0);
  idle(b, 20);
  assert_false(b->out.wpt_enable);
  // The unit is stopped, but not by the Programming bit.
  assert_int_equal(read_register(b, ETMSR), 0);
  write_register(b, ETMCR, ETMCR_PORT);
  idle(b, 2);
  assert_true(b->unit.etm3_front.run);
  ONE(b, AT(0x8000));
  idle(b, 20);
  says(b, ASYNC "08 21 ");
  write_register(b, ETMCR, 0);
  idle(b, 30);
  assert_false(b->out.wpt_enable);
  says(b, "00 80 00 00 84 ");
  write_register(b, ETMCR, ETMCR_PROGRAMMING | ETMCR_PORT);
  assert_int_equal(read_register(b, ETMSR), ETMSR_STOPPED);
}

static unsigned edges_until_atvalid(struct bench *b) {
  for (unsigned edges = 0; edges < 100; edges++) {
    unit_outputs(&b->unit, &b->out);
    if (b->out.atvalid) return edges;
    clock_edge(b);
  }
  return 100;
}

// A branch with all fields and its atom fill a word.
CASE_WITH(latency, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.atb_bits = 64;
  start(b);
  ONE(b, AT(0x8004), TO(0x8010, .ns = true, .hyp = true));
  assert_int_equal(edges_until_atvalid(b), 7);
  clock_edge(b);
  says(b, "84 89 80 81 80 48 81 20 ");
  // Each part takes a clock in the plan, and the next entry follows a clock later, so three words follow each other.
  idle(b, 10);
  present(b, (struct slots){.at = {{AT(0x8010), TO(0x8014)}, {AT(0x8014), TO(0x8018, .ns = true, .hyp = true)}}});
  ONE(b, AT(0x8018), TO(0x8014));
  assert_int_equal(edges_until_atvalid(b), 6);
  clock_edge(b);
  assert_int_equal(edges_until_atvalid(b), 0);
  clock_edge(b);
  assert_int_equal(edges_until_atvalid(b), 0);
  clock_edge(b);
  assert_int_equal(edges_until_atvalid(b), 100);
  says(b, "84 8B 80 81 80 48 80 00 84 8D 80 81 80 48 81 20 84 8B 80 81 80 48 80 00 ");
}

// All accepted entries are sent. Then follows an I-sync, whose count, if cycles are counted, includes all cycles since.
// The held entry is lost: the second instruction of the last accepted clock, with its clock if it took one.
CASE_WITH(overflow_comes_out_whole, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.queue_depth = 4;
  b->config.fifo_bytes = 16;
  b->config.etmcr |= CYCLES;
  for (unsigned minor = 0; minor <= 5; minor++) {
    b->config.etmidr = VERSION(minor);
    enable(b);
    b->in.atready = false;
    for (int i = 0; i < 40; i++) {
      present(b, (struct slots){.at = {{AT(0x8010), TO(0x8010)}, {.executed = true, .at = {0x8010}}}});
    }
    idle(b, 1);
    const unsigned accepted = (unsigned)b->unit.stats.entries;
    assert_int_equal(b->unit.stats.overflows, 1);
    assert_int_equal(b->unit.stats.lost, 2 * (40 - accepted) + 1);
    assert_int_equal(b->unit.etm3_front.state, FRONT_OVERFLOW);
    assert_int_equal(read_register(b, ETMSR), ETMSR_OVERFLOW);
    b->in.atready = true;
    idle(b, 100);
    assert_int_equal(b->unit.etm3_front.state, FRONT_OFF);
    // The first lost instruction was sampled 171 clocks before this.
    idle(b, 171 - (40 - accepted + 1 + 2 + 100));
    ONE(b, AT(0x8014));
    flush(b);
    static const char *const gap[6] = {"00", "AC 01", "AC 01", "AB 01", "AB 01", "00"};
    char text[600], *end = text + sprintf(text, "%s", ASYNC "70 00 21 10 80 00 00 84 09 ");
    for (unsigned i = 1; i < accepted; i++) end += sprintf(end, "%s 84 09 ", minor < 3 ? "C0" : "96");
    sprintf(end, "70 %s 41 14 80 00 00 84 A4 ", gap[minor]);
    says(b, text);
    assert_int_equal(read_register(b, ETMSR), 0);
  }
}

// IHI 0014Q 7.10.2: the first packet does not wait. A flush or a stop sends it even if nothing was traced.
CASE_WITH(async_and_trigger_come_at_once, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  assert_false(b->unit.plan.valid);
  clock_edge(b);
  assert_true(b->unit.plan.valid && !b->unit.plan.async_due);
  flush_says(b, ASYNC);
  flush_says(b, "");
  b->config.etmtrigger = 0x6F;
  enable(b);
  write_register(b, ETMCR, ETMCR_PROGRAMMING | ETMCR_PORT);
  idle(b, 30);
  says(b, ASYNC "0C ");
}

CASE_WITH(flush_brings_the_collector_out, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  ONE(b, AT(0x8000));
  ONE(b, AT(0x8004));
  flush_says(b, START "88 ");
  flush_says(b, "");
  ONE(b, AT(0x8008));
  idle(b, 50);
  says(b, "");
  flush_says(b, "84 ");
}

// The entry that a flush pushes does not make the queue overflow.
CASE_WITH(flush_waits_for_the_queue, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.queue_depth = 4;
  b->config.fifo_bytes = 16;
  enable(b);
  b->in.atready = false;
  while (!storage_full(&b->unit.queue.is)) {
    ONE(b, AT(0x8010), TO(0x8010));
    clock_edge(b);
  }
  ONE(b, AT(0x8014));
  b->in.afvalid = b->in.idle_request = true;
  idle(b, 20);
  assert_int_equal(b->unit.drain.state, DRAIN_IDLE);
  b->in.atready = true;
  idle(b, 40);
  b->in.afvalid = b->in.idle_request = false;
  assert_int_equal(b->unit.stats.overflows, 0);
  assert_true(b->afready && b->bytes[b->count - 1] == 0x84);
}

// Two instructions in each clock can be traced without end, each pair with its own P-header.
CASE_WITH(pairs_without_end, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.etmcr |= CYCLES;
  enable(b);
  for (int i = 0; i < 20000; i++) present(b, pair);
  flush(b);
  assert_int_equal(b->unit.stats.overflows, 0);
  // After A-sync and I-sync, and before the two clocks of `flush`.
  assert_int_equal(b->count, 6 + 7 + 20000 + 1);
  for (size_t i = 13; i < b->count; i++) assert_int_equal(b->bytes[i], i + 1 < b->count ? 0x82 : 0xA4);
}

// P-headers of one Context ID precede the packet that reports the next Context ID.
CASE_WITH(identity_changes, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.etmcr |= IDENTITY;
  enable(b);
  for (unsigned i = 0; i < 4; i++) present(b, (struct slots){.at = {{AT(0x8000)}, {AT(0x8004)}}, .context_id = i / 2});
  // No instruction is executed with it.
  present(b, (struct slots){.context_id = 9, .vmid = 9});
  present(b, (struct slots){.at = {{AT(0x8000)}}, .context_id = 1});
  present(b, (struct slots){.at = {{0}, {AT(0x8000)}}, .context_id = 1, .vmid = 2});
  flush_says(b, ASYNC "08 00 21 00 80 00 00 3C 00 90 6E 01 94 3C 02 84 ");
}

CASE_WITH(flush_asks_for_a_timestamp, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.etmcr |= STAMPS;
  enable(b);
  b->in.timestamp = 0x85;
  ONE(b, AT(0x8000));
  flush_says(b, START "42 85 81 80 80 80 80 80 80 00 84 ");
  b->in.timestamp = 0x90;
  ONE(b, AT(0x8004));
  b->in.timestamp = 0x91;
  b->in.clock_change = true;
  ONE(b, AT(0x8008));
  b->in.clock_change = false;
  // The flush before requested the first. The change of clock waits for another.
  flush_says(b, "84 42 10 84 ");
  // While the unit is stopped or off, it does not request one.
  present(b, prohibited);
  flush(b);
  flush(b);
  ONE(b, AT(0x8000));
  flush_says(b, "46 11 08 21 00 80 00 00 84 ");
}

CASE_WITH(stop_and_restart, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.etmcr |= CYCLES;
  enable(b);
  ONE(b, AT(0x8000));
  idle(b, 3);
  write_register(b, ETMCR, ETMCR_PROGRAMMING | ETMCR_PORT | CYCLES);
  ONE(b, AT(0x8004));
  ONE(b, AT(0x8008));
  idle(b, 40);
  // ETMEN fell a clock after the write. The instruction sampled before that was ignored, but the five clocks between
  // are reported.
  says(b, ASYNC "70 00 21 00 80 00 00 84 B0 ");
  assert_int_equal(read_register(b, ETMSR), ETMSR_STOPPED);
  write_register(b, ETMCR, ETMCR_PORT);
  idle(b, 2);
  ONE(b, AT(0x8000));
  flush_says(b, START "84 ");
}

static unsigned asyncs(const struct bench *b) {
  unsigned count = 0;
  for (size_t i = 5; i < b->count; i++) count += b->bytes[i] == 0x80 && memcmp(b->bytes + i - 5, "\0\0\0\0", 5) == 0;
  return count;
}

// In ETMv3.0 every 50 clocks, whatever the number of bytes; later every 50 bytes.
CASE_WITH(period_in_clocks_or_bytes, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.etmsyncfr = 50;
  b->config.etmauxcr = 1;
  for (unsigned minor = 0; minor <= 1; minor++) {
    b->config.etmidr = VERSION(minor);
    enable(b);
    for (int i = 0; i < 525; i++) ONE(b, AT(0x8000));
    flush(b);
    // 12 bytes, ten times 12 in between, and a byte for each 15 instructions; or only these bytes.
    assert_int_equal(asyncs(b), minor == 0 ? 11 : 1);
  }
  // Without an executed instruction there is no synchronization.
  b->config.etmidr = VERSION(0);
  enable(b);
  ONE(b, AT(0x8000));
  idle(b, 525);
  flush(b);
  assert_int_equal(asyncs(b), 2);
}

CASE_WITH(second_request_forces_an_overflow, setup, teardown, NULL) {
  struct bench *b = *state;
  for (uint32_t auxcr = 0; auxcr < 2; auxcr++) {
    b->config.etmauxcr = auxcr;
    enable(b);
    ONE(b, AT(0x8000));
    flush(b);
    b->in.syncreq = true;
    clock_edge(b);
    b->in.syncreq = true;
    clock_edge(b);
    assert_int_equal(b->unit.stats.overflows, auxcr == 0);
    idle(b, 60);
    ONE(b, AT(0x8004));
    flush_says(b, auxcr == 0 ? START "84 " ASYNC ASYNC "08 41 04 80 00 00 84 "
                             : START "84 " ASYNC "08 01 04 80 00 00 84 " ASYNC);
  }
}

// An A-sync has been sent. While nothing is executed, its I-sync is not late.
CASE_WITH(idle_processor_is_not_late, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  ONE(b, AT(0x8000));
  flush(b);
  for (int i = 0; i < 5; i++) {
    idle(b, 10);
    b->in.syncreq = true;
    clock_edge(b);
  }
  assert_true(b->unit.sync.busy);
  assert_int_equal(b->unit.stats.overflows, 0);
  ONE(b, AT(0x8004));
  flush_says(b, START "84 " ASYNC "08 01 04 80 00 00 84 " ASYNC);
}

CASE_WITH(wfi, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  ONE(b, AT(0x8000));
  b->in.idle_request = true;
  idle(b, 40);
  assert_true(b->out.idle);
  says(b, START "84 ");
  // Tracing continues, and may start.
  ONE(b, AT(0x8004));
  present(b, prohibited);
  ONE(b, AT(0x8008));
  b->in.idle_request = false;
  idle(b, 2);
  assert_false(b->out.idle);
  flush_says(b, "84 08 21 08 80 00 00 84 ");
}

CASE_WITH(trigger_and_resources, setup, teardown, NULL) {
  static const struct {
    uint32_t event;
    struct slots slots;
    unsigned triggers;
  } rows[] = {
      {0x6D, {.ns = true}, 1},
      {0x6D, {.at = {{TO(0, .ns = true)}}}, 0},
      {0x6E, {.prohibited = true}, 1},
      {0x6E, {.ns = true}, 0},
      {0x60, {.ns = true, .prohibited = true}, 0},
      // IHI 0014Q 2.6.2: the resource of the Non-secure state is LOW in a prohibited region.
      {0x6D, {.ns = true, .prohibited = true}, 0},
      {0x6E, {.ns = true, .prohibited = true}, 1},
  };
  struct bench *b = *state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    b->config.etmtrigger = rows[i].event;
    enable(b);
    present(b, rows[i].slots);
    idle(b, 10);
    assert_int_equal(b->triggers, rows[i].triggers);
    assert_int_equal(read_register(b, ETMSR) & ETMSR_TRIGGERED, rows[i].triggers ? ETMSR_TRIGGERED : 0);
    ONE(b, AT(0x8000));
    flush_says(b, rows[i].triggers ? ASYNC "0C 08 21 00 80 00 00 84 " : START "84 ");
    b->triggers = 0;
  }
  // The resource of the Non-secure state exists even if the version does not trace NS.
  b->config.etmidr = VERSION(0);
  b->config.etmtrigger = 0x6D;
  enable(b);
  present(b, rows[0].slots);
  idle(b, 10);
  assert_int_equal(b->triggers, 1);
}

CASE_WITH(trigger_waits_for_the_end_of_an_overflow, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.etmtrigger = 0x60;
  b->config.queue_depth = 4;
  b->config.fifo_bytes = 16;
  enable(b);
  b->in.atready = false;
  while (!b->unit.stats.overflows) ONE(b, AT(0x8000), TO(0x8000));
  b->in.extin = 1;
  idle(b, 10);
  assert_true(b->unit.trigger.request && !storage_empty(&b->unit.queue.is));
  b->in.atready = true;
  idle(b, 100);
  assert_int_equal(b->unit.etm3_front.state, FRONT_OFF);
  ONE(b, AT(0x8000));
  flush(b);
  static const uint8_t end[] = {0x84, 0x01, 0x0C, 0x08, 0x41, 0x00, 0x80, 0x00, 0x00, 0x84};
  assert_memory_equal(b->bytes + b->count - sizeof end, end, sizeof end);
}

// Held while the Programming bit is set. A write in that time remains after the bit is cleared. In ETMv3.0 it is the
// opposite, and the bit is read-only (IHI 0014Q 3.5.5).
CASE_WITH(etmsr, setup, teardown, NULL) {
  struct bench *b = *state;
  b->config.etmtrigger = 0x6F;
  for (unsigned minor = 0; minor <= 5; minor++) {
    b->config.etmidr = VERSION(minor);
    b->triggers = 0;
    enable(b);
    ONE(b, AT(0x8000));
    ONE(b, AT(0x8000), TO(0x8000));
    idle(b, 20);
    for (int i = 0; i < 2; i++) {
      b->in.syncreq = true;
      clock_edge(b);
    }
    assert_int_equal(b->unit.stats.overflows, 1);
    assert_int_equal(read_register(b, ETMSR), ETMSR_OVERFLOW | ETMSR_TRIGGERED);
    write_register(b, ETMCR, b->config.etmcr | ETMCR_PROGRAMMING);
    idle(b, 50);
    assert_int_equal(read_register(b, ETMSR), ETMSR_STOPPED | (minor ? ETMSR_OVERFLOW | ETMSR_TRIGGERED : 0));
    write_register(b, ETMSR, ETMSR_TRIGGERED);
    assert_int_equal(read_register(b, ETMSR), ETMSR_STOPPED | (minor ? ETMSR_OVERFLOW | ETMSR_TRIGGERED : 0));
    write_register(b, ETMCR, b->config.etmcr);
    idle(b, 10);
    assert_int_equal(read_register(b, ETMSR), ETMSR_TRIGGERED);
    assert_int_equal(b->triggers, minor ? 1 : 2);
    // Another kind of stop clears nothing.
    write_register(b, ETMCR, 0);
    idle(b, 50);
    assert_int_equal(read_register(b, ETMSR), ETMSR_TRIGGERED);
    write_register(b, ETMCR, ETMCR_POWER_DOWN | b->config.etmcr);
    assert_int_equal(read_register(b, ETMSR), ETMSR_STOPPED | ETMSR_TRIGGERED);
  }
}

CASE_WITH(authentication_stops_it, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  ONE(b, AT(0x8000));
  b->in.niden = false;
  idle(b, 40);
  assert_false(b->out.wpt_enable);
  says(b, START "84 ");
}

// IHI 0014Q 7.3.4: neither NIDEN nor the OS lock resets the cycle count. An I-sync has the clocks since the last clock
// that was reported. The two clocks of the write that locks the unit are reported.
CASE_WITH(count_over_a_stop, setup, teardown, NULL) {
  struct bench *b = *state;
  for (unsigned minor = 0; minor <= 5; minor++) {
    b->config.etmidr = VERSION(minor);
    b->config.etmcr |= CYCLES;
    enable(b);
    ONE(b, AT(0x8000));
    b->in.niden = false;
    idle(b, 100);
    assert_false(b->out.wpt_enable);
    b->in.niden = true;
    idle(b, 4);
    ONE(b, AT(0x8000));
    flush_says(b, ASYNC "70 00 21 00 80 00 00 84 " ASYNC "70 68 21 00 80 00 00 84 A4 ");
    if (minor < 3) continue;
    enable(b);
    ONE(b, AT(0x8000));
    write_register(b, ETMOSLAR, 0xC5ACCE55);
    idle(b, 100);
    assert_false(b->out.wpt_enable);
    write_register(b, ETMOSLAR, 0);
    idle(b, 4);
    ONE(b, AT(0x8000));
    flush_says(b, ASYNC "70 00 21 00 80 00 00 84 A4 " ASYNC "70 6A 21 00 80 00 00 84 A4 ");
  }
}

CASE_WITH(statistics, setup, teardown, NULL) {
  struct bench *b = *state;
  enable(b);
  ONE(b, AT(0x8000));
  present(b, (struct slots){.at = {{AT(0x8004)}, {AT(0x8008)}}});
  present(b, branch);
  present(b, prohibited);
  present(b, (struct slots){.at = {{AT(0x8004)}}, .debug = true});
  present(b, (struct slots){.at = {{0}, {AT(0x8008)}}});
  idle(b, 2);
  assert_int_equal(b->unit.stats.waypoints, 4);
  assert_int_equal(b->unit.stats.entries, 4);
  assert_int_equal(b->unit.stats.lost, 0);
  // Instructions that would not have been traced are not counted as lost.
  b->in.atready = false;
  for (int i = 0; i < 200; i++) ONE(b, AT(0x8000), TO(0x90000000u + (unsigned)(i % 2)));
  idle(b, 1);
  const uint64_t lost = b->unit.stats.lost;
  assert_true(lost > 0 && b->unit.etm3_front.state == FRONT_OVERFLOW);
  present(b, prohibited);
  present(b, (struct slots){.at = {{AT(0x8000)}}, .debug = true});
  present(b, (struct slots){.at = {{AT(0x8000)}, {AT(0x8004)}}});
  idle(b, 1);
  assert_int_equal(b->unit.stats.lost, lost + 2);
}

// --- anything ----------------------------------------------------------------------------------------------------

static struct place random_place(struct rng *r) {
  struct place p = {.t = rng_chance(r, 30), .j = rng_chance(r, 5), .ns = rng_chance(r, 5), .hyp = rng_chance(r, 5)};
  p.address = 0x8000 + 4 * rng_below(r, 256);
  if (rng_chance(r, 20)) p.address = (uint32_t)rng_next(r) & ~3u;
  return p;
}

static struct slot random_slot(struct rng *r) {
  struct slot s = {.executed = rng_chance(r, 70), .passed = rng_chance(r, 80), .eret = rng_chance(r, 5)};
  s.at = random_place(r);
  s.branched = rng_chance(r, 20);
  s.to = random_place(r);
  s.direct = rng_chance(r, 30);
  s.cancel = rng_chance(r, 30);
  s.secret = rng_chance(r, 5);
  if (rng_chance(r, 20)) s.exception = (uint16_t)rng_below(r, 512);
  return s;
}

static struct slots random_slots(struct rng *r) {
  struct slots s = {.at = {random_slot(r), random_slot(r)}, .ns = rng_chance(r, 20), .hyp = rng_chance(r, 10)};
  s.prohibited = rng_chance(r, 5);
  s.debug = rng_chance(r, 3);
  s.context_id = rng_chance(r, 5) ? (uint32_t)rng_next(r) : 0;
  s.vmid = rng_chance(r, 5) ? (uint8_t)rng_next(r) : 0;
  return s;
}

static void random_config(struct bench *b, struct rng *r) {
  b->config.etmidr = VERSION(rng_below(r, 6)) | rng_below(r, 2) << 20;
  b->config.etmcr = ETMCR_PORT | rng_below(r, 2) << 12 | rng_below(r, 2) << 8 | rng_below(r, 4) << 14 | ETMCR_VMID;
  b->config.etmauxcr = 1 | rng_below(r, 8) << 3;
}

// Without clocks the bytes are the same, whatever is presented: the blocks do not lose, add or reorder anything.
CASE_WITH(everything_comes_out, setup, teardown, NULL) {
  struct bench *b = *state;
  struct rng r = rng_seed(1, 0);
  b->config.queue_depth = 64;
  b->config.fifo_bytes = 4096;
  b->config.atb_bits = 64;
  for (int run = 0; run < 40; run++) {
    random_config(b, &r);
    enable(b);
    b->expected.count = 0;
    for (int clock = 0; clock < 600; clock++) {
      const struct slots s = rng_chance(&r, 25) ? random_slots(&r) : nothing;
      b->in.atready = rng_chance(&r, 80);
      encode_slots(&b->encoder, &s, &b->expected);
      present(b, s);
    }
    b->in.atready = true;
    // From here on nothing is pending, not even cycles.
    encode_slots(&b->encoder, &prohibited, &b->expected);
    present(b, prohibited);
    flush(b);
    assert_int_equal(b->unit.stats.overflows, 0);
    assert_int_equal(b->count, b->expected.count);
    assert_memory_equal(b->bytes, b->expected.at, b->count);
  }
}

// With any load, each flush ends, and so does a stop. Afterwards the unit has its initial state.
CASE_WITH(everything_ends, setup, teardown, NULL) {
  struct bench *b = *state;
  struct rng r = rng_seed(2, 0);
  b->config.queue_depth = 4;
  b->config.fifo_bytes = 16;
  b->config.etmsyncfr = 200;
  uint64_t overflows = 0;
  for (int run = 0; run < 40; run++) {
    random_config(b, &r);
    b->config.etmauxcr &= ~1u;
    b->config.etmcr |= STAMPS;
    enable(b);
    for (int clock = 0; clock < 500; clock++) {
      b->in.atready = rng_chance(&r, 60);
      b->in.syncreq = rng_chance(&r, 2);
      present(b, random_slots(&r));
    }
    b->in.atready = true;
    flush(b);
    write_register(b, ETMCR, b->config.etmcr | ETMCR_PROGRAMMING);
    for (int clock = 0; clock < 200; clock++) present(b, random_slots(&r));
    assert_true(read_register(b, ETMSR) & ETMSR_STOPPED);
    assert_true(storage_empty(&b->unit.queue.is) && storage_empty(&b->unit.fifo.is));
    assert_false(b->unit.plan.valid || b->unit.emit.valid || b->unit.packer.count || b->unit.atb.left);
    overflows += b->unit.stats.overflows;
  }
  assert_true(overflows > 40);
}
