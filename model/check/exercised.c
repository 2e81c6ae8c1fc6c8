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

enum feature {
  FEATURE_EVENT_START,
  FEATURE_RESTART,
  FEATURE_STOP_PROGRAMMING,
  FEATURE_STOP_OS_LOCK,
  FEATURE_STOP_POWER_DOWN,
  FEATURE_STOP_PINS,
  FEATURE_RESET,
  FEATURE_FLUSH,
  FEATURE_FLUSH_OFF,
  FEATURE_SYNCREQ,
  FEATURE_IDLE,
  FEATURE_STALL,
  FEATURE_OVERFLOW,
  FEATURE_TRIGGER,
  FEATURE_EXCEPTION,
  FEATURE_DEBUG,
  FEATURE_ISA,
  FEATURE_NS,
  FEATURE_HYP,
  FEATURE_CONTEXT,
  FEATURE_VMID,
  FEATURE_STAMP,
  FEATURE_CLOCK_CHANGE,
  FEATURE_CYCLES,
  FEATURE_BROADCAST,
  FEATURE_STACK,
  FEATURE_READ_BACK,
  FEATURE_RESET_VALUES,
  FEATURE_SOFTWARE_LOCK,
  FEATURE_CLAIM_TAGS,
  FEATURE_POWER_LOSS,
  FEATURE_SAVE,
  FEATURE_RESTORE,
  FEATURES
};

// The name of each feature, and the ability that the DUT must have for it (description.h). NULL: each DUT has it.
static const struct {
  const char *name, *ability;
} table[FEATURES] = {
    [FEATURE_EVENT_START] = {"start by an event", "etmteevr"},
    [FEATURE_RESTART] = {"restart", NULL},
    [FEATURE_STOP_PROGRAMMING] = {"stop by the Programming bit", NULL},
    [FEATURE_STOP_OS_LOCK] = {"stop by the OS lock", "os-lock"},
    [FEATURE_STOP_POWER_DOWN] = {"stop by the Power Down bit", "power-down"},
    [FEATURE_STOP_PINS] = {"stop by NIDEN and DBGEN", "authentication"},
    [FEATURE_RESET] = {"reset while running", NULL},
    [FEATURE_FLUSH] = {"flush", "flush-rate"},
    [FEATURE_FLUSH_OFF] = {"flush while off", "off-flush-rate"},
    [FEATURE_SYNCREQ] = {"SYNCREQ", "sync-rate"},
    [FEATURE_IDLE] = {"idle request", "idle-rate"},
    [FEATURE_STALL] = {"stall", NULL},
    [FEATURE_OVERFLOW] = {"overflow", NULL},
    [FEATURE_TRIGGER] = {"trigger", "etmtrigger"},
    [FEATURE_EXCEPTION] = {"exception", NULL},
    [FEATURE_DEBUG] = {"Debug state", "debug"},
    [FEATURE_ISA] = {"instruction set change", NULL},
    [FEATURE_NS] = {"security state change", "ns"},
    [FEATURE_HYP] = {"Hyp mode", "hyp"},
    [FEATURE_CONTEXT] = {"Context ID", "context-id"},
    [FEATURE_VMID] = {"VMID", "vmid"},
    [FEATURE_STAMP] = {"timestamp", "timestamps"},
    [FEATURE_CLOCK_CHANGE] = {"TSCLKCHANGE", "clock-change-rate"},
    [FEATURE_CYCLES] = {"cycle counts", "cycle-accurate"},
    [FEATURE_BROADCAST] = {"branch broadcast", "broadcast"},
    [FEATURE_STACK] = {"return stack", "return-stack"},
    [FEATURE_READ_BACK] = {"registers read back", NULL},
    [FEATURE_RESET_VALUES] = {"reset values", NULL},
    [FEATURE_SOFTWARE_LOCK] = {"software lock", NULL},
    [FEATURE_CLAIM_TAGS] = {"claim tags", NULL},
    [FEATURE_POWER_LOSS] = {"power loss", NULL},
    [FEATURE_SAVE] = {"save by ETMOSSRR", "os-lock"},
    [FEATURE_RESTORE] = {"restore by ETMOSSRR", "os-lock"},
};

static bool is_there(const struct config *c, uint16_t offset) {
  return register_is_there(register_at(offset), config_protocol(c), config_minor(c));
}

// The DUT has the registers and fields that the feature needs.
static bool is_implemented(const struct observer *o, enum feature what) {
  const struct config *c = &o->config;
  switch (what) {
    case FEATURE_STOP_OS_LOCK:
      return o->registers.has_os_lock;
    case FEATURE_STACK:
      return c->return_stack_depth > 0;
    case FEATURE_NS:
      return c->etmidr & ETMIDR_SECURITY;
    case FEATURE_HYP:
      return config_has(c, FIELD_ETMCR_VMID);
    case FEATURE_CLOCK_CHANGE:
      return config_has(c, FIELD_ETMCR_TIMESTAMP);
    case FEATURE_SOFTWARE_LOCK:
      return c->cfgregs & CFGREGS_SOFTWARE_LOCK && is_there(c, ETMLAR);
    case FEATURE_CLAIM_TAGS:
      return c->cfgregs & CFGREGS_CLAIM_TAGS && is_there(c, ETMCLAIMSET);
    case FEATURE_POWER_LOSS:
      return c->cfgregs & CFGREGS_TWO_DOMAINS && is_there(c, ETMPDSR);
    case FEATURE_SAVE:
    case FEATURE_RESTORE:
      return is_there(c, ETMOSSRR) && registers_may_save(&o->registers);
    default:
      return true;
  }
}

