// SPDX-License-Identifier: Apache-2.0
// The trace unit behind its ports: front -> queue -> plan -> emit -> packer -> fifo -> atb, with apb, events,
// drain, sync and trigger beside them (docs/pipeline.md, the picture). Front, plan and what a record is in bytes are
// the protocol's: this is the only place that knows of both. Nothing is decided here.
`default_nettype none

module trc_core #(
  parameter  bit          Etm3        = 1'b0, // an ETM (ETMv3), otherwise a PTM (PFT)
  parameter  int unsigned AtbBits     = 32,   // 8, 16, 32 or 64
  parameter  int unsigned QueueDepth  = 8,    // entries, a power of two, 4 to 64
  parameter  int unsigned FifoBytes   = 64,   // a power of two, 16 to 4096
  parameter  int unsigned RetStackMax = 15,   // PTM: entries built, 1 to 15
  parameter  int unsigned AddrPairs   = 8,    // pairs of address comparators built at most, 0 to 8
  parameter  int unsigned Counters    = 4,    // counters, 0 to 4
  parameter  int unsigned ContextIds  = 3,    // Context ID comparators, 0 to 3
  parameter  int unsigned ExtOuts     = 4,    // external outputs, 0 to 4
  localparam int unsigned PortBits    = Etm3 ? etm3_pkg::PortBits : pft_pkg::PortBits,
  localparam int unsigned AtbytesBits = (AtbBits > 8) ? $clog2(AtbBits / 8) : 1
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  input  logic [PortBits-1:0]    port_i,             // pft_pkg::port_t or etm3_pkg::port_t
  input  trc_pkg::moment_t       moment_i,
  output logic                   run_o,              // WPTENABLE, ETMEN
  output logic                   idle_o,             // PTMIDLEACK, ETMWFIREADY
  input  logic [3:0]             retstack_depth_i,   // PTM: static, 0 to RetStackMax
  input  logic [31:0]            cfgidr_i,           // static
  input  logic [31:0]            cfgccer_i,          // static
  input  logic [31:0]            cfgccr_i,           // static
  // verilator lint_off UNUSEDSIGNAL
  input  logic [11:0]            cfgregs_i,          // static
  // verilator lint_on UNUSEDSIGNAL
  input  logic                   dbgpwrdup_i,
  output logic                   dbgnopwrdwn_o,
  input  logic                   authorized_i,       // NIDEN or DBGEN
  input  logic [3:0]             extin_i,
  input  logic [31:0]            extinbus_i,
  input  logic [7:0]             embeddedice_i,
  output logic                   trigger_o,          // PTMTRIGGER, ETMTRIGOUT
  output logic [3:0]             extout_o,

  input  logic                   pclken_i,
  input  logic                   paddrdbg31_i,
  input  logic                   psel_i,
  input  logic                   penable_i,
  input  logic                   pwrite_i,
  input  logic [11:2]            paddr_i,
  input  logic [31:0]            pwdata_i,
  output logic [31:0]            prdata_o,
  output logic                   pslverr_o,

  input  logic                   atclken_i,
  input  logic                   syncreq_i,
  output logic                   atvalid_o,
  output logic [AtbytesBits-1:0] atbytes_o,
  output logic [AtbBits-1:0]     atdata_o,
  output logic [6:0]             atid_o,
  input  logic                   atready_i,
  input  logic                   afvalid_i,
  output logic                   afready_o
);

  localparam int unsigned QueuePtrBits = $clog2(QueueDepth) + 1;
  localparam int unsigned FifoPtrBits  = $clog2(FifoBytes / 8) + 1;

  // apb, oslock and regs; all but apb is in the core domain
  trc_pkg::built_t built;

  logic        core_up, core_rst_n, read, write, lock_write, step, locked, sequence_there, sequence_count, os_lock_built, power, direct;
  logic [11:2] offset;
  logic [9:2]  sequence_offset;
  logic [31:0] value;
  logic        v30, enabled, stopped, overflowed, overflowed_clear, triggered, sr_write, sr_reset;
  logic [31:0] control, control_mask;
  logic [5:0]  aux, aux_mask;
  logic [16:0] trigger_event, enable_event, stamp_event;
  logic [11:0] sync_period;

  logic [32*trc_pkg::RegisterWords-1:0] stored;
  logic [63:0] counter_values;
  logic [3:0]  zero, pairs;
  logic [1:0]  contexts;
  logic        addressed, start_stop_built, started;
  logic [2:0]  counters_built, outputs_built, stands;
  logic [1:0]  sequencer;
  logic        sequencer_built, resources_built;

  assign core_rst_n    = rst_ni && core_up;
  assign os_lock_built = power && cfgregs_i[0];

  trc_apb u_apb (
    .clk_i,
    .rst_ni,
    .pclken_i,
    .paddrdbg31_i,
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .prdata_o,
    .pslverr_o,
    .built_i              (built),
    .power_i              (power),
    .direct_i             (direct),
    .secure_i             (cfgidr_i[19]),
    .os_lock_built_i      (os_lock_built),
    .software_lock_built_i(built.coresight && cfgregs_i[2]),
    .two_domains_i        (power && cfgregs_i[3]),
    .claim_tags_i         (cfgregs_i[11:8] & {4{built.coresight}}),
    .authorized_i,
    .dbgpwrdup_i,
    .dbgnopwrdwn_o,
    .core_up_o            (core_up),
    .offset_o             (offset),
    .read_o               (read),
    .value_i              (value),
    .write_o              (write),
    .lock_write_o         (lock_write),
    .step_o               (step),
    .locked_i             (locked),
    .sequence_i           (sequence_there),
    .sequence_offset_i    (sequence_offset),
    .sequence_count_i     (sequence_count)
  );

  trc_oslock u_oslock (
    .clk_i,
    .rst_ni          (core_rst_n),
    .built_i         (os_lock_built),
    .set_by_reset_i  (direct || cfgregs_i[1]),
    .sequence_built_i(!direct),
    .write_i         (lock_write),
    .data_i          (pwdata_i),
    .step_i          (step),
    .locked_o        (locked),
    .sequence_o      (sequence_there),
    .offset_o        (sequence_offset),
    .count_o         (sequence_count)
  );

  trc_regs #(
    .AddrPairs (AddrPairs),
    .Counters  (Counters),
    .ContextIds(ContextIds),
    .ExtOuts   (ExtOuts),
    .FifoBytes (FifoBytes)
  ) u_regs (
    .clk_i,
    .rst_ni            (core_rst_n),
    .cfgidr_i,
    .cfgccr_i,
    .built_i           (built),
    .direct_i          (direct),
    .control_mask_i    (control_mask),
    .aux_mask_i        (aux_mask),
    .sync_fixed_i      (cfgregs_i[4]),
    .v30_i             (v30),
    .authorized_i,
    .locked_i          (locked),
    .offset_i          (offset),
    .read_i            (read),
    .all_i             (sequence_there),
    .value_o           (value),
    .write_i           (write),
    .data_i            (pwdata_i),
    .enabled_o         (enabled),
    .control_o         (control),
    .aux_o             (aux),
    .trigger_event_o   (trigger_event),
    .enable_event_o    (enable_event),
    .stamp_event_o     (stamp_event),
    .sync_period_o     (sync_period),
    .stored_o          (stored),
    .addressed_o       (addressed),
    .pairs_o           (pairs),
    .contexts_o        (contexts),
    .start_stop_built_o(start_stop_built),
    .counters_built_o  (counters_built),
    .sequencer_built_o (sequencer_built),
    .outputs_built_o   (outputs_built),
    .counters_i        (counter_values),
    .sequencer_i       (sequencer),
    .started_i         (started),
    .atid_o,
    .sr_write_o        (sr_write),
    .sr_reset_o        (sr_reset),
    .overflowed_clear_o(overflowed_clear),
    .triggered_i       (triggered),
    .stopped_i         (stopped && !run_o),
    .overflowed_i      (overflowed)
  );

  // events, queue and emit; between them the protocol's own
  localparam int unsigned EntryBits = Etm3 ? etm3_pkg::EntryBits : pft_pkg::EntryBits;

  localparam int unsigned Extinselr   = 'h1EC;
  localparam int unsigned Etmtesseicr = 'h1F0;
  localparam int unsigned Etmeibcr    = 'h1F4;

  logic                    entry_push, queue_full, queue_empty;
  logic                    overflow_force, overflow, overflow_drained, flush_begins, idle_begins, idle_ready;
  logic                    port_enabled, drain_hold, drain_push;
  logic                    processor_ns, processor_prohibited, ns_ahead, prohibited_ahead;
  logic                    trigger_true, enable_true, enable_ahead, stamp_true, selected;
  trc_pkg::compared_t      compared, compared_ahead;
  logic [111:0]            now;
  logic                    watches, ice_start, ice_stop;
  logic                    head_valid, head_pop;
  logic [EntryBits-1:0]    entry, head;
  logic [QueuePtrBits-1:0] queue_wptr, queue_rptr;
  logic                    sync_request, async_sent, isync_sent, fresh;
  logic                    trigger_request, trigger_sent, mark_request, mark_sent;
  logic                    record_valid, record_ready, record_mark;
  logic [127:0]            record_bytes;
  logic [4:0]              record_count;
  logic                    chunk_valid, chunk_ready, chunk_accepted, chunk_mark;
  logic [63:0]             chunk;
  logic [3:0]              chunk_bytes;

  // EmbeddedICE inputs: of an ETM from v3.4.
  assign watches = !Etm3 || cfgidr_i[7:4] >= 4'd4;

  trc_events u_events (
    .clk_i,
    .rst_ni            (core_rst_n),
    .trigger_event_i   (trigger_event),
    .enable_event_i    (enable_event),
    .stamp_event_i     (stamp_event),
    .stamps_i          (control[trc_pkg::ControlStamps]),
    .extin_i,
    .extinbus_i,
    .embeddedice_i,
    .extin_count_i     (cfgccer_i[10:3]),
    .selectors_i       (cfgccer_i[2:0] & {3{!v30}}),
    .watchpoints_i     (cfgccer_i[19:16] & {4{watches}}),
    .latches_i         (cfgccer_i[21] && watches),
    .starts_i          (cfgccer_i[20]),
    .extinselr_i       (stored[8*Extinselr +: 32]),
    .eibcr_i           (stored[8*Etmeibcr +: 8]),
    .tesseicr_i        (stored[8*Etmtesseicr +: 32]),
    .ns_i              (processor_ns),
    .prohibited_i      (processor_prohibited),
    .zero_i            (zero),
    .stands_i          (stands),
    .read_i            (resources_built),
    .compared_i        (compared),
    .ahead_i           (compared_ahead),
    .ns_ahead_i        (ns_ahead),
    .prohibited_ahead_i(prohibited_ahead),
    .trigger_o         (trigger_true),
    .enable_o          (enable_true),
    .enable_ahead_o    (enable_ahead),
    .stamp_o           (stamp_true),
    .now_o             (now),
    .ice_start_o       (ice_start),
    .ice_stop_o        (ice_stop)
  );

  trc_resources u_resources (
    .clk_i,
    .rst_ni           (core_rst_n),
    .counters_built_i (counters_built),
    .sequencer_built_i(sequencer_built),
    .outputs_built_i  (outputs_built),
    .reduced_i        (direct && cfgccer_i[27]),
    .etm_i            (Etm3),
    .stored_i         (stored),
    .v30_i            (v30),
    .moves_i          (enabled),
    .programming_i    (control[trc_pkg::ControlProgramming]),
    .reset_i          (sr_reset),
    .write_i          (write),
    .offset_i         (offset),
    .data_i           (pwdata_i[15:0]),
    .now_i            (now),
    .counters_o       (counter_values),
    .sequencer_o      (sequencer),
    .any_o            (resources_built),
    .zero_o           (zero),
    .stands_o         (stands),
    .outputs_o        (extout_o)
  );

  trc_storage #(
    .Width(EntryBits),
    .Depth(QueueDepth)
  ) u_queue (
    .clk_i,
    .rst_ni      (core_rst_n),
    .push_i      (entry_push),
    .data_i      (entry),
    .full_o      (queue_full),
    .empty_o     (queue_empty),
    .head_valid_o(head_valid),
    .head_o      (head),
    .pop_i       (head_pop),
    .wptr_o      (queue_wptr),
    .rptr_o      (queue_rptr)
  );

  trc_emit u_emit (
    .clk_i,
    .rst_ni        (core_rst_n),
    .record_valid_i(record_valid),
    .bytes_i       (record_bytes),
    .count_i       (record_count),
    .mark_i        (record_mark),
    .record_ready_o(record_ready),
    .chunk_valid_o (chunk_valid),
    .chunk_o       (chunk),
    .chunk_bytes_o (chunk_bytes),
    .chunk_mark_o  (chunk_mark),
    .chunk_ready_i (chunk_ready)
  );

  // The two branches differ in the names of modules and packages alone.
  if (Etm3) begin : gen_etm3
    etm3_pkg::front_cfg_t front_cfg;
    etm3_pkg::plan_cfg_t  plan_cfg;
    etm3_pkg::record_t    rec;
    etm3_pkg::packet_e    packet;
    etm3_pkg::who_t       who;
    logic [1:0]           slots_valid, slots_failed, slots_cancel;
    logic [31:0]          address0, address1;
    logic                 hyp, user;

    assign record_mark = packet == etm3_pkg::PacketMark;

    etm3_config u_config (
      .cfgidr_i,
      .cfgccer_i,
      .control_mask_o(control_mask),
      .aux_mask_o    (aux_mask),
      .asked_i       (psel_i),
      .built_o       (built),
      .power_o       (power),
      .direct_o      (direct),
      .control_i     (control),
      .aux_i         (aux),
      .port_o        (port_enabled),
      .v30_o         (v30),
      .front_cfg_o   (front_cfg),
      .plan_cfg_o    (plan_cfg)
    );

    etm3_front u_front (
      .clk_i,
      .rst_ni            (core_rst_n),
      .enabled_i         (enabled && port_enabled),
      .stopped_i         (stopped),
      .programming_i     (control[trc_pkg::ControlProgramming]),
      .cfg_i             (front_cfg),
      .port_i,
      .moment_i,
      .queue_full_i      (queue_full),
      .queue_empty_i     (queue_empty),
      .push_o            (entry_push),
      .entry_o           (entry),
      .run_o,
      .overflow_force_i  (overflow_force),
      .overflow_o        (overflow),
      .overflow_drained_i(overflow_drained),
      .overflowed_o      (overflowed),
      .overflowed_clear_i(overflowed_clear),
      .flush_begins_i    (flush_begins),
      .idle_begins_i     (idle_begins),
      .idle_ready_o      (idle_ready),
      .drain_hold_o      (drain_hold),
      .drain_push_o      (drain_push),
      .enable_event_i    (enable_true),
      .enable_ahead_i    (enable_ahead),
      .stamp_event_i     (stamp_true),
      .ns_o              (processor_ns),
      .prohibited_o      (processor_prohibited),
      .ns_ahead_o        (ns_ahead),
      .prohibited_ahead_o(prohibited_ahead),
      .valid_o           (slots_valid),
      .failed_o          (slots_failed),
      .cancels_o         (slots_cancel),
      .address0_o        (address0),
      .address1_o        (address1),
      .hyp_o             (hyp),
      .user_o            (user),
      .who_o             (who),
      .selected_i        (selected)
    );

    etm3_filter u_filter (
      .clk_i,
      .rst_ni            (core_rst_n),
      .cfgidr_i,
      .cfgccer_i,
      .pairs_i           (pairs),
      .contexts_i        (contexts),
      .start_stop_built_i(start_stop_built),
      .stored_i          (stored),
      .addressed_i       (addressed),
      .run_i             (run_o),
      .programming_i     (control[trc_pkg::ControlProgramming]),
      .sr_write_i        (sr_write),
      .sr_started_i      (pwdata_i[2]),
      .sr_reset_i        (sr_reset),
      .valid_i           (slots_valid),
      .failed_i          (slots_failed),
      .cancels_i         (slots_cancel),
      .address0_i        (address0),
      .address1_i        (address1),
      .ns_i              (processor_ns),
      .hyp_i             (hyp),
      .user_i            (user),
      .who_i             (who),
      .ice_start_i       (ice_start),
      .ice_stop_i        (ice_stop),
      .compared_o        (compared),
      .selected_o        (selected),
      .started_o         (started)
    );

    assign compared_ahead = compared;

    etm3_plan #(
      .RetStackMax(RetStackMax)
    ) u_plan (
      .clk_i,
      .rst_ni           (core_rst_n),
      .stopped_i        (stopped),
      .cfg_i            (plan_cfg),
      .retstack_depth_i,
      .head_valid_i     (head_valid),
      .head_i           (head),
      .pop_o            (head_pop),
      .sync_request_i   (sync_request),
      .async_sent_o     (async_sent),
      .isync_sent_o     (isync_sent),
      .fresh_o          (fresh),
      .trigger_request_i(trigger_request),
      .trigger_sent_o   (trigger_sent),
      .mark_request_i   (mark_request),
      .mark_sent_o      (mark_sent),
      .packet_o         (packet),
      .record_valid_o   (record_valid),
      .record_o         (rec),
      .record_ready_i   (record_ready)
    );

    etm3_packet u_packet (
      .cfg_i   (plan_cfg),
      .valid_i (record_valid),
      .record_i(rec),
      .bytes_o (record_bytes),
      .count_o (record_count)
    );
  end else begin : gen_pft
    pft_pkg::front_cfg_t front_cfg;
    pft_pkg::plan_cfg_t  plan_cfg;
    pft_pkg::record_t    rec;
    pft_pkg::packet_e    packet;
    pft_pkg::place_t     here;
    pft_pkg::who_t       here_who;
    logic                here_known, here_user, selected_ahead, comes, plain;

    assign record_mark = packet == pft_pkg::PacketMark;

    pft_config u_config (
      .cfgidr_i,
      .cfgccer_i,
      .control_mask_o(control_mask),
      .aux_mask_o    (aux_mask),
      .asked_i       (psel_i),
      .built_o       (built),
      .power_o       (power),
      .direct_o      (direct),
      .control_i     (control),
      .aux_i         (aux),
      .port_o        (port_enabled),
      .v30_o         (v30),
      .front_cfg_o   (front_cfg),
      .plan_cfg_o    (plan_cfg)
    );

    pft_front u_front (
      .clk_i,
      .rst_ni            (core_rst_n),
      .enabled_i         (enabled && port_enabled),
      .stopped_i         (stopped),
      .programming_i     (control[trc_pkg::ControlProgramming]),
      .cfg_i             (front_cfg),
      .port_i,
      .moment_i,
      .queue_full_i      (queue_full),
      .queue_empty_i     (queue_empty),
      .push_o            (entry_push),
      .entry_o           (entry),
      .run_o,
      .overflow_force_i  (overflow_force),
      .overflow_o        (overflow),
      .overflow_drained_i(overflow_drained),
      .overflowed_o      (overflowed),
      .overflowed_clear_i(overflowed_clear),
      .flush_begins_i    (flush_begins),
      .idle_begins_i     (idle_begins),
      .idle_ready_o      (idle_ready),
      .drain_hold_o      (drain_hold),
      .drain_push_o      (drain_push),
      .enable_event_i    (enable_true),
      .enable_ahead_i    (enable_ahead),
      .stamp_event_i     (stamp_true),
      .ns_o              (processor_ns),
      .prohibited_o      (processor_prohibited),
      .ns_ahead_o        (ns_ahead),
      .prohibited_ahead_o(prohibited_ahead),
      .here_o            (here),
      .here_known_o      (here_known),
      .here_who_o        (here_who),
      .here_user_o       (here_user),
      .selected_i        (selected),
      .selected_ahead_i  (selected_ahead),
      .comes_i           (comes),
      .plain_i           (plain)
    );

    pft_filter u_filter (
      .clk_i,
      .rst_ni            (core_rst_n),
      .cfg_i             (front_cfg),
      .cfgidr_i,
      .cfgccer_i,
      .pairs_i           (pairs),
      .contexts_i        (contexts),
      .start_stop_built_i(start_stop_built),
      .stored_i          (stored),
      .addressed_i       (addressed),
      .run_i             (run_o),
      .programming_i     (control[trc_pkg::ControlProgramming]),
      .sr_write_i        (sr_write),
      .sr_started_i      (pwdata_i[2]),
      .sr_reset_i        (sr_reset),
      .port_i,
      .here_i            (here),
      .here_known_i      (here_known),
      .here_who_i        (here_who),
      .here_user_i       (here_user),
      .ice_start_i       (ice_start),
      .ice_stop_i        (ice_stop),
      .compared_o        (compared),
      .ahead_o           (compared_ahead),
      .selected_o        (selected),
      .selected_ahead_o  (selected_ahead),
      .comes_o           (comes),
      .plain_o           (plain),
      .started_o         (started)
    );

    pft_plan #(
      .RetStackMax(RetStackMax)
    ) u_plan (
      .clk_i,
      .rst_ni           (core_rst_n),
      .stopped_i        (stopped),
      .cfg_i            (plan_cfg),
      .retstack_depth_i,
      .head_valid_i     (head_valid),
      .head_i           (head),
      .pop_o            (head_pop),
      .sync_request_i   (sync_request),
      .async_sent_o     (async_sent),
      .isync_sent_o     (isync_sent),
      .fresh_o          (fresh),
      .trigger_request_i(trigger_request),
      .trigger_sent_o   (trigger_sent),
      .mark_request_i   (mark_request),
      .mark_sent_o      (mark_sent),
      .packet_o         (packet),
      .record_valid_o   (record_valid),
      .record_o         (rec),
      .record_ready_i   (record_ready)
    );

    pft_packet u_packet (
      .cfg_i   (plan_cfg),
      .valid_i (record_valid),
      .record_i(rec),
      .bytes_o (record_bytes),
      .count_o (record_count)
    );
  end

  // packer, fifo and atb
  logic                   fifo_full, word_push, word_valid, word_pop, fifo_empty;
  logic [63:0]            word_in, word_out, residue;
  logic [2:0]             residue_bytes;
  logic                   residue_ask, residue_take, atb_idle, atb_load;
  logic [FifoPtrBits-1:0] fifo_wptr, fifo_rptr;

  trc_packer u_packer (
    .clk_i,
    .rst_ni         (core_rst_n),
    .chunk_valid_i  (chunk_valid),
    .chunk_i        (chunk),
    .chunk_bytes_i  (chunk_bytes),
    .chunk_ready_o  (chunk_ready),
    .accepted_o     (chunk_accepted),
    .word_full_i    (fifo_full),
    .word_push_o    (word_push),
    .word_o         (word_in),
    .residue_o      (residue),
    .residue_bytes_o(residue_bytes),
    .residue_take_i (residue_take)
  );

  trc_storage #(
    .Width(64),
    .Depth(FifoBytes / 8)
  ) u_fifo (
    .clk_i,
    .rst_ni      (core_rst_n),
    .push_i      (word_push),
    .data_i      (word_in),
    .full_o      (fifo_full),
    .empty_o     (fifo_empty),
    .head_valid_o(word_valid),
    .head_o      (word_out),
    .pop_i       (word_pop),
    .wptr_o      (fifo_wptr),
    .rptr_o      (fifo_rptr)
  );

  trc_atb #(
    .Bits(AtbBits)
  ) u_atb (
    .clk_i,
    .rst_ni         (core_rst_n),
    .atclken_i,
    .word_valid_i   (word_valid),
    .word_i         (word_out),
    .fifo_empty_i   (fifo_empty),
    .word_pop_o     (word_pop),
    .residue_ask_i  (residue_ask),
    .residue_i      (residue),
    .residue_bytes_i(residue_bytes),
    .residue_take_o (residue_take),
    .idle_o         (atb_idle),
    .load_o         (atb_load),
    .atvalid_o,
    .atbytes_o,
    .atdata_o,
    .atready_i
  );

  // drain, sync and trigger
  trc_drain #(
    .QueuePtrBits(QueuePtrBits),
    .FifoPtrBits (FifoPtrBits)
  ) u_drain (
    .clk_i,
    .rst_ni            (core_rst_n),
    .run_i             (run_o),
    .overflow_i        (overflow),
    .overflow_drained_o(overflow_drained),
    .stopped_o         (stopped),
    .flush_begins_o    (flush_begins),
    .idle_begins_o     (idle_begins),
    .hold_off_i        (drain_hold),
    .queue_wptr_i      (queue_wptr + QueuePtrBits'(drain_push)),
    .queue_rptr_i      (queue_rptr),
    .mark_request_o    (mark_request),
    .mark_sent_i       (mark_sent),
    .mark_packed_i     (chunk_accepted && chunk_mark),
    .fifo_wptr_i       (fifo_wptr),
    .fifo_rptr_i       (fifo_rptr),
    .residue_i         (residue_bytes != '0),
    .residue_ask_o     (residue_ask),
    .residue_take_i    (residue_take),
    .atb_idle_i        (atb_idle),
    .atb_load_i        (atb_load),
    .atclken_i,
    .afvalid_i,
    .afready_o,
    .idle_request_i    (moment_i.idle),
    .idle_ready_i      (idle_ready),
    .idle_o
  );

  trc_sync u_sync (
    .clk_i,
    .rst_ni          (core_rst_n),
    .run_i           (run_o),
    .period_i        (sync_period),
    .clocks_i        (v30),
    .atclken_i,
    .syncreq_i,
    .no_force_i      (aux[0]),
    .accepted_i      (chunk_accepted),
    .chunk_bytes_i   (chunk_bytes),
    .request_o       (sync_request),
    .async_sent_i    (async_sent),
    .isync_sent_i    (isync_sent),
    .fresh_i         (fresh),
    .overflow_force_o(overflow_force)
  );

  trc_trigger u_trigger (
    .clk_i,
    .rst_ni        (core_rst_n),
    .run_i         (run_o),
    .stopped_i     (stopped),
    .overflow_i    (overflow),
    .programming_i (control[trc_pkg::ControlProgramming]),
    .sr_write_i    (sr_write),
    .sr_triggered_i(pwdata_i[3]),
    .sr_reset_i    (sr_reset),
    .event_true_i  (trigger_true),
    .request_o     (trigger_request),
    .sent_i        (trigger_sent),
    .triggered_o   (triggered),
    .trigger_o
  );

endmodule

`default_nettype wire
