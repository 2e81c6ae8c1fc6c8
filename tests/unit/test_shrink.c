// SPDX-License-Identifier: Apache-2.0
// The parts of `waypoint shrink` without a simulator: a stimulus as text, smaller texts, and the common part of two
// failures.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "error.h"
#include "failure.h"
#include "options.h"
#include "reduce.h"
#include "source.h"
#include "text.h"

enum { ARGUMENTS = 40 };

static void options_of(const char *words, struct options *options, struct run_words *kept) {
  static char text[400];
  char *argv[ARGUMENTS] = {"waypoint-sim"}, *rest, *before[ARGUMENTS];
  struct error err;
  int argc = 1;
  snprintf(text, sizeof text, "%s", words);
  for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) argv[argc++] = word;
  memcpy(before, argv, sizeof before);
  if (options_parse(options, argc, argv, &err) != OPTION_GOOD) fail_msg("%s: %s", words, err.text);
  assert_true(run_words_of(kept, options, argc, before));
}

static void open_source(const struct options *options, struct stim *stim) {
  struct error err;
  if (!source_open(&options->drive, stim, &err)) fail_msg("%s", err.text);
}

static void text_of_words(const char *words, struct text *text) {
  struct options options;
  struct run_words kept;
  struct stim stim;
  options_of(words, &options, &kept);
  open_source(&options, &stim);
  text_of_stim(&stim, options.drive.clocks, true, text);
  stim_close(&stim);
}

// --- a stimulus as text ----------------------------------------------------------------------------------------------

static void expect_same_clocks(const char *words) {
  char path[] = "/tmp/waypoint-test-XXXXXX";
  struct options options;
  struct run_words kept;
  struct text text = {0};
  struct stim drawn, read;
  struct stim_clock a, b;
  const int descriptor = mkstemp(path);
  FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  assert_non_null(file);
  text_of_words(words, &text);
  text_write(file, &text);
  fclose(file);
  text_free(&text);
  options_of(words, &options, &kept);
  open_source(&options, &drawn);
  assert_true(stim_open_text(&read, path, NULL));
  remove(path);
  for (uint64_t clock = 0; clock < options.drive.clocks; clock++) {
    stim_next(&drawn, &a);
    stim_next(&read, &b);
    const bool happens = a.valid || a.busy || a.sync || a.flush || a.idle || a.clock_change || a.extin;
    if (!happens) b.timestamp = a.timestamp;  // the time counts clocks, and the text does not contain it
    if (memcmp(&a, &b, sizeof a) != 0) fail_msg("%s: clock %d differs", words, (int)clock);
  }
  stim_next(&read, &b);
  assert_true(b.done);
  stim_close(&drawn);
  stim_close(&read);
}

CASE(drawn_stimulus_is_a_text) {
  expect_same_clocks(
      "--random 3 --clocks 3000 --set a15 --spacing stall --exceptions 20 --user 50 --context 30 --extin-rate 100");
  expect_same_clocks("--random 4 --clocks 3000 --sync-rate 20 --flush-rate 20 --idle-rate 10 --clock-change-rate 30");
  expect_same_clocks("--random 6 --clocks 3000 --set full --extin-rate 100");
  expect_same_clocks(
      "--protocol etm3 --random 5 --clocks 3000 --spacing two --debug 5 --user 50 --extin-rate 50 --sync-rate 9");
}

CASE(stimulus_words_are_removed) {
  struct options options;
  struct run_words kept;
  char text[400];
  options_of(
      "--random=7 --ns --excep 20 --spacing one --quiet --bytes x --set a15 --sync-rate 5 --backpressure burst:9",
      &options, &kept);
  run_words_text(&kept, text, sizeof text);
  assert_string_equal(text, " --set a15 --backpressure burst:9 --seed 7");
  options_of("--random 7 --restarts 3 --clocks 400 --ns-writes 9 --ns --broadcast", &options, &kept);
  run_words_text(&kept, text, sizeof text);
  assert_string_equal(text, " --restarts 3 --broadcast --clocks 400 --seed 7");
}

// --- smaller texts ---------------------------------------------------------------------------------------------------

struct wanted {
  uint32_t first, second;  // targets of two waypoints, in this order
  unsigned tries;
  bool joined;  // each waypoint begins at the target of the waypoint before
};

// A walk is valid if no waypoint is before the target of the waypoint before it, or far after it.
static bool has_both(void *user, const struct text *text) {
  struct wanted *w = user;
  const struct waypoint *before = NULL;
  unsigned found = 0;
  w->tries++;
  for (size_t i = 0; i < text->count; i++) {
    const struct waypoint *now = &text->at[i].waypoint;
    if (text->at[i].kind != TEXT_WAYPOINT) continue;
    if (w->joined && before && now->pc - reduce_leads_to(before) > 0x4000) return false;
    found += now->pc == (found == 0 ? w->first : w->second) && found < 2;
    before = now;
  }
  return found == 2;
}

