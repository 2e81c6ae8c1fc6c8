// SPDX-License-Identifier: Apache-2.0
// Scopes, ranges and comparison of names.
#include "wave_name.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"

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

// Indexes of a range that goes up are taken as negative: then each range goes down.
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

// A backslash begins an escaped name, and some simulators leave it out. Some write a dot before an index.
static bool may_be_missing(const char *at) { return *at == '\\' || (*at == '.' && at[1] == '['); }

static bool is_top(const char *text, size_t length) { return length == 4 && strncmp(text, "TOP.", 4) == 0; }

// 2: the same, 1: but for case and escapes. Names are compared from their ends, where most differ.
static int compare(const char *wanted, size_t n, const char *name, size_t m) {
  int match = 2;
  while (n > 0 || m > 0) {
    const char a = n > 0 ? wanted[n - 1] : '\0', b = m > 0 ? name[m - 1] : '\0';
    const bool same = n > 0 && m > 0 && tolower((unsigned char)a) == tolower((unsigned char)b);
    const bool skips_a = !same && n > 0 && may_be_missing(wanted + n - 1);
    if (!same && !skips_a && (m == 0 || !may_be_missing(name + m - 1))) break;
    n -= same || skips_a;
    m -= !skips_a;
    if (a != b) match = 1;
  }
  if (n > 0 && m > 0) return 0;
  const bool has_same_length = n == 0 && m == 0;
  return has_same_length || is_top(name, m) || is_top(wanted, n) ? match : 0;
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
