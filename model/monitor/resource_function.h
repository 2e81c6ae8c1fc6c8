// SPDX-License-Identifier: Apache-2.0
// Whether an event is true, by the pins: a function of two resources (IHI 0035B 3.8, table 3.5; resource.h).
#ifndef RESOURCE_FUNCTION_H
#define RESOURCE_FUNCTION_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "resource.h"

// The function of it, of its two resources.
static inline bool event_combines(uint32_t event, bool a, bool b) {
  static const uint8_t is_true[8] = {0xA, 0x5, 0x8, 0x4, 0x1, 0xE, 0xD, 0x7};  // bits: by 2 * b + a
  return is_true[event >> 14 & 7] >> (2 * b + a) & 1;
}

static inline bool resource_by_pins(uint32_t number, uint16_t inputs, bool ns, bool prohibited) {
  if (number == RESOURCE_ALWAYS) return true;
  if (number == RESOURCE_NON_SECURE) return ns;
  if (number == RESOURCE_PROHIBITED) return prohibited;
  return (uint32_t)inputs >> resource_input(number) & 1;
}

// `event`: its register. `inputs`: as resource.h has them. `ns`, `prohibited`: of the last waypoint.
static inline bool event_is_true(uint32_t event, uint16_t inputs, bool ns, bool prohibited) {
  return event == EVENT_ALWAYS || event_combines(event, resource_by_pins(resource_first(event), inputs, ns, prohibited),
                                                 resource_by_pins(resource_second(event), inputs, ns, prohibited));
}

// What it may be, where of the inputs those that are `sure` are HIGH, and others may be that are `high`: bit 0: false,
// bit 1: true.
static inline unsigned event_by_inputs(uint32_t event, uint16_t sure, uint16_t high, bool ns, bool prohibited) {
  const uint16_t open = resource_inputs(event) & high & (uint16_t)~sure;
  if (event == EVENT_ALWAYS || !open) return 1u << event_is_true(event, high, ns, prohibited);
  const uint16_t one = open & (uint16_t)-open, other = open & (uint16_t)~one;
  unsigned is = 0;
  for (unsigned i = 0; i < 4; i++) {
    const uint16_t low = (i & 1 ? one : 0) | (i & 2 ? other : 0);
    is |= 1u << event_is_true(event, high & (uint16_t)~low, ns, prohibited);
  }
  return is;
}

#endif
