// SPDX-License-Identifier: Apache-2.0
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "follow_protocol.h"
#include "run.h"
#include "text.h"

enum { WINDOW = 8, BYTES_SHOWN = 8, WAVES_BEFORE = 200 };

static const char *items(const struct session *s) { return s->etm ? "steps" : "waypoints"; }

// --- the packets around a byte, on one side ------------------------------------------------------------------------

struct window {
  uint64_t from;  // packets that end behind this byte are kept, WINDOW of them
  struct packet packet[WINDOW];
  size_t count;
};

static void keep(void *user, const struct packet *p) {
  struct window *w = user;
  if (w->count < WINDOW && p->offset + p->length > w->from) w->packet[w->count++] = *p;
}

static void window_fill(struct window *w, const struct config *config, const struct bytes *bytes, uint64_t offset) {
  struct decoder d;
  *w = (struct window){.from = offset > BYTES_SHOWN ? offset - BYTES_SHOWN : 0};
  decode_start(&d, config, keep, w);
  decode_bytes(&d, bytes->at, bytes->count);
  decode_end(&d);
}

static void window_print(const struct window *w, const char *side, const struct bytes *bytes, uint64_t offset) {
  printf("  %s\n", side);
  if (w->count == 0) puts("      no packet there");
  for (size_t i = 0; i < w->count; i++) {
    const struct packet *p = &w->packet[i];
    char text[256], hex[3 * BYTES_SHOWN + 1] = "";
    packet_text(p, text, sizeof text);
    for (uint32_t b = 0; b < p->length && b < BYTES_SHOWN; b++) sprintf(hex + 3 * b, "%02x ", bytes->at[p->offset + b]);
    const bool here = p->offset <= offset && offset < p->offset + p->length;
    printf("    %c %8" PRIu64 "  %-*s  %s\n", here ? '>' : ' ', p->offset, 3 * BYTES_SHOWN, hex, text);
  }
}

// Names the words in which two packets differ. Text is "kind word word key=value ...".
static void print_fields(const struct window *unit, const struct window *model) {
  size_t i = 0;
  char a[256], b[256];
  for (; i < unit->count && i < model->count; i++) {
    packet_text(&unit->packet[i], a, sizeof a);
    packet_text(&model->packet[i], b, sizeof b);
    if (strcmp(a, b) != 0) break;
  }
  if (i == unit->count || i == model->count) return;
  printf("  fields that differ (unit / model):");
  char *rest_a, *rest_b;
  const char *x = strtok_r(a, " ", &rest_a), *y = strtok_r(b, " ", &rest_b);
  while (x || y) {
    if (!x || !y || strcmp(x, y) != 0) printf("  %s / %s", x ? x : "-", y ? y : "-");
    x = x ? strtok_r(NULL, " ", &rest_a) : NULL;
    y = y ? strtok_r(NULL, " ", &rest_b) : NULL;
  }
  putchar('\n');
}

// --- what failed ----------------------------------------------------------------------------------------------------

static void print_step(const struct step *s) {
  if (s->kind != STEP_INSTRUCTION) {
    printf("    exception %u to 0x%08X%s%s\n", s->exception, s->address, s->thumb ? " thumb" : "", s->ns ? " ns" : "");
  } else {
    printf("    0x%08X %0*X%s%s%s %c\n", s->address, 2 * s->size, s->opcode, s->thumb ? " thumb" : "",
           s->ns ? " ns" : "", s->prohibited ? " prohibited" : "", s->passed ? 'E' : 'N');
  }
}

static void print_items(const struct session *s, size_t behind) {
  const size_t first = behind > 8 ? behind - 8 : 0;
  const size_t end = behind < s->happened.count ? behind : s->happened.count;
  printf("  last %s presented, %zu before them:\n", items(s), first);
  for (size_t i = first; i < end; i++) {
    if (s->etm) {
      print_step(happened_step(&s->happened, i));
      continue;
    }
    struct text_line line = {.kind = TEXT_WAYPOINT, .waypoint = *happened_waypoint(&s->happened, i)};
    text_write(stdout, &(struct text){.at = &line, .count = 1});
  }
}

#define PIN(name, field)                                                                         \
  if (d->unit.field != d->model.field) {                                                         \
    printf("    %-10s unit 0x%" PRIX64 ", model 0x%" PRIX64 "\n", name, (uint64_t)d->unit.field, \
           (uint64_t)d->model.field);                                                            \
  }

