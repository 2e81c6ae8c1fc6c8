// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "source.h"
#include "text.h"

// Everything that the stimulus does, with the clocks in between. The image goes along; the text borrows it.
static bool fill(struct text *text, const struct stim *stim) {
  text->at = calloc(5 * stim->count + 1, sizeof *text->at);
  if (!text->at) return false;
  text->image = stim->image;
  for (size_t i = 0; i < stim->count; i++) {
    const struct stim_event *e = &stim->at[i];
    if (e->clocks > 1) text->at[text->count++] = (struct text_line){.kind = TEXT_IDLE, .idle = e->clocks - 1};
    if (e->sync) text->at[text->count++] = (struct text_line){.kind = TEXT_SYNC};
    if (e->flush) text->at[text->count++] = (struct text_line){.kind = TEXT_FLUSH};
    if (e->extin) text->at[text->count++] = (struct text_line){.kind = TEXT_EXTIN, .extin = e->extin};
    text->at[text->count++] = e->valid ? (struct text_line){.kind = TEXT_WAYPOINT, .waypoint = e->wp}
                                       : (struct text_line){.kind = TEXT_IDLE, .idle = 1};
  }
  return true;
}

int command_generate(int argc, char **argv) {
  struct files files;
  struct options options;
  struct error err;
  struct stim stim;
  bool given;
  if (!command_line_read(argc, argv, WANT_OUTPUT, &files, &options, &given, &err) ||
      !source_open(&options, &stim, &err)) {
    return could_not_run(&err);
  }
  struct text text = {0};
  FILE *file = files.output ? fopen(files.output, "w") : stdout;
  bool good = file && fill(&text, &stim);
  if (good) text_write(file, &text);
  if (file) good = fflush(file) == 0 && good;
  if (!good) error_set(&err, "%s: %s", files.output ? files.output : "standard output", strerror(errno));
  if (file && files.output) fclose(file);
  free(text.at);
  stim_close(&stim);
  return good ? 0 : could_not_run(&err);
}
