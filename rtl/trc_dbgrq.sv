// SPDX-License-Identifier: Apache-2.0
// The debug request. If ETMCR[9] is 1, the trigger requests Debug state until the processor acknowledges it.
// docs/pipeline.md#dbgrq; IHI 0035B 3.16.1, IHI 0014Q 3.5.1.
`default_nettype none

module trc_dbgrq (
  input  logic        clk_i,
  input  logic        rst_ni,

  // verilator lint_off UNUSEDSIGNAL
  input  logic [31:0] control_i,       // ETMCR
  // verilator lint_on UNUSEDSIGNAL
  input  logic        fires_i,         // the trigger occurs in this clock
  input  logic        dbgack_i,        // the processor is in Debug state

  output logic        dbgrq_o          // PTMDBGRQ, ETMDBGRQ
);

  logic dbgrq_q, enabled;

  assign enabled = control_i[trc_pkg::ControlDebugRequest] && !control_i[trc_pkg::ControlProgramming] &&
                   !control_i[trc_pkg::ControlPowerDown];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) dbgrq_q <= 1'b0;
    else dbgrq_q <= enabled && !dbgack_i && (fires_i || dbgrq_q);
  end

  assign dbgrq_o = dbgrq_q;

endmodule

`default_nettype wire
