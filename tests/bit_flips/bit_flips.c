// SPDX-License-Identifier: Apache-2.0
// bit_flips ALLOWED WAYPOINTS TRACE SOURCE: flips each single bit of a trace. Two comparisons must detect it: that of
// bytes (the model comparison), and that of the decoded trace without the model (the scoreboard). The scoreboard may
// miss the bits that ALLOWED lists, each with its reason. Ends with the line "N passed, ...": a test is a byte.
//
// WAYPOINTS is how many of SOURCE were presented to the unit. ALLOWED: lines `OFFSET BIT REASON`. A bit that is listed
// and noticed is wrong as well: the list says what is true.
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "offline_check.h"
#include "source.h"

static bool read_allowed(const char *path, uint8_t *allowed, size_t count) {
  FILE *file = fopen(path, "r");
  if (!file) return false;
  char line[256];
  size_t offset;
  unsigned bit;
  bool good = true;
  while (good && fgets(line, sizeof line, file)) {
    if (line[0] == '#' || line[0] == '\n') continue;
    int reason = 0;
    good = sscanf(line, "%zu %u %n", &offset, &bit, &reason) == 2 && reason > 0 && line[reason] && offset < count &&
           bit < 8;
    if (good) allowed[offset] |= (uint8_t)(1u << bit);
    if (!good) printf("%s: expected OFFSET BIT REASON, a bit of the trace: %s", path, line);
  }
  fclose(file);
  return good;
}

int main(int argc, char **argv) {
  static struct scoreboard scoreboard;
  static struct coverage coverage;
  static const struct command command = {
      .name = "bit-flips",
      .use = OPTIONS_CODE | OPTIONS_STIMULUS | OPTIONS_DECODER | OPTIONS_CHECK | OPTIONS_ENCODER | WORDS_TRACE};
  struct words words;
  struct error err;
  struct stim stim;
  uint8_t *bytes;
  size_t count;
  if (argc < 4 || words_read(&command, argc - 2, argv + 2, &words, &err) != OPTION_GOOD ||
      !read_file(words.trace, &bytes, &count, &err) || !source_open(&words.options.drive, &stim, &err)) {
    if (argc < 4) error_set(&err, "usage: bit_flips ALLOWED WAYPOINTS TRACE SOURCE");
    return could_not_run(&err);
  }
  stim_make_whole(&stim);
  uint8_t *allowed = calloc(1, count);
  if (!allowed || !read_allowed(argv[1], allowed, count)) return 2;
  const struct image *image = words.options.no_image ? NULL : &stim.image;
  const struct bounds bounds = {0};
  const struct config *config = &words.options.config;
  struct history history;
  history_list(&history, &stim, image, config);
  const size_t limit = strtoul(argv[2], NULL, 10);
  if (history.count > limit) history.count = limit;
  struct judgement j = whole_trace(&scoreboard, &coverage, config, image, &history, &bounds, bytes, count);
  if (j.verdict != VERDICT_PASS) {
    printf("%s: %s, with no bit flipped\n", words.trace, j.why);
    return 1;
  }
  size_t failed = 0, silent = 0;
  for (size_t offset = 0; offset < count; offset++) {
    uint8_t unnoticed = 0;
    for (unsigned bit = 0; bit < 8; bit++) {
      bytes[offset] ^= (uint8_t)(1u << bit);
      j = whole_trace(&scoreboard, &coverage, config, image, &history, &bounds, bytes, count);
      bytes[offset] ^= (uint8_t)(1u << bit);
      if (j.verdict != VERDICT_FAIL) unnoticed |= (uint8_t)(1u << bit);
      silent += j.verdict != VERDICT_FAIL;
    }
    if (unnoticed == allowed[offset]) continue;
    failed++;
    for (unsigned bit = 0; bit < 8; bit++) {
      const bool is = unnoticed >> bit & 1, may = allowed[offset] >> bit & 1;
      if (is != may)
        printf("%zu %u %s\n", offset, bit,
               is ? "flipped, and the scoreboard does not notice" : "is listed, but the scoreboard notices");
    }
  }
  printf("%zu bits flipped, %zu unnoticed by the scoreboard\n", 8 * count, silent);
  printf("%zu passed, %zu failed, 0 skipped\n", count - failed, failed);
  return failed > 0;
}
