// SPDX-License-Identifier: Apache-2.0
// What the themes of the architecture rules share. Used by arch*.c only.
#ifndef ARCH_PARTS_H
#define ARCH_PARTS_H

#include "arch.h"

// A theme: what it does in each clock, and with the marks and packets in stream order. Any may be NULL.
struct arch_theme {
  void (*start)(struct arch *a);
  void (*clock)(struct arch *a, const struct arch_pins *pins);
  void (*mark)(struct arch *a, const struct arch_mark *m);
  void (*packet)(struct arch *a, const struct packet *p);
};

extern const struct arch_theme arch_register_theme, arch_address_theme, arch_flow_theme, arch_time_theme,
    arch_sync_theme, arch_trigger_theme, arch_drain_theme;

// Does the rule exist for this unit, and is it on?
bool arch_has(const struct arch *a, unsigned rule);
// Evaluates a rule where the unit is now: among the packets, or at the pins.
void arch_check(struct arch *a, unsigned rule, bool good, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void arch_check_pins(struct arch *a, unsigned rule, bool good, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// A packet that tells instructions: atoms, a branch.
bool arch_tells_instructions(const struct packet *p);
// Bytes of a Context ID.
unsigned arch_context_bytes(const struct config *c);
// Is the event true? False in *known: it needs resources that no pin tells.
bool arch_event_is_true(uint32_t event, uint8_t extin, bool *known);
bool arch_has_timestamps(const struct arch *a);

#endif
