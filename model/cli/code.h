// SPDX-License-Identifier: Apache-2.0
// The code that a command line names: ELF files with the names of their functions, or the code of a source.
//
// Call code_load() or code_capture() first and code_free() last.
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
  struct debug_info debug;  // functions and source lines of ELF files
};

// Loads the code. Both members are empty if the line names no code. False and *err set: it cannot be read. Call
// code_free() in either case.
bool code_load(struct code *code, const struct words *words, struct error *err);
// Opens the snapshot that the line names, with the description of its unit and core, and loads the code. Memory dumps
// of the snapshot have priority over ELF files. Call capture_close() in either case.
bool code_capture(struct code *code, const struct words *words, struct capture *capture, struct error *err);
void code_free(struct code *code);

#endif
