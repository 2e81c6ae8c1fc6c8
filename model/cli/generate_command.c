// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "event.h"
#include "present.h"
#include "source.h"
#include "text.h"

// Everything that the stimulus does, with the clocks in between. The image goes along; the text borrows it.
static bool fill(struct text *text, const struct stim *stim) {
  text->at = calloc(5 * stim->count + 1, sizeof *text->at);
  if (!text->at) return false;
  text->image = stim->image;
  for (size_t i = 0; i < stim->count; i++) {
    const struct stim_event *e = &stim->at[i];
    if (e->clocks > 1) text->at[text->count++] = (struct text_line){.kind = TEXT_IDLE, .number = e->clocks - 1};
    if (e->sync) text->at[text->count++] = (struct text_line){.kind = TEXT_SYNC};
    if (e->flush) text->at[text->count++] = (struct text_line){.kind = TEXT_FLUSH};
    if (e->extin) text->at[text->count++] = (struct text_line){.kind = TEXT_EXTIN, .number = e->extin};
    struct text_line line = {.kind = TEXT_IDLE, .number = 1};
    if (e->valid) line = (struct text_line){.kind = TEXT_WAYPOINT, .waypoint = e->wp};
    if (e->busy) line = (struct text_line){.kind = TEXT_CLOCK, .slots = e->slots};
    text->at[text->count++] = line;
  }
  return true;
}

static bool write_text(const char *output, const struct text *text, struct error *err) {
  FILE *file = output ? fopen(output, "w") : stdout;
  if (file) text_write(file, text);
  const bool good = file && fflush(file) == 0;
  if (!good) error_set(err, "%s: %s", output ? output : "standard output", strerror(errno));
  if (file && output) fclose(file);
  return good;
}

// All events of a text (docs/events.md) but its configuration.
static bool read_events(const char *path, struct event **events, size_t *count, struct error *err) {
  struct config config = config_default;
  unsigned line = 0;
  size_t room = 0;
  FILE *file = fopen(path, "r");
  int more = -1;
  if (!file) {
    error_set(err, "%s: %s", path, strerror(errno));
    return false;
  }
  more = event_read_config(file, path, &line, &config, err);
  while (more > 0) {
    if (*count == room) {
      room = room ? 2 * room : 1024;
      struct event *at = realloc(*events, room * sizeof *at);
      if (!at) {
        error_set(err, "%s: out of memory", path);
        more = -1;
        break;
      }
      *events = at;
    }
    more = event_read(file, path, &line, &(*events)[*count], err);
    *count += more > 0;
  }
  fclose(file);
  return more == 0;
}

static int generate_from_events(const char *path, const char *output) {
  struct error err;
  struct event *events = NULL;
  struct text text = {0};
  size_t count = 0;
  const bool good = read_events(path, &events, &count, &err) && present_events(events, count, &text, &err) &&
                    write_text(output, &text, &err);
  free(events);
  text_free(&text);
  return good ? 0 : could_not_run(&err);
}

int command_generate(const struct words *words) {
  if (words->events) return generate_from_events(words->events, words->output);
  struct error err;
  struct stim stim;
  if (!source_open(&words->options.drive, &stim, &err)) return could_not_run(&err);
  struct text text = {0};
  bool good = fill(&text, &stim);
  if (!good) error_set(&err, "generate: out of memory");
  good = good && write_text(words->output, &text, &err);
  free(text.at);
  stim_close(&stim);
  return good ? 0 : could_not_run(&err);
}
