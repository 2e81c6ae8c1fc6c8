// SPDX-License-Identifier: Apache-2.0
// The sections on coverage: packets by kind, return stack, cover points, resources and filters, rules by clause.
#include <inttypes.h>
#include <string.h>

#include "html.h"
#include "packet.h"
#include "resource.h"
#include "rules.h"
#include "sections.h"

// From tests/verify/tags.txt, by tests/verify/points.sh. Points with the same clause and packet are next to each other.
static const struct point {
  const char *protocol, *clause, *packet, *name;
} points[] = {
#include "points.inc"
};
enum { POINTS = sizeof points / sizeof *points };

// --- packets --------------------------------------------------------------------------------------------------------

static uint64_t of_kind(const struct run_facts *facts, const char *what, int kind) {
  char name[64];
  snprintf(name, sizeof name, "%s.%s", what, packet_name[kind]);
  return tally_count(&facts->cover, name);
}

static uint64_t sum(const struct run_facts *facts, const char *what) {
  uint64_t all = 0;
  for (int kind = 0; kind < PACKET_KINDS; kind++) all += of_kind(facts, what, kind);
  return all;
}

static void put_stack(FILE *file, const struct run_facts *facts) {
  const uint64_t hits = tally_count(&facts->cover, "stack.hit"), misses = tally_count(&facts->cover, "stack.miss");
  const uint64_t branches = of_kind(facts, "packet", PACKET_BRANCH), bytes = sum(facts, "bytes");
  const double each = branches ? (double)of_kind(facts, "bytes", PACKET_BRANCH) / (double)branches : 0;
  const double saved = (double)hits * each;
  if (facts->etm || hits + misses == 0) return;
  html_counts(
      file,
      "<p><b>Return stack.</b> # returns were an atom (hits), # a branch packet although the stack was not empty "
      "(misses)",
      hits, misses);
  fprintf(file, ": %.1f %% hits. ", 100 * (double)hits / (double)(hits + misses));
  html_counts(file, "# calls occurred while it was full. ", tally_count(&facts->cover, "stack.overflow"));
  if (branches) {
    fprintf(file, "The mean branch packet has %.2f bytes, so the stack saved about ", each);
    html_short(file, saved);
    fprintf(file, " bytes, minus the atoms: %.1f %% of the trace without a return stack.</p>\n",
            100 * saved / (saved + (double)bytes));
  } else {
    fputs("</p>\n", file);
  }
}

void packets_write(FILE *file, const struct run_facts *facts) {
  const double all = (double)sum(facts, "bytes");
  fputs(
      "<table class=\"plain\"><thead><tr><th>packet<th class=\"n\">packets<th class=\"n\">bytes<th class=\"n\">bytes "
      "per packet"
      "<th>share of all bytes</thead>\n",
      file);
  for (int kind = 0; kind < PACKET_KINDS; kind++) {
    const uint64_t count = of_kind(facts, "packet", kind), bytes = of_kind(facts, "bytes", kind);
    if (count == 0) continue;
    fprintf(file, "<tr><td>%s", packet_name[kind]);
    html_counts(file, "<td class=\"n\">#<td class=\"n\">#", count, bytes);
    fprintf(file, "<td class=\"n\">%.2f<td><span class=\"bar\"><i style=\"width:%.1f%%\"></i></span> %.1f %%\n",
            (double)bytes / (double)count, 100 * (double)bytes / all, 100 * (double)bytes / all);
  }
  fputs("</table>\n", file);
  put_stack(file, facts);
}

// --- cover points ---------------------------------------------------------------------------------------------------

static bool is_of(const struct point *p, const struct run_facts *facts) {
  return (strcmp(p->protocol, "etm3") == 0) == facts->etm;
}

// The points of one clause and packet: points[from] to points[end - 1].
struct group {
  size_t from, end, seen;
  uint64_t least;  // smallest count of a point that was seen
};

static size_t find_groups(const struct run_facts *facts, struct group groups[POINTS]) {
  size_t count = 0;
  for (size_t i = 0; i < POINTS; i++) {
    if (!is_of(&points[i], facts)) continue;
    const struct point *previous = count ? &points[groups[count - 1].from] : NULL;
    if (!previous || strcmp(previous->clause, points[i].clause) != 0 ||
        strcmp(previous->packet, points[i].packet) != 0) {
      groups[count++] = (struct group){.from = i, .least = UINT64_MAX};
    }
    struct group *g = &groups[count - 1];
    const uint64_t seen = tally_count(&facts->cover, points[i].name);
    g->end = i + 1;
    g->seen += seen > 0;
    if (seen && seen < g->least) g->least = seen;
  }
  return count;
}

