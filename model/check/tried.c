// SPDX-License-Identifier: Apache-2.0
#include "tried.h"

#include <inttypes.h>

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

enum { EVERY = 0, NEVER = 16 };  // minor versions

// The unit can do it from this minor version of each protocol on, if its ETMIDR and ETMCCER have these bits.
static const struct {
  const char *name;
  uint8_t since[PROTOCOLS];
  uint32_t etmidr, etmccer;
} table[TRIED] = {
    [TRIED_EVENT_START] = {"start by an event", {EVERY, EVERY}, 0, 0},
    [TRIED_RESTART] = {"restart", {EVERY, EVERY}, 0, 0},
    [TRIED_STOP_PROGRAMMING] = {"stop by the Programming bit", {EVERY, EVERY}, 0, 0},
    [TRIED_STOP_OS_LOCK] = {"stop by the OS lock", {EVERY, 3}, 0, 0},
    [TRIED_STOP_POWER_DOWN] = {"stop by the Power Down bit", {EVERY, EVERY}, 0, 0},
    [TRIED_STOP_PINS] = {"stop by NIDEN and DBGEN", {EVERY, EVERY}, 0, 0},
    [TRIED_RESET] = {"reset on the way", {EVERY, EVERY}, 0, 0},
    [TRIED_FLUSH] = {"flush", {EVERY, EVERY}, 0, 0},
    [TRIED_FLUSH_OFF] = {"flush while off", {EVERY, EVERY}, 0, 0},
    [TRIED_SYNCREQ] = {"SYNCREQ", {EVERY, EVERY}, 0, 0},
    [TRIED_IDLE] = {"idle request", {EVERY, EVERY}, 0, 0},
    [TRIED_STALL] = {"stall", {EVERY, EVERY}, 0, 0},
    [TRIED_OVERFLOW] = {"overflow", {EVERY, EVERY}, 0, 0},
    [TRIED_TRIGGER] = {"trigger", {EVERY, EVERY}, 0, 0},
    [TRIED_EXCEPTION] = {"exception", {EVERY, EVERY}, 0, 0},
    [TRIED_DEBUG] = {"Debug state", {EVERY, EVERY}, 0, 0},
    [TRIED_ISA] = {"change of the instruction set", {EVERY, EVERY}, 0, 0},
    [TRIED_NS] = {"change of security", {EVERY, 2}, ETMIDR_SECURITY, 0},
    [TRIED_HYP] = {"Hyp mode", {1, 5}, 0, ETMCCER_VIRTUALIZATION},
    [TRIED_CONTEXT] = {"Context ID", {EVERY, EVERY}, 0, 0},
    [TRIED_VMID] = {"VMID", {1, 5}, 0, ETMCCER_VIRTUALIZATION},
    [TRIED_STAMP] = {"timestamp", {EVERY, 5}, 0, ETMCCER_TIMESTAMP},
    [TRIED_CLOCK_CHANGE] = {"TSCLKCHANGE", {EVERY, 5}, 0, ETMCCER_TIMESTAMP},
    [TRIED_CYCLES] = {"cycle counts", {EVERY, EVERY}, 0, 0},
    [TRIED_BROADCAST] = {"branch broadcast", {EVERY, EVERY}, 0, 0},
    [TRIED_STACK] = {"return stack", {EVERY, NEVER}, 0, ETMCCER_RETURN_STACK},
    [TRIED_READ_BACK] = {"registers read back", {EVERY, EVERY}, 0, 0},
};

static bool can(const struct observer *o, enum tried what) {
  const struct config *c = &o->config;
  if (what == TRIED_STOP_OS_LOCK && !o->registers.has_os_lock) return false;
  if (what == TRIED_STACK && c->return_stack_depth == 0) return false;
  return config_minor(c) >= table[what].since[config_protocol(c)] && !(table[what].etmidr & ~c->etmidr) &&
         !(table[what].etmccer & ~c->etmccer);
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
  const struct coverage *c = &o->scoreboard.coverage;
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

void tried_facts(const struct observer *o, FILE *file) {
  uint64_t counts[TRIED];
  count(o, counts);
  for (int i = 0; i < TRIED; i++) {
    if (counts[i] > 0) fprintf(file, "tried %" PRIu64 " %s\n", counts[i], table[i].name);
    if (counts[i] == 0) fprintf(file, "tried %s %s\n", can(o, i) ? "0" : "-", table[i].name);
  }
}

bool tried_never(const struct observer *o, FILE *file) {
  uint64_t counts[TRIED];
  bool any = false;
  count(o, counts);
  for (int i = 0; i < TRIED; i++) {
    if (counts[i] > 0 || !can(o, i)) continue;
    fprintf(file, "%s%s", any ? ", " : "never tried: ", table[i].name);
    any = true;
  }
  if (any) fputc('\n', file);
  return any;
}
