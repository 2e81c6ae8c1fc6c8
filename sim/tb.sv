// SPDX-License-Identifier: Apache-2.0
// The testbench: a unit, the bus rules, and one call per clock to the C side, which drives every pin of the unit but CLK and checks
// what it answers. The call at a clock edge sees every pin as the unit samples it there. CLK comes from main.cpp. Verilator only.
//
// It drives a PTM or, with ETM defined, an ETM; the nets that both have keep the names of the PTM's pins.
//
// To put another unit in place of ptm_top or etm_top, give its wrapper that name and these ports, and make RTL=its folder (sim.mk).
// With --no-model it is then judged by its trace alone.
`default_nettype none

// A failed rule fails the run, and the run goes on a little, so that the waves show what came of it. The files with the
// rules are compiled behind this one.
`define RULE_FAILED(text) waypoint_dpi_pkg::waypoint_rule(text)

module tb #(
  parameter int AtbBits = 32,
  parameter int QueueDepth = 8,
  parameter int FifoBytes = 64,
  parameter int RetStackMax = 15
) (
  input bit CLK,
  output bit over  // the run is over: no more clocks are wanted
);

`ifdef ETM
  localparam bit Etm = 1;
`else
  localparam bit Etm = 0;
`endif
  localparam int BytesBits = (AtbBits > 16) ? $clog2(AtbBits / 8) : 1;

  logic [31:0] clock;  // edges so far; the number that reports speak of

  waypoint_dpi_pkg::drive_t drive;  // what the C side drives

  logic WPTENABLE;
  logic ATVALID, AFREADY;
  logic [BytesBits-1:0] ATBYTES;
  logic [AtbBits-1:0] ATDATA;
  logic [6:0] ATID;
  logic [31:0] PRDATA;
  logic PREADY, PSLVERR;
  logic PTMTRIGGER;
  logic PTMIDLEACK;

`ifdef ETM
  etm_top #(
    .AtbBits(AtbBits),
    .QueueDepth(QueueDepth),
    .FifoBytes(FifoBytes)
  ) u_unit (
    .CLK,
    .RESETn(drive.resetn),
    .ETMI0VALID(drive.slot0.executed),
    .ETMI0A(drive.slot0_at),
    .ETMI0T(drive.slot0.t),
    .ETMI0J(drive.slot0.j),
    .ETMI0PASS(drive.slot0.passed),
    .ETMI0ERET(drive.slot0.eret),
    .ETMI0BR(drive.slot0.branched),
    .ETMI0BRA(drive.slot0_to),
    .ETMI0BRT(drive.slot0.to_t),
    .ETMI0BRJ(drive.slot0.to_j),
    .ETMI0BRNS(drive.slot0.to_ns),
    .ETMI0BRHYP(drive.slot0.to_hyp),
    .ETMI0BRDIRECT(drive.slot0.direct),
    .ETMI0BREXC(drive.slot0.exception),
    .ETMI0BRCANCEL(drive.slot0.cancel),
    .ETMI0BRSECRET(drive.slot0.secret),
    .ETMI1VALID(drive.slot1.executed),
    .ETMI1A(drive.slot1_at),
    .ETMI1T(drive.slot1.t),
    .ETMI1J(drive.slot1.j),
    .ETMI1PASS(drive.slot1.passed),
    .ETMI1ERET(drive.slot1.eret),
    .ETMI1BR(drive.slot1.branched),
    .ETMI1BRA(drive.slot1_to),
    .ETMI1BRT(drive.slot1.to_t),
    .ETMI1BRJ(drive.slot1.to_j),
    .ETMI1BRNS(drive.slot1.to_ns),
    .ETMI1BRHYP(drive.slot1.to_hyp),
    .ETMI1BRDIRECT(drive.slot1.direct),
    .ETMI1BREXC(drive.slot1.exception),
    .ETMI1BRCANCEL(drive.slot1.cancel),
    .ETMI1BRSECRET(drive.slot1.secret),
    .ETMNS(drive.etm_ns),
    .ETMHYP(drive.etm_hyp),
    .ETMPROHIBITED(drive.etm_prohibited),
    .ETMDBGACK(drive.etm_debug),
    .ETMCID(drive.context_id),
    .ETMVMID(drive.vmid),
    .ETMEN(WPTENABLE),
    .CFGIDR(setup.cfgidr),
    .CFGCCER(setup.cfgccer),
    .TSVALUEB(drive.timestamp),
    .TSCLKCHANGE(drive.clock_change),
    .NIDEN(drive.niden),
    .DBGEN(drive.dbgen),
    .ETMWFIPENDING(drive.idle_request),
    .ETMWFIREADY(PTMIDLEACK),
    .EXTIN(drive.extin),
    .ETMTRIGOUT(PTMTRIGGER),
    .PCLKEN(drive.pclken),
    .PSEL(drive.psel),
    .PENABLE(drive.penable),
    .PADDR(drive.paddr),
    .PWRITE(drive.pwrite),
    .PWDATA(drive.pwdata),
    .PRDATA,
    .PREADY,
    .PSLVERR,
    .ATCLKEN(drive.atclken),
    .SYNCREQ(drive.syncreq),
    .ATVALID,
    .ATREADY(drive.atready),
    .ATBYTES,
    .ATDATA,
    .ATID,
    .AFVALID(drive.afvalid),
    .AFREADY
  );

  ins_rules u_ins_rules (
    .CLK,
    .RESETn(drive.resetn),
    .ETMI0BR(drive.slot0.branched),
    .ETMI0BREXC(drive.slot0.exception),
    .ETMI1BR(drive.slot1.branched),
    .ETMI1BREXC(drive.slot1.exception),
    .ETMDBGACK(drive.etm_debug),
    .CFGIDR(setup.cfgidr)
  );
