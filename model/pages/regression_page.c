// SPDX-License-Identifier: Apache-2.0
// The page of a regression: verdict, causes of failures, comparison of the runs, table of runs, figures and coverage.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"
#include "error.h"
#include "html.h"
#include "page.h"
#include "sections.h"

static const char *const units[2] = {"PTM", "ETM"};

static uint64_t both(const struct page_regression *r, enum count count) {
  return r->sums[0]->counts[count] + r->sums[1]->counts[count];
}

static uint64_t count_state(const struct junit *j, enum junit_state state) {
  uint64_t count = 0;
  for (size_t i = 0; i < j->count; i++) count += j->tests[i].state == state;
  return count;
}

// --- verdict --------------------------------------------------------------------------------------------------------

// The properties that describe all tests.
static void put_about(FILE *file, const struct junit *j) {
  for (size_t i = 0; i < j->about_count; i++) {
    fputs(i ? "; " : "<p>", file);
    html_text(file, j->about[i].name);
    fputc(' ', file);
    html_text(file, j->about[i].value);
  }
  if (j->about_count) fputs("</p>", file);
}

static void put_header(FILE *file, const struct page_regression *r) {
  const uint64_t failed = count_state(r->junit, JUNIT_FAILED), passed = count_state(r->junit, JUNIT_PASSED);
  const uint64_t skipped = count_state(r->junit, JUNIT_SKIPPED), incomplete = count_state(r->junit, JUNIT_INCOMPLETE);
  const bool good = failed == 0 && incomplete == 0 && passed > 0;
  const char *verdict = good ? "PASS" : failed ? "FAIL" : incomplete ? "INCOMPLETE" : "NOTHING PASSED";
  fprintf(file, "<header class=\"%s\"><h1><span class=\"sign\">%s</span> %s</h1><p>", good ? "pass" : "fail",
          good ? "\xE2\x9C\x94" : "\xE2\x9C\x98", verdict);
  html_counts(file,
              "# tests passed, # failed, # skipped, # incomplete. # runs of a PTM and # of an ETM have facts. From ",
              passed, failed, skipped, incomplete, (uint64_t)r->sums[0]->runs, (uint64_t)r->sums[1]->runs);
  html_text(file, r->path);
  fputs(".</p>", file);
  put_about(file, r->junit);
  fputs("</header>\n", file);
}

static void put_bits(FILE *file, const struct run_facts *sum, const char *begin) {
  if (run_facts_bits(sum) >= 0)
    fprintf(file, "%s%.2f" TILE_NOTE "of all runs that passed" TILE_END, begin, run_facts_bits(sum));
}

static void put_tiles(FILE *file, const struct page_regression *r) {
  const uint64_t items = both(r, COUNT_ITEMS), lost = both(r, COUNT_LOST);
  double seconds = 0;
  for (size_t i = 0; i < r->junit->count; i++) seconds += r->junit->tests[i].seconds;
  fputs("<div class=\"tiles\">\n" TILE_BEGIN("time of all tests"), file);
  fprintf(file, seconds < 600 ? "%.3g s" : "%.0f min", seconds < 600 ? seconds : seconds / 60);
  html_counts(file,
              TILE_NOTE "sum of all tests" TILE_END TILE("clocks", "~", "") TILE("instructions compared", "~", ""),
              both(r, COUNT_CLOCKS), both(r, COUNT_INSTRUCTIONS));
  put_bits(file, r->sums[0], TILE_BEGIN("bits per instruction, PTM"));
  put_bits(file, r->sums[1], TILE_BEGIN("bits per instruction, ETM"));
  html_counts(file, TILE_BEGIN("lost") "~" TILE_NOTE, lost);
  fprintf(file, "%.1f %% of all waypoints and steps", items ? 100 * (double)lost / (double)items : 0);
  html_counts(file, TILE_END TILE("overflows", "~", "reported by I-sync packets") "</div>\n", both(r, COUNT_OVERFLOWS));
}

// --- how the runs differ --------------------------------------------------------------------------------------------

enum { CLASSES = 40 };

enum difference { BITS, FULLEST, LOST, SECONDS };

// The value of a test for a histogram. Below 0: unknown.
static double value_of(const struct page_regression *r, size_t i, enum difference which) {
  const struct page_test *t = &r->tests[i];
  if (!t->facts) return -1;
  switch (which) {
    case BITS:
      return t->bits;
    case FULLEST:
      return t->fullest < 0 ? -1 : 100 * t->fullest;
    case LOST:
      return t->lost;
    case SECONDS:
      return r->junit->tests[i].seconds;
  }
  return -1;
}

// A histogram: the number of runs in each class of values from 0 to `top`. The last class includes all larger values.
static void put_histogram(FILE *file, const struct page_regression *r, enum difference which, const char *title,
                          const char *unit, double top) {
  double runs[2][CLASSES] = {{0}};
  struct chart c = {
      .title = title, .note = "number of runs", .unit = "", .count = CLASSES, .x_to = top, .x_unit = unit, .mark = -1};
  for (size_t i = 0; i < r->junit->count; i++) {
    const double value = value_of(r, i, which);
    if (value < 0) continue;
    const size_t class = value < top ? (size_t)(value / top * CLASSES) : CLASSES - 1;
    runs[r->tests[i].etm][class]++;
  }
  for (unsigned etm = 0; etm < 2; etm++) {
    if (r->sums[etm]->runs) c.layers[c.layer_count++] = (struct chart_layer){units[etm], runs[etm], CHART_AREA, etm};
  }
  chart_write(file, &c);
}

