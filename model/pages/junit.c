// SPDX-License-Identifier: Apache-2.0
// Reads the tests of a JUnit file with libexpat.
#include "junit.h"

#include <ctype.h>
#include <expat.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "error.h"

// Expat 2.9 deprecates the functions without 64, and that of Debian 12 has no others.
#if XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION < 9
#define XML_GetCurrentLineNumber64 XML_GetCurrentLineNumber
#define XML_GetCurrentColumnNumber64 XML_GetCurrentColumnNumber
#endif

// --- repair ----------------------------------------------------------------------------------------------------------

static bool starts_with(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

// Is it a character that a reference may have (XML 1.0, 2.2)?
static bool is_character(unsigned long c) {
  if (c < ' ') return c == '\t' || c == '\n' || c == '\r';
  const bool is_surrogate = c >= 0xD800 && c <= 0xDFFF, is_noncharacter = c == 0xFFFE || c == 0xFFFF;
  return c <= 0x10FFFF && !is_surrogate && !is_noncharacter;
}

// Is the text after '&' a reference?
static bool is_reference(const char *text) {
  static const char *const names[] = {"lt;", "gt;", "amp;", "quot;", "apos;"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (starts_with(text, names[i])) return true;
  }
  const bool is_hex = starts_with(text, "#x");
  const char *digits = text + 1 + is_hex;
  char *end;
  if (*text != '#' || !isxdigit((unsigned char)*digits)) return false;
  return is_character(strtoul(digits, &end, is_hex ? 16 : 10)) && *end == ';';
}

// The text that ends what begins with '<' and is no tag. NULL: it is a tag.
static const char *end_of_section(const char *text) {
  static const struct {
    const char *begin, *end;
  } sections[] = {{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}};
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
    if (starts_with(text, sections[i].begin)) return sections[i].end;
  }
  return NULL;
}

// Repairs a file. Many writers copy the output of a test without changes, which libexpat rejects. '?' replaces control
// characters. References replace '<' in the value of an attribute, and '&' if it begins no reference. The caller frees
// the result.
static char *repair(const char *text) {
  const char *section_end = NULL;
  bool in_tag = false;
  char quote = '\0', *repaired;
  size_t size;
  FILE *to = error_memory(open_memstream(&repaired, &size));
  for (const char *c = text; *c; c++) {
    const bool is_unescaped = *c == '<' ? quote : *c == '&' && !section_end && !is_reference(c + 1);
    const bool is_control = (unsigned char)*c < ' ' && !is_character((unsigned char)*c);
    if (section_end) {
      if (starts_with(c, section_end)) section_end = NULL;
    } else if (!in_tag) {
      if (*c == '<') section_end = end_of_section(c);
      in_tag = *c == '<' && !section_end;
    } else if (quote) {
      if (*c == quote) quote = '\0';
    } else {
      if (*c == '"' || *c == '\'') quote = *c;
      in_tag = *c != '>';
    }
    if (is_unescaped) fputs(*c == '<' ? "&lt;" : "&amp;", to);
    if (!is_unescaped) fputc(is_control ? '?' : *c, to);
  }
  if (fclose(to) != 0) error_memory(NULL);
  return repaired;
}

// --- tests -----------------------------------------------------------------------------------------------------------

struct junit_string {
  struct junit_string *next;
  char text[];
};

struct reader {
  XML_Parser parser;
  const char *path;
  struct junit *junit;
  struct error *err;
  const char *suite;
  // Properties of the suite for one test, in the order of the tests.
  struct property {
    const char *test;
    unsigned kind;
    const char *value;
  } * properties;
  size_t property_count, property_room, next;
  bool is_refused;  // *err is set
  bool in_test;     // inside the last test of junit->tests
  bool in_failure;  // `text` is collected
  char *text;
  size_t length, room;
};

static void refuse(struct reader *r, const char *what) {
  error_set(r->err, "%s:%lu: %s", r->path, (unsigned long)XML_GetCurrentLineNumber64(r->parser), what);
  r->is_refused = true;
  XML_StopParser(r->parser, XML_FALSE);
}

static const char *store(struct junit *j, const char *text, size_t length) {
  if (length == 0) return "";
  struct junit_string *string = error_memory(malloc(sizeof *string + length + 1));
  memcpy(string->text, text, length);
  string->text[length] = '\0';
  string->next = j->strings;
  j->strings = string;
  return string->text;
}

