// SPDX-License-Identifier: Apache-2.0
// Opens each kind of source, and checks that a text fits the protocol.
#include "source.h"

#include "error.h"

// A text fits only one protocol: waypoints are of a PTM, clocks of the instruction port are of an ETM.
static bool is_of_protocol(const struct drive_options *options, const struct stim *stim, struct error *err) {
  const bool etm3 = options->stim.instructions;
  for (size_t i = 0; i < stim->count; i++) {
    const struct stim_event *e = &stim->at[i];
    if (!(etm3 ? e->valid : e->busy)) continue;
    if (etm3)
      return error_set(err, "%s: \"waypoint\" lines drive a PTM, but this run uses an ETM; use --protocol pft",
                       options->path);
    return error_set(err, "%s: \"clock\" lines drive an ETM, but this run uses a PTM; use --protocol etm3",
                     options->path);
  }
  return true;
}

static bool open_text(const struct drive_options *options, struct stim *stim, struct error *err) {
  if (!stim_open_text(stim, options->path, err)) return false;
  const bool good = is_of_protocol(options, stim, err);
  if (!good) stim_close(stim);
  return good;
}

bool source_presents(const struct drive_options *options, const struct stim_event *event, uint64_t *clocks) {
  *clocks += event->clocks;
  return options->source != SOURCE_RANDOM || options->clocks == 0 || *clocks <= options->clocks;
}

bool source_open(const struct drive_options *options, struct stim *stim, struct error *err) {
  switch (options->source) {
    case SOURCE_RANDOM:
      return stim_open_random(stim, &options->stim, &options->random, options->seed, err);
    case SOURCE_PROGRAM:
      return stim_open_program(stim, &options->stim, options->path, err);
    case SOURCE_TEXT:
      return open_text(options, stim, err);
  }
  return false;
}
