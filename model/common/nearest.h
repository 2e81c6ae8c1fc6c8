// SPDX-License-Identifier: Apache-2.0
// Finds the known name that is most similar to a mistyped word, for "did you mean" in an error.
//
// Call order: nearest_start with the word, nearest_try with each known name, nearest_advice.
#ifndef NEAREST_H
#define NEAREST_H

#include <stddef.h>

struct nearest {
  const char *word;
  size_t length;     // of the word
  const char *name;  // the nearest name so far
  size_t distance;   // edits between word and name: a nearer name has fewer
  char advice[80];
};

// Returns the number of edits from one text to the other, without regard to case: a character inserted, deleted or
// replaced, or two adjacent characters exchanged. Only the last NEAREST_LONGEST characters of a text are compared.
enum { NEAREST_LONGEST = 120 };
size_t nearest_distance(const char *a, size_t a_length, const char *b, size_t b_length);

// The first `length` characters of `word`. A name is near if at most a third of them, and at most two, are edited.
void nearest_start(struct nearest *n, const char *word, size_t length);
void nearest_try(struct nearest *n, const char *name);
// "did you mean PREFIXname? See", or "see" if no name is near. A page follows in the message.
const char *nearest_advice(struct nearest *n, const char *prefix);

#endif