// The value of an attribute in a list NAME, VALUE, ..., NULL.
static const char *attribute(const XML_Char **attributes, const char *name) {
  for (; *attributes; attributes += 2) {
    if (strcmp(attributes[0], name) == 0) return attributes[1];
  }
  return "";
}

static const char *store_attribute(struct reader *r, const XML_Char **attributes, const char *name) {
  const char *value = attribute(attributes, name);
  return store(r->junit, value, strlen(value));
}

// The properties of a test. Only the first three are used.
enum { READ = 3, KINDS = 5 };
static const char *const kinds[KINDS] = {"seed", "again", "facts", "not checked", "not exercised"};

static unsigned kind_of(const char *name) {
  unsigned kind = 0;
  while (kind < KINDS && strcmp(name, kinds[kind]) != 0) kind++;
  return kind;
}

static void set_property(struct junit_test *t, unsigned kind, const char *value) {
  const char **const to[READ] = {&t->seed, &t->again, &t->facts};
  if (kind < READ) *to[kind] = value;
}

// Takes the properties of the suite for this test.
static void set_properties(struct reader *r, struct junit_test *t) {
  bool is_found = false;
  size_t left = strcmp(t->group, r->suite) == 0 ? r->property_count : 0;
  for (; left > 0; left--, r->next++) {
    const struct property *p = &r->properties[r->next % r->property_count];
    const bool is_its = strcmp(p->test, t->name) == 0;
    if (is_found && !is_its) return;
    if (is_its) set_property(t, p->kind, p->value);
    is_found = is_its;
  }
}

static void add_test(struct reader *r, const XML_Char **attributes) {
  struct junit *j = r->junit;
  j->tests = array_reserve(j->tests, j->count + 1, &j->room, sizeof *j->tests);
  struct junit_test *t = &j->tests[j->count++];
  *t = (struct junit_test){.group = store_attribute(r, attributes, "classname"),
                           .name = store_attribute(r, attributes, "name"),
                           .seconds = atof(attribute(attributes, "time")),
                           .state = JUNIT_PASSED};
  t->message = t->text = t->seed = t->again = t->facts = "";
  r->in_test = true;
  set_properties(r, t);
  if (!*t->name) refuse(r, "testcase: expected the attribute name");
}

static void begin_suite(struct reader *r, const XML_Char **attributes) {
  struct junit *j = r->junit;
  r->suite = store_attribute(r, attributes, "name");
  r->property_count = r->next = 0;
  if (!j->timestamp && *attribute(attributes, "timestamp")) {
    j->timestamp = store_attribute(r, attributes, "timestamp");
    j->hostname = store_attribute(r, attributes, "hostname");
  }
}

// All suites of a file describe the same, so the first value is used.
static void take_about(struct reader *r, const XML_Char **attributes) {
  struct junit *j = r->junit;
  for (size_t i = 0; i < j->about_count; i++) {
    if (strcmp(j->about[i].name, attribute(attributes, "name")) == 0) return;
  }
  if (j->about_count == JUNIT_ABOUT) return;
  j->about[j->about_count++] =
      (struct junit_about){store_attribute(r, attributes, "name"), store_attribute(r, attributes, "value")};
}

// Takes TEST.KIND, a property of a test that follows in the file.
static void take_suite_property(struct reader *r, const XML_Char **attributes) {
  const char *name = attribute(attributes, "name"), *dot = strrchr(name, '.');
  const unsigned kind = dot ? kind_of(dot + 1) : KINDS;
  if (kind == KINDS) {
    take_about(r, attributes);
    return;
  }
  const size_t count = r->property_count++;
  r->properties = array_reserve(r->properties, count + 1, &r->property_room, sizeof *r->properties);
  r->properties[count] =
      (struct property){store(r->junit, name, (size_t)(dot - name)), kind, store_attribute(r, attributes, "value")};
}

static bool is_failure(const char *name) { return strcmp(name, "failure") == 0 || strcmp(name, "error") == 0; }

