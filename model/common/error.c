// SPDX-License-Identifier: Apache-2.0
// Formats the text of an error, and ends a program that is out of memory.
#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The number of bytes of the UTF-8 character at the start of a text. 0: a terminal cannot show it.
static int printable_bytes(const char *text) {
  const unsigned char *c = (const unsigned char *)text;
  const int more = *c >= 0xF0 ? 3 : *c >= 0xE0 ? 2 : 1;
  if (*c < 0x80) return *c >= ' ' && *c != 0x7F;
  if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) return 0;
  if (*c < 0xC2 || *c > 0xF4 || (*c == 0xC2 && c[1] < 0xA0)) return 0;
  for (int i = 1; i <= more; i++) {
    if ((c[i] & 0xC0) != 0x80) return 0;
  }
  return 1 + more;
}

// An error may quote any bytes of a file, so each byte that cannot be shown is replaced by its number.
static void put_printable(char *to, size_t room, const char *from) {
  for (size_t used = 0; *from;) {
    const int bytes = printable_bytes(from);
    if (used + 5 > room) break;
    if (bytes) memcpy(to + used, from, (size_t)bytes);
    if (!bytes) sprintf(to + used, "\\x%02X", (unsigned char)*from);
    used += bytes ? (size_t)bytes : 4;
    from += bytes ? bytes : 1;
    to[used] = '\0';
  }
}

bool error_set(struct error *err, const char *format, ...) {
  char text[sizeof(struct error)];
  if (!err) return false;
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  err->text[0] = '\0';
  put_printable(err->text, sizeof err->text, text);
  return false;
}

void *error_memory(void *memory) {
  if (memory) return memory;
  fputs("waypoint: out of memory\n", stderr);
  exit(2);
}