// `without`: abilities that the DUT does not have by its description.
static bool can_be_exercised(const struct observer *o, uint64_t without, enum feature what) {
  const char *ability = table[what].ability;
  return is_implemented(o, what) && (!ability || ability_is_there(ability_find(ability), &o->config, without));
}

static uint64_t sum(const uint64_t *counts, size_t count) {
  uint64_t total = 0;
  for (size_t i = 0; i < count; i++) total += counts[i];
  return total;
}

// The number of occurrences of all kinds except the most frequent one. If it is 0, the run never changed the kind.
static uint64_t count_except_most_frequent(const uint64_t *counts, size_t count) {
  uint64_t most = 0;
  for (size_t i = 0; i < count; i++) most = counts[i] > most ? counts[i] : most;
  return sum(counts, count) - most;
}

static uint64_t by_event(const struct observer *o) {
  const bool known = !(o->config.unknown & CONFIG_ETMTEEVR);
  return known && o->config.etmteevr != EVENT_ALWAYS ? o->scoreboard.at.starts : 0;
}

static void count(const struct observer *o, uint64_t counts[FEATURES]) {
  const struct coverage *c = &o->coverage;
  const struct scoreboard_position *at = &o->scoreboard.at;
  const uint64_t *rules = o->rules.evaluated;
  counts[FEATURE_EVENT_START] = by_event(o);
  counts[FEATURE_RESTART] = o->counts.restarts;
  counts[FEATURE_STOP_PROGRAMMING] = o->counts.stops[OBSERVER_PROGRAMMING];
  counts[FEATURE_STOP_OS_LOCK] = o->counts.stops[OBSERVER_OS_LOCK];
  counts[FEATURE_STOP_POWER_DOWN] = o->counts.stops[OBSERVER_POWER_DOWN];
  counts[FEATURE_STOP_PINS] = o->counts.stops[OBSERVER_PINS];
  counts[FEATURE_RESET] = o->counts.resets;
  counts[FEATURE_FLUSH] = o->counts.flushes - c->flush_off;
  counts[FEATURE_FLUSH_OFF] = c->flush_off;
  counts[FEATURE_SYNCREQ] = o->counts.syncs;
  counts[FEATURE_IDLE] = rules[RULE_TRC_IDLE_1];
  counts[FEATURE_STALL] = o->sent.has_stalled;
  counts[FEATURE_OVERFLOW] = c->reason[ISYNC_OVERFLOW];
  counts[FEATURE_TRIGGER] = o->counts.triggers;
  counts[FEATURE_EXCEPTION] = at->exceptions;
  counts[FEATURE_DEBUG] = c->reason[ISYNC_DEBUG_EXIT];
  counts[FEATURE_ISA] = count_except_most_frequent(c->branch_isa, ISAS);
  counts[FEATURE_NS] = count_except_most_frequent(c->security, 2);
  counts[FEATURE_HYP] = c->hyp;
  counts[FEATURE_CONTEXT] = at->contexts;
  counts[FEATURE_VMID] = at->vmids;
  counts[FEATURE_STAMP] = at->timestamps_compared;
  counts[FEATURE_CLOCK_CHANGE] = rules[RULE_TRC_TIME_5];
  counts[FEATURE_CYCLES] = at->counts_compared;
  counts[FEATURE_BROADCAST] = rules[o->etm ? RULE_ETM3_BCAST_1 : RULE_PFT_BCAST_1];
  counts[FEATURE_STACK] = c->stack_hit;
  counts[FEATURE_READ_BACK] = rules[RULE_TRC_REG_2];
  counts[FEATURE_RESET_VALUES] = rules[RULE_TRC_REG_3];
  counts[FEATURE_SOFTWARE_LOCK] = rules[RULE_TRC_SOFT_3];
  counts[FEATURE_CLAIM_TAGS] = rules[RULE_TRC_CLAIM_2];
  counts[FEATURE_POWER_LOSS] = o->scope.power_losses;
  counts[FEATURE_SAVE] = o->scope.saves;
  counts[FEATURE_RESTORE] = o->scope.restores;
}

// --- the lines ------------------------------------------------------------------------------------------------------

// The reason why the trace had to report a VMID, if it reported none.
static void put_vmid(const struct observer *o, FILE *file) {
  const struct history *h = &o->history;
  const bool is_traced = o->registers.written[ETMCR / 4] & ETMCR_VMID;
  for (size_t i = h->first; h->moments && is_traced && i < h->count; i++) {
    const struct moment *moment = history_moment(h, i);
    const unsigned vmid = h->waypoints ? history_waypoint(h, i)->vmid : moment->vmid;
    if (vmid == 0) continue;
    fprintf(file, "unchecked VMID: VMID became 0x%02X in clock %" PRIu64 " after 1 was written to ETMCR[30]\n", vmid,
            moment->clock);
    return;
  }
}

void exercised_facts(const struct observer *o, uint64_t without, FILE *file) {
  uint64_t counts[FEATURES];
  char name[SCOPE_NAME], why[SCOPE_REASON];
  count(o, counts);
  for (int i = 0; i < FEATURES; i++) {
    if (counts[i] > 0) fprintf(file, "tried %" PRIu64 " %s\n", counts[i], table[i].name);
    if (counts[i] == 0) fprintf(file, "tried %s %s\n", can_be_exercised(o, without, i) ? "0" : "-", table[i].name);
  }
  if (counts[FEATURE_VMID] == 0) put_vmid(o, file);
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
  uint64_t counts[FEATURES];
  count(o, counts);
  for (int i = 0; i < FEATURES; i++) {
    const enum state is = counts[i] > 0 ? CHECKED : can_be_exercised(o, without, i) ? NOT_EXERCISED : ABSENT;
    if (is == state) put(line, table[i].name, "");
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
