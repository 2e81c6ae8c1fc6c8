// SPDX-License-Identifier: Apache-2.0
// A ring of bytes, and the ATB that follows it. Beats are complete. An incomplete one leaves on a request, or when it has waited a while.
`default_nettype none

module steps_send import steps_pkg::*; #(
  parameter  int AtbBits     = 32,
  parameter  int Depth       = 64,
  parameter  int RecordBits  = 4,
  localparam int Lanes       = AtbBits / 8,
  localparam int BytesBits   = (AtbBits > 16) ? $clog2(Lanes) : 1,
  localparam int UsedBits    = $clog2(Depth + 1),
  localparam int PlaceBits   = $clog2(Depth)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  packet_t               packet_i,   // only if room_o is 1
  output logic                  room_o,     // for the longest packet
  output logic                  silent_o,   // nothing is here
  input  logic                  hurry_i,    // no byte waits for another

  input  logic                  atclken_i,
  output logic                  atvalid_o,
  input  logic                  atready_i,
  output logic [BytesBits-1:0]  atbytes_o,
  output logic [AtbBits-1:0]    atdata_o,

  input  logic                  afvalid_i,
  output logic                  afready_o,
  input  logic                  unready_i,  // something that a flush covers has no record yet
  input  logic [RecordBits-1:0] records_i,  // that are not written yet, with that of this clock
  input  logic                  pop_i
);

  localparam int Patience = 24;  // clocks

  // --- the ring -------------------------------------------------------------------------------------------------------

  logic [Depth-1:0][7:0] ring_q;
  logic [PlaceBits-1:0]  first_q;
  logic [UsedBits-1:0]   used_q, taken, offered;
  logic [8*PacketMax-1:0] fresh;  // the packet's bytes
  logic [4:0]            waited_q;
  logic                  takes, flushing;

  assign fresh    = packet_i.bytes;
  assign room_o   = used_q <= UsedBits'(Depth - PacketMax);
  assign silent_o = used_q == '0 && !atvalid_o;
  assign takes    = atclken_i && (!atvalid_o || atready_i);
  assign offered  = atvalid_o ? UsedBits'(atbytes_o) + 1'b1 : '0;

  always_comb begin
    taken = '0;
    if (takes && used_q >= UsedBits'(Lanes)) taken = UsedBits'(Lanes);
    else if (takes && (hurry_i || flushing || waited_q == 5'(Patience))) taken = used_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ring_q   <= '0;
      first_q  <= '0;
      used_q   <= '0;
      waited_q <= '0;
    end else begin
      for (int i = 0; i < PacketMax; i++) begin
        if (i < 32'(packet_i.length)) ring_q[PlaceBits'(32'(first_q) + 32'(used_q) + i)] <= fresh[8*i +: 8];
      end
      first_q  <= PlaceBits'(32'(first_q) + 32'(taken));
      used_q   <= used_q - taken + UsedBits'(packet_i.length);
      waited_q <= (used_q == '0 || taken != '0) ? '0 : waited_q + 5'(waited_q != 5'(Patience));
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
      for (int i = 0; i < Lanes; i++) begin
        atdata_o[8*i +: 8] <= (UsedBits'(i) < taken) ? ring_q[PlaceBits'(32'(first_q) + i)] : 8'h00;
      end
    end
  end

  // --- a flush: first the records before it have to be written, then their bytes to leave -----------------------------

  typedef enum logic [1:0] { Quiet, Writing, Leaving, Done } flush_e;
  flush_e                flush_q;
  logic [RecordBits-1:0] records_q, records;
  logic [UsedBits-1:0]   bytes_q, bytes, sent;
  logic                  begins, written;

  assign flushing  = flush_q == Writing || flush_q == Leaving;
  assign begins    = flush_q == Quiet && atclken_i && afvalid_i && !unready_i;
  assign records   = begins ? records_i : records_q;
  assign written   = (begins || flush_q == Writing) && (records == '0 || (records == RecordBits'(1) && pop_i));
  assign sent      = takes ? offered : '0;
  assign bytes     = written ? used_q + offered + UsedBits'(packet_i.length) : bytes_q;
  assign afready_o = flush_q == Done;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flush_q   <= Quiet;
      records_q <= '0;
      bytes_q   <= '0;
    end else begin
      records_q <= records - RecordBits'(pop_i && records != '0);
      bytes_q   <= (bytes > sent) ? bytes - sent : '0;
      unique case (flush_q)
        Quiet, Writing: if (written) flush_q <= Leaving; else if (begins) flush_q <= Writing;
        Leaving:        if (atclken_i && bytes_q <= sent) flush_q <= Done;
        Done:           if (atclken_i) flush_q <= Quiet;
      endcase
    end
  end

endmodule

`default_nettype wire
