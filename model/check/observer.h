// SPDX-License-Identifier: Apache-2.0
// The observer of a trace unit (docs/observer.md): pins, clock by clock, in; what the scoreboard and the architecture
// rules find, out. It drives nothing and knows nothing of who does.
//
//   observer_start(&o, &options, image)
//   observer_edge(&o, &pins, true)     at each edge; no allocation and no I/O but in every BLOCK-th and at an end
//   observer_end(&o)
#ifndef OBSERVER_H
#define OBSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bounds.h"
#include "join.h"
#include "last_write.h"
#include "monitor.h"
#include "port_rules.h"
#include "ports.h"
#include "rules.h"
#include "sampling.h"
#include "scope.h"
#include "scoreboard.h"
#include "stream_reader.h"
#include "unseen.h"
#include "used.h"

enum {
  BLOCK = 1024,  // clocks between two looks at the bytes
  COVERS = 64,   // waypoints of which the steps are told before they are on the port, and more
  LATENCY = 4,   // edges from a waypoint's to the last at which only what was in front of it can leave
};

// What stops a unit: registers, or NIDEN and DBGEN.
enum { OBSERVER_PROGRAMMING, OBSERVER_OS_LOCK, OBSERVER_POWER_DOWN, OBSERVER_PINS, OBSERVER_STOPS };

struct observer_options {
  struct config config;           // how the unit is built and programmed, as far as that is known without the APB
  struct register_values resets;  // what its registers hold after a reset, by its description
  bool strict;                    // the unit follows docs/pipeline*.md: its own rules and windows hold
  int latency_low, latency_high;  // clocks behind an item's: where the unit samples EXTIN and TSVALUEB
  struct rules_limits windows;    // of the architecture rules, or WINDOW_DEFAULT
  struct rule_set rules_off;      // that are not evaluated
  bool shared_atb;                // the bus has other sources, too: only beats with the unit's ATID are its
  bool keeps_bytes;               // all of them, not only those that a report may need
  uint8_t filter_late;            // blocks, or instructions, that it may trace behind what comparators select
  struct bounds bounds;           // asked for; CHECK_DEFAULT: what the run gives reason for
};

struct observer {
  struct observer_options options;
  struct config config;      // of the stream that is compared
  struct config programmed;  // of what is presented now: another while `unseen` has some
  // PFT: ETMTEEVR of the stream that is compared is of comparators alone, decided on with the waypoint (IHI
  // 0035A 3.3.2).
  bool by_comparators;
  bool etm;
  unsigned late;   // clocks from an item's to the last in which the unit may sample the pins beside it
  uint64_t clock;  // edges so far
  struct registers registers;
  struct etm3_port port;
  struct port_rules port_rules;  // broken: the processor's port is wrong, not the unit
  struct history history;
  struct selection filter;
  struct sampling sampling;
  struct sent sent;
  struct rules rules;
  struct scoreboard scoreboard;
  struct unseen unseen;
  struct coverage coverage;
  struct used used;
  struct scope scope;
  struct last_writes last_writes;
  struct join *join;  // rows of packets and items; NULL: not requested

  struct pins_controls controls;     // at the last edge
  bool settled;                      // that was one of CLK, with nothing on that would go on while they stay
  size_t presents;                   // items presented in this clock
  size_t covers[COVERS];             // steps up to each of the last waypoints that somebody knows the steps of
  uint64_t known, presented;         // waypoints: such; on the port so far
  uint64_t cleared_at;               // clock of the write that cleared the Programming bit
  uint64_t status_at;                // clock in which ETMSR was read last
  uint64_t stopped_at;               // clock of what stopped the unit last
  uint64_t enabled_at, disabled_at;  // clocks
  uint64_t begun_at, begun_sent;     // clock in which the unit was started last, bytes that had left by then
  bool begun_off;                    // WPTENABLE was low then
  bool begun_by_pins;                // NIDEN or DBGEN started it, so it need not begin with an A-sync
  bool barred;                       // NIDEN and DBGEN were low at the last edge
  bool resetn, enabled;              // RESETn and WPTENABLE at the last edge
  bool powered;                      // likewise: the core power domain has power
  bool was_reset;                    // since the run began: what is x or z before is not looked at
  unsigned silent;                   // clocks without trace while NIDEN and DBGEN are low
  bool silenced;                     // so many that none comes: what ETMSR says of the end is still to be read
  bool open;                         // the unit was started, and no end was reached since
  bool ended;                        // the last stream had an end; a reset is none
  bool frozen;                       // another check has failed: what ends now says nothing
  bool full;                         // no room for an item
  uint32_t unread;             // registers that had to be known before a packet is read: bits of enum config_register
  uint32_t unknown;            // registers that were not known while the unit ran, likewise
  size_t sampled_at[LATENCY];  // items sampled before each of the last clocks
  uint64_t flushes, syncs, triggers, resets, beats;
  uint64_t reset_at;                         // clock of the last reset, or of the last loss of power
  uint64_t stops[OBSERVER_STOPS], restarts;  // of the unit: what stopped it; starts behind a stop
  bool has_stopped;                          // since it was started or reset last
  bool stalled;                              // ATREADY was low at an edge of the ATB
  bool forces;                               // the unit may have forced an overflow
  uint64_t compared_bytes;                   // bytes that the scoreboard has seen
  bool found;                                // the scoreboard has found something
  uint64_t found_clock;
};

// `image`: may be NULL; else it must outlive the observer. Exits 2 when out of memory, as observer_join does.
void observer_start(struct observer *o, const struct observer_options *options, const struct image *image, bool steps);
// Before the first edge: joined rows go to `sink`, the last of them in observer_end.
void observer_join(struct observer *o, join_sink *sink, void *user);
// A PTM: the steps that the next waypoint on the port covers, where somebody knows; before its clock.
void observer_executed(struct observer *o, const struct step *steps, size_t count);
// An edge of CLK (`clk`), and of the buses that ATCLKEN and PCLKEN name; or of a bus alone.
void observer_edge(struct observer *o, const struct pins *pins, bool clk);
// RESETn was low between two edges.
void observer_reset(struct observer *o);
// Is it the beat of another source?
bool observer_is_anothers(const struct observer *o, const struct pins *pins);
// A register reads as `value` from the last edge on.
void observer_register(struct observer *o, uint16_t offset, uint32_t value);
// The bounds that hold in the stream that is compared, by the run so far.
struct bounds observer_bounds(const struct observer *o);
void observer_end(struct observer *o);
void observer_stop(struct observer *o);

#endif
