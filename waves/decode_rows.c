// SPDX-License-Identifier: Apache-2.0
// decode_rows RUN LIST BEATS OUT.fst [MAP]
//
// Copies the FST that a simulation wrote, or with MAP also a VCD, to an FST, and adds a scope `decode` with rows of
// text. A simulator cannot write these: the packets, what they report, the beats, the waypoint or instruction port, and
// what the checker predicts. After a failure it adds a scope `check`, and prints a line with the clocks to look at. The
// rows are in waves/README.md. A row is empty if it has nothing to show.
//
// A packet is known only when its last byte has left, but its text begins with the first byte. Therefore the rows are
// added after the run.
//
// For each signal NAME of an enum type it adds NAME_name, its value by name, because vcd2fst drops the tables of enums.
//
// LIST is the list of the whole trace in JSON lines, also if the wave window begins later. BEATS is what the simulation
// wrote with --beats. MAP names the signals of the clock and the pins (docs/log.md). Exit code 0, or 2 and one line
// about the bad file.
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "beats_file.h"
#include "dump.h"
#include "error.h"
#include "list_file.h"
#include "reported.h"
#include "vcd.h"

// Exit codes of a shell: for a command that is not there, and above which one a signal ended it.
enum { NOT_FOUND = 127, SHELL_SIGNAL = 128, SIGNALS = 32 };

// What fst2vcd writes as errors.
static FILE *said;

// A command of the shell that finds the path of a file in $FILE_NAME.
static FILE *begin(const char *command, const char *path, const char *mode) {
  const int errors = dup(STDERR_FILENO);
  if (said) dup2(fileno(said), STDERR_FILENO);
  FILE *pipe = setenv("FILE_NAME", path, 1) ? NULL : popen(command, mode);
  dup2(errors, STDERR_FILENO);
  close(errors);
  if (pipe) return pipe;
  perror("decode_rows");
  exit(2);
}

static int exit_code(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }

// A shell gives signal N as exit code 128 + N.
static int status_of(FILE *pipe) {
  const int status = pclose(pipe), code = exit_code(status);
  return code > SHELL_SIGNAL && code < SHELL_SIGNAL + SIGNALS ? code - SHELL_SIGNAL : status;
}

// With the older half of a rolling window if that ends where the file begins: half a clock, 5 time units, before it.
static const char from_fst[] =
    "stamps() { fst2vcd -e -f \"$1\" 2>/dev/null | sed -n 's/^#//p'; }\n"
    "before=$FILE_NAME.before\n"
    "if [ -f \"$before\" ] && [ $(($(stamps \"$before\" | tail -n 1) + 5)) = \"$(stamps \"$FILE_NAME\" | head -n 1)\" "
    "]\n"
    "then fst2vcd -e -f \"$before\" && fst2vcd -e -f \"$FILE_NAME\" | sed '1,/^\\$enddefinitions/d'\n"
    "else exec fst2vcd -e -f \"$FILE_NAME\"\n"
    "fi";
// Of VCD too fst2vcd makes what dump.h wants: a line for each declaration, codes that are numbers.
static const char from_any[] =
    "case $(head -c 1 \"$FILE_NAME\") in\n"
    "  '$') vcd2fst -v \"$FILE_NAME\" -f \"$FILE_COPY\" >/dev/null && fst2vcd -e -f \"$FILE_COPY\"; code=$?; rm -f "
    "\"$FILE_COPY\";;\n"
    "  *) fst2vcd -e -f \"$FILE_NAME\"; code=$?;;\n"
    "esac; exit $code";

static void name_copy(const char *to) {
  char name[4096];
  if (snprintf(name, sizeof name, "%s.run", to) >= (int)sizeof name || setenv("FILE_COPY", name, 1)) {
    fprintf(stderr, "decode_rows: %s: name too long\n", to);
    exit(2);
  }
}

// The rows need the items around the item at fault before the first clock is written. Therefore the dump is read twice.
// The second pass reports a bad dump.
static void add_port(const char *from, struct reported *reported, const struct pin_map *map, struct dump_fault *fault) {
  struct error err;
  FILE *in = begin(map ? from_any : from_fst, from, "r");
  FILE *out = fopen("/dev/null", "w");
  if (out) {
    dump_copy(in, out, reported, map, fault, &err);
    fclose(out);
  }
  pclose(in);
  reported_add_port(reported, fault->line);
  for (unsigned i = 0; i < REPORTED_SHOWN; i++) free(fault->line[i]);
}

