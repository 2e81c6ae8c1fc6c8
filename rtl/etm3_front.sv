// SPDX-License-Identifier: Apache-2.0
// Samples the instruction port and decides what to trace of each clock. It turns tracing on and off at instructions, and
// pushes an entry for the clocks that it has collected. An overflow begins if an entry must be pushed while the queue is
// full, or if sync forces it. docs/pipeline-etm3.md#front; IHI 0014Q 7.3.4 (cycle counts), 7.10 (synchronization).
`default_nettype none

module etm3_front (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 enabled_i,
  input  logic                 stopped_i,          // the last run has been drained
  input  logic                 count_reset_i,      // reset the cycle counter: ETMCR[10] or ETMCR[0] is 1
  input  etm3_pkg::front_cfg_t cfg_i,

  input  etm3_pkg::port_t      port_i,
  input  trc_pkg::moment_t     moment_i,

  input  logic                 queue_full_i,
  input  logic                 queue_empty_i,
  output logic                 push_o,
  output etm3_pkg::entry_t     entry_o,

  output logic                 run_o,
  input  logic                 overflow_force_i,   // a synchronization was requested before the last one ended
  output logic                 overflow_o,         // an overflow: the accepted trace must be drained
  input  logic                 overflow_drained_i,
  output logic                 overflowed_o,       // ETMSR[0]: no I-sync pushed since an overflow began
  input  logic                 overflowed_clear_i,
  input  logic                 flush_begins_i,
  input  logic                 idle_begins_i,
  output logic                 idle_ready_o,       // a drain for ETMWFIREADY may begin
  output logic                 drain_hold_o,       // no drain may begin now
  output logic                 drain_push_o,       // a drain that begins now includes the entry pushed now

  // The events, and the state of this clock for the resources of the events.
  input  logic                 enable_event_i,
  /* verilator lint_off UNUSED */
  input  logic                 enable_ahead_i,     // only for a PTM
  /* verilator lint_on UNUSED */
  input  logic                 stamp_event_i,
  output logic                 ns_o,               // resource 0x6D, LOW in a prohibited region (IHI 0014Q 2.6.2)
  output logic                 prohibited_o,
  output logic                 ns_ahead_o,
  output logic                 prohibited_ahead_o,

  // To filter: the slots, and the state, Context ID and VMID of their instructions. From filter: selected_i.
  output logic [1:0]           valid_o,
  output logic [1:0]           failed_o,
  output logic [1:0]           cancels_o,
  output logic [31:0]          address0_o,
  output logic [31:0]          address1_o,
  output logic                 non_secure_o,
  output logic                 hyp_o,
  output logic                 user_o,
  output etm3_pkg::who_t       who_o,
  input  logic                 selected_i
);

  typedef enum logic [1:0] {
    StateOff      = 2'd0,
    StateOn       = 2'd1,
    StateOverflow = 2'd2
  } state_e;

  etm3_pkg::port_t  sampled, in_q;
  trc_pkg::moment_t now_q;
  state_e           state_q, state_d;
  logic             run_q, wfi_q, debug_q, overflowed_q;
  etm3_pkg::who_t    who_q;              // of the last clock that executed an instruction
  logic [31:0]      gap_q, gap_d;       // clocks since the last clock that an entry contains
  logic             gap_known_q;
  logic             on;

  assign on           = state_q == StateOn;
  assign run_o        = run_q;
  assign overflow_o   = state_q == StateOverflow;
  assign overflowed_o = overflowed_q;
  assign idle_ready_o = now_q.idle && wfi_q;
  assign ns_o         = in_q.ns && !in_q.prohibited;
  assign prohibited_o = in_q.prohibited;

  assign ns_ahead_o         = ns_o;
  assign prohibited_ahead_o = prohibited_o;

  // A drain for a flush or for idle begins with an entry for everything that this module has collected.
  assign drain_hold_o = queue_full_i;
  assign drain_push_o = push_o;

  // A wire for each field: if a process reads a field of a struct, a simulator assembles the struct in every clock.
  logic stamps, stamp64, gray;

  assign stamps  = cfg_i.stamps;
  assign stamp64 = cfg_i.stamp64;
  assign gray    = cfg_i.gray;

  // In Debug state the slots are empty.
  always_comb begin
    sampled = port_i;
    if (port_i.debug) begin
      sampled.slot0.valid  = 1'b0;
      sampled.slot0.branch = 1'b0;
      sampled.slot1.valid  = 1'b0;
      sampled.slot1.branch = 1'b0;
    end
  end

  // The younger slot takes the place of the older slot if that is empty. For an I-sync, it does so also if the older slot
  // has only a branch, because the branch belongs to an earlier instruction.
  logic             shifts, executes, may;
  etm3_pkg::reported_t  reported0, reported1;
  etm3_pkg::place_t place0, place1;

  etm3_slot u_slot0 (
    .cfg_i  (cfg_i.slot),
    .slot_i (in_q.slot0),
    .ns_i   (in_q.ns),
    .hyp_i  (in_q.hyp),
    .reported_o (reported0),
    .place_o(place0)
  );

  etm3_slot u_slot1 (
    .cfg_i  (cfg_i.slot),
    .slot_i (in_q.slot1),
    .ns_i   (in_q.ns),
    .hyp_i  (in_q.hyp),
    .reported_o (reported1),
    .place_o(place1)
  );

  assign shifts   = !reported0.valid && !(on && reported0.after.branch);
  assign executes = reported0.valid || reported1.valid;
  assign may      = !in_q.prohibited && enable_event_i && selected_i;

  assign valid_o      = {reported1.valid, reported0.valid};
  assign failed_o     = {reported1.failed, reported0.failed};
  assign cancels_o    = {in_q.slot1.branch && in_q.slot1.cancel, in_q.slot0.branch && in_q.slot0.cancel};
  assign address0_o   = place0.code.address;
  assign address1_o   = place1.code.address;
  assign non_secure_o = in_q.ns;
  assign hyp_o        = in_q.hyp;
  assign user_o       = in_q.user;
  assign who_o        = who;

  // The signal `ends` comes late in the clock.
  logic            ends;
  etm3_pkg::reported_t slot0, slot1;

  assign ends = on && (in_q.debug || (executes && !may));

  always_comb begin
    slot0        = shifts ? reported1 : reported0;
    slot0.failed = reported0.valid ? reported0.failed : reported1.failed;    // equal if slot0 is valid, but earlier in the clock
    slot1        = reported1;
    if (shifts) begin
      slot1.valid        = 1'b0;
      slot1.after.eret   = 1'b0;
      slot1.after.branch = 1'b0;
    end
  end

  // A part of an entry ends after each slot that has a branch or an exception return. The first part ends after the older
  // slot if that has one (`apart`), otherwise after both slots.
  logic apart, younger_ends, part_ends, second_ends;

  assign apart        = slot0.after.branch || slot0.after.eret;
  assign younger_ends = slot1.after.branch || slot1.after.eret;
  assign part_ends    = apart || younger_ends;
  assign second_ends  = apart && younger_ends;

  // With `purge` an entry takes everything that is collected: for a drain, before the unit stops, with a pending
  // timestamp, and before atoms that have another Context ID or VMID.
  logic stamp_due_q;
  etm3_pkg::who_t who, who_mask, port_who, in_who;
  logic           contexts, vmid, who_differs, purge;

  assign who         = executes ? in_q.who : who_q;
  assign contexts    = cfg_i.contexts;
  assign vmid        = cfg_i.vmid;
  assign who_mask    = {{32{contexts}}, {8{vmid}}};
  assign port_who    = port_i.who;
  assign in_who      = in_q.who;

  always_comb begin
    who_differs = 1'b0;
    if (contexts || vmid) who_differs = executes ? ((port_who ^ in_who) & who_mask) != '0 : ((port_who ^ who_q) & who_mask) != '0;
  end

  assign purge       = flush_begins_i || idle_begins_i || !enabled_i ||
                       (on && cfg_i.stamps && stamp_due_q && !queue_full_i) ||
                       ((port_i.slot0.valid || port_i.slot1.valid) && who_differs);

  // The P-headers of this clock.
  logic                            keep, gives, gives_two, collector_holds, collector_atoms, held_holds, due;
  logic [2*etm3_pkg::PhdrBits-1:0] given;
  logic [etm3_pkg::PhdrBits-1:0]   behind;
  logic [2:0]                      left;
  etm3_pkg::place_t                first_place, collector_place;

  assign first_place = reported0.valid ? place0 : place1;

  etm3_phdr u_phdr (
    .clk_i,
    .rst_ni,
    .cycle_accurate_i(cfg_i.cycle_accurate),
    .greedy_i        (cfg_i.greedy),
    .bare_i          (cfg_i.bare),
    .idle_i          (!executes),
    .first_i         (slot0.valid),
    .first_n_i       (slot0.failed),
    .first_place_i   (first_place),
    .second_i        (slot1.valid),
    .second_n_i      (slot1.failed),
    .second_place_i  (place1),
    .apart_i         (apart),
    .flush_i         (part_ends || purge),
    .flush_second_i  (second_ends || purge),
    .ends_i          (ends),
    .keep_i          (keep),
    .holds_o         (collector_holds),
    .atoms_o         (collector_atoms),
    .place_o         (collector_place),
    .gives_o         (gives),
    .gives_two_o     (gives_two),
    .p_headers_o     (given),
    .second_o        (behind),
    .left_o          (left)
  );

  // An atom after the last part of an entry waits for the next entry.
  logic             two;
  etm3_pkg::place_t place;

  assign two               = !ends && (second_ends || (purge && slot1.valid && apart));
  assign entry_o.two       = two;
  assign entry_o.p_header2 = behind;
  assign entry_o.atoms2    = slot1.valid;
  assign entry_o.place     = on ? place : first_place;

  etm3_held u_held (
    .clk_i,
    .rst_ni,
    .cycle_accurate_i(cfg_i.cycle_accurate),
    .queue_empty_i,
    .gives_i         (gives),
    .gives_two_i     (gives_two),
    .p_headers_i     (given),
    .place_i         (collector_atoms ? collector_place : first_place),
    .holds_o         (held_holds),
    .due_o           (due),
    .p_headers_o     (entry_o.p_headers),
    .atoms_o         (entry_o.atoms),
    .place_o         (place),
    .keep_i          (keep),
    .push_i          (push_o),
    .next_i          (two ? '0 : behind),
    .next_place_i    (place1)
  );

  // The entry to push. While run_q is 0 nothing is pushed, although the state may still be ON in the clock after run_q fell.
  logic pushes, push_isync, overflows, forced, may_push, holds;

  assign holds = held_holds || collector_holds || executes || cfg_i.cycle_accurate;    // with the atoms of this clock

  always_comb begin
    pushes  = 1'b0;
    state_d = state_q;
    unique case (state_q)
      StateOff: pushes = executes && may;
      StateOn:  pushes = ends || part_ends || due || (purge && holds);
      default: begin
        if (overflow_drained_i) state_d = StateOff;
      end
    endcase
    overflows = (pushes && queue_full_i) || forced;
    if (overflows) state_d = StateOverflow;
    else if (pushes) state_d = ends ? StateOff : StateOn;
    if (!run_q) state_d = StateOff;
  end

  // The signal `pushes` comes last in the clock.
  assign forced     = on && overflow_force_i;
  assign may_push   = run_q && !forced && !queue_full_i;
  assign push_o     = pushes && may_push;
  assign push_isync = push_o && !on;
  assign keep       = pushes ? may_push && !ends : run_q && on && !forced;

  // Cycle counts. P-headers encode the clocks that are traced, an I-sync the clocks before it. Only the Programming bit and
  // the power-down bit reset the counter (IHI 0014Q 7.3.4): it counts on while the OS lock, NIDEN or ETMCR[11] stops tracing.
  logic        gap_ends, gap_lost;
  logic [31:0] count;
  logic [2:0]  count_bytes;

  assign gap_d    = !push_o ? gap_q + 32'd1 : ends ? 32'd1 : 32'(left);
  assign gap_ends = !on && gap_q == '1;      // the count would overflow
  assign gap_lost = gap_ends || (run_q && overflows && !cfg_i.counts_overflow) || (in_q.debug && !cfg_i.counts_debug);

  assign count               = gap_known_q ? gap_q : 32'd0;
  assign entry_o.count       = count;
  assign entry_o.count_bytes = count_bytes;

  always_comb begin
    count_bytes = 'x;
    if (!on) count_bytes = etm3_pkg::count_bytes(count[31:7]);
  end

  // Timestamps: at an exception exit, and with the next entry if one is pending.
  logic clock_change_q, exits, stamped, carries;

  assign exits   = !ends && (slot0.after.eret || slot1.after.eret);
  assign stamped = on && cfg_i.stamps && (stamp_due_q || (cfg_i.exit_stamps && exits));
  assign carries = push_o && stamped;

  assign entry_o.stamp        = now_q.stamp;
  assign entry_o.stamped      = stamped;
  assign entry_o.clock_change = clock_change_q || now_q.clock_change;

  // The exception exit or branch after the first part belongs to the older slot if `apart` is 1, otherwise to the younger
  // slot. If tracing ends with this clock, it is the branch of an instruction executed before this clock.
  etm3_pkg::after_t after;

  always_comb begin
    after = apart ? slot0.after : slot1.after;
    if (ends) begin
      after.eret   = 1'b0;
      after.branch = reported0.after.branch && !reported0.valid;
    end
  end

  // The other fields of the entry.
  assign entry_o.after  = after;
  assign entry_o.after2 = slot1.after;
  assign entry_o.isync  = !on;
  assign entry_o.reason = debug_q ? trc_pkg::ReasonDebugExit :
                          overflowed_q ? trc_pkg::ReasonOverflow : trc_pkg::ReasonTraceOn;
  assign entry_o.ends   = ends;
  assign entry_o.who    = who;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_q  <= '0;
      who_q <= '0;
      now_q <= '0;
      run_q <= 1'b0;
      wfi_q <= 1'b0;
    end else begin
      in_q  <= sampled;
      who_q <= who;
      now_q <= {trc_pkg::coded(moment_i.stamp, stamp64, gray), moment_i.clock_change, moment_i.idle};
      run_q <= enabled_i && (run_q || stopped_i);
      wfi_q <= now_q.idle;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q        <= StateOff;
      debug_q        <= 1'b0;
      overflowed_q   <= 1'b0;
      gap_q          <= '0;
      gap_known_q    <= 1'b0;
      stamp_due_q    <= 1'b0;
      clock_change_q <= 1'b0;
    end else begin
      state_q        <= state_d;
      debug_q        <= run_q && (in_q.debug || (debug_q && !(executes && !in_q.prohibited)));
      overflowed_q   <= !overflowed_clear_i && ((run_q && overflows) || (overflowed_q && !push_isync));
      gap_q          <= gap_d;
      gap_known_q    <= !count_reset_i && (push_isync || (gap_known_q && !gap_lost));
      stamp_due_q    <= run_q && on && stamps && (stamp_event_i || flush_begins_i || (stamp_due_q && !carries));
      clock_change_q <= run_q && !push_o && (clock_change_q || now_q.clock_change);
    end
  end

endmodule

`default_nettype wire
