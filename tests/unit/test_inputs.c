// SPDX-License-Identifier: Apache-2.0
// The extended external inputs and the EmbeddedICE inputs of the reference model. The expected values follow from
// IHI 0035A 3.4.2, 3.4.4, table 3.4; IHI 0035B 3.16.26 to 3.16.28; IHI 0014Q 7.9, table 7.19.
#include <string.h>

#include "register_bench.h"

#define ALL_CCR 0x8F482008u  // 4 external outputs
enum { OUTPUT = ETMEXTOUTEVR1, WATCHED = 0x20, SELECTED = 0x68, NEVER = 0x406F };

static uint32_t ccer(unsigned selectors, unsigned inputs, unsigned watchpoints, bool control) {
  return ETMCCER_TIMESTAMP | ETMCCER_READABLE | FIELD_OF(ETMCCER_SELECTORS, selectors) |
         FIELD_OF(ETMCCER_EXTENDED, inputs) | FIELD_OF(ETMCCER_EMBEDDEDICE, watchpoints) |
         (control ? ETMCCER_WATCHPOINTS : 0u);
}

// The outputs are four resources, from `first` on. All other events are never true.
static void up(struct bench *b, uint32_t idr, uint32_t etmccer, unsigned first) {
  power_up(b, idr, ALL_CCR, etmccer, 0);
  put(b, ETMOSLAR, 0);
  put(b, ETMTRIGGER, NEVER);
  put(b, ETMTEEVR, NEVER);
  for (unsigned n = 0; n < 4; n++) put(b, OUTPUT + 4 * n, first + n);
}

static void run(struct bench *b) {
  put(b, ETMCR, ETMCR_PORT & etmcr_built(&b->unit.apb.settings));
  edges(b, 2);
}

// --- extended external inputs ----------------------------------------------------------------------------------------

static unsigned shows_of(struct bench *b, uint32_t extinbus) {
  b->in.extinbus = extinbus;
  edges(b, 2);
  return b->unit.resources.outputs;
}

static int setup(void **state) {
  static struct bench bench;
  *state = &bench;
  return 0;
}

CASE_WITH(selectors_take_inputs, setup, NULL, NULL) {
  static const uint32_t units[] = {V10, V11, ETM(1), ETM(3), ETM(5)};
  struct bench *b = *state;
  for (unsigned i = 0; i < 5; i++) {
    up(b, units[i], ccer(4, 32, 0, false), SELECTED);
    put(b, ETMEXTINSELR, 0x1F070300);
    expect(b, ETMEXTINSELR, 0x1F070300);
    run(b);
    assert_int_equal(shows_of(b, 0x80000089), 0xF);
    assert_int_equal(shows_of(b, 0x7FFFFF76), 0);
    for (unsigned n = 0; n < 32; n++) {
      assert_int_equal(shows_of(b, 1u << n), n == 0 ? 1 : n == 3 ? 2 : n == 7 ? 4 : n == 31 ? 8 : 0);
    }
    // Two selectors may select the same input.
    put(b, ETMEXTINSELR, 0x09090909);
    assert_int_equal(shows_of(b, 1 << 9), 0xF);
    assert_int_equal(shows_of(b, ~(1u << 9)), 0);
  }
}

// Neither the bus nor ETMCCER[10:3] has this input, so it is never true. There are at most four selectors.
CASE_WITH(inputs_beyond_the_bus, setup, NULL, NULL) {
  static const struct {
    uint32_t idr;
    unsigned selectors, inputs, out;
  } rows[] = {
      {V11, 4, 255, 3},    {V11, 7, 255, 3},    {V11, 4, 33, 3},    {V11, 4, 32, 3},  {V11, 4, 31, 2},
      {V11, 4, 1, 2},      {V11, 4, 0, 0},      {V11, 1, 255, 1},   {V11, 0, 255, 0}, {V10, 2, 255, 3},
      {ETM(0), 4, 255, 0}, {ETM(1), 4, 255, 3}, {ETM(5), 7, 31, 2},
  };
  struct bench *b = *state;
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    up(b, rows[i].idr, ccer(rows[i].selectors, rows[i].inputs, 0, false), SELECTED);
    if (minor_version(&b->unit.apb.settings) || rows[i].idr == V10) put(b, ETMEXTINSELR, 0xFF20001F);
    run(b);
    const unsigned out = shows_of(b, ~0u);
    if (out != rows[i].out) fail_msg("row %u: %u", i, out);
  }
}

// In the clock of the write, the input that was selected before is sampled.
CASE_WITH(selected_at_the_edge, setup, NULL, NULL) {
  struct bench *b = *state;
  up(b, V11, ccer(1, 8, 0, false), SELECTED);
  put(b, ETMEXTINSELR, 2);
  run(b);
  b->in.extinbus = 1 << 5;
  put(b, ETMEXTINSELR, 5);
  edge(b);  // uses the input that the clock of the write has sampled
  assert_int_equal(b->unit.resources.outputs, 0);
  edge(b);
  assert_int_equal(b->unit.resources.outputs, 1);
  put(b, ETMEXTINSELR, 2);
  edge(b);
  assert_int_equal(b->unit.resources.outputs, 1);
  edge(b);
  assert_int_equal(b->unit.resources.outputs, 0);
}

