// SPDX-License-Identifier: Apache-2.0
// Joins chunks into words of 8 bytes. Bytes that do not fill a word stay as the residue (0 to 7 bytes), which atb sends if
// the drain requests it. The first byte of chunk, word and residue is the lowest; the unused bytes of the residue have no
// meaning. docs/pipeline.md#packer.
`default_nettype none

module trc_packer (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        chunk_valid_i,
  input  logic [63:0] chunk_i,
  input  logic [3:0]  chunk_bytes_i,    // 0 to 8
  output logic        chunk_ready_o,
  output logic        accepted_o,       // the chunk is accepted in this clock

  input  logic        word_full_i,      // no space for a word
  output logic        word_push_o,
  output logic [63:0] word_o,

  output logic [63:0] residue_o,
  output logic [2:0]  residue_bytes_o,
  input  logic        residue_take_i
);

  logic [63:0] residue_q;
  logic [2:0]  bytes_q;
  logic [3:0]  sum;
  logic        accepted;

  assign chunk_ready_o = !word_full_i && !residue_take_i;
  assign accepted      = chunk_valid_i && chunk_ready_o;
  assign accepted_o    = accepted;
  assign sum           = 4'(bytes_q) + chunk_bytes_i;    // at most 15
  assign word_push_o   = accepted && sum[3];

  // The chunk, rotated up by the length of the residue. Its first bytes continue the residue. The bytes beyond the top of
  // the word appear at the bottom, where the next residue begins. Without a chunk the values are unknown: a simulator
  // evaluates less, and synthesis may choose any value.
  logic [63:0] rotated;

  always_comb begin
    rotated = 'x;
    word_o  = 'x;
    if (chunk_valid_i) begin
      rotated = trc_pkg::rotated(chunk_i, bytes_q);
      if (sum[3]) begin
        for (int i = 0; i < 8; i++) word_o[8*i +: 8] = (3'(i) < bytes_q) ? residue_q[8*i +: 8] : rotated[8*i +: 8];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) residue_q <= '0;
    else if (accepted) begin
      if (sum[3]) residue_q <= rotated;
      else begin
        for (int i = 0; i < 8; i++) if (3'(i) >= bytes_q) residue_q[8*i +: 8] <= rotated[8*i +: 8];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) bytes_q <= '0;
    else if (residue_take_i) bytes_q <= '0;
    else if (accepted) bytes_q <= sum[2:0];
  end

  assign residue_o       = residue_q;
  assign residue_bytes_o = bytes_q;

endmodule

`default_nettype wire
