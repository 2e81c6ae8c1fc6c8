// SPDX-License-Identifier: Apache-2.0
// The first contradiction, as a line.
#include "scoreboard_wrong.h"

#include <stdarg.h>
#include <stdio.h>

static void set_error(struct scoreboard *f, uint64_t offset, bool differs, const char *format, va_list args) {
  struct scoreboard_error *e = &f->error;
  vsnprintf(e->why, sizeof e->why, format, args);
  e->offset = offset;
  e->differs = differs;
  e->about = ABOUT_OTHER;
  e->sync = e->of_rule = e->lacks = e->stood = e->doubtful = false;
  e->low = 0;
  e->high = UINT64_MAX;
  f->wrong = true;
}

bool scoreboard_wrong(struct scoreboard *f, uint64_t offset, const char *format, ...) {
  va_list args;
  va_start(args, format);
  set_error(f, offset, false, format, args);
  va_end(args);
  return false;
}

bool scoreboard_breaks(struct scoreboard *f, uint64_t offset, const char *why) {
  scoreboard_wrong(f, offset, "%s", why);
  f->error.of_rule = true;
  return false;
}

bool scoreboard_in_time(struct scoreboard *f, uint64_t offset, uint32_t count) {
  for (unsigned i = 0; i < f->reader_count && !f->replaying; i++) {
    const struct stream_reader *r = &f->readers[i];
    const char *why = r->range ? r->range(r->user, f->at.item, count, offset) : NULL;
    if (why) return scoreboard_breaks(f, offset, why);
  }
  return true;
}

bool scoreboard_about(struct scoreboard *f, enum scoreboard_about about) {
  f->error.about = about;
  return false;
}

bool scoreboard_differs(struct scoreboard *f, uint64_t offset, const char *format, ...) {
  va_list args;
  va_start(args, format);
  set_error(f, offset, true, format, args);
  va_end(args);
  return false;
}
