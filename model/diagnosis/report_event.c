// SPDX-License-Identifier: Apache-2.0
#include "report_event.h"

#include <inttypes.h>

#include "resource.h"
#include "rule_resource.h"
#include "rule_trigger.h"
#include "rules.h"

enum { SHOWN = 6 };    // values of EXTIN
enum { DELAYS = 64 };  // clocks from an event to its trigger, fewer
enum { LISTED = 4 };   // events

// What is kept up to a clock: inputs [first, end), each of which stands until the next.
struct kept {
  const struct rules *rules;
  uint64_t first, end, clock;
};

static const struct trigger_input *input_at(const struct kept *k, uint64_t i) {
  return &rule_trigger_history(k->rules)->at[i % TRIGGER_HISTORY];
}

static uint64_t last_clock(const struct kept *k, uint64_t i) {
  return i + 1 < k->end ? input_at(k, i + 1)->clock - 1 : k->clock;
}

static struct kept kept_to(const struct rules *a, uint64_t clock) {
  const uint64_t count = rule_trigger_history(a)->count;
  struct kept k = {a, count > TRIGGER_HISTORY ? count - TRIGGER_HISTORY : 0, count, clock};
  while (k.end > k.first && input_at(&k, k.end - 1)->clock > clock) k.end--;
  return k;
}

static bool is_true_at(const struct kept *k, uint64_t i, uint32_t event) {
  bool known;
  return rule_resource_by_extin(event, input_at(k, i)->extin, &known);
}

// --- EXTIN ----------------------------------------------------------------------------------------------------------

static void put_clocks(FILE *out, uint64_t from, uint64_t to) {
  fprintf(out, " in %" PRIu64, from);
  if (to > from) fprintf(out, " to %" PRIu64, to);
}

// The first of the inputs up to `i` that have the same EXTIN.
static uint64_t same_extin(const struct kept *k, uint64_t i) {
  while (i > k->first && input_at(k, i - 1)->extin == input_at(k, i)->extin) i--;
  return i;
}

void report_event(FILE *out, const char *name, uint32_t event) {
  char words[RESOURCE_WORDS];
  resource_words(event, words);
  fprintf(out, "  event: %s=%s\n", name, words);
}

static bool has_extin(const struct kept *k, uint32_t event) {
  bool known;
  rule_resource_by_extin(event, 0, &known);
  return known && resource_inputs(event) && k->first < k->end;
}

void report_event_and_extin(FILE *out, const struct rules *a, const char *name, uint32_t event, uint64_t clock) {
  if (event == EVENT_ALWAYS) return;
  report_event(out, name, event);
  report_extin(out, a, event, clock);
}

void report_extin(FILE *out, const struct rules *a, uint32_t event, uint64_t clock) {
  const struct kept k = kept_to(a, clock);
  uint64_t from[SHOWN], to[SHOWN], end = k.end;
  unsigned count = 0, trues = 0;
  if (!has_extin(&k, event)) return;
  for (; count < SHOWN && end > k.first; count++) {
    to[count] = end - 1;
    end = from[count] = same_extin(&k, end - 1);
  }
  fputs("  EXTIN[3:0] by clock:", out);
  while (count-- > 0) {
    const unsigned extin = input_at(&k, from[count])->extin;
    const bool is_true = is_true_at(&k, from[count], event);
    fprintf(out, " %u%u%u%u", extin >> 3 & 1, extin >> 2 & 1, extin >> 1 & 1, extin & 1);
    put_clocks(out, input_at(&k, from[count])->clock, last_clock(&k, to[count]));
    fprintf(out, "%s%s", is_true ? " (event true)" : "", count > 0 ? "," : "");
    trues += is_true;
  }
  fputs(trues ? "\n" : "; the event is false in all of them\n", out);
}

// --- what would fit -------------------------------------------------------------------------------------------------

// What an event would have done. A mask of clocks: bit k is the clock that was k clocks ago.
struct fit {
  uint64_t delays;  // a bit for each number of clocks that fits all triggers so far
  unsigned triggers;
  bool missing;  // it was true, and no trigger came
};

struct replay {
  uint64_t was_true;      // clocks in which the event was true,
  uint64_t candidates;    // and of these those that may have caused the trigger that is to come
  bool known, spent;      // the trigger: whether it is armed is known; it has come
  bool sure;              // one of the candidates must have caused it
  uint64_t enabled;       // clocks since the unit was enabled
  uint64_t may, may_not;  // clocks in a row in which it was to look at the event, in which not
};

static uint64_t last_clocks(uint64_t count) { return count < DELAYS ? (UINT64_C(1) << count) - 1 : UINT64_MAX; }

// From when on a unit looks at its event, and how long, is certain to `latency` clocks.
static void replay_event(struct replay *r, bool is_true, bool may, uint32_t latency) {
  const bool begins = may && r->may == 0;
  r->may = may ? r->may + 1 : 0;
  r->may_not = may ? 0 : r->may_not + 1;
  r->was_true = r->was_true << 1 | is_true;
  r->candidates <<= 1;
  if (r->sure || r->spent) return;
  if (begins) r->candidates |= r->was_true & last_clocks(latency + 1);
  if (is_true && r->may_not <= latency) r->candidates |= 1;
  r->sure = is_true && r->may >= latency;
}

