// SPDX-License-Identifier: Apache-2.0
// The model comparison: the outputs of a unit are those of the reference model, clock by clock. In mode bytes it is
// reencode.h: each packet is the reference encoder's.
//
//   includes   enc, as the only directory of the checks
//   each edge  reference_clock(), before the observer looks at it
//   reencode     is a reader of the stream (scoreboard.h)
//   at the end reference_difference(), reencode_difference(): the first difference, for the report
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "ports.h"

enum { AFTERMATH = 50 };  // clocks that are looked at behind the first failure

struct reference;

// The first clock in which unit and model were not the same.
struct difference {
  bool found;
  uint64_t clock;
  uint64_t sent;  // bytes before it, the same on both sides
  struct ports_in in;
  struct ports_out unit, model;
};

// What the model knows beside its outputs.
struct reference_counts {
  uint64_t lost;         // of a PTM: waypoints
  unsigned queue, fifo;  // held before the next edge: entries, bytes
};

// Exits 2 when out of memory. `config` must outlive it.
struct reference *reference_open(const struct config *config);
void reference_close(struct reference *c);

// An edge: compares, and steps the model. `sent`: bytes of the unit before it. True in the clock of the first
// difference.
bool reference_clock(struct reference *c, const struct pins *pins, uint64_t clock, uint64_t sent);

// RESETn was low between two edges.
void reference_reset(struct reference *c);

const struct difference *reference_difference(const struct reference *c);
struct reference_counts reference_counts(const struct reference *c);
// The model's bytes behind the first difference.
const uint8_t *reference_bytes(const struct reference *c, size_t *count);

#endif
