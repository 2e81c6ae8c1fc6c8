// SPDX-License-Identifier: Apache-2.0
#include "report_event.h"

#include <inttypes.h>
#include <string.h>

#include "arch_parts.h"
#include "resource.h"

enum { SHOWN = 6 };    // values of EXTIN
enum { DELAYS = 64 };  // clocks from an event to its trigger, fewer
enum { STARTS = 8 };   // stretches in which an event that may have caused a trigger was true, at most
enum { LISTED = 4 };   // events

// What is kept up to a clock: inputs [first, end), each of which stands until the next.
struct kept {
  const struct arch *arch;
  uint64_t first, end, clock;
};

static const struct arch_input *input_at(const struct kept *k, uint64_t i) {
  return &k->arch->inputs.at[i % ARCH_INPUTS];
}

static uint64_t last_clock(const struct kept *k, uint64_t i) {
  return i + 1 < k->end ? input_at(k, i + 1)->clock - 1 : k->clock;
}

static struct kept kept_to(const struct arch *a, uint64_t clock) {
  const uint64_t count = a->inputs.count;
  struct kept k = {a, count > ARCH_INPUTS ? count - ARCH_INPUTS : 0, count, clock};
  while (k.end > k.first && input_at(&k, k.end - 1)->clock > clock) k.end--;
  return k;
}

static bool is_true_at(const struct kept *k, uint64_t i, uint32_t event) {
  bool known;
  return arch_event_is_true(event, input_at(k, i)->extin, &known);
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

void report_extin(FILE *out, const struct arch *a, uint32_t event, uint64_t clock) {
  const struct kept k = kept_to(a, clock);
  uint64_t from[SHOWN], to[SHOWN], end = k.end;
  unsigned count = 0, trues = 0;
  bool known;
  arch_event_is_true(event, 0, &known);
  if (!known || !arch_event_inputs(event) || k.first == k.end) return;
  for (; count < SHOWN && end > k.first; count++) {
    to[count] = end - 1;
    end = from[count] = same_extin(&k, end - 1);
  }
  fputs("  EXTIN[3:0], by clocks:", out);
  while (count-- > 0) {
    const unsigned extin = input_at(&k, from[count])->extin;
    const bool is_true = is_true_at(&k, from[count], event);
    fprintf(out, " %u%u%u%u", extin >> 3 & 1, extin >> 2 & 1, extin >> 1 & 1, extin & 1);
    put_clocks(out, input_at(&k, from[count])->clock, last_clock(&k, to[count]));
    fprintf(out, "%s%s", is_true ? " (event true)" : "", count > 0 ? "," : "");
    trues += is_true;
  }
  fputs(trues ? "\n" : "; the event is true in none of them\n", out);
}

// --- what would fit -------------------------------------------------------------------------------------------------

struct fit {
  uint64_t delays;  // a bit for each number of clocks that fits all triggers so far
  unsigned triggers;
  bool missing;  // it was true, and no trigger came
};

// What an event has done since the unit was armed, or enabled since then.
struct since {
  bool known, may, spent, was_true, sure;
  uint64_t may_from;
  struct {
    uint64_t first, last;  // clocks: the unit saw it become true in one of them
  } starts[STARTS];        // the last had to cause a trigger, if `sure`
  unsigned count;
};

// The event is true in these clocks. It may cause no trigger where the unit need not have been enabled yet.
static void start(struct since *s, uint64_t from, uint64_t to, uint32_t latency) {
  const uint64_t enabled = s->may_from + latency;
  if (s->sure || s->count == STARTS) return;
  s->starts[s->count].first = from;
  s->starts[s->count++].last = from >= enabled ? from : to < enabled ? to : enabled;
  s->sure = to >= enabled;
}

static uint64_t delays_to(const struct since *s, uint64_t clock) {
  uint64_t delays = 0;
  for (unsigned i = 0; i < s->count; i++) {
    for (uint64_t at = s->starts[i].first; at <= s->starts[i].last && at <= clock; at++) {
      if (clock - at < DELAYS) delays |= UINT64_C(1) << (clock - at);
    }
  }
  return delays;
}

static void pulse(struct fit *f, struct since *s, uint64_t clock) {
  if (s->known && !s->spent) {
    f->triggers++;
    f->delays &= delays_to(s, clock);
  }
  s->spent = true;
}

static void begin(struct since *s, const struct arch_input *in) {
  const bool may = in->what & ARCH_MAY;
  if (in->what & ARCH_ARMED) *s = (struct since){.known = !(in->what & ARCH_SPENT)};
  if (may && (!s->may || in->what & ARCH_STARTED)) {
    s->may_from = in->clock;
    s->was_true = s->sure = false;
    s->count = 0;
  }
  s->may = may;
}

static struct fit fit_of(const struct kept *k, uint32_t event) {
  struct fit f = {.delays = UINT64_MAX};
  struct since s = {.known = false};
  const uint64_t from = k->arch->inputs.from;
  const uint32_t answer = k->arch->limits.answer < DELAYS ? k->arch->limits.answer : DELAYS;
  for (uint64_t i = from > k->first ? from : k->first; i < k->end; i++) {
    const struct arch_input *in = input_at(k, i);
    const uint64_t to = last_clock(k, i);
    begin(&s, in);
    const bool is_true = s.may && is_true_at(k, i, event);
    if (is_true && !s.was_true) start(&s, in->clock, to, k->arch->limits.latency);
    s.was_true = is_true;
    if (in->what & ARCH_PULSE) pulse(&f, &s, in->clock);
    const bool late = s.sure && to >= s.starts[s.count - 1].last + answer;
    f.missing = f.missing || (s.known && !s.spent && s.may && late);
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
  arch_event_is_true(event, 0, &known);
  if (!known || event == l->event) return;
  const struct fit f = fit_of(l->kept, event);
  if (!fits(&f) || l->count++ >= LISTED) return;
  fprintf(l->out, "%s%s%s%s (true %d clocks before)", l->count > 1 ? "; " : " ", words, other ? " in place of " : "",
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

void report_fits(FILE *out, const struct arch *a, uint64_t clock) {
  const struct kept k = kept_to(a, clock);
  const uint32_t event = a->inputs.event;
  const struct fit programmed = fit_of(&k, event);
  struct listed l = {out, &k, event, 0};
  bool known;
  arch_event_is_true(event, 0, &known);
  if (!known || programmed.triggers == 0) return;
  if (programmed.triggers > 1) {
    fprintf(out, "  would fit all %u triggers so far:", programmed.triggers);
  } else {
    fputs("  would fit the only trigger so far:", out);
  }
  if (fits(&programmed)) {
    fprintf(out, " the event as it is (true %d clocks before)\n", __builtin_ctzll(programmed.delays));
    return;
  }
  try_resource(&l, 0);
  if (!resource_is_alone(event)) try_resource(&l, 7);
  try_functions(&l);
  if (l.count > LISTED) fprintf(out, "; %u more", l.count - LISTED);
  fputs(l.count ? "\n" : " no event that differs from it in one resource or in the function\n", out);
}
