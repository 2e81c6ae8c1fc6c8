// SPDX-License-Identifier: Apache-2.0
// Makes at most one record in each clock, a packet and the atoms before it, in the order of the waypoints. pft_order
// selects the packet; this module selects its contents and stores the values last sent. docs/pipeline-pft.md#plan;
// IHI 0035B 4.5.2, 4.13 (return stack).
`default_nettype none

module pft_plan #(
  parameter int unsigned RetStackMax = 15
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               stopped_i,         // hold everything in its reset state
  input  pft_pkg::plan_cfg_t cfg_i,
  input  logic [3:0]         retstack_depth_i,  // static, 0 to RetStackMax

  input  logic               head_valid_i,
  input  pft_pkg::entry_t    head_i,
  output logic               pop_o,

  input  logic               sync_request_i,
  output logic               async_sent_o,      // acknowledges the request in this clock
  output logic               isync_sent_o,      // in this clock
  output logic               fresh_o,           // always 1: an ETM has a condition
  input  logic               trigger_request_i,
  output logic               trigger_sent_o,    // acknowledges the request in this clock
  input  logic               mark_request_i,
  output logic               mark_sent_o,       // in this clock

  output pft_pkg::packet_e   packet_o,          // the packet in the record, PacketNone without one
  output logic               record_valid_o,
  output pft_pkg::record_t   record_o,
  input  logic               record_ready_i
);

  logic                 valid_q;
  pft_pkg::record_t     record_d, record_q;
  pft_pkg::place_t      last_target_q;      // of the last entry popped
  pft_pkg::attributes_t last_attributes_q;
  logic                 clock_change_q;     // an entry popped since the last timestamp has a clock change
  logic [31:0]          context_sent_q;
  logic [7:0]           vmid_sent_q;

  logic is_indirect, is_branch;

  assign is_indirect = head_i.kind == pft_pkg::EntryIndirect;
  assign is_branch   = head_i.kind == pft_pkg::EntryDirect || is_indirect;

  // Context ID and VMID: does the head differ from the values last sent?
  logic [31:0] context_changed;
  logic [1:0]  context_size;
  logic        context_differs, vmid_differs;

  assign context_changed = head_i.attributes.who.id ^ context_sent_q;
  assign context_size    = cfg_i.context_size;

  always_comb begin
    context_differs = 1'b0;
    if (context_size != 2'd0) begin
      context_differs = context_changed[7:0] != '0 || (context_size[1] && context_changed[15:8] != '0) ||
                        (context_size == 2'd3 && context_changed[31:16] != '0);
    end
  end

  assign vmid_differs    = cfg_i.vmid && head_i.attributes.who.vmid != vmid_sent_q;

  pft_pkg::packet_e packet;
  logic             owes, branch_owed, periodic, tsync, act, sends, pop, may_be_atom, is_atom;

  assign act = !valid_q || record_ready_i;    // while stopped, valid_q stays 0

  pft_order u_order (
    .clk_i,
    .rst_ni,
    .stopped_i,
    .act_i            (act),
    .stamps_i         (cfg_i.stamps),
    .vmid_i           (cfg_i.vmid),
    .sync_request_i,
    .trigger_request_i,
    .mark_request_i,
    .head_valid_i,
    .head_kind_i      (head_i.kind),
    .head_update_i    (head_i.update),
    .head_ends_i      (head_i.ends),
    .head_stamped_i   (head_i.stamped),
    .head_eret_i      (head_i.eret),
    .head_reason_i    (head_i.reason),
    .context_differs_i(context_differs),
    .vmid_differs_i   (vmid_differs),
    .owes_o           (owes),
    .branch_o         (branch_owed),
    .periodic_o       (periodic),
    .tsync_o          (tsync),
    .sends_o           (sends),
    .packet_o            (packet),
    .may_be_atom_o    (may_be_atom),
    .pop_o            (pop),
    .is_atom_i        (is_atom)
  );

  assign pop_o          = act && pop;
  assign async_sent_o   = act && packet == pft_pkg::PacketAsync;
  assign isync_sent_o   = act && packet == pft_pkg::PacketIsync;
  assign trigger_sent_o = act && packet == pft_pkg::PacketTrigger;
  assign mark_sent_o    = act && packet == pft_pkg::PacketMark;

  // The output of the return stack comes late in the clock, so only is_match and is_atom depend on it.
  logic            reports, may_match, is_match, state_changed, retstack, broadcast;
  logic            holding;          // the return stack is not empty
  pft_pkg::frame_t newest, return_to;

  // A wire for each field: if a process reads a field of a struct, a simulator assembles the struct in every clock.
  assign retstack  = cfg_i.retstack;
  assign broadcast = cfg_i.broadcast;

  always_comb begin
    reports   = 1'b0;
    may_match = 1'b0;
    is_match  = 1'b0;
    is_atom   = 1'b0;
    if (may_be_atom) begin
      reports   = head_i.hidden || state_changed || broadcast;    // a taken waypoint needs a branch packet
      may_match = is_indirect && head_i.taken && !reports && !head_i.eret && retstack && holding &&
                  head_i.target.code.j == head_i.second.j;
      is_match  = may_match && newest == {head_i.target.code, head_i.target.ns};
      is_atom   = is_match || !is_branch || !head_i.taken || (!is_indirect && !reports);
    end
  end

  // A link branch is taken, so a change of NS is sent with it. A pushed return address therefore always has the security
  // state last sent, and the rule of IHI 0035B 4.13 to clear the stack after a change never applies.
  assign return_to = {head_i.second, head_i.target.ns};

  pft_retstack #(
    .Max(RetStackMax)
  ) u_retstack (
    .clk_i,
    .rst_ni,
    .depth_i  (retstack_depth_i),
    .clear_i  (stopped_i || isync_sent_o),
    .pop_i    (act && is_match),
    .push_i   (pop_o && head_i.taken && head_i.link && cfg_i.retstack),
    .frame_i  (return_to),
    .holding_o(holding),
    .newest_o (newest)
  );

  // The pending atoms. An A-sync, an exception return and a trigger are sent before them. In cycle-accurate trace no atoms
  // are pending.
  logic       four, keeps_atoms, sends_nothing;
  logic [5:0] atoms;

  assign keeps_atoms  = packet == pft_pkg::PacketAsync || packet == pft_pkg::PacketExceptionReturn ||
                        packet == pft_pkg::PacketTrigger;
  assign sends_nothing = !sends || (is_atom && !four && !head_i.ends && !cfg_i.cycle_accurate);

  pft_atoms u_atoms (
    .clk_i,
    .rst_ni,
    .append_i(act && is_atom),
    .atom_i  (!head_i.taken),
    .take_i  (stopped_i || (act && !sends_nothing && !keeps_atoms)),
    .four_o  (four),
    .atoms_o (atoms)
  );

  // The address of the packet. An entry with a waypoint update sends the address of the update first.
  logic            updates;
  pft_pkg::place_t place;
  logic [2:0]      address_bytes;
  logic [1:0]      info_bytes;

  assign updates = head_i.update && !branch_owed;

  always_comb begin
    place = 'x;
    if (sends) begin
      place = periodic ? last_target_q : head_i.target;
      if (updates && !periodic) place.code = head_i.second;
    end
  end

  pft_compress u_compress (
    .clk_i,
    .rst_ni,
    .virt_i         (cfg_i.virt),
    .valid_i        (sends),
    .place_i        (place),
    .is_update_i    (updates),
    .is_exception_i (head_i.kind == pft_pkg::EntryException),
    .exception_i    (head_i.exception),
    .hidden_i       (head_i.hidden),
    .address_bytes_o(address_bytes),
    .info_bytes_o   (info_bytes),
    .state_changed_o(state_changed),
    .sets_base_i    (act && (packet == pft_pkg::PacketIsync || (packet == pft_pkg::PacketBranch && !is_atom))),
    .sets_update_i  (act && packet == pft_pkg::PacketWaypointUpdate)
  );

  // A pending packet encodes the attributes of the last entry, other packets those of the head.
  pft_pkg::attributes_t attributes;
  logic [3:0]           stamp_bytes;

  assign attributes = owes ? last_attributes_q : head_i.attributes;

  pft_stamp u_stamp (
    .clk_i,
    .rst_ni,
    .stopped_i,
    .stamp64_i(cfg_i.stamp64),
    .stamp_i  (attributes.stamp[63:7]),
    .whole_i  (sync_request_i || tsync),
    .valid_i  (packet == pft_pkg::PacketTimestamp),
    .sent_i   (act),
    .bytes_o  (stamp_bytes)
  );

  logic clock_change;

  assign clock_change = clock_change_q || (pop && head_i.clock_change);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) clock_change_q <= 1'b0;
    else if (stopped_i) clock_change_q <= 1'b0;
    else if (act) clock_change_q <= clock_change && packet != pft_pkg::PacketTimestamp;
  end

  // The packet.
  logic        sends_context, sends_count;
  logic [2:0]  context_bytes;
  logic [31:0] count;

  assign context_bytes = cfg_i.context_size == 2'd3 ? 3'd4 : {1'b0, cfg_i.context_size};
  assign sends_context = packet == pft_pkg::PacketIsync || packet == pft_pkg::PacketContextId;
  assign sends_count   = cfg_i.cycle_accurate && (packet == pft_pkg::PacketBranch || packet == pft_pkg::PacketTimestamp ||
                                                 (packet == pft_pkg::PacketIsync && !periodic));

  always_comb begin
    count = 'x;
    if (sends) count = (packet == pft_pkg::PacketTimestamp && owes) ? 32'h0 : head_i.count;
  end

  // Without a packet the record is unknown: a simulator evaluates less, and synthesis may choose any value.
  always_comb begin
    record_d = 'x;
    if (sends) begin
      record_d.kind          = is_atom ? pft_pkg::PacketAtom : packet;
      record_d.atoms         = keeps_atoms ? pft_pkg::NoAtoms : atoms;
      record_d.address       = place.code.address;
      record_d.t             = place.code.t;
      record_d.j             = place.code.j;
      record_d.ns            = place.ns;
      record_d.hyp           = place.hyp;
      record_d.address_bytes = address_bytes;
      record_d.info_bytes    = info_bytes;
      record_d.exception     = head_i.exception;
      record_d.reason        = periodic ? trc_pkg::ReasonPeriodic : head_i.reason;
      record_d.count_bytes   = 3'd0;
      if (sends_count) record_d.count_bytes = pft_pkg::count_bytes(count[31:4]);
      record_d.count         = count;
      record_d.context_bytes = sends_context ? context_bytes : 3'd0;
      record_d.context_id    = attributes.who.id;
      record_d.vmid          = attributes.who.vmid;
      record_d.stamp_bytes   = stamp_bytes;
      record_d.stamp         = attributes.stamp;
      record_d.clock_change  = clock_change;
    end
  end

  assign packet_o       = valid_q ? record_q.kind : pft_pkg::PacketNone;
  assign record_valid_o = valid_q;
  assign fresh_o        = 1'b1;
  assign record_o       = record_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) record_q <= '0;
    else if (act) record_q <= record_d;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (stopped_i) valid_q <= 1'b0;
    else if (act) valid_q <= !sends_nothing;
  end

  // The last entry and the values last sent. A stop does not clear them: tracing starts with an I-sync, which sets them or
  // is followed by the packets that set them, before they are used.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      last_target_q     <= '0;
      last_attributes_q <= '0;
      context_sent_q    <= '0;
      vmid_sent_q       <= '0;
    end else begin
      if (pop_o) begin
        last_target_q     <= head_i.target;
        last_attributes_q <= head_i.attributes;
      end
      if (act && sends_context) context_sent_q <= attributes.who.id;
      if (act && packet == pft_pkg::PacketVmid) vmid_sent_q <= attributes.who.vmid;
    end
  end

endmodule

`default_nettype wire
