// SPDX-License-Identifier: Apache-2.0
// The testbench: clock, reset, a unit, the host that programs it over APB, and one call per clock to the C side, which
// drives the processor's and the ATB's pins, and checks what the unit answers. The call at a clock edge sees every pin as
// the unit samples it there. Verilator only.
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
);

`ifdef ETM
  localparam bit Etm = 1;
`else
  localparam bit Etm = 0;
`endif
  localparam int BytesBits = (AtbBits > 16) ? $clog2(AtbBits / 8) : 1;

  bit CLK;
  bit over;            // the clock stands still, and with nothing to come the simulation ends
  logic [31:0] clock;  // edges so far; the number that reports speak of

  bit RESETn;
  // Driven by the host below.
  bit PSEL, PENABLE, PWRITE;
  bit [11:2] PADDR;
  bit [31:0] PWDATA;
  bit NIDEN, DBGEN;
  bit parked;

  // Driven by the C side.
  waypoint_dpi_pkg::drive_t drive;

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
    .RESETn,
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
    .NIDEN,
    .DBGEN,
    .ETMWFIPENDING(drive.idle_request),
    .ETMWFIREADY(PTMIDLEACK),
    .EXTIN(drive.extin),
    .ETMTRIGOUT(PTMTRIGGER),
    .PCLKEN(drive.pclken),
    .PSEL,
    .PENABLE,
    .PADDR,
    .PWRITE,
    .PWDATA,
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
`else
  ptm_top #(
    .AtbBits(AtbBits),
    .QueueDepth(QueueDepth),
    .FifoBytes(FifoBytes),
    .RetStackMax(RetStackMax)
  ) u_unit (
    .CLK,
    .RESETn,
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
    .NIDEN,
    .DBGEN,
    .PTMIDLEREQ(drive.idle_request),
    .PTMIDLEACK,
    .EXTIN(drive.extin),
    .PTMTRIGGER,
    .PCLKEN(drive.pclken),
    .PSEL,
    .PENABLE,
    .PADDR,
    .PWRITE,
    .PWDATA,
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
    .RESETn,
    .WPTVALID(drive.wpt_valid),
    .WPTTARGETPC(drive.target),
    .WPTTYPE(drive.wpt_type),
    .WPTTAKEN(drive.taken),
    .WPTLINK(drive.link),
    .WPTTRACEPROHIBITED(drive.prohibited)
  );