// From which clock on the screen should show what failed. A trigger: from what leads to it on.
static uint64_t shown_from(const struct reported *r, const struct dump_fault *fault) {
  const struct beats_failure *f = &r->beats->failure;
  if (!r->concerns[CONCERN_TRIGGER] || f->has_item) return r->from;
  const uint64_t from = fault->has_enable ? fault->enable : fault->has_inputs ? fault->inputs : f->clock;
  return from > 0 ? from - 1 : 0;
}

static void print_groups(const struct reported *r) {
  const char *before = "; groups ";
  for (enum concern c = 0; c < CONCERNS; c++) {
    if (!r->concerns[c]) continue;
    printf("%s%s", before, concern_group[c]);
    before = ",";
  }
}

// The places of the marks, the groups that they are about, and the first clock to show.
static void print_markers(const struct reported *r, const struct dump_fault *fault) {
  const struct beats_failure *f = &r->beats->failure;
  const char *item = r->beats->protocol == PROTOCOL_ETM3 ? "step" : "waypoint";
  fputs("markers:", stdout);
  if (f->has_item) printf(" A clock %" PRIu64 ", %s #%" PRIu64 " at fault;", f->item_clock, item, f->item);
  if (r->has_packet) printf(" B clock %" PRIu64 ", byte %" PRIu64 ", its packet;", r->packet_clock, f->packet);
  if (fault->has_trigger) printf(" C clock %" PRIu64 ", the last trigger;", fault->trigger);
  printf(" red clock %" PRIu64 ", the failure; all from clock %" PRIu64 " on", f->clock, shown_from(r, fault));
  print_groups(r);
  putchar('\n');
}

static bool add_rows(const char *from, const struct reported *reported, const struct pin_map *map, const char *to,
                     struct error *err) {
  FILE *in = begin(map ? from_any : from_fst, from, "r");
  FILE *out = begin("vcd2fst -v - -f \"$FILE_NAME\" >/dev/null 2>&1", to, "w");
  signal(SIGPIPE, SIG_IGN);  // vcd2fst's exit code says that it ended early
  struct error why;
  const bool copied = dump_copy(in, out, reported, map, NULL, &why);
  const int read = status_of(in), written = status_of(out);
  if (exit_code(read) == NOT_FOUND || exit_code(written) == NOT_FOUND)
    error_set(err, "commands fst2vcd and vcd2fst not found; install the Debian package gtkwave");
  else if (read)
    vcd_program_failed(from, "fst2vcd", read, said, err);
  else if (written)
    error_set(err, "%s: cannot be written", to);
  else if (!copied)
    error_set(err, "%s: %s", from, why.text);
  const bool good = copied && !read && !written;
  if (!good && !written) remove(to);
  return good;
}

int main(int count, char **argument) {
  if (count != 5 && count != 6) {
    fputs("usage: decode_rows RUN LIST BEATS OUT.fst [MAP]\n", stderr);
    return 2;
  }
  const char *run = argument[1], *out = argument[4];
  struct beats_file beats = {0};
  struct list_file list = {0};
  struct pin_map map = {0};
  struct error err;
  bool good = vcd_fst_is_whole(run, &err) && beats_file_read(&beats, argument[3], &err) &&
              list_file_read(&list, argument[2], beats.protocol, &err) &&
              (count == 5 || pin_map_read(&map, argument[5], beats.protocol, &err));
  if (good) {
    const struct pin_map *pins = count == 6 ? &map : NULL;
    struct reported reported;
    reported_make(&reported, &list, &beats);
    name_copy(out);
    said = tmpfile();
    struct dump_fault fault = {.has_trigger = false};
    if (beats.failure.found) add_port(run, &reported, pins, &fault);
    good = add_rows(run, &reported, pins, out, &err);
    if (good && beats.failure.found) print_markers(&reported, &fault);
    reported_free(&reported);
  }
  if (!good) fprintf(stderr, "decode_rows: %s\n", err.text);
  beats_file_free(&beats);
  list_file_free(&list);
  pin_map_free(&map);
  return good ? 0 : 2;
}
