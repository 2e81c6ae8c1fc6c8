// SPDX-License-Identifier: Apache-2.0
// Samples the waypoint port and decides what to trace of each waypoint. It turns tracing on and off, and stores the target
// of the most recent waypoint. An overflow begins if a waypoint must be pushed while the queue is full, or if sync forces
// it. docs/pipeline-pft.md#front; IHI 0035B 4.5.2 (where tracing starts, I-sync reasons).
`default_nettype none

module pft_front #(
  parameter  int unsigned WptDepth = 0,           // entries of pft_commit, 0 for a unit without it
  localparam int unsigned AgeBits  = (WptDepth == 0) ? 1 : $clog2(WptDepth) + 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                enabled_i,
  input  logic                stopped_i,          // the last run has been drained
  input  logic                programming_i,      // ETMCR[10]
  input  pft_pkg::front_cfg_t cfg_i,

  input  pft_pkg::port_t      port_i,
  // From and to pft_commit; 0 without it.
  // verilator lint_off UNUSEDSIGNAL
  input  logic [AgeBits-1:0]  age_i,              // clocks since the waypoint was committed
  input  logic                loss_i,             // a committed waypoint was lost: an overflow must begin
  input  logic                pending_i,          // committed waypoints have not arrived yet
  // verilator lint_on UNUSEDSIGNAL
  output logic                takes_o,            // waypoints are taken, also when they are not committed yet
  input  trc_pkg::moment_t    moment_i,

  input  logic                queue_full_i,
  input  logic                queue_empty_i,
  output logic                push_o,
  output pft_pkg::entry_t     entry_o,

  output logic                open_o,             // takes_o, as a register
  output logic                run_o,
  input  logic                overflow_force_i,   // a synchronization was requested before the last one ended
  output logic                overflow_o,         // an overflow: the accepted trace must be drained
  input  logic                overflow_drained_i,
  output logic                overflowed_o,       // ETMSR[0]: no I-sync pushed since an overflow began
  input  logic                overflowed_clear_i,
  input  logic                flush_begins_i,
  /* verilator lint_off UNUSED */
  input  logic                idle_begins_i,      // only for an ETM
  /* verilator lint_on UNUSED */
  output logic                idle_ready_o,       // a drain for PTMIDLEREQ may begin
  output logic                drain_hold_o,       // no drain may begin now
  output logic                drain_push_o,       // a drain that begins now includes the entry pushed now

  // The events, and the state at the target of the most recent waypoint, for the resources of the events.
  input  logic                enable_event_i,
  input  logic                enable_ahead_i,     // of the next clock
  input  logic                stamp_event_i,
  output logic                ns_o,
  output logic                prohibited_o,
  output logic                ns_ahead_o,         // after this clock, as the next output
  output logic                prohibited_ahead_o,

  // To filter: the target, Context ID, VMID and mode as they are after this clock. From filter: the selection.
  output pft_pkg::place_t     here_o,
  output logic                here_known_o,
  output pft_pkg::who_t       here_who_o,
  output logic                here_user_o,
  input  logic                selected_i,         // the block that ends with the waypoint of this clock is selected
  input  logic                selected_ahead_i,   // the block that ends with the waypoint of the next clock is selected
  input  logic                comes_i,            // the waypoint of the next clock ends a block
  input  logic                plain_i             // each block is selected: no range and no start/stop block selects
);

  typedef enum logic [1:0] {
    StateOff      = 2'd0,
    StateOn       = 2'd1,
    StateOverflow = 2'd2
  } state_e;

  logic               in_valid_q;
  pft_pkg::waypoint_t in_q;
  pft_pkg::who_t      in_who_q;
  trc_pkg::moment_t   now_q;
  logic               run_q, known_q, debug_q, overflowed_q, prohibited_q;
  logic               known_d, debug_d;
  state_e             state_q, state_d;
  pft_pkg::place_t    target_q;                   // valid or 0, also if known_q is 0
  pft_pkg::who_t      who_q;
  logic               user_q;

  // Waypoints are taken in the clocks in which takes_o is 1. Afterwards run_q is 1 until the committed ones have arrived.
  logic               open, takes, in_loss, clears_overflowed;
  logic [AgeBits-1:0] in_age;

  assign takes   = enabled_i && (open || stopped_i);
  assign takes_o = takes;
  assign open_o  = open;

  if (WptDepth == 0) begin : gen_committed
    assign open              = run_q;
    assign in_age            = '0;
    assign in_loss           = 1'b0;
    assign clears_overflowed = overflowed_clear_i;
  end else begin : gen_speculative
    logic               open_q, in_loss_q, clear_q, finishes;
    logic [AgeBits-1:0] in_age_q;

    // After a stop the committed waypoints may still need the reason overflow. So ETMSR[0] is cleared with the last one.
    assign finishes          = pending_i && !takes;
    assign clears_overflowed = !finishes && (overflowed_clear_i || clear_q);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        open_q    <= 1'b0;
        in_age_q  <= '0;
        in_loss_q <= 1'b0;
        clear_q   <= 1'b0;
      end else begin
        open_q    <= takes;
        in_age_q  <= age_i;
        in_loss_q <= loss_i;
        clear_q   <= finishes && (overflowed_clear_i || clear_q);
      end
    end

    assign open    = open_q;
    assign in_age  = in_age_q;
    assign in_loss = in_loss_q;
  end

  assign run_o        = run_q;
  assign overflow_o   = state_q == StateOverflow;
  assign overflowed_o = overflowed_q;
  assign drain_hold_o = 1'b0;
  assign drain_push_o = 1'b0;
  assign ns_o         = target_q.ns;
  assign prohibited_o = prohibited_q;

  assign ns_ahead_o         = here_o.ns;
  assign prohibited_ahead_o = run_q && (is_waypoint ? in_q.prohibited : prohibited_q);

  // A wire for each field: if a process reads a field of a struct, a simulator assembles the struct in every clock.
  logic stamp64, gray;

  assign stamp64 = cfg_i.stamp64;
  assign gray    = cfg_i.gray;

  // The waypoint.
  logic            is_waypoint, debug_entry, debug_exit, next_known, ends, link, eret, hidden, update, stamped;
  pft_pkg::entry_e kind;
  pft_pkg::place_t next;
  logic [8:0]      exception;
  pft_pkg::code_t  second;

  pft_waypoint u_waypoint (
    .cfg_i        (cfg_i.waypoint),
    .valid_i      (run_q && in_valid_q),
    .waypoint_i   (in_q),
    .here_i       (target_q.code),
    .here_known_i (known_q),
    .is_waypoint_o(is_waypoint),
    .debug_entry_o(debug_entry),
    .debug_exit_o (debug_exit),
    .next_o       (next),
    .next_known_o (next_known),
    .kind_o       (kind),
    .link_o       (link),
    .eret_o       (eret),
    .hidden_o     (hidden),
    .update_o     (update),
    .stamped_o    (stamped),
    .exception_o  (exception),
    .second_o     (second)
  );

  // The first instruction after a debug exit at which tracing is not prohibited is the target of this waypoint or follows
  // it. The instructions before it are not known, except in Jazelle state.
  logic debug_first;

  assign debug_first = debug_entry || debug_exit || (debug_q && !known_q && !target_q.code.j);

  // The selection of a block is known when its waypoint is at the pins. So its I-sync is pushed in that clock at the latest.
  logic begins, starts, apart;

  assign begins = comes_i && selected_ahead_i && enable_ahead_i;
  assign starts = begins || (enable_event_i && plain_i);
  assign ends   = !next_known || !(enable_event_i || begins);
  assign apart  = !selected_i || (debug_exit && !plain_i);   // the waypoint is not traced, and tracing may begin after it

  // The entry to push. While run_q is 0 nothing is pushed, although the state may still be ON in the clock after run_q fell.
  logic push_isync, push_waypoint, push_timestamp, overflows, stamp_asked, stamp_flush, stamp_waits, stamp_alone;

  // A waypoint that has not arrived yet may have been committed before this clock. A timestamp must not precede it then.
  assign stamp_alone = queue_empty_i && in_age == '0;

  always_comb begin
    push_isync     = 1'b0;
    push_waypoint  = 1'b0;
    push_timestamp = 1'b0;
    overflows      = 1'b0;
    state_d        = state_q;
    unique case (state_q)
      StateOff: begin
        if (in_loss) overflows = enable_event_i;
        else if (starts && (is_waypoint ? next_known : known_q && (begins || !now_q.idle))) begin
          push_isync = !queue_full_i;
          overflows  = queue_full_i && (is_waypoint || begins);
        end else push_timestamp = !is_waypoint && stamp_flush && stamp_alone;
      end
      StateOn: begin
        if (in_loss) overflows = 1'b1;
        else if (is_waypoint && apart && !overflow_force_i) begin
          push_isync = next_known && starts && !queue_full_i;
          overflows  = next_known && starts && queue_full_i;
          state_d    = StateOff;
        end else if (is_waypoint) begin
          overflows     = overflow_force_i || queue_full_i;
          push_isync    = !overflows && debug_exit && next_known;
          push_waypoint = !overflows && !(debug_exit && next_known);
        end else begin
          overflows      = overflow_force_i;
          push_timestamp = !overflows && (stamp_flush || stamp_asked) && stamp_alone;
        end
      end
      default: begin
        if (overflow_drained_i) state_d = StateOff;
      end
    endcase
    if (push_isync) state_d = StateOn;
    if (push_waypoint && ends) state_d = StateOff;
    if (overflows) state_d = StateOverflow;

    known_d = is_waypoint ? next_known : known_q;
    debug_d = is_waypoint ? debug_first : debug_q;
    if (!run_q) state_d = StateOff;
    if (!run_q || in_loss) begin
      known_d = 1'b0;
      debug_d = 1'b0;
    end
  end

  assign push_o = run_q && (push_isync || push_waypoint || push_timestamp);

  pft_time #(
    .WptDepth(WptDepth)
  ) u_time (
    .clk_i,
    .rst_ni,
    .v11_i           (cfg_i.waypoint.v11),
    .stamps_i        (cfg_i.stamps),
    .run_i           (run_q),
    .count_reset_i   (!run_q && (programming_i || !stopped_i)),
    .on_i            (state_q == StateOn),
    .now_i           (now_q),
    .stamp_event_i,
    .flush_begins_i,
    .asked_o         (stamp_asked),
    .flush_o         (stamp_flush),
    .waits_o         (stamp_waits),
    .idle_ready_o,
    .age_i           (in_age),
    .waypoint_i      (is_waypoint),
    .push_i          (push_o),
    .push_update_i   (push_waypoint && kind == pft_pkg::EntryUpdate),
    .push_isync_i    (push_isync),
    .overflows_i     (overflows),
    .push_timestamp_i(push_timestamp),
    .stamped_i       (entry_o.stamped),
    .count_o         (entry_o.count),
    .stamp_o         (entry_o.attributes.stamp),
    .clock_change_o  (entry_o.clock_change)
  );

  assign entry_o.kind           = push_isync ? pft_pkg::EntryIsync :
                                  push_timestamp ? pft_pkg::EntryTimestamp : kind;
  assign entry_o.taken          = in_q.taken;
  assign entry_o.link           = push_waypoint && link;
  assign entry_o.eret           = eret;
  assign entry_o.ends           = push_timestamp ? state_q == StateOff : push_waypoint && ends;
  assign entry_o.hidden         = hidden;
  assign entry_o.update         = push_waypoint && update;
  assign entry_o.stamped        = push_waypoint && (stamped || (stamp_waits && kind != pft_pkg::EntryUpdate));
  assign entry_o.exception      = exception;
  assign entry_o.target         = here_o;
  assign entry_o.second         = second;
  assign entry_o.attributes.who = here_who_o;

  assign here_o       = is_waypoint ? next : target_q;
  assign here_known_o = known_d;
  assign here_who_o   = is_waypoint ? in_who_q : who_q;
  assign here_user_o  = is_waypoint ? in_q.user : user_q;

  always_comb begin
    if (debug_d) entry_o.reason = trc_pkg::ReasonDebugExit;
    else if (overflowed_q) entry_o.reason = trc_pkg::ReasonOverflow;
    else entry_o.reason = trc_pkg::ReasonTraceOn;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_valid_q   <= 1'b0;
      in_q         <= '0;
      in_who_q     <= '0;
      now_q        <= '0;
      run_q        <= 1'b0;
      state_q      <= StateOff;
      target_q     <= '0;
      who_q        <= '0;
      user_q       <= 1'b0;
      known_q      <= 1'b0;
      debug_q      <= 1'b0;
      overflowed_q <= 1'b0;
      prohibited_q <= 1'b0;
    end else begin
      in_valid_q   <= port_i.valid;
      if (port_i.valid) begin
        in_q     <= port_i.waypoint;
        in_who_q <= port_i.who;
      end
      now_q        <= {trc_pkg::coded(moment_i.stamp, stamp64, gray), moment_i.clock_change, moment_i.idle};
      run_q        <= takes || pending_i;
      state_q      <= state_d;
      if (is_waypoint) begin
        target_q <= next;
        who_q    <= in_who_q;
        user_q   <= in_q.user;
      end
      known_q      <= known_d;
      debug_q      <= debug_d;
      overflowed_q <= !clears_overflowed && (run_q ? !push_isync && (overflowed_q || overflows) : overflowed_q);
      prohibited_q <= prohibited_ahead_o;
    end
  end

endmodule

`default_nettype wire
