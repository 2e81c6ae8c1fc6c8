// SPDX-License-Identifier: Apache-2.0
// The number of bytes that a timestamp needs after the last timestamp. docs/pipeline-pft.md#stamp; IHI 0035B 4.5.9.
`default_nettype none

module pft_stamp (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        stopped_i,     // the next timestamp is compared with 0
  input  logic        stamp64_i,
  input  logic [63:7] stamp_i,       // as coded
  input  logic        whole_i,
  input  logic        valid_i,       // the packet is a timestamp
  input  logic        sent_i,        // the packet is sent in this clock
  output logic [3:0]  bytes_o
);

  logic        known_q;       // a timestamp was sent since the stop
  logic [63:7] sent_q;        // each packet contains the lower bits
  logic [63:7] changed;

  assign changed = known_q ? stamp_i ^ sent_q : stamp_i;

  always_comb begin
    bytes_o = 'x;
    if (valid_i) bytes_o = !whole_i ? trc_pkg::stamp_bytes(changed) : stamp64_i ? 4'd9 : 4'd7;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) known_q <= 1'b0;
    else known_q <= !stopped_i && (known_q || (valid_i && sent_i));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sent_q <= '0;
    else if (valid_i && sent_i) sent_q <= stamp_i;
  end

endmodule

`default_nettype wire
