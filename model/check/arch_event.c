// SPDX-License-Identifier: Apache-2.0
// Events (IHI 0035B 3.8): a function of two resources, which a register names. Of the resources those are looked at
// that are pins of the unit, or constant (table 3.5).
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arch_parts.h"
#include "reported.h"

enum { EXTERNAL_INPUT = 0x60, NON_SECURE = 0x6D, PROHIBITED = 0x6E, EXTERNAL_INPUTS = 4, ROOM = 32 };

static unsigned function_of(uint32_t event) { return event >> 14 & 7; }
static uint32_t first_of(uint32_t event) { return event & 0x7F; }
static uint32_t second_of(uint32_t event) { return event >> 7 & 0x7F; }
static bool is_alone(uint32_t event) { return function_of(event) < 2; }  // of the first resource only

static bool is_input(uint32_t resource) {
  return resource >= EXTERNAL_INPUT && resource < EXTERNAL_INPUT + EXTERNAL_INPUTS;
}

static bool is_pin(uint32_t resource) { return resource == EVENT_ALWAYS || is_input(resource); }

bool arch_event_is_true(uint32_t event, uint8_t extin, bool *known) {
  *known = is_pin(first_of(event)) && (is_alone(event) || is_pin(second_of(event)));
  return *known && expected_event(event, extin, false, false);
}

static uint8_t input_of(uint32_t resource) {
  return is_input(resource) ? (uint8_t)(1u << (resource - EXTERNAL_INPUT)) : 0;
}

uint8_t arch_event_inputs(uint32_t event) {
  return input_of(first_of(event)) | (is_alone(event) ? 0 : input_of(second_of(event)));
}

// --- as words -------------------------------------------------------------------------------------------------------

static const char *resource_text(uint32_t resource, char text[ROOM]) {
  if (is_input(resource)) {
    snprintf(text, ROOM, "EXTIN[%" PRIu32 "]", resource - EXTERNAL_INPUT);
  } else if (resource == EVENT_ALWAYS) {
    snprintf(text, ROOM, "always");
  } else if (resource == NON_SECURE) {
    snprintf(text, ROOM, "Non-secure state");
  } else if (resource == PROHIBITED) {
    snprintf(text, ROOM, "prohibited region");
  } else {
    snprintf(text, ROOM, "resource 0x%02" PRIX32, resource);
  }
  return text;
}

__attribute__((format(printf, 2, 3))) static void add(char text[ARCH_EVENT_ROOM], const char *format, ...) {
  const size_t used = strlen(text);
  va_list list;
  va_start(list, format);
  vsnprintf(text + used, ARCH_EVENT_ROOM - used, format, list);
  va_end(list);
}

static void add_function(char text[ARCH_EVENT_ROOM], uint32_t event) {
  static const struct {
    bool not_first, not_second;
    const char *between;  // NULL: the first resource only
  } functions[8] = {{0},
                    {true, false, NULL},
                    {false, false, "AND"},
                    {true, false, "AND"},
                    {true, true, "AND"},
                    {false, false, "OR"},
                    {true, false, "OR"},
                    {true, true, "OR"}};
  const unsigned f = function_of(event);
  char name[ROOM];
  add(text, "%s%s", functions[f].not_first ? "NOT " : "", resource_text(first_of(event), name));
  if (!functions[f].between) return;
  add(text, " %s %s%s", functions[f].between, functions[f].not_second ? "NOT " : "",
      resource_text(second_of(event), name));
}

void arch_event_words(const char *name, uint32_t event, char text[ARCH_EVENT_ROOM]) {
  text[0] = '\0';
  add(text, "%s=0x%05" PRIX32 ": ", name, event);
  add_function(text, event);
}

// Among the packets the inputs are those of a later clock.
void arch_breach_event(struct arch *a, unsigned rule, const char *name, uint32_t event) {
  const struct arch_inputs *in = &a->inputs;
  char *text = a->breaches[rule].event;
  if (a->breaches[rule].times != 1) return;
  arch_event_words(name, event, text);
  if (!a->now) return;
  for (unsigned i = 0; i < EXTERNAL_INPUTS; i++) {
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
