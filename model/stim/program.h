// SPDX-License-Identifier: Apache-2.0
// A recorded program: the code image and every step a real program took, in one small file (docs/program-file.md).
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>

struct error;
struct image;
struct step;
struct step_list;

// Reads a recording into an empty image and an empty list. False, *err set ("PATH: byte N: expected ...") and both
// empty again if the file cannot be read or is not a whole, undamaged recording.
bool program_load(const char *path, struct image *image, struct step_list *steps, struct error *err);

// Writes a recording; `name` (1 to 15 characters) only tells a reader of the raw file what it is. False and *err set if
// the file cannot be written or a step cannot be recorded (its opcode is not in the image, a field is out of range).
bool program_save(const char *path, const char *name, const struct image *image, const struct step_list *steps,
                  struct error *err);

// Fills opcode and size of an instruction step from the image, by its address and state. False if the image does not
// hold the instruction, or the address is not aligned for the state.
bool program_fetch(const struct image *image, struct step *step);

#endif
