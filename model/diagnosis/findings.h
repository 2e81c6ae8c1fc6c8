// SPDX-License-Identifier: Apache-2.0
// The input of the reports of a run: the result of each check, and the recorded stimulus and trace. The checker fills
// it in when the run ends. The reports do not change it.
#ifndef FINDINGS_H
#define FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct rules;
struct config;
struct history;
struct image;
struct reencode;
struct reference;
struct registers;
struct scoreboard;
struct sent;
struct wpt_port;

struct findings {
  FILE *beats;  // the file for the wave view (predicted.h), or NULL

  const struct config *config;    // configuration of the last stream
  const struct image *image;      // NULL: the code is not known
  const struct history *history;  // the items that were presented
  const struct wpt_port *port;    // the Cortex-A9's port, or NULL
  const struct sent *sent;        // the bytes that the DUT has sent

  // Comparison with the reference model. `fork` is a copy of the scoreboard from the clock of the first difference. A
  // report gives it the bytes of the reference model from `fork_bytes` on.
  const struct reference *reference;  // NULL: the mode has no comparison with the model
  struct scoreboard *fork;            // NULL: there is no difference
  uint64_t fork_bytes;
  bool is_fork_stream_known;        // those bytes belong to the stream that `fork` compares
  size_t fork_items;                // number of items presented up to the first difference
  const struct reencode *reencode;  // comparison with the reference encoder in mode bytes, or NULL

  // The scoreboard, and the clock in which it found a contradiction.
  const struct scoreboard *scoreboard;
  bool contradicted;
  uint64_t contradicted_clock;
  const struct registers *registers;  // the registers of the DUT, as they were written and read
  uint64_t status_clock;              // the clock of the last read of ETMSR

  const struct rules *rules;  // the architecture rules
};

#endif
