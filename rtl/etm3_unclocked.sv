// SPDX-License-Identifier: Apache-2.0
// One atom for the P-header collector where clocks are not told: what is held after it, and the P-header that it
// closes. No state of its own. docs/pipeline-etm3.md#phdr 2; IHI 0014Q table 7.2.
`default_nettype none

module etm3_unclocked (
  input  logic                          greedy_i,
  input  logic                          atom_i,        // there is one
  input  logic                          atom_n_i,      // N, otherwise E

  // Held: E so often, or a lone N.
  input  logic [3:0]                    e_i,
  input  logic                          n_i,
  output logic [3:0]                    e_o,
  output logic                          n_o,

  output logic [etm3_pkg::PhdrBits-1:0] p_header_o     // 0: none
);

  logic [3:0] more;

  assign more = e_i + 4'd1;

  always_comb begin
    e_o        = e_i;
    n_o        = n_i;
    p_header_o = '0;
    if (atom_i && n_i) begin
      p_header_o = etm3_pkg::format2(1'b1, atom_n_i);
      n_o        = 1'b0;
    end else if (atom_i && atom_n_i) begin
      n_o = greedy_i && e_i == '0;
      e_o = '0;
      if (!n_o) p_header_o = etm3_pkg::format1(e_i, 1'b1);
    end else if (atom_i && greedy_i) begin
      e_o = (e_i == 4'd15) ? 4'd1 : more;
      if (e_i == 4'd15) p_header_o = etm3_pkg::format1(4'd15, 1'b0);
    end else if (atom_i) begin
      e_o = (e_i == 4'd14) ? 4'd0 : more;
      if (e_i == 4'd14) p_header_o = etm3_pkg::format1(4'd15, 1'b0);
    end
  end

endmodule

`default_nettype wire
