// SPDX-License-Identifier: Apache-2.0
// Writes the text and the numbers of a page, its start and its end.
#include "html.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "page_css.h"
#include "page_js.h"

void html_part(FILE *file, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    const unsigned char c = (unsigned char)text[i];
    if (c != '\0' && strchr("<>&\"'", c)) {
      fprintf(file, "&#%u;", c);
    } else {
      fputc(c < ' ' && c != '\n' && c != '\t' ? '?' : c, file);
    }
  }
}

void html_text(FILE *file, const char *text) { html_part(file, text, strlen(text)); }

void html_script(FILE *file, const char *text) {
  fputc('"', file);
  for (; *text; text++) {
    const unsigned char c = (unsigned char)*text;
    if (c < ' ' || strchr("\"\\<>&", c)) {
      fprintf(file, "\\u%04x", c);
    } else {
      fputc(c, file);
    }
  }
  fputc('"', file);
}

void html_count(FILE *file, uint64_t count) {
  char digits[24];
  const int length = snprintf(digits, sizeof digits, "%" PRIu64, count);
  for (int i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0) fputc(',', file);
    fputc(digits[i], file);
  }
}

void html_short(FILE *file, double number) {
  static const char *const units[] = {"", " k", " M", " G", " T"};
  size_t unit = 0;
  while (fabs(number) >= 999.5 && unit + 1 < sizeof units / sizeof *units) number /= 1000, unit++;
  fprintf(file, "%.3g%s", number, units[unit]);
}

void html_counts(FILE *file, const char *text, ...) {
  va_list counts;
  va_start(counts, text);
  for (; *text; text++) {
    if (*text == '#') {
      html_count(file, va_arg(counts, uint64_t));
    } else if (*text == '~') {
      html_short(file, (double)va_arg(counts, uint64_t));
    } else {
      fputc(*text, file);
    }
  }
  va_end(counts);
}

static void put_lines(FILE *file, const char *const *lines, size_t count) {
  for (size_t i = 0; i < count; i++) fputs(lines[i], file);
}

void html_begin(FILE *file, const char *title) {
  fputs(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>",
      file);
  html_text(file, title);
  fputs("</title>\n<style>\n", file);
  put_lines(file, page_css, sizeof page_css / sizeof *page_css);
  fputs("</style>\n</head>\n<body>\n", file);
}

void html_table_script(FILE *file) { put_lines(file, page_js, sizeof page_js / sizeof *page_js); }

void html_end(FILE *file) { fputs("</body>\n</html>\n", file); }