// --- EmbeddedICE -----------------------------------------------------------------------------------------------------

// In this number of clocks, of which the first samples the inputs: TraceEnable, the outputs of the clock before, the
// trigger and the timestamp event. A letter for each that is true: e: TraceEnable, t: trigger, s: timestamp, 1 to 8:
// the outputs.
static void sees(struct bench *b, uint8_t embeddedice, const char *expected) {
  char seen[64] = "";
  b->in.embeddedice = embeddedice;
  edge(b);
  for (const char *clock = expected; *clock; clock++) {
    edge(b);
    const struct events *e = &b->unit.events;
    snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s%s%s%X", e->trace_enable ? "e" : "",
             e->trigger ? "t" : "", e->stamp ? "s" : "", b->unit.resources.outputs);
    while (*clock && *clock != ' ') clock++;
    if (!*clock) break;
    strcat(seen, " ");
  }
  if (strcmp(seen, expected)) fail_msg("EMBEDDEDICE %X: %s, expected %s", embeddedice, seen, expected);
}

static void all_events(struct bench *b, unsigned resource) {
  put(b, ETMTEEVR, resource);
  put(b, ETMTRIGGER, resource);
  if (register_is_there(register_at(ETMTSEVR), settings_protocol(&b->unit.apb.settings),
                        minor_version(&b->unit.apb.settings)))
    put(b, ETMTSEVR, resource);
}

// IHI 0035A table 3.4: latched for TraceEnable, pulsed for all others. ETMEIBCR applies to all of them.
CASE_WITH(latched_or_pulsed, setup, NULL, NULL) {
  static const struct {
    uint32_t idr;
    bool stamps;
  } units[] = {{V10, true}, {V11, true}, {ETM(4), false}, {ETM(5), true}};
  struct bench *b = *state;
  for (unsigned i = 0; i < 4; i++) {
    const bool s = units[i].stamps;
    up(b, units[i].idr, ccer(0, 0, 8, false), WATCHED);
    all_events(b, WATCHED + 2);
    run(b);
    sees(b, 0, "0 0");
    sees(b, 4, s ? "ets4 e0 e0" : "et4 e0 e0");
    sees(b, 0, "0 0");
    sees(b, 4, s ? "ets4" : "et4");
    sees(b, 0xB, "B 0");
    sees(b, 0xF, s ? "ets4 e0" : "et4 e0");
    for (unsigned latches = 0; latches < 2; latches++) {
      up(b, units[i].idr, ccer(0, 0, 8, true), WATCHED);
      all_events(b, WATCHED + 2);
      put(b, ETMEIBCR, latches ? 4 : 0xFB);
      run(b);
      sees(b, 0, "0 0");
      if (latches) sees(b, 4, s ? "ets4 ets4 ets4" : "et4 et4 et4");
      if (!latches) sees(b, 4, s ? "ets4 0 0" : "et4 0 0");
      sees(b, 0, "0 0");
      sees(b, 3, latches ? "3 0" : "3 3 3");
    }
  }
}

// ETMEIBCR is used in each clock, also for inputs that were sampled before it was written.
CASE_WITH(control_at_any_time, setup, NULL, NULL) {
  struct bench *b = *state;
  up(b, V11, ccer(0, 0, 8, true), WATCHED);
  put(b, ETMEIBCR, 0);
  run(b);
  sees(b, 2, "2 0 0");
  put(b, ETMEIBCR, 2);
  edge(b);
  assert_int_equal(b->unit.resources.outputs, 2);
  edges(b, 5);
  assert_int_equal(b->unit.resources.outputs, 2);
  put(b, ETMEIBCR, 0);
  edge(b);
  assert_int_equal(b->unit.resources.outputs, 0);
}

// ETMCCER[19:16], from ETMv3.4 on. There are eight pins.
CASE_WITH(only_built_inputs, setup, NULL, NULL) {
  static const struct {
    uint32_t idr;
    unsigned built, there;
  } rows[] = {{V10, 8, 8},  {V11, 0, 0},    {V11, 1, 1},    {V11, 7, 7},
              {V11, 15, 8}, {ETM(3), 8, 0}, {ETM(4), 8, 8}, {ETM(5), 3, 3}};
  struct bench *b = *state;
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (unsigned first = 0; first < 12; first += 4) {
      up(b, rows[i].idr, ccer(0, 0, rows[i].built, false), WATCHED + first);
      run(b);
      const unsigned all = (1u << rows[i].there) - 1;
      b->in.embeddedice = 0xFF;
      edges(b, 2);
      assert_int_equal(b->unit.resources.outputs, all >> first & 0xF);
    }
  }
}
