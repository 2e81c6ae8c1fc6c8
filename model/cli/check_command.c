// SPDX-License-Identifier: Apache-2.0
// waypoint check: compares trace bytes, a log of clocks or a wave with the execution.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "code.h"
#include "command.h"
#include "offline_check.h"
#include "protocol.h"
#include "source.h"

// Is there an option that makes tracing start or stop at a moment that the bytes do not show?
static struct judgement unknown_starts(const struct options *o) {
  const char *name = NULL, *what = NULL;
  if (o->config.etmteevr != EVENT_ALWAYS) {
    name = "etmteevr", what = "the TraceEnable event was true";
  } else if (o->drive.restarts) {
    name = "restarts", what = "the trace unit was stopped and restarted";
  } else if (o->drive.resets) {
    name = "resets", what = "the trace unit was reset";
  } else if (o->drive.stim.idle_permille) {
    name = "idle-rate", what = "the processor was idle";
  }
  if (!name) return (struct judgement){0};
  return verdict_of(VERDICT_INCOMPLETE, "--%s: trace bytes do not show when %s; use --log or --wave", name, what);
}

// The bytes do not show whether ATREADY was low, so the default is that nothing is missing. Random code has too many
// exceptions in a row: for it, the default is no limit, as in a simulation.
static uint64_t bound_of(uint64_t option) { return option == CHECK_DEFAULT ? 0 : option; }

static struct bounds bounds_of(const struct options *options) {
  const struct bounds *b = &options->checks.bounds;
  const bool has_no_limit = b->lost == CHECK_DEFAULT && options->drive.source == SOURCE_RANDOM;
  return (struct bounds){has_no_limit ? CHECK_NO_BOUND : bound_of(b->lost), bound_of(b->missing), bound_of(b->start)};
}

static int conclude(const struct words *words, const struct scoreboard *scoreboard, const struct coverage *coverage,
                    size_t count, const struct judgement *j) {
  const struct scoreboard_position *at = &scoreboard->at;
  const struct bounds bounds = bounds_of(&words->options);
  const struct {
    const char *name;
    uint64_t value;
  } values[] = {
      {"bytes", count},
      {"packets", coverage_packets(coverage)},
      {protocols[words->options.protocol].items_compared, at->items},
      {"instructions_compared", at->instructions},
      {"exceptions_compared", at->exceptions},
      {"cycle_counts", at->counts_compared},
      {"lost", verdict_lost(scoreboard)},
      {"untraced", at->untraced_items - at->missing_items - at->start_items},
      {"missing", at->missing_items},
      {"start", at->start_items},
      {"overflows", at->gaps},
      {"pending", scoreboard->pending},
  };
  fputs(verdict_word(j->verdict), stdout);
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) printf(" %s=%" PRIu64, values[i].name, values[i].value);
  verdict_print_bounds(stdout, &bounds);
  if (j->verdict == VERDICT_FAIL) printf(": %s", words->trace);
  if (j->verdict != VERDICT_PASS) printf(": %s", j->why);
  putchar('\n');
  return verdict_code(j->verdict);
}

static struct judgement compare(struct scoreboard *scoreboard, struct coverage *coverage, const struct options *o,
                                const struct stim *stim, const uint8_t *bytes, size_t count) {
  const struct bounds bounds = bounds_of(o);
  const struct image *image = o->no_image || !stim->image.count ? NULL : &stim->image;
  struct history history;
  if (stim->count == 0) {
    return verdict_of(VERDICT_NOTHING, "%s contains no waypoints or instructions",
                      o->drive.path ? o->drive.path : "the random code");
  }
  scoreboard->may_force_overflow =
      unit_may_force_overflow(&o->config, o->drive.source == SOURCE_TEXT || o->drive.stim.sync_permille > 0);
  history_list(&history, stim, image, &o->config);
  const struct judgement j = whole_trace(scoreboard, coverage, &o->config, image, &history, &bounds, bytes, count);
  history_free(&history);
  return j;
}

static int check_bytes(const struct words *words) {
  static struct scoreboard scoreboard;
  static struct coverage coverage;
  const struct options *options = &words->options;
  struct error err;
  struct stim stim;
  uint8_t *bytes;
  size_t count;
  if (!read_file(words->trace, &bytes, &count, &err)) return could_not_run(&err);
  if (!source_open(&options->drive, &stim, &err)) {
    free(bytes);
    return could_not_run(&err);
  }
  stim_make_whole(&stim);
  size_t presented = 0;
  for (uint64_t clocks = 0; presented < stim.count; presented++) {
    if (!source_presents(&options->drive, &stim.at[presented], &clocks)) break;
  }
  stim.count = presented;
  struct judgement j = unknown_starts(options);
  if (j.verdict == VERDICT_PASS) j = compare(&scoreboard, &coverage, options, &stim, bytes, count);
  free(bytes);
  stim_close(&stim);
  return conclude(words, &scoreboard, &coverage, count, &j);
}

static int check_pins(const struct words *words) {
  struct code code = {0};
  const int result = check_clocks(words, &code, NULL, NULL);
  code_free(&code);
  return result;
}

int command_check(const struct words *words) {
  return words->log || words->wave ? check_pins(words) : check_bytes(words);
}
