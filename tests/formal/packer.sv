// SPDX-License-Identifier: Apache-2.0
// trc_packer loses no byte, adds none and keeps the order: whichever byte of the stream is watched, it comes out as it went
// in, in a word or in a residue that was taken. Bytes that a residue does not have are 0.
module packer (
  input logic        clk,
  input logic        chunk_valid,
  input logic [63:0] chunk,
  input logic [3:0]  chunk_bytes,
  input logic        full,
  input logic        take
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

  (* anyconst *) logic [6:0] watched;
  logic [6:0] in = 7'd0, out = 7'd0;    // bytes so far; the proof is bounded below their overflow
  logic [7:0] item = 8'd0;
  logic [6:0] in_lane, out_lane;

  assign in_lane  = watched - in;
  assign out_lane = watched - out;

  always_comb begin
    assume (chunk_bytes <= 4'd8);
    for (int i = 0; i < 8; i++) assume (4'(i) < chunk_bytes || chunk[8*i +: 8] == 8'h0);
    assume (rst_n || (!chunk_valid && !take));
  end

  always_ff @(posedge clk) begin
    rst_n <= 1'b1;
    if (accepted) in <= in + 7'(chunk_bytes);
    if (push) out <= out + 7'd8;
    if (take) out <= out + 7'(residue_bytes);
    for (int i = 0; i < 8; i++) begin
      if (accepted && in_lane == 7'(i) && 4'(i) < chunk_bytes) item <= chunk[8*i +: 8];
    end
    if (rst_n) begin
      assert (in - out == 7'(residue_bytes));
      assert (!push || (!full && !take));
      for (int i = 0; i < 8; i++) begin
        if (take && out_lane == 7'(i) && 3'(i) < residue_bytes) assert (residue[8*i +: 8] == item);
        // A byte may be in the word that its own chunk completes.
        if (push && out_lane == 7'(i)) begin
          assert (word[8*i +: 8] == ((3'(i) < residue_bytes) ? item : chunk[8*(3'(i) - residue_bytes) +: 8]));
        end
        assert (3'(i) < residue_bytes || residue[8*i +: 8] == 8'h0);
      end
    end
    cover (push && out == 7'd15);
  end
endmodule
