// SPDX-License-Identifier: Apache-2.0
// The return stack: up to `depth_i` (at most `Max`, static) return addresses, newest first; a full one drops its
// oldest. docs/pipeline-pft.md#retstack; IHI 0035B 4.13. Whether a branch may match and when to push is
// the plan's business.
`default_nettype none

module pft_retstack #(
  parameter int unsigned Max = 15
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic [3:0]      depth_i,
  input  logic            clear_i,
  input  logic            pop_i,       // only while holding
  input  logic            push_i,      // after the pop, if both
  input  pft_pkg::frame_t frame_i,

  output logic            holding_o,
  output pft_pkg::frame_t newest_o     // meaningful while holding
);

  localparam int unsigned StackBits = pft_pkg::FrameBits * Max;

  logic [StackBits-1:0] stack_q;       // newest lowest
  logic [3:0]           count_q;

  assign holding_o = count_q != '0;
  assign newest_o  = stack_q[pft_pkg::FrameBits-1:0];

  always_ff @(posedge clk_i) begin
    if (push_i && pop_i) stack_q[pft_pkg::FrameBits-1:0] <= frame_i;
    else if (push_i) stack_q <= (stack_q << pft_pkg::FrameBits) | StackBits'(frame_i);
    else if (pop_i) stack_q <= stack_q >> pft_pkg::FrameBits;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else if (clear_i) count_q <= '0;
    else if (push_i && !pop_i && count_q != depth_i) count_q <= count_q + 4'd1;
    else if (pop_i && !push_i) count_q <= count_q - 4'd1;
  end

endmodule

`default_nettype wire