static struct wanted shrunk(struct text *text, size_t first, size_t second, bool joined) {
  struct wanted w = {.joined = joined};
  struct reduce r = {.text = text, .holds = has_both, .user = &w};
  size_t count = 0;
  for (size_t i = 0; i < text->count; i++) {
    if (text->at[i].kind != TEXT_WAYPOINT) continue;
    if (count == first) w.first = text->at[i].waypoint.pc;
    if (count == second) w.second = text->at[i].waypoint.pc;
    count++;
  }
  assert_true(has_both(&w, text));
  while (reduce_round(&r)) reduce_code(&r);
  assert_true(has_both(&w, text));
  return w;
}

CASE(two_waypoints_remain) {
  struct text text = {0};
  text_of_words("--random 5 --clocks 2000 --spacing stall --sync-rate 30 --context 50", &text);
  const struct wanted w = shrunk(&text, 100, 200, false);
  assert_int_equal(text.count, 2);
  assert_int_equal(text.at[0].waypoint.pc, w.first);
  assert_int_equal(text.at[1].waypoint.context_id, 0);
  assert_in_range(w.tries, 10, 500);
  assert_in_range(text.image.count, 1, 4);
  text_free(&text);
}

// A branch that can have any target must connect the parts.
CASE(joined_by_a_branch) {
  struct text text = {0};
  text_of_words("--random 5 --clocks 2000 --exceptions 0 --indirect 50 --spacing stall", &text);
  shrunk(&text, 100, 200, true);
  assert_in_range(text.count, 2, 6);
  text_free(&text);
}

// A branch that can have any target, and at least nine clocks later two more, with idle clocks between them.
static bool is_far_behind(void *user, const struct text *text) {
  uint64_t clocks = 0;
  unsigned behind = 0;
  bool branches = false;
  *(unsigned *)user += 1;
  for (size_t i = 0; i < text->count; i++) {
    const struct text_line *line = &text->at[i];
    const struct slot *slot = &line->slots.at[0];
    behind += line->kind == TEXT_CLOCK && branches && clocks > 8;
    if (branches) clocks += line->kind == TEXT_IDLE ? line->number : line->kind == TEXT_CLOCK;
    branches = branches || (line->kind == TEXT_CLOCK && slot->branched && !slot->direct && !line->slots.at[1].executed);
  }
  return behind > 1;
}

CASE(idle_clocks_remain) {
  struct text text = {0};
  unsigned tries = 0;
  text_of_words("--protocol etm3 --random 5 --clocks 1000 --spacing one", &text);
  struct reduce r = {.text = &text, .holds = is_far_behind, .user = &tries};
  assert_true(is_far_behind(&tries, &text));
  while (reduce_round(&r) && tries < 1000) continue;
  assert_in_range(tries, 10, 999);
  assert_int_equal(text.count, 4);
  assert_int_equal(text.at[1].kind, TEXT_IDLE);
  assert_int_equal(text.at[1].number, 9);
  text_free(&text);
}

// A failure that depends only on a number of bytes: a distant target has many bytes, and needs no code.
static bool has_far_targets(void *user, const struct text *text) {
  const struct waypoint *before = NULL;
  unsigned far = 0, *least = user;
  for (size_t i = 0; i < text->count; i++) {
    const struct waypoint *now = &text->at[i].waypoint;
    if (text->at[i].kind != TEXT_WAYPOINT) continue;
    const bool joins = before && now->type == WAYPOINT_EXCEPTION && now->pc == before->target;
    far += joins && (now->target ^ before->target) >> 25 != 0;
    before = now;
  }
  return far >= *least;
}

CASE(longer_waypoints) {
  struct text text = {0};
  unsigned least = 100;
  text_of_words("--random 5 --clocks 200", &text);
  struct reduce r = {.text = &text, .holds = has_far_targets, .user = &least};
  assert_false(has_far_targets(&least, &text));
  const size_t items = reduce_items(&text), count = text.count;
  assert_true(reduce_to_longer(&r));
  assert_int_equal(reduce_items(&text), items);
  assert_int_equal(text.count, count + 1);
  assert_int_equal(text.at[count].kind, TEXT_IDLE);
  while (reduce_round(&r)) reduce_code(&r);
  assert_int_equal(reduce_items(&text), 101);
  least = 1000;
  assert_false(reduce_to_longer(&r));
  assert_int_equal(reduce_items(&text), 101);
  text_free(&text);
}

// Clocks of the port in which the Context ID changes, with code. Every second clock has a distant branch.
static bool has_far_branches(void *user, const struct text *text) {
  const struct slots *before = NULL;
  unsigned far = 0, *least = user;
  for (size_t i = 0; i < text->count; i++) {
    const struct slots *now = &text->at[i].slots;
    const struct slot *slot = &now->at[0];
    uint32_t code;
    if (text->at[i].kind != TEXT_CLOCK) continue;
    if (before) {
      const struct slot *last = &before->at[0];
      const uint32_t expected = last->branched ? last->to.address : last->at.address + 4;
      const bool joins = slot->executed && slot->at.address == expected && !now->at[1].executed;
      if (!joins || !image_read32(&text->image, slot->at.address, &code)) return false;
      far += slot->branched && slot->exception && (slot->to.address ^ slot->at.address) >> 28 != 0 &&
             now->context_id != before->context_id;
    }
    before = now;
  }
  return far >= *least;
}

