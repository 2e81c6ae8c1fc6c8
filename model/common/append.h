// SPDX-License-Identifier: Apache-2.0
// Texts that are put together from parts.
#ifndef APPEND_H
#define APPEND_H

#include <stddef.h>

// Appends to a text of at most `room` characters, its end included. What does not fit is cut.
void text_append(char *text, size_t room, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
