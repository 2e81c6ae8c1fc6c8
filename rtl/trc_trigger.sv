// SPDX-License-Identifier: Apache-2.0
// The trigger. The trigger event fires it once after each programming. docs/pipeline.md#trigger; IHI 0035B 4.5.6 (trigger
// packet). It contains the debug request, which the trigger raises.
`default_nettype none

module trc_trigger (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        run_i,
  input  logic        stopped_i,         // the last run has been drained
  input  logic        overflow_i,        // the accepted trace is being drained
  input  logic [31:0] control_i,         // ETMCR
  input  logic        sr_write_i,        // ETMSR is written in this clock
  input  logic        sr_triggered_i,    // the written bit 3
  input  logic        sr_reset_i,        // clear ETMSR[3], unless it was written while ETMCR[10] was 1
  input  logic        event_true_i,      // the trigger event is true in this clock

  output logic        request_o,         // request a trigger packet, after an overflow is drained (IHI 0035B 4.8)
  input  logic        sent_i,            // acknowledges the request
  output logic        triggered_o,       // ETMSR[3]
  output logic        trigger_o,         // high for one clock
  input  logic        dbgack_i,          // the processor is in Debug state
  output logic        dbgrq_o            // requests Debug state
);

  logic request_q, triggered_q, trigger_q, kept_q, fires;
  logic programming;

  assign programming = control_i[trc_pkg::ControlProgramming];

  assign fires = run_i && event_true_i && !triggered_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      request_q   <= 1'b0;
      triggered_q <= 1'b0;
      trigger_q   <= 1'b0;
      kept_q      <= 1'b0;
    end else begin
      request_q <= fires || (request_q && !sent_i && !stopped_i);
      trigger_q <= fires;
      kept_q    <= (sr_write_i && programming) || (kept_q && !sr_reset_i);    // ETMSR was written for the next run
      if (sr_write_i) triggered_q <= sr_triggered_i;
      else triggered_q <= (fires || triggered_q) && !(sr_reset_i && !kept_q);
    end
  end

  assign request_o   = request_q && !overflow_i;
  assign triggered_o = triggered_q;
  assign trigger_o   = trigger_q;

  trc_dbgrq u_dbgrq (
    .clk_i,
    .rst_ni,
    .control_i,
    .fires_i(fires),
    .dbgack_i,
    .dbgrq_o
  );

endmodule

`default_nettype wire
