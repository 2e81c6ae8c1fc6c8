// SPDX-License-Identifier: Apache-2.0
// What the themes of the architecture rules share. Used by rule*.c only.
#ifndef RULES_PRIVATE_H
#define RULES_PRIVATE_H

#include "pin.h"
#include "register.h"
#include "rules.h"

// A theme: what it does in each clock; what it does behind that in clocks that are not steady, and while somebody sets
// `needs_control`; and with the marks and packets in stream order. Any may be NULL.
struct rule_theme {
  void (*start)(struct rules *a);
  void (*clock)(struct rules *a, const struct cycle *c);
  void (*control)(struct rules *a, const struct cycle *c);
  void (*mark)(struct rules *a, const struct rules_mark *m);
  void (*packet)(struct rules *a, const struct packet *p);
  void (*event)(struct rules *a, const struct flow_event *e, const struct packet *p);
};

extern const struct rule_theme rule_register_theme, rule_address_theme, rule_flow_theme, rule_time_theme,
    rule_sync_theme, rule_trigger_theme, rule_drain_theme, rule_bus_theme, rule_resource_theme, rule_lock_theme,
    own_theme;

// What of the rules is a protocol's.
struct rules_protocol {
  uint8_t rules;  // enum rule_protocol: those of this protocol alone
  uint8_t major;  // ETMIDR[11:8]
  // The first minor version whose units have it: SYNCREQ; state that is held while the Programming bit is set; ETMSR[1]
  // that says that all has left; ETMSYNCFR in bytes, not clocks; ETMSR[1] that the OS lock sets.
  uint8_t syncreq_since, held_since, drained_since, sync_bytes_since, lock_since;
  uint32_t etmcr;        // bits that must be there,
  uint32_t etmcr_fixed;  // and that may be read as 1 though 0 was written: port size and mode;
  uint32_t etmcr_reset;  // that have a reset value: the Programming and the Power Down bit 1, others 0
};

// The least that the unit can be, for all that is known.
static inline unsigned rules_minor(const struct rules *a) {
  return a->config->unknown & CONFIG_ETMIDR ? 0 : config_minor(a->config);
}

static inline bool rules_is_there(const struct rules *a, const struct register_row *row) {
  return register_is_there(row, config_protocol(a->config), rules_minor(a));
}
static inline bool rules_is_constant(const struct rules *a, const struct register_row *row) {
  return row->access[config_protocol(a->config)].how & REGISTER_CONSTANT && rules_is_there(a, row);
}
// From ETMv3.1 on, and of a PTM: state is held while the Programming bit is set.
static inline bool rules_holds_state(const struct rules *a) { return rules_minor(a) >= a->protocol->held_since; }
// ETMCCR, ETMCCER, or what to take for it where nobody has said it.
static inline uint32_t rules_ccr(const struct rules *a, uint32_t otherwise) {
  const struct registers *r = a->registers;
  if (r->known[ETMCCR >> 2]) return r->value[ETMCCR >> 2];
  return a->config->etmccr ? a->config->etmccr : otherwise;
}
static inline uint32_t rules_ccer(const struct rules *a, uint32_t otherwise) {
  return a->config->unknown & CONFIG_ETMCCER ? otherwise : a->config->etmccer;
}

