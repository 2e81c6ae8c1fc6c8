// SPDX-License-Identifier: Apache-2.0
// The page of a run.
#include "run_page.h"

#include <stdlib.h>
#include <string.h>

#include "coverage_page.h"
#include "figures.h"
#include "html.h"

void tile_begin(FILE *file, const char *name) { fprintf(file, "<div class=\"tile\"><span>%s</span><b>", name); }
void tile_note(FILE *file) { fputs("</b><small>", file); }
void tile_end(FILE *file) { fputs("</small></div>\n", file); }

// Up to the note.
static void put_tile(FILE *file, const char *name, uint64_t count) {
  tile_begin(file, name);
  html_count(file, count);
  tile_note(file);
}

// A count and the words behind it.
static void put_note(FILE *file, const char *before, uint64_t count, const char *behind) {
  fputs(before, file);
  html_count(file, count);
  fputs(behind, file);
}

static const char not_known[] = "\xE2\x80\x93";

static void put_tiles(FILE *file, const struct run_facts *f) {
  fputs("<div class=\"tiles\">\n", file);
  put_tile(file, "clocks", f->counts[COUNT_CLOCKS]);
  tile_end(file);
  put_tile(file, f->etm ? "steps compared" : "waypoints compared", f->counts[COUNT_COMPARED]);
  put_note(file, "of ", f->counts[COUNT_ITEMS], "");
  if (f->counts[COUNT_UNTRACED]) put_note(file, "; tracing was off for ", f->counts[COUNT_UNTRACED], "");
  tile_end(file);
  put_tile(file, "instructions compared", f->counts[COUNT_INSTRUCTIONS]);
  put_note(file, "and ", f->counts[COUNT_EXCEPTIONS], " exceptions");
  tile_end(file);
  tile_begin(file, "bits per instruction");
  if (run_facts_bits(f) >= 0) {
    fprintf(file, "%.2f", run_facts_bits(f));
  } else {
    fputs(not_known, file);
  }
  tile_note(file);
  put_note(file, "", f->counts[COUNT_BYTES], " bytes, ");
  put_note(file, "", f->counts[COUNT_PACKETS], " packets");
  tile_end(file);
  put_tile(file, "lost in overflows", f->counts[COUNT_LOST]);
  put_note(file, "in ", f->counts[COUNT_OVERFLOWS], " overflows");
  tile_end(file);
  tile_begin(file, "maximum FIFO fill");
  if (run_facts_fullest(f) >= 0) {
    fprintf(file, "%.0f %%", 100 * run_facts_fullest(f));
  } else {
    fputs(not_known, file);
  }
  tile_note(file);
  put_note(file, "of ", f->fifo, " bytes; ATB of ");
  put_note(file, "", f->atb_bits, " bits");
  tile_end(file);
  fputs("</div>\n", file);
}

// The clock that the report's first line names.
static double failure_clock(const struct run_facts *f) {
  const char *at = strstr(f->found, "clock ");
  return at && at < strchr(f->found, '\n') ? atof(at + 6) : -1;
}

static void put_found(FILE *file, const struct run_facts *f) {
  if (!*f->found) return;
  fputs("<h2>Failures</h2>\n<pre>", file);
  html_text(file, f->found);
  fputs("</pre>\n", file);
}

// The value of a word of the last line, where it has it.
static void put_word(FILE *file, const char *line, const char *word, const char *name) {
  const char *at = strstr(line, word);
  if (!at) return;
  fputs(name, file);
  html_part(file, at + strlen(word), strcspn(at + strlen(word), " "));
}

// What was tested, of lines KEY=VALUE.
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

void page_run(FILE *file, const struct run_facts *f) {
  const size_t word = strcspn(f->result, "=");
  size_t verdict = word;
  while (verdict > 0 && f->result[verdict] != ' ') verdict--;
  if (verdict == 0) verdict = strcspn(f->result, " ");
  const bool passed = run_facts_passed(f);
  html_begin(file, "Waypoint: a run");
  fprintf(file, "<header class=\"%s\"><h1><span class=\"sign\">%s</span> ", passed ? "pass" : "fail",
          passed ? "\xE2\x9C\x94" : "\xE2\x9C\x98");
  html_part(file, f->result, verdict);
  fprintf(file, "</h1><p>A run of %s", f->etm ? "an ETM" : "a PTM");
  put_word(file, f->result, " seed=", ", seed ");
  put_word(file, f->result, " mode=", ", mode ");
  if (*f->found) {
    fputs(". ", file);
    html_part(file, f->found, strcspn(f->found, "\n"));
  }
  fputs("</p>", file);
  put_about(file, f->about);
  fputs("</header>\n<main>\n", file);
  put_tiles(file, f);
  if (f->again) {
    fputs("<p>Repeat: <code class=\"command\">", file);
    html_text(file, f->again);
    fputs("</code></p>\n", file);
  }
  put_found(file, f);
  fputs("<h2>Over time</h2>\n", file);
  figures_write(file, f, failure_clock(f));
  fputs("<h2>Packets</h2>\n", file);
  packets_write(file, f);
  fputs("<h2>Scope</h2>\n<p class=\"note\">What the DUT has, and whether this run checked it.</p>\n", file);
  scope_section(file, f);
  fputs(
      "<h2>Coverage, holes first</h2>\n<p class=\"note\">A single run has one programming of the registers. A "
      "regression should have no holes.</p>\n",
      file);
  coverage_section(file, f);
  fputs("<h2>The last line</h2>\n<pre>", file);
  html_text(file, f->result);
  fputs("</pre>\n</main>\n", file);
  html_end(file);
}
