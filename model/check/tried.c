// SPDX-License-Identifier: Apache-2.0
#include "tried.h"

#include <inttypes.h>

#include "description.h"
#include "observer.h"
#include "register.h"

enum tried {
  TRIED_EVENT_START,
  TRIED_RESTART,
  TRIED_STOP_PROGRAMMING,
  TRIED_STOP_OS_LOCK,
  TRIED_STOP_POWER_DOWN,
  TRIED_STOP_PINS,
  TRIED_RESET,
  TRIED_FLUSH,
  TRIED_FLUSH_OFF,
  TRIED_SYNCREQ,
  TRIED_IDLE,
  TRIED_STALL,
  TRIED_OVERFLOW,
  TRIED_TRIGGER,
  TRIED_EXCEPTION,
  TRIED_DEBUG,
  TRIED_ISA,
  TRIED_NS,
  TRIED_HYP,
  TRIED_CONTEXT,
  TRIED_VMID,
  TRIED_STAMP,
  TRIED_CLOCK_CHANGE,
  TRIED_CYCLES,
  TRIED_BROADCAST,
  TRIED_STACK,
  TRIED_READ_BACK,
  TRIED
};

// By name, and the ability that the unit must have (description.h); NULL: each unit can do it.
static const struct {
  const char *name, *ability;
} table[TRIED] = {
    [TRIED_EVENT_START] = {"start by an event", "etmteevr"},
    [TRIED_RESTART] = {"restart", NULL},
    [TRIED_STOP_PROGRAMMING] = {"stop by the Programming bit", NULL},
    [TRIED_STOP_OS_LOCK] = {"stop by the OS lock", "os-lock"},
    [TRIED_STOP_POWER_DOWN] = {"stop by the Power Down bit", "power-down"},
    [TRIED_STOP_PINS] = {"stop by NIDEN and DBGEN", "authentication"},
    [TRIED_RESET] = {"reset while running", NULL},
    [TRIED_FLUSH] = {"flush", "flush-rate"},
    [TRIED_FLUSH_OFF] = {"flush while off", "off-flush-rate"},
    [TRIED_SYNCREQ] = {"SYNCREQ", "sync-rate"},
    [TRIED_IDLE] = {"idle request", "idle-rate"},
    [TRIED_STALL] = {"stall", NULL},
    [TRIED_OVERFLOW] = {"overflow", NULL},
    [TRIED_TRIGGER] = {"trigger", "etmtrigger"},
    [TRIED_EXCEPTION] = {"exception", NULL},
    [TRIED_DEBUG] = {"Debug state", "debug"},
    [TRIED_ISA] = {"instruction set change", NULL},
    [TRIED_NS] = {"security state change", "ns"},
    [TRIED_HYP] = {"Hyp mode", "hyp"},
    [TRIED_CONTEXT] = {"Context ID", "context-id"},
    [TRIED_VMID] = {"VMID", "vmid"},
    [TRIED_STAMP] = {"timestamp", "timestamps"},
    [TRIED_CLOCK_CHANGE] = {"TSCLKCHANGE", "clock-change-rate"},
    [TRIED_CYCLES] = {"cycle counts", "cycle-accurate"},
    [TRIED_BROADCAST] = {"branch broadcast", "broadcast"},
    [TRIED_STACK] = {"return stack", "return-stack"},
    [TRIED_READ_BACK] = {"registers read back", NULL},
};

// What else than its abilities decides.
static bool may(const struct observer *o, enum tried what) {
  const struct config *c = &o->config;
  switch (what) {
    case TRIED_STOP_OS_LOCK:
      return o->registers.has_os_lock;
    case TRIED_STACK:
      return c->return_stack_depth > 0;
    case TRIED_NS:
      return c->etmidr & ETMIDR_SECURITY;
    case TRIED_HYP:
      return config_has(c, FIELD_ETMCR_VMID);
    case TRIED_CLOCK_CHANGE:
      return config_has(c, FIELD_ETMCR_TIMESTAMP);
    default:
      return true;
  }
}

