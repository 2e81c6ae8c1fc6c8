// SPDX-License-Identifier: Apache-2.0
// The names in a wave that are most like one that it does not have.
#ifndef WAVE_CLOSEST_H
#define WAVE_CLOSEST_H

#include "wave_name.h"

enum { WAVE_CLOSEST = 3, WAVE_CLOSEST_NAME = 120 };  // how many; bytes of a name

struct wave_closest {
  const char *wanted;
  unsigned count;
  struct {
    unsigned distance;
    char name[WAVE_CLOSEST_NAME];
  } best[WAVE_CLOSEST];
  char text[WAVE_CLOSEST * (WAVE_CLOSEST_NAME + 20)];
};

// `type`: of a variable that has no bits, or "".
void wave_closest_add(struct wave_closest *closest, const struct wave_variable *variable, const char *type);
// Sets `text`: "; the closest are A, B and C", or "" if there are none.
void wave_closest_list(struct wave_closest *closest);

#endif
