// SPDX-License-Identifier: Apache-2.0
// A reader of as much XML as a JUnit file has: elements, attributes, text, the five entities and numbers. Strings are
// cut out of the file in place: a text is never longer than what stands for it.
#include "junit.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"

enum { DEEP = 32 };  // elements in each other
struct reader {
  const char *path;
  char *start, *at;
  const char *open[DEEP];  // names of the elements around `at`
  unsigned depth;
  bool closed;            // the outermost one is
  char *text, *text_end;  // of a failure: it becomes a string when the '<' behind it has been read
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
  if (*name == '#') {
    const unsigned long c = name[1] == 'x' ? strtoul(name + 2, NULL, 16) : strtoul(name + 1, NULL, 10);
    return c > 0 && c < 0x10000 ? c : '?';
  }
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
  char *name = at, *end = at + strcspn(at, "= \t\r\n/>\"'<");
  const char quote = *end == '=' ? end[1] : '\0';
  char *value = end + 2, *close = quote == '"' || quote == '\'' ? strchr(value, quote) : NULL;
  if (!close || end == at) {
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
  char *const name = r->at, *const name_end = name + (*name == '/') + strcspn(name + (*name == '/'), " \t\r\n/>");
  *tag = (struct tag){.name = name};
  for (char *at = name_end;;) {
    at += strspn(at, blank);
    if (*at == '\0') return wrong(r, name, "the tag to end with >");
    tag->empty = *at == '/' && at[1] == '>';
    if (*at == '>' || tag->empty) {
      r->at = at + 1 + tag->empty;
      *name_end = '\0';
      return true;
    }
    if (!(at = read_attribute(r, at, tag))) return false;
  }
}

// Keeps which elements are open.
static bool nest(struct reader *r, const struct tag *tag) {
  if (*tag->name != '/') {
    if (r->closed) return wrong(r, tag->name, "nothing after the end of the first element");
    if (r->depth == DEEP) return wrong(r, tag->name, "no more than 32 elements in each other");
    if (!tag->empty) r->open[r->depth++] = tag->name;
  } else if (r->depth == 0 || strcmp(r->open[r->depth - 1], tag->name + 1) != 0) {
    return wrong(r, tag->name, "the end of the element that was opened last");
  } else {
    r->depth--;
  }
  r->closed = r->depth == 0;
  return true;
}

// What begins with '<' and is no tag, and what it ends with.
static const struct {
  const char *begin, *end;
} others[] = {{"!--", "-->"}, {"![CDATA[", "]]>"}, {"?", "?>"}, {"!", ">"}};

// Behind one of these; NULL: `at`, behind the '<', is the beginning of a tag, or (*good false) there is no end.
static char *behind_other(const struct reader *r, char *at, bool *good) {
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    if (strncmp(at, others[i].begin, strlen(others[i].begin)) != 0) continue;
    char *end = strstr(at, others[i].end);
    if (end) return end + strlen(others[i].end);
    *good = wrong(r, at - 1, "the declaration to end with >");
    return NULL;
  }
  return NULL;
}

// Text up to `end` stands in an element.
static bool is_between(const struct reader *r, const char *end) {
  const char *text = r->at + strspn(r->at, blank);
  return r->depth > 0 || text >= end || wrong(r, text, "text in an element only");
}

// To the next tag but comments and declarations. False: there is none, or *err is set.
static bool next_tag(struct reader *r, struct tag *tag, bool *good) {
  for (char *open; (open = strchr(r->at, '<')) != NULL;) {
    if (!is_between(r, open)) return *good = false;
    r->at = open + 1;
    char *behind = behind_other(r, r->at, good);
    if (r->text) resolve(r->text, r->text_end);
    r->text = NULL;
    if (!behind) return *good = *good && read_tag(r, tag) && nest(r, tag);
    r->at = behind;
  }
  if (!r->closed) *good = wrong(r, r->at + strlen(r->at), "the end of the first element, the file is truncated");
  *good = *good && is_between(r, r->at + strlen(r->at));
  return false;
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

// Suites of one file are of the same, so the first one's counts.
static void take_about(struct junit *j, const char *name, const char *value) {
  for (size_t i = 0; i < j->about_count; i++) {
    if (strcmp(j->about[i].name, name) == 0) return;
  }
  if (j->about_count < JUNIT_ABOUT) j->about[j->about_count++] = (struct junit_about){name, value};
}

static void take_property(struct junit_test *t, const struct tag *tag) {
  const char *name = attribute(tag, "name"), *value = attribute(tag, "value");
  if (strcmp(name, "seed") == 0) t->seed = value;
  if (strcmp(name, "again") == 0) t->again = value;
  if (strcmp(name, "facts") == 0) t->facts = value;
}

static void take_failure(struct reader *r, struct junit_test *t, const struct tag *tag) {
  t->state = strcmp(attribute(tag, "type"), "incomplete") == 0 ? JUNIT_INCOMPLETE : JUNIT_FAILED;
  t->message = attribute(tag, "message");
  if (tag->empty) return;
  static const char cdata[] = "<![CDATA[";
  char *text = r->at + strspn(r->at, blank), *end = NULL;
  if (strncmp(text, cdata, strlen(cdata)) == 0) {
    end = strstr(text, "]]>");
    if (!end) return;  // the file ends in it
    *end = '\0';
    t->text = text + strlen(cdata);
    r->at = end + strlen("]]>");
  } else {
    t->text = r->text = r->at;
    r->text_end = r->at + strcspn(r->at, "<");
  }
}

bool junit_read(const char *path, char *file, struct junit *j, struct error *err) {
  struct reader r = {.path = path, .start = file, .at = file, .err = err};
  struct tag tag;
  struct junit_test *t = NULL;  // NULL: not in a test
  bool good = true;
  *j = (struct junit){.file = file};
  while (good && next_tag(&r, &tag, &good)) {
    const bool is_property = strcmp(tag.name, "property") == 0;
    if (strcmp(tag.name, "testcase") == 0) t = add_test(j, &tag);
    if (t && !*t->name) good = wrong(&r, tag.name, "name= of a <testcase>");
    if (strcmp(tag.name, "testsuite") == 0) t = NULL;
    if (t && is_property) take_property(t, &tag);
    if (!t && is_property) take_about(j, attribute(&tag, "name"), attribute(&tag, "value"));
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
