// SPDX-License-Identifier: Apache-2.0
// The code that a line names: ELF files, with the names of their functions, or that of a source.
#ifndef CODE_H
#define CODE_H

#include <stdbool.h>

#include "debug_info.h"
#include "image.h"

struct capture;
struct error;
struct words;

struct code {
  struct image image;
  struct debug_info debug;  // of ELF files
};

// Both stay empty where the line names neither. False and *err set if it cannot be read; free it in either case.
bool code_load(struct code *code, const struct words *words, struct error *err);
// The snapshot that the line names, as its unit and its core are described, and the code: what its dumps have of the
// memory is right, ELF files have the rest. Close the capture in either case.
bool code_capture(struct code *code, const struct words *words, struct capture *capture, struct error *err);
void code_free(struct code *code);

#endif
