// SPDX-License-Identifier: Apache-2.0
// decode_rows RUN.fst BEATS SNAPSHOT OUT.fst
//
// Copies the FST that the simulation wrote and adds a scope `decode` with rows of text, which a simulator cannot write:
//
//   packet    name of the packet that begins in this clock's beat ("I-sync"); several in one beat: "atom | branch"
//   fields    its fields ("addr=0x80009044 ARM reason=trace-on ns=0")
//   bytes     its bytes, first byte first
//   flow      the instructions that it tells of, and where execution goes on
//   waypoint  what is on the waypoint port, or
//   slot0, slot1, branch   on the instruction port
//
// A text stands until the next one of its row. A packet is known only when its last byte is there, but its text belongs
// to the first: that is why the rows are added after the run, and by the decoder, not by the encoder.
//
// Beside each signal NAME of an enum type it adds NAME_name, its value by name: vcd2fst drops the tables of enums.
//
// BEATS is what the simulation wrote with --beats, from the first byte of the trace even if the wave window begins
// later. SNAPSHOT, written with --snapshot, says how the unit is built and programmed, and has the code. Exit 0, or 2
// and one line about what is wrong.
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "capture.h"
#include "dump.h"
#include "error.h"
#include "told.h"

enum { NOT_FOUND = 127 };  // a shell's exit code for a command that is not there

// A command of the shell that finds the path of a file in $FILE_NAME.
static FILE *begin(const char *command, const char *path, const char *mode) {
  FILE *pipe = setenv("FILE_NAME", path, 1) ? NULL : popen(command, mode);
  if (pipe) return pipe;
  perror("decode_rows");
  exit(2);
}

static int exit_code(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }

static bool add_rows(const char *from, const struct told *told, const char *to, struct error *err) {
  FILE *in = begin("fst2vcd -e -f \"$FILE_NAME\" 2>/dev/null", from, "r");
  FILE *out = begin("vcd2fst -v - -f \"$FILE_NAME\" >/dev/null 2>&1", to, "w");
  signal(SIGPIPE, SIG_IGN);  // vcd2fst's exit code says that it ended early
  struct error why;
  const bool copied = dump_copy(in, out, told, &why);
  const int read = exit_code(pclose(in)), written = exit_code(pclose(out));
  if (read == NOT_FOUND || written == NOT_FOUND)
    error_set(err, "expected the commands fst2vcd and vcd2fst, of Debian's package gtkwave");
  else if (read)
    error_set(err, "%s: expected an FST file", from);
  else if (written)
    error_set(err, "%s: cannot be written", to);
  else if (!copied)
    error_set(err, "%s: %s", from, why.text);
  const bool good = copied && !read && !written;
  if (!good && !written) remove(to);
  return good;
}

int main(int count, char **argument) {
  if (count != 5) {
    fputs("usage: decode_rows RUN.fst BEATS SNAPSHOT OUT.fst\n", stderr);
    return 2;
  }
  struct trace trace = {0};
  struct capture capture = {0};
  struct error err;
  bool good = trace_read(&trace, argument[2], &err);
  // A snapshot without a byte of trace is refused, and without one there is nothing to know of it.
  if (good && trace.count)
    good = capture_open(&capture, argument[3], (struct capture_choice){.id = CAPTURE_ANY_ID}, &err);
  if (good) {
    struct told told;
    told_make(&told, &trace, &capture.config, &capture.image);
    good = add_rows(argument[1], &told, argument[4], &err);
    told_free(&told);
  }
  if (!good) fprintf(stderr, "decode_rows: %s\n", err.text);
  trace_free(&trace);
  capture_close(&capture);
  return good ? 0 : 2;
}
