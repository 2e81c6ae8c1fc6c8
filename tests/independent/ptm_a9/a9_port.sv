// SPDX-License-Identifier: Apache-2.0
// The uncommitted waypoints of the Cortex-A9's port, the oldest in the lowest bits (DDI 0388 table A-29, DDI 0407 table A.34). In each
// clock, WPTVALID adds a waypoint. Then WPTCOMMIT takes the oldest ones, and WPTFLUSH discards the rest. A waypoint that finds no space
// is only counted, so that later commits stay aligned with their waypoints.
`default_nettype none

module a9_port
  import a9_pkg::*;
(
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      run_i,
  input  logic                      valid_i,
  input  logic [WaypointBits-1:0]   waypoint_i,
  input  logic [1:0]                commit_i,
  input  logic                      flush_i,
  output logic [1:0]                number_o,     // committed waypoints in this clock
  output logic [3*WaypointBits-1:0] committed_o,  // the oldest in the lowest bits
  output logic                      missed_o      // a waypoint that found no space is committed
);

  localparam int Bits = Speculative * WaypointBits;

  logic [Bits-1:0]              entries_q;
  logic [Bits+WaypointBits-1:0] list, rest;
  logic [3:0]                   level_q, level, left;
  logic [5:0]                   missed_q, missed;
  logic [1:0]                   beyond;
  logic                         adds, spills;

  assign adds     = run_i && valid_i && missed_q == 6'd0;
  assign level    = level_q + {3'd0, adds};
  assign list     = {{WaypointBits{1'b0}}, entries_q}
                  | (adds ? {{Bits{1'b0}}, waypoint_i} << (32'(level_q) * WaypointBits) : '0);
  assign number_o = !run_i ? 2'd0 : {2'd0, commit_i} > level ? level[1:0] : commit_i;
  assign rest     = list >> (32'(number_o) * WaypointBits);
  assign left     = level - {2'd0, number_o};
  assign spills   = left > 4'(Speculative);

  assign committed_o = list[3*WaypointBits-1:0];

  assign missed   = missed_q + {5'd0, run_i && valid_i && !adds} + {5'd0, spills};
  assign beyond   = commit_i - number_o;
  assign missed_o = run_i && beyond != 2'd0 && missed != 6'd0;

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      entries_q <= '0;
      level_q   <= 4'd0;
      missed_q  <= 6'd0;
    end else if (flush_i || !run_i) begin
      entries_q <= '0;
      level_q   <= 4'd0;
      missed_q  <= 6'd0;
    end else begin
      entries_q <= rest[Bits-1:0];
      level_q   <= spills ? 4'(Speculative) : left;
      missed_q  <= missed > {4'd0, beyond} ? missed - {4'd0, beyond} : 6'd0;
    end

endmodule

`default_nettype wire
