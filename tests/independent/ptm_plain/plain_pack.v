// SPDX-License-Identifier: Apache-2.0
// Packets into beats. A packet is taken when less than a beat is held. At a mark everything before it leaves, and the flush is answered.
// Until then no packet after the mark is taken.
`default_nettype none

module plain_pack #(
  parameter AtbBits = 32,
  parameter AtBytes = 2   // bits of ATBYTES
) (
  input  wire               clk_i,
  input  wire               rst_ni,

  input  wire               valid_i,
  input  wire               mark_i,
  input  wire [3:0]         length_i,
  input  wire [119:0]       bytes_i,
  output wire               pop_o,
  output wire               empty_o,
  input  wire               hurry_i,   // a beat need not be whole

  input  wire               atclken_i,
  output reg                atvalid_o,
  input  wire               atready_i,
  output reg  [AtBytes-1:0] atbytes_o,
  output reg  [AtbBits-1:0] atdata_o,
  input  wire               afvalid_i,
  output wire               flush_o,   // a flush begins
  output reg                afready_o
);

  localparam       Lanes    = AtbBits / 8;
  localparam [5:0] Patience = 6'd40;  // clocks for which a beat waits to be whole

  reg [183:0] held_q;   // the oldest byte in the lowest lane
  reg [4:0]   count_q;
  reg [5:0]   waited_q;
  reg         flushing_q;

  wire       at_mark = valid_i && mark_i;
  wire       free    = atclken_i && (!atvalid_o || atready_i);
  wire       whole   = count_q >= Lanes[4:0];
  wire       sends   = free && count_q != 5'd0 && (whole || hurry_i || at_mark || waited_q == Patience);
  wire [4:0] sent    = !sends ? 5'd0 : whole ? Lanes[4:0] : count_q;
  wire [4:0] left    = count_q - sent;
  wire       takes   = valid_i && !mark_i && left < Lanes[4:0];
  // A mark follows all bytes that are held.
  wire       flushed = at_mark && count_q == 5'd0 && free;

  assign pop_o   = takes || flushed;
  assign empty_o = count_q == 5'd0 && !atvalid_o;
  assign flush_o = atclken_i && afvalid_i && !flushing_q && !afready_o;

  wire [183:0] rest = held_q >> {sent, 3'b000};

  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      held_q     <= 184'd0;
      count_q    <= 5'd0;
      waited_q   <= 6'd0;
      flushing_q <= 1'b0;
      afready_o  <= 1'b0;
    end else begin
      held_q     <= rest | (takes ? {64'd0, bytes_i} << {left, 3'b000} : 184'd0);
      count_q    <= left + (takes ? {1'b0, length_i} : 5'd0);
      waited_q   <= (sends || count_q == 5'd0) ? 6'd0 : waited_q + {5'd0, waited_q != Patience};
      flushing_q <= (flush_o || flushing_q) && !flushed;
      if (atclken_i) afready_o <= flushed;
    end

  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      atvalid_o <= 1'b0;
      atbytes_o <= {AtBytes{1'b0}};
      atdata_o  <= {AtbBits{1'b0}};
    end else if (free) begin
      atvalid_o <= sends;
      atbytes_o <= sent[AtBytes-1:0] - 1'b1;
      atdata_o  <= held_q[AtbBits-1:0];
    end

endmodule

`default_nettype wire
