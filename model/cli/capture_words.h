// SPDX-License-Identifier: Apache-2.0
// The words behind `decode --snapshot` and `recode --snapshot`.
#ifndef CAPTURE_WORDS_H
#define CAPTURE_WORDS_H

#include <stdbool.h>

#include "capture.h"

struct error;

struct capture_words {
  const char *dir;
  struct capture_choice choice;
  int depth;  // of the return stack; below 0: not given
  bool packets, flow, instructions, events;
};

// False and *err set: a word is not understood, or there is no --snapshot.
bool capture_words_read(int argc, char **argv, struct capture_words *words, struct error *err);
// What the words say better than the capture.
void capture_words_apply(const struct capture_words *words, struct config *config);

#endif
