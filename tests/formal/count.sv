// SPDX-License-Identifier: Apache-2.0
// pft_time counts every clock up to 0xFFFFFFFE and stays at 0xFFFFFFFF from there on, which says that there were too many
// (IHI 0035B 4.4, table 4.8). The count of a waypoint that waited after its commit ends at the commit. The proof compares
// pft_time with a count that no run is long enough to overflow.
module count (
  input  logic       clk,
  input  logic       v11,
  input  logic       run,
  input  logic       count_reset,
  input  logic       waypoint,
  input  logic [2:0] age,
  input  logic       push,
  input  logic       push_update,
  input  logic       push_timestamp,
  output logic       reached    // the assumptions allow two counts that are added
);
  logic at_once, late;

  count_depth #(.WptDepth(0)) u_zero (
    .clk, .v11, .run, .count_reset, .waypoint, .age(3'd0), .push, .push_update, .push_timestamp, .reached(at_once)
  );
  count_depth #(.WptDepth(4)) u_four (
    .clk, .v11, .run, .count_reset, .waypoint, .age, .push, .push_update, .push_timestamp, .reached(late)
  );

  assign reached = at_once && late && age == 3'd0;
endmodule

module count_depth #(
  parameter int unsigned WptDepth = 0
) (
  input  logic       clk,
  input  logic       v11,
  input  logic       run,
  input  logic       count_reset,
  input  logic       waypoint,
  input  logic [2:0] age,
  input  logic       push,
  input  logic       push_update,
  input  logic       push_timestamp,
  output logic       reached
);
  localparam int unsigned AgeBits = (WptDepth == 0) ? 1 : $clog2(WptDepth) + 1;
  logic        rst_n = 1'b0;
  logic [31:0] reported;

  pft_time #(.WptDepth(WptDepth)) u_time (
    .clk_i           (clk),
    .rst_ni          (rst_n),
    .v11_i           (v11),
    .stamps_i        (1'b0),
    .run_i           (run),
    .count_reset_i   (count_reset),
    .on_i            (1'b0),
    .now_i           ('0),
    .stamp_event_i   (1'b0),
    .flush_begins_i  (1'b0),
    .asked_o         (),
    .flush_o         (),
    .waits_o         (),
    .idle_ready_o    (),
    .age_i           (AgeBits'(age)),
    .waypoint_i      (waypoint),
    .push_i          (push),
    .push_update_i   (push_update),
    .push_isync_i    (1'b0),
    .overflows_i     (1'b0),
    .push_timestamp_i(push_timestamp),
    .stamped_i       (1'b0),
    .count_o         (reported),
    .stamp_o         (),
    .clock_change_o  ()
  );

  // Up to the last waypoint, and since.
  logic [63:0] before = 64'd0, since = 64'd0, up_to_commit, all;
  (* keep *) logic [31:0] held, elapsed;    // what pft_time must hold of them
  logic        reports_now;      // a timestamp of v1.0

  function automatic logic [31:0] saturated(input logic [63:0] clocks);
    saturated = clocks > 64'hFFFF_FFFF ? 32'hFFFF_FFFF : clocks[31:0];
  endfunction

  assign up_to_commit = (waypoint && since < 64'hFFFF_FFFF) ? since - 64'(age) : since;
  assign all          = before + up_to_commit;
  assign held         = saturated(before);
  assign elapsed      = saturated(since);
  assign reports_now = push_timestamp && !v11;

  always_comb begin
    assume (before[63:62] == 2'b00 && since[63:62] == 2'b00);
    assume (push || !push_timestamp);
    assume (64'(age) <= since);
    assume (age == 3'd0 || !push_timestamp);
  end

  assign reached = waypoint && before == 64'd2 && reported == 32'd5;

  always_ff @(posedge clk) begin
    rst_n <= 1'b1;
    if (rst_n) begin
      before <= (!run || (push && !push_update && !(push_timestamp && v11))) ? 64'd0 : waypoint ? all : before;
      since  <= count_reset ? 64'd0 : waypoint ? 64'(age) + 64'd1 : reports_now ? 64'd1 : since + 64'd1;
      if (waypoint || reports_now) assert (reported == saturated(all));
      else if (!push_timestamp) assert (reported == held);
      else assert (reported == 32'd0);
    end
  end
endmodule
