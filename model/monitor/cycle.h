// SPDX-License-Identifier: Apache-2.0
// What happened at one edge, decoded once from the pins. The parts of the checker read the cycle. Outside of this
// directory, only the model comparison, rule_bus.c, rule_unknown.c, rules.c and checker.c read struct pins.
//
//   cycle_begin()   at each edge: reset, power, and whether the edge is steady.
//   cycle_decode()  after the registers have followed reset and power: decodes everything else, except the outcome of
//                   an access (access_decide).
//   cycle_end()     after all has been read, at each edge that is not steady.
#ifndef CYCLE_H
#define CYCLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "access.h"
#include "pin.h"
#include "ports.h"
#include "resource.h"

struct registers;

// For a function that is called at each edge. It is compiled into its callers, because a call takes time at every edge.
#define PER_EDGE_INLINE static inline __attribute__((always_inline))

struct handshake {
  bool is_requested, is_answered;
};

// The pins that are inputs of events.
#define INPUT_PIN(kind, pin, member, type) type member;
struct input_pins {
  RESOURCE_PIN_TABLE(INPUT_PIN)
};

// The pins that seldom change: all except the processor's port, TSVALUEB, the beat, and the values on the APB.
enum { CYCLE_IN = offsetof(struct ports_in, atready), CYCLE_OUT = offsetof(struct ports_out, atvalid) };
struct cycle_controls {
  uint8_t in[CYCLE_IN], out[CYCLE_OUT];
};

struct cycle {
  const struct registers *registers;
  bool is_shared;  // The ATB carries other sources, too.

  // If `is_masked`: a copy in which ATVALID and ATREADY are 0, and WPTENABLE is 0 without core power.
  const struct pins *pins;
  bool is_clock;  // An edge of CLK. Otherwise it is an edge of a bus only, which belongs to the clock before.
  // An edge of CLK without a request, a reset, an event or an unknown pin. The controls are as at the edge before.
  bool is_steady;
  bool is_masked;    // The core has no power, or another source has the beat.
  bool has_unknown;  // Some pin is x or z after the first reset.
  bool is_idle;      // A steady edge that is not masked. Neither it nor the edge before has a beat.

  // The controls, which a steady edge leaves as they are.
  bool is_reset;                                 // RESETn is 0.
  bool is_powered;                               // The core power domain has power.
  bool may_trace;                                // NIDEN or DBGEN is 1.
  bool is_enabled;                               // WPTENABLE or ETMEN is 1.
  bool is_atb, is_apb;                           // ATCLKEN and PCLKEN are 1.
  bool has_sync, has_clock_change, has_trigger;  // SYNCREQ, TSCLKCHANGE; PTMTRIGGER or ETMTRIGOUT
  struct handshake flush, idle;                  // AFVALID and AFREADY; PTMIDLEREQ and PTMIDLEACK, or ETMWFI*
  struct handshake debug;                        // PTMDBGRQ and PTMDBGACK, or ETMDBGRQ and ETMDBGACK
  struct input_pins inputs;
  struct access access;

  bool can_take;                 // ATREADY is 1 at an edge of the ATB.
  uint64_t atb_ready_edges;      // Edges so far at which `can_take` was true, except in reset.
  bool has_beat;                 // ATVALID is 1.
  uint8_t beat_bytes;            // ATBYTES + 1
  uint8_t beat_id;               // ATID
  uint64_t beat_data;            // ATDATA
  uint64_t bytes_before, bytes;  // Number of bytes that have left the DUT before and after this edge.
  uint8_t extout;
  uint64_t timestamp;  // TSVALUEB
  // PTM: the waypoint that is presented, or that the Cortex-A9's port delivers (wpt_port.h). NULL: none.
  const struct waypoint *waypoint;
  bool has_backlog;   // The Cortex-A9's port has committed more waypoints than it has delivered.
  bool is_finishing;  // WPTENABLE is 0, but the DUT takes the waypoint that this port delivered in the last clock.
  const struct slots *slots;  // ETM
  struct {
    bool is_reset, is_powered, may_trace, is_enabled;
  } before;  // At the edge before.
  // Set by the caller. cycle_begin() clears `register_effects` at each edge that is not steady.
  bool was_reset;             // RESETn was 0 since the run began.
  uint64_t clock;             // Before cycle_begin().
  size_t items, presented;    // Number of items presented so far, and at this edge.
  unsigned register_effects;  // The effects of an access: bits of enum register_effect.

  // Private to cycle.c.
  bool may_be_steady_next;
  struct cycle_controls controls;
  struct pins masked_pins;
};

// `registers`: those of the DUT. They must outlive the cycle.
void cycle_start(struct cycle *c, const struct registers *registers, bool is_shared);
void cycle_begin(struct cycle *c, const struct pins *pins, bool is_clock);
void cycle_decode(struct cycle *c);
// The next edge is not steady.
static inline void cycle_unsettle(struct cycle *c) { c->may_be_steady_next = false; }
// Call it after everything that reads the cycle, if the edge is not steady.
void cycle_end(struct cycle *c);
// The DUT is reset: WPTENABLE or ETMEN counts as 0 from now on.
void cycle_reset(struct cycle *c);
// RESETn is 0 between two edges.
struct cycle cycle_in_reset(const struct config *config, bool may_trace);

// There is a beat on the ATB, and it is from another source.
bool cycle_has_other_beat(const struct cycle *c);
// WPTENABLE or ETMEN is 1. May be called before cycle_decode().
static inline bool cycle_shows_enable(const struct cycle *c) { return c->pins->out.wpt_enable; }
// The DUT offers a beat. May be called before cycle_decode().
static inline bool cycle_shows_trace(const struct cycle *c) { return c->pins->out.atvalid && !cycle_has_other_beat(c); }
static inline bool cycle_is_unknown(const struct cycle *c, enum pin pin) { return pin_unknown(c->pins, pin); }
// A beat leaves the DUT.
static inline bool cycle_takes_beat(const struct cycle *c) { return c->has_beat && c->can_take; }
// A beat is on the ATB, and is not taken at this edge.
static inline bool cycle_holds_beat(const struct cycle *c) { return c->has_beat && !c->can_take; }
// A beat waits for ATREADY.
static inline bool cycle_stalls_beat(const struct cycle *c) { return c->has_beat && c->is_atb && !c->can_take; }

#endif
