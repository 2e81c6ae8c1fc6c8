// SPDX-License-Identifier: Apache-2.0
// The text of an error, and the end of a program without memory.
#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void error_set(struct error *err, const char *format, ...) {
  if (!err) return;
  va_list args;
  va_start(args, format);
  vsnprintf(err->text, sizeof err->text, format, args);
  va_end(args);
}

void *error_memory(void *memory) {
  if (memory) return memory;
  fputs("waypoint: out of memory\n", stderr);
  exit(2);
}
