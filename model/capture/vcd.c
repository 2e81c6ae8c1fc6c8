// SPDX-License-Identifier: Apache-2.0
// Reads the words of a VCD file: plain, through zlib, or from fst2vcd.
#include "vcd.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "error.h"

enum { SHOWN = 24 };                       // number of characters of a wrong word that a message shows
enum { FST_HEADER = 0, FST_WHOLE = 254 };  // first byte of an FST file, and of one that is compressed as a whole
enum { FST_OPEN = 255, FST_LENGTH = 8 };   // first byte of a block that is being written; bytes of the block length
enum { NOT_FOUND = 127 };                  // exit code of the child process if the command does not exist
enum { TIMEOUT = 60000 };                  // milliseconds: fst2vcd never ends on some incomplete files

bool vcd_wrong(const struct vcd *vcd, const char *expected, struct error *err) {
  return error_set(err, "%s:%" PRIu64 ": expected %s, found \"%.*s\"", vcd->path, vcd->line, expected, SHOWN,
                   vcd->word);
}

bool vcd_truncated(const struct vcd *vcd, const char *before, struct error *err) {
  return error_set(err, "%s:%" PRIu64 ": truncated: the file ends before %s", vcd->path, vcd->line, before);
}

static bool cannot_read(const struct vcd *vcd, const char *why, struct error *err) {
  return error_set(err, "%s: %s", vcd->path, why);
}

static bool is_fst(const char *path) {
  FILE *file = fopen(path, "rb");
  const int first = file ? getc(file) : EOF;
  if (file) fclose(file);
  return first == FST_HEADER || first == FST_WHOLE;
}

// A block has a byte for its kind, then the number of bytes that follow the kind, in 8 bytes with the most significant
// first. These 8 bytes are included in the number.
bool vcd_fst_is_whole(const char *path, struct error *err) {
  if (!is_fst(path)) return true;
  FILE *file = fopen(path, "rb");
  struct stat all;
  bool good = file && fstat(fileno(file), &all) == 0;
  if (!good) error_set(err, "%s: %s", path, strerror(errno));
  for (uint64_t at = 0, size = good ? (uint64_t)all.st_size : 0; good && at < size;) {
    uint8_t head[1 + FST_LENGTH] = {0};
    uint64_t length = 0;
    good = fseeko(file, (off_t)at, SEEK_SET) == 0 && fread(head, 1, sizeof head, file) == sizeof head;
    for (int i = 1; i <= FST_LENGTH; i++) length = length << 8 | head[i];
    if (good && head[0] == FST_OPEN) break;
    good = good && length >= FST_LENGTH && length < size - at;
    if (!good) error_set(err, "%s: byte %" PRIu64 ": truncated: the file ends inside this FST block", path, at);
    at += 1 + length;
  }
  if (file) fclose(file);
  return good;
}