// Which of the two tells the truth? The decoder knows neither of them.
static void print_verdict(const struct follow *f, const char *side) {
  if (f->wrong) {
    printf("  the %s's bytes do not tell what happened (byte %" PRIu64 "): %s\n", side, f->error.offset, f->error.why);
  } else if (f->at.items == 0) {
    printf("  the %s's bytes tell nothing\n", side);
  } else {
    printf("  the %s's bytes tell what happened, up to %s %zu\n", side, f->protocol->item, f->at.item - 1);
  }
}

static void print_verdicts(struct session *s) {
  struct follow *f = malloc(sizeof *f);
  if (!s->follow.flow || !f || !follow_start(f, &s->config, &s->stim->image, &s->happened)) return;
  follow_bytes(f, s->model_bytes.at, s->model_bytes.count);
  print_verdict(&s->follow, "unit");
  print_verdict(f, "model");
  follow_free(f);
  free(f);
}

static void print_difference(struct session *s) {
  const struct difference *d = &s->difference;
  const struct bytes *unit = &s->unit_bytes, *model = &s->model_bytes;
  printf("check 1: clock %" PRIu64 ": the unit's outputs are not the model's\n", d->clock);
  PIN("ATVALID", atvalid)
  PIN("ATDATA", atdata)
  PIN("ATBYTES", atbytes)
  PIN("ATID", atid)
  PIN("AFREADY", afready)
  PIN(s->etm ? "ETMEN" : "WPTENABLE", wpt_enable)
  PIN("PRDATA", prdata)
  PIN(s->etm ? "ETMTRIGOUT" : "PTMTRIGGER", trigger)
  PIN(s->etm ? "ETMWFIREADY" : "PTMIDLEACK", idle)
  size_t offset = d->sent;
  while (offset < unit->count && offset < model->count && unit->at[offset] == model->at[offset]) offset++;
  if (offset == unit->count || offset == model->count) {
    printf("  the %zu bytes that both sent up to the end of the run are the same\n", offset);
  } else {
    struct window u, m;
    window_fill(&u, &s->config, unit, offset);
    window_fill(&m, &s->config, model, offset);
    printf("  byte %zu: 0x%02x, the model says 0x%02x\n", offset, unit->at[offset], model->at[offset]);
    window_print(&u, "unit", unit, offset);
    window_print(&m, "model", model, offset);
    print_fields(&u, &m);
  }
  print_verdicts(s);
  print_items(s, d->waypoints);
}

static void print_wrong(const struct session *s) {
  const struct follow *f = &s->follow;
  printf("check 2: clock %" PRIu64 ", byte %" PRIu64 ": %s\n", s->wrong_clock, f->error.offset, f->error.why);
  struct window w;
  window_fill(&w, &s->config, &s->unit_bytes, f->error.offset);
  window_print(&w, "unit", &s->unit_bytes, f->error.offset);
  print_items(s, f->at.item + 1);
}

// Each architecture rule that was broken, and where first. The clock of the first of all, or `first`.
static uint64_t print_breaches(const struct arch *a, uint64_t first) {
  for (unsigned i = 0; i < ARCH_RULES; i++) {
    const struct arch_breach *b = &a->breaches[i];
    if (b->times == 0) continue;
    printf("check 3: clock %" PRIu64 ", byte %" PRIu64 ": rule %s: %s (%s; %" PRIu64 " times)\n", b->clock, b->offset,
           arch_rules[i].id, b->text, arch_rules[i].clause, b->times);
    if (b->clock < first) first = b->clock;
  }
  return first;
}

static bool fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

static bool fail(const char *format, ...) {
  va_list args;
  va_start(args, format);
  vprintf(format, args);
  va_end(args);
  putchar('\n');
  return false;
}

// The run did not end as it should.
static bool fail_end(enum driver_end end) {
  static const char *const what[] = {[DRIVER_GOES_ON] = "stop",
                                     [DRIVER_NO_STOP] = "stop",
                                     [DRIVER_NO_START] = "start",
                                     [DRIVER_NO_IDLE_ACK] = "acknowledge the idle request"};
  return fail("balance: the unit did not %s in %d clocks", what[end], STOP_LIMIT);
}

// All bytes sent are in packets, but for what resets cut.
static bool balance_bytes(const struct session *s) {
  const struct follow *f = &s->follow;
  const uint64_t unsynced = f->decoder.unsynced - f->cut_unsynced;
  const uint64_t bytes = coverage_bytes(&f->coverage) + f->decoder.unsynced + f->cut;
  bool good = true;
  if (s->beats == 0) good = fail("balance: no trace came out, so nothing was compared");
  if (unsynced) good = fail("balance: %" PRIu64 " bytes before an A-sync", unsynced);
  if (f->pending) good = fail("balance: %" PRIu64 " bytes at the end are no whole packet", f->pending);
  if (bytes != s->unit_bytes.count) {
    good = fail("balance: %zu bytes sent, %" PRIu64 " in packets", s->unit_bytes.count, bytes);
  }
  return good;
}

