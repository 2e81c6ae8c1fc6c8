// SPDX-License-Identifier: Apache-2.0
// Names of signals in a wave. The name of a scope is one word of the file, which may contain dots, brackets and
// escapes. Hence the open scopes are a stack.
//
// For each $scope call wave_path_open(), for each $upscope wave_path_close(). For each $var call wave_path_name(),
// wave_path_add() and wave_variable_split().
#ifndef WAVE_NAME_H
#define WAVE_NAME_H

#include <stddef.h>

#include "pin_map.h"

struct wave_path {
  char *text;  // names of the open scopes, each followed by a dot, then the name of a variable
  size_t length, room;
  size_t *outer;  // length before each open scope
  size_t depth, most;
};

void wave_path_open(struct wave_path *path, const char *scope);
void wave_path_close(struct wave_path *path);  // closes the last scope, if one is open
void wave_path_free(struct wave_path *path);
// Starts the name of a variable. Words of the file are added without blanks between them.
void wave_path_name(struct wave_path *path);
void wave_path_add(struct wave_path *path, const char *word);

struct wave_variable {
  const char *name;  // with its scopes, as declared: "tb.u.data[1][31:0]"
  size_t base;       // number of characters before the range of its bits
  unsigned bits;     // 0: unknown, or it is a number or a text
  int left, right;   // the range
};

// Sets base, left and right from name and bits. An index into an array is part of the name, as in "data[1]".
void wave_variable_split(struct wave_variable *variable);

// Does the map name the variable? A signal with the whole name matches better than bits of a signal. A name that is
// equal matches better than one with another case or other escapes. A scope TOP at the beginning is ignored.
enum wave_match { MATCH_NONE, MATCH_LOOSE_BITS, MATCH_LOOSE, MATCH_BITS, MATCH_EXACT };
enum wave_match wave_variable_match(const struct wave_variable *variable, const struct pin_source *source);

// The bits of a variable that the map selects.
struct wave_bits {
  unsigned from, width;  // from the right end of its value; width 0: none
  int index;             // index of the lowest; bits with a higher index are further left in the pin
  int lowest;            // lowest index that the map selects; INT_MAX if the map has no range
};
struct wave_bits wave_variable_bits(const struct wave_variable *variable, const struct pin_source *source,
                                    enum wave_match match);

// --- similar names ---------------------------------------------------------------------------------------------------

enum { WAVE_CLOSEST = 3, WAVE_CLOSEST_NAME = 120 };  // number of names; size of a name

struct wave_closest {
  const char *wanted;
  unsigned count;
  struct {
    size_t distance;
    char name[WAVE_CLOSEST_NAME];
  } best[WAVE_CLOSEST];
  char text[WAVE_CLOSEST * (WAVE_CLOSEST_NAME + 20)];
};

// Takes the variable if its name is similar. `type` is the type of a variable without bits, otherwise "".
void wave_closest_add(struct wave_closest *closest, const struct wave_variable *variable, const char *type);
// Sets `text` to "; the closest are A, B and C", or to "" if there are none.
void wave_closest_list(struct wave_closest *closest);

#endif
