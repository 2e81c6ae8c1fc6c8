// SPDX-License-Identifier: Apache-2.0
// Names of scopes and variables, their ranges, and their comparison.
#include "wave_name.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "nearest.h"

// --- scopes ----------------------------------------------------------------------------------------------------------

static void append(struct wave_path *p, size_t at, const char *text) {
  const size_t length = strlen(text), needed = at + length + 2;
  p->text = array_reserve(p->text, needed, &p->room, 1);
  memcpy(p->text + at, text, length + 1);
}

void wave_path_name(struct wave_path *p) { append(p, p->length, ""); }

void wave_path_add(struct wave_path *p, const char *word) { append(p, p->length + strlen(p->text + p->length), word); }

void wave_path_open(struct wave_path *p, const char *scope) {
  p->outer = array_reserve(p->outer, p->depth + 1, &p->most, sizeof *p->outer);
  p->outer[p->depth++] = p->length;
  append(p, p->length, scope);
  p->length += strlen(scope);
  if (*scope) p->text[p->length++] = '.';
}

void wave_path_close(struct wave_path *p) {
  if (p->depth > 0) p->length = p->outer[--p->depth];
}

void wave_path_free(struct wave_path *p) {
  free(p->text);
  free(p->outer);
}

// --- ranges ----------------------------------------------------------------------------------------------------------

void wave_variable_split(struct wave_variable *v) {
  const size_t length = strlen(v->name);
  unsigned long long product = 1;
  size_t end = length, open;
  int left, right;
  v->base = length;
  v->left = v->bits ? (int)v->bits - 1 : 0;
  v->right = 0;
  // Packed dimensions, [1:0][15:0], are numbered as one, [31:0].
  for (; (open = pin_map_range(v->name, end, &left, &right)) > 0; end = open) {
    if (left == right && v->bits != 1) return;
    product *= (unsigned)abs(left - right) + 1;
    if (product == v->bits || end == length) v->base = open;
    if (product == v->bits && end == length) {
      v->left = left;
      v->right = right;
    }
    if (product >= v->bits) return;
  }
}

// The indexes of an ascending range are treated as negative, so that each range is descending.
struct wave_bits wave_variable_bits(const struct wave_variable *v, const struct pin_source *s, enum wave_match match) {
  const bool part = match == MATCH_BITS || match == MATCH_LOOSE_BITS;
  const bool up = v->bits > 1 ? v->left < v->right : s->left < s->right;
  const int sign = up ? -1 : 1, right = sign * v->right, left = sign * v->left;
  const int low = part && sign * s->right > right ? sign * s->right : right;
  const int high = part && sign * s->left < left ? sign * s->left : left;
  return (struct wave_bits){.from = (unsigned)(low - right),
                            .width = low > high ? 0 : (unsigned)(high - low + 1),
                            .index = low,
                            .lowest = part ? sign * s->right : INT_MAX};
}

// --- comparison ------------------------------------------------------------------------------------------------------

// May the character be missing? A backslash begins an escaped name, and some simulators leave it out. Some write a dot
// before an index.
static bool may_be_missing(const char *at) { return *at == '\\' || (*at == '.' && at[1] == '['); }

static bool is_top(const char *text, size_t length) { return length == 4 && strncmp(text, "TOP.", 4) == 0; }

// 2: the names are equal; 1: they differ in case or escapes; 0: they differ. They are compared from their ends, where
// most differ.
static int compare(const char *wanted, size_t n, const char *name, size_t m) {
  int match = 2;
  while (n > 0 || m > 0) {
    const char a = n > 0 ? wanted[n - 1] : '\0', b = m > 0 ? name[m - 1] : '\0';
    const bool is_same = tolower((unsigned char)a) == tolower((unsigned char)b);
    const bool skips_a = !is_same && n > 0 && may_be_missing(wanted + n - 1);
    const bool skips_b = !is_same && !skips_a && m > 0 && may_be_missing(name + m - 1);
    if (!is_same && !skips_a && !skips_b) break;
    if (!skips_b) n--;
    if (!skips_a) m--;
    if (a != b) match = 1;
  }
  const bool is_wanted_whole = n == 0, is_name_whole = m == 0;
  if (is_wanted_whole && is_name_whole) return match;
  if (is_wanted_whole) return is_top(name, m) ? match : 0;
  return is_name_whole && is_top(wanted, n) ? match : 0;
}

enum wave_match wave_variable_match(const struct wave_variable *v, const struct pin_source *s) {
  if (!s->signal) return MATCH_NONE;
  const int base = compare(s->signal, strlen(s->signal), v->name, v->base);
  const int full = compare(s->signal, strlen(s->signal), v->name, strlen(v->name));
  const int part = s->part ? compare(s->signal, s->base, v->name, v->base) : 0;
  if (base == 2 || full == 2) return MATCH_EXACT;
  if (part == 2) return MATCH_BITS;
  return base || full ? MATCH_LOOSE : part ? MATCH_LOOSE_BITS : MATCH_NONE;
}

// --- similar names ---------------------------------------------------------------------------------------------------

enum { NAME = WAVE_CLOSEST_NAME, LEAF_WEIGHT = 1000 };

// The last part of a name, without indexes.
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
  size_t far = LEAF_WEIGHT * nearest_distance(a, n, b, m);
  if (c->count == WAVE_CLOSEST && far > c->best[WAVE_CLOSEST - 1].distance) return;
  far += nearest_distance(c->wanted, strlen(c->wanted), v->name, v->base);
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
