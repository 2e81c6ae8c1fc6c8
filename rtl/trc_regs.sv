// SPDX-License-Identifier: Apache-2.0
// The trace registers: what there is by version, ETMCCR and ETMCCER is stored, the rest reads 0 and ignores writes.
// docs/pipeline.md#regs; IHI 0035B 3.16, IHI 0014Q 3.5. Offsets are bytes.
`default_nettype none

module trc_regs #(
  parameter int unsigned AddrPairs  = 8,  // built at most: pairs of address comparators, 0 to 8
  parameter int unsigned Counters   = 4,  // 0 to 4
  parameter int unsigned ContextIds = 3,  // comparators, 0 to 3
  parameter int unsigned ExtOuts    = 4,  // 0 to 4
  parameter int unsigned FifoBytes  = 64
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  // What the unit can do (static) and may do.
  input  logic [31:0]     cfgidr_i,
  input  logic [31:0]     cfgccr_i,
  // verilator lint_off UNUSEDSIGNAL
  input  trc_pkg::built_t built_i,
  // verilator lint_on UNUSEDSIGNAL
  input  logic            direct_i,           // an OS lock that lets the registers be accessed
  input  logic [31:0]     control_mask_i,     // bits of ETMCR that are built
  input  logic [5:0]      aux_mask_i,         // and of ETMAUXCR
  input  logic            sync_fixed_i,       // ETMSYNCFR is 0x400 for ever
  input  logic            v30_i,              // ETMv3.0
  input  logic            authorized_i,       // NIDEN or DBGEN
  input  logic            locked_i,           // the OS lock is set

  // One register in each clock.
  input  logic [11:2]     offset_i,
  input  logic            read_i,
  input  logic            all_i,              // also what is write-only
  output logic [31:0]     value_o,            // if it is read
  input  logic            write_i,
  input  logic [31:0]     data_i,

  output logic            enabled_o,
  output logic [31:0]     control_o,          // ETMCR
  output logic [5:0]      aux_o,              // ETMAUXCR
  output logic [16:0]     trigger_event_o,    // ETMTRIGGER
  output logic [16:0]     enable_event_o,     // ETMTEEVR
  output logic [16:0]     stamp_event_o,      // ETMTSEVR
  output logic [11:0]     sync_period_o,      // ETMSYNCFR
  output logic [32*trc_pkg::RegisterWords-1:0] stored_o,
  output logic            addressed_o,        // an address was written for a comparator
  output logic [3:0]      pairs_o,            // of address comparators
  output logic [1:0]      contexts_o,         // Context ID comparators
  output logic            start_stop_built_o,
  output logic [2:0]      counters_built_o,
  output logic            sequencer_built_o,
  output logic [2:0]      outputs_built_o,
  input  logic [63:0]     counters_i,         // ETMCNTVR
  input  logic [1:0]      sequencer_i,        // ETMSQR
  input  logic            started_i,          // ETMSR[2]
  output logic [6:0]      atid_o,             // ETMTRACEIDR, of all that is on its way
  output logic            sr_write_o,         // in this clock: ETMSR is written
  output logic            sr_reset_o,         // in this clock: what ETMSR tells of the last run goes
  output logic            overflowed_clear_o,
  input  logic            triggered_i,        // ETMSR[3]
  input  logic            stopped_i,          // ETMSR[1], if it was asked to
  input  logic            overflowed_i        // ETMSR[0]
);

  localparam logic [11:0] Etmcr       = 12'h000;
  localparam logic [11:0] Etmccr      = 12'h004;
  localparam logic [11:0] Etmtrigger  = 12'h008;
  localparam logic [11:0] Etmsr       = 12'h010;
  localparam logic [11:0] Etmtsscr    = 12'h018;
  localparam logic [11:0] Etmtecr2    = 12'h01C;
  localparam logic [11:0] Etmteevr    = 12'h020;
  localparam logic [11:0] Etmtecr1    = 12'h024;
  localparam logic [11:0] Etmfflr     = 12'h02C;
  localparam logic [11:0] Etmacvr1    = 12'h040, Etmacvr16 = 12'h07C;
  localparam logic [11:0] Etmactr1    = 12'h080, Etmactr16 = 12'h0BC;
  localparam logic [11:0] Cntrldvr1   = 12'h140, Cntrldvr4 = 12'h14C;
  localparam logic [11:0] Cntenr1     = 12'h150, Cntenr4 = 12'h15C;
  localparam logic [11:0] Cntrldevr1  = 12'h160, Cntrldevr4 = 12'h16C;
  localparam logic [11:0] Cntvr1      = 12'h170, Cntvr4 = 12'h17C;
  localparam logic [11:0] Etmsq12evr  = 12'h180, Etmsq13evr = 12'h194;
  localparam logic [11:0] Etmsqr      = 12'h19C;
  localparam logic [11:0] Extoutevr1  = 12'h1A0, Extoutevr4 = 12'h1AC;
  localparam logic [11:0] Cidcvr1     = 12'h1B0, Cidcvr3 = 12'h1B8;
  localparam logic [11:0] Etmcidcmr   = 12'h1BC;
  localparam logic [11:0] Etmsyncfr   = 12'h1E0;
  localparam logic [11:0] Etmidr      = 12'h1E4;
  localparam logic [11:0] Etmccer     = 12'h1E8;
  localparam logic [11:0] Extinselr   = 12'h1EC;
  localparam logic [11:0] Etmtesseicr = 12'h1F0;
  localparam logic [11:0] Etmeibcr    = 12'h1F4;
  localparam logic [11:0] Etmtsevr    = 12'h1F8;
  localparam logic [11:0] Etmauxcr    = 12'h1FC;
  localparam logic [11:0] Etmtraceidr = 12'h200;
  localparam logic [11:0] Etmvmidcvr  = 12'h240;

  localparam int unsigned Words = trc_pkg::RegisterWords;

  localparam logic [31:0] ControlReset = (32'd1 << trc_pkg::ControlProgramming) | (32'd1 << trc_pkg::ControlPowerDown);
  localparam logic [31:0] ControlFree  = ControlReset | (32'd1 << trc_pkg::ControlPort);
  localparam logic [7:0]  LevelMax     = (FifoBytes > 255) ? 8'd255 : 8'(FifoBytes);

  // ETMCCR: what the inputs ask for, but no more than the parameters build.
  logic [31:0] ccr;

  // verilator lint_off CMPCONST
  assign pairs_o            = cfgccr_i[3:0] > 4'(AddrPairs) ? 4'(AddrPairs) : cfgccr_i[3:0];
  assign contexts_o         = cfgccr_i[25:24] > 2'(ContextIds) ? 2'(ContextIds) : cfgccr_i[25:24];
  // verilator lint_on CMPCONST
  assign start_stop_built_o = cfgccr_i[26];
  assign counters_built_o   = cfgccr_i[15:13] > 3'(Counters) ? 3'(Counters) : cfgccr_i[15:13];
  assign sequencer_built_o  = cfgccr_i[16];
  assign outputs_built_o    = cfgccr_i[22:20] > 3'(ExtOuts) ? 3'(ExtOuts) : cfgccr_i[22:20];

  always_comb begin
    ccr = 'x;
    if (read_i || write_i) begin
      ccr = cfgccr_i;
      ccr[3:0]   = pairs_o;
      ccr[15:13] = counters_built_o;
      ccr[22:20] = outputs_built_o;
      ccr[25:24] = contexts_o;
    end
  end

  // These two functions are evaluated before a simulation, so line coverage cannot count them.
  // verilator coverage_off
  // How wide a register is; 0: nothing is stored.
  function automatic logic [31:0] width_of(input logic [11:0] at);
    width_of = '0;
    if (at >= Etmacvr1 && at <= Etmacvr16) width_of = 32'hFFFF_FFFF;
    if (at >= Etmactr1 && at <= Etmactr16) width_of = 32'h0000_FFFF;
    if (at >= Cntrldvr1 && at <= Cntrldvr4) width_of = 32'h0000_FFFF;
    if ((at >= Cntenr1 && at <= Cntenr4) || (at >= Cntrldevr1 && at <= Cntrldevr4)) width_of = 32'h0001_FFFF;
    if (at >= Etmsq12evr && at <= Etmsq13evr) width_of = 32'h0001_FFFF;
    if (at >= Extoutevr1 && at <= Extoutevr4) width_of = 32'h0001_FFFF;
    if (at >= Cidcvr1 && at <= Etmcidcmr) width_of = 32'hFFFF_FFFF;
    if (at == Etmcr || at == Etmtsscr || at == Etmtecr2 || at == Extinselr) width_of = 32'hFFFF_FFFF;
    if (at == Etmtrigger || at == Etmteevr || at == Etmtsevr) width_of = 32'h0001_FFFF;
    if (at == Etmtecr1) width_of = 32'h03FF_FFFF;
    if (at == Etmfflr || at == Etmeibcr || at == Etmvmidcvr) width_of = 32'h0000_00FF;
    if (at == Etmsyncfr) width_of = 32'h0000_0FFF;
    if (at == Etmtesseicr) width_of = 32'h00FF_00FF;
    if (at == Etmauxcr) width_of = 32'h0000_003F;
    if (at == Etmtraceidr) width_of = 32'h0000_007F;
  endfunction

  function automatic logic [32*Words-1:0] widths();
    for (int unsigned i = 0; i < Words; i++) widths[32*i +: 32] = width_of(12'(4 * i));
  endfunction
  // verilator coverage_on

  localparam logic [32*Words-1:0] Widths = widths();

  // Of its width the bits that this unit has. A range of registers is as many as there are resources.
  function automatic logic [31:0] bits_of(input logic [11:0] at);
    logic [7:0] watched;
    logic       pair, counter, whole, output_event, context_id;
    logic [2:0] n;
    watched      = ~(8'hFF << built_i.watchpoints);
    n            = {1'b0, at[3:2]};
    pair         = ccr[3:0] > {1'b0, at[5:3]};
    counter      = ccr[15:13] > n;
    whole        = counter && (built_i.whole || n != '0);
    output_event = ccr[22:20] > n;
    context_id   = {1'b0, ccr[25:24]} > n;
    unique case (at)
      Etmcr:       bits_of = control_mask_i;
      Etmtsscr:    bits_of = {32{ccr[26]}};
      Etmtecr2:    bits_of = {32{built_i.etm}};
      Etmtecr1:    bits_of = {8'hFF, {16{built_i.etm}}, 8'hFF};
      Etmfflr:     bits_of = {32{ccr[23]}};
      Etmcidcmr:   bits_of = {32{ccr[25:24] != '0}};
      Etmsyncfr:   bits_of = {32{!sync_fixed_i}};
      Extinselr:   bits_of = ~(32'hFFFF_FFFF << {built_i.selectors, 3'b000});
      Etmtesseicr: bits_of = {2{8'h0, watched}};
      Etmeibcr:    bits_of = {24'h0, watched & {8{built_i.latches}}};
      Etmtsevr:    bits_of = {32{control_mask_i[trc_pkg::ControlStamps]}};
      Etmauxcr:    bits_of = {26'h0, aux_mask_i};
      Etmvmidcvr:  bits_of = {32{built_i.virt}};
      default: begin
        bits_of = '1;
        if (at >= Etmacvr1 && at <= Etmacvr16) bits_of = {32{pair}};
        if (at >= Etmactr1 && at <= Etmactr16) bits_of = {16'h0, built_i.access & {16{pair}}};
        if (at >= Cntrldvr1 && at <= Cntrldvr4) bits_of = {32{counter}};
        if ((at >= Cntenr1 && at <= Cntenr4) || (at >= Cntrldevr1 && at <= Cntrldevr4)) bits_of = {32{whole}};
        if (at >= Etmsq12evr && at <= Etmsq13evr) bits_of = {32{ccr[16]}};
        if (at >= Extoutevr1 && at <= Extoutevr4) bits_of = {32{output_event}};
        if (at >= Cidcvr1 && at <= Cidcvr3) bits_of = {32{context_id}};
      end
    endcase
  endfunction

  logic [32*Words-1:0] stored_q;          // all behind each other: where there is no register, 0
  logic [11:0] at;
  logic        off, overflow, hidden;

  assign at = {offset_i, 2'b00};

  // A level that the FIFO cannot have is stored as its size, so that software finds it (IHI 0035B 3.16.10). What is on its
  // way keeps its form, whatever software does (IHI 0035B 3.15.4).
  function automatic logic [31:0] data_of(input logic [11:0] to);
    data_of = data_i;
    if (to == Etmcr && !stopped_i) data_of = (data_i & ControlFree) | (control_o & ~ControlFree);
    // verilator lint_off CMPCONST
    if (to == Etmfflr && data_i[7:0] > LevelMax) data_of = {24'h0, LevelMax};
    // verilator lint_on CMPCONST
  endfunction

  // Each register has its own mask, so that synthesis drops the flip-flops of what a unit is tied to lack.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stored_q <= '0;
      stored_q[8*Etmcr +: 32] <= ControlReset;
      stored_q[8*Etmteevr +: 32] <= 32'h0000_006F;
      stored_q[8*Etmtecr1 +: 32] <= 32'h0100_0000;
      stored_q[8*Etmsyncfr +: 32] <= 32'h0000_0400;
    end else if (write_i) begin
      for (int unsigned i = 0; i < Words; i++) begin
        if (offset_i == 10'(i)) stored_q[32*i +: 32] <= data_of(12'(4 * i)) & bits_of(12'(4 * i)) & Widths[32*i +: 32];
      end
    end
  end

  // Before an address is written to a comparator, each has 0: for speed, not for what it says.
  logic addressed_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) addressed_q <= 1'b0;
    else if (write_i) addressed_q <= addressed_q || (pairs_o != '0 && at >= Etmacvr1 && at <= Etmacvr16);
  end

  // ATID does not move while a beat waits.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) atid_o <= '0;
    else if (stopped_i) atid_o <= stored_q[8*Etmtraceidr +: 7];
  end

  // ETMCNTVR and ETMSQR are in resources, ETMSR[2] in startstop.
  logic [3:0] counter_whole;

  always_comb begin
    counter_whole = 'x;
    if (read_i || write_i) counter_whole = ~(4'hF << counters_built_o) & {3'b111, built_i.whole};
  end

  assign stored_o        = stored_q;
  assign addressed_o     = addressed_q;
  assign control_o       = stored_q[8*Etmcr +: 32];
  assign aux_o           = stored_q[8*Etmauxcr +: 6];
  assign trigger_event_o = stored_q[8*Etmtrigger +: 17];
  assign enable_event_o  = stored_q[8*Etmteevr +: 17];
  assign stamp_event_o   = stored_q[8*Etmtsevr +: 17];
  assign sync_period_o   = sync_fixed_i ? 12'h400 : stored_q[8*Etmsyncfr +: 12];

  assign off       = control_o[trc_pkg::ControlProgramming] || control_o[trc_pkg::ControlPowerDown];
  assign enabled_o = !off && !locked_i && authorized_i;

  // ETMSR is held for a debugger, who reads it while the Programming bit is set (IHI 0035B 3.16.4); not in ETMv3.0 (IHI
  // 0014Q 3.5.5).
  assign sr_write_o         = write_i && at == Etmsr && !v30_i;
  assign sr_reset_o         = control_o[trc_pkg::ControlProgramming] &&
                              (v30_i || (write_i && at == Etmcr && !data_i[trc_pkg::ControlProgramming]));
  assign overflow           = overflowed_i && !control_o[trc_pkg::ControlPowerDown];
  assign overflowed_clear_o = sr_reset_o || control_o[trc_pkg::ControlPowerDown];

  // What is not stored alone, or as it was written. ETMSCR and everything not named reads 0.
  always_comb begin
    value_o = 'x;
    hidden  = 1'bx;
    if (read_i) begin
      // Most of an ETM's are write-only, unless ETMCCER[11] is 1 (IHI 0014Q 3.5.41).
      unique case (at)
        Etmcr, Etmccr, Etmsr, Etmsqr, Etmidr, Etmccer, Etmtraceidr: hidden = 1'b0;
        Etmsyncfr: hidden = !built_i.readable && !all_i && !sync_fixed_i;
        default:   hidden = !built_i.readable && !all_i && !(at >= Cntvr1 && at <= Cntvr4);
      endcase
      value_o = '0;
      for (int unsigned i = 0; i < Words; i++) begin
        if (offset_i == 10'(i)) value_o = stored_q[32*i +: 32];
      end
      unique case (at)
        Etmccr:    value_o = ccr;
        Etmsr:     value_o = {28'h0, triggered_i, started_i, stopped_i && (off || (locked_i && direct_i)), overflow};
        Etmidr:    value_o = cfgidr_i;
        Etmccer:   value_o = built_i.ccer;
        Etmsyncfr: value_o = {20'h0, sync_period_o};
        Etmsqr:    value_o = {30'h0, sequencer_i};
        default: begin
          if (at >= Etmactr1 && at <= Etmactr16) value_o[0] = value_o[0] || (ccr[3:0] > {1'b0, at[5:3]} && !built_i.etm);
          if (at >= Cntenr1 && at <= Cntenr4) value_o[17] = counter_whole[at[3:2]];
          if (at >= Cntvr1 && at <= Cntvr4) value_o = {16'h0, counters_i[16*at[3:2] +: 16] & {16{counter_whole[at[3:2]]}}};
        end
      endcase
      if (hidden) value_o = '0;
    end
  end

endmodule

`default_nettype wire
