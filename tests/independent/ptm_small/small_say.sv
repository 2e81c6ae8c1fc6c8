// SPDX-License-Identifier: Apache-2.0
// The events of a clock as bytes: purely combinational. It makes two groups, one that ends with a synchronization and one without, and the
// values that a decoder knows after each.
`default_nettype none

module small_say import small_pkg::*; (
  input  config_t              config_i,
  input  said_t                said_i,

  input  logic                 async_i,      // an A-sync comes before all
  input  logic                 trigger_i,
  input  logic                 enter_i,      // tracing starts where the block began: an I-sync in front of its waypoint
  input  logic [31:0]          from_context_i,
  input  logic [7:0]           from_vmid_i,
  input  logic [31:0]          from_clocks_i,
  input  logic                 told_i,       // the waypoint is traced
  input  waypoint_t            waypoint_i,
  input  place_t               from_i,       // where execution continued after the previous waypoint
  input  logic                 predicted_i,  // the return stack knows its target
  input  logic                 goes_on_i,    // tracing does not end with it
  input  logic                 start_i,      // tracing starts after the waypoint
  input  logic [1:0]           reason_i,
  input  place_t               at_i,         // that an I-sync reports
  input  logic [31:0]          context_id_i,
  input  logic [7:0]           vmid_i,
  input  logic [31:0]          clocks_i,     // to the waypoint
  input  logic [31:0]          stamp_clocks_i,
  input  logic                 stamp_i,      // a timestamp is due
  input  logic [63:0]          stamp_value_i,
  input  logic                 clock_change_i,

  output group_t               group_o,
  output said_t                said_o,
  output group_t               synced_group_o,
  output said_t                synced_said_o
);

  // What a decoder knows in front of the waypoint.
  said_t said;

  assign said.base       = enter_i ? from_i : said_i.base;
  assign said.context_id = enter_i ? from_context_i : said_i.context_id;
  assign said.vmid       = enter_i ? from_vmid_i : said_i.vmid;
  assign said.stamp      = said_i.stamp;

  // --- the waypoint ---------------------------------------------------------------------------------------------------

  logic is_branch, is_exception, is_update, executed, hidden, ns_untold, hyp_untold;
  logic info0, info1, altis, base_altis, from_altis;
  logic ns, hyp;  // Icarus 12 gives a member of a member in a concatenation the width of the whole
  logic [8:0] exception;
  place_t last;  // the last instruction executed

  assign hidden       = waypoint_i.prohibited || waypoint_i.kind == DebugEntry;
  assign is_exception = waypoint_i.kind == Exception || waypoint_i.kind == DebugEntry;
  assign exception    = waypoint_i.kind == DebugEntry ? ExceptionDebug
                      : waypoint_i.kind == Exception ? waypoint_i.exception : '0;

  // What a taken branch must tell though its address is known (4.12.2).
  assign ns         = waypoint_i.target.ns;
  assign hyp        = waypoint_i.target.hyp;
  assign ns_untold  = ns != said.base.ns;
  assign hyp_untold = hyp != said.base.hyp;
  assign is_branch  = is_exception
      || (waypoint_i.kind == Indirect && waypoint_i.taken && !predicted_i)
      || (waypoint_i.kind == Direct && waypoint_i.taken && !hidden && (config_i.broadcast || ns_untold || hyp_untold));

  // Instructions that were executed after the last waypoint come first (5.2). A reset does not report them (5.3.10).
  assign last      = moved(from_i, waypoint_i.pc - ((from_i.t && !waypoint_i.t32) ? 32'd2 : 32'd4));
  assign executed  = waypoint_i.pc != from_i.address && exception != ExceptionReset;
  assign is_update = (is_exception && executed) || waypoint_i.kind == Update;

  assign altis      = waypoint_i.target.t && waypoint_i.target.j;
  assign base_altis = said.base.t && said.base.j;
  assign from_altis = from_i.t && from_i.j;
  assign info1 = exception[8:4] != '0 || hyp_untold;
  assign info0 = info1 || exception != '0 || altis != base_altis || ns_untold;

  // A-sync, trigger, I-sync, the waypoint. An update has AltIS if the last packet reported another one.
  logic   updates, branches, returns, says_context, says_vmid;
  group_t front, entered, updated, branched, returned, waypoint_group;
  said_t  waypoint_said;

  assign updates      = told_i && is_update;
  assign branches     = told_i && is_branch;
  assign returns      = told_i && config_i.v11 && waypoint_i.eret && waypoint_i.taken;
  assign says_context = told_i && goes_on_i && context_id_i != said.context_id;
  assign says_vmid    = told_i && goes_on_i && config_i.vmid && vmid_i != said.vmid;

  assign front    = put_if(put_if('0, async_i, Async), trigger_i, one(Trigger));
  assign entered  = enter_i ? put_isync(front, reason_i, config_i, from_i, from_clocks_i, from_context_i, from_vmid_i) : front;
  assign updated  = put_if(put_if(put_if(entered,
      updates, one(UpdateByte)),
      updates, address(last, said.base, from_altis != base_altis, from_altis != base_altis)),
      updates && from_altis != base_altis, one({1'b0, from_altis, 6'h0}));
  assign branched = put_if(put_if(put_if(put_if(updated,
      branches, address(waypoint_i.target, said.base, hidden, info0)),
      branches && info0, one({info1, altis, 1'b0, exception[3:0], ns})),
      branches && info1, one({2'b00, hyp, exception[8:4]})),
      branches && config_i.cycle_accurate, count(clocks_i, 1'b0, 1'b0));
  assign returned = put_if(put_if(branched,
      told_i && !is_branch && waypoint_i.kind != Update,
      config_i.cycle_accurate ? count(clocks_i, 1'b1, !waypoint_i.taken) : atom(!waypoint_i.taken)),
      returns, one(ExceptionReturn));

  assign waypoint_group = put_if(put_if(put_if(put_if(returned,
      says_context, one(ContextId)),
      says_context, context_bytes(context_id_i, config_i.context_size)),
      says_vmid, one(Vmid)),
      says_vmid, one(vmid_i));

  assign waypoint_said.base       = branches ? waypoint_i.target : said.base;
  assign waypoint_said.context_id = says_context ? context_id_i : said.context_id;
  assign waypoint_said.vmid       = says_vmid ? vmid_i : said.vmid;
  assign waypoint_said.stamp      = said.stamp;

  // --- after the waypoint ---------------------------------------------------------------------------------------------

  // A function sees nothing but its arguments: so every simulator knows when it is called again.
  function automatic group_t put_isync(group_t group, logic [1:0] reason, config_t asked, place_t at, logic [31:0] clocks,
                                       logic [31:0] context_id, logic [7:0] vmid);
    put_isync = put_if(put_if(put(put_if(put(group,
        {4'd6, 80'({1'b0, reason, 1'b0, at.ns, at.t && at.j, at.hyp, 1'b1, at.address[31:1], at.t, Isync})}),
        asked.cycle_accurate && reason != ReasonPeriodic, count(clocks, 1'b1, 1'b0)),
        context_bytes(context_id, asked.context_size)),
        asked.vmid, one(Vmid)),
        asked.vmid, one(vmid));
  endfunction

  logic [63:0] plain, coded;
  part_t       stamp_count;

  assign plain       = config_i.wide ? stamp_value_i : {16'h0, stamp_value_i[47:0]};
  assign coded       = config_i.binary ? plain : plain ^ (plain >> 1);
  assign stamp_count = config_i.cycle_accurate ? count(stamp_clocks_i, 1'b0, 1'b0) : '0;

  // Both times as coded, `told` the one said last.
  function automatic group_t put_stamp(group_t group, logic whole, logic wide, logic changed, logic [63:0] now, logic [63:0] told,
                                       part_t clocks);
    put_stamp = put(put(put(group, one(Stamp | {5'h0, changed, 2'b00})), stamp(now, told, whole, wide)), clocks);
  endfunction

  group_t started, synced;
  logic   stamps;

  assign stamps  = config_i.stamps && (enter_i || start_i || stamp_i);
  assign started = start_i ? put_isync(waypoint_group, reason_i, config_i, at_i, clocks_i, context_id_i, vmid_i) : waypoint_group;
  assign group_o = stamps ? put_stamp(started, enter_i || start_i, config_i.wide, clock_change_i, coded, said_i.stamp, stamp_count) : started;

  // What a decoder knows after the group.
  assign said_o.base       = start_i ? at_i : waypoint_said.base;
  assign said_o.context_id = start_i ? context_id_i : waypoint_said.context_id;
  assign said_o.vmid       = start_i ? vmid_i : waypoint_said.vmid;
  assign said_o.stamp      = stamps ? coded : said_i.stamp;

  assign synced = put_isync(put(waypoint_group, Async), start_i ? reason_i : ReasonPeriodic, config_i, at_i, clocks_i, context_id_i, vmid_i);
  assign synced_group_o = config_i.stamps ? put_stamp(synced, 1'b1, config_i.wide, clock_change_i, coded, said_i.stamp, stamp_count) : synced;

  assign synced_said_o.base       = at_i;
  assign synced_said_o.context_id = context_id_i;
  assign synced_said_o.vmid       = vmid_i;
  assign synced_said_o.stamp      = config_i.stamps ? coded : said_i.stamp;

endmodule

`default_nettype wire
