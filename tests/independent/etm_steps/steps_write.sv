// SPDX-License-Identifier: Apache-2.0
// Writes the oldest record, a packet a clock: it goes through the steps in order and passes over those that the record does not need.
// A P-header takes the packet that belongs to its instruction along.
// It stores the values that a decoder knows, and decides when to synchronize.
`default_nettype none

module steps_write import steps_pkg::*; (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  config_t             config_i,
  input  logic                run_i,
  input  logic                sync_i,         // SYNCREQ
  input  logic                clock_change_i,

  input  logic                valid_i,
  input  record_t             record_i,
  output logic                pop_o,

  input  logic                room_i,         // for the longest packet
  output packet_t             packet_o        // length 0: none in this clock
);

  localparam logic [3:0] First = 4'd0, Trigger = 4'd1, Waits = 4'd2, Lead = 4'd3, Sync = 4'd4, Start = 4'd5, Vmid = 4'd6, Context = 4'd7,
                         Atoms = 4'd8, Exit0 = 4'd9, Branch0 = 4'd10, Atom1 = 4'd11, Exit1 = 4'd12, Branch1 = 4'd13, Count = 4'd14, Stamp = 4'd15;
  localparam int Steps = 16;

  // --- the record -----------------------------------------------------------------------------------------------------

  slot_t       a, b;
  logic        executes, apart, two, first_passed;
  place_t      begins;
  logic [31:0] context_id;

  assign a            = record_i.slot0;
  assign b            = record_i.slot1;
  assign executes     = a.executed || b.executed;
  assign apart        = a.executed && b.executed && (a.branched || (a.eret && config_i.tells_exits));
  assign two          = a.executed && b.executed && !apart;
  assign first_passed = a.executed ? a.passed : b.passed;
  assign context_id   = record_i.context_id & {{16{config_i.context_size == 2'd3}}, {8{config_i.context_size[1]}},
                                               {8{config_i.context_size != 2'd0}}};

  // --- what a decoder knows -------------------------------------------------------------------------------------------

  place_t               base_q;
  logic [31:0]          context_q;
  logic [7:0]           vmid_q;
  logic [63:0]          stamp_q, coded, now;
  logic                 changed_q;               // the clock, since the last timestamp
  logic                 traced_q;                // something, since the last timestamp
  logic                 synced_q, begun_q;       // in this record: an A-sync, an I-sync
  logic                 whole_q;                 // the next timestamp is due, and in full
  logic [WaitsBits-1:0] waits_q, waits_left;     // W of this record that are in the trace
  logic                 sync_q;
  logic                 more_waits, joined;      // the W and the E after them are one P-header

  assign now        = config_i.wide ? record_i.now : {16'h0, record_i.now[47:0]};
  assign coded      = config_i.binary ? now : now ^ (now >> 1);
  assign waits_left = record_i.waits - waits_q;
  assign more_waits = waits_left > WaitsBits'(8);
  assign joined     = executes && !two && !apart && first_passed && waits_left != '0 && waits_left < WaitsBits'(8);

  // A place as this version can report it. A prohibited place has the security state of `base`, the previous place.
  function automatic place_t told_of(place_t place, logic secret, place_t base, config_t version);
    told_of.address = place.address;
    told_of.t       = place.t;
    told_of.j       = place.j && (!place.t || version.tells_thumbee);
    told_of.ns      = secret ? base.ns : place.ns && version.tells_ns;
    told_of.hyp     = secret ? base.hyp : place.hyp && version.tells_hyp;
  endfunction

  function automatic packet_t branch(slot_t slot, place_t base, config_t version);
    branch = steps_packet::branch(told_of(slot.to, slot.secret, base, version), base,
                                  {slot.exception[8:4] & {5{version.tells_long}}, slot.exception[3:0]}, slot.cancel, version.alternative);
  endfunction

  assign begins = told_of(a.executed ? a.at : b.at, 1'b0, base_q, config_i);

  // --- the steps ------------------------------------------------------------------------------------------------------

  logic [3:0]       from_q, step, next, done;
  logic [Steps-1:0] needs, left, rest, does;
  logic             writes, last, along;

  always_comb begin
    needs          = '0;
    needs[First]   = record_i.first;
    needs[Trigger] = record_i.trigger;
    needs[Waits]   = waits_left != '0 && !joined;
    needs[Lead]    = a.branched && !a.executed;
    needs[Sync]    = executes && sync_q;
    needs[Start]   = executes && (record_i.start || synced_q);
    needs[Vmid]    = executes && config_i.vmid && (begun_q || record_i.vmid != vmid_q);
    needs[Context] = executes && context_id != context_q;
    needs[Atoms]   = executes;
    needs[Exit0]   = a.executed && a.eret && config_i.tells_exits;
    needs[Branch0] = a.executed && a.branched;
    needs[Atom1]   = apart;
    needs[Exit1]   = b.executed && b.eret && config_i.tells_exits;
    needs[Branch1] = b.branched;
    needs[Count]   = config_i.cycle_accurate && record_i.start;
    needs[Stamp]   = config_i.stamps && ((record_i.stamp && (traced_q || executes)) || (whole_q && executes));
  end

  assign left = needs & ('1 << from_q);
  assign rest = left & ~(Steps'(1) << step);

  always_comb begin
    step = First;
    next = First;
    for (int i = Steps - 1; i >= 0; i--) if (left[i]) step = 4'(i);
    for (int i = Steps - 1; i >= 0; i--) if (rest[i]) next = 4'(i);
  end

  assign writes = valid_i && left != '0 && room_i;
  assign along  = step == Atoms && (next == Exit0 || next == Branch0 || next == Exit1 || next == Branch1);
  assign done   = along ? next : step;
  assign does   = !writes ? '0 : (Steps'(1) << step) | (Steps'(1) << done);
  // An I-sync follows an A-sync, and a VMID may follow the I-sync.
  assign last   = (left & ('1 << done)) == Steps'(1) << done && done != Sync && done != Start && !(step == Waits && more_waits);
  assign pop_o  = valid_i && (left == '0 || (writes && last));

  // The packet of each step. A function sees nothing but its arguments: so every simulator knows when it is called again.
  logic [$bits(packet_t)-1:0] packets [Steps];
  packet_t                    packet, behind;

  assign packets[First]   = steps_packet::Async;
  assign packets[Trigger] = steps_packet::one(8'h0C);
  assign packets[Waits]   = steps_packet::waits(more_waits ? 4'd8 : 4'(waits_left), 1'b0);
  assign packets[Lead]    = branch(a, base_q, config_i);
  assign packets[Sync]    = steps_packet::Async;
  assign packets[Start]   = steps_packet::isync(begins, record_i.start ? record_i.reason : ReasonPeriodic, context_id, config_i.context_size);
  assign packets[Vmid]    = steps_packet::vmid(record_i.vmid);
  assign packets[Context] = steps_packet::context_id(context_id, config_i.context_size);
  assign packets[Atoms]   = joined ? steps_packet::waits(4'(waits_left) + 4'd1, 1'b1) : steps_packet::atoms(two, first_passed, b.passed);
  assign packets[Exit0]   = steps_packet::one(8'h76);
  assign packets[Branch0] = branch(a, base_q, config_i);
  assign packets[Atom1]   = steps_packet::second_atom(b.passed, config_i.cycle_accurate);
  assign packets[Exit1]   = steps_packet::one(8'h76);
  assign packets[Branch1] = branch(b, base_q, config_i);
  assign packets[Count]   = steps_packet::cycle_count(record_i.gap);
  assign packets[Stamp]   = steps_packet::timestamp(coded, stamp_q, whole_q, config_i.wide, changed_q);

  assign packet   = packets[step];
  assign behind   = packets[next];
  assign packet_o = !writes ? '0 : along ? steps_packet::append(packet, behind.bytes, behind.length) : packet;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      from_q    <= First;
      base_q    <= '0;
      context_q <= '0;
      vmid_q    <= '0;
      stamp_q   <= '0;
      traced_q  <= 1'b0;
      synced_q  <= 1'b0;
      begun_q   <= 1'b0;
      whole_q   <= 1'b0;
      waits_q   <= '0;
    end else begin
      if (does[Waits]) waits_q <= waits_q + (more_waits ? WaitsBits'(8) : waits_left);
      if (does[Sync]) synced_q <= 1'b1;
      if (does[Start]) begin
        begun_q   <= 1'b1;
        base_q    <= begins;
        context_q <= context_id;
      end
      if (does[Vmid]) vmid_q <= record_i.vmid;
      if (does[Context]) context_q <= context_id;
      if (does[Lead] || does[Branch0]) base_q <= told_of(a.to, a.secret, base_q, config_i);
      if (does[Branch1]) base_q <= told_of(b.to, b.secret, base_q, config_i);
      if (does[Stamp]) stamp_q <= coded;
      if (pop_o) begin
        from_q   <= First;
        synced_q <= 1'b0;
        begun_q  <= 1'b0;
        waits_q  <= '0;
      end else if (writes) begin
        from_q   <= (step == Waits && more_waits) ? Waits : done + 4'd1;
      end
      traced_q <= (traced_q || does[Atoms]) && !does[Stamp];
      whole_q  <= does[First] || does[Sync] || (does[Start] && record_i.start && record_i.reason != ReasonOn) || (whole_q && !does[Stamp]);
    end
  end

  // --- when to synchronize, 7.10.1 ------------------------------------------------------------------------------------

  logic [12:0] bytes_q, more;
  logic        over, async;

  assign async = does[First] || does[Sync];
  assign more  = bytes_q + (config_i.period_in_clocks ? 13'd1 : 13'(packet_o.length));
  assign over  = config_i.period != '0 && more >= 13'(config_i.period);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bytes_q   <= '0;
      sync_q    <= 1'b0;
      changed_q <= 1'b0;
    end else begin
      bytes_q   <= (!run_i || async || over) ? '0 : more;
      sync_q    <= run_i && (sync_i || (over && !async) || (sync_q && !(does[Sync])));
      changed_q <= clock_change_i || (changed_q && !(does[Stamp]));
    end
  end

endmodule

`default_nettype wire
