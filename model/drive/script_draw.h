// SPDX-License-Identifier: Apache-2.0
// Draws a host script (docs/host.md) for the unit of a description. The same unit and seed give the same text on every
// machine. script_draw keeps no state; all else here is shared by script*.c and locations.c. Percentages are of a
// hundred steps, addresses in bytes.
#ifndef SCRIPT_DRAW_H
#define SCRIPT_DRAW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "config.h"
#include "drive_options.h"
#include "register.h"
#include "rng.h"

struct error;

// --- locations, locations.c ------------------------------------------------------------------------------------------

// Some addresses, Context IDs and VMIDs of the first events of a run, which a debugger would know from the program. The
// script programs comparators with them, so that they match.
enum { LOCATIONS_ADDRESSES = 512, LOCATIONS_CONTEXTS = 16, LOCATIONS_VMIDS = 16 };

struct locations {
  uint32_t addresses, contexts, vmids;    // numbers of each
  uint32_t address[LOCATIONS_ADDRESSES];  // addresses of executed instructions; most occur more than once
  uint32_t context[LOCATIONS_CONTEXTS];
  uint8_t vmid[LOCATIONS_VMIDS];
};

// Reads the start of the run's source. False and *err set if the source cannot be opened.
bool locations_find(struct locations *p, const struct drive_options *options, struct error *err);

// --- the script ------------------------------------------------------------------------------------------------------

// The script does what the architecture requires of software and debuggers (IHI 0035B 3.15, 3.16, 3.22). Each poll
// ends, and each expectation holds for any unit that fits the description. All writes are legal and within `limits`.
// Comparators have addresses of `locations`. `illegal`: some steps are left out, repeated, exchanged or inserted, and
// nothing is expected.
void script_draw(FILE *to, const struct config *config, const struct host_limits *limits,
                 const struct locations *locations, uint64_t seed, bool illegal);

// --- steps, script_draw.c and script_say.c ---------------------------------------------------------------------------

enum {
  DRAW_PAIRS = 8,
  LINE = 80,  // characters
  FOCUSED_RUNS = 4,
  SILENT = 600  // clocks in which a stopped unit sends all its trace
};

struct random_host {
  FILE *to;
  struct rng r;
  struct rng inputs;    // random numbers for inputs other than EXTIN
  struct rng state;     // random numbers for later additions to the reads
  struct rng requests;  // random numbers for ETMCR[9]
  const struct config *config;
  const struct host_limits *limits;
  const struct locations *locations;
  enum protocol protocol;
  unsigned minor;
  bool os_lock, can_save, direct, software_lock, two_domains;  // features of the unit
  // The state of the unit and of the host.
  bool software, software_locked, locked, niden, dbgen;
  bool power_lost;                      // power was lost, and no read of ETMPDSR has reported it
  bool is_reset, saved_is_reset;        // the registers have their reset values; so had the saved registers
  bool all_written, saved_all_written;  // all registers have been written since a reset; so had the saved registers
  bool stopped;                         // the Programming bit stopped the unit, and ETMSR has indicated it
  bool has_chains;  // external inputs move counters and the sequencer, and only these decide other events
  bool is_focused;  // each event names one resource, of each kind equally often; counters reach 0 soon
  uint32_t etmcr, claim;
  // The program of the comparators: two addresses and the access type of each pair; start and stop points, as in
  // ETMTSSCR; the mask of Context IDs.
  uint32_t address[2 * DRAW_PAIRS], access[DRAW_PAIRS], points, mask;
  // For illegal steps only.
  bool illegal;
  uint32_t illegal_percent;  // percent of the steps
  char delayed[LINE];        // a line that follows the next step
};

static inline bool chance(struct random_host *host, uint32_t percent) { return rng_chance(&host->r, percent); }
static inline uint32_t below(struct random_host *host, uint32_t bound) { return rng_below(&host->r, bound); }

// Writes a line. A host with illegal steps may leave it out, repeat it, delay it, or insert another before it.
void put_line(struct random_host *host, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The claim tags must read as `tags`.
void script_expect_claim_tags(struct random_host *host, const char *name, uint32_t tags);

// --- the software lock, script_lock.c --------------------------------------------------------------------------------

// Writes of claim tags, ETMPDCR and ETMOSLAR that the lock makes ineffective.
void script_probe_software_lock(struct random_host *host);
// A restore by ETMOSSRR that the lock makes ineffective. The unit must be stopped.
void script_probe_restore(struct random_host *host);
// Reads that do not clear the sticky bit, after core power was lost.
void script_probe_lost_power(struct random_host *host);

// --- values, script_value.c ------------------------------------------------------------------------------------------

// value_has: the unit has the register. value_is_programmed: software writes the register when it programs the unit.
bool value_has(const struct random_host *host, unsigned offset);
bool value_is_programmed(const struct random_host *host, const struct register_row *row);

// Draws the program of the comparators. The registers of a pair belong together (IHI 0035B 3.4.1).
void value_draw_filter(struct random_host *host);
// A legal value of a register. For ETMCR, the bits that affect the trace.
uint32_t value_draw(struct random_host *host, const struct register_row *row);
uint32_t value_draw_etmcr(struct random_host *host);

#endif
