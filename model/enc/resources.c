// SPDX-License-Identifier: Apache-2.0
// One clock of counters, sequencer and external outputs (IHI 0035B 3.9, 3.10).
#include "resources.h"

#include "events.h"
#include "register.h"
#include "regs.h"

// The first resource of counters and of the sequencer, and the number of states.
enum { ZERO = 0x40, STATE = 0x50, STATES = 3 };

static unsigned counters(const struct ports_in *in) { return field_get(regs_etmccr(in), ETMCCR_COUNTERS); }
static unsigned outputs(const struct ports_in *in) { return field_get(regs_etmccr(in), ETMCCR_OUTPUTS); }

static bool is_true(const struct apb *a, unsigned offset, uint64_t now) { return event_true(apb_word(a, offset), now); }

uint64_t resources_true(const struct resources *r, const struct ports_in *in) {
  uint64_t now = 0;
  for (unsigned n = 0, count = counters(in); n < count; n++) {
    if (!r->counter[n]) now |= resource_bit(ZERO) << n;
  }
  if (in->cfgccr & ETMCCR_SEQUENCER && r->sequencer < STATES) now |= resource_bit(STATE) << r->sequencer;
  return now;
}

uint64_t resources_used(const struct apb *a, const struct ports_in *in) {
  uint64_t used = 0;
  for (unsigned n = 0, count = counters(in); n < count; n++) {
    used |=
        resources_of_event(apb_word(a, ETMCNTENR1 + 4 * n)) | resources_of_event(apb_word(a, ETMCNTRLDEVR1 + 4 * n));
  }
  for (unsigned n = 0, count = outputs(in); n < count; n++)
    used |= resources_of_event(apb_word(a, ETMEXTOUTEVR1 + 4 * n));
  for (unsigned offset = ETMSQ12EVR; in->cfgccr & ETMCCR_SEQUENCER && offset <= ETMSQ13EVR; offset += 4) {
    used |= resources_of_event(apb_word(a, offset));
  }
  return used;
}

// --- events ----------------------------------------------------------------------------------------------------------

// The two transitions from each state: the event, and the next state. If both events are true, the sequencer stays (IHI
// 0035A 3.9).
static uint8_t next_state(const struct apb *a, uint8_t state, uint64_t now) {
  static const struct {
    uint16_t event;
    uint8_t to;
  } ways[STATES][2] = {
      {{ETMSQ12EVR, 1}, {ETMSQ13EVR, 2}}, {{ETMSQ21EVR, 0}, {ETMSQ23EVR, 2}}, {{ETMSQ31EVR, 0}, {ETMSQ32EVR, 1}}};
  if (state >= STATES) return state;
  const bool first = is_true(a, ways[state][0].event, now), second = is_true(a, ways[state][1].event, now);
  return first == second ? state : ways[state][second].to;
}

void resources_find(struct resources *r, const struct apb *a, const struct ports_in *in, uint64_t now) {
  r->reloads = r->counts = r->output_events = 0;
  for (unsigned n = 0, count = counters(in); n < count; n++) {
    // A reduced counter counts in every clock, and reloads at zero (IHI 0035B 3.16.14).
    const bool reduced = n == 0 && has_reduced_counter(&a->settings);
    const bool reloads = reduced ? now & resource_bit(ZERO) : is_true(a, ETMCNTRLDEVR1 + 4 * n, now);
    r->reloads |= (uint8_t)(reloads << n);
    r->counts |= (uint8_t)((reduced || is_true(a, ETMCNTENR1 + 4 * n, now)) << n);
  }
  for (unsigned n = 0, count = outputs(in); n < count; n++) {
    r->output_events |= (uint8_t)(is_true(a, ETMEXTOUTEVR1 + 4 * n, now) << n);
  }
  r->next = in->cfgccr & ETMCCR_SEQUENCER ? next_state(a, r->sequencer, now) : 0;
}

// --- one clock -------------------------------------------------------------------------------------------------------

// A value that is written during programming stays at the end of programming. `loads`: an ETM's counter takes its
// reload value when that is written (IHI 0014Q 3.5.27).
static void step_counter(struct resources *r, const struct apb *a, const struct ports_in *in,
                         const struct apb_strobes *strobes, bool moves, unsigned n) {
  const bool programming = a->settings.etmcr & ETMCR_PROGRAMMING;
  const bool etm = settings_protocol(&a->settings) == PROTOCOL_ETM3;
  const bool written = strobes->resource == ETMCNTVR1 + 4 * n;
  const bool loads = etm && programming && strobes->resource == ETMCNTRLDVR1 + 4 * n;
  const uint8_t bit = (uint8_t)(1 << n);
  uint16_t *const counter = &r->counter[n];
  if (written || loads) {
    *counter = (uint16_t)in->pwdata;
  } else if ((strobes->sr_reset && !(r->counter_preserved & bit)) || (moves && r->reloads & bit)) {
    *counter = (uint16_t)apb_word(a, ETMCNTRLDVR1 + 4 * n);
  } else if (moves && r->counts & bit && *counter) {
    --*counter;
  }
  if (written && programming) {
    r->counter_preserved |= bit;
  } else if (strobes->sr_reset) {
    r->counter_preserved &= (uint8_t)~bit;
  }
}

static void step_sequencer(struct resources *r, const struct apb *a, const struct ports_in *in,
                           const struct apb_strobes *strobes, bool moves) {
  const bool written = strobes->resource == ETMSQR;
  if (written) {
    r->sequencer = in->pwdata & 3;
  } else if (strobes->sr_reset && !r->sequencer_preserved) {
    r->sequencer = 0;
  } else if (moves) {
    r->sequencer = r->next;
  }
  if (written && a->settings.etmcr & ETMCR_PROGRAMMING) {
    r->sequencer_preserved = true;
  } else if (strobes->sr_reset) {
    r->sequencer_preserved = false;
  }
}

void resources_step(struct resources *r, const struct apb *a, const struct ports_in *in,
                    const struct apb_strobes *strobes, bool moves) {
  for (unsigned n = 0, count = counters(in); n < count; n++) step_counter(r, a, in, strobes, moves, n);
  if (in->cfgccr & ETMCCR_SEQUENCER) step_sequencer(r, a, in, strobes, moves);
  r->outputs = moves ? r->output_events : 0;
}

uint32_t resources_read(const struct resources *r, unsigned offset) {
  if (offset == ETMSQR) return r->sequencer;
  return offset >= ETMCNTVR1 && offset <= ETMCNTVR4 ? r->counter[(offset - ETMCNTVR1) >> 2] : 0;
}
