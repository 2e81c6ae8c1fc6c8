// SPDX-License-Identifier: Apache-2.0
// What the drawer of a host's programme knows, and says line by line. Used by script_draw.c.
#ifndef SCRIPT_SAY_H
#define SCRIPT_SAY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "config.h"
#include "drive_options.h"
#include "places.h"
#include "register.h"
#include "rng.h"

enum {
  DRAW_PAIRS = 8,
  LINE = 80,
  SILENT = 600
};  // characters; clocks in which a unit that has stopped brings out what it holds

struct draw {
  FILE *to;
  struct rng r;
  struct rng inputs;  // of what is drawn of inputs beside EXTIN
  struct rng state;   // of what is read beside that
  const struct config *config;
  const struct host_limits *limits;
  const struct places *places;
  enum protocol protocol;
  unsigned minor;
  bool os_lock, saves, direct, software_lock, two_domains;  // what of it there is
  // How it stands.
  bool software, software_locked, locked, niden, dbgen;
  bool lost;                // power was, and ETMPDSR does not say yet that somebody has read so
  bool fresh, saved_fresh;  // its registers are those of a reset; so what was saved
  bool whole, saved_whole;  // all registers have been written since a reset; so what was saved
  bool stopped;             // by the Programming bit, and ETMSR has said so
  bool chains;              // external inputs move counters and the sequencer, and these alone decide other events
  uint32_t etmcr, claim, traceid;
  // What the comparators look for: two addresses and the access of each pair; start and stop points, as ETMTSSCR has
  // them; the mask of Context IDs.
  uint32_t address[2 * DRAW_PAIRS], access[DRAW_PAIRS], points, mask;
  // For illegal steps only.
  bool illegal;
  uint32_t wrong;   // steps of a hundred
  char held[LINE];  // comes behind the next step
};

static inline bool chance(struct draw *d, uint32_t percent) { return rng_chance(&d->r, percent); }
static inline uint32_t below(struct draw *d, uint32_t bound) { return rng_below(&d->r, bound); }

// A line. A host with illegal steps may leave it out, say it twice or later, or something else before it.
void say(struct draw *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
