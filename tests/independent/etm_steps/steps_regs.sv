// SPDX-License-Identifier: Apache-2.0
// The register bus, IHI 0014Q 3.5, locks, and what counts events. Each access takes one wait state, in which what is read is put into a register.
// Most registers are write-only in ETMv3.0, and where ETMCCER[11] is 0: these read as ones.
`default_nettype none

module steps_regs import steps_pkg::*; (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [31:0]        cfgidr_i,
  input  logic [31:0]        cfgccer_i,
  input  logic [31:0]        cfgccr_i,
  input  parts_t             parts_i,
  input  logic               authorized_i,

  input  logic               pclken_i,
  input  logic               psel_i,
  input  logic               penable_i,
  input  logic               pwrite_i,
  input  logic [11:2]        paddr_i,
  input  logic [31:0]        pwdata_i,
  input  logic               software_i,      // PADDRDBG31 is low
  output logic [31:0]        prdata_o,
  output logic               error_o,         // the OS lock bars it
  output logic               pready_o,

  input  logic               run_i,
  input  resources_t         now_i,
  output logic [2:0]         state_o,         // of the sequencer
  output logic [1:0]         zero_o,          // counters that are at zero
  output logic [1:0]         outputs_o,

  output bus_t               bus_o,           // for the registers of other blocks
  input  logic [31:0]        data_i,          // what these read as, 0 if none of them is read
  input  logic               started_i,       // the state of the start/stop block

  output logic               enabled_o,       // neither programmed, nor locked, nor powered down, and the port is on
  output logic               powered_down_o,
  output config_t            config_o,
  output logic               may_request_o,   // The trigger requests Debug state.
  output logic [16:0]        trigger_event_o,
  output logic [16:0]        enable_event_o,
  output logic [16:0]        stamp_event_o,
  output logic [6:0]         atid_o,

  input  logic               stopped_i,       // nothing is on its way
  input  logic               overflowed_i,
  input  logic               trigger_i,
  output logic               triggered_o
);

  localparam logic [31:0] OsLockKey = 32'hC5AC_CE55;
  localparam logic [31:0] PortBits  = 32'h0000_0020;  // the port is 32 bits wide, and stays so
  localparam logic [5:0]  Saved     = 6'd39;

  // What is saved, in this order (3.8.4). ETMCNTVR follows ETMCNTRLDVR, which may load it, and ETMCR is last.
  function automatic logic [9:0] saved_at(logic [5:0] turn);
    case (turn)
      6'd1:  saved_at = 10'h002;  // ETMTRIGGER
      6'd2:  saved_at = 10'h004;  // ETMSR
      6'd3:  saved_at = 10'h008;  // ETMTEEVR
      6'd4:  saved_at = 10'h009;  // ETMTECR1
      6'd5:  saved_at = 10'h078;  // ETMSYNCFR
      6'd6:  saved_at = 10'h080;  // ETMTRACEIDR
      6'd7:  saved_at = 10'h067;  // ETMSQR
      6'd8, 6'd9, 6'd10, 6'd11, 6'd12, 6'd13: saved_at = {7'h0C, turn[2:0]};                // ETMSQ12EVR to ETMSQ13EVR
      6'd14: saved_at = 10'h007;  // ETMTECR2
      6'd15: saved_at = 10'h006;  // ETMTSSCR
      6'd16, 6'd17, 6'd18, 6'd19: saved_at = {8'h04, turn[1:0]};                            // ETMACVR1 to 4
      6'd20, 6'd21, 6'd22, 6'd23: saved_at = {8'h08, turn[1:0]};                            // ETMACTR1 to 4
      6'd24, 6'd25, 6'd26, 6'd27, 6'd28, 6'd29, 6'd30, 6'd31: saved_at = {6'h05, turn[2:1], 1'b0, turn[0]};  // ETMCNTRLDVR1 to ETMCNTVR2
      6'd32, 6'd33: saved_at = {9'h034, turn[0]};                                           // ETMEXTOUTEVR1 and 2
      6'd34: saved_at = 10'h06C;  // ETMCIDCVR1
      6'd35: saved_at = 10'h06F;  // ETMCIDCMR
      6'd36: saved_at = 10'h07B;  // ETMEXTINSELR
      6'd37: saved_at = 10'h07C;  // ETMTESSEICR
      6'd38: saved_at = 10'h07D;  // ETMEIBCR
      6'd39: saved_at = 10'h000;  // ETMCR
      default: saved_at = 10'h0C2;
    endcase
  endfunction

  // Of ETMCR: what there is of it.
  logic [3:0]  minor;
  logic        v35, v7m, virt, stamps;
  logic [31:0] control_bits;

  assign minor        = cfgidr_i[7:4];
  assign v35          = minor >= 4'd5;
  assign v7m          = minor >= 4'd4 && !cfgidr_i[19];
  assign virt         = v35 && cfgccer_i[26];
  assign stamps       = v35 && cfgccer_i[22];
  assign control_bits = {1'b0, virt, 1'b0, stamps, 28'h000_DF01};

  logic [31:0] control_q;
  logic [16:0] trigger_q, enable_q, stamp_q;
  logic [9:0]  period_q;  // in fours
  logic [6:0]  id_q;
  logic        locked_q, triggered_q, written_q, ready_q;
  logic [5:0]  turn_q;    // of the next access to ETMOSSRR; 0 is the count
  logic [9:0]  at;        // the register that is meant
  logic        has_lock, refused, saves, readable, sequencer, locked_out;
  logic [16:0] sequenced;
  logic        access, writes, ends_programming;
  logic [31:0] output_data, software_data;
  logic [1:0][31:0] counter_data;
  logic [31:0] value;     // what is read

  // From ETMv3.3 on there is an OS lock, which a reset opens; before ETMv3.5 the trace registers fail while it is set
  // (3.5.51, 3.5.52).
  assign has_lock = minor >= 4'd3;
  assign refused  = locked_q && !v35 && (paddr_i < 10'h0C0 || (paddr_i > 10'h0C5 && paddr_i < 10'h3C0));
  assign error_o  = psel_i && penable_i && refused;

  // Under that lock ETMOSSRR is a count, and then each register that is saved or restored (3.5.53), write-only or not.
  assign saves    = locked_q && !v35 && paddr_i == 10'h0C2;
  assign at       = saves ? saved_at(turn_q) : paddr_i;
  assign readable = saves || (minor != 4'd0 && cfgccer_i[11]);

  assign pready_o = ready_q;
  assign access   = pclken_i && psel_i && penable_i && ready_q && !refused;
  assign writes   = access && pwrite_i && !locked_out;

  assign ends_programming = writes && at == 10'h000 && control_q[10] && !pwdata_i[10];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) turn_q <= '0;
    else if (writes && paddr_i == 10'h0C0) turn_q <= '0;
    else if (access && saves && turn_q <= Saved) turn_q <= turn_q + 6'd1;
  end

  assign bus_o.writes      = writes;
  assign bus_o.at          = at;
  assign bus_o.data        = pwdata_i;
  assign bus_o.programming = control_q[10];
  assign bus_o.starts      = ends_programming;

  assign sequencer = parts_i.sequencer && at[9:3] == 7'h0C;

  logic [2:0] state;
  assign state_o = parts_i.sequencer ? state : '0;

  steps_sequencer u_sequencer (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .old_i        (parts_i.old),
    .programming_i(control_q[10]),
    .starts_i     (ends_programming),
    .run_i        (run_i),
    .writes_i     (writes && sequencer),
    .place_i      (at[2:0]),
    .data_i       (pwdata_i),
    .data_o       (sequenced),
    .now_i        (now_i),
    .state_o      (state)
  );

  for (genvar i = 0; i < 2; i++) begin : gen_counters
    steps_counter #(
      .Index(i)
    ) u_counter (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .exists_i (parts_i.counters > 2'(i)),
      .reduced_i(parts_i.reduced && i == 0),
      .old_i    (parts_i.old),
      .bus_i    (bus_o),
      .data_o   (counter_data[i]),
      .run_i    (run_i),
      .now_i    (now_i),
      .zero_o   (zero_o[i])
    );
  end

  steps_outputs u_outputs (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .count_i  (parts_i.outputs),
    .bus_i    (bus_o),
    .data_o   (output_data),
    .enabled_i(enabled_o),
    .run_i    (run_i),
    .now_i    (now_i),
    .pins_o   (outputs_o)
  );

  steps_software u_software (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .parts_i      (parts_i),
    .is_software_i(software_i),
    .writes_lock_i(access && pwrite_i),
    .bus_i        (bus_o),
    .locked_out_o (locked_out),
    .data_o       (software_data)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q  <= 1'b0;
      prdata_o <= '0;
    end else if (pclken_i) begin
      ready_q <= psel_i && penable_i && !ready_q;
      if (psel_i && !penable_i) prdata_o <= value;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      control_q <= 32'h0000_0401;
      trigger_q <= '0;
      enable_q  <= '0;
      stamp_q   <= '0;
      period_q  <= 10'h100;
      id_q      <= '0;
      locked_q  <= 1'b0;
    end else if (writes) begin
      unique case ({at, 2'b00})
        12'h000: control_q <= pwdata_i & control_bits;
        12'h008: trigger_q <= pwdata_i[16:0];
        12'h020: enable_q  <= pwdata_i[16:0];
        12'h1E0: period_q  <= pwdata_i[11:2];
        12'h1F8: stamp_q   <= stamps ? pwdata_i[16:0] : '0;
        12'h200: id_q      <= pwdata_i[6:0];
        12'h300: locked_q  <= has_lock && pwdata_i == OsLockKey;
        default: ;
      endcase
    end
  end

  // 3.5.5. From ETMv3.1 on ETMSR[3] may be written, and is held while the Programming bit is set.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      triggered_q <= 1'b0;
      written_q   <= 1'b0;
    end else if (parts_i.old) begin
      triggered_q <= !control_q[10] && (triggered_q || trigger_i);
    end else if (writes && at == 10'h004) begin
      triggered_q <= pwdata_i[3];
      written_q   <= control_q[10];
    end else if (ends_programming) begin
      triggered_q <= triggered_q && written_q;
      written_q   <= 1'b0;
    end else begin
      triggered_q <= triggered_q || trigger_i;
    end
  end

  // What is there and cannot be read by the architecture (3.5.41). ETMCNTVR and ETMSQR can.
  function automatic logic is_write_only(logic [9:0] place, parts_t parts, logic has_stamps);
    logic [2:0] singles;
    singles = {parts.pairs, 1'b0};
    casez (place)
      10'h002, 10'h008, 10'h009, 10'h078, 10'h080: is_write_only = 1'b1;
      10'h006: is_write_only = parts.start_stop;
      10'h007: is_write_only = parts.pairs != 2'd0;
      10'b00_0001_00??, 10'b00_0010_00??: is_write_only = {1'b0, place[1:0]} < singles;
      10'b00_0101_????: is_write_only = place[1:0] < parts.counters && place[3:2] != 2'd3 && (place[3:2] == 2'd0 || place[1:0] != 2'd0 || !parts.reduced);
      10'b00_0110_0???: is_write_only = parts.sequencer && place[2:0] < 3'd6;
      10'h068, 10'h069: is_write_only = parts.outputs > {1'b0, place[0]};
      10'h06C, 10'h06F: is_write_only = parts.context_id;
      10'h07B: is_write_only = parts.selector;
      10'h07C: is_write_only = parts.watchpoints != 2'd0;
      10'h07D: is_write_only = parts.watchpoint_behavior;
      10'h07E: is_write_only = has_stamps;
      10'h090: is_write_only = parts.vmid;
      default: is_write_only = 1'b0;
    endcase
  endfunction

  always_comb begin
    value = data_i | counter_data[0] | counter_data[1] | output_data | software_data;
    unique case ({at, 2'b00})
      12'h000: value = control_q | PortBits;
      12'h004: value = cfgccr_i;
      12'h008: value = 32'(trigger_q);
      12'h010: value = {28'h0, triggered_q, started_i, !enabled_o && stopped_i, overflowed_i};
      12'h020: value = 32'(enable_q);
      12'h1E0: value = {20'h0, period_q, 2'b00};
      12'h1E4: value = cfgidr_i;
      12'h1E8: value = minor == 4'd0 ? '0 : cfgccer_i;
      12'h1F8: value = 32'(stamp_q);
      12'h200: value = 32'(id_q);
      12'h308: value = (saves && turn_q == '0) ? 32'(Saved) : '0;
      12'h304: value = {28'h0, v35, 1'b0, locked_q, has_lock && !v35};
      12'h314: value = {26'h0, v35 && locked_q, 4'h0, has_lock};
      12'hFB8: value = {28'h0, 1'b1, authorized_i, 2'b00};
      12'hFCC: value = 32'h13;
      12'hFD0: value = 32'h04;
      12'hFE0: value = 32'h77;
      12'hFE4: value = 32'hB9;
      12'hFE8: value = 32'h0B;
      12'hFF0: value = 32'h0D;
      12'hFF4: value = 32'h90;
      12'hFF8: value = 32'h05;
      12'hFFC: value = 32'hB1;
      default: ;
    endcase
    if (sequencer) value = 32'(sequenced);
    if (!readable && is_write_only(at, parts_i, stamps)) value = '1;
    if (minor < 4'd2 && paddr_i >= 10'h3C0) value = '0;  // CoreSight's came with ETMv3.2
  end

  assign enabled_o       = control_q[11] && !control_q[10] && !control_q[0] && !locked_q;
  assign powered_down_o  = control_q[0];
  assign triggered_o     = triggered_q;
  assign may_request_o   = control_q[9];
  assign trigger_event_o = trigger_q;
  assign enable_event_o  = enable_q;
  assign stamp_event_o   = stamp_q;
  assign atid_o          = id_q;

  assign config_o.cycle_accurate   = control_q[12];
  assign config_o.broadcast        = control_q[8];
  assign config_o.vmid             = control_q[30];
  assign config_o.context_size     = control_q[15:14];
  assign config_o.stamps           = control_q[28];
  assign config_o.wide             = cfgccer_i[29];
  assign config_o.binary           = cfgccer_i[28];
  assign config_o.period           = {period_q, 2'b00};
  assign config_o.period_in_clocks = minor == 4'd0;
  assign config_o.alternative      = minor >= 4'd4 && cfgidr_i[20];
  assign config_o.tells_ns         = minor >= 4'd2 && cfgidr_i[19];
  assign config_o.tells_thumbee    = minor >= 4'd3;
  assign config_o.tells_hyp        = virt;
  assign config_o.tells_long       = minor >= 4'd4;
  assign config_o.tells_exits      = v35 || v7m;
  assign config_o.counts_overflow  = minor >= 4'd1 && minor <= 4'd4;
  assign config_o.counts_debug     = minor >= 4'd1;

endmodule

`default_nettype wire
