// SPDX-License-Identifier: Apache-2.0
// A small ETM, built from the clauses of IHI 0014Q alone and unlike rtl/: ../README.md says how. It has the pins of rtl/etm_top.sv.
`default_nettype none

module etm_top import steps_pkg::*; #(
  parameter  int AtbBits     = 32,
  parameter  int QueueDepth  = 8,
  parameter  int FifoBytes   = 64,
  localparam int AtbytesBits = (AtbBits > 16) ? $clog2(AtbBits / 8) : 1
) (
  input  logic                   CLK,
  input  logic                   RESETn,

  input  logic                   ETMI0VALID,
  input  logic [31:0]            ETMI0A,
  input  logic                   ETMI0T,
  input  logic                   ETMI0J,
  input  logic                   ETMI0PASS,
  input  logic                   ETMI0ERET,
  input  logic                   ETMI0BR,
  input  logic [31:0]            ETMI0BRA,
  input  logic                   ETMI0BRT,
  input  logic                   ETMI0BRJ,
  input  logic                   ETMI0BRNS,
  input  logic                   ETMI0BRHYP,
  input  logic                   ETMI0BRDIRECT,
  input  logic [8:0]             ETMI0BREXC,
  input  logic                   ETMI0BRCANCEL,
  input  logic                   ETMI0BRSECRET,
  input  logic                   ETMI1VALID,
  input  logic [31:0]            ETMI1A,
  input  logic                   ETMI1T,
  input  logic                   ETMI1J,
  input  logic                   ETMI1PASS,
  input  logic                   ETMI1ERET,
  input  logic                   ETMI1BR,
  input  logic [31:0]            ETMI1BRA,
  input  logic                   ETMI1BRT,
  input  logic                   ETMI1BRJ,
  input  logic                   ETMI1BRNS,
  input  logic                   ETMI1BRHYP,
  input  logic                   ETMI1BRDIRECT,
  input  logic [8:0]             ETMI1BREXC,
  input  logic                   ETMI1BRCANCEL,
  input  logic                   ETMI1BRSECRET,
  input  logic                   ETMNS,
  input  logic                   ETMHYP,
  input  logic                   ETMUSER,
  input  logic                   ETMPROHIBITED,
  input  logic                   ETMDBGACK,
  input  logic [31:0]            ETMCID,
  input  logic [7:0]             ETMVMID,
  output logic                   ETMEN,

  input  logic [31:0]            CFGIDR,
  input  logic [31:0]            CFGCCER,
  input  logic [31:0]            CFGCCR,
  input  logic [11:0]            CFGREGS,
  input  logic [63:0]            TSVALUEB,
  input  logic                   TSCLKCHANGE,
  input  logic                   NIDEN,
  input  logic                   DBGEN,
  input  logic                   ETMWFIPENDING,
  output logic                   ETMWFIREADY,

  input  logic [3:0]             EXTIN,
  input  logic [31:0]            EXTINBUS,
  input  logic [7:0]             EMBEDDEDICE,
  output logic [3:0]             EXTOUT,
  output logic                   ETMTRIGOUT,
  output logic                   ETMDBGRQ,

  input  logic                   PCLKEN,
  input  logic                   PSEL,
  input  logic                   PENABLE,
  input  logic                   PWRITE,
  input  logic                   PADDRDBG31,
  input  logic [11:2]            PADDR,
  input  logic [31:0]            PWDATA,
  output logic [31:0]            PRDATA,
  output logic                   PREADY,
  output logic                   PSLVERR,

  input  logic                   ATCLKEN,
  input  logic                   SYNCREQ,
  output logic                   ATVALID,
  input  logic                   ATREADY,
  output logic [AtbytesBits-1:0] ATBYTES,
  output logic [AtbBits-1:0]     ATDATA,
  output logic [6:0]             ATID,
  input  logic                   AFVALID,
  output logic                   AFREADY
);

  localparam int RecordBits = $clog2(QueueDepth + 2);
  localparam int CountBits  = $clog2(QueueDepth + 1);

  config_t              config_regs, config_q, cfg;
  slot_t                slot0, slot1;
  parts_t               parts;
  bus_t                 bus;
  mode_t                mode;
  resources_t           now, now_enabling;
  record_t              record, oldest;
  packet_t              packet;
  logic [16:0]          trigger_event, enable_event, stamp_event;
  logic [CountBits-1:0] records;
  logic authorized, refuses, enabled, run, run_q, powered_down, triggered, trigger, overflowed;
  logic [31:0]          filter_data, context_data, input_data;
  logic [1:0]           watchpoint_levels, outputs;
  logic may_request, requested_q, acknowledged_q;
  logic executes, started, keeps, push, pop, room, silent, owed, idle, wfi_q;

  // What was traced before a stop is written as it was programmed then: the unit runs again when that has left.
  assign authorized = NIDEN || DBGEN;
  assign run        = enabled && authorized && (run_q || idle);
  assign idle       = records == '0 && silent && !owed;
  assign cfg        = run_q ? config_q : idle ? config_regs : config_q;
  assign parts      = steps_pkg::parts_of(CFGIDR, CFGCCR, CFGCCER, CFGREGS);
  assign mode.ns    = ETMNS;
  assign mode.hyp   = ETMHYP;
  assign mode.user  = ETMUSER;
  assign mode.context_id = now.context_id;
  assign mode.vmid       = now.vmid;
  assign now.extin      = EXTIN;
  assign now.ns         = ETMNS && !ETMPROHIBITED;  // 2.6.2
  assign now.prohibited = ETMPROHIBITED;
  assign trigger    = run && !triggered && steps_pkg::occurs(trigger_event, now);
  assign PSLVERR    = refuses;
  assign EXTOUT     = {2'b00, outputs};

  // 3.5.1: The request rises with the event, one clock before ETMTRIGOUT. It ends when the processor enters Debug state, or when ETMCR[9] is
  // cleared. While non-invasive debug is disabled, the pin is LOW, and requested_q keeps the request.
  assign ETMDBGRQ = authorized && may_request && (requested_q || trigger);

  always_ff @(posedge CLK or negedge RESETn) begin
    if (!RESETn) begin
      requested_q    <= 1'b0;
      acknowledged_q <= 1'b0;
    end else begin
      requested_q    <= may_request && (requested_q || trigger) && (!ETMDBGACK || acknowledged_q);
      acknowledged_q <= ETMDBGACK;
    end
  end

  // The TraceEnable event has the EmbeddedICE inputs as latches (7.9.2).
  assign now_enabling = steps_pkg::with_watchpoints(now, watchpoint_levels);

  always_ff @(posedge CLK or negedge RESETn) begin
    if (!RESETn) begin
      run_q       <= 1'b0;
      config_q    <= '0;
      ETMEN       <= 1'b0;
      ETMTRIGOUT  <= 1'b0;
      ETMWFIREADY <= 1'b0;
    end else begin
      run_q       <= run;
      config_q    <= cfg;
      ETMEN       <= run;
      ETMTRIGOUT  <= trigger;
      ETMWFIREADY <= ETMWFIPENDING && (ETMWFIREADY || (idle && !push && wfi_q));
    end
  end

  always_ff @(posedge CLK or negedge RESETn) begin
    if (!RESETn) wfi_q <= 1'b0;
    else         wfi_q <= ETMWFIPENDING;
  end

  always_comb begin
    slot0.executed   = ETMI0VALID && !ETMDBGACK;
    slot0.passed     = ETMI0PASS;
    slot0.eret       = ETMI0ERET;
    slot0.branched   = ETMI0BR && !ETMDBGACK;
    slot0.cancel     = ETMI0BRCANCEL;
    slot0.secret     = ETMI0BRSECRET;
    slot0.exception  = ETMI0BREXC;
    slot0.at.address = ETMI0A;
    slot0.at.t       = ETMI0T;
    slot0.at.j       = ETMI0J;
    slot0.at.ns      = ETMNS;
    slot0.at.hyp     = ETMHYP;
    slot0.to.address = ETMI0BRA;
    slot0.to.t       = ETMI0BRT;
    slot0.to.j       = ETMI0BRJ;
    slot0.to.ns      = ETMI0BRNS;
    slot0.to.hyp     = ETMI0BRHYP;
  end

  always_comb begin
    slot1.executed   = ETMI1VALID && !ETMDBGACK;
    slot1.passed     = ETMI1PASS;
    slot1.eret       = ETMI1ERET;
    slot1.branched   = ETMI1BR && !ETMDBGACK;
    slot1.cancel     = ETMI1BRCANCEL;
    slot1.secret     = ETMI1BRSECRET;
    slot1.exception  = ETMI1BREXC;
    slot1.at.address = ETMI1A;
    slot1.at.t       = ETMI1T;
    slot1.at.j       = ETMI1J;
    slot1.at.ns      = ETMNS;
    slot1.at.hyp     = ETMHYP;
    slot1.to.address = ETMI1BRA;
    slot1.to.t       = ETMI1BRT;
    slot1.to.j       = ETMI1BRJ;
    slot1.to.ns      = ETMI1BRNS;
    slot1.to.hyp     = ETMI1BRHYP;
  end

  assign executes = slot0.executed || slot1.executed;

  steps_regs u_regs (
    .clk_i          (CLK),
    .rst_ni         (RESETn),
    .cfgidr_i       (CFGIDR),
    .cfgccer_i      (CFGCCER),
    .cfgccr_i       (CFGCCR),
    .parts_i        (parts),
    .authorized_i   (authorized),
    .pclken_i       (PCLKEN),
    .psel_i         (PSEL),
    .penable_i      (PENABLE),
    .pwrite_i       (PWRITE),
    .paddr_i        (PADDR),
    .pwdata_i       (PWDATA),
    .software_i     (!PADDRDBG31),
    .prdata_o       (PRDATA),
    .run_i          (run),
    .now_i          (now),
    .state_o        (now.state),
    .zero_o         (now.zero),
    .outputs_o      (outputs),
    .bus_o          (bus),
    .data_i         (filter_data | context_data | input_data),
    .started_i      (started),
    .error_o        (refuses),
    .pready_o       (PREADY),
    .enabled_o      (enabled),
    .powered_down_o (powered_down),
    .config_o       (config_regs),
    .may_request_o  (may_request),
    .trigger_event_o(trigger_event),
    .enable_event_o (enable_event),
    .stamp_event_o  (stamp_event),
    .atid_o         (ATID),
    .stopped_i      (idle && !run_q),
    .overflowed_i   (overflowed),
    .trigger_i      (trigger),
    .triggered_o    (triggered)
  );

  steps_inputs u_inputs (
    .clk_i       (CLK),
    .rst_ni      (RESETn),
    .parts_i     (parts),
    .bus_i       (bus),
    .data_o      (input_data),
    .extended_i  (EXTINBUS),
    .watchpoint_i(EMBEDDEDICE[1:0]),
    .extended_o  (now.extended),
    .enables_o   (watchpoint_levels),
    .watchpoint_o(now.watchpoint)
  );

  steps_context u_context (
    .clk_i       (CLK),
    .rst_ni      (RESETn),
    .parts_i     (parts),
    .bus_i       (bus),
    .data_o      (context_data),
    .executes_i  (executes),
    .context_id_i(ETMCID),
    .vmid_i      (ETMVMID),
    .context_id_o(now.context_id),
    .vmid_o      (now.vmid)
  );

  steps_filter u_filter (
    .clk_i       (CLK),
    .rst_ni      (RESETn),
    .parts_i     (parts),
    .bus_i       (bus),
    .data_o      (filter_data),
    .run_i       (run),
    .slot0_i     (slot0),
    .slot1_i     (slot1),
    .mode_i      (mode),
    .watchpoint_i(now.watchpoint),
    .single_o    (now.single),
    .range_o     (now.range),
    .started_o   (now.started),
    .status_o    (started),
    .keeps_o     (keeps)
  );

  steps_watch u_watch (
    .clk_i         (CLK),
    .rst_ni        (RESETn),
    .config_i      (cfg),
    .run_i         (run),
    .powered_down_i(powered_down),
    .slot0_i       (slot0),
    .slot1_i       (slot1),
    .direct0_i     (ETMI0BRDIRECT),
    .direct1_i     (ETMI1BRDIRECT),
    .prohibited_i  (ETMPROHIBITED),
    .debug_i       (ETMDBGACK),
    .context_id_i  (ETMCID),
    .vmid_i        (ETMVMID),
    .keeps_i       (keeps),
    .enable_i      (steps_pkg::occurs(enable_event, now_enabling)),
    .stamp_i       (run && steps_pkg::occurs(stamp_event, now)),
    .trigger_i     (trigger),
    .now_i         (TSVALUEB),
    .full_i        (records == CountBits'(QueueDepth)),
    .empty_i       (records == '0 && silent),
    .push_o        (push),
    .record_o      (record),
    .owed_o        (owed),
    .overflowed_o  (overflowed)
  );

  steps_queue #(
    .Depth(QueueDepth)
  ) u_queue (
    .clk_i   (CLK),
    .rst_ni  (RESETn),
    .push_i  (push),
    .record_i(record),
    .pop_i   (pop),
    .record_o(oldest),
    .count_o (records)
  );

  steps_write u_write (
    .clk_i         (CLK),
    .rst_ni        (RESETn),
    .config_i      (cfg),
    .run_i         (run),
    .sync_i        (SYNCREQ && ATCLKEN),
    .clock_change_i(TSCLKCHANGE),
    .valid_i       (records != '0),
    .record_i      (oldest),
    .pop_o         (pop),
    .room_i        (room),
    .packet_o      (packet)
  );

  steps_send #(
    .AtbBits   (AtbBits),
    .Depth     (FifoBytes),
    .RecordBits(RecordBits)
  ) u_send (
    .clk_i    (CLK),
    .rst_ni   (RESETn),
    .packet_i (packet),
    .room_o   (room),
    .silent_o (silent),
    .hurry_i  (ETMWFIPENDING || !run),
    .atclken_i(ATCLKEN),
    .atvalid_o(ATVALID),
    .atready_i(ATREADY),
    .atbytes_o(ATBYTES),
    .atdata_o (ATDATA),
    .afvalid_i(AFVALID),
    .afready_o(AFREADY),
    .unready_i(owed || (enabled && authorized && !run)),
    .records_i(RecordBits'(records) + RecordBits'(push)),
    .pop_i    (pop)
  );

endmodule

`default_nettype wire
