// SPDX-License-Identifier: Apache-2.0
// Reads and writes whole files.
#ifndef FILE_H
#define FILE_H

#include <stddef.h>
#include <stdint.h>

struct error;

// Reads a file, and adds a byte 0 after its `*count` bytes. The caller frees the bytes. NULL and *err set ("PATH:
// ..."): the file cannot be read.
uint8_t *file_read(const char *path, size_t *count, struct error *err);
// The path "DIR/NAME", which the caller frees.
char *file_path(const char *dir, const char *name);

#endif
