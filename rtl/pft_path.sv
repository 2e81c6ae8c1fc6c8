// SPDX-License-Identifier: Apache-2.0
// The path of a PTM from the waypoint port to a record: config, commit, filter, front, queue, plan and packet. It only
// connects these modules. trc_core connects the path to the modules that both protocols share (docs/pipeline.md).
// etm3_path has the same ports except the processor's, so that trc_core can choose one of the paths.
`default_nettype none

module pft_path #(
  parameter  int unsigned QueueDepth   = 8,
  parameter  int unsigned RetStackMax  = 15,
  parameter  int unsigned WptDepth     = 0,           // entries of pft_commit, 0 for a unit without it
  localparam int unsigned QueuePtrBits = $clog2(QueueDepth) + 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  input  pft_pkg::port_t          port_i,
  // verilator lint_off UNUSEDSIGNAL
  input  pft_pkg::speculation_t   speculation_i,
  // verilator lint_on UNUSEDSIGNAL
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
  output logic                    run_o,               // front processes waypoints, also after open_o has fallen
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

  // A record: one packet, and the atoms before it.
  output logic                    record_valid_o,
  output logic [127:0]            record_bytes_o,
  output logic [4:0]              record_count_o,
  output logic                    record_mark_o,
  input  logic                    record_ready_i
);

  pft_pkg::front_cfg_t front_cfg;
  pft_pkg::plan_cfg_t  plan_cfg;
  pft_pkg::entry_t     entry, head;
  pft_pkg::record_t    rec;
  pft_pkg::packet_e    packet;
  pft_pkg::place_t     here;
  pft_pkg::who_t       here_who;
  logic                here_known, here_user, selected_ahead, comes, plain;

  logic                port_enabled, entry_push, queue_full, queue_empty, head_valid, head_pop, drain_push, selected;

  logic [QueuePtrBits-1:0] queue_wptr;

  // Committed waypoints only.
  localparam int unsigned AgeBits = (WptDepth == 0) ? 1 : $clog2(WptDepth) + 1;

  pft_pkg::port_t     committed;
  logic [AgeBits-1:0] age;
  logic               loss, pending;
  // verilator lint_off UNUSEDSIGNAL
  logic               takes;
  // verilator lint_on UNUSEDSIGNAL

  if (WptDepth == 0) begin : gen_committed
    assign committed = port_i;
    assign age       = '0;
    assign loss      = 1'b0;
    assign pending   = 1'b0;
  end else begin : gen_speculative
    pft_commit #(
      .Depth(WptDepth)
    ) u_commit (
      .clk_i,
      .rst_ni,
      .takes_i  (takes),
      .speculation_i,
      .pins_i   (port_i),
      .port_o   (committed),
      .age_o    (age),
      .loss_o   (loss),
      .pending_o(pending)
    );
  end

  assign record_mark_o = packet == pft_pkg::PacketMark;

  pft_config u_config (
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

  pft_front #(
    .WptDepth(WptDepth)
  ) u_front (
    .clk_i,
    .rst_ni,
    .enabled_i         (enabled_i && port_enabled),
    .stopped_i,
    .programming_i     (registers_i.etmcr[trc_pkg::ControlProgramming]),
    .cfg_i             (front_cfg),
    .port_i            (committed),
    .age_i             (age),
    .loss_i            (loss),
    .pending_i         (pending),
    .takes_o           (takes),
    .moment_i,
    .queue_full_i      (queue_full),
    .queue_empty_i     (queue_empty),
    .push_o            (entry_push),
    .entry_o           (entry),
    .open_o,
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
    .rst_ni,
    .cfg_i             (front_cfg),
    .cfgidr_i,
    .cfgccer_i,
    .ccr_i,
    .registers_i,
    .addressed_i,
    .run_i             (run_o),
    .sr_i,
    .port_i            (committed),
    .here_i            (here),
    .here_known_i      (here_known),
    .here_who_i        (here_who),
    .here_user_i       (here_user),
    .ice_start_i       (ice_i.start),
    .ice_stop_i        (ice_i.stop),
    .compared_o        (conditions_o.compared),
    .ahead_o           (ahead_o.compared),
    .selected_o        (selected),
    .selected_ahead_o  (selected_ahead),
    .comes_o           (comes),
    .plain_o           (plain),
    .started_o
  );

  trc_storage #(
    .Width(pft_pkg::EntryBits),
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

  pft_plan #(
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

  pft_packet u_packet (
    .cfg_i   (plan_cfg),
    .valid_i (record_valid_o),
    .record_i(rec),
    .bytes_o (record_bytes_o),
    .count_o (record_count_o)
  );

endmodule

`default_nettype wire
