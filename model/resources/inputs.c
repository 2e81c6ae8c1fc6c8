// SPDX-License-Identifier: Apache-2.0
// The inputs that ETMEXTINSELR selects, and how long an EmbeddedICE input is HIGH.
//
// The pin of an EmbeddedICE input is HIGH while the last comparison matches. The TraceEnable event reads the level, and
// all other events a pulse (IHI 0035A table 3.4, IHI 0014Q table 7.19). The pulse surely comes in the first clock of a
// level. It may come again in a later clock of the level, by another comparison. Both readings are accepted if ETMEIBCR
// chooses, because the definition of its bits was not available. They are accepted for ETMTSEVR, too, which is in no
// table.
#include "inputs.h"

#include "register.h"

void inputs_start(struct event_inputs *i, unsigned latency) {
  *i = (struct event_inputs){.latency = latency, .open = RESOURCE_BITS_SELECTED | RESOURCE_BITS_WATCHPOINT};
}

// --- the selected inputs --------------------------------------------------------------------------------------------

// The inputs whose value is not known. A selector whose number is too high selects none. The port has 32 of the inputs
// (IHI 0035B 3.16.30, IHI 0014Q 3.5.42).
static uint32_t open_inputs(const struct inputs_program *p) {
  const unsigned inputs = field_get(p->ccer, ETMCCER_EXTENDED),
                 selectors = p->is_etm && p->minor < 1 ? 0 : field_get(p->ccer, ETMCCER_SELECTORS),
                 watchpoints = p->is_etm && p->minor < 4 ? 0 : field_get(p->ccer, ETMCCER_EMBEDDEDICE);
  uint32_t open = 0;
  for (unsigned n = 0; n < RESOURCE_COUNT_SELECTED; n++) {
    const unsigned number = p->selectors >> 8 * n & 0xFF;
    if (!p->is_known || n >= selectors || number >= inputs || number >= 32) open |= 1u << (RESOURCE_BIT_SELECTED + n);
  }
  for (unsigned n = watchpoints; n < RESOURCE_COUNT_WATCHPOINT; n++) open |= 1u << (RESOURCE_BIT_WATCHPOINT + n);
  return open;
}

// ETMEXTINSELR may be written while the DUT runs (3.16.30).
bool inputs_follow(struct event_inputs *i, const struct inputs_program *p, uint64_t clock) {
  const struct inputs_program *old = &i->program;
  const bool same_unit = p->ccer == old->ccer && p->minor == old->minor;
  if (same_unit && p->is_known == old->is_known && p->selectors == old->selectors) return false;
  i->program = *p;
  i->since = clock;
  i->latches = !(p->ccer & ETMCCER_WATCHPOINTS);
  i->open = open_inputs(p);
  return true;
}

static uint32_t levels(const struct event_inputs *i, const struct input_pins *pins) {
#define INPUT_LEVEL(kind, pin, member, type) | (uint32_t)read.member << RESOURCE_BIT_##kind
  struct input_pins read = *pins;
  read.extinbus = 0;
  for (unsigned n = 0; n < RESOURCE_COUNT_SELECTED && pins->extinbus; n++)
    read.extinbus |= (pins->extinbus >> (i->program.selectors >> 8 * n & 31) & 1) << n;
  return 0 RESOURCE_PIN_TABLE(INPUT_LEVEL);
}

// --- by clocks ------------------------------------------------------------------------------------------------------

void inputs_clock(struct event_inputs *i, const struct input_pins *pins) {
  const uint32_t before = i->high;
  i->high = levels(i, pins);
  i->sure = i->high & ~(before & RESOURCE_BITS_WATCHPOINT);
}

// The inputs have not changed since the clock that was noted last.
void inputs_note(struct event_inputs *i, uint64_t clock) {
  const uint64_t clocks = clock - i->noted_at, passed = clocks < 64 ? ((uint64_t)1 << clocks) - 1 : UINT64_MAX;
  for (uint32_t left = RESOURCE_BITS_INPUTS; left; left &= left - 1) {
    const unsigned n = (unsigned)__builtin_ctz(left);
    const uint64_t before = clocks < 64 ? i->past[n] << clocks : 0, same = i->past[n] & 1 ? passed : 0;
    i->past[n] = ((before | same) & ~(uint64_t)1) | (i->high >> n & 1);
  }
  i->noted_at = clock;
}

// The inputs whose value is not known. If the selection is new, a DUT that is late may still see the old inputs.
static uint32_t open_of(const struct event_inputs *i, bool is_new) {
  return i->open | (is_new ? (uint32_t)RESOURCE_BITS_SELECTED : 0);
}

struct input_levels inputs_seen(const struct event_inputs *i, unsigned first, unsigned last) {
  const uint64_t clocks = UINT64_MAX >> (63 - (last - first)) << first;
  const uint32_t open = open_of(i, i->noted_at <= i->since + last);
  uint32_t sure = 0, high = 0;
  for (uint32_t left = RESOURCE_BITS_INPUTS; left; left &= left - 1) {
    const unsigned n = (unsigned)__builtin_ctz(left);
    const uint64_t level = i->past[n], pulse = RESOURCE_BITS_WATCHPOINT >> n & 1 ? level & ~(level >> 1) : level;
    high |= (level & clocks ? 1u : 0u) << n;
    sure |= (~pulse & clocks ? 0u : 1u) << n;
  }
  return (struct input_levels){sure & ~open, high | open};
}

struct input_levels inputs_now(const struct event_inputs *i, uint64_t clock, bool enables) {
  const uint32_t open = open_of(i, clock <= i->since + i->latency), sure = enables && i->latches ? i->high : i->sure;
  return (struct input_levels){sure & ~open, i->high | open};
}

struct input_levels inputs_at(const struct event_inputs *i, uint64_t clock, const struct input_pins *pins) {
  const uint32_t open = open_of(i, clock <= i->since), now = levels(i, pins),
                 doubtful = open | (i->latches ? 0 : (uint32_t)RESOURCE_BITS_WATCHPOINT);
  return (struct input_levels){now & ~doubtful, now | open};
}
