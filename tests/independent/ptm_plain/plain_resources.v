// SPDX-License-Identifier: Apache-2.0
// The resources of events by their numbers (IHI 0035B table 3.5). This module contains the Context ID and VMID comparators, two counters,
// the sequencer, a selector of extended external inputs, and two external outputs.
`default_nettype none

module plain_resources (
  input  wire         clk_i,
  input  wire         rst_ni,
  input  wire         run_i,
  input  wire [31:0]  ccr_i,          // ETMCCR and ETMCCER count the resources
  input  wire [31:0]  ccer_i,
  input  wire         v11_i,
  input  wire         programming_i,
  input  wire         starts_i,       // the Programming bit is cleared
  input  wire         writes_i,
  input  wire [11:2]  paddr_i,
  input  wire [31:0]  data_i,
  output wire [31:0]  data_o,

  input  wire [3:0]   single_i,       // address comparators
  input  wire [1:0]   range_i,
  input  wire         on_i,           // the start/stop block
  input  wire [3:0]   extin_i,
  input  wire [31:0]  extinbus_i,
  input  wire         ns_i,
  input  wire         prohibited_i,
  input  wire         valid_i,        // a waypoint
  input  wire [31:0]  context_i,      // the Context ID and the VMID after it
  input  wire [7:0]   vmid_i,

  output wire         context_o,      // the Context ID and the VMID before it match
  output wire         vmid_o,
  output wire [127:0] resources_o,
  output reg  [1:0]   extout_o
);

  wire [1:0] has_counter = {ccr_i[15:13] > 3'd1, ccr_i[15:13] != 3'd0};
  wire [1:0] has_output  = {ccr_i[22:20] > 3'd1, ccr_i[22:20] != 3'd0};
  wire [3:0] has_input   = {ccr_i[19:17] > 3'd3, ccr_i[19:17] > 3'd2, ccr_i[19:17] > 3'd1, ccr_i[19:17] != 3'd0};
  wire       has_context = ccr_i[25:24] != 2'd0;
  wire       has_vmid    = v11_i && ccer_i[26];

  // --- Context ID and VMID comparators: each waypoint is compared, and the result is held until the next (3.5, 3.6) -----

  reg [31:0] context_value_q, context_mask_q;
  reg [7:0]  vmid_value_q;
  reg        context_q, vmid_q;

  wire context_matches = valid_i ? ((context_i ^ context_value_q) & ~context_mask_q) == 32'd0 && has_context : context_q;
  wire vmid_matches    = valid_i ? vmid_i == vmid_value_q && has_vmid : vmid_q;

  assign context_o = context_q;
  assign vmid_o    = vmid_q;

  // --- the selector of extended external inputs ------------------------------------------------------------------------

  // 3.16.30: The selector has only the bits that the number of an input needs.
  wire [7:0] inputs      = ccer_i[10:3];
  wire [7:0] select_bits = {inputs > 8'd128, inputs > 8'd64, inputs > 8'd32, inputs > 8'd16, inputs > 8'd8, inputs > 8'd4, inputs > 8'd2,
                            inputs > 8'd1} & {8{ccer_i[2:0] != 3'd0}};
  reg  [7:0] select_q;
  wire       extended = ccer_i[2:0] != 3'd0 && select_q < inputs && select_q < 8'd32 && extinbus_i[select_q[4:0]];

  // --- registers -------------------------------------------------------------------------------------------------------

  reg [16:0] output_1_q, output_2_q;  // ETMEXTOUTEVR

  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      context_value_q <= 32'd0;
      context_mask_q  <= 32'd0;
      vmid_value_q    <= 8'd0;
      select_q        <= 8'd0;
      output_1_q      <= 17'd0;
      output_2_q      <= 17'd0;
    end else if (writes_i)
      case ({paddr_i, 2'b00})
        12'h1A0: if (has_output[0]) output_1_q <= data_i[16:0];
        12'h1A4: if (has_output[1]) output_2_q <= data_i[16:0];
        12'h1B0: if (has_context) context_value_q <= data_i;
        12'h1BC: if (has_context) context_mask_q <= data_i;
        12'h1EC: select_q <= data_i[7:0] & select_bits;
        12'h240: if (has_vmid) vmid_value_q <= data_i[7:0];
        default: ;
      endcase

  reg [31:0] own_data;
  always @*
    case ({paddr_i, 2'b00})
      12'h1A0: own_data = {15'd0, output_1_q};
      12'h1A4: own_data = {15'd0, output_2_q};
      12'h1B0: own_data = context_value_q;
      12'h1BC: own_data = context_mask_q;
      12'h1EC: own_data = {24'd0, select_q};
      12'h240: own_data = {24'd0, vmid_value_q};
      default: own_data = 32'd0;
    endcase

  // --- counters, at 0x140, 0x150, 0x160 and 0x170; sequencer, at 0x180 ---------------------------------------------------

  wire [1:0]  zero;
  wire [2:0]  states;
  wire [31:0] counter_data [0:1];
  wire [31:0] sequencer_data;

  genvar g;
  generate
    for (g = 0; g < 2; g = g + 1) begin : gen_counters
      plain_counter u_counter (
        .clk_i(clk_i), .rst_ni(rst_ni), .run_i(run_i), .programming_i(programming_i), .starts_i(starts_i),
        .selected_i(paddr_i[11:6] == 6'h05 && paddr_i[3:2] == g[1:0] && has_counter[g]), .writes_i(writes_i), .place_i(paddr_i[5:4]),
        .data_i(data_i), .data_o(counter_data[g]), .resources_i(resources_o), .zero_o(zero[g])
      );
    end
  endgenerate

  plain_sequencer u_sequencer (
    .clk_i(clk_i), .rst_ni(rst_ni), .run_i(run_i && ccr_i[16]), .programming_i(programming_i), .starts_i(starts_i),
    .selected_i(paddr_i[11:5] == 7'h0C && ccr_i[16]), .writes_i(writes_i), .place_i(paddr_i[4:2]),
    .data_i(data_i), .data_o(sequencer_data), .resources_i(resources_o), .states_o(states)
  );

  assign data_o = own_data | counter_data[0] | counter_data[1] | sequencer_data;

  // --- the resources by their numbers ---------------------------------------------------------------------------------

  wire [15:0] of_pins     = {1'b1, prohibited_i, ns_i, 4'd0, extended, 4'd0, extin_i & has_input};
  wire [15:0] of_state    = {on_i, 3'd0, vmid_matches, 2'd0, context_matches, 5'd0, states & {3{ccr_i[16]}}};
  wire [15:0] of_counters = {14'd0, zero & has_counter};

  assign resources_o = {16'd0, of_pins, of_state, of_counters, 32'd0, 14'd0, range_i, 12'd0, single_i};

  // --- external outputs: LOW while the unit does not run (3.15.4, 4.7.2) --------------------------------------------------

  wire [1:0] outputs;
  plain_event u_output_1 (.event_i(output_1_q), .resources_i(resources_o), .true_o(outputs[0]));
  plain_event u_output_2 (.event_i(output_2_q), .resources_i(resources_o), .true_o(outputs[1]));

  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) begin
      context_q <= 1'b0;
      vmid_q    <= 1'b0;
      extout_o  <= 2'd0;
    end else begin
      // A match is held while the unit is stopped, until the Programming bit is cleared.
      if (starts_i) {context_q, vmid_q} <= 2'd0;
      else if (run_i) {context_q, vmid_q} <= {context_matches, vmid_matches};
      extout_o <= outputs & has_output & {2{run_i}};
    end

endmodule

`default_nettype wire
