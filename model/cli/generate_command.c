// SPDX-License-Identifier: Apache-2.0
// waypoint generate: writes a stimulus as text. waypoint snapshot: writes trace bytes and code as a snapshot.
#include <stdlib.h>

#include "array.h"
#include "command.h"
#include "event.h"
#include "lines.h"
#include "present.h"
#include "snapshot.h"
#include "source.h"
#include "text.h"

// Reads all events of a text (docs/events.md), without its configuration.
static bool read_events(const char *path, struct event **events, size_t *count, struct error *err) {
  struct config config = config_default_pft;
  struct lines lines;
  size_t room = 0;
  lines_open(&lines, path, err);
  int more = event_read_config(&lines, &config, err);
  while (more > 0) {
    *events = array_reserve(*events, *count + 1, &room, sizeof **events);
    more = event_read(&lines, &(*events)[*count], err);
    *count += more > 0;
  }
  return event_text_end(&lines, more, err);
}

static int generate_from_events(const char *path, const char *output) {
  struct error err;
  struct event *events = NULL;
  struct text text = {0};
  size_t count = 0;
  bool good = read_events(path, &events, &count, &err);
  if (good) {
    present_events(events, count, &text);
    good = write_text(output, "", &text, &err);
  }
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
  const uint64_t clocks = words->options.drive.clocks ? words->options.drive.clocks : UINT64_MAX;
  text_of_stim(&stim, clocks, false, &text);
  const bool good = write_text(words->output, "", &text, &err);
  text_free(&text);
  stim_close(&stim);
  return good ? 0 : could_not_run(&err);
}

int command_snapshot(const struct words *words) {
  struct error err;
  struct stim stim;
  uint8_t *bytes;
  size_t count;
  if (!words->source || !words->output) {
    error_set(&err, "snapshot: expected the code (--program, --stimulus or --random) and -o DIR");
    return could_not_run(&err);
  }
  if (!read_file(words->trace, &bytes, &count, &err)) return could_not_run(&err);
  bool good = source_open(&words->options.drive, &stim, &err);
  if (good) {
    stim_make_code(&stim);
    good = snapshot_write(words->output, &words->options.config, &stim.image, bytes, count, &err);
    stim_close(&stim);
  }
  free(bytes);
  return good ? 0 : could_not_run(&err);
}
