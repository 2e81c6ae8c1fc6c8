// SPDX-License-Identifier: Apache-2.0
// Compares the packets that a decoder reads from the bytes of a golden file with the packets that the file lists.
#ifndef COMPARE_H
#define COMPARE_H

#include "golden.h"
#include "packet.h"

struct comparison {
  const char *path, *reader;  // who reads
  struct golden golden;
  size_t next;          // packet expected
  const char *excused;  // the reader is known to differ, and why; NULL: it must not
  bool differs;         // unless excused, printed on standard output with place and both readings
};

// For each packet read, in order. `user` is a struct comparison.
void compare_packet(void *user, const struct packet *packet);

// Loads each file, lets `read` read its bytes (false and *err set: it could not) and compares; ends with the line
// "N passed, N failed, 0 skipped". A reader that `read` excuses must differ. Returns what main returns.
typedef bool compare_read(struct comparison *c, struct error *err);
int compare_files(int argc, char **argv, const char *reader, compare_read *read);

#endif
