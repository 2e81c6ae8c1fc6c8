// SPDX-License-Identifier: Apache-2.0
// Functions that the commands share: files, errors, exit codes.
#include "command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "lines.h"
#include "text.h"

int could_not_run(const struct error *err) {
  fprintf(stderr, "waypoint: %s\n", err->text);
  return 2;
}

bool read_file(const char *path, uint8_t **bytes, size_t *count, struct error *err) {
  *bytes = file_read(path, count, err);
  if (!*bytes || *count > 0) return *bytes;
  free(*bytes);
  *bytes = NULL;
  return error_set(err, "%s: empty file", path);
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
  char *bytes;
  size_t size;
  FILE *memory = error_memory(open_memstream(&bytes, &size));
  fprintf(memory, LINES_BEGIN "%s", note);
  text_write(memory, text);
  fputs(LINES_END, memory);
  if (fclose(memory) != 0) error_memory(NULL);
  const bool good = write_file(path, (const uint8_t *)bytes, size, err);
  free(bytes);
  return good;
}
