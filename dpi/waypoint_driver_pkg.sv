// SPDX-License-Identifier: Apache-2.0
// The calls of the testbench (driver_dpi.c, sim/bench.c), which drives each input of a unit. There is one testbench in a process, with one or more
// units.
package waypoint_driver_pkg;

  // Starts the run that the command line selects, on a unit with these properties. `words`: more options for this unit alone, separated by
  // blanks; "" if there is one unit. null: it failed; a line says why.
  import "DPI-C" function chandle waypoint_driver_open(
    input int atb_bits,
    input int queue_depth,
    input int fifo_bytes,
    input int wpt_depth,  // only for a PTM: entries for speculative waypoints
    input bit etm,  // an ETM, otherwise a PTM
    input string words
  );
  // The checker of that run, for waypoint_checker. null: nothing is checked.
  import "DPI-C" function chandle waypoint_driver_checker(input chandle handle);
  // The pins before the first clock.
  import "DPI-C" function void waypoint_driver_pins(input chandle handle, output waypoint_pins_pkg::in_t in);
  // An edge: `out` has the outputs just before it, `in` gets the inputs after it. True: the run is complete.
  import "DPI-C" function bit waypoint_driver_clock(
    input chandle handle,
    input waypoint_pins_pkg::out_t out,
    output waypoint_pins_pkg::in_t in
  );
  // The file of a log of clocks; "": none.
  import "DPI-C" function string waypoint_driver_log();

endpackage
