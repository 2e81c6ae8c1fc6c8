// SPDX-License-Identifier: Apache-2.0
// Selects the lines that are removed, and their order.
#include "reduce.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "error.h"

enum {
  SHORT = 8,   // number of clocks up to which a piece may start at any clock
  COARSE = 16  // number of pieces
};

static bool is_item(const struct text_line *line) { return line->kind == TEXT_WAYPOINT || line->kind == TEXT_CLOCK; }
static bool has_clock(const struct text_line *line) { return is_item(line) || line->kind == TEXT_IDLE; }

size_t reduce_items(const struct text *text) {
  size_t items = 0;
  for (size_t i = 0; i < text->count; i++) items += is_item(&text->at[i]);
  return items;
}

// Replaces the lines of the text, if the condition holds with them.
static bool take_lines(struct reduce *r, struct text_line *lines, size_t count) {
  const struct text candidate = {.at = lines, .count = count, .room = count, .image = r->text->image};
  if (!r->holds(r->user, &candidate)) return false;
  r->text->at = array_reserve(r->text->at, count, &r->text->room, sizeof *lines);
  memcpy(r->text->at, lines, count * sizeof *lines);
  r->text->count = count;
  return true;
}

static struct text_line *copy_lines(const struct text *text) {
  struct text_line *lines = error_memory(malloc((text->count + 1) * sizeof *lines));
  memcpy(lines, text->at, text->count * sizeof *lines);
  return lines;
}

// --- joining ---------------------------------------------------------------------------------------------------------

static bool leads_anywhere(const struct waypoint *waypoint) {
  return waypoint->type == WAYPOINT_EXCEPTION || waypoint->type == WAYPOINT_DEBUG_EXIT ||
         (waypoint->type == WAYPOINT_INDIRECT && waypoint->taken);
}

// The last branch, if the trace has to report its target.
static struct slot *last_branch(struct slots *s) {
  for (int i = 1; i >= 0; i--) {
    if (s->at[i].branched) return s->at[i].direct ? NULL : &s->at[i];
    if (s->at[i].executed) return NULL;
  }
  return NULL;
}

static struct text_line *item_before(struct text_line *lines, size_t end) {
  while (end > 0 && !is_item(&lines[end - 1])) end--;
  return end > 0 ? &lines[end - 1] : NULL;
}

// The line before `end` whose target can be changed. NULL: none is needed, or none can be changed.
static struct text_line *joint_before(struct text_line *lines, size_t end) {
  struct text_line *line = item_before(lines, end);
  if (!line) return NULL;
  return line->kind == TEXT_CLOCK ? (last_branch(&line->slots) ? line : NULL)
                                  : (leads_anywhere(&line->waypoint) ? line : NULL);
}

// A branch that was not taken, a barrier and an update continue at the next instruction, whatever their target is.
uint32_t reduce_leads_to(const struct waypoint *waypoint) {
  const bool stays = !waypoint->taken || waypoint->type == WAYPOINT_BARRIER || waypoint->type == WAYPOINT_UPDATE;
  if (!stays || waypoint->prohibited) return waypoint->target;
  return waypoint->type == WAYPOINT_UPDATE ? waypoint->pc
                                           : waypoint->pc + (waypoint->target_t && !waypoint->t32 ? 2 : 4);
}

static void lead_like(struct waypoint *waypoint, const struct waypoint *like) {
  waypoint->target = reduce_leads_to(like);
  waypoint->target_t = like->target_t;
  waypoint->target_j = like->target_j;
  waypoint->ns = like->ns;
  waypoint->hyp = like->hyp;
  waypoint->user = like->user;
  waypoint->prohibited = like->prohibited;
}

static bool lead_to_slots(struct slots *from, const struct slots *to) {
  struct slot *branch = last_branch(from);
  const struct slot *first = to->at[0].executed || to->at[0].branched ? &to->at[0] : &to->at[1];
  if (!first->executed) return false;
  branch->to = first->at;
  branch->to.ns = to->ns;
  branch->to.hyp = to->hyp;
  branch->secret = to->prohibited;
  return true;
}

