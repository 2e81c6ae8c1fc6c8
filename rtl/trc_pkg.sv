// SPDX-License-Identifier: Apache-2.0
// Vocabulary of the trace unit that no protocol owns: the waypoint as the processor presents it (Cortex-A9 PTM
// interface, DDI 0388 table A-29) and the entry of the waypoint queue (docs/pipeline.md 3). Reference as trc_pkg::x,
// never import.
package trc_pkg;

  // WPTTYPE. 6 and 7 are not defined by the interface: front ignores them.
  typedef enum logic [2:0] {
    WptDirect     = 3'd0,
    WptIndirect   = 3'd1,
    WptException  = 3'd2,
    WptBarrier    = 3'd3,
    WptDebugEntry = 3'd4,
    WptDebugExit  = 3'd5
  } wpt_type_e;

  // An instruction address with its instruction set (T: 0 ARM, 1 Thumb) and security state.
  typedef struct packed {
    logic [31:0] address;
    logic        t;
    logic        ns;
  } place_t;

  typedef struct packed {
    logic [31:0] pc;
    place_t      target;
    logic [2:0]  kind;        // WPTTYPE
    logic        taken;
    logic        link;
    logic        t32;         // the last executed instruction has 4 bytes (in Thumb state)
    logic [3:0]  exception;
    logic        prohibited;
    logic        eret;
  } waypoint_t;

  typedef enum logic [2:0] {
    EntryDirect    = 3'd0,
    EntryIndirect  = 3'd1,
    EntryException = 3'd2,    // debug entry included
    EntryBarrier   = 3'd3,
    EntryISync     = 3'd4
  } entry_e;

  // Why an I-sync is output (IHI 0035B 4.5.2).
  localparam logic [1:0] ReasonPeriodic  = 2'd0;
  localparam logic [1:0] ReasonTraceOn   = 2'd1;
  localparam logic [1:0] ReasonOverflow  = 2'd2;
  localparam logic [1:0] ReasonDebugExit = 2'd3;

  localparam logic [3:0] ExceptionDebugEntry = 4'd1;
  localparam logic [3:0] ExceptionReset      = 4'd8;

  typedef struct packed {
    entry_e      kind;
    logic        taken;
    logic        link;
    logic        eret;
    logic        ends;        // nothing is traced after it until an I-sync
    logic        update;      // exception: instructions were executed since the last waypoint
    logic [3:0]  exception;
    logic [1:0]  reason;      // I-sync
    place_t      target;
    logic [31:0] second;      // exception: the last instruction executed; otherwise: the return address
    logic        second_t;
  } entry_t;
  localparam int unsigned EntryBits = 81;

endpackage
