// SPDX-License-Identifier: Apache-2.0
// strtoull accepts blanks and a sign before a number, and ignores the text after it. number_read does not.
#include "number.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

bool number_read(const char *text, int base, uint64_t most, uint64_t *value) {
  char *end;
  errno = 0;
  *value = strtoull(text, &end, base);
  return isdigit((unsigned char)text[0]) && *end == '\0' && errno == 0 && *value <= most;
}

uint64_t number_load(const void *from, size_t size) {
  switch (size) {
    case sizeof(uint8_t):
      return *(const uint8_t *)from;
    case sizeof(uint16_t):
      return *(const uint16_t *)from;
    case sizeof(uint32_t):
      return *(const uint32_t *)from;
    default:
      return *(const uint64_t *)from;
  }
}
