// SPDX-License-Identifier: Apache-2.0
// Events (IHI 0035B 3.8): a function of two resources, which a register names. Of the resources those are looked at
// that are pins of the unit, or constant (table 3.5).
#include "arch_parts.h"
#include "reported.h"
#include "resource.h"

static bool is_pin(uint32_t resource) { return resource == RESOURCE_ALWAYS || resource_is_extin(resource); }

bool arch_event_is_true(uint32_t event, uint8_t extin, bool *known) {
  *known = is_pin(resource_first(event)) && (resource_is_alone(event) || is_pin(resource_second(event)));
  return *known && expected_event(event, extin, false, false);
}

static uint8_t input_of(uint32_t resource) {
  return resource_is_extin(resource) ? (uint8_t)(1u << (resource - RESOURCE_EXTIN)) : 0;
}

uint8_t arch_event_inputs(uint32_t event) {
  return input_of(resource_first(event)) | (resource_is_alone(event) ? 0 : input_of(resource_second(event)));
}

void arch_breach_event(struct arch *a, unsigned rule, const char *name, uint32_t event, uint64_t clock) {
  struct arch_breach *b = &a->breaches[rule];
  if (b->times != 1) return;
  b->event_register = name;
  b->event = event;
  b->event_clock = clock;
}

void arch_event_note(struct arch *a, const struct arch_pins *pins, unsigned what) {
  struct arch_inputs *in = &a->inputs;
  struct arch_input *last = &in->at[(in->count - 1) % ARCH_INPUTS];
  const uint8_t extin = pins->clk ? pins->in->extin : last->extin;
  const bool changes = in->count == 0 || extin != last->extin || what != (last->what & ARCH_MAY);
  if (a->config->etmtrigger != in->event) {
    in->event = a->config->etmtrigger;
    in->from = in->count;
  }
  if (!changes) return;
  if (in->count == 0 || last->clock != a->clock)
    last = &in->at[in->count++ % ARCH_INPUTS];
  else
    what |= last->what & ~(unsigned)ARCH_MAY;
  *last = (struct arch_input){a->clock, extin, (uint8_t)what};
}
