// SPDX-License-Identifier: Apache-2.0
// One counter and its four registers, IHI 0014Q 2.2.3 and 3.5.26 to 3.5.30: it counts down to 0, and stays there until it is reloaded.
`default_nettype none

module steps_counter import steps_pkg::*; #(
  parameter int Index = 0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        exists_i,
  input  logic        reduced_i,  // It counts each clock, reloads itself, and only its ETMCNTRLDVR is there.
  input  logic        old_i,      // ETMv3.0
  input  bus_t        bus_i,
  output logic [31:0] data_o,
  input  logic        run_i,
  input  resources_t  now_i,
  output logic        zero_o
);

  localparam logic [1:0] Reload = 2'd0, Enable = 2'd1, ReloadEvent = 2'd2, Value = 2'd3;

  logic [15:0] reload_q, value_q;
  logic [16:0] enable_event_q, reload_event_q;
  logic        written_q, addressed, writes, at_zero, reloads, counts;
  logic [1:0]  place;

  assign place     = bus_i.at[3:2];
  assign addressed = exists_i && bus_i.at[9:4] == 6'h05 && bus_i.at[1:0] == 2'(Index) && (place == Reload || !reduced_i);
  assign writes    = bus_i.writes && addressed;
  assign at_zero   = value_q == '0;
  assign reloads   = reduced_i ? at_zero : steps_pkg::occurs(reload_event_q, now_i);
  assign counts    = (reduced_i || steps_pkg::occurs(enable_event_q, now_i)) && !at_zero;
  assign zero_o    = exists_i && at_zero;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reload_q       <= '0;
      enable_event_q <= '0;
      reload_event_q <= '0;
    end else if (writes) begin
      if (place == Reload) reload_q <= bus_i.data[15:0];
      if (place == Enable) enable_event_q <= bus_i.data[16:0];
      if (place == ReloadEvent) reload_event_q <= bus_i.data[16:0];
    end
  end

  // ETMv3.0 loads the counter while the Programming bit is set. Later versions load it when the bit is cleared, unless it was written since
  // the bit was set (3.4.4). Each version loads it when ETMCNTRLDVR is written while the bit is set (3.5.27).
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      value_q   <= '0;
      written_q <= 1'b0;
    end else if (old_i && bus_i.programming) begin
      value_q <= reload_q;
    end else if (bus_i.starts) begin
      if (!written_q) value_q <= reload_q;
      written_q <= 1'b0;
    end else if (writes && place == Reload && bus_i.programming) begin
      value_q <= bus_i.data[15:0];
    end else if (writes && place == Value && !old_i) begin
      value_q   <= bus_i.data[15:0];
      written_q <= bus_i.programming;
    end else if (run_i && reloads) begin
      value_q <= reload_q;
    end else if (run_i && counts) begin
      value_q <= value_q - 16'd1;
    end
  end

  assign data_o = !addressed ? '0 : (place == Reload) ? {16'h0, reload_q} : (place == Enable) ? {14'h0, 1'b1, enable_event_q}
                : (place == ReloadEvent) ? {15'h0, reload_event_q} : {16'h0, value_q};

endmodule

`default_nettype wire
