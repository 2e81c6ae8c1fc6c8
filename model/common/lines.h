// SPDX-License-Identifier: Apache-2.0
// Reads a text file line by line. It rejects a NUL byte, which would hide the rest of its line, a byte order mark, and
// a last line without its newline, which may be truncated.
//
// A file that Waypoint writes begins with the line "# begin" and ends with the line "# end" ("; begin" and "; end" in
// an ini file). A file with the first line is truncated if it does not end with the other. Both are comments in each
// format.
//
//   for (good = lines_open(&l, path, err); good && lines_next(&l);) good = read_line(l.text);
//   good = lines_close(&l) && good
#ifndef LINES_H
#define LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct error;

#define LINES_BEGIN "# begin\n"
#define LINES_END "# end\n"

struct lines {
  const char *path;
  char *text;       // the last line that was read, without its LF or CR LF
  unsigned number;  // its number, from 1
  bool loose;       // set by the caller: the last line may have no newline
  // Private.
  FILE *file;
  struct error *err;
  size_t room;
  bool owns_file;           // lines_close() closes the file
  bool failed;              // *err is set
  bool has_begin, has_end;  // "# begin" and "# end" were read
};

// False and *err set ("PATH: ..."): the file cannot be read. Call lines_close() in either case.
bool lines_open(struct lines *l, const char *path, struct error *err);
// Reads an open file, which lines_close() does not close.
void lines_of(struct lines *l, FILE *file, const char *path, struct error *err);
// Reads the next line. False: the file has ended, or *err is set ("PATH:LINE: expected ...").
bool lines_next(struct lines *l);
// Rejects the last line that was read: sets *err ("PATH:LINE: WHAT") and returns false.
bool lines_refuse(struct lines *l, const char *what);
// False and *err set: the file could not be read to its end, or is truncated.
bool lines_close(struct lines *l);

#endif