// Lets the joint lead to the code after lines [a, b), which are removed.
static bool join(struct text_line *joint, struct text *text, size_t a, size_t b) {
  if (joint->kind == TEXT_CLOCK) {
    while (b < text->count && text->at[b].kind != TEXT_CLOCK) b++;
    return b < text->count && lead_to_slots(&joint->slots, &text->at[b].slots);
  }
  const struct text_line *last = item_before(text->at + a, b - a);
  if (!last || last->waypoint.type == WAYPOINT_DEBUG_ENTRY) return false;
  lead_like(&joint->waypoint, &last->waypoint);
  return true;
}

// --- removal ---------------------------------------------------------------------------------------------------------

// How lines are removed.
enum cut {
  CUT_PLAIN,
  CUT_JOINED = 1,  // the line before them leads to the line after them
  CUT_IDLE = 2     // idle clocks replace them
};

static uint64_t clocks_of(const struct text *text, size_t a, size_t b) {
  uint64_t clocks = 0;
  for (; a < b; a++) clocks += text->at[a].kind == TEXT_IDLE ? text->at[a].number : is_item(&text->at[a]);
  return clocks;
}

// Removes lines [a, b), if the condition holds without them.
static bool cut(struct reduce *r, size_t a, size_t b, unsigned how) {
  struct text *text = r->text;
  struct text_line *lines = copy_lines(text), *joint = how & CUT_JOINED ? joint_before(lines, a) : NULL;
  const uint64_t idle = how & CUT_IDLE ? clocks_of(text, a, b) : 0;
  const bool gains = !(how & CUT_IDLE) || item_before(text->at + a, b - a);
  const bool tried = gains && (!(how & CUT_JOINED) || (joint && join(joint, text, a, b)));
  const size_t to = a + (idle > 0);
  memmove(lines + to, lines + b, (text->count - b) * sizeof *lines);
  if (idle > 0) lines[a] = (struct text_line){.kind = TEXT_IDLE, .number = idle};
  const bool good = tried && take_lines(r, lines, text->count - b + to);
  free(lines);
  return good;
}

// The end of a clock with all its lines.
static size_t clock_end(const struct text *text, size_t from) {
  while (from < text->count && !has_clock(&text->at[from])) from++;
  return from < text->count ? from + 1 : from;
}

static size_t clocks_end(const struct text *text, size_t from, size_t clocks) {
  for (; clocks > 0 && from < text->count; clocks--) from = clock_end(text, from);
  return from;
}

static size_t count_clocks(const struct text *text) {
  size_t clocks = 0;
  for (size_t at = 0; at < text->count; at = clock_end(text, at)) clocks++;
  return clocks;
}

static bool cut_clocks(struct reduce *r, size_t a, size_t b, unsigned how) {
  if (cut(r, a, b, how)) return true;
  for (; a < b; a = clock_end(r->text, a)) {
    if (a > 0 && joint_before(r->text->at, a)) return cut(r, a, b, how | CUT_JOINED);
  }
  return false;
}

// Removes pieces of this number of clocks.
static bool cut_everywhere(struct reduce *r, size_t clocks, unsigned how) {
  bool any = false;
  for (size_t at = 0; at < r->text->count;) {
    const size_t end = clocks_end(r->text, at, clocks);
    const bool good = cut_clocks(r, at, end, how);
    any = any || good;
    if (!good || how == CUT_IDLE) at = clocks_end(r->text, at, good || clocks <= SHORT ? 1 : clocks);
  }
  return any;
}

static void join_idles(struct reduce *r) {
  size_t count = 0;
  for (size_t i = 0; i < r->text->count; i++) {
    struct text_line *line = &r->text->at[i], *last = count ? &r->text->at[count - 1] : NULL;
    const bool joins = last && line->kind == TEXT_IDLE && last->kind == TEXT_IDLE;
    if (joins && last->number + line->number <= UINT32_MAX) {
      last->number += line->number;
    } else {
      r->text->at[count++] = *line;
    }
  }
  r->text->count = count;
}

