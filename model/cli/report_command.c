// SPDX-License-Identifier: Apache-2.0
// waypoint report: writes the page of a run or of a regression.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "page.h"

enum { SLICES = 100 };  // number of bins of the runs of a regression

static void note(struct page_test *to, const struct run_facts *facts) {
  *to = (struct page_test){.facts = true,
                           .etm = facts->etm,
                           .clocks = (double)facts->counts[COUNT_CLOCKS],
                           .packets = (double)facts->counts[COUNT_PACKETS],
                           .bits = run_facts_bits(facts),
                           .overflows = (double)facts->counts[COUNT_OVERFLOWS],
                           .lost = (double)facts->counts[COUNT_LOST],
                           .fullest = run_facts_fullest(facts)};
}

// Does the file exist? A run that ended too early has written no facts.
static bool exists(const char *path) {
  FILE *file = fopen(path, "r");
  if (file) fclose(file);
  return file != NULL;
}

bool report_regression(FILE *file, const char *path, const struct junit *junit, struct run_facts *sums,
                       struct error *err) {
  struct page_test *tests = error_memory(calloc(junit->count + 1, sizeof *tests));
  bool good = true;
  for (int etm = 0; etm < 2; etm++) sums[etm] = (struct run_facts){.etm = etm, .bin_count = SLICES};
  for (size_t i = 0; good && i < junit->count; i++) {
    struct run_facts one;
    const char *facts = junit->tests[i].facts;
    if (!*facts || !exists(facts)) continue;
    good = run_facts_read(facts, &one, err);
    if (!good) continue;
    note(&tests[i], &one);
    run_facts_add(&sums[one.etm], &one);
    run_facts_free(&one);
  }
  if (good) page_regression(file, &(struct page_regression){path, junit, tests, {&sums[0], &sums[1]}});
  free(tests);
  return good;
}

// Writes the page of a regression. Frees `text`.
static bool write_regression(FILE *file, const char *path, char *text, struct error *err) {
  struct junit junit;
  struct run_facts sums[2];
  if (!junit_read(path, text, &junit, err)) return false;
  const bool good = report_regression(file, path, &junit, sums, err);
  for (int i = 0; i < 2; i++) run_facts_free(&sums[i]);
  junit_free(&junit);
  return good;
}

static bool write_run(FILE *file, const char *path, char *text, size_t count, struct error *err) {
  struct run_facts run;
  FILE *facts = error_memory(fmemopen(text, count, "r"));
  const bool good = run_facts_of(facts, path, &run, err);
  fclose(facts);
  if (!good) return false;
  page_run(file, &run);
  run_facts_free(&run);
  return true;
}

static bool write_page(FILE *file, const char *path, struct error *err) {
  uint8_t *bytes;
  size_t count;
  struct stat about;
  if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
    return error_set(
        err, "%s: expected a file of facts or a JUnit file, found a directory; a snapshot has no page (docs/report.md)",
        path);
  if (!read_file(path, &bytes, &count, err)) return false;
  char *text = (char *)bytes;
  if (strlen(text) == count && *text == '<') return write_regression(file, path, text, err);
  const bool is_run = run_facts_is(text);
  if (!is_run)
    error_set(err, "%s: byte 0: expected the facts of a run (waypoint-facts 1) or a JUnit file (<?xml)", path);
  const bool good = is_run && write_run(file, path, text, count, err);
  free(text);
  return good;
}

int command_report(const struct words *words) {
  struct error err;
  const char *output = words->output ? words->output : "standard output";
  char *page;
  size_t size;
  FILE *memory = error_memory(open_memstream(&page, &size));
  const bool made = write_page(memory, words->trace, &err);
  if (fclose(memory) != 0) error_memory(NULL);
  const bool good = made && write_file(words->output, (const uint8_t *)page, size, &err);
  free(page);
  if (!good) return could_not_run(&err);
  if (words->output) printf("report: %s\n", output);
  return 0;
}
