// SPDX-License-Identifier: Apache-2.0
// waypoint shrink: delta debugging of a run. A candidate is a stimulus text and the options of the simulator. It is
// accepted if the simulator fails in the same way, and the reference model would pass.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "failure.h"
#include "reduce.h"
#include "source.h"
#include "text.h"

enum { FEW = 10, MANY = 100, PATH = 4096, WORDS_TEXT = 8192 };  // FEW, MANY: numbers of items

struct shrink {
  const char *simulator;
  char path[PATH];  // file of the candidates
  struct run_words words;
  struct text text;
  struct failure failure;
  bool sane;  // the model passes the run, so it must pass each candidate
  uint64_t runs, refused;
  bool shows;  // progress is printed
};

// Only the first lines of a report are used, so no waves are written.
static const char *const quiet[] = {"--quiet", "--fst", "none", "--from", "0xFFFFFFFF", NULL};

static void show(const struct shrink *s, const struct text *text) {
  if (!s->shows) return;
  fprintf(stderr, "\rshrink: %zu items, %zu options, run %" PRIu64 " \033[K", reduce_items(text), s->words.count,
          s->runs);
}

static bool fails_with(struct shrink *s, const struct run_words *words, const struct text *text) {
  const char *more[] = {"--stimulus", s->path, quiet[0], quiet[1], quiet[2], quiet[3], quiet[4], NULL};
  struct run_argv argv;
  struct failure failure;
  struct error err;
  if (!write_text(s->path, "", text, &err)) return false;
  run_words_argv(words, s->simulator, more, &argv);
  show(s, text);
  if (s->sane && !failure_is_sane(&argv)) {
    s->refused++;
    return false;
  }
  s->runs++;
  return failure_of_run(&argv, &failure, &err) == 1 && strcmp(failure.text, s->failure.text) == 0;
}

static bool fails(void *user, const struct text *text) {
  struct shrink *s = user;
  return fails_with(s, &s->words, text);
}

// --- options ---------------------------------------------------------------------------------------------------------

static bool take_words(struct shrink *s, const struct run_words *words) {
  const bool good = fails_with(s, words, &s->text);
  if (good) s->words = *words;
  return good;
}

static bool drop_words(struct shrink *s) {
  bool any = false;
  for (size_t i = 0; i < s->words.count;) {
    struct run_words fewer = s->words;
    run_words_drop(&fewer, i);
    if (take_words(s, &fewer)) {
      any = true;
    } else {
      i++;
    }
  }
  return any;
}

static uint64_t number_of(struct run_words *words, const char *name) {
  const struct run_word *word = run_words_find(words, name);
  return word ? strtoull(word->value, NULL, 0) : 0;
}

// Reduces the number of restarts and resets, and the length of the parts between them.
static bool shorten_parts(struct shrink *s) {
  const uint64_t restarts = number_of(&s->words, "restarts"), resets = number_of(&s->words, "resets");
  struct run_words fewer = s->words;
  bool any = false;
  if (restarts > 1 && run_words_put(&fewer, "restarts", 1) &&
      run_words_put(&fewer, "clocks", 2 * number_of(&s->words, "clocks") / (restarts + 1))) {
    any = take_words(s, &fewer);
  }
  for (uint64_t clocks = number_of(&s->words, "clocks") / 2; clocks > 1; clocks /= 2) {
    fewer = s->words;
    if (run_words_put(&fewer, "clocks", clocks) && take_words(s, &fewer)) any = true;
  }
  fewer = s->words;
  if (resets > 1 && run_words_put(&fewer, "resets", 1) && take_words(s, &fewer)) any = true;
  return any;
}

// --- all steps -------------------------------------------------------------------------------------------------------

static void shrink_all(struct shrink *s) {
  struct reduce r = {.text = &s->text, .holds = fails, .user = s};
  for (bool any = true; any;) {
    any = shorten_parts(s);
    reduce_code(&r);
    any = reduce_round(&r) || any;
    any = drop_words(s) || any;
  }
}

static struct text copy_of(const struct text *text) {
  struct text copy = {.count = text->count, .room = text->count};
  copy.at = error_memory(malloc((text->count + 1) * sizeof *copy.at));
  memcpy(copy.at, text->at, text->count * sizeof *copy.at);
  for (size_t i = 0; i < text->image.count; i++) {
    const struct segment *from = &text->image.at[i];
    memcpy(error_memory(image_add(&copy.image, from->address, from->length, NULL)), from->bytes, from->length);
  }
  return copy;
}

// Options that make a failure occur earlier: synchronization is more frequent, or the ATB is slower.
static const char *const harder[][2] = {{"syncfr", "8"},   {"syncfr", "32"},  {"syncfr", "48"},
                                        {"syncfr", "64"},  {"syncfr", "128"}, {"syncfr", "168"},
                                        {"syncfr", "256"}, {"syncfr", "320"}, {"backpressure", "periodic:1000"}};

// Takes the first of these options with which the run fails. If it is not needed, drop_words() removes it later.
static void press(struct shrink *s) {
  struct reduce r = {.text = &s->text, .holds = fails, .user = s};
  bool taken = false;
  shorten_parts(s);
  reduce_coarsely(&r);
  for (size_t i = 0; !taken && i < OPTION_COUNT(harder) && reduce_items(&s->text) > MANY; i++) {
    struct run_words other = s->words;
    taken = run_words_set(&other, harder[i][0], harder[i][1]) && take_words(s, &other);
  }
}

