// SPDX-License-Identifier: Apache-2.0
// Selects the next packet of a PTM: pending follow-up packets first, then requests, then the head of the queue.
// docs/pipeline-pft.md#order has the rules in their order; IHI 0035B 4.11 (synchronization).
`default_nettype none

module pft_order (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             stopped_i,          // hold everything in its reset state
  input  logic             act_i,              // the packet is sent in this clock
  input  logic             stamps_i,           // timestamps are on
  input  logic             vmid_i,             // VMID is on

  input  logic             sync_request_i,
  input  logic             trigger_request_i,
  input  logic             mark_request_i,

  input  logic             head_valid_i,
  input  pft_pkg::entry_e  head_kind_i,
  input  logic             head_update_i,
  input  logic             head_ends_i,
  input  logic             head_stamped_i,
  input  logic             head_eret_i,
  input  logic [1:0]       head_reason_i,
  input  logic             context_differs_i,  // the Context ID of the head must be sent
  input  logic             vmid_differs_i,

  output logic             owes_o,             // a packet is pending
  output logic             branch_o,           // the branch packet of the head is pending, after its waypoint update
  output logic             periodic_o,         // a periodic I-sync is pending
  output logic             tsync_o,            // a timestamp is the T-sync
  output logic             sends_o,            // there is a packet, valid early in the clock
  output pft_pkg::packet_e packet_o,           // with may_be_atom_o, this packet or an atom
  output logic             may_be_atom_o,
  output logic             pop_o,
  input  logic             is_atom_i           // comes late in the clock
);

  pft_pkg::owed_t owed_q, owed_d, left, added;
  logic           owes_q, up_q, async_due_q, async_sent_q, fresh_q;

  // Context ID, VMID and timestamp packets may follow the entry of an instruction.
  logic is_isync, is_exception, is_instruction;

  assign is_isync       = head_kind_i == pft_pkg::EntryIsync;
  assign is_exception   = head_kind_i == pft_pkg::EntryException;
  assign is_instruction = is_exception || head_kind_i == pft_pkg::EntryDirect ||
                          head_kind_i == pft_pkg::EntryIndirect || head_kind_i == pft_pkg::EntryBarrier;

  logic syncs;

  assign sends_o = async_due_q || owes_q || syncs || trigger_request_i || mark_request_i || head_valid_i;
  assign syncs  = !owes_q && sync_request_i && up_q && fresh_q;

  assign owes_o     = owes_q;
  assign branch_o   = owed_q.branch;
  assign periodic_o = owed_q.periodic;
  assign tsync_o    = owed_q.tsync && !owed_q.timestamp;

  always_comb begin
    packet_o         = pft_pkg::PacketNone;
    pop_o         = 1'b0;
    may_be_atom_o = 1'b0;
    if (sends_o) begin
      if (async_due_q) packet_o = pft_pkg::PacketAsync;    // no packet is pending then
      else if (owed_q.branch) begin
        packet_o = pft_pkg::PacketBranch;
        pop_o = 1'b1;
      end else if (owed_q.periodic) packet_o = pft_pkg::PacketIsync;
      else if (owed_q.exception_return) packet_o = pft_pkg::PacketExceptionReturn;
      else if (owed_q.context_id) packet_o = pft_pkg::PacketContextId;
      else if (owed_q.vmid) packet_o = pft_pkg::PacketVmid;
      else if (owes_q) packet_o = pft_pkg::PacketTimestamp;
      else if (syncs) packet_o = pft_pkg::PacketAsync;
      else if (trigger_request_i) packet_o = pft_pkg::PacketTrigger;
      else if (mark_request_i) packet_o = pft_pkg::PacketMark;
      else if (head_valid_i) begin
        pop_o = 1'b1;
        unique case (head_kind_i)
          pft_pkg::EntryIsync: begin
            pop_o = async_sent_q || !sync_request_i;
            packet_o = pop_o ? pft_pkg::PacketIsync : pft_pkg::PacketAsync;
          end
          pft_pkg::EntryException: begin
            pop_o = !head_update_i;
            packet_o = pop_o ? pft_pkg::PacketBranch : pft_pkg::PacketWaypointUpdate;
          end
          pft_pkg::EntryUpdate:    packet_o = pft_pkg::PacketWaypointUpdate;
          pft_pkg::EntryTimestamp: packet_o = pft_pkg::PacketTimestamp;
          default: begin
            packet_o         = pft_pkg::PacketBranch;
            may_be_atom_o = 1'b1;
          end
        endcase
      end
    end
  end

  // The pending follow-up packets: without the first, which is sent, and with those of this packet.
  logic sends_isync, reported;

  assign left        = owed_q & (owed_q - 7'd1);
  assign sends_isync = packet_o == pft_pkg::PacketIsync;
  assign reported    = pop_o && is_instruction;

  always_comb begin
    added = '0;
    if (sends_o) begin
      added.branch           = packet_o == pft_pkg::PacketWaypointUpdate && is_exception;
      added.periodic         = syncs;
      added.exception_return = may_be_atom_o && !is_atom_i && head_eret_i;
      added.context_id       = reported && !head_ends_i && context_differs_i;
      added.vmid             = (reported && !head_ends_i && vmid_differs_i) || (sends_isync && vmid_i);
      added.timestamp        = reported && head_stamped_i;
      added.tsync            = sends_isync && stamps_i &&
                               (owes_q || async_sent_q || head_reason_i == trc_pkg::ReasonOverflow);
    end
  end

  assign owed_d = left | added;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owed_q       <= '0;
      owes_q       <= 1'b0;
      up_q         <= 1'b0;
      async_due_q  <= 1'b1;
      async_sent_q <= 1'b0;
      fresh_q      <= 1'b0;
    end else if (stopped_i) begin
      owed_q       <= '0;
      owes_q       <= 1'b0;
      up_q         <= 1'b0;
      async_due_q  <= 1'b1;
      async_sent_q <= 1'b0;
      fresh_q      <= 1'b0;
    end else if (act_i && sends_o) begin
      owed_q <= owed_d;
      owes_q <= owed_d != '0;
      if (pop_o) begin
        up_q         <= is_isync || (up_q && !head_ends_i);
        async_sent_q <= async_sent_q && !is_isync;
      end
      if (sends_isync) fresh_q <= 1'b0;
      else if (pop_o && head_kind_i != pft_pkg::EntryTimestamp) fresh_q <= 1'b1;
      if (packet_o == pft_pkg::PacketAsync && !syncs) begin
        async_due_q  <= 1'b0;
        async_sent_q <= 1'b1;
      end
    end
  end

endmodule

`default_nettype wire
