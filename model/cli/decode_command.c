// SPDX-License-Identifier: Apache-2.0
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "capture.h"
#include "capture_words.h"
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

static int decode_trace(int argc, char **argv) {
  struct files files;
  struct options options;
  struct error err;
  bool given;
  if (!command_line_read(argc, argv, WANT_TRACE | WANT_INSTRUCTIONS, &files, &options, &given, &err)) {
    return could_not_run(&err);
  }
  if (files.instructions && !given) {
    error_set(&err, "--instructions: expected --program, --stimulus or --random, for the code image");
    return could_not_run(&err);
  }
  struct stim stim = {0};
  uint8_t *bytes;
  size_t count;
  if (!read_file(files.trace, &bytes, &count, &err)) return could_not_run(&err);
  if (files.instructions && !source_open(&options, &stim, &err)) {
    free(bytes);
    return could_not_run(&err);
  }

  struct listing listing = {.name = files.trace,
                            .image = files.instructions ? &stim.image : NULL,
                            .packets = !files.instructions,
                            .flow = files.instructions};
  const bool good = listing_decode(&listing, &options.config, bytes, count);
  if (!good) error_set(&err, "out of memory");
  if (files.instructions) stim_close(&stim);
  free(bytes);
  if (!printed()) return 2;
  if (!good) return could_not_run(&err);
  return listing.error_count ? could_not_run(&listing.first) : 0;
}

// --- a capture of real trace -----------------------------------------------------------------------------------------

static int decode_capture(int argc, char **argv) {
  struct capture_words words;
  struct capture capture = {0};
  struct error err;
  if (!capture_words_read(argc, argv, &words, &err)) return could_not_run(&err);
  bool good = capture_open(&capture, words.dir, words.choice, &err);
  struct listing listing = {.name = words.dir,
                            .image = &capture.image,
                            .packets = words.packets,
                            .flow = words.flow,
                            .instructions = words.instructions,
                            .events = words.events};
  if (good) capture_words_apply(&words, &capture.config);
  if (good && !listing_decode(&listing, &capture.config, capture.bytes, capture.count)) {
    error_set(&err, "out of memory");
    good = false;
  }
  if (good && !words.events) {
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

int command_decode(int argc, char **argv) {
  const bool is_trace = argc > 0 && argv[0][0] != '-';
  return is_trace ? decode_trace(argc, argv) : decode_capture(argc, argv);
}