// Removes lines of this kind: all, or each without which the condition holds.
static bool cut_kind(struct reduce *r, enum text_kind kind) {
  struct text_line *lines = copy_lines(r->text);
  size_t count = 0;
  for (size_t i = 0; i < r->text->count; i++) {
    if (r->text->at[i].kind != kind) lines[count++] = r->text->at[i];
  }
  const bool all = count < r->text->count && take_lines(r, lines, count);
  bool any = all;
  free(lines);
  for (size_t i = 0; !all && i < r->text->count;) {
    if (r->text->at[i].kind == kind && cut(r, i, i + 1, CUT_PLAIN)) {
      any = true;
    } else {
      i++;
    }
  }
  return any;
}

static bool shorten_idle(struct reduce *r, size_t i) {
  bool good = false;
  for (uint64_t clocks = 1; !good && clocks < r->text->at[i].number; clocks *= 2) {
    struct text_line *lines = copy_lines(r->text);
    lines[i].number = clocks;
    good = take_lines(r, lines, r->text->count);
    free(lines);
  }
  return good;
}

static bool shorten_idles(struct reduce *r) {
  bool any = false;
  for (size_t i = 0; i < r->text->count; i++) {
    if (r->text->at[i].kind == TEXT_IDLE) any = shorten_idle(r, i) || any;
  }
  return any;
}

// --- values ----------------------------------------------------------------------------------------------------------

static void clear_context(struct text_line *line) {
  line->waypoint.context_id = line->slots.context_id = 0;
  line->waypoint.vmid = line->slots.vmid = 0;
}

// Removes Context ID and VMID from all lines.
static bool clear_contexts(struct reduce *r) {
  struct text_line *lines = copy_lines(r->text);
  for (size_t i = 0; i < r->text->count; i++) clear_context(&lines[i]);
  const bool same = memcmp(lines, r->text->at, r->text->count * sizeof *lines) == 0;
  const bool good = !same && take_lines(r, lines, r->text->count);
  free(lines);
  return good;
}

// Lets a branch lead directly to the next waypoint instruction.
static bool skip_code(struct reduce *r, size_t i) {
  struct text_line *lines = copy_lines(r->text);
  size_t next = i + 1;
  while (next < r->text->count && !is_item(&lines[next])) next++;
  bool good = next < r->text->count && lines[i].kind == TEXT_WAYPOINT && leads_anywhere(&lines[i].waypoint) &&
              lines[i].waypoint.target != lines[next].waypoint.pc;
  if (good) {
    lines[i].waypoint.target = lines[next].waypoint.pc;
    good = take_lines(r, lines, r->text->count);
  }
  free(lines);
  return good;
}

// Removes pieces from all clocks down to `least` clocks. Code that is no longer needed is removed each time, because
// each attempt would spend time on it.
static bool cut_pieces(struct reduce *r, size_t least, unsigned how) {
  bool any = false;
  for (size_t clocks = count_clocks(r->text); clocks >= least; clocks /= 2) {
    if (!cut_everywhere(r, clocks, how)) continue;
    any = true;
    reduce_code(r);
  }
  return any;
}

bool reduce_coarsely(struct reduce *r) { return cut_pieces(r, count_clocks(r->text) / COARSE + 1, CUT_PLAIN); }

bool reduce_round(struct reduce *r) {
  static const uint8_t clock_kinds[] = {TEXT_TSVALUE,       TEXT_EXTIN,       TEXT_EXTIN_HOLD,       TEXT_EXTINBUS,
                                        TEXT_EXTINBUS_HOLD, TEXT_EMBEDDEDICE, TEXT_EMBEDDEDICE_HOLD, TEXT_CLOCK_CHANGE,
                                        TEXT_IDLE_REQUEST,  TEXT_WPT_FLUSH,   TEXT_COMMIT,           TEXT_FLUSH,
                                        TEXT_SYNC,          TEXT_IDLE};
  bool any = cut_pieces(r, 1, CUT_PLAIN);
  if (reduce_items(r->text) > 1) any = cut_pieces(r, 1, CUT_IDLE) || any;
  join_idles(r);
  for (size_t i = 0; i < sizeof clock_kinds; i++) any = cut_kind(r, clock_kinds[i]) || any;
  any = clear_contexts(r) || any;
  any = shorten_idles(r) || any;
  for (size_t i = 0; i < r->text->count; i++) any = skip_code(r, i) || any;
  return any;
}
