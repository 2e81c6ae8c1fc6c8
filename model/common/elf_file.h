// SPDX-License-Identifier: Apache-2.0
// The code in an ELF file, as a linker leaves it: its loaded segments.
#ifndef ELF_FILE_H
#define ELF_FILE_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct image;

// "FILE", or "FILE@OFFSET", which is added to each address in the file.
struct elf_name {
  char path[4096];
  uint32_t offset;
};
// False and *err set: the offset has more than 32 bits, or the name is too long.
bool elf_name(const char *text, struct elf_name *name, struct error *err);

// Adds what the program headers load, at its virtual addresses, to an image. False and *err set ("PATH: expected ...")
// if the file cannot be read, is no ELF file of 32 bits, little-endian, for Arm, or is cut. Free the image in either
// case.
bool elf_load(const char *text, struct image *image, struct error *err);

#endif
