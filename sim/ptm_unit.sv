// SPDX-License-Identifier: Apache-2.0
// The socket of a PTM. The sockets of all units have the same ports, so that a testbench does not know which one it has.
`default_nettype none

module ptm_unit #(
  parameter int AtbBits = 32,
  parameter int QueueDepth = 8,
  parameter int FifoBytes = 64,
  parameter int RetStackMax = 15
) (
  input  bit                      CLK,
  input  waypoint_pins_pkg::in_t  in,
  output waypoint_pins_pkg::out_t out
);

  localparam int BytesBits = (AtbBits > 16) ? $clog2(AtbBits / 8) : 1;

  logic [BytesBits-1:0] ATBYTES;
  logic [AtbBits-1:0]   ATDATA;

  assign out.unused  = '0;
  assign out.atbytes = 3'(ATBYTES);
  assign out.atdata  = 64'(ATDATA);

  ptm_top #(
    .AtbBits(AtbBits),
    .QueueDepth(QueueDepth),
    .FifoBytes(FifoBytes),
    .RetStackMax(RetStackMax)
  ) u_ptm (
    .CLK,
    .RESETn(in.resetn),
    .WPTVALID(in.wpt_valid),
    .WPTPC(in.pc),
    .WPTTARGETPC(in.target),
    .WPTTYPE(in.wpt_type),
    .WPTTAKEN(in.taken),
    .WPTLINK(in.link),
    .WPTT32LINK(in.t32),
    .WPTTARGETTBIT(in.target_t),
    .WPTTARGETJBIT(in.target_j),
    .WPTnSECURE(in.ns),
    .WPTEXCEPTIONTYPE(in.exception[3:0]),
    .WPTTRACEPROHIBITED(in.prohibited),
    .WPTCONTEXTID(in.context_id),
    .WPTEXTERET(in.eret),
    .WPTEXTBARRIER(in.barrier),
    .WPTEXTHYP(in.hyp),
    .WPTEXTVMID(in.vmid),
    .WPTEXTEXCEPTION(in.exception[8:4]),
    .WPTENABLE(out.wpt_enable),
    .RETSTACKDEPTH(in.retstack_depth),
    .CFGIDR(in.cfgidr),
    .CFGCCER(in.cfgccer),
    .TSVALUEB(in.timestamp),
    .TSCLKCHANGE(in.clock_change),
    .NIDEN(in.niden),
    .DBGEN(in.dbgen),
    .PTMIDLEREQ(in.idle_request),
    .PTMIDLEACK(out.idle),
    .EXTIN(in.extin),
    .PTMTRIGGER(out.trigger),
    .PCLKEN(in.pclken),
    .PSEL(in.psel),
    .PENABLE(in.penable),
    .PADDR(in.paddr),
    .PWRITE(in.pwrite),
    .PWDATA(in.pwdata),
    .PRDATA(out.prdata),
    .PREADY(out.pready),
    .PSLVERR(out.pslverr),
    .ATCLKEN(in.atclken),
    .SYNCREQ(in.syncreq),
    .ATVALID(out.atvalid),
    .ATREADY(in.atready),
    .ATBYTES,
    .ATDATA,
    .ATID(out.atid),
    .AFVALID(in.afvalid),
    .AFREADY(out.afready)
  );

endmodule
