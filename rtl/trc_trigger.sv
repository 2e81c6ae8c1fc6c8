// SPDX-License-Identifier: Apache-2.0
// The trigger: its event fires once after each programming. docs/pipeline.md 9; IHI 0035B 4.5.6 (trigger packet).
`default_nettype none

module trc_trigger (
  input  logic clk_i,
  input  logic rst_ni,

  input  logic run_i,
  input  logic programming_i,     // ETMCR[10]
  input  logic happens_i,         // the trigger event, in this clock

  output logic request_o,         // a trigger packet
  input  logic said_i,            // acknowledges it
  output logic triggered_o,       // ETMSR[3]
  output logic trigger_o          // one clock
);

  logic request_q, triggered_q, trigger_q, fires;

  assign fires = run_i && happens_i && !triggered_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      request_q   <= 1'b0;
      triggered_q <= 1'b0;
      trigger_q   <= 1'b0;
    end else begin
      request_q   <= run_i && (fires || (request_q && !said_i));
      triggered_q <= fires || (triggered_q && (run_i || !programming_i));
      trigger_q   <= fires;
    end
  end

  assign request_o   = request_q;
  assign triggered_o = triggered_q;
  assign trigger_o   = trigger_q;

endmodule

`default_nettype wire
