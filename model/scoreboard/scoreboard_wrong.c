// SPDX-License-Identifier: Apache-2.0
// The first contradiction, as a message of one line.
#include "scoreboard_wrong.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "append.h"

static void set_error(struct scoreboard *s, uint64_t offset, bool is_field_wrong, const char *format, va_list args) {
  struct scoreboard_error *e = &s->error;
  vsnprintf(e->why, sizeof e->why, format, args);
  e->offset = offset;
  e->is_field_wrong = is_field_wrong;
  e->about = ABOUT_OTHER;
  e->is_misplaced_isync = e->is_rule_violation = e->ends_too_early = e->is_packet_missing = e->found_by_flow =
      e->is_doubtful = false;
  e->low = 0;
  e->high = UINT64_MAX;
  e->held_steps = e->skipped_items = 0;
  s->wrong = true;
}

bool scoreboard_wrong(struct scoreboard *s, uint64_t offset, const char *format, ...) {
  va_list args;
  va_start(args, format);
  set_error(s, offset, false, format, args);
  va_end(args);
  return false;
}

bool scoreboard_rule_violated(struct scoreboard *s, uint64_t offset, const char *why) {
  scoreboard_wrong(s, offset, "%s", why);
  s->error.is_rule_violation = true;
  return false;
}

bool scoreboard_range_obeys_rules(struct scoreboard *s, uint64_t offset, uint32_t count) {
  for (const struct stream_reader *const *r = s->calls.range; *r && !s->is_replaying; r++) {
    const char *why = (*r)->range((*r)->user, s->at.item, count, offset);
    if (why) return scoreboard_rule_violated(s, offset, why);
  }
  return true;
}

bool scoreboard_packet_missing(struct scoreboard *s) {
  s->error.is_packet_missing = true;
  return false;
}

bool scoreboard_about(struct scoreboard *s, enum scoreboard_about about) {
  s->error.about = about;
  return false;
}

bool scoreboard_field_wrong(struct scoreboard *s, uint64_t offset, const char *format, ...) {
  va_list args;
  va_start(args, format);
  set_error(s, offset, true, format, args);
  va_end(args);
  return false;
}

const char *scoreboard_range(uint64_t low, uint64_t high, char text[SCOREBOARD_RANGE]) {
  snprintf(text, SCOREBOARD_RANGE, "0x%" PRIX64, low);
  if (high != low) text_append(text, SCOREBOARD_RANGE, " to 0x%" PRIX64, high);
  return text;
}
