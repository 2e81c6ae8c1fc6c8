// SPDX-License-Identifier: Apache-2.0
// The events. Each is a function of two resources (trc_pkg::event_true), evaluated in each clock with the register values
// before that clock. docs/pipeline.md#events; IHI 0035B 3.8.
`default_nettype none

module trc_events (
  input  logic        clk_i,
  input  logic        rst_ni,

  // verilator lint_off UNUSEDSIGNAL
  input  trc_pkg::registers_t registers_i,
  // verilator lint_on UNUSEDSIGNAL

  // The resources.
  input  logic [3:0]  extin_i,           // pins
  input  logic [31:0] extinbus_i,
  input  logic [7:0]  embeddedice_i,
  input  logic [7:0]  extin_count_i,     // static: number of EXTINBUS pins
  input  logic [2:0]  selectors_i,       // static: number of extended external input selectors
  input  logic [3:0]  watchpoints_i,     // static: number of EMBEDDEDICE pins
  input  logic        latches_i,         // static: ETMEIBCR is implemented
  input  logic        starts_i,          // static: EMBEDDEDICE pins control the start/stop block
  input  logic [3:0]  zero_i,            // a counter is 0
  input  logic [2:0]  seq_state_i,       // the state of the sequencer, one-hot
  input  logic        read_i,            // now_o is used
  input  trc_pkg::conditions_t conditions_i,
  input  trc_pkg::conditions_t ahead_i,  // in the next clock, as far as known

  output logic        trigger_o,
  output logic        enable_o,
  output logic        enable_ahead_o,    // in the next clock, as far as known
  output logic        stamp_o,           // valid only if ETMCR enables timestamps
  output logic [111:0] now_o,            // resource n is bit n
  output logic        ice_start_o,       // an EmbeddedICE input starts the start/stop block
  output logic        ice_stop_o         // an EmbeddedICE input stops it
);

  logic [16:0] trigger_event, enable_event, stamp_event;
  logic [31:0] extinselr;
  logic [7:0]  eibcr, start_inputs, stop_inputs;
  logic        stamps;

  // A wire for each field: if a process reads a field of a struct, a simulator assembles the struct in every clock.
  trc_pkg::compared_t compared, compared_ahead;
  logic               ns, ns_ahead, prohibited, prohibited_ahead;

  assign compared         = conditions_i.compared;
  assign ns               = conditions_i.ns;
  assign prohibited       = conditions_i.prohibited;
  assign compared_ahead   = ahead_i.compared;
  assign ns_ahead         = ahead_i.ns;
  assign prohibited_ahead = ahead_i.prohibited;

  assign trigger_event = registers_i.etmtrigger[16:0];
  assign enable_event  = registers_i.etmteevr[16:0];
  assign stamp_event   = registers_i.etmtsevr[16:0];
  assign extinselr     = registers_i.etmextinselr;
  assign start_inputs  = registers_i.etmtesseicr[7:0];
  assign stop_inputs   = registers_i.etmtesseicr[23:16];
  assign eibcr         = registers_i.etmeibcr[7:0];
  assign stamps        = registers_i.etmcr[trc_pkg::ControlStamps];

  logic [3:0] extin_q;                   // sampled in the same clock as the waypoint

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) extin_q <= '0;
    else extin_q <= extin_i;
  end

  // A selector contains the number of an input. It is 0 if there is no such input.
  logic [3:0]  selected_q, selected_d;
  logic [31:0] inputs;

  always_comb begin
    selected_d = '0;
    inputs     = 'x;
    if (selectors_i != '0) begin
      inputs = extinbus_i & ~(32'hFFFF_FFFF << extin_count_i);
      for (int unsigned i = 0; i < 4; i++) begin
        selected_d[i] = selectors_i > 3'(i) && extinselr[8*i + 5 +: 3] == '0 && inputs[extinselr[8*i +: 5]];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) selected_q <= '0;
    else if (selectors_i != '0) selected_q <= selected_d;
  end

  // ETMEIBCR selects the level of an EmbeddedICE input (1) or its rising edge (0). Without ETMEIBCR, TraceEnable uses the
  // level and other events the rising edge.
  logic [7:0] embeddedice_q, before_q, watched, latched;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      embeddedice_q <= '0;
      before_q      <= '0;
    end else if (watchpoints_i != '0) begin
      embeddedice_q <= embeddedice_i & ~(8'hFF << watchpoints_i);
      before_q      <= embeddedice_q;
    end
  end

  always_comb begin
    watched     = '0;
    latched     = '0;
    ice_start_o = 1'b0;
    ice_stop_o  = 1'b0;
    if (watchpoints_i != '0) begin
      watched = embeddedice_q & (eibcr | ~before_q);
      latched = latches_i ? watched : embeddedice_q;
      if (starts_i) begin
        ice_start_o = |(watched & start_inputs);
        ice_stop_o  = |(watched & stop_inputs);
      end
    end
  end

  // For the speed of simulation, the resources are unknown until an event uses one.
  logic trigger_fixed, enable_fixed, needed;

  assign trigger_fixed = trc_pkg::is_fixed(trigger_event[16:15], trigger_event[6:0]);
  assign enable_fixed  = trc_pkg::is_fixed(enable_event[16:15], enable_event[6:0]);
  assign needed        = !trigger_fixed || !enable_fixed || stamps || read_i;

  // A simulator is slower with vectors of more than 64 bits, so address comparators and EmbeddedICE have their own vector.
  logic [63:0] now;
  logic [39:0] addresses;

  always_comb begin
    now       = 'x;
    addresses = 'x;
    if (needed) begin
      now       = {16'h0, 1'b1, prohibited, ns, 1'b0, selected_q, 4'h0, extin_q,
                   compared.on, 3'h0, compared.vmid, compared.context_id, 5'h0, seq_state_i, 12'h0, zero_i};
      addresses = {watched, 8'h0, compared.range, compared.single};
    end
  end

  assign now_o = {now[47:0], 24'h0, addresses};

  always_comb begin
    trigger_o = !trigger_event[14];
    if (!trigger_fixed) trigger_o = trc_pkg::event_true(trigger_event, now, addresses);
  end

  always_comb begin
    stamp_o = 1'bx;
    if (stamps) stamp_o = trc_pkg::event_true(stamp_event, now, addresses);
  end

  // enable_ahead_o uses the comparators of the next block, if the event uses comparators. Pins and counters have their
  // present values.
  logic by_comparators;

  always_comb begin
    by_comparators = 1'bx;
    if (!enable_fixed) by_comparators = trc_pkg::names_compared(enable_event);
  end

  always_comb begin
    enable_o       = !enable_event[14];
    enable_ahead_o = !enable_event[14];
    if (!enable_fixed) begin
      enable_o       = trc_pkg::event_true(enable_event, now, {latched, addresses[31:0]});
      enable_ahead_o = enable_o;
      if (compared_ahead != compared || ns_ahead != ns || prohibited_ahead != prohibited) begin
        if (by_comparators) begin
          enable_ahead_o = trc_pkg::event_true(enable_event,
                                               {now[63:47], prohibited_ahead, ns_ahead, now[44:32],
                                                compared_ahead.on, 3'h0, compared_ahead.vmid, compared_ahead.context_id, now[23:0]},
                                               {latched, 8'h0, compared_ahead.range, compared_ahead.single});
        end
      end
    end
  end

endmodule

`default_nettype wire
