// SPDX-License-Identifier: Apache-2.0
// The host: what a debugger does with the unit. It reads what identifies it, programs it over APB (AMBA 3 APB, IHI
// 0024B 2), lets it trace, and stops it and starts it again when asked to. What must not change it reads twice: what
// identifies the unit when it is first programmed again, ETMSR behind a stop by the Programming bit and before that is
// cleared. A reset ends what it was doing. Behind it the host opens the OS lock, asks for the power, reads ETMCR, which
// no write has touched yet, and programs the unit anew. One call before and one call behind what else is driven in a
// clock; neither can fail.
#ifndef HOST_H
#define HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "ports.h"

// How the host stops the unit.
enum stop_by { STOP_BY_PROGRAMMING, STOP_BY_POWER_DOWN, STOP_BY_OS_LOCK, STOP_BY_AUTHENTICATION };

enum { HOST_RESET_READS = 3 };  // accesses that a programming begins with behind a reset on the way
enum { HOST_PROGRAM_ROOM = HOST_RESET_READS + 2 * (CONFIG_REGISTERS + 1) + 2 };  // of a programming, at most

struct host_access {
  uint16_t address;  // bytes
  bool write;
  uint32_t data;
};

// What the host drives until the next edge.
struct host_pins {
  bool psel, penable, pwrite;
  uint16_t paddr;  // bytes
  uint32_t pwdata;
  bool niden, dbgen;
  bool paddrdbg31, dbgpwrdup;
};

enum host_state {
  HOST_IN_RESET,
  HOST_FIRST_EDGE,    // behind the first reset: waits for an edge of the APB
  HOST_IDENTIFY,      // reads what identifies the unit
  HOST_PROGRAM,       // writes its registers, reads them back, behind a stop also ETMSR, clears the Programming bit
  HOST_UNLOCK,        // clears the OS lock
  HOST_AWAIT_START,   // reads ETMSR until the unit runs
  HOST_TRACE,         // waits until it is asked to stop the unit
  HOST_LAST,          // a few clocks, for the last waypoint is on its way
  HOST_AWAIT_REPORT,  // reads ETMSR until no overflow waits to be reported
  HOST_STOP,          // stops the unit by a register
  HOST_AWAIT_STOP,    // reads ETMSR until the unit has stopped
  HOST_SILENCE,       // stopped by pins: waits until the unit is silent
  HOST_SILENT,        // then reads ETMSR once: the stop itself may have begun an overflow
  HOST_PARKED,        // the unit has stopped, and waits until it is wanted again
};

struct host {
  // How the unit is to be programmed.
  struct host_access program[HOST_PROGRAM_ROOM];
  unsigned program_count;
  uint32_t etmcr;
  enum stop_by stop_by;
  bool abrupt;  // stop it without waiting for an overflow to be reported

  struct host_pins pins;  // driven in this clock
  enum host_state state;
  unsigned next;        // of the accesses of this state, or a count of clocks
  int silent;           // clocks or reads without trace
  bool sample_silence;  // at the next edge
  bool failed;          // the last access ended with PSLVERR
  bool opens, opened;   // a reset has left the OS lock set: it is to be opened next; has been since
  bool again;           // programmed behind a stop by the Programming bit, and no reset since
  uint32_t identified;  // times that the unit was asked who it is
  uint32_t starts;      // of the unit
  uint32_t clocks;      // since host_start
};

void host_start(struct host *h, const struct config *config, enum stop_by stop_by, bool abrupt);

// At an edge, with the unit's outputs just before it, and before anything is decided for the next clock: true if the
// unit has stopped as asked.
bool host_look(struct host *h, const struct ports_out *seen);

// At the same edge: h->pins of the next clock. `pclken`: the edge is one of the APB; `resetn`, `park` are the next
// clock's RESETn, and whether the unit is to be stopped, or to stay so.
void host_step(struct host *h, const struct ports_out *seen, bool pclken, bool resetn, bool park);

// Those of the unit's inputs that a host drives, as it drives them now.
void host_drive(const struct host_pins *pins, struct ports_in *in);

// Accesses of whoever has such pins. The second, at each edge: true while one goes on. It moves at edges of the APB
// only.
void host_access_begin(struct host_pins *p, struct host_access access);
bool host_access_goes_on(struct host_pins *p, const struct ports_out *seen, bool pclken);

#endif
