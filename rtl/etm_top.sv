// SPDX-License-Identifier: Apache-2.0
// Embedded trace macrocell. It traces the executed instructions of a processor and outputs ETMv3 trace (IHI 0014Q, versions
// 3.0 to 3.5) on an ATB. It has one clock, and RESETn is asynchronous and active low. Every output is a register.
// docs/pipeline.md and docs/pipeline-etm3.md specify the behaviour in each clock.
//
// The instruction port has two slots in each clock, of which slot 0 is the older, and is never stalled. A processor that
// executes one instruction in a clock ties ETMI1* low.
`default_nettype none

module etm_top #(
  parameter  int unsigned AtbBits     = 32,   // width of ATDATA: 8, 16, 32 or 64
  parameter  int unsigned QueueDepth  = 8,    // clocks: a power of two, 4 to 64
  parameter  int unsigned FifoBytes   = 64,   // trace bytes: a power of two, 16 to 4096
  parameter  int unsigned AddrPairs  = 8,    // address comparators built at most, two each: 0 to 8
  parameter  int unsigned Counters   = 4,    // counters: 0 to 4
  parameter  int unsigned ContextIds = 3,    // Context ID comparators: 0 to 3
  parameter  int unsigned ExtOuts    = 4,    // external outputs: 0 to 4
  localparam int unsigned AtbytesBits = (AtbBits > 8) ? $clog2(AtbBits / 8) : 1
) (
  input  logic                   CLK,
  input  logic                   RESETn,

  input  logic                   ETMI0VALID,          // an instruction was executed
  input  logic [31:0]            ETMI0A,
  input  logic                   ETMI0T,
  input  logic                   ETMI0J,
  input  logic                   ETMI0PASS,           // the instruction passed its condition
  input  logic                   ETMI0ERET,           // the instruction is an exception return, and passed
  input  logic                   ETMI0BR,             // execution continues at ETMI0BRA
  input  logic [31:0]            ETMI0BRA,
  input  logic                   ETMI0BRT,
  input  logic                   ETMI0BRJ,
  input  logic                   ETMI0BRNS,
  input  logic                   ETMI0BRHYP,
  input  logic                   ETMI0BRDIRECT,       // by a direct branch
  input  logic [8:0]             ETMI0BREXC,          // by this exception, 0 for none
  input  logic                   ETMI0BRCANCEL,       // the exception cancelled the most recent instruction
  input  logic                   ETMI0BRSECRET,       // tracing is prohibited there

  input  logic                   ETMI1VALID,
  input  logic [31:0]            ETMI1A,
  input  logic                   ETMI1T,
  input  logic                   ETMI1J,
  input  logic                   ETMI1PASS,
  input  logic                   ETMI1ERET,
  input  logic                   ETMI1BR,
  input  logic [31:0]            ETMI1BRA,
  input  logic                   ETMI1BRT,
  input  logic                   ETMI1BRJ,
  input  logic                   ETMI1BRNS,
  input  logic                   ETMI1BRHYP,
  input  logic                   ETMI1BRDIRECT,
  input  logic [8:0]             ETMI1BREXC,
  input  logic                   ETMI1BRCANCEL,
  input  logic                   ETMI1BRSECRET,

  input  logic                   ETMUSER,             // instructions are executed in User mode
  input  logic                   ETMNS,               // the instructions of this clock are executed in Non-secure state
  input  logic                   ETMHYP,
  input  logic                   ETMPROHIBITED,       // the instructions must not be traced
  input  logic                   ETMDBGACK,           // Debug state: the slots are ignored
  input  logic [31:0]            ETMCID,
  input  logic [7:0]             ETMVMID,
  output logic                   ETMEN,               // tracing is enabled: instructions are sampled

  input  logic [31:0]            CFGIDR,              // static: ETMIDR
  input  logic [31:0]            CFGCCER,
  input  logic [31:0]            CFGCCR,              // static: ETMCCR
  input  logic [11:0]            CFGREGS,             // static: optional registers (docs/pins.md)

  input  logic [63:0]            TSVALUEB,            // natural binary
  input  logic                   TSCLKCHANGE,         // a clock has changed: the R bit of the next timestamp
  input  logic                   NIDEN,               // NIDEN or DBGEN permits tracing
  input  logic                   DBGEN,
  input  logic                   DBGPWRDUP,           // the core domain has power
  output logic                   DBGNOPWRDWN,         // ETMPDCR[3]: requests to keep core power on
  input  logic                   ETMWFIPENDING,       // WFI or WFE: held until ETMWFIREADY
  output logic                   ETMWFIREADY,         // the accepted trace was output

  input  logic [3:0]             EXTIN,               // resources of the events
  input  logic [31:0]            EXTINBUS,            // ETMEXTINSELR selects up to four of these as resources
  input  logic [7:0]             EMBEDDEDICE,         // watchpoint comparators: high while the last comparison matched
  output logic                   ETMTRIGOUT,          // high for one clock, once after each programming
  output logic                   ETMDBGRQ,            // requests Debug state, until ETMDBGACK
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

  if (AddrPairs > 8 || Counters > 4 || ContextIds > 3 || ExtOuts > 4) begin : gen_bad_resources
    $error("AddrPairs must be at most 8, Counters and ExtOuts 4, ContextIds 3");
  end

  // The other fields of an empty slot are not used.
  etm3_pkg::slot_t slot0, slot1, used0, used1;

  assign slot0.valid       = ETMI0VALID;
  assign slot0.code        = {ETMI0A, ETMI0T, ETMI0J};
  assign slot0.pass        = ETMI0PASS;
  assign slot0.eret        = ETMI0ERET;
  assign slot0.branch      = ETMI0BR;
  assign slot0.target.code = {ETMI0BRA, ETMI0BRT, ETMI0BRJ};
  assign slot0.target.ns   = ETMI0BRNS;
  assign slot0.target.hyp  = ETMI0BRHYP;
  assign slot0.direct      = ETMI0BRDIRECT;
  assign slot0.exception   = ETMI0BREXC;
  assign slot0.cancel      = ETMI0BRCANCEL;
  assign slot0.secret      = ETMI0BRSECRET;

  assign slot1.valid       = ETMI1VALID;
  assign slot1.code        = {ETMI1A, ETMI1T, ETMI1J};
  assign slot1.pass        = ETMI1PASS;
  assign slot1.eret        = ETMI1ERET;
  assign slot1.branch      = ETMI1BR;
  assign slot1.target.code = {ETMI1BRA, ETMI1BRT, ETMI1BRJ};
  assign slot1.target.ns   = ETMI1BRNS;
  assign slot1.target.hyp  = ETMI1BRHYP;
  assign slot1.direct      = ETMI1BRDIRECT;
  assign slot1.exception   = ETMI1BREXC;
  assign slot1.cancel      = ETMI1BRCANCEL;
  assign slot1.secret      = ETMI1BRSECRET;

  assign used0 = (ETMI0VALID || ETMI0BR) ? slot0 : {1'b0, {36{1'bx}}, 1'b0, {48{1'bx}}};
  assign used1 = (ETMI1VALID || ETMI1BR) ? slot1 : {1'b0, {36{1'bx}}, 1'b0, {48{1'bx}}};

  etm3_pkg::port_t instruction_port;

  assign instruction_port.slot0      = used0;
  assign instruction_port.slot1      = used1;
  assign instruction_port.user       = ETMUSER;
  assign instruction_port.ns         = ETMNS;
  assign instruction_port.hyp        = ETMHYP;
  assign instruction_port.prohibited = ETMPROHIBITED;
  assign instruction_port.debug      = ETMDBGACK;
  assign instruction_port.who        = {ETMCID, ETMVMID};

  trc_pkg::moment_t moment;

  assign moment.stamp        = TSVALUEB;
  assign moment.clock_change = TSCLKCHANGE;
  assign moment.idle         = ETMWFIPENDING;

  assign PREADY   = 1'b1;
  assign ETMDBGRQ = 1'b0;

  trc_core #(
    .Etm3      (1'b1),
    .AtbBits   (AtbBits),
    .QueueDepth(QueueDepth),
    .FifoBytes (FifoBytes),
    .AddrPairs (AddrPairs),
    .Counters  (Counters),
    .ContextIds(ContextIds),
    .ExtOuts   (ExtOuts)
  ) u_core (
    .clk_i           (CLK),
    .rst_ni          (RESETn),
    .port_i          (instruction_port),
    .speculation_i   ('0),
    .moment_i        (moment),
    .open_o          (ETMEN),
    .idle_o          (ETMWFIREADY),
    .retstack_depth_i(4'd0),
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
    .trigger_o       (ETMTRIGOUT),
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
