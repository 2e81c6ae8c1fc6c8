// SPDX-License-Identifier: Apache-2.0
// The calls of a checker (checker_dpi.c). Each checker has a handle; two checkers share nothing.
package waypoint_checker_pkg;

  // What waypoint_checker_clock returns.
  typedef enum int {
    CheckerGoesOn,
    CheckerFailed,  // a failure was found; the clocks after it are for the waves
    CheckerDone     // the checks have ended
  } checker_state_e;

  // Starts the checks of a unit with these properties. null: the configuration is wrong; a line says why.
  import "DPI-C" function chandle waypoint_checker_open(
    input string config_text,
    input int atb_bits,
    input bit etm  // an ETM, otherwise a PTM
  );
  // Call it before the call for an edge of CLK: the simulation time, $realtime, and a second in the same unit, 1s. Messages then show the
  // time after the number of a clock. The call is optional.
  import "DPI-C" function void waypoint_checker_time(
    input chandle handle,
    input real now,
    input real second
  );
  // An edge of CLK.
  import "DPI-C" function int waypoint_checker_clock(
    input chandle handle,
    input waypoint_pins_pkg::in_t in,
    input waypoint_pins_pkg::out_t out
  );
  // For a testbench with three clocks and mode=legal: a call at the edge of each. That of CLK has all pins except those of the two buses,
  // that of ATCLK the pins of the ATB, that of PCLK the pins of the APB. Of simultaneous edges, that of CLK is first.
  import "DPI-C" function int waypoint_checker_core(
    input chandle handle,
    input waypoint_pins_pkg::in_t in,
    input waypoint_pins_pkg::out_t out
  );
  import "DPI-C" function int waypoint_checker_atb(
    input chandle handle,
    input waypoint_pins_pkg::in_t in,
    input waypoint_pins_pkg::out_t out
  );
  import "DPI-C" function int waypoint_checker_apb(
    input chandle handle,
    input waypoint_pins_pkg::in_t in,
    input waypoint_pins_pkg::out_t out
  );
  // RESETn was low since the last edge, and is high again.
  import "DPI-C" function void waypoint_checker_reset(input chandle handle);
  // Call it after an edge: the register at `offset` in bytes has the value `value` from now on, without an access on the APB. null:
  // nothing is checked.
  import "DPI-C" function void waypoint_checker_register(
    input chandle handle,
    input shortint unsigned offset,
    input int unsigned value
  );
  // Ends the checks and prints the report: 0 PASS, 1 FAIL, 2 INCOMPLETE or NOTHING CHECKED.
  import "DPI-C" function int waypoint_checker_close(input chandle handle);
  // Sets the exit code of the process, which ends after the simulator has finished. Of several calls, 1 has priority over 2, and 2 over 0.
  import "DPI-C" function void waypoint_checker_exit(input int code);

  // The state of a checker.
  typedef enum int {
    StatusRunning,
    StatusFailed,     // a failure was found; the report follows
    StatusPass,       // from here on verdicts
    StatusFail,
    StatusIncomplete  // or NOTHING CHECKED, or a wrong configuration
  } status_e;

  // The words that the command line of the simulator adds: +NAME+WORD+WORD.
  function automatic string waypoint_plus_words(string name);
    string words;
    if (!$value$plusargs({name, "+%s"}, words)) return "";
    foreach (words[i]) if (words[i] == "+") words[i] = " ";
    return {" ", words};
  endfunction

endpackage
