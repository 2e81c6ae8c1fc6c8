// SPDX-License-Identifier: Apache-2.0
// The trace registers. Version, ETMCCR and ETMCCER decide which bits are stored. All other bits read 0 and ignore writes.
// docs/pipeline.md#regs; IHI 0035B 3.16, IHI 0014Q 3.5. Offsets are bytes.
`default_nettype none

module trc_regs #(
  parameter int unsigned AddrPairs  = 8,  // built at most: pairs of address comparators, 0 to 8
  parameter int unsigned Counters   = 4,  // 0 to 4
  parameter int unsigned ContextIds = 3,  // comparators, 0 to 3
  parameter int unsigned ExtOuts    = 4,  // 0 to 4
  parameter int unsigned FifoBytes  = 64
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  // Static, except authorized and locked.
  input  logic [31:0]           cfgidr_i,
  input  trc_pkg::ccr_t         cfgccr_i,
  // verilator lint_off UNUSEDSIGNAL
  input  trc_pkg::built_t       built_i,
  // verilator lint_on UNUSEDSIGNAL
  input  logic                  direct_i,            // an OS lock that permits accesses to the registers
  input  logic                  sync_fixed_i,        // ETMSYNCFR is read-only and 0x400
  input  logic                  v30_i,               // ETMv3.0
  input  logic                  authorized_i,        // NIDEN or DBGEN
  input  logic                  locked_i,            // the OS lock is set

  // An access to one register in each clock.
  input  logic [11:2]           offset_i,
  input  logic                  read_i,
  input  logic                  all_i,               // write-only registers can be read
  output logic [31:0]           value_o,             // valid while read_i is 1
  input  logic                  write_i,
  input  logic [31:0]           data_i,

  output logic                  enabled_o,
  output trc_pkg::registers_t   registers_o,
  output trc_pkg::ccr_t         ccr_o,               // ETMCCR
  output logic [11:0]           sync_period_o,       // ETMSYNCFR
  output logic                  addressed_o,         // an address was written for a comparator
  input  logic [63:0]           counters_i,          // ETMCNTVR
  input  logic [1:0]            sequencer_i,         // ETMSQR
  input  logic                  started_i,           // ETMSR[2]
  output logic [6:0]            atid_o,              // ETMTRACEIDR, of all trace that is not yet output
  output trc_pkg::sr_t          sr_o,
  output logic                  overflowed_clear_o,  // ETMSR[0] is cleared in this clock
  input  logic                  triggered_i,         // ETMSR[3]
  input  logic                  stopped_i,           // ETMSR[1], if software stopped the unit
  input  logic                  overflowed_i         // ETMSR[0]
);

  localparam int unsigned Words = trc_pkg::RegisterWords;

  localparam logic [31:0] ControlReset  = (32'd1 << trc_pkg::ControlProgramming) | (32'd1 << trc_pkg::ControlPowerDown);
  localparam logic [31:0] ControlAlways = ControlReset | (32'd1 << trc_pkg::ControlBroadcast) | (32'd1 << trc_pkg::ControlDebugRequest) |
                                          (32'd1 << trc_pkg::ControlCycleAccurate) | (32'd3 << trc_pkg::ControlContextSize);
  localparam logic [31:0] ControlFree   = ControlReset | (32'd1 << trc_pkg::ControlPort);
  localparam logic [7:0]  LevelMax      = (FifoBytes > 255) ? 8'd255 : 8'(FifoBytes);

  // ETMCCR is CFGCCR, limited to the comparators, counters and outputs that the parameters build.
  logic [3:0] pairs;
  logic [1:0] contexts;
  logic [2:0] counters_built, outputs;

  // verilator lint_off CMPCONST
  assign pairs          = cfgccr_i.pairs > 4'(AddrPairs) ? 4'(AddrPairs) : cfgccr_i.pairs;
  assign contexts       = cfgccr_i.contexts > 2'(ContextIds) ? 2'(ContextIds) : cfgccr_i.contexts;
  // verilator lint_on CMPCONST
  assign counters_built = cfgccr_i.counters > 3'(Counters) ? 3'(Counters) : cfgccr_i.counters;
  assign outputs        = cfgccr_i.outputs > 3'(ExtOuts) ? 3'(ExtOuts) : cfgccr_i.outputs;

  assign ccr_o = {cfgccr_i[31:26], contexts, cfgccr_i[23], outputs, cfgccr_i[19:16], counters_built, cfgccr_i[12:4], pairs};

  // A simulator evaluates this copy only while a register is accessed.
  trc_pkg::ccr_t ccr;

  always_comb begin
    ccr = 'x;
    if (read_i || write_i) begin
      ccr          = cfgccr_i;
      ccr.pairs    = pairs;
      ccr.counters = counters_built;
      ccr.outputs  = outputs;
      ccr.contexts = contexts;
    end
  end

  // These two functions are evaluated before a simulation, so line coverage cannot count them.
  // verilator coverage_off
  // The bits that a register may have: 0 if it is not stored.
  function automatic logic [31:0] width_of(input logic [11:0] at);
    width_of = '0;
    if (trc_pkg::is_acvr(at)) width_of = 32'hFFFF_FFFF;
    if (trc_pkg::is_actr(at)) width_of = 32'h0000_FFFF;
    if (trc_pkg::is_cntrldvr(at)) width_of = 32'h0000_FFFF;
    if (trc_pkg::is_cntenr(at) || trc_pkg::is_cntrldevr(at)) width_of = 32'h0001_FFFF;
    if (trc_pkg::is_sqevr(at)) width_of = 32'h0001_FFFF;
    if (trc_pkg::is_extoutevr(at)) width_of = 32'h0001_FFFF;
    if (trc_pkg::is_cidcvr(at) || at == trc_pkg::Etmcidcmr) width_of = 32'hFFFF_FFFF;
    if (at == trc_pkg::Etmcr || at == trc_pkg::Etmtsscr || at == trc_pkg::Etmtecr2) width_of = 32'hFFFF_FFFF;
    if (at == trc_pkg::Etmextinselr) width_of = 32'hFFFF_FFFF;
    if (at == trc_pkg::Etmtrigger || at == trc_pkg::Etmteevr || at == trc_pkg::Etmtsevr) width_of = 32'h0001_FFFF;
    if (at == trc_pkg::Etmtecr1) width_of = 32'h03FF_FFFF;
    if (at == trc_pkg::Etmfflr || at == trc_pkg::Etmeibcr || at == trc_pkg::Etmvmidcvr) width_of = 32'h0000_00FF;
    if (at == trc_pkg::Etmsyncfr) width_of = 32'h0000_0FFF;
    if (at == trc_pkg::Etmtesseicr) width_of = 32'h00FF_00FF;
    if (at == trc_pkg::Etmauxcr) width_of = 32'h0000_003F;
    if (at == trc_pkg::Etmtraceidr) width_of = 32'h0000_007F;
  endfunction

  function automatic logic [32*Words-1:0] widths();
    for (int unsigned i = 0; i < Words; i++) widths[32*i +: 32] = width_of(12'(4 * i));
  endfunction
  // verilator coverage_on

  localparam logic [32*Words-1:0] Widths = widths();

  // The bits of a register that this unit implements. The number of registers in a group is that of the resources.
  function automatic logic [31:0] bits_of(input logic [11:0] at);
    logic [31:0] control_bits;
    logic [7:0]  watched;
    logic        pair, counter, whole, output_event, context_id;
    logic [2:0]  n;
    control_bits = ControlAlways;
    control_bits[trc_pkg::ControlPort]     = built_i.etm;
    control_bits[trc_pkg::ControlStamps]   = built_i.stamps;
    control_bits[trc_pkg::ControlRetstack] = built_i.retstack;
    control_bits[trc_pkg::ControlVmid]     = built_i.virt;
    watched      = ~(8'hFF << built_i.watchpoints);
    n            = {1'b0, at[3:2]};
    pair         = ccr.pairs > {1'b0, at[5:3]};
    counter      = ccr.counters > n;
    whole        = counter && (built_i.whole || n != '0);
    output_event = ccr.outputs > n;
    context_id   = {1'b0, ccr.contexts} > n;
    unique case (at)
      trc_pkg::Etmcr:        bits_of = control_bits;
      trc_pkg::Etmtsscr:     bits_of = {32{ccr.has_start_stop}};
      trc_pkg::Etmtecr2:     bits_of = {32{built_i.etm}};
      trc_pkg::Etmtecr1:     bits_of = {8'hFF, {16{built_i.etm}}, 8'hFF};
      trc_pkg::Etmfflr:      bits_of = {32{ccr.has_fifofull}};
      trc_pkg::Etmcidcmr:    bits_of = {32{ccr.contexts != '0}};
      trc_pkg::Etmsyncfr:    bits_of = {32{!sync_fixed_i}};
      trc_pkg::Etmextinselr: bits_of = ~(32'hFFFF_FFFF << {built_i.selectors, 3'b000});
      trc_pkg::Etmtesseicr:  bits_of = {2{8'h0, watched}};
      trc_pkg::Etmeibcr:     bits_of = {24'h0, watched & {8{built_i.latches}}};
      trc_pkg::Etmtsevr:     bits_of = {32{built_i.stamps}};
      trc_pkg::Etmauxcr:     bits_of = {26'h0, {3{built_i.etm}}, 3'h7};
      trc_pkg::Etmvmidcvr:   bits_of = {32{built_i.virt}};
      default: begin
        bits_of = '1;
        if (trc_pkg::is_acvr(at)) bits_of = {32{pair}};
        if (trc_pkg::is_actr(at)) bits_of = {16'h0, built_i.actr & {16{pair}}};
        if (trc_pkg::is_cntrldvr(at)) bits_of = {32{counter}};
        if (trc_pkg::is_cntenr(at) || trc_pkg::is_cntrldevr(at)) bits_of = {32{whole}};
        if (trc_pkg::is_sqevr(at)) bits_of = {32{ccr.has_sequencer}};
        if (trc_pkg::is_extoutevr(at)) bits_of = {32{output_event}};
        if (trc_pkg::is_cidcvr(at)) bits_of = {32{context_id}};
      end
    endcase
  endfunction

  logic [32*Words-1:0] stored_q;
  logic [31:0]         control;
  logic [11:0]         at;
  logic                off, overflow, hidden;

  assign at      = {offset_i, 2'b00};
  assign control = stored_q[8*trc_pkg::Etmcr +: 32];

  // An ETMFFLR level above the size of the FIFO is stored as that size, so that software can read the size (IHI 0035B
  // 3.16.10). While trace is not yet output, bits of ETMCR that change its format are not written (IHI 0035B 3.15.4).
  function automatic logic [31:0] data_of(input logic [11:0] to);
    data_of = data_i;
    if (to == trc_pkg::Etmcr && !stopped_i) data_of = (data_i & ControlFree) | (control & ~ControlFree);
    // verilator lint_off CMPCONST
    if (to == trc_pkg::Etmfflr && data_i[7:0] > LevelMax) data_of = {24'h0, LevelMax};
    // verilator lint_on CMPCONST
  endfunction

  // Each register has its own mask, so that synthesis removes the flip-flops of features that the CFG pins disable.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stored_q <= '0;
      stored_q[8*trc_pkg::Etmcr +: 32] <= ControlReset;
      stored_q[8*trc_pkg::Etmteevr +: 32] <= 32'h0000_006F;
      stored_q[8*trc_pkg::Etmtecr1 +: 32] <= 32'h0100_0000;
      stored_q[8*trc_pkg::Etmsyncfr +: 32] <= 32'h0000_0400;
    end else if (write_i) begin
      for (int unsigned i = 0; i < Words; i++) begin
        if (offset_i == 10'(i)) stored_q[32*i +: 32] <= data_of(12'(4 * i)) & bits_of(12'(4 * i)) & Widths[32*i +: 32];
      end
    end
  end

  // Until an address is written to a comparator, the address of each comparator is 0. This only speeds up simulation.
  logic addressed_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) addressed_q <= 1'b0;
    else if (write_i) addressed_q <= addressed_q || (pairs != '0 && trc_pkg::is_acvr(at));
  end

  // ATID must not change while a beat waits.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) atid_o <= '0;
    else if (stopped_i) atid_o <= stored_q[8*trc_pkg::Etmtraceidr +: 7];
  end

  // The modules resources and startstop store ETMCNTVR, ETMSQR and ETMSR[2].
  logic [3:0] counter_whole;

  always_comb begin
    counter_whole = 'x;
    if (read_i || write_i) counter_whole = ~(4'hF << counters_built) & {3'b111, built_i.whole};
  end

  assign registers_o   = stored_q;
  assign addressed_o   = addressed_q;
  assign sync_period_o = sync_fixed_i ? 12'h400 : stored_q[8*trc_pkg::Etmsyncfr +: 12];

  assign off       = control[trc_pkg::ControlProgramming] || control[trc_pkg::ControlPowerDown];
  assign enabled_o = !off && !locked_i && authorized_i;

  // ETMSR keeps its value while the Programming bit is set, so that a debugger can read it (IHI 0035B 3.16.4). ETMv3.0
  // clears it (IHI 0014Q 3.5.5).
  logic sr_reset;

  assign sr_reset           = control[trc_pkg::ControlProgramming] &&
                              (v30_i || (write_i && at == trc_pkg::Etmcr && !data_i[trc_pkg::ControlProgramming]));
  assign sr_o.write         = write_i && at == trc_pkg::Etmsr && !v30_i;
  assign sr_o.triggered     = data_i[3];
  assign sr_o.started       = data_i[2];
  assign sr_o.reset         = sr_reset;
  assign overflow           = overflowed_i && !control[trc_pkg::ControlPowerDown];
  assign overflowed_clear_o = sr_reset || control[trc_pkg::ControlPowerDown];

  // The value of a register, also of a register that is not stored or reads as another value. ETMSCR reads 0. This process
  // compares offsets without the functions of trc_pkg, because a simulator evaluates a function in each clock.
  always_comb begin
    value_o = 'x;
    hidden  = 1'bx;
    if (read_i) begin
      // Most registers of an ETM are write-only, unless ETMCCER[11] is 1 (IHI 0014Q 3.5.41).
      unique case (at)
        trc_pkg::Etmcr, trc_pkg::Etmccr, trc_pkg::Etmsr, trc_pkg::Etmsqr, trc_pkg::Etmidr, trc_pkg::Etmccer,
        trc_pkg::Etmtraceidr: hidden = 1'b0;
        trc_pkg::Etmsyncfr:   hidden = !built_i.readable && !all_i && !sync_fixed_i;
        default:              hidden = !built_i.readable && !all_i && !(at >= trc_pkg::Etmcntvr1 && at <= trc_pkg::Etmcntvr4);
      endcase
      value_o = '0;
      for (int unsigned i = 0; i < Words; i++) begin
        if (offset_i == 10'(i)) value_o = stored_q[32*i +: 32];
      end
      unique case (at)
        trc_pkg::Etmccr:    value_o = ccr;
        trc_pkg::Etmsr:     value_o = {28'h0, triggered_i, started_i, stopped_i && (off || (locked_i && direct_i)), overflow};
        trc_pkg::Etmidr:    value_o = cfgidr_i;
        trc_pkg::Etmccer:   value_o = built_i.ccer;
        trc_pkg::Etmsyncfr: value_o = {20'h0, sync_period_o};
        trc_pkg::Etmsqr:    value_o = {30'h0, sequencer_i};
        default: begin
          if (at >= trc_pkg::Etmactr1 && at <= trc_pkg::Etmactr16) begin
            value_o[0] = value_o[0] || (ccr.pairs > {1'b0, at[5:3]} && !built_i.etm);
          end
          if (at >= trc_pkg::Etmcntenr1 && at <= trc_pkg::Etmcntenr4) value_o[17] = counter_whole[at[3:2]];
          if (at >= trc_pkg::Etmcntvr1 && at <= trc_pkg::Etmcntvr4) begin
            value_o = {16'h0, counters_i[16*at[3:2] +: 16] & {16{counter_whole[at[3:2]]}}};
          end
        end
      endcase
      if (hidden) value_o = '0;
    end
  end

endmodule

`default_nettype wire
