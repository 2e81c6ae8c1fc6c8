// SPDX-License-Identifier: Apache-2.0
// Packets summed up, the moments of items, and what the unit is like by its ID registers.
#include "reported.h"

#include "history.h"

bool expected_counts_to(const struct config *c, uint8_t reason) {
  return !expected_v11(c) || (reason != ISYNC_OVERFLOW && reason != ISYNC_DEBUG_EXIT);
}

void reported_packet(const struct config *c, struct reported *t, const struct packet *p) {
  if (p->kind == PACKET_ISYNC && !expected_counts_to(c, p->reason)) {
    t->since = 0;
    t->saturated = false;
  } else if (p->has_count) {
    t->clocks += p->cycle_count;
    if (p->kind == PACKET_TIMESTAMP) {
      t->since += p->cycle_count;
    } else if (p->kind != PACKET_ISYNC || p->cycle_count > 0) {
      t->since = 0;
    }
    t->saturated |= p->cycle_count == UINT32_MAX;
  }
  switch (p->kind) {
    case PACKET_P_HEADER:
      t->placed = false;
      t->atoms += (uint64_t)p->atom_count - (uint64_t)__builtin_popcount(p->cycles);
      break;
    case PACKET_ISYNC:
      t->placed = t->unsynced = true;
      t->vmid_reported = false;
      t->context = p->value;
      t->ns = p->ns;
      t->hyp = p->hyp;
      break;
    case PACKET_BRANCH:
      t->ns = p->ns;
      t->hyp = p->hyp;
      break;
    case PACKET_CONTEXT_ID:
      t->context = p->value;
      break;
    case PACKET_VMID:
      t->vmid = (uint8_t)p->value;
      t->vmid_reported = true;
      break;
    case PACKET_TIMESTAMP:
      t->timestamp = p->timestamp;
      t->timestamps++;
      t->tsync = t->unsynced && p->timestamp_bytes == expected_stamp_bytes(c);
      t->unsynced = t->unsynced && !t->tsync;
      break;
    case PACKET_ASYNC:
    case PACKET_ATOM:
    case PACKET_WAYPOINT_UPDATE:
    case PACKET_TRIGGER:
    case PACKET_EXCEPTION_RETURN:
    case PACKET_IGNORE:
    case PACKET_CYCLE_COUNT:
    case PACKET_EXCEPTION_ENTRY:
    case PACKETS_OF_DATA:
    case PACKET_BAD:
      break;
  }
}

// The instruction that an exception has cancelled, by the moment that it had.
static void set_cancelled(struct moment *m, const struct moment *of) {
  m->cancelled_known = true;
  m->cancelled_enabled = of->enabled;
  m->cancelled_unsure = of->unsure;
  m->cancelled_clocks = of->clocks;
  m->cancelled_stamp = of->stamp_low;
  m->cancelled_context_id = of->context_id;
}

void moment_withdrawn(struct moment *moment) {
  const struct moment instruction = *moment;
  *moment = (struct moment){0};
  set_cancelled(moment, &instruction);
}

static void set_step(const struct config *c, struct moment *m, const struct etm3_port_clock *port, unsigned n,
                     const struct moment *clock) {
  *m = *clock;
  m->context_id = port->context_id;
  m->vmid = port->vmid;
  m->exits = port->eret[n] && config_minor(c) >= 4;
  m->cancelled = port->cancels[n];
  m->branch = port->branch[n];
  if (port->swallows[n]) set_cancelled(m, m);
}

static void set_withdrawing(const struct config *c, struct moment *m, const struct etm3_port_clock *port,
                            const struct moment *clock) {
  const struct moment instruction = *m;
  set_step(c, m, port, 0, clock);
  set_cancelled(m, &instruction);
}

static void set_late(const struct history *history, size_t first, const struct etm3_port_clock *port) {
  if (port->late.kind && first > history->first) history_moment(history, first - 1)->branch = port->late;
}

static void set_halt(const struct history *history, size_t end, const struct etm3_port_clock *port) {
  if (port->halts && end > history->first) history_moment(history, end - 1)->halts = true;
}

void moment_late(const struct history *history, size_t first, const struct etm3_port_clock *port) {
  set_late(history, first, port);
  set_halt(history, first, port);
}

