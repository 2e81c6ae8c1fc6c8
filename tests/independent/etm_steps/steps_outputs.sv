// SPDX-License-Identifier: Apache-2.0
// Two external outputs, IHI 0014Q 2.5 and 3.5.34: each is its event, a clock later. They are LOW while the unit is off, and keep their value
// while non-invasive debug is disabled.
`default_nettype none

module steps_outputs import steps_pkg::*; (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [1:0]  count_i,
  input  bus_t        bus_i,
  output logic [31:0] data_o,
  input  logic        enabled_i,
  input  logic        run_i,
  input  resources_t  now_i,
  output logic [1:0]  pins_o
);

  logic [1:0][16:0] event_q;
  logic             addressed;

  assign addressed = bus_i.at[9:1] == 9'h034 && count_i > {1'b0, bus_i.at[0]};
  assign data_o    = addressed ? {15'h0, event_q[bus_i.at[0]]} : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) event_q <= '0;
    else if (bus_i.writes && addressed) event_q[bus_i.at[0]] <= bus_i.data[16:0];
  end

  for (genvar i = 0; i < 2; i++) begin : gen_pins
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)         pins_o[i] <= 1'b0;
      else if (!enabled_i) pins_o[i] <= 1'b0;
      else if (run_i)      pins_o[i] <= count_i > 2'(i) && steps_pkg::occurs(event_q[i], now_i);
    end
  end

endmodule

`default_nettype wire
