// SPDX-License-Identifier: Apache-2.0
// Requests a synchronization after each `period_i` bytes that the packer accepts, or clocks (ETMSYNCFR, 0 for never), and
// for SYNCREQ. A second request before the synchronization has ended forces an overflow. docs/pipeline.md#sync;
// IHI 0035B 4.11; IHI 0014Q 7.10.1.
`default_nettype none

module trc_sync (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        run_i,           // no request while 0: its packet would follow the mark of the stop
  input  logic [11:0] period_i,
  input  logic        clocks_i,        // the period is in clocks (static)
  input  logic        atclken_i,       // SYNCREQ is sampled
  input  logic        syncreq_i,
  input  logic        no_force_i,      // ETMAUXCR[0]: never force an overflow

  input  logic        accepted_i,      // the packer accepts a chunk in this clock
  input  logic [3:0]  chunk_bytes_i,

  output logic        request_o,
  input  logic        async_sent_i,    // acknowledges the request
  input  logic        isync_sent_i,    // the synchronization has ended
  input  logic        fresh_i,         // the I-sync is possible, so that it can be late
  output logic        overflow_force_o
);

  logic [12:0] bytes_q;
  logic        request_q, busy_q;
  logic        hit, asked;
  logic [3:0]  counted;

  assign counted          = clocks_i ? 4'd1 : accepted_i ? chunk_bytes_i : 4'd0;
  assign hit              = period_i != '0 && bytes_q >= 13'(period_i);
  assign asked            = hit || (syncreq_i && atclken_i);
  assign request_o        = request_q;
  assign overflow_force_o = asked && busy_q && !no_force_i && fresh_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bytes_q   <= '0;
      request_q <= 1'b0;
      busy_q    <= 1'b0;
    end else if (!run_i) begin
      bytes_q   <= '0;
      request_q <= 1'b0;
      busy_q    <= 1'b0;
    end else begin
      bytes_q   <= (hit ? 13'd0 : bytes_q) + 13'(counted);
      request_q <= asked || (request_q && !async_sent_i);
      busy_q    <= asked || (busy_q && !isync_sent_i);
    end
  end

endmodule

`default_nettype wire
