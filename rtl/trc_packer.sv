// SPDX-License-Identifier: Apache-2.0
// Joins chunks into words of 8 bytes. What does not fill a word stays as the residue (0 to 7 bytes), which the drain
// may have the ATB take. Chunk, word and residue: first byte lowest; unused bytes of the residue mean nothing.
// docs/pipeline.md#packer.
`default_nettype none

module trc_packer (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        chunk_valid_i,
  input  logic [63:0] chunk_i,
  input  logic [3:0]  chunk_bytes_i,    // 0 to 8
  output logic        chunk_ready_o,
  output logic        accepted_o,       // a chunk, in this clock

  input  logic        word_full_i,      // no room for a word
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

  // The chunk in place: rotated up by the residue's length, it continues the residue, and what goes over the top of the
  // word comes out at the bottom, where the next residue begins.
  // Without a chunk nothing is worked out: a simulator is spared it, and synthesis may choose.
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
