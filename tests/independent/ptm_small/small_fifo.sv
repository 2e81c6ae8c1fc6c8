// SPDX-License-Identifier: Apache-2.0
// A FIFO of bytes, and the ATB that follows it. A beat takes the bytes that there are, so none is ever held back. A flush only waits for
// the bytes that were there at its request.
`default_nettype none

module small_fifo import small_pkg::*; #(
  parameter  int AtbBits   = 32,
  parameter  int Depth     = 128,
  localparam int Lanes     = AtbBits / 8,
  localparam int BytesBits = (AtbBits > 16) ? $clog2(Lanes) : 1,
  localparam int FreeBits  = $clog2(Depth) + 1
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  group_t                     group_i,  // must fit into free_o
  output logic [FreeBits-1:0]           free_o,
  output logic                       empty_o,  // the FIFO
  output logic                       silent_o, // and the ATB

  input  logic                       atclken_i,
  output logic                       atvalid_o,
  input  logic                       atready_i,
  output logic [BytesBits-1:0]       atbytes_o,
  output logic [AtbBits-1:0]         atdata_o,

  input  logic                       afvalid_i,
  input  logic                       unready_i,     // something that a flush covers is not in the FIFO yet
  output logic                       flush_begins_o,
  output logic                       afready_o
);

  // The oldest byte in the lowest lane.
  logic [8*(Depth+GroupMax)-1:0] bytes_q, bytes_d;
  logic [FreeBits-1:0]           used_q, left, taken, sent, offered;
  logic                          takes;

  assign free_o   = FreeBits'(Depth) - used_q;
  assign empty_o  = used_q == '0;
  assign silent_o = empty_o && !atvalid_o;

  // The beat is free at an edge of the ATB.
  assign takes = atclken_i && (!atvalid_o || atready_i);
  assign taken = !takes ? '0 : used_q > FreeBits'(Lanes) ? FreeBits'(Lanes) : used_q;
  assign left    = used_q - taken;
  assign offered = atvalid_o ? FreeBits'(atbytes_o) + 1'b1 : '0;
  assign sent    = takes ? offered : '0;

  always_comb begin
    bytes_d = bytes_q >> {taken, 3'b000};
    if (group_i.length != '0) bytes_d[{left, 3'b000} +: 8*GroupMax] = group_i.bytes[8*GroupMax-1:0];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bytes_q <= '0;
      used_q  <= '0;
    end else begin
      bytes_q <= bytes_d;
      used_q  <= left + FreeBits'(group_i.length);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      atvalid_o <= 1'b0;
      atbytes_o <= '0;
      atdata_o  <= '0;
    end else if (takes) begin
      atvalid_o <= taken != '0;
      atbytes_o <= BytesBits'(taken - 1'b1);
      for (int i = 0; i < Lanes; i++) atdata_o[8*i +: 8] <= (FreeBits'(i) < taken) ? bytes_q[8*i +: 8] : 8'h00;
    end
  end

  // A flush: how many bytes are ahead of it.
  logic                flushing_q;
  logic [FreeBits-1:0] ahead, ahead_q;

  assign flush_begins_o = atclken_i && afvalid_i && !flushing_q && !unready_i;
  assign afready_o      = afvalid_i && flushing_q && ahead_q == '0;

  // What is put in now is of waypoints that came before.
  assign ahead = flush_begins_o ? used_q + offered + FreeBits'(group_i.length) : ahead_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flushing_q <= 1'b0;
      ahead_q    <= '0;
    end else if (atclken_i) begin
      flushing_q <= (flush_begins_o || flushing_q) && afvalid_i && !afready_o;
      ahead_q    <= (ahead > sent) ? ahead - sent : '0;
    end
  end

endmodule

`default_nettype wire
