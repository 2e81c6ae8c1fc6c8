// SPDX-License-Identifier: Apache-2.0
// Files that may be compressed by gzip and are read piece by piece: the result of a read, and its error.
#ifndef GZ_READ_H
#define GZ_READ_H

#include <errno.h>
#include <string.h>
#include <zlib.h>

// READ_END: the file ends before this piece. READ_BAD: it cannot be read, or something else was expected.
enum read_result { READ_GOOD, READ_END, READ_BAD };

// Why the last read of the file failed. NULL: it did not fail, the file ends there.
static inline const char *gz_failure(gzFile file) {
  int number = Z_OK;
  const char *why = gzerror(file, &number);
  switch (number) {
    case Z_OK:
    case Z_STREAM_END:
      return NULL;
    case Z_ERRNO:
      return strerror(errno);
    case Z_BUF_ERROR:
      return "truncated: the file ends inside its gzip stream";
    case Z_DATA_ERROR:
      return "damaged: the gzip stream cannot be unpacked; compress the file again";
    default:
      return why;
  }
}

#endif
