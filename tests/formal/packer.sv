// SPDX-License-Identifier: Apache-2.0
// trc_packer loses no byte, adds none and keeps the order: the residue with the chunk after it is the word, if there is
// one, with the next residue after it.
module packer (
  input  logic        clk,
  input  logic        chunk_valid,
  input  logic [63:0] chunk,
  input  logic [3:0]  chunk_bytes,
  input  logic        full,
  input  logic        take,
  output logic        reached    // the assumptions allow the longest residue and chunk
);
  logic        rst_n = 1'b0;
  logic        ready, accepted, push;
  logic [63:0] word, residue;
  logic [2:0]  residue_bytes;

  trc_packer u_packer (
    .clk_i          (clk),
    .rst_ni         (rst_n),
    .chunk_valid_i  (chunk_valid),
    .chunk_i        (chunk),
    .chunk_bytes_i  (chunk_bytes),
    .chunk_ready_o  (ready),
    .accepted_o     (accepted),
    .word_full_i    (full),
    .word_push_o    (push),
    .word_o         (word),
    .residue_o      (residue),
    .residue_bytes_o(residue_bytes),
    .residue_take_i (take)
  );

  logic [63:0]  kept;              // the residue, without what it does not have
  logic [127:0] joined;            // it and the accepted chunk
  logic [4:0]   bytes;             // in it

  assign joined = 128'(kept) | (accepted ? 128'(chunk) << {residue_bytes, 3'b000} : 128'h0);
  assign bytes  = 5'(residue_bytes) + (accepted ? 5'(chunk_bytes) : 5'd0);

  always_comb begin
    for (int i = 0; i < 8; i++) kept[8*i +: 8] = (4'(i) < 4'(residue_bytes)) ? residue[8*i +: 8] : 8'h0;
  end

  always_comb begin
    assume (chunk_bytes <= 4'd8);
    for (int i = 0; i < 8; i++) assume (4'(i) < chunk_bytes || chunk[8*i +: 8] == 8'h0);
    assume (rst_n || (!chunk_valid && !take));
  end

  // What must be left after the edge.
  logic [127:0] left = 128'h0;
  logic [4:0]   left_bytes = 5'd0;

  assign reached = push && bytes == 5'd15;

  always_ff @(posedge clk) begin
    rst_n      <= 1'b1;
    left       <= take ? 128'h0 : push ? joined >> 64 : joined;
    left_bytes <= take ? 5'd0 : push ? bytes - 5'd8 : bytes;
    if (rst_n) begin
      assert (kept == left[63:0] && left[127:64] == 64'h0);
      assert (5'(residue_bytes) == left_bytes);
      assert (accepted == (chunk_valid && ready));
      assert (ready == (!full && !take));
      assert (push == (accepted && bytes >= 5'd8));
      if (push) assert (word == joined[63:0]);
    end
  end
endmodule
