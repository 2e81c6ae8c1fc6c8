// SPDX-License-Identifier: Apache-2.0
// The trace unit without its pins: path -> emit -> packer -> fifo -> atb, with apb, registers, events, drain, sync and
// trigger (the figure in docs/pipeline.md). The path of the protocol makes records from the executed instructions. Only
// this module instantiates the paths of both protocols. It only connects modules.
`default_nettype none

module trc_core #(
  parameter  bit          Etm3        = 1'b0, // 1 for an ETM (ETMv3), 0 for a PTM (PFT)
  parameter  int unsigned AtbBits     = 32,   // 8, 16, 32 or 64
  parameter  int unsigned QueueDepth  = 8,    // entries, a power of two, 4 to 64
  parameter  int unsigned FifoBytes   = 64,   // a power of two, 16 to 4096
  parameter  int unsigned RetStackMax = 15,   // only for a PTM: return stack entries built, 1 to 15
  parameter  int unsigned WptDepth    = 0,    // only for a PTM: entries for speculative waypoints, 0, 2, 4 or 8
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
  output logic                   open_o,             // WPTENABLE, ETMEN
  output logic                   idle_o,             // PTMIDLEACK, ETMWFIREADY
  input  logic [3:0]             retstack_depth_i,   // only for a PTM: static, 0 to RetStackMax
  input  logic [31:0]            cfgidr_i,           // static
  input  logic [31:0]            cfgccer_i,          // static
  input  logic [31:0]            cfgccr_i,           // static
  // verilator lint_off UNUSEDSIGNAL
  input  pft_pkg::speculation_t  speculation_i,      // only for a PTM
  input  logic [11:0]            cfgregs_i,          // static
  // verilator lint_on UNUSEDSIGNAL
  input  logic                   dbgpwrdup_i,
  output logic                   dbgnopwrdwn_o,
  input  logic                   authorized_i,       // NIDEN or DBGEN
  input  logic [3:0]             extin_i,
  input  logic [31:0]            extinbus_i,
  input  logic [7:0]             embeddedice_i,
  output logic                   trigger_o,          // PTMTRIGGER, ETMTRIGOUT
  input  logic                   dbgack_i,           // PTMDBGACK, ETMDBGACK
  output logic                   dbgrq_o,            // PTMDBGRQ, ETMDBGRQ
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

  // apb, oslock and regs. All modules except apb are in the core power domain.
  trc_pkg::built_t     built;
  trc_pkg::version_t   version;
  trc_pkg::registers_t registers;
  trc_pkg::ccr_t       ccr;
  trc_pkg::sr_t        sr;

  logic        core_up, core_rst_n, read, write, lock_write, step, locked, sequence_there, sequence_count, os_lock_built;
  logic [11:2] offset;
  logic [9:2]  sequence_offset;
  logic [31:0] value;
  logic        enabled, stopped, run, overflowed, overflowed_clear, triggered;
  logic [11:0] sync_period;
  logic [63:0] counter_values;
  logic [3:0]  zero;
  logic        addressed, started, resources_built;
  logic [2:0]  seq_state;
  logic [1:0]  sequencer;

  assign core_rst_n    = rst_ni && core_up;
  assign os_lock_built = version.power && cfgregs_i[0];

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
    .power_i              (version.power),
    .direct_i             (version.direct),
    .secure_i             (cfgidr_i[19]),
    .os_lock_built_i      (os_lock_built),
    .software_lock_built_i(built.coresight && cfgregs_i[2]),
    .two_domains_i        (version.power && cfgregs_i[3]),
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
    .set_by_reset_i  (version.direct || cfgregs_i[1]),
    .sequence_built_i(!version.direct),
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
    .direct_i          (version.direct),
    .sync_fixed_i      (cfgregs_i[4]),
    .v30_i             (version.v30),
    .authorized_i,
    .locked_i          (locked),
    .offset_i          (offset),
    .read_i            (read),
    .all_i             (sequence_there),
    .value_o           (value),
    .write_i           (write),
    .data_i            (pwdata_i),
    .enabled_o         (enabled),
    .registers_o       (registers),
    .ccr_o             (ccr),
    .sync_period_o     (sync_period),
    .addressed_o       (addressed),
    .counters_i        (counter_values),
    .sequencer_i       (sequencer),
    .started_i         (started),
    .atid_o,
    .sr_o              (sr),
    .overflowed_clear_o(overflowed_clear),
    .triggered_i       (triggered),
    .stopped_i         (stopped && !run),
    .overflowed_i      (overflowed)
  );

  // events, resources, path and emit
  trc_pkg::conditions_t    conditions, conditions_ahead;
  trc_pkg::events_t        events;
  trc_pkg::ice_t           ice;
  trc_pkg::request_t       request;
  trc_pkg::sent_t          sent;
  logic                    overflow_force, overflow, overflow_drained, flush_begins, idle_begins, idle_ready, drain_hold;
  logic                    trigger_true, watches;
  logic [111:0]            now;
  logic [QueuePtrBits-1:0] queue_wptr, queue_rptr;
  logic                    record_valid, record_ready, record_mark;
  logic [127:0]            record_bytes;
  logic [4:0]              record_count;
  logic                    chunk_valid, chunk_ready, chunk_accepted, chunk_mark;
  logic [63:0]             chunk;
  logic [3:0]              chunk_bytes;

  // A PTM has EmbeddedICE inputs, and an ETM from ETMv3.4.
  assign watches = !Etm3 || cfgidr_i[7:4] >= 4'd4;

  trc_events u_events (
    .clk_i,
    .rst_ni            (core_rst_n),
    .registers_i       (registers),
    .extin_i,
    .extinbus_i,
    .embeddedice_i,
    .extin_count_i     (cfgccer_i[10:3]),
    .selectors_i       (cfgccer_i[2:0] & {3{!version.v30}}),
    .watchpoints_i     (cfgccer_i[19:16] & {4{watches}}),
    .latches_i         (cfgccer_i[21] && watches),
    .starts_i          (cfgccer_i[20]),
    .zero_i            (zero),
    .seq_state_i       (seq_state),
    .read_i            (resources_built),
    .conditions_i      (conditions),
    .ahead_i           (conditions_ahead),
    .trigger_o         (trigger_true),
    .enable_o          (events.enable),
    .enable_ahead_o    (events.enable_ahead),
    .stamp_o           (events.stamp),
    .now_o             (now),
    .ice_start_o       (ice.start),
    .ice_stop_o        (ice.stop)
  );

  trc_resources u_resources (
    .clk_i,
    .rst_ni           (core_rst_n),
    .ccr_i            (ccr),
    .registers_i      (registers),
    .reduced_i        (version.direct && cfgccer_i[27]),
    .etm_i            (Etm3),
    .v30_i            (version.v30),
    .moves_i          (enabled),
    .reset_i          (sr.reset),
    .write_i          (write),
    .offset_i         (offset),
    .data_i           (pwdata_i[15:0]),
    .now_i            (now),
    .counters_o       (counter_values),
    .sequencer_o      (sequencer),
    .any_o            (resources_built),
    .zero_o           (zero),
    .seq_state_o      (seq_state),
    .outputs_o        (extout_o)
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

  // The paths have the same ports, except those of the processor.
  if (Etm3) begin : gen_etm3
    etm3_path #(
      .QueueDepth (QueueDepth),
      .RetStackMax(RetStackMax)
    ) u_path (
      .clk_i,
      .rst_ni            (core_rst_n),
      .port_i,
      .moment_i,
      .cfgidr_i,
      .cfgccer_i,
      .retstack_depth_i,
      .version_o         (version),
      .access_i          (psel_i),
      .built_o           (built),
      .ccr_i             (ccr),
      .registers_i       (registers),
      .addressed_i       (addressed),
      .enabled_i         (enabled),
      .sr_i              (sr),
      .started_o         (started),
      .overflowed_o      (overflowed),
      .overflowed_clear_i(overflowed_clear),
      .conditions_o      (conditions),
      .ahead_o           (conditions_ahead),
      .events_i          (events),
      .ice_i             (ice),
      .open_o,
      .run_o             (run),
      .overflow_o        (overflow),
      .overflow_force_i  (overflow_force),
      .stopped_i         (stopped),
      .overflow_drained_i(overflow_drained),
      .flush_begins_i    (flush_begins),
      .idle_begins_i     (idle_begins),
      .drain_hold_o      (drain_hold),
      .idle_ready_o      (idle_ready),
      .queue_wptr_o      (queue_wptr),
      .queue_rptr_o      (queue_rptr),
      .request_i         (request),
      .sent_o            (sent),
      .record_valid_o    (record_valid),
      .record_bytes_o    (record_bytes),
      .record_count_o    (record_count),
      .record_mark_o     (record_mark),
      .record_ready_i    (record_ready)
    );
  end else begin : gen_pft
    pft_path #(
      .QueueDepth (QueueDepth),
      .RetStackMax(RetStackMax),
      .WptDepth   (WptDepth)
    ) u_path (
      .clk_i,
      .rst_ni            (core_rst_n),
      .port_i,
      .speculation_i,
      .moment_i,
      .cfgidr_i,
      .cfgccer_i,
      .retstack_depth_i,
      .version_o         (version),
      .access_i          (psel_i),
      .built_o           (built),
      .ccr_i             (ccr),
      .registers_i       (registers),
      .addressed_i       (addressed),
      .enabled_i         (enabled),
      .sr_i              (sr),
      .started_o         (started),
      .overflowed_o      (overflowed),
      .overflowed_clear_i(overflowed_clear),
      .conditions_o      (conditions),
      .ahead_o           (conditions_ahead),
      .events_i          (events),
      .ice_i             (ice),
      .open_o,
      .run_o             (run),
      .overflow_o        (overflow),
      .overflow_force_i  (overflow_force),
      .stopped_i         (stopped),
      .overflow_drained_i(overflow_drained),
      .flush_begins_i    (flush_begins),
      .idle_begins_i     (idle_begins),
      .drain_hold_o      (drain_hold),
      .idle_ready_o      (idle_ready),
      .queue_wptr_o      (queue_wptr),
      .queue_rptr_o      (queue_rptr),
      .request_i         (request),
      .sent_o            (sent),
      .record_valid_o    (record_valid),
      .record_bytes_o    (record_bytes),
      .record_count_o    (record_count),
      .record_mark_o     (record_mark),
      .record_ready_i    (record_ready)
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
    .run_i             (run),
    .overflow_i        (overflow),
    .overflow_drained_o(overflow_drained),
    .stopped_o         (stopped),
    .flush_begins_o    (flush_begins),
    .idle_begins_o     (idle_begins),
    .hold_off_i        (drain_hold),
    .queue_wptr_i      (queue_wptr),
    .queue_rptr_i      (queue_rptr),
    .mark_request_o    (request.mark),
    .mark_sent_i       (sent.mark),
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
    .run_i           (run),
    .period_i        (sync_period),
    .clocks_i        (version.v30),
    .atclken_i,
    .syncreq_i,
    .no_force_i      (registers.etmauxcr[0]),
    .accepted_i      (chunk_accepted),
    .chunk_bytes_i   (chunk_bytes),
    .request_o       (request.sync),
    .async_sent_i    (sent.async),
    .isync_sent_i    (sent.isync),
    .fresh_i         (sent.fresh),
    .overflow_force_o(overflow_force)
  );

  trc_trigger u_trigger (
    .clk_i,
    .rst_ni        (core_rst_n),
    .run_i         (open_o),
    .stopped_i     (stopped),
    .overflow_i    (overflow),
    .control_i     (registers.etmcr),
    .sr_write_i    (sr.write),
    .sr_triggered_i(sr.triggered),
    .sr_reset_i    (sr.reset),
    .event_true_i  (trigger_true),
    .request_o     (request.trigger),
    .sent_i        (sent.trigger),
    .triggered_o   (triggered),
    .trigger_o,
    .dbgack_i,
    .dbgrq_o
  );

endmodule

`default_nettype wire
