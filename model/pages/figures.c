// SPDX-License-Identifier: Apache-2.0
// The section of figures over time, of a run or of the sum of many.

#include "chart.h"
#include "sections.h"

// The scoreboard evaluates the bytes once in SCOREBOARD_CLOCKS clocks, so its counts have no finer resolution. In a
// sum, the evaluations of the runs are in different bins. SUM_BINS bins together contain an evaluation of each run.
enum { SCOREBOARD_CLOCKS = 1024, SUM_BINS = 10 };

struct figures {
  const struct run_facts *f;
  double mark;
  struct bin coarse[FACTS_BINS];  // each is the sum of `of` bins of the facts
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

// Sets `values` to `scale` times the ratio of the columns `column` and `base`, or to `otherwise` if `base` is 0.
static void set_ratio(double *values, const struct bin *bins, size_t count, double scale, int column, int base,
                      double otherwise) {
  for (size_t i = 0; i < count; i++) {
    const double *at = bins[i].at;
    values[i] = at[base] > 0 ? scale * (at[column] / at[base]) : otherwise;
  }
}

static void put_packets(FILE *file, const struct figures *g) {
  static const char *const names[] = {"A-sync, I-sync", "atoms", "branches", "timestamps, counts", "others"};
  static const unsigned colours[] = {3, 0, 1, 2, 4};
  double values[5][FACTS_BINS];
  struct chart c = begin(g, "Packets", "per 1,000 clocks", false);
  for (int n = 0; n < 5; n++) {
    set_ratio(values[n], g->f->bins, c.count, 1000, COLUMN_SYNC + n, COLUMN_CLOCKS, 0);
    layer(&c, names[n], values[n], CHART_AREA, colours[n]);
  }
  chart_write(file, &c);
}

// Fill levels in percent of `depth`. In a sum, `depth` is 0, because the bins already have fractions of the depth.
static void put_fill(FILE *file, const struct figures *g, int column, uint64_t depth, const char *title,
                     const char *note) {
  double mean[FACTS_BINS], most[FACTS_BINS];
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
  double sent[FACTS_BINS], stalled[FACTS_BINS];
  struct chart c = begin(g, "ATB", "per 100 clocks: bytes sent, and clocks with ATVALID = 1 and ATREADY = 0", false);
  set_ratio(sent, g->f->bins, c.count, 100, COLUMN_BYTES, COLUMN_CLOCKS, 0);
  set_ratio(stalled, g->f->bins, c.count, 100, COLUMN_STALLED, COLUMN_CLOCKS, 0);
  layer(&c, "bytes", sent, CHART_AREA, 0);
  layer(&c, "stalled", stalled, CHART_LINE, 1);
  chart_write(file, &c);
}

static void put_lost(FILE *file, const struct figures *g) {
  double lost[FACTS_BINS], overflows[FACTS_BINS];
  struct chart c = begin(g, "Lost in overflows", "per 1,000 clocks", true);
  set_ratio(lost, g->coarse, c.count, 1000, COLUMN_LOST, COLUMN_CLOCKS, 0);
  layer(&c, g->f->etm ? "instructions" : "waypoints", lost, CHART_AREA, 5);
  if (g->f->width) {
    for (size_t i = 0; i < g->f->bin_count; i++) overflows[i] = g->f->bins[i].at[COLUMN_OVERFLOWS];
    c.tick_name = "an I-sync reports an overflow";
    c.ticks = overflows;
    c.tick_count = g->of * g->coarse_count;
    for (size_t i = g->f->bin_count; i < c.tick_count && i < FACTS_BINS; i++) overflows[i] = 0;
  }
  chart_write(file, &c);
}

static void put_traced(FILE *file, const struct figures *g) {
  double traced[FACTS_BINS];
  struct chart c = begin(g, "Traced", "instructions in the trace, per 1,000 clocks", true);
  set_ratio(traced, g->coarse, c.count, 1000, COLUMN_INSTRUCTIONS, COLUMN_CLOCKS, 0);
  layer(&c, "instructions", traced, CHART_AREA, 2);
  chart_write(file, &c);
}

static void put_bits(FILE *file, const struct figures *g) {
  double bits[FACTS_BINS];
  struct chart c = begin(g, "Bits per instruction", "bits of the packets, for each reported instruction", true);
  set_ratio(bits, g->coarse, c.count, 8, COLUMN_PACKET_BYTES, COLUMN_INSTRUCTIONS, -1);
  layer(&c, "bits", bits, CHART_LINE, 0);
  chart_write(file, &c);
}

// Combines bins, so that no coarse bin is shorter than the interval of the scoreboard.
static void make_coarse(struct figures *g) {
  const struct run_facts *f = g->f;
  g->of = f->width && f->width < SCOREBOARD_CLOCKS ? (size_t)(SCOREBOARD_CLOCKS / f->width) : f->width ? 1 : SUM_BINS;
  g->coarse_count = (f->bin_count + g->of - 1) / g->of;
  for (size_t i = 0; i < f->bin_count; i++) {
    for (int column = 0; column < COLUMNS; column++) g->coarse[i / g->of].at[column] += f->bins[i].at[column];
  }
}

void figures_write(FILE *file, const struct run_facts *facts, double mark) {
  struct figures g = {.f = facts, .mark = mark};
  if (facts->bin_count == 0) return;
  make_coarse(&g);
  fputs("<div class=\"figures\">\n", file);
  put_packets(file, &g);
  put_bytes(file, &g);
  if (facts->filled) {
    char fifo[80] = "% of its depth, in the reference model", queue[80] = "% of its entries, in the reference model";
    if (facts->fifo) snprintf(fifo, sizeof fifo, "%% of %u bytes, in the reference model", (unsigned)facts->fifo);
    if (facts->queue) snprintf(queue, sizeof queue, "%% of %u entries, in the reference model", (unsigned)facts->queue);
    put_fill(file, &g, COLUMN_FIFO, facts->fifo, "Trace FIFO", fifo);
    put_fill(file, &g, COLUMN_QUEUE, facts->queue, "Waypoint queue", queue);
  }
  put_lost(file, &g);
  if (facts->counts[COUNT_INSTRUCTIONS]) put_traced(file, &g);
  if (facts->counts[COUNT_INSTRUCTIONS]) put_bits(file, &g);
  fputs("</div>\n", file);
  if (!facts->filled) {
    fputs(
        "<p class=\"note\">The fill of queue and FIFO is known only in mode strict, from the reference model: the pins "
        "of a DUT do not show it.</p>\n",
        file);
  }
}
