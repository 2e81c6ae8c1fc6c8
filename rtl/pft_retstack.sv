// SPDX-License-Identifier: Apache-2.0
// The return stack: up to `depth_i` (static, at most `Max`) return addresses, the newest first. A push to a full stack
// drops the oldest. pft_plan decides when to push and whether a branch may match. docs/pipeline-pft.md#retstack;
// IHI 0035B 4.13.
`default_nettype none

module pft_retstack #(
  parameter int unsigned Max = 15
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic [3:0]      depth_i,
  input  logic            clear_i,
  input  logic            pop_i,       // only while holding_o is 1
  input  logic            push_i,      // after the pop, if both
  input  pft_pkg::frame_t frame_i,

  output logic            holding_o,
  output pft_pkg::frame_t newest_o     // valid while holding_o is 1
);

  localparam int unsigned Slots    = (Max > 1) ? 2 ** $clog2(Max) : 2;
  localparam int unsigned AddrBits = $clog2(Slots);

  // A ring buffer in block RAM, read ahead at the address of the newest item after this clock. The RAM output does not
  // contain an item that was pushed in the clock before, so a register stores that item.
  (* no_rw_check, ram_style = "block" *)
  logic [pft_pkg::FrameBits-1:0] memory [Slots];
  logic [AddrBits-1:0]           top_q, top_d;
  logic [3:0]                    count_q;
  pft_pkg::frame_t               read_q, pushed_q;
  logic                          just_pushed_q;

  // pop_i comes late in the clock.
  logic [AddrBits-1:0] popped, kept;

  assign popped = push_i ? top_q : top_q - AddrBits'(1);
  assign kept   = push_i ? top_q + AddrBits'(1) : top_q;
  assign top_d  = pop_i ? popped : kept;

  assign holding_o = count_q != '0;
  assign newest_o  = just_pushed_q ? pushed_q : read_q;

  always_ff @(posedge clk_i) begin
    if (push_i) memory[top_d] <= frame_i;
  end

  always_ff @(posedge clk_i) begin
    read_q        <= memory[top_d];
    if (push_i) pushed_q <= frame_i;
    just_pushed_q <= push_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) top_q <= '0;
    else top_q <= top_d;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else if (clear_i) count_q <= '0;
    else if (push_i && !pop_i && count_q != depth_i) count_q <= count_q + 4'd1;
    else if (pop_i && !push_i) count_q <= count_q - 4'd1;
  end

endmodule

`default_nettype wire
