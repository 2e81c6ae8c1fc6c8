// SPDX-License-Identifier: Apache-2.0
// What crosses between the testbench and the C side. One call per clock carries all pins of that clock; the structs are
// whole 32-bit words so that waypoint_dpi.c can take them apart word by word (the last word of a struct is word 0).
package waypoint_dpi_pkg;

  // The unit's outputs before the edge, and the pins that the testbench itself drives.
  typedef struct packed {
    bit [63:0] atdata;  // words 4 and 3
    bit [31:0] prdata;  // word 2
    bit [31:0] pwdata;  // word 1
    bit [1:0] unused;   // word 0 from here on
    bit [2:0] atbytes;
    bit [6:0] atid;
    bit [11:0] paddr;  // byte offset
    bit psel;
    bit penable;
    bit pwrite;
    bit wpt_enable;
    bit atvalid;
    bit afready;
    bit trigger;
    bit parked;  // the host has stopped the unit as asked by `park`
  } seen_t;

  // The next clock's inputs.
  typedef struct packed {
    bit [31:0] pc;          // word 3
    bit [31:0] target;      // word 2
    bit [31:0] context_id;  // word 1
    bit [3:0] extin;        // word 0 from here on
    bit [2:0] wpt_type;
    bit [3:0] exception;
    bit [3:0] retstack_depth;
    bit wpt_valid;
    bit taken;
    bit link;
    bit t32;
    bit target_t;
    bit target_j;
    bit ns;
    bit prohibited;
    bit eret;
    bit resetn;
    bit atclken;
    bit pclken;
    bit syncreq;
    bit atready;
    bit afvalid;
    bit park;    // the host is to stop the unit, and to start it again when this falls
    bit finish;  // the run is over
  } drive_t;

  // What the host programs, and when to dump waves.
  typedef struct packed {
    bit [31:0] wave_from;    // word 6: clock at which dumping begins, all ones for never
    bit [31:0] etmcr;        // word 5
    bit [31:0] etmtrigger;   // word 4
    bit [31:0] etmauxcr;     // word 3
    bit [31:0] etmsyncfr;    // word 2
    bit [31:0] etmtraceidr;  // word 1
    bit [30:0] unused;       // word 0
    bit abrupt;              // the host stops the unit without waiting for a pending overflow to be told
  } setup_t;

  // Begins the run that the command line asks for on a unit built like this. null: cannot be; the command says why.
  import "DPI-C" function chandle waypoint_open(
    input int atb_bits,
    input int queue_depth,
    input int fifo_bytes,
    output setup_t setup
  );
  import "DPI-C" function string waypoint_wave_file(input chandle session);
  import "DPI-C" function void waypoint_clock(
    input chandle session,
    input seen_t seen,
    output drive_t drive
  );
  // An assertion failed in this clock: fails the run.
  import "DPI-C" function void waypoint_rule(input string rule);

endpackage
