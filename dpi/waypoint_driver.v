// SPDX-License-Identifier: Apache-2.0
// Drives every input of a trace unit in Icarus Verilog, in Verilog-2005: the processor, the host, the sink of the ATB, the resets, as the
// command line asks for (docs/icarus.md). The unit's outputs are sampled at the rising edge of CLK. Its inputs change behind all that
// happens at that edge.
//
//   waypoint_ptm_driver  all pins of a PTM;  waypoint_etm_driver  of an ETM
`default_nettype none

module waypoint_ptm_driver #(
  parameter AtbBits    = 32,  // width of ATDATA: 8, 16, 32 or 64
  parameter QueueDepth = 8,   // of our own units, for mode strict: waypoints, and trace bytes
  parameter FifoBytes  = 64
) (
  input wire              CLK,
  output reg              RESETn,

  output reg              WPTVALID,
  output reg [31:0]       WPTPC,
  output reg [31:0]       WPTTARGETPC,
  output reg [2:0]        WPTTYPE,
  output reg              WPTTAKEN,
  output reg              WPTLINK,
  output reg              WPTT32LINK,
  output reg              WPTTARGETTBIT,
  output reg              WPTTARGETJBIT,
  output reg              WPTnSECURE,
  output reg [3:0]        WPTEXCEPTIONTYPE,
  output reg              WPTTRACEPROHIBITED,
  output reg [31:0]       WPTCONTEXTID,
  output reg              WPTEXTERET,
  output reg [1:0]        WPTEXTBARRIER,
  output reg              WPTEXTHYP,
  output reg [7:0]        WPTEXTVMID,
  output reg [4:0]        WPTEXTEXCEPTION,
  input wire              WPTENABLE,

  output reg [3:0]        RETSTACKDEPTH,
  output reg [31:0]       CFGIDR,
  output reg [31:0]       CFGCCER,

  output reg [63:0]       TSVALUEB,
  output reg              TSCLKCHANGE,
  output reg              NIDEN,
  output reg              DBGEN,
  output reg              PTMIDLEREQ,
  input wire              PTMIDLEACK,

  output reg [3:0]        EXTIN,
  input wire              PTMTRIGGER,

  output reg              PCLKEN,
  output reg              PSEL,
  output reg              PENABLE,
  output reg              PWRITE,
  output reg [11:2]       PADDR,
  output reg [31:0]       PWDATA,
  input wire [31:0]       PRDATA,
  input wire              PREADY,
  input wire              PSLVERR,

  output reg              ATCLKEN,
  output reg              SYNCREQ,
  input wire              ATVALID,
  output reg              ATREADY,
  input wire [(AtbBits > 32 ? 3 : AtbBits > 16 ? 2 : 1)-1:0] ATBYTES,
  input wire [AtbBits-1:0] ATDATA,
  input wire [6:0]        ATID,
  output reg              AFVALID,
  input wire              AFREADY,

  output reg              over  // nothing is left to be driven
);

  // The task finds the pins, and `over`, by the names of the ports.
  always @(posedge CLK) $waypoint_driver(QueueDepth, FifoBytes);

endmodule

module waypoint_etm_driver #(
  parameter AtbBits    = 32,  // width of ATDATA: 8, 16, 32 or 64
  parameter QueueDepth = 8,   // of our own units, for mode strict: waypoints, and trace bytes
  parameter FifoBytes  = 64
) (
  input wire              CLK,
  output reg              RESETn,

  output reg              ETMI0VALID,
  output reg [31:0]       ETMI0A,
  output reg              ETMI0T,
  output reg              ETMI0J,
  output reg              ETMI0PASS,
  output reg              ETMI0ERET,
  output reg              ETMI0BR,
  output reg [31:0]       ETMI0BRA,
  output reg              ETMI0BRT,
  output reg              ETMI0BRJ,
  output reg              ETMI0BRNS,
  output reg              ETMI0BRHYP,
  output reg              ETMI0BRDIRECT,
  output reg [8:0]        ETMI0BREXC,
  output reg              ETMI0BRCANCEL,
  output reg              ETMI0BRSECRET,

  output reg              ETMI1VALID,
  output reg [31:0]       ETMI1A,
  output reg              ETMI1T,
  output reg              ETMI1J,
  output reg              ETMI1PASS,
  output reg              ETMI1ERET,
  output reg              ETMI1BR,
  output reg [31:0]       ETMI1BRA,
  output reg              ETMI1BRT,
  output reg              ETMI1BRJ,
  output reg              ETMI1BRNS,
  output reg              ETMI1BRHYP,
  output reg              ETMI1BRDIRECT,
  output reg [8:0]        ETMI1BREXC,
  output reg              ETMI1BRCANCEL,
  output reg              ETMI1BRSECRET,

  output reg              ETMNS,
  output reg              ETMHYP,
  output reg              ETMPROHIBITED,
  output reg              ETMDBGACK,
  output reg [31:0]       ETMCID,
  output reg [7:0]        ETMVMID,
  input wire              ETMEN,

  output reg [31:0]       CFGIDR,
  output reg [31:0]       CFGCCER,

  output reg [63:0]       TSVALUEB,
  output reg              TSCLKCHANGE,
  output reg              NIDEN,
  output reg              DBGEN,
  output reg              ETMWFIPENDING,
  input wire              ETMWFIREADY,

  output reg [3:0]        EXTIN,
  input wire              ETMTRIGOUT,

  output reg              PCLKEN,
  output reg              PSEL,
  output reg              PENABLE,
  output reg              PWRITE,
  output reg [11:2]       PADDR,
  output reg [31:0]       PWDATA,
  input wire [31:0]       PRDATA,
  input wire              PREADY,
  input wire              PSLVERR,

  output reg              ATCLKEN,
  output reg              SYNCREQ,
  input wire              ATVALID,
  output reg              ATREADY,
  input wire [(AtbBits > 32 ? 3 : AtbBits > 16 ? 2 : 1)-1:0] ATBYTES,
  input wire [AtbBits-1:0] ATDATA,
  input wire [6:0]        ATID,
  output reg              AFVALID,
  input wire              AFREADY,

  output reg              over  // nothing is left to be driven
);

  // The task finds the pins, and `over`, by the names of the ports.
  always @(posedge CLK) $waypoint_driver(QueueDepth, FifoBytes);

endmodule

`default_nettype wire
