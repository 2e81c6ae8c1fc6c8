// SPDX-License-Identifier: Apache-2.0
// Bytes to check 2, and the programming that they are compared by.
#include "streams.h"

#include <string.h>

#include "error.h"
#include "observer.h"
#include "register.h"
#include "scoreboard_search.h"

void streams_note(struct observer *o) {
  if (!o->scoreboard.wrong || o->found) return;
  o->found = true;
  o->found_clock = sent_clock_of(&o->sent, o->scoreboard.error.offset);
}

static bool can_read(struct observer *o) {
  if (!o->unread && o->config.unknown)
    o->unread = o->config.unknown & registers_needed(&o->config, o->options.shared_atb);
  o->frozen = o->frozen || o->unread;
  return !o->unread;
}

static void compare_up_to(struct observer *o, uint64_t end) {
  o->scoreboard.bounds = observer_bounds(o);
  if (end <= o->compared_bytes || !can_read(o)) return;
  scoreboard_bytes(&o->scoreboard, sent_byte(&o->sent, o->compared_bytes), (size_t)(end - o->compared_bytes));
  o->compared_bytes = end;
}

// The stream that is compared is the next one from here on.
static void change_config(struct observer *o, const struct config *config) {
  if (memcmp(config, &o->config, sizeof *config) == 0) return;
  o->config = *config;
  if (!scoreboard_programmed(&o->scoreboard)) error_memory(NULL);
  sent_programmed(&o->sent, &o->config);
}

// Behind a stop that nobody has seen. A unit that has told of what came later did not take it for a stop.
static void begin_next(struct observer *o, bool overflow) {
  const struct unseen_start next = unseen_take(&o->unseen);
  if (o->frozen) return;
  flow_end(o->scoreboard.flow);  // the instruction that it held back is of the old stream
  const size_t first = next.first > o->scoreboard.at.item ? next.first : o->scoreboard.at.item;
  scoreboard_stop(&o->scoreboard, next.taken, first, overflow, overflow);
  change_config(o, &next.config);
}

static bool may_lose(const struct observer *o) { return o->scoreboard.bounds.lost > 0; }

// Check 2, every now and then: of the bytes up to `end`.
static void decode_up_to(struct observer *o, uint64_t end) {
  while (o->unseen.count > 0) {
    const uint64_t whole = unseen_find(&o->unseen, &o->sent, end);
    compare_up_to(o, whole);
    if (!o->unseen.found) break;
    begin_next(o, o->unseen.overflow || may_lose(o));
  }
  if (o->unseen.count == 0) compare_up_to(o, end);
  streams_note(o);
  if (o->join) join_caught_up(o->join);
  // A report of what was found names the item there.
  if (!o->frozen && !o->rules.broken) history_release(&o->history, scoreboard_oldest(&o->scoreboard));
  sent_trim(&o->sent, &o->scoreboard.decoder, o->compared_bytes);
}

void streams_look(struct observer *o) {
  decode_up_to(o, o->late ? o->sent.before[(o->clock - o->late) % SENT_CLOCKS] : o->sent.count);
  if (!o->open || o->frozen) return;
  scoreboard_silence(&o->scoreboard, o->rules.atb_clocks, o->sampling.reported);
  streams_note(o);
}

// Nothing of what was sent is still to be looked at. `stopped`: nothing more comes of a start that was not found.
static void decode_all(struct observer *o, bool stopped) {
  sampling_end(o);
  decode_up_to(o, o->sent.count);
  while (o->unseen.count > 0) begin_next(o, !stopped || may_lose(o));
  compare_up_to(o, o->sent.count);
  streams_note(o);
}

void streams_look_at_all(struct observer *o) { decode_all(o, false); }

// --- begin and end --------------------------------------------------------------------------------------------------

// Items up to the last that the unit has certainly taken: one that takes them later than ours may not have had those
// that came last before WPTENABLE fell.
static size_t surely_taken(const struct observer *o) {
  size_t taken = o->sampling.reported;
  while (o->late > 0 && taken > o->scoreboard.at.item && taken > o->history.first &&
         history_moment(&o->history, taken - 1)->clock + 1 + o->late >= o->disabled_at) {
    taken--;
  }
  return taken;
}

bool streams_never_ran(const struct observer *o) { return o->begun_off && o->enabled_at < o->begun_at; }

// It stops at once (IHI 0035B 4.15.2): one whose WPTENABLE stays high goes on.
static bool has_stopped(const struct observer *o) {
  return o->disabled_at >= o->stopped_at && o->disabled_at - o->stopped_at <= o->rules.limits.latency + o->late;
}

// The unit goes on before anybody has seen that it stopped.
static void begin_unseen(struct observer *o) {
  const struct unseen_start next = {
      .sent = o->sent.count, .taken = surely_taken(o), .first = o->history.count, .config = o->programmed};
  if (streams_never_ran(o)) {
    unseen_replace(&o->unseen, &next);
    return;
  }
  if (!has_stopped(o)) return;
  // What began with an A-sync begins with no other one.
  const bool begun = o->scoreboard.synced || o->sent.count > o->begun_sent;
  o->full = o->full || !unseen_add(&o->unseen, &next, &o->scoreboard.decoder, &o->history, o->compared_bytes, begun);
}

void streams_begin(struct observer *o) {
  const bool unseen = o->open && !o->frozen && (o->unseen.count > 0 || (has_stopped(o) && !streams_never_ran(o)));
  struct config config = o->programmed;
  registers_apply(&o->registers, &config);
  o->unknown |= config.unknown;
  o->open = true;
  o->ended = false;
  scoreboard_silence_begin(&o->scoreboard, o->clock, o->rules.atb_clocks);
  if (unseen) sampling_end(o);
  o->programmed = config;
  if (unseen) {
    begin_unseen(o);
  } else {
    change_config(o, &config);
  }
  o->begun_at = o->clock;
  o->begun_sent = o->sent.count;
  o->begun_off = !o->enabled;
  const bool forces = unit_may_force_overflow(&config, o->syncs > 0);
  o->forces = o->forces || forces;
  o->scoreboard.forced = !o->options.strict || forces || (unseen && o->scoreboard.forced);
}

void streams_end(struct observer *o) {
  if (!o->open) return;
  o->open = false;
  o->ended = true;
  o->silenced = false;
  if (o->frozen) return;
  decode_all(o, true);
  if (o->frozen) return;
  flow_end(o->scoreboard.flow);  // the instruction that it held back was surely taken
  // ETMv3.0 clears ETMSR[0] where it is stopped (IHI 0014Q 3.5.5).
  const bool overflow = o->registers.overflow || (o->etm && config_minor(&o->config) == 0);
  scoreboard_stop(&o->scoreboard, surely_taken(o), o->history.count, overflow, overflow);
  streams_note(o);
}

void streams_end_in_silence(struct observer *o) {
  if (!o->silenced) return;
  o->registers.overflow = true;
  streams_end(o);
}
