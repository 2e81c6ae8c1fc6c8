// SPDX-License-Identifier: Apache-2.0
// Splits a record into chunks of 0 to 8 bytes: one chunk for at most 8 bytes, otherwise two. docs/pipeline.md#emit.
`default_nettype none

module trc_emit (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         record_valid_i,
  input  logic [127:0] bytes_i,         // first byte lowest
  input  logic [4:0]   count_i,         // 0 to 16
  input  logic         mark_i,          // the record is the mark of the drain: at most 8 bytes
  output logic         record_ready_o,

  output logic         chunk_valid_o,
  output logic [63:0]  chunk_o,
  output logic [3:0]   chunk_bytes_o,   // 0 to 8
  output logic         chunk_mark_o,
  input  logic         chunk_ready_i
);

  logic        valid_q, mark_q, free, long, has_rest;
  logic [63:0] chunk_q, rest_q;
  logic [3:0]  bytes_q, rest_bytes_q;

  assign free           = !valid_q || chunk_ready_i;
  assign has_rest       = rest_bytes_q != '0;
  assign long           = count_i[4] || (count_i[3] && count_i[2:0] != '0);    // more than 8
  assign record_ready_o = free && !has_rest;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q      <= 1'b0;
      mark_q       <= 1'b0;
      chunk_q      <= '0;
      bytes_q      <= '0;
      rest_q       <= '0;
      rest_bytes_q <= '0;
    end else if (free) begin
      valid_q      <= has_rest || record_valid_i;
      mark_q       <= !has_rest && mark_i;
      rest_bytes_q <= (!has_rest && record_valid_i && long) ? {count_i[4], count_i[2:0]} : 4'd0;
      if (has_rest) begin
        chunk_q <= rest_q;
        bytes_q <= rest_bytes_q;
      end else if (record_valid_i) begin
        chunk_q <= bytes_i[63:0];
        bytes_q <= long ? 4'd8 : count_i[3:0];
        rest_q  <= bytes_i[127:64];
      end
    end
  end

  assign chunk_valid_o = valid_q;
  assign chunk_o       = chunk_q;
  assign chunk_bytes_o = bytes_q;
  assign chunk_mark_o  = mark_q;

endmodule

`default_nettype wire
