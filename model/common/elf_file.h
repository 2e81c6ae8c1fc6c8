// SPDX-License-Identifier: Apache-2.0
// Reads the loadable segments of an ELF file.
#ifndef ELF_FILE_H
#define ELF_FILE_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct image;

// "FILE" or "FILE@OFFSET". The offset is added to each address in the file.
struct elf_name {
  char path[4096];
  uint32_t offset;
};
// Splits such a name. False and *err set: the offset has more than 32 bits, or the path is too long.
bool elf_name(const char *text, struct elf_name *name, struct error *err);

// Adds the segments of the program headers to an image, at their virtual addresses. False and *err set ("PATH: expected
// ..."): the file cannot be read, is no 32-bit little-endian ELF file for Arm, or is truncated. The caller frees the
// image in either case.
bool elf_load(const char *text, struct image *image, struct error *err);

#endif
