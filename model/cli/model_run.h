// SPDX-License-Identifier: Apache-2.0
// A run without a simulator: the driver drives the pins, and the cycle-level model is the unit.
#ifndef MODEL_RUN_H
#define MODEL_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "options.h"
#include "verdict.h"

struct error;

// What the unit was given, and what came out of it.
struct model_run {
  uint64_t clocks;        // until the host has stopped the unit
  uint64_t instructions;  // executed; 0 for a text, which does not say
  uint64_t items;         // presented: of a PTM waypoints, of an ETM instructions
  uint64_t lost;          // of them, those that overflows kept out of the trace
  uint64_t overflows;
  uint64_t bytes;        // of trace
  enum verdict verdict;  // PASS where nothing is checked
};

// `checked`: a checker looks at the model as it would at any unit, without a reference, and prints its report. False
// and *err set: the stimulus cannot be read, or a file not be written.
bool model_run(const struct options *options, bool checked, struct model_run *run, struct error *err);

#endif
