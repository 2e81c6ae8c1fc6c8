// SPDX-License-Identifier: Apache-2.0
// waypoint size: measures lost trace by width, FIFO and stalls, with the model as the unit.
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "size.h"

static const struct size_lists usual = {
    .fifo = {6, {16, 32, 64, 128, 256, 512}}, .width = {3, {8, 16, 32}}, .stall = {4, {0, 25, 50, 75}}};

// --- lists -----------------------------------------------------------------------------------------------------------

static bool is_power_of_two(uint64_t n) { return (n & (n - 1)) == 0; }

static bool take_list(const char *text, uint64_t least, uint64_t most, bool powers, struct size_list *list) {
  list->count = 0;
  for (bool more = true; more; list->count++) {
    char number[16];
    const size_t length = strcspn(text, ",");
    uint64_t value;
    if (list->count == SIZE_LIST || length >= sizeof number) return false;
    snprintf(number, sizeof number, "%.*s", (int)length, text);
    if (!option_number(number, least, most, &value) || (powers && !is_power_of_two(value))) return false;
    list->at[list->count] = (uint32_t)value;
    more = text[length] == ',';
    text += length + more;
  }
  return true;
}

bool size_take_fifo(const char *text, void *to) { return take_list(text, 16, 4096, true, to); }
bool size_take_width(const char *text, void *to) { return take_list(text, 8, 64, true, to); }
bool size_take_stall(const char *text, void *to) { return take_list(text, 0, 99, false, to); }

// --- the table -------------------------------------------------------------------------------------------------------

static void print_run(const struct size_lists *lists, unsigned w, unsigned s, unsigned f, const struct model_run *run) {
  const double bits = run->instructions ? 8 * (double)run->bytes / (double)run->instructions : 0;
  printf("%8" PRIu32 " %10" PRIu32 " %7" PRIu32 " %9" PRIu64 " %9" PRIu64 " %10.2f %9" PRIu64 " %9" PRIu64 " %7.2f\n",
         lists->width.at[w], lists->fifo.at[f], lists->stall.at[s], run->clocks, run->bytes, bits, run->overflows,
         run->lost, size_percent_lost(run));
}

// Prints a table for each program, with a line for each size.
static void print_table(const struct size_result *r) {
  const struct size_lists *lists = r->lists;
  for (size_t p = 0; p < r->count; p++) {
    const struct model_run *any = r->programs[p].runs;
    printf("%s%s: %" PRIu64 " instructions, %" PRIu64 " %s; lost: %s\n", p ? "\n" : "", r->programs[p].name,
           any->instructions, any->items, r->items, r->items);
    puts("ATB bits FIFO bytes stall %    clocks     bytes bits/instr overflows      lost  % lost");
    for (unsigned w = 0; w < lists->width.count; w++) {
      for (unsigned s = 0; s < lists->stall.count; s++) {
        for (unsigned f = 0; f < lists->fifo.count; f++) print_run(lists, w, s, f, size_run(r, p, w, s, f));
      }
    }
  }
}

// --- the runs --------------------------------------------------------------------------------------------------------

static size_t run_count(const struct size_lists *l) { return (size_t)l->width.count * l->stall.count * l->fifo.count; }

// Runs all sizes, in the order of struct size_program.
static bool run_sizes(struct options options, const struct size_lists *l, struct size_program *program, size_t done,
                      size_t all, struct error *err) {
  const bool shows = isatty(STDERR_FILENO);
  for (size_t i = 0; i < run_count(l); i++) {
    const uint32_t stall = l->stall.at[i / l->fifo.count % l->stall.count];
    options.config.fifo_bytes = l->fifo.at[i % l->fifo.count];
    options.config.atb_bits = l->width.at[i / l->fifo.count / l->stall.count];
    options.drive.pressure = (struct pressure){.kind = stall ? PRESSURE_RANDOM : PRESSURE_NONE, .value = stall};
    if (shows) fprintf(stderr, "\rsize: %s, run %zu of %zu \033[K", program->name, done + i + 1, all);
    const bool good = model_run(&options, false, &program->runs[i], err);
    if (shows) fputs("\r\033[K", stderr);
    if (!good) return false;
  }
  return true;
}

// The name of the file without directories and extension.
static char *name_of(const char *path) {
  const char *slash = strrchr(path, '/'), *start = slash ? slash + 1 : path;
  char *name = error_memory(strdup(start)), *dot = strrchr(name, '.');
  if (dot && dot > name) *dot = '\0';
  return name;
}

static bool write_chart(const char *path, const struct size_result *result, struct error *err) {
  FILE *file = fopen(path, "w");
  if (file) size_chart(file, result);
  const bool good = file && !ferror(file) && fclose(file) == 0;
  if (!good) error_set(err, "%s: %s", path, strerror(errno));
  return good;
}

static void name_source(const struct drive_options *drive, char *name, size_t size) {
  if (drive->source == SOURCE_RANDOM) {
    snprintf(name, size, "random code %" PRIu64, drive->seed);
  } else {
    snprintf(name, size, "%s", drive->path);
  }
}

// What is counted as lost.
static const char *const lost[PROTOCOLS] = {[PROTOCOL_PFT] = "waypoints", [PROTOCOL_ETM3] = "instructions"};

int command_size(const struct words *words) {
  struct size_lists lists = words->size;
  struct options options = words->options;
  struct error err;
  char source[80];
  if (lists.fifo.count == 0) lists.fifo = usual.fifo;
  if (lists.width.count == 0) lists.width = usual.width;
  if (lists.stall.count == 0) lists.stall = usual.stall;
  const size_t count = words->run ? (size_t)(words->argc - words->run + 1) : 1;
  struct size_program *programs = error_memory(calloc(count, sizeof *programs));
  bool good = true;
  for (size_t p = 0; good && p < count; p++) {
    if (words->run) {
      options.drive.source = SOURCE_PROGRAM;
      options.drive.path = words->argv[(size_t)words->run - 1 + p];
    }
    name_source(&options.drive, source, sizeof source);
    programs[p].name = name_of(source);
    programs[p].runs = error_memory(calloc(run_count(&lists), sizeof *programs[p].runs));
    good = run_sizes(options, &lists, &programs[p], p * run_count(&lists), count * run_count(&lists), &err);
  }
  const struct size_result result = {
      .lists = &lists, .items = lost[options.protocol], .programs = programs, .count = count};
  if (good) print_table(&result);
  if (good && words->svg) good = write_chart(words->svg, &result, &err);
  for (size_t p = 0; p < count; p++) {
    free((char *)(uintptr_t)programs[p].name);
    free(programs[p].runs);
  }
  free(programs);
  return good ? 0 : could_not_run(&err);
}
