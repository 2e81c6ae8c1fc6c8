// SPDX-License-Identifier: Apache-2.0
// Makes at most one record in each clock, a packet or a part of an entry, in the order of the entries. etm3_order selects
// the packet; this module selects its contents and stores the values last sent. docs/pipeline-etm3.md#plan.
`default_nettype none

module etm3_plan #(
  /* verilator lint_off UNUSED */
  parameter int unsigned RetStackMax = 15         // only for a PTM
  /* verilator lint_on UNUSED */
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                stopped_i,          // hold everything in its reset state
  input  etm3_pkg::plan_cfg_t cfg_i,
  /* verilator lint_off UNUSED */
  input  logic [3:0]          retstack_depth_i,   // only for a PTM
  /* verilator lint_on UNUSED */

  input  logic                head_valid_i,
  input  etm3_pkg::entry_t    head_i,
  output logic                pop_o,

  input  logic                sync_request_i,
  output logic                async_sent_o,       // acknowledges the request in this clock
  output logic                isync_sent_o,       // in this clock
  output logic                fresh_o,            // an instruction was sent since the last synchronization
  input  logic                trigger_request_i,
  output logic                trigger_sent_o,     // acknowledges the request in this clock
  input  logic                mark_request_i,
  output logic                mark_sent_o,        // in this clock

  output etm3_pkg::packet_e   packet_o,           // the packet in the record, PacketNone without one
  output logic                record_valid_o,
  output etm3_pkg::record_t   record_o,
  input  logic                record_ready_i
);

  logic              valid_q, act;
  etm3_pkg::record_t record_d, record_q;

  assign act = !valid_q || record_ready_i;    // while stopped, valid_q stays 0

  // Context ID and VMID: does the head differ from the values last sent?
  logic [31:0] context_sent_q, context_changed;
  logic [7:0]  vmid_sent_q;
  logic [1:0]  context_size;
  logic        context_differs, vmid_differs;

  assign context_changed = head_i.who.id ^ context_sent_q;
  assign context_size    = cfg_i.context_size;

  always_comb begin
    context_differs = 1'b0;
    if (context_size != 2'd0) begin
      context_differs = context_changed[7:0] != '0 || (context_size[1] && context_changed[15:8] != '0) ||
                        (context_size == 2'd3 && context_changed[31:16] != '0);
    end
  end

  assign vmid_differs    = cfg_i.vmid && head_i.who.vmid != vmid_sent_q;

  etm3_pkg::packet_e packet;
  logic              sends, sends_isync, periodic, sends_context_id, sends_part, sends_stamp, tsync, second_part, pop;
  logic              says_async, says_vmid;

  etm3_order u_order (
    .clk_i,
    .rst_ni,
    .stopped_i,
    .act_i            (act),
    .stamps_i         (cfg_i.stamps),
    .vmid_i           (cfg_i.vmid),
    .count_packets_i  (cfg_i.cycle_accurate && cfg_i.count_packets),
    .sync_request_i,
    .trigger_request_i,
    .mark_request_i,
    .head_valid_i,
    .head_isync_i     (head_i.isync),
    .head_reason_i    (head_i.reason),
    .head_ends_i      (head_i.ends),
    .head_stamped_i   (head_i.stamped),
    .head_atoms_i     (head_i.atoms),
    .head_two_i       (head_i.two),
    .head_atoms2_i    (head_i.atoms2),
    .context_differs_i(context_differs),
    .vmid_differs_i   (vmid_differs),
    .sends_o           (sends),
    .packet_o            (packet),
    .isync_o          (sends_isync),
    .periodic_o       (periodic),
    .async_o          (says_async),
    .context_o        (sends_context_id),
    .vmid_o           (says_vmid),
    .part_o           (sends_part),
    .stamp_o          (sends_stamp),
    .tsync_o          (tsync),
    .second_o         (second_part),
    .pop_o            (pop),
    .fresh_o
  );

  assign pop_o          = act && pop;
  assign async_sent_o   = act && says_async;
  assign isync_sent_o   = act && sends_isync;
  assign trigger_sent_o = act && packet == etm3_pkg::PacketTrigger;
  assign mark_sent_o    = act && packet == etm3_pkg::PacketMark;

  // The part: its P-headers, and the exception exit or branch after them.
  etm3_pkg::after_t                                after;
  logic [etm3_pkg::PartMax*etm3_pkg::PhdrBits-1:0] p_headers;
  logic [2:0]                                      p_count;

  assign after     = second_part ? head_i.after2 : head_i.after;
  assign p_headers = second_part ? (etm3_pkg::PartMax * etm3_pkg::PhdrBits)'(head_i.p_header2) : head_i.p_headers;

  always_comb begin
    p_count = '0;
    for (int i = 0; i < etm3_pkg::PartMax; i++) begin
      if (p_headers[etm3_pkg::PhdrBits*i +: etm3_pkg::PhdrBits] != '0) p_count = 3'(i + 1);
    end
  end

  // The branch packet.
  logic       sends_branch, ns, hyp, old_form;
  logic [2:0] address_bytes;
  logic [1:0] info_bytes;

  assign sends_branch = sends_part && after.branch;

  etm3_compress u_compress (
    .clk_i,
    .rst_ni,
    .alternative_i  (cfg_i.alternative),
    .valid_i        (sends_branch),
    .target_i       (after.target),
    .secret_i       (after.secret),
    .exception_i    (after.exception),
    .old_form_i     (after.old_form),
    .address_bytes_o(address_bytes),
    .info_bytes_o   (info_bytes),
    .old_form_o     (old_form),
    .ns_o           (ns),
    .hyp_o          (hyp),
    .sets_i         (act && (sends_isync || sends_branch)),
    .isync_i        (sends_isync),
    .place_i        (head_i.place)
  );

  // The timestamp follows the record of its entry, so record_q has its value already.
  logic        is_whole;
  logic [63:7] stamp_sent_q;        // each packet contains the lower bits

  assign is_whole = sync_request_i || tsync;

  // A T-sync is sent before the head is popped, with the clock change of the head. change_sent_q prevents a second report
  // when the head is popped.
  logic clock_change_q, change_sent_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clock_change_q <= 1'b0;
      change_sent_q  <= 1'b0;
    end else if (stopped_i) begin
      clock_change_q <= 1'b0;
      change_sent_q  <= 1'b0;
    end else if (act) begin
      clock_change_q <= !sends_stamp && (clock_change_q || (pop && head_i.clock_change && !change_sent_q));
      change_sent_q  <= !pop && (change_sent_q || (sends_stamp && tsync));
    end
  end

  // The packet. A wire for each field: if a process reads a field of a struct, a simulator assembles the struct in every
  // clock.
  logic       sends_context, sends_count, stamp64;
  logic [2:0] context_bytes;

  assign stamp64       = cfg_i.stamp64;
  assign context_bytes = cfg_i.context_size == 2'd3 ? 3'd4 : {1'b0, cfg_i.context_size};
  assign sends_context = sends_isync || sends_context_id;
  assign sends_count   = packet == etm3_pkg::PacketCycleCount ||
                        (sends_isync && !periodic && cfg_i.cycle_accurate && !cfg_i.count_packets);

  // Without a packet the record is unknown: a simulator evaluates less, and synthesis may choose any value.
  always_comb begin
    record_d = 'x;
    if (sends) begin
      record_d.kind          = packet;
      record_d.p_headers     = sends_part ? p_headers : '0;
      record_d.p_count       = p_count;
      record_d.exits         = sends_part && after.eret;
      record_d.address       = sends_isync ? head_i.place.code.address : after.target.code.address;
      record_d.t             = sends_isync ? head_i.place.code.t : after.target.code.t;
      record_d.j             = sends_isync ? head_i.place.code.j : after.target.code.j;
      record_d.ns            = sends_isync ? head_i.place.ns : ns;
      record_d.hyp           = sends_isync ? head_i.place.hyp : hyp;
      record_d.address_bytes = sends_branch ? address_bytes : 3'd0;
      record_d.info_bytes    = sends_branch ? info_bytes : 2'd0;
      record_d.exception     = after.exception;
      record_d.cancel        = after.cancel && after.exception != '0;
      record_d.old_form      = old_form;
      record_d.reason        = periodic ? trc_pkg::ReasonPeriodic : head_i.reason;
      record_d.count_bytes   = sends_count ? head_i.count_bytes : 3'd0;
      record_d.count         = head_i.count;
      record_d.context_bytes = sends_context ? context_bytes : 3'd0;
      record_d.context_id    = head_i.who.id;
      record_d.vmid          = head_i.who.vmid;
      if (sends_stamp) begin
        record_d.stamp_bytes = !is_whole ? trc_pkg::stamp_bytes(record_q.stamp[63:7] ^ stamp_sent_q) :
                               stamp64 ? 4'd9 : 4'd7;
      end
      record_d.stamp         = sends_stamp ? record_q.stamp : head_i.stamp;
      record_d.clock_change  = clock_change_q || (tsync && head_i.clock_change);
    end
  end

  assign packet_o       = valid_q ? record_q.kind : etm3_pkg::PacketNone;
  assign record_valid_o = valid_q;
  assign record_o       = record_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) record_q <= '0;
    else if (act) record_q <= record_d;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (stopped_i) valid_q <= 1'b0;
    else if (act) valid_q <= sends_part ? (p_headers != '0 || after.eret || after.branch) : packet != etm3_pkg::PacketNone;
  end

  // The values last sent. A stop does not clear them: tracing starts with an I-sync, which sets them or is followed by the
  // packets that set them, before they are used.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      context_sent_q <= '0;
      vmid_sent_q    <= '0;
      stamp_sent_q   <= '0;
    end else if (act) begin
      if (sends_context) context_sent_q <= head_i.who.id;
      if (says_vmid) vmid_sent_q <= head_i.who.vmid;
      if (sends_stamp) stamp_sent_q <= record_q.stamp[63:7];
    end
  end

endmodule

`default_nettype wire
