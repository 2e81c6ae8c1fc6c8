// SPDX-License-Identifier: Apache-2.0
// A PTM with a buffer for speculative waypoints, which executes timing diagrams as text.
#ifndef PFT_COMMIT_BENCH_H
#define PFT_COMMIT_BENCH_H

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "packet.h"
#include "register.h"
#include "unit.h"

struct bench {
  struct config config;
  struct unit unit;
  struct ports_in in;
  struct ports_out out;  // before the last edge
};

static inline void clock_edge(struct bench *b) {
  unit_outputs(&b->unit, &b->out);
  unit_step(&b->unit, &b->in);
  b->in.timestamp++;
  b->in.wpt_valid = b->in.wpt_flush = false;
  b->in.wpt_commit = 0;
}

static inline void idle(struct bench *b, unsigned clocks) {
  while (clocks--) clock_edge(b);
}

static inline void write_register(struct bench *b, unsigned offset, uint32_t data) {
  b->in.psel = b->in.pwrite = true;
  b->in.paddr = (uint16_t)offset;
  b->in.pwdata = data;
  clock_edge(b);
  b->in.penable = true;
  clock_edge(b);
  b->in.psel = b->in.penable = false;
}

// A branch, in the trace as `name` in its Context ID. A small letter is a debug entry.
static inline struct waypoint waypoint_of(char name) {
  const uint32_t number = (uint32_t)tolower(name);
  return (struct waypoint){.pc = 0x8000,
                           .target = 0x8000 + 16 * number,
                           .type = islower(name) ? WAYPOINT_DEBUG_ENTRY : WAYPOINT_INDIRECT,
                           .taken = true,
                           .context_id = (uint32_t)name};
}

static inline void present(struct bench *b, char name, unsigned commits) {
  b->in.wpt_valid = true;
  b->in.wpt = waypoint_of(name);
  b->in.wpt_commit = (uint8_t)commits;
  clock_edge(b);
}

// A unit after its reset, whose OS lock is open.
static inline struct bench *start_with(unsigned depth, uint32_t idr, uint32_t ccr) {
  struct bench *b = calloc(1, sizeof *b);
  b->config = config_default_pft;
  b->config.etmidr = idr;
  b->config.etmccer = 0x34C01800;
  b->config.etmccr = ccr;
  b->config.wpt_depth = depth;
  b->in = (struct ports_in){.atclken = true, .pclken = true, .niden = true, .hdbgen = true, .dbgpwrdup = true};
  b->in.cfgidr = b->config.etmidr;
  b->in.cfgccer = b->config.etmccer;
  b->in.cfgccr = config_ccr(&b->config);
  b->in.cfgregs = (uint16_t)b->config.cfgregs;
  b->in.resetn = b->in.paddrdbg31 = b->in.atready = true;
  unit_reset(&b->unit, &b->config);
  write_register(b, ETMOSLAR, 0);
  return b;
}

// A unit that is enabled, with an empty buffer and an active filter that selects all code. ETMCR has more bits. No
// waypoint has been traced.
static inline struct bench *start(unsigned depth, uint32_t idr, uint32_t etmcr) {
  struct bench *b = start_with(depth, idr, 0x88080001);
  write_register(b, ETMTECR1, ETMTECR1_EXCLUDE);
  write_register(b, ETMTEEVR, EVENT_ALWAYS);
  write_register(b, ETMTRIGGER, EVENT_NEVER);
  write_register(b, ETMTSEVR, EVENT_NEVER);
  write_register(b, ETMSYNCFR, 0);
  write_register(b, ETMCR, ETMCR_CYCLE_ACCURATE | etmcr);
  idle(b, 2);
  assert_true(b->unit.pft_front.run);
  return b;
}

// --- diagrams --------------------------------------------------------------------------------------------------------

// A row of a diagram: a name of 12 characters, and a cell for each clock. In a row that is compared, '.' and 'n' are
// any value. `left` is the rest of the row.
struct row {
  char name[13];
  const char *left;
};
enum { ROWS = 20, CELL = 16 };

static inline void read_cell(struct row *row, char cell[CELL]) {
  int length = 0;
  assert_int_equal(sscanf(row->left, "%15s%n", cell, &length), 1);
  row->left += length;
}

static inline size_t read_rows(const char *text, struct row *rows) {
  size_t count = 0;
  for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
    assert_true(count < ROWS);
    struct row *row = &rows[count++];
    memcpy(row->name, line, 12);
    for (size_t end = 12; row->name[end - 1] == ' '; end--) row->name[end - 1] = '\0';
    row->left = line + 12;
  }
  return count;
}

// Drives an input. False: the row is none.
static inline bool drive(struct bench *b, const char *name, const char *cell) {
  if (strcmp(name, "WPTVALID") == 0) {
    b->in.wpt_valid = *cell != '-';
    if (b->in.wpt_valid) b->in.wpt = waypoint_of(*cell);
    return true;
  }
  static const char *const outputs[] = {"WPTENABLE", "PTMTRIGGER"};
  const unsigned value = (unsigned)atoi(cell);
  for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
    if (strcmp(name, outputs[i]) == 0) return false;
  }
  if (strcmp(name, "WPTCOMMIT") == 0) b->in.wpt_commit = (uint8_t)value;
  if (strcmp(name, "WPTFLUSH") == 0) b->in.wpt_flush = value;
  if (strcmp(name, "enabled") == 0) b->in.niden = value;
  if (strcmp(name, "HDBGEN") == 0) b->in.hdbgen = value;
  if (strcmp(name, "ATREADY") == 0) b->in.atready = value;
  if (strcmp(name, "AFVALID") == 0) b->in.afvalid = value;
  if (strcmp(name, "EXTIN") == 0) b->in.extin = (uint8_t)value;
  if (strcmp(name, "PTMIDLEREQ") == 0) b->in.idle_request = value;
  if (strcmp(name, "PSEL") == 0) b->in.psel = value;
  if (strcmp(name, "PENABLE") == 0) b->in.penable = value;
  return isupper(*name) || strcmp(name, "enabled") == 0;
}

