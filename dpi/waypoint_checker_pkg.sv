// SPDX-License-Identifier: Apache-2.0
// The calls of a checker (checker_dpi.c). A handle each; nothing is shared between two of them.
package waypoint_checker_pkg;

  // What waypoint_checker_clock returns.
  typedef enum int {
    CheckerGoesOn,
    CheckerFailed,  // something was found; what is still looked at is for the waves
    CheckerDone     // nothing more is looked at
  } checker_state_e;

  // Begins the checks of a unit that is built like this. null: the configuration cannot be; a line says why.
  import "DPI-C" function chandle waypoint_checker_open(
    input string config_text,
    input int atb_bits,
    input bit etm  // an ETM, otherwise a PTM
  );
  // Before the call for an edge of CLK: the simulation time, $realtime, and a second in the same unit, 1s. Messages show the time after
  // the number of a clock. A bench may leave this call out.
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
  // The same for a bench with three clocks, each at its own edge: CLK, with all pins but those of the two buses; ATCLK, with the ATB's;
  // PCLK, with the APB's. Of edges at one time CLK's comes first. For mode=legal.
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
  // Behind an edge: a register, at `offset` in bytes, reads as `value` from there on, though no access on the APB says so. null: nothing
  // is checked.
  import "DPI-C" function void waypoint_checker_register(
    input chandle handle,
    input shortint unsigned offset,
    input int unsigned value
  );
  // Ends the checks and prints the report: 0 PASS, 1 FAIL, 2 INCOMPLETE or NOTHING CHECKED.
  import "DPI-C" function int waypoint_checker_close(input chandle handle);
  // The process ends with this exit code once the simulator has done all that it does at its end. Of several calls 1 counts before 2
  // before 0.
  import "DPI-C" function void waypoint_checker_exit(input int code);

  // How a checker stands.
  typedef enum int {
    StatusRunning,
    StatusFailed,     // something was found, the report is still to come
    StatusPass,       // these are verdicts
    StatusFail,
    StatusIncomplete  // or NOTHING CHECKED, or the configuration cannot be
  } status_e;

  // Words that the simulator's command line adds: +NAME+WORD+WORD.
  function automatic string waypoint_plus_words(string name);
    string words;
    if (!$value$plusargs({name, "+%s"}, words)) return "";
    foreach (words[i]) if (words[i] == "+") words[i] = " ";
    return {" ", words};
  endfunction

endpackage
