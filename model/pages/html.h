// SPDX-License-Identifier: Apache-2.0
// Writes the text and the numbers of an HTML page: html_begin() first, html_end() last.
#ifndef HTML_H
#define HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// `text`, with references instead of characters that have a meaning in HTML.
void html_text(FILE *file, const char *text);
void html_part(FILE *file, const char *text, size_t length);
// A string of JavaScript with its quotes. It cannot end the script.
void html_script(FILE *file, const char *text);
// 1234567 as "1,234,567".
void html_count(FILE *file, uint64_t count);
// `text`, in which a count replaces each # as html_count(), and each ~ as html_short() writes it. The counts are
// uint64_t.
void html_counts(FILE *file, const char *text, ...);
// A number with at most three digits, "1.2 k", "3.4 M".
void html_short(FILE *file, double number);

// The start of the page up to its body, and its end. `title` is that of the window.
void html_begin(FILE *file, const char *title);
void html_end(FILE *file);
// The script of the table of runs.
void html_table_script(FILE *file);

#endif
