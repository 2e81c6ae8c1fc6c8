// SPDX-License-Identifier: Apache-2.0
#include "used.h"

#include <inttypes.h>

#include "register.h"
#include "registers.h"

enum way { AS_FILTER, AS_TRIGGER, AS_TIMESTAMP, AS_COUNTER, AS_SEQUENCER, AS_OUTPUT };
static const char *const ways[USED_WAYS] = {"filter", "trigger", "timestamp", "counter", "sequencer", "output"};

// Events of each way: so many registers from this one on.
static const struct {
  uint16_t offset;
  uint8_t count, way;
} events[] = {{ETMTEEVR, 1, AS_FILTER},     {ETMTRIGGER, 1, AS_TRIGGER},    {ETMTSEVR, 1, AS_TIMESTAMP},
              {ETMCNTENR1, 4, AS_COUNTER},  {ETMCNTRLDEVR1, 4, AS_COUNTER}, {ETMSQ12EVR, 6, AS_SEQUENCER},
              {ETMEXTOUTEVR1, 4, AS_OUTPUT}};

static void note_event(struct used *u, enum way way, uint32_t event) {
  const unsigned a = resource_kind_of(resource_first(event)), b = resource_kind_of(resource_second(event));
  if (a < RESOURCE_KINDS) u->as[way][a]++;
  if (resource_is_alone(event) || b == RESOURCE_KINDS) return;
  u->as[way][b]++;
  if (a < RESOURCE_KINDS) u->pairs[a < b ? a : b][a < b ? b : a]++;
}

void used_note(struct used *u, const struct registers *registers) {
  const uint32_t *value = registers->value;
  const bool *known = registers->known;
  for (unsigned i = 0; i < sizeof events / sizeof *events; i++) {
    for (unsigned n = 0; n < events[i].count; n++) {
      const unsigned word = events[i].offset / 4 + n;
      if (known[word]) note_event(u, events[i].way, value[word]);
    }
  }
  const uint32_t control = known[ETMTECR1 / 4] ? value[ETMTECR1 / 4] : 0;
  const uint32_t single = known[ETMTECR2 / 4] ? value[ETMTECR2 / 4] : 0;
  u->as[AS_FILTER][RESOURCE_KIND_RANGE] += field_get(control, ETMTECR1_RANGES) != 0;
  u->as[AS_FILTER][RESOURCE_KIND_SINGLE] += single != 0;
  u->as[AS_FILTER][RESOURCE_KIND_STARTED] += field_get(control, ETMTECR1_START_STOP);
}

void used_write(const struct used *u, FILE *file) {
  for (unsigned a = 0; a < RESOURCE_KINDS; a++) {
    const char *word = resource_kinds[a].word;
    for (unsigned way = 0; way < USED_WAYS; way++) {
      if (u->as[way][a]) fprintf(file, "cover resource.%s.%s %" PRIu64 "\n", ways[way], word, u->as[way][a]);
    }
    for (unsigned b = a; b < RESOURCE_KINDS; b++) {
      const uint64_t pairs = u->pairs[a][b];
      if (pairs) fprintf(file, "cover resource.pair.%s.%s %" PRIu64 "\n", word, resource_kinds[b].word, pairs);
    }
  }
}
