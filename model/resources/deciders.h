// SPDX-License-Identifier: Apache-2.0
// The registers on which the behaviour of a trace unit depends. Examples are a comparator that ETMTECR1 selects, and
// the reload value of a counter that an event names. The clauses are IHI 0035B 3.3 to 3.12 and IHI 0014Q 2.6 to 2.14. A
// check that depends on an unknown register accepts any behaviour, so a verdict must name that register.
//
// Call deciders_find() each time the DUT is started. It allocates nothing.
//
// Registers are sets of words (offset / 4) of the trace registers.
#ifndef DECIDERS_H
#define DECIDERS_H

#include <stdbool.h>
#include <stdint.h>

#include "register.h"
#include "registers.h"
#include "resource.h"

struct register_set {
  uint32_t bits[REGISTERS_TRACE / 32];
};

static inline bool register_set_has(const struct register_set *s, unsigned word) {
  return s->bits[word / 32] >> word % 32 & 1;
}
static inline void register_set_add(struct register_set *s, unsigned word) { s->bits[word / 32] |= 1u << word % 32; }
// The first word; REGISTERS_TRACE: the set is empty.
unsigned register_set_first(const struct register_set *s);
void register_set_join(struct register_set *to, const struct register_set *from);

// A decision that depends on registers.
enum decision {
  DECIDES_TRACE_ENABLE,
  // ETM: ETMTECR2 is unknown, because Linux never writes it, and ETMTECR1 excludes. If address comparators are
  // programmed, the checker assumes that ETMTECR2 excludes nothing, so it requires the trace of everything else.
  DECIDES_EXCLUSION,
  DECIDES_EVENT,  // the trigger, a timestamp, an external output
  DECISIONS
};

struct deciders {
  // The unknown registers. If TraceEnable and another event name the same resource, its registers are only in the set
  // of TraceEnable, because TraceEnable is searched first. So only the union of the sets has all registers of the
  // events.
  struct register_set unknown[DECISIONS];
  // `used`: resources that an event names, by number (IHI 0035B table 3.5). `open`: those of them that depend on
  // unknown registers. The events of a counter or of the sequencer count if another event names it. Those of external
  // outputs count if a host wrote them.
  uint32_t used[4], open[4];
};

static inline bool deciders_use(const struct deciders *d, unsigned resource) {
  return d->used[resource / 32] >> resource % 32 & 1;
}

void deciders_find(struct deciders *d, const struct registers *r);
// The offset of the first register that a resource, or the event of the register at `event`, needs and whose value is
// not known; DECIDERS_KNOWN: all are known.
enum { DECIDERS_KNOWN = 0xFFFF };
unsigned deciders_first_unknown(const struct registers *r, unsigned resource);
unsigned deciders_first_unknown_of_event(const struct registers *r, unsigned event);
// An event, with the registers that program its resources, and the inputs that its selectors select:
// "0x00001: address comparator 2, ETMACVR2=0x00008000".
enum { DECIDERS_WORDS = RESOURCE_WORDS + 120 };
const char *deciders_event_words(const struct registers *r, uint32_t event, char text[DECIDERS_WORDS]);

#endif
