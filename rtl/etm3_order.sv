// SPDX-License-Identifier: Apache-2.0
// Selects the next packet of an ETM: pending follow-up packets first, then requests, then the parts of the entry at the
// head of the queue. docs/pipeline-etm3.md#order has the rules in their order; IHI 0014Q 7.10 (synchronization).
`default_nettype none

module etm3_order (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic              stopped_i,          // hold everything in its reset state
  input  logic              act_i,              // the packet is sent in this clock
  input  logic              stamps_i,           // timestamps are on
  input  logic              vmid_i,             // VMID is on
  input  logic              count_packets_i,    // the count of an I-sync is in a cycle count packet

  input  logic              sync_request_i,
  input  logic              trigger_request_i,
  input  logic              mark_request_i,

  input  logic              head_valid_i,
  input  logic              head_isync_i,
  input  logic [1:0]        head_reason_i,
  input  logic              head_ends_i,
  input  logic              head_stamped_i,
  input  logic              head_atoms_i,       // the first part has atoms
  input  logic              head_two_i,         // the entry has a second part
  input  logic              head_atoms2_i,      // the second part has atoms
  input  logic              context_differs_i,  // the Context ID of the head must be sent
  input  logic              vmid_differs_i,

  output logic              sends_o,            // there is a packet, valid early in the clock
  output etm3_pkg::packet_e packet_o,
  output logic              isync_o,            // the packet is an I-sync
  output logic              periodic_o,         // the I-sync is a periodic one
  output logic              async_o,            // the packet is an A-sync
  output logic              context_o,          // the packet is a Context ID packet
  output logic              vmid_o,             // the packet is a VMID packet
  output logic              part_o,             // a part of the entry is sent
  output logic              stamp_o,            // the packet is a timestamp
  output logic              tsync_o,            // the timestamp is a T-sync
  output logic              second_o,           // the next part of the head is its second part
  output logic              pop_o,
  output logic              fresh_o             // an instruction was sent since the last synchronization
);

  etm3_pkg::owed_t owed_q, left, added;
  logic            part_q, placed_q, isync_due_q, up_q, fresh_q, async_due_q, async_sent_q;

  logic owes, syncs, has_atoms, opens, wants_async, starts;

  assign sends_o      = async_due_q || owes || syncs || trigger_request_i || mark_request_i || head_valid_i;
  assign owes        = owed_q != '0;
  assign stamp_o     = owes && !owed_q.count && !owed_q.vmid;
  assign tsync_o     = owed_q.tsync;
  assign syncs       = !owes && sync_request_i && up_q && fresh_q;
  assign has_atoms   = part_q ? head_atoms2_i : head_atoms_i;
  assign opens       = has_atoms && !(part_q && head_atoms_i);    // the part has the first atoms of the entry
  assign starts      = head_isync_i && !placed_q;
  assign wants_async = sync_request_i && !async_sent_q;
  assign second_o    = part_q;
  assign fresh_o     = fresh_q;
  assign periodic_o  = !starts;

  // The packets for the head of the queue. context_differs_i and vmid_differs_i come late in the clock.
  logic turn, compares, vmid;

  assign turn      = !async_due_q && !owes && !syncs && !trigger_request_i && !mark_request_i && head_valid_i;
  assign isync_o   = turn && (starts ? !wants_async : opens && isync_due_q);
  assign compares  = turn && !starts && opens && !isync_due_q;
  assign context_o = compares && context_differs_i;
  assign vmid      = compares && !context_differs_i && vmid_differs_i;
  assign part_o    = turn && !starts && !(opens && (isync_due_q || context_differs_i || vmid_differs_i));
  assign vmid_o    = vmid || (owed_q.vmid && !owed_q.count);
  assign async_o   = async_due_q || syncs || (turn && starts && wants_async);
  assign pop_o     = part_o && (part_q || !head_two_i);

  always_comb begin
    packet_o = etm3_pkg::PacketNone;
    if (async_due_q) packet_o = etm3_pkg::PacketAsync;    // no packet is pending then
    else if (owed_q.count) packet_o = etm3_pkg::PacketCycleCount;
    else if (vmid_o) packet_o = etm3_pkg::PacketVmid;
    else if (stamp_o) packet_o = etm3_pkg::PacketTimestamp;
    else if (syncs) packet_o = etm3_pkg::PacketAsync;
    else if (trigger_request_i) packet_o = etm3_pkg::PacketTrigger;
    else if (mark_request_i) packet_o = etm3_pkg::PacketMark;
    else if (isync_o) packet_o = etm3_pkg::PacketIsync;
    else if (context_o) packet_o = etm3_pkg::PacketContextId;
    else if (part_o) packet_o = etm3_pkg::PacketPart;
    else if (turn) packet_o = etm3_pkg::PacketAsync;
  end

  // The pending follow-up packets: without the first, which is sent, and with those of this packet.
  assign left = owed_q & (owed_q - 4'd1);

  assign added.count     = isync_o && !periodic_o && count_packets_i;
  assign added.vmid      = isync_o && vmid_i;
  assign added.tsync     = isync_o && stamps_i &&
                           (async_sent_q || isync_due_q || head_reason_i == trc_pkg::ReasonOverflow);
  assign added.timestamp = pop_o && head_stamped_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owed_q       <= '0;
      part_q       <= 1'b0;
      placed_q     <= 1'b0;
      isync_due_q  <= 1'b0;
      up_q         <= 1'b0;
      fresh_q      <= 1'b0;
      async_due_q  <= 1'b1;
      async_sent_q <= 1'b0;
    end else if (stopped_i) begin
      owed_q       <= '0;
      part_q       <= 1'b0;
      placed_q     <= 1'b0;
      isync_due_q  <= 1'b0;
      up_q         <= 1'b0;
      fresh_q      <= 1'b0;
      async_due_q  <= 1'b1;
      async_sent_q <= 1'b0;
    end else if (act_i && sends_o) begin
      owed_q <= left | added;
      if (part_o) begin
        part_q   <= !pop_o;
        placed_q <= placed_q && !pop_o;
        up_q     <= up_q && !(pop_o && head_ends_i);
        fresh_q  <= fresh_q || has_atoms;
      end
      if (isync_o) begin
        placed_q    <= placed_q || head_isync_i;
        isync_due_q <= 1'b0;
        up_q        <= 1'b1;
        fresh_q     <= 1'b0;
        if (!periodic_o) async_sent_q <= 1'b0;
      end
      if (async_o) begin
        if (syncs) begin
          isync_due_q <= 1'b1;
          fresh_q     <= 1'b0;
        end else begin
          async_due_q  <= 1'b0;
          async_sent_q <= 1'b1;
        end
      end
    end
  end

endmodule

`default_nettype wire
