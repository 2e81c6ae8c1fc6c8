// SPDX-License-Identifier: Apache-2.0
// Reads ini files with libinih.
#include "entries.h"

#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "error.h"
#include "file.h"
#include "lines.h"
#include "number.h"

struct reading {
  struct ini_text *ini;
  struct lines lines;
};

static char *next_line(char *text, int room, void *user) {
  struct reading *r = user;
  if (!lines_next(&r->lines)) return NULL;
  const int length = snprintf(text, (size_t)room, "%s\n", r->lines.text);
  const bool comment = text[0] == '#' || text[0] == ';';
  return length < room || comment || lines_refuse(&r->lines, "line too long for an ini file") ? text : NULL;
}

// libinih treats a colon as an equals sign: "ETMCR(id:0x0)=1" becomes "ETMCR(id" and "0x0)=1".
static int add_entry(void *user, const char *section, const char *key, const char *value) {
  struct reading *r = user;
  struct ini_text *ini = r->ini;
  const char *tail = strchr(key, '(') && !strchr(key, ')') ? strchr(value, '=') : NULL;
  ini->at = error_memory(realloc(ini->at, (ini->count + 1) * sizeof *ini->at));
  ini->at[ini->count++] = (struct ini_entry){.section = error_memory(strdup(section)),
                                             .key = error_memory(strndup(key, strcspn(key, "( "))),
                                             .value = error_memory(strdup(tail ? tail + 1 : value)),
                                             .line = r->lines.number};
  return 1;
}

bool ini_load(struct ini_text *ini, const char *dir, const char *name, struct error *err) {
  *ini = (struct ini_text){0};
  ini->path = file_path(dir, name);
  struct reading r = {.ini = ini};
  lines_open(&r.lines, ini->path, err);
  r.lines.loose = true;  // other tools do not end the last line
  const int wrong = ini_parse_stream(next_line, &r, add_entry, &r);
  if (!lines_close(&r.lines)) return false;
  return wrong == 0 || error_set(err, "%s:%d: expected [section] or key=value", ini->path, wrong);
}

void ini_free(struct ini_text *ini) {
  for (size_t i = 0; i < ini->count; i++) {
    free(ini->at[i].section);
    free(ini->at[i].key);
    free(ini->at[i].value);
  }
  free(ini->at);
  free(ini->path);
  *ini = (struct ini_text){0};
}

const struct ini_entry *ini_find(const struct ini_text *ini, const char *section, const char *key) {
  for (size_t i = 0; i < ini->count; i++) {
    const struct ini_entry *e = &ini->at[i];
    if (strcasecmp(e->section, section) == 0 && strcasecmp(e->key, key) == 0) return e;
  }
  return NULL;
}

const struct ini_entry *ini_need(const struct ini_text *ini, const char *section, const char *key, struct error *err) {
  const struct ini_entry *e = ini_find(ini, section, key);
  if (!e) error_set(err, "%s: expected %s= in section [%s]", ini->path, key, section);
  return e;
}

bool ini_number(const struct ini_text *ini, const struct ini_entry *entry, uint32_t *value, struct error *err) {
  uint64_t number;
  if (!number_read(entry->value, 0, UINT32_MAX, &number))
    return error_set(err, "%s:%u: %s: expected a 32-bit number, found \"%s\"", ini->path, entry->line, entry->key,
                     entry->value);
  *value = (uint32_t)number;
  return true;
}
