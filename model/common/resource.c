// SPDX-License-Identifier: Apache-2.0
#include "resource.h"

#include <inttypes.h>
#include <stdio.h>

const char *resource_name(uint32_t resource, char text[RESOURCE_NAME]) {
  static const char *const names[] = {"Non-secure state", "prohibited region", "always"};
  if (resource >= RESOURCE_COUNTER && resource < RESOURCE_COUNTER + RESOURCE_COUNTERS) {
    snprintf(text, RESOURCE_NAME, "counter %" PRIu32 " at 0", resource - RESOURCE_COUNTER + 1);
  } else if (resource >= RESOURCE_SEQUENCER && resource < RESOURCE_SEQUENCER + RESOURCE_STATES) {
    snprintf(text, RESOURCE_NAME, "sequencer in state %" PRIu32, resource - RESOURCE_SEQUENCER + 1);
  } else if (resource_is_extin(resource)) {
    snprintf(text, RESOURCE_NAME, "EXTIN[%" PRIu32 "]", resource - RESOURCE_EXTIN);
  } else if (resource_is_input(resource)) {
    const bool selected = resource >= RESOURCE_SELECTED;
    snprintf(text, RESOURCE_NAME, "%s %" PRIu32, selected ? "selector" : "EmbeddedICE",
             resource - (selected ? RESOURCE_SELECTED : RESOURCE_WATCHPOINT) + 1);
  } else if (resource >= RESOURCE_NON_SECURE && resource <= RESOURCE_ALWAYS) {
    return names[resource - RESOURCE_NON_SECURE];
  } else {
    snprintf(text, RESOURCE_NAME, "resource 0x%02" PRIX32, resource);
  }
  return text;
}

static void put_function(uint32_t event, char *text, size_t room) {
  static const struct {
    const char *first, *second;
  } functions[8] = {{"", NULL},   {"NOT ", NULL},   {"", " AND "},       {"NOT ", " AND "}, {"NOT ", " AND NOT "},
                    {"", " OR "}, {"NOT ", " OR "}, {"NOT ", " OR NOT "}};
  const unsigned f = resource_function(event);
  char a[RESOURCE_NAME], b[RESOURCE_NAME];
  snprintf(text, room, "%s%s%s%s", functions[f].first, resource_name(resource_first(event), a),
           functions[f].second ? functions[f].second : "",
           functions[f].second ? resource_name(resource_second(event), b) : "");
}

void resource_function_words(uint32_t event, char text[RESOURCE_WORDS]) { put_function(event, text, RESOURCE_WORDS); }

void resource_words(uint32_t event, char text[RESOURCE_WORDS]) {
  const size_t used = (size_t)snprintf(text, RESOURCE_WORDS, "0x%05" PRIX32 ": ", event);
  put_function(event, text + used, RESOURCE_WORDS - used);
}
