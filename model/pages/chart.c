// SPDX-License-Identifier: Apache-2.0
// Writes a figure over time as SVG: stacked areas, or lines, in steps.
#include "chart.h"

#include <math.h>

#include "html.h"

enum { LEFT = 46, WIDTH = 560, HEIGHT = 130, TOP = 8, RIGHT = 14, BOTTOM = 22 };

static double value_at(const struct chart *c, size_t layer, size_t i) {
  const double value = c->layers[layer].values[i];
  return value > 0 ? value : 0;
}

// The height of a line, or of the areas up to a layer together.
static double height_at(const struct chart *c, size_t layer, size_t i) {
  double sum = value_at(c, layer, i);
  if (c->layers[layer].shape == CHART_LINE) return sum;
  for (size_t below = 0; below < layer; below++) {
    if (c->layers[below].shape == CHART_AREA) sum += value_at(c, below, i);
  }
  return sum;
}

// The next number of 1, 2 or 5 times a power of ten.
static double round_up(double most) {
  double top = pow(10, floor(log10(most)));
  for (int step = 0; top < most; step++) top *= step % 3 == 1 ? 2.5 : 2;
  return top;
}

static double most_of(const struct chart *c) {
  double most = c->top;
  for (size_t layer = 0; c->top == 0 && layer < c->layer_count; layer++) {
    for (size_t i = 0; i < c->count; i++) most = fmax(most, height_at(c, layer, i));
  }
  return most;
}

static double x_of(const struct chart *c, size_t i) { return (double)WIDTH * (double)i / (double)c->count; }
static double y_of(double value, double top) { return HEIGHT * (1 - fmin(value / top, 1)); }

static void put_area(FILE *file, const struct chart *c, size_t layer, double top) {
  fprintf(file, "<path class=\"a%u\" d=\"M0 %d", c->layers[layer].colour, HEIGHT);
  for (size_t i = 0; i < c->count; i++) {
    fprintf(file, "V%.1fH%.1f", y_of(height_at(c, layer, i), top), x_of(c, i + 1));
  }
  fprintf(file, "V%dZ\"/>\n", HEIGHT);
}

// Draws a line. It is interrupted where there is no value.
static void put_line(FILE *file, const struct chart *c, size_t layer, double top) {
  bool is_drawn = false;
  fprintf(file, "<path class=\"l%u\" d=\"", c->layers[layer].colour);
  for (size_t i = 0; i < c->count; i++) {
    const double value = c->layers[layer].values[i];
    const double y = y_of(value, top);
    if (value >= 0 && !is_drawn) fprintf(file, "M%.1f %.1f", x_of(c, i), y);
    if (value >= 0) fprintf(file, "V%.1fH%.1f", y, x_of(c, i + 1));
    is_drawn = value >= 0;
  }
  fputs("\"/>\n", file);
}

// `step` is the distance of the lines of the grid. 0: there is nothing to show.
static void put_y_axis(FILE *file, const struct chart *c, double step, double top) {
  for (double value = 0; value <= top * 1.0001; value += step > 0 ? step : 2 * top) {
    const double y = y_of(value, top);
    fprintf(file, "<path class=\"grid\" d=\"M0 %.1fH%d\"/><text class=\"y\" x=\"-6\" y=\"%.1f\">", y, WIDTH, y + 4);
    html_short(file, value);
    fprintf(file, "%s</text>\n", value > 0 ? c->unit : "");
  }
  if (step == 0) fprintf(file, "<text class=\"x\" x=\"%d\" y=\"%d\">none</text>\n", WIDTH / 2, HEIGHT / 2);
}

static void put_x_axis(FILE *file, const struct chart *c) {
  const double step = round_up(c->x_to / 8);
  for (double x = 0; x <= c->x_to * 1.0001; x += step) {
    const double at = WIDTH * x / c->x_to;
    const char *class = x == 0 ? "x0" : at > WIDTH - 20 ? "x1" : "x";
    fprintf(file, "<path class=\"tick\" d=\"M%.1f %dv4\"/><text class=\"%s\" x=\"%.1f\" y=\"%d\">", at, HEIGHT, class,
            at, HEIGHT + 16);
    html_short(file, x);
    fprintf(file, "%s%s</text>\n", x == 0 ? " " : "", x == 0 ? c->x_unit : "");
  }
}

// Draws the ticks at the top of the plot.
static void put_ticks(FILE *file, const struct chart *c) {
  fputs("<path class=\"ticks\" d=\"", file);
  for (size_t i = 0; i < c->tick_count; i++) {
    if (c->ticks[i] > 0) fprintf(file, "M%.1f 0v12", WIDTH * ((double)i + 0.5) / (double)c->tick_count);
  }
  fputs("\"/>\n", file);
}

// The text that is shown when the pointer is over a value.
static void put_hints(FILE *file, const struct chart *c) {
  const double each = c->x_to / (double)c->count;
  for (size_t i = 0; i < c->count; i++) {
    fprintf(file, "<rect class=\"hint\" x=\"%.1f\" width=\"%.2f\" height=\"%d\"><title>%.0f to %.0f %s", x_of(c, i),
            x_of(c, 1), HEIGHT, each * (double)i, each * (double)(i + 1), c->x_unit);
    for (size_t layer = 0; layer < c->layer_count; layer++) {
      if (c->layers[layer].values[i] < 0) continue;
      fprintf(file, "\n%s: %.4g%s", c->layers[layer].name, c->layers[layer].values[i], c->unit);
    }
    fputs("</title></rect>\n", file);
  }
}

static void put_legend(FILE *file, const struct chart *c) {
  fputs("<p class=\"legend\">", file);
  for (size_t i = 0; i < c->layer_count; i++) {
    const struct chart_layer *l = &c->layers[i];
    fprintf(file, "<span><i class=\"%s k%u\"></i>%s</span> ", l->shape == CHART_LINE ? "line" : "area", l->colour,
            l->name);
  }
  if (c->tick_name) fprintf(file, "<span><i class=\"tick\"></i>%s</span>", c->tick_name);
  fputs("</p>\n", file);
}

void chart_write(FILE *file, const struct chart *c) {
  const double most = most_of(c), step = most > 0 ? round_up(most / 4) : 0;
  const double top = most > 0 ? step * ceil(most / step) : 1;
  fprintf(file, "<figure>\n<figcaption><b>%s</b> <span>%s</span></figcaption>\n", c->title, c->note);
  put_legend(file, c);
  fprintf(file, "<svg viewBox=\"%d %d %d %d\" role=\"img\" aria-label=\"%s\">\n", -LEFT, -TOP, LEFT + WIDTH + RIGHT,
          TOP + HEIGHT + BOTTOM, c->title);
  put_y_axis(file, c, step, top);
  put_x_axis(file, c);
  // An area covers the areas below it, so the highest is first.
  for (size_t i = c->layer_count; i-- > 0;) {
    if (c->layers[i].shape == CHART_AREA) put_area(file, c, i, top);
  }
  for (size_t i = 0; i < c->layer_count; i++) {
    if (c->layers[i].shape == CHART_LINE) put_line(file, c, i, top);
  }
  if (c->tick_name) put_ticks(file, c);
  if (c->mark >= 0) {
    const double x = WIDTH * c->mark / c->x_to;
    fprintf(file, "<path class=\"mark\" d=\"M%.1f %dV%d\"><title>the first failure</title></path>\n", x, -TOP, HEIGHT);
  }
  put_hints(file, c);
  fputs("</svg>\n</figure>\n", file);
}