static bool can(const struct observer *o, uint64_t lacks, enum tried what) {
  const char *ability = table[what].ability;
  return may(o, what) && (!ability || ability_is_there(ability_find(ability), &o->config, lacks));
}

static uint64_t sum(const uint64_t *counts, size_t count) {
  uint64_t total = 0;
  for (size_t i = 0; i < count; i++) total += counts[i];
  return total;
}

// Of kinds that one run may have: how often another than the most frequent was seen.
static uint64_t others(const uint64_t *counts, size_t count) {
  uint64_t most = 0;
  for (size_t i = 0; i < count; i++) most = counts[i] > most ? counts[i] : most;
  return sum(counts, count) - most;
}

static uint64_t by_event(const struct observer *o) {
  const bool known = !(o->config.unknown & CONFIG_ETMTEEVR);
  return known && o->config.etmteevr != EVENT_ALWAYS ? o->scoreboard.at.starts : 0;
}

static void count(const struct observer *o, uint64_t counts[TRIED]) {
  const struct coverage *c = &o->coverage;
  const struct scoreboard_position *at = &o->scoreboard.at;
  const uint64_t *rules = o->rules.evaluated;
  counts[TRIED_EVENT_START] = by_event(o);
  counts[TRIED_RESTART] = o->restarts;
  counts[TRIED_STOP_PROGRAMMING] = o->stops[OBSERVER_PROGRAMMING];
  counts[TRIED_STOP_OS_LOCK] = o->stops[OBSERVER_OS_LOCK];
  counts[TRIED_STOP_POWER_DOWN] = o->stops[OBSERVER_POWER_DOWN];
  counts[TRIED_STOP_PINS] = o->stops[OBSERVER_PINS];
  counts[TRIED_RESET] = o->resets;
  counts[TRIED_FLUSH] = o->flushes - c->flush_off;
  counts[TRIED_FLUSH_OFF] = c->flush_off;
  counts[TRIED_SYNCREQ] = o->syncs;
  counts[TRIED_IDLE] = rules[RULE_TRC_IDLE_1];
  counts[TRIED_STALL] = o->stalled;
  counts[TRIED_OVERFLOW] = c->reason[ISYNC_OVERFLOW];
  counts[TRIED_TRIGGER] = o->triggers;
  counts[TRIED_EXCEPTION] = at->exceptions;
  counts[TRIED_DEBUG] = c->reason[ISYNC_DEBUG_EXIT];
  counts[TRIED_ISA] = others(c->branch_isa, ISAS);
  counts[TRIED_NS] = others(c->security, 2);
  counts[TRIED_HYP] = c->hyp;
  counts[TRIED_CONTEXT] = at->contexts;
  counts[TRIED_VMID] = at->vmids;
  counts[TRIED_STAMP] = at->timestamps_compared;
  counts[TRIED_CLOCK_CHANGE] = rules[RULE_TRC_TIME_5];
  counts[TRIED_CYCLES] = at->spans;
  counts[TRIED_BROADCAST] = rules[o->etm ? RULE_ETM3_BCAST_1 : RULE_PFT_BCAST_1];
  counts[TRIED_STACK] = c->stack_hit;
  counts[TRIED_READ_BACK] = rules[RULE_TRC_REG_2];
}

void tried_facts(const struct observer *o, uint64_t lacks, FILE *file) {
  uint64_t counts[TRIED];
  count(o, counts);
  for (int i = 0; i < TRIED; i++) {
    if (counts[i] > 0) fprintf(file, "tried %" PRIu64 " %s\n", counts[i], table[i].name);
    if (counts[i] == 0) fprintf(file, "tried %s %s\n", can(o, lacks, i) ? "0" : "-", table[i].name);
  }
}

bool tried_not_exercised(const struct observer *o, uint64_t lacks, FILE *file) {
  uint64_t counts[TRIED];
  bool any = false;
  count(o, counts);
  for (int i = 0; i < TRIED; i++) {
    if (counts[i] > 0 || !can(o, lacks, i)) continue;
    fprintf(file, "%s%s", any ? ", " : "not exercised: ", table[i].name);
    any = true;
  }
  if (any) fputc('\n', file);
  return any;
}