`endif

  atb_rules #(
    .AtbBits(AtbBits)
  ) u_atb_rules (
    .CLK,
    .ATCLKEN(drive.atclken),
    .RESETn,
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
    if (session != null) while (!over) #5 CLK = !CLK;
  end

  always_comb begin
    seen.atdata = 64'(ATDATA);
    seen.prdata = PRDATA;
    seen.pwdata = PWDATA;
    seen.unused = '0;
    seen.atbytes = 3'(ATBYTES);
    seen.atid = ATID;
    seen.paddr = PADDR;
    seen.niden = NIDEN;
    seen.dbgen = DBGEN;
    seen.psel = PSEL;
    seen.penable = PENABLE;
    seen.pwrite = PWRITE;
    seen.wpt_enable = WPTENABLE;
    seen.atvalid = ATVALID;
    seen.afready = AFREADY;
    seen.trigger = PTMTRIGGER;
    seen.idle = PTMIDLEACK;
    seen.parked = parked;
  end

  always @(posedge CLK) begin
    waypoint_dpi_pkg::waypoint_clock(session, seen, next);
    drive <= next;
    clock <= clock + 1;
    over <= next.finish;
    if (!next.resetn) interrupted <= 1;
    if (clock == setup.wave_from) $dumpvars(0, tb);
  end

  // Reset falls and rises between two edges, so that nothing hangs on which process runs first at an edge.
  always @(negedge CLK) RESETn = drive.resetn;

  // --- the host: what a debugger does --------------------------------------------------------------------------------
  // It changes its pins at the falling edge behind an edge of the APB, and forgets what it was doing when a reset comes.

  localparam bit [11:0] EtmCr = 12'h000;
  localparam bit [11:0] EtmTrigger = 12'h008;
  localparam bit [11:0] EtmSr = 12'h010;
  localparam bit [11:0] EtmTeEvr = 12'h020;
  localparam bit [11:0] EtmSyncFr = 12'h1E0;
  localparam bit [11:0] EtmTsEvr = 12'h1F8;
  localparam bit [11:0] EtmAuxCr = 12'h1FC;
  localparam bit [11:0] EtmTraceIdr = 12'h200;
  localparam bit [11:0] EtmOsLar = 12'h300;
  localparam bit [31:0] Programming = 32'h400;  // ETMCR
  localparam bit [31:0] PowerDown = 32'h1;
  localparam bit [31:0] OsLock = 32'hC5ACCE55;  // ETMOSLAR
  localparam int StopByPowerDown = 1;
  localparam int StopByOsLock = 2;
  localparam int StopByPins = 3;
  localparam int Silence = 64;  // clocks without trace, after which none comes
  localparam int SrOverflow = 0;  // ETMSR: an overflow that the trace does not tell of yet
  localparam int SrStopped = 1;

  // What identifies the unit, or says how it is: ETMCCR, ETMIDR, ETMCCER, ETMOSLSR, ETMPDSR, ETMAUTHSTATUS, DEVTYPE, the
  // peripheral and the component ID.
  localparam int IdCount = 14;
  localparam bit [11:0] IdAt[IdCount] = '{
    12'h004, 12'h1E4, 12'h1E8, 12'h304, 12'h314, 12'hFB8, 12'hFCC, 12'hFE0, 12'hFE4, 12'hFE8, 12'hFF0, 12'hFF4, 12'hFF8,
    12'hFFC
  };

  bit apb_edge;     // the last edge was one of the APB
  bit [31:0] starts;  // times that the host has started the unit
  bit interrupted;  // by a reset, since the host began to program the unit

  always @(posedge CLK) apb_edge <= drive.pclken;

  task automatic await_apb_edge;
    do @(negedge CLK); while (!apb_edge && !interrupted);
  endtask

  task automatic apb_access(input bit [11:0] address, input bit write, input bit [31:0] wdata,
                            output bit [31:0] rdata);
    bit done = interrupted;
    PSEL = !done;
    PWRITE = write;
    PADDR = address[11:2];
    PWDATA = wdata;
    if (!done) await_apb_edge();
    PENABLE = !done;
    while (!done) begin
      @(posedge CLK);
      done = drive.pclken && PREADY;
      rdata = PRDATA;
      @(negedge CLK);
      done = done || interrupted;
    end
    PSEL = 0;
    PENABLE = 0;
  endtask

  task automatic apb_write(input bit [11:0] address, input bit [31:0] data);
    bit [31:0] unused;
    apb_access(address, 1, data, unused);
  endtask

  task automatic apb_read(input bit [11:0] address, output bit [31:0] data);
    apb_access(address, 0, 0, data);
  endtask

  // The values are compared with the model's in every clock; here they only have to be asked for.
  task automatic read_ids;
    bit [31:0] value;
    for (int i = 0; i < IdCount; i++) apb_read(IdAt[i], value);
  endtask

  task automatic program_unit;
    bit [31:0] value;
    apb_write(EtmCr, setup.etmcr | Programming);
    apb_write(EtmTrigger, setup.etmtrigger);
    apb_write(EtmTeEvr, setup.etmteevr);
    apb_write(EtmTsEvr, setup.etmtsevr);
    apb_write(EtmSyncFr, setup.etmsyncfr);
    apb_write(EtmAuxCr, setup.etmauxcr);
    apb_write(EtmTraceIdr, setup.etmtraceidr);
    apb_read(EtmCr, value);
    apb_read(EtmTrigger, value);
    apb_read(EtmTeEvr, value);
    apb_read(EtmTsEvr, value);
    apb_read(EtmSyncFr, value);
    apb_read(EtmAuxCr, value);
    apb_read(EtmTraceIdr, value);
    apb_write(EtmCr, setup.etmcr & ~Programming);
    // Either lets the unit trace.
    if (!interrupted) begin
      {NIDEN, DBGEN} = starts[0] ? 2'b01 : 2'b10;
      starts = starts + 1;
    end
    if (setup.stop_by == StopByOsLock) apb_write(EtmOsLar, 0);
  endtask

  // Stopping would hide an overflow that was not told yet. But some are never told: a prohibited region, a debug entry
  // behind them. So wait until it is told or the trace has gone silent.
  task automatic await_told;
    bit [31:0] status = '1;
    int silent = 0;
    for (int i = 0; i < 4 && !interrupted; i++) @(negedge CLK);  // the last waypoint is on its way
    while (status[SrOverflow] && silent < Silence && !interrupted) begin
      silent = ATVALID ? 0 : silent + 1;
      apb_read(EtmSr, status);
    end
  endtask

  task automatic stop_unit;
    bit [31:0] status = 0;
    int silent = 0;
    case (setup.stop_by)
      StopByPins: {NIDEN, DBGEN} = 2'b00;
      StopByPowerDown: apb_write(EtmCr, setup.etmcr | PowerDown);
      StopByOsLock: apb_write(EtmOsLar, OsLock);
      default: apb_write(EtmCr, setup.etmcr | Programming);
    endcase
    if (setup.stop_by == StopByPins) begin  // ETMSR does not tell that the unit has stopped
      while (silent < Silence && !interrupted) begin
        @(negedge CLK);
        silent = ATVALID || WPTENABLE ? 0 : silent + 1;
      end
    end else begin
      while (!status[SrStopped] && !interrupted) apb_read(EtmSr, status);
    end
  endtask

  initial begin
    do @(negedge CLK); while (!drive.resetn);
    interrupted = 0;
    await_apb_edge();
    read_ids();
    forever begin
      while (!drive.resetn) @(negedge CLK);
      interrupted = 0;
      program_unit();
      while (!(drive.park && apb_edge) && !interrupted) @(negedge CLK);
      if (!interrupted && !setup.abrupt) await_told();
      if (!interrupted) stop_unit();
      parked = !interrupted;
      while ((drive.park || !apb_edge) && !interrupted) @(negedge CLK);
      parked = 0;
    end
  end

endmodule
