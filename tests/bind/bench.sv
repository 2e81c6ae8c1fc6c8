// SPDX-License-Identifier: Apache-2.0
// A testbench of a user of the checker, with a clock, host, sink and processor, and a PTM. Only two checkers and a log of clocks are
// Waypoint's. The checker `bound` is bound to the unit, and does not change the exit code. The bench instantiates the checker `direct`, and
// can spoil its ATDATA.
//   +flip   Bit 5 of ATDATA is flipped in one beat, between the unit and `direct`.
//   +abrupt The simulation ends while the unit runs.
//   +crash  The simulation is ended by $fatal.
//   +close  The bench closes `direct` itself.
//   +sparse The host writes no more registers than it must, and reads none.
//   +uvm    The example of docs/tutorials/your-testbench.md closes `bound`: its environment has a build phase and a check phase.
//   +gated  The clock stops for a time, and then has another period.
// The file `times` has a line for each clock: its number, and the simulation time of its edge in nanoseconds.
`timescale 1ns / 1ns

// What this PTM has of the pins that one may lack.
`define WAYPOINT_HAS_WPTEXTERET
`define WAYPOINT_HAS_WPTEXTBARRIER
`define WAYPOINT_HAS_WPTEXTHYP
`define WAYPOINT_HAS_WPTEXTVMID
`define WAYPOINT_HAS_WPTEXTEXCEPTION
`define WAYPOINT_HAS_RETSTACKDEPTH
`define WAYPOINT_HAS_CFGIDR
`define WAYPOINT_HAS_CFGCCER
`define WAYPOINT_HAS_TSVALUEB
`define WAYPOINT_HAS_TSCLKCHANGE
`define WAYPOINT_HAS_DBGNOPWRDWN
`define WAYPOINT_HAS_PTMDBGRQ
`define WAYPOINT_HAS_PTMDBGACK
`define WAYPOINT_HAS_EXTIN
`define WAYPOINT_HAS_PCLKEN
`define WAYPOINT_HAS_PREADY
`define WAYPOINT_HAS_PSLVERR
`define WAYPOINT_HAS_ATCLKEN
`define WAYPOINT_HAS_SYNCREQ

bind ptm_top waypoint_ptm_checker #(
  .AtbBits(AtbBits), .Config("@bench.cfg result=bound.result"), .Name("bound"), .ExitOnFail(0)
) u_bound (
`include "waypoint_ptm_absent.svh"
  .failed(), .status(), .*
);

bind ptm_top waypoint_ptm_log #(.FILE("bench.log"), .ATB_BITS(AtbBits)) u_log (
`include "waypoint_ptm_absent.svh"
  .*
);

