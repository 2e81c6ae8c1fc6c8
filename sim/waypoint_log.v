// SPDX-License-Identifier: Apache-2.0
// A log of clocks of a trace unit, for `waypoint check --log` (docs/log.md): a line of text for each edge of CLK, with all pins as a
// flip-flop of the unit samples them. Verilog-2005, without DPI or VPI: for any simulator.
//
//   waypoint_ptm_log #(.FILE("run.log"), .ATB_BITS(32)) u_log (.CLK(CLK), .RESETn(RESETn), ...);   // the pins of a PTM
//   waypoint_etm_log                                                                               // likewise of an ETM
//
// All ports are inputs. One that the unit lacks is tied to the value that docs/log.md gives. FILE 0: call u_log.open("run.log") at the
// beginning.
`default_nettype none
// verilator tracing_off

module waypoint_ptm_log #(
  parameter [8*1024-1:0] FILE = "waypoint.log",  // 0: u_log.open
  parameter ATB_BITS = 32  // width of ATDATA: 8, 16, 32 or 64
) (
  input wire        CLK,
  input wire        RESETn,

  input wire        WPTVALID,
  input wire [31:0] WPTPC,
  input wire [31:0] WPTTARGETPC,
  input wire [2:0]  WPTTYPE,
  input wire        WPTTAKEN,
  input wire        WPTLINK,
  input wire        WPTT32LINK,
  input wire        WPTTARGETTBIT,
  input wire        WPTTARGETJBIT,
  input wire        WPTnSECURE,
  input wire [3:0]  WPTEXCEPTIONTYPE,
  input wire        WPTTRACEPROHIBITED,
  input wire [31:0] WPTCONTEXTID,
  input wire        WPTEXTERET,
  input wire [1:0]  WPTEXTBARRIER,
  input wire        WPTEXTHYP,
  input wire [7:0]  WPTEXTVMID,
  input wire [4:0]  WPTEXTEXCEPTION,
  input wire        WPTENABLE,

  input wire [3:0]  RETSTACKDEPTH,
  input wire [31:0] CFGIDR,
  input wire [31:0] CFGCCER,

  input wire [63:0] TSVALUEB,
  input wire        TSCLKCHANGE,
  input wire        NIDEN,
  input wire        DBGEN,
  input wire        PTMIDLEREQ,
  input wire        PTMIDLEACK,

  input wire [3:0]  EXTIN,
  input wire        PTMTRIGGER,

  input wire        PCLKEN,
  input wire        PSEL,
  input wire        PENABLE,
  input wire        PWRITE,
  input wire [11:2] PADDR,
  input wire [31:0] PWDATA,
  input wire [31:0] PRDATA,
  input wire        PREADY,
  input wire        PSLVERR,

  input wire        ATCLKEN,
  input wire        SYNCREQ,
  input wire        ATVALID,
  input wire        ATREADY,
  input wire [(ATB_BITS > 32 ? 3 : ATB_BITS > 16 ? 2 : 1) - 1:0] ATBYTES,
  input wire [ATB_BITS-1:0] ATDATA,
  input wire [6:0]  ATID,
  input wire        AFVALID,
  input wire        AFREADY
);

  integer file;  // x, or 0: there is none

  // Begins the log, with its header.
  task open;
    input [8*1024-1:0] name;
    begin
      file = $fopen(name, "w");
      if (file == 0) begin
        $display("waypoint_log: %0s: cannot be written", name);
        $finish;
      end
      $fwrite(file, "waypoint-log 1\nunit ptm\natb %0d\ncolumns", ATB_BITS);
      $fwrite(file, " RESETn");
      $fwrite(file, " WPTVALID WPTPC WPTTARGETPC WPTTYPE WPTTAKEN WPTLINK WPTT32LINK WPTTARGETTBIT");
      $fwrite(file, " WPTTARGETJBIT WPTnSECURE WPTEXCEPTIONTYPE WPTTRACEPROHIBITED WPTCONTEXTID WPTEXTERET");
      $fwrite(file, " WPTEXTBARRIER WPTEXTHYP WPTEXTVMID WPTEXTEXCEPTION WPTENABLE");
      $fwrite(file, " RETSTACKDEPTH CFGIDR CFGCCER");
      $fwrite(file, " TSVALUEB TSCLKCHANGE NIDEN DBGEN PTMIDLEREQ PTMIDLEACK");
      $fwrite(file, " EXTIN PTMTRIGGER");
      $fwrite(file, " PCLKEN PSEL PENABLE PWRITE PADDR PWDATA PRDATA PREADY PSLVERR");
      $fwrite(file, " ATCLKEN SYNCREQ ATVALID ATREADY ATBYTES ATDATA ATID AFVALID AFREADY");
      $fwrite(file, "\n");
    end
  endtask

  initial if (FILE != 0) open(FILE);

  always @(posedge CLK) begin
    if (file != 0) begin
      $fwrite(file, "%h", RESETn);
      $fwrite(file, " %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h",
              WPTVALID, WPTPC, WPTTARGETPC, WPTTYPE, WPTTAKEN, WPTLINK, WPTT32LINK, WPTTARGETTBIT, WPTTARGETJBIT, WPTnSECURE,
              WPTEXCEPTIONTYPE, WPTTRACEPROHIBITED, WPTCONTEXTID, WPTEXTERET, WPTEXTBARRIER, WPTEXTHYP, WPTEXTVMID, WPTEXTEXCEPTION,
              WPTENABLE);
      $fwrite(file, " %h %h %h", RETSTACKDEPTH, CFGIDR, CFGCCER);
      $fwrite(file, " %h %h %h %h %h %h", TSVALUEB, TSCLKCHANGE, NIDEN, DBGEN, PTMIDLEREQ, PTMIDLEACK);
      $fwrite(file, " %h %h", EXTIN, PTMTRIGGER);
      $fwrite(file, " %h %h %h %h %h %h %h %h %h", PCLKEN, PSEL, PENABLE, PWRITE, PADDR, PWDATA, PRDATA, PREADY, PSLVERR);
      $fwrite(file, " %h %h %h %h %h %h %h %h %h\n", ATCLKEN, SYNCREQ, ATVALID, ATREADY, ATBYTES, ATDATA, ATID, AFVALID, AFREADY);
    end
  end

endmodule

module waypoint_etm_log #(
  parameter [8*1024-1:0] FILE = "waypoint.log",  // 0: u_log.open
  parameter ATB_BITS = 32  // width of ATDATA: 8, 16, 32 or 64
) (
  input wire        CLK,
  input wire        RESETn,

  input wire        ETMI0VALID,
  input wire [31:0] ETMI0A,
  input wire        ETMI0T,
  input wire        ETMI0J,
  input wire        ETMI0PASS,
  input wire        ETMI0ERET,
  input wire        ETMI0BR,
  input wire [31:0] ETMI0BRA,
  input wire        ETMI0BRT,
  input wire        ETMI0BRJ,
  input wire        ETMI0BRNS,
  input wire        ETMI0BRHYP,
  input wire        ETMI0BRDIRECT,
  input wire [8:0]  ETMI0BREXC,
  input wire        ETMI0BRCANCEL,
  input wire        ETMI0BRSECRET,

  input wire        ETMI1VALID,
  input wire [31:0] ETMI1A,
  input wire        ETMI1T,
  input wire        ETMI1J,
  input wire        ETMI1PASS,
  input wire        ETMI1ERET,
  input wire        ETMI1BR,
  input wire [31:0] ETMI1BRA,
  input wire        ETMI1BRT,
  input wire        ETMI1BRJ,
  input wire        ETMI1BRNS,
  input wire        ETMI1BRHYP,
  input wire        ETMI1BRDIRECT,
  input wire [8:0]  ETMI1BREXC,
  input wire        ETMI1BRCANCEL,
  input wire        ETMI1BRSECRET,

  input wire        ETMNS,
  input wire        ETMHYP,
  input wire        ETMPROHIBITED,
  input wire        ETMDBGACK,
  input wire [31:0] ETMCID,
  input wire [7:0]  ETMVMID,
  input wire        ETMEN,

  input wire [31:0] CFGIDR,
  input wire [31:0] CFGCCER,

  input wire [63:0] TSVALUEB,
  input wire        TSCLKCHANGE,
  input wire        NIDEN,
  input wire        DBGEN,
  input wire        ETMWFIPENDING,
  input wire        ETMWFIREADY,

  input wire [3:0]  EXTIN,
  input wire        ETMTRIGOUT,

  input wire        PCLKEN,
  input wire        PSEL,
  input wire        PENABLE,
  input wire        PWRITE,
  input wire [11:2] PADDR,
  input wire [31:0] PWDATA,
  input wire [31:0] PRDATA,
  input wire        PREADY,
  input wire        PSLVERR,

  input wire        ATCLKEN,
  input wire        SYNCREQ,
  input wire        ATVALID,
  input wire        ATREADY,
  input wire [(ATB_BITS > 32 ? 3 : ATB_BITS > 16 ? 2 : 1) - 1:0] ATBYTES,
  input wire [ATB_BITS-1:0] ATDATA,
  input wire [6:0]  ATID,
  input wire        AFVALID,
  input wire        AFREADY
);

  integer file;  // x, or 0: there is none

  // Begins the log, with its header.
  task open;
    input [8*1024-1:0] name;
    begin
      file = $fopen(name, "w");
      if (file == 0) begin
        $display("waypoint_log: %0s: cannot be written", name);
        $finish;
      end
      $fwrite(file, "waypoint-log 1\nunit etm\natb %0d\ncolumns", ATB_BITS);
      $fwrite(file, " RESETn");
      $fwrite(file, " ETMI0VALID ETMI0A ETMI0T ETMI0J ETMI0PASS ETMI0ERET ETMI0BR ETMI0BRA ETMI0BRT ETMI0BRJ");
      $fwrite(file, " ETMI0BRNS ETMI0BRHYP ETMI0BRDIRECT ETMI0BREXC ETMI0BRCANCEL ETMI0BRSECRET");
      $fwrite(file, " ETMI1VALID ETMI1A ETMI1T ETMI1J ETMI1PASS ETMI1ERET ETMI1BR ETMI1BRA ETMI1BRT ETMI1BRJ");
      $fwrite(file, " ETMI1BRNS ETMI1BRHYP ETMI1BRDIRECT ETMI1BREXC ETMI1BRCANCEL ETMI1BRSECRET");
      $fwrite(file, " ETMNS ETMHYP ETMPROHIBITED ETMDBGACK ETMCID ETMVMID ETMEN");
      $fwrite(file, " CFGIDR CFGCCER");
      $fwrite(file, " TSVALUEB TSCLKCHANGE NIDEN DBGEN ETMWFIPENDING ETMWFIREADY");
      $fwrite(file, " EXTIN ETMTRIGOUT");
      $fwrite(file, " PCLKEN PSEL PENABLE PWRITE PADDR PWDATA PRDATA PREADY PSLVERR");
      $fwrite(file, " ATCLKEN SYNCREQ ATVALID ATREADY ATBYTES ATDATA ATID AFVALID AFREADY");
      $fwrite(file, "\n");
    end
  endtask

  initial if (FILE != 0) open(FILE);

  always @(posedge CLK) begin
    if (file != 0) begin
      $fwrite(file, "%h", RESETn);
      $fwrite(file, " %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h",
              ETMI0VALID, ETMI0A, ETMI0T, ETMI0J, ETMI0PASS, ETMI0ERET, ETMI0BR, ETMI0BRA, ETMI0BRT, ETMI0BRJ, ETMI0BRNS, ETMI0BRHYP,
              ETMI0BRDIRECT, ETMI0BREXC, ETMI0BRCANCEL, ETMI0BRSECRET);
      $fwrite(file, " %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h %h",
              ETMI1VALID, ETMI1A, ETMI1T, ETMI1J, ETMI1PASS, ETMI1ERET, ETMI1BR, ETMI1BRA, ETMI1BRT, ETMI1BRJ, ETMI1BRNS, ETMI1BRHYP,
              ETMI1BRDIRECT, ETMI1BREXC, ETMI1BRCANCEL, ETMI1BRSECRET);
      $fwrite(file, " %h %h %h %h %h %h %h", ETMNS, ETMHYP, ETMPROHIBITED, ETMDBGACK, ETMCID, ETMVMID, ETMEN);
      $fwrite(file, " %h %h", CFGIDR, CFGCCER);
      $fwrite(file, " %h %h %h %h %h %h", TSVALUEB, TSCLKCHANGE, NIDEN, DBGEN, ETMWFIPENDING, ETMWFIREADY);
      $fwrite(file, " %h %h", EXTIN, ETMTRIGOUT);
      $fwrite(file, " %h %h %h %h %h %h %h %h %h", PCLKEN, PSEL, PENABLE, PWRITE, PADDR, PWDATA, PRDATA, PREADY, PSLVERR);
      $fwrite(file, " %h %h %h %h %h %h %h %h %h\n", ATCLKEN, SYNCREQ, ATVALID, ATREADY, ATBYTES, ATDATA, ATID, AFVALID, AFREADY);
    end
  end

endmodule

// verilator tracing_on
`default_nettype wire
