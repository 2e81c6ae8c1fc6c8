// SPDX-License-Identifier: Apache-2.0
// Sends words over the ATB in beats of `Bits`: 8, 16, 32 or 64. docs/pipeline.md#atb; AMBA 4 ATB (IHI 0032B).
// All outputs to the bus are registers that change only with ATCLKEN. ATDATA lanes without a byte are 0, as is ATBYTES
// while ATVALID is low.
`default_nettype none

module trc_atb #(
  parameter  int unsigned Bits = 32,
  localparam int unsigned Bytes = Bits / 8,
  localparam int unsigned AtbytesBits = (Bytes > 1) ? $clog2(Bytes) : 1
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   atclken_i,

  input  logic                   word_valid_i,
  input  logic [63:0]            word_i,
  input  logic                   fifo_empty_i,        // each pushed word was popped
  output logic                   word_pop_o,

  input  logic                   residue_ask_i,       // the drain requests to send the residue
  input  logic [63:0]            residue_i,
  input  logic [2:0]             residue_bytes_i,
  output logic                   residue_take_o,

  output logic                   idle_o,              // no byte is left to send
  output logic                   load_o,              // a word or the residue is loaded in this clock

  output logic                   atvalid_o,
  output logic [AtbytesBits-1:0] atbytes_o,           // bytes in the beat - 1
  output logic [Bits-1:0]        atdata_o,
  input  logic                   atready_i
);

  logic [63:0]            word_q, word_d;
  logic [3:0]             left_q, left_d;             // bytes of word_q, 0 to 8
  logic                   valid_q;
  logic [AtbytesBits-1:0] atbytes_q;
  logic                   beat, last, room;

  assign beat           = atclken_i && valid_q && atready_i;
  assign last           = left_q <= 4'(Bytes);
  assign room           = atclken_i && last && (atready_i || !valid_q);
  assign word_pop_o     = word_valid_i && room;
  assign residue_take_o = !word_valid_i && residue_ask_i && fifo_empty_i && room;
  assign load_o         = word_pop_o || residue_take_o;
  assign idle_o         = !valid_q;

  always_comb begin
    word_d = word_q;
    left_d = left_q;
    if (word_pop_o) begin
      word_d = word_i;
      left_d = 4'd8;
    end else if (residue_take_o) begin
      for (int unsigned i = 0; i < 8; i++) word_d[8*i +: 8] = residue_i[8*i +: 8] & {8{3'(i) < residue_bytes_i}};
      left_d = 4'(residue_bytes_i);
    end else if (beat) begin
      word_d = word_q >> Bits;
      left_d = last ? 4'd0 : left_q - 4'(Bytes);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      word_q    <= '0;
      left_q    <= '0;
      valid_q   <= 1'b0;
      atbytes_q <= '0;
    end else begin
      word_q    <= word_d;
      left_q    <= left_d;
      valid_q   <= left_d != 4'd0;
      if (left_d >= 4'(Bytes)) atbytes_q <= AtbytesBits'(Bytes - 1);
      else if (left_d != 4'd0) atbytes_q <= AtbytesBits'(left_d - 4'd1);
      else atbytes_q <= '0;
    end
  end

  assign atvalid_o = valid_q;
  assign atbytes_o = atbytes_q;
  assign atdata_o  = word_q[Bits-1:0];

endmodule

`default_nettype wire
