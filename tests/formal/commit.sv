// SPDX-License-Identifier: Apache-2.0
// pft_commit delivers the committed waypoints in the order of their presentation, each in the first clock that is free,
// with the clocks since its commit. It holds at most Depth waypoints, and no age exceeds Depth. It reports the loss of a
// waypoint after the waypoints that were committed before it. If each waypoint is committed in its clock, the outputs are
// the pins. docs/pipeline-pft.md#commit.
module commit (
  input  logic       clk,
  input  logic       takes,
  input  logic       presented,
  input  logic [1:0] count,
  input  logic       flush,
  input  logic       valid,
  input  logic [7:0] data,
  input  logic       watch,
  output logic       reached    // the assumptions allow a late waypoint that precedes a loss
);
  logic rst_n = 1'b0;
  logic two_reached;

  always_ff @(posedge clk) rst_n <= 1'b1;

  commit_depth #(.Depth(2)) u_two (
    .clk, .rst_n, .takes, .presented, .count, .flush, .valid, .data, .watch, .reached(two_reached)
  );
  commit_depth #(.Depth(4)) u_four (
    .clk, .rst_n, .takes, .presented, .count, .flush, .valid, .data, .watch, .reached
  );

  // Each waypoint is committed in its clock.
  pft_pkg::port_t pins, port;
  logic [2:0]     age;
  logic           loss, pending;

  assign pins = {valid, 120'h0, data};

  pft_commit #(.Depth(4)) u_at_once (
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .takes_i      (takes),
    .speculation_i({presented, 1'b0, presented, 1'b0}),
    .pins_i       (pins),
    .port_o       (port),
    .age_o        (age),
    .loss_o       (loss),
    .pending_o    (pending)
  );

  always_ff @(posedge clk) begin
    if (rst_n) begin
      assert (port.valid == (takes && presented && valid));
      assert (!port.valid || port == pins);
      assert (age == 3'd0 && !loss);
      assert (pending == (takes && presented));
    end
  end
endmodule

module commit_depth #(
  parameter int unsigned Depth = 4
) (
  input  logic       clk,
  input  logic       rst_n,
  input  logic       takes,
  input  logic       presented,
  input  logic [1:0] count,
  input  logic       flush,
  input  logic       valid,
  input  logic [7:0] data,
  input  logic       watch,
  output logic       reached
);
  localparam int unsigned AgeBits = $clog2(Depth) + 1;

  pft_pkg::port_t     pins, port;
  logic [AgeBits-1:0] age;
  logic               loss, pending;

  assign pins = {valid, 120'h0, data};

  pft_commit #(.Depth(Depth)) u_commit (
    .clk_i        (clk),
    .rst_ni       (rst_n),
    .takes_i      (takes),
    .speculation_i({presented, count, flush}),
    .pins_i       (pins),
    .port_o       (port),
    .age_o        (age),
    .loss_o       (loss),
    .pending_o    (pending)
  );

  // The numbers of waypoints in each state: uncommitted and stored, uncommitted and not stored, committed.
  logic [7:0] waiting = 8'd0, lost = 8'd0, backlog = 8'd0;
  logic       gap = 1'b0;    // a lost waypoint was committed, and its loss was not reported

  logic       arrives, stored, drops, gap_now, pops;
  logic [7:0] commits, first, late, lost_now, due;

  function automatic logic [7:0] smaller(input logic [7:0] a, input logic [7:0] b);
    smaller = (a < b) ? a : b;
  endfunction

  assign arrives  = takes && presented;
  assign commits  = takes ? 8'(count) : 8'd0;
  assign drops    = flush || !takes;
  assign stored   = arrives && lost == 8'd0 && !gap && (waiting != 8'(Depth) || commits != 8'd0);
  assign lost_now = lost + 8'(arrives && !stored);
  assign first    = smaller(commits, waiting + 8'(stored));
  assign late     = smaller(commits - first, lost_now);
  assign due      = backlog + first;
  assign pops     = due != 8'd0;
  assign gap_now  = gap || late != 8'd0;

  // The number of entries that are in use, for the comparison with filled_q.
  (* keep *) logic [AgeBits-1:0] filled;
  assign filled = AgeBits'(waiting + backlog);

  // One stored waypoint is watched from its presentation to its output.
  typedef enum logic [1:0] {
    NotWatched = 2'd0,
    Waits      = 2'd1,
    IsDue      = 2'd2,
    IsOver     = 2'd3
  } watched_e;

  watched_e   watched = NotWatched;
  logic [7:0] older = 8'd0, clocks = 8'd0;    // older waypoints in the same state; clocks since the commit
  logic [8:0] item = 9'd0;

  logic       starts, waits_now, commits_now, due_now, is_output;
  logic [7:0] older_now, clocks_now;
  logic [8:0] item_now;

  assign starts      = watched == NotWatched && watch && stored;
  assign waits_now   = watched == Waits || starts;
  assign commits_now = waits_now && first > (starts ? waiting : older);
  assign due_now     = watched == IsDue || commits_now;
  assign item_now    = starts ? {valid, data} : item;
  assign clocks_now  = commits_now ? 8'd0 : clocks;
  assign is_output   = due_now && older_now == 8'd0;

  always_comb begin
    older_now = starts ? waiting : older;
    if (commits_now) older_now = older_now + backlog;
  end

  assign reached = is_output && clocks_now == 8'd2 && gap;

  always_ff @(posedge clk) begin
    if (rst_n) begin
      waiting <= drops ? 8'd0 : waiting + 8'(stored) - first;
      lost    <= drops ? 8'd0 : lost_now - late;
      backlog <= due - 8'(pops);
      gap     <= gap_now && pops;
      item    <= item_now;
      older   <= due_now ? older_now - 8'd1 : older_now - first;
      clocks  <= clocks_now + 8'd1;
      if (is_output) watched <= IsOver;
      else if (due_now) watched <= IsDue;
      else if (waits_now) watched <= drops ? IsOver : Waits;

      assert (waiting + backlog <= 8'(Depth));
      assert (age <= AgeBits'(Depth));
      assert (loss == (gap_now && !pops));
      assert (pending == (gap_now || pops));
      if (!pops) assert (!port.valid && age == '0);
      if (is_output) begin
        assert (port.valid == item_now[8] && port.who.vmid == item_now[7:0]);
        assert (8'(age) == clocks_now);
      end
    end
  end
endmodule
