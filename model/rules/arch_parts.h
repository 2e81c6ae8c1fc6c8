// SPDX-License-Identifier: Apache-2.0
// What the themes of the architecture rules share. Used by arch*.c only.
#ifndef ARCH_PARTS_H
#define ARCH_PARTS_H

#include "arch.h"
#include "pin.h"

// A theme: what it does in each clock; what it does behind that in clocks that are not steady, and while somebody sets
// `awake`; and with the marks and packets in stream order. Any may be NULL.
struct arch_theme {
  void (*start)(struct arch *a);
  void (*clock)(struct arch *a, const struct arch_pins *pins);
  void (*control)(struct arch *a, const struct arch_pins *pins);
  void (*mark)(struct arch *a, const struct arch_mark *m);
  void (*packet)(struct arch *a, const struct packet *p);
  void (*event)(struct arch *a, const struct flow_event *e, const struct packet *p);
};

extern const struct arch_theme arch_register_theme, arch_address_theme, arch_flow_theme, arch_time_theme,
    arch_sync_theme, arch_trigger_theme, arch_drain_theme, arch_bus_theme, arch_event_theme, own_theme;

// What of the rules is a protocol's.
struct arch_protocol {
  uint8_t rules;  // enum arch_protocols: those of this protocol alone
  uint8_t major;  // ETMIDR[11:8]
  // The first minor version whose units have it: timestamps and VMID, if their ETMCCER says so; SYNCREQ; state that is
  // held while the Programming bit is set; ETMSR[1] that says that all has left; ETMSYNCFR in bytes, not clocks;
  // ETMSR[1] that the OS lock sets.
  uint8_t stamps, vmid, syncreq, held, drained, sync_bytes, lock;
  uint32_t etmcr;         // bits that must be there,
  uint32_t etmcr_fixed;   // and that may be read as 1 though 0 was written: port size and mode
  uint32_t return_stack;  // the bit of ETMCCER that says that there is one
};

// The least that the unit can be, for all that is known.
static inline unsigned arch_minor(const struct arch *a) {
  return a->config->unknown & CONFIG_ETMIDR ? 0 : config_minor(a->config);
}

// Does the rule exist for this unit, and is it on?
bool arch_has(const struct arch *a, unsigned rule);
// Evaluates a rule where the unit is now: among the packets, or at the pins.
void arch_check(struct arch *a, unsigned rule, bool good, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// `pin`: the one that breaks it.
void arch_check_pins(struct arch *a, unsigned rule, enum pin pin, bool good, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

// A packet that tells instructions: atoms, a branch.
bool arch_reports_instructions(const struct packet *p);
// Bytes of a Context ID.
unsigned arch_context_bytes(const struct config *c);
// Is the event true in this clock, by all that the pins show? Maybe: it names the processor's state, which has changed
// so lately that the unit need not have seen it. Unknowable: it names a resource that no pin shows.
enum arch_truth { ARCH_FALSE, ARCH_TRUE, ARCH_MAYBE, ARCH_UNKNOWABLE };
enum arch_truth arch_event_now(const struct arch *a, uint32_t event, uint8_t extin);
// By EXTIN alone. False in *known: it needs other resources.
bool arch_event_is_true(uint32_t event, uint8_t extin, bool *known);
// The inputs that decide on it: bits of EXTIN.
uint8_t arch_event_inputs(uint32_t event);
// To a rule that has just been broken: the event that it is about, of the register called `name`, and the clock in
// which it was true or had to be.
void arch_breach_event(struct arch *a, unsigned rule, const char *name, uint32_t event, uint64_t clock);
// For a report: EXTIN, which an edge of a bus alone leaves as it was, and what else decides on the trigger (enum
// arch_input_what), in this clock.
void arch_event_note(struct arch *a, const struct arch_pins *pins, unsigned what);
bool arch_has_timestamps(const struct arch *a);
void arch_stamped_waypoint(struct arch *a);  // a timestamp here may be the last waypoint's

enum { ARCH_HELD_BACK = 16 };  // bytes of the widest ATB: a unit may wait until it has a whole beat

// A request that must be answered in `window` clocks of the ATB in which the unit traces. They add up: what stops the
// unit, or its trace, does not begin them anew.
static inline void arch_request_open(struct arch_request *r, uint64_t clock, uint64_t able, uint64_t window) {
  const uint64_t spent = r->spent < window ? r->spent : window;
  *r = (struct arch_request){.open = true,
                             .clock = clock,
                             .due = able + window - spent,
                             .from = able,
                             .last = able,
                             .spent = spent,
                             .passed_over = r->passed_over};
}

static inline uint64_t arch_request_left(const struct arch_request *r) {
  return r->due > r->last ? r->due - r->last : 0;
}

// Tracing was off, and is on.
static inline void arch_request_resume(struct arch_request *r, uint64_t able) {
  r->due = able + arch_request_left(r);
  r->from = r->last = able;
  r->late = 0;
}

// An answer has come, or is not due any more and never was.
static inline void arch_request_answer(struct arch_request *r) { *r = (struct arch_request){0}; }

// The unit need not answer this one: it does not count.
static inline void arch_request_forget(struct arch_request *r) {
  *r = (struct arch_request){.spent = r->spent, .passed_over = r->passed_over};
}

// The unit has stopped, or given no answer where it could: the next one has the clocks that are left.
static inline void arch_request_leave(struct arch_request *r, uint64_t window) {
  if (r->open) r->spent = window - arch_request_left(r);
  arch_request_forget(r);
}

#endif
