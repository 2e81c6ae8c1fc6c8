// SPDX-License-Identifier: Apache-2.0
// Counter 1, IHI 0035B 3.9 and 3.16.15 to 3.16.18: it is held while the unit is stopped, and loaded where programming ends.
`default_nettype none

module plain_counter (
  input  wire        clk_i,
  input  wire        rst_ni,
  input  wire        run_i,
  input  wire        starts_i,    // the Programming bit is cleared
  input  wire        writes_i,
  input  wire [1:0]  place_i,     // 0: ETMCNTRLDVR1, 1: ETMCNTENR1, 2: ETMCNTRLDEVR1, 3: ETMCNTVR1
  input  wire [31:0] data_i,
  output reg  [31:0] data_o,
  input  wire [3:0]  extin_i,
  input  wire        ns_i,
  input  wire        prohibited_i,
  input  wire [3:0]  addresses_i,
  output wire        zero_o
);

  reg [15:0] reload_q, value_q;
  reg [16:0] count_event_q, reload_event_q;
  reg        written_q;  // while the Programming bit is set

  wire counts, reloads;
  plain_event u_counts (.event_i(count_event_q), .extin_i(extin_i), .ns_i(ns_i), .prohibited_i(prohibited_i), .zero_i(zero_o),
                        .addresses_i(addresses_i), .true_o(counts));
  plain_event u_reloads (.event_i(reload_event_q), .extin_i(extin_i), .ns_i(ns_i), .prohibited_i(prohibited_i), .zero_i(zero_o),
                         .addresses_i(addresses_i), .true_o(reloads));

  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      reload_q       <= 16'd0;
      count_event_q  <= 17'd0;
      reload_event_q <= 17'd0;
    end else if (writes_i)
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
    end else if (writes_i && place_i == 2'd3) begin
      value_q   <= data_i[15:0];
      written_q <= 1'b1;
    end else if (run_i) begin
      if (reloads) value_q <= reload_q;
      else if (counts && !zero_o) value_q <= value_q - 16'd1;
    end

  always @*
    case (place_i)
      2'd0:    data_o = {16'd0, reload_q};
      2'd1:    data_o = {14'd0, 1'b1, count_event_q};
      2'd2:    data_o = {15'd0, reload_event_q};
      default: data_o = {16'd0, value_q};
    endcase

  assign zero_o = value_q == 16'd0;

endmodule

`default_nettype wire
