// SPDX-License-Identifier: Apache-2.0
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "capture.h"
#include "command.h"
#include "listing.h"
#include "source.h"

// What has been printed must have arrived.
static bool printed(void) {
  if (fflush(stdout) == 0) return true;
  perror("waypoint: standard output");
  return false;
}

// --- raw trace bytes
// ---------------------------------------------------------------------------------------------------

static int decode_trace(const struct words *words) {
  const struct config *config = &words->options.config;
  struct error err;
  struct stim stim = {0};
  uint8_t *bytes;
  size_t count;
  if (!read_file(words->trace, &bytes, &count, &err)) return could_not_run(&err);
  if (words->instructions && !source_open(&words->options.drive, &stim, &err)) {
    free(bytes);
    return could_not_run(&err);
  }

  struct listing listing = {.name = words->trace,
                            .image = words->instructions ? &stim.image : NULL,
                            .packets = !words->instructions,
                            .flow = words->instructions};
  const bool good = listing_decode(&listing, config, bytes, count);
  if (!good) error_set(&err, "out of memory");
  if (words->instructions) stim_close(&stim);
  free(bytes);
  if (!printed()) return 2;
  if (!good) return could_not_run(&err);
  return listing.error_count ? could_not_run(&listing.first) : 0;
}

// --- a capture of real trace -----------------------------------------------------------------------------------------

static int decode_capture(const struct words *words) {
  struct capture capture = {0};
  struct error err;
  bool good = capture_open(&capture, words->snapshot, words->choice, &err);
  struct listing listing = {.name = words->snapshot,
                            .image = &capture.image,
                            .packets = words->packets,
                            .flow = words->flow,
                            .instructions = words->instructions,
                            .events = words->tell_events};
  if (words->depth >= 0) capture.config.return_stack_depth = (uint32_t)words->depth;
  if (good && !listing_decode(&listing, &capture.config, capture.bytes, capture.count)) {
    error_set(&err, "out of memory");
    good = false;
  }
  if (good && !words->tell_events) {
    printf("summary: bytes=%zu packets=%" PRIu64 " %s=%" PRIu64 " instructions=%" PRIu64 " gaps=%" PRIu64
           " errors=%" PRIu64 "\n",
           capture.count, listing.packet_count, config_is_etm3(&capture.config) ? "branches" : "waypoints",
           listing.waypoint_count, listing.instruction_count, listing.gap_count, listing.error_count);
  }
  capture_close(&capture);
  if (!good) return could_not_run(&err);
  if (!printed()) return 2;
  if (listing.error_count) fprintf(stderr, "waypoint: %s\n", listing.first.text);
  return listing.error_count ? 1 : 0;
}

int command_decode(const struct words *words) { return words->snapshot ? decode_capture(words) : decode_trace(words); }
