// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <string.h>

#include "case.h"
#include "pin.h"

static unsigned pins_of(bool etm) {
  unsigned count = 0;
  for (unsigned pin = 0; pin < PINS; pin++) count += pin_row(pin)->name[etm] != NULL;
  return count;
}

static uint64_t ones(enum pin pin) { return UINT64_MAX >> (64 - pin_row(pin)->bits); }

// Writes a port as "  input  logic [31:0]            WPTPC,". A port without a number in its range is as wide as the
// ATB.
static bool read_port(const char *line, char way[8], char name[32], unsigned *bits) {
  unsigned high = 0, low = 0;
  *bits = 0;
  if (sscanf(line, " %7[inoutp] logic [%u:%u] %31[A-Za-z0-9]", way, &high, &low, name) == 4) {
    *bits = high - low + 1;
    return true;
  }
  if (sscanf(line, " %7[inoutp] logic [%*[^]]] %31[A-Za-z0-9]", way, name) == 2) return true;
  *bits = 1;
  return sscanf(line, " %7[inoutp] logic %31[A-Za-z0-9]", way, name) == 2;
}

// The ports of the reference RTL after CLK.
static unsigned compare_ports(const char *path, bool etm) {
  char line[256], way[8], name[32];
  unsigned count = 0, bits;
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  while (fgets(line, sizeof line, file) && strcmp(line, ");\n") != 0) {
    if (!read_port(line, way, name, &bits) || strcmp(name, "CLK") == 0) continue;
    const enum pin pin = pin_find(name, etm);
    if (pin == PINS) fail_msg("%s: %s is not in the table", path, name);
    if (bits && bits != pin_row(pin)->bits) fail_msg("%s: %s has %u bits", path, name, bits);
    if (pin_row(pin)->output != (strcmp(way, "output") == 0)) fail_msg("%s: %s is an %s", path, name, way);
    count++;
  }
  fclose(file);
  return count;
}

CASE(pins_match_the_reference_rtl) {
  assert_int_equal(compare_ports("rtl/ptm_top.sv", false), pins_of(false));
  assert_int_equal(compare_ports("rtl/etm_top.sv", true), pins_of(true));
}

CASE(lookup_by_name) {
  for (unsigned pin = 0; pin < PINS; pin++) {
    const char *const *name = pin_row(pin)->name;
    assert_true(name[0] || name[1]);
    if (name[0]) assert_int_equal(pin_find(name[0], false), pin);
    if (name[1]) assert_int_equal(pin_find(name[1], true), pin);
  }
  assert_int_equal(pin_find("WPTVALID", true), PINS);
  assert_int_equal(pin_find("ETMEN", false), PINS);
  assert_int_equal(pin_find("", false), PINS);
}

CASE(pins_do_not_overlap) {
  for (unsigned pin = 0; pin < PINS; pin++) {
    struct pins pins = {0};
    pin_set(&pins, pin, UINT64_MAX, 0);
    for (unsigned other = 0; other < PINS; other++) {
      assert_int_equal(pin_value(&pins, other), other == pin ? ones(pin) : 0);
      assert_false(pin_unknown(&pins, other));
    }
    pin_set(&pins, pin, 0, 0);
    assert_memory_equal(&pins, &(struct pins){0}, sizeof pins);
  }
}

CASE(offsets_match_ports_h) {
  struct pins pins = {0};
  pin_set(&pins, PIN_PADDR, 0xC0, 0);
  pin_set(&pins, PIN_WPTEXCEPTIONTYPE, 0x5, 0);
  pin_set(&pins, PIN_WPTEXTEXCEPTION, 0x1A, 0);
  pin_set(&pins, PIN_ETMI1BREXC, 0x1A5, 0);
  assert_int_equal(pins.in.paddr, 0x300);
  assert_int_equal(pins.in.wpt.exception, 0x1A5);
  assert_int_equal(pins.in.slots.at[1].exception, 0x1A5);
}

CASE(unknown_pins) {
  struct pins pins = {0};
  for (unsigned pin = 0; pin < PINS; pin++) {
    pin_set(&pins, pin, UINT64_MAX, 1);
    assert_int_equal(pin_value(&pins, pin), ones(pin) & ~(uint64_t)1);
    for (unsigned other = 0; other < PINS; other++) assert_int_equal(pin_unknown(&pins, other), other == pin);
    pin_set(&pins, pin, 1, 0);
    assert_false(pin_unknown(&pins, pin));
  }
  pin_set(&pins, PIN_EXTIN, 0, 0x10);
  assert_false(pin_unknown(&pins, PIN_EXTIN));
}

CASE(unknown_byte_lanes) {
  struct pins pins = {0};
  pin_set(&pins, PIN_ATDATA, 0x1122334455667788, 0x8000000000010000);
  assert_int_equal(pins.unknown_lanes, 0x84);
  assert_int_equal(pins.out.atdata, 0x1122334455667788 & ~0x8000000000010000);
  pin_set(&pins, PIN_ATDATA, 1, 0);
  assert_int_equal(pins.unknown_lanes, 0);
}
