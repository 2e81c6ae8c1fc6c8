// SPDX-License-Identifier: Apache-2.0
// The model comparison: compares the outputs of a unit with those of the reference model in each clock. In mode bytes,
// reencode.h compares each packet with the reference encoder instead.
//
// Call reference_clock() for each edge before the observer evaluates it. At the end, reference_difference() gives the
// first difference for the report. Of the checks, only this directory includes enc.
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "ports.h"

enum { AFTERMATH = 50 };  // number of clocks that are compared after the first failure

struct reference;

// The first clock in which unit and model differ.
struct difference {
  bool found;
  uint64_t clock;
  uint64_t sent;  // number of equal bytes before it
  struct ports_in in;
  struct ports_out unit, model;
};

// State of the model that its outputs do not show.
struct reference_counts {
  uint64_t lost;         // waypoints of a PTM
  unsigned queue, fifo;  // contents before the next edge: entries, bytes
};

// Exits with 2 when out of memory. `config` must outlive it.
struct reference *reference_open(const struct config *config);
void reference_close(struct reference *c);

// Compares the outputs at an edge and steps the model. `sent`: number of bytes of the unit before it. True in the clock
// of the first difference.
bool reference_clock(struct reference *c, const struct pins *pins, uint64_t clock, uint64_t sent);

// RESETn was low between two edges.
void reference_reset(struct reference *c);

const struct difference *reference_difference(const struct reference *c);
struct reference_counts reference_counts(const struct reference *c);
// The bytes of the model after the first difference.
const uint8_t *reference_bytes(const struct reference *c, size_t *count);

#endif
