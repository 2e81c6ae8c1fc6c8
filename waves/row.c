// SPDX-License-Identifier: Apache-2.0
#include "row.h"

#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "error.h"

void row_add(struct row *r, uint64_t first, uint64_t last, const char *text) {
  r->at = array_reserve(r->at, r->count + 1, &r->room, sizeof *r->at);
  r->at[r->count++] = (struct row_text){first, last, error_memory(strdup(text))};
}

struct row_text *row_last(const struct row *r) {
  return r->count ? &r->at[r->count - 1] : NULL;
}

void row_free(struct row *r) {
  for (size_t i = 0; i < r->count; i++) free(r->at[i].text);
  free(r->at);
  free(r->name);
}
