// SPDX-License-Identifier: Apache-2.0
// Vocabulary of the trace unit that no protocol owns: the waypoint as the processor presents it (Cortex-A9 PTM
// interface, DDI 0388 table A-29), the entry of the waypoint queue (docs/pipeline-pft.md#front), what is built
// and programmed, as its users need it (docs/pipeline-pft.md#config), and the events (docs/pipeline.md#events).
// Reference as trc_pkg::x, never import.
package trc_pkg;

  // WPTTYPE. 7 is not defined by the interface: front ignores it.
  typedef enum logic [2:0] {
    WptDirect     = 3'd0,
    WptIndirect   = 3'd1,
    WptException  = 3'd2,
    WptBarrier    = 3'd3,
    WptDebugEntry = 3'd4,
    WptDebugExit  = 3'd5,
    WptUpdate     = 3'd6
  } wpt_type_e;

  // An instruction: its address and instruction set ({t, j}: 00 ARM, 10 Thumb, 11 ThumbEE, 01 Jazelle).
  typedef struct packed {
    logic [31:0] address;
    logic        t;
    logic        j;
  } code_t;

  // An instruction and the state that it is executed in.
  typedef struct packed {
    code_t code;
    logic  ns;
    logic  hyp;
  } place_t;

  // A return address, as the return stack holds it.
  typedef struct packed {
    code_t code;
    logic  ns;
  } frame_t;
  localparam int unsigned FrameBits = 35;

  typedef struct packed {
    logic [31:0] pc;
    place_t      target;
    logic [2:0]  kind;        // WPTTYPE
    logic        taken;
    logic        link;
    logic        t32;         // the last executed instruction has 4 bytes (in Thumb state)
    logic [1:0]  barrier;     // 0 ISB, 1 DSB, 2 DMB
    logic [8:0]  exception;
    logic        prohibited;
    logic        eret;
  } waypoint_t;

  // Whose code it is.
  typedef struct packed {
    logic [31:0] id;            // Context ID
    logic [7:0]  vmid;
  } who_t;

  // All of the waypoint port.
  typedef struct packed {
    logic      valid;
    waypoint_t waypoint;
    who_t      who;
  } port_t;
  localparam int unsigned PortBits = 128;

  // What the processor and the system say in every clock, waypoint or not.
  typedef struct packed {
    logic [63:0] stamp;       // TSVALUEB
    logic        clock_change;
    logic        idle;        // PTMIDLEREQ
  } moment_t;

  typedef enum logic [2:0] {
    EntryDirect    = 3'd0,
    EntryIndirect  = 3'd1,
    EntryException = 3'd2,    // debug entry included
    EntryBarrier   = 3'd3,
    EntryISync     = 3'd4,
    EntryUpdate    = 3'd5,
    EntryTimestamp = 3'd6
  } entry_e;

  // Why an I-sync is output (IHI 0035B 4.5.2).
  localparam logic [1:0] ReasonPeriodic  = 2'd0;
  localparam logic [1:0] ReasonTraceOn   = 2'd1;
  localparam logic [1:0] ReasonOverflow  = 2'd2;
  localparam logic [1:0] ReasonDebugExit = 2'd3;

  localparam logic [8:0] ExceptionDebugEntry = 9'd1;
  localparam logic [8:0] ExceptionHypEntry   = 9'd3;
  localparam logic [8:0] ExceptionReset      = 9'd8;

  // What of an entry is told by the packets behind its own.
  typedef struct packed {
    logic [63:0] stamp;         // as coded
    logic        clock_change;
    who_t        who;
  } beside_t;

  typedef struct packed {
    entry_e      kind;
    logic        taken;
    logic        link;
    logic        eret;
    logic        ends;          // nothing is traced after it until an I-sync
    logic        hidden;        // the target is not to be told
    logic        update;        // exception: instructions were executed since the last waypoint
    logic        stamped;       // a timestamp follows
    logic [8:0]  exception;
    logic [1:0]  reason;        // I-sync
    place_t      target;
    code_t       second;        // exception, update: the last instruction executed; otherwise: the return address
    logic [31:0] count;         // clocks, for cycle accurate trace
    beside_t     beside;
  } entry_t;
  localparam int unsigned EntryBits = 228;

  // Bits of ETMCR. Context ID size has two.
  localparam int unsigned ControlPowerDown     = 0;
  localparam int unsigned ControlBroadcast     = 8;
  localparam int unsigned ControlProgramming   = 10;
  localparam int unsigned ControlPort          = 11;
  localparam int unsigned ControlCycleAccurate = 12;
  localparam int unsigned ControlContextSize   = 14;
  localparam int unsigned ControlStamps        = 28;
  localparam int unsigned ControlRetstack      = 29;
  localparam int unsigned ControlVmid          = 30;

  // What the unit can do and is asked to, for pft_waypoint:
  typedef struct packed {
    logic v11;                  // PFTv1.1, otherwise v1.0
    logic virt;                 // Hyp exists
    logic barriers;             // DMB and DSB are waypoints
    logic updates;              // waypoint updates in long code
    logic isb_stamps;           // timestamps
    logic barrier_stamps;       // at DMB and DSB
    logic exception_stamps;     // at exception returns too
  } waypoint_cfg_t;

  // for front:
  typedef struct packed {
    waypoint_cfg_t waypoint;
    logic          stamps;      // timestamps are on
    logic          stamp64;     // they have 64 bits, otherwise 48
    logic          gray;        // and are Gray coded
  } front_cfg_t;

  // for plan:
  typedef struct packed {
    logic       virt;           // Hyp exists
    logic       stamp64;
    logic       vmid;
    logic       retstack;       // on, and branch broadcast is not
    logic       stamps;
    logic [1:0] context_size;   // 0, 1, 2, 4 bytes
    logic       cycle_accurate;
    logic       broadcast;
  } plan_cfg_t;

  // IHI 0035B table 3.5: the resources that there are.
  function automatic logic resource(input logic [6:0] number, input logic [3:0] extin, input logic ns,
                                    input logic prohibited);
    unique case (number)
      7'h60:   resource = extin[0];
      7'h61:   resource = extin[1];
      7'h62:   resource = extin[2];
      7'h63:   resource = extin[3];
      7'h6D:   resource = ns;
      7'h6E:   resource = prohibited;
      7'h6F:   resource = 1'b1;
      default: resource = 1'b0;
    endcase
  endfunction

  // IHI 0035B 3.8: an event is a function of resource B and resource A.
  function automatic logic happens(input logic [16:0] what, input logic [3:0] extin, input logic ns,
                                   input logic prohibited);
    logic a, b;
    a = resource(what[6:0], extin, ns, prohibited);
    b = resource(what[13:7], extin, ns, prohibited);
    unique case (what[16:14])
      3'd0:    happens = a;
      3'd1:    happens = !a;
      3'd2:    happens = a && b;
      3'd3:    happens = !a && b;
      3'd4:    happens = !a && !b;
      3'd5:    happens = a || b;
      3'd6:    happens = !a || b;
      default: happens = !a || !b;
    endcase
  endfunction

  // What is sent of a timestamp: its low 48 bits or all, in natural binary or Gray code (IHI 0035B 4.5.9).
  function automatic logic [63:0] coded(input logic [63:0] stamp, input logic all, input logic gray);
    logic [63:0] sent;
    sent  = all ? stamp : {16'h0, stamp[47:0]};
    coded = gray ? sent ^ (sent >> 1) : sent;
  endfunction

endpackage
