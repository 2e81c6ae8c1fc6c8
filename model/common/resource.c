// SPDX-License-Identifier: Apache-2.0
#include "resource.h"

#include <inttypes.h>
#include <stdio.h>

enum { ROOM = 24 };

static const char *name_of(uint32_t resource, char text[ROOM]) {
  static const char *const names[] = {"Non-secure state", "prohibited region", "always"};
  if (resource_is_extin(resource)) {
    snprintf(text, ROOM, "EXTIN[%" PRIu32 "]", resource - RESOURCE_EXTIN);
  } else if (resource >= RESOURCE_NON_SECURE && resource <= RESOURCE_ALWAYS) {
    return names[resource - RESOURCE_NON_SECURE];
  } else {
    snprintf(text, ROOM, "resource 0x%02" PRIX32, resource);
  }
  return text;
}

void resource_words(uint32_t event, char text[RESOURCE_WORDS]) {
  static const struct {
    const char *first, *second;
  } functions[8] = {{"", NULL},   {"NOT ", NULL},   {"", " AND "},       {"NOT ", " AND "}, {"NOT ", " AND NOT "},
                    {"", " OR "}, {"NOT ", " OR "}, {"NOT ", " OR NOT "}};
  const unsigned f = resource_function(event);
  char a[ROOM], b[ROOM];
  snprintf(text, RESOURCE_WORDS, "0x%05" PRIX32 ": %s%s%s%s", event, functions[f].first,
           name_of(resource_first(event), a), functions[f].second ? functions[f].second : "",
           functions[f].second ? name_of(resource_second(event), b) : "");
}
