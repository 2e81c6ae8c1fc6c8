// SPDX-License-Identifier: Apache-2.0
// The system tasks of the VPI front end. Each place that calls one has its own checker or driver, which begins and ends
// with the simulation.
#ifndef TASKS_VPI_H
#define TASKS_VPI_H

#include <stdbool.h>
#include <vpi_user.h>

// From now on the simulator's exit code is at least as bad as this one: 1 is worse than 2, and 2 than 0. A code that
// the testbench has set is left alone by 0.
void tasks_exit_code(int code);

// A line about what cannot be, the first of all; the simulation ends with exit code 2.
void tasks_give_up(const char *text);

// Has `begin` called when the simulation begins and `end` when it ends, both with `user`.
void tasks_call(PLI_INT32 (*begin)(s_cb_data *), PLI_INT32 (*end)(s_cb_data *), void *user);

// The two arguments of a call. False: it has another number of them, and the simulation ends; `usage` says how it is
// called.
bool tasks_arguments(vpiHandle call, const char *usage, vpiHandle at[2]);

// Is the module, one of waypoint_*.v, instantiated? False: Icarus has made it a testbench, and the simulation ends.
bool tasks_instantiated(vpiHandle scope);

// $waypoint_checker(CONFIG, RESET): waypoint_checker.v has it.
void checker_vpi_register(void);
// $waypoint_driver(QUEUE_DEPTH, FIFO_BYTES): waypoint_driver.v has it.
void driver_vpi_register(void);

// Is there a driver in the module that this scope is in? Its run's checker: NULL before the first edge, and where
// nothing is checked.
bool driver_vpi_beside(vpiHandle scope);
struct checker *driver_vpi_checker(vpiHandle scope);

#endif