// Starts fst2vcd. Errors of its start appear when it ends.
static bool start_fst2vcd(struct vcd *vcd) {
  int ends[2];
  if (pipe(ends) != 0) return false;
  vcd->errors = tmpfile();
  vcd->child = fork();
  if (vcd->child == 0) {
    const int output = vcd->errors ? fileno(vcd->errors) : open("/dev/null", O_WRONLY);
    dup2(ends[1], STDOUT_FILENO);
    if (output >= 0) dup2(output, STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    execlp("fst2vcd", "fst2vcd", "-f", vcd->path, (char *)NULL);
    _exit(NOT_FOUND);
  }
  close(ends[1]);
  vcd->pipe = ends[0];
  return vcd->child > 0;
}

bool vcd_open(struct vcd *vcd, const char *path, struct error *err) {
  vcd->path = path;
  vcd->line = 1;
  vcd->errors = NULL;
  vcd->timeout = TIMEOUT;
  vcd->word = error_memory(calloc(1, vcd->room = 256));
  vcd->saved = error_memory(calloc(1, vcd->saved_room = 256));
  errno = 0;
  if (is_fst(path)) {
    if (!vcd_fst_is_whole(path, err)) return false;
    return start_fst2vcd(vcd) || cannot_read(vcd, strerror(errno), err);
  }
  vcd->file = gzopen(path, "rb");
  return vcd->file || cannot_read(vcd, strerror(errno ? errno : ENOMEM), err);
}

// Ends the child process and returns its status.
static int end_child(struct vcd *vcd, bool must_kill) {
  int status = 0;
  if (must_kill) kill(vcd->child, SIGKILL);
  while (waitpid(vcd->child, &status, 0) < 0 && errno == EINTR) continue;
  close(vcd->pipe);
  vcd->child = 0;
  return status;
}

bool vcd_program_failed(const char *path, const char *program, int status, FILE *errors, struct error *err) {
  char line[160], last[sizeof line] = "", how[80];
  const int code = WEXITSTATUS(status);
  if (errors) rewind(errors);
  while (errors && fgets(line, sizeof line, errors)) {
    if (*line != '\n') strcpy(last, line);
  }
  last[strcspn(last, "\r\n")] = '\0';
  snprintf(how, sizeof how, "exit code %d", code);
  if (WIFSIGNALED(status)) {
    snprintf(how, sizeof how, "signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
  } else if (code == NOT_FOUND && !*last) {
    return error_set(err, "%s: command %s not found; install the Debian package gtkwave", path, program);
  }
  return error_set(err, "%s: %s cannot read this file: %s%s%s", path, program, how, *last ? ": " : "", last);
}

// Did fst2vcd read the whole file?
static bool end_pipe(struct vcd *vcd, struct error *err) {
  const int status = end_child(vcd, false);
  return status == 0 || vcd_program_failed(vcd->path, "fst2vcd", status, vcd->errors, err);
}

// Reads output of fst2vcd. Below 0 and *err set: it wrote nothing for a long time.
static int read_pipe(struct vcd *vcd, struct error *err) {
  struct pollfd from = {.fd = vcd->pipe, .events = POLLIN};
  int ready;
  while ((ready = poll(&from, 1, vcd->timeout)) < 0 && errno == EINTR) continue;
  if (ready > 0) return (int)read(vcd->pipe, vcd->buffer, VCD_BUFFER);
  end_child(vcd, true);
  cannot_read(vcd, "expected an FST file; fst2vcd does not finish reading it", err);
  return -1;
}

static enum read_result refill(struct vcd *vcd, struct error *err) {
  const bool had_child = vcd->child;
  const int count = vcd->file ? gzread(vcd->file, vcd->buffer, VCD_BUFFER) : had_child ? read_pipe(vcd, err) : 0;
  const char *why = vcd->file ? gz_failure(vcd->file) : NULL;
  const bool is_killed = had_child && !vcd->child;
  vcd->at = 0;
  vcd->end = count > 0 ? (size_t)count : 0;
  if (why) cannot_read(vcd, why, err);
  if (why || is_killed) return READ_BAD;
  if (count > 0) return READ_GOOD;
  return vcd->child && !end_pipe(vcd, err) ? READ_BAD : READ_END;
}

static bool is_space(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Appends a character. Characters after VCD_WORD are not stored, because no word that is needed is so long.
static void append(struct vcd *vcd, char c) {
  if (vcd->length + 1 >= vcd->room && vcd->room < VCD_WORD) {
    vcd->word = error_memory(realloc(vcd->word, vcd->room *= 2));
  }
  if (vcd->length + 1 < vcd->room) vcd->word[vcd->length] = c;
  vcd->length++;
}

static enum read_result end_word(struct vcd *vcd) {
  vcd->word[vcd->length < vcd->room ? vcd->length : vcd->room - 1] = '\0';
  return READ_GOOD;
}

enum read_result vcd_next(struct vcd *vcd, struct error *err) {
  vcd->length = 0;
  for (;;) {
    if (vcd->at == vcd->end) {
      const enum read_result read = refill(vcd, err);
      if (read == READ_END && vcd->length > 0) return end_word(vcd);
      if (read != READ_GOOD) return read;
    }
    const uint8_t c = vcd->buffer[vcd->at];
    if (is_space(c) && vcd->length > 0) return end_word(vcd);
    vcd->at++;
    vcd->line += c == '\n';
    if (!is_space(c)) append(vcd, (char)c);
  }
}

bool vcd_is_line_end(const struct vcd *vcd) {
  return vcd->at < vcd->end && (vcd->buffer[vcd->at] == '\n' || vcd->buffer[vcd->at] == '\r');
}

void vcd_save(struct vcd *vcd) {
  char *const word = vcd->word;
  const size_t room = vcd->room;
  vcd->word = vcd->saved;
  vcd->room = vcd->saved_room;
  vcd->saved = word;
  vcd->saved_room = room;
  vcd->saved_length = vcd->length;
}

void vcd_close(struct vcd *vcd) {
  if (vcd->file) gzclose_r(vcd->file);
  if (vcd->child) end_child(vcd, true);
  if (vcd->errors) fclose(vcd->errors);
  free(vcd->word);
  free(vcd->saved);
}
