// SPDX-License-Identifier: Apache-2.0
// Takes the waypoints, with the events of their clocks, and keeps them until they are encoded. A flush is a mark after the waypoints that
// were there at its request. A waypoint that does not fit is an overflow: then none is taken until all trace has left.
`default_nettype none

module plain_pins #(
  parameter Depth = 8,
  parameter Bits  = 246,  // of a waypoint
  parameter Count = 4     // bits of a number from 0 to Depth
) (
  input  wire            clk_i,
  input  wire            rst_ni,
  input  wire            run_i,
  input  wire            valid_i,
  input  wire [Bits-1:0] waypoint_i,
  input  wire            flush_i,
  input  wire            drained_i,   // all trace has left

  input  wire            pop_i,
  output wire            valid_o,
  output wire [Bits-1:0] waypoint_o,
  output wire            is_waypoint_o,
  output wire            lost_o,      // others were lost before it
  output wire            mark_o,      // a flush was requested after it
  output wire            losing_o     // an overflow, until all has left
);

  reg [Bits+2:0]  entries_q [0:Depth-1];
  reg [Count-1:0] count_q;
  reg             mark_q, losing_q, lost_q;
  integer         i;

  wire full   = count_q == Depth[Count-1:0];
  wire marks  = (mark_q || flush_i) && !full;
  wire offers = run_i && valid_i && !(losing_q && !drained_i);
  wire takes  = offers && !full;
  wire push   = takes || marks;

  assign valid_o = count_q != {Count{1'b0}};
  assign {mark_o, lost_o, is_waypoint_o, waypoint_o} = entries_q[0];
  assign losing_o = losing_q;

  always @(posedge clk_i) begin
    for (i = 0; i < Depth; i = i + 1)
      if (push && i[Count-1:0] + {{(Count-1){1'b0}}, pop_i} == count_q) entries_q[i] <= {marks, lost_q, takes, waypoint_i};
      else if (pop_i && i + 1 < Depth) entries_q[i] <= entries_q[(i + 1) % Depth];
  end

  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      count_q  <= {Count{1'b0}};
      mark_q   <= 1'b0;
      losing_q <= 1'b0;
      lost_q   <= 1'b0;
    end else begin
      count_q  <= count_q + {{(Count-1){1'b0}}, push} - {{(Count-1){1'b0}}, pop_i};
      mark_q   <= (mark_q || flush_i) && full;
      losing_q <= (offers && full) || (losing_q && !drained_i);
      lost_q   <= (offers && full) || (lost_q && !takes && run_i);
    end

endmodule

`default_nettype wire
