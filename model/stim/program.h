// SPDX-License-Identifier: Apache-2.0
// A recorded program: the code image, and every step of a real program, in one file (docs/program-file.md). The
// functions keep no state. Lengths and offsets are in bytes.
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>

struct error;
struct image;
struct step;
struct step_list;

// Reads a recording into an empty image and an empty list. If the file cannot be read or is damaged, returns false,
// sets *err ("PATH: byte N: expected ...") and leaves both empty.
bool program_load(const char *path, struct image *image, struct step_list *steps, struct error *err);

// Writes a recording. `name` (1 to 15 characters) identifies it for a reader of the raw file. If the file cannot be
// written, returns false and sets *err. This also happens if a step has an opcode that is not in the image, or a value
// out of range.
bool program_save(const char *path, const char *name, const struct image *image, const struct step_list *steps,
                  struct error *err);

// Sets opcode and size of an instruction step from the image, by its address and state. False if the image does not
// have the instruction, or if the address is not aligned for the state.
bool program_fetch(const struct image *image, struct step *step);

#endif
