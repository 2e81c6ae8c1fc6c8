// SPDX-License-Identifier: Apache-2.0
// The pins of a trace unit as two packed structs, for the calls of C. The structs have whole 32-bit words, so that pins.c can convert
// them word by word; the last word of a struct is word 0. Flags that are adjacent in C have the same order here, so that pins.c
// converts them together. Each unit has some of the pins; the others are 0.
// Generated from waypoint_pins_pkg.sv.in and the table of pins (make pins).
package waypoint_pins_pkg;

  // A slot of the instruction port of an ETM (docs/pins.md#etm), without its addresses.
  typedef struct packed {
    bit [8:0] exception;
    bit executed;
    bit passed;
    bit eret;
    bit branched;
    bit direct;
    bit cancel;
    bit secret;
    bit t;
    bit j;
    bit to_t;
    bit to_j;
    bit to_ns;
    bit to_hyp;
  } slot_t;

  // What a unit samples at an edge.
  typedef struct packed {
    bit [31:0] extinbus;  // word 18
    bit [1:0] unused_17;  // word 17
    bit atready;
    bit wpt_valid;
    bit wpt_fifo_empty;
    bit wpt_flush;
    bit [1:0] wpt_commit;
    bit [7:0] embeddedice;
    bit [3:0] retstack_depth;
    bit [11:0] cfgregs;
    bit [31:0] cfgccr;  // word 16
    bit [31:0] cfgidr;  // word 15
    bit [31:0] cfgccer;  // word 14
    bit [31:0] pwdata;  // word 13
    bit [31:0] slot1_to;  // word 12
    bit [31:0] slot1_at;  // word 11
    bit [31:0] slot0_to;  // word 10
    bit [31:0] slot0_at;  // word 9
    bit [9:0] unused_8;  // word 8
    slot_t slot1;
    bit [4:0] unused_7;  // word 7
    bit etm_user;
    bit etm_ns;
    bit etm_hyp;
    bit etm_prohibited;
    bit etm_debug;
    slot_t slot0;
    bit [63:0] timestamp;  // words 6 and 5
    bit [31:0] pc;  // word 4
    bit [31:0] target;  // word 3
    bit [31:0] context_id;  // word 2
    bit [7:0] vmid;  // word 1
    bit [8:0] exception;
    bit [1:0] barrier;
    bit [2:0] wpt_type;
    bit user;
    bit taken;
    bit link;
    bit t32;
    bit target_t;
    bit target_j;
    bit ns;
    bit prohibited;
    bit hyp;
    bit eret;
    bit [9:0] paddr;  // word 0
    bit [3:0] extin;
    bit debug_ack;
    bit hdbgen;
    bit resetn;
    bit niden;
    bit dbgen;
    bit dbgpwrdup;
    bit clock_change;
    bit idle_request;
    bit atclken;
    bit pclken;
    bit syncreq;
    bit afvalid;
    bit paddrdbg31;
    bit psel;
    bit penable;
    bit pwrite;
    bit [1:0] unused_0;
  } in_t;

  // Its outputs.
  typedef struct packed {
    bit [63:0] atdata;  // words 3 and 2
    bit [31:0] prdata;  // word 1
    bit [8:0] unused_0;  // word 0
    bit debug_request;
    bit [3:0] extout;
    bit [2:0] atbytes;
    bit [6:0] atid;
    bit dbgnopwrdwn;
    bit wpt_enable;
    bit afready;
    bit pready;
    bit pslverr;
    bit trigger;
    bit idle;
    bit atvalid;
  } out_t;

endpackage
