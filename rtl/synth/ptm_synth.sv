// SPDX-License-Identifier: Apache-2.0
// ptm_top for the measurement of area and speed on an iCE40 HX8K: the wide inputs come through one shift register,
// because the part has too few pins, and every other input through a register, so that no path starts or ends at a pin
// alone. RETSTACKDEPTH is tied to what is built, CFGIDR and CFGCCER to a unit that can do everything, the clock enables
// to high.
`default_nettype none

module ptm_synth (
  input  logic        CLK,
  input  logic        RESETn,
  input  logic        SHIFTIN,
  input  logic        ATREADY,
  output logic        WPTENABLE,
  output logic        PTMTRIGGER,
  output logic [3:0]  EXTOUT,
  output logic        PTMIDLEACK,
  output logic [31:0] PRDATA,
  output logic        ATVALID,
  output logic [1:0]  ATBYTES,
  output logic [31:0] ATDATA,
  output logic [6:0]  ATID,
  output logic        AFREADY
);

  localparam int unsigned InputBits = 246;

  logic [InputBits-1:0] inputs_q;
  logic                 atready_q;

  always_ff @(posedge CLK) begin
    inputs_q  <= {inputs_q[InputBits-2:0], SHIFTIN};
    atready_q <= ATREADY;
  end

  logic        wptvalid, wpttaken, wptlink, wptt32link, wpttargettbit, wpttargetjbit, wptnsecure;
  logic        wpttraceprohibited, wptexteret, wptexthyp, tsclkchange, niden, ptmidlereq;
  logic [31:0] wptpc, wpttargetpc, wptcontextid, pwdata;
  logic [63:0] tsvalueb;
  logic [7:0]  wptextvmid;
  logic [4:0]  wptextexception;
  logic [1:0]  wptextbarrier;
  logic [3:0]  wptexceptiontype, extin;
  logic [2:0]  wpttype;
  logic        syncreq, afvalid, psel, penable, pwrite;
  logic [11:2] paddr;

  assign {wptvalid, wptpc, wpttargetpc, wpttype, wpttaken, wptlink, wptt32link, wpttargettbit, wpttargetjbit,
          wptnsecure, wptexceptiontype, wpttraceprohibited, wptcontextid, wptexteret, wptextbarrier, wptexthyp,
          wptextvmid, wptextexception, tsvalueb, tsclkchange, niden, ptmidlereq, extin, syncreq, afvalid, psel, penable,
          pwrite, paddr, pwdata} = inputs_q;

  logic unused_ready, unused_error, unused_power;

  ptm_top #(
    .AtbBits    (32),
    .QueueDepth (8),
    .FifoBytes  (64),
    .RetStackMax(4)
  ) u_ptm (
    .CLK,
    .RESETn,
    .WPTVALID          (wptvalid),
    .WPTPC             (wptpc),
    .WPTTARGETPC       (wpttargetpc),
    .WPTTYPE           (wpttype),
    .WPTTAKEN          (wpttaken),
    .WPTLINK           (wptlink),
    .WPTT32LINK        (wptt32link),
    .WPTTARGETTBIT     (wpttargettbit),
    .WPTTARGETJBIT     (wpttargetjbit),
    .WPTnSECURE        (wptnsecure),
    .WPTEXCEPTIONTYPE  (wptexceptiontype),
    .WPTTRACEPROHIBITED(wpttraceprohibited),
    .WPTCONTEXTID      (wptcontextid),
    .WPTEXTERET        (wptexteret),
    .WPTEXTBARRIER     (wptextbarrier),
    .WPTEXTHYP         (wptexthyp),
    .WPTEXTVMID        (wptextvmid),
    .WPTEXTEXCEPTION   (wptextexception),
    .WPTENABLE,
    .RETSTACKDEPTH     (4'd4),
    .CFGIDR            (32'h571C_F310),
    .CFGCCER           (32'h37C0_1800),
    .CFGCCR            (32'h8808_0000),
    .CFGREGS           (12'h805),
    .TSVALUEB          (tsvalueb),
    .TSCLKCHANGE       (tsclkchange),
    .NIDEN             (niden),
    .DBGEN             (1'b0),
    .HDBGEN            (1'b1),
    .DBGPWRDUP         (1'b1),
    .DBGNOPWRDWN       (unused_power),
    .PTMIDLEREQ        (ptmidlereq),
    .PTMIDLEACK,
    .EXTIN             (extin),
    .PTMTRIGGER,
    .EXTOUT,
    .PCLKEN            (1'b1),
    .PADDRDBG31        (1'b1),
    .PSEL              (psel),
    .PENABLE           (penable),
    .PWRITE            (pwrite),
    .PADDR             (paddr),
    .PWDATA            (pwdata),
    .PRDATA,
    .PREADY            (unused_ready),
    .PSLVERR           (unused_error),
    .ATCLKEN           (1'b1),
    .SYNCREQ           (syncreq),
    .ATVALID,
    .ATREADY           (atready_q),
    .ATBYTES,
    .ATDATA,
    .ATID,
    .AFVALID           (afvalid),
    .AFREADY
  );

endmodule

`default_nettype wire
