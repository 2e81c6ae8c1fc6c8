// SPDX-License-Identifier: Apache-2.0
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
                            .waypoints = files.instructions};
  const bool good = listing_decode(&listing, &options.config, bytes, count);
  if (!good) error_set(&err, "out of memory");
  if (files.instructions) stim_close(&stim);
  free(bytes);
  if (!printed()) return 2;
  if (!good) return could_not_run(&err);
  return listing.error_count ? could_not_run(&listing.first) : 0;
}

// --- a capture of real trace -----------------------------------------------------------------------------------------

struct capture_words {
  const char *dir;
  struct capture_choice choice;
  bool packets, waypoints, instructions;
};

static bool read_id(const char *word, int *id) {
  char *end;
  const unsigned long value = strtoul(word, &end, 0);
  *id = (int)value;
  return word[0] >= '0' && word[0] <= '9' && *end == '\0' && value < 0x80;
}

static bool read_words(int argc, char **argv, struct capture_words *w, struct error *err) {
  *w = (struct capture_words){.choice.id = CAPTURE_ANY_ID};
  for (int i = 0; i < argc; i++) {
    const char *word = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
    bool valued = true, good = true;
    if (strcmp(word, "--snapshot") == 0) {
      w->dir = value;
    } else if (strcmp(word, "--source") == 0) {
      w->choice.source = value;
    } else if (strcmp(word, "--id") == 0) {
      good = value && read_id(value, &w->choice.id);
    } else {
      valued = false;
      if (strcmp(word, "--packets") == 0) {
        w->packets = true;
      } else if (strcmp(word, "--waypoints") == 0) {
        w->waypoints = true;
      } else if (strcmp(word, "--instructions") == 0) {
        w->instructions = true;
      } else {
        error_set(err, "%s: not an option of decode --snapshot; --help tells more", word);
        return false;
      }
    }
    if (!good || (valued && !value)) {
      error_set(err, "%s: expected %s behind it", word,
                strcmp(word, "--id") == 0 ? "a trace ID, 0 to 0x7F," : "a name");
      return false;
    }
    i += valued;
  }
  if (!w->dir) error_set(err, "expected a file of trace bytes as the first word, or --snapshot DIR; --help tells more");
  return w->dir != NULL;
}

static int decode_capture(int argc, char **argv) {
  struct capture_words words;
  struct capture capture = {0};
  struct error err;
  if (!read_words(argc, argv, &words, &err)) return could_not_run(&err);
  bool good = capture_open(&capture, words.dir, words.choice, &err);
  struct listing listing = {.name = words.dir,
                            .image = &capture.image,
                            .packets = words.packets,
                            .waypoints = words.waypoints,
                            .instructions = words.instructions};
  if (good && !listing_decode(&listing, &capture.config, capture.bytes, capture.count)) {
    error_set(&err, "out of memory");
    good = false;
  }
  if (good) {
    printf("summary: bytes=%zu packets=%" PRIu64 " waypoints=%" PRIu64 " instructions=%" PRIu64 " gaps=%" PRIu64
           " errors=%" PRIu64 "\n",
           capture.count, listing.packet_count, listing.waypoint_count, listing.instruction_count, listing.gap_count,
           listing.error_count);
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
