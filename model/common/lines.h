// SPDX-License-Identifier: Apache-2.0
// The lines of a text file, one after the other, whoever wrote it. Refused are: a byte 0, which would hide what stands
// behind it; a mark of the byte order in front; a last line without its end, of which a part may be missing.
//
// A file that we write begins with the line "# begin" and ends with "# end" (of an ini file "; begin", "; end"). Where
// the first stands the other must, as the last line: else the file is cut. Both are comments of each format.
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
  char *text;       // the last line that was read, without its end, LF or CR LF
  unsigned number;  // of it, from 1 on
  bool loose;       // to be set: the last line needs no end
  // Private.
  FILE *file;
  struct error *err;
  size_t room;
  bool own;             // the file is to be closed
  bool failed;          // *err is set
  bool marked, closed;  // the first line, the last line were seen
};

// False and *err set ("PATH: ...") if the file cannot be read; close it in either case.
bool lines_open(struct lines *l, const char *path, struct error *err);
// Of an open file, which stays open.
void lines_of(struct lines *l, FILE *file, const char *path, struct error *err);
// False: there is no more, or *err is set ("PATH:LINE: expected ...").
bool lines_next(struct lines *l);
// The last line is refused: sets *err ("PATH:LINE: WHAT") and returns false.
bool lines_refuse(struct lines *l, const char *what);
// False: the file could not be read to its end, or is cut; *err is set.
bool lines_close(struct lines *l);

#endif
