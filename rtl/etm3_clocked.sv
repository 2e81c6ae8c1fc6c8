// SPDX-License-Identifier: Apache-2.0
// One clock of the P-header collector in cycle-accurate trace: the run that it collects after this clock, and the
// P-headers that it closes. This module has no registers. docs/pipeline-etm3.md#phdr, rule 1; IHI 0014Q table 7.3.
`default_nettype none

module etm3_clocked (
  input  logic                          cycle_accurate_i,  // if 0, the outputs are not used
  input  logic                          greedy_i,

  // At most one of these is 1: no instruction was executed in this clock, one instruction, or two instructions.
  input  logic                          idle_i,
  input  logic                          single_i,
  input  logic                          dual_i,
  input  logic                          first_n_i,     // N, otherwise E
  input  logic                          second_n_i,

  // The collected run before and after this clock, as a number of clocks: w has no instruction, e has one E atom in each
  // clock. At most one of w and e is not 0.
  input  logic [2:0]                    w_i,
  input  logic [2:0]                    e_i,
  output logic [2:0]                    w_o,
  output logic [2:0]                    e_o,

  // P-headers. The valid signals come earlier in the clock than the P-headers.
  output logic                          closes_o,      // closed_o is valid: the collected run ends
  output logic [etm3_pkg::PhdrBits-1:0] closed_o,
  output logic                          tells_o,       // header_o is valid: this clock, and the run unless closes_o is 1
  output logic [etm3_pkg::PhdrBits-1:0] header_o
);

  logic idles, runs;      // the collected run has idle clocks, or clocks with an E atom

  assign idles    = w_i != '0;
  assign runs     = e_i != '0;
  assign closed_o = idles ? etm3_pkg::format3({1'b0, w_i}, 1'b0) : etm3_pkg::format1({1'b0, e_i}, 1'b0);

  always_comb begin
    w_o      = 'x;
    e_o      = 'x;
    closes_o = 1'bx;
    tells_o  = 1'bx;
    header_o = 'x;
    if (cycle_accurate_i) begin
      w_o      = '0;
      e_o      = '0;
      closes_o = 1'b0;
      tells_o  = 1'b0;
      header_o = 'x;
      if (idle_i) begin
        w_o      = w_i + 3'd1;
        closes_o = runs;
        tells_o  = w_i == 3'd7;
        header_o = etm3_pkg::format3(4'd8, 1'b0);
      end else if (dual_i) begin
        closes_o = idles || runs;
        tells_o  = 1'b1;
        header_o = etm3_pkg::format2(first_n_i, second_n_i);
      end else if (single_i && first_n_i) begin
        closes_o = idles;
        tells_o  = 1'b1;
        header_o = etm3_pkg::format1({1'b0, e_i}, 1'b1);
      end else if (single_i && greedy_i) begin
        closes_o = e_i == 3'd7;
        tells_o  = idles;
        header_o = etm3_pkg::format3({1'b0, w_i} + 4'd1, 1'b1);
        e_o      = idles ? 3'd0 : (e_i == 3'd7) ? 3'd1 : e_i + 3'd1;
      end else if (single_i) begin
        closes_o = idles;
        tells_o  = e_i == 3'd6;
        header_o = etm3_pkg::format1(4'd7, 1'b0);
        e_o      = (e_i == 3'd6) ? 3'd0 : e_i + 3'd1;
      end else begin
        w_o = w_i;
        e_o = e_i;
      end
    end
  end

endmodule

`default_nettype wire
