// SPDX-License-Identifier: Apache-2.0
// The path of an ETM from the instruction port to a record: config, filter, front, queue, plan and packet. It only connects
// these modules. trc_core connects the path to the modules that both protocols share (docs/pipeline.md). pft_path has the
// same ports, so that trc_core can choose one of the paths.
`default_nettype none

module etm3_path #(
  parameter  int unsigned QueueDepth   = 8,
  parameter  int unsigned RetStackMax  = 15,
  localparam int unsigned QueuePtrBits = $clog2(QueueDepth) + 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  input  etm3_pkg::port_t         port_i,
  input  trc_pkg::moment_t        moment_i,

  // Static.
  input  logic [31:0]             cfgidr_i,
  input  logic [31:0]             cfgccer_i,
  input  logic [3:0]              retstack_depth_i,
  output trc_pkg::version_t       version_o,

  // The registers.
  input  logic                    access_i,            // a register is accessed
  output trc_pkg::built_t         built_o,             // valid only while access_i is 1
  input  trc_pkg::ccr_t           ccr_i,
  input  trc_pkg::registers_t     registers_i,
  input  logic                    addressed_i,         // an address was written for a comparator
  input  logic                    enabled_i,
  input  trc_pkg::sr_t            sr_i,
  output logic                    started_o,           // ETMSR[2]
  output logic                    overflowed_o,        // ETMSR[0]
  input  logic                    overflowed_clear_i,

  // The events.
  output trc_pkg::conditions_t    conditions_o,
  output trc_pkg::conditions_t    ahead_o,             // in the next clock, as far as known
  input  trc_pkg::events_t        events_i,
  input  trc_pkg::ice_t           ice_i,

  // The drain, and requests for packets.
  output logic                    open_o,              // WPTENABLE, ETMEN
  output logic                    run_o,               // as open_o
  output logic                    overflow_o,
  input  logic                    overflow_force_i,
  input  logic                    stopped_i,           // tracing is off, and all trace is output
  input  logic                    overflow_drained_i,
  input  logic                    flush_begins_i,
  input  logic                    idle_begins_i,
  output logic                    drain_hold_o,
  output logic                    idle_ready_o,
  output logic [QueuePtrBits-1:0] queue_wptr_o,        // includes an entry that a drain waits for
  output logic [QueuePtrBits-1:0] queue_rptr_o,
  input  trc_pkg::request_t       request_i,
  output trc_pkg::sent_t          sent_o,

  // A record: one packet or one part of an entry.
  output logic                    record_valid_o,
  output logic [127:0]            record_bytes_o,
  output logic [4:0]              record_count_o,
  output logic                    record_mark_o,
  input  logic                    record_ready_i
);

  etm3_pkg::front_cfg_t front_cfg;
  etm3_pkg::plan_cfg_t  plan_cfg;
  etm3_pkg::entry_t     entry, head;
  etm3_pkg::record_t    rec;
  etm3_pkg::packet_e    packet;
  etm3_pkg::who_t       who;
  logic [1:0]           slots_valid, slots_failed, slots_cancel;
  logic [31:0]          address0, address1;
  logic                 non_secure, hyp, user;

  logic                 port_enabled, entry_push, queue_full, queue_empty, head_valid, head_pop, drain_push, selected;

  logic [QueuePtrBits-1:0] queue_wptr;

  assign record_mark_o = packet == etm3_pkg::PacketMark;

  etm3_config u_config (
    .cfgidr_i,
    .cfgccer_i,
    .asked_i    (access_i),
    .built_o,
    .version_o,
    .control_i  (registers_i.etmcr),
    .aux_i      (registers_i.etmauxcr[5:0]),
    .port_o     (port_enabled),
    .front_cfg_o(front_cfg),
    .plan_cfg_o (plan_cfg)
  );

  assign open_o = run_o;

  etm3_front u_front (
    .clk_i,
    .rst_ni,
    .enabled_i         (enabled_i && port_enabled),
    .stopped_i,
    .count_reset_i     (registers_i.etmcr[trc_pkg::ControlProgramming] || registers_i.etmcr[trc_pkg::ControlPowerDown]),
    .cfg_i             (front_cfg),
    .port_i,
    .moment_i,
    .queue_full_i      (queue_full),
    .queue_empty_i     (queue_empty),
    .push_o            (entry_push),
    .entry_o           (entry),
    .run_o,
    .overflow_force_i,
    .overflow_o,
    .overflow_drained_i,
    .overflowed_o,
    .overflowed_clear_i,
    .flush_begins_i,
    .idle_begins_i,
    .idle_ready_o,
    .drain_hold_o,
    .drain_push_o      (drain_push),
    .enable_event_i    (events_i.enable),
    .enable_ahead_i    (events_i.enable_ahead),
    .stamp_event_i     (events_i.stamp),
    .ns_o              (conditions_o.ns),
    .prohibited_o      (conditions_o.prohibited),
    .ns_ahead_o        (ahead_o.ns),
    .prohibited_ahead_o(ahead_o.prohibited),
    .valid_o           (slots_valid),
    .failed_o          (slots_failed),
    .cancels_o         (slots_cancel),
    .address0_o        (address0),
    .address1_o        (address1),
    .non_secure_o      (non_secure),
    .hyp_o             (hyp),
    .user_o            (user),
    .who_o             (who),
    .selected_i        (selected)
  );

  etm3_filter u_filter (
    .clk_i,
    .rst_ni,
    .cfgidr_i,
    .cfgccer_i,
    .ccr_i,
    .registers_i,
    .addressed_i,
    .run_i             (run_o),
    .sr_i,
    .valid_i           (slots_valid),
    .failed_i          (slots_failed),
    .cancels_i         (slots_cancel),
    .address0_i        (address0),
    .address1_i        (address1),
    .ns_i              (non_secure),
    .hyp_i             (hyp),
    .user_i            (user),
    .who_i             (who),
    .ice_start_i       (ice_i.start),
    .ice_stop_i        (ice_i.stop),
    .compared_o        (conditions_o.compared),
    .selected_o        (selected),
    .started_o
  );

  assign ahead_o.compared = conditions_o.compared;

  trc_storage #(
    .Width(etm3_pkg::EntryBits),
    .Depth(QueueDepth)
  ) u_queue (
    .clk_i,
    .rst_ni,
    .push_i      (entry_push),
    .data_i      (entry),
    .full_o      (queue_full),
    .empty_o     (queue_empty),
    .head_valid_o(head_valid),
    .head_o      (head),
    .pop_i       (head_pop),
    .wptr_o      (queue_wptr),
    .rptr_o      (queue_rptr_o)
  );

  assign queue_wptr_o = queue_wptr + QueuePtrBits'(drain_push);

  etm3_plan #(
    .RetStackMax(RetStackMax)
  ) u_plan (
    .clk_i,
    .rst_ni,
    .stopped_i,
    .cfg_i            (plan_cfg),
    .retstack_depth_i,
    .head_valid_i     (head_valid),
    .head_i           (head),
    .pop_o            (head_pop),
    .sync_request_i   (request_i.sync),
    .async_sent_o     (sent_o.async),
    .isync_sent_o     (sent_o.isync),
    .fresh_o          (sent_o.fresh),
    .trigger_request_i(request_i.trigger),
    .trigger_sent_o   (sent_o.trigger),
    .mark_request_i   (request_i.mark),
    .mark_sent_o      (sent_o.mark),
    .packet_o         (packet),
    .record_valid_o,
    .record_o         (rec),
    .record_ready_i
  );

  etm3_packet u_packet (
    .cfg_i   (plan_cfg),
    .valid_i (record_valid_o),
    .record_i(rec),
    .bytes_o (record_bytes_o),
    .count_o (record_count_o)
  );

endmodule

`default_nettype wire
