// SPDX-License-Identifier: Apache-2.0
#include "traced_row.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Items `from` to `to` all have this answer. The first of them is presented in clock `first`, the last in `last`.
struct run {
  uint64_t first, last, from, to;
  const char *answer;  // NULL: no run has begun
};

struct walk {
  struct reported *reported;
  size_t answer, lost;  // the next ones of the trace
  struct run run;
};

// NULL: it is not known.
static const char *answer_of(struct walk *w, uint64_t item) {
  const struct trace *t = w->reported->trace;
  while (w->answer < t->answer_count && t->answers[w->answer].first <= item) w->answer++;
  while (w->lost < t->number_count && (strcmp(t->numbers[w->lost].gap, "lost") != 0 || t->numbers[w->lost].last < item))
    w->lost++;
  if (w->lost < t->number_count && t->numbers[w->lost].first <= item) return "no: lost in a FIFO overflow";
  return w->answer > 0 ? t->answers[w->answer - 1].text : NULL;
}

static void put(char **text, uint64_t from, uint64_t to, const char *answer) {
  char numbers[64];
  const int used = snprintf(numbers, sizeof numbers, "#%" PRIu64, from);
  if (to > from) snprintf(numbers + used, sizeof numbers - (size_t)used, "..%" PRIu64, to);
  reported_extend(text, "; ", numbers);
  reported_extend(text, " ", answer);
}

// The text of a run remains until the next run begins.
static void end_run(struct walk *w, uint64_t next) {
  char *text = NULL;
  if (!w->run.answer) return;
  put(&text, w->run.from, w->run.to, w->run.answer);
  reported_add_text(w->reported, REPORTED_TRACED, w->run.first, next - 1, text);
  free(text);
  w->run.answer = NULL;
}

static void go_on(struct walk *w, const struct trace_items *items, size_t count, const char *answer) {
  if (w->run.answer && strcmp(w->run.answer, answer) != 0) end_run(w, items->clock);
  if (!w->run.answer) w->run = (struct run){.first = items->clock, .from = items->number, .answer = answer};
  w->run.last = items->clock;
  w->run.to = items->number + count - 1;
}

// Items of one clock that have different answers share a box of that clock.
static void add_clock(struct walk *w, const struct trace_items *items) {
  const size_t count = strlen(items->kinds);
  const char *answers[TRACE_KINDS] = {NULL};
  char *text = NULL;
  bool same = true, known = count > 0;
  for (size_t i = 0; i < count; i++) {
    answers[i] = answer_of(w, items->number + i);
    known = known && answers[i];
    same = same && known && strcmp(answers[i], answers[0]) == 0;
  }
  if (!known) return;
  if (same) {
    go_on(w, items, count, answers[0]);
    return;
  }
  end_run(w, items->clock);
  for (size_t i = 0; i < count; i++) put(&text, items->number + i, items->number + i, answers[i]);
  reported_add_text(w->reported, REPORTED_TRACED, items->clock, items->clock, text);
  free(text);
}

void traced_row_add(struct reported *reported) {
  struct walk walk = {.reported = reported};
  for (size_t i = 0; i < reported->trace->item_count; i++) add_clock(&walk, &reported->trace->items[i]);
  end_run(&walk, walk.run.last + 1);
}
