// SPDX-License-Identifier: Apache-2.0
// The testbench of a PTM in Icarus Verilog: what drives its pins, the unit, and what looks at them. The unit is a netlist, or Verilog that
// Icarus reads, so it has no parameters here: it is built for a 32-bit ATB, a queue of 8 and a FIFO of 64 bytes.
`default_nettype none

module tb;

  localparam AtbBits = 32;

  reg CLK = 1'b0;
  always #5 CLK = !CLK;

  wire              RESETn;

  wire              WPTVALID;
  wire [31:0]       WPTPC;
  wire [31:0]       WPTTARGETPC;
  wire [2:0]        WPTTYPE;
  wire              WPTTAKEN;
  wire              WPTLINK;
  wire              WPTT32LINK;
  wire              WPTTARGETTBIT;
  wire              WPTTARGETJBIT;
  wire              WPTnSECURE;
  wire [3:0]        WPTEXCEPTIONTYPE;
  wire              WPTTRACEPROHIBITED;
  wire [31:0]       WPTCONTEXTID;
  wire              WPTEXTERET;
  wire [1:0]        WPTEXTBARRIER;
  wire              WPTEXTHYP;
  wire [7:0]        WPTEXTVMID;
  wire [4:0]        WPTEXTEXCEPTION;
  wire              WPTENABLE;

  wire [3:0]        RETSTACKDEPTH;
  wire [31:0]       CFGIDR;
  wire [31:0]       CFGCCER;

  wire [63:0]       TSVALUEB;
  wire              TSCLKCHANGE;
  wire              NIDEN;
  wire              DBGEN;
  wire              PTMIDLEREQ;
  wire              PTMIDLEACK;

  wire [3:0]        EXTIN;
  wire              PTMTRIGGER;

  wire              PCLKEN;
  wire              PSEL;
  wire              PENABLE;
  wire              PWRITE;
  wire [11:2]       PADDR;
  wire [31:0]       PWDATA;
  wire [31:0]       PRDATA;
  wire              PREADY;
  wire              PSLVERR;

  wire              ATCLKEN;
  wire              SYNCREQ;
  wire              ATVALID;
  wire              ATREADY;
  wire [(AtbBits > 32 ? 3 : AtbBits > 16 ? 2 : 1)-1:0] ATBYTES;
  wire [AtbBits-1:0] ATDATA;
  wire [6:0]        ATID;
  wire              AFVALID;
  wire              AFREADY;

  wire over, failed;

  waypoint_ptm_driver #(.AtbBits(AtbBits)) u_driver (.*);

  ptm_top u_ptm (.*);

  waypoint_ptm_checker #(.AtbBits(AtbBits)) u_checker (.*);

  // The last edge is the one at which the driver or the checker has come to its end.
  always @(posedge over or posedge u_checker.done) $finish(0);

endmodule

`default_nettype wire
