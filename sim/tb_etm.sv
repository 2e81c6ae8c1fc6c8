// SPDX-License-Identifier: Apache-2.0
// The testbench of an ETM in Icarus Verilog: what drives its pins, the unit, and what looks at them. The unit is a netlist, or Verilog that
// Icarus reads, so it has no parameters here: it is built for a 32-bit ATB, a queue of 8 and a FIFO of 64 bytes.
`default_nettype none

module tb;

  localparam AtbBits = 32;

  reg CLK = 1'b0;
  always #5 CLK = !CLK;

  wire              RESETn;

  wire              ETMI0VALID;
  wire [31:0]       ETMI0A;
  wire              ETMI0T;
  wire              ETMI0J;
  wire              ETMI0PASS;
  wire              ETMI0ERET;
  wire              ETMI0BR;
  wire [31:0]       ETMI0BRA;
  wire              ETMI0BRT;
  wire              ETMI0BRJ;
  wire              ETMI0BRNS;
  wire              ETMI0BRHYP;
  wire              ETMI0BRDIRECT;
  wire [8:0]        ETMI0BREXC;
  wire              ETMI0BRCANCEL;
  wire              ETMI0BRSECRET;

  wire              ETMI1VALID;
  wire [31:0]       ETMI1A;
  wire              ETMI1T;
  wire              ETMI1J;
  wire              ETMI1PASS;
  wire              ETMI1ERET;
  wire              ETMI1BR;
  wire [31:0]       ETMI1BRA;
  wire              ETMI1BRT;
  wire              ETMI1BRJ;
  wire              ETMI1BRNS;
  wire              ETMI1BRHYP;
  wire              ETMI1BRDIRECT;
  wire [8:0]        ETMI1BREXC;
  wire              ETMI1BRCANCEL;
  wire              ETMI1BRSECRET;

  wire              ETMNS;
  wire              ETMHYP;
  wire              ETMPROHIBITED;
  wire              ETMDBGACK;
  wire [31:0]       ETMCID;
  wire [7:0]        ETMVMID;
  wire              ETMEN;

  wire [31:0]       CFGIDR;
  wire [31:0]       CFGCCER;

  wire [63:0]       TSVALUEB;
  wire              TSCLKCHANGE;
  wire              NIDEN;
  wire              DBGEN;
  wire              ETMWFIPENDING;
  wire              ETMWFIREADY;

  wire [3:0]        EXTIN;
  wire              ETMTRIGOUT;

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

  waypoint_etm_driver #(.AtbBits(AtbBits)) u_driver (.*);

  etm_top u_etm (.*);

  waypoint_etm_checker #(.AtbBits(AtbBits)) u_checker (.*);

  // The last edge is the one at which the driver or the checker has come to its end.
  always @(posedge over or posedge u_checker.done) $finish(0);

endmodule

`default_nettype wire
