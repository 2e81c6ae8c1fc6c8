// SPDX-License-Identifier: Apache-2.0
// The P-headers that are in no entry yet. Up to three wait while the queue is not empty, so that one entry can contain
// many clocks. docs/pipeline-etm3.md#held.
`default_nettype none

module etm3_held (
  input  logic                                            clk_i,
  input  logic                                            rst_ni,

  input  logic                                            cycle_accurate_i,
  input  logic                                            queue_empty_i,

  // The P-headers of this clock, the oldest lowest. 0 is no P-header.
  input  logic                                            gives_i,         // at least one, not counting that of a flush
  input  logic                                            gives_two_i,     // two, not counting that of a flush
  input  logic [2*etm3_pkg::PhdrBits-1:0]                 p_headers_i,
  input  etm3_pkg::place_t                                place_i,         // the place of their first atom

  // The P-headers of an entry that is pushed in this clock.
  output logic                                            holds_o,         // a P-header waited before this clock
  output logic                                            due_o,           // an entry must be pushed
  output logic [etm3_pkg::PartMax*etm3_pkg::PhdrBits-1:0] p_headers_o,
  output logic                                            atoms_o,         // the P-headers contain atoms
  output etm3_pkg::place_t                                place_o,         // the place of the first atom, or place_i

  // After the clock.
  input  logic                                            keep_i,          // the P-headers wait, otherwise they are dropped
  input  logic                                            push_i,          // an entry takes all of them
  input  logic [etm3_pkg::PhdrBits-1:0]                   next_i,          // the P-header that waits after that entry
  input  etm3_pkg::place_t                                next_place_i
);

  localparam int unsigned Bits = etm3_pkg::PhdrBits;

  logic [etm3_pkg::HeldMax*Bits-1:0] held_q;
  logic                              atoms_q;
  etm3_pkg::place_t                  place_q;

  logic one, two, three;      // this number of P-headers or more wait

  assign one   = held_q[0 +: Bits] != '0;
  assign two   = held_q[Bits +: Bits] != '0;
  assign three = held_q[2*Bits +: Bits] != '0;

  assign p_headers_o = three ? {p_headers_i, held_q} :
                       two   ? {Bits'(0), p_headers_i, held_q[2*Bits-1:0]} :
                       one   ? {(2*Bits)'(0), p_headers_i, held_q[Bits-1:0]} :
                               {(3*Bits)'(0), p_headers_i};
  assign atoms_o     = atoms_q || etm3_pkg::has_atoms(p_headers_i[0 +: Bits], cycle_accurate_i) ||
                       etm3_pkg::has_atoms(p_headers_i[Bits +: Bits], cycle_accurate_i);
  assign place_o     = atoms_q ? place_q : place_i;
  assign holds_o     = one;
  assign due_o       = (three && gives_i) || (two && gives_two_i) || (queue_empty_i && (one || gives_i));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q  <= '0;
      atoms_q <= 1'b0;
      place_q <= '0;
    end else begin
      held_q  <= !keep_i ? '0 : push_i ? {(2*Bits)'(0), next_i} : p_headers_o[etm3_pkg::HeldMax*Bits-1:0];
      atoms_q <= keep_i && (push_i ? next_i != '0 : atoms_o);
      place_q <= push_i ? next_place_i : place_o;
    end
  end

endmodule

`default_nettype wire
