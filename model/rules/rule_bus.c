// SPDX-License-Identifier: Apache-2.0
// A beat on the ATB must not change until ATREADY accepts it (IHI 0032B 3, 4).
#include <inttypes.h>

#include "rules_private.h"

// ATDATA in the lanes that ATBYTES names.
static uint64_t data_of(const struct ports_out *out) {
  return out->atbytes < 7 ? out->atdata & (((uint64_t)1 << 8 * (out->atbytes + 1)) - 1) : out->atdata;
}

// Compares the pins with the beat that was stalled at the last edge of the ATB. A DUT that is powered down need not
// respond, and offers no beat (3.3). ATB-ID-1 checks ATID.
static void check_stalled_beat(struct rules *a, const struct ports_out *out) {
  const struct rules_bus *b = &a->bus;
  if (a->registers->power_down) return;
  rule_check_pins(a, RULE_ATB_HELD_1, PIN_ATVALID, out->atvalid,
                  "ATVALID fell before ATREADY accepted the beat offered since clock %" PRIu64, b->since);
  if (!out->atvalid) return;
  const uint64_t data = data_of(out);
  if (out->atbytes != b->bytes) {
    rule_check_pins(a, RULE_ATB_HELD_2, PIN_ATBYTES, false,
                    "ATBYTES is %u, expected %u: ATREADY has not accepted the beat offered since clock %" PRIu64,
                    out->atbytes, b->bytes, b->since);
  } else {
    rule_check_pins(a, RULE_ATB_HELD_2, PIN_ATDATA, data == b->data,
                    "ATDATA is 0x%" PRIX64 " in the lanes of ATBYTES, expected 0x%" PRIX64
                    ": ATREADY has not accepted the beat offered since clock %" PRIu64,
                    data, b->data, b->since);
  }
}

// A beat is compared with neither the last one nor the next one if a pin that decides on it is x or z.
void rules_bus_unknown(struct rules *a, const struct pins *pins) {
  const bool is_beat_unknown =
      pin_unknown(pins, PIN_ATREADY) || pin_unknown(pins, PIN_ATBYTES) || pin_unknown(pins, PIN_ATDATA);
  if (pin_unknown(pins, PIN_ATCLKEN)) a->bus.has_stalled_beat = false;
  if (pins->in.atclken) a->bus.is_unknown = pins->out.atvalid ? is_beat_unknown : pin_unknown(pins, PIN_ATVALID);
}

static void clock(struct rules *a, const struct cycle *c) {
  const struct ports_out *out = &c->pins->out;
  struct rules_bus *b = &a->bus;
  if (c->is_reset) b->has_stalled_beat = false;
  if (c->is_reset || !c->is_atb) return;
  if (b->has_stalled_beat && !b->is_unknown) check_stalled_beat(a, out);
  const bool waited = b->has_stalled_beat;
  b->has_stalled_beat = cycle_stalls_beat(c) && !b->is_unknown;
  b->is_unknown = false;
  if (!out->atvalid) return;
  rule_check_pins(a, RULE_ATB_BYTES_1, PIN_ATBYTES, 8u * (out->atbytes + 1u) <= a->config->atb_bits,
                  "ATBYTES is %u, expected at most %" PRIu32 ": ATDATA has %" PRIu32 " bits", out->atbytes,
                  a->config->atb_bits / 8 - 1, a->config->atb_bits);
  if (!b->has_stalled_beat) return;
  if (!waited) b->since = a->clock;
  b->bytes = out->atbytes;
  b->data = data_of(out);
}

const struct rule_theme rule_bus_theme = {.clock = clock};
