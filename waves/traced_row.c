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
  size_t answer, lost;  // the next answer, and the next packet that may report lost items
  struct run run;
};

// NULL: it is not known.
static const char *answer_of(struct walk *w, uint64_t item) {
  const struct beats_file *t = w->reported->beats;
  while (w->answer < t->answer_count && t->answers[w->answer].first <= item) w->answer++;
  const struct list_file *list = w->reported->list;
  for (; w->lost < list->count; w->lost++) {
    uint64_t first, last;
    const int numbers = sscanf(list->packets[w->lost].text, "I-sync lost #%" SCNu64 "..%" SCNu64, &first, &last);
    if (numbers < 1 || (numbers == 1 ? first : last) < item) continue;
    if (first <= item) return "no: lost in a FIFO overflow";
    break;
  }
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
  row_add(&w->reported->row[REPORTED_TRACED], w->run.first, next - 1, text);
  free(text);
  w->run.answer = NULL;
}

static void go_on(struct walk *w, const struct beats_items *items, size_t count, const char *answer) {
  if (w->run.answer && strcmp(w->run.answer, answer) != 0) end_run(w, items->clock);
  if (!w->run.answer) w->run = (struct run){.first = items->clock, .from = items->number, .answer = answer};
  w->run.last = items->clock;
  w->run.to = items->number + count - 1;
}

// Items of one clock that have different answers share a box of that clock.
static void add_clock(struct walk *w, const struct beats_items *items) {
  const size_t count = strlen(items->kinds);
  const char *answers[BEATS_KINDS] = {NULL};
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
  row_add(&w->reported->row[REPORTED_TRACED], items->clock, items->clock, text);
  free(text);
}

void traced_row_add(struct reported *reported) {
  struct walk walk = {.reported = reported};
  for (size_t i = 0; i < reported->beats->item_count; i++) add_clock(&walk, &reported->beats->items[i]);
  end_run(&walk, walk.run.last + 1);
}
