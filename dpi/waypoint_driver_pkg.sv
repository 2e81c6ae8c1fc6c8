// SPDX-License-Identifier: Apache-2.0
// The calls of our own bench (driver_dpi.c, sim/bench.c): what drives every pin of a unit. One bench a process, with as many units as are opened.
package waypoint_driver_pkg;

  // Begins the run that the command line asks for on a unit that is built like this. `words`: more of that line for this unit alone, apart
  // by spaces; "" where there is one unit. null: cannot be; a line says why.
  import "DPI-C" function chandle waypoint_driver_open(
    input int atb_bits,
    input int queue_depth,
    input int fifo_bytes,
    input bit etm,  // an ETM, otherwise a PTM
    input string words
  );
  // The checker of that run, for waypoint_checker. null: nothing is checked.
  import "DPI-C" function chandle waypoint_driver_checker(input chandle handle);
  // The pins before the first clock.
  import "DPI-C" function void waypoint_driver_pins(input chandle handle, output waypoint_pins_pkg::in_t in);
  // An edge: `out` just before it, the unit's inputs behind it. True: nothing is left to be driven.
  import "DPI-C" function bit waypoint_driver_clock(
    input chandle handle,
    input waypoint_pins_pkg::out_t out,
    output waypoint_pins_pkg::in_t in
  );
  // The clock at which waves begin, all ones for never; their file.
  // The file of a log of clocks, "" for none.
  import "DPI-C" function string waypoint_driver_log();

endpackage
