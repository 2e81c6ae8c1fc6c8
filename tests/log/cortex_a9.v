// SPDX-License-Identifier: Apache-2.0
// A testbench that uses only the log writer of Waypoint (docs/cortex-a9-port.md): a processor with the port of the Cortex-A9, a host and a sink for
// a PTM. The processor executes a loop, and predicts one branch in it wrongly. It writes all pins to the log cortex-a9.log. Verilog-2005.
`timescale 1ns / 1ns
`default_nettype none

module cortex_a9;

  reg CLK, RESETn;
  initial CLK = 0;
  always #5 CLK = !CLK;

  // --- the processor ------------------------------------------------------------------------------------------------------

  reg         WPTVALID, WPTTAKEN, WPTLINK, WPTFLUSH;
  reg  [2:0]  WPTTYPE;
  reg  [31:0] WPTPC, WPTTARGETPC;
  reg  [1:0]  WPTCOMMIT;
  wire        WPTENABLE;
  integer     uncommitted;  // waypoints after the last clock
  wire        WPTFIFOEMPTY = uncommitted == 0;

  localparam DIRECT = 3'd0, INDIRECT = 3'd1;
  localparam TAKEN = 1'b1, NOT_TAKEN = 1'b0;

  // The pins change at the falling edge. The task ends with the rising edge that samples them.
  task port(input valid, input [2:0] kind, input [31:0] pc, input [31:0] target, input taken, input [1:0] commit, input flush);
    begin
      @(negedge CLK);
      WPTVALID = valid;
      WPTTYPE = kind;
      WPTPC = pc;
      WPTTARGETPC = target;
      WPTTAKEN = taken;
      WPTLINK = valid && pc == 32'h800C;
      WPTCOMMIT = commit;
      WPTFLUSH = flush;
      @(posedge CLK);
      #1 uncommitted = flush ? 0 : uncommitted + {31'd0, valid} - {30'd0, commit};
    end
  endtask

  task waypoint(input [2:0] kind, input [31:0] pc, input [31:0] target, input taken, input [1:0] commit);
    port(1'b1, kind, pc, target, taken, commit, 1'b0);
  endtask

  task no_waypoint(input [1:0] commit, input flush);
    port(1'b0, DIRECT, 32'd0, 32'd0, 1'b1, commit, flush);
  endtask

  // 8000 mov, 8004 subs, 8008 bne 8004, 800C bl 8018, 8010 mov, 8014 b 8000, 8018 mov, 801C bx lr. bne is taken twice.
  task loop;
    begin
      // Two branches are committed together, after their presentation.
      waypoint(DIRECT, 32'h8008, 32'h8004, TAKEN, 2'd0);
      waypoint(DIRECT, 32'h8008, 32'h8004, TAKEN, 2'd0);
      no_waypoint(2'd2, 1'b0);
      // The prediction is that bne is taken again. It is not, so the processor flushes both waypoints.
      waypoint(DIRECT, 32'h8008, 32'h8004, TAKEN, 2'd0);
      waypoint(DIRECT, 32'h8008, 32'h8004, TAKEN, 2'd0);
      no_waypoint(2'd0, 1'b1);
      // A waypoint is committed in the clock of its presentation, and then three are committed together.
      waypoint(DIRECT, 32'h8008, 32'h8004, NOT_TAKEN, 2'd1);
      waypoint(DIRECT, 32'h800C, 32'h8018, TAKEN, 2'd0);
      waypoint(INDIRECT, 32'h801C, 32'h8010, TAKEN, 2'd0);
      waypoint(DIRECT, 32'h8014, 32'h8000, TAKEN, 2'd3);
      no_waypoint(2'd0, 1'b0);
    end
  endtask

  // The processor follows the call, and mispredicts the return: commit, flush and a waypoint of the wrong path are in one clock.
  task wrong_return;
    begin
      waypoint(DIRECT, 32'h8008, 32'h8004, NOT_TAKEN, 2'd0);
      waypoint(DIRECT, 32'h800C, 32'h8018, TAKEN, 2'd0);
      waypoint(INDIRECT, 32'h801C, 32'h9000, TAKEN, 2'd0);
      port(1'b1, DIRECT, 32'h9000, 32'h9100, TAKEN, 2'd2, 1'b1);
      waypoint(INDIRECT, 32'h801C, 32'h8010, TAKEN, 2'd1);
      waypoint(DIRECT, 32'h8014, 32'h8000, TAKEN, 2'd1);
      no_waypoint(2'd0, 1'b0);
    end
  endtask

  // --- the host -------------------------------------------------------------------------------------------------------------

  reg         PSEL, PENABLE, PWRITE;
  reg  [11:2] PADDR;
  reg  [31:0] PWDATA, data;
  wire [31:0] PRDATA;
  wire        PREADY, PSLVERR;

  task apb(input is_write, input [11:0] offset, input [31:0] value);
    begin
      @(negedge CLK);
      PSEL = 1;
      PENABLE = 0;
      PWRITE = is_write;
      PADDR = offset[11:2];
      PWDATA = value;
      @(negedge CLK);
      PENABLE = 1;
      @(posedge CLK);
      while (!PREADY) @(posedge CLK);
      data = PRDATA;
      @(negedge CLK);
      PSEL = 0;
      PENABLE = 0;
    end
  endtask

  // ETMCR[10] is the Programming bit, and ETMSR[1] reports that the PTM has stopped.
  task stop;
    begin
      apb(1'b1, 12'h000, 32'h1400);
      data = 0;
      while (!data[1]) apb(1'b0, 12'h010, 32'd0);
    end
  endtask

  task start;
    begin
      stop;
      apb(1'b1, 12'h020, 32'h6F);        // ETMTEEVR: always
      apb(1'b1, 12'h024, 32'h01000000);  // ETMTECR1: exclude nothing
      apb(1'b1, 12'h008, 32'h406F);      // ETMTRIGGER: never
      apb(1'b1, 12'h1E0, 32'h400);       // ETMSYNCFR
      apb(1'b1, 12'h1F8, 32'h406F);      // ETMTSEVR: never
      apb(1'b1, 12'h1FC, 32'd0);         // ETMAUXCR
      apb(1'b1, 12'h200, 32'h10);        // ETMTRACEIDR
      apb(1'b0, 12'h1E4, 32'd0);         // ETMIDR
      apb(1'b0, 12'h1E8, 32'd0);         // ETMCCER
      apb(1'b1, 12'h000, 32'h1000);      // ETMCR: cycle-accurate tracing
    end
  endtask

  // --- the PTM and the log ----------------------------------------------------------------------------------------------------

  wire        DBGNOPWRDWN, PTMIDLEACK, PTMTRIGGER, PTMDBGRQ, ATVALID, AFREADY;
  wire [3:0]  EXTOUT;
  wire [1:0]  ATBYTES;
  wire [31:0] ATDATA;
  wire [6:0]  ATID;

`define PINS \
    .CLK(CLK), .RESETn(RESETn), .WPTVALID(WPTVALID), .WPTPC(WPTPC), .WPTTARGETPC(WPTTARGETPC), .WPTTYPE(WPTTYPE), .WPTTAKEN(WPTTAKEN), \
    .WPTLINK(WPTLINK), .WPTT32LINK(1'b0), .WPTTARGETTBIT(1'b0), .WPTTARGETJBIT(1'b0), .WPTnSECURE(1'b0), .WPTEXCEPTIONTYPE(4'd0), \
    .WPTTRACEPROHIBITED(1'b0), .WPTCONTEXTID(32'd0), .WPTEXTERET(1'b0), .WPTEXTBARRIER(2'd0), .WPTEXTHYP(1'b0), .WPTEXTVMID(8'd0), \
    .WPTEXTUSER(1'b0), .WPTEXTEXCEPTION(5'd0), .WPTCOMMIT(WPTCOMMIT), .WPTFLUSH(WPTFLUSH), .WPTFIFOEMPTY(WPTFIFOEMPTY), \
    .WPTENABLE(WPTENABLE), .RETSTACKDEPTH(4'd0), .CFGIDR(32'h411CF301), .CFGCCER(32'h00C018EA), .CFGCCR(32'h8D294004), .CFGREGS(12'h804), \
    .TSVALUEB(64'd0), .TSCLKCHANGE(1'b0), .NIDEN(1'b1), .DBGEN(1'b1), .HDBGEN(1'b1), .DBGPWRDUP(1'b1), .DBGNOPWRDWN(DBGNOPWRDWN), \
    .PTMIDLEREQ(1'b0), .PTMIDLEACK(PTMIDLEACK), .EXTIN(4'd0), .EXTINBUS(32'd0), .EMBEDDEDICE(8'd0), .PTMTRIGGER(PTMTRIGGER), \
    .PTMDBGRQ(PTMDBGRQ), .PTMDBGACK(1'b0), .EXTOUT(EXTOUT), \
    .PCLKEN(1'b1), .PADDRDBG31(1'b1), .PSEL(PSEL), .PENABLE(PENABLE), .PWRITE(PWRITE), .PADDR(PADDR), .PWDATA(PWDATA), .PRDATA(PRDATA), \
    .PREADY(PREADY), .PSLVERR(PSLVERR), .ATCLKEN(1'b1), .SYNCREQ(1'b0), .ATVALID(ATVALID), .ATREADY(1'b1), .ATBYTES(ATBYTES), \
    .ATDATA(ATDATA), .ATID(ATID), .AFVALID(1'b0), .AFREADY(AFREADY)

  ptm_top #(.AtbBits(32), .WptDepth(4)) u_ptm (`PINS);
  waypoint_ptm_log #(.FILE("cortex-a9.log"), .ATB_BITS(32)) u_log (`PINS);

  // --- the run -----------------------------------------------------------------------------------------------------------------

  reg stopping;
  initial begin
    {RESETn, WPTVALID, WPTTYPE, WPTPC, WPTTARGETPC, WPTTAKEN, WPTLINK, WPTCOMMIT, WPTFLUSH} = 0;
    {PSEL, PENABLE, PWRITE, PADDR, PWDATA, stopping} = 0;
    uncommitted = 0;
    repeat (4) @(negedge CLK);
    RESETn = 1;
    repeat (2) @(negedge CLK);
    start;
    repeat (20) loop;
    wrong_return;
    stopping = 1;
    // The processor presents waypoints while the PTM stops.
    repeat (3) loop;
    repeat (100) @(negedge CLK);
    $finish;
  end

  initial begin
    wait (stopping);
    stop;
  end

endmodule

`default_nettype wire
