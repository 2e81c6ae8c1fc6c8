// SPDX-License-Identifier: Apache-2.0
// Reads the header of a log of clocks, then the pins line by line.
#include "clock_log.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "error.h"
#include "number.h"
#include "protocol.h"

static const char HEAD[] = "waypoint-log 1";

enum { SHOWN = 24 };  // number of characters of a wrong text that a message shows

// --- lines -----------------------------------------------------------------------------------------------------------

static bool wrong(const struct clock_log *log, struct error *err, const char *expected, const char *found) {
  return error_set(err, "%s:%" PRIu64 ": expected %s, found \"%.*s\"", log->path, log->line, expected, SHOWN, found);
}

// Explains why the line has no end: it contains a NUL byte, it is too long, or the file ends inside it.
static void wrong_end(const struct clock_log *log, size_t length, struct error *err) {
  const char *path = log->path;
  if (length == CLOCK_LOG_LINE - 1) {
    error_set(err, "%s:%" PRIu64 ": line too long: expected at most %d bytes", path, log->line, CLOCK_LOG_LINE - 2);
  } else if (gzeof(log->file) && length > 0) {
    error_set(err, "%s:%" PRIu64 ": truncated: the file ends inside this line; delete the line to check the rest", path,
              log->line);
  } else {
    error_set(err, "%s:%" PRIu64 ": not a text file: it contains a NUL byte; expected a log of clocks (docs/log.md)",
              path, log->line);
  }
}

static enum read_result next_line(struct clock_log *log, struct error *err) {
  if (!gzgets(log->file, log->text, sizeof log->text)) {
    const char *why = gz_failure(log->file);
    if (why) error_set(err, "%s:%" PRIu64 ": %s", log->path, log->line + 1, why);
    return why ? READ_BAD : READ_END;
  }
  log->line++;
  size_t length = strlen(log->text);
  if (length == 0 || log->text[length - 1] != '\n') {
    wrong_end(log, length, err);
    return READ_BAD;
  }
  length -= length > 1 && log->text[length - 2] == '\r' ? 2 : 1;
  log->text[length] = '\0';
  return READ_GOOD;
}

// --- values ----------------------------------------------------------------------------------------------------------

static unsigned bits_of(const struct clock_log *log, enum pin pin) {
  if (pin == PIN_ATDATA) return log->atb_bits;
  if (pin == PIN_ATBYTES) return log->atb_bits == 64 ? 3 : log->atb_bits == 32 ? 2 : 1;
  return pin_row(pin)->bits;
}

static unsigned digits_of(const struct clock_log *log, enum pin pin) { return (bits_of(log, pin) + 3) / 4; }

// The value of a digit; 16 if its bits are x or z, 17 if it is no digit.
static unsigned digit(char c) {
  if (isxdigit((unsigned char)c)) return number_digit(c);
  return c != '\0' && strchr("xXzZ", c) ? 16 : 17;
}

// Reads the value of the pin from the digits at `text`. False: there are not enough.
static bool read_value(const struct clock_log *log, struct pins *pins, enum pin pin, const char *text) {
  const unsigned bits = bits_of(log, pin), digits = digits_of(log, pin);
  uint64_t value = 0, unknown = 0;
  for (unsigned i = 0; i < digits; i++) {
    const unsigned d = digit(text[i]);
    if (d > 16) return false;
    value = value << 4 | (d < 16 ? d : 0);
    unknown = unknown << 4 | (d < 16 ? 0 : 15);
  }
  if (value > UINT64_MAX >> (64 - bits)) return false;
  pin_set(pins, pin, value, unknown);
  return true;
}

static bool wrong_value(const struct clock_log *log, enum pin pin, const char *found, struct error *err) {
  const unsigned digits = digits_of(log, pin), bits = bits_of(log, pin);
  const int length = (int)strcspn(found, " "), shown = length < SHOWN ? length : SHOWN;
  const char *quote = length > 0 ? "\"" : "";
  return error_set(err, "%s:%" PRIu64 ": %s: expected %u hex digit%s (or x, z) for %u bit%s, found %s%.*s%s", log->path,
                   log->line, pin_row(pin)->name[log->protocol], digits, digits == 1 ? "" : "s", bits,
                   bits == 1 ? "" : "s", length > 0 ? quote : "no value", shown, found, quote);
}

// --- the header ------------------------------------------------------------------------------------------------------

static enum pin pin_of_name(const struct clock_log *log, const char *name, struct error *err) {
  const enum pin pin = pin_find(name, log->protocol);
  char expected[80];
  if (!log->has_unit) {
    snprintf(expected, sizeof expected, "a line \"unit %s\" before this line", protocols[log->protocol].unit);
    wrong(log, err, expected, name);
  } else if (log->atb_bits == 0) {
    wrong(log, err, "a line \"atb BITS\" before this line", name);
  } else if (pin == PINS) {
    snprintf(expected, sizeof expected, "the name of a pin of %s", protocols[log->protocol].a_unit);
    wrong(log, err, expected, name);
  } else if (log->given[pin]) {
    wrong(log, err, "each pin only once", name);
  } else {
    return pin;
  }
  return PINS;
}

