// SPDX-License-Identifier: Apache-2.0
// Definitions that the themes of the rules share. Used by rule*.c only.
#ifndef RULES_PRIVATE_H
#define RULES_PRIVATE_H

#include "pin.h"
#include "register.h"
#include "rules.h"

static inline bool has_bit(uint32_t value, uint32_t mask) { return value & mask; }

// A theme has its state in a member of struct rules. Any of these functions may be NULL.
struct rule_theme {
  void (*start)(struct rules *a);
  // At each edge. A theme with this function needs a call in clock_themes() of rules.c.
  void (*clock)(struct rules *a, const struct cycle *c);
  // After that, at each edge that is not steady, and at a steady edge while `needs_control` is set.
  void (*control)(struct rules *a, const struct cycle *c);
  // In the order of the stream.
  void (*mark)(struct rules *a, const struct rules_mark *m);
  void (*packet)(struct rules *a, const struct packet *p);
  void (*event)(struct rules *a, const struct flow_event *e, const struct packet *p);
};

extern const struct rule_theme rule_register_theme, rule_address_theme, rule_flow_theme, rule_time_theme,
    rule_sync_theme, rule_trigger_theme, rule_debug_theme, rule_drain_theme, rule_bus_theme, rule_resource_theme,
    rule_lock_theme, own_theme;

// The protocol-specific part of the rules.
struct rules_protocol {
  uint8_t rules;  // enum rule_protocol: the rules of this protocol only
  uint8_t major;  // ETMIDR[11:8]
  // The first minor version that has a feature:
  uint8_t syncreq_since;     // SYNCREQ
  uint8_t held_since;        // The Programming bit holds the state of counters, sequencer and start/stop block.
  uint8_t drained_since;     // ETMSR[1] = 1 means that all trace has left.
  uint8_t sync_bytes_since;  // ETMSYNCFR counts bytes, not clocks.
  uint8_t lock_since;        // The OS lock sets ETMSR[1], and leaves the trace registers accessible.
};

// The minor version of the DUT. 0: unknown, so the DUT may have any version.
static inline unsigned rules_minor(const struct rules *a) {
  return a->config->unknown & CONFIG_ETMIDR ? 0 : config_minor(a->config);
}

static inline bool rules_is_there(const struct rules *a, const struct register_row *row) {
  return register_is_there(row, config_protocol(a->config), rules_minor(a));
}
static inline bool rules_is_constant(const struct rules *a, const struct register_row *row) {
  return row->access[config_protocol(a->config)].how & REGISTER_CONSTANT && rules_is_there(a, row);
}
// The Programming bit holds the state of the counters, the sequencer and the start/stop block: each PTM, and from
// ETMv3.1 on.
static inline bool rules_holds_state(const struct rules *a) { return rules_minor(a) >= a->protocol->held_since; }
// ETMCCR, or `otherwise` if it is unknown.
static inline uint32_t rules_ccr(const struct rules *a, uint32_t otherwise) {
  return registers_value(a->registers, ETMCCR, a->config->etmccr ? a->config->etmccr : otherwise);
}
// ETMCCER, or `otherwise` if it is unknown.
static inline uint32_t rules_ccer(const struct rules *a, uint32_t otherwise) {
  return a->config->unknown & CONFIG_ETMCCER ? otherwise : a->config->etmccer;
}

// Does the rule apply to this DUT, and is it on?
bool rule_applies(const struct rules *a, unsigned rule);
// Evaluates a rule at the current packet, or at the current mark.
void rule_check(struct rules *a, unsigned rule, bool good, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// Evaluates a rule for an earlier packet, at byte `offset`, whose first item is `item`.
void rule_check_earlier(struct rules *a, unsigned rule, uint64_t offset, size_t item, bool good, const char *format,
                        ...) __attribute__((format(printf, 6, 7)));
// Counts an evaluation that has found no violation.
void rule_passes(struct rules *a, unsigned rule);
// Evaluates a rule at the pins. `pin`: the pin that violates it.
void rule_check_pins(struct rules *a, unsigned rule, enum pin pin, bool good, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
// Adds to a rule that has just been violated the event that the rule is about. `name`: its register. `clock`: the clock
// in which the event was true or had to be.
void rule_breach_event(struct rules *a, unsigned rule, const char *name, uint32_t event, uint64_t clock);

// The packet reports instructions: atoms, or a branch.
bool rules_reports_instructions(const struct packet *p);
// Bytes of a Context ID.
unsigned rules_context_bytes(const struct config *c);
bool rules_has_timestamps(const struct rules *a);

// The start of a message about an access, "read of ETMSR (0x010)", and its arguments.
#define RULES_ACCESS "%s %s (0x%03X)"
#define RULES_ACCESS_OF(access) \
  (access)->is_write ? "write to" : "read of", rules_register_name((access)->offset), (unsigned)(access)->offset
// The start of a message about a register, "ETMSR (0x010)", and its arguments.
#define RULES_REGISTER "%s (0x%03X)"
#define RULES_REGISTER_OF(offset) rules_register_name(offset), (unsigned)(offset)
static inline const char *rules_register_name(unsigned offset) {
  const char *name = register_at((uint16_t)offset)->name;
  return name ? name : "a reserved register";
}

// The pin at the current edge.
static inline unsigned rules_pin(const struct rules *a, enum pin pin) { return (unsigned)pin_value(a->now->pins, pin); }

// Some pin is x or z at an edge on which RESETn is 1. Call it before rules_begin().
void rules_bus_unknown(struct rules *a, const struct pins *pins);
// An access on the APB, also while it waits for PREADY.
void rules_register_access(struct rules *a, const struct cycle *c);

// Clocks after which the DUT surely has registered a request. They are more than a request needs to reach the ATB.
static inline unsigned rules_request_arrival(const struct rules *a) {
  enum { AT_LEAST = 16 };
  return a->limits.latency > AT_LEAST ? a->limits.latency : AT_LEAST;
}

// Bytes of two beats of the widest ATB: one waits for ATREADY, and the DUT may still collect the bytes of the other.
enum { RULES_HELD_BACK = 16 };

// Opens a request, which must be answered in `window` clocks of the ATB. The window counts clocks of tracing across
// interruptions: a stop pauses it and does not restart it.
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

// The clocks that are left of the window.
static inline uint64_t rule_request_left(const struct rule_request *r) {
  return r->due > r->last_traced ? r->due - r->last_traced : 0;
}

// Tracing was off and is on again: the window continues.
static inline void rule_request_resume(struct rule_request *r, uint64_t atb_clocks) {
  r->due = atb_clocks + rule_request_left(r);
  r->answerable_from = r->last_traced = atb_clocks;
  r->late_from = 0;
}

// The request is answered, or was never valid: clears all of its state.
static inline void rule_request_clear(struct rule_request *r) { *r = (struct rule_request){0}; }

// A packet at `offset` reports instructions, and is not the answer. Returns whether the answer is late. The first
// packets that leave after `due` may be older, because the DUT may delay them until it has a whole beat.
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

// Cancels the request, which need not be answered. The clocks spent on earlier ones are kept.
static inline void rule_request_cancel(struct rule_request *r) {
  *r = (struct rule_request){.spent = r->spent, .unanswered = r->unanswered};
}

// Ends the request without an answer. The next request only gets the rest of its window.
static inline void rule_request_end_unanswered(struct rule_request *r, uint64_t window) {
  if (r->is_open) r->spent = window - rule_request_left(r);
  rule_request_cancel(r);
}

#endif
