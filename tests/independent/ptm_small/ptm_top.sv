// SPDX-License-Identifier: Apache-2.0
// A small PTM, built only from the clauses of IHI 0035B, and different from rtl/: see ../README.md.
// It has the pins of rtl/ptm_top.sv; QueueDepth and RetStackMax mean nothing to it.
`default_nettype none

module ptm_top import small_pkg::*; #(
  parameter  int AtbBits     = 32,
  parameter  int QueueDepth  = 8,
  parameter  int FifoBytes   = 64,
  parameter  int RetStackMax = 15,
  localparam int AtbytesBits = (AtbBits > 8) ? $clog2(AtbBits / 8) : 1
) (
  input  logic                   CLK,
  input  logic                   RESETn,

  input  logic                   WPTVALID,
  input  logic [31:0]            WPTPC,
  input  logic [31:0]            WPTTARGETPC,
  input  logic [2:0]             WPTTYPE,
  input  logic                   WPTTAKEN,
  input  logic                   WPTLINK,
  input  logic                   WPTT32LINK,
  input  logic                   WPTTARGETTBIT,
  input  logic                   WPTTARGETJBIT,
  input  logic                   WPTnSECURE,
  input  logic [3:0]             WPTEXCEPTIONTYPE,
  input  logic                   WPTTRACEPROHIBITED,
  input  logic [31:0]            WPTCONTEXTID,
  input  logic                   WPTEXTERET,
  input  logic [1:0]             WPTEXTBARRIER,
  input  logic                   WPTEXTHYP,
  input  logic [7:0]             WPTEXTVMID,
  input  logic [4:0]             WPTEXTEXCEPTION,
  output logic                   WPTENABLE,

  input  logic [3:0]             RETSTACKDEPTH,
  input  logic [31:0]            CFGIDR,
  input  logic [31:0]            CFGCCER,
  input  logic [31:0]            CFGCCR,

  input  logic [63:0]            TSVALUEB,
  input  logic                   TSCLKCHANGE,
  input  logic                   NIDEN,
  input  logic                   DBGEN,
  input  logic                   PTMIDLEREQ,
  output logic                   PTMIDLEACK,

  input  logic [3:0]             EXTIN,
  output logic                   PTMTRIGGER,
  output logic                   PTMDBGRQ,
  input  logic                   PTMDBGACK,

  input  logic                   PCLKEN,
  input  logic                   PSEL,
  input  logic                   PENABLE,
  input  logic                   PWRITE,
  input  logic [11:2]            PADDR,
  input  logic [31:0]            PWDATA,
  input  logic                   PADDRDBG31,
  output logic [31:0]            PRDATA,
  output logic                   PREADY,
  output logic                   PSLVERR,

  input  logic                   ATCLKEN,
  input  logic                   SYNCREQ,
  output logic                   ATVALID,
  input  logic                   ATREADY,
  output logic [AtbytesBits-1:0] ATBYTES,
  output logic [AtbBits-1:0]     ATDATA,
  output logic [6:0]             ATID,
  input  logic                   AFVALID,
  output logic DBGNOPWRDWN,
  output logic                   AFREADY
);

  // What is said in one clock must fit into an empty FIFO.
  localparam int Depth    = (FifoBytes < 128) ? 128 : FifoBytes;
  localparam int FreeBits = $clog2(Depth) + 1;

  config_t   cfg;
  waypoint_t waypoint;
  group_t    group;

  pair_t      pair;
  resources_t now, now_q, earlier;  // the last: the pins of the clock before, the comparators of this one

  logic [16:0] trigger_event, enable_event, stamp_event;
  logic [FreeBits-1:0] free;
  logic enabled, enabled_q, powered_down, authorized, refuses, run, drained, overflowed, triggered;
  logic empty, silent, first_owed, owed, flush_begins;
  logic may_request, requested_q;

  assign now.extin          = EXTIN;
  assign earlier.extin      = now_q.extin;
  assign earlier.ns         = now_q.ns;
  assign earlier.prohibited = now_q.prohibited;
  assign earlier.single     = now.single;
  assign earlier.range      = now.range;

  assign authorized = NIDEN || DBGEN;
  assign run        = enabled && authorized;
  assign drained    = silent && !first_owed && !owed && !enabled_q;

  assign PREADY     = 1'b1;
  assign PSLVERR    = refuses;
  assign PTMIDLEACK = PTMIDLEREQ && silent && !first_owed && !owed;
  assign PTMTRIGGER = run && !triggered && small_pkg::happens(trigger_event, now);

  // 3.16.1: The request stays HIGH until the processor is in Debug state. A stop leaves it as it is.
  assign PTMDBGRQ = requested_q || (PTMTRIGGER && may_request);

  always_ff @(posedge CLK or negedge RESETn) begin
    if (!RESETn) requested_q <= 1'b0;
    else         requested_q <= PTMDBGRQ && !PTMDBGACK;
  end

  always_ff @(posedge CLK or negedge RESETn) begin
    if (!RESETn) begin
      enabled_q <= 1'b0;
      WPTENABLE <= 1'b0;
      now_q     <= '0;
    end else begin
      now_q     <= now;
      enabled_q <= enabled;
      WPTENABLE <= run;
    end
  end

  // Exception[8:4] and Hyp mode are of PFTv1.1, the second of virtualization.
  always_comb begin
    waypoint.kind           = WPTTYPE;
    waypoint.pc             = WPTPC;
    waypoint.target.address = WPTTARGETPC;
    waypoint.target.t       = WPTTARGETTBIT;
    waypoint.target.j       = WPTTARGETJBIT;
    waypoint.target.ns      = WPTnSECURE;
    waypoint.target.hyp     = WPTEXTHYP && cfg.virt;
    waypoint.taken          = WPTTAKEN;
    waypoint.link           = WPTLINK;
    waypoint.t32            = WPTT32LINK;
    waypoint.prohibited     = WPTTRACEPROHIBITED;
    waypoint.eret           = WPTEXTERET;
    waypoint.barrier        = WPTEXTBARRIER;
    waypoint.exception      = {cfg.v11 ? WPTEXTEXCEPTION : 5'd0, WPTEXCEPTIONTYPE};
    waypoint.context_id     = WPTCONTEXTID;
    waypoint.vmid           = WPTEXTVMID;
  end

  small_regs u_regs (
    .clk_i          (CLK),
    .rst_ni         (RESETn),
    .cfgidr_i       (CFGIDR),
    .cfgccer_i      (CFGCCER),
    .cfgccr_i       (CFGCCR),
    .has_stack_i    (RETSTACKDEPTH != '0),
    .authorized_i   (authorized),
    .pclken_i       (PCLKEN),
    .psel_i         (PSEL),
    .penable_i      (PENABLE),
    .pwrite_i       (PWRITE),
    .paddr_i        (PADDR),
    .pwdata_i       (PWDATA),
    .software_i     (!PADDRDBG31),
    .prdata_o       (PRDATA),
    .error_o        (refuses),
    .enabled_o      (enabled),
    .config_o       (cfg),
    .may_request_o  (may_request),
    .trigger_event_o(trigger_event),
    .enable_event_o (enable_event),
    .stamp_event_o  (stamp_event),
    .pair_o         (pair),
    .atid_o         (ATID),
    .drained_i      (drained),
    .overflowed_i   (overflowed),
    .powered_down_o (powered_down),
    .trigger_i      (PTMTRIGGER),
    .triggered_o    (triggered)
  );

  small_trace #(
    .FreeBits(FreeBits)
  ) u_trace (
    .clk_i         (CLK),
    .rst_ni        (RESETn),
    .config_i      (cfg),
    .pair_i        (pair),
    .run_i         (run),
    .fresh_i       (enabled && !enabled_q),
    .powered_down_i(powered_down),
    .valid_i       (WPTVALID),
    .waypoint_i    (waypoint),
    .enable_i      (small_pkg::happens(enable_event, now)),
    .earlier_i     (small_pkg::happens(enable_event, earlier)),
    .stamp_event_i (small_pkg::happens(stamp_event, now)),
    .trigger_i     (PTMTRIGGER),
    .syncreq_i     (SYNCREQ && ATCLKEN),
    .flush_i       (flush_begins),
    .idle_i        (PTMIDLEREQ),
    .stamp_i       (TSVALUEB),
    .clock_change_i(TSCLKCHANGE),
    .free_i        (free),
    .empty_i       (empty),
    .group_o       (group),
    .ns_o          (now.ns),
    .prohibited_o  (now.prohibited),
    .single_o      (now.single),
    .range_o       (now.range),
    .first_owed_o  (first_owed),
    .owed_o        (owed),
    .overflowed_o  (overflowed)
  );

  small_fifo #(
    .AtbBits(AtbBits),
    .Depth  (Depth)
  ) u_fifo (
    .clk_i         (CLK),
    .rst_ni        (RESETn),
    .group_i       (group),
    .free_o        (free),
    .empty_o       (empty),
    .silent_o      (silent),
    .atclken_i     (ATCLKEN),
    .atvalid_o     (ATVALID),
    .atready_i     (ATREADY),
    .atbytes_o     (ATBYTES),
    .atdata_o      (ATDATA),
    .afvalid_i     (AFVALID),
    .unready_i     (first_owed),
    .flush_begins_o(flush_begins),
    .afready_o     (AFREADY)
  );

  assign DBGNOPWRDWN = 1'b0;
endmodule

`default_nettype wire
