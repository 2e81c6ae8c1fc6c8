// SPDX-License-Identifier: Apache-2.0
// Implements the list of steps.
#include "step.h"

#include <stdlib.h>
#include <string.h>

#include "array.h"

struct step *step_list_add(struct step_list *list) {
  list->at = array_reserve(list->at, list->count + 1, &list->room, sizeof *list->at);
  list->at[list->count] = (struct step){0};
  return &list->at[list->count++];
}

void step_list_drop(struct step_list *list, size_t until) {
  const size_t count = until > list->dropped ? until - list->dropped : 0;
  list->count -= count;
  list->dropped += count;
  memmove(list->at, list->at + count, list->count * sizeof *list->at);
}

void step_list_free(struct step_list *list) {
  free(list->at);
  *list = (struct step_list){0};
}
