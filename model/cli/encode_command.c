// SPDX-License-Identifier: Apache-2.0
// waypoint encode: encodes a stimulus or events to trace bytes.
#include <stdlib.h>

#include "command.h"
#include "encode.h"
#include "lines.h"
#include "protocol.h"
#include "replay.h"
#include "source.h"

// Encodes a text of docs/events.md.
static int encode_events(const char *path, const char *output) {
  struct error err;
  struct config config = config_default_pft;
  struct trace_bytes bytes = {0};
  struct replay replay;
  struct event event;
  struct lines lines;
  lines_open(&lines, path, &err);
  int more = event_read_config(&lines, &config, &err);
  replay_start(&replay, &config);
  while (more > 0 && (more = event_read(&lines, &event, &err)) > 0) {
    if (replay_event(&replay, &event, &bytes)) continue;
    error_set(&err, "%s:%u: expected an event of %s (docs/events.md)", path, lines.number, protocol_row(&config)->name);
    more = -1;
  }
  const bool whole = event_text_end(&lines, more, &err);
  if (whole) replay_end(&replay, &bytes);
  const bool good = whole && write_file(output, bytes.at, bytes.count, &err);
  free(bytes.at);
  return good ? 0 : could_not_run(&err);
}

int command_encode(const struct words *words) {
  if (words->events) return encode_events(words->events, words->output);
  struct error err;
  struct stim stim;
  if (!source_open(&words->options.drive, &stim, &err)) return could_not_run(&err);
  struct encoder encoder;
  struct trace_bytes bytes = {0};
  encoder_reset(&encoder, &words->options.config);
  struct stim_event e;
  uint64_t clocks = 0;
  while (stim_next_event(&stim, &e) && source_presents(&words->options.drive, &e, &clocks)) {
    if (e.sync) encode_sync(&encoder, &bytes);
    if (e.valid && !e.is_discarded) encode_waypoint(&encoder, &e.wp, &bytes);
    if (e.clocks > 1) encode_idle(&encoder, e.clocks - 1, &bytes);
    if (e.busy) encode_slots(&encoder, &e.slots, &bytes);
    if (e.flush) encode_flush(&encoder, &bytes);
  }
  encode_flush(&encoder, &bytes);
  const bool good = write_file(words->output, bytes.at, bytes.count, &err);
  free(bytes.at);
  stim_close(&stim);
  return good ? 0 : could_not_run(&err);
}