static void put_points(FILE *file, const struct run_facts *facts, const struct group *g, bool holes) {
  for (size_t i = g->from; i < g->end; i++) {
    const uint64_t seen = tally_count(&facts->cover, points[i].name);
    if ((seen == 0) != holes) continue;
    fprintf(file, "<code%s>%s", holes ? " class=\"hole\"" : "", points[i].name);
    if (!holes) html_counts(file, " <b>~</b>", seen);
    fputs("</code> ", file);
  }
}

static void put_group(FILE *file, const struct run_facts *facts, const struct group *g) {
  const size_t all = g->end - g->from;
  fprintf(file, "<tr><td class=\"clause\">%s<td>%s<td class=\"n\">%zu of %zu<td>", points[g->from].clause,
          points[g->from].packet, g->seen, all);
  put_points(file, facts, g, true);
  fputs("<td>", file);
  if (g->seen) {
    fprintf(file, "<details><summary>%zu seen</summary>", g->seen);
    put_points(file, facts, g, false);
    fputs("</details>", file);
  }
  fputs("\n", file);
}

static void put_groups(FILE *file, const struct run_facts *facts, const struct group *groups, size_t count,
                       bool holes) {
  fputs("<table class=\"plain\"><thead><tr><th>clause<th>packet<th class=\"n\">seen<th>not seen<th>seen</thead>\n",
        file);
  for (size_t i = 0; i < count; i++) {
    if ((groups[i].seen < groups[i].end - groups[i].from) == holes) put_group(file, facts, &groups[i]);
  }
  fputs("</table>\n", file);
}

static void put_cover(FILE *file, const struct run_facts *facts) {
  struct group groups[POINTS];
  const size_t count = find_groups(facts, groups);
  size_t all = 0, seen = 0, whole = 0;
  for (size_t i = 0; i < count; i++) {
    all += groups[i].end - groups[i].from;
    seen += groups[i].seen;
    whole += groups[i].seen == groups[i].end - groups[i].from;
  }
  fprintf(file, "<h3>Packets and their fields: %zu of %zu points seen</h3>\n", seen, all);
  if (whole < count) put_groups(file, facts, groups, count, true);
  if (whole == 0) return;
  fprintf(file, "<details><summary>%zu of %zu rows without a hole</summary>\n", whole, count);
  put_groups(file, facts, groups, count, false);
  fputs("</details>\n", file);
}

// --- rules ----------------------------------------------------------------------------------------------------------

static void put_rules(FILE *file, const struct run_facts *facts, bool holes) {
  fputs(
      "<table class=\"plain\"><thead><tr><th>clause<th>rule<th>requirement<th class=\"n\">evaluated<th "
      "class=\"n\">violations"
      "</thead>\n",
      file);
  for (int i = 0; i < RULES; i++) {
    const struct rule_row *r = &rule_table[i];
    const struct tally_row *row = tally_find(&facts->rules, r->id);
    if (r->protocol == (facts->etm ? RULE_PFT : RULE_ETM3) || !row != holes) continue;
    fprintf(file, "<tr><td class=\"clause\">%s<td class=\"name\">%s<td>%s<td class=\"n\">", r->clause, r->id, r->text);
    html_count(file, row ? row->count : 0);
    html_counts(file, row && row->bad ? "<td class=\"n bad\">#\n" : "<td class=\"n\">#\n", row ? row->bad : 0);
  }
  fputs("</table>\n", file);
}

// Lists the names of a tally whose count is 0, or is not 0.
static void put_names(FILE *file, const char *head, const struct tally *t, bool is_zero) {
  const char *previous = "";
  fprintf(file, "<tr><td>%s<td>", head);
  for (size_t i = 0; i < t->count; i++) {
    if ((t->rows[i].count == 0) != is_zero) continue;
    fputs(previous, file);
    html_text(file, t->rows[i].name);
    previous = ", ";
  }
  fputs("\n", file);
}

void scope_section(FILE *file, const struct run_facts *facts) {
  fputs("<table><thead><tr><th>state<th>features</thead>\n", file);
  put_names(file, "checked", &facts->tried, false);
  put_names(file, "programmed, not checked", &facts->unchecked, false);
  put_names(file, "not exercised", &facts->tried, true);
  fputs("</table>\n", file);
}

// --- resources and filters ------------------------------------------------------------------------------------------

// A table with the counts of PREFIX.COLUMN.ROW, or of PREFIX.ROW.COLUMN.
struct matrix {
  const char *title, *prefix, *corner;
  const char *const *rows;     // NULL after the last
  const char *const *columns;  // NULL after the last
  const char *const *heads;    // titles of the columns
  bool column_first;
};

static uint64_t cell(const struct run_facts *facts, const struct matrix *m, const char *row, const char *column) {
  char name[64];
  snprintf(name, sizeof name, "%s.%s.%s", m->prefix, m->column_first ? column : row, m->column_first ? row : column);
  return tally_count(&facts->cover, name);
}

