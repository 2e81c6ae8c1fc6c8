// SPDX-License-Identifier: Apache-2.0
// A run without a simulator: the driver drives the pins, and the cycle-level model is the unit.
#ifndef MODEL_RUN_H
#define MODEL_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "options.h"
#include "verdict.h"

struct error;

// The results of a run.
struct model_run {
  uint64_t clocks;        // clocks until the host stops the unit
  uint64_t instructions;  // executed instructions; 0 for a text, which does not contain them
  uint64_t items;         // presented items: waypoints of a PTM, instructions of an ETM
  uint64_t lost;          // items that are not in the trace because of overflows
  uint64_t overflows;
  uint64_t bytes;        // trace bytes
  enum verdict verdict;  // PASS if nothing is checked
};

// Runs until the host stops the unit. `checked`: a checker checks the model like any unit, without a reference, and
// prints its report. False and *err set: the stimulus cannot be read, or a file cannot be written.
bool model_run(const struct options *options, bool checked, struct model_run *run, struct error *err);

#endif