// The model knows what it has lost (of an ETM not in steps). Not all of it shows: an overflow may begin before tracing
// does, where Debug state or a prohibited region is left, and a reset hides what went before.
static bool balance_lost(const struct session *s) {
  const struct follow_position *at = &s->follow.at;
  const uint64_t lost = at->lost_items + at->untold_items, model = s->lost_before + s->unit.stats.lost;
  const uint64_t starts = at->starts - at->resumes;
  const uint64_t hidden = at->untraced_items - starts - s->refused + at->reset_items;
  if (s->etm || !s->options.model || (lost <= model + at->late_items && model <= lost + hidden)) return true;
  return fail("balance: %" PRIu64 " waypoints lost, but the model lost %" PRIu64, lost, model);
}

// An ATB that is always ready and at least as wide as an instruction takes the trace of an instruction per clock of
// real code. (Random code crowds exceptions closer than a waypoint queue can hold.)
static bool rule_lost(const struct session *s) {
  const struct options *o = &s->options;
  const uint64_t lost = s->follow.at.lost_items + s->follow.at.untold_items;
  const bool calm = o->model && o->drive.source == SOURCE_PROGRAM && o->drive.stim.spacing == SPACING_ONE &&
                    o->drive.atclken == 100 && o->drive.pressure.kind == PRESSURE_NONE && s->config.atb_bits >= 32 &&
                    !s->follow.forced;
  return !calm || lost == 0 || fail("rule lost: %" PRIu64 " waypoints, without back-pressure", lost);
}

// Everything that was produced must have been compared, or be missing for a reason that is known.
static bool balance(const struct session *s) {
  const struct follow_position *at = &s->follow.at;
  const uint64_t triggers = s->follow.coverage.packets[PACKET_TRIGGER];
  if (driver_end(s->driver) != DRIVER_PARKED) return fail_end(driver_end(s->driver));
  bool good = balance_bytes(s);
  // PTMTRIGGER comes before the packet, which a stop or a reset may overtake.
  if (triggers > s->triggers)
    good = fail("balance: %" PRIu64 " trigger packets, %" PRIu64 " triggers", triggers, s->triggers);
  if (!s->follow.flow) return good;
  if (at->items == 0 && s->traceable) good = fail("balance: none of the %s was compared", items(s));
  const uint64_t timestamps = s->follow.coverage.packets[PACKET_TIMESTAMP];
  if (at->timestamps_compared != timestamps) {
    good = fail("balance: %" PRIu64 " timestamps compared, of %" PRIu64, at->timestamps_compared, timestamps);
  }
  const uint64_t told = s->etm ? at->instructions : at->items - at->updates;
  const uint64_t counted = told_counts(&s->config) ? told : 0;
  if (at->spans != counted) good = fail("balance: %" PRIu64 " cycle counts compared, of %" PRIu64, at->spans, counted);
  const uint64_t waypoints = at->items + at->lost_items + at->untold_items + at->untraced_items + at->reset_items;
  const uint64_t steps =
      at->instructions + at->exceptions + at->lost_steps + at->untold_steps + at->untraced_steps + at->reset_steps;
  if (s->happened.steps && steps != at->step) good = fail("balance: %" PRIu64 " steps, of %zu", steps, at->step);
  if (waypoints != s->happened.count) {
    good = fail("balance: %" PRIu64 " %s compared, lost or untraced, of %zu", waypoints, items(s), s->happened.count);
  }
  return balance_lost(s) && rule_lost(s) && good;
}

static void print_waves(const struct session *s, const struct rerun *rerun, uint64_t clock) {
  if (!rerun->waves || s->options.fst) return;
  char stem[1024], command[4096];
  snprintf(stem, sizeof stem, "%s-seed%" PRIu64 "-clock%" PRIu64, rerun->waves, s->options.drive.seed, clock);
  const uint64_t from = clock > WAVES_BEFORE ? clock - WAVES_BEFORE : 0;
  const int length =
      snprintf(command, sizeof command,
               "%s --quiet --fst '%s.fst' --beats '%s.beats' --from %" PRIu64 " --to %" PRIu64 " >/dev/null 2>&1",
               rerun->command, stem, stem, from, clock + AFTERMATH);
  if (length >= (int)sizeof command) return;
  fflush(stdout);
  if (system(command) != -1) {
    printf("waves: %s.fst, clocks %" PRIu64 " to %" PRIu64 "\n", stem, from, clock + AFTERMATH);
  }
}

// --- the summary ----------------------------------------------------------------------------------------------------

static double per(uint64_t a, uint64_t b) { return b ? (double)a / (double)b : 0; }

