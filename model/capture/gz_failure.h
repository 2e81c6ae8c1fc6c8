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
  const char *why = gzerror(file, &number), *colon = strrchr(why, ':');  // behind the name of the file
  if (number == Z_OK || number == Z_STREAM_END) return NULL;
  return number == Z_ERRNO ? strerror(errno) : colon ? colon + 2 : why;
}

#endif
