// SPDX-License-Identifier: Apache-2.0
// The members of a checker. Only files of this directory include it.
#ifndef CHECKER_PRIVATE_H
#define CHECKER_PRIVATE_H

#include <stdio.h>

#include "checker.h"
#include "facts.h"
#include "list.h"
#include "observer.h"
#include "option_words.h"
#include "reencode.h"
#include "reference.h"
#include "sim_time.h"

// Clocks. It is below AFTERMATH, so that a failing run ends in the same clock as with checker_clock().
enum { CHECKER_HELD = 32 };

struct checker {
  struct check_options options;
  struct option_words words;  // the strings to which `options` points, after checker_open_text()
  struct image loaded;        // from the ELF file of the options
  struct observer observer;
  struct sim_time times;        // simulation times of the clocks
  struct reference *reference;  // NULL unless the mode is strict
  // A copy of the scoreboard before the first mismatch of DUT and model, for the model's bytes. NULL: no mismatch.
  struct scoreboard *fork;
  size_t fork_items;          // number of items presented up to the clock of the mismatch
  uint64_t fork_bytes;        // number of bytes that the fork has compared when it is made
  bool is_fork_stream_known;  // All bytes after those belong to the stream that the fork compares.
  struct reencode *reencode;  // NULL unless the mode is bytes or legal
  const struct image *image;
  char incomplete[200];            // the reason given to checker_incomplete(); "": none
  bool executed;                   // checker_executed() will be called.
  bool closed;                     // checker_close() was called.
  bool opened;                     // The observer was started.
  bool has_port_calls;             // checker_core(), checker_atb() or checker_apb() was called.
  struct pins pins;                // For these calls: the pins at the last edge of each port.
  struct pins held[CHECKER_HELD];  // edges of checker_clock_soon() that are not evaluated yet
  unsigned held_count;
  enum checker_state state;  // after the last evaluated edge
  uint64_t finish_at;        // last clock that is evaluated after a failure; UINT64_MAX: no failure
  FILE *beats;
  struct facts *facts;      // NULL: not requested
  struct list_writer list;  // Its file is NULL if no list is requested.
};

#endif
