// SPDX-License-Identifier: Apache-2.0
// The records that wait to be written.
`default_nettype none

module steps_queue import steps_pkg::*; #(
  parameter  int Depth      = 8,
  localparam int CountBits  = $clog2(Depth + 1),
  localparam int RecordBits = $bits(record_t)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 push_i,   // not while full
  input  record_t              record_i,
  input  logic                 pop_i,
  output record_t              record_o, // the oldest
  output logic [CountBits-1:0] count_o
);

  logic [RecordBits-1:0] records_q [Depth];
  logic [CountBits-1:0]  count_q;

  assign record_o = records_q[0];
  assign count_o  = count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      for (int i = 0; i < Depth; i++) records_q[i] <= '0;
    end else begin
      count_q <= count_q + CountBits'(push_i) - CountBits'(pop_i);
      for (int i = 0; i < Depth; i++) begin
        if (push_i && CountBits'(i) + CountBits'(pop_i) == count_q) records_q[i] <= record_i;
        else if (pop_i) records_q[i] <= records_q[(i + 1 == Depth) ? i : i + 1];
      end
    end
  end

endmodule

`default_nettype wire
