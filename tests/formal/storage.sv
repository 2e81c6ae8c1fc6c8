// SPDX-License-Identifier: Apache-2.0
// trc_storage loses nothing, repeats nothing and keeps the order: whichever item is watched, the pop of the same number
// returns it. Its flags say what the pointers mean, and an item waits two clocks at most to be seen.
module storage (
  input  logic       clk,
  input  logic       push,
  input  logic [7:0] data,
  input  logic       pop,
  output logic       reached    // the assumptions allow a full storage that has been read
);
  localparam int unsigned Depth = 4;

  logic       rst_n = 1'b0;
  logic       full, empty, head_valid;
  logic [7:0] head;
  logic [2:0] wptr, rptr;

  trc_storage #(
    .Width(8),
    .Depth(Depth)
  ) u_storage (
    .clk_i       (clk),
    .rst_ni      (rst_n),
    .push_i      (push),
    .data_i      (data),
    .full_o      (full),
    .empty_o     (empty),
    .head_valid_o(head_valid),
    .head_o      (head),
    .pop_i       (pop),
    .wptr_o      (wptr),
    .rptr_o      (rptr)
  );

  (* anyconst *) logic [4:0] watched;
  logic [4:0] pushed = 5'd0, popped = 5'd0;
  logic [7:0] item = 8'd0;
  logic       pushed_last = 1'b0;

  always_comb begin
    assume (!(push && full));
    assume (!(pop && !head_valid));
    assume (rst_n || (!push && !pop));
  end

  assign reached = full && popped == 5'd3;

  always_ff @(posedge clk) begin
    rst_n       <= 1'b1;
    pushed_last <= push;
    if (push) pushed <= pushed + 5'd1;
    if (pop) popped <= popped + 5'd1;
    if (push && pushed == watched) item <= data;
    if (rst_n) begin
      assert (full == (5'(pushed - popped) == 5'(Depth)));
      assert (empty == (pushed == popped));
      assert (wptr == pushed[2:0] && rptr == popped[2:0]);
      assert (head_valid || empty || pushed_last);
      assert (!head_valid || !empty);
      if (pop && popped == watched) assert (head == item);
    end
  end
endmodule
