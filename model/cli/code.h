// SPDX-License-Identifier: Apache-2.0
// The code that a line names: ELF files, with the names of their functions, or that of a source.
#ifndef CODE_H
#define CODE_H

#include <stdbool.h>

#include "image.h"
#include "symbols.h"

struct error;
struct words;

struct code {
  struct image image;
  struct symbols symbols;  // of ELF files
};

// Both stay empty where the line names neither. False and *err set if it cannot be read; free it in either case.
bool code_load(struct code *code, const struct words *words, struct error *err);
// Likewise to an image that a capture has: what that has of the memory is right, ELF files have the rest.
bool code_add(struct code *code, const struct words *words, struct image *image, struct error *err);
void code_free(struct code *code);

#endif
