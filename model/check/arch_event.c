// SPDX-License-Identifier: Apache-2.0
// Events (IHI 0035B 3.8): a function of two resources, which a register names. Of the resources those are looked at
// that are pins of the unit, or constant (table 3.5).
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

// --- as words -------------------------------------------------------------------------------------------------------

__attribute__((format(printf, 2, 3))) static void add(char text[ARCH_EVENT_ROOM], const char *format, ...) {
  const size_t used = strlen(text);
  va_list list;
  va_start(list, format);
  vsnprintf(text + used, ARCH_EVENT_ROOM - used, format, list);
  va_end(list);
}

// Among the packets the inputs are those of a later clock.
void arch_breach_event(struct arch *a, unsigned rule, const char *name, uint32_t event) {
  const struct arch_inputs *in = &a->inputs;
  char *text = a->breaches[rule].event;
  if (a->breaches[rule].times != 1) return;
  char words[RESOURCE_WORDS];
  resource_words(event, words);
  text[0] = '\0';
  add(text, "%s=%s", name, words);
  if (!a->now) return;
  for (unsigned i = 0; i < RESOURCE_EXTINS; i++) {
    if (!(arch_event_inputs(event) >> i & 1)) continue;
    add(text, "; EXTIN[%u] is %d", i, in->now >> i & 1);
    if (in->now >> i & 1) continue;
    if (in->seen >> i & 1) {
      add(text, ", was last 1 in clock %" PRIu64, in->at[i]);
    } else {
      add(text, ", has not been 1");
    }
  }
}

// --- the inputs -----------------------------------------------------------------------------------------------------

static void control(struct arch *a, const struct arch_pins *pins) {
  struct arch_inputs *in = &a->inputs;
  if (!pins->clk) return;
  for (uint8_t fell = in->now & (uint8_t)~pins->in->extin; fell; fell &= fell - 1) {
    in->at[__builtin_ctz(fell)] = a->clock - 1;
    in->seen |= fell & (uint8_t)-fell;
  }
  in->now = pins->in->extin;
}

const struct arch_theme arch_event_theme = {.control = control};
