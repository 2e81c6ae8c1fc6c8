// SPDX-License-Identifier: Apache-2.0
#include "event_rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "resource.h"
#include "resource_function.h"

const struct event_row event_row[EVENTS] = {
    [EVENT_TRIGGER] = {.group = "trigger",
                       .name = "ETMTRIGGER",
                       .about = {"TRIG", "trigger"},
                       .signal = "trigger_event_o",
                       .words = "trigger_event",
                       .expected = "trigger_expected"},
    [EVENT_ENABLE] = {.group = "TraceEnable",
                      .name = "ETMTEEVR",
                      .about = {"tracing was off", "reason trace-on"},
                      .signal = "enable_event_o",
                      .words = "enable_event",
                      .expected = "enable_expected"},
    [EVENT_STAMP] = {.group = "timestamp",
                     .name = "ETMTSEVR",
                     .signal = "stamp_event_o",
                     .words = "stamp_event",
                     .expected = "stamp_expected"},
};

bool event_is_in(unsigned event, const char *text) {
  const char *const *about = event_row[event].about;
  while (*about && !strstr(text, *about)) about++;
  return *about || strstr(text, event_row[event].name);
}

bool event_in_text(unsigned event, const char *text, uint32_t *programmed) {
  const char *name = strstr(text, event_row[event].name);
  return name && sscanf(name + strlen(event_row[event].name), "=0x%" SCNx32, programmed) == 1;
}

static bool is_known(uint32_t resource, const struct event_state *s) {
  if (resource == RESOURCE_NON_SECURE || resource == RESOURCE_PROHIBITED) return s->known;
  return resource == RESOURCE_ALWAYS || resource_is_extin(resource);
}

static char truth(uint32_t event, uint8_t extin, const struct event_state *s) {
  const bool known =
      is_known(resource_first(event), s) && (resource_is_alone(event) || is_known(resource_second(event), s));
  if (!known) return 'x';
  return event_is_true(event, extin, s->ns, s->prohibited) ? '1' : '0';
}

void event_clock(struct event_state *state, const uint64_t *pin, bool etm3, const uint32_t programmed[EVENTS],
                 char expected[EVENTS]) {
  if (etm3) *state = (struct event_state){true, pin[PIN_ETMNS], pin[PIN_ETMPROHIBITED]};
  for (unsigned i = 0; i < EVENTS; i++) expected[i] = truth(programmed[i], (uint8_t)pin[PIN_EXTIN], state);
  if (!pin[PIN_WPTVALID]) return;
  *state = (struct event_state){true, pin[PIN_WPTNSECURE], pin[PIN_WPTTRACEPROHIBITED]};
}
