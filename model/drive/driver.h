// SPDX-License-Identifier: Apache-2.0
// Drives every input of a trace unit, clock by clock: the processor, the host, the sink of the ATB, the resets. It
// depends on the unit's outputs and on its options, and on no check.
//
//   driver = driver_open(&options, &config, &err)
//   for each clock edge, until driver_end(driver):
//     ... the unit samples *driver_pins(driver) ...
//     driver_clock(driver, &out)   // the pins are now those of the next clock
//   driver_close(driver)
//
// A caller may end the run earlier. Several drivers can run in parallel. Times are in clocks.
#ifndef DRIVER_H
#define DRIVER_H

#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "drive_options.h"
#include "ports.h"
#include "stim.h"

struct driver;
struct error;

// The limit of waiting for the unit, both in edges of the ATB with ATREADY and in edges of the APB. It is more than the
// unit needs to empty the largest FIFO, and more than any timeout of the rules.
enum { STOP_LIMIT = 1 << 16 };

// The state of the run. After the first two, the driver has given up.
enum driver_end {
  DRIVER_RUNNING,
  DRIVER_PARKED,       // everything was presented, the host has stopped the unit, and no flush needs an answer
  DRIVER_NO_STOP,      // the host did not see the unit stop
  DRIVER_NO_START,     // WPTENABLE did not rise
  DRIVER_NO_IDLE_ACK,  // PTMIDLEACK did not rise
  DRIVER_HOST_FAILED   // a value was not as the host script expects
};

// `config` is that of the unit, and how the host programs it; it is copied. NULL and *err set if the stimulus cannot be
// read. Exits with code 2 if there is no memory.
struct driver *driver_open(const struct drive_options *options, const struct config *config, struct error *err);
void driver_close(struct driver *d);

// The unit's inputs in this clock. The pointer stays valid; driver_clock changes the contents.
const struct ports_in *driver_pins(const struct driver *d);

// An edge. `out` has the unit's outputs just before it.
void driver_clock(struct driver *d, const struct ports_out *out);

enum driver_end driver_end(const struct driver *d);
// The value that the host script expected, and the one that was found: "FILE:LINE: ...".
const char *driver_host_failure(const struct driver *d);
// The poll or expectation of the host script that failed; NULL: none.
const struct script_step *driver_failed_read(const struct driver *d);
// The last step before it that wrote this register, or restored all registers by ETMOSSRR; NULL: none.
const struct script_step *driver_last_write(const struct driver *d, uint16_t offset);
// The clock at which the driver started to wait, if it has given up.
uint64_t driver_waited_since(const struct driver *d);
// The first step that is not covered by what was committed up to this clock (ETM: what was presented). driver_stim
// holds the last of the covered steps until the next clock.
size_t driver_steps_end(const struct driver *d);
// PTM: the number of waypoints that this clock commits, 0 to 3, without those that the trace unit must ignore. For
// each of them, (*steps_end)[i] is the first step that it does not cover. A text has no steps, so these numbers are 0.
unsigned driver_committed(const struct driver *d, const size_t **steps_end);

// The source of what is presented: code and steps. Random code has those that are made so far.
const struct stim *driver_stim(const struct driver *d);
// After the run: makes the rest of the code, so that the image does not depend on the length of the run.
void driver_make_code(struct driver *d);

#endif
