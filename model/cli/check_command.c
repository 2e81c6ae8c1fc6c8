// SPDX-License-Identifier: Apache-2.0
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "source.h"
#include "whole.h"

// The waypoints of the stimulus, all of them presented.
static struct stim_event *waypoints(const struct stim *stim, size_t *count) {
  struct stim_event *at = malloc((stim->count + 1) * sizeof *at);
  *count = 0;
  for (size_t i = 0; at && i < stim->count; i++) {
    if (stim->at[i].valid) at[(*count)++] = stim->at[i];
  }
  return at;
}

int command_check(int argc, char **argv) {
  static struct follow follow;
  struct files files;
  struct options options;
  struct error err;
  struct stim stim;
  bool given;
  uint8_t *bytes;
  size_t count;
  if (!command_line_read(argc, argv, WANT_TRACE, &files, &options, &given, &err) ||
      !read_file(files.trace, &bytes, &count, &err)) {
    return could_not_run(&err);
  }
  if (!source_open(&options, &stim, &err)) {
    free(bytes);
    return could_not_run(&err);
  }
  struct happened happened = {.steps = stim.steps.at};
  struct stim_event *presented = waypoints(&stim, &happened.count);
  happened.waypoints = presented;
  const struct image *image = stim.image.count ? &stim.image : NULL;
  if (!presented) {
    fputs("waypoint: out of memory\n", stderr);
    return 2;
  }
  uint64_t offset;
  const char *why = whole_trace(&follow, &options.config, image, &happened, bytes, count, &offset);
  if (why) printf("%s: byte %" PRIu64 ": %s\n", files.trace, offset, why);
  const struct follow_position *at = &follow.at;
  printf("%s bytes=%zu packets=%" PRIu64 " waypoints_compared=%" PRIu64 " instructions_compared=%" PRIu64
         " lost=%" PRIu64 " untraced=%" PRIu64 " pending=%" PRIu64 "\n",
         why ? "FAIL" : "PASS", count, coverage_packets(&follow.coverage), at->waypoints, at->instructions,
         at->lost_waypoints, at->untraced_waypoints, follow.pending);
  free(presented);
  free(bytes);
  stim_close(&stim);
  return why ? 1 : 0;
}
