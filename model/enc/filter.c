// SPDX-License-Identifier: Apache-2.0
// The registers that have an effect; the comparators that may match; the start/stop block (IHI 0035B 3.3.3, 3.6,
// 3.16.13).
#include "filter.h"

#include "events.h"
#include "register.h"
#include "regs.h"
#include "resources.h"

// A comparison of fetches ignores the bit (IHI 0014Q 2.7.4).
static void find_exact(struct filter *c, const struct apb *a) {
  c->exact_singles = c->exact_ranges = 0;
  for (unsigned left = c->all_singles; left; left &= left - 1) {
    const unsigned n = (unsigned)__builtin_ctz(left);
    const uint32_t type = apb_word(a, ETMACTR1 + 4 * n);
    if (!(type & ETMACTR_EXACT) || !(type & ETMACTR_TYPE)) continue;
    c->exact_singles |= (uint16_t)(1u << n);
    if (n % 2 == 0) c->exact_ranges |= (uint8_t)(1u << n / 2);
  }
}

void filter_find(struct filter *c, const struct apb *a, const struct ports_in *in) {
  const uint32_t ccr = regs_etmccr(in), tecr1 = apb_word(a, ETMTECR1), tecr2 = apb_word(a, ETMTECR2);
  const unsigned pairs = field_get(ccr, ETMCCR_PAIRS);
  c->has_startstop = ccr & ETMCCR_START_STOP;
  c->contexts = (uint8_t)field_get(ccr, ETMCCR_CONTEXT_IDS);
  c->all_ranges = (uint8_t)((1u << pairs) - 1);
  c->all_singles = (uint16_t)((1u << 2 * pairs) - 1);
  const uint64_t built = resources_compared(c->all_singles, c->all_ranges, (1u << c->contexts) - 1,
                                            has_virtualization(&a->settings), c->has_startstop);
  uint64_t used = resources_of_event(a->etmteevr) | resources_of_event(a->etmtrigger) | resources_of_event(a->etmtsevr);
  if (resources_built(in)) used |= resources_used(a, in);
  used &= built;
  c->selects_all =
      tecr1 & ETMTECR1_EXCLUDE && !(tecr1 & c->all_ranges) && !(tecr2 & c->all_singles) && !filter_uses_startstop(c, a);
  c->ranges = (uint8_t)((tecr1 | used >> 4) & c->all_ranges);
  c->singles = (uint16_t)((tecr2 | filter_starts(a) | filter_stops(a) | used >> 48) & c->all_singles);
  find_exact(c, a);
  c->identity = used & resources_compared(0, 0, CONTEXTS_MATCH, true, false);
  const uint32_t tesseicr = has_watched_start(&a->settings) ? apb_word(a, ETMTESSEICR) : 0;
  c->ice_starts = (uint8_t)tesseicr;
  c->ice_stops = (uint8_t)(tesseicr >> 16);
  c->enables = resources_of_event(a->etmteevr) & RESOURCES_COMPARED;
  const bool has_filter = c->has_startstop || pairs > 0;
  c->is_active = !c->selects_all || has_filter || used || c->enables;
}

// --- qualify ---------------------------------------------------------------------------------------------------------

void filter_identify(struct filter_state *state, const struct filter *c, const struct apb *a) {
  const uint32_t compared = ~apb_word(a, ETMCIDCMR);
  state->matches = 0;
  for (unsigned n = 0; n < c->contexts; n++) {
    const bool same = !((state->context ^ apb_word(a, ETMCIDCVR1 + 4 * n)) & compared);
    state->matches |= (uint8_t)(same << n);
  }
  if (has_virtualization(&a->settings) && state->vmid == apb_word(a, ETMVMIDCVR)) state->matches |= VMID_MATCHES;
}

// In PFTv1.1 and ETMv3.5, two bits for each security state decide whether it matches. The upper bit indicates that User
// mode differs from the other modes. Older versions have a field.
static bool state_matches(const struct settings *s, uint32_t type, const struct filter_state *state) {
  enum { SECURE_NOT = 1 << 10, NON_SECURE_NOT = 1 << 11, SECURE_DIFFERS = 1 << 12, NON_SECURE_DIFFERS = 1 << 13 };
  enum { ALWAYS, NON_SECURE, SECURE };
  if (has_newest(s)) {
    if (state->hyp) return type & ETMACTR_HYP;
    const bool differs = type & (state->ns ? NON_SECURE_DIFFERS : SECURE_DIFFERS);
    if (state->user && differs) return type & (state->ns ? NON_SECURE_NOT : SECURE_NOT);
    return !(type & (state->ns ? NON_SECURE_NOT : SECURE_NOT));
  }
  if (settings_protocol(s) == PROTOCOL_ETM3 && minor_version(s) < 2) return true;
  const unsigned required = type >> 10 & 3;
  return required == ALWAYS || required == (state->ns ? NON_SECURE : SECURE);
}

bool filter_state_matches(const struct apb *a, unsigned n, const struct filter_state *state) {
  const uint32_t type = apb_word(a, ETMACTR1 + 4 * n);
  const unsigned context = field_get(type, ETMACTR_CONTEXT_ID);
  if (context && !(state->matches & CONTEXTS_MATCH & 1u << (context - 1))) return false;
  if (type & ETMACTR_VMID && !(state->matches & VMID_MATCHES)) return false;
  return state_matches(&a->settings, type, state);
}

// --- startstop -------------------------------------------------------------------------------------------------------

void startstop_step(struct startstop *s, const struct apb *a, const struct ports_in *in,
                    const struct apb_strobes *strobes, bool run) {
  if (strobes->sr_write) {
    s->started = in->pwdata & ETMSR_STARTED;
  } else if (strobes->sr_reset && !s->preserved) {
    s->started = false;
  } else if (run) {
    s->started = s->next;
  }
  if (strobes->sr_write && a->settings.etmcr & ETMCR_PROGRAMMING) {
    s->preserved = true;
  } else if (strobes->sr_reset) {
    s->preserved = false;
  }
}
