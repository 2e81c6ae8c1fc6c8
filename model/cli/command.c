// SPDX-License-Identifier: Apache-2.0
// What the commands share: files, errors, exit codes.
#include "command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "lines.h"
#include "text.h"

int could_not_run(const struct error *err) {
  fprintf(stderr, "waypoint: %s\n", err->text);
  return 2;
}

bool read_file(const char *path, uint8_t **bytes, size_t *count, struct error *err) {
  enum { STEP = 1 << 16 };
  FILE *file = fopen(path, "rb");
  uint8_t *at = NULL;
  size_t room = 0, used = 0;
  for (size_t got = 1; file && got > 0; used += got) {
    at = array_reserve(at, used + STEP, &room, 1);
    got = fread(at + used, 1, room - used - 1, file);
  }
  const bool good = used > 0 && !ferror(file);
  if (!good) error_set(err, "%s: %s", path, file && !ferror(file) ? "empty file" : strerror(errno));
  if (file) fclose(file);
  if (good) at[used] = '\0';
  if (!good) free(at);
  *bytes = good ? at : NULL;
  *count = good ? used : 0;
  return good;
}

bool write_file(const char *path, const uint8_t *bytes, size_t count, struct error *err) {
  FILE *file = path ? fopen(path, "wb") : stdout;
  bool good = file && fwrite(bytes, 1, count, file) == count;
  if (file) good = fflush(file) == 0 && good;
  if (!good) error_set(err, "%s: %s", path ? path : "standard output", strerror(errno));
  if (file && path) fclose(file);
  return good;
}

bool write_text(const char *path, const char *note, const struct text *text, struct error *err) {
  FILE *file = path ? fopen(path, "w") : stdout;
  if (file) {
    fputs(LINES_BEGIN, file);
    fputs(note, file);
    text_write(file, text);
    fputs(LINES_END, file);
  }
  bool good = file && fflush(file) == 0;
  if (file && path) good = fclose(file) == 0 && good;
  if (!good) error_set(err, "%s: %s", path ? path : "standard output", strerror(errno));
  return good;
}
