// SPDX-License-Identifier: Apache-2.0
// The start/stop block of TraceEnable, ETMSR[2]. It is on from a start point to a stop point, both included.
// docs/pipeline.md#startstop; IHI 0035B 3.3.3, 3.15.4; IHI 0014Q 2.6.4, 3.4.4.
`default_nettype none

module trc_startstop (
  input  logic       clk_i,
  input  logic       rst_ni,

  input  logic       built_i,        // static
  input  logic       run_i,          // run_o of front
  input  logic       programming_i,  // ETMCR[10]
  input  logic       sr_write_i,     // ETMSR is written in this clock
  input  logic       sr_started_i,   // the written bit 2
  input  logic       sr_reset_i,     // turn the block off, unless it was written while ETMCR[10] was 1

  // Two instructions or blocks, in order. The first is bit 0.
  input  logic [1:0] start_i,        // it is a start point
  input  logic [1:0] stop_i,         // it is a stop point
  input  logic       two_i,          // both belong to this clock, otherwise the second belongs to the next clock
  output logic [1:0] on_o,
  output logic       started_o
);

  logic started_q, started_d, kept_q, kept_d, after_first, after_second;

  always_comb begin
    on_o         = '0;
    after_first  = 1'bx;
    after_second = 1'bx;
    started_d    = 1'b0;
    kept_d       = 1'b0;
    if (built_i) begin
      on_o[0]      = started_q || start_i[0];
      after_first  = on_o[0] && !stop_i[0];
      on_o[1]      = after_first || start_i[1];
      after_second = on_o[1] && !stop_i[1];
      kept_d       = (sr_write_i && programming_i) || (kept_q && !sr_reset_i);
      if (sr_write_i) started_d = sr_started_i;
      else if (sr_reset_i && !kept_q) started_d = 1'b0;
      else if (run_i) started_d = two_i ? after_second : after_first;
      else started_d = started_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      started_q <= 1'b0;
      kept_q    <= 1'b0;
    end else if (built_i) begin
      started_q <= started_d;
      kept_q    <= kept_d;
    end
  end

  assign started_o = started_q;

endmodule

`default_nettype wire
