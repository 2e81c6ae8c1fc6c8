// SPDX-License-Identifier: Apache-2.0
// What the filters of both protocols share: the registers that they use, and the boxes qualify and startstop
// (docs/pipeline.md#qualify, docs/pipeline.md#startstop; IHI 0035B 3.3.3, 3.6, 3.16.13). unit.c calls filter_find after
// each access, and startstop_step at the end of each clock.
#ifndef FILTER_H
#define FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "apb.h"
#include "register.h"

// The start/stop block. The first and second are the two instructions of an ETM's clock. For a PTM, the second is the
// block of the next clock.
struct startstop {
  bool started;    // ETMSR[2]
  bool preserved;  // written while the Programming bit was set: the next clearing of that bit leaves it
  // Computed in each clock:
  bool on[2];  // for the first and the second
  bool next;   // after the last one of this clock
};

// What follows from the registers, computed again after each access. Bit n is comparator n + 1.
struct filter {
  bool is_active;    // something in the filter has an effect or a state; otherwise the filter is not
                     // stepped
  bool selects_all;  // every executed instruction is selected, whatever the comparators match
  bool has_startstop;
  bool enables;                   // the TraceEnable event uses a comparator
  bool identity;                  // an event uses a Context ID or VMID comparator
  uint8_t ice_starts, ice_stops;  // EmbeddedICE inputs that are start points, and stop points
  // Comparators that are implemented, and comparators that are used.
  uint8_t contexts;
  uint8_t all_ranges, ranges;
  uint16_t all_singles, singles;
  // Comparators with exact match (ETMACTR[7]). The lower register decides for a range.
  uint16_t exact_singles;
  uint8_t exact_ranges;
  struct startstop startstop;
};

// The start of a clock after which a register may differ.
void filter_find(struct filter *c, const struct apb *a, const struct ports_in *in);

// True if TraceEnable depends on the start/stop block.
static inline bool filter_uses_startstop(const struct filter *c, const struct apb *a) {
  return c->has_startstop && apb_word(a, ETMTECR1) & ETMTECR1_START_STOP;
}

// --- qualify ---------------------------------------------------------------------------------------------------------

// The state of the processor, on which a match may depend.
struct filter_state {
  uint32_t context;
  uint8_t vmid;
  bool ns, hyp, user;
  uint8_t matches;  // matching Context ID comparators, and VMID_MATCHES; set by filter_identify
};
#define VMID_MATCHES 8u
#define CONTEXTS_MATCH 7u

void filter_identify(struct filter_state *state, const struct filter *c, const struct apb *a);
bool filter_state_matches(const struct apb *a, unsigned n, const struct filter_state *state);

// --- startstop -------------------------------------------------------------------------------------------------------

// Address comparators that are start points, and stop points.
static inline uint16_t filter_starts(const struct apb *a) { return (uint16_t)apb_word(a, ETMTSSCR); }
static inline uint16_t filter_stops(const struct apb *a) { return (uint16_t)(apb_word(a, ETMTSSCR) >> 16); }

// One instruction or block that matches the comparators `hits`. *on: the block is on for it. Returns whether it is on
// after it.
static inline bool startstop_pass(const struct apb *a, bool before, uint16_t hits, bool *on) {
  *on = before || hits & filter_starts(a);
  return *on && !(hits & filter_stops(a));
}

// One clock of a unit that has a start/stop block. `run`: the front was enabled.
void startstop_step(struct startstop *s, const struct apb *a, const struct ports_in *in,
                    const struct apb_strobes *strobes, bool run);

#endif
