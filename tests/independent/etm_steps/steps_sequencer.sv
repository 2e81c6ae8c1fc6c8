// SPDX-License-Identifier: Apache-2.0
// The sequencer, IHI 0014Q 2.2.3 and 3.5.30 to 3.5.32: it is held while the unit is stopped, and in state 1 where programming ends.
`default_nettype none

module steps_sequencer import steps_pkg::*; (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        old_i,         // ETMv3.0: in state 1 while the Programming bit is set, and not to be written
  input  logic        programming_i,
  input  logic        starts_i,      // the Programming bit is cleared
  input  logic        run_i,
  input  logic        writes_i,
  input  logic [2:0]  place_i,       // of ETMSQ12EVR, 21, 23, 31, 32, 13 and, 7, ETMSQR
  input  logic [31:0] data_i,
  output logic [16:0] data_o,
  input  resources_t  now_i,
  output logic [2:0]  state_o        // one of them
);

  logic [5:0][16:0] event_q;
  logic [5:0]       moves;
  logic [1:0]       state_q, first, second;
  logic             written_q, to_first, to_second;

  for (genvar i = 0; i < 6; i++) begin : gen_moves
    assign moves[i] = steps_pkg::occurs(event_q[i], now_i);
  end

  // Out of each state there are two ways; with both, or neither, it stays.
  assign first     = (state_q == 2'd0) ? 2'd1 : 2'd0;
  assign second    = (state_q == 2'd2) ? 2'd1 : 2'd2;
  assign to_first  = (state_q == 2'd0) ? moves[0] : (state_q == 2'd1) ? moves[1] : moves[3];
  assign to_second = (state_q == 2'd0) ? moves[5] : (state_q == 2'd1) ? moves[2] : moves[4];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) event_q <= '0;
    else if (writes_i && place_i < 3'd6) event_q[place_i] <= data_i[16:0];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= 2'd0;
      written_q <= 1'b0;
    end else if (old_i && programming_i) begin
      state_q <= 2'd0;
    end else if (starts_i) begin
      if (!written_q) state_q <= 2'd0;
      written_q <= 1'b0;
    end else if (writes_i && place_i == 3'd7 && !old_i) begin
      state_q   <= data_i[1:0];
      written_q <= programming_i;
    end else if (run_i && to_first != to_second) begin
      state_q <= to_first ? first : second;
    end
  end

  assign data_o  = (place_i == 3'd7) ? 17'(state_q) : (place_i == 3'd6) ? '0 : event_q[place_i];
  assign state_o = 3'b001 << state_q;

endmodule

`default_nettype wire
