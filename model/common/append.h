// SPDX-License-Identifier: Apache-2.0
// Builds a text from parts.
#ifndef APPEND_H
#define APPEND_H

#include <stddef.h>

// Appends formatted text to `text`, which has space for `room` bytes with its end. A longer text is cut.
void text_append(char *text, size_t room, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
