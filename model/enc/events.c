// SPDX-License-Identifier: Apache-2.0
// The inputs other than EXTIN: extended inputs, of which ETMEXTINSELR selects some, and EmbeddedICE inputs (IHI 0035A
// 3.4.2, IHI 0014Q 7.9).
#include "events.h"

#include "register.h"

static uint8_t selected(const struct apb *a, uint32_t extinbus) {
  const unsigned inputs = settings_extended(&a->settings), selectors = settings_selectors(&a->settings);
  const uint32_t by = apb_word(a, ETMEXTINSELR);
  unsigned found = 0;
  for (unsigned n = 0; n < selectors; n++) {
    const unsigned input = by >> 8 * n & 0xFF;
    if (input < inputs) found |= (extinbus >> input & 1) << n;
  }
  return (uint8_t)found;
}

// A latched input is true while it is high. A pulsed input is true in the first clock in which it is high.
static void watch(struct events *e, const struct apb *a) {
  const uint8_t latched = e->embeddedice, pulsed = latched & (uint8_t)~e->before, before = e->enabling;
  e->enabling = latched;
  e->watched = pulsed;
  if (has_watchpoint_control(&a->settings)) {
    const uint8_t latches = (uint8_t)apb_word(a, ETMEIBCR);
    e->enabling = e->watched = pulsed | (latched & latches);
  }
  e->inputs = (e->inputs & ~resources_watched(0xFF)) | resources_watched(e->watched);
  if (e->enabling != before) e->resources = 0;
}

void events_sample(struct events *e, const struct apb *a, const struct ports_in *in) {
  e->before = e->embeddedice;
  e->embeddedice = in->embeddedice & (uint8_t)((1u << settings_embeddedice(&a->settings)) - 1);
  e->inputs |= resources_selected(selected(a, in->extinbus));
  watch(e, a);
}

void events_forget(struct events *e, const struct apb *a) {
  e->wide = settings_selectors(&a->settings) || settings_embeddedice(&a->settings);
  e->inputs |= RESOURCES_ALWAYS;
  watch(e, a);
  e->resources = 0;
}
