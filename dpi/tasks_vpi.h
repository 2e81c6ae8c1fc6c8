// SPDX-License-Identifier: Apache-2.0
// The system tasks of the VPI front end. Each call in the source has its own checker or driver, which starts and ends
// with the simulation.
#ifndef TASKS_VPI_H
#define TASKS_VPI_H

#include <stdbool.h>
#include <vpi_user.h>

// Sets the exit code of the simulator, if this one is worse: 1 is worse than 2, and 2 than 0. With 0, a code that the
// testbench has set remains.
void tasks_exit_code(int code);

// Prints a line for the first error, and ends the simulation with exit code 2.
void tasks_give_up(const char *text);

// Lets the simulator call `begin` at the start of the simulation and `end` at its end, with `user`.
void tasks_call(PLI_INT32 (*begin)(s_cb_data *), PLI_INT32 (*end)(s_cb_data *), void *user);

// Gets the `count` arguments of a call. False: their number differs, and the simulation ends with the message `usage`.
bool tasks_arguments(vpiHandle call, const char *usage, vpiHandle *at, unsigned count);

// Is the module, one of waypoint_*.v, instantiated? False: Icarus treats it as a testbench, and the simulation ends.
bool tasks_instantiated(vpiHandle scope);

// Registers $waypoint_checker(CONFIG, RESET), which waypoint_checker.v calls.
void checker_vpi_register(void);
// Registers $waypoint_driver(QUEUE_DEPTH, FIFO_BYTES, WPT_DEPTH), which waypoint_driver.v calls.
void driver_vpi_register(void);

// Does the module that contains this scope contain a driver? The checker of its run is NULL before the first edge, and
// if nothing is checked.
bool driver_vpi_is_there(vpiHandle scope);
struct checker *driver_vpi_checker(vpiHandle scope);

#endif