static bool row_is_used(const struct run_facts *facts, const struct matrix *m, const char *row) {
  const char *const *column = m->columns;
  while (*column && cell(facts, m, row, *column) == 0) column++;
  return *column;
}

static bool column_is_used(const struct run_facts *facts, const struct matrix *m, const char *column) {
  const char *const *row = m->rows;
  while (*row && cell(facts, m, *row, column) == 0) row++;
  return *row;
}

static void put_matrix(FILE *file, const struct run_facts *facts, const struct matrix *m) {
  fprintf(file, "<h3>%s</h3>\n<table class=\"plain\"><thead><tr><th>%s", m->title, m->corner);
  for (size_t i = 0; m->columns[i]; i++) {
    if (column_is_used(facts, m, m->columns[i])) fprintf(file, "<th class=\"n\">%s", m->heads[i]);
  }
  fputs("</thead>\n", file);
  for (const char *const *row = m->rows; *row; row++) {
    if (!row_is_used(facts, m, *row)) continue;
    fprintf(file, "<tr><td>%s", *row);
    for (const char *const *column = m->columns; *column; column++) {
      const uint64_t count = cell(facts, m, *row, *column);
      if (!column_is_used(facts, m, *column)) continue;
      html_counts(file, count ? "<td class=\"n\">#" : "<td class=\"n bad\">#", count);
    }
    fputs("\n", file);
  }
  fputs("</table>\n", file);
}

// The situations that are in neither table.
static void put_situations(FILE *file, const struct run_facts *facts) {
  static const struct {
    const char *name, *what;
  } situations[] = {
      {"resource.selector.1", "an event has resource 0x68, the first selector of extended external inputs"},
      {"resource.selector.2", "an event has resource 0x69"},
      {"resource.selector.3", "an event has resource 0x6A"},
      {"resource.selector.4", "an event has resource 0x6B"},
      {"start-stop.meet", "a start point and a stop point in one block (PTM) or clock (ETM)"},
      {"locked.software.write", "a write that the software lock must ignore"},
      {"locked.os.write", "a write of a trace register while the OS lock is set"},
      {"barrier.failed", "PTM: a barrier that failed its condition"},
  };
  fputs("<table class=\"plain\"><thead><tr><th>point<th>situation<th class=\"n\">times</thead>\n", file);
  for (size_t i = 0; i < sizeof situations / sizeof *situations; i++) {
    fprintf(file, "<tr><td><code>%s</code><td>%s", situations[i].name, situations[i].what);
    html_counts(file, "<td class=\"n\">#\n", tally_count(&facts->cover, situations[i].name));
  }
  fputs("</table>\n", file);
}

static void put_programmed(FILE *file, const struct run_facts *facts) {
  static const char *const ways[] = {"enable", "trigger",   "timestamp", "counter",
                                     "reload", "sequencer", "output",    NULL};
  static const char *const registers[] = {"ETMTEEVR",     "ETMTRIGGER", "ETMTSEVR",     "ETMCNTENR",
                                          "ETMCNTRLDEVR", "ETMSQmnEVR", "ETMEXTOUTEVR", NULL};
  static const char *const forms[] = {"include", "exclude", "include-single", "exclude-single",
                                      "start",   "stop",    "event",          NULL};
  static const char *const qualifiers[] = {"none", "context", "security", "privilege", "hyp", "vmid", NULL};
  const char *kinds[RESOURCE_KINDS + 1] = {NULL};
  for (unsigned i = 0; i < RESOURCE_KINDS; i++) kinds[i] = resource_kinds[i].word;
  const struct matrix resources = {
      "Starts by resource and event register", "resource", "resource", kinds, ways, registers, true};
  const struct matrix filters = {"Comparators at starts, by form of the filter and qualifier",
                                 "filter",
                                 "form",
                                 forms,
                                 qualifiers,
                                 qualifiers,
                                 false};
  put_matrix(file, facts, &resources);
  put_matrix(file, facts, &filters);
  put_situations(file, facts);
  fputs("<p class=\"note\">A row or column in which nothing was programmed is left out.</p>\n", file);
}

void coverage_section(FILE *file, const struct run_facts *facts) {
  size_t all = 0;
  for (int i = 0; i < RULES; i++) all += rule_table[i].protocol != (facts->etm ? RULE_PFT : RULE_ETM3);
  put_cover(file, facts);
  put_programmed(file, facts);
  fprintf(file, "<h3>Architecture rules: %zu of %zu evaluated</h3>\n", facts->rules.count, all);
  if (facts->rules.count < all) {
    fputs("<p class=\"note\">Not evaluated. A rule that forbids an event is evaluated only if the event occurs.</p>\n",
          file);
    put_rules(file, facts, true);
  }
  if (facts->rules.count == 0) return;
  fprintf(file, "<details><summary>%zu rules that were evaluated</summary>\n", facts->rules.count);
  put_rules(file, facts, false);
  fputs("</details>\n", file);
}
