// SPDX-License-Identifier: Apache-2.0
// The oldest committed waypoint as packets, at most one in a clock. Packets that belong to no waypoint are sent between two waypoints. Atoms
// wait until there are five, or another packet or a flush requires them.
`default_nettype none

module a9_encode
  import a9_pkg::*;
(
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  fresh_i,        // a stream begins
  input  logic                  run_i,
  input  logic [31:0]           control_i,      // ETMCR
  input  logic [11:0]           period_i,       // ETMSYNCFR
  input  logic                  powered_down_i,
  input  logic [31:0]           clock_i,
  input  logic                  trigger_i,
  input  logic                  stamp_event_i,
  input  logic                  syncreq_i,
  input  logic                  change_i,       // TSCLKCHANGE
  input  logic                  hurry_i,        // no atom may wait
  input  logic                  flush_i,        // a flush request
  input  logic                  losing_i,       // an overflow, until all trace has left

  input  logic                  valid_i,
  input  logic [RecordBits-1:0] record_i,
  input  logic                  gap_i,
  input  logic [4:0]            level_i,        // committed waypoints that the encoder has not finished after this clock
  output logic                  pop_o,

  input  logic                  full_i,
  output logic                  push_o,
  output packet_t               packet_o,
  output logic                  mark_o,         // what a flush requires is complete
  output logic                  idle_o,         // nothing is pending
  output logic                  overflowed_o    // no I-sync has reported an overflow yet
);

  // Packets of no waypoint, then those of a waypoint in their order.
  localparam logic [3:0] First = 4'd0, Trigger = 4'd1, LooseAtoms = 4'd2, LooseStamp = 4'd3, AtomsBefore = 4'd4, Update = 4'd5, Main = 4'd6,
                         AtomsAfter = 4'd7, Context = 4'd8, Stamp = 4'd9, Async = 4'd10, Isync = 4'd11, Tsync = 4'd12;

  // --- state ----------------------------------------------------------------------------------------------------------

  logic        first_q, trigger_q, tracing_q, lost_q, overflowed_q;
  logic        request_q, sync_q;                              // a synchronization: requested, to be sent with this waypoint
  logic        stamp_q, since_q, changed_q;                    // a timestamp: requested, something to report, TSCLKCHANGE
  logic [3:0]  step_q;
  logic [4:0]  atoms_q;
  logic [2:0]  atom_count_q;
  logic [31:0] at_q, base_q, context_q, counted_q;             // at: the start of the block; base: the address of the last branch or I-sync
  logic        at_t_q, at_j_q, base_t_q, base_j_q, base_ns_q;
  logic        at_may_q, at_debug_q;                           // the block may be traced; Debug exit precedes it
  logic [47:0] told_stamp_q, last_stamp_q;
  logic [12:0] bytes_q;
  logic        flushing_q;
  logic [4:0]  ahead_q;                                        // waypoints that precede a flush

  // --- the waypoint ---------------------------------------------------------------------------------------------------

  record_t     r;
  waypoint_t   w;
  logic        counts, stamps, known, is_traced, may, on, goes_on, starts, hidden, traps, update, branch, atom, debug, stamped, follows;
  logic [1:0]  context_size;
  logic [31:0] context_id, last;
  logic [3:0]  exception;

  assign r            = record_i;
  assign w            = r.waypoint;
  assign counts       = control_i[12];
  assign stamps       = control_i[28];
  assign context_size = control_i[15:14];
  assign context_id   = w.context_id & {{16{context_size == 2'd3}}, {8{context_size[1]}}, {8{context_size != 2'd0}}};

  assign known     = valid_i && !gap_i;
  assign is_traced = known && tracing_q;
  assign may       = !w.prohibited && w.kind != DebugEntry && (w.t || !w.j);
  assign on        = r.enable && may;
  assign goes_on   = is_traced && on;
  assign starts    = valid_i && !is_traced && on;
  assign debug     = w.kind == DebugExit || (known && at_debug_q && !at_may_q);

  assign hidden    = w.prohibited || w.kind == DebugEntry;
  assign traps     = w.kind == Exception || w.kind == DebugEntry;
  assign exception = w.kind == Exception ? w.exception : w.kind == DebugEntry ? 4'd1 : 4'd0;
  assign branch    = traps || (w.taken && (w.kind == Indirect || (w.kind == Direct && !hidden && (control_i[8] || w.ns != base_ns_q))));
  assign atom      = is_traced && !branch && !counts;
  // An exception, except a reset, gives the address after the last executed instruction. 5.2: if it is not the start of the block, the
  // instruction before it becomes a waypoint.
  assign update    = traps && w.pc != at_q && exception != 4'd8;
  assign last      = w.pc - ((at_t_q && !w.t32) ? 32'd2 : 32'd4);
  assign stamped   = stamps && w.kind == Barrier && !(on && sync_q);
  assign follows   = is_traced && (!goes_on || context_id != context_q || stamped || sync_q);

  // --- the steps ------------------------------------------------------------------------------------------------------

  logic [12:0] needs, left;
  logic [3:0]  step;
  logic        held, needs_stamp, forced, syncs, does, waits, over, is_loose;

  assign held        = atom_count_q != 3'd0;
  assign forced      = hurry_i || losing_i || (flushing_q && ahead_q == 5'd0);
  assign needs_stamp = stamp_q && stamps && since_q && !losing_i;
  assign syncs       = valid_i && on && sync_q;

  assign needs[First]       = first_q;
  assign needs[Trigger]     = trigger_q;
  assign needs[LooseAtoms]  = held && (forced || needs_stamp);
  assign needs[LooseStamp]  = needs_stamp;
  assign needs[AtomsBefore] = held && ((is_traced && branch) || gap_i) && valid_i;
  assign needs[Update]      = is_traced && update;
  assign needs[Main]        = is_traced;
  assign needs[AtomsAfter]  = follows && (held || (atom && step_q <= Main));
  assign needs[Context]     = goes_on && context_id != context_q;
  assign needs[Stamp]       = is_traced && stamped;
  assign needs[Async]       = syncs;
  assign needs[Isync]       = starts || syncs;
  assign needs[Tsync]       = stamps && (starts || syncs);

  // The steps of a waypoint follow each other; packets of no waypoint precede all of them.
  assign left = step_q == 4'd0 ? needs : needs & (13'h1FFF << step_q);
  always_comb begin
    step = 4'd0;
    for (int i = 12; i >= 0; i--) if (left[i]) step = 4'(i);
  end

  assign is_loose = left != 13'd0 && step < AtomsBefore;
  assign waits    = step == Main && atom && atom_count_q != 3'd4;
  assign does     = left != 13'd0 && (waits || !full_i);
  assign over     = left == 13'd0 || (does && (left & (13'h1FFE << step)) == 13'd0);
  assign pop_o    = valid_i && !is_loose && over;
  assign push_o   = does && !waits;

  // --- packets --------------------------------------------------------------------------------------------------------

  packet_t     branch_packet, counted_packet, atoms_packet, update_packet, context_packet, isync_packet, stamp_packet;
  logic [47:0] stamp;
  logic [4:0]  atoms;

  assign stamp = (step == LooseStamp ? last_stamp_q : r.stamp) ^ ((step == LooseStamp ? last_stamp_q : r.stamp) >> 1);
  assign atoms = step == Main ? {atoms_q[3:0], !w.taken} : atoms_q;

  a9_bytes u_bytes (
    .counts_i(counts), .context_size_i(context_size), .context_id_i(context_id),
    .base_i(base_q), .base_t_i(base_t_q), .base_j_i(base_j_q), .base_ns_i(base_ns_q), .last_i(last), .last_t_i(at_t_q), .last_j_i(at_j_q),
    .target_i(w.next), .t_i(w.t), .j_i(w.j), .ns_i(w.ns), .hidden_i(hidden), .exception_i(exception), .failed_i(!w.taken),
    .reason_i(!starts ? 2'd0 : debug ? 2'd3 : (lost_q || gap_i) ? 2'd2 : 2'd1), .count_i(r.clock - counted_q),
    .atoms_i(atoms), .atom_count_i(step == Main ? 3'd5 : atom_count_q),
    .stamp_i(stamp), .base_stamp_i(told_stamp_q), .whole_i(step == Tsync), .change_i(changed_q),
    .branch_o(branch_packet), .counted_atom_o(counted_packet), .atoms_o(atoms_packet), .update_o(update_packet), .context_o(context_packet),
    .isync_o(isync_packet), .stamp_o(stamp_packet)
  );

  always_comb
    case (step)
      First, Async:     packet_o = {4'd6, 120'h8000_0000_0000};
      Trigger:          packet_o = {4'd1, 120'h0C};
      Update:           packet_o = update_packet;
      Main:             packet_o = branch ? branch_packet : counts ? counted_packet : atoms_packet;
      Context:          packet_o = context_packet;
      Isync:            packet_o = isync_packet;
      LooseStamp, Stamp, Tsync: packet_o = stamp_packet;
      default:          packet_o = atoms_packet;
    endcase

  // --- what changes ---------------------------------------------------------------------------------------------------

  logic makes_stamp, makes_async, makes_isync, puts_out, period;

  assign makes_stamp = does && (step == LooseStamp || step == Stamp || step == Tsync);
  assign makes_async = does && (step == First || step == Async);
  assign makes_isync = does && step == Isync;
  assign puts_out    = push_o && (step == LooseAtoms || step == AtomsBefore || step == AtomsAfter || (step == Main && atom));
  assign period      = period_i != 12'd0 && bytes_q >= {1'b0, period_i};

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      step_q       <= 4'd0;
      tracing_q    <= 1'b0;
      atoms_q      <= 5'd0;
      atom_count_q <= 3'd0;
    end else begin
      step_q       <= (pop_o || is_loose || !valid_i) ? 4'd0 : does ? step + 4'd1 : step_q;
      tracing_q    <= pop_o ? goes_on || starts : tracing_q && (run_i || valid_i);
      if (does && step == Main && atom) atoms_q <= {atoms_q[3:0], !w.taken};
      atom_count_q <= puts_out ? 3'd0 : atom_count_q + {2'd0, does && step == Main && atom};
    end

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      {at_q, at_t_q, at_j_q, at_may_q, at_debug_q}               <= '0;
      {base_q, base_t_q, base_j_q, base_ns_q, context_q}         <= '0;
      {counted_q, told_stamp_q, last_stamp_q}                    <= '0;
    end else begin
      if (pop_o) {at_q, at_t_q, at_j_q, at_may_q, at_debug_q} <= {w.next, w.t, w.j, may, debug};
      if (makes_isync || (does && step == Main && branch)) {base_q, base_t_q, base_j_q, base_ns_q} <= {w.next, w.t, w.j, w.ns};
      if (makes_isync || (does && step == Context)) context_q <= context_id;
      if (fresh_i) counted_q <= clock_i;
      else if (does && (step == Main || (step == Isync && starts))) counted_q <= r.clock;
      if (makes_stamp) told_stamp_q <= stamp;
      if (pop_o && (is_traced || starts)) last_stamp_q <= r.stamp;
    end

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      first_q      <= 1'b0;
      trigger_q    <= 1'b0;
      request_q    <= 1'b0;
      sync_q       <= 1'b0;
      stamp_q      <= 1'b0;
      since_q      <= 1'b0;
      changed_q    <= 1'b0;
      bytes_q      <= 13'd0;
      lost_q       <= 1'b0;
      overflowed_q <= 1'b0;
    end else begin
      first_q      <= fresh_i || (first_q && !(does && step == First));
      trigger_q    <= trigger_i || (trigger_q && !(does && step == Trigger));
      // A request during a waypoint is for the next one. An A-sync answers it.
      request_q    <= run_i && (syncreq_i || period || (request_q && !(does && step == Async)));
      sync_q       <= (pop_o || !valid_i) ? request_q && !(does && step == Async) : sync_q;
      bytes_q      <= (!run_i || makes_async || period) ? 13'd0 : bytes_q + (push_o ? {9'd0, packet_o.length} : 13'd0);
      stamp_q      <= run_i && (stamp_event_i || flush_i || (stamp_q && !makes_stamp));
      since_q      <= (does && (step == Main || (step == Isync && starts))) || (since_q && !makes_stamp && run_i);
      changed_q    <= change_i || (changed_q && !makes_stamp);
      lost_q       <= !powered_down_i && ((pop_o && gap_i && !starts) || lost_q) && !(makes_isync && starts);
      overflowed_q <= !powered_down_i && (losing_i || (overflowed_q && !(makes_isync && starts)));
    end

  // --- flush: the waypoints that precede it, then held atoms and a timestamp ------------------------------------------

  assign mark_o = flushing_q && ahead_q == 5'd0 && step_q == 4'd0 && needs[3:0] == 4'd0;

  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      flushing_q <= 1'b0;
      ahead_q    <= 5'd0;
    end else begin
      flushing_q <= flush_i || (flushing_q && !mark_o);
      ahead_q    <= flush_i ? level_i : ahead_q - {4'd0, pop_o && ahead_q != 5'd0};
    end

  assign idle_o       = !valid_i && !held && !first_q && !trigger_q;
  assign overflowed_o = overflowed_q;

endmodule

`default_nettype wire
