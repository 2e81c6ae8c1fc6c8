// SPDX-License-Identifier: Apache-2.0
// A pipe has no size, so a file is read to its end.
#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "error.h"

uint8_t *file_read(const char *path, size_t *count, struct error *err) {
  enum { STEP = 1 << 16 };
  FILE *file = fopen(path, "rb");
  uint8_t *bytes = NULL;
  size_t room = 0, used = 0;
  for (size_t got = 1; file && got > 0; used += got) {
    bytes = array_reserve(bytes, used + STEP, &room, 1);
    got = fread(bytes + used, 1, room - used - 1, file);
  }
  if (!file || ferror(file)) {
    error_set(err, "%s: %s", path, strerror(errno));
    free(bytes);
    bytes = NULL;
    used = 0;
  }
  if (bytes) bytes[used] = '\0';
  if (file) fclose(file);
  *count = used;
  return bytes;
}

char *file_path(const char *dir, const char *name) {
  const size_t room = strlen(dir) + strlen(name) + 2;
  char *path = error_memory(malloc(room));
  snprintf(path, room, "%s/%s", dir, name);
  return path;
}
