// SPDX-License-Identifier: Apache-2.0
// A figure over time of a page.
#ifndef CHART_H
#define CHART_H

#include <stddef.h>
#include <stdio.h>

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
