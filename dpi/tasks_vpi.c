// SPDX-License-Identifier: Apache-2.0
// Registers system tasks and reads their arguments.
#include "tasks_vpi.h"

#include <stdio.h>
#include <string.h>

static int exit_code;

void tasks_exit_code(int code) {
  if (code == 1 || exit_code == 0) exit_code = code;
  if (exit_code != 0) vpip_set_return_value(exit_code);
}

void tasks_give_up(const char *text) {
  static bool is_reported;
  if (!is_reported) fprintf(stderr, "waypoint: %s\n", text);
  is_reported = true;
  tasks_exit_code(2);
  vpi_control(vpiFinish, 0);
}

void tasks_call(PLI_INT32 (*begin)(s_cb_data *), PLI_INT32 (*end)(s_cb_data *), void *user) {
  s_cb_data first = {.reason = cbStartOfSimulation, .cb_rtn = begin, .user_data = user};
  s_cb_data last = {.reason = cbEndOfSimulation, .cb_rtn = end, .user_data = user};
  vpi_register_cb(&first);
  vpi_register_cb(&last);
}

bool tasks_arguments(vpiHandle call, const char *usage, vpiHandle *at, unsigned count) {
  const vpiHandle arguments = vpi_iterate(vpiArgument, call);
  unsigned found = 0;
  for (vpiHandle one; arguments && (one = vpi_scan(arguments)) != NULL; found++) {
    if (found < count) at[found] = one;
  }
  if (found == count) return true;
  char text[256];
  snprintf(text, sizeof text, "%s: expected %s", vpi_get_str(vpiFullName, vpi_handle(vpiScope, call)), usage);
  tasks_give_up(text);
  return false;
}

bool tasks_instantiated(vpiHandle scope) {
  const char *name = vpi_get_str(vpiFullName, scope);
  if (vpi_handle(vpiScope, scope) || strncmp(name, "waypoint_", strlen("waypoint_")) != 0) return true;
  char text[256];
  snprintf(text, sizeof text,
           "%s: no module instantiates it, so Icarus treats it as a testbench; select yours: iverilog -s TESTBENCH",
           name);
  tasks_give_up(text);
  return false;
}

// The array that the simulator reads from the library.
void (*vlog_startup_routines[])(void) = {checker_vpi_register, driver_vpi_register, NULL};
