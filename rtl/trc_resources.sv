// SPDX-License-Identifier: Apache-2.0
// Counters, sequencer and external outputs. docs/pipeline.md#resources; IHI 0035B 3.9, 3.10, 3.12.
`default_nettype none

module trc_resources (
  input  logic                clk_i,
  input  logic                rst_ni,

  // The configuration: static, except registers_i.
  // verilator lint_off UNUSEDSIGNAL
  input  trc_pkg::ccr_t       ccr_i,
  input  trc_pkg::registers_t registers_i,
  // verilator lint_on UNUSEDSIGNAL
  input  logic                reduced_i,          // counter 1 is a reduced counter
  input  logic                etm_i,
  input  logic                v30_i,              // ETMv3.0
  input  logic                moves_i,            // the unit may trace
  input  logic                reset_i,            // reset counters and sequencer, unless written while ETMCR[10] was 1
  input  logic                write_i,            // a register is written
  input  logic [11:2]         offset_i,
  input  logic [15:0]         data_i,             // the low half of the written value
  // verilator lint_off UNUSEDSIGNAL
  input  logic [111:0]        now_i,              // resource n is bit n
  // verilator lint_on UNUSEDSIGNAL

  output logic [63:0]         counters_o,         // ETMCNTVR1 to 4, 16 bits each
  output logic [1:0]          sequencer_o,        // ETMSQR
  output logic                any_o,              // a counter, the sequencer or an output is built
  output logic [3:0]          zero_o,             // the counter is built and 0
  output logic [2:0]          seq_state_o,        // the state of the sequencer, one-hot
  output logic [3:0]          outputs_o           // EXTOUT
);

  logic [63:0] counter_q, counter_d;
  logic [3:0]  counter_kept_q, counter_kept_d, counter_there, counter_write, outputs_q, outputs_d;
  logic [1:0]  sequencer_q, sequencer_d;
  logic        sequencer_kept_q, sequencer_kept_d, sequencer_write, to_1, to_2, to_3, any;
  logic [11:0] at;

  logic [63:0] now;
  logic [39:0] addresses;

  assign now       = {16'h0, now_i[111:64]};
  assign addresses = now_i[39:0];

  // A wire for each field: if a process reads a field of a struct, a simulator assembles the struct in every clock.
  logic [2:0] counters_built, outputs_built;
  logic       sequencer_built, programming;

  assign counters_built  = ccr_i.counters;
  assign outputs_built   = ccr_i.outputs;
  assign sequencer_built = ccr_i.has_sequencer;
  assign programming     = registers_i.etmcr[trc_pkg::ControlProgramming];

  // If none of them is built, all values are unknown, so that a simulator evaluates nothing.
  assign any = counters_built != '0 || sequencer_built || outputs_built != '0;
  assign at  = {offset_i, 2'b00};

  // The counters. ETMCNTVR cannot be written in ETMv3.0.
  always_comb begin
    counter_d      = 'x;
    counter_kept_d = 'x;
    counter_there  = 'x;
    counter_write  = 'x;
    if (any) begin
      counter_there  = ~(4'hF << counters_built);
      counter_d      = counter_q;
      for (int unsigned i = 0; i < 4; i++) begin
        counter_write[i] = write_i && at == trc_pkg::Etmcntvr1 + 12'(4*i) && !v30_i && counter_there[i] && !(i == 0 && reduced_i);
        if (counter_write[i] ||
            (write_i && at == trc_pkg::Etmcntrldvr1 + 12'(4*i) && programming && etm_i && counter_there[i])) begin
          counter_d[16*i +: 16] = data_i;
        end else if (counter_there[i] && reset_i && !counter_kept_q[i]) begin
          counter_d[16*i +: 16] = registers_i.etmcntrldvr[32*i +: 16];
        end else if (counter_there[i] && moves_i) begin
          if (i == 0 && reduced_i ? counter_q[15:0] == '0 : trc_pkg::event_true(registers_i.etmcntrldevr[32*i +: 17], now, addresses)) begin
            counter_d[16*i +: 16] = registers_i.etmcntrldvr[32*i +: 16];
          end else if (counter_q[16*i +: 16] != '0 &&
                       ((i == 0 && reduced_i) || trc_pkg::event_true(registers_i.etmcntenr[32*i +: 17], now, addresses))) begin
            counter_d[16*i +: 16] = counter_q[16*i +: 16] - 16'd1;
          end
        end
      end
      counter_kept_d = (counter_write & {4{programming}}) | (counter_kept_q & {4{!reset_i}});
    end
  end

  // The sequencer. Two events lead out of each state. If both are true, the state does not change. Software must not write
  // 3 to ETMSQR, because no event leads out of that state.
  always_comb begin
    to_1             = 1'bx;
    to_2             = 1'bx;
    to_3             = 1'bx;
    sequencer_d      = 'x;
    sequencer_kept_d = 1'bx;
    sequencer_write  = 1'bx;
    if (any) begin
      to_1 = (sequencer_q == 2'd1 && trc_pkg::event_true(registers_i.etmsq21evr[16:0], now, addresses)) ||
             (sequencer_q == 2'd2 && trc_pkg::event_true(registers_i.etmsq31evr[16:0], now, addresses));
      to_2 = (sequencer_q == 2'd0 && trc_pkg::event_true(registers_i.etmsq12evr[16:0], now, addresses)) ||
             (sequencer_q == 2'd2 && trc_pkg::event_true(registers_i.etmsq32evr[16:0], now, addresses));
      to_3 = (sequencer_q == 2'd0 && trc_pkg::event_true(registers_i.etmsq13evr[16:0], now, addresses)) ||
             (sequencer_q == 2'd1 && trc_pkg::event_true(registers_i.etmsq23evr[16:0], now, addresses));
      sequencer_write  = write_i && at == trc_pkg::Etmsqr && !v30_i && sequencer_built;
      sequencer_kept_d = (sequencer_write && programming) || (sequencer_kept_q && !reset_i);
      sequencer_d      = sequencer_q;
      if (sequencer_write) sequencer_d = data_i[1:0];
      else if (reset_i && !sequencer_kept_q) sequencer_d = '0;
      else if (moves_i && sequencer_built) begin
        unique case ({to_3, to_2, to_1})
          3'b001:  sequencer_d = 2'd0;
          3'b010:  sequencer_d = 2'd1;
          3'b100:  sequencer_d = 2'd2;
          default: sequencer_d = sequencer_q;
        endcase
      end
    end
  end

  always_comb begin
    outputs_d = 'x;
    if (any) begin
      for (int unsigned i = 0; i < 4; i++) begin
        outputs_d[i] = moves_i && outputs_built > 3'(i) && trc_pkg::event_true(registers_i.etmextoutevr[32*i +: 17], now, addresses);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      counter_q        <= '0;
      counter_kept_q   <= '0;
      sequencer_q      <= '0;
      sequencer_kept_q <= 1'b0;
      outputs_q        <= '0;
    end else if (any) begin
      counter_q        <= counter_d;
      counter_kept_q   <= counter_kept_d;
      sequencer_q      <= sequencer_d;
      sequencer_kept_q <= sequencer_kept_d;
      outputs_q        <= outputs_d;
    end
  end

  always_comb begin
    zero_o   = '0;
    seq_state_o = '0;
    if (any) begin
      zero_o   = {counter_q[63:48] == '0, counter_q[47:32] == '0, counter_q[31:16] == '0, counter_q[15:0] == '0} &
                 ~(4'hF << counters_built);
      seq_state_o = {sequencer_q == 2'd2, sequencer_q == 2'd1, sequencer_q == 2'd0} & {3{sequencer_built}};
    end
  end

  assign any_o       = any;
  assign counters_o  = counter_q;
  assign sequencer_o = sequencer_q;
  assign outputs_o   = outputs_q;

endmodule

`default_nettype wire