static void print_table(const struct session *s) {
  const struct follow_position *at = &s->follow.at;
  const struct coverage *c = &s->follow.coverage;
  const struct driver_counts counts = driver_counts(s->driver);
  const size_t bytes = s->unit_bytes.count;
  printf("clocks        %12" PRIu64 "\n", s->clock);
  printf("%-13s %12zu  %" PRIu64 " compared, %" PRIu64 " lost, %" PRIu64 " untraced, %" PRIu64 " reset\n", items(s),
         s->happened.count, at->items, at->lost_items + at->untold_items, at->untraced_items, at->reset_items);
  printf("instructions  %12" PRIu64 "  and %" PRIu64 " exceptions compared, %.2f bits each\n", at->instructions,
         at->exceptions, 8 * per(bytes, at->instructions));
  printf("beside them   %12" PRIu64 "  cycle counts, %" PRIu64 " Context IDs, %" PRIu64 " VMIDs, %" PRIu64
         " timestamps compared\n",
         at->spans, at->contexts, at->vmids, at->timestamps_compared);
  printf("bytes         %12zu  in %" PRIu64 " beats\n", bytes, s->beats);
  printf("overflows     %12" PRIu64 "  starts %" PRIu64 ", resets %" PRIu64 "\n", at->gaps, at->starts, s->reset_count);
  printf("requests      %12" PRIu64 "  flushes, %" PRIu64 " syncs; %" PRIu64 " triggers\n", counts.flushes,
         counts.syncs, s->triggers);
  printf("rules         %12u  of %u evaluated, %" PRIu64 " times\n", arch_count_evaluated(&s->arch), ARCH_RULES,
         arch_evaluated(&s->arch));
  printf("return stack  %12" PRIu64 "  hits, %" PRIu64 " misses, %" PRIu64 " overflows\n", c->stack_hit, c->stack_miss,
         c->stack_overflow);
  for (int kind = 0; kind < PACKET_KINDS; kind++) {
    if (c->packets[kind] == 0) continue;
    printf("  %-16s %9" PRIu64 "  %" PRIu64 " bytes\n", packet_name[kind], c->packets[kind], c->bytes[kind]);
  }
}

// `lost` and `untraced` count waypoints, or steps.
static void print_line(const struct session *s, bool good) {
  const struct follow_position *at = &s->follow.at;
  const struct {
    const char *name;
    uint64_t value;
  } values[] = {
      {"clocks", s->clock},
      {"beats_compared", s->beats},
      {"bytes", s->unit_bytes.count},
      {"packets", coverage_packets(&s->follow.coverage)},
      {items(s), s->happened.count},
      {s->etm ? "steps_compared" : "waypoints_compared", at->items},
      {"instructions_compared", at->instructions},
      {"exceptions_compared", at->exceptions},
      {"spans", at->spans},
      {"contexts", at->contexts},
      {"vmids", at->vmids},
      {"timestamps", at->timestamps_compared},
      {"lost", at->lost_items + at->untold_items},
      {"untraced", at->untraced_items + at->reset_items},
      {"starts", at->starts},
      {"overflows", at->gaps},
      {"resets", s->reset_count},
      {"triggers", s->triggers},
      {"flushes", driver_counts(s->driver).flushes},
      {"seed", s->options.drive.seed},
  };
  fputs(good ? "PASS" : "FAIL", stdout);
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) printf(" %s=%" PRIu64, values[i].name, values[i].value);
  printf(" checks=%s\n", !s->options.check ? "off" : s->options.model ? "on" : "no-model");
}

bool report(struct session *s, const struct rerun *rerun) {
  uint64_t first = UINT64_MAX;  // clock of the first failure
  bool good = true;
  if (s->difference.found) {
    print_difference(s);
    first = s->difference.clock;
  }
  if (s->rules_failed) {
    printf("rule: clock %" PRIu64 ": %s (%" PRIu64 " failures in all)\n", s->rule_clock, s->rule, s->rules_failed);
    first = s->rule_clock < first ? s->rule_clock : first;
  }
  if (s->wrong_found && !s->difference.found) {
    print_wrong(s);
    first = s->wrong_clock < first ? s->wrong_clock : first;
  }
  first = print_breaches(&s->arch, first);
  good = first == UINT64_MAX;
  // A run that was cut short owes no balance.
  if (good && s->options.check && s->options.to == UINT64_MAX) good = balance(s);
  if (!good) {
    print_waves(s, rerun, first == UINT64_MAX ? s->clock - 1 : first);
    printf("again: %s\n", rerun->command);
  }
  if (!s->options.quiet) print_table(s);
  print_line(s, good);
  return good;
}
