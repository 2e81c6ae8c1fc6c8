// SPDX-License-Identifier: Apache-2.0
// Reads and adds facts.
#include "run_facts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "error.h"
#include "lines.h"

#define COUNT_KEYS(count, key, other_key) {key, other_key},
static const char *const count_names[COUNTS][2] = {COUNT_TABLE(COUNT_KEYS)};

bool run_facts_is(const char *text) { return strncmp(text, FACTS_HEAD, strlen(FACTS_HEAD)) == 0; }
bool run_facts_passed(const struct run_facts *facts) { return strncmp(facts->result, "PASS", 4) == 0; }

// --- lines ----------------------------------------------------------------------------------------------------------

// The value after "KEY=" in a line of words. NULL: there is none.
static const char *value_of(const char *line, const char *key) {
  const size_t length = strlen(key);
  for (const char *at = line; (at = strstr(at, key)); at += length) {
    if (at > line && at[-1] == ' ' && at[length] == '=') return at + length + 1;
  }
  return NULL;
}

static uint64_t number_of(const char *line, const char *key) {
  const char *value = key ? value_of(line, key) : NULL;
  return value ? strtoull(value, NULL, 10) : 0;
}

// Does the text begin with a verdict, alone or before a blank?
static bool is_verdict(const char *text) {
  static const char *const words[] = {"PASS", "FAIL", "INCOMPLETE", "NOTHING CHECKED"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const size_t length = strlen(words[i]);
    if (strncmp(text, words[i], length) == 0 && strchr(" ", text[length])) return true;
  }
  return false;
}

static bool read_result(struct run_facts *facts, const char *text) {
  facts->result = error_memory(strdup(text));
  for (int i = 0; i < COUNTS; i++) {
    facts->counts[i] = number_of(text, count_names[i][0]) + number_of(text, count_names[i][1]);
  }
  if (run_facts_passed(facts)) {
    facts->whole_bytes = facts->counts[COUNT_BYTES];
    facts->whole_items = facts->counts[COUNT_COMPARED];
    facts->whole_instructions = facts->counts[COUNT_INSTRUCTIONS];
  }
  return is_verdict(text);
}

static bool read_unit(struct run_facts *facts, const char *text) {
  const char *protocol = strncmp(text, "protocol=", 9) == 0 ? text + 9 : "";
  facts->etm = strncmp(protocol, "etm3 ", 5) == 0;
  facts->atb_bits = number_of(text, "atb_bits");
  facts->queue = number_of(text, "queue");
  facts->fifo = number_of(text, "fifo");
  const bool has_protocol = facts->etm || strncmp(protocol, "pft ", 4) == 0;
  return has_protocol && config_has_atb_of(facts->atb_bits) && facts->queue && facts->fifo;
}

// The number of starts of the DUT, or of occurrences, and the name of a feature. "-": the DUT does not have it.
static bool read_tried(struct run_facts *facts, const char *text) {
  const char *name = strchr(text, ' ');
  if (!name || !strchr("-0123456789", text[0])) return false;
  if (text[0] != '-') tally_add(&facts->tried, name + 1, strlen(name + 1), strtoull(text, NULL, 10), 0);
  return true;
}

// "NAME: REASON"
static bool read_unchecked(struct run_facts *facts, const char *text) {
  tally_add(&facts->unchecked, text, strlen(text), 1, 0);
  return strstr(text, ": ") != NULL;
}

static bool read_again(struct run_facts *facts, const char *text) {
  free(facts->again);
  facts->again = error_memory(strdup(text));
  return true;
}

// Adds a line to a text.
static bool add_line(char **to, const char *text) {
  const size_t used = strlen(*to), more = strlen(text);
  *to = error_memory(realloc(*to, used + more + 2));
  memcpy(*to + used, text, more);
  memcpy(*to + used + more, "\n", 2);
  return true;
}

static bool read_found(struct run_facts *facts, const char *text) { return add_line(&facts->found, text); }
static bool read_about(struct run_facts *facts, const char *text) { return add_line(&facts->about, text); }

// Reads up to 19 decimal digits.
static bool read_number(const char **at, uint64_t *number) {
  const size_t digits = strspn(*at, "0123456789");
  *number = strtoull(*at, NULL, 10);
  *at += digits;
  return digits > 0 && digits < 20;
}