CASE(longer_clocks) {
  struct text text = {0};
  unsigned least = 20;
  text_of_words("--protocol etm3 --random 5 --clocks 200", &text);
  struct reduce r = {.text = &text, .holds = has_far_branches, .user = &least};
  assert_true(reduce_is_of_port(&text));
  assert_false(has_far_branches(&least, &text));
  const size_t items = reduce_items(&text), count = text.count;
  least = (unsigned)items;
  assert_false(reduce_to_longer(&r));
  assert_int_equal(text.count, count);
  least = 20;
  assert_true(reduce_to_longer(&r));
  assert_int_equal(reduce_items(&text), items);
  assert_int_equal(text.at[text.count - 1].kind, TEXT_IDLE);
  while (reduce_round(&r)) reduce_code(&r);
  assert_in_range(reduce_items(&text), 39, 41);
  assert_in_range(text.image.count, 2, 4);
  text_free(&text);
}

// A failure that needs a word of code that the processor does not execute.
struct code_wanted {
  uint32_t address;
  unsigned tries;
};

static bool has_code(void *user, const struct text *text) {
  struct code_wanted *w = user;
  uint32_t code;
  w->tries++;
  return image_read32(&text->image, w->address, &code);
}

static uint64_t code_bytes(const struct text *text) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < text->image.count; i++) bytes += text->image.at[i].length;
  return bytes;
}

CASE(needed_code_remains) {
  struct code_wanted w = {0};
  struct text text = {0};
  text_of_words("--random 5 --clocks 2000", &text);
  const struct segment *last = &text.image.at[text.image.count - 1];
  w.address = last->address + last->length / 2 / 4 * 4;
  text.count = 1;  // so the word is not executed
  struct reduce r = {.text = &text, .holds = has_code, .user = &w};
  assert_in_range(code_bytes(&text), 10000, UINT32_MAX);
  assert_false(reduce_code(&r));
  reduce_code_in_parts(&r);
  assert_true(has_code(&w, &text));
  assert_in_range(code_bytes(&text), 4, 100);
  assert_in_range(w.tries, 10, 100);
  text_free(&text);
}

// --- failures --------------------------------------------------------------------------------------------------------

static void expect_failure(const char *report, const char *text) {
  struct failure f;
  failure_of_report(report, &f);
  assert_string_equal(f.text, text);
}

CASE(failures_without_values) {
  expect_failure(
      "scoreboard: clock 119, byte 44: branch at 0x9312B3DC: the trace says not taken, the processor took it\n  unit\n",
      "scoreboard: branch at #: the trace says not taken, the processor took it");
  expect_failure("rule TRC-SYNC-3: clock 9, byte 8: no A-sync for 70 bytes (IHI 0035B 4.2; violated 3 times)\n",
                 "rule TRC-SYNC-3: no A-sync for # bytes");
  expect_failure(
      "rule TRC-SYNC-3: clock 9 (95 ns), byte 8: no A-sync since clock 2 (25 ns), in 70 clocks (IHI 0035B 4.2)\n",
      "rule TRC-SYNC-3: no A-sync since clock #, in # clocks");
  expect_failure("scoreboard: clock 1, byte 2: branch target is 0x8000 Thumb, expected 0x9000 ARM\n",
                 "scoreboard: branch target is # #, expected # #");
  expect_failure("count mismatch: the DUT sent 7 bytes, its packets have 5\nFAIL clocks=9\n",
                 "count mismatch: the DUT sent # bytes, its packets have #");
  expect_failure(
      "unit ptm\nmodel comparison: clock 77: DUT and reference model differ: ATDATA is 0x41, expected 0x21\n"
      "    ATDATA     DUT 0x1, reference model 0x2\n    ATBYTES    DUT 0x1, reference model 0x2\n    PRDATA     DUT "
      "0x1, reference model 0x0\n"
      "  byte 11: 0x41, expected 0x21\n"
      "  fields that differ (DUT / reference model):  reason=overflow / reason=trace-on\n"
      "  the DUT's trace is wrong from byte 11: x\n",
      "model comparison: ATB PRDATA reason reason; wrong: DUT");
}

CASE(equal_failures) {
  const struct failure a = {"scoreboard: this"}, b = {"scoreboard: that"}, c = {"rule A: x"}, d = {"rule B: x"};
  assert_true(failure_is_alike(&a, &b));
  assert_false(failure_is_alike(&a, &c));
  assert_false(failure_is_alike(&c, &d));
}
