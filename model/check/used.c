// SPDX-License-Identifier: Apache-2.0
#include "used.h"

#include <inttypes.h>

#include "register.h"
#include "registers.h"
#include "resource.h"

enum way { AS_FILTER, AS_TRIGGER, AS_TIMESTAMP, AS_COUNTER, AS_SEQUENCER, AS_OUTPUT };
static const char *const ways[USED_WAYS] = {"filter", "trigger", "timestamp", "counter", "sequencer", "output"};

enum kind { SINGLE, RANGE, STARTED = 6 };
static const struct {
  uint8_t first, last;  // IHI 0035B table 3.5
  const char *name;
} kinds[USED_KINDS] = {
    {0x00, 0x0F, "single"},    {0x10, 0x17, "range"},    {0x20, 0x27, "embeddedice"}, {0x40, 0x43, "counter"},
    {0x50, 0x52, "sequencer"}, {0x58, 0x5A, "context"},  {0x5F, 0x5F, "start-stop"},  {0x5B, 0x5B, "vmid"},
    {0x60, 0x63, "extin"},     {0x68, 0x6B, "extended"}, {0x6D, 0x6D, "non-secure"},  {0x6E, 0x6E, "prohibited"},
    {0x6F, 0x6F, "always"},
};

// Events of each way: so many registers from this one on.
static const struct {
  uint16_t offset;
  uint8_t count, way;
} events[] = {{ETMTEEVR, 1, AS_FILTER},     {ETMTRIGGER, 1, AS_TRIGGER},    {ETMTSEVR, 1, AS_TIMESTAMP},
              {ETMCNTENR1, 4, AS_COUNTER},  {ETMCNTRLDEVR1, 4, AS_COUNTER}, {ETMSQ12EVR, 6, AS_SEQUENCER},
              {ETMEXTOUTEVR1, 4, AS_OUTPUT}};

static int kind_of(uint32_t resource) {
  for (int i = 0; i < USED_KINDS; i++) {
    if (resource >= kinds[i].first && resource <= kinds[i].last) return i;
  }
  return -1;
}

static void note_event(struct used *u, enum way way, uint32_t event) {
  const int a = kind_of(resource_first(event)), b = kind_of(resource_second(event));
  if (a >= 0) u->as[way][a]++;
  if (resource_is_alone(event) || b < 0) return;
  u->as[way][b]++;
  if (a >= 0) u->pairs[a < b ? a : b][a < b ? b : a]++;
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
  const bool starts = control & ETMTECR1_START_STOP;
  u->as[AS_FILTER][RANGE] += field_get(control, ETMTECR1_RANGES) != 0;
  u->as[AS_FILTER][SINGLE] += single != 0;
  u->as[AS_FILTER][STARTED] += starts;
}

void used_write(const struct used *u, FILE *file) {
  for (int way = 0; way < USED_WAYS; way++) {
    for (int i = 0; i < USED_KINDS; i++) {
      if (u->as[way][i]) fprintf(file, "cover resource.%s.%s %" PRIu64 "\n", ways[way], kinds[i].name, u->as[way][i]);
    }
  }
  for (int a = 0; a < USED_KINDS; a++) {
    for (int b = a; b < USED_KINDS; b++) {
      if (u->pairs[a][b])
        fprintf(file, "cover resource.pair.%s.%s %" PRIu64 "\n", kinds[a].name, kinds[b].name, u->pairs[a][b]);
    }
  }
}