void moment_steps(const struct config *c, const struct history *history, size_t first,
                  const struct etm3_port_clock *port, const struct moment *clock) {
  if (port->withdraws) set_withdrawing(c, history_moment(history, first), port, clock);
  for (unsigned n = port->withdraws; n < port->count; n++) {
    set_step(c, history_moment(history, first + n), port, n, clock);
  }
  set_late(history, first, port);
  set_halt(history, first + port->count, port);
}

// --- what the unit is like, by its ID registers ---------------------------------------------------------------------

bool expected_v11(const struct config *c) { return c->etmidr >> 4 & 0xF; }

// The first minor version in which a unit has it.
static const struct {
  uint8_t virtualization;
  uint8_t counts_bytes;  // between synchronizations; ETMv3.0 counts clocks
} since[PROTOCOLS] = {
    [PROTOCOL_PFT] = {.virtualization = 1, .counts_bytes = 0},
    [PROTOCOL_ETM3] = {.virtualization = 5, .counts_bytes = 1},
};

bool expected_hyp(const struct config *c) {
  return config_minor(c) >= since[config_protocol(c)].virtualization && c->etmccer & ETMCCER_VIRTUALIZATION;
}
bool expected_vmid(const struct config *c) { return c->etmcr & ETMCR_VMID && expected_hyp(c); }

enum { FORCED_PERIOD = 512 };  // ETMSYNCFR from which on one synchronization is over when the next is due

bool expected_overflow(const struct config *c, bool asked) {
  // Of clocks any number may pass while nothing is executed.
  const bool clocks = config_minor(c) < since[config_protocol(c)].counts_bytes;
  const bool often = c->etmsyncfr > 0 && (clocks || c->etmsyncfr < FORCED_PERIOD);
  const bool never = c->etmauxcr & ETMAUXCR_NO_FORCED_OVERFLOW && !(c->unknown & CONFIG_ETMAUXCR);
  return !never && (asked || often || c->unknown & CONFIG_ETMSYNCFR);
}

bool expected_counts(const struct config *c) { return c->etmcr & ETMCR_CYCLE_ACCURATE; }

struct traced told_traced(const struct config *c) {
  static const uint32_t contexts[] = {0, 0xFF, 0xFFFF, 0xFFFFFFFF};
  const uint32_t context = contexts[c->etmcr >> ETMCR_CONTEXT_ID_SHIFT & 3];
  return (struct traced){.context = context,
                         .contexts = context != 0,
                         .vmid = expected_vmid(c),
                         .hyp = expected_hyp(c),
                         .ns = !config_is_etm3(c) || (config_minor(c) >= 2 && c->etmidr & ETMIDR_SECURITY),
                         .cycles = expected_counts(c)};
}

unsigned expected_stamp_bytes(const struct config *c) { return expected_wide_stamps(c) ? 9 : 7; }

bool expected_waypoint(const struct config *c, const struct waypoint *w) {
  switch (w->type) {
    case WAYPOINT_UPDATE:
      return !expected_v11(c) && !(c->etmauxcr & ETMAUXCR_NO_UPDATES);
    case WAYPOINT_BARRIER:
      return w->barrier == WAYPOINT_ISB || c->etmccer & ETMCCER_BARRIER_WAYPOINTS;
    default:
      return true;
  }
}

bool expected_timestamp(const struct config *c, const struct waypoint *w) {
  if (!(c->etmcr & ETMCR_TIMESTAMP) || !(c->etmccer & ETMCCER_TIMESTAMP) || c->unknown & CONFIG_ETMAUXCR) return false;
  const bool at_exceptions = expected_v11(c) && !(c->etmauxcr & ETMAUXCR_NO_EXCEPTION_STAMPS);
  switch (w->type) {
    case WAYPOINT_BARRIER:
      return !(c->etmauxcr & ETMAUXCR_NO_BARRIER_STAMPS) &&
             (w->barrier == WAYPOINT_ISB || c->etmccer & ETMCCER_BARRIER_STAMPS);
    case WAYPOINT_EXCEPTION:
      return at_exceptions;
    case WAYPOINT_INDIRECT:
      return at_exceptions && w->eret && w->taken;
    default:
      return false;
  }
}

bool expected_returns(const struct config *c) {
  return config_minor(c) >= 5 || (config_minor(c) == 4 && !(c->etmidr & ETMIDR_SECURITY));
}

bool expected_exit_stamps(const struct config *c) {
  return c->etmcr & ETMCR_TIMESTAMP && c->etmccer & ETMCCER_TIMESTAMP && config_minor(c) >= 5 &&
         !(c->etmauxcr & ETMAUXCR_NO_EXIT_STAMPS);
}
