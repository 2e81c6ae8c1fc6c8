// SPDX-License-Identifier: Apache-2.0
// What the drawer of a host's programme says, line by line, and the values in it. Used by script_draw.c.
#ifndef SCRIPT_SAY_H
#define SCRIPT_SAY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "config.h"
#include "register.h"
#include "rng.h"

enum { LINE = 80, SILENT = 600 };  // characters; clocks in which a unit that has stopped brings out what it holds

struct draw {
  FILE *to;
  struct rng r;
  const struct config *config;
  enum protocol protocol;
  unsigned minor;
  bool os_lock, saves, direct, software_lock, two_domains;  // what of it there is
  // How it stands.
  bool software, software_locked, locked, niden, dbgen;
  bool lost;     // power was, and ETMPDSR does not say yet that somebody has read so
  bool fresh;    // its registers are those of a reset
  bool stopped;  // by the Programming bit, and ETMSR has said so
  uint32_t etmcr, claim, traceid;
  // Of a careless host.
  bool careless;
  uint32_t wrong;   // steps of a hundred
  char held[LINE];  // comes behind the next step
};

static inline bool chance(struct draw *d, uint32_t percent) { return rng_chance(&d->r, percent); }
static inline uint32_t below(struct draw *d, uint32_t bound) { return rng_below(&d->r, bound); }

// Has the unit such a register? Does somebody write it who programs the unit? A legal value of it; of ETMCR what shapes
// the trace.
bool say_has(const struct draw *d, unsigned offset);
bool say_is_programmed(const struct draw *d, const struct register_row *row);
uint32_t say_value(struct draw *d, const struct register_row *row);
uint32_t say_etmcr(struct draw *d);

// A line. A careless host may leave it out, say it twice or later, or something else before it.
void say(struct draw *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
