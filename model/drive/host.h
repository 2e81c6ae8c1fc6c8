// SPDX-License-Identifier: Apache-2.0
// The host: a debugger that programs the unit by the APB (AMBA 3 APB, IHI 0024B 2), starts it, and stops and restarts
// it on request. Values that must not change are read twice. The ID registers are read again when the unit is first
// programmed again. ETMSR is read again after a stop by the Programming bit, before that bit is cleared. A reset aborts
// what the host does. After a reset, the host opens the OS lock, requests power, reads ETMCR, which has its reset
// value, and programs the unit again.
//
// Call order: host_start, then in each clock host_look before the other drivers and host_step after them. Neither can
// fail. Times are in clocks, addresses in bytes.
#ifndef HOST_H
#define HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "ports.h"

// How the host stops the unit.
enum stop_by { STOP_BY_PROGRAMMING, STOP_BY_POWER_DOWN, STOP_BY_OS_LOCK, STOP_BY_AUTHENTICATION };

enum { HOST_RESET_READS = 3 };  // accesses at the start of a programming after a reset
enum { HOST_PROGRAM_ROOM = HOST_RESET_READS + 2 * (CONFIG_REGISTERS + 1) + 2 };  // the most accesses of a programming

struct host_access {
  uint16_t address;  // bytes
  bool write;
  uint32_t data;
};

// The pins that the host drives, up to the next edge.
struct host_pins {
  bool psel, penable, pwrite;
  uint16_t paddr;  // bytes
  uint32_t pwdata;
  bool niden, dbgen;
  bool paddrdbg31, dbgpwrdup;
};

enum host_state {
  HOST_IN_RESET,
  HOST_FIRST_EDGE,    // after the first reset: waits for an edge of the APB
  HOST_IDENTIFY,      // reads the ID registers
  HOST_PROGRAM,       // writes the registers and reads them back, after a stop also ETMSR, then clears the Programming
                      // bit
  HOST_UNLOCK,        // clears the OS lock
  HOST_AWAIT_START,   // reads ETMSR until the unit runs
  HOST_TRACE,         // waits for the request to stop the unit
  HOST_LAST,          // waits a few clocks for the last waypoint
  HOST_AWAIT_REPORT,  // reads ETMSR until no overflow is pending
  HOST_STOP,          // stops the unit by a register
  HOST_AWAIT_STOP,    // reads ETMSR until the unit has stopped
  HOST_SILENCE,       // stopped by pins: waits until the unit is silent
  HOST_SILENT,        // reads ETMSR once, because the stop may have started an overflow
  HOST_PARKED,        // the unit has stopped; waits for the request to start it
};

struct host {
  // The programming of the unit.
  struct host_access program[HOST_PROGRAM_ROOM];
  unsigned program_count;
  uint32_t etmcr;
  enum stop_by stop_by;
  bool abrupt;  // stops the unit without waiting until an overflow is reported

  struct host_pins pins;  // the pins in this clock
  enum host_state state;
  unsigned next;        // number of the next access of this state, or clocks in it
  int silent;           // clocks or reads without trace
  bool sample_silence;  // counts `silent` at the next edge
  bool failed;          // the last access ended with PSLVERR
  bool opens, opened;   // a reset has left the OS lock set, and it must be opened next; it was opened after that reset
  bool again;           // the unit was stopped by the Programming bit, and not reset since
  uint32_t identified;  // number of reads of the ID registers
  uint32_t starts;      // starts of the unit
  uint32_t clocks;      // since host_start
};

void host_start(struct host *host, const struct config *config, enum stop_by stop_by, bool abrupt);

// At an edge, before the pins of the next clock are decided. `seen` has the unit's outputs just before the edge. True
// if the unit has stopped as requested.
bool host_look(struct host *host, const struct ports_out *seen);

// At the same edge: sets h->pins for the next clock. `pclken`: the edge is one of the APB. `resetn` is RESETn of the
// next clock. `park`: the unit must stop, or stay stopped.
void host_step(struct host *host, const struct ports_out *seen, bool pclken, bool resetn, bool park);

// Copies the pins to the inputs of the unit.
void host_drive(const struct host_pins *pins, struct ports_in *in);

// Accesses of an owner of such pins. host_access_is_active is called at each edge, and is true while an access is in
// progress. It moves only at edges of the APB.
void host_access_begin(struct host_pins *p, struct host_access access);
bool host_access_is_active(struct host_pins *p, const struct ports_out *seen, bool pclken);

#endif
