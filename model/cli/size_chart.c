// SPDX-License-Identifier: Apache-2.0
// Writes the chart of waypoint size as SVG.
#include <inttypes.h>

#include "html.h"
#include "size.h"

// Sizes of a panel and of the space around it, in units of the picture.
enum {
  PLOT_WIDTH = 190,
  PLOT_HEIGHT = 120,
  LEFT = 60,
  TOP = 56,
  GAP_X = 34,
  GAP_Y = 52,
  RIGHT = 16,
  BOTTOM = 48,
  STEPS = 4,   // number of steps of the y axis
  COLOURS = 4  // after them the colours repeat, with other dashes
};

// Viewers without dark mode or custom properties show the light colours.
static const char style[] =
    "<style>\n"
    "text { fill: #1f2328; font: 11px sans-serif } .title { font-weight: bold }\n"
    ".paper { fill: #ffffff } .grid { stroke: #d1d9e0; fill: none }\n"
    ".line { fill: none; stroke-width: 2 } .dot { stroke: none }\n"
    ".s0 { stroke: #0550ae } .s1 { stroke: #1a7f37 } .s2 { stroke: #bc4c00 } .s3 { stroke: #8250df }\n"
    ".d0 { fill: #0550ae } .d1 { fill: #1a7f37 } .d2 { fill: #bc4c00 } .d3 { fill: #8250df }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "  text { fill: #e6edf3 } .paper { fill: #0d1117 } .grid { stroke: #3d444d }\n"
    "  .s0 { stroke: #58a6ff } .s1 { stroke: #3fb950 } .s2 { stroke: #f0883e } .s3 { stroke: #bc8cff }\n"
    "  .d0 { fill: #58a6ff } .d1 { fill: #3fb950 } .d2 { fill: #f0883e } .d3 { fill: #bc8cff }\n"
    "}\n"
    "</style>\n";

// The top of the y axis in percent: 1, 2 or 5 times a power of ten, or 100.
static double top_of(const struct size_result *r) {
  const struct size_lists *l = r->lists;
  const size_t runs = (size_t)l->width.count * l->stall.count * l->fifo.count;
  double most = 0, top = 0.01;
  for (size_t p = 0; p < r->count; p++) {
    for (size_t i = 0; i < runs; i++) {
      const double percent = size_percent_lost(&r->programs[p].runs[i]);
      if (percent > most) most = percent;
    }
  }
  for (int step = 0; top < most && top < 100; step++) top *= step % 3 == 1 ? 2.5 : 2;
  return most == 0 ? 1 : top < 100 ? top : 100;
}

static double x_of(const struct size_list *fifo, unsigned i) {
  return fifo->count > 1 ? (double)PLOT_WIDTH * i / (fifo->count - 1) : PLOT_WIDTH / 2.0;
}

static double y_of(double percent, double top) { return PLOT_HEIGHT * (1 - percent / top); }

static void put_class(FILE *file, unsigned stall) {
  const unsigned dashes = stall / COLOURS;
  fprintf(file, "class=\"line s%u\"", stall % COLOURS);
  if (dashes) fprintf(file, " stroke-dasharray=\"%u 3\"", 8 / dashes);
}

static void put_line(FILE *file, const struct size_result *r, size_t p, unsigned w, unsigned s, double top) {
  const struct size_list *fifo = &r->lists->fifo;
  fputs("<polyline ", file);
  put_class(file, s);
  fputs(" points=\"", file);
  for (unsigned f = 0; f < fifo->count; f++) {
    fprintf(file, "%.1f,%.1f ", x_of(fifo, f), y_of(size_percent_lost(size_run(r, p, w, s, f)), top));
  }
  fputs("\"/>\n", file);
  for (unsigned f = 0; f < fifo->count; f++) {
    const struct model_run *run = size_run(r, p, w, s, f);
    fprintf(file, "<circle class=\"dot d%u\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"><title>", s % COLOURS, x_of(fifo, f),
            y_of(size_percent_lost(run), top));
    fprintf(file, "%" PRIu32 " bytes, %" PRIu32 " %% stalled: %.2f %% lost</title></circle>\n", fifo->at[f],
            r->lists->stall.at[s], size_percent_lost(run));
  }
}

static void put_panel(FILE *file, const struct size_result *r, size_t p, unsigned w, double top) {
  const struct size_list *fifo = &r->lists->fifo;
  fprintf(file, "<g transform=\"translate(%u %zu)\">\n", LEFT + w * (PLOT_WIDTH + GAP_X),
          TOP + p * (PLOT_HEIGHT + GAP_Y));
  fputs("<text class=\"title\" y=\"-7\">", file);
  html_text(file, r->programs[p].name);
  fprintf(file, ", %" PRIu32 "-bit ATB</text>\n", r->lists->width.at[w]);
  for (int i = 0; i <= STEPS; i++) {
    const double percent = top * i / STEPS, y = y_of(percent, top);
    fprintf(file, "<path class=\"grid\" d=\"M0 %.1fH%d\"/>\n", y, PLOT_WIDTH);
    if (w == 0) fprintf(file, "<text x=\"-6\" y=\"%.1f\" text-anchor=\"end\">%.3g</text>\n", y + 4, percent);
  }
  for (unsigned f = 0; f < fifo->count; f++) {
    fprintf(file, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%" PRIu32 "</text>\n", x_of(fifo, f),
            PLOT_HEIGHT + 15, fifo->at[f]);
  }
  if (w == 0) {
    fprintf(file, "<text transform=\"translate(-42 %d) rotate(-90)\" text-anchor=\"middle\">%% of %s lost</text>\n",
            PLOT_HEIGHT / 2, r->items);
  }
  if (p + 1 == r->count) {
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">trace FIFO, bytes</text>\n", PLOT_WIDTH / 2,
            PLOT_HEIGHT + 33);
  }
  for (unsigned s = 0; s < r->lists->stall.count; s++) put_line(file, r, p, w, s, top);
  fputs("</g>\n", file);
}

static void put_legend(FILE *file, const struct size_list *stall) {
  fprintf(file, "<text x=\"%d\" y=\"20\">clocks with ATREADY low:</text>\n", LEFT);
  for (unsigned s = 0; s < stall->count; s++) {
    const unsigned x = LEFT + 155 + 70 * s;
    fputs("<path ", file);
    put_class(file, s);
    fprintf(file, " d=\"M%u 16h22\"/><text x=\"%u\" y=\"20\">%" PRIu32 " %%</text>\n", x, x + 27, stall->at[s]);
  }
}

void size_chart(FILE *file, const struct size_result *r) {
  const double top = top_of(r);
  const unsigned widths = r->lists->width.count, legend = LEFT + 155 + 70 * r->lists->stall.count;
  const unsigned panels = LEFT + widths * (PLOT_WIDTH + GAP_X) - GAP_X + RIGHT;
  const unsigned width = panels > legend ? panels : legend;
  const size_t height = TOP + r->count * (PLOT_HEIGHT + GAP_Y) - GAP_Y + BOTTOM;
  fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %zu\" width=\"%u\" height=\"%zu\">\n",
          width, height, width, height);
  fputs(style, file);
  fprintf(file, "<rect width=\"%u\" height=\"%zu\" class=\"paper\"/>\n", width, height);
  put_legend(file, &r->lists->stall);
  for (size_t p = 0; p < r->count; p++) {
    for (unsigned w = 0; w < widths; w++) put_panel(file, r, p, w, top);
  }
  fputs("</svg>\n", file);
}
