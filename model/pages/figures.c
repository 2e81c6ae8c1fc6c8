// SPDX-License-Identifier: Apache-2.0
// The figures over time, of a run or of many laid over each other.
#include "figures.h"

#include <string.h>

#include "chart.h"
#include "html.h"

// The scoreboard looks at the bytes once in so many clocks; what it knows is no finer.
// In a sum each run has its looks elsewhere: so many bins together have some of every run.
enum { LOOK = 1024, SUM_LOOK = 10 };

struct figures {
  const struct run_facts *f;
  double mark;
  struct bin coarse[BINS];  // each of `of` bins
  size_t coarse_count, of;
};

static struct chart begin(const struct figures *g, const char *title, const char *note, bool coarse) {
  const struct run_facts *f = g->f;
  struct chart c = {.title = title, .note = note, .unit = "", .mark = g->mark};
  c.count = coarse ? g->coarse_count : f->bin_count;
  c.x_to = f->width ? (double)(f->width * (coarse ? g->of : 1) * c.count) : 100;
  c.x_unit = f->width ? "clocks" : "% of a run";
  if (!f->width) c.mark = -1;
  return c;
}

static void layer(struct chart *c, const char *name, const double *values, enum chart_shape shape, unsigned colour) {
  c->layers[c->layer_count++] = (struct chart_layer){.name = name, .values = values, .shape = shape, .colour = colour};
}

static double per(double a, double b) { return b > 0 ? a / b : 0; }

static void put_packets(FILE *file, const struct figures *g) {
  static const char *const names[] = {"A-sync, I-sync", "atoms", "branches", "timestamps, counts", "others"};
  static const unsigned colours[] = {3, 0, 1, 2, 4};
  double values[5][BINS];
  struct chart c = begin(g, "Packets", "per 1,000 clocks", false);
  for (unsigned n = 0; n < 5; n++) {
    for (size_t i = 0; i < c.count; i++) {
      values[n][i] = 1000 * per(g->f->bins[i].at[COLUMN_SYNC + n], g->f->bins[i].at[COLUMN_CLOCKS]);
    }
    layer(&c, names[n], values[n], CHART_AREA, colours[n]);
  }
  chart_write(file, &c);
}

// In parts of what there is; a sum has them already.
static void put_fill(FILE *file, const struct figures *g, int column, uint64_t depth, const char *title,
                     const char *note) {
  double mean[BINS], most[BINS];
  const double scale = 100 / (depth ? (double)depth : 1);
  struct chart c = begin(g, title, note, false);
  for (size_t i = 0; i < c.count; i++) {
    const struct bin *b = &g->f->bins[i];
    mean[i] = b->at[COLUMN_FILLED] > 0 ? scale * b->at[column] / b->at[COLUMN_FILLED] : -1;
    most[i] = b->at[COLUMN_FILLED] > 0 ? scale * b->at[column + 1] : -1;
  }
  c.unit = " %";
  c.top = 100;
  layer(&c, "mean", mean, CHART_AREA, 0);
  layer(&c, "maximum", most, CHART_LINE, 1);
  chart_write(file, &c);
}

static void put_bytes(FILE *file, const struct figures *g) {
  double sent[BINS], stalled[BINS];
  struct chart c = begin(g, "ATB", "per 100 clocks: bytes sent, and clocks with ATVALID = 1 and ATREADY = 0", false);
  for (size_t i = 0; i < c.count; i++) {
    const struct bin *b = &g->f->bins[i];
    sent[i] = 100 * per(b->at[COLUMN_BYTES], b->at[COLUMN_CLOCKS]);
    stalled[i] = 100 * per(b->at[COLUMN_STALLED], b->at[COLUMN_CLOCKS]);
  }
  layer(&c, "bytes", sent, CHART_AREA, 0);
  layer(&c, "stalled", stalled, CHART_LINE, 1);
  chart_write(file, &c);
}

