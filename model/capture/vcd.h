// SPDX-License-Identifier: Apache-2.0
// Reads a VCD file (IEEE 1364-2005 18.2), which may be compressed by gzip, word by word. An FST file is read as VCD
// with fst2vcd of GTKWave.
//
// Call vcd_open() first, vcd_next() until it returns READ_END or READ_BAD, and vcd_close() last.
#ifndef VCD_H
#define VCD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <zlib.h>

#include "gz_read.h"

struct error;

enum { VCD_BUFFER = 1 << 16, VCD_WORD = 1 << 20 };  // bytes that are read at once; stored bytes of a word, with its end

struct vcd {
  const char *path;
  gzFile file;        // NULL: fst2vcd reads the file
  pid_t child;        // process of fst2vcd; 0: none
  FILE *errors;       // its error output; NULL: unknown
  int pipe, timeout;  // its output; milliseconds in which it must write something
  uint64_t line;      // line of the word, from 1
  uint8_t buffer[VCD_BUFFER];
  size_t at, end;  // of the rest of the buffer
  char *word;      // last word that was read
  size_t length;   // its whole length
  size_t room;
  char *saved;  // an earlier word
  size_t saved_length, saved_room;
};

// False and *err set: the file cannot be read. Call vcd_close() in either case.
bool vcd_open(struct vcd *vcd, const char *path, struct error *err);
// Reads the next word. READ_BAD and *err set: the file cannot be read.
enum read_result vcd_next(struct vcd *vcd, struct error *err);
// Does the line end after the word?
bool vcd_is_line_end(const struct vcd *vcd);
// Keeps the word as `saved` while the next ones are read.
void vcd_save(struct vcd *vcd);
void vcd_close(struct vcd *vcd);

// Is the file, if it is FST, complete up to the end of its last block? Also true for a file that was not closed because
// its simulation was killed.
bool vcd_fst_is_whole(const char *path, struct error *err);

// Sets *err: why a program that reads PATH did not exit with 0. `status` is that of waitpid, `errors` its error output.
// Returns false.
bool vcd_program_failed(const char *path, const char *program, int status, FILE *errors, struct error *err);

// Sets *err: "PATH:LINE: expected ..., found WORD". Returns false.
bool vcd_wrong(const struct vcd *vcd, const char *expected, struct error *err);
// Sets *err: the file ends before a part that must follow. Returns false.
bool vcd_truncated(const struct vcd *vcd, const char *before, struct error *err);

#endif
