// SPDX-License-Identifier: Apache-2.0
// Words of a VCD file one after the other, plain, through zlib or from fst2vcd.
#include "vcd.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "error.h"
#include "gz_failure.h"

enum { SHOWN = 24 };                       // characters of a wrong word that an error shows
enum { FST_HEADER = 0, FST_WHOLE = 254 };  // first byte of an FST file, of one that is compressed as a whole
enum { NOT_FOUND = 127 };                  // a shell's exit code for a command that is not there

bool vcd_wrong(const struct vcd *vcd, const char *expected, struct error *err) {
  error_set(err, "%s:%" PRIu64 ": expected %s, found \"%.*s\"", vcd->path, vcd->line, expected, SHOWN, vcd->word);
  return false;
}

static bool cannot_read(const struct vcd *vcd, const char *why, struct error *err) {
  error_set(err, "%s: %s", vcd->path, why);
  return false;
}

static bool is_fst(const char *path) {
  FILE *file = fopen(path, "rb");
  const int first = file ? getc(file) : EOF;
  if (file) fclose(file);
  return first == FST_HEADER || first == FST_WHOLE;
}

bool vcd_open(struct vcd *vcd, const char *path, struct error *err) {
  vcd->path = path;
  vcd->line = 1;
  vcd->word = error_memory(calloc(1, vcd->room = 256));
  vcd->kept = error_memory(calloc(1, vcd->kept_room = 256));
  errno = 0;
  if (!is_fst(path)) {
    vcd->file = gzopen(path, "rb");
  } else if (setenv("FILE_NAME", path, 1) == 0) {
    vcd->pipe = popen("fst2vcd -f \"$FILE_NAME\" 2>/dev/null", "r");
    vcd->file = vcd->pipe ? gzdopen(dup(fileno(vcd->pipe)), "rb") : NULL;
  }
  return vcd->file || cannot_read(vcd, strerror(errno ? errno : ENOMEM), err);
}

// What fst2vcd says at its end.
static bool end_pipe(struct vcd *vcd, struct error *err) {
  const int status = pclose(vcd->pipe);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  vcd->pipe = NULL;
  if (code == NOT_FOUND) return cannot_read(vcd, "expected the command fst2vcd, of Debian's package gtkwave", err);
  return code == 0 || cannot_read(vcd, "expected an FST file", err);
}

static enum vcd_read refill(struct vcd *vcd, struct error *err) {
  const int count = gzread(vcd->file, vcd->buffer, VCD_BUFFER);
  const char *why = gz_failure(vcd->file);
  if (why) {
    cannot_read(vcd, why, err);
    return VCD_BAD;
  }
  vcd->at = 0;
  vcd->end = count > 0 ? (size_t)count : 0;
  if (vcd->end > 0) return VCD_READ;
  return vcd->pipe && !end_pipe(vcd, err) ? VCD_BAD : VCD_END;
}

static bool is_space(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static bool append(struct vcd *vcd, char c, struct error *err) {
  if (vcd->length + 1 == vcd->room) {
    if (vcd->room == VCD_WORD) {
      vcd->word[SHOWN] = '\0';
      return vcd_wrong(vcd, "words of at most 1 MiB", err);
    }
    vcd->word = error_memory(realloc(vcd->word, vcd->room *= 2));
  }
  vcd->word[vcd->length++] = c;
  return true;
}

enum vcd_read vcd_next(struct vcd *vcd, struct error *err) {
  vcd->length = 0;
  for (;;) {
    if (vcd->at == vcd->end) {
      const enum vcd_read read = refill(vcd, err);
      if (read == VCD_BAD || (read == VCD_END && vcd->length == 0)) return read;
      if (read == VCD_END) break;
    }
    const uint8_t c = vcd->buffer[vcd->at];
    if (is_space(c) && vcd->length > 0) break;
    vcd->at++;
    vcd->line += c == '\n';
    if (!is_space(c) && !append(vcd, (char)c, err)) return VCD_BAD;
  }
  vcd->word[vcd->length] = '\0';
  return VCD_READ;
}

void vcd_keep(struct vcd *vcd) {
  char *const word = vcd->word;
  const size_t room = vcd->room;
  vcd->word = vcd->kept;
  vcd->room = vcd->kept_room;
  vcd->kept = word;
  vcd->kept_room = room;
  vcd->kept_length = vcd->length;
}

void vcd_close(struct vcd *vcd) {
  if (vcd->file) gzclose_r(vcd->file);
  if (vcd->pipe) pclose(vcd->pipe);
  free(vcd->word);
  free(vcd->kept);
}
