// SPDX-License-Identifier: Apache-2.0
// What happens in a clock, as bytes: purely combinational. Two groups are made, one with a synchronization behind the rest and one
// without, and what a decoder knows behind each.
`default_nettype none

module small_say (
  input  small_pkg::config_t   config_i,
  input  small_pkg::said_t     said_i,

  input  logic                 async_i,      // an A-sync comes before all
  input  logic                 trigger_i,
  input  logic                 told_i,       // the waypoint is traced
  input  small_pkg::waypoint_t waypoint_i,
  input  small_pkg::place_t    from_i,       // where execution went on behind the waypoint before
  input  logic                 predicted_i,  // the return stack knows its target
  input  logic                 goes_on_i,    // tracing does not end with it
  input  logic                 start_i,      // tracing starts: a nonperiodic I-sync
  input  logic [1:0]           reason_i,
  input  small_pkg::place_t    at_i,         // what an I-sync tells
  input  logic [31:0]          context_id_i,
  input  logic [7:0]           vmid_i,
  input  logic [31:0]          clocks_i,     // to the waypoint
  input  logic [31:0]          stamp_clocks_i,
  input  logic                 stamp_i,      // a timestamp is due
  input  logic [63:0]          stamp_value_i,
  input  logic                 clock_change_i,

  output small_pkg::group_t    group_o,
  output small_pkg::said_t     said_o,
  output small_pkg::group_t    synced_group_o,
  output small_pkg::said_t     synced_said_o
);

  import small_pkg::*;

  // --- the waypoint ---------------------------------------------------------------------------------------------------

  logic is_branch, is_exception, is_update, executed, hidden, ns_untold, hyp_untold;
  logic info0, info1, altis, base_altis, from_altis;
  logic [8:0] exception;
  place_t last;  // the last instruction executed

  assign hidden       = waypoint_i.prohibited || waypoint_i.kind == DebugEntry;
  assign is_exception = waypoint_i.kind == Exception || waypoint_i.kind == DebugEntry;
  assign exception    = waypoint_i.kind == DebugEntry ? ExceptionDebug
                      : waypoint_i.kind == Exception ? waypoint_i.exception : '0;

  // What a taken branch must tell though its address is known (4.12.2).
  assign ns_untold  = waypoint_i.target.ns != said_i.base.ns;
  assign hyp_untold = waypoint_i.target.hyp != said_i.base.hyp;
  assign is_branch  = is_exception
      || (waypoint_i.kind == Indirect && waypoint_i.taken && !predicted_i)
      || (waypoint_i.kind == Direct && waypoint_i.taken && !hidden && (config_i.broadcast || ns_untold || hyp_untold));

  // Behind the last waypoint something was executed: that comes first (5.2). A reset says nothing of it (5.3.10).
  always_comb begin
    last         = from_i;
    last.address = waypoint_i.pc - ((from_i.t && !waypoint_i.t32) ? 32'd2 : 32'd4);
  end
  assign executed  = waypoint_i.pc != from_i.address && exception != ExceptionReset;
  assign is_update = (is_exception && executed) || waypoint_i.kind == Update;

  assign altis      = waypoint_i.target.t && waypoint_i.target.j;
  assign base_altis = said_i.base.t && said_i.base.j;
  assign from_altis = from_i.t && from_i.j;
  assign info1 = exception[8:4] != '0 || hyp_untold;
  assign info0 = info1 || exception != '0 || altis != base_altis || ns_untold;

  // A-sync, trigger, the waypoint. AltIS of an update is told where the last packet told another.
  group_t waypoint_group;
  said_t  waypoint_said;

  always_comb begin
    waypoint_group = '0;
    waypoint_said  = said_i;
    if (async_i) waypoint_group = put(waypoint_group, Async);
    if (trigger_i) waypoint_group = put(waypoint_group, one(Trigger));
    if (told_i) begin
      if (is_update) begin
        waypoint_group = put(waypoint_group, one(UpdateByte));
        waypoint_group = put(waypoint_group, address(last, said_i.base, from_altis != base_altis, from_altis != base_altis));
        if (from_altis != base_altis) waypoint_group = put(waypoint_group, one({1'b0, from_altis, 6'h0}));
      end
      if (is_branch) begin
        waypoint_group = put(waypoint_group, address(waypoint_i.target, said_i.base, hidden, info0));
        if (info0) waypoint_group = put(waypoint_group, one({info1, altis, 1'b0, exception[3:0], waypoint_i.target.ns}));
        if (info1) waypoint_group = put(waypoint_group, one({2'b00, waypoint_i.target.hyp, exception[8:4]}));
        if (config_i.cycle_accurate) waypoint_group = put(waypoint_group, count(clocks_i, 1'b0, 1'b0));
        waypoint_said.base = waypoint_i.target;
      end else if (waypoint_i.kind != Update) begin
        waypoint_group = put(waypoint_group, config_i.cycle_accurate ? count(clocks_i, 1'b1, !waypoint_i.taken) : atom(!waypoint_i.taken));
      end
      if (config_i.v11 && waypoint_i.eret && waypoint_i.taken) waypoint_group = put(waypoint_group, one(ExceptionReturn));
      if (goes_on_i && context_id_i != said_i.context_id) begin
        waypoint_group = put(waypoint_group, one(ContextId));
        waypoint_group = put(waypoint_group, context_bytes(context_id_i, config_i.context_size));
        waypoint_said.context_id = context_id_i;
      end
      if (goes_on_i && config_i.vmid && vmid_i != said_i.vmid) begin
        waypoint_group = put(waypoint_group, one(Vmid));
        waypoint_group = put(waypoint_group, one(vmid_i));
        waypoint_said.vmid = vmid_i;
      end
    end
  end

  // --- behind it ------------------------------------------------------------------------------------------------------

  function automatic group_t put_isync(group_t group, logic [1:0] reason);
    put_isync = put(group, '{length: 4'd6, bytes: 80'({1'b0, reason, 1'b0, at_i.ns, at_i.t && at_i.j, at_i.hyp, 1'b1,
                                                     at_i.address[31:1], at_i.t, Isync})});
    if (config_i.cycle_accurate && reason != ReasonPeriodic) put_isync = put(put_isync, count(clocks_i, 1'b1, 1'b0));
    put_isync = put(put_isync, context_bytes(context_id_i, config_i.context_size));
    if (config_i.vmid) put_isync = put(put(put_isync, one(Vmid)), one(vmid_i));
  endfunction

  logic [63:0] plain, coded;

  assign plain = config_i.wide ? stamp_value_i : {16'h0, stamp_value_i[47:0]};
  assign coded = config_i.binary ? plain : plain ^ (plain >> 1);

  function automatic group_t put_stamp(group_t group, logic whole);
    put_stamp = put(group, one(Stamp | {5'h0, clock_change_i, 2'b00}));
    put_stamp = put(put_stamp, stamp(coded, said_i.stamp, whole, config_i.wide));
    if (config_i.cycle_accurate) put_stamp = put(put_stamp, count(stamp_clocks_i, 1'b0, 1'b0));
  endfunction

  // What a decoder knows behind an I-sync.
  function automatic said_t after_isync(said_t said);
    after_isync            = said;
    after_isync.base       = at_i;
    after_isync.context_id = context_id_i;
    after_isync.vmid       = vmid_i;
  endfunction

  always_comb begin
    group_o = waypoint_group;
    said_o  = waypoint_said;
    if (start_i) begin
      group_o = put_isync(group_o, reason_i);
      said_o  = after_isync(said_o);
    end
    if (config_i.stamps && (start_i || stamp_i)) begin
      group_o      = put_stamp(group_o, start_i);
      said_o.stamp = coded;
    end
  end

  always_comb begin
    synced_group_o = put_isync(put(waypoint_group, Async), start_i ? reason_i : ReasonPeriodic);
    synced_said_o  = after_isync(waypoint_said);
    if (config_i.stamps) begin
      synced_group_o      = put_stamp(synced_group_o, 1'b1);
      synced_said_o.stamp = coded;
    end
  end

endmodule

`default_nettype wire
