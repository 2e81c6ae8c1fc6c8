// SPDX-License-Identifier: Apache-2.0
// Evaluates an event, which is a function of two resources (IHI 0035B 3.8, table 3.5).
#ifndef TRUTH_EVENT_H
#define TRUTH_EVENT_H

#include "resource.h"
#include "truth.h"

// `a` and `b` are the values of resources A and B. The result is exact if A and B are independent. If they are the same
// resource, the result may be unknown although NOT A AND A is never true.
static inline unsigned truth_event(uint32_t event, unsigned a, unsigned b) {
  switch (resource_function(event)) {
    case 0:
      return a;
    case 1:
      return truth_not(a);
    case 2:
      return truth_and(a, b);
    case 3:
      return truth_and(truth_not(a), b);
    case 4:
      return truth_and(truth_not(a), truth_not(b));
    case 5:
      return truth_or(a, b);
    case 6:
      return truth_or(truth_not(a), b);
  }
  return truth_or(truth_not(a), truth_not(b));
}

// The values of the two resources for the state of the processor, as bits of a set (resource.h).
static inline struct truth_set truth_state(unsigned ns, unsigned prohibited) {
  return truth_union(truth_only(RESOURCE_BIT_NON_SECURE, ns), truth_only(RESOURCE_BIT_PROHIBITED, prohibited));
}

// The value of an event that names only resources of the set. It is exact also if A and B are the same pin.
static inline unsigned truth_event_of_pins(uint32_t event, struct truth_set shown) {
  const unsigned a = truth_at(shown, resource_shown(resource_first(event))),
                 b = truth_at(shown, resource_shown(resource_second(event)));
  if (a != TRUTH_UNKNOWN || resource_first(event) != resource_second(event)) return truth_event(event, a, b);
  return truth_event(event, TRUTH_NO, TRUTH_NO) | truth_event(event, TRUTH_YES, TRUTH_YES);
}

#endif
