// SPDX-License-Identifier: Apache-2.0
// Reads the lines of a log in either format into steps; tarmac.c reads the lines of Tarmac. The file may be compressed
// by gzip.
#define _GNU_SOURCE  // fopencookie
#include "steps_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "error.h"
#include "gz_read.h"
#include "lines.h"

struct step *steps_add(struct steps_reader *r) {
  struct steps_log *log = r->log;
  log->line = array_reserve(log->line, log->steps.count + 1, &log->room, sizeof *log->line);
  log->line[log->steps.count] = r->line;
  return step_list_add(&log->steps);
}

bool steps_expected(const struct steps_reader *r, const char *what, const char *found) {
  const char *quote = *found ? "\"" : "";
  return error_set(r->err, "%s:%u: expected %s, found %s%.40s%s", r->path, r->line, what, quote,
                   *found ? found : "the end of the line", quote);
}

bool steps_hex(const char *text, unsigned *digits, uint32_t *value) {
  const size_t length = strspn(text, "0123456789abcdefABCDEF"), zeros = strspn(text, "0");
  if (length == 0 || text[length] != '\0' || length > zeros + 8) return false;
  *digits = (unsigned)length;
  *value = (uint32_t)strtoul(text, NULL, 16);
  return true;
}

// --- plain text ------------------------------------------------------------------------------------------------------
// ADDRESS arm|thumb E|N [ns]
// exception NUMBER ADDRESS arm|thumb [ns] [resume ADDRESS arm|thumb [ns]]

static bool take_location(struct steps_reader *r, const struct steps_words *w, unsigned *i, uint32_t *address,
                          bool *thumb) {
  unsigned digits;
  const char *text = w->at[*i], *state = w->at[*i + 1];
  if (strncmp(text, "0x", 2) != 0 || !steps_hex(text + 2, &digits, address)) {
    return steps_expected(r, "an address, 0x and up to 8 digits", text);
  }
  *thumb = strcmp(state, "thumb") == 0;
  *i += 2;
  return *thumb || strcmp(state, "arm") == 0 || steps_expected(r, "arm or thumb", state);
}

static bool take_word(const struct steps_words *w, unsigned *i, const char *word) {
  const bool there = strcmp(w->at[*i], word) == 0;
  *i += there;
  return there;
}

static bool text_exception(struct steps_reader *r, const struct steps_words *w, unsigned *i, struct step *step) {
  char *end;
  const long number = strtol(w->at[*i], &end, 10);
  bool thumb;
  if (number < 2 || number > 15 || *end) return steps_expected(r, "a PFT exception number, 2 to 15", w->at[*i]);
  ++*i;
  *step = (struct step){.kind = STEP_EXCEPTION, .exception = (uint16_t)number, .resume_unknown = true};
  if (!take_location(r, w, i, &step->address, &thumb)) return false;
  step->thumb = thumb;
  step->ns = take_word(w, i, "ns");
  if (!take_word(w, i, "resume")) return true;
  if (!take_location(r, w, i, &step->resume, &thumb)) return false;
  step->resume_unknown = false;
  step->resume_thumb = thumb;
  step->resume_ns = take_word(w, i, "ns");
  return true;
}

static bool text_line(struct steps_reader *r, const struct steps_words *w) {
  struct step s = {.kind = STEP_INSTRUCTION};
  unsigned i = 0;
  bool thumb;
  if (take_word(w, &i, "exception")) {
    if (!text_exception(r, w, &i, &s)) return false;
  } else {
    if (!take_location(r, w, &i, &s.address, &thumb)) return false;
    s.thumb = thumb;
    s.passed = take_word(w, &i, "E");
    if (!s.passed && !take_word(w, &i, "N")) return steps_expected(r, "E or N", w->at[i]);
    s.ns = take_word(w, &i, "ns");
  }
  if (w->at[i][0]) return steps_expected(r, "the end of the line", w->at[i]);
  *steps_add(r) = s;
  return true;
}

// --- the file --------------------------------------------------------------------------------------------------------

static void split(char *line, struct steps_words *w) {
  static char none[] = "";
  char *rest = line;
  w->count = 0;
  for (char *word; w->count < STEPS_WORDS && (word = strtok_r(rest, " \t\r\n", &rest)) != NULL;)
    w->at[w->count++] = word;
  for (unsigned i = w->count; i < STEPS_WORDS + STEPS_AHEAD; i++) w->at[i] = none;
}

// Is the log a plain text, by its first line?
static bool is_text(const struct steps_words *w) {
  return strcmp(w->at[0], "exception") == 0 || (strncmp(w->at[0], "0x", 2) == 0 && w->count > 1);
}

// Reads from zlib, which does not report a file that is cut until its end is read.
static ssize_t read_gz(void *file, char *to, size_t size) {
  const int got = gzread(file, to, (unsigned)size);
  return got == 0 && gz_failure(file) ? -1 : got;
}

static bool read_text(struct steps_reader *r, FILE *file) {
  struct lines lines;
  bool good = true, begun = false;
  struct steps_words words;
  lines_of(&lines, file, r->path, r->err);
  while (good && lines_next(&lines)) {
    r->line = lines.number;
    split(lines.text, &words);
    if (words.count == 0 || words.at[0][0] == '#') continue;
    if (!begun) r->log->tarmac = !is_text(&words);
    begun = true;
    good = r->log->tarmac ? tarmac_line(r, &words) : text_line(r, &words);
  }
  return lines_close(&lines) && good;
}

static bool read_lines(struct steps_reader *r) {
  gzFile packed = gzopen(r->path, "rb");
  if (!packed) return error_set(r->err, "%s: %s", r->path, strerror(errno));
  FILE *file = error_memory(fopencookie(packed, "r", (cookie_io_functions_t){.read = read_gz}));
  const bool good = read_text(r, file);
  const char *why = gz_failure(packed);
  if (!good && why) error_set(r->err, "%s: %s", r->path, why);
  fclose(file);
  gzclose(packed);
  return good;
}

bool steps_log_read(struct steps_log *log, const char *path, struct error *err) {
  *log = (struct steps_log){0};
  struct steps_reader r = {.log = log, .path = path, .err = err};
  if (!read_lines(&r)) return false;
  if (log->steps.count == 0)
    return error_set(
        err, "%s: expected Tarmac lines (IT, IS, ES) or steps (0x8000 arm E), found none; see docs/program-file.md",
        path);
  if (!r.awaits_instruction) return true;
  return error_set(err, "%s:%u: truncated: expected an instruction after the exception, found the end of the file",
                   path, r.line);
}

void steps_log_free(struct steps_log *log) {
  step_list_free(&log->steps);
  free(log->line);
  *log = (struct steps_log){0};
}
