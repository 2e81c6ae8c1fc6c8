// SPDX-License-Identifier: Apache-2.0
// Reads and writes the members of struct pins by the rows of pin_table.inc.
#include "pin.h"

#include <stddef.h>
#include <string.h>

#include "number.h"

enum { OR_0, OR_1, NEEDED };

// A pin, and its position in struct pins: the bits from `low` on of the member at `offset`.
struct pin_location {
  struct pin_row row;
  uint8_t absent;
  uint8_t low;
  uint8_t size;  // bytes of the member
  uint16_t offset;
};

#define IS_OUTPUT(member) (offsetof(struct pins, member) >= offsetof(struct pins, out))
#define PIN(name, ptm, etm, bits, group, member, low, packed, word, bit, absent) \
  [PIN_##name] = {{{ptm, etm}, bits, IS_OUTPUT(member)},                         \
                  absent,                                                        \
                  low,                                                           \
                  sizeof((struct pins *)0)->member,                              \
                  offsetof(struct pins, member)},
static const struct pin_location locations[PINS] = {
#include "pin_table.inc"
};

const struct pin_row *pin_row(enum pin pin) { return &locations[pin].row; }

enum pin pin_find(const char *name, enum protocol protocol) {
  unsigned pin = 0;
  while (pin < PINS && !(locations[pin].row.name[protocol] && strcmp(locations[pin].row.name[protocol], name) == 0))
    pin++;
  return pin;
}

// The value of the member that contains the pin.
static uint64_t member_of(const struct pins *pins, const struct pin_location *p) {
  return number_load((const char *)pins + p->offset, p->size);
}

static void set_member(struct pins *pins, const struct pin_location *p, uint64_t value) {
  void *to = (char *)pins + p->offset;
  switch (p->size) {
    case 1:
      *(uint8_t *)to = (uint8_t)value;
      break;
    case 2:
      *(uint16_t *)to = (uint16_t)value;
      break;
    case 4:
      *(uint32_t *)to = (uint32_t)value;
      break;
    default:
      *(uint64_t *)to = value;
  }
}

static uint64_t mask_of(const struct pin_location *p) { return UINT64_MAX >> (64 - p->row.bits); }

static void set_unknown(struct pins *pins, enum pin pin, uint64_t unknown) {
  const uint64_t bit = (uint64_t)1 << pin % 64;
  uint64_t *word = &pins->unknown[pin / 64];
  *word = unknown ? *word | bit : *word & ~bit;
  if (pin != PIN_ATDATA) return;
  pins->unknown_lanes = 0;
  for (unsigned lane = 0; lane < 8; lane++) {
    if (unknown >> 8 * lane & 0xFF) pins->unknown_lanes |= (uint8_t)(1 << lane);
  }
}

void pin_set(struct pins *pins, enum pin pin, uint64_t value, uint64_t unknown) {
  const struct pin_location *p = &locations[pin];
  const uint64_t mask = mask_of(p), others = member_of(pins, p) & ~(mask << p->low);
  set_member(pins, p, others | (value & ~unknown & mask) << p->low);
  set_unknown(pins, pin, unknown & mask);
}

uint64_t pin_value(const struct pins *pins, enum pin pin) {
  const struct pin_location *p = &locations[pin];
  return member_of(pins, p) >> p->low & mask_of(p);
}

bool pin_is_needed(enum pin pin) { return locations[pin].absent == NEEDED; }

void pins_absent(struct pins *pins, const struct config *built) {
  *pins = (struct pins){0};
  for (unsigned pin = 0; pin < PINS; pin++) pin_set(pins, pin, locations[pin].absent == OR_1, 0);
  pins->in.cfgidr = built->etmidr;
  pins->in.cfgccer = built->etmccer;
  pins->in.cfgccr = config_ccr(built);
  pins->in.cfgregs = (uint16_t)built->cfgregs;
  pins->in.retstack_depth = (uint8_t)built->return_stack_depth;
}
