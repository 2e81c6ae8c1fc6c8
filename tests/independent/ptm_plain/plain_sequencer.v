// SPDX-License-Identifier: Apache-2.0
// The sequencer (IHI 0035B 3.10, 3.16.19 to 3.16.21). It keeps its state while the unit is stopped. When programming ends, it goes to
// state 1 unless ETMSQR was written.
`default_nettype none

module plain_sequencer (
  input  wire         clk_i,
  input  wire         rst_ni,
  input  wire         run_i,
  input  wire         programming_i,
  input  wire         starts_i,     // the Programming bit is cleared
  input  wire         selected_i,   // one of its registers is accessed
  input  wire         writes_i,
  input  wire [2:0]   place_i,      // 0 to 5: the events below, 7: ETMSQR
  input  wire [31:0]  data_i,
  output wire [31:0]  data_o,
  input  wire [127:0] resources_i,
  output wire [2:0]   states_o      // bit n: it is in state n + 1
);

  reg  [16:0] events_q [0:5];  // ETMSQ12EVR, 21, 23, 31, 32, 13
  reg  [1:0]  state_q;         // the state minus 1, as in ETMSQR
  reg         written_q;       // ETMSQR was written while the Programming bit is set
  wire [5:0]  moves;
  wire        writes = selected_i && writes_i;
  integer     i;

  genvar g;
  generate
    for (g = 0; g < 6; g = g + 1) begin : gen_moves
      plain_event u_moves (.event_i(events_q[g]), .resources_i(resources_i), .true_o(moves[g]));
    end
  endgenerate

  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) for (i = 0; i < 6; i = i + 1) events_q[i] <= 17'd0;
    else if (writes && place_i < 3'd6) events_q[place_i] <= data_i[16:0];

  // Each state has two events that lead to the other states. If both are true, the state does not change.
  reg [1:0] next;
  always @*
    case (state_q)
      2'd0:    next = moves[0] == moves[5] ? 2'd0 : moves[0] ? 2'd1 : 2'd2;
      2'd1:    next = moves[1] == moves[2] ? 2'd1 : moves[1] ? 2'd0 : 2'd2;
      default: next = moves[3] == moves[4] ? 2'd2 : moves[3] ? 2'd0 : 2'd1;
    endcase

  // 3.16.21: The value 3 is not a state, so a write of 3 is ignored.
  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      state_q   <= 2'd0;
      written_q <= 1'b0;
    end else if (starts_i) begin
      if (!written_q) state_q <= 2'd0;
      written_q <= 1'b0;
    end else if (writes && place_i == 3'd7 && data_i[1:0] != 2'd3) begin
      state_q   <= data_i[1:0];
      written_q <= programming_i;
    end else if (run_i)
      state_q <= next;

  assign states_o = 3'd1 << state_q;
  assign data_o   = !selected_i ? 32'd0 : place_i < 3'd6 ? {15'd0, events_q[place_i]} : place_i == 3'd7 ? {30'd0, state_q} : 32'd0;

endmodule

`default_nettype wire
