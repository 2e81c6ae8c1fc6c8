// SPDX-License-Identifier: Apache-2.0
// A small PTM with the Cortex-A9's waypoint port, PFTv1.0, built only from IHI 0035B, DDI 0388 and DDI 0407. ../README.md has its choices.
// A waypoint has the clock and the time of its commit. By IHI 0035B 4.1 a PTM sees only what was executed, and this is first known at the
// commit. By 4.4 a count ends at a waypoint, so the later ones of several waypoints that are committed in one clock have counts of 0.
`default_nettype none

module ptm_top
  import a9_pkg::*;
#(
  parameter int AtbBits = 32,
  parameter int AtBytes = (AtbBits > 16) ? $clog2(AtbBits / 8) : 1
) (
  input  logic               CLK,
  input  logic               RESETn,

  output logic               WPTENABLE,
  input  logic               WPTVALID,
  input  logic [2:0]         WPTTYPE,
  input  logic [31:0]        WPTPC,
  input  logic               WPTT32LINK,
  input  logic               WPTTAKEN,
  input  logic               WPTLINK,
  input  logic [31:0]        WPTTARGETPC,
  input  logic               WPTTARGETTBIT,
  input  logic               WPTTARGETJBIT,
  input  logic [3:0]         WPTEXCEPTIONTYPE,
  input  logic               WPTnSECURE,
  input  logic [31:0]        WPTCONTEXTID,
  input  logic               WPTTRACEPROHIBITED,
  input  logic [1:0]         WPTCOMMIT,
  input  logic               WPTFLUSH,
  input  logic               WPTFIFOEMPTY,

  input  logic [31:0]        CFGIDR,
  input  logic [31:0]        CFGCCER,
  input  logic [31:0]        CFGCCR,

  input  logic [63:0]        TSVALUEB,
  input  logic               TSCLKCHANGE,
  input  logic               NIDEN,
  input  logic               DBGEN,
  input  logic               PTMIDLEREQ,
  output logic               PTMIDLEACK,
  input  logic [3:0]         EXTIN,
  output logic [3:0]         EXTOUT,
  output logic               PTMTRIGGER,

  input  logic               PCLKEN,
  input  logic               PSEL,
  input  logic               PENABLE,
  input  logic               PWRITE,
  input  logic [11:2]        PADDR,
  input  logic               PADDRDBG31,
  input  logic [31:0]        PWDATA,
  output logic [31:0]        PRDATA,
  output logic               PREADY,
  output logic               PSLVERR,

  input  logic               ATCLKEN,
  input  logic               SYNCREQ,
  output logic               ATVALID,
  input  logic               ATREADY,
  output logic [AtBytes-1:0] ATBYTES,
  output logic [AtbBits-1:0] ATDATA,
  output logic [6:0]         ATID,
  input  logic               AFVALID,
  output logic               AFREADY
);

  logic [31:0] control_regs, control_q, control, clock_q;
  logic [11:0] period_regs, period_q, period;
  logic [16:0] trigger_event, enable_event, stamp_event;
  logic        enabled, authorized, powered_down, selects, triggered, run, run_q, idle, trigger, happens, stamps;

  // --- when the unit runs -----------------------------------------------------------------------------------------------

  // The old trace leaves with the old programming, and the unit does not run again before that.
  assign run     = enabled && authorized && (run_q || idle);
  assign control = (run_q || !idle) ? control_q : control_regs;
  assign period  = (run_q || !idle) ? period_q : period_regs;
  assign trigger = run && !triggered && happens;

  assign authorized = NIDEN || DBGEN;
  assign EXTOUT     = 4'd0;
  assign PREADY     = 1'b1;
  assign PSLVERR    = 1'b0;

  always_ff @(posedge CLK or negedge RESETn)
    if (!RESETn) begin
      run_q      <= 1'b0;
      control_q  <= 32'd0;
      period_q   <= 12'd0;
      clock_q    <= 32'd0;
      WPTENABLE  <= 1'b0;
      PTMTRIGGER <= 1'b0;
      PTMIDLEACK <= 1'b0;
    end else begin
      run_q      <= run;
      control_q  <= control;
      period_q   <= period;
      clock_q    <= clock_q + 32'd1;
      WPTENABLE  <= run;
      PTMTRIGGER <= trigger;
      // Uncommitted waypoints are no reason to wait: they may be on a wrong path.
      PTMIDLEACK <= PTMIDLEREQ && (PTMIDLEACK || (idle && number == 2'd0));
    end

  // --- the processor ----------------------------------------------------------------------------------------------------

  waypoint_t                 presented;
  logic [3*WaypointBits-1:0] committed;
  logic [3*RecordBits-1:0]   records;
  logic [3:0][1:0]           states;    // before the first waypoint, and after each
  logic [1:0]                number;
  logic [2:0]                enables;
  logic                      missed, ns_q, prohibited_q, stays;

  // A branch that is not taken, and a barrier, continue at the next instruction, whatever WPTTARGETPC is (WPT-3).
  assign stays = WPTTYPE == Barrier || !WPTTAKEN;
  always_comb begin
    presented.kind       = WPTTYPE;
    presented.taken      = WPTTAKEN;
    presented.t32        = WPTT32LINK;
    presented.t          = WPTTARGETTBIT;
    presented.j          = WPTTARGETJBIT;
    presented.ns         = WPTnSECURE;
    presented.prohibited = WPTTRACEPROHIBITED;
    presented.exception  = WPTEXCEPTIONTYPE;
    presented.pc         = WPTPC;
    presented.next       = stays ? WPTPC + ((WPTTARGETTBIT && !WPTT32LINK) ? 32'd2 : 32'd4) : WPTTARGETPC;
    presented.context_id = WPTCONTEXTID;
  end

  a9_port u_port (
    .clk_i(CLK), .rst_ni(RESETn), .run_i(run), .valid_i(WPTVALID), .waypoint_i(presented), .commit_i(WPTCOMMIT), .flush_i(WPTFLUSH),
    .number_o(number), .committed_o(committed), .missed_o(missed)
  );

  // TraceEnable of each committed waypoint has the state in which its block was executed: that after the waypoint before it.
  assign states[0] = {ns_q, prohibited_q};
  for (genvar i = 0; i < 3; i++) begin : gen_committed
    waypoint_t waypoint;
    assign waypoint    = committed[i*WaypointBits +: WaypointBits];
    assign states[i+1] = {waypoint.ns, waypoint.prohibited};
    a9_event u_enable (
      .event_i(enable_event), .extin_i(EXTIN), .ns_i(states[i][1]), .prohibited_i(states[i][0]), .true_o(enables[i])
    );
    assign records[i*RecordBits +: RecordBits] = {waypoint, enables[i] && selects, clock_q, TSVALUEB[47:0]};
  end

  always_ff @(posedge CLK or negedge RESETn)
    if (!RESETn) {ns_q, prohibited_q} <= 2'd0;
    else {ns_q, prohibited_q} <= states[number];

  a9_event u_trigger (.event_i(trigger_event), .extin_i(EXTIN), .ns_i(ns_q), .prohibited_i(prohibited_q), .true_o(happens));
  a9_event u_stamp (.event_i(stamp_event), .extin_i(EXTIN), .ns_i(ns_q), .prohibited_i(prohibited_q), .true_o(stamps));

  a9_regs u_regs (
    .clk_i(CLK), .rst_ni(RESETn), .idr_i(CFGIDR), .ccer_i(CFGCCER), .ccr_i(CFGCCR), .authorized_i(authorized),
    .pclken_i(PCLKEN), .psel_i(PSEL), .penable_i(PENABLE), .pwrite_i(PWRITE), .paddr_i(PADDR), .debugger_i(PADDRDBG31),
    .pwdata_i(PWDATA), .prdata_o(PRDATA),
    .enabled_o(enabled), .powered_down_o(powered_down), .selects_o(selects), .control_o(control_regs), .period_o(period_regs),
    .trigger_event_o(trigger_event), .enable_event_o(enable_event), .stamp_event_o(stamp_event), .atid_o(ATID),
    .stopped_i(idle && !run_q), .overflowed_i(overflowed), .trigger_i(trigger), .triggered_o(triggered)
  );

  // --- trace ------------------------------------------------------------------------------------------------------------

  logic [RecordBits-1:0] oldest;
  logic [4:0]            level;
  logic                  fresh, waiting, gap, pop, losing, hurry, full, push, mark, encoded, sent, overflowed, flush, flushed, flushing_q;
  packet_t               packet;

  assign fresh = run && !run_q;
  assign hurry = PTMIDLEREQ || !run || losing;
  assign idle  = !waiting && encoded && sent;

  a9_queue u_queue (
    .clk_i(CLK), .rst_ni(RESETn), .fresh_i(fresh), .number_i(number), .records_i(records), .missed_i(missed),
    .drained_i(idle), .pop_i(pop), .valid_o(waiting), .record_o(oldest), .gap_o(gap), .level_o(level), .losing_o(losing)
  );

  a9_encode u_encode (
    .clk_i(CLK), .rst_ni(RESETn), .fresh_i(fresh), .run_i(run), .control_i(control), .period_i(period), .powered_down_i(powered_down),
    .clock_i(clock_q), .trigger_i(trigger), .stamp_event_i(run && stamps), .syncreq_i(SYNCREQ && ATCLKEN), .change_i(TSCLKCHANGE),
    .hurry_i(hurry), .flush_i(flush), .losing_i(losing), .valid_i(waiting), .record_i(oldest), .gap_i(gap), .level_i(level), .pop_o(pop),
    .full_i(full), .push_o(push), .packet_o(packet), .mark_o(mark), .idle_o(encoded), .overflowed_o(overflowed)
  );

  a9_send #(.AtbBits(AtbBits), .AtBytes(AtBytes)) u_send (
    .clk_i(CLK), .rst_ni(RESETn), .push_i(push), .packet_i(packet), .full_o(full), .empty_o(sent), .hurry_i(hurry), .mark_i(mark),
    .flushed_o(flushed), .atclken_i(ATCLKEN), .atvalid_o(ATVALID), .atready_i(ATREADY), .atbytes_o(ATBYTES), .atdata_o(ATDATA)
  );

  assign flush = ATCLKEN && AFVALID && !flushing_q && !AFREADY;

  always_ff @(posedge CLK or negedge RESETn)
    if (!RESETn) begin
      flushing_q <= 1'b0;
      AFREADY    <= 1'b0;
    end else begin
      flushing_q <= (flush || flushing_q) && !flushed;
      if (ATCLKEN) AFREADY <= flushed;
    end

endmodule

`default_nettype wire
