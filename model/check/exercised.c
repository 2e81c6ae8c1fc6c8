// SPDX-License-Identifier: Apache-2.0
#include "exercised.h"

#include <inttypes.h>
#include <string.h>

#include "append.h"
#include "description.h"
#include "observer.h"
#include "register.h"
#include "scoreboard_term.h"
#include "verdict.h"

static bool is_there(const struct config *c, uint16_t offset) {
  return register_is_there(register_at(offset), config_protocol(c), config_minor(c));
}

static bool has_registers(const struct config *c, uint32_t cfgregs, uint16_t offset) {
  return c->cfgregs & cfgregs && is_there(c, offset);
}

// The number of occurrences of all kinds except the most frequent one. If it is 0, the run never changed the kind.
static uint64_t count_except_most_frequent(const uint64_t *counts, size_t count) {
  uint64_t most = 0, total = 0;
  for (size_t i = 0; i < count; i++) {
    most = counts[i] > most ? counts[i] : most;
    total += counts[i];
  }
  return total - most;
}

static uint64_t by_event(const struct observer *o) {
  const bool known = !(o->config.unknown & CONFIG_ETMTEEVR);
  return known && o->config.etmteevr != EVENT_ALWAYS ? o->scoreboard.at.starts : 0;
}

// A feature of trace units that a run can exercise.
struct feature {
  const char *name;
  const char *ability;  // that the DUT must have for it (description.h); NULL: each DUT has it
  bool is_implemented;  // The DUT has the registers and fields that the feature needs.
  uint64_t count;
};
enum { FEATURES = 34 };

static void list_features(const struct observer *o, struct feature features[FEATURES]) {
  const struct config *c = &o->config;
  const struct coverage *seen = &o->coverage;
  const struct scoreboard_position *at = &o->scoreboard.at;
  const uint64_t *rules = o->rules.evaluated;
  const bool may_save = is_there(c, ETMOSSRR) && registers_may_save(&o->registers);
  const struct feature list[] = {
      {"start by an event", "etmteevr", true, by_event(o)},
      {"restart", NULL, true, o->counts.restarts},
      {"stop by the Programming bit", NULL, true, o->counts.stops[OBSERVER_PROGRAMMING]},
      {"stop by the OS lock", "os-lock", o->registers.has_os_lock, o->counts.stops[OBSERVER_OS_LOCK]},
      {"stop by the Power Down bit", "power-down", true, o->counts.stops[OBSERVER_POWER_DOWN]},
      {"stop by NIDEN and DBGEN", "authentication", true, o->counts.stops[OBSERVER_PINS]},
      {"reset while running", NULL, true, o->counts.resets},
      {"flush", "flush-rate", true, o->counts.flushes - seen->flush_off},
      {"flush while off", "off-flush-rate", true, seen->flush_off},
      {"SYNCREQ", "sync-rate", true, o->counts.syncs},
      {"idle request", "idle-rate", true, rules[RULE_TRC_IDLE_1]},
      {"stall", NULL, true, o->sent.has_stalled},
      {"overflow", NULL, true, seen->reason[ISYNC_OVERFLOW]},
      {"trigger", "etmtrigger", true, o->counts.triggers},
      {"debug request", "debug-request", !(o->registers.absent[ETMCR / 4] & ETMCR_DEBUG_REQUEST), seen->debug_raised},
      {"exception", NULL, true, at->exceptions},
      {"Debug state", "debug", true, seen->reason[ISYNC_DEBUG_EXIT]},
      {"instruction set change", NULL, true, count_except_most_frequent(seen->branch_isa, ISAS)},
      {"security state change", "ns", c->etmidr & ETMIDR_SECURITY, count_except_most_frequent(seen->security, 2)},
      {"Hyp mode", "hyp", config_has(c, FIELD_ETMCR_VMID), seen->hyp},
      {"Context ID", "context-id", true, at->contexts},
      {"VMID", "vmid", true, at->vmids},
      {"timestamp", "timestamps", true, at->timestamps_compared},
      {"TSCLKCHANGE", "clock-change-rate", config_has(c, FIELD_ETMCR_TIMESTAMP), rules[RULE_TRC_TIME_5]},
      {"cycle counts", "cycle-accurate", true, at->counts_compared},
      {"branch broadcast", "broadcast", true, rules[o->etm ? RULE_ETM3_BCAST_1 : RULE_PFT_BCAST_1]},
      {"return stack", "return-stack", c->return_stack_depth > 0, seen->stack_hit},
      {"registers read back", NULL, true, rules[RULE_TRC_REG_2]},
      {"reset values", NULL, true, rules[RULE_TRC_REG_3]},
      {"software lock", NULL, has_registers(c, CFGREGS_SOFTWARE_LOCK, ETMLAR), rules[RULE_TRC_SOFT_3]},
      {"claim tags", NULL, has_registers(c, CFGREGS_CLAIM_TAGS, ETMCLAIMSET), rules[RULE_TRC_CLAIM_2]},
      {"power loss", NULL, has_registers(c, CFGREGS_TWO_DOMAINS, ETMPDSR), o->scope.power_losses},
      {"save by ETMOSSRR", "os-lock", may_save, o->scope.saves},
      {"restore by ETMOSSRR", "os-lock", may_save, o->scope.restores},
  };
  _Static_assert(sizeof list == FEATURES * sizeof *list, "FEATURES is the number of rows");
  memcpy(features, list, sizeof list);
}

