// SPDX-License-Identifier: Apache-2.0
// The words of a VCD file (IEEE 1364-2005 18.2), which may be compressed by gzip. An FST file is read as VCD through
// fst2vcd, of GTKWave.
#ifndef VCD_H
#define VCD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <zlib.h>

struct error;

enum { VCD_BUFFER = 1 << 16, VCD_WORD = 1 << 20 };  // bytes: read at once; of a word that are kept, and its end

struct vcd {
  const char *path;
  gzFile file;        // NULL: it comes from fst2vcd
  pid_t child;        // that; 0: none
  FILE *said;         // what it writes as errors; NULL: not known
  int pipe, silence;  // from it; milliseconds in which it must give something
  uint64_t line;      // of the word, from 1 on
  uint8_t buffer[VCD_BUFFER];
  size_t at, end;  // in it
  char *word;      // the last one
  size_t length;   // of all of it
  size_t room;
  char *kept;  // one before it
  size_t kept_length, kept_room;
};

enum vcd_read { VCD_READ, VCD_END, VCD_BAD };

// False and *err set if the file cannot be read; close it in either case.
bool vcd_open(struct vcd *vcd, const char *path, struct error *err);
// The next word. VCD_BAD and *err set: the file cannot be read.
enum vcd_read vcd_next(struct vcd *vcd, struct error *err);
// Does the line end after the last word?
bool vcd_is_line_end(const struct vcd *vcd);
// The last word stays as `kept` while the next is read.
void vcd_keep(struct vcd *vcd);
void vcd_close(struct vcd *vcd);

// Does the file, if it is FST, end where its last block does? True, too, of one that was not closed: its simulation was
// killed.
bool vcd_fst_is_whole(const char *path, struct error *err);

// Sets *err: why a program that reads PATH did not end with exit code 0. `status` is that of waitpid, `said` as in
// struct vcd. Returns false.
bool vcd_program_failed(const char *path, const char *program, int status, FILE *said, struct error *err);

// Sets *err: "PATH:LINE: expected ..., found the last word". Returns false.
bool vcd_wrong(const struct vcd *vcd, const char *expected, struct error *err);
// The file ends before a part that must follow.
bool vcd_truncated(const struct vcd *vcd, const char *before, struct error *err);

#endif
