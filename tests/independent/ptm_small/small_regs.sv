// SPDX-License-Identifier: Apache-2.0
// The registers, IHI 0035B 3.16. Reads are combinational and no access waits.
`default_nettype none

module small_regs import small_pkg::*; (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [31:0]        cfgidr_i,
  input  logic [31:0]        cfgccer_i,
  input  logic [31:0]        cfgccr_i,
  input  logic               has_stack_i,
  input  logic               authorized_i,

  input  logic               pclken_i,
  input  logic               psel_i,
  input  logic               penable_i,
  input  logic               pwrite_i,
  input  logic [11:2]        paddr_i,
  input  logic [31:0]        pwdata_i,
  input  logic               software_i,    // not a debugger's access
  output logic [31:0]        prdata_o,
  output logic               error_o,       // the OS lock bars it

  output logic               enabled_o,     // neither programmed, nor locked, nor powered down
  output config_t            config_o,
  output logic               may_request_o,  // The trigger requests Debug state.
  output logic [16:0]        trigger_event_o,
  output logic [16:0]        enable_event_o,
  output logic [16:0]        stamp_event_o,
  output pair_t              pair_o,
  output logic [6:0]         atid_o,

  input  logic               drained_i,
  input  logic               overflowed_i,  // no I-sync has reported an overflow yet
  output logic               powered_down_o,
  input  logic               trigger_i,     // the trigger comes
  output logic               triggered_o    // it has come, and comes no more
);

  localparam logic [31:0] Key   = 32'hC5AC_CE55;  // locks by ETMOSLAR, unlocks by ETMLAR
  localparam logic [3:0]  Saved = 4'd13;
  localparam logic [2:0]  Tags  = 3'b111;

  // What is saved, in this order (3.17.4): ETMCR is the last.
  function automatic logic [9:0] saved_at(logic [3:0] turn);
    case (turn)
      4'd1: saved_at = 10'h080;     // ETMTRACEIDR
      4'd2: saved_at = 10'h07F;     // ETMAUXCR
      4'd3: saved_at = 10'h07E;     // ETMTSEVR
      4'd4: saved_at = 10'h078;     // ETMSYNCFR
      4'd5: saved_at = 10'h008;     // ETMTEEVR
      4'd6: saved_at = 10'h004;     // ETMSR
      4'd7: saved_at = 10'h002;     // ETMTRIGGER
      4'd8: saved_at = 10'h009;     // ETMTECR1
      4'd9: saved_at = 10'h010;     // ETMACVR1
      4'd10: saved_at = 10'h011;    // ETMACVR2
      4'd11: saved_at = 10'h020;    // ETMACTR1
      4'd12: saved_at = 10'h021;    // ETMACTR2
      4'd13: saved_at = 10'h000;
      default: saved_at = 10'h0C2;  // ETMOSSRR itself
    endcase
  endfunction

  logic [31:0] cr_q, cr_bits;
  logic [3:0]  level_bits;
  logic [16:0] trigger_q, enable_q, stamp_q;
  logic [11:0] period_q;
  logic [2:0]  aux_q;
  logic [6:0]  id_q;
  logic [2:0]  claim_q;
  pair_t       pair_q;
  logic        has_pair;
  logic [3:0]  turn_q;  // of the next access to ETMOSSRR; 0 is the count
  logic [9:0]  at;      // the register that is meant
  logic        moved_q, triggered_q, status_written_q, shut_q;
  logic        locked, refused, saves;
  logic        v11, virt, access, writes, programs, starts;

  // What is not implemented reads as zero and ignores writes.
  assign v11     = cfgidr_i[7:4] != '0;
  assign virt    = v11 && cfgccer_i[26];
  assign has_pair = cfgccr_i[3:0] != '0;
  // ETMACTR: the security level of PFTv1.0, the state of PFTv1.1, if there are Security Extensions.
  assign level_bits = {{2{v11}}, 2'b11} & {cfgidr_i[19], 1'b1, cfgidr_i[19], v11 || cfgidr_i[19]};
  assign cr_bits = {1'b0, virt, cfgccer_i[23], cfgccer_i[22], 28'h000_D701};

  // A reset of PFTv1.1 sets the OS lock, which leaves all within reach. Of PFTv1.0 it opens it; while it is set the trace
  // registers answer with an error (3.16.39, 3.17.1, 3.17.2).
  assign locked  = moved_q != v11;
  assign refused = locked && !v11 && (paddr_i < 10'h0C0 || (paddr_i >= 10'h0C6 && paddr_i < 10'h3C0));
  assign error_o = psel_i && penable_i && refused;

  // Under the lock of PFTv1.0 ETMOSSRR is the count, and then each register that is saved or restored (3.16.40).
  assign saves = locked && !v11 && paddr_i == 10'h0C2;
  assign at    = saves ? saved_at(turn_q) : paddr_i;

  // The software lock keeps out what software writes, but for ETMLAR, which is there for software alone (3.16.47, 3.16.49).
  assign access   = pclken_i && psel_i && penable_i && !refused;
  assign writes   = access && pwrite_i && !(software_i && shut_q && paddr_i != 10'h3EC);
  assign programs = writes && at == 10'h000;
  assign starts   = programs && cr_q[10] && !pwdata_i[10];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cr_q      <= 32'h0000_0401;
      trigger_q <= '0;
      enable_q  <= '0;
      stamp_q   <= '0;
      period_q  <= 12'h400;
      aux_q     <= '0;
      id_q      <= '0;
      moved_q   <= 1'b0;
      claim_q   <= '0;
      shut_q    <= 1'b1;
      pair_q    <= {1'b1, 73'h0};  // excludes nothing
    end else if (writes) begin
      unique case ({at, 2'b00})
        12'h000: cr_q      <= pwdata_i & cr_bits;
        12'h008: trigger_q <= pwdata_i[16:0];
        12'h020: enable_q  <= pwdata_i[16:0];
        12'h024: if (has_pair) {pair_q.exclude, pair_q.selected} <= {pwdata_i[24], pwdata_i[0]};
        12'h040: if (has_pair) pair_q.value[0] <= pwdata_i;
        12'h044: if (has_pair) pair_q.value[1] <= pwdata_i;
        12'h080: if (has_pair) pair_q.access[0] <= pwdata_i[13:10] & level_bits;
        12'h084: if (has_pair) pair_q.access[1] <= pwdata_i[13:10] & level_bits;
        12'h1E0: period_q  <= pwdata_i[11:0];
        12'h1F8: stamp_q   <= cfgccer_i[22] ? pwdata_i[16:0] : '0;
        12'h1FC: aux_q     <= pwdata_i[2:0];
        12'h200: id_q      <= pwdata_i[6:0];
        12'h300: moved_q   <= (pwdata_i == Key) != v11;
        12'hFA0: claim_q   <= claim_q | (pwdata_i[2:0] & Tags);
        12'hFA4: claim_q   <= claim_q & ~pwdata_i[2:0];
        12'hFB0: if (software_i) shut_q <= pwdata_i != Key;
        default: ;
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) turn_q <= '0;
    else if (writes && paddr_i == 10'h0C0) turn_q <= '0;
    else if (access && saves && turn_q <= Saved) turn_q <= turn_q + 4'd1;
  end

  // ETMSR[3] may be written; else it is cleared where programming ends (3.16.4).
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      triggered_q      <= 1'b0;
      status_written_q <= 1'b0;
    end else if (writes && at == 10'h004) begin
      triggered_q      <= pwdata_i[3];
      status_written_q <= cr_q[10];
    end else if (starts) begin
      triggered_q      <= triggered_q && status_written_q;
      status_written_q <= 1'b0;
    end else begin
      triggered_q      <= triggered_q || trigger_i;
    end
  end

  always_comb begin
    unique case ({at, 2'b00})
      12'h000: prdata_o = cr_q;
      12'h004: prdata_o = cfgccr_i;
      12'h008: prdata_o = 32'(trigger_q);
      12'h010: prdata_o = {28'h0, triggered_q, 1'b0, !enabled_o && drained_i, overflowed_i};
      12'h020: prdata_o = 32'(enable_q);
      12'h024: prdata_o = {7'h0, pair_q.exclude, 23'h0, pair_q.selected};
      12'h040: prdata_o = pair_q.value[0];
      12'h044: prdata_o = pair_q.value[1];
      12'h080: prdata_o = {18'h0, pair_q.access[0], 9'h0, has_pair};
      12'h084: prdata_o = {18'h0, pair_q.access[1], 9'h0, has_pair};
      12'h1E0: prdata_o = 32'(period_q);
      12'h1E4: prdata_o = cfgidr_i;
      12'h1E8: prdata_o = cfgccer_i;
      12'h1F8: prdata_o = 32'(stamp_q);
      12'h1FC: prdata_o = 32'(aux_q);
      12'h200: prdata_o = 32'(id_q);
      12'h304: prdata_o = {28'h0, v11, 1'b0, locked, !v11};
      12'h308: prdata_o = (saves && turn_q == '0) ? 32'(Saved) : '0;
      12'h314: prdata_o = {26'h0, v11 && locked, 5'h1};
      12'hFA0: prdata_o = 32'(Tags);
      12'hFA4: prdata_o = 32'(claim_q);
      12'hFB4: prdata_o = software_i ? {30'h0, shut_q, 1'b1} : '0;
      12'hFB8: prdata_o = {28'h0, 1'b1, authorized_i, 2'b00};
      12'hFCC: prdata_o = 32'h13;
      12'hFD0: prdata_o = 32'h04;
      12'hFE0: prdata_o = 32'h5A;
      12'hFE4: prdata_o = 32'hB9;
      12'hFE8: prdata_o = 32'h0B;
      12'hFF0: prdata_o = 32'h0D;
      12'hFF4: prdata_o = 32'h90;
      12'hFF8: prdata_o = 32'h05;
      12'hFFC: prdata_o = 32'hB1;
      default: prdata_o = '0;
    endcase
  end

  assign enabled_o       = !cr_q[10] && !cr_q[0] && !locked;
  assign powered_down_o  = cr_q[0];
  assign may_request_o   = cr_q[9];
  assign triggered_o     = triggered_q;
  assign trigger_event_o = trigger_q;
  assign enable_event_o  = enable_q;
  assign stamp_event_o   = stamp_q;
  assign pair_o          = pair_q;
  assign atid_o          = id_q;

  always_comb begin
    config_o.v11              = v11;
    config_o.virt             = virt;
    config_o.cycle_accurate   = cr_q[12];
    config_o.broadcast        = cr_q[8];
    config_o.return_stack     = cr_q[29] && !cr_q[8] && has_stack_i;
    config_o.vmid             = cr_q[30];
    config_o.context_size     = cr_q[15:14];
    config_o.stamps           = cr_q[28];
    config_o.stamp_barriers   = !aux_q[1];
    config_o.stamp_dsb        = cfgccer_i[25];
    config_o.stamp_exceptions = v11 && !aux_q[2];
    config_o.wide             = v11 && cfgccer_i[29];
    config_o.binary           = v11 && cfgccer_i[28];
    config_o.dsb_waypoints    = cfgccer_i[24];
    config_o.long_updates     = !v11 && !aux_q[2];
    config_o.may_force        = !aux_q[0];
    config_o.period           = period_q;
  end

endmodule

`default_nettype wire
