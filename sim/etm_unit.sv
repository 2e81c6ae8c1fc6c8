// SPDX-License-Identifier: Apache-2.0
// The socket of an ETM. The sockets of all units have the same ports, so that a testbench does not know which one it has.
`default_nettype none

module etm_unit #(
  parameter int AtbBits = 32,
  parameter int QueueDepth = 8,
  parameter int FifoBytes = 64
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

  etm_top #(
    .AtbBits(AtbBits),
    .QueueDepth(QueueDepth),
    .FifoBytes(FifoBytes)
  ) u_etm (
    .CLK,
    .RESETn(in.resetn),
    .ETMI0VALID(in.slot0.executed),
    .ETMI0A(in.slot0_at),
    .ETMI0T(in.slot0.t),
    .ETMI0J(in.slot0.j),
    .ETMI0PASS(in.slot0.passed),
    .ETMI0ERET(in.slot0.eret),
    .ETMI0BR(in.slot0.branched),
    .ETMI0BRA(in.slot0_to),
    .ETMI0BRT(in.slot0.to_t),
    .ETMI0BRJ(in.slot0.to_j),
    .ETMI0BRNS(in.slot0.to_ns),
    .ETMI0BRHYP(in.slot0.to_hyp),
    .ETMI0BRDIRECT(in.slot0.direct),
    .ETMI0BREXC(in.slot0.exception),
    .ETMI0BRCANCEL(in.slot0.cancel),
    .ETMI0BRSECRET(in.slot0.secret),
    .ETMI1VALID(in.slot1.executed),
    .ETMI1A(in.slot1_at),
    .ETMI1T(in.slot1.t),
    .ETMI1J(in.slot1.j),
    .ETMI1PASS(in.slot1.passed),
    .ETMI1ERET(in.slot1.eret),
    .ETMI1BR(in.slot1.branched),
    .ETMI1BRA(in.slot1_to),
    .ETMI1BRT(in.slot1.to_t),
    .ETMI1BRJ(in.slot1.to_j),
    .ETMI1BRNS(in.slot1.to_ns),
    .ETMI1BRHYP(in.slot1.to_hyp),
    .ETMI1BRDIRECT(in.slot1.direct),
    .ETMI1BREXC(in.slot1.exception),
    .ETMI1BRCANCEL(in.slot1.cancel),
    .ETMI1BRSECRET(in.slot1.secret),
    .ETMNS(in.etm_ns),
    .ETMHYP(in.etm_hyp),
    .ETMPROHIBITED(in.etm_prohibited),
    .ETMDBGACK(in.etm_debug),
    .ETMCID(in.context_id),
    .ETMVMID(in.vmid),
    .ETMEN(out.wpt_enable),
    .CFGIDR(in.cfgidr),
    .CFGCCER(in.cfgccer),
    .TSVALUEB(in.timestamp),
    .TSCLKCHANGE(in.clock_change),
    .NIDEN(in.niden),
    .DBGEN(in.dbgen),
    .ETMWFIPENDING(in.idle_request),
    .ETMWFIREADY(out.idle),
    .EXTIN(in.extin),
    .ETMTRIGOUT(out.trigger),
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
