// SPDX-License-Identifier: Apache-2.0
// Inputs: where ETMEXTINSELR and ETMCCER say that they come from, and for how long EmbeddedICE is HIGH.
//
// Of an EmbeddedICE input the pin is HIGH while what was compared last matches. The TraceEnable event takes it so, all
// others a pulse (IHI 0035A table 3.4, IHI 0014Q table 7.19), which surely comes in the first clock of a level, and may
// come again while that stays: with another comparison. That is both, too, where ETMEIBCR chooses, of which no page
// that was read says what its bits mean, and where no table names the event (ETMTSEVR).
#include "rule_input.h"

#include "register.h"
#include "rules_private.h"
#include "truth_event.h"

// --- where they come from -------------------------------------------------------------------------------------------

// A number beyond the inputs that there are selects none; of the others the port has 32 (IHI 0035B 3.16.30, IHI 0014Q
// 3.5.42). What is not there is not known.
static uint16_t open_inputs(const struct rules_wiring *w, bool etm) {
  const unsigned inputs = field_get(w->ccer, ETMCCER_EXTENDED),
                 selectors = etm && w->minor < 1 ? 0 : field_get(w->ccer, ETMCCER_SELECTORS),
                 watchpoints = etm && w->minor < 4 ? 0 : field_get(w->ccer, ETMCCER_EMBEDDEDICE);
  unsigned open = 0;
  for (unsigned n = 0; n < RESOURCE_SELECTORS; n++) {
    const unsigned number = w->selectors >> 8 * n & 0xFF;
    if (!w->known || n >= selectors || number >= inputs || number >= 32) open |= 1u << (INPUTS_SELECTED + n);
  }
  for (unsigned n = watchpoints; n < RESOURCE_WATCHPOINTS; n++) open |= 1u << (INPUTS_WATCHPOINT + n);
  return (uint16_t)open;
}

// ETMEXTINSELR may be written while the unit runs (3.16.30): from there on a machine stands for units of one delay no
// more, for each sees by the new numbers what the pins were before.
void rule_input_wire(struct rules *a) {
  struct rules_resources *d = &a->resources;
  struct rules_wiring *w = &d->wiring;
  const struct registers *r = a->registers;
  const unsigned word = ETMEXTINSELR >> 2, minor = rules_minor(a);
  const uint32_t selectors = r->value[word], ccer = rules_ccer(a, 0);
  const bool known = r->known[word] && rules_is_taken(a, ETMEXTINSELR);
  if (known == w->known && selectors == w->selectors && ccer == w->ccer && minor == w->minor) return;
  *w = (struct rules_wiring){.selectors = selectors,
                             .ccer = ccer,
                             .minor = (uint8_t)minor,
                             .known = known,
                             .latches = !(ccer & ETMCCER_WATCHPOINTS),
                             .since = a->clock};
  w->open = open_inputs(w, config_protocol(a->config) == PROTOCOL_ETM3);
  if (d->runs && d->reading.active) counting_loosen(&d->reading);
}

static uint16_t levels(const struct rules_wiring *w, const struct input_pins *pins) {
  unsigned inputs = pins->extin | (unsigned)pins->embeddedice << INPUTS_WATCHPOINT;
  for (unsigned n = 0; n < RESOURCE_SELECTORS && pins->extinbus; n++)
    inputs |= (pins->extinbus >> (w->selectors >> 8 * n & 31) & 1) << (INPUTS_SELECTED + n);
  return (uint16_t)inputs;
}

// --- by clocks ------------------------------------------------------------------------------------------------------

void rule_input_clock(struct rules_resources *d, const struct input_pins *pins) {
  const uint16_t before = d->high;
  d->high = levels(&d->wiring, pins);
  d->sure = d->high & (uint16_t) ~(before & INPUTS_OF_WATCHPOINT);
}

// Where nothing was looked at they stayed as they were.
void rule_input_note(struct rules_resources *d, uint64_t clock) {
  const uint64_t clocks = clock - d->inputs_at, passed = clocks < 64 ? ((uint64_t)1 << clocks) - 1 : UINT64_MAX;
  for (unsigned i = 0; i < RESOURCE_INPUTS; i++) {
    const uint64_t before = clocks < 64 ? d->inputs[i] << clocks : 0, same = d->inputs[i] & 1 ? passed : 0;
    d->inputs[i] = ((before | same) & ~(uint64_t)1) | (d->high >> i & 1);
  }
  d->inputs_at = clock;
}

struct counting_inputs rule_input_resources(uint16_t surely_high, uint16_t ever_high) {
  enum { ALWAYS = 1 << (RESOURCE_ALWAYS & 0xF), OTHERS = 0x70F0 };
  const uint32_t sure = surely_high, high = ever_high;
  return (struct counting_inputs){
      .low = (~((sure & 0xF) | (sure & 0xF0) << 4 | (sure & 0xFF00) << 8) & ~(uint32_t)ALWAYS) | OTHERS,
      .high = (high & 0xF) | (high & 0xF0) << 4 | (high & 0xFF00) << 8 | ALWAYS | OTHERS};
}

// What was selected before a write to ETMEXTINSELR a unit that is late sees by the new numbers.
struct counting_inputs rule_input_seen(const struct rules_resources *d, unsigned first, unsigned last) {
  const uint64_t clocks = UINT64_MAX >> (63 - (last - first)) << first;
  const bool moved = d->inputs_at <= d->wiring.since + last;
  const uint16_t open = d->wiring.open | (moved ? INPUTS_OF_SELECTED : 0);
  unsigned sure = 0, high = 0;
  for (unsigned i = 0; i < RESOURCE_INPUTS; i++) {
    const uint64_t level = d->inputs[i], pulse = i < INPUTS_WATCHPOINT ? level : level & ~(level >> 1);
    high |= (level & clocks ? 1u : 0u) << i;
    sure |= (~pulse & clocks ? 0u : 1u) << i;
  }
  return rule_input_resources((uint16_t)(sure & ~(unsigned)open), (uint16_t)(high | open));
}

void rule_input_now(const struct rules *a, bool enables, uint16_t *sure, uint16_t *high) {
  const struct rules_resources *d = &a->resources;
  const bool moved = a->clock <= d->wiring.since + a->limits.latency, levels_alone = enables && d->wiring.latches;
  const uint16_t open = d->wiring.open | (moved ? INPUTS_OF_SELECTED : 0);
  *sure = (levels_alone ? d->high : d->sure) & (uint16_t)~open;
  *high = d->high | open;
}

unsigned rule_input_enables(const struct rules *a, uint64_t clock, const struct input_pins *pins, bool ns,
                            bool prohibited) {
  const struct rules_wiring *w = &a->resources.wiring;
  const uint16_t open = w->open | (clock <= w->since ? INPUTS_OF_SELECTED : 0), now = levels(w, pins),
                 doubtful = open | (w->latches ? 0 : INPUTS_OF_WATCHPOINT);
  return truth_event_of_pins(a->programmed->etmteevr, now & (uint16_t)~doubtful, now | open, truth_of(ns),
                             truth_of(prohibited));
}