// Takes the changed copy, if it is smaller.
static void take_smaller(struct shrink *s, struct shrink *other) {
  s->runs = other->runs;
  s->refused = other->refused;
  if (reduce_items(&other->text) < reduce_items(&s->text)) {
    text_free(&s->text);
    s->text = other->text;
    s->words = other->words;
  } else {
    text_free(&other->text);
  }
}

// Sets option i. Longer items of the instruction port change the Context ID, which then must be in the trace.
static bool set_harder(struct shrink *s, size_t i, bool longer) {
  const bool contexts = longer && reduce_is_of_port(&s->text);
  return run_words_set(&s->words, harder[i][0], harder[i][1]) &&
         (!contexts || run_words_set(&s->words, "context-id", "4"));
}

// Tries each option from the current text on, if that is not small yet: with longer items, then with the items as they
// are.
static void press_again(struct shrink *s, bool longer) {
  for (size_t i = 0; i < OPTION_COUNT(harder) && reduce_items(&s->text) > FEW; i++) {
    struct shrink other = *s;
    struct reduce r = {.text = &other.text, .holds = fails, .user = &other};
    other.text = copy_of(&s->text);
    const bool set = set_harder(&other, i, longer);
    if (set && (longer ? reduce_to_longer(&r) : fails(&other, &other.text))) shrink_all(&other);
    take_smaller(s, &other);
  }
}

// Does the run fail in the same way as the same run with its stimulus as text?
static bool begin(struct shrink *s, char **argv, int argc, struct error *err) {
  struct run_argv given;
  struct failure first;
  given.count = options_repeat(argc, argv, given.at);
  for (size_t i = 0; i < OPTION_COUNT(quiet); i++) given.at[given.count++] = (char *)(uintptr_t)quiet[i];
  const int code = failure_of_run(&given, &first, err);
  if (code < 0) return false;
  if (code != 1)
    return error_set(err, "%s: expected a failing run (exit code 1), found exit code %d%s", s->simulator, code,
                     code == 0 ? "; the run passes, so there is nothing to shrink" : "");
  const char *more[] = {"--stimulus", s->path, quiet[0], quiet[1], quiet[2], quiet[3], quiet[4], NULL};
  if (!write_text(s->path, "", &s->text, err)) return false;
  run_words_argv(&s->words, s->simulator, more, &given);
  s->sane = failure_is_sane(&given);
  if (failure_of_run(&given, &s->failure, err) == 1 && failure_is_alike(&first, &s->failure)) return true;
  return error_set(err,
                   "%s: expected the run to fail in the same way with this text stimulus; the original failure is: %s",
                   s->path, first.text);
}

static int finish(struct shrink *s, const char *output, size_t items, struct error *err) {
  static char words[WORDS_TEXT], note[WORDS_TEXT + PATH + 2 * FAILURE_MAX];
  run_words_text(&s->words, words, sizeof words);
  snprintf(note, sizeof note, "# %s\n# again: %s%s --stimulus %s\n", s->failure.text, s->simulator, words, output);
  if (s->shows) fputs("\r\033[K", stderr);
  if (!write_text(output, note, &s->text, err)) return could_not_run(err);
  unlink(s->path);
  printf("fails: %s\n", s->failure.text);
  printf("shrunk: %zu items to %zu; %" PRIu64 " runs, %" PRIu64 " rejected%s\n", items, reduce_items(&s->text), s->runs,
         s->refused, s->sane ? "" : "; the reference model fails too");
  printf("again: %s%s --stimulus %s\n", s->simulator, words, output);
  return 0;
}

int command_shrink(const struct words *words) {
  static struct shrink s;
  const char *output = words->output ? words->output : "shrunk.txt";
  char **argv = words->argv + words->run - 1;
  const int argc = words->argc - words->run + 1;
  struct run_argv copy = {.count = argc};
  struct options options;
  struct stim stim;
  struct error err;
  if (argc > RUN_WORDS || snprintf(s.path, sizeof s.path, "%s.candidate", output) >= (int)sizeof s.path) {
    error_set(&err, "expected at most %d arguments, and a shorter name of the output file", RUN_WORDS);
    return could_not_run(&err);
  }
  s.simulator = argv[0];
  s.shows = isatty(STDERR_FILENO);
  memcpy(copy.at, argv, (size_t)argc * sizeof *argv);
  const enum option_result result = options_parse(&options, argc, copy.at, &err);
  if (result != OPTION_GOOD) return result == OPTION_ANSWERED ? 0 : could_not_run(&err);
  if (!run_words_of(&s.words, &options, argc, argv)) {
    error_set(&err, "expected fewer options, and each shorter than %d characters", RUN_VALUE);
    return could_not_run(&err);
  }
  if (!source_open(&options.drive, &stim, &err)) return could_not_run(&err);
  const bool times = options.config.etmcr & ETMCR_TIMESTAMP;
  text_of_stim(&stim, options.drive.clocks ? options.drive.clocks : UINT64_MAX, times, &s.text);
  stim_close(&stim);
  const size_t items = reduce_items(&s.text);
  if (!begin(&s, argv, argc, &err)) return could_not_run(&err);
  press(&s);
  shrink_all(&s);
  press_again(&s, true);
  press_again(&s, false);
  reduce_code_in_parts(&(struct reduce){.text = &s.text, .holds = fails, .user = &s});
  const int code = finish(&s, output, items, &err);
  text_free(&s.text);
  return code;
}
