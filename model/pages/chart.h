// SPDX-License-Identifier: Apache-2.0
// A figure of a page: values over time, as SVG. Fill a struct chart and call chart_write() once. It points into the
// arrays of the caller.
#ifndef CHART_H
#define CHART_H

#include <stddef.h>
#include <stdio.h>

enum chart_shape { CHART_AREA, CHART_LINE };

struct chart_layer {
  const char *name;
  const double *values;    // below 0: there is no value
  enum chart_shape shape;  // areas are stacked
  unsigned colour;         // number of a colour of page.css, 0 to 6
};

struct chart {
  const char *title, *note;  // note: meaning of the height
  const char *unit;          // suffix of a value: " %", or "" for none
  size_t count;              // number of values in each layer
  double x_to;               // the width, from 0, in `x_unit`
  const char *x_unit;        // "clocks"
  double top;                // largest value of the height; 0: as high as needed
  double mark;               // position of a failure on the x axis; below 0: there is none
  struct chart_layer layers[6];
  size_t layer_count;
  const char *tick_name;  // meaning of a tick at the top; NULL: there are no ticks
  const double *ticks;    // above 0: there is a tick
  size_t tick_count;      // number of positions for ticks
};

void chart_write(FILE *file, const struct chart *chart);

#endif
