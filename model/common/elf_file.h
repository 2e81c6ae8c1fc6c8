// SPDX-License-Identifier: Apache-2.0
// The code in an ELF file, as a linker leaves it: its loaded segments, and the names of its functions.
#ifndef ELF_FILE_H
#define ELF_FILE_H

#include <stdbool.h>

struct error;
struct image;
struct symbols;

// Adds what the program headers load, at its virtual addresses, to an image. False and *err set ("PATH: expected ...")
// if the file cannot be read, is no ELF file of 32 bits, little-endian, for Arm, or is cut. Free the image in either
// case.
bool elf_load(const char *path, struct image *image, struct error *err);
// Adds its functions and the labels in its code. A file without a symbol table has none. Free and error as above.
bool elf_symbols(const char *path, struct symbols *symbols, struct error *err);

#endif