static void XMLCALL on_start(void *user, const XML_Char *name, const XML_Char **attributes) {
  struct reader *r = user;
  if (strcmp(name, "testcase") == 0) add_test(r, attributes);
  if (strcmp(name, "testsuite") == 0) begin_suite(r, attributes);
  if (strcmp(name, "property") == 0 && !r->in_test) take_suite_property(r, attributes);
  if (!r->in_test) return;
  struct junit_test *t = &r->junit->tests[r->junit->count - 1];
  if (strcmp(name, "property") == 0) {
    set_property(t, kind_of(attribute(attributes, "name")), store_attribute(r, attributes, "value"));
  }
  if (strcmp(name, "skipped") == 0) t->state = JUNIT_SKIPPED;
  if (!is_failure(name)) return;
  t->state = strcmp(attribute(attributes, "type"), "incomplete") == 0 ? JUNIT_INCOMPLETE : JUNIT_FAILED;
  t->message = store_attribute(r, attributes, "message");
  r->in_failure = true;
  r->length = 0;
}

static void XMLCALL on_end(void *user, const XML_Char *name) {
  struct reader *r = user;
  if (r->in_failure && is_failure(name)) {
    r->junit->tests[r->junit->count - 1].text = store(r->junit, r->text, r->length);
    r->in_failure = false;
  }
  if (strcmp(name, "testcase") == 0) r->in_test = false;
}

static void XMLCALL on_text(void *user, const XML_Char *text, int length) {
  struct reader *r = user;
  if (!r->in_failure) return;
  r->text = array_reserve(r->text, r->length + (size_t)length, &r->room, 1);
  memcpy(r->text + r->length, text, (size_t)length);
  r->length += (size_t)length;
}

// Only the text of a CDATA section is used, without the blanks before it.
static void XMLCALL on_cdata(void *user) {
  struct reader *r = user;
  size_t blanks = 0;
  while (blanks < r->length && isspace((unsigned char)r->text[blanks])) blanks++;
  if (blanks == r->length) r->length = 0;
}

// --- the file --------------------------------------------------------------------------------------------------------

static void refuse_xml(struct reader *r) {
  const enum XML_Error code = XML_GetErrorCode(r->parser);
  const bool is_cut = code == XML_ERROR_NO_ELEMENTS || code == XML_ERROR_UNCLOSED_TOKEN;
  error_set(r->err, "%s:%lu: XML: %s at column %lu%s", r->path, (unsigned long)XML_GetCurrentLineNumber64(r->parser),
            XML_ErrorString(code), (unsigned long)XML_GetCurrentColumnNumber64(r->parser) + 1,
            is_cut ? "; the file is truncated" : "");
}

// `encoding`: NULL for the encoding that the file declares.
static bool parse(const char *path, const char *file, const char *encoding, struct junit *j, struct error *err) {
  enum { STEP = 1 << 24 };
  struct reader r = {
      .parser = error_memory(XML_ParserCreate(encoding)), .path = path, .junit = j, .err = err, .suite = ""};
  XML_SetUserData(r.parser, &r);
  XML_SetElementHandler(r.parser, on_start, on_end);
  XML_SetCharacterDataHandler(r.parser, on_text);
  XML_SetStartCdataSectionHandler(r.parser, on_cdata);
  bool good = true;
  for (size_t left = strlen(file), step = 1; good && step > 0; left -= step, file += step) {
    step = left < STEP ? left : STEP;
    good = XML_Parse(r.parser, file, (int)step, step == 0) == XML_STATUS_OK;
  }
  if (!good && !r.is_refused) refuse_xml(&r);
  if (good && j->count == 0) refuse(&r, "expected a <testcase>, found none");
  XML_ParserFree(r.parser);
  free(r.text);
  free(r.properties);
  return good && !r.is_refused;
}

bool junit_read(const char *path, char *file, struct junit *j, struct error *err) {
  struct error other;
  char *text = repair(file);
  free(file);
  *j = (struct junit){0};
  bool good = parse(path, text, NULL, j, err);
  // The file has another encoding than it declares, or one that libexpat does not support.
  if (!good) {
    junit_free(j);
    good = parse(path, text, "ISO-8859-1", j, &other);
  }
  if (!good) junit_free(j);
  free(text);
  return good;
}

void junit_take(struct junit *all, struct junit *from) {
  struct junit_string **last = &from->strings;
  while (*last) last = &(*last)->next;
  *last = all->strings;
  all->strings = from->strings;
  all->tests = array_reserve(all->tests, all->count + from->count, &all->room, sizeof *all->tests);
  memcpy(all->tests + all->count, from->tests, from->count * sizeof *from->tests);
  all->count += from->count;
  from->strings = NULL;
  junit_free(from);
}

void junit_free(struct junit *j) {
  while (j->strings) {
    struct junit_string *next = j->strings->next;
    free(j->strings);
    j->strings = next;
  }
  free(j->tests);
  *j = (struct junit){0};
}
