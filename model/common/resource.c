// SPDX-License-Identifier: Apache-2.0
// Writes the names of resources, and an event as a logical function of them.
#include "resource.h"

#include <inttypes.h>
#include <stdio.h>

#include "register.h"

enum { ALL = UINT16_MAX, FIELD_ALL_UNITS = REGISTER_FIELD_COUNT };
#define RESOURCE_KIND_ROW(name, count, word, prefix, suffix, first_index, reg, field, each) \
  {RESOURCE_##name, count, word, prefix, suffix, first_index, reg, FIELD_##reg##_##field, each},
const struct resource_kind resource_kinds[RESOURCE_KINDS] = {RESOURCE_KIND_TABLE(RESOURCE_KIND_ROW)};

unsigned resource_kind_of(uint32_t resource) {
  unsigned i = 0;
  while (i < RESOURCE_KINDS && resource - resource_kinds[i].first >= resource_kinds[i].count) i++;
  return i;
}

unsigned resource_count(unsigned kind, const struct config *config, uint32_t ccr, uint32_t ccer) {
  const struct resource_kind *k = &resource_kinds[kind];
  if (k->reg == ALL) return k->count;
  const uint32_t value = k->reg == ETMCCR ? ccr : k->reg == ETMCCER ? ccer : config->etmidr;
  // ETMIDR[19] counts in each version, as it does for the state of the processor.
  const bool is_there =
      k->reg == ETMIDR || field_is_there(k->field, config_protocol(config), config_minor(config), ccer);
  const unsigned count = is_there ? k->each * field_get(value, register_fields[k->field].mask) : 0;
  return count < k->count ? count : k->count;
}

unsigned config_resources(const struct config *config, unsigned kind) {
  return resource_count(kind, config, config_ccr(config), config->etmccer);
}

const char *resource_name(uint32_t resource, char text[RESOURCE_NAME]) {
  const unsigned i = resource_kind_of(resource);
  if (i == RESOURCE_KINDS) {
    snprintf(text, RESOURCE_NAME, "resource 0x%02" PRIX32, resource);
    return text;
  }
  const struct resource_kind *k = &resource_kinds[i];
  if (k->count == 1) return k->prefix;
  snprintf(text, RESOURCE_NAME, "%s%" PRIu32 "%s", k->prefix, resource - k->first + k->first_index, k->suffix);
  return text;
}

static void put_function(uint32_t event, char *text, size_t room) {
  static const struct {
    const char *first, *second;
  } functions[8] = {{"", NULL},   {"NOT ", NULL},   {"", " AND "},       {"NOT ", " AND "}, {"NOT ", " AND NOT "},
                    {"", " OR "}, {"NOT ", " OR "}, {"NOT ", " OR NOT "}};
  const unsigned f = resource_function(event);
  char a[RESOURCE_NAME], b[RESOURCE_NAME];
  if (f == 1 && resource_first(event) == RESOURCE_ALWAYS) {
    snprintf(text, room, "never (NOT always)");
    return;
  }
  snprintf(text, room, "%s%s%s%s", functions[f].first, resource_name(resource_first(event), a),
           functions[f].second ? functions[f].second : "",
           functions[f].second ? resource_name(resource_second(event), b) : "");
}

void resource_function_words(uint32_t event, char text[RESOURCE_WORDS]) { put_function(event, text, RESOURCE_WORDS); }

const char *resource_words(uint32_t event, char text[RESOURCE_WORDS]) {
  const size_t used = (size_t)snprintf(text, RESOURCE_WORDS, "0x%05" PRIX32 ": ", event);
  put_function(event, text + used, RESOURCE_WORDS - used);
  return text;
}
