// SPDX-License-Identifier: Apache-2.0
// The storage of the queue and of the FIFO: `Depth` items (a power of two) of `Width` bits in block RAM, read ahead into a
// registered head. An item pushed at edge t can be popped at edge t+2. The pointers, which the drain compares, are one bit
// wider than an address. docs/pipeline.md#storage.
`default_nettype none

module trc_storage #(
  parameter  int unsigned Width = 64,
  parameter  int unsigned Depth = 8,
  localparam int unsigned AddrBits = $clog2(Depth),
  localparam int unsigned PtrBits  = AddrBits + 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               push_i,        // never while full
  input  logic [Width-1:0]   data_i,
  output logic               full_o,
  output logic               empty_o,       // each pushed item was popped, including those not yet at the head

  output logic               head_valid_o,
  output logic [Width-1:0]   head_o,
  input  logic               pop_i,         // only with head_valid_o

  output logic [PtrBits-1:0] wptr_o,
  output logic [PtrBits-1:0] rptr_o
);

  // If the address that is written is also read, head_valid_o is low after that edge. So no bypass is needed.
  (* no_rw_check *)
  logic [Width-1:0]   memory [Depth];
  logic [PtrBits-1:0] wptr_q, rptr_q, rptr_d, rptr_popped;
  logic               full_q, pushed_q, room_for_one;

  assign rptr_popped  = rptr_q + PtrBits'(1);
  assign rptr_d       = pop_i ? rptr_popped : rptr_q;
  assign room_for_one = wptr_q - rptr_q == PtrBits'(Depth - 1);
  assign wptr_o       = wptr_q;
  assign rptr_o       = rptr_q;
  assign full_o       = full_q;
  assign empty_o      = !head_valid_o && !pushed_q;    // without a valid head, only the last push can be inside

  always_ff @(posedge clk_i) begin
    if (push_i) memory[wptr_q[AddrBits-1:0]] <= data_i;
  end

  always_ff @(posedge clk_i) begin
    head_o <= memory[rptr_d[AddrBits-1:0]];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q       <= '0;
      rptr_q       <= '0;
      head_valid_o <= 1'b0;
      full_q       <= 1'b0;
      pushed_q     <= 1'b0;
    end else begin
      wptr_q       <= wptr_q + PtrBits'(push_i);
      rptr_q       <= rptr_d;
      head_valid_o <= pop_i ? rptr_popped != wptr_q : rptr_q != wptr_q;
      full_q       <= !pop_i && (full_q || (push_i && room_for_one));
      pushed_q     <= push_i;
    end
  end

endmodule

`default_nettype wire
