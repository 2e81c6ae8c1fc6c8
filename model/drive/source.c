// SPDX-License-Identifier: Apache-2.0
#include "source.h"

bool source_open(const struct drive_options *options, struct stim *stim, struct error *err) {
  switch (options->source) {
    case SOURCE_RANDOM:
      return stim_open_random(stim, &options->stim, &options->random, options->seed, err);
    case SOURCE_PROGRAM:
      return stim_open_program(stim, &options->stim, options->path, err);
    case SOURCE_TEXT:
      return stim_open_text(stim, options->path, err);
  }
  return false;
}
