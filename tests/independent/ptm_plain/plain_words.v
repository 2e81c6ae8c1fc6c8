// SPDX-License-Identifier: Apache-2.0
// A FIFO of packets, a word each. Depth is a power of two.
`default_nettype none

module plain_words #(
  parameter Depth = 16,
  parameter Bits  = 125,
  parameter Place = 4     // bits of a place in it
) (
  input  wire            clk_i,
  input  wire            rst_ni,
  input  wire            push_i,
  input  wire [Bits-1:0] word_i,
  output wire            full_o,
  input  wire            pop_i,
  output wire [Bits-1:0] word_o,
  output wire            empty_o
);

  reg [Bits-1:0] words_q [0:Depth-1];
  reg [Place:0]  first_q, last_q;

  assign empty_o = first_q == last_q;
  assign full_o  = first_q[Place-1:0] == last_q[Place-1:0] && !empty_o;
  assign word_o  = words_q[first_q[Place-1:0]];

  always @(posedge clk_i) if (push_i) words_q[last_q[Place-1:0]] <= word_i;

  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      first_q <= {(Place + 1){1'b0}};
      last_q  <= {(Place + 1){1'b0}};
    end else begin
      if (pop_i) first_q <= first_q + 1'b1;
      if (push_i) last_q <= last_q + 1'b1;
    end

endmodule

`default_nettype wire
