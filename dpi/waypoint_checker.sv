// SPDX-License-Identifier: Apache-2.0
// The checker of a trace unit, for any testbench. It reads the pins of the unit and drives none (docs/checker-module.md, docs/observer.md).
// A simulation may have several; each has its own configuration, image and verdict.
//
//   waypoint_ptm_checker  The ports of a PTM, all inputs. Bind it:
//                         bind my_ptm waypoint_ptm_checker #(.AtbBits(32)) u_checker (.failed(), .status(), .*);
//   waypoint_etm_checker  The ports of an ETM. Bind it in the same way.
//   waypoint_checker      The same pins as two structs.
//
// Config: words of the form name=value (docs/checker-module.md). The command line adds words or replaces them: +waypoint+WORD+WORD for all
// checkers, +waypoint.NAME+WORD+WORD for the checker with this Name. With a Config of "" the testbench opens a checker, attaches it here,
// and closes it.
//
// `failed` rises after the first failure. The verdict is printed at the end of the simulation, or when the testbench calls close().
// Generated from waypoint_checker.sv.in and the table of pins (make pins).
`default_nettype none

module waypoint_checker #(
  parameter int    AtbBits = 32,  // width of ATDATA
  parameter bit    Etm = 0,       // an ETM, otherwise a PTM
  parameter string Config = "",
  parameter string Name = "",     // name of the unit, if there are several
  parameter bit    ExitOnFail = 1,// the process ends with an exit code other than 0 unless the verdict is PASS
  parameter bit    Clocked = 0    // the testbench changes RESETn only at edges of CLK
) (
  input  bit                            CLK,
  input  waypoint_pins_pkg::in_t        in,
  input  waypoint_pins_pkg::out_t       out,
  output bit                            failed,
  output bit                            done,   // the checks have ended
  output waypoint_checker_pkg::status_e status
);

  chandle handle_q;
  int     code_q = -1;  // the exit code of the verdict; -1: there is none yet

  function automatic void attach(chandle handle);
    handle_q = handle;
  endfunction

  // Takes the exit code of the verdict.
  function automatic void conclude(int code);
    code_q = code;
    if (ExitOnFail) waypoint_checker_pkg::waypoint_checker_exit(code);
  endfunction

  // Ends the checks, writes the files and prints the report: 0 PASS, 1 FAIL, 2 INCOMPLETE or NOTHING CHECKED. Later clocks are not
  // checked. The end of the simulation calls it too.
  function automatic int close();
    if (handle_q != null) conclude(waypoint_checker_pkg::waypoint_checker_close(handle_q));
    handle_q = null;
    return code_q;
  endfunction

  if (Config != "") begin : gen_own
    string words;
    initial begin
      words = {Config, waypoint_checker_pkg::waypoint_plus_words("waypoint")};
      if (Name != "") words = {words, " name=", Name, waypoint_checker_pkg::waypoint_plus_words({"waypoint.", Name})};
      attach(waypoint_checker_pkg::waypoint_checker_open(words, AtbBits, Etm));
      if (handle_q == null) begin
        conclude(2);
        $finish;
      end
    end
    final void'(close());
  end

  // RESETn may fall and rise again between two edges.
  int falls, falls_seen;
  if (Clocked) begin : gen_clocked
    assign falls = 0;
  end else begin : gen_unclocked
    always @(negedge in.resetn) falls <= falls + 1;
  end

  // Samples the pins as a flip-flop of the unit does, however the testbench drives them.
  always @(posedge CLK) begin
    if (handle_q != null) begin
      int state;
      if (falls != falls_seen && in.resetn) waypoint_checker_pkg::waypoint_checker_reset(handle_q);
      falls_seen <= falls;
      waypoint_checker_pkg::waypoint_checker_time(handle_q, $realtime, 1s);
      state = waypoint_checker_pkg::waypoint_checker_clock(handle_q, in, out);
      failed <= state != waypoint_checker_pkg::CheckerGoesOn;
      done   <= state == waypoint_checker_pkg::CheckerDone;
    end
  end

  always_comb begin
    case (code_q)
      0:       status = waypoint_checker_pkg::StatusPass;
      1:       status = waypoint_checker_pkg::StatusFail;
      2:       status = waypoint_checker_pkg::StatusIncomplete;
      default: status = failed ? waypoint_checker_pkg::StatusFailed : waypoint_checker_pkg::StatusRunning;
    endcase
  end

endmodule

// Three modules, and one file to compile.
// verilator lint_off DECLFILENAME
module waypoint_ptm_checker #(
  parameter int    AtbBits = 32,
  parameter string Config = "mode=legal",
  parameter string Name = "",
  parameter bit    ExitOnFail = 1,
  localparam int   BytesBits = (AtbBits > 16) ? $clog2(AtbBits / 8) : 1
) (
  input  logic                   CLK,
  input  logic                   RESETn,

  input  logic                   WPTVALID,
  input  logic [31:0]            WPTPC,
  input  logic [31:0]            WPTTARGETPC,
  input  logic [2:0]             WPTTYPE,
  input  logic                   WPTTAKEN,
  input  logic                   WPTLINK,
  input  logic                   WPTT32LINK,
  input  logic                   WPTTARGETTBIT,
  input  logic                   WPTTARGETJBIT,
  input  logic                   WPTnSECURE,
  input  logic [3:0]             WPTEXCEPTIONTYPE,
  input  logic                   WPTTRACEPROHIBITED,
  input  logic [31:0]            WPTCONTEXTID,
  input  logic                   WPTEXTERET,
  input  logic [1:0]             WPTEXTBARRIER,
  input  logic                   WPTEXTHYP,
  input  logic [7:0]             WPTEXTVMID,
  input  logic                   WPTEXTUSER,
  input  logic [4:0]             WPTEXTEXCEPTION,
  input  logic [1:0]             WPTCOMMIT,
  input  logic                   WPTFLUSH,
  input  logic                   WPTFIFOEMPTY,
  input  logic                   WPTENABLE,

  input  logic [3:0]             RETSTACKDEPTH,
  input  logic [31:0]            CFGIDR,
  input  logic [31:0]            CFGCCER,
  input  logic [31:0]            CFGCCR,
  input  logic [11:0]            CFGREGS,

  input  logic [63:0]            TSVALUEB,
  input  logic                   TSCLKCHANGE,
  input  logic                   NIDEN,
  input  logic                   DBGEN,
  input  logic                   HDBGEN,
  input  logic                   DBGPWRDUP,
  input  logic                   DBGNOPWRDWN,
  input  logic                   PTMIDLEREQ,
  input  logic                   PTMIDLEACK,

  input  logic [3:0]             EXTIN,
  input  logic [31:0]            EXTINBUS,
  input  logic [7:0]             EMBEDDEDICE,
  input  logic                   PTMTRIGGER,
  input  logic                   PTMDBGRQ,
  input  logic                   PTMDBGACK,
  input  logic [3:0]             EXTOUT,

  input  logic                   PCLKEN,
  input  logic                   PADDRDBG31,
  input  logic                   PSEL,
  input  logic                   PENABLE,
  input  logic                   PWRITE,
  input  logic [11:2]            PADDR,
  input  logic [31:0]            PWDATA,
  input  logic [31:0]            PRDATA,
  input  logic                   PREADY,
  input  logic                   PSLVERR,

  input  logic                   ATCLKEN,
  input  logic                   SYNCREQ,
  input  logic                   ATVALID,
  input  logic                   ATREADY,
  input  logic [BytesBits-1:0] ATBYTES,
  input  logic [AtbBits-1:0]     ATDATA,
  input  logic [6:0]             ATID,
  input  logic                   AFVALID,
  input  logic                   AFREADY,

  output logic                          failed,  // from the clock of the first failure on
  output waypoint_checker_pkg::status_e status
);

  waypoint_pins_pkg::in_t  in;
  waypoint_pins_pkg::out_t out;
  bit                      unused_done;

  always_comb begin
    in = '0;
    in.resetn          = RESETn;
    in.wpt_valid       = WPTVALID;
    in.pc              = WPTPC;
    in.target          = WPTTARGETPC;
    in.wpt_type        = WPTTYPE;
    in.taken           = WPTTAKEN;
    in.link            = WPTLINK;
    in.t32             = WPTT32LINK;
    in.target_t        = WPTTARGETTBIT;
    in.target_j        = WPTTARGETJBIT;
    in.ns              = WPTnSECURE;
    in.exception[3:0]  = WPTEXCEPTIONTYPE;
    in.prohibited      = WPTTRACEPROHIBITED;
    in.context_id      = WPTCONTEXTID;
    in.eret            = WPTEXTERET;
    in.barrier         = WPTEXTBARRIER;
    in.hyp             = WPTEXTHYP;
    in.vmid            = WPTEXTVMID;
    in.user            = WPTEXTUSER;
    in.exception[8:4]  = WPTEXTEXCEPTION;
    in.wpt_commit      = WPTCOMMIT;
    in.wpt_flush       = WPTFLUSH;
    in.wpt_fifo_empty  = WPTFIFOEMPTY;
    in.retstack_depth  = RETSTACKDEPTH;
    in.cfgidr          = CFGIDR;
    in.cfgccer         = CFGCCER;
    in.cfgccr          = CFGCCR;
    in.cfgregs         = CFGREGS;
    in.timestamp       = TSVALUEB;
    in.clock_change    = TSCLKCHANGE;
    in.niden           = NIDEN;
    in.dbgen           = DBGEN;
    in.hdbgen          = HDBGEN;
    in.dbgpwrdup       = DBGPWRDUP;
    in.idle_request    = PTMIDLEREQ;
    in.extin           = EXTIN;
    in.extinbus        = EXTINBUS;
    in.embeddedice     = EMBEDDEDICE;
    in.debug_ack       = PTMDBGACK;
    in.pclken          = PCLKEN;
    in.paddrdbg31      = PADDRDBG31;
    in.psel            = PSEL;
    in.penable         = PENABLE;
    in.pwrite          = PWRITE;
    in.paddr           = PADDR;
    in.pwdata          = PWDATA;
    in.atclken         = ATCLKEN;
    in.syncreq         = SYNCREQ;
    in.atready         = ATREADY;
    in.afvalid         = AFVALID;
    out = '0;
    out.wpt_enable = WPTENABLE;
    out.dbgnopwrdwn = DBGNOPWRDWN;
    out.idle       = PTMIDLEACK;
    out.trigger    = PTMTRIGGER;
    out.debug_request = PTMDBGRQ;
    out.extout     = EXTOUT;
    out.prdata     = PRDATA;
    out.pready     = PREADY;
    out.pslverr    = PSLVERR;
    out.atvalid    = ATVALID;
    out.atbytes    = 3'(ATBYTES);
    out.atdata     = 64'(ATDATA);
    out.atid       = ATID;
    out.afready    = AFREADY;
  end

  waypoint_checker #(
    .AtbBits(AtbBits),
    .Etm(0),
    .Config(Config),
    .Name(Name),
    .ExitOnFail(ExitOnFail)
  ) u_checker (
    .CLK,
    .in,
    .out,
    .failed,
    .done(unused_done),
    .status
  );

  function automatic int close();
    return u_checker.close();
  endfunction

endmodule

module waypoint_etm_checker #(
  parameter int    AtbBits = 32,
  parameter string Config = "mode=legal",
  parameter string Name = "",
  parameter bit    ExitOnFail = 1,
  localparam int   BytesBits = (AtbBits > 16) ? $clog2(AtbBits / 8) : 1
) (
  input  logic                   CLK,
  input  logic                   RESETn,

  input  logic                   ETMI0VALID,
  input  logic [31:0]            ETMI0A,
  input  logic                   ETMI0T,
  input  logic                   ETMI0J,
  input  logic                   ETMI0PASS,
  input  logic                   ETMI0ERET,
  input  logic                   ETMI0BR,
  input  logic [31:0]            ETMI0BRA,
  input  logic                   ETMI0BRT,
  input  logic                   ETMI0BRJ,
  input  logic                   ETMI0BRNS,
  input  logic                   ETMI0BRHYP,
  input  logic                   ETMI0BRDIRECT,
  input  logic [8:0]             ETMI0BREXC,
  input  logic                   ETMI0BRCANCEL,
  input  logic                   ETMI0BRSECRET,

  input  logic                   ETMI1VALID,
  input  logic [31:0]            ETMI1A,
  input  logic                   ETMI1T,
  input  logic                   ETMI1J,
  input  logic                   ETMI1PASS,
  input  logic                   ETMI1ERET,
  input  logic                   ETMI1BR,
  input  logic [31:0]            ETMI1BRA,
  input  logic                   ETMI1BRT,
  input  logic                   ETMI1BRJ,
  input  logic                   ETMI1BRNS,
  input  logic                   ETMI1BRHYP,
  input  logic                   ETMI1BRDIRECT,
  input  logic [8:0]             ETMI1BREXC,
  input  logic                   ETMI1BRCANCEL,
  input  logic                   ETMI1BRSECRET,

  input  logic                   ETMUSER,
  input  logic                   ETMNS,
  input  logic                   ETMHYP,
  input  logic                   ETMPROHIBITED,
  input  logic                   ETMDBGACK,
  input  logic [31:0]            ETMCID,
  input  logic [7:0]             ETMVMID,
  input  logic                   ETMEN,

  input  logic [31:0]            CFGIDR,
  input  logic [31:0]            CFGCCER,
  input  logic [31:0]            CFGCCR,
  input  logic [11:0]            CFGREGS,

  input  logic [63:0]            TSVALUEB,
  input  logic                   TSCLKCHANGE,
  input  logic                   NIDEN,
  input  logic                   DBGEN,
  input  logic                   DBGPWRDUP,
  input  logic                   DBGNOPWRDWN,
  input  logic                   ETMWFIPENDING,
  input  logic                   ETMWFIREADY,

  input  logic [3:0]             EXTIN,
  input  logic [31:0]            EXTINBUS,
  input  logic [7:0]             EMBEDDEDICE,
  input  logic                   ETMTRIGOUT,
  input  logic                   ETMDBGRQ,
  input  logic [3:0]             EXTOUT,

  input  logic                   PCLKEN,
  input  logic                   PADDRDBG31,
  input  logic                   PSEL,
  input  logic                   PENABLE,
  input  logic                   PWRITE,
  input  logic [11:2]            PADDR,
  input  logic [31:0]            PWDATA,
  input  logic [31:0]            PRDATA,
  input  logic                   PREADY,
  input  logic                   PSLVERR,

  input  logic                   ATCLKEN,
  input  logic                   SYNCREQ,
  input  logic                   ATVALID,
  input  logic                   ATREADY,
  input  logic [BytesBits-1:0] ATBYTES,
  input  logic [AtbBits-1:0]     ATDATA,
  input  logic [6:0]             ATID,
  input  logic                   AFVALID,
  input  logic                   AFREADY,

  output logic                          failed,  // from the clock of the first failure on
  output waypoint_checker_pkg::status_e status
);

  waypoint_pins_pkg::in_t  in;
  waypoint_pins_pkg::out_t out;
  bit                      unused_done;

  always_comb begin
    in = '0;
    in.resetn          = RESETn;
    in.slot0.executed  = ETMI0VALID;
    in.slot0_at        = ETMI0A;
    in.slot0.t         = ETMI0T;
    in.slot0.j         = ETMI0J;
    in.slot0.passed    = ETMI0PASS;
    in.slot0.eret      = ETMI0ERET;
    in.slot0.branched  = ETMI0BR;
    in.slot0_to        = ETMI0BRA;
    in.slot0.to_t      = ETMI0BRT;
    in.slot0.to_j      = ETMI0BRJ;
    in.slot0.to_ns     = ETMI0BRNS;
    in.slot0.to_hyp    = ETMI0BRHYP;
    in.slot0.direct    = ETMI0BRDIRECT;
    in.slot0.exception = ETMI0BREXC;
    in.slot0.cancel    = ETMI0BRCANCEL;
    in.slot0.secret    = ETMI0BRSECRET;
    in.slot1.executed  = ETMI1VALID;
    in.slot1_at        = ETMI1A;
    in.slot1.t         = ETMI1T;
    in.slot1.j         = ETMI1J;
    in.slot1.passed    = ETMI1PASS;
    in.slot1.eret      = ETMI1ERET;
    in.slot1.branched  = ETMI1BR;
    in.slot1_to        = ETMI1BRA;
    in.slot1.to_t      = ETMI1BRT;
    in.slot1.to_j      = ETMI1BRJ;
    in.slot1.to_ns     = ETMI1BRNS;
    in.slot1.to_hyp    = ETMI1BRHYP;
    in.slot1.direct    = ETMI1BRDIRECT;
    in.slot1.exception = ETMI1BREXC;
    in.slot1.cancel    = ETMI1BRCANCEL;
    in.slot1.secret    = ETMI1BRSECRET;
    in.etm_user        = ETMUSER;
    in.etm_ns          = ETMNS;
    in.etm_hyp         = ETMHYP;
    in.etm_prohibited  = ETMPROHIBITED;
    in.etm_debug       = ETMDBGACK;
    in.context_id      = ETMCID;
    in.vmid            = ETMVMID;
    in.cfgidr          = CFGIDR;
    in.cfgccer         = CFGCCER;
    in.cfgccr          = CFGCCR;
    in.cfgregs         = CFGREGS;
    in.timestamp       = TSVALUEB;
    in.clock_change    = TSCLKCHANGE;
    in.niden           = NIDEN;
    in.dbgen           = DBGEN;
    in.dbgpwrdup       = DBGPWRDUP;
    in.idle_request    = ETMWFIPENDING;
    in.extin           = EXTIN;
    in.extinbus        = EXTINBUS;
    in.embeddedice     = EMBEDDEDICE;
    in.pclken          = PCLKEN;
    in.paddrdbg31      = PADDRDBG31;
    in.psel            = PSEL;
    in.penable         = PENABLE;
    in.pwrite          = PWRITE;
    in.paddr           = PADDR;
    in.pwdata          = PWDATA;
    in.atclken         = ATCLKEN;
    in.syncreq         = SYNCREQ;
    in.atready         = ATREADY;
    in.afvalid         = AFVALID;
    out = '0;
    out.wpt_enable = ETMEN;
    out.dbgnopwrdwn = DBGNOPWRDWN;
    out.idle       = ETMWFIREADY;
    out.trigger    = ETMTRIGOUT;
    out.debug_request = ETMDBGRQ;
    out.extout     = EXTOUT;
    out.prdata     = PRDATA;
    out.pready     = PREADY;
    out.pslverr    = PSLVERR;
    out.atvalid    = ATVALID;
    out.atbytes    = 3'(ATBYTES);
    out.atdata     = 64'(ATDATA);
    out.atid       = ATID;
    out.afready    = AFREADY;
  end

  waypoint_checker #(
    .AtbBits(AtbBits),
    .Etm(1),
    .Config(Config),
    .Name(Name),
    .ExitOnFail(ExitOnFail)
  ) u_checker (
    .CLK,
    .in,
    .out,
    .failed,
    .done(unused_done),
    .status
  );

  function automatic int close();
    return u_checker.close();
  endfunction

endmodule
// verilator lint_on DECLFILENAME
