// SPDX-License-Identifier: Apache-2.0
// Samples the waypoint port and decides what to trace of each waypoint: tracing on and off, the target of the most
// recent waypoint, and the one overflow rule (a waypoint must be pushed while the queue is full, or it is forced).
// docs/pipeline.md 3; IHI 0035B 4.5.2 (where tracing starts, I-sync reasons), 5.2 and 5.3 (exceptions).
`default_nettype none

module trc_front (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               enabled_i,          // ETMCR: neither programming nor power down
  input  logic               stopped_i,          // the last run has been drained

  input  logic               waypoint_valid_i,
  input  trc_pkg::waypoint_t waypoint_i,

  input  logic               queue_full_i,
  output logic               push_o,
  output trc_pkg::entry_t    entry_o,

  output logic               run_o,
  input  logic               overflow_force_i,   // a synchronization was asked for before the last was over
  output logic               overflow_o,         // what was accepted must be drained
  input  logic               overflow_drained_i,
  output logic               overflowed_o,       // ETMSR[0]: no I-sync pushed since an overflow began

  // The target of the most recent waypoint, as the trigger's resources see it.
  output logic               ns_o,
  output logic               prohibited_o
);

  typedef enum logic [1:0] {
    StateOff      = 2'd0,
    StateOn       = 2'd1,
    StateOverflow = 2'd2
  } state_e;

  logic               in_valid_q;
  trc_pkg::waypoint_t in_q;
  logic               run_q, known_q, debug_q, overflowed_q, prohibited_q;
  logic               known_d, debug_d, overflowed_d;
  state_e             state_q, state_d;
  trc_pkg::place_t    target_q;                  // meaningful (or 0) whether known or not

  assign run_o        = run_q;
  assign overflow_o   = state_q == StateOverflow;
  assign overflowed_o = overflowed_q;
  assign ns_o         = target_q.ns;
  assign prohibited_o = prohibited_q;

  // The waypoint.
  logic            is_waypoint, is_branch, is_exception, debug_entry, debug_exit, ends, falls_through;
  logic            t;
  logic [2:0]      size;
  logic [31:0]     second;
  trc_pkg::place_t next;

  assign is_waypoint   = run_q && in_valid_q && in_q.kind <= trc_pkg::WptDebugExit;
  assign is_branch     = in_q.kind == trc_pkg::WptDirect || in_q.kind == trc_pkg::WptIndirect;
  assign debug_entry   = in_q.kind == trc_pkg::WptDebugEntry;
  assign debug_exit    = in_q.kind == trc_pkg::WptDebugExit;
  assign is_exception  = in_q.kind == trc_pkg::WptException || debug_entry;
  assign ends          = debug_entry || in_q.prohibited;
  assign falls_through = in_q.kind == trc_pkg::WptBarrier || (is_branch && !in_q.taken);

  assign t      = known_q ? target_q.t : in_q.target.t;
  assign size   = (!t || in_q.t32) ? 3'd4 : 3'd2;
  assign second = is_exception ? in_q.pc - 32'(size) : in_q.pc + 32'(size);

  assign next.address = ends ? 32'h0 : falls_through ? second : in_q.target.address;
  assign next.t       = !ends && (falls_through ? t : in_q.target.t);
  assign next.ns      = in_q.target.ns;

  // What to push of it.
  logic push_isync, push_waypoint, overflows;

  always_comb begin
    push_isync    = 1'b0;
    push_waypoint = 1'b0;
    overflows     = 1'b0;
    state_d       = state_q;
    unique case (state_q)
      StateOff: begin
        if (is_waypoint ? !ends : known_q) begin
          push_isync = !queue_full_i;
          overflows  = queue_full_i && is_waypoint;
        end
      end
      StateOn: begin
        overflows     = overflow_force_i || (is_waypoint && queue_full_i);
        push_isync    = is_waypoint && !overflows && debug_exit;
        push_waypoint = is_waypoint && !overflows && !debug_exit;
      end
      default: begin
        if (overflow_drained_i) state_d = StateOff;
      end
    endcase
    if (push_isync) state_d = StateOn;
    if (push_waypoint && ends) state_d = StateOff;
    if (overflows) state_d = StateOverflow;

    known_d      = is_waypoint ? !ends : known_q;
    debug_d      = !push_isync && (debug_q || (is_waypoint && debug_entry));
    overflowed_d = !push_isync && (overflowed_q || overflows);
    if (!run_q) begin
      state_d      = StateOff;
      known_d      = 1'b0;
      debug_d      = 1'b0;
      overflowed_d = 1'b0;
    end
  end

  assign push_o = run_q && (push_isync || push_waypoint);

  always_comb begin
    unique case (in_q.kind)
      trc_pkg::WptDirect:   entry_o.kind = trc_pkg::EntryDirect;
      trc_pkg::WptIndirect: entry_o.kind = trc_pkg::EntryIndirect;
      trc_pkg::WptBarrier:  entry_o.kind = trc_pkg::EntryBarrier;
      default:              entry_o.kind = trc_pkg::EntryException;
    endcase
    if (push_isync) entry_o.kind = trc_pkg::EntryISync;

    entry_o.taken     = in_q.taken;
    entry_o.link      = in_q.link;
    entry_o.eret      = in_q.eret;
    entry_o.ends      = ends;
    entry_o.exception = debug_entry ? trc_pkg::ExceptionDebugEntry : in_q.exception;
    entry_o.update    = entry_o.exception != trc_pkg::ExceptionReset && in_q.pc != target_q.address;
    entry_o.target    = is_waypoint ? next : target_q;
    entry_o.second    = second;
    entry_o.second_t  = t;

    if (debug_q || (is_waypoint && debug_exit)) entry_o.reason = trc_pkg::ReasonDebugExit;
    else if (overflowed_q) entry_o.reason = trc_pkg::ReasonOverflow;
    else entry_o.reason = trc_pkg::ReasonTraceOn;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_valid_q   <= 1'b0;
      in_q         <= '0;
      run_q        <= 1'b0;
      state_q      <= StateOff;
      target_q     <= '0;
      known_q      <= 1'b0;
      debug_q      <= 1'b0;
      overflowed_q <= 1'b0;
      prohibited_q <= 1'b0;
    end else begin
      in_valid_q   <= waypoint_valid_i;
      in_q         <= waypoint_i;
      run_q        <= enabled_i && (run_q || stopped_i);
      state_q      <= state_d;
      if (is_waypoint) target_q <= next;
      known_q      <= known_d;
      debug_q      <= debug_d;
      overflowed_q <= overflowed_d;
      prohibited_q <= run_q && (is_waypoint ? in_q.prohibited : prohibited_q);
    end
  end

endmodule

`default_nettype wire
