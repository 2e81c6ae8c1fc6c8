// SPDX-License-Identifier: Apache-2.0
// Records that pass between the modules of this PTM.
`default_nettype none

package a9_pkg;

  // Depth of the buffer of uncommitted waypoints, and of the queue of committed ones. No manual states how many waypoints a Cortex-A9 can
  // have uncommitted.
  localparam int Speculative = 8;
  localparam int Committed   = 16;

  // WPTTYPE
  localparam bit [2:0] Direct = 3'd0, Indirect = 3'd1, Exception = 3'd2, Barrier = 3'd3, DebugEntry = 3'd4, DebugExit = 3'd5;

  // A waypoint as the processor presents it.
  typedef struct packed {
    logic [2:0]  kind;
    logic        taken;
    logic        t32;
    logic        t;
    logic        j;
    logic        ns;
    logic        prohibited;
    logic [3:0]  exception;
    logic [31:0] pc;
    logic [31:0] next;        // where execution goes on
    logic [31:0] context_id;
  } waypoint_t;

  // A committed waypoint. The clock and the time are those of its commit.
  typedef struct packed {
    waypoint_t   waypoint;
    logic        enable;      // TraceEnable
    logic [31:0] clock;
    logic [47:0] stamp;
  } record_t;

  localparam int WaypointBits = $bits(waypoint_t);
  localparam int RecordBits   = $bits(record_t);

  // A packet, or a part of it. The first byte is in the lowest bits.
  typedef struct packed {
    logic [3:0]   length;
    logic [119:0] bytes;
  } packet_t;

endpackage

`default_nettype wire
