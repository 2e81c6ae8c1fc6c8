// SPDX-License-Identifier: Apache-2.0
// What keeps software and debuggers apart, IHI 0014Q 3.5.58 to 3.5.62: the software lock and claim tags.
`default_nettype none

module steps_software import steps_pkg::*; (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  parts_t      parts_i,
  input  logic        is_software_i,  // PADDRDBG31 is low
  input  logic        writes_lock_i,  // a write that may be to ETMLAR
  input  bus_t        bus_i,
  output logic        locked_out_o,   // Only ETMLAR takes a write.
  output logic [31:0] data_o
);

  localparam logic [31:0] Key = 32'hC5AC_CE55;

  logic       locked_q;
  logic [3:0] claimed_q;

  // A debugger's interface ignores the lock, and its writes to ETMLAR are ignored (3.5.61).
  assign locked_out_o = parts_i.software_lock && is_software_i && locked_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) locked_q <= 1'b1;
    else if (writes_lock_i && is_software_i && bus_i.at == 10'h3EC) locked_q <= bus_i.data != Key;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) claimed_q <= '0;
    else if (bus_i.writes && bus_i.at == 10'h3E8) claimed_q <= claimed_q | (bus_i.data[3:0] & parts_i.claim_tags);
    else if (bus_i.writes && bus_i.at == 10'h3E9) claimed_q <= claimed_q & ~bus_i.data[3:0];
  end

  always_comb begin
    unique case ({bus_i.at, 2'b00})
      12'hFA0: data_o = {28'h0, parts_i.claim_tags};
      12'hFA4: data_o = {28'h0, claimed_q};
      12'hFB4: data_o = (parts_i.software_lock && is_software_i) ? {30'h0, locked_q, 1'b1} : '0;
      default: data_o = '0;
    endcase
  end

endmodule

`default_nettype wire
