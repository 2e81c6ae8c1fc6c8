// SPDX-License-Identifier: Apache-2.0
// The Context ID comparator with its mask, IHI 0014Q 3.5.35 to 3.5.37, and the VMID comparator of ETMv3.5. The pins belong to the
// instructions of a clock, so a clock without instructions keeps the last result.
`default_nettype none

module steps_context import steps_pkg::*; (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  parts_t      parts_i,
  input  bus_t        bus_i,
  output logic [31:0] data_o,
  input  logic        executes_i,
  input  logic [31:0] context_id_i,
  input  logic [7:0]  vmid_i,
  output logic        context_id_o,
  output logic        vmid_o
);

  logic [31:0] value_q, mask_q;
  logic [7:0]  vmid_q;
  logic        context_matches, vmid_matches, context_held_q, vmid_held_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      value_q <= '0;
      mask_q  <= '0;
      vmid_q  <= '0;
    end else if (bus_i.writes) begin
      unique case ({bus_i.at, 2'b00})
        12'h1B0: if (parts_i.context_id) value_q <= bus_i.data;
        12'h1BC: if (parts_i.context_id) mask_q <= bus_i.data;
        12'h240: if (parts_i.vmid) vmid_q <= bus_i.data[7:0];
        default: ;
      endcase
    end
  end

  assign data_o = (bus_i.at == 10'h06C) ? value_q : (bus_i.at == 10'h06F) ? mask_q : (bus_i.at == 10'h090) ? {24'h0, vmid_q} : '0;

  // A bit that is 1 in the mask is not compared.
  assign context_matches = ((context_id_i ^ value_q) & ~mask_q) == '0;
  assign vmid_matches    = vmid_i == vmid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      context_held_q <= 1'b0;
      vmid_held_q    <= 1'b0;
    end else if (executes_i) begin
      context_held_q <= context_matches;
      vmid_held_q    <= vmid_matches;
    end
  end

  assign context_id_o = parts_i.context_id && (executes_i ? context_matches : context_held_q);
  assign vmid_o       = parts_i.vmid && (executes_i ? vmid_matches : vmid_held_q);

endmodule

`default_nettype wire
