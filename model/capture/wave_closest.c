// SPDX-License-Identifier: Apache-2.0
// Distances between names.
#include "wave_closest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { NAME = WAVE_CLOSEST_NAME, LEAF_WEIGHT = 1000 };

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

// Characters to be added, removed or replaced, without regard to case. Of long names the ends count.
static unsigned distance(const char *a, size_t n, const char *b, size_t m) {
  unsigned row[NAME + 1];
  if (n > NAME) a += n - NAME, n = NAME;
  if (m > NAME) b += m - NAME, m = NAME;
  for (unsigned k = 0; k <= m; k++) row[k] = k;
  for (size_t i = 0; i < n; i++) {
    unsigned diagonal = row[0]++;
    for (size_t k = 0; k < m; k++) {
      const bool same = tolower((unsigned char)a[i]) == tolower((unsigned char)b[k]);
      const unsigned replaced = diagonal + !same;
      diagonal = row[k + 1];
      row[k + 1] = least(replaced, 1 + least(row[k], row[k + 1]));
    }
  }
  return row[m];
}

// The last part of a name, without indexes: the part by which a person knows a signal.
static const char *leaf(const char *name, size_t end, size_t *length) {
  int left, right;
  for (size_t open; (open = pin_map_range(name, end, &left, &right)) > 0;) end = open;
  size_t at = end;
  while (at > 0 && name[at - 1] != '.') at--;
  *length = end - at;
  return name + at;
}

void wave_closest_add(struct wave_closest *c, const struct wave_variable *v, const char *type) {
  size_t n, m, at = WAVE_CLOSEST;
  char name[NAME];
  const char *a = leaf(c->wanted, strlen(c->wanted), &n), *b = leaf(v->name, v->base, &m);
  unsigned far = LEAF_WEIGHT * distance(a, n, b, m);
  if (c->count == WAVE_CLOSEST && far > c->best[WAVE_CLOSEST - 1].distance) return;
  far += distance(c->wanted, strlen(c->wanted), v->name, v->base);
  if (snprintf(name, NAME, "%s%s%s", v->name, *type ? " of type " : "", type) >= NAME) return;
  for (unsigned i = 0; i < c->count; i++) {
    if (strcmp(c->best[i].name, name) == 0) return;
  }
  while (at > 0 && (at > c->count || c->best[at - 1].distance > far)) at--;
  if (at == WAVE_CLOSEST) return;
  memmove(&c->best[at + 1], &c->best[at], (WAVE_CLOSEST - 1 - at) * sizeof *c->best);
  c->best[at].distance = far;
  strcpy(c->best[at].name, name);
  if (c->count < WAVE_CLOSEST) c->count++;
}

void wave_closest_list(struct wave_closest *c) {
  *c->text = '\0';
  for (unsigned i = 0; i < c->count; i++) {
    const char *before = i > 0          ? i + 1 < c->count ? ", " : " and "
                         : c->count > 1 ? "; the closest are "
                                        : "; the closest is ";
    strcat(strcat(c->text, before), c->best[i].name);
  }
}
