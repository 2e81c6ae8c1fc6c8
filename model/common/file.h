// SPDX-License-Identifier: Apache-2.0
// Whole files.
#ifndef FILE_H
#define FILE_H

#include <stddef.h>
#include <stdint.h>

struct error;

// The bytes of a file, with a byte 0 after them; NULL and *err set ("PATH: ...") if it cannot be read.
uint8_t *file_read(const char *path, size_t *count, struct error *err);
// "DIR/NAME".
char *file_path(const char *dir, const char *name);

#endif
