// SPDX-License-Identifier: Apache-2.0
// The first I-sync of pft_front after an overflow has the reason overflow or debug exit, also if ETMSR[0] is cleared while
// the committed waypoints of a stop are still processed. ETMSR[0] is 0 after the last one. docs/pipeline-pft.md#front,
// rules 24, 27 and 32; IHI 0035B 4.5.2.
module reason (
  input  logic                clk,
  input  logic                enabled,
  input  logic                stopped,
  input  logic                cleared,
  input  logic                pending,
  input  logic                full,
  input  logic                drained,
  input  logic                force_now,
  input  logic                enable,
  input  pft_pkg::port_t      port,
  output logic                reached    // the assumptions allow an I-sync after an overflow that ends after a stop
);
  logic at_once;

  reason_depth #(.WptDepth(0)) u_zero (
    .clk, .enabled, .stopped, .cleared, .pending(1'b0), .full, .drained, .force_now, .enable, .port, .reached(at_once)
  );
  reason_depth #(.WptDepth(4)) u_four (
    .clk, .enabled, .stopped, .cleared, .pending, .full, .drained, .force_now, .enable, .port, .reached
  );
endmodule

module reason_depth #(
  parameter int unsigned WptDepth = 0
) (
  input  logic           clk,
  input  logic           enabled,
  input  logic           stopped,
  input  logic           cleared,
  input  logic           pending,
  input  logic           full,
  input  logic           drained,
  input  logic           force_now,
  input  logic           enable,
  input  pft_pkg::port_t port,
  output logic           reached
);
  localparam int unsigned AgeBits = (WptDepth == 0) ? 1 : $clog2(WptDepth) + 1;

  logic               rst_n = 1'b0;
  logic               takes, open, run, push, overflow, overflowed;
  pft_pkg::entry_t    entry;
  pft_pkg::port_t     arrives;

  // Without a pending waypoint none arrives.
  assign arrives = {port.valid && (WptDepth == 0 || pending), port.waypoint, port.who};

  pft_front #(.WptDepth(WptDepth)) u_front (
    .clk_i             (clk),
    .rst_ni            (rst_n),
    .enabled_i         (enabled),
    .stopped_i         (stopped),
    .programming_i     (1'b0),
    .cfg_i             ('0),
    .port_i            (arrives),
    .age_i             (AgeBits'(0)),
    .loss_i            (1'b0),
    .pending_i         (pending),
    .takes_o           (takes),
    .moment_i          ('0),
    .queue_full_i      (full),
    .queue_empty_i     (1'b0),
    .push_o            (push),
    .entry_o           (entry),
    .open_o            (open),
    .run_o             (run),
    .overflow_force_i  (force_now),
    .overflow_o        (overflow),
    .overflow_drained_i(drained),
    .overflowed_o      (overflowed),
    .overflowed_clear_i(cleared),
    .flush_begins_i    (1'b0),
    .idle_begins_i     (1'b0),
    .idle_ready_o      (),
    .drain_hold_o      (),
    .drain_push_o      (),
    .enable_event_i    (enable),
    .enable_ahead_i    (1'b0),
    .stamp_event_i     (1'b0),
    .ns_o              (),
    .prohibited_o      (),
    .ns_ahead_o        (),
    .prohibited_ahead_o(),
    .here_o            (),
    .here_known_o      (),
    .here_who_o        (),
    .here_user_o       (),
    .selected_i        (1'b1),
    .selected_ahead_i  (1'b1),
    .comes_i           (1'b0),
    .plain_i           (1'b1)
  );

  logic follows_overflow = 1'b0, was_running = 1'b0, must_clear = 1'b0, is_isync;

  assign is_isync = push && entry.kind == pft_pkg::EntryIsync;

  // ETMSR[0] is cleared only while the unit is disabled. After a stop only waypoints that were taken before are pending. The
  // drain has ended only after front has stopped.
  always_comb begin
    assume (!cleared || !enabled);
    assume (!pending || takes || run);
    assume (!stopped || !was_running);
  end

  assign reached = is_isync && follows_overflow && !open;

  always_ff @(posedge clk) begin
    rst_n            <= 1'b1;
    was_running      <= run;
    follows_overflow <= run && (overflow || (follows_overflow && !is_isync));
    must_clear       <= run && (must_clear || cleared);
    if (rst_n && must_clear && !run) assert (!overflowed);
    if (rst_n && is_isync && follows_overflow) assert (entry.reason != trc_pkg::ReasonTraceOn);
  end
endmodule
