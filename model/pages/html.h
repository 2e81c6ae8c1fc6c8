// SPDX-License-Identifier: Apache-2.0
// Text, numbers and figures of a page of HTML.
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

// --- figures ---------------------------------------------------------------------------------------------------------

enum chart_shape { CHART_AREA, CHART_LINE };

struct chart_layer {
  const char *name;
  const double *values;    // below 0: there is none
  enum chart_shape shape;  // areas stand on each other
  unsigned colour;         // 0 to 6, of the page's style
};

struct chart {
  const char *title, *note;  // note: what the height says
  const char *unit;          // behind a value: " %", "" for none
  size_t count;              // of values in each layer
  double x_to;               // what the width is of, from 0 on,
  const char *x_unit;        // "clocks"
  double top;                // of the height; 0: as high as is needed
  double mark;               // place on the x axis of a failure; below 0: there is none
  struct chart_layer layers[6];
  size_t layer_count;
  const char *tick_name;  // what each tick on top stands for; NULL: there are none
  const double *ticks;    // above 0: there is one
  size_t tick_count;      // of places for them
};

void chart_write(FILE *file, const struct chart *chart);

#endif
