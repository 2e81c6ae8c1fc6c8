// SPDX-License-Identifier: Apache-2.0
// Reads a file character by character, because fgets() does not show a NUL byte.
#include "lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "error.h"

enum { LONGEST = 1 << 26 };  // bytes of a line, more than the code of any recorded program as text

bool lines_refuse(struct lines *l, const char *what) {
  error_set(l->err, "%s:%u: %s", l->path, l->number, what);
  l->failed = true;
  return false;
}

bool lines_open(struct lines *l, const char *path, struct error *err) {
  lines_of(l, fopen(path, "rb"), path, err);
  l->owns_file = true;
  l->failed = !l->file;
  if (!l->file) error_set(err, "%s: %s", path, strerror(errno));
  return l->file;
}

void lines_of(struct lines *l, FILE *file, const char *path, struct error *err) {
  *l = (struct lines){.path = path, .file = file, .err = err};
}

static void put(struct lines *l, size_t at, int c) {
  l->text = array_reserve(l->text, at + 1, &l->room, 1);
  l->text[at] = (char)c;
}

// Reads up to the end of the line, and returns the character there. EOF: the file ends in the line.
static int read_line(struct lines *l, size_t *length) {
  int c;
  *length = 0;
  while ((c = getc_unlocked(l->file)) != EOF && c != '\n' && c != 0 && *length < LONGEST) put(l, (*length)++, c);
  put(l, *length, 0);
  return c;
}

static bool is_mark(const struct lines *l, const char *word) {
  return (l->text[0] == '#' || l->text[0] == ';') && l->text[1] == ' ' && strcmp(l->text + 2, word) == 0;
}

// Checks the end of the file. Returns false.
static bool end(struct lines *l) {
  if (ferror(l->file)) {
    error_set(l->err, "%s: %s", l->path, strerror(errno));
    l->failed = true;
  } else if (l->has_begin && !l->has_end) {
    l->number++;
    lines_refuse(l, "truncated: \"# begin\" without \"# end\"");
  }
  return false;
}

bool lines_next(struct lines *l) {
  size_t length;
  if (l->failed) return false;
  const int c = read_line(l, &length);
  if (c == EOF && length == 0) return end(l);
  l->number++;
  if (c == EOF && (ferror(l->file) || !l->loose))
    return ferror(l->file) ? end(l) : lines_refuse(l, "truncated: the file ends inside this line");
  if (c == 0) return lines_refuse(l, "not a text file: it contains a NUL byte");
  if (c != '\n' && c != EOF) return lines_refuse(l, "line too long: expected at most 67108864 bytes");
  if (length > 0 && l->text[length - 1] == '\r') l->text[--length] = '\0';
  if (l->number == 1 && strncmp(l->text, "\xEF\xBB\xBF", 3) == 0) {
    return lines_refuse(l, "expected no byte order mark (EF BB BF); save the file as UTF-8 without it");
  }
  if (l->has_end) return lines_refuse(l, "expected no line after \"# end\"");
  if (l->number == 1) l->has_begin = is_mark(l, "begin");
  l->has_end = l->has_begin && is_mark(l, "end");
  return true;
}

bool lines_close(struct lines *l) {
  if (l->owns_file && l->file) fclose(l->file);
  free(l->text);
  l->text = NULL;
  return !l->failed;
}