`else
  ptm_top #(
    .AtbBits(AtbBits),
    .QueueDepth(QueueDepth),
    .FifoBytes(FifoBytes),
    .RetStackMax(RetStackMax)
  ) u_unit (
    .CLK,
    .RESETn(drive.resetn),
    .WPTVALID(drive.wpt_valid),
    .WPTPC(drive.pc),
    .WPTTARGETPC(drive.target),
    .WPTTYPE(drive.wpt_type),
    .WPTTAKEN(drive.taken),
    .WPTLINK(drive.link),
    .WPTT32LINK(drive.t32),
    .WPTTARGETTBIT(drive.target_t),
    .WPTTARGETJBIT(drive.target_j),
    .WPTnSECURE(drive.ns),
    .WPTEXCEPTIONTYPE(drive.exception[3:0]),
    .WPTTRACEPROHIBITED(drive.prohibited),
    .WPTCONTEXTID(drive.context_id),
    .WPTEXTERET(drive.eret),
    .WPTEXTBARRIER(drive.barrier),
    .WPTEXTHYP(drive.hyp),
    .WPTEXTVMID(drive.vmid),
    .WPTEXTEXCEPTION(drive.exception[8:4]),
    .WPTENABLE,
    .RETSTACKDEPTH(setup.retstack_depth),
    .CFGIDR(setup.cfgidr),
    .CFGCCER(setup.cfgccer),
    .TSVALUEB(drive.timestamp),
    .TSCLKCHANGE(drive.clock_change),
    .NIDEN(drive.niden),
    .DBGEN(drive.dbgen),
    .PTMIDLEREQ(drive.idle_request),
    .PTMIDLEACK,
    .EXTIN(drive.extin),
    .PTMTRIGGER,
    .PCLKEN(drive.pclken),
    .PSEL(drive.psel),
    .PENABLE(drive.penable),
    .PADDR(drive.paddr),
    .PWRITE(drive.pwrite),
    .PWDATA(drive.pwdata),
    .PRDATA,
    .PREADY,
    .PSLVERR,
    .ATCLKEN(drive.atclken),
    .SYNCREQ(drive.syncreq),
    .ATVALID,
    .ATREADY(drive.atready),
    .ATBYTES,
    .ATDATA,
    .ATID,
    .AFVALID(drive.afvalid),
    .AFREADY
  );

  wpt_rules u_wpt_rules (
    .CLK,
    .RESETn(drive.resetn),
    .WPTVALID(drive.wpt_valid),
    .WPTTARGETPC(drive.target),
    .WPTTYPE(drive.wpt_type),
    .WPTTAKEN(drive.taken),
    .WPTLINK(drive.link),
    .WPTEXCEPTIONTYPE(drive.exception[3:0]),
    .WPTEXTEXCEPTION(drive.exception[8:4]),
    .WPTTRACEPROHIBITED(drive.prohibited),
    .CFGIDR(setup.cfgidr)
  );
`endif

  atb_rules #(
    .AtbBits(AtbBits)
  ) u_atb_rules (
    .CLK,
    .ATCLKEN(drive.atclken),
    .RESETn(drive.resetn),
    .ATVALID,
    .ATREADY(drive.atready),
    .ATBYTES,
    .ATDATA,
    .ATID,
    .AFVALID(drive.afvalid),
    .AFREADY
  );

  // --- the C side ----------------------------------------------------------------------------------------------------

  chandle session;
  waypoint_dpi_pkg::setup_t setup;
  waypoint_dpi_pkg::seen_t seen;
  waypoint_dpi_pkg::drive_t next;

  initial begin
    session = waypoint_dpi_pkg::waypoint_open(AtbBits, QueueDepth, FifoBytes, Etm, setup);
    // Here and not beside $dumpvars: Verilator 5.006 would dump before it asks for the name.
    if (session != null && setup.wave_from != '1) $dumpfile(waypoint_dpi_pkg::waypoint_wave_file(session));
    over = session == null;
  end

  always_comb begin
    seen.atdata = 64'(ATDATA);
    seen.prdata = PRDATA;
    seen.unused = '0;
    seen.atbytes = 3'(ATBYTES);
    seen.atid = ATID;
    seen.pslverr = PSLVERR;
    seen.pready = PREADY;
    seen.wpt_enable = WPTENABLE;
    seen.atvalid = ATVALID;
    seen.afready = AFREADY;
    seen.trigger = PTMTRIGGER;
    seen.idle = PTMIDLEACK;
  end

  always @(posedge CLK) begin
    waypoint_dpi_pkg::waypoint_clock(session, seen, next);
    drive <= next;
    clock <= clock + 1;
    over <= next.finish;
    if (clock == setup.wave_from) $dumpvars(0, tb);
  end

endmodule
