// SPDX-License-Identifier: Apache-2.0
// $waypoint_checker(CONFIG, RESET), a function for an edge of CLK. It reads the pins in its scope by their names.
// CONFIG is the configuration of a checker; "" calls the checker of the driver in the same module. RESET: RESETn was
// low since the last edge. Returns an enum checker_state.
#include <stdlib.h>

#include "checker.h"
#include "options.h"
#include "pins_vpi.h"
#include "tasks_vpi.h"

struct checker_task {
  vpiHandle call, reset;
  struct vpi_pins pins;
  struct checker *checker;  // NULL: nothing is checked
  bool own;
  PLI_INT32 precision;  // precision of the simulation time: a tick is 10^precision seconds
};

static bool open_own(struct checker_task *t, const char *config, struct error *err) {
  t->checker = checker_open_text(config, t->pins.atb_bits, t->pins.etm, err);
  t->own = t->checker != NULL;
  return t->own;
}

static bool open_task(struct checker_task *t, vpiHandle config, struct error *err) {
  const vpiHandle scope = vpi_handle(vpiScope, t->call);
  if (!vpi_pins_find(&t->pins, scope, err)) return false;
  s_vpi_value text = {.format = vpiStringVal};
  vpi_get_value(config, &text);
  if (*text.value.str) return open_own(t, text.value.str, err);
  if (driver_vpi_is_there(scope)) return true;
  return error_set(err,
                   "%s: expected a configuration, #(.Config(\"mode=legal\")), or waypoint_%s_driver in the same module",
                   vpi_get_str(vpiFullName, scope), t->pins.etm ? "etm" : "ptm");
}

static PLI_INT32 begin(s_cb_data *data) {
  struct checker_task *t = (struct checker_task *)data->user_data;
  vpiHandle arguments[2];
  struct error err;
  if (!tasks_instantiated(vpi_handle(vpiScope, t->call))) return 0;
  if (!tasks_arguments(t->call, "$waypoint_checker(CONFIG, RESET)", arguments, 2)) return 0;
  t->reset = arguments[1];
  t->precision = vpi_get(vpiTimePrecision, NULL);
  if (!open_task(t, arguments[0], &err)) tasks_give_up(err.text);
  return 0;
}

static PLI_INT32 end(s_cb_data *data) {
  struct checker_task *t = (struct checker_task *)data->user_data;
  if (t->own) tasks_exit_code(verdict_code(checker_close(t->checker)));
  free(t);
  return 0;
}

static PLI_INT32 compile(PLI_BYTE8 *user) {
  (void)user;
  struct checker_task *t = error_memory(calloc(1, sizeof *t));
  t->call = vpi_handle(vpiSysTfCall, NULL);
  vpi_put_userdata(t->call, t);
  tasks_call(begin, end, t);
  return 0;
}

static void note_time(struct checker_task *t) {
  s_vpi_time now = {.type = vpiSimTime};
  vpi_get_time(NULL, &now);
  checker_time(t->checker, (uint64_t)now.high << 32 | now.low, t->precision);
}

static bool is_set(vpiHandle bit) {
  s_vpi_value value = {.format = vpiIntVal};
  vpi_get_value(bit, &value);
  return value.value.integer != 0;
}

static PLI_INT32 clock_edge(PLI_BYTE8 *user) {
  (void)user;
  const vpiHandle call = vpi_handle(vpiSysTfCall, NULL);
  struct checker_task *t = vpi_get_userdata(call);
  s_vpi_value state = {.format = vpiIntVal, .value.integer = CHECKER_GOES_ON};
  if (!t->checker) t->checker = driver_vpi_checker(vpi_handle(vpiScope, call));
  if (t->checker) {
    struct pins pins;
    vpi_pins_read(&t->pins, &pins);
    note_time(t);
    if (is_set(t->reset)) checker_reset(t->checker);
    state.value.integer = (PLI_INT32)checker_clock(t->checker, &pins);
  }
  vpi_put_value(call, &state, NULL, vpiNoDelay);
  return 0;
}

void checker_vpi_register(void) {
  s_vpi_systf_data task = {.type = vpiSysFunc,
                           .sysfunctype = vpiIntFunc,
                           .tfname = (PLI_BYTE8 *)"$waypoint_checker",
                           .calltf = clock_edge,
                           .compiletf = compile};
  vpi_register_systf(&task);
}