static inline char letter_of(const struct pft_front *front) {
  return front->in_valid ? (char)front->in.context_id : '-';
}

static inline void put(char text[CELL], unsigned value) { snprintf(text, CELL, "%u", value); }

static inline void put_number(char text[CELL], const char *name, const struct unit *unit) {
  const struct pft_commit *commit = &unit->pft_commit;
  const struct pft_front *front = &unit->pft_front;
  const struct {
    const char *name;
    unsigned value;
  } numbers[] = {{"filled", commit->filled},
                 {"committed", commit->committed},
                 {"lost", commit->lost},
                 {"gap", commit->gap > 0},
                 {"in_loss", front->in_losses > 0},
                 {"elapsed", front->count.elapsed},
                 {"open", front->open},
                 {"run", front->run},
                 {"known", front->known},
                 {"debug", front->debug},
                 {"ended", unit->pft_filter.ended},
                 {"overflowed", front->overflowed}};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    if (strcmp(numbers[i].name, name) == 0) put(text, numbers[i].value);
  }
}

// Writes the value of a row before the edge.
static inline void observe(const struct bench *b, const char *name, char text[CELL]) {
  static const char *const states[] = {[FRONT_OFF] = "OFF", [FRONT_ON] = "ON", [FRONT_OVERFLOW] = "OVERFLOW"};
  const struct unit *unit = &b->unit;
  const struct pft_commit *commit = &unit->pft_commit;
  put_number(text, name, unit);
  if (strcmp(name, "lost, gap") == 0) snprintf(text, CELL, "%u%u", commit->lost, commit->gap > 0);
  if (strcmp(name, "in") == 0) snprintf(text, CELL, "%c", letter_of(&unit->pft_front));
  if (strcmp(name, "state") == 0) snprintf(text, CELL, "%s", states[unit->pft_front.state]);
  if (strcmp(name, "drain") == 0) snprintf(text, CELL, "%c", unit->drain.state == DRAIN_IDLE ? 'I' : 'Q');
}

// Writes the value of a row in this clock, which is known after the edge. `entries`: those pushed before it.
static inline void observe_after(const struct bench *b, const char *name, uint64_t entries, char text[CELL]) {
  const struct unit *unit = &b->unit;
  const struct pft_front *front = &unit->pft_front;
  const bool pushed = unit->stats.entries > entries;
  const struct pft_entry *entry =
      &unit->queue.pft_at[storage_slot(&unit->queue.is, (uint16_t)(unit->queue.is.wptr - 1))];
  if (strcmp(name, "WPTENABLE") == 0) put(text, b->out.wpt_enable);
  if (strcmp(name, "PTMTRIGGER") == 0) put(text, b->out.trigger);
  if (strcmp(name, "loss") == 0) put(text, front->in_losses > 0);
  if (strcmp(name, "age") == 0) put(text, front->in_age);
  if (strcmp(name, "port (age)") == 0) {
    snprintf(text, CELL, front->in_valid ? "%c%u" : "-", letter_of(front), front->in_age);
  }
  if (strcmp(name, "count") == 0 || strcmp(name, "stamp") == 0 || strcmp(name, "entry") == 0) snprintf(text, CELL, "-");
  if (!pushed) return;
  if (strcmp(name, "count") == 0) put(text, entry->count);
  if (strcmp(name, "stamp") == 0) put(text, (unsigned)entry->stamp);
  if (strcmp(name, "entry") == 0) {
    snprintf(text, CELL, "%c%.0u", entry->kind == ENTRY_TIMESTAMP ? 't' : (char)entry->context, entry->reason);
  }
}

static inline void compare(const char *name, unsigned clock, const char *found, const char *expected) {
  if (*expected == '.' || *expected == 'n' || strcmp(found, expected) == 0) return;
  fail_msg("%s in clock %u: expected %s, found %s", name, clock, expected, found);
}

static inline void run(struct bench *b, const char *text) {
  struct row rows[ROWS] = {0};
  char found[ROWS][CELL] = {0}, expected[ROWS][CELL] = {0};
  const size_t count = read_rows(text, rows);
  for (unsigned clock = 0; rows[0].left[strspn(rows[0].left, " ")] != '\n'; clock++) {
    const uint64_t entries = b->unit.stats.entries;
    bool is_input[ROWS];
    for (size_t i = 0; i < count; i++) {
      read_cell(&rows[i], expected[i]);
      is_input[i] = drive(b, rows[i].name, expected[i]);
      observe(b, rows[i].name, found[i]);
    }
    clock_edge(b);
    for (size_t i = 0; i < count; i++) {
      observe_after(b, rows[i].name, entries, found[i]);
      if (!is_input[i]) compare(rows[i].name, clock, found[i], expected[i]);
    }
  }
}

// Starts a unit that traces, whose last waypoint was some clocks ago. TSVALUEB is the number of the clock.
static inline struct bench *start_tracing(unsigned depth, uint32_t idr, uint32_t etmcr) {
  struct bench *b = start(depth, idr, etmcr);
  present(b, 'Z', 1);
  idle(b, 30);
  assert_int_equal(b->unit.pft_front.state, FRONT_ON);
  b->in.timestamp = 0;
  return b;
}

// Runs a diagram in such a unit.
static inline void diagram(unsigned depth, const char *text) {
  struct bench *b = start_tracing(depth, 0x571CF310, 0);
  run(b, text);
  free(b);
}

#endif
