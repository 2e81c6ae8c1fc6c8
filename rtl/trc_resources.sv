// SPDX-License-Identifier: Apache-2.0
// Counters, sequencer and external outputs. docs/pipeline.md#resources; IHI 0035B 3.9, 3.10, 3.12.
`default_nettype none

module trc_resources (
  input  logic                                 clk_i,
  input  logic                                 rst_ni,

  // Static: how many there are, and of which kind.
  input  logic [2:0]                           counters_built_i,
  input  logic                                 sequencer_built_i,
  input  logic [2:0]                           outputs_built_i,
  input  logic                                 reduced_i,          // counter 1
  input  logic                                 etm_i,

  // verilator lint_off UNUSEDSIGNAL
  input  logic [32*trc_pkg::RegisterWords-1:0] stored_i,           // the registers
  // verilator lint_on UNUSEDSIGNAL
  input  logic                                 v30_i,              // ETMv3.0
  input  logic                                 moves_i,            // the unit may trace
  input  logic                                 programming_i,      // ETMCR[10]
  input  logic                                 reset_i,            // they begin anew, but for what was written
  input  logic                                 write_i,            // a register is written
  input  logic [11:2]                          offset_i,
  input  logic [15:0]                          data_i,             // that is written
  // verilator lint_off UNUSEDSIGNAL
  input  logic [111:0]                         now_i,              // resource n is bit n
  // verilator lint_on UNUSEDSIGNAL

  output logic [63:0]                          counters_o,         // ETMCNTVR1 to 4, 16 bits each
  output logic [1:0]                           sequencer_o,        // ETMSQR
  output logic                                 any_o,              // there is one of them
  output logic [3:0]                           zero_o,
  output logic [2:0]                           stands_o,
  output logic [3:0]                           outputs_o           // EXTOUT
);

  localparam int unsigned Cntrldvr1  = 'h140;
  localparam int unsigned Cntenr1    = 'h150;
  localparam int unsigned Cntrldevr1 = 'h160;
  localparam int unsigned Cntvr1     = 'h170;
  localparam int unsigned Etmsqr     = 'h19C;
  localparam int unsigned Etmsq12evr = 'h180, Etmsq21evr = 'h184, Etmsq23evr = 'h188;
  localparam int unsigned Etmsq31evr = 'h18C, Etmsq32evr = 'h190, Etmsq13evr = 'h194;
  localparam int unsigned Extoutevr1 = 'h1A0;

  logic [63:0] counter_q, counter_d;
  logic [3:0]  counter_kept_q, counter_kept_d, counter_there, counter_write, outputs_q, outputs_d;
  logic [1:0]  sequencer_q, sequencer_d;
  logic        sequencer_kept_q, sequencer_kept_d, sequencer_write, to_1, to_2, to_3, any;
  logic [11:0] at;

  logic [63:0] now;
  logic [39:0] addresses;

  assign now       = {16'h0, now_i[111:64]};
  assign addresses = now_i[39:0];

  // A unit without any of them spends no time on them.
  assign any = counters_built_i != '0 || sequencer_built_i || outputs_built_i != '0;
  assign at  = {offset_i, 2'b00};

  // ETMv3.0 cannot write them.
  always_comb begin
    counter_d      = 'x;
    counter_kept_d = 'x;
    counter_there  = 'x;
    counter_write  = 'x;
    if (any) begin
      counter_there  = ~(4'hF << counters_built_i);
      counter_d      = counter_q;
      for (int unsigned i = 0; i < 4; i++) begin
        counter_write[i] = write_i && at == 12'(Cntvr1 + 4*i) && !v30_i && counter_there[i] && !(i == 0 && reduced_i);
        if (counter_write[i] || (write_i && at == 12'(Cntrldvr1 + 4*i) && programming_i && etm_i && counter_there[i])) begin
          counter_d[16*i +: 16] = data_i;
        end else if (counter_there[i] && reset_i && !counter_kept_q[i]) begin
          counter_d[16*i +: 16] = stored_i[8*Cntrldvr1 + 32*i +: 16];
        end else if (counter_there[i] && moves_i) begin
          if (i == 0 && reduced_i ? counter_q[15:0] == '0 : trc_pkg::event_true(stored_i[8*Cntrldevr1 + 32*i +: 17], now, addresses)) begin
            counter_d[16*i +: 16] = stored_i[8*Cntrldvr1 + 32*i +: 16];
          end else if (counter_q[16*i +: 16] != '0 &&
                       ((i == 0 && reduced_i) || trc_pkg::event_true(stored_i[8*Cntenr1 + 32*i +: 17], now, addresses))) begin
            counter_d[16*i +: 16] = counter_q[16*i +: 16] - 16'd1;
          end
        end
      end
      counter_kept_d = (counter_write & {4{programming_i}}) | (counter_kept_q & {4{!reset_i}});
    end
  end

  // The two ways out of each state; where both are open it stays. State 4 must not be written: there is none out of it.
  always_comb begin
    to_1             = 1'bx;
    to_2             = 1'bx;
    to_3             = 1'bx;
    sequencer_d      = 'x;
    sequencer_kept_d = 1'bx;
    sequencer_write  = 1'bx;
    if (any) begin
      to_1 = (sequencer_q == 2'd1 && trc_pkg::event_true(stored_i[8*Etmsq21evr +: 17], now, addresses)) ||
             (sequencer_q == 2'd2 && trc_pkg::event_true(stored_i[8*Etmsq31evr +: 17], now, addresses));
      to_2 = (sequencer_q == 2'd0 && trc_pkg::event_true(stored_i[8*Etmsq12evr +: 17], now, addresses)) ||
             (sequencer_q == 2'd2 && trc_pkg::event_true(stored_i[8*Etmsq32evr +: 17], now, addresses));
      to_3 = (sequencer_q == 2'd0 && trc_pkg::event_true(stored_i[8*Etmsq13evr +: 17], now, addresses)) ||
             (sequencer_q == 2'd1 && trc_pkg::event_true(stored_i[8*Etmsq23evr +: 17], now, addresses));
      sequencer_write  = write_i && at == 12'(Etmsqr) && !v30_i && sequencer_built_i;
      sequencer_kept_d = (sequencer_write && programming_i) || (sequencer_kept_q && !reset_i);
      sequencer_d      = sequencer_q;
      if (sequencer_write) sequencer_d = data_i[1:0];
      else if (reset_i && !sequencer_kept_q) sequencer_d = '0;
      else if (moves_i && sequencer_built_i) begin
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
        outputs_d[i] = moves_i && outputs_built_i > 3'(i) && trc_pkg::event_true(stored_i[8*Extoutevr1 + 32*i +: 17], now, addresses);
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
    stands_o = '0;
    if (any) begin
      zero_o   = {counter_q[63:48] == '0, counter_q[47:32] == '0, counter_q[31:16] == '0, counter_q[15:0] == '0} &
                 ~(4'hF << counters_built_i);
      stands_o = {sequencer_q == 2'd2, sequencer_q == 2'd1, sequencer_q == 2'd0} & {3{sequencer_built_i}};
    end
  end

  assign any_o       = any;
  assign counters_o  = counter_q;
  assign sequencer_o = sequencer_q;
  assign outputs_o   = outputs_q;

endmodule

`default_nettype wire
