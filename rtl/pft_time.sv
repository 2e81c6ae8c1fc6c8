// SPDX-License-Identifier: Apache-2.0
// The cycle count and the timestamp of an entry of front, and the requests for a timestamp without a waypoint.
// docs/pipeline-pft.md#time; IHI 0035B 4.4 (cycle counts), 4.14 (timestamps), 4.15 (flush, WFI).
`default_nettype none

module pft_time #(
  parameter  int unsigned WptDepth = 0,        // entries of pft_commit, 0 for a unit without it
  localparam int unsigned AgeBits  = (WptDepth == 0) ? 1 : $clog2(WptDepth) + 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             v11_i,
  input  logic             stamps_i,           // timestamps are enabled
  input  logic             run_i,
  input  logic             count_reset_i,      // run_i is 0, and the first count of the next run has not begun
  input  logic             on_i,               // the state of front is ON
  input  trc_pkg::moment_t now_i,              // sampled with the waypoint; its stamp as coded

  // Requests for a timestamp.
  input  logic             stamp_event_i,
  input  logic             flush_begins_i,
  output logic             asked_o,            // a timestamp entry may be pushed in state ON, if the queue is empty
  output logic             flush_o,            // a timestamp entry may be pushed also in state OFF, for a flush
  output logic             waits_o,            // a timestamp is pending: the next waypoint carries it
  output logic             idle_ready_o,       // the processor requests to idle, and no timestamp must precede

  // The action of front in this clock.
  // verilator lint_off UNUSEDSIGNAL
  input  logic [AgeBits-1:0] age_i,            // clocks from the commit of the waypoint to its arrival; 0 without pft_commit
  // verilator lint_on UNUSEDSIGNAL
  input  logic             waypoint_i,
  input  logic             push_i,
  input  logic             push_update_i,      // the entry is an update, which has no count
  input  logic             push_isync_i,       // the entry is an I-sync
  input  logic             overflows_i,        // an overflow begins
  input  logic             push_timestamp_i,   // the entry is a timestamp
  input  logic             stamped_i,          // the entry carries a timestamp

  // The fields of the entry.
  output logic [31:0]      count_o,
  output logic [63:0]      stamp_o,
  output logic             clock_change_o
);

  // Cycle counts. held_q counts the clocks up to the most recent waypoint that no packet contains, so that the counts are
  // complete over a gap in the trace. The first count begins at the end of programming (IHI 0035B 4.5.2), or, after another
  // stop, when that was drained. A count stops at 0xFFFFFFFF.
  logic [31:0] held_q, elapsed_q, at_commit, since, more, restart;
  logic        since_over, more_over, reports_count, reports_now, counts_now;

  assign {since_over, since} = {1'b0, held_q} + {1'b0, at_commit};
  assign {more_over, more}   = {1'b0, elapsed_q} + 33'd1;
  assign reports_now         = push_timestamp_i && !v11_i;    // counts up to this clock, not up to a waypoint
  assign reports_count       = push_i && !push_update_i && !(push_timestamp_i && v11_i);
  assign counts_now          = waypoint_i || reports_now;

  always_comb begin
    if (counts_now ? since_over : push_timestamp_i) count_o = {32{counts_now}};
    else count_o = counts_now ? since : held_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q    <= '0;
      elapsed_q <= '0;
    end else begin
      if (!run_i || reports_count) held_q <= '0;
      else if (waypoint_i) held_q <= since_over ? '1 : since;
      if (count_reset_i) elapsed_q <= '0;
      else if (counts_now) elapsed_q <= restart;
      else if (!more_over) elapsed_q <= more;
    end
  end

  // Timestamps. In PFTv1.1 a timestamp is the time of the last waypoint, and is sent once for each waypoint. For a flush it
  // is sent again, if an I-sync was pushed before (IHI 0035B 4.15.1).
  logic [63:0] stamp_q;
  logic        due_q, flush_q, synced_q, reported_q, clock_change_q, idle_q;
  logic        asked, carries, is_late;
  logic [63:0] stamp_now;

  assign asked          = (stamp_event_i && !idle_q) || (!v11_i && now_i.idle && !idle_q);
  assign carries        = push_i && (push_timestamp_i || stamped_i);
  assign asked_o        = due_q && stamps_i && (!v11_i || reported_q);
  assign flush_o        = flush_q && synced_q && stamps_i;
  assign waits_o        = stamps_i && (due_q || flush_q);
  assign idle_ready_o   = now_i.idle && idle_q && (!due_q || (v11_i && !reported_q)) && !(flush_q && synced_q) && !is_late;
  assign stamp_o        = counts_now ? stamp_now : stamp_q;
  assign clock_change_o = clock_change_q || now_i.clock_change;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stamp_q        <= '0;
      due_q          <= 1'b0;
      flush_q        <= 1'b0;
      synced_q       <= 1'b0;
      reported_q     <= 1'b0;
      clock_change_q <= 1'b0;
      idle_q         <= 1'b0;
    end else begin
      if (run_i && waypoint_i) stamp_q <= stamp_now;
      due_q          <= 1'b0;
      flush_q        <= 1'b0;
      if (stamps_i) begin
        due_q   <= run_i && on_i && (asked || (due_q && !carries));
        flush_q <= run_i && (flush_begins_i || (flush_q && !carries));
      end
      synced_q       <= run_i && !overflows_i && (synced_q || push_isync_i);
      reported_q     <= run_i && (push_i ? !carries : reported_q);
      clock_change_q <= run_i && !push_i && (clock_change_q || now_i.clock_change);
      idle_q         <= now_i.idle;
    end
  end

  // Counts and timestamps are those of the commit.
  if (WptDepth == 0) begin : gen_committed
    assign at_commit = elapsed_q;
    assign restart   = 32'd1;
    assign stamp_now = now_i.stamp;
    assign is_late   = 1'b0;
  end else begin : gen_speculative
    logic [64*WptDepth-1:0]  past_q;    // the stamps of the last clocks, the latest in the lowest bits
    logic [64*WptDepth+63:0] stamps;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) past_q <= '0;
      else past_q <= stamps[64*WptDepth-1:0];
    end

    assign stamps  = {past_q, now_i.stamp};
    assign is_late = age_i != '0;

    // A count of all ones has overflowed, and stays as it is.
    always_comb begin
      at_commit = elapsed_q;
      restart   = 32'd1;
      stamp_now = now_i.stamp;
      if (waypoint_i && is_late) begin
        if (elapsed_q != '1) at_commit = elapsed_q - 32'(age_i);
        restart   = 32'(age_i) + 32'd1;
        stamp_now = stamps[64*32'(age_i) +: 64];
      end
    end
  end

endmodule

`default_nettype wire
