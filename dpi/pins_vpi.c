// SPDX-License-Identifier: Apache-2.0
// Finds the handles of the pins, and copies their values from and to struct pins.
#include "pins_vpi.h"

static bool width_is_right(enum pin pin, uint32_t bits, uint32_t atb_bits) {
  switch (pin) {
    case PIN_ATDATA:
      return bits == 8 || bits == 16 || bits == 32 || bits == 64;
    case PIN_ATBYTES:
      return bits == (atb_bits > 32 ? 3 : atb_bits > 16 ? 2 : 1);
    default:
      return bits == pin_row(pin)->bits;
  }
}

bool vpi_pins_find(struct vpi_pins *p, vpiHandle scope, struct error *err) {
  p->etm = vpi_handle_by_name("ETMI0VALID", scope) != NULL;
  const vpiHandle atdata = vpi_handle_by_name("ATDATA", scope);
  p->atb_bits = atdata ? (uint32_t)vpi_get(vpiSize, atdata) : 0;
  for (unsigned pin = 0; pin < PINS; pin++) {
    const char *name = pin_row(pin)->name[p->etm];
    p->at[pin] = name ? vpi_handle_by_name((PLI_BYTE8 *)name, scope) : NULL;
    if (!name) continue;
    const char *unit = p->etm ? "an ETM" : "a PTM";
    if (!p->at[pin])
      return error_set(err, "%s: missing pin %s; expected every pin of %s (docs/pins.md)",
                       vpi_get_str(vpiFullName, scope), name, unit);
    const uint32_t bits = (uint32_t)vpi_get(vpiSize, p->at[pin]);
    if (!width_is_right(pin, bits, p->atb_bits))
      return error_set(err, "%s.%s: expected the width of this pin of %s (docs/pins.md), found %u bits",
                       vpi_get_str(vpiFullName, scope), name, unit, bits);
  }
  return true;
}

void vpi_pins_read(const struct vpi_pins *p, struct pins *pins) {
  *pins = (struct pins){.unknown = {0}};
  for (unsigned pin = 0; pin < PINS; pin++) {
    if (!p->at[pin]) continue;
    s_vpi_value value = {.format = vpiVectorVal};
    vpi_get_value(p->at[pin], &value);
    const bool wide = vpi_get(vpiSize, p->at[pin]) > 32;
    const s_vpi_vecval *low = value.value.vector, *high = wide ? low + 1 : NULL;
    const uint64_t bits = (uint32_t)low->aval | (high ? (uint64_t)(uint32_t)high->aval << 32 : 0);
    const uint64_t unknown = (uint32_t)low->bval | (high ? (uint64_t)(uint32_t)high->bval << 32 : 0);
    pin_set(pins, pin, bits, unknown);
  }
}

void vpi_pins_write(const struct vpi_pins *p, const struct pins *now, const struct pins *before) {
  for (unsigned pin = 0; pin < PINS; pin++) {
    if (!p->at[pin] || pin_row(pin)->output) continue;
    const uint64_t bits = pin_value(now, pin);
    if (before && bits == pin_value(before, pin)) continue;
    s_vpi_vecval word[2] = {{.aval = (PLI_INT32)(uint32_t)bits}, {.aval = (PLI_INT32)(uint32_t)(bits >> 32)}};
    s_vpi_value value = {.format = vpiVectorVal, .value.vector = word};
    vpi_put_value(p->at[pin], &value, NULL, vpiNoDelay);
  }
}
