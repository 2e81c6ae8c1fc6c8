// SPDX-License-Identifier: Apache-2.0
// A counter (IHI 0035B 3.9, 3.16.14 to 3.16.18). It keeps its value while the unit is stopped. When programming ends, it is loaded from
// ETMCNTRLDVR unless ETMCNTVR was written.
`default_nettype none

module plain_counter (
  input  wire         clk_i,
  input  wire         rst_ni,
  input  wire         run_i,
  input  wire         programming_i,
  input  wire         starts_i,     // the Programming bit is cleared
  input  wire         selected_i,   // one of its registers is accessed
  input  wire         writes_i,
  input  wire [1:0]   place_i,      // 0: ETMCNTRLDVR, 1: ETMCNTENR, 2: ETMCNTRLDEVR, 3: ETMCNTVR
  input  wire [31:0]  data_i,
  output reg  [31:0]  data_o,
  input  wire [127:0] resources_i,
  output wire         zero_o
);

  reg [15:0] reload_q, value_q;
  reg [16:0] count_event_q, reload_event_q;
  reg        written_q;  // ETMCNTVR was written while the Programming bit is set

  wire counts, reloads;
  wire writes = selected_i && writes_i;
  plain_event u_counts (.event_i(count_event_q), .resources_i(resources_i), .true_o(counts));
  plain_event u_reloads (.event_i(reload_event_q), .resources_i(resources_i), .true_o(reloads));

  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      reload_q       <= 16'd0;
      count_event_q  <= 17'd0;
      reload_event_q <= 17'd0;
    end else if (writes)
      case (place_i)
        2'd0: reload_q       <= data_i[15:0];
        2'd1: count_event_q  <= data_i[16:0];
        2'd2: reload_event_q <= data_i[16:0];
        default: ;
      endcase

  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      value_q   <= 16'd0;
      written_q <= 1'b0;
    end else if (starts_i) begin
      if (!written_q) value_q <= reload_q;
      written_q <= 1'b0;
    end else if (writes && place_i == 2'd3) begin
      value_q   <= data_i[15:0];
      written_q <= programming_i;
    end else if (run_i) begin
      if (reloads) value_q <= reload_q;
      else if (counts && !zero_o) value_q <= value_q - 16'd1;
    end

  always @*
    if (!selected_i) data_o = 32'd0;
    else case (place_i)
      2'd0:    data_o = {16'd0, reload_q};
      2'd1:    data_o = {14'd0, 1'b1, count_event_q};
      2'd2:    data_o = {15'd0, reload_event_q};
      default: data_o = {16'd0, value_q};
    endcase

  assign zero_o = value_q == 16'd0;

endmodule

`default_nettype wire
