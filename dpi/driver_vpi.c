// SPDX-License-Identifier: Apache-2.0
// $waypoint_driver(QUEUE_DEPTH, FIFO_BYTES, WPT_DEPTH), a task for an edge of CLK. It finds the pins in its scope by
// their names. It drives the inputs of the unit as the command line of the simulator selects, after all activity at the
// edge. It sets `over` in its scope when the run is complete.
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "config.h"
#include "pins_vpi.h"
#include "tasks_vpi.h"

enum { DRIVERS = 4 };

struct driver_task {
  vpiHandle call, over;
  struct vpi_pins pins;
  struct unit_bench *unit;
  struct pins now;  // the outputs as sampled last, the inputs as driven last
  bool driven;      // the inputs were driven
};

static struct {
  struct driver_task *at[DRIVERS];
  unsigned count;
  bool begun, ended;
} drivers;

static uint32_t number_of(vpiHandle argument) {
  s_vpi_value value = {.format = vpiIntVal};
  vpi_get_value(argument, &value);
  return (uint32_t)value.value.integer;
}

// Reads the command line of the process: the file of the simulation, and what follows.
static bool begin_bench(void) {
  if (drivers.begun) return true;
  s_vpi_vlog_info info;
  vpi_get_vlog_info(&info);
  const int code = bench_begin(info.argc, info.argv, BENCH_ICARUS);
  drivers.begun = code == BENCH_BEGUN;
  if (drivers.begun) return true;
  tasks_exit_code(code);
  vpi_control(vpiFinish, 0);
  return false;
}

// --- driving --------------------------------------------------------------------------------------------------------

static PLI_INT32 drive(s_cb_data *data) {
  struct driver_task *t = (struct driver_task *)data->user_data;
  const struct pins before = t->now;
  bool over = false;
  if (t->driven) over = bench_clock(t->unit, &t->now.out);
  t->now.in = *bench_pins(t->unit);
  vpi_pins_write(&t->pins, &t->now, t->driven ? &before : NULL);
  t->driven = true;
  s_vpi_value value = {.format = vpiIntVal, .value.integer = over};
  vpi_put_value(t->over, &value, NULL, vpiNoDelay);
  return 0;
}

// Drives after all activity at the edge, or at the start.
static void drive_later(struct driver_task *t) {
  s_vpi_time time = {.type = vpiSimTime};
  s_cb_data call = {.reason = cbReadWriteSynch, .cb_rtn = drive, .time = &time, .user_data = (PLI_BYTE8 *)t};
  vpi_register_cb(&call);
}

static PLI_INT32 clock_edge(PLI_BYTE8 *user) {
  (void)user;
  struct driver_task *t = vpi_get_userdata(vpi_handle(vpiSysTfCall, NULL));
  if (!t->unit) return 0;
  const struct ports_in driven = t->now.in;
  vpi_pins_read(&t->pins, &t->now);
  t->now.in = driven;
  drive_later(t);
  return 0;
}

// --- begin and end --------------------------------------------------------------------------------------------------

static PLI_INT32 begin(s_cb_data *data) {
  struct driver_task *t = (struct driver_task *)data->user_data;
  const vpiHandle scope = vpi_handle(vpiScope, t->call);
  vpiHandle arguments[3];
  struct error err;
  if (!tasks_instantiated(scope)) return 0;
  if (!tasks_arguments(t->call, "$waypoint_driver(QUEUE_DEPTH, FIFO_BYTES, WPT_DEPTH)", arguments, 3)) return 0;
  t->over = vpi_handle_by_name((PLI_BYTE8 *)"over", scope);
  if (!t->over)
    error_set(&err, "%s: expected the variable over next to the pins; use waypoint_driver.v",
              vpi_get_str(vpiFullName, scope));
  if (!t->over || !vpi_pins_find(&t->pins, scope, &err)) {
    tasks_give_up(err.text);
    return 0;
  }
  if (!begin_bench()) return 0;
  const struct config built = {.atb_bits = t->pins.atb_bits,
                               .queue_depth = number_of(arguments[0]),
                               .fifo_bytes = number_of(arguments[1]),
                               .wpt_depth = number_of(arguments[2])};
  t->unit = bench_open(&built, t->pins.etm, "");
  if (t->unit) {
    drive_later(t);
  } else {
    tasks_exit_code(2);
    vpi_control(vpiFinish, 0);
  }
  return 0;
}

static PLI_INT32 end(s_cb_data *data) {
  free(data->user_data);
  if (drivers.begun && !drivers.ended) tasks_exit_code(bench_end());
  drivers.ended = true;
  return 0;
}

static PLI_INT32 compile(PLI_BYTE8 *user) {
  (void)user;
  if (drivers.count == DRIVERS) {
    tasks_give_up("expected at most 4 instances of $waypoint_driver in a simulation");
    return 0;
  }
  struct driver_task *t = error_memory(calloc(1, sizeof *t));
  t->call = vpi_handle(vpiSysTfCall, NULL);
  vpi_put_userdata(t->call, t);
  drivers.at[drivers.count++] = t;
  tasks_call(begin, end, t);
  return 0;
}

// The driver in the module that contains this scope. NULL: there is none.
static const struct driver_task *driver_of(vpiHandle scope) {
  const vpiHandle module = vpi_handle(vpiScope, scope);
  for (unsigned i = 0; i < drivers.count; i++) {
    if (vpi_handle(vpiScope, vpi_handle(vpiScope, drivers.at[i]->call)) == module) return drivers.at[i];
  }
  return NULL;
}

bool driver_vpi_is_there(vpiHandle scope) { return driver_of(scope) != NULL; }

struct checker *driver_vpi_checker(vpiHandle scope) {
  const struct driver_task *t = driver_of(scope);
  return t && t->unit ? bench_checker(t->unit) : NULL;
}

void driver_vpi_register(void) {
  s_vpi_systf_data task = {
      .type = vpiSysTask, .tfname = (PLI_BYTE8 *)"$waypoint_driver", .calltf = clock_edge, .compiletf = compile};
  vpi_register_systf(&task);
}
