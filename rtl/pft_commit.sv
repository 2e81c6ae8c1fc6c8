// SPDX-License-Identifier: Apache-2.0
// The buffer for waypoints that the processor presents before it commits them. Front gets one committed waypoint in each
// clock, in the order of presentation. A flush, and the end of tracing, discard the uncommitted waypoints.
// docs/pipeline-pft.md#commit; DDI 0388 table A-29 (WPTCOMMIT), DDI 0407 table A.34 (WPTFLUSH); IHI 0035B 4.1 (a PTM
// traces committed waypoints only).
`default_nettype none

module pft_commit #(
  parameter  int unsigned Depth   = 4,    // entries: 2, 4 or 8
  localparam int unsigned AgeBits = $clog2(Depth) + 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  takes_i,        // waypoints and commits are sampled
  input  pft_pkg::speculation_t speculation_i,
  input  pft_pkg::port_t        pins_i,

  output pft_pkg::port_t        port_o,         // the waypoint for front
  output logic [AgeBits-1:0]    age_o,          // clocks since its commit
  output logic                  loss_o,         // a committed waypoint was not stored, and front must begin an overflow
  output logic                  pending_o       // front has not yet got all committed waypoints
);

  localparam int unsigned PortBits = pft_pkg::PortBits;

  // Entry 0 is the oldest. The first committed_q entries are committed. ages_q is valid only for these.
  logic [Depth*PortBits-1:0] entries_q;
  logic [Depth*AgeBits-1:0]  ages_q;
  logic [AgeBits-1:0]        filled_q, committed_q;
  logic [7:0]                lost_q;        // uncommitted waypoints that were not stored
  logic                      gap_q;         // a waypoint that was not stored was committed, and front has not got loss_o

  // After a stop nothing more is sampled, and what is uncommitted is discarded.
  logic       presented, flush;
  logic [1:0] commit;

  assign presented = takes_i && speculation_i.presented;
  assign commit    = takes_i ? speculation_i.commit : 2'd0;
  assign flush     = !takes_i || speculation_i.flush;

  // A waypoint that follows a lost one is lost too, until front has got loss_o, so that the order is kept.
  logic       has_space, is_complete, stored;
  logic [7:0] lost, lost_left;

  assign has_space   = filled_q != AgeBits'(Depth) || committed_q != '0 || commit != 2'd0;
  assign is_complete = lost_q == '0 && !gap_q;
  assign stored      = presented && has_space && is_complete;
  assign lost        = lost_q + 8'(presented && !stored && lost_q != '1);

  // The commits. The stored waypoints are older than the lost ones.
  logic [AgeBits-1:0] uncommitted, committed;
  logic [1:0]         first, late, beyond;
  logic               pop, gap, loss;

  assign uncommitted = filled_q - committed_q + AgeBits'(stored);
  assign first       = (AgeBits'(commit) < uncommitted) ? commit : uncommitted[1:0];
  assign committed   = committed_q + AgeBits'(first);
  assign beyond      = commit - first;
  assign late        = (8'(beyond) < lost) ? beyond : lost[1:0];
  assign lost_left   = lost - 8'(late);
  assign gap         = gap_q || late != 2'd0;
  assign pop         = committed != '0;
  assign loss        = gap && !pop;

  // The waypoint for front. If the buffer is empty, it is the one at the pins.
  pft_pkg::port_t oldest;

  assign oldest    = (filled_q == '0) ? pins_i : entries_q[PortBits-1:0];
  assign port_o    = {pop && oldest.valid, oldest.waypoint, oldest.who};
  assign age_o     = (committed_q != '0) ? ages_q[AgeBits-1:0] : '0;
  assign loss_o    = loss;
  assign pending_o = pop || gap;

  logic [AgeBits-1:0] left, place;

  assign left  = committed - AgeBits'(pop);
  assign place = filled_q - AgeBits'(pop);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      filled_q    <= '0;
      committed_q <= '0;
      lost_q      <= '0;
      gap_q       <= 1'b0;
    end else begin
      filled_q    <= flush ? left : place + AgeBits'(stored);
      committed_q <= left;
      lost_q      <= flush ? '0 : lost_left;
      gap_q       <= gap && !loss;
    end
  end

  // An entry that is committed in this clock is one clock old in the next. With each waypoint that front gets, the entries
  // move down by one.
  logic [Depth*AgeBits-1:0] ages_d;

  always_comb begin
    for (int unsigned i = 0; i < Depth; i++) ages_d[AgeBits*i +: AgeBits] = AgeBits'(1);
    for (int unsigned i = 1; i < Depth; i++) begin
      if (AgeBits'(i) < committed_q) ages_d[AgeBits*(i-1) +: AgeBits] = ages_q[AgeBits*i +: AgeBits] + AgeBits'(1);
    end
  end

  // Without a pop no entry is committed. A waypoint that front gets in the clock in which it is presented is written to no
  // entry, because `place` is then all ones.
  always_ff @(posedge clk_i) begin
    if (pop) begin
      entries_q <= entries_q >> PortBits;
      ages_q    <= ages_d;
    end
    for (int unsigned i = 0; i < Depth; i++) begin
      if (stored && place == AgeBits'(i)) entries_q[PortBits*i +: PortBits] <= pins_i;
    end
  end

endmodule

`default_nettype wire
