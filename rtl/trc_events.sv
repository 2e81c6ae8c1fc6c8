// SPDX-License-Identifier: Apache-2.0
// The events: each a function of two resources (trc_pkg::happens), decided in every clock on old register values.
// docs/pipeline.md#events; IHI 0035B 3.8.
`default_nettype none

module trc_events (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic [16:0] trigger_event_i,   // ETMTRIGGER
  input  logic [16:0] enable_event_i,    // ETMTEEVR
  input  logic [16:0] stamp_event_i,     // ETMTSEVR

  // The resources.
  input  logic [3:0]  extin_i,           // pins
  input  logic        ns_i,
  input  logic        prohibited_i,
  input  logic [3:0]  zero_i,
  input  logic [2:0]  stands_i,

  output logic        trigger_o,
  output logic        enable_o,
  output logic        stamp_o,
  output logic [63:0] now_o              // resource 0x40 + n is bit n
);

  logic [3:0] extin_q;                   // sampled with the waypoint that they decide on

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) extin_q <= '0;
    else extin_q <= extin_i;
  end

  assign now_o     = {16'h0, 1'b1, prohibited_i, ns_i, 9'h0, extin_q, 13'h0, stands_i, 12'h0, zero_i};
  assign trigger_o = trc_pkg::event_true(trigger_event_i, now_o);
  assign enable_o  = trc_pkg::event_true(enable_event_i, now_o);
  assign stamp_o   = trc_pkg::event_true(stamp_event_i, now_o);

endmodule

`default_nettype wire