static bool read_unit(struct clock_log *log, const char *word, struct error *err) {
  const struct protocol_row *own = &protocols[log->protocol], *other = &protocols[!log->protocol];
  log->has_unit = strcmp(word, own->unit) == 0;
  if (log->has_unit) return true;
  return error_set(err, "%s:%" PRIu64 ": unit: expected %s, found \"%.*s\"; use --protocol %s for the log of %s",
                   log->path, log->line, own->unit, SHOWN, word, other->option, other->a_unit);
}

static bool read_atb(struct clock_log *log, const char *word, struct error *err) {
  static const char *const widths[] = {"8", "16", "32", "64"};
  for (unsigned i = 0; i < 4; i++) {
    if (strcmp(word, widths[i]) == 0) log->atb_bits = 8u << i;
  }
  return log->atb_bits || wrong(log, err, "8, 16, 32 or 64 bits", word);
}

static bool read_pin(struct clock_log *log, char *words, struct error *err) {
  char *rest, *name = strtok_r(words, " ", &rest), *value = strtok_r(NULL, " ", &rest);
  const enum pin pin = pin_of_name(log, name ? name : "", err);
  if (pin == PINS) return false;
  if (!value || strlen(value) != digits_of(log, pin) || !read_value(log, &log->fixed, pin, value))
    return wrong_value(log, pin, value ? value : "", err);
  log->given[pin] = true;
  return true;
}

// Does the header give each pin that a unit must have?
static bool complete(const struct clock_log *log, struct error *err) {
  for (unsigned pin = 0; pin < PINS; pin++) {
    const char *name = pin_row(pin)->name[log->protocol];
    if (!name || log->given[pin] || !pin_is_needed(pin)) continue;
    return error_set(err,
                     "%s:%" PRIu64 ": missing pin: expected a column %s, or a line \"pin %s VALUE\" before this line",
                     log->path, log->line, name, name);
  }
  return true;
}

static bool read_columns(struct clock_log *log, char *words, struct error *err) {
  char *rest;
  for (char *name = strtok_r(words, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
    const enum pin pin = pin_of_name(log, name, err);
    if (pin == PINS) return false;
    log->given[pin] = true;
    log->column[log->columns++] = pin;
  }
  return complete(log, err);
}

// Reads a line of the header after the first. *last: it names the columns.
static bool read_header_line(struct clock_log *log, bool *last, struct error *err) {
  const size_t length = strcspn(log->text, " ");
  char *word = log->text, *rest = word + length + strspn(word + length, " ");
  if (word[0] == '#') return true;
  word[length] = '\0';
  *last = strcmp(word, "columns") == 0;
  if (*last) return read_columns(log, rest, err);
  if (strcmp(word, "unit") == 0) return read_unit(log, rest, err);
  if (strcmp(word, "atb") == 0) return read_atb(log, rest, err);
  if (strcmp(word, "pin") == 0) return read_pin(log, rest, err);
  if (rest > word + length) word[length] = ' ';
  return wrong(log, err, "unit, atb, pin, columns or # (docs/log.md)", word);
}

static bool read_header(struct clock_log *log, struct error *err) {
  bool last = false;
  enum read_result read = next_line(log, err);
  if (read == READ_GOOD && strcmp(log->text, HEAD) != 0) return wrong(log, err, HEAD, log->text);
  while (read == READ_GOOD && !last) {
    read = next_line(log, err);
    if (read == READ_GOOD && !read_header_line(log, &last, err)) return false;
  }
  if (read == READ_END) {
    log->line++;
    error_set(err, "%s:%" PRIu64 ": truncated: expected %s, found the end of the file", log->path, log->line,
              log->line == 1 ? HEAD : "a line that names the columns");
  }
  log->header = log->line;
  return read == READ_GOOD;
}

bool clock_log_open(struct clock_log *log, const char *path, enum protocol protocol, const struct config *built,
                    struct error *err) {
  *log = (struct clock_log){.path = path, .protocol = protocol};
  pins_absent(&log->fixed, built);
  errno = 0;
  log->file = gzopen(path, "rb");
  if (log->file) return read_header(log, err);
  return error_set(err, "%s: %s", path, strerror(errno ? errno : ENOMEM));
}

// --- clocks ----------------------------------------------------------------------------------------------------------

enum read_result clock_log_next(struct clock_log *log, struct pins *pins, struct error *err) {
  const enum read_result read = next_line(log, err);
  if (read != READ_GOOD) return read;
  const char *at = log->text;
  *pins = log->fixed;
  for (unsigned i = 0; i < log->columns; i++) {
    const enum pin pin = log->column[i];
    const bool apart = i == 0 || *at == ' ';
    if (i > 0 && apart) at++;
    if (!apart || !read_value(log, pins, pin, at)) {
      wrong_value(log, pin, at, err);
      return READ_BAD;
    }
    at += digits_of(log, pin);
  }
  if (*at == '\0') return READ_GOOD;
  wrong(log, err, "no more values in this line", at);
  return READ_BAD;
}

void clock_log_close(struct clock_log *log) {
  if (log->file) gzclose_r(log->file);
  log->file = NULL;
}
