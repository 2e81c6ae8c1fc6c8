// SPDX-License-Identifier: Apache-2.0
// Names of signals in a wave. A scope is one word of the file, which may have dots, brackets and escapes in it: the
// open scopes are a stack.
#ifndef WAVE_NAME_H
#define WAVE_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "pin_map.h"

struct wave_path {
  char *text;  // names of the open scopes, each with a dot after it; then that of a variable
  size_t length, room;
  size_t *outer;  // the length before each open scope
  size_t depth, most;
};

void wave_path_open(struct wave_path *path, const char *scope);
void wave_path_close(struct wave_path *path);  // the last scope; does nothing if none is open
void wave_path_free(struct wave_path *path);
// Starts the name of a variable. Words of the file are added to it without blanks between them.
void wave_path_name(struct wave_path *path);
void wave_path_add(struct wave_path *path, const char *word);

struct wave_variable {
  const char *name;  // with its scopes, and as it is declared: "tb.u.data[1][31:0]"
  size_t base;       // characters before the range, which numbers its bits
  unsigned bits;     // 0: not known, or it is a number or a text
  int left, right;   // the range
};

// Sets base, left and right from name and bits. An index of an array is part of the name, as in "data[1]".
void wave_variable_split(struct wave_variable *variable);

// Is a variable what the map names? A signal of the whole name goes before bits of a signal, and a name that is written
// as in the map before one whose case or escapes differ. A scope TOP in front does not count.
enum wave_match { MATCH_NONE, MATCH_LOOSE_BITS, MATCH_LOOSE, MATCH_BITS, MATCH_EXACT };
enum wave_match wave_variable_match(const struct wave_variable *variable, const struct pin_source *source);

// The bits of a variable that the map wants.
struct wave_bits {
  unsigned from, width;  // from the right end of its value; width 0: none
  int index;             // of the lowest. Bits with a higher index are further left in the pin
  int lowest;            // of those that the map wants; without a range in the map INT_MAX
};
struct wave_bits wave_variable_bits(const struct wave_variable *variable, const struct pin_source *source,
                                    enum wave_match match);

#endif
