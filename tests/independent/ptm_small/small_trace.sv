// SPDX-License-Identifier: Apache-2.0
// What is traced, and when: each waypoint becomes bytes in its own clock. Bytes that do not fit into the FIFO are an overflow: nothing
// more is said until the FIFO is empty, and an I-sync says so.
`default_nettype none

module small_trace import small_pkg::*; #(
  parameter int FreeBits = 8
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  config_t              config_i,
  input  pair_t                pair_i,
  input  logic                 run_i,
  input  logic                 fresh_i,      // the Programming bit or the OS lock was cleared
  input  logic                 powered_down_i,
  input  logic                 valid_i,
  input  waypoint_t            waypoint_i,
  input  logic                 enable_i,     // the TraceEnable event
  input  logic                 earlier_i,    // the same with the pins of the clock before
  input  logic                 stamp_event_i,
  input  logic                 trigger_i,
  input  logic                 syncreq_i,
  input  logic                 flush_i,
  input  logic                 idle_i,
  input  logic [63:0]          stamp_i,
  input  logic                 clock_change_i,
  input  logic [FreeBits-1:0]  free_i,
  input  logic                 empty_i,

  output group_t               group_o,
  output logic                 ns_o,          // the processor is Non-secure,
  output logic                 prohibited_o,  // tracing it is prohibited
  output logic [1:0]           single_o,      // address comparators
  output logic                 range_o,
  output logic                 first_owed_o,  // the first A-sync is to come
  output logic                 owed_o,        // something else that needs no waypoint
  output logic                 overflowed_o   // an overflow that no I-sync has reported
);

  said_t said_q;  // the last values that a decoder has received
  logic  says_stamp, says_first, syncs, synced, overflow;

  // --- the address of execution ---------------------------------------------------------------------------------------

  place_t      at_q, at, behind;
  logic        waypoint, target_may, may_q, may, prohibited_q, debug_q, debug;
  logic [31:0] context_q, context_id;
  logic [7:0]  vmid_q, vmid;
  logic [63:0] time_q, at_time;

  assign waypoint = run_i && valid_i
      && !(waypoint_i.kind == Barrier && waypoint_i.barrier != 2'd0 && !config_i.dsb_waypoints)
      && !(waypoint_i.kind == Update && !config_i.long_updates);
  assign target_may = !waypoint_i.prohibited && waypoint_i.kind != DebugEntry && !(waypoint_i.target.j && !waypoint_i.target.t);

  // After an instruction that does not branch, execution continues at the next one in the same state, whatever its target pins show.
  always_comb begin
    behind = waypoint_i.target;
    if (waypoint_i.kind == Update) behind.address = waypoint_i.pc;
    else if (waypoint_i.kind == Barrier || !waypoint_i.taken) behind.address = waypoint_i.pc + ((behind.t && !waypoint_i.t32) ? 32'd2 : 32'd4);
  end

  assign at         = waypoint ? behind : at_q;
  assign may        = waypoint ? target_may : may_q;
  assign context_id = (waypoint ? waypoint_i.context_id : context_q) & context_mask(config_i.context_size);
  assign vmid       = waypoint ? waypoint_i.vmid : vmid_q;
  assign at_time    = waypoint ? stamp_i : time_q;
  // The place is the first after Debug state that is not prohibited.
  assign debug      = waypoint ? waypoint_i.kind == DebugExit || (debug_q && !may_q) : debug_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      at_q         <= '0;
      may_q        <= 1'b0;
      prohibited_q <= 1'b0;
      debug_q      <= 1'b0;
      context_q    <= '0;
      vmid_q       <= '0;
      time_q       <= '0;
    end else begin
      may_q   <= run_i && may;
      debug_q <= run_i && debug;
      if (waypoint) begin
        at_q         <= behind;
        prohibited_q <= waypoint_i.prohibited;
        context_q    <= waypoint_i.context_id;
        vmid_q       <= waypoint_i.vmid;
        time_q       <= stamp_i;
      end
    end
  end

  // A block ends with a waypoint instruction, or after the last executed instruction. A reset does not report which (5.3.10).
  logic        upgraded, executed, includes, excludes;
  logic [31:0] last;

  assign upgraded = waypoint_i.kind == Exception || waypoint_i.kind == DebugEntry || waypoint_i.kind == Update;
  assign executed = !upgraded || (waypoint_i.pc != at_q.address && !(waypoint_i.kind == Exception && waypoint_i.exception == ExceptionReset));
  assign last     = !upgraded ? waypoint_i.pc : waypoint_i.pc - ((at_q.t && !waypoint_i.t32) ? 32'd2 : 32'd4);

  small_filter u_filter (
    .clk_i,
    .rst_ni,
    .pair_i,
    .run_i,
    .waypoint_i(waypoint),
    .block_i   (may_q && executed),
    .from_i    (at_q),
    .last_i    (last),
    .single_o,
    .range_o,
    .includes_o(includes),
    .excludes_o(excludes)
  );

  assign ns_o         = at_q.ns;
  assign prohibited_o = prohibited_q;

  // --- what is said of it ---------------------------------------------------------------------------------------------

  logic tracing_q, untold_q, waits_q, waits, forced;
  logic selects, enters, told, on, goes_on, starts, sync_q, fits;
  logic [1:0] reason;

  // After an overflow, until the FIFO is empty.
  assign waits   = waits_q && !empty_i;
  assign selects = run_i && includes && !excludes && !waits;
  // TraceEnable takes effect at waypoints: an I-sync at the start of the block, and then the waypoint (3.3.2). The block after an included
  // range is traced, too, because TraceEnable becomes inactive with its waypoint. An excluded block is not (3.3.4).
  assign enters  = !tracing_q && waypoint && earlier_i && selects && may_q;
  assign told    = waypoint && (tracing_q || enters) && !excludes;
  assign on      = enable_i && selects && may;
  assign goes_on = (tracing_q || enters) && (!waypoint || on);
  // If nothing is excluded, tracing also starts after a block that could not be traced. At the end of an overflow it starts at once (4.8),
  // unless the processor sleeps (4.9).
  assign starts  = !tracing_q && !enters && on && pair_i.exclude && !pair_i.selected && (waypoint || (untold_q && !idle_i));
  assign reason  = (enters ? debug_q : debug) ? ReasonDebug : untold_q ? ReasonOverflow : ReasonOn;

  // --- the return stack: one entry ------------------------------------------------------------------------------------

  place_t stack_q, return_to;
  logic   stacked_q, predicted, pushes;

  assign return_to = moved(at_q, waypoint_i.pc + ((at_q.t && !waypoint_i.t32) ? 32'd2 : 32'd4));
  assign predicted = config_i.return_stack && stacked_q && waypoint_i.kind == Indirect && waypoint_i.target == stack_q
      && !waypoint_i.prohibited && !(config_i.v11 && waypoint_i.eret) && at_q.ns == waypoint_i.target.ns
      && said_q.base.ns == waypoint_i.target.ns && at_q.hyp == waypoint_i.target.hyp && said_q.base.hyp == waypoint_i.target.hyp
      && (at_q.t && at_q.j) == (waypoint_i.target.t && waypoint_i.target.j);
  assign pushes = config_i.return_stack && told && waypoint_i.link && waypoint_i.taken;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stacked_q <= 1'b0;
      stack_q   <= '0;
    end else begin
      if (!goes_on || overflow || syncs) stacked_q <= 1'b0;
      else if (pushes) stacked_q <= enters || at_q.ns == said_q.base.ns;
      else if (told && waypoint_i.taken && predicted) stacked_q <= 1'b0;
      if (pushes) stack_q <= return_to;
    end
  end

  // --- cycle counts, 4.4 ----------------------------------------------------------------------------------------------

  logic [31:0] clocks_q, clocks_at_q, clocks_now, clocks, clocks_left;
  logic        counts, stamp_counts;

  // From the last count to the last waypoint, and the clocks since then if that waypoint is traced.
  assign clocks_now   = enters ? clocks_q - clocks_at_q : clocks_q;
  assign clocks       = waypoint ? clocks_now : clocks_at_q;
  assign counts       = (told && waypoint_i.kind != Update) || starts;
  assign clocks_left  = counts ? clocks_now - clocks : clocks_now;
  // In PFTv1.0 a timestamp counts to where it is made.
  assign stamp_counts = !config_i.v11 && says_stamp;

  function automatic logic [31:0] next(logic [31:0] clock);
    next = (clock == '1) ? clock : clock + 32'd1;
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clocks_q    <= '0;
      clocks_at_q <= '0;
    end else if (!run_i) begin
      clocks_q    <= 32'd1;
      clocks_at_q <= '0;
    end else if (overflow) begin
      clocks_q    <= next(clocks_q);
      clocks_at_q <= waypoint ? clocks_q : clocks_at_q;
    end else begin
      clocks_q    <= stamp_counts ? 32'd1 : next(clocks_left);
      clocks_at_q <= (counts || stamp_counts) ? '0 : clocks;
    end
  end

  // --- timestamps, 4.14 -----------------------------------------------------------------------------------------------

  logic stamp_q, wants_stamp, stamp_asked, since_q, since, stamp_due, change_q, idle_q;

  // Waypoints that ask for one.
  always_comb begin
    case (waypoint_i.kind)
      Barrier:   stamp_asked = config_i.stamp_barriers && (waypoint_i.barrier == 2'd0 || config_i.stamp_dsb);
      Exception: stamp_asked = config_i.stamp_exceptions;
      Indirect:  stamp_asked = config_i.stamp_exceptions && waypoint_i.eret && waypoint_i.taken;
      default:   stamp_asked = 1'b0;
    endcase
  end

  assign wants_stamp = stamp_q || stamp_event_i || flush_i || (told && stamp_asked) || (!config_i.v11 && idle_i && !idle_q);
  assign since       = since_q || told || starts;
  assign stamp_due   = config_i.stamps && run_i && wants_stamp && since && !waits && (!untold_q || enters || starts);
  assign says_stamp  = !overflow && config_i.stamps && (stamp_due || enters || starts || syncs);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stamp_q  <= 1'b0;
      since_q  <= 1'b0;
      change_q <= 1'b0;
      idle_q   <= 1'b0;
    end else begin
      stamp_q  <= run_i && wants_stamp && since && !says_stamp;
      since_q  <= run_i && since && !says_stamp;
      change_q <= clock_change_i || (change_q && !says_stamp);
      idle_q   <= idle_i;
    end
  end

  // --- synchronization, 4.11 ------------------------------------------------------------------------------------------

  logic [12:0] since_sync_q;
  logic        period_over, first_q, sync_due;

  // The Programming bit and the OS lock stop all generation of trace at once (4.15.2).
  assign sync_due    = run_i && sync_q;
  assign period_over = config_i.period != '0 && since_sync_q >= 13'(config_i.period);
  // A second request before the first is served (4.8).
  assign forced      = tracing_q && sync_due && period_over && config_i.may_force;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      since_sync_q <= '0;
      sync_q       <= 1'b0;
      first_q      <= 1'b0;
    end else begin
      since_sync_q <= (!run_i || synced || period_over) ? 13'(0) : since_sync_q + 13'(group_o.length);
      sync_q       <= run_i && (syncreq_i || period_over || (sync_q && !synced));
      first_q      <= fresh_i || (first_q && !says_first);
    end
  end

  // --- the bytes ------------------------------------------------------------------------------------------------------

  group_t group, synced_group;
  said_t  said, synced_said;
  logic   trigger_q, says_trigger;

  assign says_first   = first_q && !waits;
  assign says_trigger = trigger_q && !waits;

  small_say u_say (
    .config_i,
    .said_i        (said_q),
    .async_i       (says_first || (enters && sync_q)),
    .trigger_i     (says_trigger),
    .enter_i       (enters),
    .from_context_i(context_q & context_mask(config_i.context_size)),
    .from_vmid_i   (vmid_q),
    .from_clocks_i (clocks_at_q),
    .told_i        (told),
    .waypoint_i,
    .from_i        (at_q),
    .predicted_i   (predicted),
    .goes_on_i     (goes_on),
    .start_i       (starts),
    .reason_i      (reason),
    .at_i          (at),
    .context_id_i  (context_id),
    .vmid_i        (vmid),
    .clocks_i      (clocks),
    .stamp_clocks_i(config_i.v11 ? '0 : clocks_left),
    .stamp_i       (stamp_due),
    .stamp_value_i (config_i.v11 ? at_time : stamp_i),
    .clock_change_i(change_q),
    .group_o       (group),
    .said_o        (said),
    .synced_group_o(synced_group),
    .synced_said_o (synced_said)
  );

  assign fits     = FreeBits'(group.length) <= free_i;
  assign overflow = !fits || forced;
  assign syncs    = sync_due && !overflow && ((goes_on && !enters) || starts) && FreeBits'(synced_group.length) <= free_i;

  // Where tracing starts in front of the waypoint the A-sync is there, too.
  assign synced   = syncs || (enters && sync_q && !overflow);

  assign group_o.bytes  = syncs ? synced_group.bytes : group.bytes;
  assign group_o.length = overflow ? '0 : syncs ? synced_group.length : group.length;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tracing_q <= 1'b0;
      untold_q  <= 1'b0;
      waits_q   <= 1'b0;
      trigger_q <= 1'b0;
      said_q    <= '0;
    end else begin
      tracing_q <= run_i && (goes_on || starts) && !overflow;
      untold_q  <= !powered_down_i && (overflow || (untold_q && !enters && !starts));
      waits_q   <= overflow || waits;
      trigger_q <= trigger_i || (trigger_q && !(says_trigger && !overflow));
      if (!overflow) said_q <= syncs ? synced_said : said;
    end
  end

  assign first_owed_o = first_q;
  assign owed_o       = trigger_q || stamp_due;
  assign overflowed_o = untold_q;

endmodule

`default_nettype wire
