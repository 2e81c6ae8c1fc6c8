// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "command.h"
#include "encode.h"
#include "source.h"

int command_encode(int argc, char **argv) {
  struct files files;
  struct options options;
  struct error err;
  struct stim stim;
  bool given;
  if (!command_line_read(argc, argv, WANT_OUTPUT, &files, &options, &given, &err) ||
      !source_open(&options, &stim, &err)) {
    return could_not_run(&err);
  }
  struct encoder encoder;
  struct trace_bytes bytes = {0};
  encoder_reset(&encoder, &options.config);
  for (size_t i = 0; i < stim.count; i++) {
    const struct stim_event *e = &stim.at[i];
    if (e->sync) encode_sync(&encoder, &bytes);
    if (e->valid) encode_waypoint(&encoder, &e->wp, &bytes);
    if (e->flush) encode_flush(&encoder, &bytes);
  }
  encode_flush(&encoder, &bytes);
  const bool good = write_file(files.output, bytes.at, bytes.count, &err);
  free(bytes.at);
  stim_close(&stim);
  return good ? 0 : could_not_run(&err);
}
