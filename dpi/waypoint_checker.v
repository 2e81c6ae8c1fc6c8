// SPDX-License-Identifier: Apache-2.0
// The checker of one trace unit for Icarus Verilog, in Verilog-2005: it looks at the unit's pins and drives none (docs/icarus.md). As many
// as there are units in a simulation; each has its own configuration and verdict.
//
//   waypoint_ptm_checker #(.Config("mode=legal")) u_checker (.CLK(CLK), .RESETn(RESETn), ...);   // the pins of a PTM
//   waypoint_etm_checker                                                                         // likewise of an ETM
//
// Names, parameters and ports are those of dpi/waypoint_checker.sv. x and z are seen: an input that the bench leaves open is z, so one that
// the processor lacks is tied low. The verdict is printed at the end of the simulation, and vvp exits with its code.
`default_nettype none

module waypoint_ptm_checker #(
  parameter AtbBits = 32,  // width of ATDATA: 8, 16, 32 or 64
  parameter Config  = ""   // words of the form name=value; "": what the driver beside it was told
) (
  input wire              CLK,
  input wire              RESETn,

  input wire              WPTVALID,
  input wire [31:0]       WPTPC,
  input wire [31:0]       WPTTARGETPC,
  input wire [2:0]        WPTTYPE,
  input wire              WPTTAKEN,
  input wire              WPTLINK,
  input wire              WPTT32LINK,
  input wire              WPTTARGETTBIT,
  input wire              WPTTARGETJBIT,
  input wire              WPTnSECURE,
  input wire [3:0]        WPTEXCEPTIONTYPE,
  input wire              WPTTRACEPROHIBITED,
  input wire [31:0]       WPTCONTEXTID,
  input wire              WPTEXTERET,
  input wire [1:0]        WPTEXTBARRIER,
  input wire              WPTEXTHYP,
  input wire [7:0]        WPTEXTVMID,
  input wire [4:0]        WPTEXTEXCEPTION,
  input wire              WPTENABLE,

  input wire [3:0]        RETSTACKDEPTH,
  input wire [31:0]       CFGIDR,
  input wire [31:0]       CFGCCER,

  input wire [63:0]       TSVALUEB,
  input wire              TSCLKCHANGE,
  input wire              NIDEN,
  input wire              DBGEN,
  input wire              PTMIDLEREQ,
  input wire              PTMIDLEACK,

  input wire [3:0]        EXTIN,
  input wire              PTMTRIGGER,

  input wire              PCLKEN,
  input wire              PSEL,
  input wire              PENABLE,
  input wire              PWRITE,
  input wire [11:2]       PADDR,
  input wire [31:0]       PWDATA,
  input wire [31:0]       PRDATA,
  input wire              PREADY,
  input wire              PSLVERR,

  input wire              ATCLKEN,
  input wire              SYNCREQ,
  input wire              ATVALID,
  input wire              ATREADY,
  input wire [(AtbBits > 32 ? 3 : AtbBits > 16 ? 2 : 1)-1:0] ATBYTES,
  input wire [AtbBits-1:0] ATDATA,
  input wire [6:0]        ATID,
  input wire              AFVALID,
  input wire              AFREADY,

  output reg  failed  // from the clock of the first failure on
);

  integer state;
  reg     done;   // nothing more is looked at
  reg     reset;  // RESETn was low since the last edge

  initial begin
    failed = 1'b0;
    done   = 1'b0;
    reset  = 1'b0;
  end

  always @(negedge RESETn) reset = 1'b1;

  // The task finds the pins by the names of the ports.
  always @(posedge CLK) begin
    state = $waypoint_checker(Config, reset && RESETn);
    reset = 1'b0;
    failed <= state != 0;
    done   <= state == 2;
  end

endmodule

module waypoint_etm_checker #(
  parameter AtbBits = 32,  // width of ATDATA: 8, 16, 32 or 64
  parameter Config  = ""   // words of the form name=value; "": what the driver beside it was told
) (
  input wire              CLK,
  input wire              RESETn,

  input wire              ETMI0VALID,
  input wire [31:0]       ETMI0A,
  input wire              ETMI0T,
  input wire              ETMI0J,
  input wire              ETMI0PASS,
  input wire              ETMI0ERET,
  input wire              ETMI0BR,
  input wire [31:0]       ETMI0BRA,
  input wire              ETMI0BRT,
  input wire              ETMI0BRJ,
  input wire              ETMI0BRNS,
  input wire              ETMI0BRHYP,
  input wire              ETMI0BRDIRECT,
  input wire [8:0]        ETMI0BREXC,
  input wire              ETMI0BRCANCEL,
  input wire              ETMI0BRSECRET,

  input wire              ETMI1VALID,
  input wire [31:0]       ETMI1A,
  input wire              ETMI1T,
  input wire              ETMI1J,
  input wire              ETMI1PASS,
  input wire              ETMI1ERET,
  input wire              ETMI1BR,
  input wire [31:0]       ETMI1BRA,
  input wire              ETMI1BRT,
  input wire              ETMI1BRJ,
  input wire              ETMI1BRNS,
  input wire              ETMI1BRHYP,
  input wire              ETMI1BRDIRECT,
  input wire [8:0]        ETMI1BREXC,
  input wire              ETMI1BRCANCEL,
  input wire              ETMI1BRSECRET,

  input wire              ETMNS,
  input wire              ETMHYP,
  input wire              ETMPROHIBITED,
  input wire              ETMDBGACK,
  input wire [31:0]       ETMCID,
  input wire [7:0]        ETMVMID,
  input wire              ETMEN,

  input wire [31:0]       CFGIDR,
  input wire [31:0]       CFGCCER,

  input wire [63:0]       TSVALUEB,
  input wire              TSCLKCHANGE,
  input wire              NIDEN,
  input wire              DBGEN,
  input wire              ETMWFIPENDING,
  input wire              ETMWFIREADY,

  input wire [3:0]        EXTIN,
  input wire              ETMTRIGOUT,

  input wire              PCLKEN,
  input wire              PSEL,
  input wire              PENABLE,
  input wire              PWRITE,
  input wire [11:2]       PADDR,
  input wire [31:0]       PWDATA,
  input wire [31:0]       PRDATA,
  input wire              PREADY,
  input wire              PSLVERR,

  input wire              ATCLKEN,
  input wire              SYNCREQ,
  input wire              ATVALID,
  input wire              ATREADY,
  input wire [(AtbBits > 32 ? 3 : AtbBits > 16 ? 2 : 1)-1:0] ATBYTES,
  input wire [AtbBits-1:0] ATDATA,
  input wire [6:0]        ATID,
  input wire              AFVALID,
  input wire              AFREADY,

  output reg  failed  // from the clock of the first failure on
);

  integer state;
  reg     done;   // nothing more is looked at
  reg     reset;  // RESETn was low since the last edge

  initial begin
    failed = 1'b0;
    done   = 1'b0;
    reset  = 1'b0;
  end

  always @(negedge RESETn) reset = 1'b1;

  // The task finds the pins by the names of the ports.
  always @(posedge CLK) begin
    state = $waypoint_checker(Config, reset && RESETn);
    reset = 1'b0;
    failed <= state != 0;
    done   <= state == 2;
  end

endmodule

`default_nettype wire
