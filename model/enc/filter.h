// SPDX-License-Identifier: Apache-2.0
// What the filters of both protocols have in common: what of the registers they look at, qualify and startstop.
// (docs/pipeline.md#qualify, docs/pipeline.md#startstop)
#ifndef FILTER_H
#define FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "apb.h"
#include "register.h"

// The start/stop block. The first and the second are the instructions of an ETM's clock; a PTM's second is the block of
// the next clock.
struct startstop {
  bool started;  // ETMSR[2]
  bool kept;     // written while the Programming bit was set: the next clearing of it leaves it
  // These follow, and are found in each clock:
  bool on[2];  // for the first, the second
  bool next;   // behind the last that belongs to this clock
};

// What follows from the registers, found anew behind each access. Bit n is comparator n + 1.
struct filter {
  bool cares;                     // something of it decides, or is to be remembered; else nothing of it is stepped
  bool plain;                     // what is executed is selected, whatever the comparators say
  bool built;                     // there is a start/stop block
  bool enables;                   // the TraceEnable event names a comparator
  bool identity;                  // an event looks at a Context ID or VMID comparator
  uint8_t ice_starts, ice_stops;  // EmbeddedICE inputs that start, that stop
  // Comparators that are built, and those that something looks at.
  uint8_t contexts;
  uint8_t all_ranges, ranges;
  uint16_t all_singles, singles;
  // Those with exact match (ETMACTR[7]); a range is exact by its lower register.
  uint16_t exact_singles;
  uint8_t exact_ranges;
  struct startstop startstop;
};

// A clock begins, and a register may be another than in the last one.
void filter_find(struct filter *c, const struct apb *a, const struct ports_in *in);

// What TraceEnable asks of the start/stop block.
static inline bool filter_asks_startstop(const struct filter *c, const struct apb *a) {
  return c->built && a->words[ETMTECR1 >> 2] & ETMTECR1_START_STOP;
}

// --- qualify ---------------------------------------------------------------------------------------------------------

// The processor's: by it a comparator may match, or not.
struct filter_state {
  uint32_t context;
  uint8_t vmid;
  bool ns, hyp, user;
  uint8_t matches;  // Context ID comparators, and VMID_MATCHES; filter_identify finds them
};
#define VMID_MATCHES 8u
#define CONTEXTS_MATCH 7u

void filter_identify(struct filter_state *state, const struct filter *c, const struct apb *a);
bool filter_may(const struct apb *a, unsigned n, const struct filter_state *state);

// --- startstop -------------------------------------------------------------------------------------------------------

// Address comparators that start, that stop.
static inline uint16_t filter_starts(const struct apb *a) { return (uint16_t)a->words[ETMTSSCR >> 2]; }
static inline uint16_t filter_stops(const struct apb *a) { return (uint16_t)(a->words[ETMTSSCR >> 2] >> 16); }

// One instruction or block, of comparators `hits`: *on for it. Is it on behind it?
static inline bool startstop_pass(const struct apb *a, bool before, uint16_t hits, bool *on) {
  *on = before || hits & filter_starts(a);
  return *on && !(hits & filter_stops(a));
}

// One clock, if it is built. `run`: front's.
void startstop_step(struct startstop *s, const struct apb *a, const struct ports_in *in,
                    const struct apb_strobes *strobes, bool run);

#endif
