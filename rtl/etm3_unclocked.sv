// SPDX-License-Identifier: Apache-2.0
// One atom of the P-header collector if trace is not cycle-accurate: the run that it collects after this atom, and the
// P-header that it closes. This module has no registers. docs/pipeline-etm3.md#phdr, rule 2; IHI 0014Q table 7.2.
`default_nettype none

module etm3_unclocked (
  input  logic                          valid_i,       // there is an atom, and the trace is not cycle-accurate
  input  logic                          greedy_i,
  input  logic                          atom_n_i,      // N, otherwise E

  // The collected run before and after the atom: a number of E atoms, or one N atom.
  input  logic [3:0]                    e_i,
  input  logic                          n_i,
  output logic [3:0]                    e_o,
  output logic                          n_o,

  output logic                          closes_o,      // p_header_o is valid; this comes earlier in the clock
  output logic [etm3_pkg::PhdrBits-1:0] p_header_o
);

  logic [3:0] more;

  assign more = e_i + 4'd1;

  always_comb begin
    e_o        = 'x;
    n_o        = 1'bx;
    closes_o   = 1'bx;
    p_header_o = 'x;
    if (valid_i) begin
      e_o        = '0;
      n_o        = 1'b0;
      closes_o   = 1'b1;
      p_header_o = etm3_pkg::format1(4'd15, 1'b0);
      if (n_i) p_header_o = etm3_pkg::format2(1'b1, atom_n_i);
      else if (atom_n_i) begin
        n_o        = greedy_i && e_i == '0;
        closes_o   = !n_o;
        p_header_o = etm3_pkg::format1(e_i, 1'b1);
      end else if (greedy_i) begin
        e_o      = (e_i == 4'd15) ? 4'd1 : more;
        closes_o = e_i == 4'd15;
      end else begin
        e_o      = (e_i == 4'd14) ? 4'd0 : more;
        closes_o = e_i == 4'd14;
      end
    end
  end

endmodule

`default_nettype wire
