// SPDX-License-Identifier: Apache-2.0
// waypoint frames: lists the sources in CoreSight frames, extracts the bytes of one, or writes frames.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "frames.h"

// --- reading ---------------------------------------------------------------------------------------------------------

// Lists the breaks and returns the exit code.
static int list_breaks(FILE *file, const char *before, const struct frames_breaks *breaks) {
  const int code = frames_are_damaged(breaks);
  for (size_t i = 0; i < breaks->count; i++) fprintf(file, "%s%s\n", before, breaks->of[i].text);
  free(breaks->of);
  return code;
}

static int list(const struct words *words, const uint8_t *bytes, size_t count) {
  struct frames_found found;
  struct error err;
  if (!frames_find(&found, bytes, count, words->choice.frames, words->trace, &err)) return could_not_run(&err);
  for (unsigned id = 0; id < FRAME_IDS; id++) {
    const struct frame_source *s = &found.of[id];
    const char *source = s->asyncs ? "A-sync" : "no A-sync";
    const char *what = id == FRAME_NO_ID        ? "padding"
                       : id == FRAME_ID_FLUSH   ? "flush"
                       : id == FRAME_ID_TRIGGER ? "trigger"
                                                : source;
    if (s->bytes) printf("0x%02X %8" PRIu64 " bytes  %s\n", id, s->bytes, what);
  }
  const int code = list_breaks(stdout, "", &found.breaks);
  printf("summary: bytes=%zu frames=%" PRIu64 " full_syncs=%" PRIu64 " half_syncs=%" PRIu64 " skipped=%" PRIu64
         " unclaimed=%" PRIu64 "\n",
         count, found.frames, found.full_syncs, found.half_syncs, found.skipped, found.unclaimed);
  return code;
}

static int split(const struct words *words, uint8_t *bytes, size_t count) {
  struct error err;
  struct frames_breaks breaks;
  const bool good = frames_take(bytes, count, words->choice.frames, words->choice.id, bytes, &count, &breaks,
                                words->trace, "trace bytes of one source need not be split", &err) &&
                    write_file(words->output, bytes, count, &err);
  const int code = list_breaks(stderr, "waypoint: ", &breaks);
  return good ? code : could_not_run(&err);
}

// --- writing ---------------------------------------------------------------------------------------------------------

struct part {
  uint8_t *bytes;
  size_t count, used;
};

// Writes bytes of each source in turn, until the end of all sources.
static void interleave(struct frame_writer *w, const struct words *words, struct part *from) {
  const struct words_merge *merge = &words->merge;
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < merge->count; i++) {
      struct part *s = &from[i];
      const size_t left = s->count - s->used, turn = left < words->turn ? left : words->turn;
      frames_put(w, merge->at[i].id, s->bytes + s->used, turn);
      s->used += turn;
      more |= s->used < s->count;
    }
  }
  frames_end(w);
}

static bool read_sources(const struct words_merge *merge, struct part *from, struct error *err) {
  for (size_t i = 0; i < merge->count; i++) {
    for (size_t j = 0; j < i; j++) {
      if (merge->at[i].id != merge->at[j].id) continue;
      return error_set(err, "--merge: expected each trace ID only once, found 0x%02X twice", merge->at[i].id);
    }
    if (!read_file(merge->at[i].path, &from[i].bytes, &from[i].count, err)) return false;
  }
  return true;
}

static int merge(const struct words *words) {
  struct part from[WORDS_MERGED] = {0};
  struct frame_writer w = {.sync = words->sync};
  struct error err;
  bool good = read_sources(&words->merge, from, &err);
  if (good) {
    interleave(&w, words, from);
    good = write_file(words->output, w.at, w.count, &err);
  }
  for (size_t i = 0; i < words->merge.count; i++) free(from[i].bytes);
  free(w.at);
  return good ? 0 : could_not_run(&err);
}

int command_frames(const struct words *words) {
  struct error err;
  uint8_t *bytes;
  size_t count;
  if (words->merge.count) return merge(words);
  if (!read_file(words->trace, &bytes, &count, &err)) return could_not_run(&err);
  const bool takes = words->output || words->choice.id != CAPTURE_ANY_ID;
  const int code = takes ? split(words, bytes, count) : list(words, bytes, count);
  free(bytes);
  return code;
}
