// SPDX-License-Identifier: Apache-2.0
// Program trace macrocell. It traces the waypoints of a processor and outputs Program Flow Trace v1.1 (IHI 0035B) on an
// ATB. It has one clock, and RESETn is asynchronous and active low. Every output is a register. docs/pipeline.md and
// docs/pipeline-pft.md specify the behaviour in each clock.
//
// The waypoint port is that of the Cortex-A9 PTM interface (DDI 0388 table A-29). It presents one waypoint in each clock in
// which WPTVALID is high, and is never stalled. A processor that does not implement the WPTEXT* pins ties them low
// (docs/pipeline-pft.md#pins, rule 2). If WptDepth is 0, each waypoint must be committed when it is presented.
`default_nettype none

module ptm_top #(
  parameter  int unsigned AtbBits     = 32,   // width of ATDATA: 8, 16, 32 or 64
  parameter  int unsigned QueueDepth  = 8,    // waypoints: a power of two, 4 to 64
  parameter  int unsigned FifoBytes   = 64,   // trace bytes: a power of two, 16 to 4096
  parameter  int unsigned RetStackMax = 15,   // return stack entries built: 1 to 15
  parameter  int unsigned WptDepth    = 0,    // entries for speculative waypoints: 0, 2, 4 or 8
  parameter  int unsigned AddrPairs   = 8,    // address comparators built at most, two each: 0 to 8
  parameter  int unsigned Counters    = 4,    // counters: 0 to 4
  parameter  int unsigned ContextIds  = 3,    // Context ID comparators: 0 to 3
  parameter  int unsigned ExtOuts     = 4,    // external outputs: 0 to 4
  localparam int unsigned AtbytesBits = (AtbBits > 8) ? $clog2(AtbBits / 8) : 1
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
  input  logic                   WPTEXTERET,          // the waypoint is an exception return
  input  logic [1:0]             WPTEXTBARRIER,       // 0 ISB, 1 DSB, 2 DMB
  input  logic                   WPTEXTHYP,
  input  logic [7:0]             WPTEXTVMID,
  input  logic                   WPTEXTUSER,          // the instructions after the waypoint are executed in User mode
  input  logic [4:0]             WPTEXTEXCEPTION,     // Exception[8:4]
  input  logic [1:0]             WPTCOMMIT,           // so many of the oldest uncommitted waypoints are committed
  input  logic                   WPTFLUSH,            // the other uncommitted waypoints are discarded
  // verilator lint_off UNUSEDSIGNAL
  input  logic                   WPTFIFOEMPTY,        // no speculative waypoint is in the processor's interface
  // verilator lint_on UNUSEDSIGNAL
  output logic                   WPTENABLE,           // tracing is enabled: waypoints are sampled

  input  logic [3:0]             RETSTACKDEPTH,       // static, 0 to RetStackMax
  input  logic [31:0]            CFGIDR,              // static: ETMIDR
  input  logic [31:0]            CFGCCER,
  input  logic [31:0]            CFGCCR,              // static: ETMCCR
  input  logic [11:0]            CFGREGS,             // static: optional registers (docs/pins.md)

  input  logic [63:0]            TSVALUEB,            // natural binary
  input  logic                   TSCLKCHANGE,         // a clock has changed: the R bit of the next timestamp
  input  logic                   NIDEN,               // NIDEN or DBGEN permits tracing
  input  logic                   DBGEN,
  input  logic                   HDBGEN,              // Halting debug-mode: WPTTYPE 4 and 5 are waypoints
  input  logic                   DBGPWRDUP,           // the core domain has power
  output logic                   DBGNOPWRDWN,         // ETMPDCR[3]: requests to keep core power on
  input  logic                   PTMIDLEREQ,          // WFI or WFE: held until PTMIDLEACK
  output logic                   PTMIDLEACK,          // the accepted trace was output

  input  logic [3:0]             EXTIN,               // resources of the events
  input  logic [31:0]            EXTINBUS,            // ETMEXTINSELR selects up to four of these as resources
  input  logic [7:0]             EMBEDDEDICE,         // watchpoint comparators: high while the last comparison matched
  output logic                   PTMTRIGGER,          // high for one clock, once after each programming
  output logic                   PTMDBGRQ,            // requests Debug state, until PTMDBGACK
  // verilator lint_off UNUSEDSIGNAL
  input  logic                   PTMDBGACK,           // the processor is in Debug state
  // verilator lint_on UNUSEDSIGNAL
  output logic [3:0]             EXTOUT,              // external outputs, as many as ETMCCR[22:20]

  input  logic                   PCLKEN,              // clock enable of the APB on CLK
  input  logic                   PADDRDBG31,          // 1 for an access by a debugger, 0 for software
  input  logic                   PSEL,
  input  logic                   PENABLE,
  input  logic                   PWRITE,
  input  logic [11:2]            PADDR,
  input  logic [31:0]            PWDATA,
  output logic [31:0]            PRDATA,
  output logic                   PREADY,
  output logic                   PSLVERR,

  input  logic                   ATCLKEN,             // clock enable of the ATB on CLK
  input  logic                   SYNCREQ,
  output logic                   ATVALID,
  input  logic                   ATREADY,
  output logic [AtbytesBits-1:0] ATBYTES,             // bytes in the beat - 1
  output logic [AtbBits-1:0]     ATDATA,
  output logic [6:0]             ATID,
  input  logic                   AFVALID,
  output logic                   AFREADY
);

  if (AtbBits != 8 && AtbBits != 16 && AtbBits != 32 && AtbBits != 64) begin : gen_bad_atb
    $error("AtbBits must be 8, 16, 32 or 64");
  end
  if (QueueDepth < 4 || QueueDepth > 64 || 2 ** $clog2(QueueDepth) != QueueDepth) begin : gen_bad_queue
    $error("QueueDepth must be a power of two, 4 to 64");
  end
  if (FifoBytes < 16 || FifoBytes > 4096 || 2 ** $clog2(FifoBytes) != FifoBytes) begin : gen_bad_fifo
    $error("FifoBytes must be a power of two, 16 to 4096");
  end
  if (RetStackMax < 1 || RetStackMax > 15) begin : gen_bad_retstack
    $error("RetStackMax must be 1 to 15");
  end

  if (WptDepth != 0 && WptDepth != 2 && WptDepth != 4 && WptDepth != 8) begin : gen_bad_wpt_depth
    $error("WptDepth must be 0, 2, 4 or 8");
  end

  if (AddrPairs > 8 || Counters > 4 || ContextIds > 3 || ExtOuts > 4) begin : gen_bad_resources
    $error("AddrPairs must be at most 8, Counters and ExtOuts 4, ContextIds 3");
  end

  pft_pkg::waypoint_t waypoint;

  assign waypoint.pc          = WPTPC;
  assign waypoint.target.code = {WPTTARGETPC, WPTTARGETTBIT, WPTTARGETJBIT};
  assign waypoint.target.ns   = WPTnSECURE;
  assign waypoint.target.hyp  = WPTEXTHYP;
  assign waypoint.kind        = WPTTYPE;
  assign waypoint.taken       = WPTTAKEN;
  assign waypoint.link        = WPTLINK;
  assign waypoint.t32         = WPTT32LINK;
  assign waypoint.barrier     = WPTEXTBARRIER;
  assign waypoint.exception   = {WPTEXTEXCEPTION, WPTEXCEPTIONTYPE};
  assign waypoint.prohibited  = WPTTRACEPROHIBITED;
  assign waypoint.eret        = WPTEXTERET;
  assign waypoint.user        = WPTEXTUSER;

  // Without a waypoint the pins are not used.
  pft_pkg::port_t waypoint_port;
  logic           valid;

  assign valid         = WPTVALID && (HDBGEN || (WPTTYPE != pft_pkg::WptDebugEntry && WPTTYPE != pft_pkg::WptDebugExit));
  assign waypoint_port = valid ? {1'b1, waypoint, WPTCONTEXTID, WPTEXTVMID} : {1'b0, {128{1'bx}}};

  trc_pkg::moment_t moment;

  assign moment.stamp        = TSVALUEB;
  assign moment.clock_change = TSCLKCHANGE;
  assign moment.idle         = PTMIDLEREQ;

  assign PREADY   = 1'b1;
  assign PTMDBGRQ = 1'b0;

  trc_core #(
    .Etm3       (1'b0),
    .AtbBits    (AtbBits),
    .QueueDepth (QueueDepth),
    .FifoBytes  (FifoBytes),
    .RetStackMax(RetStackMax),
    .WptDepth   (WptDepth),
    .AddrPairs  (AddrPairs),
    .Counters   (Counters),
    .ContextIds (ContextIds),
    .ExtOuts    (ExtOuts)
  ) u_core (
    .clk_i           (CLK),
    .rst_ni          (RESETn),
    .port_i          (waypoint_port),
    .speculation_i   ({WPTVALID, WPTCOMMIT, WPTFLUSH}),
    .moment_i        (moment),
    .open_o          (WPTENABLE),
    .idle_o          (PTMIDLEACK),
    .retstack_depth_i(RETSTACKDEPTH),
    .cfgidr_i        (CFGIDR),
    .cfgccer_i       (CFGCCER),
    .cfgccr_i        (CFGCCR),
    .cfgregs_i       (CFGREGS),
    .dbgpwrdup_i     (DBGPWRDUP),
    .dbgnopwrdwn_o   (DBGNOPWRDWN),
    .authorized_i    (NIDEN || DBGEN),
    .extin_i         (EXTIN),
    .extinbus_i      (EXTINBUS),
    .embeddedice_i   (EMBEDDEDICE),
    .trigger_o       (PTMTRIGGER),
    .extout_o        (EXTOUT),
    .pclken_i        (PCLKEN),
    .paddrdbg31_i    (PADDRDBG31),
    .psel_i          (PSEL),
    .penable_i       (PENABLE),
    .pwrite_i        (PWRITE),
    .paddr_i         (PADDR),
    .pwdata_i        (PWDATA),
    .prdata_o        (PRDATA),
    .pslverr_o       (PSLVERR),
    .atclken_i       (ATCLKEN),
    .syncreq_i       (SYNCREQ),
    .atvalid_o       (ATVALID),
    .atbytes_o       (ATBYTES),
    .atdata_o        (ATDATA),
    .atid_o          (ATID),
    .atready_i       (ATREADY),
    .afvalid_i       (AFVALID),
    .afready_o       (AFREADY)
  );

endmodule

`default_nettype wire