static void replay_clock(struct replay *r, struct fit *f, const struct trigger_input *in, bool is_true,
                         const struct rules_limits *limits) {
  if (in->flags & INPUT_ARMED)
    *r = (struct replay){
        .was_true = r->was_true, .known = !(in->flags & INPUT_STATUS_WRITTEN), .may_not = limits->latency};
  if (in->flags & INPUT_STARTED) {
    r->enabled = r->may = 0;
    r->sure = false;
  }
  r->enabled++;
  replay_event(r, is_true, in->flags & INPUT_MAY_TRACE, limits->latency);
  const bool judged = r->known && !r->spent;
  if (in->flags & INPUT_PULSE) {
    // As rule TRC-TRIG-6 says. A trigger may have been on its way when the unit was enabled again.
    const bool caused = r->was_true & last_clocks(r->enabled + limits->latency);
    if (judged) {
      f->triggers++;
      f->delays &= caused ? r->candidates : 0;
    }
    r->spent = true;
  } else if (judged && r->sure && !(r->candidates & last_clocks(limits->answer + UINT64_C(1)))) {
    f->missing = true;
  }
}

// Behind so many steady clocks nothing changes any more.
enum { STEADY = 4 * DELAYS };

static struct fit fit_of(const struct kept *k, uint32_t event) {
  const uint64_t from = rule_trigger_history(k->rules)->from;
  struct fit f = {.delays = UINT64_MAX};
  struct replay r = {.known = false};
  for (uint64_t i = from > k->first ? from : k->first; i < k->end; i++) {
    struct trigger_input in = *input_at(k, i);
    const bool is_true = is_true_at(k, i, event);
    const uint64_t clocks = last_clock(k, i) - in.clock + 1;
    for (uint64_t n = 0; n < clocks && n < STEADY; n++) {
      replay_clock(&r, &f, &in, is_true, &k->rules->limits);
      in.flags &= INPUT_MAY_TRACE;
    }
  }
  return f;
}

static bool fits(const struct fit *f) { return f->triggers > 0 && f->delays && !f->missing; }

struct listed {
  FILE *out;
  const struct kept *kept;
  uint32_t event;  // as it is programmed
  unsigned count;
};

// `words`, and `other` where they stand in its place. The delay is the shortest of those that fit.
static void try_event(struct listed *l, uint32_t event, const char *words, const char *other) {
  bool known;
  rule_resource_by_extin(event, 0, &known);
  if (!known || event == l->event) return;
  const struct fit f = fit_of(l->kept, event);
  if (!fits(&f) || l->count++ >= LISTED) return;
  fprintf(l->out, "%s%s%s%s (true %d clocks before)", l->count > 1 ? "; " : " ", words, other ? " instead of " : "",
          other ? other : "", __builtin_ctzll(f.delays));
}

static void try_resource(struct listed *l, unsigned shift) {
  const uint32_t programmed = l->event >> shift & 0x7F;
  char is[RESOURCE_NAME], was[RESOURCE_NAME];
  if (!resource_is_extin(programmed)) return;
  for (uint32_t i = RESOURCE_EXTIN; i < RESOURCE_EXTIN + RESOURCE_EXTINS; i++) {
    try_event(l, (l->event & ~(0x7Fu << shift)) | i << shift, resource_name(i, is), resource_name(programmed, was));
  }
}

static void try_function(struct listed *l, uint32_t event) {
  char words[RESOURCE_WORDS];
  resource_function_words(event, words);
  try_event(l, event, words, NULL);
}

static void try_functions(struct listed *l) {
  const uint32_t resources = l->event & 0x3FFF, second = resource_second(l->event);
  for (uint32_t function = 0; function < 8; function++) try_function(l, function << 14 | resources);
  if (resource_is_alone(l->event)) return;
  for (uint32_t function = 0; function < 2; function++) try_function(l, function << 14 | second);
}

void report_fits(FILE *out, const struct rules *a, uint64_t clock) {
  const struct kept k = kept_to(a, clock);
  const uint32_t event = rule_trigger_history(a)->event;
  const struct fit programmed = fit_of(&k, event);
  struct listed l = {out, &k, event, 0};
  bool known;
  rule_resource_by_extin(event, 0, &known);
  if (!known || programmed.triggers == 0) return;
  if (programmed.triggers > 1) {
    fprintf(out, "  would explain all %u triggers so far:", programmed.triggers);
  } else {
    fputs("  would explain the only trigger so far:", out);
  }
  if (fits(&programmed)) {
    fprintf(out, " the programmed event (true %d clocks before)\n", __builtin_ctzll(programmed.delays));
    return;
  }
  try_resource(&l, 0);
  if (!resource_is_alone(event)) try_resource(&l, 7);
  try_functions(&l);
  if (l.count > LISTED) fprintf(out, "; %u more", l.count - LISTED);
  fputs(l.count ? "\n" : " no event with one other resource, or another function\n", out);
}
