// SPDX-License-Identifier: Apache-2.0
#include "capture_words.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"

static bool read_number(const char *word, unsigned long max, int *number) {
  char *end;
  const unsigned long value = strtoul(word, &end, 0);
  *number = (int)value;
  return word[0] >= '0' && word[0] <= '9' && *end == '\0' && value <= max;
}

bool capture_words_read(int argc, char **argv, struct capture_words *w, struct error *err) {
  *w = (struct capture_words){.choice.id = CAPTURE_ANY_ID, .depth = CAPTURE_ANY_ID};
  for (int i = 0; i < argc; i++) {
    const char *word = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
    bool valued = true, good = true;
    if (strcmp(word, "--snapshot") == 0) {
      w->dir = value;
    } else if (strcmp(word, "--source") == 0) {
      w->choice.source = value;
    } else if (strcmp(word, "--id") == 0) {
      good = value && read_number(value, 0x7F, &w->choice.id);
    } else if (strcmp(word, "--depth") == 0) {
      good = value && read_number(value, 15, &w->depth);
    } else {
      valued = false;
      if (strcmp(word, "--packets") == 0) {
        w->packets = true;
      } else if (strcmp(word, "--waypoints") == 0 || strcmp(word, "--flow") == 0) {
        w->flow = true;
      } else if (strcmp(word, "--instructions") == 0) {
        w->instructions = true;
      } else if (strcmp(word, "--events") == 0) {
        w->events = true;
      } else {
        error_set(err, "%s: not an option for a snapshot; --help tells more", word);
        return false;
      }
    }
    if (!good || (valued && !value)) {
      error_set(err, "%s: expected %s behind it", word,
                strcmp(word, "--id") == 0      ? "a trace ID, 0 to 0x7F,"
                : strcmp(word, "--depth") == 0 ? "a number, 0 to 15,"
                                               : "a name");
      return false;
    }
    i += valued;
  }
  if (!w->dir) error_set(err, "expected a file of trace bytes as the first word, or --snapshot DIR; --help tells more");
  return w->dir != NULL;
}

void capture_words_apply(const struct capture_words *w, struct config *config) {
  if (w->depth >= 0) config->return_stack_depth = (uint32_t)w->depth;
}
