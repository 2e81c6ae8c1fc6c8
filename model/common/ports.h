// SPDX-License-Identifier: Apache-2.0
// The pins of ptm_top and etm_top as C values, for one clock: what the unit samples at an edge, and its registered
// outputs before it.
#ifndef PORTS_H
#define PORTS_H

#include <stdbool.h>
#include <stdint.h>

#include "slot.h"
#include "waypoint.h"

struct ports_in {
  bool resetn;               // RESETn
  bool wpt_valid;            // WPTVALID
  struct waypoint wpt;       // the rest of the WPT* bundle
  struct slots slots;        // etm_top: ETMI0*, ETMI1*, ETMNS, ETMHYP, ETMPROHIBITED, ETMDBGACK, ETMCID, ETMVMID
  uint8_t retstack_depth;    // RETSTACKDEPTH[3:0], static
  uint32_t cfgidr, cfgccer;  // CFGIDR[31:0], CFGCCER[31:0], static
  uint8_t extin;             // EXTIN[3:0]
  uint64_t timestamp;        // TSVALUEB[63:0]
  bool clock_change;         // TSCLKCHANGE
  bool niden, dbgen;         // NIDEN, DBGEN
  bool idle_request;         // PTMIDLEREQ, ETMWFIPENDING
  bool atclken, pclken;      // ATCLKEN, PCLKEN: the ATB, the APB has an edge in this clock
  bool syncreq;              // SYNCREQ
  bool atready, afvalid;     // ATREADY, AFVALID
  bool psel, penable, pwrite;
  uint16_t paddr;  // byte offset, PADDR[11:2] << 2
  uint32_t pwdata;
};

struct ports_out {
  bool wpt_enable;        // WPTENABLE, ETMEN
  bool atvalid, afready;  // ATVALID, AFREADY
  uint8_t atbytes;        // ATBYTES: bytes in the beat - 1, 0 when ATVALID is low
  uint8_t atid;           // ATID[6:0]
  uint64_t atdata;        // ATDATA, unused lanes 0, 0 when ATVALID is low
  bool pready, pslverr;   // PREADY, PSLVERR
  uint32_t prdata;        // PRDATA
  bool trigger;           // PTMTRIGGER, ETMTRIGOUT
  bool idle;              // PTMIDLEACK, ETMWFIREADY
};

// One clock edge of a trace unit, as it is just before the edge: every pin. The one struct for every door.
struct pins {
  struct ports_in in;
  struct ports_out out;
  uint64_t unknown[2];    // a bit for each enum pin (pin.h), from bit 0 of [0] on: some bit of it is x or z, and 0 here
  uint8_t unknown_lanes;  // a bit for each byte of ATDATA: likewise
};

#endif
