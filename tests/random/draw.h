// SPDX-License-Identifier: Apache-2.0
// What a drawn run is drawn from: a row of the pairwise table, and what all runs have in common. Used by draw.c and
// draw_host.c.
#ifndef DRAW_H
#define DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
  STREAM_DRAW = 100,
  STREAM_EVENTS,
  STREAM_REACH,
  STREAM_HALTS,
  STREAM_NO_HALTING,
  STREAM_LOCKS,
  STREAM_USER,
  STREAM_HOSTS,
  STREAM_RESOURCES,
  STREAM_SPECULATION,
  STREAM_DEBUG_REQUEST,
  STREAM_FREE_RUNNING,
  OPENCSD_EVERY = 10
};

// The columns that both tables have, those of a PTM, those of an ETM.
enum { BUILD_COLUMN, SPACING, PRESSURE, COUNTS, CONTEXT_ID, VMID, TIMESTAMPS, BROADCAST, TRACE, COMMON };
enum { DEPTH = COMMON, SET, PFT_COLUMNS };
enum { VERSION = COMMON, PACKING, OLD, ETM3_COLUMNS, COLUMNS = ETM3_COLUMNS };

struct row {
  char at[COLUMNS][20];
};

static inline bool is(const struct row *r, int column, const char *value) { return strcmp(r->at[column], value) == 0; }

static inline bool is_etm3(const struct row *r) { return strncmp(r->at[BUILD_COLUMN], "etm-", 4) == 0; }
static inline int columns(const struct row *r) { return is_etm3(r) ? (int)ETM3_COLUMNS : (int)PFT_COLUMNS; }

// ETMv3.n; a PTM can tell all that a processor does.
static inline int minor(const struct row *r) {
  return is_etm3(r) && r->at[VERSION][0] != 'a' ? r->at[VERSION][0] - '0' : 5;
}

struct words {
  char text[1024];
  size_t used;
};

void add(struct words *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

// What is the same in all lines; of one run, `host` and `generates` are set.
struct place {
  const char *kind, *args, *build, *simulators, *folder;
  uint64_t clocks;
  unsigned wpt_depth;  // depth of a PTM's buffer for speculative waypoints; 0: there is none
  bool hosts;          // some runs have a generated host script
  bool host;           // a host script says how the unit is programmed, stopped and started again
  bool generates;      // it is generated
};

// An ETM's run that is so long that a count of cycles has four bytes.
bool is_long(const struct place *p, const struct row *row, uint64_t seed);
// Our own units are built in a folder of that name.
bool is_ours(const struct place *p);

// --- draw_host.c -----------------------------------------------------------------------------------------------------

// The place of one run: whether it has a host script.
struct place place_of_run(const struct place *p, const struct row *row, uint64_t seed);
// What the locks and the power of the unit are.
void draw_locks(struct words *w, uint64_t seed);
// What the processor speculates, for a PTM with a buffer for speculative waypoints.
void draw_speculation(struct words *w, const struct place *p, const struct row *row, uint64_t seed);
// The resources of a unit of which the row does not say them.
void draw_resources(struct words *w, const struct row *row, uint64_t seed);

#endif
