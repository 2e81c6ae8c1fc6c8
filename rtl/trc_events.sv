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
  input  trc_pkg::compared_t compared_i,
  input  trc_pkg::compared_t ahead_i,    // what they will be in the next clock
  input  logic        ns_ahead_i,
  input  logic        prohibited_ahead_i,

  output logic        trigger_o,
  output logic        enable_o,
  output logic        enable_ahead_o,    // of the next clock, as far as it can be known
  output logic        stamp_o,
  output logic [111:0] now_o             // resource n is bit n
);

  logic [3:0] extin_q;                   // sampled with the waypoint that they decide on

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) extin_q <= '0;
    else extin_q <= extin_i;
  end

  // Wide vectors are slow: those of the address comparators are apart.
  logic [63:0] now;
  logic [31:0] addresses;

  assign now       = {16'h0, 1'b1, prohibited_i, ns_i, 9'h0, extin_q,
                      compared_i.on, 3'h0, compared_i.vmid, compared_i.context_id, 5'h0, stands_i, 12'h0, zero_i};
  assign addresses = {8'h0, compared_i.range, compared_i.single};
  assign now_o     = {now[47:0], 32'h0, addresses};
  assign trigger_o = trc_pkg::event_true(trigger_event_i, now, addresses);
  assign enable_o  = trc_pkg::event_true(enable_event_i, now, addresses);
  assign stamp_o   = trc_pkg::event_true(stamp_event_i, now, addresses);

  // An event of comparators is that of the block that comes next; pins and counters stay as they are.
  always_comb begin
    enable_ahead_o = enable_o;
    if (ahead_i != compared_i || ns_ahead_i != ns_i || prohibited_ahead_i != prohibited_i) begin
      if (trc_pkg::names_compared(enable_event_i)) begin
        enable_ahead_o = trc_pkg::event_true(enable_event_i,
                                             {now[63:47], prohibited_ahead_i, ns_ahead_i, now[44:32],
                                              ahead_i.on, 3'h0, ahead_i.vmid, ahead_i.context_id, now[23:0]},
                                             {8'h0, ahead_i.range, ahead_i.single});
      end
    end
  end

endmodule

`default_nettype wire
