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

static inline bool resource_by_pins(uint32_t number, uint8_t extin, bool ns, bool prohibited) {
  if (number == RESOURCE_ALWAYS) return true;
  if (number == RESOURCE_NON_SECURE) return ns;
  if (number == RESOURCE_PROHIBITED) return prohibited;
  return resource_is_extin(number) && extin >> (number - RESOURCE_EXTIN) & 1;
}

// `event`: its register. `extin`: EXTIN[3:0]. `ns`, `prohibited`: of the last waypoint.
static inline bool event_is_true(uint32_t event, uint8_t extin, bool ns, bool prohibited) {
  return event == EVENT_ALWAYS || event_combines(event, resource_by_pins(resource_first(event), extin, ns, prohibited),
                                                 resource_by_pins(resource_second(event), extin, ns, prohibited));
}

#endif
