// SPDX-License-Identifier: Apache-2.0
// The page of a run.
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "page.h"
#include "sections.h"

static const char unknown[] = "\xE2\x80\x93";

static void put_tiles(FILE *file, const struct run_facts *facts) {
  const uint64_t *counts = facts->counts;
  const double bits = run_facts_bits(facts), fullest = run_facts_fullest(facts);
  html_counts(file, "<div class=\"tiles\">\n" TILE("clocks", "#", ""), counts[COUNT_CLOCKS]);
  fputs(facts->etm ? TILE_BEGIN("steps compared") : TILE_BEGIN("waypoints compared"), file);
  html_counts(file, "#" TILE_NOTE "of #", counts[COUNT_COMPARED], counts[COUNT_ITEMS]);
  if (counts[COUNT_UNTRACED]) html_counts(file, "; tracing was off for #", counts[COUNT_UNTRACED]);
  html_counts(file, TILE_END TILE("instructions compared", "#", "and # exceptions"), counts[COUNT_INSTRUCTIONS],
              counts[COUNT_EXCEPTIONS]);
  fputs(TILE_BEGIN("bits per instruction"), file);
  if (bits >= 0) fprintf(file, "%.2f", bits);
  if (bits < 0) fputs(unknown, file);
  html_counts(file, TILE_NOTE "# bytes, # packets" TILE_END, counts[COUNT_BYTES], counts[COUNT_PACKETS]);
  html_counts(file, TILE("lost in overflows", "#", "in # overflows"), counts[COUNT_LOST], counts[COUNT_OVERFLOWS]);
  fputs(TILE_BEGIN("maximum FIFO fill"), file);
  if (fullest >= 0) fprintf(file, "%.0f %%", 100 * fullest);
  if (fullest < 0) fputs(unknown, file);
  html_counts(file, TILE_NOTE "of # bytes; ATB of # bits" TILE_END "</div>\n", facts->fifo, facts->atb_bits);
}

// The clock in the first line of the report.
static double failure_clock(const struct run_facts *facts) {
  const char *at = strstr(facts->found, "clock ");
  return at && at < strchr(facts->found, '\n') ? atof(at + 6) : -1;
}

static void put_found(FILE *file, const struct run_facts *facts) {
  if (!*facts->found) return;
  fputs("<h2>Failures</h2>\n<pre>", file);
  html_text(file, facts->found);
  fputs("</pre>\n", file);
}

// The value of a word of the last line, if the line contains it.
static void put_word(FILE *file, const char *line, const char *word, const char *name) {
  const char *at = strstr(line, word);
  if (!at) return;
  fputs(name, file);
  html_part(file, at + strlen(word), strcspn(at + strlen(word), " "));
}

// What was tested, from lines KEY=VALUE.
static void put_about(FILE *file, const char *about) {
  for (const char *line = about, *end; *line; line = end + (*end == '\n')) {
    const size_t name = strcspn(line, "=\n");
    end = line + strcspn(line, "\n");
    fputs(line == about ? "<p>" : "; ", file);
    html_part(file, line, name);
    if (line[name] == '=') {
      fputc(' ', file);
      html_part(file, line + name + 1, (size_t)(end - line) - name - 1);
    }
  }
  if (*about) fputs("</p>", file);
}

void page_run(FILE *file, const struct run_facts *facts) {
  const size_t word = strcspn(facts->result, "=");
  size_t verdict = word;
  while (verdict > 0 && facts->result[verdict] != ' ') verdict--;
  if (verdict == 0) verdict = strcspn(facts->result, " ");
  const bool passed = run_facts_passed(facts);
  html_begin(file, "Waypoint: a run");
  fprintf(file, "<header class=\"%s\"><h1><span class=\"sign\">%s</span> ", passed ? "pass" : "fail",
          passed ? "\xE2\x9C\x94" : "\xE2\x9C\x98");
  html_part(file, facts->result, verdict);
  fprintf(file, "</h1><p>A run of %s", facts->etm ? "an ETM" : "a PTM");
  put_word(file, facts->result, " seed=", ", seed ");
  put_word(file, facts->result, " mode=", ", mode ");
  if (*facts->found) {
    fputs(". ", file);
    html_part(file, facts->found, strcspn(facts->found, "\n"));
  }
  fputs("</p>", file);
  put_about(file, facts->about);
  fputs("</header>\n<main>\n", file);
  put_tiles(file, facts);
  if (facts->again) {
    fputs("<p>Repeat: <code class=\"command\">", file);
    html_text(file, facts->again);
    fputs("</code></p>\n", file);
  }
  put_found(file, facts);
  fputs("<h2>Over time</h2>\n", file);
  figures_write(file, facts, failure_clock(facts));
  fputs("<h2>Packets</h2>\n", file);
  packets_write(file, facts);
  fputs("<h2>Scope</h2>\n<p class=\"note\">What the DUT has, and whether this run checked it.</p>\n", file);
  scope_section(file, facts);
  fputs(
      "<h2>Coverage, holes first</h2>\n<p class=\"note\">A single run has one programming of the registers. A "
      "regression should have no holes.</p>\n",
      file);
  coverage_section(file, facts);
  fputs("<h2>The last line</h2>\n<pre>", file);
  html_text(file, facts->result);
  fputs("</pre>\n</main>\n", file);
  html_end(file);
}
