// SPDX-License-Identifier: Apache-2.0
#include "list.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void give_up(const char *what, const char *why) {
  fprintf(stderr, "%s: %s\n", what, why);
  exit(2);
}

double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void *grow(void *at, size_t bytes) {
  void *grown = realloc(at, bytes);
  if (!grown) give_up("run", "out of memory");
  return grown;
}

// A group's entries stand together as a rule, so the last group is looked at first.
static size_t group_of(struct list *l, const char *name) {
  const size_t length = strcspn(name, "/");
  for (size_t i = l->group_count; i-- > 0;) {
    if (strlen(l->groups[i].name) == length && strncmp(l->groups[i].name, name, length) == 0) return i;
  }
  l->groups = grow(l->groups, (l->group_count + 1) * sizeof *l->groups);
  l->groups[l->group_count] = (struct group){.name = strndup(name, length)};
  return l->group_count++;
}

static bool read_column(struct entry *e, const char *column) {
  if (strncmp(column, "limit=", 6) == 0) {
    char *end;
    e->limit = strtod(column + 6, &end);
    return *end == '\0' && e->limit > 0;
  }
  if (strncmp(column, "seed=", 5) == 0) {
    e->seed = column + 5;
  } else if (strncmp(column, "again=", 6) == 0) {
    e->again = column + 6;
  } else if (strncmp(column, "facts=", 6) == 0) {
    e->facts = column + 6;
  } else {
    e->closing = strcmp(column, "closing") == 0;
    return e->closing;
  }
  return true;
}

// The line belongs to the entry from here on.
static bool read_line(struct list *l, char *line, double limit) {
  char *rest;
  const bool tab_first = *line == '\t';
  char *name = strtok_r(line, "\t", &rest), *command = strtok_r(NULL, "\t", &rest);
  if (!command || tab_first) return false;
  l->entries = grow(l->entries, (l->count + 1) * sizeof *l->entries);
  struct entry *e = &l->entries[l->count++];
  const char *slash = strchr(name, '/');
  *e = (struct entry){.name = name, .command = command, .limit = limit, .case_name = slash ? slash + 1 : name};
  e->group = group_of(l, name);
  for (char *column; (column = strtok_r(NULL, "\t", &rest));) {
    if (!read_column(e, column)) return false;
  }
  return true;
}

struct list list_read(const char *path, double limit) {
  struct list l = {0};
  FILE *file = fopen(path, "r");
  if (!file) give_up(path, strerror(errno));
  char *line = NULL;
  size_t room = 0;
  for (unsigned number = 1; getline(&line, &room, file) >= 0; number++) {
    line[strcspn(line, "\n")] = '\0';
    if (!*line || *line == '#') continue;
    if (!read_line(&l, line, limit)) {
      fprintf(stderr,
              "%s:%u: expected NAME<TAB>COMMAND, then limit=SECONDS, seed=SEED, again=COMMAND, facts=FILE or closing\n",
              path, number);
      exit(2);
    }
    line = NULL;
    room = 0;
  }
  free(line);
  fclose(file);
  return l;
}

static bool matches(const struct list *l, const struct entry *e, const char *pattern) {
  return strcmp(pattern, e->name) == 0 || fnmatch(pattern, e->name, 0) == 0 ||
         fnmatch(pattern, l->groups[e->group].name, 0) == 0;
}

static void choose_by_name(struct list *l, const struct choice *c, const char *path) {
  for (size_t k = 0; k < l->count; k++) l->entries[k].chosen = c->pattern_count == 0;
  for (size_t i = 0; i < c->pattern_count; i++) {
    bool any = false;
    for (size_t k = 0; k < l->count; k++) {
      const bool here = matches(l, &l->entries[k], c->patterns[i]);
      l->entries[k].chosen |= here;
      any |= here;
    }
    if (any) continue;
    fprintf(stderr, "%s: no test or group matches %s\n", path, c->patterns[i]);
    exit(2);
  }
}

// Closing entries: all of the group, some of it or nothing of it was chosen.
static void choose_closing(struct list *l, const size_t *chosen, const size_t *all) {
  for (size_t i = 0; i < l->count; i++) {
    struct entry *e = &l->entries[i];
    if (!e->closing) continue;
    const bool asked = e->chosen;
    e->chosen = all[e->group] > 0 && chosen[e->group] == all[e->group];
    if (!e->chosen && (asked || chosen[e->group] > 0)) {
      printf("skipped: %s, which checks all of %s together\n", e->name, l->groups[e->group].name);
    }
  }
}

void list_choose(struct list *l, const struct choice *c, const char *path) {
  size_t *chosen = calloc(2 * l->group_count + 1, sizeof *chosen), *all = chosen + l->group_count;
  size_t matched = 0, kept = 0;
  choose_by_name(l, c, path);
  for (size_t i = 0; i < l->count; i++) {
    struct entry *e = &l->entries[i];
    if (e->closing) continue;
    if (e->chosen) e->chosen = matched++ % c->parts == c->part - 1;
    all[e->group]++;
    chosen[e->group] += e->chosen;
  }
  choose_closing(l, chosen, all);
  free(chosen);
  for (size_t i = 0; i < l->count; i++) {
    if (l->entries[i].chosen) l->entries[kept++] = l->entries[i];
  }
  if (l->count > 0 && kept == 0) {
    fflush(stdout);
    if (matched == 0) give_up(path, "the selected tests check a whole group, and run only with all of it");
    fprintf(stderr, "%s: part %zu of %zu is empty: selected tests: %zu\n", path, c->part, c->parts, matched);
    exit(2);
  }
  l->count = kept;
  for (size_t i = 0; i < kept; i++) {
    l->groups[l->entries[i].group].left++;
    l->groups[l->entries[i].group].left_open += !l->entries[i].closing;
  }
}
