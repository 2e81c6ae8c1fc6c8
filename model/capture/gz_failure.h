// SPDX-License-Identifier: Apache-2.0
// The error of zlib for a file that could not be read to its end.
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
      return "truncated: the file ends inside its gzip stream";
    case Z_DATA_ERROR:
      return "damaged: the gzip stream cannot be unpacked; compress the file again";
    default:
      return why;
  }
}

#endif
