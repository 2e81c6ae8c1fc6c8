// SPDX-License-Identifier: Apache-2.0
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "source.h"
#include "whole.h"

int command_check(const struct words *words) {
  static struct follow follow;
  const struct options *options = &words->options;
  struct error err;
  struct stim stim;
  uint8_t *bytes;
  size_t count;
  if (!read_file(words->trace, &bytes, &count, &err)) return could_not_run(&err);
  if (!source_open(&options->drive, &stim, &err)) {
    free(bytes);
    return could_not_run(&err);
  }
  const bool etm3 = config_is_etm3(&options->config);
  // A text of clocks does not say what was executed.
  const bool known = stim.image.count && (!etm3 || stim.steps.count);
  const struct image *image = known ? &stim.image : NULL;
  struct happened happened;
  if (!happened_list(&happened, &stim, &options->config)) {
    fputs("waypoint: out of memory\n", stderr);
    return 2;
  }
  uint64_t offset;
  const char *why = whole_trace(&follow, &options->config, image, &happened, bytes, count, &offset);
  if (why) printf("%s: byte %" PRIu64 ": %s\n", words->trace, offset, why);
  const struct follow_position *at = &follow.at;
  printf("%s bytes=%zu packets=%" PRIu64 " %s_compared=%" PRIu64 " instructions_compared=%" PRIu64 " lost=%" PRIu64
         " untraced=%" PRIu64 " pending=%" PRIu64 "\n",
         why ? "FAIL" : "PASS", count, coverage_packets(&follow.coverage), etm3 ? "steps" : "waypoints", at->items,
         at->instructions, at->lost_items, at->untraced_items, follow.pending);
  happened_free(&happened);
  free(bytes);
  stim_close(&stim);
  return why ? 1 : 0;
}
