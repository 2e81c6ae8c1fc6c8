// SPDX-License-Identifier: Apache-2.0
// Rules for the processor's port. A violation is a fault of the port, not of the trace unit. The port presents a value
// that no processor presents, or that contradicts the code.
//
// For any code:
//
//   waypoint  WPTTYPE                is not reserved (DDI 0388 table A-29; this project's port also has the value 6,
//                                    docs/checker-module.md).
//             WPTTAKEN, WPTLINK      are 1 and 0 for a waypoint that is not a branch (the same table).
//             WPTEXCEPTIONTYPE, WPTEXTEXCEPTION  are not reserved (IHI 0035B table 4.4).
//             WPTTARGETPC            is 0 at an entry to Debug state, or if tracing is prohibited at the target.
//   slot      ETMInBREXC             is not reserved (IHI 0014Q tables 7.11, 7.12).
//
// If the code is known, an item is compared only if it follows the previous item without a gap. A gap is WPTENABLE or
// ETMEN = 0, a prohibited region, Debug state, Jazelle state, or code that the image does not have. After a gap,
// comparison starts again at the next target or branch.
//
//   port      pin                    the code gives.
//   waypoint  WPTPC                  the next waypoint; for an exception: the end of an instruction.
//             WPTTYPE                direct branch, indirect branch or barrier.
//             WPTTAKEN               0 only if the instruction has a condition.
//             WPTLINK, WPTEXTERET    whether the instruction writes LR; whether it is an exception return (PFTv1.1).
//             WPTT32LINK             the size of the instruction, in Thumb state.
//             WPTTARGETPC, -TBIT, -JBIT  the target of a direct branch that passed.
//   slot      ETMInA, ETMInT, ETMInJ     the address of execution.
//             ETMInPASS              0 only if the instruction has a condition.
//             ETMInBR                1 for an indirect branch that passed, 0 for an instruction that is not a branch.
//             ETMInBRDIRECT          whether the branch is direct.
//             ETMInBRA, -T, -J       the target of a direct branch.
//
// For the Cortex-A9's port, port_rules_a9.c has more rules (docs/decisions/0010). They judge only waypoints that the
// DUT takes, after their commit.
#ifndef PORT_RULES_H
#define PORT_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "etm3_port.h"
#include "image.h"
#include "isa.h"
#include "pin.h"
#include "slot.h"
#include "waypoint.h"
#include "wpt_port.h"

enum { PORT_RULES_CACHE = 1 << 10 };  // decoded instructions, by address

struct cycle;
struct rules;

struct port_rules {
  struct rules *rules;  // which count the evaluations
  const struct image *image;
  const struct config *config;
  // The address of execution.
  uint32_t address;
  uint8_t isa;
  bool known;
  uint8_t it;        // the number of instructions from there on that are in an IT block
  uint8_t maybe_it;  // the number of following instructions that may be in an IT block that began earlier
  // ETM: the last instruction.
  const struct instruction *last;  // in the cache; valid until another instruction is fetched
  uint32_t last_address;
  bool last_known, last_passed;
  bool last_branched;  // A branch was presented for it.
  struct port_rules_cached {
    uint32_t address;
    uint8_t isa;
    bool filled;
    struct instruction i;
  } cache[PORT_RULES_CACHE];
  // The Cortex-A9's port: the commit that is judged, and the one before if it was judged; NULL: none.
  bool is_a9;
  unsigned depth;  // waypoints that may be uncommitted; 0: any number
  const struct wpt_entry *commit;
  struct wpt_entry before;
  bool has_before;
  uint64_t checked;  // items that were compared with the code; read by the unit tests
};

// `image` may be NULL: then nothing is compared with the code. All must outlive the rules.
void port_rules_start(struct port_rules *r, struct rules *rules, const struct image *image);
// The processor may have executed instructions that were not presented. The address of execution becomes unknown.
void port_rules_lose_track(struct port_rules *r);
// Item number `item` is presented. Checks it against the rules for any code.
void port_rules_legal_waypoint(struct port_rules *r, const struct waypoint *w, size_t item);
// `port`: the steps of the slots.
void port_rules_legal_slots(struct port_rules *r, const struct slots *slots, const struct etm3_port_clock *port,
                            size_t item);
// Item number `item` is presented. Checks it against the code.
void port_rules_waypoint(struct port_rules *r, const struct waypoint *w, size_t item);
// Call it in each clock. The first item of the slots has the number `item`.
void port_rules_slots(struct port_rules *r, const struct slots *slots, size_t item);

// --- the Cortex-A9's port -------------------------------------------------------------------------------------------

// Call it after port_rules_start(). `depth`: the waypoints that may be uncommitted; 0: any number.
void port_rules_start_a9(struct port_rules *r, unsigned depth);
// In each clock, after wpt_port_clock(). The next item has the number `item`.
void port_rules_clock(struct port_rules *r, const struct wpt_port *p, const struct cycle *c, size_t item);
// The clock after the port has delivered `e`, which is item number `item` if it `is_item`.
void port_rules_commit(struct port_rules *r, const struct wpt_entry *e, size_t item, bool is_item);

// Only for port_rules*.c: counts an evaluation of the rule, and reports a violation of it.
bool port_rules_evaluate(struct port_rules *r, unsigned rule, bool good);
void port_rules_broken(struct port_rules *r, unsigned rule, size_t item, enum pin pin, uint64_t value,
                       const char *format, ...) __attribute__((format(printf, 6, 7)));

#endif
