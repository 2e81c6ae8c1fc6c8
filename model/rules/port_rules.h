// SPDX-License-Identifier: Apache-2.0
// What the processor's port says. What no processor presents, and where the code is known what the instruction there
// cannot do, is the port's fault, not the trace unit's.
//
// Whatever the code is:
//
//   waypoint  WPTTYPE                is not reserved (DDI 0388 table A-29; 6 is ours, docs/checker-module.md)
//             WPTTAKEN, WPTLINK      of what is no branch: 1, 0 (the same table)
//             WPTEXCEPTIONTYPE, WPTEXTEXCEPTION  are not reserved (IHI 0035B table 4.4)
//             WPTTARGETPC            0 at an entry to Debug state, or if tracing is prohibited at the target
//   slot      ETMInBREXC             is not reserved (IHI 0014Q tables 7.11, 7.12)
//
// With the code, compared is what lies in one piece with what was presented before: behind a gap (WPTENABLE or ETMEN
// low, a prohibited region, Debug state, Jazelle, code that the image does not have) the next target or branch begins
// anew.
//
//   port      pin                    the code says
//   waypoint  WPTPC                  where the next waypoint is; of an exception: where an instruction ends
//             WPTTYPE                direct branch, indirect branch or barrier
//             WPTTAKEN               0: the instruction has a condition
//             WPTLINK, WPTEXTERET    it writes LR; it is an exception return (PFTv1.1)
//             WPTT32LINK             its size, in Thumb state
//             WPTTARGETPC, -TBIT, -JBIT  of a direct branch that passed: its target
//   slot      ETMInA, ETMInT, ETMInJ     where execution stands
//             ETMInPASS              0: the instruction has a condition
//             ETMInBR                it branches, if it is an indirect branch that passed; and only a branch does
//             ETMInBRDIRECT          it is a direct branch
//             ETMInBRA, -T, -J       of a direct branch: its target
#ifndef PORT_RULES_H
#define PORT_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "image.h"
#include "isa.h"
#include "pin.h"
#include "slot.h"
#include "waypoint.h"

enum { PORT_RULES_CACHE = 1 << 10 };  // instructions that are kept decoded, by address

struct rules;

struct port_rules {
  struct rules *rules;  // where they are counted
  const struct image *image;
  const struct config *config;
  // Where execution stands.
  uint32_t address;
  uint8_t isa;
  bool known;
  uint8_t it;        // so many instructions from there on are in an IT block,
  uint8_t maybe_it;  // and so many may be in one that began before
  // An ETM's last instruction.
  const struct instruction *last;  // in the cache, where no other was asked for since
  uint32_t last_address;
  bool last_known, last_passed, last_branched;
  struct port_rules_cached {
    uint32_t address;
    uint8_t isa;
    bool filled;
    struct instruction i;
  } cache[PORT_RULES_CACHE];
  uint64_t checked;  // items
};

// `image` may be NULL: nothing is held against the code. All must outlive the rules.
void port_rules_start(struct port_rules *r, struct rules *rules, const struct image *image);
// Something may have happened that was not presented.
void port_rules_lose_track(struct port_rules *r);
// Item number `item`, as it is presented: against what holds for any code.
void port_rules_legal_waypoint(struct port_rules *r, const struct waypoint *w, size_t item);
void port_rules_legal_slots(struct port_rules *r, const struct slots *slots, size_t item);
// Item number `item`, as it is presented.
void port_rules_waypoint(struct port_rules *r, const struct waypoint *w, size_t item);
// The slots of a clock, each clock; the first of its items has the number `item`.
void port_rules_slots(struct port_rules *r, const struct slots *slots, size_t item);

#endif