static void put_lost(FILE *file, const struct figures *g) {
  double lost[BINS], overflows[BINS];
  struct chart c = begin(g, "Lost in overflows", "per 1,000 clocks", true);
  for (size_t i = 0; i < c.count; i++)
    lost[i] = 1000 * per(g->coarse[i].at[COLUMN_LOST], g->coarse[i].at[COLUMN_CLOCKS]);
  layer(&c, g->f->etm ? "instructions" : "waypoints", lost, CHART_AREA, 5);
  if (g->f->width) {
    for (size_t i = 0; i < g->f->bin_count; i++) overflows[i] = g->f->bins[i].at[COLUMN_OVERFLOWS];
    c.tick_name = "an I-sync reports an overflow";
    c.ticks = overflows;
    c.tick_count = g->of * g->coarse_count;
    for (size_t i = g->f->bin_count; i < c.tick_count && i < BINS; i++) overflows[i] = 0;
  }
  chart_write(file, &c);
}

static void put_traced(FILE *file, const struct figures *g) {
  double traced[BINS];
  struct chart c = begin(g, "Traced", "instructions in the trace, per 1,000 clocks", true);
  for (size_t i = 0; i < c.count; i++)
    traced[i] = 1000 * per(g->coarse[i].at[COLUMN_INSTRUCTIONS], g->coarse[i].at[COLUMN_CLOCKS]);
  layer(&c, "instructions", traced, CHART_AREA, 2);
  chart_write(file, &c);
}

static void put_bits(FILE *file, const struct figures *g) {
  double bits[BINS];
  struct chart c = begin(g, "Bits per instruction", "bits of the packets, for each reported instruction", true);
  for (size_t i = 0; i < c.count; i++) {
    const struct bin *b = &g->coarse[i];
    bits[i] = b->at[COLUMN_INSTRUCTIONS] > 0 ? 8 * b->at[COLUMN_PACKET_BYTES] / b->at[COLUMN_INSTRUCTIONS] : -1;
  }
  layer(&c, "bits", bits, CHART_LINE, 0);
  chart_write(file, &c);
}

// So many bins become one that none is shorter than a look.
static void make_coarse(struct figures *g) {
  const struct run_facts *f = g->f;
  g->of = f->width && f->width < LOOK ? (size_t)(LOOK / f->width) : f->width ? 1 : SUM_LOOK;
  g->coarse_count = (f->bin_count + g->of - 1) / g->of;
  for (size_t i = 0; i < f->bin_count; i++) {
    for (int column = 0; column < COLUMNS; column++) g->coarse[i / g->of].at[column] += f->bins[i].at[column];
  }
}

void figures_write(FILE *file, const struct run_facts *f, double mark) {
  struct figures g = {.f = f, .mark = mark};
  if (f->bin_count == 0) return;
  make_coarse(&g);
  fputs("<div class=\"figures\">\n", file);
  put_packets(file, &g);
  put_bytes(file, &g);
  if (f->filled) {
    char fifo[80] = "% of its depth, in the reference model", queue[80] = "% of its entries, in the reference model";
    if (f->fifo) snprintf(fifo, sizeof fifo, "%% of %u bytes, in the reference model", (unsigned)f->fifo);
    if (f->queue) snprintf(queue, sizeof queue, "%% of %u entries, in the reference model", (unsigned)f->queue);
    put_fill(file, &g, COLUMN_FIFO, f->fifo, "Trace FIFO", fifo);
    put_fill(file, &g, COLUMN_QUEUE, f->queue, "Waypoint queue", queue);
  }
  put_lost(file, &g);
  if (f->counts[COUNT_INSTRUCTIONS]) put_traced(file, &g);
  if (f->counts[COUNT_INSTRUCTIONS]) put_bits(file, &g);
  fputs("</div>\n", file);
  if (!f->filled) {
    fputs(
        "<p class=\"note\">The fill of queue and FIFO is known only in mode strict, from the reference model: the pins "
        "of a DUT do not show it.</p>\n",
        file);
  }
}
