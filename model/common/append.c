// SPDX-License-Identifier: Apache-2.0
// The end of the text is searched, because texts are short.
#include "append.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void text_append(char *text, size_t room, const char *format, ...) {
  const size_t used = strlen(text);
  va_list args;
  va_start(args, format);
  vsnprintf(text + used, room - used, format, args);
  va_end(args);
}
