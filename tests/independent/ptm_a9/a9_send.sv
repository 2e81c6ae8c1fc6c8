// SPDX-License-Identifier: Apache-2.0
// A FIFO of bytes, and ATB beats. A beat that is not full leaves only if the trace must leave: for a flush, a stop, a request to become idle
// or an overflow.
`default_nettype none

module a9_send
  import a9_pkg::*;
#(
  parameter int AtbBits = 32,
  parameter int AtBytes = 2   // bits of ATBYTES
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               push_i,
  input  packet_t            packet_i,
  output logic               full_o,     // there may be no space for a packet
  output logic               empty_o,
  input  logic               hurry_i,
  input  logic               mark_i,     // the bytes before a flush are complete
  output logic               flushed_o,  // these bytes have left

  input  logic               atclken_i,
  output logic               atvalid_o,
  input  logic               atready_i,
  output logic [AtBytes-1:0] atbytes_o,
  output logic [AtbBits-1:0] atdata_o
);

  localparam int         Lanes = AtbBits / 8;
  localparam logic [6:0] Bytes = 7'd64;

  logic [7:0]         bytes_q [64];
  logic [5:0]         first_q, last_q;
  logic [6:0]         level_q, marked_q, sent;
  logic [AtbBits-1:0] beat;
  logic [119:0]       pushed;
  logic               flushing_q, is_free, sends;

  assign pushed    = packet_i.bytes;
  assign full_o    = level_q > Bytes - 7'd15;
  assign empty_o   = level_q == 7'd0 && !atvalid_o;
  assign is_free   = atclken_i && (!atvalid_o || atready_i);
  assign sends     = is_free && level_q != 7'd0 && (level_q >= 7'(Lanes) || hurry_i || flushing_q);
  assign sent      = !sends ? 7'd0 : level_q < 7'(Lanes) ? level_q : 7'(Lanes);
  assign flushed_o = flushing_q && marked_q == 7'd0 && is_free;

  for (genvar i = 0; i < Lanes; i++) begin : gen_beat
    assign beat[8*i +: 8] = 7'(i) < level_q ? bytes_q[first_q + 6'(i)] : 8'd0;
  end

  always_ff @(posedge clk_i)
    for (int i = 0; i < 15; i++)
      if (push_i && i < 32'(packet_i.length)) bytes_q[last_q + 6'(i)] <= pushed[8*i +: 8];

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      first_q    <= 6'd0;
      last_q     <= 6'd0;
      level_q    <= 7'd0;
      marked_q   <= 7'd0;
      flushing_q <= 1'b0;
    end else begin
      first_q    <= first_q + sent[5:0];
      last_q     <= last_q + (push_i ? {2'd0, packet_i.length} : 6'd0);
      level_q    <= level_q - sent + (push_i ? {3'd0, packet_i.length} : 7'd0);
      marked_q   <= mark_i ? level_q - sent : sent > marked_q ? 7'd0 : marked_q - sent;
      flushing_q <= mark_i || (flushing_q && !flushed_o);
    end

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      atvalid_o <= 1'b0;
      atbytes_o <= '0;
      atdata_o  <= '0;
    end else if (is_free) begin
      atvalid_o <= sends;
      atbytes_o <= AtBytes'(sent - 7'd1);
      atdata_o  <= beat;
    end

endmodule

`default_nettype wire
