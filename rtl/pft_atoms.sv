// SPDX-License-Identifier: Apache-2.0
// The pending atoms, 0 to 4, the oldest first. A leading one marks their number, as in the packet (pft_pkg::atom).
// docs/pipeline-pft.md#atoms; IHI 0035B 4.5.3.
`default_nettype none

module pft_atoms (
  input  logic       clk_i,
  input  logic       rst_ni,

  input  logic       append_i,
  input  logic       atom_i,        // N = 1
  input  logic       take_i,        // a record takes atoms_o: no atom stays pending

  output logic       four_o,        // four atoms are pending: another one fills a packet
  output logic [5:0] atoms_o        // includes the atom that is appended in this clock
);

  logic [4:0] pending_q;

  assign four_o  = pending_q[4];
  assign atoms_o = append_i ? {pending_q, atom_i} : {1'b0, pending_q};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) pending_q <= pft_pkg::NoAtoms[4:0];
    else if (take_i) pending_q <= pft_pkg::NoAtoms[4:0];
    else if (append_i) pending_q <= atoms_o[4:0];
  end

endmodule

`default_nettype wire
