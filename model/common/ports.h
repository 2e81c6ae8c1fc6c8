// SPDX-License-Identifier: Apache-2.0
// The pins of ptm_top and etm_top in one clock, as C values: the inputs that the unit samples at an edge, and its
// outputs before that edge. Adjacent flags, also in slot.h and waypoint.h, are copied from the simulator together if
// pin_table.inc has them in the same order.
#ifndef PORTS_H
#define PORTS_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "slot.h"
#include "waypoint.h"

// The pins that seldom change come first, without gaps, because cycle.h compares them as a block (struct
// cycle_controls).
struct ports_in {
  uint32_t extinbus;      // EXTINBUS[31:0]: extended external inputs
  bool debug_ack;         // PTMDBGACK: the processor is in Debug state. The acknowledge of an ETM is slots.debug.
  bool hdbgen;            // HDBGEN: Halting debug-mode is enabled, WPTTYPE 4 and 5 are waypoints (IHI 0035B 5.3.8)
  bool resetn;            // RESETn
  bool niden, dbgen;      // NIDEN, DBGEN
  bool dbgpwrdup;         // DBGPWRDUP: the core power domain has power
  bool clock_change;      // TSCLKCHANGE
  bool idle_request;      // PTMIDLEREQ, ETMWFIPENDING
  bool atclken, pclken;   // ATCLKEN, PCLKEN: the ATB, the APB has an edge in this clock
  bool syncreq, afvalid;  // SYNCREQ, AFVALID
  bool paddrdbg31;        // PADDRDBG31: an access by a debugger
  bool psel, penable, pwrite;
  uint8_t extin;           // EXTIN[3:0]
  uint8_t embeddedice;     // EMBEDDEDICE[7:0]: EmbeddedICE watchpoint comparator inputs 1 to 8
  uint8_t retstack_depth;  // RETSTACKDEPTH[3:0], static
  bool atready;            // ATREADY
  bool wpt_valid;          // WPTVALID
  bool wpt_fifo_empty;     // WPTFIFOEMPTY: no speculative waypoint is in the processor's interface
  bool wpt_flush;          // WPTFLUSH: the waypoints that are uncommitted after the commits of this clock are discarded
  uint8_t wpt_commit;      // WPTCOMMIT[1:0]: number of the oldest uncommitted waypoints that are committed, 0 to 3
  struct waypoint wpt;     // the other WPT* pins
  struct slots slots;      // etm_top: ETMI0*, ETMI1*, ETMUSER, ETMNS, ETMHYP, ETMPROHIBITED, ETMDBGACK, ETMCID, ETMVMID
  uint32_t cfgidr, cfgccer;  // CFGIDR[31:0], CFGCCER[31:0], static
  uint32_t cfgccr;           // CFGCCR[31:0], static
  uint64_t timestamp;        // TSVALUEB[63:0]
  uint16_t cfgregs;          // CFGREGS[11:0], static: bits of enum config_regs
  uint16_t paddr;            // byte offset, PADDR[11:2] << 2
  uint32_t pwdata;
};

struct ports_out {
  bool debug_request;    // PTMDBGRQ, ETMDBGRQ: the processor is requested to enter Debug state
  bool dbgnopwrdwn;      // DBGNOPWRDWN
  bool wpt_enable;       // WPTENABLE, ETMEN
  bool afready;          // AFREADY
  bool pready, pslverr;  // PREADY, PSLVERR
  bool trigger;          // PTMTRIGGER, ETMTRIGOUT
  bool idle;             // PTMIDLEACK, ETMWFIREADY
  bool atvalid;          // ATVALID
  uint8_t extout;        // EXTOUT[3:0]
  uint8_t atbytes;       // ATBYTES: bytes in the beat - 1, 0 when ATVALID is low
  uint8_t atid;          // ATID[6:0]
  uint32_t prdata;       // PRDATA
  uint64_t atdata;       // ATDATA, unused lanes 0, 0 when ATVALID is low
};

// All pins of a trace unit just before a clock edge. Each front end uses this struct.
struct pins {
  struct ports_in in;
  struct ports_out out;
  uint64_t unknown[2];    // a bit for each enum pin (pin.h): a bit of the pin is x or z, and is stored as 0
  uint8_t unknown_lanes;  // a bit for each byte of ATDATA: a bit of the byte is x or z
};

// Does an APB access complete without an error in this clock?
static inline bool ports_access(const struct ports_in *in, const struct ports_out *out) {
  const bool has_edge = in->psel && in->penable && in->pclken;
  return has_edge && in->resetn && out->pready && !out->pslverr;
}

// Is this an entry to or exit from Debug state without Halting debug-mode? It is no waypoint (IHI 0035B 5.3.8).
static inline bool ports_halts_unseen(const struct ports_in *in) {
  return !in->hdbgen && (in->wpt.type == WAYPOINT_DEBUG_ENTRY || in->wpt.type == WAYPOINT_DEBUG_EXIT);
}

// Does the core domain have power? DBGPWRDUP has no meaning for a unit with one power domain.
static inline bool ports_powered(const struct ports_in *in, const struct config *config) {
  return in->dbgpwrdup || !(config->cfgregs & CFGREGS_TWO_DOMAINS);
}

#endif
