// SPDX-License-Identifier: Apache-2.0
// EmbeddedICE inputs, IHI 0014Q 7.9, and the extended external input that ETMEXTINSELR selects (3.5.42).
`default_nettype none

module steps_inputs import steps_pkg::*; (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  parts_t      parts_i,
  input  bus_t        bus_i,
  output logic [31:0] data_o,
  input  logic [31:0] extended_i,    // EXTINBUS
  input  logic [1:0]  watchpoint_i,  // EMBEDDEDICE: high while the last comparison of the processor matched
  output logic        extended_o,
  output logic [1:0]  enables_o,     // EmbeddedICE inputs for the TraceEnable event
  output logic [1:0]  watchpoint_o   // and for everything else
);

  logic [4:0] selected_q;
  logic [1:0] latches_q, before_q, there, pulse;

  assign there = {parts_i.watchpoints > 2'd1, parts_i.watchpoints > 2'd0};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      selected_q <= '0;
      latches_q  <= '0;
      before_q   <= '0;
    end else begin
      before_q <= watchpoint_i;
      if (bus_i.writes && bus_i.at == 10'h07B && parts_i.selector) selected_q <= bus_i.data[4:0];
      if (bus_i.writes && bus_i.at == 10'h07D && parts_i.watchpoint_behavior) latches_q <= bus_i.data[1:0] & there;
    end
  end

  assign data_o = (bus_i.at == 10'h07B) ? {27'h0, selected_q} : (bus_i.at == 10'h07D) ? {30'h0, latches_q} : '0;

  // Without ETMEIBCR an input is a latch for the TraceEnable event, and a pulse elsewhere (7.9.2). No page that was read gives the bits of
  // ETMEIBCR: here 1 is a latch.
  assign pulse        = watchpoint_i & ~before_q;
  assign extended_o   = parts_i.selector && extended_i[selected_q];
  assign watchpoint_o = there & (pulse | (watchpoint_i & latches_q));
  assign enables_o    = parts_i.watchpoint_behavior ? watchpoint_o : there & watchpoint_i;

endmodule

`default_nettype wire