module bench;

  bit CLK, RESETn;
  int clocks, half = 5, times;
  initial forever #half CLK = ~CLK;
  initial times = $fopen("times");
  always @(posedge CLK) begin
    $fdisplay(times, "%0d %0d", clocks, $time);
    clocks <= clocks + 1;
    if ($test$plusargs("gated") != 0) half <= clocks == 40 ? 1003 : clocks < 60 ? 5 : 12;
  end

  // Pins change after the edge.
  task automatic tick(int clocks = 1);
    repeat (clocks) @(posedge CLK);
    #1;
  endtask

  // --- the processor: a loop that counts down, and calls a function -----------------------------------------------------

  typedef struct packed {
    bit [31:0] pc, target;
    bit [2:0]  kind;  // WPTTYPE
    bit        taken, link;
  } waypoint_t;

  localparam waypoint_t Program[6] = '{
    '{pc: 'h8008, target: 'h8004, kind: 0, taken: 1, link: 0},  // bne
    '{pc: 'h8008, target: 'h8004, kind: 0, taken: 1, link: 0},
    '{pc: 'h8008, target: 'h8004, kind: 0, taken: 0, link: 0},  // falls through
    '{pc: 'h800C, target: 'h8018, kind: 0, taken: 1, link: 1},  // bl
    '{pc: 'h801C, target: 'h8010, kind: 1, taken: 1, link: 0},  // bx lr
    '{pc: 'h8014, target: 'h8000, kind: 0, taken: 1, link: 0}   // b
  };

  logic        WPTVALID;
  waypoint_t   at;
  logic [31:0] WPTPC, WPTTARGETPC;
  logic [2:0]  WPTTYPE;
  logic        WPTTAKEN, WPTLINK, WPTENABLE;
  assign WPTPC       = at.pc;
  assign WPTTARGETPC = at.target;
  assign WPTTYPE     = at.kind;
  assign WPTTAKEN    = at.taken;
  assign WPTLINK     = at.link;

  task automatic execute(int loops);
    repeat (loops) foreach (Program[i]) begin
      tick();
      WPTVALID = 1;
      at       = Program[i];
      tick();
      WPTVALID = 0;
    end
  endtask

  // It has no more: Secure ARM code, without Context IDs, Hyp mode or Debug state.
  logic        WPTT32LINK = 0, WPTTARGETTBIT = 0, WPTTARGETJBIT = 0, WPTnSECURE = 0, WPTTRACEPROHIBITED = 0, WPTEXTERET = 0, WPTEXTHYP = 0;
  logic [3:0]  WPTEXCEPTIONTYPE = 0;
  logic [4:0]  WPTEXTEXCEPTION = 0;
  logic [1:0]  WPTEXTBARRIER = 0;
  logic [7:0]  WPTEXTVMID = 0;
  logic [31:0] WPTCONTEXTID = 0;

  // --- what is tied off -------------------------------------------------------------------------------------------------

  logic [3:0]  RETSTACKDEPTH = 1;
  logic [31:0] CFGIDR = 32'h411CF312, CFGCCER = 32'h34C01AC2, CFGCCR = 32'h8D294004;
  logic [63:0] TSVALUEB = 0;
  logic        TSCLKCHANGE = 0, NIDEN = 1, DBGEN = 1, DBGNOPWRDWN, PTMIDLEREQ = 0, PTMIDLEACK, PTMTRIGGER, PTMDBGRQ, PTMDBGACK = 0, SYNCREQ = 0;
  logic [3:0]  EXTIN = 0;

  // --- the host ---------------------------------------------------------------------------------------------------------

  logic        PCLKEN = 1, PADDRDBG31 = 1, PSEL, PENABLE, PWRITE, PREADY, PSLVERR;
  logic [11:2] PADDR;
  logic [31:0] PWDATA, PRDATA;

  task automatic access(bit write, bit [11:0] offset, bit [31:0] value, output logic [31:0] data);
    tick();
    {PSEL, PENABLE, PWRITE} = {1'b1, 1'b0, write};
    {PADDR, PWDATA} = {offset[11:2], value};
    tick();
    PENABLE = 1;
    do begin
      @(negedge CLK);
      data = PRDATA;
    end while (!PREADY);
    tick();
    {PSEL, PENABLE} = 2'b00;
  endtask

  task automatic write(bit [11:0] offset, bit [31:0] value);
    logic [31:0] none;
    access(1, offset, value, none);
  endtask

  task automatic start();
    logic [31:0] data;
    write('h300, 0);       // ETMOSLAR: a reset of PFTv1.1 sets the OS lock
    write('h000, 'h400);   // ETMCR: the Programming bit
    do access(0, 'h010, 0, data); while (!data[1]);
    write('h020, 'h6F);    // ETMTEEVR: always
    write('h024, 'h1000000); // ETMTECR1: exclude nothing
    if ($test$plusargs("sparse") == 0) begin
      write('h008, 'h406F); // ETMTRIGGER: never
      write('h1E0, 'h400); // ETMSYNCFR
      write('h1F8, 'h406F); // ETMTSEVR: never
      write('h1FC, 0);     // ETMAUXCR
      write('h200, 'h10);  // ETMTRACEIDR
      access(0, 'h1E4, 0, data);  // ETMIDR
      access(0, 'h1E8, 0, data);  // ETMCCER
    end
    write('h000, 0);       // ETMCR: run
  endtask

  task automatic stop();
    logic [31:0] data;
    write('h000, 'h400);
    do access(0, 'h010, 0, data); while (!data[1]);
  endtask

  // --- the sink ---------------------------------------------------------------------------------------------------------

  logic        ATCLKEN = 1, ATVALID, ATREADY = 1, AFVALID = 0, AFREADY;
  logic [1:0]  ATBYTES;
  logic [31:0] ATDATA, spoilt;
  logic [6:0]  ATID;
  int          beats;
  always @(posedge CLK) if (ATVALID) beats <= beats + 1;
  assign spoilt = ATDATA ^ (beats == 40 && $test$plusargs("flip") != 0 ? 32'h20 : 0);

  // --- the unit and its checker -----------------------------------------------------------------------------------------

  ptm_top u_ptm (.*);

  bit failed;
  waypoint_checker_pkg::status_e status;
  waypoint_ptm_checker #(.Config("config=bench.cfg result=direct.result"), .Name("direct")) u_direct (
`include "waypoint_ptm_absent.svh"
    .ATDATA(spoilt), .*
  );

  // --- the example for UVM ----------------------------------------------------------------------------------------------

`ifdef WAYPOINT_UVM_EXAMPLE
`include "uvm_module.svh"

  trace_pkg::trace_verdict verdict;
  uvm_phase                phase;
  uvm_component            no_parent;

  task automatic build_uvm();
    phase   = new();
    verdict = new("verdict", no_parent);
    #1 verdict.build_phase(phase);
  endtask

  task automatic check_uvm();
    verdict.check_phase(phase);
    $display("UVM: %0d reports", uvm_pkg::reports);
  endtask
`else
  task automatic build_uvm();
  endtask
  task automatic check_uvm();
  endtask
`endif

  initial begin
    {WPTVALID, PSEL, PENABLE, PWRITE} = '0;
    {at, PADDR, PWDATA} = '0;
    if ($test$plusargs("uvm") != 0) build_uvm();
    tick(4);
    RESETn = 1;
    tick(2);
    start();
    execute(50);
    if ($test$plusargs("crash") != 0) $fatal(1, "the bench gives up");
    if ($test$plusargs("abrupt") == 0) begin
      tick(100);
      stop();
      tick(10);
    end
    $display("failed %0d, status %s", failed, status.name());
    if ($test$plusargs("close") != 0) begin
      $display("close %0d", u_direct.close());
      #1 $display("status %s", status.name());
    end
    if ($test$plusargs("uvm") != 0) check_uvm();
    $finish;
  end

endmodule
