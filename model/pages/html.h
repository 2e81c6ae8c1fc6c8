// SPDX-License-Identifier: Apache-2.0
// Text and numbers of a page of HTML.
#ifndef HTML_H
#define HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// `text` with what HTML would read otherwise replaced.
void html_text(FILE *file, const char *text);
void html_part(FILE *file, const char *text, size_t length);
// A string of JavaScript, quotes included, that cannot end its script.
void html_script(FILE *file, const char *text);
// 1234567 as "1,234,567", in a table, or between words.
void html_count(FILE *file, uint64_t count);
// A number of at most three digits that count, "1.2 k", "3.4 M".
void html_short(FILE *file, double number);

// Before and behind the body. `title`: of the window.
void html_begin(FILE *file, const char *title);
void html_end(FILE *file);
// The scripts that the table of runs needs.
void html_table_script(FILE *file);

#endif
