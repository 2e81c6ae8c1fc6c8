// SPDX-License-Identifier: Apache-2.0
// A reader of as much XML as a JUnit file has: elements, attributes, text, the five entities and numbers. Strings are
// cut out of the file in place: a text is never longer than what stands for it.
#include "junit.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"

struct reader {
  const char *path;
  char *start, *at;
  struct error *err;
};

static bool wrong(const struct reader *r, const char *at, const char *expected) {
  error_set(r->err, "%s: byte %zu: expected %s", r->path, (size_t)(at - r->start), expected);
  return false;
}

// --- text -----------------------------------------------------------------------------------------------------------

// A character of an entity, in UTF-8; returns behind it.
static char *put_character(char *to, unsigned long c) {
  if (c < 0x80) {
    *to++ = (char)c;
  } else if (c < 0x800) {
    *to++ = (char)(0xC0 | c >> 6);
    *to++ = (char)(0x80 | (c & 0x3F));
  } else {
    *to++ = (char)(0xE0 | (c >> 12 & 0xF));
    *to++ = (char)(0x80 | (c >> 6 & 0x3F));
    *to++ = (char)(0x80 | (c & 0x3F));
  }
  return to;
}

static unsigned long entity(const char *name, size_t length) {
  static const struct {
    const char *name;
    char is;
  } named[] = {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
  if (*name == '#') return name[1] == 'x' ? strtoul(name + 2, NULL, 16) : strtoul(name + 1, NULL, 10);
  for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
    if (strlen(named[i].name) == length && strncmp(name, named[i].name, length) == 0) return (unsigned char)named[i].is;
  }
  return '?';
}

// Replaces the entities between `from` and `end`, and ends the string there.
static char *resolve(char *from, const char *end) {
  char *to = from;
  for (const char *at = from; at < end;) {
    const char *semicolon = *at == '&' ? memchr(at, ';', (size_t)(end - at)) : NULL;
    if (semicolon) {
      to = put_character(to, entity(at + 1, (size_t)(semicolon - at - 1)));
      at = semicolon + 1;
    } else {
      *to++ = *at++;
    }
  }
  *to = '\0';
  return from;
}

// --- elements -------------------------------------------------------------------------------------------------------

enum { ATTRIBUTES = 8 };
struct tag {
  char *name;  // of an end "/name"
  bool empty;  // <name/>
  struct {
    const char *name, *value;
  } at[ATTRIBUTES];
  size_t count;
};

static const char *attribute(const struct tag *tag, const char *name) {
  for (size_t i = 0; i < tag->count; i++) {
    if (strcmp(tag->at[i].name, name) == 0) return tag->at[i].value;
  }
  return "";
}

static const char blank[] = " \t\r\n";

// NAME="VALUE", of which `at` is the first character; returns behind it, NULL: it is none.
static char *read_attribute(const struct reader *r, char *at, struct tag *tag) {
  char *name = at, *end = at + strcspn(at, "= \t\r\n/>");
  const char quote = *end == '=' ? end[1] : '\0';
  char *value = end + 2, *close = quote == '"' || quote == '\'' ? strchr(value, quote) : NULL;
  if (!close) {
    wrong(r, at, "NAME=\"VALUE\"");
    return NULL;
  }
  *end = '\0';
  resolve(value, close);
  if (tag->count < ATTRIBUTES) {
    tag->at[tag->count].name = name;
    tag->at[tag->count++].value = value;
  }
  return close + 1;
}

// The tag of which `at` is the first character behind '<'. False: it is none.
static bool read_tag(struct reader *r, struct tag *tag) {
  char *at = r->at, *end = at + 1 + strcspn(at + 1, " \t\r\n/>");
  char after = *end;
  *tag = (struct tag){.name = at};
  *end = '\0';
  at = end;
  while (after != '\0') {
    if (after == '>' || (after == '/' && at[1] == '>')) {
      tag->empty = after == '/';
      r->at = at + 1 + tag->empty;
      return true;
    }
    at += at == end;
    at += strspn(at, blank);
    const bool closes = *at == '>' || (*at == '/' && at[1] == '>');
    if (!closes && *at != '\0' && !(at = read_attribute(r, at, tag))) return false;
    after = *at;
    end = NULL;
  }
  return wrong(r, r->at, "the tag to end with >");
}

// To the next tag but comments and declarations. False: there is none, or *err is set.
static bool next_tag(struct reader *r, struct tag *tag, bool *good) {
  for (;;) {
    char *open = strchr(r->at, '<');
    if (!open) return false;
    r->at = open + 1;
    if (*r->at != '?' && *r->at != '!') return *good = read_tag(r, tag);
    char *close = strchr(r->at, '>');
    if (!close) return *good = wrong(r, open, "the declaration to end with >");
    r->at = close + 1;
  }
}

// --- tests ----------------------------------------------------------------------------------------------------------

static struct junit_test *add_test(struct junit *j, const struct tag *tag) {
  if (j->count % 1024 == 0) {
    j->tests = error_memory(realloc(j->tests, (j->count + 1024) * sizeof *j->tests));
  }
  struct junit_test *t = &j->tests[j->count++];
  *t = (struct junit_test){.group = attribute(tag, "classname"),
                           .name = attribute(tag, "name"),
                           .seconds = atof(attribute(tag, "time")),
                           .state = JUNIT_PASSED};
  t->message = t->text = t->seed = t->again = t->facts = "";
  return t;
}

static void take_property(struct junit_test *t, const struct tag *tag) {
  const char *name = attribute(tag, "name"), *value = attribute(tag, "value");
  if (strcmp(name, "seed") == 0) t->seed = value;
  if (strcmp(name, "again") == 0) t->again = value;
  if (strcmp(name, "facts") == 0) t->facts = value;
}

static void take_failure(struct reader *r, struct junit_test *t, const struct tag *tag) {
  t->state = JUNIT_FAILED;
  t->message = attribute(tag, "message");
  if (tag->empty) return;
  char *text = r->at, *end = text + strcspn(text, "<");
  const bool more = *end != '\0';
  resolve(text, end);
  t->text = text;
  // The '<' of the end tag may be gone: its '/' is what is sought next.
  r->at = more ? end + 1 : end;
}

bool junit_read(const char *path, char *file, struct junit *j, struct error *err) {
  struct reader r = {.path = path, .start = file, .at = file, .err = err};
  struct tag tag;
  struct junit_test *t = NULL;
  bool good = true;
  *j = (struct junit){.file = file};
  while (next_tag(&r, &tag, &good)) {
    if (strcmp(tag.name, "testcase") == 0) t = add_test(j, &tag);
    if (t && strcmp(tag.name, "property") == 0) take_property(t, &tag);
    if (t && (strcmp(tag.name, "failure") == 0 || strcmp(tag.name, "error") == 0)) take_failure(&r, t, &tag);
    if (t && strcmp(tag.name, "skipped") == 0) t->state = JUNIT_SKIPPED;
  }
  if (good && j->count == 0) good = wrong(&r, file, "a <testcase>");
  if (!good) junit_free(j);
  return good;
}

void junit_free(struct junit *j) {
  free(j->tests);
  free(j->file);
  *j = (struct junit){0};
}