// Does the rule exist for this unit, and is it on?
bool rule_applies(const struct rules *a, unsigned rule);
// Evaluates a rule where the unit is now: among the packets, or at the pins.
void rule_check(struct rules *a, unsigned rule, bool good, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// The same for an earlier packet, at byte `offset`, whose first item is `item`.
void rule_check_earlier(struct rules *a, unsigned rule, uint64_t offset, size_t item, bool good, const char *format,
                        ...) __attribute__((format(printf, 6, 7)));
// `pin`: the one that breaks it.
void rule_check_pins(struct rules *a, unsigned rule, enum pin pin, bool good, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
// Adds to a rule that has just been violated the event that it is about, of the register called `name`, and the clock
// in which the event was true or had to be.
void rule_breach_event(struct rules *a, unsigned rule, const char *name, uint32_t event, uint64_t clock);

// A packet that tells instructions: atoms, a branch.
bool rules_reports_instructions(const struct packet *p);
// Bytes of a Context ID.
unsigned rules_context_bytes(const struct config *c);
bool rules_has_timestamps(const struct rules *a);

// The start of a message about an access: "read of ETMSR (0x010)"; arguments for it.
#define RULES_ACCESS "%s %s (0x%03X)"
#define RULES_ACCESS_OF(access) \
  (access)->is_write ? "write to" : "read of", rules_register_name((access)->offset), (unsigned)(access)->offset
// The start of a message about a register: "ETMSR (0x010)"; arguments for it.
#define RULES_REGISTER "%s (0x%03X)"
#define RULES_REGISTER_OF(offset) rules_register_name(offset), (unsigned)(offset)
static inline const char *rules_register_name(unsigned offset) {
  const char *name = register_at((uint16_t)offset)->name;
  return name ? name : "a reserved register";
}

// The pin at the edge that is looked at.
static inline unsigned rules_pin(const struct rules *a, enum pin pin) { return (unsigned)pin_value(a->now->pins, pin); }

// Some pin is x or z at an edge on which RESETn is 1. rules_begin() follows.
void rules_bus_unknown(struct rules *a, const struct pins *pins);
// An access to the APB.
void rules_register_access(struct rules *a, const struct cycle *c);

// Clocks until a unit surely has a request: more than the way to the ATB takes.
static inline unsigned rules_request_arrival(const struct rules *a) {
  enum { AT_LEAST = 16 };
  return a->limits.latency > AT_LEAST ? a->limits.latency : AT_LEAST;
}

enum { RULES_HELD_BACK = 16 };  // bytes of the widest ATB: a unit may wait until it has a whole beat

// A request that must be answered in `window` clocks of the ATB in which the unit traces. They add up: what stops the
// unit, or its trace, does not begin them anew.
static inline void rule_request_open(struct rule_request *r, uint64_t clock, uint64_t atb_clocks, uint64_t window) {
  const uint64_t spent = r->spent < window ? r->spent : window;
  *r = (struct rule_request){.is_open = true,
                             .clock = clock,
                             .due = atb_clocks + window - spent,
                             .answerable_from = atb_clocks,
                             .last_traced = atb_clocks,
                             .spent = spent,
                             .unanswered = r->unanswered};
}

static inline uint64_t rule_request_left(const struct rule_request *r) {
  return r->due > r->last_traced ? r->due - r->last_traced : 0;
}

// Tracing was off, and is on.
static inline void rule_request_resume(struct rule_request *r, uint64_t atb_clocks) {
  r->due = atb_clocks + rule_request_left(r);
  r->answerable_from = r->last_traced = atb_clocks;
  r->late_from = 0;
}

// An answer has come, or is not due any more and never was.
static inline void rule_request_clear(struct rule_request *r) { *r = (struct rule_request){0}; }

// A packet at `offset` reports instructions, and is not the answer. The packets that leave first after `due` may be
// older and held back until then. Returns whether the answer is late.
static inline bool rule_request_is_late(struct rule_request *r, uint64_t atb_clocks, uint64_t offset) {
  if (atb_clocks <= r->due) {
    r->last_traced = atb_clocks;
  } else if (r->late_from == 0) {
    r->late_from = offset + RULES_HELD_BACK;
  } else {
    return offset >= r->late_from;
  }
  return false;
}

// The unit need not answer this one: it does not count.
static inline void rule_request_cancel(struct rule_request *r) {
  *r = (struct rule_request){.spent = r->spent, .unanswered = r->unanswered};
}

// The unit has stopped, or given no answer where it could: the next one has the clocks that are left.
static inline void rule_request_end_unanswered(struct rule_request *r, uint64_t window) {
  if (r->is_open) r->spent = window - rule_request_left(r);
  rule_request_cancel(r);
}

#endif