// NAME COUNT [COUNT]
static bool read_counts(struct tally *tally, const char *text, unsigned numbers) {
  const size_t length = strcspn(text, " ");
  uint64_t count[2] = {0};
  const char *end = text + length;
  for (unsigned i = 0; i < numbers; i++) {
    if (*end++ != ' ' || !read_number(&end, &count[i])) return false;
  }
  if (*end != '\0' || length == 0) return false;
  tally_add(tally, text, length, count[0], count[1]);
  return true;
}

static bool read_cover(struct run_facts *facts, const char *text) { return read_counts(&facts->cover, text, 1); }
static bool read_rule(struct run_facts *facts, const char *text) { return read_counts(&facts->rules, text, 2); }

// The width of a bin: the smallest power of two with which 256 bins contain the run.
static bool read_width(struct run_facts *facts, const char **text) {
  return read_number(text, &facts->width) && facts->width >= FACTS_CLOCKS && (facts->width & (facts->width - 1)) == 0;
}

static bool read_bins(struct run_facts *facts, const char *text) {
  const char *names = text;
  if (!read_width(facts, &names)) return false;
  for (int i = 0; i < FACTS_COLUMNS; i++) {
    const size_t length = strlen(facts_column_names[i]);
    if (i == COLUMN_QUEUE && *names == '\0') return true;
    if (*names != ' ' || strncmp(names + 1, facts_column_names[i], length) != 0) return false;
    names += 1 + length;
  }
  facts->filled = true;
  return *names == '\0';
}

static bool read_bin(struct run_facts *facts, const char *text) {
  const int columns = facts->filled ? FACTS_COLUMNS : COLUMN_QUEUE;
  struct bin *bin = &facts->bins[facts->bin_count];
  const char *end = text;
  if (facts->bin_count == FACTS_BINS || facts->width == 0) return false;
  for (int i = 0; i < columns; i++) {
    uint64_t number;
    if (i > 0 && *end++ != ' ') return false;
    const bool is_negative = i == COLUMN_LOST && *end == '-';  // the scoreboard corrects an earlier count
    end += is_negative;
    if (!read_number(&end, &number)) return false;
    bin->at[i] = is_negative ? -(double)number : (double)number;
  }
  bin->at[COLUMN_FILLED] = facts->filled ? bin->at[COLUMN_CLOCKS] : 0;
  facts->bin_count++;
  return *end == '\0';
}

// The smoke suite uses the first item that was lost. No page shows it.
static bool read_lost(struct run_facts *facts, const char *text) {
  (void)facts;
  return *text != '\0';
}

// The last line of the file.
static bool read_end(struct run_facts *facts, const char *text) { return (facts->whole = *text == '\0'); }

static const struct {
  const char *word, *expected;
  bool (*read)(struct run_facts *f, const char *text);
} lines[] = {
    {"result", "a verdict and KEY=VALUE", read_result},
    {"unit", "protocol=pft or etm3, atb_bits=, queue=, fifo=", read_unit},
    {"again", "a command", read_again},
    {"bins", "clocks, and the columns of docs/report.md", read_bins},
    {"about", "KEY=VALUE", read_about},
    {"found", "a line of the report", read_found},
    {"tried", "a count or -, and the name of a feature", read_tried},
    {"unchecked", "the name of a feature and a reason", read_unchecked},
    {"lost", "an item", read_lost},
    {"cover", "NAME COUNT", read_cover},
    {"rule", "ID EVALUATED BROKEN", read_rule},
    {"bin", "a number for each column, in at most 256 lines", read_bin},
    {"end", "nothing, as the last line", read_end},
};
enum { ONCE = 4 };  // the first rows may occur once

static bool read_line(struct run_facts *facts, const char *path, unsigned number, const char *line, struct error *err) {
  const size_t length = strcspn(line, " ");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    if (strlen(lines[i].word) != length || strncmp(line, lines[i].word, length) != 0) continue;
    const bool again = facts->seen >> i & 1 && i < ONCE;
    facts->seen |= 1u << i;
    if (!again && lines[i].read(facts, line + length + (line[length] == ' '))) return true;
    if (again) return error_set(err, "%s:%u: expected one line %s", path, number, lines[i].word);
    return error_set(err, "%s:%u: expected after %s: %s", path, number, lines[i].word, lines[i].expected);
  }
  return error_set(
      err, "%s:%u: expected result, unit, again, bins, about, found, tried, unchecked, lost, cover, rule, bin or end",
      path, number);
}

