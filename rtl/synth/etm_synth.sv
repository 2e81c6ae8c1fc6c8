// SPDX-License-Identifier: Apache-2.0
// etm_top for the measurement of area and speed on an iCE40 HX8K, as ptm_synth does it: the wide inputs come through
// one shift register, every other input through a register. CFGIDR and CFGCCER are tied to an ETMv3.5 that can do
// everything in the original branch encoding, the clock enables to high.
`default_nettype none

module etm_synth (
  input  logic        CLK,
  input  logic        RESETn,
  input  logic        SHIFTIN,
  input  logic        ATREADY,
  output logic        ETMEN,
  output logic        ETMTRIGOUT,
  output logic [3:0]  EXTOUT,
  output logic        ETMWFIREADY,
  output logic [31:0] PRDATA,
  output logic        ATVALID,
  output logic [1:0]  ATBYTES,
  output logic [31:0] ATDATA,
  output logic [6:0]  ATID,
  output logic        AFREADY
);

  localparam int unsigned InputBits = 334;

  logic [InputBits-1:0] inputs_q;
  logic                 atready_q;

  always_ff @(posedge CLK) begin
    inputs_q  <= {inputs_q[InputBits-2:0], SHIFTIN};
    atready_q <= ATREADY;
  end

  logic        i0valid, i0t, i0j, i0pass, i0eret, i0br, i0brt, i0brj, i0brns, i0brhyp;
  logic        i0brdirect, i0brcancel, i0brsecret;
  logic        i1valid, i1t, i1j, i1pass, i1eret, i1br, i1brt, i1brj, i1brns, i1brhyp;
  logic        i1brdirect, i1brcancel, i1brsecret;
  logic [31:0] i0a, i0bra, i1a, i1bra;
  logic [8:0]  i0brexc, i1brexc;
  logic        etmns, etmhyp, etmprohibited, etmdbgack, tsclkchange, niden, etmwfipending;
  logic [31:0] etmcid, pwdata;
  logic [7:0]  etmvmid;
  logic [63:0] tsvalueb;
  logic [3:0]  extin;
  logic        syncreq, afvalid, psel, penable, pwrite;
  logic [11:2] paddr;

  assign {i0valid, i0a, i0t, i0j, i0pass, i0eret, i0br, i0bra, i0brt, i0brj, i0brns, i0brhyp, i0brdirect, i0brexc,
          i0brcancel, i0brsecret,
          i1valid, i1a, i1t, i1j, i1pass, i1eret, i1br, i1bra, i1brt, i1brj, i1brns, i1brhyp, i1brdirect, i1brexc,
          i1brcancel, i1brsecret,
          etmns, etmhyp, etmprohibited, etmdbgack, etmcid, etmvmid, tsvalueb, tsclkchange, niden, etmwfipending, extin,
          syncreq, afvalid, psel, penable, pwrite, paddr, pwdata} = inputs_q;

  logic unused_ready, unused_error, unused_power;

  etm_top #(
    .AtbBits   (32),
    .QueueDepth(8),
    .FifoBytes (64)
  ) u_etm (
    .CLK,
    .RESETn,
    .ETMI0VALID   (i0valid),
    .ETMI0A       (i0a),
    .ETMI0T       (i0t),
    .ETMI0J       (i0j),
    .ETMI0PASS    (i0pass),
    .ETMI0ERET    (i0eret),
    .ETMI0BR      (i0br),
    .ETMI0BRA     (i0bra),
    .ETMI0BRT     (i0brt),
    .ETMI0BRJ     (i0brj),
    .ETMI0BRNS    (i0brns),
    .ETMI0BRHYP   (i0brhyp),
    .ETMI0BRDIRECT(i0brdirect),
    .ETMI0BREXC   (i0brexc),
    .ETMI0BRCANCEL(i0brcancel),
    .ETMI0BRSECRET(i0brsecret),
    .ETMI1VALID   (i1valid),
    .ETMI1A       (i1a),
    .ETMI1T       (i1t),
    .ETMI1J       (i1j),
    .ETMI1PASS    (i1pass),
    .ETMI1ERET    (i1eret),
    .ETMI1BR      (i1br),
    .ETMI1BRA     (i1bra),
    .ETMI1BRT     (i1brt),
    .ETMI1BRJ     (i1brj),
    .ETMI1BRNS    (i1brns),
    .ETMI1BRHYP   (i1brhyp),
    .ETMI1BRDIRECT(i1brdirect),
    .ETMI1BREXC   (i1brexc),
    .ETMI1BRCANCEL(i1brcancel),
    .ETMI1BRSECRET(i1brsecret),
    .ETMNS        (etmns),
    .ETMHYP       (etmhyp),
    .ETMPROHIBITED(etmprohibited),
    .ETMDBGACK    (etmdbgack),
    .ETMCID       (etmcid),
    .ETMVMID      (etmvmid),
    .ETMEN,
    .CFGIDR       (32'h570C_F250),
    .CFGCCER      (32'h3440_0000),
    .CFGCCR       (32'h8808_0000),
    .CFGREGS      (12'h805),
    .TSVALUEB     (tsvalueb),
    .TSCLKCHANGE  (tsclkchange),
    .NIDEN        (niden),
    .DBGEN        (1'b0),
    .DBGPWRDUP    (1'b1),
    .DBGNOPWRDWN  (unused_power),
    .ETMWFIPENDING(etmwfipending),
    .ETMWFIREADY,
    .EXTIN        (extin),
    .ETMTRIGOUT,
    .EXTOUT,
    .PCLKEN       (1'b1),
    .PADDRDBG31   (1'b1),
    .PSEL         (psel),
    .PENABLE      (penable),
    .PWRITE       (pwrite),
    .PADDR        (paddr),
    .PWDATA       (pwdata),
    .PRDATA,
    .PREADY       (unused_ready),
    .PSLVERR      (unused_error),
    .ATCLKEN      (1'b1),
    .SYNCREQ      (syncreq),
    .ATVALID,
    .ATREADY      (atready_q),
    .ATBYTES,
    .ATDATA,
    .ATID,
    .AFVALID      (afvalid),
    .AFREADY
  );

endmodule

`default_nettype wire
