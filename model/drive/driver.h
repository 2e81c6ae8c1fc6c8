// SPDX-License-Identifier: Apache-2.0
// Drives every input of a trace unit, clock by clock: the processor, the host, the sink of the ATB, the resets. It
// decides from the unit's outputs and its own options, and knows nothing of any check.
//
//   driver = driver_open(&options, &config, &err)
//   for each clock edge, until driver_end(driver):
//     ... the unit samples *driver_pins(driver) ...
//     driver_clock(driver, &out)   // the pins are now those of the next clock
//   driver_close(driver)
//
// Who wants the run to end earlier just stops calling. Drivers run side by side.
#ifndef DRIVER_H
#define DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config.h"
#include "drive_options.h"
#include "ports.h"
#include "stim.h"

struct driver;
struct error;

// Edges at which the ATB took, and edges of the APB, in which the unit must do what the driver waits for: more than it
// needs to bring out the largest FIFO, and than any window of the rules.
enum { STOP_LIMIT = 1 << 16 };

// Why nothing is left to be driven. All but the first two: the driver gave up.
enum driver_end {
  DRIVER_GOES_ON,
  DRIVER_PARKED,       // all was presented, and the host has stopped the unit
  DRIVER_NO_STOP,      // the host did not see the unit stop
  DRIVER_NO_START,     // WPTENABLE did not rise
  DRIVER_NO_IDLE_ACK,  // nor PTMIDLEACK
  DRIVER_HOST_FAILED   // the host's text expected something else
};

// `config`: of the unit, and how the host programs it; copied. NULL and *err set: the stimulus cannot be read. Exits 2
// when out of memory.
struct driver *driver_open(const struct drive_options *options, const struct config *config, struct error *err);
void driver_close(struct driver *d);

// The unit's inputs in this clock. The pointer stays good, what it points to changes with each driver_clock.
const struct ports_in *driver_pins(const struct driver *d);

// An edge: `out` is the unit's outputs just before it.
void driver_clock(struct driver *d, const struct ports_out *out);

enum driver_end driver_end(const struct driver *d);
// What the host's text expected, and what was found: "FILE:LINE: ...".
const char *driver_host_failure(const struct driver *d);
// The poll or expectation of the host's text that failed; NULL: none.
const struct script_step *driver_failed_read(const struct driver *d);
// The last line before it that wrote this register, or restored the registers by ETMOSSRR; NULL: none.
const struct script_step *driver_last_write(const struct driver *d, uint16_t offset);
// The clock since which it has waited, once it has given up.
uint64_t driver_waited_since(const struct driver *d);
// What was presented up to this clock, with it, covers the steps in front of this one. What is presented in this clock
// covers the last of these, which driver_stim holds until the next.
size_t driver_steps_end(const struct driver *d);

// What is presented: code and steps, of random code as far as they are made.
const struct stim *driver_stim(const struct driver *d);
// The run is over: makes the code of what it would have gone on with, so that the image is that of any run of its
// length.
void driver_make_code(struct driver *d);

#endif