bool run_facts_of(FILE *file, const char *path, struct run_facts *facts, struct error *err) {
  struct lines l;
  bool good = true;
  lines_of(&l, file, path, err);
  *facts = (struct run_facts){.runs = 1, .about = error_memory(strdup("")), .found = error_memory(strdup(""))};
  if (lines_next(&l) && strcmp(l.text, FACTS_HEAD) != 0)
    good = error_set(err, "%s:1: expected %s, found \"%.40s\"", path, FACTS_HEAD, l.text);
  while (good && lines_next(&l)) {
    good = !facts->whole && read_line(facts, path, l.number, l.text, err);
    if (facts->whole && !good) error_set(err, "%s:%u: expected nothing after the line end", path, l.number);
  }
  good = lines_close(&l) && good;
  if (good && (!facts->result || !facts->whole)) {
    error_set(err, "%s:%u: expected a line %s, the file is truncated", path, l.number + 1,
              facts->result ? "end" : "result");
    good = false;
  }
  if (!good) run_facts_free(facts);
  return good;
}

bool run_facts_read(const char *path, struct run_facts *facts, struct error *err) {
  FILE *file = fopen(path, "rb");
  if (!file) error_set(err, "%s: %s", path, strerror(errno));
  const bool good = file && run_facts_of(file, path, facts, err);
  if (file) fclose(file);
  return good;
}

void run_facts_free(struct run_facts *facts) {
  free(facts->result);
  free(facts->again);
  free(facts->about);
  free(facts->found);
  tally_free(&facts->tried);
  tally_free(&facts->unchecked);
  tally_free(&facts->cover);
  tally_free(&facts->rules);
  *facts = (struct run_facts){0};
}

// --- sums -----------------------------------------------------------------------------------------------------------

static void add_tally(struct tally *to, const struct tally *from) {
  for (size_t i = 0; i < from->count; i++) {
    tally_add(to, from->rows[i].name, strlen(from->rows[i].name), from->rows[i].count, from->rows[i].bad);
  }
}

// The scale of a column in parts of the depth, so that units of all sizes can be added.
static double scale_of(const struct run_facts *run, int column) {
  if (column == COLUMN_QUEUE || column == COLUMN_QUEUE_MOST) return 1 / (double)run->queue;
  if (column == COLUMN_FIFO || column == COLUMN_FIFO_MOST) return 1 / (double)run->fifo;
  return 1;
}

// Adds `part` of a bin of the run.
static void add_bin(struct bin *to, const struct bin *from, double part, const struct run_facts *run) {
  for (int i = 0; i < (run->filled ? COLUMNS : COLUMN_QUEUE); i++) {
    const double value = from->at[i] * scale_of(run, i);
    if (!facts_is_most(i)) {
      to->at[i] += part * value;
    } else if (value > to->at[i]) {
      to->at[i] = value;
    }
  }
}

// Adds the bins of the run to those of the sum, from its first clock to its last.
static void add_bins(struct run_facts *sum, const struct run_facts *run) {
  const double each = (double)sum->bin_count / (double)run->bin_count;
  for (size_t i = 0; i < run->bin_count; i++) {
    const double from = (double)i * each, to = (double)(i + 1) * each;
    for (size_t k = (size_t)from; k < sum->bin_count && (double)k < to; k++) {
      const double low = from > (double)k ? from : (double)k, high = to < (double)k + 1 ? to : (double)k + 1;
      if (high > low) add_bin(&sum->bins[k], &run->bins[i], (high - low) / each, run);
    }
  }
}

void run_facts_add(struct run_facts *sum, const struct run_facts *run) {
  sum->runs++;
  sum->filled = sum->filled || run->filled;
  for (int i = 0; i < COUNTS; i++) sum->counts[i] += run->counts[i];
  sum->whole_bytes += run->whole_bytes;
  sum->whole_items += run->whole_items;
  sum->whole_instructions += run->whole_instructions;
  add_tally(&sum->tried, &run->tried);
  add_tally(&sum->unchecked, &run->unchecked);
  add_tally(&sum->cover, &run->cover);
  add_tally(&sum->rules, &run->rules);
  if (run->queue && run->fifo) add_bins(sum, run);
}

double run_facts_fullest(const struct run_facts *facts) {
  double most = 0;
  for (size_t i = 0; i < facts->bin_count; i++) {
    if (facts->bins[i].at[COLUMN_FIFO_MOST] > most) most = facts->bins[i].at[COLUMN_FIFO_MOST];
  }
  return facts->filled && facts->fifo ? most / (double)facts->fifo : -1;
}

double run_facts_bits(const struct run_facts *facts) {
  return facts->whole_instructions ? 8 * (double)facts->whole_bytes / (double)facts->whole_instructions : -1;
}
