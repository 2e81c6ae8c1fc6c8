// SPDX-License-Identifier: Apache-2.0
// What crosses between the testbench and the C side. One call per clock carries all pins of that clock; the structs are
// whole 32-bit words so that waypoint_dpi.c can take them apart word by word (the last word of a struct is word 0).
package waypoint_dpi_pkg;

  // The unit's outputs before the edge.
  typedef struct packed {
    bit [63:0] atdata;  // words 3 and 2
    bit [31:0] prdata;  // word 1
    bit [14:0] unused;  // word 0 from here on
    bit [2:0] atbytes;
    bit [6:0] atid;
    bit pslverr;
    bit pready;
    bit wpt_enable;
    bit atvalid;
    bit afready;
    bit trigger;
    bit idle;
  } seen_t;

  // A slot of the ETM's instruction port (docs/pipeline-etm3.md 1), but for its addresses.
  typedef struct packed {
    bit [8:0] exception;
    bit executed;
    bit passed;
    bit eret;
    bit t;
    bit j;
    bit branched;
    bit direct;
    bit cancel;
    bit secret;
    bit to_t;
    bit to_j;
    bit to_ns;
    bit to_hyp;
  } slot_t;

  // The next clock's inputs.
  typedef struct packed {
    bit [31:0] pwdata;      // word 13
    bit [31:0] slot1_to;    // word 12; down to word 7: etm_top only
    bit [31:0] slot1_at;    // word 11
    bit [31:0] slot0_to;    // word 10
    bit [31:0] slot0_at;    // word 9
    bit [9:0] unused_slot1; // word 8
    slot_t slot1;
    bit [5:0] unused_slot0; // word 7
    bit etm_debug;
    bit etm_prohibited;
    bit etm_hyp;
    bit etm_ns;
    slot_t slot0;
    bit [63:0] timestamp;   // words 6 and 5
    bit [31:0] pc;          // word 4
    bit [31:0] target;      // word 3
    bit [31:0] context_id;  // word 2
    bit [9:0] paddr;        // word offset; word 1 from here on
    bit [7:0] vmid;
    bit [8:0] exception;
    bit [1:0] barrier;
    bit [2:0] wpt_type;
    bit [3:0] extin;        // word 0 from here on
    bit [3:0] unused;
    bit psel;
    bit penable;
    bit pwrite;
    bit niden;
    bit dbgen;
    bit hyp;
    bit clock_change;
    bit idle_request;
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
    bit finish;  // the run is over
  } drive_t;

  // What is static in a run: the pins that say what the unit can do, and when to dump waves.
  typedef struct packed {
    bit [31:0] wave_from;      // word 3: clock at which dumping begins, all ones for never
    bit [31:0] cfgidr;         // word 2
    bit [31:0] cfgccer;        // word 1
    bit [27:0] unused;         // word 0 from here on
    bit [3:0] retstack_depth;
  } setup_t;

  // Begins the run that the command line asks for on a unit built like this. null: cannot be; the command says why.
  import "DPI-C" function chandle waypoint_open(
    input int atb_bits,
    input int queue_depth,
    input int fifo_bytes,
    input bit etm,  // an ETM, otherwise a PTM
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