// `without`: abilities that the DUT does not have by its description.
static bool can_be_exercised(const struct observer *o, uint64_t without, const struct feature *f) {
  return f->is_implemented && (!f->ability || ability_is_there(ability_find(f->ability), &o->config, without));
}

// --- the lines ------------------------------------------------------------------------------------------------------

// The reason why the trace had to report a VMID, if it reported none.
static void put_vmid(const struct observer *o, FILE *file) {
  const struct history *h = &o->history;
  if (!(o->registers.written[ETMCR / 4] & ETMCR_VMID)) return;
  for (size_t i = h->first; i < h->count; i++) {
    const struct moment *moment = history_moment(h, i);
    const unsigned vmid = h->waypoints ? history_waypoint(h, i)->vmid : moment->vmid;
    if (!moment->taken || vmid == 0) continue;
    fprintf(file, "unchecked VMID: VMID was 0x%02X in clock %" PRIu64 ", and 1 was written to ETMCR[30]\n", vmid,
            history_presented(h, i));
    return;
  }
}

void exercised_facts(const struct observer *o, uint64_t without, FILE *file) {
  struct feature features[FEATURES];
  char name[SCOPE_NAME], why[SCOPE_REASON];
  list_features(o, features);
  for (const struct feature *f = features; f < features + FEATURES; f++) {
    if (f->count > 0) fprintf(file, "tried %" PRIu64 " %s\n", f->count, f->name);
    if (f->count == 0) fprintf(file, "tried %s %s\n", can_be_exercised(o, without, f) ? "0" : "-", f->name);
  }
  if (o->scoreboard.at.vmids == 0) put_vmid(o, file);
  if (verdict_lost(&o->scoreboard) > 0) {
    const struct scoreboard_missing lost = verdict_first_lost(&o->scoreboard);
    char item[SCOREBOARD_ITEM];
    fprintf(file, "lost %s\n", scoreboard_item_words(&o->scoreboard, &lost, item));
  }
  for (unsigned use = 0; use < SCOPE_USES; use++) {
    const unsigned instances = scope_instances(use, &o->registers);
    for (unsigned n = 0; n < instances; n++) {
      scope_name(use, n, name);
      fprintf(file, "tried %" PRIu32 " %s\n", o->scope.checked[use][n], name);
      if (scope_unchecked(&o->scope, use, n, why)) fprintf(file, "unchecked %s: %s\n", name, why);
    }
  }
}

// A line of names, separated by commas. Its first words are printed with the first name.
struct line {
  FILE *file;
  const char *head;
  bool any;
};

static void put(struct line *line, const char *name, const char *why) {
  fprintf(line->file, "%s%s", line->any ? (*why ? "; " : ", ") : line->head, name);
  if (*why) fprintf(line->file, " (%s)", why);
  line->any = true;
}

static bool end(struct line *line) {
  if (line->any) fputc('\n', line->file);
  return line->any;
}

enum state { ABSENT, NOT_EXERCISED, UNCHECKED, CHECKED };

static enum state state_of(const struct observer *o, unsigned use, unsigned n, char why[SCOPE_REASON]) {
  *why = '\0';
  if (scope_unchecked(&o->scope, use, n, why)) return UNCHECKED;
  return o->scope.checked[use][n] > 0 ? CHECKED : NOT_EXERCISED;
}

// Instances of one use in one state: "counter 1 to 3".
static void put_uses(const struct observer *o, struct line *line, enum state state) {
  char name[SCOPE_NAME], why[SCOPE_REASON], next[SCOPE_REASON];
  for (unsigned use = 0; use < SCOPE_USES; use++) {
    const unsigned instances = scope_instances(use, &o->registers);
    for (unsigned n = 0; n < instances; n++) {
      if (state_of(o, use, n, why) != state) continue;
      unsigned last = n;
      while (last + 1 < instances && state_of(o, use, last + 1, next) == state && strcmp(why, next) == 0) last++;
      scope_name(use, n, name);
      if (last > n) text_append(name, sizeof name, " to %u", scope_number(use, last));
      put(line, name, why);
      n = last;
    }
  }
}

static void put_features(const struct observer *o, uint64_t without, struct line *line, enum state state) {
  struct feature features[FEATURES];
  list_features(o, features);
  for (const struct feature *f = features; f < features + FEATURES; f++) {
    const enum state is = f->count > 0 ? CHECKED : can_be_exercised(o, without, f) ? NOT_EXERCISED : ABSENT;
    if (is == state) put(line, f->name, "");
  }
}

bool exercised_print(const struct observer *o, uint64_t without, FILE *file) {
  struct line checked = {file, "checked: ", false}, unchecked = {file, "programmed, not checked: ", false},
              rest = {file, "not exercised: ", false};
  put_features(o, without, &checked, CHECKED);
  put_uses(o, &checked, CHECKED);
  end(&checked);
  put_uses(o, &unchecked, UNCHECKED);
  end(&unchecked);
  put_features(o, without, &rest, NOT_EXERCISED);
  put_uses(o, &rest, NOT_EXERCISED);
  return end(&rest);
}
