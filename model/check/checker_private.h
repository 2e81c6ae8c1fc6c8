// SPDX-License-Identifier: Apache-2.0
// The insides of a checker, for the files of this folder alone.
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

enum { CHECKER_HELD = 32 };  // clocks; below AFTERMATH, so that a run that fails ends with the clock that it would

struct checker {
  struct check_options options;
  struct option_words words;  // which they point into, of checker_open_text
  struct image loaded;        // from the options' ELF file
  struct observer observer;
  struct sim_time times;        // of its clocks
  struct reference *reference;  // mode strict, otherwise NULL
  struct scoreboard *fork;      // the scoreboard as it was where unit and model parted, or NULL: for the model's bytes
  size_t fork_items;            // presented up to that clock
  uint64_t fork_bytes;          // that it has seen
  bool is_fork_stream_known;    // of which stream those are that it has not
  struct reencode *reencode;    // modes bytes and legal, otherwise NULL
  const struct image *image;
  char incomplete[200];            // why it is, of checker_incomplete
  bool executed;                   // checker_executed will be called
  bool closed;                     // checker_close was called
  bool opened;                     // the observer is
  bool has_port_calls;             // each port has a call of its own
  struct pins pins;                // then: as they were at the last edge of each
  struct pins held[CHECKER_HELD];  // of checker_clock_soon: edges that were not looked at
  unsigned held_count;
  enum checker_state state;  // after the last edge that was
  uint64_t finish_at;        // clock
  FILE *beats;
  struct facts *facts;      // NULL: not requested
  struct list_writer list;  // its file NULL: there is none
};

#endif
