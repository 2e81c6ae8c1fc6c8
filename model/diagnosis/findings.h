// SPDX-License-Identifier: Apache-2.0
// What the reports of a run are made from: what each check has found, and what was there to look at. The face fills it
// in when the run ends; the reports change nothing.
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

struct findings {
  FILE *beats;  // the file for the wave view (predicted.h), or NULL

  const struct config *config;    // of the last stream
  const struct image *image;      // NULL: the code is not known
  const struct history *history;  // items presented
  const struct sent *sent;        // bytes of the unit

  // The model comparison: NULL where there is none. `fork`: the scoreboard as it was where unit and model parted,
  // which goes on with the model's bytes from `fork_bytes` on; NULL where they did not.
  const struct reference *reference;
  struct scoreboard *fork;
  uint64_t fork_bytes;
  bool is_fork_stream_known;        // of which stream its bytes are
  size_t fork_items;                // presented by then
  const struct reencode *reencode;  // mode bytes

  // The scoreboard, and the clock in which it found something.
  const struct scoreboard *scoreboard;
  bool contradicted;
  uint64_t contradicted_clock;
  const struct registers *registers;  // as somebody has said,
  uint64_t status_clock;              // and in which clock ETMSR was read last

  const struct rules *rules;  // the architecture rules
};

#endif
