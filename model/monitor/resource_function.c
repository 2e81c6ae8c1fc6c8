// SPDX-License-Identifier: Apache-2.0
#include "resource_function.h"

#include "resource.h"

static bool resource(uint32_t number, uint8_t extin, bool ns, bool prohibited) {
  if (number == RESOURCE_ALWAYS) return true;
  if (number == RESOURCE_NON_SECURE) return ns;
  if (number == RESOURCE_PROHIBITED) return prohibited;
  return resource_is_extin(number) && extin >> (number - RESOURCE_EXTIN) & 1;
}

bool event_of_resources(uint32_t event, uint8_t extin, bool ns, bool prohibited) {
  const bool a = resource(resource_first(event), extin, ns, prohibited);
  const bool b = resource(resource_second(event), extin, ns, prohibited);
  return event_combines(event, a, b);
}
