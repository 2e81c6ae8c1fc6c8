// SPDX-License-Identifier: Apache-2.0
// What zlib has to say of a file that could not be read to its end.
#ifndef GZ_FAILURE_H
#define GZ_FAILURE_H

#include <errno.h>
#include <string.h>
#include <zlib.h>

// Why the last read failed; NULL: it did not, the file ends there.
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
      return "expected the end of what gzip has packed, the file is cut";
    case Z_DATA_ERROR:
      return "expected what gzip has packed, it is damaged";
    default:
      return why;
  }
}

#endif