static void put_unit(FILE *file, const struct run_facts *sum) {
  if (sum->runs == 0) return;
  const char *unit = units[sum->etm];
  fprintf(file, "<h2>%s: ", unit);
  html_counts(file,
              "# runs over their time</h2>\n<p class=\"note\">All runs, each scaled from its first clock to its last. "
              "For queue and FIFO, \"maximum\" is the maximum of all runs.</p>\n",
              (uint64_t)sum->runs);
  figures_write(file, sum, -1);
  fprintf(file, "<h2>%s: packets</h2>\n", unit);
  packets_write(file, sum);
  fprintf(file, "<h2>%s: scope</h2>\n", unit);
  scope_section(file, sum);
  fprintf(file, "<h2>%s: coverage, holes first</h2>\n", unit);
  coverage_section(file, sum);
}

// --- the table of runs ----------------------------------------------------------------------------------------------

// Prints the index of a string in `texts`, which has the strings of all rows once, each with its index as count.
static void put_index(FILE *file, struct tally *texts, const char *text) {
  if (!tally_find(texts, text)) tally_add(texts, text, strlen(text), texts->count, 0);
  fprintf(file, ",%" PRIu64, tally_count(texts, text));
}

// The command that repeats a test. "\1" replaces the name or the seed of the test, so that most rows have the same.
static void put_again(FILE *file, struct tally *texts, const struct junit_test *t) {
  const char *fill = *t->seed ? t->seed : t->name, *at = NULL;
  char text[4096];
  for (const char *next = t->again; *fill && (next = strstr(next, fill)); next++) at = next;
  if (at && strlen(t->again) < sizeof text) {
    snprintf(text, sizeof text, "%.*s\1%s", (int)(at - t->again), t->again, at + strlen(fill));
    put_index(file, texts, text);
  } else {
    put_index(file, texts, t->again);
  }
}

static void put_number(FILE *file, double value) {
  if (value < 0) {
    fputs(",-1", file);
  } else {
    fprintf(file, ",%.6g", value);
  }
}

static void put_rows(FILE *file, const struct page_regression *r, struct tally *texts) {
  for (size_t i = 0; i < r->junit->count; i++) {
    const struct junit_test *t = &r->junit->tests[i];
    const struct page_test *p = &r->tests[i];
    fprintf(file, "[%d", (int)t->state);
    put_index(file, texts, t->group);
    fputc(',', file);
    html_script(file, t->name);
    fputc(',', file);
    html_script(file, t->seed);
    put_number(file, t->seconds);
    const double values[] = {p->clocks, p->packets, p->bits, p->overflows, p->lost, p->fullest};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) put_number(file, p->facts ? values[k] : -1);
    put_again(file, texts, t);
    fputs("],\n", file);
  }
}

static void put_table(FILE *file, const struct page_regression *r) {
  struct tally texts = {0};
  fputs(
      "<h2>Runs</h2>\n<form id=\"choose\"><input id=\"sought\" type=\"search\" placeholder=\"part of a name, seed or "
      "command\" aria-label=\"find\">\n"
      "<select id=\"state\" aria-label=\"verdict\"><option value=\"-1\">all<option value=\"0\">failed<option "
      "value=\"1\">passed"
      "<option value=\"2\">skipped<option value=\"3\">incomplete</select>\n<span id=\"shown\"></span></form>\n"
      "<noscript><p>The table of runs needs JavaScript; all else of this page does not.</p></noscript>\n"
      "<div id=\"runs\"><div id=\"head\" role=\"row\"></div><div id=\"rows\"></div></div>\n<script>\n\"use "
      "strict\";\nconst rows = [\n",
      file);
  put_rows(file, r, &texts);
  fputs("];\nconst texts = [", file);
  for (size_t i = 0; i < texts.count; i++) {
    html_script(file, texts.rows[i].name);
    fputs(",\n", file);
  }
  fputs("];\n", file);
  html_table_script(file);
  fputs("</script>\n", file);
  tally_free(&texts);
}

// The top of a histogram: 1, 2 or 5 times a power of ten, with nine of ten runs below it. Integers have at least the
// step 1.
static double usual_top(const struct page_regression *r, enum difference which) {
  for (double top = which == LOST ? 10 : 0.01, step = 0;; top *= (int)step % 3 == 1 ? 2.5 : 2, step++) {
    size_t below = 0, all = 0;
    for (size_t i = 0; i < r->junit->count; i++) {
      const double value = value_of(r, i, which);
      all += value >= 0;
      below += value >= 0 && value < top;
    }
    if (10 * below >= 9 * all) return top;
  }
}

void page_regression(FILE *file, const struct page_regression *r) {
  html_begin(file, "Waypoint: a regression");
  put_header(file, r);
  fputs("<main>\n", file);
  put_tiles(file, r);
  failures_write(file, r->junit);
  if (r->sums[0]->runs + r->sums[1]->runs > 0) {
    fputs(
        "<h2>How the runs differ</h2>\n<p class=\"note\">The last column includes all larger values.</p>\n<div "
        "class=\"figures\">\n",
        file);
    put_histogram(file, r, BITS, "Bits per instruction", "bits", usual_top(r, BITS));
    put_histogram(file, r, FULLEST, "Maximum FIFO fill", "% of its depth", 100);
    put_histogram(file, r, LOST, "Waypoints or steps lost in a run", "lost", usual_top(r, LOST));
    put_histogram(file, r, SECONDS, "Time of a run", "seconds", usual_top(r, SECONDS));
    fputs("</div>\n", file);
  }
  put_table(file, r);
  for (int etm = 0; etm < 2; etm++) put_unit(file, r->sums[etm]);
  fputs("</main>\n", file);
  html_end(file);
}
