// SPDX-License-Identifier: Apache-2.0
// Decides what to say, strictly in the order of the waypoints: one record (a packet and the atoms before it) per clock.
// docs/pipeline.md 5; IHI 0035B 4.5.2, 4.5.4 (compression), 4.11 (synchronization), 4.13 (return stack).
`default_nettype none

module pft_plan #(
  parameter int unsigned RetStackMax = 15
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             stopped_i,         // hold everything in its reset state
  input  logic             retstack_on_i,     // ETMCR[29]
  input  logic [3:0]       retstack_depth_i,  // static, 0 to RetStackMax

  input  logic             head_valid_i,
  input  trc_pkg::entry_t  head_i,
  output logic             pop_o,

  input  logic             sync_request_i,
  output logic             async_said_o,      // in this clock: acknowledges the request
  output logic             isync_said_o,      // in this clock
  input  logic             trigger_request_i,
  output logic             trigger_said_o,    // in this clock: acknowledges the request
  input  logic             mark_request_i,
  output logic             mark_said_o,       // in this clock

  output logic             record_valid_o,
  output pft_pkg::record_t record_o,
  input  logic             record_ready_i
);

  typedef enum logic [1:0] {
    StepNone     = 2'd0,
    StepPeriodic = 2'd1,    // an A-sync was said: the periodic I-sync follows
    StepBranch   = 2'd2,    // a waypoint update was said: its exception follows
    StepReturn   = 2'd3     // the branch of an exception return was said: its packet follows
  } step_e;

  logic            valid_q;
  step_e           step_q, step_d;
  logic            up_q, async_due_q, async_said_q, fresh_q;
  trc_pkg::place_t last_q;      // target of the last entry popped
  logic [31:7]     base_q;      // compression base: address and T of the last branch or I-sync packet
  logic            base_t_q;
  logic            ns_sent_q;

  logic is_isync, is_exception, is_indirect, is_branch;

  assign is_isync     = head_i.kind == trc_pkg::EntryISync;
  assign is_exception = head_i.kind == trc_pkg::EntryException;
  assign is_indirect  = head_i.kind == trc_pkg::EntryIndirect;
  assign is_branch    = head_i.kind == trc_pkg::EntryDirect || is_indirect;

  // What to say if the record is free, but for `may_be_atom`: the head then says its branch packet or is an atom.
  logic             act, pop, may_be_atom;
  pft_pkg::packet_e say;

  always_comb begin
    say         = pft_pkg::PacketNone;
    pop         = 1'b0;
    may_be_atom = 1'b0;
    step_d      = StepNone;
    unique case (step_q)
      StepPeriodic: say = pft_pkg::PacketIsync;
      StepBranch: begin
        say = pft_pkg::PacketBranch;
        pop = 1'b1;
      end
      StepReturn: say = pft_pkg::PacketExceptionReturn;
      default: begin
        if (sync_request_i && up_q && fresh_q) begin
          say    = pft_pkg::PacketAsync;
          step_d = StepPeriodic;
        end else if (trigger_request_i && !async_due_q) begin
          say = pft_pkg::PacketTrigger;
        end else if (mark_request_i) begin
          say = pft_pkg::PacketMark;
        end else if (head_valid_i && is_isync) begin
          pop = async_said_q || !(async_due_q || sync_request_i);
          say = pop ? pft_pkg::PacketIsync : pft_pkg::PacketAsync;
        end else if (head_valid_i && is_exception) begin
          pop    = !head_i.update;
          say    = pop ? pft_pkg::PacketBranch : pft_pkg::PacketWaypointUpdate;
          step_d = pop ? StepNone : StepBranch;
        end else if (head_valid_i) begin
          pop         = 1'b1;
          say         = pft_pkg::PacketBranch;
          may_be_atom = 1'b1;
          step_d      = (head_i.eret && !is_atom) ? StepReturn : StepNone;
        end
      end
    endcase
  end

  // The return stack's answer comes late in the clock: only what it decides waits for it.
  logic            reports, may_match, is_match, is_atom, moves_base;
  logic            four;             // atoms pending
  logic            holding;          // of the return stack
  trc_pkg::place_t newest;

  assign reports    = head_i.ends || head_i.target.ns != ns_sent_q;    // with a branch packet, if taken
  assign may_match  = may_be_atom && is_indirect && head_i.taken && !reports && !head_i.eret &&
                      retstack_on_i && holding;
  assign is_match   = may_match && newest == head_i.target;
  assign is_atom    = is_match || (may_be_atom && (!is_branch || !head_i.taken || (!is_indirect && !reports)));
  assign moves_base = say == pft_pkg::PacketIsync || (say == pft_pkg::PacketBranch && !is_atom);

  assign act            = !valid_q || record_ready_i;    // stopped: the queue is empty, the mark is not wanted
  assign pop_o          = act && pop;
  assign async_said_o   = act && say == pft_pkg::PacketAsync;
  assign isync_said_o   = act && say == pft_pkg::PacketIsync;
  assign trigger_said_o = act && say == pft_pkg::PacketTrigger;
  assign mark_said_o    = act && say == pft_pkg::PacketMark;

  // Pending atoms: an A-sync, an exception return and a trigger go past them.
  logic       keeps_atoms, says_nothing;
  logic [5:0] atoms;

  assign keeps_atoms  = say == pft_pkg::PacketAsync || say == pft_pkg::PacketExceptionReturn ||
                        say == pft_pkg::PacketTrigger;
  assign says_nothing = say == pft_pkg::PacketNone || (is_atom && !four && !head_i.ends);

  pft_atoms u_atoms (
    .clk_i,
    .rst_ni,
    .append_i(act && is_atom),
    .atom_i  (!head_i.taken),
    .take_i  (stopped_i || (act && !says_nothing && !keeps_atoms)),
    .four_o  (four),
    .atoms_o (atoms)
  );

  // Return stack. A link branch is taken, so its NS has just been sent if it had changed: what is pushed always has the
  // security state last sent, and the rule to clear the stack otherwise (IHI 0035B 4.13) never applies.
  logic            retstack_push, retstack_pop;
  trc_pkg::place_t return_place;

  assign retstack_push        = pop_o && is_branch && head_i.taken && head_i.link && retstack_on_i;
  assign retstack_pop         = act && is_match;
  assign return_place.address = head_i.second;
  assign return_place.t       = head_i.second_t;
  assign return_place.ns      = head_i.target.ns;

  pft_retstack #(
    .Max(RetStackMax)
  ) u_retstack (
    .clk_i,
    .rst_ni,
    .depth_i  (retstack_depth_i),
    .clear_i  (stopped_i || isync_said_o),
    .pop_i    (retstack_pop),
    .push_i   (retstack_push),
    .place_i  (return_place),
    .holding_o(holding),
    .newest_o (newest)
  );

  // The packet. A branch packet after a waypoint update delivers the bits that differ from either candidate for the
  // base, because readers of IHI 0035B disagree on whether an update moves it.
  pft_pkg::record_t record_d, record_q;

  always_comb begin
    record_d.kind      = is_atom ? pft_pkg::PacketAtom : say;
    record_d.atoms     = keeps_atoms ? pft_pkg::NoAtoms : atoms;
    record_d.address   = head_i.target.address[31:1];
    record_d.t         = head_i.target.t;
    record_d.ns        = head_i.target.ns;
    record_d.changed   = head_i.target.address[31:7] ^ base_q[31:7];
    record_d.whole     = head_i.ends || head_i.target.t != base_t_q;
    record_d.info      = is_exception || head_i.target.ns != ns_sent_q;
    record_d.exception = is_exception ? head_i.exception : 4'd0;
    record_d.reason    = head_i.reason;
    unique case (step_q)
      StepPeriodic: begin
        record_d.address = last_q.address[31:1];
        record_d.t       = last_q.t;
        record_d.ns      = last_q.ns;
        record_d.reason  = trc_pkg::ReasonPeriodic;
      end
      StepBranch: begin
        record_d.changed = record_d.changed | (head_i.target.address[31:7] ^ head_i.second[31:7]);
        record_d.whole   = record_d.whole || head_i.target.t != head_i.second_t;
      end
      default: begin
        if (say == pft_pkg::PacketWaypointUpdate) begin
          record_d.address = head_i.second[31:1];
          record_d.t       = head_i.second_t;
          record_d.changed = head_i.second[31:7] ^ base_q[31:7];
          record_d.whole   = head_i.second_t != base_t_q;
          record_d.info    = 1'b0;
        end
      end
    endcase
  end

  assign record_valid_o = valid_q;
  assign record_o       = record_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) record_q <= '0;
    else if (act) record_q <= record_d;
  end

  // State between packets.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q      <= 1'b0;
      step_q       <= StepNone;
      up_q         <= 1'b0;
      async_due_q  <= 1'b1;
      async_said_q <= 1'b0;
      fresh_q      <= 1'b0;
    end else if (stopped_i) begin
      valid_q      <= 1'b0;
      step_q       <= StepNone;
      up_q         <= 1'b0;
      async_due_q  <= 1'b1;
      async_said_q <= 1'b0;
      fresh_q      <= 1'b0;
    end else if (act) begin
      valid_q <= !says_nothing;
      step_q  <= step_d;
      if (pop) begin
        up_q         <= is_isync || (up_q && !head_i.ends);
        fresh_q      <= !is_isync;
        async_said_q <= async_said_q && !is_isync;
      end
      if (say == pft_pkg::PacketIsync) fresh_q <= 1'b0;
      if (say == pft_pkg::PacketAsync && step_d != StepPeriodic) begin
        async_due_q  <= 1'b0;
        async_said_q <= 1'b1;
      end
    end
  end

  // Not cleared while stopped: tracing starts with an I-sync, which sets them before they are used.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      last_q    <= '0;
      base_q    <= '0;
      base_t_q  <= 1'b0;
      ns_sent_q <= 1'b0;
    end else begin
      if (pop_o) last_q <= head_i.target;
      if (act && moves_base) begin
        base_q    <= record_d.address[31:7];
        base_t_q  <= record_d.t;
        ns_sent_q <= record_d.ns;
      end
    end
  end

endmodule

`default_nettype wire
