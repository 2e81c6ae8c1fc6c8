// SPDX-License-Identifier: Apache-2.0
// waypoint snapshot: a trace as a snapshot folder.
#include <stdlib.h>

#include "command.h"
#include "snapshot.h"
#include "source.h"

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
