// SPDX-License-Identifier: Apache-2.0
// Functions that the tests of the scoreboard share: a story, which is an execution by hand, and bytes that report it
// correctly or wrongly.
#ifndef SCOREBOARD_BENCH_H
#define SCOREBOARD_BENCH_H

#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "coverage.h"
#include "rules.h"
#include "scoreboard.h"

enum { STORY_ITEMS = 100, STORY_BYTES = 1000, STORY_STOPS = 4 };
enum { CODE = 0x8000, CODE_BYTES = 0x8000 };
#define A32_BX_R0 0xE12FFF10u  // an indirect branch
#define A32_NOP 0xE320F000u
#define A32_ISB 0xF57FF06Fu

struct story {
  struct config config;
  struct image image;
  struct history_waypoint waypoints[STORY_ITEMS];  // of a PTM
  struct step steps[STORY_ITEMS];                  // of an ETM
  struct moment moments[STORY_ITEMS + 1];
  struct history history;
  uint8_t bytes[STORY_BYTES];
  size_t size;
  bool forced;  // overflows may be forced
  bool whole;   // nothing may be lost
  bool own;     // the unit is the reference RTL
  struct {
    size_t bytes, items;
    bool overflow;       // ETMSR[0] was 1 then
  } stops[STORY_STOPS];  // the unit was stopped and started again after this number of bytes and items
  size_t stop_count;
  size_t presented;  // items in all
};

static inline void word(const struct story *s, uint32_t address, uint32_t opcode) {
  for (int i = 0; i < 4; i++) s->image.at[0].bytes[address - CODE + (unsigned)i] = (uint8_t)(opcode >> 8 * i);
}

// Code with `opcode` at each address.
static inline struct story *story_new(const struct config *config, uint32_t opcode) {
  struct story *s = calloc(1, sizeof *s);
  assert_non_null(s);
  s->config = *config;
  assert_non_null(image_add(&s->image, CODE, CODE_BYTES, NULL));
  for (uint32_t i = 0; i < CODE_BYTES; i += 4) word(s, CODE + i, opcode);
  s->history.moments = s->moments;
  s->history.mask = s->history.steps_mask = SIZE_MAX;
  return s;
}

static inline void put(struct story *s, uint8_t byte) {
  assert_true(s->size < STORY_BYTES);
  s->bytes[s->size++] = byte;
}

static inline void put_word(struct story *s, uint32_t value) {
  for (int i = 0; i < 4; i++) put(s, (uint8_t)(value >> 8 * i));
}

static inline void async(struct story *s) {
  for (int i = 0; i < 5; i++) put(s, 0);
  put(s, 0x80);
}

// Ends a stream: the bytes and items up to here belong to it.
static inline void restart(struct story *s, bool overflow) {
  assert_true(s->stop_count < STORY_STOPS);
  s->stops[s->stop_count].bytes = s->size;
  s->stops[s->stop_count].items = s->history.count;
  s->stops[s->stop_count++].overflow = overflow;
}

static inline struct rule_set all_but_own(void) {
  struct rule_set off = {0};
  for (unsigned i = 0; i < RULES; i++) {
    if (rule_table[i].scope != RULE_OWN) rule_add(&off, i);
  }
  return off;
}

static inline const char *broken(const struct rules *rules) {
  static char text[300];
  unsigned i = 0;
  while (rules->breaches[i].times == 0) i++;
  snprintf(text, sizeof text, "rule %s: %s", rule_table[i].id, rules->breaches[i].text);
  return text;
}

// Returns the verdict of the scoreboard on the story. NULL: the bytes report the story. `code`: the code is known.
static inline const char *verdict_of_story(struct story *s, bool code) {
  static struct scoreboard board;
  static struct scoreboard_error error;
  static struct rules rules;
  static struct coverage coverage;
  size_t from = 0;
  s->history.count = s->presented;
  scoreboard_start(&board, &s->config, code ? &s->image : NULL, &s->history);
  board.may_force_overflow = s->forced;
  rules_start(&rules, &s->config, NULL, &(struct rules_limits){.answer_precedes_beat = true}, all_but_own(), &coverage);
  board.is_reference_rtl = s->own;
  if (s->own) scoreboard_add_reader(&board, rules_reader(&rules));
  for (size_t i = 0; i < s->stop_count; i++) {
    s->history.count = s->stops[i].items;
    scoreboard_bytes(&board, s->bytes + from, s->stops[i].bytes - from);
    scoreboard_stop(&board, s->stops[i].items, s->stops[i].items, s->stops[i].overflow, s->stops[i].overflow);
    from = s->stops[i].bytes;
  }
  scoreboard_end(&board);
  assert_int_equal(board.pending, 0);
  error = board.error;
  const char *why = board.wrong              ? error.why
                    : rules.broken           ? broken(&rules)
                    : board.decoder.unsynced ? "bytes before an A-sync"
                                             : NULL;
  if (!why && s->whole && board.at.lost_items + board.at.unreported_items > 0) why = "items are lost";
  scoreboard_free(&board);
  return why;
}

static inline void tell_all(struct story *s) {
  restart(s, false);
  s->presented = s->history.count;
}

// Expects that the trace is correct, with and without code.
static inline void right(struct story *s) {
  tell_all(s);
  for (int code = 0; code < 2; code++) {
    const char *why = verdict_of_story(s, code);
    if (why) fail_msg("false failure, %s code: %s", code ? "with" : "without", why);
  }
  image_free(&s->image);
  free(s);
}

// Expects a verdict that contains `words`.
static inline void wrong(struct story *s, const char *words) {
  tell_all(s);
  const char *why = verdict_of_story(s, true);
  if (!why) fail_msg("passed, expected: %s", words);
  if (!strstr(why, words)) fail_msg("%s, expected: %s", why, words);
  image_free(&s->image);
  free(s);
}

// Expects a verdict that contains `words`, without code.
static inline void wrong_by_port(struct story *s, const char *words) {
  tell_all(s);
  const char *why = verdict_of_story(s, false);
  if (!why) fail_msg("passed, expected: %s", words);
  if (!strstr(why, words)) fail_msg("%s, expected: %s", why, words);
  image_free(&s->image);
  free(s);
}

#endif
