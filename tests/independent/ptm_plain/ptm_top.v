// SPDX-License-Identifier: Apache-2.0
// A plain PTM in Verilog-2005, built from the clauses of IHI 0035B alone and unlike rtl/: ../README.md says how. It has the pins of
// rtl/ptm_top.sv; RetStackMax means nothing to it.
`default_nettype none

module ptm_top #(
  parameter AtbBits     = 32,
  parameter QueueDepth  = 8,
  parameter FifoBytes   = 64,
  parameter RetStackMax = 15,
  parameter AtBytes     = (AtbBits > 16) ? $clog2(AtbBits / 8) : 1
) (
  input  wire               CLK,
  input  wire               RESETn,

  input  wire               WPTVALID,
  input  wire [31:0]        WPTPC,
  input  wire [31:0]        WPTTARGETPC,
  input  wire [2:0]         WPTTYPE,
  input  wire               WPTTAKEN,
  input  wire               WPTLINK,
  input  wire               WPTT32LINK,
  input  wire               WPTTARGETTBIT,
  input  wire               WPTTARGETJBIT,
  input  wire               WPTnSECURE,
  input  wire [3:0]         WPTEXCEPTIONTYPE,
  input  wire               WPTTRACEPROHIBITED,
  input  wire [31:0]        WPTCONTEXTID,
  input  wire               WPTEXTERET,
  input  wire [1:0]         WPTEXTBARRIER,
  input  wire               WPTEXTHYP,
  input  wire               WPTEXTUSER,
  input  wire [7:0]         WPTEXTVMID,
  input  wire [4:0]         WPTEXTEXCEPTION,
  output reg                WPTENABLE,

  input  wire [3:0]         RETSTACKDEPTH,
  input  wire [31:0]        CFGIDR,
  input  wire [31:0]        CFGCCER,
  input  wire [31:0]        CFGCCR,
  input  wire [11:0]        CFGREGS,

  input  wire [63:0]        TSVALUEB,
  input  wire               TSCLKCHANGE,
  input  wire               NIDEN,
  input  wire               DBGEN,
  input  wire               PTMIDLEREQ,
  output reg                PTMIDLEACK,

  input  wire [3:0]         EXTIN,
  input  wire [31:0]        EXTINBUS,
  output wire [3:0]         EXTOUT,
  output reg                PTMTRIGGER,
  output reg                PTMDBGRQ,
  input  wire               PTMDBGACK,

  input  wire               PCLKEN,
  input  wire               PSEL,
  input  wire               PENABLE,
  input  wire               PWRITE,
  input  wire [11:2]        PADDR,
  input  wire               PADDRDBG31,
  input  wire [31:0]        PWDATA,
  input  wire               DBGPWRDUP,
  output wire               DBGNOPWRDWN,
  output wire [31:0]        PRDATA,
  output wire               PREADY,
  output wire               PSLVERR,

  input  wire               ATCLKEN,
  input  wire               SYNCREQ,
  output wire               ATVALID,
  input  wire               ATREADY,
  output wire [AtBytes-1:0] ATBYTES,
  output wire [AtbBits-1:0] ATDATA,
  output wire [6:0]         ATID,
  input  wire               AFVALID,
  output wire               AFREADY
);

  localparam Bits  = 226;            // of a waypoint
  localparam Words = FifoBytes / 4;  // packets

  wire [31:0]     control_regs, control;
  wire [11:0]     period_regs, period;
  wire [16:0]     trigger_event, enable_event, stamp_event;
  wire [31:0]     filter_data, resource_data, next;
  wire [127:0]    resources;
  wire [3:0]      singles;
  wire [1:0]      ranges, outputs;
  wire            writes, starts, block_on, on, filters, leaves_out, goes_on, enters, context_matches, vmid_matches;
  wire            enabled, powered_down, refuses, triggered, happens, enables, stamps;
  wire            valid, is_waypoint, lost, mark, losing, pop, push, push_mark, full, owed, holds, overflowed;
  wire            word_valid_n, word_pop, packs, flush;
  wire [Bits-1:0] waypoint;
  wire [123:0]    packet;
  wire [124:0]    word;

  reg             run_q, prohibited_q, ns_q, user_q, hyp_q, may_q, debug_q, t_q;
  reg  [127:0]    earlier_q;
  reg  [31:0]     at_q;
  reg  [31:0]     control_q, clock_q;
  reg  [11:0]     period_q;

  // PFTv1.1 can have two power domains. Only the bus, the power control and the software lock are outside the core power domain (3.17.2).
  wire v11        = CFGIDR[7:4] != 4'd0;
  wire domains    = v11 && CFGREGS[3];
  wire powered    = DBGPWRDUP || !domains;
  wire core_n     = RESETn && powered;

  // Waypoints from before a stop are traced as programmed then. The unit does not run again before their trace has left.
  wire authorized = NIDEN || DBGEN;
  wire empty      = !valid && !holds && word_valid_n && packs;
  wire idle       = empty && !owed;
  wire run        = enabled && authorized && (run_q || idle);
  wire trigger    = run && !triggered && happens;

  assign control = run_q || !idle ? control_q : control_regs;
  assign period  = run_q || !idle ? period_q : period_regs;
  assign PREADY  = 1'b1;
  assign PSLVERR = refuses;

  always @(posedge CLK or negedge core_n)
    if (!core_n) begin
      run_q      <= 1'b0;
      control_q  <= 32'd0;
      period_q   <= 12'd0;
      clock_q    <= 32'd0;
      WPTENABLE  <= 1'b0;
      PTMTRIGGER <= 1'b0;
      PTMIDLEACK <= 1'b0;
    end else begin
      run_q      <= run;
      control_q  <= control;
      period_q   <= period;
      clock_q    <= clock_q + 32'd1;
      WPTENABLE  <= run;
      PTMTRIGGER <= trigger;
      PTMIDLEACK <= PTMIDLEREQ && (PTMIDLEACK || (idle && !WPTVALID));
    end

  // 3.16.1: The request follows the trigger by one clock. The acknowledge passes two registers. A stop leaves the request as it is.
  reg  [1:0] acknowledged_q;
  always @(posedge CLK or negedge core_n)
    if (!core_n) begin
      acknowledged_q <= 2'd0;
      PTMDBGRQ       <= 1'b0;
    end else begin
      acknowledged_q <= {acknowledged_q[0], PTMDBGACK};
      PTMDBGRQ       <= (PTMDBGRQ || (PTMTRIGGER && control_regs[9])) && !acknowledged_q[1];
    end

  // --- waypoints that this version and this processor have ------------------------------------------------------------

  wire hyp   = v11 && CFGCCER[26] && WPTEXTHYP;
  wire takes = WPTVALID && !(WPTTYPE == 3'd3 && WPTEXTBARRIER != 2'd0 && !CFGCCER[24]) && !(WPTTYPE == 3'd6 && v11);
  wire may   = !WPTTRACEPROHIBITED && WPTTYPE != 3'd4 && !(WPTTARGETJBIT && !WPTTARGETTBIT);
  // After an instruction that does not branch, execution continues at the next one in the same state, whatever its target pins show.
  wire stays  = WPTTYPE == 3'd3 || !WPTTAKEN;
  assign next = WPTTYPE == 3'd6 ? WPTPC : stays ? WPTPC + ((WPTTARGETTBIT && !WPTT32LINK) ? 32'd2 : 32'd4) : WPTTARGETPC;
  // The first place after Debug state at which tracing is not prohibited.
  wire debug = WPTTYPE == 3'd5 || (debug_q && !may_q);

  always @(posedge CLK or negedge core_n)
    if (!core_n) begin
      prohibited_q <= 1'b0;
      ns_q         <= 1'b0;
      user_q       <= 1'b0;
      hyp_q        <= 1'b0;
      may_q        <= 1'b0;
      debug_q      <= 1'b0;
      t_q          <= 1'b0;
      at_q         <= 32'd0;
    end else begin
      may_q   <= run && (takes ? may : may_q);
      debug_q <= run && (takes ? debug : debug_q);
      if (run && takes) begin
        prohibited_q <= WPTTRACEPROHIBITED;
        ns_q         <= WPTnSECURE;
        user_q       <= WPTEXTUSER;
        hyp_q        <= hyp;
        t_q          <= WPTTARGETTBIT;
        at_q         <= next;
      end
    end

  plain_event u_trigger (.event_i(trigger_event), .resources_i(resources), .true_o(happens));
  plain_event u_enable (.event_i(enable_event), .resources_i(resources), .true_o(enables));
  plain_event u_stamp (.event_i(stamp_event), .resources_i(resources), .true_o(stamps));
  // Tracing starts at the start of a block. So address comparators and start/stop block are those of this clock, and all other resources
  // those of the clock before.
  plain_event u_enter (.event_i(enable_event), .resources_i({earlier_q[127:96], block_on, earlier_q[94:32], resources[31:0]}), .true_o(enters));

  always @(posedge CLK or negedge core_n)
    if (!core_n) earlier_q <= 128'd0;
    else         earlier_q <= resources;

  // The number of pairs in ETMCCR, up to two, and the implemented bits of ETMACTR[15:8]: VMID, Hyp mode, state and mode, Context ID.
  wire       security    = CFGIDR[19];
  wire       virt        = v11 && CFGCCER[26];
  wire [1:0] has_pair    = {CFGCCR[3:0] > 4'd1, CFGCCR[3:0] != 4'd0};
  wire [7:0] access_bits = {virt, virt, v11 && security, v11, security, v11 || security, {2{CFGCCR[25:24] != 2'd0}}};

  plain_filter u_filter (
    .clk_i(CLK), .rst_ni(core_n), .run_i(run), .has_pair_i(has_pair), .has_block_i(CFGCCR[26]), .access_bits_i(access_bits),
    .programming_i(control_regs[10]), .starts_i(starts), .writes_i(writes), .paddr_i(PADDR), .data_i(PWDATA), .data_o(filter_data),
    .valid_i(takes), .kind_i(WPTTYPE), .reset_i(WPTTYPE == 3'd2 && {v11 ? WPTEXTEXCEPTION : 5'd0, WPTEXCEPTIONTYPE} == 9'd8), .t32_i(WPTT32LINK),
    .pc_i(WPTPC), .place_i(may_q), .at_i(at_q), .at_t_i(t_q), .ns_i(ns_q), .user_i(user_q), .hyp_i(hyp_q),
    .context_i(context_matches), .vmid_i(vmid_matches), .single_o(singles), .range_o(ranges), .on_o(block_on), .written_on_o(on),
    .filters_o(filters), .leaves_out_o(leaves_out), .goes_on_o(goes_on)
  );

  plain_resources u_resources (
    .clk_i(CLK), .rst_ni(core_n), .run_i(run), .ccr_i(CFGCCR), .ccer_i(CFGCCER), .v11_i(v11), .programming_i(control_regs[10]),
    .starts_i(starts), .writes_i(writes), .paddr_i(PADDR), .data_i(PWDATA), .data_o(resource_data),
    .single_i(singles), .range_i(ranges), .on_i(block_on), .extin_i(EXTIN), .extinbus_i(EXTINBUS), .ns_i(ns_q), .prohibited_i(prohibited_q),
    .valid_i(takes), .context_i(WPTCONTEXTID), .vmid_i(WPTEXTVMID), .context_o(context_matches), .vmid_o(vmid_matches),
    .resources_o(resources), .extout_o(outputs)
  );
  assign EXTOUT = {2'd0, outputs};

  plain_regs u_regs (
    .clk_i(CLK), .rst_ni(RESETn), .core_ni(core_n), .idr_i(CFGIDR), .ccer_i(CFGCCER), .ccr_i(CFGCCR), .authorized_i(authorized),
    .pclken_i(PCLKEN), .psel_i(PSEL), .penable_i(PENABLE), .pwrite_i(PWRITE), .paddr_i(PADDR), .debugger_i(PADDRDBG31),
    .pwdata_i(PWDATA), .prdata_o(PRDATA), .error_o(refuses), .domains_i(domains), .powered_i(powered), .keep_o(DBGNOPWRDWN),
    .writes_o(writes), .starts_o(starts), .elsewhere_i(filter_data | resource_data), .on_i(on),
    .enabled_o(enabled), .powered_down_o(powered_down), .control_o(control_regs), .period_o(period_regs),
    .trigger_event_o(trigger_event), .enable_event_o(enable_event), .stamp_event_o(stamp_event), .atid_o(ATID),
    .stopped_i(idle && !run_q), .overflowed_i(overflowed), .trigger_i(trigger), .triggered_o(triggered)
  );

  plain_pins #(.Depth(QueueDepth), .Bits(Bits), .Count(7)) u_pins (
    .clk_i(CLK), .rst_ni(core_n), .run_i(run), .valid_i(takes),
    .waypoint_i({leaves_out, enters && may_q, enables && goes_on && may,
                 debug, TSVALUEB, clock_q, WPTEXTVMID, WPTCONTEXTID, {v11 ? WPTEXTEXCEPTION : 5'd0, WPTEXCEPTIONTYPE},
                 WPTEXTBARRIER, WPTEXTERET, WPTTRACEPROHIBITED, WPTT32LINK, WPTTAKEN, hyp, WPTnSECURE, WPTTARGETJBIT, WPTTARGETTBIT,
                 next, WPTPC, WPTTYPE}),
    .flush_i(flush), .drained_i(empty),
    .pop_i(pop), .valid_o(valid), .waypoint_o(waypoint), .is_waypoint_o(is_waypoint), .lost_o(lost), .mark_o(mark), .losing_o(losing)
  );

  plain_encode #(.Bits(Bits)) u_encode (
    .clk_i(CLK), .rst_ni(core_n), .run_i(run), .fresh_i(run && !run_q), .v11_i(v11), .ccer_i(CFGCCER), .control_i(control), .filters_i(filters),
    .period_i(period), .powered_down_i(powered_down), .trigger_i(trigger), .stamp_event_i(run && stamps), .syncreq_i(SYNCREQ && ATCLKEN),
    .change_i(TSCLKCHANGE), .hurry_i(PTMIDLEREQ || !run || losing), .losing_i(losing), .clock_i(clock_q),
    .valid_i(valid), .waypoint_i(waypoint), .is_waypoint_i(is_waypoint), .lost_i(lost), .mark_i(mark), .pop_o(pop),
    .full_i(full), .push_o(push), .push_mark_o(push_mark), .packet_o(packet), .owed_o(owed), .holds_o(holds), .overflowed_o(overflowed)
  );

  plain_words #(.Depth(Words), .Bits(125), .Place($clog2(Words))) u_words (
    .clk_i(CLK), .rst_ni(core_n), .push_i(push || push_mark), .word_i({push_mark, packet}), .full_o(full),
    .pop_i(word_pop), .word_o(word), .empty_o(word_valid_n)
  );

  plain_pack #(.AtbBits(AtbBits), .AtBytes(AtBytes)) u_pack (
    .clk_i(CLK), .rst_ni(core_n), .valid_i(!word_valid_n), .mark_i(word[124]), .length_i(word[123:120]), .bytes_i(word[119:0]),
    .pop_o(word_pop), .empty_o(packs), .hurry_i(PTMIDLEREQ || !run || losing),
    .atclken_i(ATCLKEN), .atvalid_o(ATVALID), .atready_i(ATREADY), .atbytes_o(ATBYTES), .atdata_o(ATDATA),
    .afvalid_i(AFVALID), .flush_o(flush), .afready_o(AFREADY)
  );

endmodule

`default_nettype wire
