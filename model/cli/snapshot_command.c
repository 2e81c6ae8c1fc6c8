// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "command.h"
#include "snapshot.h"
#include "source.h"

int command_snapshot(int argc, char **argv) {
  struct files files;
  struct options options;
  struct error err;
  struct stim stim;
  bool given;
  uint8_t *bytes;
  size_t count;
  if (!command_line_read(argc, argv, WANT_TRACE | WANT_OUTPUT, &files, &options, &given, &err)) {
    return could_not_run(&err);
  }
  if (!given || !files.output) {
    error_set(&err, "snapshot: expected a source for the code image, and -o DIR");
    return could_not_run(&err);
  }
  if (!read_file(files.trace, &bytes, &count, &err)) return could_not_run(&err);
  bool good = source_open(&options, &stim, &err);
  if (good) {
    good = snapshot_write(files.output, &options.config, &stim.image, bytes, count, &err);
    stim_close(&stim);
  }
  free(bytes);
  return good ? 0 : could_not_run(&err);
}
