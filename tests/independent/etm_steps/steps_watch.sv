// SPDX-License-Identifier: Apache-2.0
// Looks at the instruction port and decides in the same clock what is traced. A clock that adds something to the trace becomes a record;
// a clock whose record does not fit is an overflow.
`default_nettype none

module steps_watch import steps_pkg::*; (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  config_t             config_i,
  input  logic                run_i,
  input  logic                powered_down_i,

  input  slot_t               slot0_i,
  input  slot_t               slot1_i,
  input  logic                direct0_i,     // the branch is a direct one
  input  logic                direct1_i,
  input  logic                prohibited_i,
  input  logic                debug_i,
  input  logic [31:0]         context_id_i,
  input  logic [7:0]          vmid_i,
  input  logic                keeps_i,       // an instruction that is executed is included, or not excluded
  input  logic                enable_i,      // the TraceEnable event
  input  logic                stamp_i,       // the timestamp event
  input  logic                trigger_i,
  input  logic [63:0]         now_i,

  input  logic                full_i,        // no record fits
  input  logic                empty_i,       // nothing is on its way
  output logic                push_o,
  output record_t             record_o,
  output logic                owed_o,        // something has no record yet
  output logic                overflowed_o   // an overflow that no I-sync has reported yet
);

  // --- the slots ------------------------------------------------------------------------------------------------------

  slot_t slot0, slot1, older, younger;
  logic  executes, may, tracing_q, on, starts, lead, moves;

  function automatic slot_t looked_at(slot_t slot, logic branched, logic debug);
    looked_at          = slot;
    looked_at.branched = branched && !debug;
    looked_at.executed = slot.executed && !debug;
  endfunction

  assign slot0 = looked_at(slot0_i, slot0_i.branched && (!direct0_i || config_i.broadcast), debug_i);
  assign slot1 = looked_at(slot1_i, slot1_i.branched && (!direct1_i || config_i.broadcast), debug_i);

  assign executes = slot0.executed || slot1.executed;
  assign may      = enable_i && keeps_i && !prohibited_i;
  assign on       = tracing_q && !debug_i && (may || !executes);
  // A branch that belongs to an instruction before these has its packet though they are not traced (7.3.5).
  assign lead     = tracing_q && !slot0.executed && slot0.branched;

  // Where tracing starts a branch before the first instruction belongs to none that is traced.
  assign moves   = !slot0.executed && (starts || !slot0.branched);
  assign older   = moves ? slot1 : slot0;
  assign younger = (moves || (lead && !on)) ? '0 : slot1;

  // --- what becomes a record ------------------------------------------------------------------------------------------

  logic first_q, trigger_q, stamp_q, traced_q, lost_q, waits_q, debug_q, run_q;
  logic traces, notes, stamps, drops, has_waits, first;
  logic [31:0] since_q;  // clocks since the last W in the trace, this one not counted
  logic        known_q;

  assign first  = first_q || (run_i && !run_q);
  assign starts = run_i && !tracing_q && executes && may && !(waits_q && !empty_i);
  assign traces = run_i && ((on && (executes || slot0.branched || slot1.branched)) || lead || starts);
  assign drops  = traces && (full_i || (config_i.cycle_accurate && on && since_q[31:WaitsBits] != '0));

  // A timestamp reports nothing new if nothing was traced since the last. An overflow has none.
  assign stamps    = config_i.stamps && (stamp_q || stamp_i) && (traced_q || (traces && executes)) && (!lost_q || starts);
  // W of a long pause do not wait for its end.
  assign has_waits = config_i.cycle_accurate && run_i && on && !executes && since_q >= 32'd64;
  assign notes     = first || trigger_q || trigger_i || stamps || has_waits;
  assign push_o    = !full_i && !drops && (traces || notes);

  assign record_o.first      = first;
  assign record_o.trigger    = trigger_q || trigger_i;
  assign record_o.stamp      = stamps;
  assign record_o.start      = starts;
  assign record_o.reason     = !starts ? '0 : debug_q ? ReasonDebug : lost_q ? ReasonOverflow : ReasonOn;
  assign record_o.gap        = (starts && known_q) ? since_q : '0;
  assign record_o.waits      = (!starts && (has_waits || (on && executes)) && config_i.cycle_accurate) ? WaitsBits'(since_q) : '0;
  assign record_o.slot0      = traces ? older : '0;
  assign record_o.slot1      = traces ? younger : '0;
  assign record_o.context_id = context_id_i;
  assign record_o.vmid       = vmid_i;
  assign record_o.now        = now_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q     <= 1'b0;
      tracing_q <= 1'b0;
      first_q   <= 1'b0;
      trigger_q <= 1'b0;
      stamp_q   <= 1'b0;
      traced_q  <= 1'b0;
      lost_q    <= 1'b0;
      waits_q   <= 1'b0;
      debug_q   <= 1'b0;
    end else begin
      run_q     <= run_i;
      tracing_q <= run_i && !drops && (on || starts);
      first_q   <= first && !push_o;
      trigger_q <= (trigger_q || trigger_i) && !push_o;
      stamp_q   <= run_i && (stamp_q || stamp_i) && !(push_o && stamps);
      traced_q  <= run_i && (traced_q || (traces && executes)) && !(push_o && stamps);
      lost_q    <= !powered_down_i && (drops || (lost_q && !(push_o && starts)));
      waits_q   <= drops || (waits_q && !empty_i);
      debug_q   <= run_i && (debug_i || (debug_q && !(executes && !prohibited_i)));
    end
  end

  assign owed_o       = first_q || trigger_q;
  assign overflowed_o = lost_q;

  // --- clocks that are not in the trace, 7.3.4 ------------------------------------------------------------------------

  logic forgets, says_w, says_waits;

  assign says_w     = push_o && executes && (on || starts);
  assign says_waits = push_o && has_waits;
  // ETMv3.0 counts neither through Debug state nor through an overflow, ETMv3.5 not through an overflow.
  assign forgets    = !run_i || (drops && !config_i.counts_overflow) || (debug_i && !config_i.counts_debug) || since_q == '1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      since_q <= '0;
      known_q <= 1'b0;
    end else begin
      since_q <= says_w ? '0 : says_waits ? 32'd1 : since_q + 32'd1;
      known_q <= !forgets && (known_q || says_w);
    end
  end

endmodule

`default_nettype wire
